//! Spec of a figure: its panels, size and format.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::ExportError;
use chart::{Ranges, Tone};
use explorer::panel::Panel;
use kernel_pca::objects::Labels;

/// Largest number of pixels along a side of a figure.
const LARGEST_SIDE: u32 = 20_000;
/// Resolution that journals ask for, in dots per inch.
pub const PRINT_DPI: u32 = 300;
pub const MILLIMETRES_PER_INCH: f64 = 25.4;
/// Dots per millimetre at [`PRINT_DPI`].
const DOTS_PER_MILLIMETRE: f64 = PRINT_DPI as f64 / MILLIMETRES_PER_INCH;
/// Widths of one column and of the text of a page, in millimetres.
const COLUMN: f64 = 85.0;
const TEXT: f64 = 180.0;
/// Height of small letters on paper, in points: journals ask for 6 at least, which notes have then too.
const PRINT_LETTERS: f64 = 7.0;
/// Height of small letters on a slide of 12 × 6.75 inches, in points: a thirtieth of its height, which the last row reads.
const SLIDE_LETTERS: f64 = 16.0;
/// Least height of letters on a slide, in points.
pub(super) const SLIDE_LEAST: f64 = 12.0;
/// Largest number of panels of a slide whose letters are [`SLIDE_LETTERS`] points high.
pub(super) const SLIDE_PANELS: usize = 3;
/// Height of small letters on a slide of more panels, in points: with larger ones plots take less than two fifths of
/// the slide.
const FULL_SLIDE_LETTERS: f64 = 14.0;
/// Least height of letters on paper, in points: that asked for by journals.
const PRINT_LEAST: f64 = 6.0;
/// Number of classes from which print gives them shapes besides colours: Okabe and Ito's first two are 25 apart in lightness
/// (CIE L*), the third is 12 from one of them.
const PRINT_SHAPES: usize = 3;
/// Heights that letters of figures may have, in points.
const LETTERS: std::ops::RangeInclusive<f64> = 3.0..=72.0;
/// Height of a page's text, in millimetres.
const PAGE: f64 = 230.0;

/// Panels of a figure, its size and its look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a part that a figure has or lacks"
)]
pub struct FigureSpec {
    /// Panels in reading order.
    pub panels: Vec<Panel>,
    /// Number of panels side by side; `None` lets the sheet's shape decide.
    pub columns: Option<usize>,
    /// Width, and below height, of a PNG in pixels; at `dpi` they give the size on paper, which all formats share.
    pub width: u32,
    pub height: u32,
    /// Dots per inch: more of them make text and dots larger in pixels, not on paper.
    pub dpi: u32,
    /// Height of small letters, those of ticks and names of axes, in points on paper; titles are 9/7 as high, notes
    /// 10/11. Dots and lines go with them.
    pub font_size: f64,
    /// Least height of letters on paper, in points; texts that would be smaller are left out.
    pub least_points: f64,
    /// Least number of classes that have shapes besides colours; `None` leaves it to the view.
    pub shapes_from: Option<usize>,
    pub tone: Tone,
    /// Leaves out the background.
    pub transparent: bool,
    pub titles: bool,
    /// Draws legends and colour bars.
    pub keys: bool,
    /// Draws remarks below plots.
    pub notes: bool,
    /// Cuts off what is blank below and above the panels, and beside them unless `keeps_width`.
    pub crop: bool,
    /// Keeps the width that was asked for where the sheet is cut.
    pub keeps_width: bool,
    /// Draws a line at the foot with data, scaling and kernel.
    pub caption: bool,
    /// Panels that show a part of their chart, each with the ranges shown.
    #[serde(skip)]
    pub zoom: Vec<(Panel, Ranges)>,
}

impl Default for FigureSpec {
    fn default() -> Self {
        Self {
            panels: Panel::USUAL.to_vec(),
            columns: None,
            width: 2000,
            height: 1250,
            dpi: 192,
            font_size: 8.0,
            least_points: PRINT_LEAST,
            shapes_from: None,
            tone: Tone::Light,
            transparent: false,
            titles: true,
            keys: true,
            notes: true,
            crop: false,
            keeps_width: false,
            caption: true,
            zoom: Vec::new(),
        }
    }
}

listed! {
    /// File format of a figure.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Format {
        Png => "png",
        Svg => "svg",
        Pdf => "pdf",
    }
    /// Usual extension of a file's name.
    fn extension
}

impl Format {
    /// Format that a file name's extension asks for.
    ///
    /// # Errors
    /// When it is none of those that can be written.
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        let extension = path.extension().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|format| extension.eq_ignore_ascii_case(format.extension()))
            .ok_or_else(|| ExportError::Format(path.display().to_string()))
    }
}

listed! {
    /// Size that figures are often wanted in.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Preset {
        /// Slide of 1920 × 1080 pixels, legible from the last row.
        Slide => "slide",
        /// Width of one of a page's two columns: 85 mm at 300 dpi.
        SingleColumn => "single-column",
        /// Width of a page's text: 180 mm at 300 dpi.
        DoubleColumn => "double-column",
    }
    /// Name on the command line.
    fn name
}

impl Preset {
    /// Name in menus.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Slide => "Slide 16:9",
            Self::SingleColumn => "Single column",
            Self::DoubleColumn => "Double column",
        }
    }

    /// Width on paper in millimetres; `None` for a slide.
    #[must_use]
    pub fn millimetres(self) -> Option<f64> {
        match self {
            Self::Slide => None,
            Self::SingleColumn => Some(COLUMN),
            Self::DoubleColumn => Some(TEXT),
        }
    }

    /// Returns true where the preset is a width on paper, whose height depends on what it shows.
    #[must_use]
    pub fn is_on_paper(self) -> bool {
        self.millimetres().is_some()
    }

    /// Sets width, height, resolution and height of letters, and for print shapes of classes; on paper the height depends on
    /// the number and arrangement of the panels.
    #[must_use]
    pub fn apply(self, spec: FigureSpec) -> FigureSpec {
        let panels = spec.panels.len().max(1);
        let paper = |width: f64, most_across: usize| {
            let across = spec.columns.unwrap_or(most_across).clamp(1, panels);
            let rows = panels.div_ceil(across) as f64;
            // Axis labels, key and title take about the same on every panel.
            let row = (0.72 * width / across as f64).clamp(62.0, 110.0) + 8.0;
            let pixels = |millimetres: f64| (millimetres * DOTS_PER_MILLIMETRE).round() as u32;
            let height = pixels((rows * row).min(PAGE));
            (pixels(width), height, PRINT_DPI, PRINT_LETTERS)
        };
        let is_full = spec.panels.len() > SLIDE_PANELS;
        let (width, height, dpi, font_size) = match self {
            Self::Slide if is_full => (1920, 1080, 160, FULL_SLIDE_LETTERS),
            Self::Slide => (1920, 1080, 160, SLIDE_LETTERS),
            Self::SingleColumn => paper(COLUMN, 1),
            Self::DoubleColumn => paper(TEXT, 3),
        };
        FigureSpec {
            width,
            height,
            dpi,
            font_size,
            least_points: if self.is_on_paper() {
                PRINT_LEAST
            } else {
                SLIDE_LEAST
            },
            shapes_from: self.is_on_paper().then_some(PRINT_SHAPES),
            ..spec
        }
    }

    /// Preset that a figure's size comes from, if any, whether or not it kept the preset's shapes.
    #[must_use]
    pub fn of(spec: &FigureSpec) -> Option<Self> {
        let resized = |preset: &Self| FigureSpec {
            shapes_from: spec.shapes_from,
            ..preset.apply(spec.clone())
        };
        let mut all = Self::ALL.into_iter();
        all.find(|preset| resized(preset) == *spec)
    }
}

impl FigureSpec {
    /// Puts other panels into the figure, in so many columns; a figure made for a preset gets the preset's size for
    /// them.
    #[must_use]
    pub fn rearranged(self, panels: Vec<Panel>, columns: Option<usize>) -> Self {
        let preset = Preset::of(&self);
        let figure = Self {
            panels,
            columns,
            ..self
        };
        match preset {
            Some(preset) => Self {
                shapes_from: figure.shapes_from,
                ..preset.apply(figure)
            },
            None => figure,
        }
    }

    /// Returns true where the figure gives these classes shapes, whatever the view says.
    #[must_use]
    pub fn has_shapes(&self, labels: &Labels) -> bool {
        matches!((labels, self.shapes_from), (Labels::Classes { names, .. }, Some(from)) if names.len() >= from)
    }

    /// Returns true where a sheet of this size can be drawn.
    #[must_use]
    pub fn has_size(&self) -> bool {
        let side = 1..=LARGEST_SIDE;
        let has_letters = LETTERS.contains(&self.font_size);
        side.contains(&self.width) && side.contains(&self.height) && self.dpi > 0 && has_letters
    }

    pub(super) fn check(&self) -> Result<(), ExportError> {
        if self.panels.is_empty() {
            return Err(ExportError::Draw("it has no panel".into()));
        }
        self.check_size()
    }

    /// Checks that a sheet of this size can be drawn.
    ///
    /// # Errors
    /// When a side, the resolution or the height of letters is out of range.
    pub fn check_size(&self) -> Result<(), ExportError> {
        if !self.has_size() {
            return Err(ExportError::Draw(format!(
                "width and height must be 1 to {LARGEST_SIDE} pixels, the resolution at least 1 dpi and letters {} to {} points",
                LETTERS.start(),
                LETTERS.end()
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_names_the_format() {
        assert_eq!(Format::of(Path::new("a/b.PNG")), Ok(Format::Png));
        assert_eq!(Format::of(Path::new("b.c.svg")), Ok(Format::Svg));
        let error = Format::of(Path::new("figure.gif")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "figure.gif: a figure's name must end in .png, .svg or .pdf"
        );
        assert!(Format::of(Path::new("png")).is_err());
    }

    #[test]
    fn presets_have_their_width_on_paper() {
        for (preset, millimetres) in [(Preset::SingleColumn, 85.0), (Preset::DoubleColumn, 180.0)] {
            let spec = preset.apply(FigureSpec::default());
            let width = f64::from(spec.width) / f64::from(spec.dpi) * MILLIMETRES_PER_INCH;
            assert!((width - millimetres).abs() < 0.1);
            let one = preset.apply(FigureSpec {
                panels: vec![Panel::Kpca],
                ..spec.clone()
            });
            assert!(one.height < spec.height && spec.check().is_ok());
            assert_eq!(Preset::of(&one), Some(preset));
            let wider = FigureSpec {
                width: one.width + 1,
                ..one
            };
            assert_eq!(Preset::of(&wider), None);
        }
    }

    #[test]
    fn a_figure_must_have_panels_and_area() {
        let spec = FigureSpec::default();
        assert!(spec.check().is_ok());
        for broken in [
            FigureSpec {
                panels: vec![],
                ..spec.clone()
            },
            FigureSpec {
                width: 0,
                ..spec.clone()
            },
            FigureSpec {
                height: 1_000_000,
                ..spec.clone()
            },
            FigureSpec {
                dpi: 0,
                ..spec.clone()
            },
        ] {
            assert!(broken.check().is_err());
        }
    }
}
