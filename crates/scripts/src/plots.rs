//! Plots of a script: the panels that the view shows, with indices clamped and texts made.

use super::{broken, comment, rounded};
use chart::{Aspect, Axis, Chart, Ranges, Scale};
use explorer::{
    analysis::{Analysis, ContourMap, Contours},
    panel::{Content, Coordinate, Panel, PointSet},
    presented::Presented,
    setup::View,
    view::aspect,
};
use kernel_pca::method::Method;

/// Panel as scripts in both languages draw it.
pub(super) struct Plot<'a> {
    /// Title, broken into lines that fit over one of three plots side by side.
    pub title: String,
    /// Chart of the window, its axes with a range where the plot shows less or more than its marks.
    pub chart: Chart,
    /// Component whose share of the variance stands behind the name of either axis, 0-based.
    pub shares: [Share; 2],
    pub content: Content<'a>,
    /// True where title, axis across and upright axis have the author's words.
    pub own: [bool; 3],
    /// True where the window shows a part of what the script draws.
    is_part: bool,
}

impl Plot<'_> {
    /// Returns true where both axes have one unit of length.
    pub(super) fn is_equal(&self) -> bool {
        self.chart.aspect == Aspect::Equal
    }

    /// Comment on a panel with nothing to draw.
    pub(super) fn absence(&self) -> Option<String> {
        match &self.content {
            Content::Nothing(why) => Some(comment(&format!("{}: {why}", self.title))),
            _ => None,
        }
    }

    /// Returns true where the panel is several plots, which take a part of the figure to themselves.
    pub(super) fn has_several(&self) -> bool {
        matches!(
            self.content,
            Content::Maps(..) | Content::Multiples(..) | Content::Grid(..)
        )
    }

    /// Returns true where the panel is a single plot with a dot for each row.
    pub(super) fn has_dots(&self) -> bool {
        matches!(
            self.content,
            Content::Dots(_) | Content::Space(_) | Content::Nodes(_)
        )
    }

    /// Comments above the plot: one where the window shows only a part of it, and the remarks that the window shows
    /// below the title.
    pub(super) fn remarks(&self) -> impl Iterator<Item = String> {
        let part = self
            .is_part
            .then_some("the window shows a part of this plot");
        let remarks = part.into_iter().chain(self.chart.note.as_deref());
        remarks.map(comment)
    }
}

/// Method and component (0-based) whose share of the variance is shown; `None` where there is none.
pub(super) type Share = Option<(Method, usize)>;

/// Name of a column of points without any number that is computed, and the component whose share stands behind it.
pub(super) fn column_name(points: PointSet, j: usize, analysis: &Analysis) -> (String, Share) {
    match points {
        PointSet::Input => (analysis.dataset.feature_names[j].clone(), None),
        PointSet::Scores(method) => {
            let name = format!("{}{}", method.presented().component, j + 1);
            (name, analysis.shares(method).map(|_| (method, j)))
        }
    }
}

/// Panels of the view, each once.
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
    let content = panel
        .content(analysis, view)
        .filter(|_| !chart.marks.is_empty());
    set_axes(&mut chart, content.as_ref(), zoom);
    let mut shares = [None, None];
    if let Some(Content::Dots(axes)) = &content {
        for (i, axis) in [&mut chart.x, &mut chart.y].into_iter().enumerate() {
            if let Coordinate::Column(points, j) = axes[i] {
                (axis.label, shares[i]) = column_name(points, j, analysis);
            }
        }
    }
    let mut title = in_lines(&chart.title);
    let mut own = [false; 3];
    if let Some(words) = view.wishes.of(panel) {
        let said = [&mut title, &mut chart.x.label, &mut chart.y.label];
        let typed = [&words.title, &words.x_label, &words.y_label];
        for ((said, typed), own) in said.into_iter().zip(typed).zip(&mut own) {
            if let Some(typed) = typed {
                said.clone_from(typed);
                *own = true;
            }
        }
        for (share, own) in shares.iter_mut().zip(&own[1..]) {
            *share = share.filter(|_| !own);
        }
    }
    let nothing = || Content::Nothing(chart.note.clone().unwrap_or_default());
    Plot {
        title,
        own,
        shares,
        is_part: zoom.is_some() && chart.x.range.is_none(),
        content: content.unwrap_or_else(nothing),
        chart,
    }
}

/// Sets the ranges of the axes: the `zoom` or else the chart's own range; for one map or the kernel matrix only the
/// zoom; for a view of space or several maps none. Axes of maps also become linear.
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
    if let Some(Content::Maps(_, Contours { plane, .. })) = content {
        (chart.aspect, _) = aspect(&plane.spans[0], &plane.spans[1]);
        (chart.x.scale, chart.y.scale) = (Scale::Linear, Scale::Linear);
    }
}

/// Part of an axis that a plot shows, in the axis's unit.
pub(super) fn limits(axis: &Axis) -> Option<[f64; 2]> {
    let range = axis.range?;
    Some(match axis.scale {
        Scale::Log10 => range.map(|power| 10_f64.powf(power)),
        Scale::Linear | Scale::Count | Scale::Unmarked => range,
    })
}

/// Level lines of a map as the items of a list, with a level beyond them on either side, so that bands of one
/// colour reach from each to the next.
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
    const MARK: &str = " · ";
    // What was computed of the picture a script does not paste in.
    let parts = title.split(MARK).filter(|part| !part.contains('%'));
    broken(parts.map(str::to_owned), MARK, "\n", 36)
}
