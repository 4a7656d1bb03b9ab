//! Marks as shapes, in points from the top left corner of their plot.

use super::{
    Dots, Frame, Medium, hatch,
    names::{self, Name, NameMemory},
    stroke::{Ink, Stroke, Tint},
    text,
};
use crate::{
    Anchor, Arrow, Bars, Chart, CrossLine, Image, Line, LineStyle, Links, Mark, Marker,
    Orientation, Paint, Pin, PointNames,
};

/// Radius of a disc with the area of a usual pin, in points.
const PIN: f32 = 5.5;
/// Width of the rim that parts a pin from what is around it, in points.
const PIN_RIM: f32 = 1.5;
/// Radius of the dots on a line, in points.
const VERTEX: f32 = 3.0;
/// Opacity of dots that no line joins: three on each other look solid.
const CLOUD: f32 = 0.5;
/// Least extent of a painted mark, in points: the thinnest that is seen on paper and on a screen; without extent
/// nothing would be painted. Nature's guide to figures asks for lines of 0.25 to 1 point on paper, where a point of the
/// layout is about 0.7.
const HAIRLINE: f32 = 0.5;
/// Largest number of dots on a line that has a shape of dots but none at each vertex.
const FEW_DOTS: usize = 9;
/// Width of a curve, in points.
pub(super) const CURVE: f32 = 1.75;

/// Shape to be painted.
#[derive(Debug, Clone)]
pub enum PlacedShape<'a> {
    Dots(Dots<'a>),
    /// Image that fills a rectangle: left, upper, right and lower end.
    Image {
        /// Index of the mark in its chart.
        mark: usize,
        image: &'a Image,
        ends: [f32; 4],
    },
    Line {
        xy: Vec<[f32; 2]>,
        stroke: Stroke,
    },
    /// Convex polygon.
    Polygon {
        xy: Vec<[f32; 2]>,
        fill: Ink,
    },
    /// Rectangle: left, upper, right and lower end.
    Rect {
        ends: [f32; 4],
        fill: Ink,
    },
    /// Single dot; `rim` is the line around it, if any.
    Sign {
        marker: Marker,
        center: [f32; 2],
        radius: f32,
        fill: Ink,
        rim: Option<Stroke>,
    },
    Label(Label),
}

/// Line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    pub text: String,
    /// Place of the anchor, half-way up the letters.
    pub at: [f32; 2],
    pub anchor: Anchor,
    /// Height of the letters, in points.
    pub size: f32,
    pub ink: Ink,
    pub bold: bool,
    /// True for a text that runs upwards, turned by 90° counter-clockwise.
    pub turned: bool,
    /// Kind of text, by which a stylesheet can reach it.
    pub class: &'static str,
}

impl PlacedShape<'_> {
    /// Line through the given places, or a dot as wide as the line where all of them are one place.
    fn through(xy: Vec<[f32; 2]>, stroke: Stroke) -> Self {
        match xy[..] {
            [center, ..] if is_one_place(&xy) => Self::Sign {
                marker: Marker::Disc,
                center,
                radius: stroke.width / 2.0,
                fill: stroke.ink,
                rim: None,
            },
            _ => Self::Line { xy, stroke },
        }
    }

    /// Sides of a rectangle given by its left, upper, right and lower end.
    #[must_use]
    pub fn outline([left, top, right, bottom]: [f32; 4], stroke: Stroke) -> Self {
        Self::Line {
            xy: vec![
                [left, top],
                [right, top],
                [right, bottom],
                [left, bottom],
                [left, top],
            ],
            stroke,
        }
    }
}

/// Shapes of all marks of a chart, from back to front.
#[must_use]
pub fn shapes<'a>(chart: &'a Chart, frame: &Frame, medium: Medium<'_>) -> Vec<PlacedShape<'a>> {
    shapes_kept(chart, frame, medium, &mut NameMemory::default())
}

/// Shapes of all marks, as by [`shapes`], but with names where `memory` placed them last, if they can still stand
/// there.
pub fn shapes_kept<'a>(
    chart: &'a Chart,
    frame: &Frame,
    medium: Medium<'_>,
    memory: &mut NameMemory,
) -> Vec<PlacedShape<'a>> {
    let (has_map, has_dots) = (chart.has_images(), chart.has_dots());
    // No text hides a pin.
    let pins = chart.marks.iter().filter_map(|mark| match mark {
        Mark::Pin(pin) => Some(covered(pin, frame)),
        _ => None,
    });
    let mut taken: Vec<[f32; 4]> = pins.collect();
    let mut shapes = Vec::new();
    let mut moved = Vec::new();
    for (mark, it) in chart.marks.iter().enumerate() {
        match it {
            Mark::Points(points) | Mark::NewRows(points) => {
                shapes.push(PlacedShape::Dots(Dots::new(mark, points, frame, has_map)));
            }
            Mark::Image(image) => {
                let [[left, right], [bottom, top]] = image.extent;
                let [[left, top], [right, bottom]] =
                    [[left, top], [right, bottom]].map(|corner| frame.place(corner));
                let ends = [left, top, right, bottom];
                shapes.push(PlacedShape::Image { mark, image, ends });
            }
            Mark::Links(links) => link(links, frame, &mut shapes),
            Mark::Bars(bars) => stand(bars, frame, &mut shapes),
            Mark::Line(line) => draw(line, frame, &mut shapes),
            Mark::CrossLine(rule) => shapes.push(cross(rule, frame)),
            Mark::Arrow(arrow) => point(arrow, frame, &mut shapes),
            Mark::Pin(pin) => stick(pin, frame, &mut shapes),
            Mark::Hint(_) if !medium.hints => {}
            Mark::Text(text) if text.moves => {
                if frame.shows(text.xy) {
                    moved.push(Name::of(text, frame));
                }
            }
            Mark::Text(text) | Mark::Hint(text) => {
                shapes.extend(text::placed(text, frame, has_dots, medium, &mut taken));
            }
        }
    }
    for shape in &shapes {
        if let PlacedShape::Dots(dots) = shape {
            moved.extend(names_of_dots(dots, frame));
        }
    }
    let names = names::placed(&moved, &shapes, &taken, frame, medium, memory);
    shapes.extend(names);
    shapes
}

/// Names of dots in sight that have one, the weightiest first.
fn names_of_dots<'a>(dots: &Dots<'a>, frame: &Frame) -> Vec<Name<'a>> {
    let points = dots.points;
    let Some(PointNames { names, weights }) = &points.names else {
        return vec![];
    };
    let named = (0..points.xy.len()).filter(|dot| {
        let name = names.get(points.rows[*dot]);
        points.is_active(*dot)
            && frame.shows(points.xy[*dot])
            && name.is_some_and(|it| !it.is_empty())
    });
    let mut order: Vec<usize> = named.collect();
    let weight = |dot: usize| {
        let weight = weights.get(points.rows[dot]).copied().unwrap_or_default();
        (points.emphasis(dot), weight)
    };
    order.sort_by(|&a, &b| {
        let ((a, of_a), (b, of_b)) = (weight(a), weight(b));
        b.cmp(&a).then(of_b.total_cmp(&of_a))
    });
    let name = |dot: usize| Name {
        text: &names[points.rows[dot]],
        at: frame.place(points.xy[dot]),
        radius: dots.radius,
        toward: None,
        ink: Ink::of(Tint::Weak, 1.0),
        spares_dots: true,
    };
    order.into_iter().map(name).collect()
}

/// Radius of a disc with the area of the pin, in points.
#[must_use]
pub fn pin_radius(pin: &Pin) -> f32 {
    pin.size * PIN
}

/// Rectangle that a pin covers for certain, whatever its shape.
fn covered(pin: &Pin, frame: &Frame) -> [f32; 4] {
    let [x, y] = frame.place(pin.xy);
    let radius = pin_radius(pin);
    [x - radius, y - radius, x + radius, y + radius]
}

fn link(links: &Links, frame: &Frame, shapes: &mut Vec<PlacedShape>) {
    for (i, ends) in links.ends.iter().enumerate() {
        let stroke = match links.strengths.get(i) {
            Some(strength) => {
                let ink = Ink::of(Tint::Paint(Paint::Ink), 0.25 + 0.55 * strength);
                Stroke::solid(0.5 + 2.5 * strength, ink)
            }
            None => Stroke::solid(0.75, Ink::of(Tint::Weak, 0.5)),
        };
        let xy = ends.iter().map(|end| frame.place(*end)).collect();
        shapes.push(PlacedShape::through(xy, stroke));
    }
}

/// Returns true where all places lie within a hairline along both axes.
fn is_one_place(xy: &[[f32; 2]]) -> bool {
    (0..2).all(|axis| {
        let ends = xy.iter().map(|at| at[axis]);
        let [low, high] = ends.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], it| {
            [low.min(it), high.max(it)]
        });
        high - low < HAIRLINE
    })
}

/// Other end of a bar that begins at `from`, at least a hairline from there; a bar without length reaches to the side
/// that the sign of `side` gives.
fn reached(from: f32, to: f32, side: f32) -> f32 {
    let length = to - from;
    if length.abs() >= HAIRLINE {
        to
    } else if length == 0.0 {
        from + HAIRLINE * side
    } else {
        from + HAIRLINE * length.signum()
    }
}

fn stand(bars: &Bars, frame: &Frame, shapes: &mut Vec<PlacedShape>) {
    for [x, y] in bars.extents() {
        let [a, b] = [0, 1].map(|end| frame.place([x[end], y[end]]));
        let b = [reached(a[0], b[0], 1.0), reached(a[1], b[1], -1.0)];
        let ends = [
            a[0].min(b[0]),
            a[1].min(b[1]),
            a[0].max(b[0]),
            a[1].max(b[1]),
        ];
        let fill = Ink::of(Tint::Paint(bars.paint), 1.0);
        shapes.extend(hatch::bar(ends, fill, bars.hatch));
    }
}

fn draw(line: &Line, frame: &Frame, shapes: &mut Vec<PlacedShape>) {
    let xy: Vec<[f32; 2]> = line.xy.iter().map(|xy| frame.place(*xy)).collect();
    let unjoined = line.style == LineStyle::Unjoined;
    let (opacity, radius) = if unjoined {
        (CLOUD, 0.7 * VERTEX)
    } else {
        (1.0, VERTEX)
    };
    let ink = Ink::of(Tint::Paint(line.paint), opacity);
    let every = match line.marker {
        _ if line.dots || unjoined => Some(1),
        Some(_) => Some(xy.len().div_ceil(FEW_DOTS).max(1)),
        None => None,
    };
    if let Some(every) = every {
        // In the middle of each stretch, so that curves that begin together do not hide each other's.
        shapes.extend(
            xy.iter()
                .skip(every / 2)
                .step_by(every)
                .map(|center| PlacedShape::Sign {
                    marker: line.marker.unwrap_or_default(),
                    center: *center,
                    radius,
                    fill: ink,
                    rim: None,
                }),
        );
    }
    let stroke = Stroke::solid(CURVE, ink).styled(line.style);
    if !xy.is_empty() && !unjoined {
        shapes.push(PlacedShape::through(xy, stroke));
    }
}

fn cross(rule: &CrossLine, frame: &Frame) -> PlacedShape<'static> {
    let [width, height] = frame.sides();
    let [x, y] = frame.place([rule.at; 2]);
    let xy = match rule.orientation {
        Orientation::Horizontal => vec![[0.0, y], [width, y]],
        Orientation::Vertical => vec![[x, 0.0], [x, height]],
    };
    let ink = Ink::of(Tint::Paint(rule.paint), 1.0);
    let stroke = Stroke::solid(1.25, ink).styled(rule.style);
    PlacedShape::Line { xy, stroke }
}

fn point(arrow: &Arrow, frame: &Frame, shapes: &mut Vec<PlacedShape>) {
    let [tail, tip] = [arrow.tail, arrow.head].map(|end| frame.place(end));
    let fill = Ink::of(Tint::Paint(arrow.paint), 1.0);
    let stroke = Stroke::solid(Arrow::WIDTH, fill);
    // It points nowhere.
    if is_one_place(&[tail, tip]) {
        shapes.push(PlacedShape::through(vec![tail, tip], stroke));
        return;
    }
    let Some([tip, left, right]) = Arrow::barbs(tail, tip) else {
        return;
    };
    let end = [0, 1].map(|axis| f32::midpoint(left[axis], right[axis]));
    // A short one is all head.
    if !is_one_place(&[tail, end]) {
        shapes.push(PlacedShape::Line {
            xy: vec![tail, end],
            stroke,
        });
    }
    shapes.push(PlacedShape::Polygon {
        xy: vec![tip, left, right],
        fill,
    });
}

/// Adds a pin: its shape in its colour on a rim of the surface and one of ink, which part it from the dots around.
fn stick(pin: &Pin, frame: &Frame, shapes: &mut Vec<PlacedShape>) {
    let center = frame.place(pin.xy);
    for (width, tint) in [(4.0, Tint::Surface), (PIN_RIM, Tint::Text)] {
        shapes.push(PlacedShape::Sign {
            marker: pin.marker,
            center,
            radius: pin_radius(pin),
            fill: Ink::of(Tint::Paint(pin.paint), 1.0),
            rim: Some(Stroke::solid(width, Ink::of(tint, 1.0))),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame {
        ranges: [[0.0, 10.0], [0.0, 10.0]],
        size: [200.0, 100.0],
    };

    fn bars(lying: bool, width: f64) -> Mark {
        Mark::Bars(Bars {
            name: String::new(),
            xy: vec![[0.0, 5.0], [5.0, 0.0], [2.0, 1e-9], [1e-9, 2.0]],
            numbers: vec![1, 2, 3, 4],
            base: 0.0,
            width,
            lying: lying.then(Vec::new),
            paint: Paint::Plain,
            hatch: crate::Hatch::Plain,
            labels: vec![],
        })
    }

    fn line(xy: &[[f64; 2]]) -> Mark {
        Mark::Line(Line::new("", Paint::Plain, xy.to_vec()))
    }

    fn arrow(head: [f64; 2]) -> Mark {
        Mark::Arrow(Arrow {
            name: String::new(),
            tail: [5.0, 5.0],
            head,
            paint: Paint::Plain,
        })
    }

    #[test]
    fn marks_that_stand_for_nothing_have_an_extent_all_the_same() {
        let at = [5.0, 5.0];
        let links = Links::new("", [([0, 1], [at, at])].into_iter());
        let rows = [
            (bars(false, 0.8), 4),
            (bars(false, 0.0), 4),
            (bars(true, 0.0), 4),
            (line(&[at]), 1),
            (line(&[at, at]), 1),
            (line(&[at, [5.0, 5.001]]), 1),
            (line(&[]), 0),
            (line(&[at, [5.0, 9.0]]), 1),
            (Mark::Links(links), 1),
            (arrow(at), 1),
            (arrow([5.01, 5.0]), 1),
            (arrow([5.1, 5.0]), 1),
            (arrow([9.0, 5.0]), 2),
        ];
        let medium = Medium {
            measure: &|_, _| 0.0,
            least: 0.0,
            hints: false,
        };
        for (mark, count) in rows {
            let what = format!("{mark:?}");
            let mut chart = Chart::empty("", "");
            chart.marks = vec![mark];
            let shapes = shapes(&chart, &FRAME, medium);
            assert_eq!(shapes.len(), count, "{what}");
            let has_extent = |shape: &PlacedShape| match shape {
                PlacedShape::Rect { ends, .. } => {
                    let sides = [ends[2] - ends[0], ends[3] - ends[1]];
                    sides.into_iter().all(|side| side > 0.99 * HAIRLINE)
                }
                PlacedShape::Sign { radius, .. } => 2.0 * radius >= HAIRLINE,
                PlacedShape::Line { xy, .. } | PlacedShape::Polygon { xy, .. } => !is_one_place(xy),
                _ => false,
            };
            assert!(shapes.iter().all(has_extent), "{what}: {shapes:?}");
        }
    }

    #[test]
    fn a_bar_without_length_reaches_up_and_a_negative_one_down() {
        assert_eq!(
            [reached(80.0, 80.0, -1.0), reached(80.0, 79.9, -1.0)],
            [79.5; 2]
        );
        assert_eq!(reached(80.0, 80.1, -1.0), 80.5);
        assert_eq!(reached(80.0, 70.0, -1.0), 70.0);
    }
}
