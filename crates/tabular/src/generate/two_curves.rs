//! Two curves in a plane, shuffled, with noise, as moons and circles are made.

use super::{Column, RandomState, plane};

/// Shuffles the points of two curves, then adds noise row by row.
pub(super) fn two_curves(
    label: &str,
    curves: [&str; 2],
    mut first: Vec<[f64; 2]>,
    second: Vec<[f64; 2]>,
    noise: f64,
    mut random: RandomState,
) -> (Vec<Column>, Column) {
    let split = first.len();
    first.extend(second);
    let order = random.permutation(first.len() as u32);
    let points = order.iter().map(|&i| {
        let [x, y] = first[i];
        let dx = random.normal(0.0, noise);
        let dy = random.normal(0.0, noise);
        [x + dx, y + dy]
    });
    let features = plane(points);
    let codes = order.iter().map(|&i| u32::from(i >= split));
    (features, Column::classes(label, curves, codes))
}
