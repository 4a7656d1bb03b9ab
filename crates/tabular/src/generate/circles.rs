//! Circles: one around the other.

use std::f64::consts::PI;

use super::{
    Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, two_curves::two_curves,
};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Concentric circles",
    plural: "concentric circles",
    help: "A ring around a ring: no straight line separates them, but a distance does",
    function: Some("make_circles"),
    arguments: &[("noise", Argument::Noise), ("factor", Argument::Factor)],
    most_noise: 1.0,
    starting: Generator {
        n_samples: 500,
        noise: 0.05,
        factor: 0.3,
        ..Generator::common(Shape::Circles)
    },
    ..ShapeSpec::of(circles, Seen::FromAnywhere)
};

/// Draws n/2 points on the outer circle, of radius 1, and the rest on the inner.
fn circles(generator: &Generator, n: u32, random: RandomState) -> (Vec<Column>, Column) {
    let factor = generator.factor;
    let (outer, inner) = (n / 2, n - n / 2);
    let outer = full_turn(outer).map(|t| [t.cos(), t.sin()]);
    let inner = full_turn(inner).map(|t| [t.cos() * factor, t.sin() * factor]);
    two_curves(
        "circle",
        ["outer", "inner"],
        outer.collect(),
        inner.collect(),
        generator.noise,
        random,
    )
}

/// Angles of a full turn: NumPy's `linspace(0, 2π, n, endpoint=False)`.
fn full_turn(n: u32) -> impl Iterator<Item = f64> {
    let step = 2.0 * PI / f64::from(n.max(1));
    (0..n).map(move |i| f64::from(i) * step)
}
