//! Swiss roll: a rolled-up rectangle in space.

use std::f64::consts::PI;

use super::{Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, noisy_coordinates};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Swiss roll",
    plural: "Swiss rolls",
    help: "A rolled-up sheet in space, coloured by the position along the roll. Kernel PCA does not \
           unroll it with any of these kernels.",
    function: Some("make_swiss_roll"),
    arguments: &[("noise", Argument::Noise)],
    most_noise: 1.0,
    starting: Generator {
        n_samples: 800,
        ..Generator::common(Shape::SwissRoll)
    },
    ..ShapeSpec::of(swiss_roll, Seen::AlongSecond)
};

/// Draws points of the sheet; the label `t` is the position along the roll.
fn swiss_roll(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let t: Vec<f64> = (0..n)
        .map(|_| 1.5 * PI * (1.0 + 2.0 * random.random()))
        .collect();
    let height: Vec<f64> = (0..n).map(|_| 21.0 * random.random()).collect();
    rolled(t, height, generator.noise, random)
}

/// Rolls up the sheet in space.
pub(super) fn rolled(
    t: Vec<f64>,
    height: Vec<f64>,
    noise: f64,
    random: RandomState,
) -> (Vec<Column>, Column) {
    let x = t.iter().map(|t| t * t.cos()).collect();
    let z = t.iter().map(|t| t * t.sin()).collect();
    let features = noisy_coordinates([x, height, z], noise, random);
    (features, Column::numbers("t", t))
}
