//! Handout: a lesson as one HTML page with its texts and pictures, which a browser prints.

mod prose;

use std::{fmt::Write as _, path::PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use prose::PageWriter;

use super::{ExportError, Figure, FigureSpec, figure::escaped};
use explorer::{
    analysis::{Analyzer, Watch},
    caption::caption,
    setup::{Panel, Setup, setup_line},
};
use kernel_pca::kpca::{CancelCheck, Tier};
use lessons::Lesson;

/// Schemes that the address of the program's page may have: it is opened by a click, and nothing else is to happen then.
const PAGE_SCHEMES: [&str; 3] = ["http", "https", "file"];

const STYLE: &str = "\
body { font: 11pt/1.5 'Inter', 'Segoe UI', 'Helvetica Neue', sans-serif; color: #12161a; \
margin: 2em auto; max-width: 46em; padding: 0 1em; }
h1 { font-size: 1.8em; margin-bottom: 0; } h2 { font-size: 1.25em; margin-top: 2em; }
section, figure, .question { break-inside: avoid; } h2, h3, .right { break-after: avoid; }
figure { margin: 1em 0; } img { width: 100%; }
figcaption, .summary, footer { color: #66707a; font-size: 0.9em; }
code { background: #eef0f2; border-radius: 3px; padding: 0 0.25em; font-family: inherit; }
table { border-collapse: collapse; } td, th { border-bottom: 1px solid #dde1e4; padding: 0.1em 0.8em; }
.question { border: 1px solid #dde1e4; border-radius: 4px; padding: 0 1em; margin: 1em 0; }
ol.choices { list-style-type: upper-alpha; }
";

/// Page of a lesson, with a sentence on each picture that could not be taken along.
#[derive(Debug, Clone, PartialEq)]
pub struct Handout {
    pub html: String,
    pub remarks: Vec<String>,
}

/// Path that a handout can be written to: its name ends in `.html` or `.htm`, or has no ending.
///
/// # Errors
/// When the name ends in anything else.
pub fn handout_path(path: PathBuf) -> Result<PathBuf, ExportError> {
    let is_page = path.extension().is_none_or(|extension| {
        ["html", "htm"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    });
    if is_page {
        Ok(path)
    } else {
        Err(ExportError::Handout(path.display().to_string()))
    }
}

/// Parses the address of the program's page.
///
/// # Errors
/// When it is none that a browser opens as a page: `http`, `https` or `file`.
pub fn page_address(text: &str) -> Result<String, String> {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    let is_page = scheme.is_some_and(|scheme| {
        PAGE_SCHEMES
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known))
    });
    if is_page && !text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        Ok(text.to_owned())
    } else {
        Err("must be an address that begins with http://, https:// or file://".to_owned())
    }
}

/// Writes the page: each step with its picture and its question; the answers stand at the end. Pictures lead to
/// the program's own page at `live`, where that is given. The number of steps done is reported to the observer.
///
/// # Errors
/// When a step's panels cannot be drawn; when cancelled.
pub fn handout(lesson: &Lesson, live: Option<&str>, watch: Watch<'_>) -> crate::Result<Handout> {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{title}</h1>\n<p class=\"summary\">{}, {} minutes</p>\n",
        escaped(&lesson.summary),
        lesson.draft.minutes,
        title = escaped(&lesson.title),
    );
    let mut writer = PageWriter {
        folder: lesson.folder.as_deref(),
        remarks: vec![],
    };
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
        writer.markdown(&step.text, &mut page);
        let hidden = step.question.as_ref().map_or(&[][..], |it| &it.hide);
        page += &drawn(&mut analyzer, (&step.setup, hidden), &step.heading)?;
        page += "</section>\n";
        if let Some(question) = &step.question {
            writer.ask(question, &mut page);
            let _ = writeln!(answers, "<h3>{number}. {heading}</h3>");
            writer.answer(question, &mut answers);
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
    let PageWriter { remarks, .. } = writer;
    Ok(Handout {
        html: page,
        remarks,
    })
}

/// Picture of a setup's panels, without the `hidden` ones, as an HTML figure with its caption below; empty where no
/// panel is left.
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
    // Browsers have fonts of their own, and the panels' room was measured with this one.
    let svg = Figure::of(&analysis, &setup, &spec, cancelled)?.outlined(cancelled)?;
    let link = live.and_then(|page| live_link(page, &setup));
    let link = link.map_or_else(String::new, |link| {
        format!(" · <a href=\"{}\">live</a>", escaped(&link))
    });
    Ok(format!(
        "<figure><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\">\n<figcaption>{}{link}</figcaption></figure>\n",
        escaped(name),
        STANDARD.encode(svg),
        escaped(&caption(&setup, &analysis, &spec.panels, spec.titles)),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use lessons::find_lesson;

    #[test]
    fn a_lesson_becomes_a_page_with_its_pictures() {
        let (_, lesson) = find_lesson("small-gamma").unwrap();
        let written = |live| handout(&lesson, live, Watch::new(&Arc::default(), &|| false));
        let Handout {
            html: page,
            remarks,
        } = written(Some("https://example.org/kpca")).unwrap();
        assert!(remarks.is_empty(), "{remarks:?}");
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
        // A browser's own fonts would be wider or narrower than the room that titles have.
        let pictures_as_text = page.split("data:image/svg+xml;base64,").skip(1);
        for text in pictures_as_text.filter_map(|it| it.split('"').next()) {
            let svg = String::from_utf8(STANDARD.decode(text).unwrap()).unwrap();
            assert!(svg.contains("<path") && !svg.contains("<text"), "{svg}");
        }
        // Captions give the formula, and not the time that it took on somebody's machine.
        assert!(page.contains("exp(−0.0001") && !page.contains(" ms "));
        let live = "<a href=\"https://example.org/kpca#version=1,%20";
        assert_eq!(page.matches(live).count(), pictures);
        let paper = written(None).unwrap().html;
        assert!(
            !paper.contains("<a href")
                && paper.contains("How can the two pictures be made the same?")
        );
    }

    #[test]
    fn the_page_of_the_program_is_one_that_a_browser_opens() {
        for good in ["http://a.b/c", "HTTPS://a.b", "file:///home/me/index.html"] {
            assert_eq!(page_address(good).as_deref(), Ok(good));
        }
        for bad in [
            "javascript:alert(1)",
            "javascript://%0aalert(1)",
            "data:text/html,a",
            "vbscript:a",
            "ftp://a.b",
            "//a.b",
            "a.b",
            "",
            " http://a.b",
            "http://a.b/\nc",
        ] {
            assert!(page_address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_handout_is_a_page() {
        for good in ["a.html", "a.HTM", "/dev/stdout"] {
            assert_eq!(handout_path(good.into()), Ok(good.into()));
        }
        for bad in ["a.pdf", "a.docx", "a.html.gz"] {
            let error = handout_path(bad.into()).unwrap_err().to_string();
            assert_eq!(error, format!("{bad}: a handout's name must end in .html"));
        }
    }
}
