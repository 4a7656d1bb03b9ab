//! What picture is taken away, and where to.

use std::path::PathBuf;

use super::Destination;
use crate::{
    export::{FigureSpec, Format},
    view::{Panel, Tone},
};

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    AllPanels,
    Panel(Panel),
}

/// The save dialog's state.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureOptions {
    pub subject: Subject,
    pub to: Destination,
    pub width: u32,
    pub height: u32,
    pub dpi: u32,
    pub tone: Tone,
    pub transparent: bool,
}

impl PictureOptions {
    #[must_use]
    pub fn new(subject: Subject) -> Self {
        let spec = FigureSpec::default();
        let (width, height) = match subject {
            Subject::AllPanels => (spec.width, spec.height),
            Subject::Panel(_) => (1200, 1000),
        };
        Self {
            subject,
            to: Destination::default(),
            width,
            height,
            dpi: spec.dpi,
            tone: Tone::Light,
            transparent: false,
        }
    }

    /// `places` is what the window shows.
    #[must_use]
    pub fn spec(&self, places: [Panel; 5]) -> FigureSpec {
        FigureSpec {
            panels: match self.subject {
                Subject::AllPanels => places.to_vec(),
                Subject::Panel(panel) => vec![panel],
            },
            width: self.width,
            height: self.height,
            dpi: self.dpi,
            tone: self.tone,
            transparent: self.transparent,
            ..FigureSpec::default()
        }
    }

    /// Where to write: a bare name goes to the user's pictures or home folder, and a name without
    /// an extension becomes a PNG.
    #[must_use]
    pub fn target(&self) -> PathBuf {
        self.to.target("png", default_folder().as_deref())
    }

    /// The format that the target's extension names.
    ///
    /// # Errors
    /// A sentence that lists the formats there are.
    pub fn format(&self) -> Result<Format, String> {
        let target = self.target();
        let extension = target.extension().unwrap_or_default().to_string_lossy();
        match extension.to_lowercase().as_str() {
            "png" => Ok(Format::Png),
            "svg" => Ok(Format::Svg),
            "pdf" => Ok(Format::Pdf),
            other => Err(format!(
                "“.{other}” is no picture format here: use .png, .svg or .pdf"
            )),
        }
    }
}

/// Where pictures go that are given without a folder.
fn default_folder() -> Option<PathBuf> {
    let dirs = directories::UserDirs::new()?;
    let pictures = dirs.picture_dir().filter(|folder| folder.is_dir());
    Some(pictures.unwrap_or_else(|| dirs.home_dir()).to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_extension_names_the_format_and_png_is_the_default() {
        let options = |path: &str| PictureOptions {
            to: Destination {
                path: path.into(),
                ..Destination::default()
            },
            ..PictureOptions::new(Subject::AllPanels)
        };
        assert_eq!(options("/tmp/a").target(), Path::new("/tmp/a.png"));
        assert_eq!(options("/tmp/a.SVG").format(), Ok(Format::Svg));
        assert_eq!(options("/tmp/a.pdf").format(), Ok(Format::Pdf));
        assert!(options("/tmp/a.gif").format().unwrap_err().contains(".gif"));
    }
}
