//! Swiss roll with a hole: a rolled-up rectangle.

use std::f64::consts::PI;

use super::{Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, swiss_roll};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Swiss roll with a hole",
    plural: "Swiss rolls with a hole",
    help: "A rolled-up sheet that lacks its middle: what unrolls it should keep the hole",
    function: Some("make_swiss_roll"),
    constant: ", hole=True",
    arguments: &[("noise", Argument::Noise)],
    most_noise: 1.0,
    starting: Generator {
        n_samples: 800,
        ..Generator::common(Shape::SwissHole)
    },
    ..ShapeSpec::of(swiss_hole, Seen::AlongSecond)
};

/// Draws points of the sheet: three by three equal rectangles without the middle one.
fn swiss_hole(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let corners: Vec<u32> = (0..n)
        .map(|_| random.interval(7))
        .map(|corner| corner + u32::from(corner >= 4))
        .collect();
    let mut along = |of: fn(u32) -> f64, side: f64| -> Vec<f64> {
        let within = corners
            .iter()
            .map(|corner| of(*corner) + side * random.random());
        within.collect()
    };
    let t = along(|corner| PI * (1.5 + f64::from(corner / 3)), PI);
    let height = along(|corner| 7.0 * f64::from(corner % 3), 7.0);
    swiss_roll::rolled(t, height, generator.noise, random)
}
