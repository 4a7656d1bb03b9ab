//! Points in space, seen from a direction: three features, or the first three components.
//!
//! The projection is parallel and happens here, so that a view of space is a chart like any other:
//! the box's edges are lines, the axes' names are texts, and dots come from back to front.

use std::sync::Arc;

use super::{Choice, Content, Control, PanelSpec, PointSet, Space, neighbor_graph::links, scores};
use crate::{
    analysis::{Analysis, pieces},
    presented::Presented,
    setup::{Camera, View},
    view::{coloured_by, dots_of, extent, key, paints, said_of_new_rows},
};
use chart::{Anchor, Aspect, Axis, Chart, Line, Mark, Points, Text, noted, number};
use kernel_pca::{
    embedding::{Embedding, equal_eigenvalues},
    method::Method,
};

pub(super) struct InputSpace;

impl PanelSpec for InputSpace {
    fn about(&self) -> &'static str {
        "Three columns of the data as they came; drag to turn them"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        input(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[
            Control::InputColumns,
            Control::InputDepth,
            Control::Choice(Choice::NeighborGraph),
        ]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let columns = space(view, analysis.dataset.d())?;
        Some(Content::Space(Space {
            points: PointSet::Input,
            columns,
        }))
    }
}

/// Panel of the first three components of a method.
pub(super) struct ScoreSpace(pub Method);

impl PanelSpec for ScoreSpace {
    fn about(&self) -> &'static str {
        match self.0 {
            Method::Pca => "The first three components of linear PCA; drag to turn them",
            Method::Kpca => "The first three kernel components; drag to turn them",
            _ => self.0.presented().about,
        }
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        of_scores(self.0, analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        match self.0 {
            Method::DiffusionMap => &[Control::Diffusion],
            _ if self.0.spec().uses_neighbors => &[Control::Neighbors],
            _ => &[],
        }
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        let count = analysis.embedding(self.0).ok()?.eigenvalues().len();
        (count > 2).then_some(Content::Space(Space {
            points: PointSet::Scores(self.0),
            columns: [0, 1, 2],
        }))
    }
}

/// Names of the axes; there is little room beside a box.
fn names(method: Method, embedding: &dyn Embedding) -> Vec<String> {
    let component = match method {
        Method::Kpca => Method::Pca.presented().component,
        _ => method.presented().component,
    };
    scores::names(component, embedding)
}

fn input(analysis: &Analysis, view: &View) -> Chart {
    let dataset = &*analysis.dataset;
    let title = format!("Input in 3-D · {}", dataset.name);
    if let Some(lack) = dataset.objects.lack_of_features() {
        return Chart::empty(&title, lack);
    }
    let Some(columns) = space(view, dataset.d()) else {
        return Chart::empty(&title, "three columns are needed");
    };
    let axes = columns.map(|j| SolidAxis {
        name: dataset.feature_names[j].clone(),
        values: dataset.x.column(j).iter().copied().collect(),
        new: match &analysis.new {
            Some(new) => new.rows.x.column(j).iter().copied().collect(),
            None => vec![],
        },
    });
    let mut chart = chart(analysis, title, &axes, view.camera, None);
    let is_dots = |mark: &Mark| matches!(mark, Mark::Points(_));
    let place = chart.marks.iter().position(is_dots).unwrap_or_default();
    let Some(Mark::Points(dots)) = chart.marks.get(place) else {
        return chart;
    };
    let mut places = vec![[f64::NAN; 2]; dataset.n()];
    for (row, xy) in dots.rows.iter().zip(&*dots.xy) {
        places[*row] = *xy;
    }
    let (links, note) = links(analysis, view, |row| places[row]);
    // Behind the dots.
    chart.marks.splice(place..place, links);
    Chart { note, ..chart }
}

/// Three different indices below `d`, as near to those wanted as can be; `None` where d is less than 3.
fn space(view: &View, d: usize) -> Option<[usize; 3]> {
    let last = d.checked_sub(1).filter(|&last| last >= 2)?;
    let [a, b] = view.input;
    let mut columns = [a.min(last), b.min(last), view.input_depth.min(last)];
    // A column that is asked for twice gives way to the first one that is free.
    for i in 1..3 {
        if columns[..i].contains(&columns[i]) {
            let free = (0..=last).find(|j| !columns.contains(j));
            columns[i] = free.unwrap_or(columns[i]);
        }
    }
    Some(columns)
}

fn of_scores(method: Method, analysis: &Analysis, view: &View) -> Chart {
    let title = format!("{} in 3-D", method.presented().title);
    let title = scores::titled(&title, method, analysis);
    let embedding = match analysis.embedding(method) {
        Ok(embedding) => embedding,
        Err(reason) => return Chart::empty(&title, reason),
    };
    let scores = embedding.scores();
    if scores.ncols() < 3 {
        return Chart::empty(&title, "three components are needed, and there are fewer");
    }
    let names = names(method, embedding);
    let axes = [0, 1, 2].map(|j| SolidAxis {
        name: names[j].clone(),
        values: scores.column(j).iter().copied().collect(),
        new: match analysis.projected(method) {
            Some(Ok(new)) => new.column(j).iter().copied().collect(),
            Some(Err(_)) | None => vec![],
        },
    });
    let pieces = pieces(method, embedding);
    let remarks = pieces.into_iter().chain(tied(embedding));
    let note = noted(remarks.chain(said_of_new_rows(analysis, method)));
    chart(analysis, title, &axes, view.camera, note)
}

fn tied(embedding: &dyn Embedding) -> Option<String> {
    let runs = embedding.undetermined().iter();
    let shown: Vec<_> = runs.filter(|run| run.start < 3).cloned().collect();
    equal_eigenvalues(&shown)
}

struct SolidAxis {
    name: String,
    values: Vec<f64>,
    /// Values of the new rows; empty where they have none.
    new: Vec<f64>,
}

/// Rotated frame: the directions right, up and towards the viewer, as unit vectors of space.
struct Eye {
    right: [f64; 3],
    up: [f64; 3],
    forward: [f64; 3],
}

impl Eye {
    /// Makes the frame of a camera. The third axis stands upright; yaw turns about it, pitch tilts it towards the
    /// viewer.
    fn new(camera: Camera) -> Self {
        let finite = |angle: f64| if angle.is_finite() { angle } else { 0.0 };
        let (sin_yaw, cos_yaw) = finite(camera.yaw).to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = finite(camera.pitch).to_radians().sin_cos();
        Self {
            right: [cos_yaw, -sin_yaw, 0.0],
            up: [sin_pitch * sin_yaw, sin_pitch * cos_yaw, cos_pitch],
            forward: [-cos_pitch * sin_yaw, -cos_pitch * cos_yaw, sin_pitch],
        }
    }

    fn project(&self, point: [f64; 3]) -> [f64; 2] {
        [dot(self.right, point), dot(self.up, point)]
    }

    /// Depths of places, from 0 to 1: the box's corners are the nearest and farthest that a point can be.
    fn depths(&self, places: &[(usize, [f64; 3])]) -> Arc<[f32]> {
        let reach = HALF * 3_f64.sqrt();
        let places = places.iter();
        places
            .map(|(_, point)| (0.5 - 0.5 * self.nearness(*point) / reach) as f32)
            .collect()
    }

    /// Coordinate that grows towards the viewer.
    fn nearness(&self, point: [f64; 3]) -> f64 {
        dot(self.forward, point)
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Half the length of the box's longest edge.
const HALF: f64 = 1.0;
/// Half the size of a larger box, on whose edges the names of the axes on the floor stand.
const NAMES: f64 = 1.42;
/// Distance from the middle below which names stand on both sides of their place.
const CENTRAL: f64 = 0.15;
/// Height of the upright axis' name above its edge.
const ABOVE: f64 = 0.16;
/// Half the size of a larger box, on whose edges the values at the ends of axes stand.
const ENDS: f64 = 1.12;
/// Places of the values at the ends of an axis along its edge, as shares of the edge; not at its ends, because two axes
/// meet there.
const SHARES: [f64; 2] = [0.2, 0.8];

fn chart(
    analysis: &Analysis,
    title: String,
    axes: &[SolidAxis; 3],
    camera: Camera,
    note: Option<String>,
) -> Chart {
    let dataset = &*analysis.dataset;
    let eye = Eye::new(camera);
    let spans = axes
        .each_ref()
        .map(|axis| extent(axis.values.iter().chain(&axis.new)));
    // Each axis fills the box: features differ in unit, components in variance.
    let unit = |axis: usize, value: f64| {
        let [low, high] = spans[axis];
        if high > low {
            HALF * (2.0 * (value - low) / (high - low) - 1.0)
        } else {
            0.0
        }
    };
    // The places of finite rows, from back to front.
    let places = |values: [&[f64]; 3]| {
        let mut rows: Vec<(usize, [f64; 3])> = (0..values[0].len())
            .filter(|&i| values.iter().all(|values| values[i].is_finite()))
            .map(|i| (i, [0, 1, 2].map(|axis| unit(axis, values[axis][i]))))
            .collect();
        rows.sort_by(|a, b| eye.nearness(a.1).total_cmp(&eye.nearness(b.1)));
        rows
    };
    let rows = places(axes.each_ref().map(|axis| &axis.values[..]));
    let order: Vec<usize> = rows.iter().map(|(i, _)| *i).collect();
    let xy = rows.iter().map(|(_, point)| eye.project(*point)).collect();
    let paints = paints(&dataset.labels, &order);
    let dots = Points {
        depths: Some(eye.depths(&rows)),
        ..Points::new(dataset.name.clone(), xy, paints, order.into())
    };
    let names = axes.each_ref().map(|axis| axis.name.as_str());
    let mut marks = frame(&eye, names, spans);
    marks.push(Mark::Points(dots));
    let new = places(axes.each_ref().map(|axis| &axis.new[..]));
    if let Some(of) = analysis.new.as_ref().filter(|_| !new.is_empty()) {
        let mut xy = vec![[f64::NAN; 2]; of.rows.n()];
        for (row, point) in &new {
            xy[*row] = eye.project(*point);
        }
        // As they are numbered, and so with a depth each in that order.
        let mut numbered = new;
        numbered.sort_by_key(|(row, _)| *row);
        marks.push(Mark::NewRows(Points {
            depths: Some(eye.depths(&numbered)),
            ..dots_of(&of.rows, &dataset.labels, xy)
        }));
    }
    let axis = Axis::bare([-1.9, 1.9]);
    Chart {
        summary: format!(
            "{title}: {} points in the space of {}, {}.",
            dataset.n(),
            names.join(", "),
            coloured_by(&dataset.labels)
        ),
        title,
        x: axis.clone(),
        y: axis,
        aspect: Aspect::Equal,
        marks,
        key: key(&dataset.labels),
        note,
    }
}

/// Frame of the box: its twelve edges, and along three of them that meet at the bottom the axes' names and the
/// values at their ends.
fn frame(eye: &Eye, names: [&str; 3], spans: [[f64; 2]; 3]) -> Vec<Mark> {
    // Where there is little room, a text gives way to those before it: values to names.
    let (mut marks, mut values) = (Vec::new(), Vec::new());
    for along in 0..3 {
        let (b, c) = ((along + 1) % 3, (along + 2) % 3);
        let edge = |sign_b: f64, sign_c: f64, reach: f64| {
            [-HALF, HALF].map(|end| {
                let mut point = [0.0; 3];
                (point[along], point[b], point[c]) = (end, reach * sign_b, reach * sign_c);
                point
            })
        };
        let signs = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
        for (sign_b, sign_c) in signs {
            marks.push(Mark::Line(Line::hairline(
                edge(sign_b, sign_c, HALF).map(|p| eye.project(p)).to_vec(),
            )));
        }
        // The lowest edge for the two axes on the floor, the leftmost one for the upright axis:
        // there the texts hide no points.
        let outermost = |(sign_b, sign_c): &(f64, f64)| {
            let [p, q] = edge(*sign_b, *sign_c, HALF).map(|p| eye.project(p));
            if along == 2 { p[0] + q[0] } else { p[1] + q[1] }
        };
        let chosen = signs
            .into_iter()
            .min_by(|a, b| outermost(a).total_cmp(&outermost(b)));
        let Some((sign_b, sign_c)) = chosen else {
            continue;
        };
        let beside = |reach: f64, share: f64| {
            let [start, end] = edge(sign_b, sign_c, reach).map(|p| eye.project(p));
            [0, 1].map(|i| start[i] + share * (end[i] - start[i]))
        };
        let name = if along == 2 {
            let ends = edge(sign_b, sign_c, HALF).map(|p| eye.project(p));
            [ends[0][0], ends[0][1].max(ends[1][1]) + ABOVE]
        } else {
            beside(NAMES, 0.5)
        };
        // A name beside its axis, and not across it.
        let anchor = match name[0] {
            // Not over the edges that meet there.
            _ if along == 2 => Anchor::End,
            x if x < -CENTRAL => Anchor::End,
            x if x > CENTRAL => Anchor::Start,
            _ => Anchor::Middle,
        };
        marks.push(text(name, names[along].to_owned(), anchor));
        for (share, value) in SHARES.into_iter().zip(spans[along]) {
            let label = end_label(value, spans[along]);
            values.push(text(beside(ENDS, share), label, Anchor::Middle));
        }
    }
    marks.append(&mut values);
    marks
}

/// Text of a value to two digits of the axis's length: more would only take room.
fn end_label(value: f64, [low, high]: [f64; 2]) -> String {
    let unit = 10_f64.powf((high - low).log10().floor() - 1.0);
    if unit.is_finite() && unit > 0.0 {
        number((value / unit).round() * unit)
    } else {
        number(value)
    }
}

fn text(xy: [f64; 2], text: String, anchor: Anchor) -> Mark {
    Mark::Text(Text::new(xy, text, anchor, f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;
    use chart::Paint;

    fn dots(chart: &Chart) -> &Points {
        let Some(Mark::Points(points)) = chart.marks.last() else {
            panic!("dots in front")
        };
        points
    }

    #[test]
    fn an_eye_is_a_rotation() {
        for (yaw, pitch) in [(0.0, 0.0), (-35.0, 25.0), (120.0, -80.0)] {
            let Eye { right, up, forward } = Eye::new(Camera { yaw, pitch });
            let frame = [right, up, forward];
            for (i, a) in frame.iter().enumerate() {
                for (j, b) in frame.iter().enumerate() {
                    let expected = f64::from(u8::from(i == j));
                    assert!((dot(*a, *b) - expected).abs() < 1e-15);
                }
            }
            let cross = [
                right[1] * up[2] - right[2] * up[1],
                right[2] * up[0] - right[0] * up[2],
                right[0] * up[1] - right[1] * up[0],
            ];
            assert!((dot(cross, forward) - 1.0).abs() < 1e-15, "not mirrored");
        }
        let above = Eye::new(Camera {
            yaw: 0.0,
            pitch: 90.0,
        });
        let [x, y] = above.project([0.3, 0.7, -5.0]);
        assert!(
            (x - 0.3).abs() < 1e-15 && (y - 0.7).abs() < 1e-15,
            "a map seen from above"
        );
    }

    #[test]
    fn ends_are_rounded_to_what_the_length_of_the_axis_tells() {
        assert_eq!(end_label(0.002_522, [0.002_522, 20.99]), "0");
        assert_eq!(end_label(20.99, [0.002_522, 20.99]), "21");
        assert_eq!(end_label(-0.212_7, [-0.212_7, 0.664_7]), "−0.21");
        assert_eq!(end_label(0.3, [0.3, 0.3]), "0.3");
        assert_eq!(end_label(1234.5, [1200.0, 1234.5]), "1235");
    }

    #[test]
    fn dots_come_from_back_to_front_with_their_own_rows() {
        let analysis = testing::classes(9, 3);
        let chart = input(&analysis, &View::default());
        testing::assert_drawable(&chart);
        let dots = dots(&chart);
        let depths = dots.depths.as_ref().unwrap();
        assert!(depths.is_sorted_by(|a, b| a >= b));
        assert!(depths.iter().all(|depth| (0.0..=1.0).contains(depth)));
        for (&row, &paint) in dots.rows.iter().zip(dots.paints.iter()) {
            assert_eq!(paint, Paint::Class(row % 2));
        }
    }

    #[test]
    fn fewer_than_three_axes_are_answered_in_words() {
        let analysis = testing::classes(5, 2);
        let view = View::default();
        for chart in [
            input(&analysis, &view),
            of_scores(Method::Pca, &analysis, &view),
            of_scores(Method::Kpca, &analysis, &view),
        ] {
            assert!(chart.note.is_some_and(|note| note.contains("three")));
        }
    }
}
