//! A rolled-up rectangle in space.

use std::f64::consts::PI;

use super::{Argument, Column, Generator, RandomState, Shape, ShapeSpec};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Swiss roll",
    plural: "Swiss rolls",
    help: "A rolled-up sheet in space, coloured by the position along the roll. Kernel PCA does not \
           unroll it with any of these kernels.",
    function: "make_swiss_roll",
    arguments: &[("noise", Argument::Noise)],
    noise: 0.0,
    most_noise: 1.0,
    starting: Generator {
        n_samples: 800,
        ..Generator::common(Shape::SwissRoll)
    },
    points: swiss_roll,
};

/// `t` is the position along the roll.
fn swiss_roll(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let t: Vec<f64> = (0..n)
        .map(|_| 1.5 * PI * (1.0 + 2.0 * random.random()))
        .collect();
    let height: Vec<f64> = (0..n).map(|_| 21.0 * random.random()).collect();
    // The noise comes coordinate by coordinate: all x, then all y, then all z.
    let mut noisy = |clean: Vec<f64>| -> Vec<f64> {
        clean
            .iter()
            .map(|v| v + generator.noise * random.standard_normal())
            .collect()
    };
    let x = noisy(t.iter().map(|t| t * t.cos()).collect());
    let y = noisy(height);
    let z = noisy(t.iter().map(|t| t * t.sin()).collect());
    let features = vec![
        Column::numbers("x", x),
        Column::numbers("y", y),
        Column::numbers("z", z),
    ];
    (features, Column::numbers("t", t))
}
