//! A lesson on paper: one HTML page with its texts and pictures, which a browser prints.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use pulldown_cmark::{Event, Options, Parser, html::push_html};

use super::{FigureSpec, Format, caption::caption, render};
use crate::{
    analysis::{Analyzer, Progress},
    kpca::{Cancelled, Solver, Tier},
    lesson::{Lesson, Question, QuestionKind},
    setup::Setup,
};

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

/// The page: each step with its picture and its question; the answers stand at the end.
///
/// # Errors
/// When a step's picture cannot be made.
pub fn handout(lesson: &Lesson) -> crate::Result<String> {
    handout_telling(lesson, &Progress::default(), &|| false)
}

/// The same, telling `progress` how many steps are done.
///
/// # Errors
/// Those of [`handout`]; when cancelled.
pub fn handout_telling(
    lesson: &Lesson,
    progress: &Progress,
    cancelled: Cancelled<'_>,
) -> crate::Result<String> {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{title}</h1>\n<p class=\"summary\">{}, {} minutes</p>\n",
        escaped(&lesson.summary),
        lesson.minutes,
        title = escaped(&lesson.title),
    );
    let mut answers = String::new();
    let mut analyzer = Analyzer::default();
    for (i, step) in lesson.steps.iter().enumerate() {
        progress.parts(i, lesson.steps.len());
        let number = i + 1;
        let heading = escaped(&step.heading);
        // Writing to a String cannot fail.
        let _ = writeln!(page, "<section>\n<h2>{number}. {heading}</h2>");
        markdown(&step.text, &mut page);
        page += &picture(&mut analyzer, &step.setup, &step.heading, cancelled)?;
        page += "</section>\n";
        if let Some(question) = &step.question {
            ask(question, &mut page);
            let _ = writeln!(answers, "<h3>{number}. {heading}</h3>");
            answer(question, &mut answers);
            if let Some(after) = &question.after {
                answers += &picture(&mut analyzer, after, "The answer", cancelled)?;
            }
        }
    }
    if !answers.is_empty() {
        let _ = write!(page, "<h2>Answers</h2>\n{answers}");
    }
    page += "<footer>Made with Kernel PCA Explorer</footer>\n</html>\n";
    Ok(page)
}

fn ask(question: &Question, page: &mut String) {
    *page += "<div class=\"question\">\n";
    markdown(&question.ask, page);
    if let QuestionKind::Choice { choices, .. } = &question.kind {
        *page += "<ol class=\"choices\">\n";
        for choice in choices {
            let _ = writeln!(page, "<li>{}</li>", escaped(choice));
        }
        *page += "</ol>\n";
    }
    *page += "</div>\n";
}

fn answer(question: &Question, page: &mut String) {
    if let QuestionKind::Choice { choices, right } = &question.kind
        && let Some(choice) = choices.get(*right)
    {
        let letter = char::from(b'A' + *right as u8);
        let _ = writeln!(page, "<p><b>{letter}. {}</b></p>", escaped(choice));
    }
    markdown(&question.because, page);
}

/// The panels of a setup as they stand in a figure, with what they were made from below.
fn picture(
    analyzer: &mut Analyzer,
    setup: &Setup,
    name: &str,
    cancelled: Cancelled<'_>,
) -> crate::Result<String> {
    let mut setup = setup.clone();
    setup.view.panels = setup.view.places();
    let analysis = analyzer.run(&setup, Tier::Exact, Solver::Auto, cancelled)?;
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
    let png = render(&analysis, &setup, &spec, Format::Png)?;
    Ok(format!(
        "<figure><img alt=\"{}\" src=\"data:image/png;base64,{}\">\n<figcaption>{}</figcaption></figure>\n",
        escaped(name),
        STANDARD.encode(png),
        escaped(&caption(&setup, &analysis)),
    ))
}

/// Markdown as HTML; tags that stand in it are shown and not obeyed.
fn markdown(text: &str, page: &mut String) {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(tag) | Event::InlineHtml(tag) => Event::Text(tag),
        event => event,
    });
    push_html(page, events);
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::find_lesson;

    #[test]
    fn a_lesson_becomes_a_page_with_its_pictures() {
        let (_, lesson) = find_lesson("small-gamma").unwrap();
        let page = handout(&lesson).unwrap();
        let after = lesson
            .steps
            .iter()
            .filter_map(|it| it.question.as_ref()?.after.as_ref());
        let pictures = lesson.steps.len() + after.count();
        assert_eq!(page.matches("data:image/png").count(), pictures);
        for step in &lesson.steps {
            assert!(page.contains(&escaped(&step.heading)), "{}", step.heading);
        }
        assert!(page.contains("<h2>Answers</h2>") && page.contains("<b>B. 0.0164</b>"));
        // What a picture is made from, and not how long that took on somebody's machine.
        assert!(page.contains("exp(−0.0001") && !page.contains(" ms "));
        let mut html = String::new();
        markdown("a <script>alert(1)</script> **b**", &mut html);
        assert!(html.contains("&lt;script&gt;") && html.contains("<strong>b</strong>"));
    }
}
