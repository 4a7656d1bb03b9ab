//! Small multiples: the picture at several values of a parameter, side by side.

use super::{Content, Control, PanelSpec, multiples_grid};
use crate::{
    analysis::Analysis,
    data::Labels,
    kernel::KernelParams,
    setup::View,
    sweep::{GridRows, Point, Sweep, agreeing},
    view::{
        Anchor, Aspect, Axis, Chart, GAP, Line, LineStyle, MapGrid, Mark, Paint, Room, Scale, Text,
        key, number, points,
    },
};

pub(super) struct Multiples;

impl PanelSpec for Multiples {
    fn about(&self) -> &'static str {
        "The first two components at several values of a parameter, each in a scale of its own. A click \
         beside the dots takes the value over."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let grid = MapGrid::largest(view.sweep.multiples, Some(1.0), Room::default());
        self.arranged_chart(analysis, view, grid)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Multiples]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        let sweep = analysis.explain.sweep.as_deref()?;
        if let Some(grid) = &sweep.grid {
            let second = match grid.question.second {
                GridRows::Parameter(second) => second.in_scripts(),
                GridRows::Components => Ok(()),
            };
            return Some(match sweep.question.parameter.in_scripts().and(second) {
                Ok(()) => Content::Grid(sweep, grid),
                Err(why) => Content::Nothing(why.to_owned()),
            });
        }
        Some(match sweep.question.parameter.in_scripts() {
            Ok(()) => Content::Multiples(sweep, chosen(sweep, view)),
            Err(why) => Content::Nothing(why.to_owned()),
        })
    }

    fn map_grid(&self, analysis: &Analysis, room: Room) -> Option<MapGrid> {
        let sweep = analysis.explain.sweep.as_deref()?;
        if let Some(grid) = &sweep.grid {
            return Some(multiples_grid::layout(grid, room));
        }
        let count = self::room(sweep);
        Some(MapGrid::largest(count, Some(1.0), room))
    }

    fn arranged_chart(&self, analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
        chart(analysis, view, grid)
    }

    fn taken_over(
        &self,
        analysis: &Analysis,
        view: &View,
        chart: &Chart,
        at: [f64; 2],
    ) -> Option<[f64; 2]> {
        let sweep = analysis.explain.sweep.as_deref()?;
        let mut frames = chart.marks.iter().filter_map(|mark| match mark {
            Mark::Line(line) => Some(&line.xy),
            _ => None,
        });
        let inside = |frame: &[[f64; 2]]| {
            let within = |axis: usize| {
                let ends = frame.iter().map(|corner| corner[axis]);
                let low = ends.clone().fold(f64::INFINITY, f64::min);
                let high = ends.fold(f64::NEG_INFINITY, f64::max);
                (low..=high).contains(&at[axis])
            };
            within(0) && within(1)
        };
        let cell = frames.position(|frame| inside(frame))?;
        if let Some(grid) = &sweep.grid {
            return multiples_grid::values_of(sweep, grid, cell);
        }
        let (value, _) = known(sweep, view).nth(cell)?;
        Some([sweep.question.parameter.place(value), 0.0])
    }
}

/// Room around the dots of a cell, as a share of its side.
const MARGIN: f64 = 0.06;

/// Places in the sweep of evenly spread values.
fn chosen(sweep: &Sweep, view: &View) -> Vec<usize> {
    let last = sweep.points.len().saturating_sub(1);
    let steps = view.sweep.multiples.saturating_sub(1).max(1);
    let mut places: Vec<usize> = (0..=steps)
        .map(|i| (i * last + steps / 2) / steps)
        .collect();
    places.dedup();
    places
}

/// Those that something is known of.
fn known<'a>(sweep: &'a Sweep, view: &View) -> impl Iterator<Item = (f64, &'a Point)> {
    let places = chosen(sweep, view).into_iter();
    places.filter_map(|i| {
        let point = sweep.points[i].as_ref()?.as_ref().ok()?;
        (!point.scores.is_empty()).then_some((sweep.question.values[i], point))
    })
}

fn chart(analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
    let kernel = KernelParams::from(analysis.kernel);
    let Some((parameter, method)) = view.swept(&kernel) else {
        return Chart::empty(
            "Small multiples",
            "this kernel has no parameter to compare values of",
        );
    };
    let symbol = parameter.symbol();
    let title = format!("Small multiples: {} over {symbol}", method.title());
    let sweep =
        analysis.explain.sweep.as_deref().filter(|sweep| {
            (sweep.question.parameter, sweep.question.method) == (parameter, method)
        });
    let Some(sweep) = sweep else {
        return Chart::empty(&title, "computed once the slider rests");
    };
    if let Some(cells) = &sweep.grid {
        return multiples_grid::chart(analysis, sweep, cells, grid);
    }
    let cells: Vec<(f64, &Point)> = known(sweep, view).collect();
    if cells.is_empty() {
        let reason = sweep.failures().map_or("computing", |(reason, _)| reason);
        return Chart::empty(&title, reason);
    }
    let MapGrid {
        across,
        height,
        caption,
    } = grid;
    let across = across.clamp(1, cells.len());
    let down = cells.len().div_ceil(across);
    let dataset = &*analysis.dataset;
    let (mut frames, mut marks) = (Vec::new(), Vec::new());
    let mut before: Option<Vec<[f64; 2]>> = None;
    for (i, (value, point)) in cells.iter().enumerate() {
        let left = (i % across) as f64 * (1.0 + GAP);
        let bottom = (down - 1 - i / across) as f64 * (height + caption);
        let scores = agreeing(&point.scores, before.as_deref().as_slice());
        let (x, y) = placed(sweep, &scores, dataset.n(), [left, bottom]);
        frames.push(frame([left, bottom], height));
        marks.push(Mark::Points(points(dataset, &x, &y)));
        let quality = point.separation_by(2);
        let rounded = brief(*value);
        let said = match quality.filter(|_| matches!(dataset.labels, Labels::Classes { .. })) {
            Some(score) => format!("{symbol} = {rounded} · {:.0} %", 100.0 * score.mean),
            None => format!("{symbol} = {rounded}"),
        };
        marks.push(Mark::Text(Text {
            xy: [left + 0.5, bottom + height + caption / 2.0],
            text: said,
            paint: Paint::Ink,
            anchor: Anchor::Middle,
            height: caption,
            large: false,
        }));
        before = Some(scores);
    }
    let ends = [
        across as f64 * (1.0 + GAP),
        down as f64 * (height + caption),
    ];
    let [x, y] = [0, 1].map(|axis| Axis {
        range: Some([-GAP, ends[axis]]),
        ..Axis::new("", Scale::Unmarked)
    });
    let values: Vec<String> = cells.iter().map(|(value, _)| number(*value)).collect();
    let sample = sweep.sample.as_ref();
    let of = sample.map(|sample| format!("{} rows drawn from {}", sample.rows.len(), sample.of));
    frames.extend(marks);
    Chart {
        summary: format!("{title}: {}.", values.join(", ")),
        title,
        x,
        y,
        aspect: Aspect::Equal,
        marks: frames,
        key: key(&dataset.labels),
        note: of,
    }
}

/// Two significant digits: a cell has little room for its name.
pub(super) fn brief(value: f64) -> String {
    let rounded = format!("{value:.1e}").parse().unwrap_or(value);
    number(rounded)
}

/// The most cells that a sweep of so many values has.
fn room(sweep: &Sweep) -> usize {
    sweep.points.len().clamp(1, MOST)
}

/// More cells are too small to be read.
const MOST: usize = 9;

/// Where each of n rows stands in a cell: equal units in both directions; what was not drawn is nowhere.
pub(super) fn placed(
    sweep: &Sweep,
    scores: &[[f64; 2]],
    n: usize,
    corner: [f64; 2],
) -> (Vec<f64>, Vec<f64>) {
    let ends = [0, 1].map(|j| {
        let all = scores.iter().map(|score| score[j]);
        let low = all.clone().fold(f64::INFINITY, f64::min);
        [low, all.fold(f64::NEG_INFINITY, f64::max)]
    });
    let longest = ends
        .iter()
        .map(|[low, high]| high - low)
        .fold(0.0, f64::max);
    let unit = (1.0 - 2.0 * MARGIN) / if longest > 0.0 { longest } else { 1.0 };
    let mut places = [vec![f64::NAN; n], vec![f64::NAN; n]];
    for (i, score) in scores.iter().enumerate() {
        let row = sweep.sample.as_ref().map_or(i, |sample| sample.rows[i]);
        for j in 0..2 {
            let middle = f64::midpoint(ends[j][0], ends[j][1]);
            if let Some(place) = places[j].get_mut(row) {
                *place = corner[j] + 0.5 + unit * (score[j] - middle);
            }
        }
    }
    let [x, y] = places;
    (x, y)
}

/// A frame has no name, so nothing is said of it.
pub(super) fn frame([left, bottom]: [f64; 2], height: f64) -> Mark {
    let (right, top) = (left + 1.0, bottom + height);
    Mark::Line(Line {
        name: String::new(),
        xy: vec![
            [left, bottom],
            [right, bottom],
            [right, top],
            [left, top],
            [left, bottom],
        ],
        style: LineStyle::Hairline,
        dots: false,
        paint: Paint::Ink,
        labels: vec![],
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        analysis::Analyzer,
        kpca::{Solver, Tier},
        panel::Panel,
        setup::Setup,
        view::testing,
    };

    fn analysis(panels: Vec<Panel>) -> (Analysis, View) {
        let mut setup = Setup::welcome();
        if let crate::data::Source::Generated(generator) = &mut setup.source {
            generator.n_samples = 40;
        }
        setup.view.panels = panels;
        let analysis = Analyzer::default().run(&setup, Tier::Exact, Solver::Auto, &|| false);
        (analysis.unwrap(), setup.view)
    }

    #[test]
    fn a_cell_is_clicked_and_its_value_taken_over() {
        let (analysis, view) = analysis(vec![Panel::Multiples]);
        let chart = Panel::Multiples.chart(&analysis, &view);
        testing::assert_drawable(&chart);
        let dots = |mark: &&Mark| matches!(mark, Mark::Points(_));
        assert_eq!(chart.marks.iter().filter(dots).count(), 9);
        let last = chart.marks.iter().rev().find_map(|mark| match mark {
            Mark::Points(points) => Some(points.xy[0]),
            _ => None,
        });
        let found = Multiples.taken_over(&analysis, &view, &chart, last.unwrap());
        let sweep = analysis.explain.sweep.as_ref().unwrap();
        let highest = sweep.question.values.last().unwrap().log10();
        assert_eq!(found, Some([highest, 0.0]));
        assert_eq!(
            Multiples.taken_over(&analysis, &view, &chart, [-9.0, 0.0]),
            None
        );
    }

    #[test]
    fn signs_agree_with_the_cell_before() {
        let scores = [[1.0, 2.0], [-1.0, -2.0]];
        let before = [[-3.0, 1.0], [3.0, -1.0]];
        let turned = agreeing(&scores, &[&before]);
        assert_eq!(turned, [[-1.0, 2.0], [1.0, -2.0]]);
        assert_eq!(agreeing(&scores, &[]), scores);
    }

    #[test]
    fn without_a_parameter_there_is_nothing_to_compare() {
        let (mut analysis, view) = analysis(vec![]);
        analysis.kernel = crate::kernel::Kernel::linear();
        analysis.explain.sweep = None;
        let analysis = Arc::new(analysis);
        let note = Panel::Multiples.chart(&analysis, &view).note.unwrap();
        assert!(note.contains("no parameter"), "{note}");
    }
}
