//! Noise alone, with a label that means nothing.

use super::{Column, Generator, RandomState, Seen, Shape, ShapeSpec};

pub(super) const SPEC: ShapeSpec = ShapeSpec {
    title: "Noise alone",
    plural: "clouds of noise",
    help: "Fifty columns of independent normal numbers, and a coin for a label. Whatever is seen here is chance.",
    python: PYTHON,
    starting: Generator::common(Shape::Noise),
    ..ShapeSpec::of(noise, Seen::FromAnywhere)
};

const PYTHON: &str = "\
X = draw.standard_normal((n_samples, 50))
label = (draw.uniform(size=n_samples) >= 0.5).astype(int)";

/// Number of features.
const COLUMNS: usize = 50;

/// Draws 50 normal numbers for each row: an even number, so that none is left over from the pairs in which normal
/// numbers are drawn.
fn noise(_: &Generator, n: u32, mut random: RandomState) -> (Vec<Column>, Column) {
    let mut columns = vec![vec![]; COLUMNS];
    for _ in 0..n {
        for column in &mut columns {
            column.push(random.standard_normal());
        }
    }
    let codes = (0..n).map(|_| u32::from(random.random() >= 0.5));
    let columns = columns.into_iter().enumerate();
    let features = columns.map(|(j, values)| Column::numbers(&format!("x{}", j + 1), values));
    (
        features.collect(),
        Column::classes("coin", ["heads", "tails"], codes),
    )
}
