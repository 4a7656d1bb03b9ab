//! Contents of a figure's panels, and the key to maps.

use super::{ExportError, FigureSpec, check, page, panel, versus, wishes};
use chart::{
    Chart, Key, Ranges,
    layout::{Spots, is_mapped},
};
use explorer::{
    analysis::Analysis,
    panel::{Compared, Panel},
    setup::Setup,
    view::{brief_title, shorter_titles},
};
use kernel_pca::kpca::CancelCheck;

/// Number of shorter titles that are tried: the first ones, which still say every number.
const SHORTER: usize = 3;

/// Content of a panel: its name and title, its chart, and the part of it that is shown.
pub(super) struct PanelContent {
    pub name: &'static str,
    pub title: &'static str,
    /// Letter that the title begins with, such as "(a) "; empty for none.
    pub letter: String,
    /// True where the title is the author's.
    pub is_named: bool,
    /// Title, and ever shorter forms of it for where it would take two lines.
    pub titles: Vec<String>,
    pub chart: Chart,
    pub zoom: Option<Ranges>,
    /// True where colour bars stand beside maps.
    pub has_bar: bool,
    /// Axes whose ranges the author asked for.
    pub asked: [bool; 2],
    /// Radius of dots in points on paper, where it is not the usual one.
    pub dots: Option<f64>,
    /// True where the panel stands in a row of its own.
    pub wide: bool,
    pub kept: Kept,
}

/// Form of the title and lines of texts that figures seen one after the other share, so that plots stand in the same places.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Kept {
    /// Index of the title that fits, in a list of ever shorter ones.
    pub title: usize,
    /// Least numbers of lines that are kept free for the title, the names of both axes and the note.
    pub lines: [usize; 4],
    /// Places in the plot where a key would cover marks.
    pub taken: Spots,
}

impl Kept {
    /// Least form and lines that suit both figures, and the places taken in either.
    pub fn and(self, other: Self) -> Self {
        Self {
            title: self.title.max(other.title),
            lines: std::array::from_fn(|i| self.lines[i].max(other.lines[i])),
            taken: self.taken.and(other.taken),
        }
    }
}

/// Contents of all panels wanted, empty ones too, with brief titles where `brief` says so.
pub(super) fn contents(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    brief: bool,
    cancelled: CancelCheck<'_>,
) -> Result<Vec<PanelContent>, ExportError> {
    let panels = &spec.panels;
    let compared = panels.iter();
    let compared = compared.map(|panel| panel.compared(panels, analysis, &setup.view));
    let compared: Vec<Option<Compared>> = compared.collect();
    let contents = panels.iter().zip(&compared).map(|(panel, compared)| {
        check(cancelled)?;
        Ok(content(
            *panel,
            compared.as_ref(),
            (analysis, setup),
            spec,
            brief,
        ))
    });
    let mut contents: Vec<PanelContent> = contents.collect::<Result<_, ExportError>>()?;
    versus::share_axes(&mut contents, panels, &compared);
    Ok(contents)
}

/// Content of a panel as the figure shows it, without the parts it leaves out.
fn content(
    shown: Panel,
    compared: Option<&Compared>,
    (analysis, setup): (&Analysis, &Setup),
    spec: &FigureSpec,
    brief: bool,
) -> PanelContent {
    let maps = shown.map_grid(analysis, page::room(spec));
    let mut chart = shown.arranged_chart(analysis, &setup.view, maps);
    let mut titles = Vec::new();
    if !spec.titles {
        chart.title.clear();
    } else if let Some(compared) = compared {
        let of = shown.seen(analysis, &setup.view).analysis;
        titles = versus::titles(compared, &chart.title, of, brief);
        chart.title.clone_from(&titles[0]);
    } else if brief {
        chart.title = brief_title(&chart.title, analysis);
    }
    if spec.caption && compared.is_none() {
        // The caption says what numbers mean and which kernel it is.
        titles.extend(shorter_titles(&chart.title, analysis).take(SHORTER));
    }
    if !spec.notes && !panel::is_empty(&chart) {
        chart.note = None;
    }
    // A map has its colours beside it.
    if !spec.keys || is_mapped(&chart) && matches!(chart.key, Key::ColorBar { .. }) {
        chart.key = Key::None;
    }
    let wishes = &setup.view.wishes;
    let is_named = wishes::reword(wishes, &mut chart, shown);
    if is_named {
        titles.clear();
    } else if let Some(compared) = compared.filter(|_| spec.titles) {
        versus::drop_remark(compared, &mut chart);
    }
    titles.insert(0, chart.title.clone());
    titles.dedup();
    let zoom = spec.zoom.iter().find(|(zoomed, _)| *zoomed == shown);
    let zoom = zoom.map(|(_, ranges)| *ranges);
    PanelContent {
        name: shown.name(),
        title: shown.title(),
        letter: String::new(),
        is_named,
        titles,
        zoom: wishes::limits(wishes, &chart, shown, zoom),
        // Axes in space have no values, and turn.
        has_bar: spec.keys,
        asked: wishes::asked_limits(wishes, shown).map(|it| it.is_some() && !chart.is_space()),
        dots: wishes.point_size.map(|diameter| diameter / 2.0),
        chart,
        wide: false,
        kept: Kept::default(),
    }
}

/// Key to the colours of dots on maps, where no plot of dots in the figure has it; the colours of the maps themselves
/// have a colour bar.
pub(super) fn key_to_maps(analysis: &Analysis, setup: &Setup, spec: &FigureSpec) -> Key {
    let is_shown = |wanted: fn(Panel) -> bool| spec.panels.iter().any(|panel| wanted(*panel));
    if spec.keys
        && setup.view.contours.points
        && is_shown(Panel::has_contours)
        && !is_shown(Panel::is_scatter)
    {
        Panel::Kpca.chart(analysis, &setup.view).key
    } else {
        Key::None
    }
}
