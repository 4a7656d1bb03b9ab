//! Names beside their places, moved so that none lies on another, on a pin or on the head of an arrow.
//!
//! Each name has candidate places around its own, near ones before far ones, in the order of preference of Christensen,
//! Marks and Shieber ("An empirical study of algorithms for point-feature label placement", ACM Transactions on
//! Graphics 14, 1995, 203–232). Names take the best that is free in the order of their weight, and then, as in the
//! discrete gradient descent of that paper, each moves to a better one that has become free. What stands far from its
//! place has a line to it, as in ggrepel. Nothing is random, so that a figure is the window's picture.

use super::{
    Dots, Frame, Ink, LETTER, Label, Medium, PlacedShape, Stroke, Tint,
    text::{Ends, overlap},
    vacant::crosses,
};
use crate::{Anchor, Marker, Text};

/// Height of a line of names over that of its letters.
const LEADING: f32 = 1.15;
/// Distances of a name's box from its place, beyond the dot that stands there, in points.
const RINGS: [f32; 5] = [2.0, 9.0, 20.0, 34.0, 52.0];
/// Number of those distances at which names of rows may stand: farther ones would be taken for other rows'.
const RINGS_OF_ROWS: usize = 3;
/// Directions of a near name, best first: right of its place, then as Christensen, Marks and Shieber rank the others.
const NEAR: [f32; 8] = [0.0, 45.0, 135.0, 225.0, 315.0, 180.0, 90.0, 270.0];
/// Number of directions of a name with a line.
const FAR: usize = 16;
/// Distance of a box from its place from which a line joins them.
const LEADER: f32 = 7.0;
/// Gap between a name and both ends of its box.
const PAD: f32 = 2.0;
/// Gap that is kept around heads of arrows, pins and texts.
const CLEAR: f32 = 1.0;
/// Costs of a candidate: of a covered dot, of a crossed line, of each ring outwards, and of the last of the near directions.
const DOT: f32 = 1.0;
const LINE: f32 = 1.2;
const RING: f32 = 0.45;
const DIRECTION: f32 = 0.3;
/// Rounds in which names move to better places; few names move in the third.
const ROUNDS: usize = 3;
/// Number of names up to which one may make another move: with more there is no time in a frame.
const FEW: usize = 60;
/// Distance of the line that counts from the edges of the plot.
const EDGE: f32 = 4.0;
/// Side of the cells in which dots are sought, in points.
const CELL: f32 = 24.0;

/// Name to be placed.
pub(super) struct Name<'a> {
    pub text: &'a str,
    pub at: [f32; 2],
    /// Radius of what stands at the place.
    pub radius: f32,
    /// Direction in which the name should stand, such as that of its arrow.
    pub toward: Option<[f32; 2]>,
    pub ink: Ink,
    /// Leaves the name out rather than cover a dot with it.
    pub spares_dots: bool,
}

impl<'a> Name<'a> {
    /// Name that a text asks for, which may be moved.
    pub fn of(text: &'a Text, frame: &Frame) -> Self {
        let at = frame.place(text.xy);
        let origin = frame.place([0.0; 2]);
        let away = [at[0] - origin[0], at[1] - origin[1]];
        let long = away[0].hypot(away[1]);
        Self {
            text: &text.text,
            at,
            radius: 3.0,
            toward: (long > 0.0).then(|| away.map(|side| side / long)),
            ink: Ink::of(Tint::Paint(text.paint), 1.0),
            spares_dots: false,
        }
    }
}

/// Box of a name at a candidate place.
#[derive(Clone, Copy)]
struct Candidate {
    ends: Ends,
    cost: f32,
    /// Ends of the line to the place, where it has one.
    leader: Option<[[f32; 2]; 2]>,
}

/// Things that stand in a plot before names do.
struct Ground<'a> {
    /// Boxes that no name may touch.
    kept: Vec<Ends>,
    /// Middles and radii of signs that no name may touch.
    signs: Vec<([f32; 2], f32)>,
    /// Straight lines, such as shafts of arrows.
    lines: Vec<[[f32; 2]; 2]>,
    dots: DotGrid,
    sides: [f32; 2],
    medium: Medium<'a>,
}

/// Places of dots in square cells of a plot.
struct DotGrid {
    across: usize,
    cells: Vec<Vec<[f32; 3]>>,
}

impl DotGrid {
    fn new(sides: [f32; 2]) -> Self {
        let [across, down] = sides.map(|side| (side / CELL).ceil().clamp(1.0, 1e3) as usize);
        Self {
            across,
            cells: vec![vec![]; across * down],
        }
    }

    fn cell(&self, [x, y]: [f32; 2]) -> [usize; 2] {
        let down = self.cells.len() / self.across;
        let of = |at: f32, count: usize| ((at / CELL).max(0.0) as usize).min(count - 1);
        [of(x, self.across), of(y, down)]
    }

    fn insert(&mut self, [x, y]: [f32; 2], radius: f32) {
        let [column, row] = self.cell([x, y]);
        self.cells[row * self.across + column].push([x, y, radius]);
    }

    /// Number of dots that a box covers a part of, none of them at `own`.
    fn covered(&self, ends: &Ends, own: [f32; 2]) -> usize {
        // As far as the largest of dots reach.
        let [left, top] = self.cell([ends[0] - CELL / 2.0, ends[1] - CELL / 2.0]);
        let [right, bottom] = self.cell([ends[2] + CELL / 2.0, ends[3] + CELL / 2.0]);
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| [row, column]));
        let dots = cells.flat_map(|[row, column]| &self.cells[row * self.across + column]);
        dots.filter(|[x, y, radius]| {
            let is_own = (x - own[0]).abs() < 0.1 && (y - own[1]).abs() < 0.1;
            !is_own && gap(ends, [*x, *y]) < *radius
        })
        .count()
    }
}

impl<'a> Ground<'a> {
    fn of(shapes: &[PlacedShape], kept: &[Ends], frame: &Frame, medium: Medium<'a>) -> Self {
        let sides = frame.sides();
        let mut ground = Self {
            kept: kept.to_vec(),
            signs: vec![],
            lines: vec![],
            dots: DotGrid::new(sides),
            sides,
            medium,
        };
        for shape in shapes {
            match shape {
                PlacedShape::Dots(dots) => {
                    let radius = reach(dots);
                    for xy in dots.points.xy.iter().filter(|xy| frame.shows(**xy)) {
                        ground.dots.insert(frame.place(*xy), radius);
                    }
                }
                PlacedShape::Sign { center, radius, .. } => {
                    ground.signs.push((*center, radius * Marker::REACH));
                }
                PlacedShape::Polygon { xy, .. } => ground.kept.push(around(xy)),
                PlacedShape::Line { xy, .. } if xy.len() == 2 => ground.lines.push([xy[0], xy[1]]),
                PlacedShape::Line { .. }
                | PlacedShape::Image { .. }
                | PlacedShape::Rect { .. }
                | PlacedShape::Label(_) => {}
            }
        }
        ground
    }

    /// Places that a name may take whatever others take, the best first.
    fn candidates(&self, name: &Name) -> Vec<Candidate> {
        let height = LEADING * LETTER;
        let width = (self.medium.measure)(name.text, LETTER) + 2.0 * PAD;
        let own = self.signs.iter().filter(|(at, _)| *at == name.at);
        let radius = own.fold(name.radius, |radius, (_, own)| radius.max(*own));
        let name = &Name { radius, ..*name };
        let rings = if name.spares_dots {
            &RINGS[..RINGS_OF_ROWS]
        } else {
            &RINGS[..]
        };
        let mut found = Vec::new();
        for (ring, gap) in rings.iter().enumerate() {
            let directions: Vec<f32> = match ring {
                0 => NEAR.to_vec(),
                _ => (0..FAR).map(|i| 360.0 * i as f32 / FAR as f32).collect(),
            };
            for (i, angle) in directions.into_iter().enumerate() {
                let (sin, cos) = angle.to_radians().sin_cos();
                // Upwards on a sheet is towards smaller heights.
                let way = [cos, -sin];
                let preference = match name.toward {
                    Some(toward) => (1.0 - way[0] * toward[0] - way[1] * toward[1]) / 2.0,
                    None if ring == 0 => i as f32 / NEAR.len() as f32,
                    None => (1.0 - cos) / 2.0,
                };
                let cost = RING * ring as f32 + DIRECTION * preference;
                let reach = name.radius + gap;
                let ends = beside(name.at, way, reach, [width, height]);
                found.extend(self.candidate(name, ends, cost));
            }
        }
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        found
    }

    fn candidate(&self, name: &Name, ends: Ends, cost: f32) -> Option<Candidate> {
        let [width, height] = self.sides;
        let is_inside = ends[0] >= 0.0 && ends[1] >= 0.0 && ends[2] <= width && ends[3] <= height;
        let clear = grown(&ends, CLEAR);
        let is_taken = self.kept.iter().any(|kept| overlap(&clear, kept))
            || self
                .signs
                .iter()
                .any(|(at, radius)| gap(&ends, *at) < *radius);
        if !is_inside || is_taken {
            return None;
        }
        let dots = self.dots.covered(&ends, name.at);
        if name.spares_dots && dots > 0 {
            return None;
        }
        let crossed = self.lines.iter();
        let crossed = crossed.filter(|[from, to]| crosses(&ends, *from, *to));
        let leader = leader(name, &ends);
        let under = leader.map_or(0, |[from, to]| {
            let meets = |line: &&[[f32; 2]; 2]| meet([from, to], **line);
            self.lines.iter().filter(meets).count()
        });
        let cost = cost + DOT * dots as f32 + LINE * (crossed.count() + under) as f32;
        Some(Candidate { ends, cost, leader })
    }
}

/// Distance of a place from a box, 0 inside.
fn gap(ends: &Ends, [x, y]: [f32; 2]) -> f32 {
    let nearest = [x.clamp(ends[0], ends[2]), y.clamp(ends[1], ends[3])];
    (x - nearest[0]).hypot(y - nearest[1])
}

/// Radius that a dot covers, half the side of a picture where rows are pictures.
fn reach(dots: &Dots) -> f32 {
    match dots.points.pictures {
        Some(_) => dots.picture / 2.0,
        None => dots.radius,
    }
}

/// Box of a size beside a place, so far from it in a direction.
fn beside([x, y]: [f32; 2], way: [f32; 2], reach: f32, [width, height]: [f32; 2]) -> Ends {
    // From one corner to the next the box slides along its side.
    let along = way.map(|side| (side * std::f32::consts::SQRT_2).clamp(-1.0, 1.0));
    let left = x + way[0] * reach - width * (1.0 - along[0]) / 2.0;
    let top = y + way[1] * reach - height * (1.0 - along[1]) / 2.0;
    [left, top, left + width, top + height]
}

/// Line from a place to its name, where that stands away from it.
fn leader(name: &Name, ends: &Ends) -> Option<[[f32; 2]; 2]> {
    let [x, y] = name.at;
    let to = [x.clamp(ends[0], ends[2]), y.clamp(ends[1], ends[3])];
    let long = (to[0] - x).hypot(to[1] - y);
    (long - name.radius > LEADER).then(|| {
        let start = name.radius / long;
        [[x + start * (to[0] - x), y + start * (to[1] - y)], to]
    })
}

fn grown([left, top, right, bottom]: &Ends, by: f32) -> Ends {
    [left - by, top - by, right + by, bottom + by]
}

/// Smallest box around some corners.
fn around(xy: &[[f32; 2]]) -> Ends {
    let start = [
        f32::INFINITY,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NEG_INFINITY,
    ];
    xy.iter().fold(start, |[left, top, right, bottom], [x, y]| {
        [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
    })
}

/// Returns true where two straight lines meet.
fn meet([a, b]: [[f32; 2]; 2], [c, d]: [[f32; 2]; 2]) -> bool {
    let side = |p: [f32; 2], q: [f32; 2], r: [f32; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Returns true where a name and its line stay clear of another.
fn is_apart(one: &Candidate, other: &Candidate) -> bool {
    let lines = |a: &Candidate, b: &Candidate| {
        b.leader
            .is_some_and(|[from, to]| crosses(&grown(&a.ends, -0.5), from, to))
    };
    let cross = one
        .leader
        .zip(other.leader)
        .is_some_and(|(a, b)| meet(a, b));
    !(overlap(&one.ends, &other.ends) || lines(one, other) || lines(other, one) || cross)
}

/// Candidates that other names than `i` stand at.
fn others<'a>(
    all: &'a [Vec<Candidate>],
    chosen: &'a [Option<usize>],
    i: usize,
) -> impl Iterator<Item = (usize, &'a Candidate)> {
    let places = chosen.iter().enumerate().filter(move |(j, _)| *j != i);
    places.filter_map(|(j, place)| Some((j, all[j].get((*place)?)?)))
}

/// Takes places for names: for each that of its candidates which it stands at, if any is free.
fn choose(all: &[Vec<Candidate>]) -> Vec<Option<usize>> {
    let mut chosen: Vec<Option<usize>> = vec![None; all.len()];
    for _ in 0..=ROUNDS {
        let before = chosen.clone();
        for (i, candidates) in all.iter().enumerate() {
            let placed: Vec<_> = others(all, &chosen, i).collect();
            let better = &candidates[..chosen[i].unwrap_or(candidates.len())];
            let is_free = |it: &Candidate| placed.iter().all(|(_, other)| is_apart(it, other));
            chosen[i] = better.iter().position(is_free).or(chosen[i]);
        }
        if all.len() <= FEW {
            make_room(all, &mut chosen);
        }
        if chosen == before {
            break;
        }
    }
    chosen
}

/// Lets names without a place take one from which a single other name can move.
fn make_room(all: &[Vec<Candidate>], chosen: &mut [Option<usize>]) {
    for (i, candidates) in all.iter().enumerate() {
        if chosen[i].is_some() {
            continue;
        }
        let exchanged = candidates.iter().enumerate().find_map(|(place, wanted)| {
            let mut in_the_way = others(all, chosen, i).filter(|(_, it)| !is_apart(wanted, it));
            let (j, _) = in_the_way.next()?;
            if in_the_way.next().is_some() {
                return None;
            }
            let rest: Vec<_> = others(all, chosen, j).map(|(_, it)| it).collect();
            let is_free = |it: &Candidate| {
                is_apart(it, wanted) && rest.iter().all(|other| is_apart(it, other))
            };
            Some((place, j, all[j].iter().position(is_free)?))
        });
        if let Some((place, j, instead)) = exchanged {
            (chosen[i], chosen[j]) = (Some(place), Some(instead));
        }
    }
}

/// Shapes of names, the weightiest first in `names`, among what is painted already; `kept` are boxes that stay free. A
/// line in a corner counts those that have no room.
pub(super) fn placed<'a>(
    names: &[Name],
    shapes: &[PlacedShape],
    kept: &[Ends],
    frame: &Frame,
    medium: Medium<'_>,
) -> Vec<PlacedShape<'a>> {
    if names.is_empty() || LETTER < medium.least {
        return vec![];
    }
    let mut ground = Ground::of(shapes, kept, frame, medium);
    let (mut all, mut chosen) = ground.place(names);
    let mut said = None;
    if chosen.contains(&None) {
        // The line that counts them takes room too.
        let label = ground.counted(&"8".repeat(names.len().to_string().len()), names.len());
        (all, chosen) = ground.place(names);
        let lacking = chosen.iter().filter(|it| it.is_none()).count();
        let text = counted(&lacking.to_string(), names.len());
        said = (lacking > 0).then_some(Label { text, ..label });
    }
    let mut placed = Vec::new();
    for ((name, candidates), chosen) in names.iter().zip(&all).zip(&chosen) {
        let Some(Candidate { ends, leader, .. }) = chosen.and_then(|it| candidates.get(it)) else {
            continue;
        };
        if let Some([from, to]) = leader {
            let [width, opacity] = Text::LEADER;
            placed.push(PlacedShape::Line {
                xy: vec![*from, *to],
                stroke: Stroke::solid(width, Ink::of(Tint::Weak, opacity)),
            });
        }
        let is_crossed = ground.lines.iter();
        let is_crossed = is_crossed.filter(|[from, to]| crosses(ends, *from, *to));
        if ground.dots.covered(ends, name.at) > 0 || is_crossed.count() > 0 {
            placed.push(PlacedShape::Rect {
                ends: [ends[0], ends[1] + 1.0, ends[2], ends[3] - 1.0],
                fill: Ink::of(Tint::Surface, Text::PLATE),
            });
        }
        let middle = [ends[0] + PAD, f32::midpoint(ends[1], ends[3])];
        placed.push(PlacedShape::Label(Label {
            ink: name.ink,
            ..Label::new(name.text.to_owned(), middle, Anchor::Start, LETTER)
        }));
    }
    if let (Some(label), Some(ends)) = (said, ground.kept.last()) {
        let fill = Ink::of(Tint::Surface, Text::PLATE);
        placed.push(PlacedShape::Rect { ends: *ends, fill });
        placed.push(PlacedShape::Label(label));
    }
    placed
}

/// Remark on names without room.
fn counted(lacking: &str, all: usize) -> String {
    format!("{lacking} of {all} names left out")
}

impl Ground<'_> {
    /// Candidates of names, and the ones that they take.
    fn place(&self, names: &[Name]) -> (Vec<Vec<Candidate>>, Vec<Option<usize>>) {
        let all: Vec<_> = names.iter().map(|it| self.candidates(it)).collect();
        let chosen = choose(&all);
        (all, chosen)
    }

    /// Line of text on names without room in the corner that covers least, which is kept free from now on.
    fn counted(&mut self, lacking: &str, all: usize) -> Label {
        let text = counted(lacking, all);
        let [width, height] = self.sides;
        let size = [(self.medium.measure)(&text, LETTER), LEADING * LETTER];
        let corners = [[1.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
        let corners = corners.map(|[right, down]| {
            let left = EDGE + right * (width - size[0] - 2.0 * EDGE);
            let top = EDGE + down * (height - size[1] - 2.0 * EDGE);
            [left, top, left + size[0], top + size[1]]
        });
        let covered = |ends: &Ends| {
            let kept = self.kept.iter().filter(|other| overlap(ends, other));
            let lines = self.lines.iter();
            let lines = lines.filter(|[from, to]| crosses(ends, *from, *to));
            10 * kept.count() + lines.count() + self.dots.covered(ends, [f32::NAN; 2])
        };
        let best = corners
            .into_iter()
            .min_by_key(covered)
            .unwrap_or(corners[0]);
        self.kept.push(best);
        Label {
            ink: Ink::of(Tint::Weak, 1.0),
            ..Label::new(
                text,
                [best[0], f32::midpoint(best[1], best[3])],
                Anchor::Start,
                LETTER,
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::{Chart, Mark, Paint, PointNames, Points};

    const MEDIUM: Medium<'static> = Medium {
        measure: &|text, size| 0.55 * size * text.chars().count() as f32,
        least: 0.0,
        hints: false,
    };

    /// Chart of so many named dots that lie along a spiral.
    fn named(count: usize) -> Chart {
        let xy = (0..count).map(|i| {
            let turn = i as f64 * 2.4;
            let r = (i as f64 / count as f64).sqrt();
            [r * turn.cos(), r * turn.sin()]
        });
        let xy: Arc<[[f64; 2]]> = xy.collect();
        let rows: Arc<[usize]> = (0..count).collect();
        let paints = rows.iter().map(|_| Paint::Plain).collect();
        let mut points = Points::new(String::new(), xy, paints, Arc::clone(&rows));
        points.names = Some(PointNames {
            names: rows.iter().map(|i| format!("row {i}")).collect(),
            weights: rows.iter().map(|i| *i as f64).collect(),
        });
        let mut chart = Chart::empty("", "");
        chart.marks = vec![Mark::Points(points)];
        chart
    }

    fn labels<'a>(shapes: &'a [PlacedShape]) -> Vec<&'a Label> {
        let labels = shapes.iter().filter_map(|shape| match shape {
            PlacedShape::Label(label) => Some(label),
            _ => None,
        });
        labels.collect()
    }

    #[test]
    fn names_stay_apart_and_off_dots_and_those_without_room_are_counted() {
        let frame = Frame {
            ranges: [[-1.2, 1.2]; 2],
            size: [420.0, 360.0],
        };
        for count in [1, 12, 40, 200] {
            let chart = named(count);
            let shapes = super::super::shapes(&chart, &frame, MEDIUM);
            let found = labels(&shapes);
            let box_of = |label: &Label| {
                let wide = (MEDIUM.measure)(&label.text, label.size);
                let half = label.size / 2.0;
                let [x, y] = label.at;
                [x, y - half, x + wide, y + half]
            };
            let is_name = |it: &&&Label| !it.text.ends_with("left out");
            let names: Vec<&&Label> = found.iter().filter(is_name).collect();
            for (i, one) in names.iter().enumerate() {
                let ends = box_of(one);
                assert!(
                    names[..i]
                        .iter()
                        .all(|other| !overlap(&ends, &box_of(other)))
                );
                let PlacedShape::Dots(dots) = &shapes[0] else {
                    panic!("dots come first");
                };
                let hit = dots.points.xy.iter().any(|xy| {
                    let [x, y] = frame.place(*xy);
                    ends[0] < x && x < ends[2] && ends[1] < y && y < ends[3]
                });
                assert!(!hit, "{}", one.text);
            }
            let said = format!("{} of {count} names left out", count - names.len());
            assert_eq!(
                found.iter().any(|it| it.text == said),
                names.len() < count,
                "{count}: {}",
                names.len()
            );
            // The weightiest of few has its name.
            let last = format!("row {}", count - 1);
            assert!(
                count > 40 || names.iter().any(|it| it.text == last),
                "{count}"
            );
            assert!(names.len() >= count.min(8), "{count}: {}", names.len());
        }
    }

    #[test]
    fn a_box_slides_along_its_side_from_corner_to_corner() {
        let at = |way| beside([10.0, 10.0], way, 2.0, [6.0, 4.0]);
        assert_eq!(at([1.0, 0.0]), [12.0, 8.0, 18.0, 12.0]);
        assert_eq!(at([-1.0, 0.0]), [2.0, 8.0, 8.0, 12.0]);
        assert_eq!(at([0.0, -1.0]), [7.0, 4.0, 13.0, 8.0]);
    }
}
