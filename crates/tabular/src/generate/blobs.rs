//! Blobs: Gaussian clouds of equal size.

use super::{Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, plane};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Gaussian blobs",
    plural: "Gaussian blobs",
    help: "Round clouds of points, which linear PCA shows well enough",
    function: Some("make_blobs"),
    arguments: &[
        ("centers", Argument::Centers),
        ("cluster_std", Argument::Noise),
    ],
    noise: 1.0,
    most_noise: 4.0,
    starting: Generator {
        n_samples: 400,
        noise: 1.0,
        ..Generator::common(Shape::Blobs)
    },
    ..ShapeSpec::of(blobs, Seen::FromAnywhere)
};

/// Range of the centres' coordinates: scikit-learn's `center_box`.
const CENTER_BOX: (f64, f64) = (-10.0, 10.0);

fn blobs(generator: &Generator, n: u32, random: RandomState) -> (Vec<Column>, Column) {
    let (points, cluster) = clouds(generator, n, random);
    (plane(points.into_iter()), cluster)
}

/// Draws n points of Gaussian clouds, whose centres are drawn uniformly from `CENTER_BOX`²; returns the points, and a
/// column with the cloud of each.
pub(super) fn clouds(
    generator: &Generator,
    n: u32,
    mut random: RandomState,
) -> (Vec<[f64; 2]>, Column) {
    let centers: Vec<[f64; 2]> = (0..generator.centers)
        .map(|_| {
            let x = random.uniform(CENTER_BOX.0, CENTER_BOX.1);
            let y = random.uniform(CENTER_BOX.0, CENTER_BOX.1);
            [x, y]
        })
        .collect();
    let (each, extra) = (n as usize / centers.len(), n as usize % centers.len());
    let mut points = Vec::with_capacity(n as usize);
    let mut codes = Vec::with_capacity(n as usize);
    for (code, [cx, cy]) in centers.iter().enumerate() {
        for _ in 0..each + usize::from(code < extra) {
            let x = random.normal(*cx, generator.noise);
            let y = random.normal(*cy, generator.noise);
            points.push([x, y]);
            codes.push(code as u32);
        }
    }
    let order = random.permutation(n);
    let shuffled = order.iter().map(|&i| points[i]).collect();
    let codes = order.iter().map(|&i| codes[i]);
    let names = (0..centers.len()).map(|c| format!("cluster {c}"));
    (shuffled, Column::classes("cluster", names, codes))
}
