//! How well the first q components tell the classes apart.
//!
//! The classifier is ridge regression on one-hot targets with an unpenalised intercept; a row goes
//! to the class of largest fitted value. Score columns are orthogonal and have mean zero, so the
//! normal equations are diagonal and every q comes from one pass: O(n·k·C) for the whole curve.

use std::cmp::Ordering;

use nalgebra::DMatrix;

/// Ridge penalty, relative to the largest squared norm of a score column.
///
/// Small beside the components that carry structure, whose scale then hardly matters; large beside
/// those made of rounding, which would otherwise be blown up to fit noise.
pub const PENALTY: f64 = 1e-4;

/// What is left of 1 − hᵢᵢ, below which a row alone decides its own fit and nothing is known about
/// it without it.
const UNDECIDED: f64 = 1e-10;

/// In words, for those who ask what the number means.
pub const DEFINITION: &str = "Leave-one-out accuracy: each row in turn is classified by ridge \
    regression on the classes' indicators, fitted to the first q scores of all other rows. The \
    components themselves are computed from all rows. It can fall below chance: where the scores say \
    nothing about balanced classes, leaving a row out makes its own class the rarer one, and the \
    classifier then guesses the other (linear PCA of the circles).";

/// Leave-one-out accuracy of the classifier on the first q columns of `scores` (n × k), for
/// q = 1, …, k. `codes` holds each row's class.
///
/// Row i is left out of the classifier, not of the components: those are computed from all rows.
/// The fit without row i has the residual eᵢ / (1 − hᵢᵢ) there, with hᵢᵢ = 1/n + Σ zᵢⱼ² / (‖zⱼ‖² + α)
/// (Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, §7.10). Where t
/// classes tie for the largest value, the row counts 1/t if its own is among them.
///
/// `None` where there is nothing to separate: fewer than three rows, or fewer than two classes.
#[must_use]
pub fn leave_one_out(scores: &DMatrix<f64>, codes: &[usize]) -> Option<Vec<f64>> {
    let n = scores.nrows();
    let classes = codes.iter().max()? + 1;
    let distinct = codes.iter().any(|&code| code != codes[0]);
    if n < 3 || codes.len() != n || !distinct {
        return None;
    }
    let ridge = Ridge::fit(scores, codes, classes);
    let mut fitted = DMatrix::from_fn(classes, n, |class, _| ridge.intercept[class]);
    let mut leverage = vec![1.0 / n as f64; n];
    let mut without = vec![0.0; classes];
    let accuracy = |q: usize| {
        let mut right = 0.0;
        for (i, &code) in codes.iter().enumerate() {
            let z = scores[(i, q)];
            fitted.column_mut(i).axpy(z, &ridge.slopes.column(q), 1.0);
            leverage[i] += z * z / ridge.penalised_norms[q];
            let left = 1.0 - leverage[i];
            if left < UNDECIDED {
                continue;
            }
            for (class, value) in without.iter_mut().enumerate() {
                let target = f64::from(u8::from(class == code));
                *value = target - (target - fitted[(class, i)]) / left;
            }
            right += share_of_largest(&without, code);
        }
        right / n as f64
    };
    Some((0..scores.ncols()).map(accuracy).collect())
}

/// Accuracy on the rows held out: the classifier is fitted to the first q columns of `train`
/// (n × k) and asked about those of `test` (m × k), for q = 1, …, k.
///
/// # Panics
/// When the number of columns, or of rows and their codes, differ.
#[must_use]
pub fn held_out(
    train: &DMatrix<f64>,
    train_codes: &[usize],
    test: &DMatrix<f64>,
    test_codes: &[usize],
) -> Vec<f64> {
    assert_eq!(
        train.ncols(),
        test.ncols(),
        "different numbers of components"
    );
    assert_eq!(
        (train.nrows(), test.nrows()),
        (train_codes.len(), test_codes.len()),
        "one code for each row"
    );
    let classes = train_codes
        .iter()
        .chain(test_codes)
        .max()
        .map_or(0, |c| c + 1);
    let m = test.nrows();
    let ridge = Ridge::fit(train, train_codes, classes);
    let mut fitted = DMatrix::from_fn(classes, m, |class, _| ridge.intercept[class]);
    let accuracy = |q: usize| {
        let mut right = 0.0;
        for (i, &code) in test_codes.iter().enumerate() {
            let mut values = fitted.column_mut(i);
            values.axpy(test[(i, q)], &ridge.slopes.column(q), 1.0);
            right += share_of_largest(values.as_slice(), code);
        }
        right / m.max(1) as f64
    };
    (0..train.ncols()).map(accuracy).collect()
}

/// Ridge regression of one-hot targets on orthogonal columns of mean zero.
struct Ridge {
    /// Share of each class, length C.
    intercept: Vec<f64>,
    /// C × k.
    slopes: DMatrix<f64>,
    /// ‖zⱼ‖² + α, length k.
    penalised_norms: Vec<f64>,
}

impl Ridge {
    fn fit(scores: &DMatrix<f64>, codes: &[usize], classes: usize) -> Self {
        let n = codes.len().max(1) as f64;
        let mut intercept = vec![0.0; classes];
        for &code in codes {
            intercept[code] += 1.0 / n;
        }
        let norms: Vec<f64> = scores.column_iter().map(|z| z.norm_squared()).collect();
        let largest = norms.iter().copied().fold(0.0, f64::max);
        // All scores zero: any positive number will do.
        let penalty = if largest > 0.0 {
            PENALTY * largest
        } else {
            1.0
        };
        let penalised_norms: Vec<f64> = norms.iter().map(|norm| norm + penalty).collect();
        let mut slopes = DMatrix::zeros(classes, scores.ncols());
        for (j, z) in scores.column_iter().enumerate() {
            for (&code, z) in codes.iter().zip(z.iter()) {
                slopes[(code, j)] += z / penalised_norms[j];
            }
        }
        Self {
            intercept,
            slopes,
            penalised_norms,
        }
    }
}

/// 1 where `code` alone has the largest value, 1/t where t values tie for it, else 0.
fn share_of_largest(values: &[f64], code: usize) -> f64 {
    let mut tied = 0.0;
    for value in values {
        match value.total_cmp(&values[code]) {
            Ordering::Greater => return 0.0,
            Ordering::Equal => tied += 1.0,
            Ordering::Less => {}
        }
    }
    1.0 / tied
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pca::Pca;

    fn example() -> (DMatrix<f64>, Vec<usize>) {
        let codes: Vec<usize> = (0..31).map(|i| i % 3).collect();
        let x = DMatrix::from_fn(31, 4, |i, j| {
            let shifted = matches!((codes[i], j), (1, 0) | (2, 3));
            ((i * (3 * j + 5)) as f64).sin() + if shifted { 1.2 } else { 0.0 }
        });
        (Pca::fit(&x).scores, codes)
    }

    /// The fitted values of row i, by solving the normal equations of all rows but i.
    fn refit_without(z: &DMatrix<f64>, codes: &[usize], penalty: f64, i: usize) -> Vec<f64> {
        let (n, q) = z.shape();
        let others: Vec<usize> = (0..n).filter(|&row| row != i).collect();
        let design = DMatrix::from_fn(n - 1, q + 1, |r, j| {
            if j == 0 { 1.0 } else { z[(others[r], j - 1)] }
        });
        let mut normal = design.tr_mul(&design);
        for j in 1..=q {
            normal[(j, j)] += penalty;
        }
        let targets = DMatrix::from_fn(n - 1, 3, |r, class| {
            f64::from(u8::from(codes[others[r]] == class))
        });
        let coefficients = normal.lu().solve(&design.tr_mul(&targets)).unwrap();
        (0..3)
            .map(|class| {
                let slopes = (0..q).map(|j| coefficients[(j + 1, class)] * z[(i, j)]);
                coefficients[(0, class)] + slopes.sum::<f64>()
            })
            .collect()
    }

    #[test]
    fn leaving_out_equals_refitting() {
        let (scores, codes) = example();
        let curve = leave_one_out(&scores, &codes).unwrap();
        let penalty = PENALTY * scores.column(0).norm_squared();
        for q in 1..=4 {
            let z = scores.columns(0, q).into_owned();
            let right = (0..31)
                .filter(|&i| {
                    let values = refit_without(&z, &codes, penalty, i);
                    (0..3).all(|class| values[class] <= values[codes[i]])
                })
                .count();
            assert!(
                (curve[q - 1] - right as f64 / 31.0).abs() < 1e-12,
                "q = {q}"
            );
        }
        assert!(curve[0] < curve[3] && curve[3] < 1.0, "{curve:?}");
    }

    #[test]
    fn nothing_to_separate_is_none() {
        let z = DMatrix::from_column_slice(3, 1, &[-1.0, 0.0, 1.0]);
        assert_eq!(leave_one_out(&z, &[0, 0, 0]), None);
        assert_eq!(leave_one_out(&z, &[0, 1]), None);
        assert_eq!(leave_one_out(&DMatrix::zeros(2, 1), &[0, 1]), None);
        assert_eq!(leave_one_out(&DMatrix::zeros(0, 1), &[]), None);
        assert_eq!(
            leave_one_out(&DMatrix::zeros(3, 0), &[0, 1, 0]),
            Some(vec![])
        );
    }

    #[test]
    fn ties_share_and_a_row_without_company_counts_as_wrong() {
        assert_eq!(share_of_largest(&[0.5, 0.5, 0.1], 1), 0.5);
        assert_eq!(share_of_largest(&[0.5, 0.5, 0.1], 2), 0.0);
        // Row 2 is the only one of its class, so no fit without it can name that class.
        let z = DMatrix::from_column_slice(3, 1, &[-1.0, -1.0, 2.0]);
        assert_eq!(leave_one_out(&z, &[0, 0, 1]), Some(vec![2.0 / 3.0]));
    }

    #[test]
    fn held_out_rows_on_the_right_side_count() {
        let train = DMatrix::from_column_slice(4, 1, &[-2.0, -1.0, 1.0, 2.0]);
        let test = DMatrix::from_column_slice(4, 1, &[-3.0, 0.5, 3.0, 0.0]);
        let accuracy = held_out(&train, &[0, 0, 1, 1], &test, &[0, 0, 1, 1]);
        assert_eq!(accuracy, [0.625]);
    }
}
