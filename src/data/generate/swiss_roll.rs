//! Swiss roll: a rolled-up rectangle in space.

use std::f64::consts::PI;

use super::{Argument, Column, Generator, RandomState, Shape, ShapeSpec, space};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Swiss roll",
    plural: "Swiss rolls",
    help: "A rolled-up sheet in space, coloured by the position along the roll. Kernel PCA does not \
           unroll it with any of these kernels.",
    function: Some("make_swiss_roll"),
    constant: "",
    python: "",
    arguments: &[("noise", Argument::Noise)],
    noise: 0.0,
    most_noise: 1.0,
    starting: Generator {
        n_samples: 800,
        ..Generator::common(Shape::SwissRoll)
    },
    points: swiss_roll,
};

/// Draws points of the sheet; the label `t` is the position along the roll.
fn swiss_roll(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let t: Vec<f64> = (0..n)
        .map(|_| 1.5 * PI * (1.0 + 2.0 * random.random()))
        .collect();
    let height: Vec<f64> = (0..n).map(|_| 21.0 * random.random()).collect();
    rolled(t, height, generator.noise, random)
}

/// Rolls up the sheet in space, with noise that comes coordinate by coordinate: all x, then all y, then all z.
pub(super) fn rolled(
    t: Vec<f64>,
    height: Vec<f64>,
    noise: f64,
    mut random: RandomState,
) -> (Vec<Column>, Column) {
    let x = t.iter().map(|t| t * t.cos()).collect();
    let z = t.iter().map(|t| t * t.sin()).collect();
    let features = space([x, height, z].map(|clean: Vec<f64>| {
        let noisy = clean.iter().map(|v| v + noise * random.standard_normal());
        noisy.collect()
    }));
    (features, Column::numbers("t", t))
}
