//! Small multiples: the picture at several values of a parameter, side by side. In one row they are a film strip
//! along the parameter's own axis.

mod film;
mod placement;

pub(super) use placement::{frame, placed};

use film::{Film, some_drawn};
use placement::{Placement, outline, some_placed};

use super::separation::accuracy_by;
use super::{Content, Control, PanelSpec, multiples_grid};
use crate::{
    analysis::Analysis,
    presented::Presented,
    setup::View,
    view::{extent, key, method_paint, points},
};
use chart::{
    Anchor, Aspect, Axis, Chart, Line, LineStyle, MapGrid, Mark, Room, Text, count, number,
};
use kernel_pca::{
    kernel::KernelParams,
    objects::Labels,
    sweep::{GridRows, Sweep},
};

pub(super) struct Multiples;

impl PanelSpec for Multiples {
    fn about(&self) -> &'static str {
        "The first two components at several values of a parameter, each in a scale of its own. A click \
         takes the value over. A percentage is the accuracy of a linear discriminant on these two, half of the rows held out."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let grid = MapGrid::largest(view.sweep.multiples, Some(1.0), Room::default());
        self.arranged_chart(analysis, view, grid)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Multiples]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let sweep = analysis.explain.sweep.as_deref()?;
        let second = match sweep.grid.as_ref().map(|grid| grid.question.second) {
            Some(GridRows::Parameter(second)) => second.in_scripts(),
            Some(GridRows::Components) | None => Ok(()),
        };
        Some(
            match (
                sweep.question.parameter.in_scripts().and(second),
                &sweep.grid,
            ) {
                (Err(why), _) => Content::Nothing(why.to_owned()),
                (Ok(()), Some(grid)) => Content::Grid(sweep, grid),
                (Ok(()), None) => {
                    Content::Multiples(sweep, sweep.question.spread(view.sweep.multiples))
                }
            },
        )
    }

    fn map_grid(&self, analysis: &Analysis, room: Room) -> Option<MapGrid> {
        let grid = (analysis.explain.sweep.as_deref()).and_then(|sweep| sweep.grid.as_ref());
        Some(match grid {
            Some(grid) => multiples_grid::layout(grid, room),
            None => MapGrid::largest(MOST_CELLS, Some(1.0), room),
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
        let cell = frames.position(|frame| {
            (0..2).all(|axis| {
                let [low, high] = extent(frame.iter().map(|corner| &corner[axis]));
                (low..=high).contains(&at[axis])
            })
        })?;
        if let Some(sweep) = analysis.explain.sweep.as_deref()
            && let Some(grid) = &sweep.grid
        {
            return multiples_grid::values_of(sweep, grid, cell);
        }
        let film = Film::of(analysis, view)?;
        Some([film.question.parameter.place(*film.values.get(cell)?), 0.0])
    }
}

/// Explanation of the percentages above pictures at other values, for the foot of a figure; `None` where there are none.
pub fn in_short(analysis: &Analysis) -> Option<String> {
    let has_classes = matches!(analysis.dataset.labels, Labels::Classes { .. });
    let sweep = analysis
        .explain
        .sweep
        .as_deref()
        .filter(|it| it.grid.is_none());
    let points = sweep.into_iter().flat_map(|it| &it.points);
    let mut found = points.flatten().filter_map(|point| point.as_ref().ok());
    let is_judged = has_classes && found.any(|point| point.separation_by(2).is_some());
    is_judged.then(|| format!("percentages above small pictures: {}", accuracy_by(2)))
}

/// Number of small letters side by side that are as wide as their line is high.
const LETTERS: f64 = 2.6;
/// Largest number of cells: more are too small to be read.
const MOST_CELLS: usize = 9;
fn chart(analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
    let kernel = KernelParams::from(analysis.kernel);
    let Some((parameter, method)) = view.swept(&kernel) else {
        return Chart::empty(
            "Small multiples",
            "this kernel has no parameter to compare values of",
        );
    };
    let symbol = parameter.symbol();
    let title = format!(
        "Small multiples: {} over {symbol}",
        method.presented().title
    );
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
    let letters = (LETTERS / grid.caption) as usize;
    let place = Placement::of(&film, grid);
    let title = match some_of_all(&film, analysis).filter(|_| place.strip) {
        Some([drawn, all]) => format!("{title} · {} of {} rows", count(drawn), count(all)),
        None => title,
    };
    let present = analysis.value_of(parameter);
    let nearest = film.nearest(present);
    let mut said = film
        .captions(place.strip, &analysis.dataset.labels, letters)
        .into_iter();
    let (mut frames, mut marks, mut captions) = (Vec::new(), Vec::new(), Vec::new());
    for (i, scores) in film.agreeing(analysis, nearest).iter().enumerate() {
        let corner = place.corner(i);
        frames.push(match nearest {
            Some(nearest) if nearest == i => Mark::Line(Line {
                style: LineStyle::Solid,
                paint: method_paint(method),
                ..outline(corner, [place.width, place.width * place.height])
            }),
            _ => frame(corner, [place.width, place.width * place.height]),
        });
        if let (Some(sweep), Some(scores)) = (film.sweep, scores) {
            let dots = if place.strip {
                some_placed(analysis, sweep, scores, corner, place.width)
            } else {
                let dataset = &*analysis.dataset;
                points(
                    dataset,
                    placed(sweep, scores, dataset.n(), corner, place.width),
                )
            };
            marks.push(Mark::Points(dots));
        }
        let line = place.width * place.caption;
        captions.push(Mark::Text(Text::new(
            [
                corner[0] + 0.5 * place.width,
                corner[1] + place.width * place.height + 0.5 * line,
            ],
            said.next().unwrap_or_default(),
            Anchor::Middle,
            line,
        )));
    }
    let marked = present.filter(|_| !view.wishes.no_marks);
    marks.extend(place.mark_of(parameter, marked).map(Mark::CrossLine));
    marks.extend(captions);
    let values: Vec<String> = film.values.iter().map(|value| number(*value)).collect();
    let sample = film.sweep.and_then(Sweep::pictured_sample);
    let of = sample.map(|sample| format!("{} rows drawn from {}", sample.rows.len(), sample.of));
    frames.extend(marks);
    let [x, y] = place.ranges().map(Axis::bare);
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

/// Numbers of rows that have dots in a strip, and of all rows; `None` where all rows have dots.
fn some_of_all(film: &Film<'_>, analysis: &Analysis) -> Option<[usize; 2]> {
    let (drawn, all) = (some_drawn(analysis, film.sweep?).len(), analysis.rows());
    (drawn < all).then_some([drawn, all])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{analysis::Analyzer, panel::Panel, setup::Setup, view::testing};
    use chart::Held;
    use kernel_pca::{kpca::Tier, sweep::agreeing};

    fn analysis(panels: Vec<Panel>) -> (Analysis, View) {
        let mut setup = Setup::welcome();
        if let tabular::Source::Generated(generator) = &mut setup.source {
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
        let frames = testing::lines(&chart);
        let middle = |line: &Line| f64::midpoint(line.xy[0][0], line.xy[1][0]);
        let sweep = analysis.explain.sweep.as_ref().unwrap();
        let ends = [sweep.question.values[0], sweep.question.values[59]].map(f64::log10);
        let at = |i: usize| ends[0] + (ends[1] - ends[0]) * i as f64 / 8.0;
        for (i, frame) in frames.iter().enumerate() {
            assert!((middle(frame) - at(i)).abs() < 1e-12, "{i}");
        }
        let present = chart.marks.iter().find_map(|mark| match mark {
            Mark::CrossLine(rule) => Some(rule),
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
    fn a_strip_says_how_many_rows_have_dots() {
        let mut setup = Setup::welcome();
        if let tabular::Source::Generated(generator) = &mut setup.source {
            generator.n_samples = 1500;
        }
        setup.view.panels = vec![Panel::Multiples];
        let analysis = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let analysis = analysis.unwrap();
        let title = |width: f64, height: f64| {
            let room = Room {
                width,
                height,
                line: 16.0,
            };
            let grid = Panel::Multiples.map_grid(&analysis, room);
            let chart = Panel::Multiples.arranged_chart(&analysis, &setup.view, grid);
            testing::assert_drawable(&chart);
            chart.title
        };
        assert_eq!(
            title(1000.0, 120.0),
            "Small multiples: Kernel PCA over γ · 500 of 1500 rows"
        );
        assert_eq!(title(600.0, 600.0), "Small multiples: Kernel PCA over γ");
    }

    #[test]
    fn marks_are_left_out_where_that_is_wished() {
        let (analysis, mut view) = analysis(vec![Panel::Multiples, Panel::Sweep]);
        let room = Room {
            width: 1000.0,
            height: 120.0,
            line: 16.0,
        };
        for (is_left_out, count) in [(false, 2), (true, 0)] {
            view.wishes.no_marks = is_left_out;
            let marked = [Panel::Sweep, Panel::Multiples]
                .into_iter()
                .filter(|panel| {
                    let grid = panel.map_grid(&analysis, room);
                    let chart = panel.arranged_chart(&analysis, &view, grid);
                    let mut marks = chart.marks.iter();
                    marks.any(|mark| matches!(mark, Mark::Pin(_) | Mark::CrossLine(_)))
                });
            assert_eq!(marked.count(), count);
        }
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
        analysis.kernel = kernel_pca::kernel::Kernel::linear();
        analysis.explain.sweep = None;
        let analysis = Arc::new(analysis);
        let note = Panel::Multiples.chart(&analysis, &view).note.unwrap();
        assert!(note.contains("no parameter"), "{note}");
    }
}
