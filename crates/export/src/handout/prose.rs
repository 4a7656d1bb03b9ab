//! Texts of a lesson as HTML, with their pictures.

use std::{fmt::Write as _, io, path::Path};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use pulldown_cmark::{Event, Parser, Tag, TagEnd, html::push_html};

use crate::figure::escaped;
use lessons::{MARKDOWN, Question, QuestionKind, SafeMarkdown, picture_type};
use system::io_words::why_not_read;
use tabular::printable::printable;

/// Largest size of a lesson's picture, in bytes: a screen in full colour is less.
const MOST_OF_A_PICTURE: u64 = 16 << 20;

/// Markdown of a lesson on its way to HTML.
pub(super) struct PageWriter<'a> {
    /// Folder of the lesson, where its pictures stand; `None` for a lesson that was not saved yet.
    pub folder: Option<&'a Path>,
    pub remarks: Vec<String>,
}

impl PageWriter<'_> {
    pub fn ask(&mut self, question: &Question, page: &mut String) {
        *page += "<div class=\"question\">\n";
        match (&question.paper, &question.kind) {
            (Some(paper), _) => self.markdown(paper, page),
            (None, QuestionKind::Choice { .. }) => self.markdown(&question.ask, page),
            (None, QuestionKind::Until(_)) => {
                self.markdown(&format!("*In the program:* {}", question.ask), page);
            }
        }
        if let QuestionKind::Choice { choices, .. } = &question.kind {
            *page += "<ol class=\"choices\">\n";
            for choice in choices {
                // Writing to a String cannot fail.
                let _ = writeln!(page, "<li>{}</li>", escaped(choice));
            }
            *page += "</ol>\n";
        }
        *page += "</div>\n";
    }

    pub fn answer(&mut self, question: &Question, page: &mut String) {
        if let QuestionKind::Choice { choices, right, .. } = &question.kind
            && let Some(choice) = choices.get(*right)
        {
            let letter = char::from(b'A' + *right as u8);
            // Writing to a String cannot fail.
            let _ = writeln!(
                page,
                "<p class=\"right\"><b>{letter}. {}</b></p>",
                escaped(choice)
            );
        }
        self.markdown(&question.because, page);
    }

    /// Writes Markdown as HTML. Tags inside it are shown and not obeyed; pictures come along from the lesson's folder,
    /// so that the page calls for nothing. Of a picture that cannot be read the words stay.
    pub fn markdown(&mut self, text: &str, page: &mut String) {
        let SafeMarkdown { text, .. } = SafeMarkdown::of(text);
        // Of each picture around a place, whether it is left out.
        let mut left_out: Vec<bool> = Vec::new();
        let events = Parser::new_ext(&text, MARKDOWN).filter_map(|event| match event {
            Event::Html(tag) | Event::InlineHtml(tag) => Some(Event::Text(tag)),
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let data = self.taken_along(&dest_url);
                left_out.push(data.is_none());
                Some(Event::Start(Tag::Image {
                    link_type,
                    dest_url: data?.into(),
                    title,
                    id,
                }))
            }
            Event::End(TagEnd::Image) if left_out.pop() == Some(true) => None,
            event => Some(event),
        });
        push_html(page, events);
    }

    /// Picture in a file of the lesson's folder as a `data:` address; `None`, with a remark, where it is left out.
    fn taken_along(&mut self, name: &str) -> Option<String> {
        let (Some(folder), Some(media)) = (self.folder, picture_type(name)) else {
            self.leave_out(name, "the lesson has no folder yet");
            return None;
        };
        match read_within(folder, name) {
            Ok(bytes) => Some(format!("data:{media};base64,{}", STANDARD.encode(bytes))),
            Err(error) => {
                self.leave_out(name, &why_not_read(&error));
                None
            }
        }
    }

    fn leave_out(&mut self, name: &str, reason: &str) {
        let remark = format!("the picture {} is left out: {reason}", printable(name));
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }
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
    use super::*;

    /// Markdown as HTML, with the remarks on it.
    fn html(text: &str, folder: &Path) -> (String, Vec<String>) {
        let mut html = String::new();
        let mut writer = PageWriter {
            folder: Some(folder),
            remarks: vec![],
        };
        writer.markdown(text, &mut html);
        (html, writer.remarks)
    }

    #[test]
    fn texts_of_others_neither_run_nor_call() {
        let folder = tempfile::tempdir().unwrap();
        let lesson = folder.path().join("lesson");
        std::fs::create_dir(&lesson).unwrap();
        let html = |text: &str| html(text, &lesson);
        let (tags, _) = html("a <script>alert(1)</script> **b**\n\n<img src=x onerror=a>");
        assert!(tags.contains("&lt;script&gt;") && tags.contains("<strong>b</strong>"));
        assert!(
            !tags.contains("<script") && !tags.contains("<img"),
            "{tags}"
        );
        let bad =
            "[x](javascript:a) ![p](http://evil.example/x.png) ![q](file:///etc/passwd) a\u{202e}b";
        let (shown, _) = html(bad);
        assert_eq!(shown, "<p>x p q a\\u{202e}b</p>\n");

        std::fs::write(lesson.join("p.png"), [1, 2, 3]).unwrap();
        std::fs::write(folder.path().join("secret.png"), [4]).unwrap();
        let (shown, remarks) = html("![a *roll*](p.png)");
        assert!(
            shown.contains("<img src=\"data:image/png;base64,AQID\" alt=\"a roll\""),
            "{shown}"
        );
        assert!(remarks.is_empty());
        let (shown, remarks) = html("![a *roll*](gone.png) ![b](p.png) ![c ![d](p.png)](gone.png)");
        assert!(shown.starts_with("<p>a <em>roll</em> <img src="), "{shown}");
        assert_eq!(shown.matches("<img").count(), 2, "{shown}");
        assert_eq!(
            remarks,
            ["the picture gone.png is left out: there is no such file"]
        );
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("secret.png"), lesson.join("l.png"))
                .unwrap();
            std::os::unix::fs::symlink("loop.png", lesson.join("loop.png")).unwrap();
            for (name, reason) in [
                ("l.png", "it is not in the folder of the lesson"),
                ("loop.png", "too many levels of symbolic links"),
            ] {
                let (shown, remarks) = html(&format!("![a]({name})"));
                assert_eq!(shown, "<p>a</p>\n");
                assert_eq!(
                    remarks,
                    [format!("the picture {name} is left out: {reason}")]
                );
            }
        }
    }
}
