//! Small multiples: the picture at several values of a parameter, side by side. In one row they are a film strip
//! along the parameter's own axis.

use super::{Content, Control, PanelSpec, multiples_grid};
use crate::{
    analysis::{Analysis, SweepTask},
    data::{Dataset, Labels},
    kernel::KernelParams,
    setup::View,
    sweep::{
        GridRows, MOST_ROWS, RowSample, Sweep, SweepPoint, SweepQuestion, SweptParameter,
        ValueSpacing, agreeing,
    },
    view::{
        Anchor, Aspect, Axis, Chart, GAP, Held, Line, LineStyle, MapGrid, Mark, Orientation, Paint,
        Points, Room, Rule, Scale, Text, key, number, paints, points,
    },
};

pub(super) struct Multiples;

impl PanelSpec for Multiples {
    fn about(&self) -> &'static str {
        "The first two components at several values of a parameter, each in a scale of its own. A click \
         takes the value over."
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
            Ok(()) => Content::Multiples(sweep, sweep.question.spread(view.sweep.multiples)),
            Err(why) => Content::Nothing(why.to_owned()),
        })
    }

    fn map_grid(&self, analysis: &Analysis, room: Room) -> Option<MapGrid> {
        let grid = (analysis.explain.sweep.as_deref()).and_then(|sweep| sweep.grid.as_ref());
        Some(match grid {
            Some(grid) => multiples_grid::layout(grid, room),
            None => MapGrid::largest(MOST, Some(1.0), room),
        })
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
        if let Some(sweep) = analysis.explain.sweep.as_deref()
            && let Some(grid) = &sweep.grid
        {
            return multiples_grid::values_of(sweep, grid, cell);
        }
        let film = Film::of(analysis, view)?;
        Some([film.question.parameter.place(*film.values.get(cell)?), 0.0])
    }
}

/// Margin around the dots of a cell, as a share of its side.
const MARGIN: f64 = 0.06;
/// Largest number of cells: more are too small to be read.
const MOST: usize = 9;
/// Number of dots in a cell of a strip, which is about a hundred points wide: more would hide each other.
const STRIP_DOTS: usize = 400;

/// Pictures at values spread evenly over the range of a parameter.
struct Film<'a> {
    question: SweepQuestion,
    values: Vec<f64>,
    /// Results at each value; `None` where they are not known, or there are fewer than two components.
    points: Vec<Option<&'a SweepPoint>>,
    /// Results of the sweep so far.
    sweep: Option<&'a Sweep>,
}

impl<'a> Film<'a> {
    /// Film of an analysis; `None` where the kernel has no parameter to sweep.
    fn of(analysis: &'a Analysis, view: &View) -> Option<Self> {
        let kernel = KernelParams::from(analysis.kernel);
        let what = view.swept(&kernel)?;
        let known = |sweep: &&Sweep| (sweep.question.parameter, sweep.question.method) == what;
        let sweep = analysis.explain.sweep.as_deref().filter(known);
        let question = match sweep {
            Some(sweep) => sweep.question.clone(),
            // Pictures have their room before there are any.
            None => SweepTask::of(analysis, view, MOST_ROWS)?.question,
        };
        let places = question.spread(view.sweep.multiples);
        let point = |i: &usize| {
            let point = sweep?.points.get(*i)?.as_ref()?.as_ref().ok()?;
            (!point.scores.is_empty()).then_some(point)
        };
        Some(Self {
            values: places.iter().map(|i| question.values[*i]).collect(),
            points: places.iter().map(point).collect(),
            question,
            sweep,
        })
    }

    /// Ends of the axis.
    fn ends(&self) -> [f64; 2] {
        let place =
            |value: Option<&f64>| self.question.parameter.place(value.copied().unwrap_or(1.0));
        [place(self.values.first()), place(self.values.last())]
    }

    /// Index of the picture nearest to the present value.
    fn nearest(&self, present: Option<f64>) -> Option<usize> {
        let place = |value: f64| self.question.parameter.place(value);
        let present = present.map(place)?;
        let far = |i: &usize| (place(self.values[*i]) - present).abs();
        (0..self.values.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// Scores of each picture, with signs that agree with the picture before; at the present value, with the signs
    /// that the method has now.
    fn agreeing(&self, analysis: &Analysis, now: Option<usize>) -> Vec<Option<Vec<[f64; 2]>>> {
        let mut before: Option<Vec<[f64; 2]>> = None;
        let turned = self.points.iter().map(|point| {
            let scores = agreeing(&(*point)?.scores, before.as_deref().as_slice());
            before = Some(scores.clone());
            Some(scores)
        });
        let mut turned: Vec<Option<Vec<[f64; 2]>>> = turned.collect();
        let at_present = now.and_then(|now| turned.get(now)?.as_deref());
        if let Some(signs) = at_present.and_then(|scores| self.signs(analysis, scores)) {
            for score in turned.iter_mut().flatten().flatten() {
                *score = [signs[0] * score[0], signs[1] * score[1]];
            }
        }
        turned
    }

    /// Signs that make both components of `scores` point where those of the method do now.
    fn signs(&self, analysis: &Analysis, scores: &[[f64; 2]]) -> Option<[f64; 2]> {
        let sweep = self.sweep?;
        let embedding = analysis.embedding(sweep.question.method).ok()?;
        if embedding.eigenvalues().len() < 2 {
            return None;
        }
        let drawn = some_drawn(analysis, sweep);
        Some([0, 1].map(|j| {
            let products = drawn
                .iter()
                .filter_map(|(row, i)| Some(embedding.score(*row, j) * scores.get(*i)?[j]));
            if products.sum::<f64>() < 0.0 {
                -1.0
            } else {
                1.0
            }
        }))
    }

    /// Caption of a picture: its value, and the accuracy of predicting a label of classes. Along the axis of a
    /// strip, whose title names the parameter, the value alone is enough.
    fn caption(&self, i: usize, strip: bool, labels: &Labels) -> String {
        let rounded = brief(self.values[i]);
        let named = match self.question.parameter.symbol() {
            _ if strip => rounded,
            symbol => format!("{symbol} = {rounded}"),
        };
        let quality = self.points[i].and_then(|point| point.separation_by(2));
        match quality.filter(|_| matches!(labels, Labels::Classes { .. })) {
            Some(score) => format!("{named} · {:.0} %", 100.0 * score.mean),
            None => named,
        }
    }
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
    let Some(film) = Film::of(analysis, view) else {
        return Chart::empty(&title, "computed once the slider rests");
    };
    if let Some(sweep) = film.sweep {
        if let Some(cells) = &sweep.grid {
            return multiples_grid::chart(analysis, sweep, cells, grid);
        }
        if let Some((reason, failed)) = sweep.failures()
            && failed == sweep.points.len()
        {
            return Chart::empty(&title, reason);
        }
    }
    let place = Placement::of(&film, grid);
    let present = analysis.value_of(parameter);
    let nearest = film.nearest(present);
    let (mut frames, mut marks, mut captions) = (Vec::new(), Vec::new(), Vec::new());
    for (i, scores) in film.agreeing(analysis, nearest).iter().enumerate() {
        let corner = place.corner(i);
        frames.push(match nearest {
            Some(nearest) if nearest == i => Mark::Line(Line {
                style: LineStyle::Solid,
                paint: Paint::Method(method),
                ..outline(corner, [place.width, place.width * place.height])
            }),
            _ => frame(corner, [place.width, place.width * place.height]),
        });
        if let (Some(sweep), Some(scores)) = (film.sweep, scores) {
            let dots = if place.strip {
                some_placed(analysis, sweep, scores, corner, place.width)
            } else {
                let dataset = &*analysis.dataset;
                let (x, y) = placed(sweep, scores, dataset.n(), corner, place.width);
                points(dataset, &x, &y)
            };
            marks.push(Mark::Points(dots));
        }
        let line = place.width * place.caption;
        captions.push(Mark::Text(Text {
            xy: [
                corner[0] + 0.5 * place.width,
                corner[1] + place.width * place.height + 0.5 * line,
            ],
            text: film.caption(i, place.strip, &analysis.dataset.labels),
            paint: Paint::Ink,
            anchor: Anchor::Middle,
            height: line,
            large: false,
        }));
    }
    marks.extend(place.mark_of(parameter, present).map(Mark::Rule));
    marks.extend(captions);
    let values: Vec<String> = film.values.iter().map(|value| number(*value)).collect();
    let sample = film.sweep.and_then(|sweep| sweep.sample.as_ref());
    let of = sample.map(|sample| format!("{} rows drawn from {}", sample.rows.len(), sample.of));
    frames.extend(marks);
    let [x, y] = place.ranges().map(|range| Axis {
        range: Some(range),
        ..Axis::new("", Scale::Unmarked)
    });
    Chart {
        summary: format!("{title}: {}.", values.join(", ")),
        title,
        x,
        y,
        aspect: Aspect::Equal,
        marks: frames,
        key: key(&analysis.dataset.labels),
        note: of.filter(|_| !place.strip),
    }
}

/// Places of pictures in a chart.
struct Placement {
    /// True where all stand in one row, whose x axis is that of the parameter.
    strip: bool,
    across: usize,
    down: usize,
    /// Height of a picture and of the line above it, in its widths.
    height: f64,
    caption: f64,
    /// Width of a picture.
    width: f64,
    /// Left end of the first picture.
    left: f64,
}

impl Placement {
    fn of(film: &Film<'_>, grid: MapGrid) -> Self {
        let count = film.values.len().max(1);
        let across = grid.across.clamp(1, count);
        let strip = across == count && count > 1;
        let [low, high] = film.ends();
        let step = (high - low) / (count.max(2) - 1) as f64;
        let width = if strip { step / (1.0 + GAP) } else { 1.0 };
        Self {
            strip,
            across,
            down: count.div_ceil(across),
            height: grid.height,
            caption: grid.caption,
            width,
            left: if strip { low - 0.5 * width } else { 0.0 },
        }
    }

    /// Left and lower end of a picture.
    fn corner(&self, i: usize) -> [f64; 2] {
        let row = (self.down - 1 - i / self.across) as f64;
        [
            self.left + self.width * (i % self.across) as f64 * (1.0 + GAP),
            self.width * row * (self.height + self.caption),
        ]
    }

    fn ranges(&self) -> [[f64; 2]; 2] {
        let right = self.left + self.width * self.across as f64 * (1.0 + GAP);
        let top = self.width * self.down as f64 * (self.height + self.caption);
        let gap = GAP * self.width;
        [[self.left - gap, right], [-gap, top]]
    }

    /// Rule at the present value, where pictures stand along the axis of the parameter and the value is among
    /// them.
    fn mark_of(&self, parameter: SweptParameter, present: Option<f64>) -> Option<Rule> {
        let value = present.filter(|_| self.strip && parameter.spread() != ValueSpacing::Whole)?;
        let at = parameter.place(value);
        let [[low, high], _] = self.ranges();
        (low..=high).contains(&at).then(|| Rule {
            name: format!("{} = {}", parameter.symbol(), number(value)),
            orientation: Orientation::Vertical,
            at,
            style: LineStyle::Dashed,
            paint: Paint::Ink,
            held: Some(Held::SweepValue),
        })
    }
}

/// Text of a value with two significant digits: a cell has little room for its name.
pub(super) fn brief(value: f64) -> String {
    let rounded = format!("{value:.1e}").parse().unwrap_or(value);
    number(rounded)
}

/// Maps scores into a cell of this width: equal units in both directions, the dots in the middle.
fn into_cell(scores: &[[f64; 2]], corner: [f64; 2], width: f64) -> impl Fn([f64; 2]) -> [f64; 2] {
    let ends = [0, 1].map(|j| {
        let all = scores.iter().map(|score| score[j]);
        let low = all.clone().fold(f64::INFINITY, f64::min);
        [low, all.fold(f64::NEG_INFINITY, f64::max)]
    });
    let longest = ends
        .iter()
        .map(|[low, high]| high - low)
        .fold(0.0, f64::max);
    let unit = width * (1.0 - 2.0 * MARGIN) / if longest > 0.0 { longest } else { 1.0 };
    move |score| {
        [0, 1].map(|j| {
            let middle = f64::midpoint(ends[j][0], ends[j][1]);
            corner[j] + 0.5 * width + unit * (score[j] - middle)
        })
    }
}

/// Coordinates of each of n rows in a cell, x and y; NaN for rows that were not drawn.
pub(super) fn placed(
    sweep: &Sweep,
    scores: &[[f64; 2]],
    n: usize,
    corner: [f64; 2],
    width: f64,
) -> (Vec<f64>, Vec<f64>) {
    let place = into_cell(scores, corner, width);
    let mut places = [vec![f64::NAN; n], vec![f64::NAN; n]];
    for (i, score) in scores.iter().enumerate() {
        let row = sweep.sample.as_ref().map_or(i, |sample| sample.rows[i]);
        let at = place(*score);
        for j in 0..2 {
            if let Some(place) = places[j].get_mut(row) {
                *place = at[j];
            }
        }
    }
    let [x, y] = places;
    (x, y)
}

/// Rows that have dots in a strip, each with its index among the scores of a sweep: as few as can be told apart
/// there, and the same while a preview shows some rows of many.
fn some_drawn(analysis: &Analysis, sweep: &Sweep) -> Vec<(usize, usize)> {
    let shown: &Dataset = &analysis.dataset;
    let all: &Dataset = (analysis.whole.as_ref()).map_or(shown, |whole| &whole.dataset);
    // Samples of the same rows are beginnings of one order, so that the smaller is part of the larger.
    let drawn = match RowSample::of(all.n(), STRIP_DOTS) {
        Some(sample) => sample.rows,
        None => (0..all.n()).collect(),
    };
    let dots = drawn.into_iter().filter_map(|row| {
        let i = match &sweep.sample {
            Some(sample) => sample.rows.binary_search(&row).ok()?,
            None => row,
        };
        let row = shown.row_ids.binary_search(all.row_ids.get(row)?).ok()?;
        Some((row, i))
    });
    dots.collect()
}

/// Dots of some rows in a cell of a strip.
fn some_placed(
    analysis: &Analysis,
    sweep: &Sweep,
    scores: &[[f64; 2]],
    corner: [f64; 2],
    width: f64,
) -> Points {
    let place = into_cell(scores, corner, width);
    let dots = some_drawn(analysis, sweep).into_iter();
    let dots = dots.filter_map(|(row, i)| Some((row, place(*scores.get(i)?))));
    let (rows, xy): (Vec<usize>, Vec<[f64; 2]>) = dots.unzip();
    Points {
        name: analysis.dataset.name.clone(),
        xy: xy.into(),
        paints: paints(&analysis.dataset.labels, &rows),
        rows: rows.into(),
        depths: None,
        emphases: None,
        markers: None,
        pictures: None,
    }
}

/// Frame of a cell; it has no name, so it has no tooltip.
fn outline([left, bottom]: [f64; 2], [width, height]: [f64; 2]) -> Line {
    let (right, top) = (left + width, bottom + height);
    Line {
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
    }
}

pub(super) fn frame(corner: [f64; 2], size: [f64; 2]) -> Mark {
    Mark::Line(outline(corner, size))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{analysis::Analyzer, kpca::Tier, panel::Panel, setup::Setup, view::testing};

    fn analysis(panels: Vec<Panel>) -> (Analysis, View) {
        let mut setup = Setup::welcome();
        if let crate::data::Source::Generated(generator) = &mut setup.source {
            generator.n_samples = 40;
        }
        setup.view.panels = panels;
        let analysis = Analyzer::default().run(&setup, Tier::Exact, &|| false);
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
    fn in_one_row_pictures_stand_along_the_axis_of_the_parameter() {
        let (analysis, view) = analysis(vec![Panel::Multiples]);
        let room = Room {
            width: 1000.0,
            height: 120.0,
            line: 16.0,
        };
        let drawn = |analysis: &Analysis| {
            let grid = Panel::Multiples.map_grid(analysis, room);
            Panel::Multiples.arranged_chart(analysis, &view, grid)
        };
        let chart = drawn(&analysis);
        testing::assert_drawable(&chart);
        let frames: Vec<&Line> = (chart.marks.iter())
            .filter_map(|mark| match mark {
                Mark::Line(line) => Some(line),
                _ => None,
            })
            .collect();
        let middle = |line: &Line| f64::midpoint(line.xy[0][0], line.xy[1][0]);
        let sweep = analysis.explain.sweep.as_ref().unwrap();
        let ends = [sweep.question.values[0], sweep.question.values[59]].map(f64::log10);
        let at = |i: usize| ends[0] + (ends[1] - ends[0]) * i as f64 / 8.0;
        for (i, frame) in frames.iter().enumerate() {
            assert!((middle(frame) - at(i)).abs() < 1e-12, "{i}");
        }
        let present = chart.marks.iter().find_map(|mark| match mark {
            Mark::Rule(rule) => Some(rule),
            _ => None,
        });
        let present = present.unwrap();
        assert!((present.at - 15_f64.log10()).abs() < 1e-12);
        assert_eq!(present.held, Some(Held::SweepValue));
        let solid = |line: &&Line| line.style == LineStyle::Solid;
        let nearest = frames.iter().position(solid).unwrap();
        assert!((at(nearest) - present.at).abs() <= 0.51 * (at(1) - at(0)));
        // Pictures have their room before there are any.
        let mut awaited = analysis.clone();
        awaited.explain.sweep = None;
        let before = drawn(&awaited);
        assert_eq!((&before.x, &before.y), (&chart.x, &chart.y));
        assert!(!before.has_dots() && chart.has_dots());
    }

    #[test]
    fn the_picture_at_the_present_value_has_the_signs_of_the_live_one() {
        let (analysis, view) = analysis(vec![Panel::Multiples]);
        for turned in [false, true] {
            let mut analysis = analysis.clone();
            if turned {
                let mut kpca = (*analysis.kpca).clone();
                kpca.eigenvectors.neg_mut();
                analysis.kpca = Arc::new(kpca);
            }
            let film = Film::of(&analysis, &view).unwrap();
            let now = film.nearest(Some(15.0));
            let scores = film.agreeing(&analysis, now);
            let scores = scores[now.unwrap()].as_ref().unwrap();
            let live = analysis.kpca.scores();
            for j in 0..2 {
                let product: f64 = (0..40).map(|i| scores[i][j] * live[(i, j)]).sum();
                assert!(product > 0.0, "{turned} {j}");
            }
        }
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
