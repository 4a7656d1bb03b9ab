//! Description of a figure inside its file.

use chart::paper::svg::escaped;
use explorer::setup::PNG_KEYWORD;

/// Title, setup line, and the program's name with its version.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct About {
    pub title: String,
    pub setup: String,
    pub version: String,
}

impl About {
    /// Keywords and texts for a PNG.
    pub fn entries(&self) -> [(&'static str, String); 3] {
        [
            ("Title", self.title.clone()),
            (PNG_KEYWORD, self.setup.clone()),
            ("Software", self.version.clone()),
        ]
    }

    /// Elements for the head of an SVG.
    pub fn as_svg(&self) -> String {
        format!(
            r#"<title>{}</title><desc class="setup">{}</desc><metadata>{}</metadata>"#,
            escaped(&self.title),
            escaped(&self.setup),
            escaped(&self.version)
        )
    }
}
