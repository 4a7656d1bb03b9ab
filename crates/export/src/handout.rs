//! Handout: a lesson as one HTML page with its texts and pictures, which a browser prints.

use std::{fmt::Write as _, io, path::Path};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use pulldown_cmark::{Event, Parser, Tag, html::push_html};

use super::{ExportError, FigureSpec, Format, figure::escaped, render};
use explorer::{
    analysis::{Analyzer, Watch},
    caption::caption,
    setup::{Panel, Setup, setup_line},
};
use kernel_pca::kpca::{CancelCheck, Tier};
use lessons::{Lesson, MARKDOWN, Question, QuestionKind, SafeMarkdown, picture_type};
use system::io_words::why_not_read;
use tabular::printable::printable;

/// Largest size of a lesson's picture, in bytes: a screen in full colour is less.
const MOST_OF_A_PICTURE: u64 = 16 << 20;

const STYLE: &str = "\
body { font: 11pt/1.5 'Inter', 'Segoe UI', 'Helvetica Neue', sans-serif; color: #12161a; \
margin: 2em auto; max-width: 46em; padding: 0 1em; }
h1 { font-size: 1.8em; margin-bottom: 0; } h2 { font-size: 1.25em; margin-top: 2em; }
section { break-inside: avoid; } figure { margin: 1em 0; } img { width: 100%; }
figcaption, .summary, footer { color: #66707a; font-size: 0.9em; }
code { background: #eef0f2; border-radius: 3px; padding: 0 0.25em; font-family: inherit; }
table { border-collapse: collapse; } td, th { border-bottom: 1px solid #dde1e4; padding: 0.1em 0.8em; }
.question { border: 1px solid #dde1e4; border-radius: 4px; padding: 0 1em; margin: 1em 0; }
ol.choices { list-style-type: upper-alpha; }
";

/// Writes the page: each step with its picture and its question; the answers stand at the end. Pictures lead to
/// the program's own page at `live`, where that is given. The number of steps done is reported to the observer.
///
/// # Errors
/// When a step's picture cannot be made; when cancelled.
pub fn handout(lesson: &Lesson, live: Option<&str>, watch: Watch<'_>) -> crate::Result<String> {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{title}</h1>\n<p class=\"summary\">{}, {} minutes</p>\n",
        escaped(&lesson.summary),
        lesson.draft.minutes,
        title = escaped(&lesson.title),
    );
    let folder = lesson.folder.as_deref();
    let drawn = |analyzer: &mut Analyzer, shown: (&Setup, &[Panel]), name: &str| {
        picture(analyzer, shown, name, live, watch.cancelled)
    };
    let mut answers = String::new();
    let mut analyzer = Analyzer::default();
    for (i, step) in lesson.steps.iter().enumerate() {
        watch.progress.parts(i, lesson.steps.len());
        let number = i + 1;
        let heading = escaped(&step.heading);
        // Writing to a String cannot fail.
        let _ = writeln!(page, "<section>\n<h2>{number}. {heading}</h2>");
        markdown(&step.text, folder, &mut page)?;
        let hidden = step.question.as_ref().map_or(&[][..], |it| &it.hide);
        page += &drawn(&mut analyzer, (&step.setup, hidden), &step.heading)?;
        page += "</section>\n";
        if let Some(question) = &step.question {
            ask(question, folder, &mut page)?;
            let _ = writeln!(answers, "<h3>{number}. {heading}</h3>");
            answer(question, folder, &mut answers)?;
            let uncovers = (!question.hide.is_empty()).then_some(&step.setup);
            if let Some(after) = question.after.as_ref().or(uncovers) {
                answers += &drawn(&mut analyzer, (after, &[]), "The answer")?;
            }
        }
    }
    if !answers.is_empty() {
        let _ = write!(page, "<h2>Answers</h2>\n{answers}");
    }
    page += "<footer>Made with Kernel PCA Explorer</footer>\n</html>\n";
    Ok(page)
}

fn ask(question: &Question, folder: Option<&Path>, page: &mut String) -> Result<(), ExportError> {
    *page += "<div class=\"question\">\n";
    match (&question.paper, &question.kind) {
        (Some(paper), _) => markdown(paper, folder, page)?,
        (None, QuestionKind::Choice { .. }) => markdown(&question.ask, folder, page)?,
        (None, QuestionKind::Until(_)) => {
            markdown(&format!("*In the program:* {}", question.ask), folder, page)?;
        }
    }
    if let QuestionKind::Choice { choices, .. } = &question.kind {
        *page += "<ol class=\"choices\">\n";
        for choice in choices {
            let _ = writeln!(page, "<li>{}</li>", escaped(choice));
        }
        *page += "</ol>\n";
    }
    *page += "</div>\n";
    Ok(())
}

fn answer(
    question: &Question,
    folder: Option<&Path>,
    page: &mut String,
) -> Result<(), ExportError> {
    if let QuestionKind::Choice { choices, right, .. } = &question.kind
        && let Some(choice) = choices.get(*right)
    {
        let letter = char::from(b'A' + *right as u8);
        let _ = writeln!(page, "<p><b>{letter}. {}</b></p>", escaped(choice));
    }
    markdown(&question.because, folder, page)
}

/// Picture of a setup's panels but the hidden ones as in a figure, with its caption below; empty where none is
/// left.
fn picture(
    analyzer: &mut Analyzer,
    (setup, hidden): (&Setup, &[Panel]),
    name: &str,
    live: Option<&str>,
    cancelled: CancelCheck<'_>,
) -> crate::Result<String> {
    let mut setup = setup.clone();
    setup.view.panels = setup.view.places();
    setup.view.panels.retain(|panel| !hidden.contains(panel));
    if setup.view.panels.is_empty() {
        return Ok(String::new());
    }
    let analysis = analyzer.run(&setup, Tier::Exact, cancelled)?;
    let spec = FigureSpec {
        panels: setup.view.panels.clone(),
        width: 1600,
        height: if setup.view.panels.len() > 3 {
            1000
        } else {
            640
        },
        caption: false,
        ..FigureSpec::default()
    };
    let svg = render(&analysis, &setup, &spec, Format::Svg, cancelled)?;
    let link = live.and_then(|page| live_link(page, &setup));
    let link = link.map_or_else(String::new, |link| {
        format!(" · <a href=\"{}\">live</a>", escaped(&link))
    });
    Ok(format!(
        "<figure><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\">\n<figcaption>{}{link}</figcaption></figure>\n",
        escaped(name),
        STANDARD.encode(svg),
        escaped(&caption(&setup, &analysis, &spec.panels)),
    ))
}

/// Address at which a page shows a setup; `None` for data in a file, which no page can read.
fn live_link(page: &str, setup: &Setup) -> Option<String> {
    if !setup.paths().is_empty() {
        return None;
    }
    let line = setup_line(setup).ok()?;
    let mut link = format!("{page}#");
    for byte in line.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~=,".contains(&byte) {
            link.push(byte.into());
        } else {
            // Writing to a String cannot fail.
            let _ = write!(link, "%{byte:02X}");
        }
    }
    Some(link)
}

/// Writes Markdown as HTML. Tags inside it are shown and not obeyed; pictures come along from the lesson's
/// `folder`, so that the page calls for nothing.
fn markdown(text: &str, folder: Option<&Path>, page: &mut String) -> Result<(), ExportError> {
    let SafeMarkdown { text, .. } = SafeMarkdown::of(text);
    let events = Parser::new_ext(&text, MARKDOWN).map(|event| {
        Ok(match event {
            Event::Html(tag) | Event::InlineHtml(tag) => Event::Text(tag),
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => Event::Start(Tag::Image {
                link_type,
                dest_url: taken_along(&dest_url, folder)?.into(),
                title,
                id,
            }),
            event => event,
        })
    });
    let events: Vec<Event<'_>> = events.collect::<Result<_, ExportError>>()?;
    push_html(page, events.into_iter());
    Ok(())
}

/// Picture in a file of the lesson's folder as a `data:` address.
fn taken_along(name: &str, folder: Option<&Path>) -> Result<String, ExportError> {
    let refused = |reason: String| ExportError::Picture {
        path: printable(name).into(),
        reason,
    };
    let (Some(folder), Some(media)) = (folder, picture_type(name)) else {
        return Err(refused("the lesson has no folder yet".into()));
    };
    let bytes = read_within(folder, name).map_err(|error| refused(why_not_read(&error)))?;
    Ok(format!("data:{media};base64,{}", STANDARD.encode(bytes)))
}

/// Bytes of a picture within a folder.
fn read_within(folder: &Path, name: &str) -> io::Result<Vec<u8>> {
    let bytes = system::read_within(folder, name, MOST_OF_A_PICTURE)?;
    if bytes.len() as u64 > MOST_OF_A_PICTURE {
        let most = MOST_OF_A_PICTURE >> 20;
        return Err(io::Error::other(format!("it has more than {most} MiB")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use lessons::find_lesson;

    #[test]
    fn a_lesson_becomes_a_page_with_its_pictures() {
        let (_, lesson) = find_lesson("small-gamma").unwrap();
        let page = handout(
            &lesson,
            Some("https://example.org/kpca"),
            Watch::new(&Arc::default(), &|| false),
        )
        .unwrap();
        let after = lesson
            .steps
            .iter()
            .filter_map(|it| it.question.as_ref()?.after.as_ref());
        let pictures = lesson.steps.len() + after.count();
        assert_eq!(page.matches("data:image/svg+xml").count(), pictures);
        for step in &lesson.steps {
            assert!(page.contains(&escaped(&step.heading)), "{}", step.heading);
        }
        assert!(page.contains("<h2>Answers</h2>") && page.contains("<b>B. 0.0164</b>"));
        // Captions give the formula, and not the time that it took on somebody's machine.
        assert!(page.contains("exp(−0.0001") && !page.contains(" ms "));
        let live = "<a href=\"https://example.org/kpca#version=1,%20";
        assert_eq!(page.matches(live).count(), pictures);
        let paper = handout(&lesson, None, Watch::new(&Arc::default(), &|| false)).unwrap();
        assert!(
            !paper.contains("<a href")
                && paper.contains("How can the two pictures be made the same?")
        );
    }

    fn html(text: &str, folder: &Path) -> Result<String, String> {
        let mut html = String::new();
        let written = markdown(text, Some(folder), &mut html);
        written.map(|()| html).map_err(|error| error.to_string())
    }

    #[test]
    fn texts_of_others_neither_run_nor_call() {
        let folder = tempfile::tempdir().unwrap();
        let lesson = folder.path().join("lesson");
        std::fs::create_dir(&lesson).unwrap();
        let html = |text: &str| html(text, &lesson);
        let tags = html("a <script>alert(1)</script> **b**\n\n<img src=x onerror=a>").unwrap();
        assert!(tags.contains("&lt;script&gt;") && tags.contains("<strong>b</strong>"));
        assert!(
            !tags.contains("<script") && !tags.contains("<img"),
            "{tags}"
        );
        let bad =
            "[x](javascript:a) ![p](http://evil.example/x.png) ![q](file:///etc/passwd) a\u{202e}b";
        let shown = html(bad).unwrap();
        assert_eq!(shown, "<p>x p q a\\u{202e}b</p>\n");

        std::fs::write(lesson.join("p.png"), [1, 2, 3]).unwrap();
        std::fs::write(folder.path().join("secret.png"), [4]).unwrap();
        let shown = html("![a *roll*](p.png)").unwrap();
        assert!(
            shown.contains("<img src=\"data:image/png;base64,AQID\" alt=\"a roll\""),
            "{shown}"
        );
        let missing = html("![a](gone.png)").unwrap_err();
        assert_eq!(
            missing,
            "cannot show the picture gone.png: there is no such file"
        );
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("secret.png"), lesson.join("l.png"))
                .unwrap();
            assert!(
                html("![a](l.png)")
                    .unwrap_err()
                    .ends_with("not in the folder of the lesson")
            );
        }
    }
}
