//! Spheres: one within the other.

use super::{Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, noisy_space};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Concentric spheres",
    plural: "concentric spheres",
    help: "A sphere in a sphere: circles in one dimension more. No plane separates them, but the distance from the middle does.",
    python: PYTHON,
    arguments: &[("noise", Argument::Noise), ("factor", Argument::Factor)],
    most_noise: 0.5,
    starting: Generator {
        n_samples: 500,
        noise: 0.05,
        factor: 0.4,
        ..Generator::common(Shape::Spheres)
    },
    ..ShapeSpec::of(spheres, Seen::FromAnywhere)
};

const PYTHON: &str = "\
X = draw.standard_normal((n_samples, 3))
X /= np.sqrt((X**2).sum(axis=1, keepdims=True))
label = np.arange(n_samples) % 2
X *= np.where(label == 1, factor, 1.0)[:, np.newaxis]
X += noise * draw.standard_normal((n_samples, 3))";

/// Draws points on the outer and the inner sphere in turn.
fn spheres(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let directions: Vec<[f64; 3]> = (0..n)
        .map(|_| {
            let way = [(); 3].map(|()| random.standard_normal());
            let length = way.iter().map(|v| v * v).sum::<f64>().sqrt();
            way.map(|v| v / length)
        })
        .collect();
    let points = directions.into_iter().enumerate().map(|(i, way)| {
        let radius = if i % 2 == 0 { 1.0 } else { generator.factor };
        way.map(|v| v * radius)
    });
    let features = noisy_space(points, generator.noise, &mut random);
    let codes = (0..n).map(|i| i % 2);
    (
        features,
        Column::classes("sphere", ["outer", "inner"], codes),
    )
}
