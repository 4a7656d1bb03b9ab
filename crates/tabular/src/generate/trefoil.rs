//! Trefoil: a closed line with a knot in it.

use std::f64::consts::TAU;

use super::{Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, noisy_space};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Trefoil knot",
    plural: "trefoil knots",
    help: "A closed line in space with a knot in it, coloured by the position along it. From within it is a circle, \
           and no turning of space shows that.",
    python: PYTHON,
    arguments: &[("noise", Argument::Noise)],
    most_noise: 0.5,
    starting: Generator {
        n_samples: 400,
        ..Generator::common(Shape::Trefoil)
    },
    ..ShapeSpec::of(trefoil, Seen::FromAnywhere)
};

const PYTHON: &str = "\
label = 2 * np.pi * draw.uniform(size=n_samples)
X = np.array([
    np.sin(label) + 2 * np.sin(2 * label),
    np.cos(label) - 2 * np.cos(2 * label),
    -np.sin(3 * label),
]).T
X += noise * draw.standard_normal((n_samples, 3))";

/// Draws points of the line; the label `t` is the position along it, from 0 to 2π.
fn trefoil(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let t: Vec<f64> = (0..n).map(|_| TAU * random.random()).collect();
    let points = t.iter().map(|t| {
        [
            t.sin() + 2.0 * (2.0 * t).sin(),
            t.cos() - 2.0 * (2.0 * t).cos(),
            -(3.0 * t).sin(),
        ]
    });
    let features = noisy_space(points, generator.noise, &mut random);
    (features, Column::numbers("t", t))
}
