//! S curve: a sheet bent into an S.

use std::f64::consts::PI;

use super::{Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, noisy_coordinates};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "S-curve",
    plural: "S-curves",
    help: "A sheet in space that is bent into an S, coloured by the position along it. It lies less close to itself \
           than the Swiss roll does.",
    function: Some("make_s_curve"),
    arguments: &[("noise", Argument::Noise)],
    most_noise: 0.5,
    starting: Generator {
        n_samples: 800,
        ..Generator::common(Shape::SCurve)
    },
    ..ShapeSpec::of(s_curve, Seen::AlongSecond)
};

/// Draws points of the sheet; the label `t` is the position along the S.
fn s_curve(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let t: Vec<f64> = (0..n).map(|_| 3.0 * PI * (random.random() - 0.5)).collect();
    let height: Vec<f64> = (0..n).map(|_| 2.0 * random.random()).collect();
    let x = t.iter().map(|t| t.sin()).collect();
    let z = t.iter().map(|t| t.signum() * (t.cos() - 1.0)).collect();
    let features = noisy_coordinates([x, height, z], generator.noise, random);
    (features, Column::numbers("t", t))
}
