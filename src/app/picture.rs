//! Picture export: its panels, its look, and its destination.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Destination;
use explorer::{panel::Panel, setup::Wishes};
use export::{FigureSpec, Format, Preset, Snippet};
use system::pictures_folder;

/// Panels that a picture starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// All panels on the screen.
    AllPanels,
    Panel(Panel),
}

/// State of the dialog that saves a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureOptions {
    pub subject: Subject,
    pub to: Destination,
    pub figure: FigureSpec,
    /// Author's words, colours and sizes, which go into the setup with the figure.
    pub wishes: Box<Wishes>,
    /// True where classes have shapes besides colours; kept in the setup with the wishes.
    pub shapes: bool,
    /// Lines for a document that are written beside the figure.
    pub snippet: Option<Snippet>,
    /// True where plots show the parts that the user zoomed to, false where they show all of their data.
    pub as_zoomed: bool,
}

impl PictureOptions {
    /// Changes the panels and columns of the figure; a preset keeps its width and adapts the height.
    pub fn arrange(&mut self, panels: Vec<Panel>, columns: Option<usize>) {
        self.figure = self.figure.clone().rearranged(panels, columns);
    }

    /// Path to write to: a bare name goes to the last folder saved in, else to the user's pictures or home folder, and
    /// a name without an extension becomes a PNG.
    #[must_use]
    pub fn target(&self) -> PathBuf {
        self.to.target("png", pictures_folder().as_deref())
    }

    /// Format that the target's extension names.
    ///
    /// # Errors
    /// A sentence that lists the formats there are.
    pub fn format(&self) -> Result<Format, String> {
        Format::of(&self.target()).map_err(|error| error.to_string())
    }
}

/// Looks of the last figures: those of all panels, of one, and of A against B. An empty list of panels stands for those
/// that the window shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Figures {
    several: FigureSpec,
    single: FigureSpec,
    /// Look of A against B, which is a slide at first.
    compared: FigureSpec,
}

/// Kind of figure whose last look is remembered.
enum Look {
    Several,
    Single,
    /// A pinned picture beside a live one, and no other panel.
    Compared,
}

impl Look {
    fn of(subject: Subject, panels: &[Panel]) -> Self {
        match subject {
            Subject::Panel(_) => Self::Single,
            Subject::AllPanels => match panels {
                [pin, live] if pin.letter().is_some() && live.letter().is_none() => Self::Compared,
                _ => Self::Several,
            },
        }
    }
}

impl Default for Figures {
    fn default() -> Self {
        let several = FigureSpec {
            panels: vec![],
            ..FigureSpec::default()
        };
        Self {
            single: FigureSpec {
                width: 1200,
                height: 1000,
                ..several.clone()
            },
            compared: Preset::Slide.apply(several.clone()),
            several,
        }
    }
}

impl Figures {
    /// Returns true where the figures have a size that can be drawn: a file may hold anything.
    pub(super) fn can_be_drawn(&self) -> bool {
        let all = [&self.several, &self.single, &self.compared];
        all.into_iter().all(FigureSpec::has_size)
    }

    /// Figure with the look of the last one of this subject, of `panels` unless others were chosen for the last.
    pub(super) fn figure(&self, subject: Subject, panels: Vec<Panel>) -> FigureSpec {
        let last = match Look::of(subject, &panels) {
            Look::Several => &self.several,
            Look::Single => &self.single,
            Look::Compared => &self.compared,
        };
        if last.panels.is_empty() {
            last.clone().rearranged(panels, last.columns)
        } else {
            last.clone()
        }
    }

    /// Remembers a figure's look, with its panels where these were changed from the initial `panels`.
    pub(super) fn keep(&mut self, subject: Subject, mut figure: FigureSpec, panels: &[Panel]) {
        if figure.panels == panels || subject != Subject::AllPanels {
            let columns = figure.columns;
            figure = figure.rearranged(vec![], columns);
        }
        match Look::of(subject, panels) {
            Look::Several => self.several = figure,
            Look::Single => self.single = figure,
            Look::Compared => self.compared = figure,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn options(path: &str) -> PictureOptions {
        PictureOptions {
            subject: Subject::AllPanels,
            to: Destination {
                path: path.into(),
                ..Destination::default()
            },
            figure: FigureSpec::default(),
            wishes: Box::default(),
            shapes: false,
            snippet: None,
            as_zoomed: true,
        }
    }

    #[test]
    fn the_extension_names_the_format_and_png_is_the_default() {
        assert_eq!(options("/tmp/a").target(), Path::new("/tmp/a.png"));
        assert_eq!(options("/tmp/a.SVG").format(), Ok(Format::Svg));
        assert_eq!(options("/tmp/a.pdf").format(), Ok(Format::Pdf));
        assert!(options("/tmp/a.gif").format().unwrap_err().contains(".gif"));
    }

    #[test]
    fn a_preset_stays_one_when_panels_come_and_go() {
        let mut options = options("");
        options.arrange(vec![Panel::Kpca], None);
        assert_eq!((options.figure.width, options.figure.height), (2000, 1250));
        options.figure = Preset::DoubleColumn.apply(options.figure);
        let one = options.figure.height;
        options.arrange(Panel::USUAL.to_vec(), Some(2));
        assert_eq!(Preset::of(&options.figure), Some(Preset::DoubleColumn));
        assert!(options.figure.height > one);
    }

    #[test]
    fn a_against_b_is_a_slide_at_first() {
        let mut figures = Figures::default();
        let both = vec![Panel::PinnedA, Panel::Kpca];
        let slide = figures.figure(Subject::AllPanels, both.clone());
        assert_eq!(Preset::of(&slide), Some(Preset::Slide));
        let column = Preset::DoubleColumn.apply(slide);
        figures.keep(Subject::AllPanels, column.clone(), &both);
        assert_eq!(figures.figure(Subject::AllPanels, both), column);
        let usual = figures.figure(Subject::AllPanels, Panel::USUAL.to_vec());
        assert_eq!(Preset::of(&usual), None);
    }

    #[test]
    fn looks_are_kept_and_panels_only_where_they_were_chosen() {
        let mut figures = Figures::default();
        let shown = vec![Panel::Input, Panel::Kpca];
        let mut figure = figures.figure(Subject::AllPanels, shown.clone());
        figure.titles = false;
        figure = Preset::DoubleColumn.apply(figure);
        figures.keep(Subject::AllPanels, figure.clone(), &shown);
        assert_eq!(figures.figure(Subject::AllPanels, shown.clone()), figure);
        let others = figures.figure(Subject::AllPanels, Panel::USUAL.to_vec());
        assert!(others.panels == Panel::USUAL && !others.titles);
        assert_eq!(Preset::of(&others), Some(Preset::DoubleColumn));

        figure.panels = vec![Panel::Spectrum];
        figures.keep(Subject::AllPanels, figure, &shown);
        let again = figures.figure(Subject::AllPanels, shown);
        assert_eq!(again.panels, [Panel::Spectrum]);
        let one = figures.figure(Subject::Panel(Panel::Pca), vec![Panel::Pca]);
        assert!(one.titles && one.panels == [Panel::Pca]);
    }
}
