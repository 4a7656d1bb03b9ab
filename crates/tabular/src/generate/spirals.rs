//! Spirals: two, one in the gaps of the other.

use std::f64::consts::PI;

use super::{Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, noisy_plane};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Two spirals",
    plural: "spirals",
    help: "Two arms that wind around each other one and a half times. No few components of a usual kernel follow \
           them to their ends.",
    python: PYTHON,
    arguments: &[("noise", Argument::Noise)],
    most_noise: 0.2,
    starting: Generator {
        n_samples: 400,
        noise: 0.02,
        ..Generator::common(Shape::Spirals)
    },
    ..ShapeSpec::of(spirals, Seen::FromAnywhere)
};

const PYTHON: &str = "\
t = np.sqrt(draw.uniform(size=n_samples))
label = np.arange(n_samples) % 2
X = ((1 - 2 * label) * t * np.array([np.cos(3 * np.pi * t), np.sin(3 * np.pi * t)])).T
X += noise * draw.standard_normal((n_samples, 2))";

/// Draws points of the two arms in turn; the radius is the square root of a uniform number, so that an arm is as dense
/// at its end as at its start.
fn spirals(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let t: Vec<f64> = (0..n).map(|_| random.random().sqrt()).collect();
    let points = t.into_iter().enumerate().map(|(i, t)| {
        let radius = if i % 2 == 0 { t } else { -t };
        let angle = 3.0 * PI * t;
        [radius * angle.cos(), radius * angle.sin()]
    });
    let features = noisy_plane(points, generator.noise, random);
    let codes = (0..n).map(|i| i % 2);
    (features, Column::classes("arm", ["first", "second"], codes))
}
