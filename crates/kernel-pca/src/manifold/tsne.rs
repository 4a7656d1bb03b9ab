//! Exact t-SNE (van der Maaten and Hinton 2008): gradient descent on the Kullback-Leibler divergence, over all
//! pairs of rows in every step.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{
    EmbeddingOptions, ManifoldEmbedding, ManifoldError, ManifoldParams, ManifoldSpec,
    classical::classical_scaling,
    distinct::DistinctRows,
    params::others,
    unrolled::{check_memory, turned},
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::{eigen::Failure, kernel::ParamError, objects::InputRows, pca::Pca};

/// Largest number of rows that t-SNE takes: each of a thousand steps computes all pairs.
const MOST_LAID_OUT_ROWS: usize = 3000;

/// Factor on the similarities in the first phase, in which groups form: scikit-learn's `early_exaggeration`.
const EXAGGERATION: f64 = 12.0;
/// Number of steps in the first phase: scikit-learn's.
const EXAGGERATED_STEPS: usize = 250;
/// Number of steps in both phases: scikit-learn's `max_iter`.
const STEPS: usize = 1000;
/// Momentum in the first and in the second phase: scikit-learn's.
const MOMENTUM: [f64; 2] = [0.5, 0.8];
/// Steps between two checks of progress: scikit-learn's.
const LOOK_EVERY: usize = 50;
/// Steps without progress that end the descent: scikit-learn's `n_iter_without_progress`.
const WITHOUT_PROGRESS: usize = 300;
/// Norm of the gradient below which the steps end: scikit-learn's `min_grad_norm`.
const SMALLEST_GRADIENT: f64 = 1e-7;
/// Standard deviation of the first coordinate at the start: scikit-learn's for `init="pca"`.
const START: f64 = 1e-4;
/// Largest number of bisections that find a row's width.
const BISECTIONS: usize = 100;
/// Tolerance on the logarithm of a row's perplexity, at which its bisections end.
const CLOSE: f64 = 1e-5;

pub(super) const SPEC: ManifoldSpec = ManifoldSpec {
    settle: |params, rows| {
        let n = rows.n();
        if n > MOST_LAID_OUT_ROWS {
            let reason = format!("must be at most {MOST_LAID_OUT_ROWS} for t-SNE; there are {n}");
            return Err(ParamError::new("rows", reason));
        }
        params.neighbors(1, others(rows), n)?;
        Ok(vec![("perplexity", params.neighbors as f64)])
    },
    embed: tsne,
};

/// Lays out rows with features or distances in a plane such that near rows are near in the plane; the perplexity, at
/// least 1 and below n, is a smooth number of neighbours. The descent starts from the first two principal components,
/// or from those of classical scaling where distances are given, so that no randomness enters.
///
/// # Errors
/// [`ManifoldError`] when cancelled, or when more memory than allowed is needed.
fn tsne(
    rows: &InputRows<'_>,
    params: &ManifoldParams,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let n = rows.n();
    check_memory(16 * (n as u64).pow(2), options.memory_budget)?;
    let distinct = DistinctRows::of_rows(rows)?;
    let similar = similarities(&distinct, params.neighbors as f64, watch)?;
    let start = match rows.features() {
        Some(x) => Pca::fit(x).scores,
        None => classical_scaling(&distinct, watch)?,
    };
    let mut layout = TsneLayout::from_scores(&start);
    let each = watch.stage(EmbeddingStage::Layout, STEPS);
    layout.descend(&similar, 0..EXAGGERATED_STEPS, EXAGGERATION, each)?;
    layout.descend(&similar, EXAGGERATED_STEPS..STEPS, 1.0, each)?;
    let scores = DMatrix::from_fn(n, 2, |i, j| layout.places[i][j]);
    Ok(ManifoldEmbedding {
        eigenvalues: scores.column_iter().map(|it| it.variance()).collect(),
        scores: turned(scores),
        trace: None,
        graph: None,
        projection: None,
        undetermined: vec![],
    })
}

/// Kullback-Leibler divergence, which t-SNE minimises, of a layout (n × 2) of rows with features or distances from
/// their similarities.
///
/// # Errors
/// [`ManifoldError`] when cancelled, or for nodes of a graph.
pub(super) fn divergence(
    rows: &InputRows<'_>,
    layout: &DMatrix<f64>,
    perplexity: f64,
    watch: &EmbeddingWatch<'_>,
) -> Result<f64, ManifoldError> {
    let similar = similarities(&DistinctRows::of_rows(rows)?, perplexity, watch)?;
    let places = layout.row_iter().map(|row| [row[0], row[1]]).collect();
    let layout = TsneLayout::at(places);
    let total = layout.forces(&similar).iter().map(|it| it.closeness).sum();
    Ok(layout.divergence(&similar, total))
}

/// Similarities of all pairs of rows (n × n, row by row), symmetric, with the sum 1: Gaussian kernels whose widths
/// give all rows the same perplexity.
///
/// # Errors
/// [`Failure::Cancelled`] when cancelled.
fn similarities(
    distinct: &DistinctRows,
    perplexity: f64,
    watch: &EmbeddingWatch<'_>,
) -> Result<Vec<f64>, Failure> {
    let n = distinct.of_row.len();
    let rows = watch.each(EmbeddingStage::Kernel, n, |i| {
        let square = |j: usize| distinct.between(i, j).powi(2);
        let squares: Vec<f64> = (0..n).map(square).collect();
        conditional(&squares, i, perplexity)
    })?;
    let mut all = vec![0.0; n * n];
    all.par_chunks_mut(n).enumerate().for_each(|(i, row)| {
        for (j, value) in row.iter_mut().enumerate() {
            // Each row of conditional probabilities sums to 1, and both directions count.
            *value = ((rows[i][j] + rows[j][i]) / (2 * n) as f64).max(f64::EPSILON);
        }
        row[i] = 0.0;
    });
    Ok(all)
}

/// Probabilities with which row `own` picks each other row as its neighbour, and 0 for `own` itself: a Gaussian kernel
/// of the squared distances `squares` to all rows, with the width that gives the wanted `perplexity`.
fn conditional(squares: &[f64], own: usize, perplexity: f64) -> Vec<f64> {
    let wanted = perplexity.ln();
    let nearest = squares
        .iter()
        .enumerate()
        .filter(|(j, _)| *j != own)
        .fold(f64::INFINITY, |least, (_, square)| least.min(*square));
    let mean = squares.iter().sum::<f64>() / squares.len() as f64;
    // A start that does not depend on the unit.
    let mut beta = if mean > 0.0 { 1.0 / mean } else { 1.0 };
    let [mut low, mut high] = [0.0, f64::INFINITY];
    let mut values = vec![0.0; squares.len()];
    for _ in 0..BISECTIONS {
        let [mut sum, mut moment] = [0.0; 2];
        for (j, (value, square)) in values.iter_mut().zip(squares).enumerate() {
            let beyond = square - nearest;
            *value = if j == own {
                0.0
            } else {
                (-beta * beyond).exp()
            };
            sum += *value;
            moment += *value * beyond;
        }
        for value in &mut values {
            *value /= sum;
        }
        let excess = sum.ln() + beta * moment / sum - wanted;
        if excess.abs() <= CLOSE {
            break;
        }
        if excess > 0.0 {
            low = beta;
            beta = if high.is_finite() {
                f64::midpoint(beta, high)
            } else {
                2.0 * beta
            };
        } else {
            high = beta;
            beta = f64::midpoint(beta, low);
        }
    }
    values
}

/// Sums over all other rows from which the force on one row is computed.
struct TsneForce {
    /// Attraction Σ p·w·(y − y′) over the others, with w = 1/(1 + ‖y − y′‖²).
    pull: [f64; 2],
    /// Repulsion Σ w²·(y − y′) over the others.
    push: [f64; 2],
    /// Sum Σ w over the others.
    closeness: f64,
}

/// Positions of the rows in the plane, with their last steps and gains.
struct TsneLayout {
    places: Vec<[f64; 2]>,
    steps: Vec<[f64; 2]>,
    gains: Vec<[f64; 2]>,
}

impl TsneLayout {
    fn at(places: Vec<[f64; 2]>) -> Self {
        let n = places.len();
        Self {
            places,
            steps: vec![[0.0; 2]; n],
            gains: vec![[1.0; 2]; n],
        }
    }

    /// Layout at the first two columns of scores (n × any number), scaled to a standard deviation of [`START`].
    fn from_scores(scores: &DMatrix<f64>) -> Self {
        let spread = scores
            .column_iter()
            .next()
            .map_or(0.0, |it| it.variance().sqrt());
        let unit = if spread > 0.0 { START / spread } else { 0.0 };
        let place = |i: usize| [0, 1].map(|j| scores.get((i, j)).map_or(0.0, |it| it * unit));
        Self::at((0..scores.nrows()).map(place).collect())
    }

    fn forces(&self, similar: &[f64]) -> Vec<TsneForce> {
        let n = self.places.len();
        let of = |(own, row): (&[f64; 2], &[f64])| {
            let mut force = TsneForce {
                pull: [0.0; 2],
                push: [0.0; 2],
                closeness: -1.0,
            };
            for (p, other) in row.iter().zip(&self.places) {
                let [dx, dy] = [own[0] - other[0], own[1] - other[1]];
                let w = 1.0 / (1.0 + dx * dx + dy * dy);
                let (pw, ww) = (p * w, w * w);
                force.pull[0] += pw * dx;
                force.pull[1] += pw * dy;
                force.push[0] += ww * dx;
                force.push[1] += ww * dy;
                // The row itself contributes 1, which the start of the sum subtracts.
                force.closeness += w;
            }
            force
        };
        let rows = similar.par_chunks(n);
        self.places.par_iter().zip(rows).map(of).collect()
    }

    fn divergence(&self, similar: &[f64], total: f64) -> f64 {
        let n = self.places.len();
        let of = |(own, row): (&[f64; 2], &[f64])| -> f64 {
            let pairs = row.iter().zip(&self.places).filter(|(p, _)| **p > 0.0);
            let each = pairs.map(|(p, other)| {
                let [dx, dy] = [own[0] - other[0], own[1] - other[1]];
                let q = (1.0 / (1.0 + dx * dx + dy * dy) / total).max(f64::EPSILON);
                p * (p / q).ln()
            });
            each.sum()
        };
        let rows = similar.par_chunks(n);
        self.places.par_iter().zip(rows).map(of).sum()
    }

    /// Descends along the gradient of the divergence for the given steps, with similarities multiplied by
    /// `exaggeration`.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] when cancelled.
    fn descend(
        &mut self,
        similar: &[f64],
        steps: std::ops::Range<usize>,
        exaggeration: f64,
        each: &EmbeddingWatch<'_>,
    ) -> Result<(), Failure> {
        let n = self.places.len();
        let rate = (n as f64 / EXAGGERATION / 4.0).max(50.0);
        let momentum = MOMENTUM[usize::from(steps.start > 0)];
        let (mut best, mut best_at) = (f64::INFINITY, steps.start);
        self.steps.fill([0.0; 2]);
        self.gains.fill([1.0; 2]);
        for at in steps {
            each.step()?;
            let forces = self.forces(similar);
            let total: f64 = forces.iter().map(|it| it.closeness).sum();
            let mut squares = 0.0;
            let moving = self
                .places
                .iter_mut()
                .zip(&mut self.steps)
                .zip(&mut self.gains);
            for (((place, step), gain), force) in moving.zip(&forces) {
                for axis in 0..2 {
                    let slope = 4.0 * (exaggeration * force.pull[axis] - force.push[axis] / total);
                    gain[axis] = if step[axis] * slope < 0.0 {
                        gain[axis] + 0.2
                    } else {
                        (gain[axis] * 0.8).max(0.01)
                    };
                    let slope = slope * gain[axis];
                    squares += slope * slope;
                    step[axis] = momentum * step[axis] - rate * slope;
                    place[axis] += step[axis];
                }
            }
            if (at + 1) % LOOK_EVERY == 0 {
                let error = self.divergence(similar, total);
                if error < best {
                    (best, best_at) = (error, at);
                } else if at - best_at > WITHOUT_PROGRESS {
                    break;
                }
                if squares.sqrt() <= SMALLEST_GRADIENT {
                    break;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_the_perplexity_that_is_asked_for() {
        let squares: Vec<f64> = (0..60).map(|j| f64::from(j * j % 47)).collect();
        for perplexity in [2.0, 5.0, 30.0] {
            let values = conditional(&squares, 3, perplexity);
            let entropy: f64 = values
                .iter()
                .filter(|p| **p > 0.0)
                .map(|p| -p * p.ln())
                .sum();
            assert!(
                (entropy - perplexity.ln()).abs() < 2e-5,
                "{perplexity}: {entropy}"
            );
            assert_eq!(values[3], 0.0);
            assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }

    /// Given distances have the start, the similarities and the first steps of points at these distances, up to signs.
    /// Later steps magnify rounding.
    #[test]
    fn given_distances_start_as_their_points_do() {
        let x = DMatrix::from_fn(40, 3, |i, j| ((i * (j + 3)) as f64).sin() * (3 - j) as f64);
        let distances = DMatrix::from_fn(40, 40, |i, j| (x.row(i) - x.row(j)).norm());
        let given = InputRows::Distances(std::borrow::Cow::Borrowed(&distances));
        let progress = crate::manifold::EmbeddingProgress::default();
        let watch = EmbeddingWatch::new(&progress, &|| false);
        let of_rows = |rows: &InputRows<'_>| DistinctRows::of_rows(rows).unwrap();
        let [given, of_points] = [given, InputRows::Features(&x)].map(|rows| of_rows(&rows));
        let starts = [
            classical_scaling(&given, &watch).unwrap(),
            Pca::fit(&x).scores,
        ];
        let [mut found, mut expected] = starts.map(|start| TsneLayout::from_scores(&start));
        let similar = [given, of_points].map(|rows| similarities(&rows, 5.0, &watch).unwrap());
        for steps in [0, 10] {
            found
                .descend(&similar[0], 0..steps, EXAGGERATION, &watch)
                .unwrap();
            expected
                .descend(&similar[1], 0..steps, EXAGGERATION, &watch)
                .unwrap();
            for axis in 0..2 {
                let of = |layout: &TsneLayout| layout.places.iter().map(|it| it[axis]).collect();
                let [found, expected]: [Vec<f64>; 2] = [of(&found), of(&expected)];
                let sign = (found[0] / expected[0]).signum();
                let largest = expected.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
                let pairs = found.iter().zip(&expected);
                let off = pairs.fold(0.0_f64, |most, (a, b)| most.max((sign * a - b).abs()));
                assert!(off < 1e-6 * largest, "{steps} steps: {off}, {largest}");
            }
        }
    }

    /// Compares the gradient with differences of the divergence.
    #[test]
    fn the_gradient_is_that_of_the_divergence() {
        let x = DMatrix::from_fn(12, 3, |i, j| ((i * 7 + j * 5) % 11) as f64);
        let progress = crate::manifold::EmbeddingProgress::default();
        let watch = EmbeddingWatch::new(&progress, &|| false);
        let similar = similarities(&DistinctRows::new(&x), 4.0, &watch).unwrap();
        let places: Vec<[f64; 2]> = (0..12)
            .map(|i| [f64::from(i % 5), f64::from(i * i % 7) / 3.0])
            .collect();
        let value = |places: &[[f64; 2]]| {
            let layout = TsneLayout::at(places.to_vec());
            let total = layout.forces(&similar).iter().map(|it| it.closeness).sum();
            layout.divergence(&similar, total)
        };
        let forces = TsneLayout::at(places.clone()).forces(&similar);
        let total: f64 = forces.iter().map(|it| it.closeness).sum();
        for (i, force) in forces.iter().enumerate() {
            for axis in 0..2 {
                let shifted = |by: f64| {
                    let mut moved = places.clone();
                    moved[i][axis] += by;
                    value(&moved)
                };
                let slope = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
                let found = 4.0 * (force.pull[axis] - force.push[axis] / total);
                assert!((slope - found).abs() < 1e-7, "{i} {axis}: {slope}, {found}");
            }
        }
    }
}
