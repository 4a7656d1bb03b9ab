//! Names beside their places, moved so that none lies on another, on a pin or on the head of an arrow.
//!
//! Each name has candidate places around its own, near ones before far ones, in the order of preference of Christensen,
//! Marks and Shieber ("An empirical study of algorithms for point-feature label placement", ACM Transactions on
//! Graphics 14, 1995, 203–232). Names take the best that is free in the order of their weight, and then, as in the
//! discrete gradient descent of that paper, each moves to a better one that has become free. What stands far from its
//! place has a line to it, as in ggrepel. Nothing is random, so that a figure is the window's picture.

mod geometry;
mod ground;

use std::{collections::HashMap, sync::Arc};

use super::{
    Frame, Ink, LETTER, Label, Medium, PlacedShape, Stroke, Tint,
    text::{Ends, overlap},
    vacant::crosses,
};
use crate::{Anchor, Text};
use geometry::{grown, meet};
use ground::{Candidate, Ground, PAD, Side, counted};

/// Rounds in which names move to better places; few names move in the third.
const ROUNDS: usize = 3;
/// Number of names up to which one may make another move: with more there is no time in a frame.
const MOST_MAKING_ROOM: usize = 60;

/// Name to be placed.
pub(super) struct Name<'a> {
    pub text: &'a str,
    pub at: [f32; 2],
    /// Radius of the dot or pin at the place, in points.
    pub radius: f32,
    /// Unit vector from the place to the side where the name should stand, such as along its arrow; `None` where no
    /// side is preferred.
    pub toward: Option<[f32; 2]>,
    pub ink: Ink,
    /// Leaves the name out rather than cover a dot with it.
    pub spares_dots: bool,
}

impl<'a> Name<'a> {
    /// Name for a text that may be moved about its place.
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

/// Cache of the places of names as they were placed last: names stay there while nothing moves, and while dots move
/// each stays on its side of its dot where there is still room.
#[derive(Debug, Default)]
pub struct NameMemory {
    last: Option<(Surroundings, Vec<PlacedShape<'static>>)>,
    sides: HashMap<String, Side>,
}

/// Names with their places, and all that stands around them.
#[derive(Debug, PartialEq)]
struct Surroundings {
    frame: Frame,
    names: Vec<(String, [f32; 2], f32, Ink)>,
    kept: Vec<Ends>,
    signs: Vec<([f32; 2], f32)>,
    lines: Vec<[[f32; 2]; 2]>,
    dots: Vec<SameDots>,
}

/// Places of dots and their radius; equal only where both are the same list in memory.
#[derive(Debug)]
struct SameDots(Arc<[[f64; 2]]>, f32);

impl PartialEq for SameDots {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) && self.1.to_bits() == other.1.to_bits()
    }
}

impl Surroundings {
    fn of(names: &[Name], ground: &Ground, shapes: &[PlacedShape], frame: &Frame) -> Self {
        let dots = shapes.iter().filter_map(|shape| match shape {
            PlacedShape::Dots(dots) => Some(SameDots(Arc::clone(&dots.points.xy), dots.radius)),
            _ => None,
        });
        let name = |it: &Name| (it.text.to_owned(), it.at, it.radius, it.ink);
        Self {
            frame: *frame,
            names: names.iter().map(name).collect(),
            kept: ground.kept.clone(),
            signs: ground.signs.clone(),
            lines: ground.lines.clone(),
            dots: dots.collect(),
        }
    }
}

/// Returns true where two names with their lines stay clear of each other.
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

/// Candidates chosen for all names but name `i`, each with the index of its name.
fn others<'a>(
    all: &'a [Vec<Candidate>],
    chosen: &'a [Option<usize>],
    i: usize,
) -> impl Iterator<Item = (usize, &'a Candidate)> {
    let places = chosen.iter().enumerate().filter(move |(j, _)| *j != i);
    places.filter_map(|(j, place)| Some((j, all[j].get((*place)?)?)))
}

/// Chooses the index of a candidate for each name, so that no two names lie on each other; a name's former place comes
/// first. `None` where no candidate is free.
fn choose(all: &[Vec<Candidate>]) -> Vec<Option<usize>> {
    let mut chosen: Vec<Option<usize>> = vec![None; all.len()];
    // Names that stood somewhere go before those that had no place.
    for (i, candidates) in all.iter().enumerate() {
        let former = candidates.iter().position(|it| it.is_former);
        chosen[i] = former.filter(|place| {
            let mut placed = others(all, &chosen, i);
            placed.all(|(_, other)| is_apart(&candidates[*place], other))
        });
    }
    for _ in 0..=ROUNDS {
        let before = chosen.clone();
        for (i, candidates) in all.iter().enumerate() {
            let placed: Vec<_> = others(all, &chosen, i).collect();
            let better = &candidates[..chosen[i].unwrap_or(candidates.len())];
            let is_free = |it: &Candidate| placed.iter().all(|(_, other)| is_apart(it, other));
            chosen[i] = better.iter().position(is_free).or(chosen[i]);
        }
        if all.len() <= MOST_MAKING_ROOM {
            make_room(all, &mut chosen);
        }
        if chosen == before {
            break;
        }
    }
    chosen
}

/// Gives names without a place one that a single other name stands in the way of, if that can move to another of its
/// candidates.
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

/// Shapes of the `names`, given with the weightiest first, placed among the shapes painted already; `kept` are boxes
/// that stay free. A line in a corner counts the names without room. Names in `memory` stay in place where they can.
pub(super) fn placed<'a>(
    names: &[Name],
    shapes: &[PlacedShape],
    kept: &[Ends],
    frame: &Frame,
    medium: Medium<'_>,
    memory: &mut NameMemory,
) -> Vec<PlacedShape<'a>> {
    if names.is_empty() || LETTER < medium.least {
        return vec![];
    }
    let mut ground = Ground::of(shapes, kept, frame, medium);
    let around = Surroundings::of(names, &ground, shapes, frame);
    if let Some((before, placed)) = &memory.last
        && *before == around
    {
        return placed.clone();
    }
    ground.add_dots(shapes, frame);
    let sides = std::mem::take(&mut memory.sides);
    let (mut all, mut chosen) = ground.place(names, &sides);
    let mut said = None;
    if chosen.contains(&None) {
        // The line that counts them takes room too.
        let label = ground.counted(&"8".repeat(names.len().to_string().len()), names.len());
        (all, chosen) = ground.place(names, &sides);
        let lacking = chosen.iter().filter(|it| it.is_none()).count();
        let text = counted(&lacking.to_string(), names.len());
        said = (lacking > 0).then_some(Label { text, ..label });
    }
    let mut placed: Vec<PlacedShape<'static>> = Vec::new();
    for ((name, candidates), chosen) in names.iter().zip(&all).zip(&chosen) {
        let Some(Candidate {
            ends, leader, side, ..
        }) = chosen.and_then(|it| candidates.get(it))
        else {
            continue;
        };
        memory.sides.insert(name.text.to_owned(), *side);
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
    memory.last = Some((around, placed.clone()));
    placed
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

    /// Chart of `count` named dots along a spiral.
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
    fn names_stay_where_they_are_and_on_their_sides_while_dots_move() {
        let frame = Frame {
            ranges: [[-1.2, 1.2]; 2],
            size: [420.0, 360.0],
        };
        let moved = |step: usize| {
            let mut chart = named(60);
            if let Mark::Points(points) = &mut chart.marks[0] {
                let place = |(i, [x, y]): (usize, &[f64; 2])| {
                    let by = 0.004 * step as f64 * if i % 2 == 0 { 1.0 } else { -1.0 };
                    [x + by, y - by / 2.0]
                };
                points.xy = points.xy.iter().enumerate().map(place).collect();
            }
            chart
        };
        // Names that stand elsewhere than before by more than their dots have moved.
        let jumps = |keeps: bool| {
            let mut memory = NameMemory::default();
            let mut before: HashMap<String, [f32; 2]> = HashMap::new();
            let mut count = 0;
            for step in 0..12 {
                let chart = moved(step);
                if !keeps {
                    memory = NameMemory::default();
                }
                let shapes = super::super::shapes_kept(&chart, &frame, MEDIUM, &mut memory);
                let now: HashMap<String, [f32; 2]> = labels(&shapes)
                    .iter()
                    .map(|it| (it.text.clone(), it.at))
                    .collect();
                let far = |(text, at): (&String, &[f32; 2])| {
                    let other = before.get(text);
                    other.is_some_and(|it| (it[0] - at[0]).hypot(it[1] - at[1]) > 3.0)
                };
                count += now.iter().filter(|it| far((it.0, it.1))).count();
                before = now;
                let again = super::super::shapes_kept(&chart, &frame, MEDIUM, &mut memory);
                assert_eq!(labels(&shapes), labels(&again), "nothing has moved");
            }
            count
        };
        let [kept, free] = [jumps(true), jumps(false)];
        assert!(2 * kept <= free && free > 10, "{kept} of {free}");
    }
}
