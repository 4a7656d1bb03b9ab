//! Moons: two interleaving half circles.

use std::f64::consts::PI;

use super::{
    Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, two_curves::two_curves,
};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Half moons",
    plural: "half moons",
    help: "Two half circles that reach into each other: no straight line separates them",
    function: Some("make_moons"),
    arguments: &[("noise", Argument::Noise)],
    most_noise: 1.0,
    starting: Generator {
        n_samples: 500,
        noise: 0.05,
        ..Generator::common(Shape::Moons)
    },
    ..ShapeSpec::of(moons, Seen::FromAnywhere)
};

/// Draws n/2 points in the upper half circle and the rest in the lower.
fn moons(generator: &Generator, n: u32, random: RandomState) -> (Vec<Column>, Column) {
    let (upper, lower) = (n / 2, n - n / 2);
    let upper = half_turn(upper).map(|t| [t.cos(), t.sin()]);
    let lower = half_turn(lower).map(|t| [1.0 - t.cos(), 1.0 - t.sin() - 0.5]);
    two_curves(
        "moon",
        ["upper", "lower"],
        upper.collect(),
        lower.collect(),
        generator.noise,
        random,
    )
}

/// Angles of half a turn: NumPy's `linspace(0, π, n)`.
fn half_turn(n: u32) -> impl Iterator<Item = f64> {
    let step = PI / f64::from(n.max(2) - 1);
    (0..n).map(move |i| f64::from(i) * step)
}
