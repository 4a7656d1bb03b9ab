//! Pre-images in the plot of the input: their points, the path to one of them, and names that lie on no other
//! point.

use super::{is_shown, name, of_linear, pre_images, quality, short_name};
use crate::{
    analysis::Analysis,
    setup::{View, pair},
    view::{extent, method_paint, pre_image_marker, pre_image_paint},
};
use chart::{Anchor, Line, Mark, Marker, Paint, Pin, Text};
use kernel_pca::{method::Method, preimage::PreImageMethod};

/// Distance from a pin to its name, as a share of the plot's width.
const BESIDE: f64 = 0.04;
/// Distance from a pin down to its name, as a share of the plot's height.
const BELOW: f64 = 0.12;
/// Distance beyond the rows above which a point has no name in the plot, as a share of the rows' span.
const BEYOND: f64 = 0.05;
/// Distance below which points share one name, as a share of the plot.
const TOGETHER: f64 = 0.06;
/// Distance from the line of a name within which another point would be covered, as a share of the plot's height.
const IN_LINE: f64 = 0.05;
/// Length assumed for a name, as a share of the plot's width: a point on its line within that length would be covered.
const LONG: f64 = 0.3;
/// Size of linear PCA's point relative to the usual pin: points below others are larger, so that all can be told
/// where they coincide.
const LINEAR_SIZE: f32 = 1.6;

/// Size of the point of a kernel PCA method, relative to the usual pin.
fn pin_size(method: PreImageMethod) -> f32 {
    match method {
        PreImageMethod::KwokTsang => 1.3,
        PreImageMethod::Ridge | PreImageMethod::Gradient => 1.0,
        PreImageMethod::Mika => 0.75,
    }
}

/// Pre-images in the plot of the input: the path of the fixed point, the points and their names; and a remark on
/// points that are out of sight.
pub(in crate::panel) fn in_input(analysis: &Analysis, view: &View) -> (Vec<Mark>, Option<String>) {
    let (true, Ok(found)) = (is_shown(analysis, view), pre_images(analysis)) else {
        return (vec![], None);
    };
    let dataset = &analysis.dataset;
    let place = |point: &[f64]| match pair(view.input, dataset.d()) {
        Some([a, b]) => [point[a], point[b]],
        None => [point.first().copied().unwrap_or(0.0), 0.0],
    };
    let span_of = |column: usize| extent(dataset.x.column(column).iter());
    let span = match pair(view.input, dataset.d()) {
        Some(columns) => columns.map(span_of),
        None => [span_of(0), [-1.0, 1.0]],
    };
    let point = |name, xy, (marker, paint): (Marker, Paint), size, said| NamedPoint {
        name,
        pin: Pin {
            size,
            lines: vec![said],
            ..Pin::new(format!("{name}, pre-image"), xy, marker, paint)
        },
    };
    let (at, said) = (place(&found.linear.point), of_linear(analysis, found));
    let sign = (Marker::Disc, method_paint(Method::Pca));
    let linear = point("linear PCA", at, sign, LINEAR_SIZE, said);
    let methods = found.ways.iter().filter_map(|(method, one)| {
        let one = one.as_ref().ok()?;
        let (name, said) = (short_name(*method), quality(*method, one));
        let sign = (pre_image_marker(*method), pre_image_paint(*method));
        Some(point(
            name,
            place(&one.point),
            sign,
            pin_size(*method),
            said,
        ))
    });
    let mut places: Vec<NamedPoint> = std::iter::once(linear).chain(methods).collect();
    // A name far away would change what the plot shows, and it would run away while a point is dragged.
    let is_among_rows = |place: &&NamedPoint| {
        place.pin.xy.iter().zip(span).all(|(at, [low, high])| {
            let beyond = (BEYOND * (high - low)).max(f64::EPSILON * high.abs());
            (low - beyond..=high + beyond).contains(at)
        })
    };
    let (near, far): (Vec<&NamedPoint>, Vec<&NamedPoint>) = places.iter().partition(is_among_rows);
    let far: Vec<&str> = far.iter().map(|place| place.name).collect();
    let remark = (!far.is_empty()).then(|| format!("beyond the rows: {}", far.join(", ")));
    let names = names(&near, span);
    places.sort_by(|a, b| b.pin.size.total_cmp(&a.pin.size));
    let pins = places.into_iter().map(|place| Mark::Pin(place.pin));
    let fixed_point = |(method, _): &&(PreImageMethod, _)| *method == PreImageMethod::Mika;
    let paths = found.ways.iter().filter(fixed_point);
    let paths = paths.filter_map(|(method, one)| {
        let path = &one.as_ref().ok()?.path;
        let xy = path.iter().map(|point| place(point)).collect();
        let name = format!("path of {}", name(*method));
        (path.len() > 1).then(|| Mark::Line(Line::new(name, Paint::Ink, xy)))
    });
    (paths.chain(pins).chain(names).collect(), remark)
}

/// Point to be drawn, with its name.
struct NamedPoint {
    name: &'static str,
    pin: Pin,
}

/// Names beside places, one for all places that stand together: towards the middle of the plot, or where no other place
/// is in the way.
fn names(places: &[&NamedPoint], span: [[f64; 2]; 2]) -> Vec<Mark> {
    let size = span.map(|[low, high]| (high - low).max(f64::MIN_POSITIVE));
    let apart = |a: &NamedPoint, b: &NamedPoint| {
        let by = [0, 1].map(|axis| (a.pin.xy[axis] - b.pin.xy[axis]) / size[axis]);
        by[0].hypot(by[1])
    };
    let mut groups: Vec<Vec<&NamedPoint>> = Vec::new();
    for &place in places {
        let mut near = groups.iter_mut();
        match near.find(|group| apart(group[0], place) < TOGETHER) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    let middle = f64::midpoint(span[0][0], span[0][1]);
    let name = |group: &Vec<&NamedPoint>| {
        let first = group[0];
        let [x, y] = first.pin.xy;
        let inwards = if x > middle { -1.0 } else { 1.0 };
        // Where the text begins, from the point, and on which side it goes on.
        let candidates = [
            ([inwards * BESIDE, 0.0], inwards),
            ([-inwards * BESIDE, 0.0], -inwards),
            ([0.0, -BELOW], inwards),
            ([0.0, BELOW], inwards),
        ];
        let is_free = |([dx, dy], side): &([f64; 2], f64)| {
            let room = side * (span[0][usize::from(*side > 0.0)] - x) / size[0];
            let mut others = places.iter().filter(|it| apart(first, it) >= TOGETHER);
            let is_in_the_way = |other: &&NamedPoint| {
                let along = side * ((other.pin.xy[0] - x) / size[0] - dx);
                let across = (other.pin.xy[1] - y) / size[1] - dy;
                across.abs() <= IN_LINE && (-BESIDE..LONG).contains(&along)
            };
            room >= LONG && !others.any(is_in_the_way)
        };
        let free = candidates.iter().find(|it| is_free(it));
        let ([dx, dy], side) = *free.unwrap_or(&candidates[0]);
        let names: Vec<&str> = group.iter().map(|place| place.name).collect();
        let at = [x + dx * size[0], y + dy * size[1]];
        let anchor = if side > 0.0 {
            Anchor::Start
        } else {
            Anchor::End
        };
        Mark::Text(Text::new(at, names.join(", "), anchor, f64::INFINITY))
    };
    groups.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        setup::{Components, Panel, Setup},
    };
    use kernel_pca::{
        kernel::{KernelKind, KernelParams},
        kpca::Tier,
    };
    use tabular::{Builtin, Source};

    fn place(name: &'static str, xy: [f64; 2]) -> NamedPoint {
        let pin = Pin::new(name, xy, Marker::Disc, Paint::Ink);
        NamedPoint { name, pin }
    }

    #[test]
    fn places_that_are_one_share_a_name_which_lies_on_no_other() {
        let written = |places: &[NamedPoint]| {
            let places: Vec<&NamedPoint> = places.iter().collect();
            let marks = names(&places, [[0.0, 10.0], [0.0, 1.0]]);
            let texts = marks.into_iter().filter_map(|mark| match mark {
                Mark::Text(Text { text, anchor, .. }) => Some((text, anchor)),
                _ => None,
            });
            texts.collect::<Vec<_>>()
        };
        let alone = |name: &str, anchor| (name.to_owned(), anchor);
        let near = [place("linear PCA", [2.0, 0.5]), place("Mika", [2.1, 0.51])];
        assert_eq!(written(&near), [alone("linear PCA, Mika", Anchor::Start)]);
        // Names stand towards the middle of the plot, unless another point is there.
        let far = [place("ridge", [2.0, 0.5]), place("Mika", [8.0, 0.5])];
        let expected = [alone("ridge", Anchor::Start), alone("Mika", Anchor::End)];
        assert_eq!(written(&far), expected);
        let in_the_way = [place("ridge", [4.0, 0.5]), place("Mika", [4.9, 0.52])];
        let expected = [alone("ridge", Anchor::End), alone("Mika", Anchor::Start)];
        assert_eq!(written(&in_the_way), expected);
        // Between another point and the end of the plot it stands below.
        let places = [place("ridge", [7.0, 0.5]), place("Mika", [9.0, 0.5])];
        let marks = names(
            &places.iter().collect::<Vec<_>>(),
            [[0.0, 10.0], [0.0, 1.0]],
        );
        assert!(matches!(&marks[1], Mark::Text(text) if text.xy[1] < 0.45));
    }

    #[test]
    fn a_point_beyond_the_rows_is_said_and_changes_nothing_that_is_seen() {
        let setup = Setup {
            source: Source::Builtin(Builtin::Iris),
            kernel: KernelParams {
                kind: KernelKind::Cosine,
                ..KernelParams::default()
            },
            components: Components::Count(1),
            view: View {
                panels: vec![Panel::Input, Panel::PreImages],
                ..View::default()
            },
            ..Setup::default()
        };
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let chart = Panel::Input.chart(&analysis, &setup.view);
        // Ridge regression finds the origin, far from every flower.
        let note = chart.note.unwrap();
        assert!(note.contains("beyond the rows: ridge"), "{note}");
        for mark in &chart.marks {
            if let Mark::Text(text) = mark {
                assert!(text.xy[0] > 4.0 && text.xy[1] > 1.9, "{text:?}");
            }
        }
    }
}
