//! Setup that a figure of this program carries inside its file.

use std::io::Cursor;

/// Keyword of the text chunk in a PNG that holds the setup line.
pub const PNG_KEYWORD: &str = "Setup";
/// Texts that precede the setup line in an SVG, and in the metadata of a PDF.
const MARKERS: [&str; 2] = [
    r#"<desc class="setup">"#,
    r#"<dc:description><rdf:Alt><rdf:li xml:lang="x-default">"#,
];

/// Returns true where a path has the extension of a picture.
pub fn is_picture(path: &std::path::Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["png", "svg", "pdf"]
        .iter()
        .any(|it| extension.eq_ignore_ascii_case(it))
}

/// Returns the setup line in the bytes of a PNG, an SVG or a PDF; `None` where there is none.
pub fn line_in(picture: &[u8]) -> Option<String> {
    if let Ok(reader) = png::Decoder::new(Cursor::new(picture)).read_info() {
        let mut texts = reader.info().utf8_text.iter();
        let text = texts.find(|text| text.keyword == PNG_KEYWORD)?;
        return text.get_text().ok().filter(|line| !line.is_empty());
    }
    let line = MARKERS.iter().find_map(|marker| {
        let marker = marker.as_bytes();
        let begin = picture
            .windows(marker.len())
            .position(|bytes| bytes == marker)?
            + marker.len();
        let rest = &picture[begin..];
        let end = rest.iter().position(|byte| *byte == b'<')?;
        std::str::from_utf8(&rest[..end]).ok()
    })?;
    let plain = [
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    let line = plain
        .iter()
        .fold(line.to_owned(), |line, (from, to)| line.replace(from, to));
    (!line.is_empty()).then_some(line)
}
