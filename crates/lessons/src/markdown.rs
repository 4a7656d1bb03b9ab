//! Markdown of others, made fit to be shown: nothing in it runs, reads a file or calls the network.

use std::{borrow::Cow, ops::Range};

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use tabular::printable::{brief, is_unseen, shortened};

/// Options of the Markdown that the window's viewer reads; a handout reads the same, so that both find the same
/// links.
pub const MARKDOWN: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_DEFINITION_LIST);

/// Schemes that the address of a link may have.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// Extensions of picture files that may stand in a lesson, with their media types.
const PICTURES: [(&str, &str); 5] = [
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
];

/// Largest number of characters of an address that is quoted in a remark.
const LONGEST_ADDRESS: usize = 60;

/// Markdown that may be shown, with one remark for each thing that was removed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SafeMarkdown {
    pub text: String,
    pub removed: Vec<String>,
}

impl SafeMarkdown {
    /// Removes from Markdown every link but those to http, https, mailto and a place of the page, and every
    /// picture but those beside the lesson; the words in them stay. Characters that cannot be seen are written
    /// out.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut safe = Self {
            text: visible(text).into_owned(),
            removed: vec![],
        };
        // Text inside a removed link may be a link itself. Each round makes the text shorter.
        loop {
            let found = refused(&safe.text);
            if found.is_empty() {
                return safe;
            }
            // From behind, so that places stay right.
            for refused in found.iter().rev() {
                let words = safe.text[refused.words.clone()].to_owned();
                safe.text.replace_range(refused.whole.clone(), &words);
            }
            safe.removed.extend(found.into_iter().map(|it| it.reason));
        }
    }
}

/// Link or picture that is not shown.
struct RefusedLink {
    whole: Range<usize>,
    /// Range of the link's or picture's words, which stay in the text.
    words: Range<usize>,
    reason: String,
}

/// Finds the outermost links and pictures that are not shown, in the order of the text.
fn refused(text: &str) -> Vec<RefusedLink> {
    let mut found: Vec<RefusedLink> = Vec::new();
    // Depth of nesting inside the last one found.
    let mut depth = 0;
    for (event, range) in Parser::new_ext(text, MARKDOWN).into_offset_iter() {
        if depth > 0 {
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                _ => {}
            }
            if let Some(last) = found.last_mut().filter(|_| depth > 0) {
                if last.words.is_empty() {
                    last.words = range;
                } else {
                    last.words.end = last.words.end.max(range.end);
                }
            }
            continue;
        }
        let reason = match &event {
            Event::Start(Tag::Link {
                dest_url,
                link_type,
                ..
            }) if *link_type != LinkType::Email && !may_lead_to(dest_url) => format!(
                "a link to {} is left out: links are http, https, mailto or begin with #",
                shortened(dest_url, LONGEST_ADDRESS)
            ),
            Event::Start(Tag::Image { dest_url, .. }) if picture_type(dest_url).is_none() => {
                format!(
                    "the picture {} is left out: pictures stand in the folder of the lesson, as PNG, JPEG, GIF or WebP",
                    shortened(dest_url, LONGEST_ADDRESS)
                )
            }
            _ => continue,
        };
        depth = 1;
        found.push(RefusedLink {
            words: range.start..range.start,
            whole: range,
            reason,
        });
    }
    found
}

/// Returns true where a link may be followed.
fn may_lead_to(address: &str) -> bool {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme);
    address.starts_with('#')
        || scheme.is_some_and(|it| SCHEMES.iter().any(|known| it.eq_ignore_ascii_case(known)))
}

/// Media type of a picture beside a lesson, by the name of its file; `None` for a path that leaves the folder, and for
/// other kinds of file.
#[must_use]
pub fn picture_type(address: &str) -> Option<&'static str> {
    let leads_out = address.contains([':', '\\', '%', '?', '#'])
        || address.starts_with('/')
        || address.split('/').any(|part| part == "..");
    let (_, extension) = address.rsplit_once('.')?;
    let mut known = PICTURES.iter().filter(|_| !leads_out);
    let found = known.find(|(known, _)| extension.eq_ignore_ascii_case(known));
    found.map(|(_, media)| *media)
}

/// Replaces each picture by its words, for a viewer that draws no pictures. The result is not yet safe.
#[must_use]
pub fn without_pictures(text: &str) -> Cow<'_, str> {
    let mut pictures: Vec<(Range<usize>, String)> = Vec::new();
    // Pictures may stand in the words of one.
    let mut depth = 0;
    for (event, range) in Parser::new_ext(text, MARKDOWN).into_offset_iter() {
        match event {
            Event::Start(Tag::Image { .. }) => {
                if depth == 0 {
                    pictures.push((range, String::new()));
                }
                depth += 1;
            }
            Event::End(TagEnd::Image) => depth -= 1,
            Event::Text(word) | Event::Code(word) if depth > 0 => {
                if let Some((_, words)) = pictures.last_mut() {
                    words.push_str(&word);
                }
            }
            _ => {}
        }
    }
    let mut shown = Cow::Borrowed(text);
    for (range, words) in pictures.into_iter().rev() {
        // Nothing in them is Markdown any more.
        let words = brief(words.trim()).replace(['[', ']', '<', '>', '`', '(', ')'], " ");
        shown.to_mut().replace_range(range, &format!("“{words}”"));
    }
    shown
}

/// Text of several lines, in which characters that cannot be seen or would turn the direction of writing are
/// written out.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| is_unseen(c) && !matches!(c, '\n' | '\t');
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        if is_hidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn safe(text: &str) -> (String, usize) {
        let SafeMarkdown { text, removed } = SafeMarkdown::of(text);
        (text, removed.len())
    }

    #[test]
    fn links_lead_to_pages_alone() {
        for good in [
            "[x](https://example.org/a?b=1)",
            "[x](HTTP://example.org)",
            "<https://example.org>",
            "<someone@example.org>",
            "[x](mailto:someone@example.org)",
            "[x](#part)",
            "a | b\n-|-\n1 | 2",
            "`[x](javascript:a)` and <b>tags</b>",
        ] {
            assert_eq!(safe(good), (good.to_owned(), 0));
        }
        for (bad, left) in [
            ("a [x](javascript:alert(1)) b", "a x b"),
            ("[*x* `y`](JaVaScRiPt:alert(1))", "*x* `y`"),
            ("[x](java&#115;cript:alert)", "x"),
            ("[x](<data:text/html,a b> \"t\")", "x"),
            ("[x](vbscript:a)", "x"),
            ("[x](file:///etc/passwd)", "x"),
            ("[x](//evil.example)", "x"),
            ("[x](other.html)", "x"),
            ("[](ftp://evil.example)", ""),
            ("<javascript:alert>", "javascript:alert"),
            ("[x]\n\n[x]: javascript:a", "x\n\n[x]: javascript:a"),
            ("| a |\n|---|\n| [x](data:a) |", "| a |\n|---|\n| x |"),
        ] {
            let (text, removed) = safe(bad);
            assert_eq!((text.as_str(), removed), (left, 1), "{bad}");
        }
    }

    #[test]
    fn what_comes_to_light_within_a_link_is_looked_at_too() {
        let (text, removed) = safe("[![a](https://evil.example/a.png)](javascript:a) [b](data:b)");
        assert_eq!((text.as_str(), removed), ("a b", 3));
        let (text, _) = safe("<<javascript:a>javascript:b>");
        assert!(refused(&text).is_empty(), "{text}");
    }

    #[test]
    fn pictures_stand_beside_the_lesson() {
        for good in ["![a](roll.png)", "![a](pictures/roll.JPG)"] {
            assert_eq!(safe(good), (good.to_owned(), 0));
        }
        for bad in [
            "http://evil.example/p.png",
            "file:///etc/passwd",
            "data:image/png;base64,AAAA",
            "/etc/a.png",
            "../a.png",
            "a/%2e%2e/b.png",
            "//evil.example/a.png",
            "\\\\\\\\evil\\\\a.png",
            "a.svg",
            "a",
        ] {
            assert_eq!(
                safe(&format!("![words]({bad})")),
                ("words".to_owned(), 1),
                "{bad}"
            );
        }
        assert_eq!(
            without_pictures("see ![a *roll*](roll.png)."),
            "see “a roll”."
        );
        assert_eq!(
            without_pictures("![a][r] ![b](b.png)\n\n[r]: a.png"),
            "“a” “b”\n\n[r]: a.png"
        );
        assert_eq!(without_pictures("plain"), "plain");
    }

    #[test]
    fn what_turns_the_direction_of_writing_is_seen() {
        assert_eq!(visible("a\n\tb"), "a\n\tb");
        let hidden = "a\u{202e}b\u{1b}[0m\u{200b}\r\nc\rd";
        assert_eq!(visible(hidden), "a\\u{202e}b\\u{1b}[0m\\u{200b}\nc\\rd");
    }
}
