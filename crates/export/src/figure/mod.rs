//! Figures: the window's panels as a picture, at any size, without a display.

mod about;
mod arrange;
mod content;
mod encode;
mod page;
mod panel;
mod sequence;
mod sizes;
mod spec;
mod versus;
mod wishes;

use about::About;
use content::{PanelContent, contents, key_to_maps};

use super::ExportError;
use chart::Key;
use explorer::{
    analysis::Analysis,
    caption::caption,
    setup::{LegendPlace, Setup, portable_line},
};
use kernel_pca::kpca::CancelCheck;

use chart::paper::palette::Palette;
use page::{Around, Page};

pub use panel::panel_svg;

pub(super) use chart::paper::svg::escaped;
pub use encode::Pixels;
pub(super) use sequence::{hold, keep_places, sheet};
pub use spec::{FigureSpec, Format, MILLIMETRES_PER_INCH, PRINT_DPI, Preset};
pub(super) use wishes::letter;

/// Beginning of the remark that letters are smaller than asked for, by which a sequence finds and drops it.
const SMALL_LETTERS: &str = "letters are";

/// Figure with its charts and words, apart from the results that it was made from.
pub struct Figure {
    spec: FigureSpec,
    contents: Vec<PanelContent>,
    around: Around,
    /// True where titles begin with letters, such as "(a)".
    letters: bool,
    palette: Palette,
    about: About,
    /// Sentences on what is left out or smaller than was asked for.
    remarks: Vec<String>,
}

impl Figure {
    /// Composes the panels of `spec` as `setup` shows them.
    ///
    /// # Errors
    /// When the figure has no panel, no area or an unreasonable size; when cancelled.
    pub fn of(
        analysis: &Analysis,
        setup: &Setup,
        spec: &FigureSpec,
        cancelled: CancelCheck<'_>,
    ) -> Result<Self, ExportError> {
        let mut figure = Self::with_all(analysis, setup, spec, "", cancelled)?;
        settle(std::slice::from_mut(&mut figure));
        Ok(figure)
    }

    /// Composes the figure before anything is left out, with a heading, if any, above all panels.
    pub(super) fn with_all(
        analysis: &Analysis,
        setup: &Setup,
        spec: &FigureSpec,
        heading: &str,
        cancelled: CancelCheck<'_>,
    ) -> Result<Self, ExportError> {
        spec.check()?;
        let about = about(analysis, setup, spec);
        let mut setup = setup.clone();
        setup.view.shapes |= spec.has_shapes(&analysis.dataset.labels);
        let setup = &setup;
        // The caption says once what the titles of several panels would repeat, and a heading what changes.
        let brief = spec.caption && spec.panels.len() > 1 || !heading.is_empty();
        let mut contents = contents(analysis, setup, spec, brief, cancelled)?;
        let mut key = key_to_maps(analysis, setup, spec);
        let wishes = &setup.view.wishes;
        wishes::order(wishes, &mut key);
        let mut keys_beside = Vec::new();
        if matches!(wishes.legend, LegendPlace::Right | LegendPlace::None) {
            let keys = contents.iter_mut().map(|it| &mut it.chart.key);
            for key in keys.chain([&mut key]) {
                let key = std::mem::replace(key, Key::None);
                if key != Key::None && !keys_beside.contains(&key) {
                    keys_beside.push(key);
                }
            }
            if wishes.legend == LegendPlace::None {
                keys_beside.clear();
            }
        }
        let caption = if spec.caption {
            caption(setup, analysis, &spec.panels, spec.titles)
        } else {
            String::new()
        };
        let own = wishes::colors(wishes, &analysis.dataset.labels);
        Ok(Self {
            contents,
            around: Around {
                heading: heading.to_owned(),
                key,
                keys_inside: wishes.legend == LegendPlace::Auto,
                keys_beside,
                caption,
                kept_caption: None,
            },
            letters: wishes.letters,
            palette: Palette::of(spec.tone).with_classes(own),
            about,
            remarks: Vec::new(),
            spec: spec.clone(),
        })
    }

    /// Sentences on what is left out or smaller than was asked for.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Encodes the figure.
    ///
    /// # Errors
    /// When the encoder fails; when cancelled, which is asked between panels.
    pub fn file(&self, format: Format, cancelled: CancelCheck<'_>) -> Result<Vec<u8>, ExportError> {
        let page = self.page(cancelled);
        let palette = self.palette.clone();
        let file = encode::encode(&page, palette, &self.spec, format, &self.about);
        // A page that was given up lacks panels.
        check(cancelled)?;
        file.map_err(ExportError::Draw)
    }

    /// Draws the figure as an SVG without texts, whose letters are outlines.
    ///
    /// # Errors
    /// The errors of [`file`](Self::file).
    pub(super) fn outlined(&self, cancelled: CancelCheck<'_>) -> Result<String, ExportError> {
        let page = self.page(cancelled);
        let drawn = encode::outlined(&page, self.palette.clone(), &self.spec);
        check(cancelled)?;
        drawn.map_err(ExportError::Draw)
    }

    /// Draws the figure in pixels, made smaller, if need be, to fit into `most` of them across and down.
    ///
    /// # Errors
    /// The errors of [`file`](Self::file).
    pub fn pixels(
        &self,
        most: [u32; 2],
        cancelled: CancelCheck<'_>,
    ) -> Result<Pixels, ExportError> {
        let page = self.page(cancelled);
        let pixels = encode::pixels(&page, self.palette.clone(), &self.spec, most);
        check(cancelled)?;
        pixels.map_err(ExportError::Draw)
    }

    /// Number of panels.
    pub(super) fn panels(&self) -> usize {
        self.contents.len()
    }

    fn page<'a>(&'a self, cancelled: CancelCheck<'a>) -> Page<'a> {
        Page::new(&self.contents, &self.around, &self.spec, cancelled)
    }

    /// Adds a remark where letters are smaller than was asked for.
    fn remark_on_letters(&mut self) {
        let (letters, wanted) = (self.page(&|| false).letters(), self.spec.font_size);
        if letters < 0.99 * wanted {
            self.remarks.push(format!(
                "{SMALL_LETTERS} {letters:.1} points high in place of {wanted}: the figure is too small for its panels"
            ));
        }
    }

    /// Begins titles with letters, where they were asked for.
    fn put_letters(&mut self) {
        if self.letters {
            for (place, content) in self.contents.iter_mut().enumerate() {
                content.letter = wishes::letter(place);
            }
        }
    }
}

/// Draws the panels of `spec` as `setup` shows them and encodes the picture; asks between panels whether to go on.
///
/// # Errors
/// When the figure has no panel, no area or an unreasonable size, when the encoder fails, or when cancelled.
pub fn render(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    format: Format,
    cancelled: CancelCheck<'_>,
) -> Result<Vec<u8>, ExportError> {
    Figure::of(analysis, setup, spec, cancelled)?.file(format, cancelled)
}

/// Leaves panels out of all figures of a sequence, or of a figure alone: those that no figure can show, and those that
/// one cannot show legibly. Adds remarks to the first figure, and cuts the sheets.
pub(super) fn settle(figures: &mut [Figure]) {
    leave_out_empty(figures);
    leave_out_small(figures);
    if let [first, ..] = figures {
        let distorted: Vec<usize> = first.page(&|| false).distorted().collect();
        let remark = |place: usize| {
            let title = first.contents[place].title;
            format!(
                "{title}: a unit is not as long on both axes, since their limits were asked for"
            )
        };
        let remarks: Vec<String> = distorted.into_iter().map(remark).collect();
        first.remarks.extend(remarks);
        first.remark_on_letters();
    }
    crop(figures);
}

/// Cuts off what is blank on the sheets of all figures, where that is asked for.
pub(super) fn crop(figures: &mut [Figure]) {
    if !figures.iter().any(|it| it.spec.crop) {
        return;
    }
    // What is cut changes how captions and names break; it settles at once.
    for _ in 0..3 {
        let blanks = figures.iter().map(|it| it.page(&|| false).blank());
        let least = blanks.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]);
        let Some([across, down]) = least else { return };
        for FigureSpec {
            crop,
            keeps_width,
            width,
            height,
            ..
        } in figures.iter_mut().map(|it| &mut it.spec)
        {
            let cut = |side: &mut u32, blank: f64| {
                *side = side.saturating_sub(blank as u32).max(1);
            };
            if *crop {
                cut(height, down);
                if !*keeps_width {
                    cut(width, across);
                }
            }
        }
    }
}

/// Leaves out the panels that are empty in all figures. Where all panels are, they stay: their notes say why.
fn leave_out_empty(figures: &mut [Figure]) {
    let Some(first) = figures.first() else { return };
    let is_empty = |place: usize| {
        let all = figures.iter().map(|it| it.contents.get(place));
        all.flatten().all(|it| panel::is_empty(&it.chart))
    };
    let empty: Vec<usize> = (0..first.contents.len())
        .filter(|it| is_empty(*it))
        .collect();
    if empty.len() == first.contents.len() {
        return;
    }
    for place in empty.into_iter().rev() {
        let content = &figures[0].contents[place];
        let why = content.chart.note.as_deref();
        let why = why.unwrap_or("there is nothing to show");
        let remark = format!("{} is left out: {why}", content.title);
        figures[0].remarks.insert(0, remark);
        for figure in figures.iter_mut() {
            figure.contents.remove(place);
        }
    }
}

/// Gives panels whose lists have letters too small to be read a row of their own, or leaves them out where that does
/// not help.
fn leave_out_small(figures: &mut [Figure]) {
    loop {
        for figure in figures.iter_mut() {
            figure.put_letters();
        }
        let small = figures
            .iter()
            .filter_map(|it| it.page(&|| false).unreadable());
        let Some((place, points)) = small.min_by(|a, b| a.1.total_cmp(&b.1)) else {
            return;
        };
        if widen(figures, place) {
            continue;
        }
        let [first, ..] = &mut *figures else { return };
        let (name, least) = (first.contents[place].title, first.spec.least_points);
        if first.contents.len() == 1 {
            first.remarks.push(format!(
                "{name}: its texts are {points:.1} points high, less than {least}: make the figure larger or the \
                 letters smaller"
            ));
            return;
        }
        first.remarks.push(format!(
            "{name} is left out: its texts would be {points:.1} points high, less than {least}; make the figure \
             larger, or draw it alone"
        ));
        for figure in figures.iter_mut() {
            figure.contents.remove(place);
        }
    }
}

/// Gives a panel a row of its own in all figures and returns true, if its lists can then be read and all letters stay
/// as large as they are; else changes nothing.
fn widen(figures: &mut [Figure], place: usize) -> bool {
    let is_wide = |figures: &[Figure]| figures.iter().any(|it| it.contents[place].wide);
    if is_wide(figures) {
        return false;
    }
    let set = |figures: &mut [Figure], wide: bool| {
        for figure in figures {
            figure.contents[place].wide = wide;
        }
    };
    let letters = |figures: &[Figure]| figures.first().map(|it| it.page(&|| false).letters());
    let before = letters(figures);
    set(figures, true);
    let small = |it: &Figure| {
        it.page(&|| false)
            .unreadable()
            .is_some_and(|it| it.0 == place)
    };
    let suits = letters(figures) >= before && !figures.iter().any(small);
    set(figures, suits);
    suits
}

/// Title, setup and version for the figure's file.
fn about(analysis: &Analysis, setup: &Setup, spec: &FigureSpec) -> About {
    let panels: Vec<&str> = spec.panels.iter().map(|panel| panel.title()).collect();
    About {
        title: format!("{}: {}", analysis.dataset.name, panels.join(", ")),
        // A setup whose data have a name that is no text goes without.
        setup: portable_line(setup).unwrap_or_default(),
        version: concat!("Kernel PCA Explorer ", env!("CARGO_PKG_VERSION")).to_owned(),
    }
}

fn check(cancelled: CancelCheck<'_>) -> Result<(), ExportError> {
    if cancelled() {
        return Err(ExportError::Cancelled);
    }
    Ok(())
}
