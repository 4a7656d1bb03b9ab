//! Exclusive or: four squares in two classes, the smallest checkerboard.

use super::{Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, noisy_plane};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "XOR",
    plural: "checkerboards",
    help: "Points of a square; the class says whether both coordinates have the same sign. No line separates the \
           classes, and neither coordinate alone says anything of them.",
    python: PYTHON,
    arguments: &[("noise", Argument::Noise)],
    most_noise: 0.5,
    starting: Generator {
        n_samples: 300,
        ..Generator::common(Shape::Xor)
    },
    ..ShapeSpec::of(xor, Seen::FromAnywhere)
};

const PYTHON: &str = "\
X = draw.uniform(-1, 1, (n_samples, 2))
label = ((X[:, 0] > 0) != (X[:, 1] > 0)).astype(int)
X += noise * draw.standard_normal((n_samples, 2))";

fn xor(generator: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let points: Vec<[f64; 2]> = (0..n)
        .map(|_| [(); 2].map(|()| random.uniform(-1.0, 1.0)))
        .collect();
    let differ = |[x, y]: &[f64; 2]| u32::from((*x > 0.0) != (*y > 0.0));
    let codes: Vec<u32> = points.iter().map(differ).collect();
    let features = noisy_plane(points.into_iter(), generator.noise, random);
    (
        features,
        Column::classes("signs", ["same sign", "opposite signs"], codes),
    )
}
