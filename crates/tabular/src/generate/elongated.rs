//! Elongated clouds: Gaussian, all drawn out in one direction.

use super::{
    Argument, Column, Generator, RandomState, Seen, Shape, ShapeSpec, blobs::clouds, plane,
};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Elongated clusters",
    plural: "elongated clusters",
    help: "Gaussian blobs, drawn out in one direction: what compares by straight distance cuts them across",
    function: Some("make_blobs"),
    python: "X = X @ [[0.6, -0.6], [-0.4, 0.8]]",
    arguments: &[
        ("centers", Argument::Centers),
        ("cluster_std", Argument::Noise),
    ],
    noise: 1.0,
    most_noise: 4.0,
    starting: Generator {
        n_samples: 400,
        noise: 1.0,
        random_state: 170,
        ..Generator::common(Shape::Elongated)
    },
    ..ShapeSpec::of(elongated, Seen::FromAnywhere)
};

/// Images of the two axes under the map that draws the clouds out, as in scikit-learn's comparison of clustering
/// methods.
const AXES: [[f64; 2]; 2] = [[0.6, -0.6], [-0.4, 0.8]];

fn elongated(generator: &Generator, n: u32, random: RandomState) -> (Vec<Column>, Column) {
    let (points, cluster) = clouds(generator, n, random);
    let [across, up] = AXES;
    let points = points
        .into_iter()
        .map(|[x, y]| [x * across[0] + y * up[0], x * across[1] + y * up[1]]);
    (plane(points), cluster)
}
