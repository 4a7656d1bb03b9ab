//! What a script draws: the panels that the view shows, with indices clamped and texts made.

use std::ops::Range;

use super::{Table, comment, rounded};
use crate::{
    analysis::{Analysis, ContourMap, Contours},
    setup::{ScoreAxes, View},
    view::{
        Aspect, Axis, Chart, Mark, Paint, Panel, Ranges, Scale, aspect, clamp, pair, percent, space,
    },
};

/// A panel in either language.
pub(super) struct Plot<'a> {
    /// In lines that fit over a plot that is one of three.
    pub title: String,
    /// Each with a range where the plot shows less or more than its marks.
    pub x: Axis,
    pub y: Axis,
    /// Whether both axes have one unit of length.
    pub equal: bool,
    /// Whether its curves are short enough for a dot at each value.
    pub dotted: bool,
    pub content: Content<'a>,
    /// What the window says below the title, and whether it shows but a part of what the script does.
    remarks: Vec<String>,
}

pub(super) enum Content<'a> {
    Dots([Coordinate; 2]),
    Space(Space),
    Spectrum {
        /// Where an indefinite kernel's most negative eigenvalues stand, counted from 1.
        lowest: Option<Range<usize>>,
    },
    /// Every eigenvalue.
    FullSpectrum,
    Variance,
    /// Components of one method over the plane of two columns.
    Maps(Table, &'a Contours),
    KernelMatrix,
    Separation {
        /// How many components of linear PCA are asked.
        pca: usize,
    },
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
    /// What stands before negative eigenvalues: a logarithmic axis shows them by their size.
    pub(super) fn sign_of_negative(&self) -> &'static str {
        if self.y.scale == Scale::Log10 {
            "-"
        } else {
            ""
        }
    }

    /// What a script says of a panel with nothing to draw.
    pub(super) fn absence(&self) -> Option<String> {
        match &self.content {
            Content::Nothing(why) => Some(comment(&format!("{}: {why}", self.title))),
            _ => None,
        }
    }

    /// Comments above it.
    pub(super) fn remarks(&self) -> impl Iterator<Item = String> {
        self.remarks.iter().map(|remark| comment(remark))
    }
}

/// The panels of the view, each once.
pub(super) fn plots<'a>(
    analysis: &'a Analysis,
    view: &View,
    zooms: &[(Panel, Ranges)],
) -> Vec<Plot<'a>> {
    let panels = view.panels.iter().enumerate();
    panels
        .filter(|(i, panel)| !view.panels[..*i].contains(panel))
        .map(|(_, panel)| {
            let zoom = zooms.iter().find(|(zoomed, _)| zoomed == panel);
            plot(*panel, analysis, view, zoom.map(|(_, ranges)| *ranges))
        })
        .collect()
}

fn plot<'a>(panel: Panel, analysis: &'a Analysis, view: &View, zoom: Option<Ranges>) -> Plot<'a> {
    let mut chart = panel.chart(analysis, view);
    let content = content(panel, analysis, view, &chart).filter(|_| !chart.marks.is_empty());
    let equal = match &content {
        // Several maps are one chart, whose axes are not those of a map.
        Some(Content::Maps(_, Contours { plane, .. })) => {
            aspect(&plane.spans[0], &plane.spans[1]).0
        }
        _ => chart.aspect,
    };
    set_axes(&mut chart, content.as_ref(), zoom);
    let unseen = zoom.is_some() && chart.x.range.is_none();
    let part = unseen.then(|| "the window shows a part of this plot".to_owned());
    Plot {
        title: in_lines(&chart.title),
        equal: equal == Aspect::Equal,
        dotted: chart.marks.iter().all(|mark| match mark {
            Mark::Line(line) => line.dots,
            _ => true,
        }),
        remarks: match &content {
            Some(_) => part.into_iter().chain(chart.note.clone()).collect(),
            None => vec![],
        },
        content: content.unwrap_or_else(|| Content::Nothing(chart.note.unwrap_or_default())),
        x: chart.x,
        y: chart.y,
    }
}

/// Leaves ranges only to those plots that don't get them from what they draw, and gives each of
/// several maps, which are one chart, axes with marks.
fn set_axes(chart: &mut Chart, content: Option<&Content>, zoom: Option<Ranges>) {
    let [x, y] = match content {
        // A view of space, and maps beside each other, have axes of their own.
        Some(Content::Space(_)) => [None, None],
        Some(Content::Maps(_, contours)) if contours.maps.len() > 1 => [None, None],
        Some(Content::Maps(..) | Content::KernelMatrix) => [0, 1].map(|i| Some(zoom?[i])),
        _ => match zoom {
            Some(ranges) => ranges.map(Some),
            None => [chart.x.range, chart.y.range],
        },
    };
    (chart.x.range, chart.y.range) = (x, y);
    if matches!(content, Some(Content::Maps(..))) {
        (chart.x.scale, chart.y.scale) = (Scale::Linear, Scale::Linear);
    }
}

/// The part of an axis that a plot shows, in the axis's unit.
pub(super) fn limits(axis: &Axis) -> Option<[f64; 2]> {
    let range = axis.range?;
    Some(match axis.scale {
        Scale::Log10 => range.map(|power| 10_f64.powf(power)),
        Scale::Linear | Scale::Count | Scale::Unmarked => range,
    })
}

/// The level lines of a map as the items of a list, and a level beyond them on either side, so that
/// bands of one colour reach from each to the next.
pub(super) fn levels(map: &ContourMap) -> String {
    let [low, high] = map.range;
    let [first, last] = match &map.levels[..] {
        [first, second, .., last] => [2.0 * first - second, last + (second - first)],
        [first, second] => [2.0 * first - second, 2.0 * second - first],
        [_] => [low, high],
        // The same value everywhere, or none that is finite.
        [] if low.is_finite() && high.is_finite() => [low - 1.0, high + 1.0],
        [] => [-1.0, 1.0],
    };
    let levels = [&[first], &map.levels[..], &[last]].concat();
    let levels: Vec<String> = levels.into_iter().map(rounded).collect();
    levels.join(", ")
}

/// Breaks a title before a remark that would make a line too long.
fn in_lines(title: &str) -> String {
    const WIDTH: usize = 36;
    const MARK: &str = " · ";
    let mut text = String::new();
    let mut line = 0;
    for (i, part) in title.split(MARK).enumerate() {
        let length = part.chars().count();
        if i > 0 {
            let fits = line + length < WIDTH;
            text.push_str(if fits { MARK } else { "\n" });
            line = if fits { line + MARK.len() } else { 0 };
        }
        line += length;
        text.push_str(part);
    }
    text
}

fn content<'a>(
    panel: Panel,
    analysis: &'a Analysis,
    view: &View,
    chart: &Chart,
) -> Option<Content<'a>> {
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
        Panel::Pca3d => components(Table::Pca, &analysis.pca.explained_variance_ratio()),
        Panel::Kpca3d => components(Table::Kpca, &analysis.kpca.explained_variance_ratio()),
        Panel::Spectrum if analysis.full_spectrum.is_some() => Content::FullSpectrum,
        Panel::Spectrum => Content::Spectrum {
            lowest: lowest(
                chart,
                view.spectrum_components
                    .clamp(1, analysis.kpca.eigenvalues.len().max(1)),
            ),
        },
        Panel::Variance => Content::Variance,
        Panel::PcaContours => Content::Maps(Table::Pca, explain.pca_contours.as_deref()?),
        Panel::KpcaContours => Content::Maps(Table::Kpca, explain.kpca_contours.as_deref()?),
        Panel::KernelMatrix => Content::KernelMatrix,
        Panel::Separation => {
            let separation = explain.separation.as_ref()?;
            Content::Separation {
                pca: separation.pca.len(),
            }
        }
    })
}

/// Where bars stand apart from the `leading` components'.
fn lowest(chart: &Chart, leading: usize) -> Option<Range<usize>> {
    let negative = chart.marks.iter().find_map(|mark| match mark {
        Mark::Bars(bars) if bars.paint == Paint::Warning => Some(bars),
        _ => None,
    })?;
    let places = negative.xy.iter().map(|[x, _]| *x as usize);
    let apart = places.filter(|&place| place > leading);
    let first = apart.clone().min()?;
    Some(first..first + apart.count())
}

fn dots(table: Table, axes: ScoreAxes, count: usize) -> Option<Content<'static>> {
    let column = |j| Coordinate::Column(table, j);
    Some(Content::Dots(match clamp(axes, count)? {
        ScoreAxes::Pair(a, b) => [column(a), column(b)],
        ScoreAxes::Index(a) => [Coordinate::Row, column(a)],
        ScoreAxes::Strip(a) => [column(a), Coordinate::Jitter],
    }))
}

fn components(table: Table, shares: &[f64]) -> Content<'static> {
    Content::Space(Space {
        table,
        columns: [0, 1, 2],
        names: [0, 1, 2].map(|j| {
            let share = shares.get(j).copied().unwrap_or_default();
            format!("PC{} ({})", j + 1, percent(share))
        }),
    })
}
