//! Outlier: a cloud, and one point far from it.

use super::{Column, Generator, RandomState, Seen, Shape, ShapeSpec, plane};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "One outlier",
    plural: "clouds with an outlier",
    help: "A cloud four times as long as it is high, and one point far above it, which draws linear PCA's first axis \
           to itself",
    python: PYTHON,
    starting: Generator {
        n_samples: 60,
        ..Generator::common(Shape::Outlier)
    },
    ..ShapeSpec::of(outlier, Seen::FromAnywhere)
};

const PYTHON: &str = "\
X = draw.standard_normal((n_samples, 2)) * [2, 0.5]
X[-1] = [0, 20]
label = (np.arange(n_samples) == n_samples - 1).astype(int)";

/// Standard deviations of the cloud along the two axes.
const SPREAD: [f64; 2] = [2.0, 0.5];
/// Place of the outlier.
const OUTLIER: [f64; 2] = [0.0, 20.0];

/// Draws the cloud; the last row is the outlier.
fn outlier(_: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let points = (0..n).map(|i| {
        let point = SPREAD.map(|spread| spread * random.standard_normal());
        if i + 1 == n { OUTLIER } else { point }
    });
    let features = plane(points);
    let codes = (0..n).map(|i| u32::from(i + 1 == n));
    (
        features,
        Column::classes("kind", ["cloud", "outlier"], codes),
    )
}
