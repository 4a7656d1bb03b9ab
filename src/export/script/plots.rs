//! What a script draws: the panels that the view shows, with indices clamped and texts made.

use super::{Table, comment};
use crate::{
    analysis::{Analysis, Contours},
    setup::{ScoreAxes, View},
    view::{Aspect, Panel, Signs, aspect, clamp, pair, space},
};

/// A panel in either language.
pub(super) struct Plot<'a> {
    pub panel: Panel,
    pub title: String,
    pub x: String,
    pub y: String,
    /// Whether both axes have one unit of length.
    pub equal: bool,
    pub content: Content<'a>,
}

pub(super) enum Content<'a> {
    Dots([Coordinate; 2]),
    Space(Space),
    Spectrum,
    Variance,
    /// Components of one method over the plane of two columns.
    Maps(Table, &'a Contours),
    KernelMatrix,
    /// How many components of each method have an accuracy.
    Separation([usize; 2]),
    /// Why there is nothing to draw.
    Nothing(String),
}

/// Three columns of a table, and what they are called.
pub(super) struct Space {
    pub table: Table,
    pub columns: [usize; 3],
    pub names: [String; 3],
}

/// What an axis of a scatter plot shows of each row.
#[derive(Clone, Copy)]
pub(super) enum Coordinate {
    Column(Table, usize),
    /// Its position, from 0.
    Row,
    Jitter,
}

impl Plot<'_> {
    /// What a script says of a panel that it leaves out.
    pub(super) fn absence(&self) -> String {
        comment(&match &self.content {
            Content::Nothing(why) => format!("{}: {why}", self.title),
            _ => format!("not drawn here: {}", self.panel.title()),
        })
    }
}

/// The panels of the view, each once.
pub(super) fn plots<'a>(analysis: &'a Analysis, view: &View) -> Vec<Plot<'a>> {
    let panels = view.panels.iter().enumerate();
    panels
        .filter(|(i, panel)| !view.panels[..*i].contains(panel))
        .map(|(_, panel)| plot(*panel, analysis, view))
        .collect()
}

fn plot<'a>(panel: Panel, analysis: &'a Analysis, view: &View) -> Plot<'a> {
    let chart = panel.chart(analysis, view, &Signs::default());
    let content = content(panel, analysis, view).filter(|_| !chart.marks.is_empty());
    let equal = match &content {
        // Several maps are one chart, whose axes are not those of a map.
        Some(Content::Maps(_, Contours { plane, .. })) => {
            aspect(&plane.spans[0], &plane.spans[1]).0
        }
        _ => chart.aspect,
    };
    Plot {
        panel,
        title: chart.title,
        x: chart.x.label,
        y: chart.y.label,
        equal: equal == Aspect::Equal,
        content: content.unwrap_or_else(|| Content::Nothing(chart.note.unwrap_or_default())),
    }
}

fn content<'a>(panel: Panel, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
    let explain = &analysis.explain;
    let d = analysis.dataset.d();
    Some(match panel {
        Panel::Input => Content::Dots(match pair(view.input, d) {
            Some(columns) => columns.map(|j| Coordinate::Column(Table::Input, j)),
            None => [Coordinate::Column(Table::Input, 0), Coordinate::Jitter],
        }),
        Panel::Pca => dots(Table::Pca, view.pca, analysis.pca.eigenvalues.len())?,
        Panel::Kpca => dots(Table::Kpca, view.kpca, analysis.kpca.eigenvalues.len())?,
        Panel::Input3d => {
            let columns = space(view, d)?;
            Content::Space(Space {
                table: Table::Input,
                columns,
                names: columns.map(|j| analysis.dataset.feature_names[j].clone()),
            })
        }
        Panel::Pca3d => components(Table::Pca, "PC"),
        Panel::Kpca3d => components(Table::Kpca, "kernel PC"),
        Panel::Spectrum => Content::Spectrum,
        Panel::Variance => Content::Variance,
        Panel::PcaContours => Content::Maps(Table::Pca, explain.pca_contours.as_deref()?),
        Panel::KpcaContours => Content::Maps(Table::Kpca, explain.kpca_contours.as_deref()?),
        Panel::KernelMatrix => Content::KernelMatrix,
        Panel::Separation => {
            let separation = explain.separation.as_ref()?;
            Content::Separation([separation.pca.len(), separation.kpca.len()])
        }
    })
}

fn dots(table: Table, axes: ScoreAxes, count: usize) -> Option<Content<'static>> {
    let column = |j| Coordinate::Column(table, j);
    Some(Content::Dots(match clamp(axes, count)? {
        ScoreAxes::Pair(a, b) => [column(a), column(b)],
        ScoreAxes::Index(a) => [Coordinate::Row, column(a)],
        ScoreAxes::Strip(a) => [column(a), Coordinate::Jitter],
    }))
}

fn components(table: Table, name: &str) -> Content<'static> {
    Content::Space(Space {
        table,
        columns: [0, 1, 2],
        names: [1, 2, 3].map(|number| format!("{name}{number}")),
    })
}
