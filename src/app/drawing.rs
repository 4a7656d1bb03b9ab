//! Drawing data by hand: the effect of each touch on the points, and the start of a drawing.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Normal};

use super::{App, Edit, Tool};
use explorer::setup::{Panel, Setup, pair};
use tabular::{Columns, Drawing, RowSet, Source};

/// Number of points of one puff of the brush.
const PUFF: usize = 2;

/// Effect of the pointer on a drawing at one place of the input plot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Touch {
    /// Adds one point.
    Add { at: [f64; 2], class: u8 },
    /// Adds some points around a place, with standard deviations along either axis. Puffs of one stroke are one
    /// step of undo.
    Spray {
        at: [f64; 2],
        spread: [f64; 2],
        class: u8,
        stroke: u64,
    },
    /// Removes the points within an ellipse.
    Erase {
        at: [f64; 2],
        reach: [f64; 2],
        stroke: u64,
    },
}

/// Class and size of the tool that draws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pen {
    /// Class of new points, from 1.
    pub class: u8,
    /// Radius of brush and eraser, in points of the screen.
    pub radius: f32,
}

impl Pen {
    /// Least and largest radius of brush and eraser, in points of the screen.
    const RADII: [f32; 2] = [6.0, 96.0];
    /// Factor by which a key changes the radius.
    const STEP: f32 = 1.35;

    pub(super) fn resize(&mut self, larger: bool) {
        let factor = if larger {
            Self::STEP
        } else {
            Self::STEP.recip()
        };
        let [least, most] = Self::RADII;
        self.radius = (self.radius * factor).clamp(least, most);
    }
}

impl Default for Pen {
    fn default() -> Self {
        Self {
            class: 1,
            radius: 24.0,
        }
    }
}

/// Columns of a drawing (0 or 1) on the two axes of the input plot, if both are there.
fn axes(columns: &Columns, input: [usize; 2], drawing: &Drawing) -> Option<[usize; 2]> {
    let features: Vec<usize> = match &columns.features {
        None => vec![0, 1],
        Some(names) => {
            let position = |name: &String| drawing.columns.iter().position(|it| it == name);
            names.iter().filter_map(position).collect()
        }
    };
    let [a, b] = pair(input, features.len())?;
    let axes = [features[a], features[b]];
    (axes[0] != axes[1]).then_some(axes)
}

/// Applies `change` to the drawing, with a function from places along the plot's axes to the drawing's
/// coordinates.
fn change(setup: &mut Setup, change: impl FnOnce(&mut Drawing, &dyn Fn([f64; 2]) -> [f64; 2])) {
    let Setup {
        source: Source::Drawn(drawing),
        columns,
        view,
        ..
    } = setup
    else {
        return;
    };
    if let Some([across, _]) = axes(columns, view.input, drawing) {
        change(drawing, &|[x, y]| if across == 0 { [x, y] } else { [y, x] });
    }
}

/// Moves a point of the drawing.
pub(super) fn put(setup: &mut Setup, point: usize, to: [f64; 2]) {
    change(setup, |drawing, own| drawing.put(point, own(to)));
}

impl Touch {
    pub(super) fn apply(self, setup: &mut Setup) {
        match self {
            Self::Add { at, class } => {
                change(setup, |drawing, own| drawing.add(own(at), class));
            }
            Self::Spray {
                at, spread, class, ..
            } => change(setup, |drawing, own| {
                spray(drawing, own(at), own(spread), class);
            }),
            Self::Erase { at, reach, .. } => {
                let mut gone = RowSet::default();
                change(setup, |drawing, own| {
                    gone = within(drawing, own(at), own(reach));
                });
                delete(setup, &gone);
            }
        }
    }

    /// Stroke that the touch is part of, if any.
    pub(super) fn stroke(&self) -> Option<u64> {
        match self {
            Self::Add { .. } => None,
            Self::Spray { stroke, .. } | Self::Erase { stroke, .. } => Some(*stroke),
        }
    }
}

/// Adds points around a place. The seed is the number of points so far, so that the same touches give the same
/// points.
fn spray(drawing: &mut Drawing, at: [f64; 2], spread: [f64; 2], class: u8) {
    let mut rng = ChaCha8Rng::seed_from_u64(drawing.points.len() as u64);
    let axes = [0, 1].map(|axis| Normal::new(at[axis], spread[axis]));
    let [Ok(x), Ok(y)] = axes else { return };
    for _ in 0..PUFF {
        drawing.add([x.sample(&mut rng), y.sample(&mut rng)], class);
    }
}

fn within(drawing: &Drawing, at: [f64; 2], reach: [f64; 2]) -> RowSet {
    let is_within = |point: [f64; 2]| {
        let parts = [0, 1].map(|axis| ((point[axis] - at[axis]) / reach[axis]).powi(2));
        parts[0] + parts[1] <= 1.0
    };
    let points = drawing.points.iter().enumerate();
    let gone = points.filter(|(_, point)| is_within(point.at));
    gone.map(|(i, _)| i).collect()
}

/// Removes points; the others stay selected, hidden or chosen for contours as they were.
pub(super) fn delete(setup: &mut Setup, gone: &RowSet) {
    let Source::Drawn(drawing) = &mut setup.source else {
        return;
    };
    let kept: Vec<usize> = (0..drawing.points.len())
        .filter(|point| !gone.contains(*point))
        .collect();
    if kept.len() == drawing.points.len() {
        return;
    }
    drawing.points = kept.iter().map(|&point| drawing.points[point]).collect();
    let renumbered = |rows: &RowSet| -> RowSet {
        let now = kept.iter().enumerate();
        now.filter(|(_, was)| rows.contains(**was))
            .map(|(now, _)| now)
            .collect()
    };
    let view = &mut setup.view;
    view.marking.selected = renumbered(&view.marking.selected);
    view.marking.hidden = renumbered(&view.marking.hidden);
    let at_row = view.contours.at_row;
    view.contours.at_row = at_row.and_then(|row| kept.binary_search(&row).ok());
}

/// Changes the class of points.
pub(super) fn classify(setup: &mut Setup, rows: &RowSet, class: u8) {
    if let Source::Drawn(drawing) = &mut setup.source {
        let points = drawing.points.iter_mut().enumerate();
        for (_, point) in points.filter(|(i, _)| rows.contains(*i)) {
            point.class = class;
        }
    }
}

impl App {
    /// Drawing of the setup, where points are drawn by hand.
    #[must_use]
    pub fn drawing(&self) -> Option<&Drawing> {
        match &self.setup.source {
            Source::Drawn(drawing) => Some(drawing),
            Source::Generated(_) | Source::Builtin(_) | Source::File(_) => None,
        }
    }

    /// Returns true where the input plot can be drawn in: it shows both coordinates of a drawing.
    #[must_use]
    pub fn can_draw(&self) -> bool {
        let Setup { columns, view, .. } = &self.setup;
        let axes = |drawing| axes(columns, view.input, drawing);
        self.drawing().and_then(axes).is_some()
    }

    /// Class and size of the tool that draws.
    #[must_use]
    pub fn pen(&self) -> Pen {
        self.pen
    }

    pub(super) fn draw_anew(&mut self) {
        self.begin_drawing(Edit::Source(Source::Drawn(Drawing::default())));
    }

    pub(super) fn edit_points(&mut self) {
        if let Some(dataset) = self.dataset()
            && let Some(columns) = pair(self.setup.view.input, dataset.d())
        {
            let drawing = Drawing::of(dataset, columns);
            // The points stay the same, so kernel and view do too.
            let mut setup = self.setup.clone();
            setup.source = Source::Drawn(drawing);
            setup.choose_columns_anew();
            self.begin_drawing(Edit::Everything(Box::new(setup)));
        }
    }

    fn begin_drawing(&mut self, edit: Edit) {
        self.edit_in_sight(edit, |panel| panel == Panel::Input, Panel::Input);
        self.fit_plots();
        self.tool = Tool::Draw;
        self.pen.class = 1;
    }

    /// Sets the class of new points, and of the selected ones.
    pub(super) fn choose_class(&mut self, class: u8) {
        self.pen.class = class;
        let selected = self.setup.view.marking.selected.clone();
        if !selected.is_empty() {
            self.edit(Edit::Classify(selected, class));
        }
    }

    pub(super) fn delete_selected(&mut self) {
        let selected = self.setup.view.marking.selected.clone();
        self.edit(Edit::Delete(selected));
    }

    /// Reason why the points on the screen can't be made a drawing to be edited.
    pub(super) fn no_points_to_edit(&self) -> Option<&'static str> {
        let Some(dataset) = self.dataset() else {
            return Some("there is no picture yet");
        };
        match (self.drawing(), dataset.has_features(), dataset.d()) {
            (Some(_), ..) => Some("they can be edited already"),
            (None, false, _) => Some("only points with coordinates can be edited"),
            (None, true, 0..=1) => Some("two columns of numbers are needed"),
            _ => (dataset.n() > Drawing::MOST_POINTS)
                .then_some("more than 5000 points are too many to be edited by hand"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(points: &[[f64; 2]]) -> Setup {
        let mut drawing = Drawing::default();
        for point in points {
            drawing.add(*point, 1);
        }
        Setup {
            source: Source::Drawn(drawing),
            ..Setup::default()
        }
    }

    fn points(setup: &Setup) -> Vec<[f64; 2]> {
        match &setup.source {
            Source::Drawn(drawing) => drawing.points.iter().map(|point| point.at).collect(),
            _ => vec![],
        }
    }

    #[test]
    fn touches_go_along_the_axes_that_are_seen() {
        let mut setup = drawn(&[[0.0, 0.0]]);
        let add = |at| Touch::Add { at, class: 2 };
        add([1.0, 2.0]).apply(&mut setup);
        setup.view.input = [1, 0];
        add([1.0, 2.0]).apply(&mut setup);
        put(&mut setup, 0, [5.0, 6.0]);
        assert_eq!(points(&setup), [[6.0, 5.0], [1.0, 2.0], [2.0, 1.0]]);
        // One column alone is no plane.
        setup.columns.features = Some(vec!["y".into()]);
        add([9.0, 9.0]).apply(&mut setup);
        assert_eq!(points(&setup).len(), 3);
    }

    #[test]
    fn the_same_strokes_give_the_same_points() {
        let spray = |setup: &mut Setup| {
            for x in [0.0, 0.5] {
                Touch::Spray {
                    at: [x, 0.0],
                    spread: [0.1, 0.2],
                    class: 1,
                    stroke: 7,
                }
                .apply(setup);
            }
        };
        let [mut a, mut b] = [drawn(&[]), drawn(&[])];
        spray(&mut a);
        spray(&mut b);
        assert_eq!(points(&a), points(&b));
        assert_eq!(points(&a).len(), 2 * PUFF);
        assert_ne!(points(&a)[0], points(&a)[1]);
    }

    #[test]
    fn marks_stay_with_the_points_that_are_left() {
        let mut setup = drawn(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]);
        setup.view.marking.selected = [1, 3].into_iter().collect();
        setup.view.marking.hidden = [2].into_iter().collect();
        setup.view.contours.at_row = Some(2);
        Touch::Erase {
            at: [1.0, 0.1],
            reach: [0.5, 0.5],
            stroke: 1,
        }
        .apply(&mut setup);
        assert_eq!(points(&setup), [[0.0, 0.0], [2.0, 0.0], [3.0, 0.0]]);
        let marking = &setup.view.marking;
        assert_eq!(marking.selected.to_string(), "2");
        assert_eq!(marking.hidden.to_string(), "1");
        assert_eq!(setup.view.contours.at_row, Some(1));
    }
}
