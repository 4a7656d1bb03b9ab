//! Shapes of a plot that names are placed among, and the places that they leave to a name.

use std::collections::HashMap;

use super::{
    super::{
        Dots, Frame, Ink, LETTER, Label, Medium, PlacedShape, Tint,
        text::{Ends, overlap},
        vacant::crosses,
    },
    Name, choose,
    geometry::{around, beside, gap, grown, leader, meet},
};
use crate::{Anchor, Marker};

/// Height of a line of names over that of its letters: Inter's reach 0.73 above the line and 0.2 below it, and some room
/// parts two names that stand on each other.
const LEADING: f32 = 1.15;
/// Distances of a name's box from its place, beyond the dot that stands there, in points: touching, and then each about a
/// line of names farther than the one before.
const RINGS: [f32; 5] = [2.0, 9.0, 20.0, 34.0, 52.0];
/// Number of the [`RINGS`] in which names of rows may stand: in the fourth, three lines away, another row's dot easily
/// stands between, and the name would be taken for that row's.
const RINGS_OF_ROWS: usize = 3;
/// Directions from a place to a name in the first ring, in degrees counter-clockwise from the right, best first: the
/// right, then as Christensen, Marks and Shieber rank the others.
const NEAR: [f32; 8] = [0.0, 45.0, 135.0, 225.0, 315.0, 180.0, 90.0, 270.0];
/// Number of directions from a place to a name in the other rings: in the farthest ring the ends of two neighbours are
/// two lines apart.
const FAR: usize = 16;
/// Gap between a name and both ends of its box, in points: a blank of this font is 3 wide.
pub(super) const PAD: f32 = 2.0;
/// Gap that is kept around heads of arrows, pins and texts, in points: the thinnest that is still seen in print.
const CLEAR: f32 = 1.0;
// Costs of a candidate. A ring outwards costs more than the worst direction, two rings less than a covered dot, so that a
// name goes one line away to spare a dot; a crossed line, which cuts through letters, costs a little more than a dot.
const DOT: f32 = 1.0;
const LINE: f32 = 1.2;
const RING: f32 = 0.45;
const DIRECTION: f32 = 0.3;
/// Reduction of the cost of a candidate on the side where the name stood before: more than a ring and any direction
/// cost, less than a covered dot.
const STAY: f32 = 0.8;
/// Distance from the edges of the plot to the line that counts names without room, in points.
const EDGE: f32 = 4.0;
/// Side of the cells in which dots are sought, in points: twice the reach of the largest dots.
const CELL: f32 = 24.0;

/// Side of its place on which a name stands: index of its distance in [`RINGS`], and of its direction.
pub(super) type Side = (usize, usize);

/// Box of a name at a candidate place.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub ends: Ends,
    cost: f32,
    pub side: Side,
    /// True on the side where the name stood before.
    pub is_former: bool,
    /// Ends of the line from the place to the name; `None` where they are close to each other.
    pub leader: Option<[[f32; 2]; 2]>,
}

/// Shapes of a plot that names are placed among; lengths are in points.
pub(super) struct Ground<'a> {
    /// Boxes that no name may touch.
    pub kept: Vec<Ends>,
    /// Middles and radii of single dots, such as pins, that no name may touch.
    pub signs: Vec<([f32; 2], f32)>,
    /// Ends of straight lines, such as shafts of arrows, that names should not cross.
    pub lines: Vec<[[f32; 2]; 2]>,
    pub dots: DotGrid,
    sides: [f32; 2],
    medium: Medium<'a>,
}

/// Places of dots in square cells of a plot.
pub(super) struct DotGrid {
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

    /// Number of dots, but for those at `own`, that a box covers at least in part.
    pub fn covered(&self, ends: &Ends, own: [f32; 2]) -> usize {
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
    /// Ground with all shapes but the dots, which may be many: [`add_dots`](Self::add_dots) adds them.
    pub fn of(shapes: &[PlacedShape], kept: &[Ends], frame: &Frame, medium: Medium<'a>) -> Self {
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
                PlacedShape::Sign { center, radius, .. } => {
                    ground.signs.push((*center, radius * Marker::REACH));
                }
                PlacedShape::Polygon { xy, .. } => ground.kept.push(around(xy)),
                PlacedShape::Line { xy, .. } if xy.len() == 2 => ground.lines.push([xy[0], xy[1]]),
                PlacedShape::Dots(_)
                | PlacedShape::Line { .. }
                | PlacedShape::Image { .. }
                | PlacedShape::Rect { .. }
                | PlacedShape::Label(_) => {}
            }
        }
        ground
    }

    /// Adds the dots that are in sight.
    pub fn add_dots(&mut self, shapes: &[PlacedShape], frame: &Frame) {
        for shape in shapes {
            if let PlacedShape::Dots(dots) = shape {
                let radius = reach(dots);
                for xy in dots.points.xy.iter().filter(|xy| frame.shows(**xy)) {
                    self.dots.insert(frame.place(*xy), radius);
                }
            }
        }
    }

    /// Candidate places of a name, whatever places other names take, the cheapest first; the side where it stood
    /// `before` is preferred.
    fn candidates(&self, name: &Name, before: Option<Side>) -> Vec<Candidate> {
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
                let side = (ring, i);
                let is_former = before == Some(side);
                let kept = if is_former { STAY } else { 0.0 };
                let cost = RING * ring as f32 + DIRECTION * preference - kept;
                let reach = name.radius + gap;
                let ends = beside(name.at, way, reach, [width, height]);
                let found_here = self.candidate(name, ends, cost);
                found.extend(found_here.map(|it| Candidate {
                    side,
                    is_former,
                    ..it
                }));
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
        let leader = leader(name.at, name.radius, &ends);
        let under = leader.map_or(0, |[from, to]| {
            let meets = |line: &&[[f32; 2]; 2]| meet([from, to], **line);
            self.lines.iter().filter(meets).count()
        });
        let cost = cost + DOT * dots as f32 + LINE * (crossed.count() + under) as f32;
        Some(Candidate {
            ends,
            cost,
            side: (0, 0),
            is_former: false,
            leader,
        })
    }

    /// Candidates of each name, and the index of the one that it takes, if any; `sides` has the side on which each text
    /// stood before.
    pub fn place(
        &self,
        names: &[Name],
        sides: &HashMap<String, Side>,
    ) -> (Vec<Vec<Candidate>>, Vec<Option<usize>>) {
        let candidates = |name: &Name| self.candidates(name, sides.get(name.text).copied());
        let all: Vec<_> = names.iter().map(candidates).collect();
        let chosen = choose(&all);
        (all, chosen)
    }

    /// Line of text that counts the names without room, in the corner where it covers least, which is kept free from
    /// now on.
    pub fn counted(&mut self, lacking: &str, all: usize) -> Label {
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

/// Radius that a dot covers, in points: half the side of its picture where rows are pictures.
fn reach(dots: &Dots) -> f32 {
    match dots.points.pictures {
        Some(_) => dots.picture / 2.0,
        None => dots.radius,
    }
}

/// Remark on the number of names without room, such as "3 of 20 names left out".
pub(super) fn counted(lacking: &str, all: usize) -> String {
    format!("{lacking} of {all} names left out")
}
