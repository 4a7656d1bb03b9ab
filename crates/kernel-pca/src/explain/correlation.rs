//! Pearson's correlation of scores with labels that are quantities, and of the columns of two matrices; Spearman's of
//! ranks.

use nalgebra::DMatrix;

use crate::objects::Labels;

/// Pearson's correlation of scores with a label that is a quantity, over the rows that have a label. `None` where
/// the labels are no quantity, or where scores or labels do not vary.
#[must_use]
pub fn correlation(scores: &[f64], labels: &Labels) -> Option<f64> {
    let Labels::Continuous { values, .. } = labels else {
        return None;
    };
    let pairs = scores.iter().zip(values).filter(|(_, v)| !v.is_nan());
    let (scores, values): (Vec<f64>, Vec<f64>) = pairs.unzip();
    pearson(&scores, &values)
}

/// Pearson's correlation of each column of x (n × d) with each column of y (n × p): d × p, with 0 where one of the
/// two columns does not vary.
#[must_use]
pub fn correlations(x: &DMatrix<f64>, y: &DMatrix<f64>) -> DMatrix<f64> {
    let columns = |of: &DMatrix<f64>| -> Vec<Vec<f64>> {
        let columns = of.column_iter();
        columns
            .map(|column| column.iter().copied().collect())
            .collect()
    };
    let (x, y) = (columns(x), columns(y));
    DMatrix::from_fn(x.len(), y.len(), |j, k| {
        pearson(&x[j], &y[k]).unwrap_or(0.0)
    })
}

/// Pearson's correlation of two sequences of equal length; `None` where one of them does not vary.
#[must_use]
pub fn pearson(a: &[f64], b: &[f64]) -> Option<f64> {
    let deviations = |values: &[f64]| -> Vec<f64> {
        // Divided by the largest modulus, so that no square overflows.
        let largest = values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let n = values.len().max(1) as f64;
        let mean = values.iter().map(|v| v / largest).sum::<f64>() / n;
        values.iter().map(|v| v / largest - mean).collect()
    };
    let (a, b) = (deviations(a), deviations(b));
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let r = product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt();
    r.is_finite().then_some(r)
}

/// Spearman's rank correlation of two sequences of equal length, equal values with their mean rank; `None` where one
/// of them does not vary.
#[must_use]
pub fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    pearson(&mean_ranks(a), &mean_ranks(b))
}

/// Rank of each value from 1, the mean rank where several are equal.
pub(super) fn mean_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let mean = before as f64 + (equal.len() + 1) as f64 / 2.0;
        for &i in equal {
            ranks[i] = mean;
        }
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantity(values: &[f64]) -> Labels {
        Labels::Continuous {
            column: "t".into(),
            values: values.to_vec(),
        }
    }

    #[test]
    fn it_is_pearsons() {
        let labels = quantity(&[1.0, 2.0, 3.0, 5.0]);
        let r = |scores: &[f64]| correlation(scores, &labels);
        // numpy.corrcoef([2, 1, 4, 3], [1, 2, 3, 5])
        assert!((r(&[2.0, 1.0, 4.0, 3.0]).unwrap() - 0.529_150_262_212_918).abs() < 1e-15);
        assert!((r(&[-1e200, -2e200, -3e200, -5e200]).unwrap() + 1.0).abs() < 1e-15);
        assert_eq!(r(&[1.0; 4]), None);
        let some = quantity(&[1.0, f64::NAN, 2.0, 3.0, 5.0]);
        let of_some = correlation(&[2.0, 99.0, 1.0, 4.0, 3.0], &some).unwrap();
        assert!((of_some - 0.529_150_262_212_918).abs() < 1e-15);
        assert_eq!(correlation(&[1.0, 2.0], &Labels::None), None);
    }

    #[test]
    fn ranks_correlate_as_scipy_says() {
        let (a, b) = ([1.0, 2.0, 2.0, 9.0, -3.0], [4.0, 4.0, 1.0, 8.0, 0.0]);
        // scipy.stats.spearmanr([1, 2, 2, 9, -3], [4, 4, 1, 8, 0])
        assert!((spearman(&a, &b).unwrap() - 0.763_157_894_736_842_1).abs() < 1e-12);
        assert_eq!(spearman(&a, &[2.0; 5]), None);
    }

    #[test]
    fn columns_are_correlated_with_columns() {
        let x = DMatrix::from_column_slice(4, 2, &[2.0, 1.0, 4.0, 3.0, 7.0, 7.0, 7.0, 7.0]);
        let y = DMatrix::from_column_slice(4, 1, &[1.0, 2.0, 3.0, 5.0]);
        let found = correlations(&x, &y);
        assert!((found[(0, 0)] - 0.529_150_262_212_918).abs() < 1e-15);
        assert_eq!((found[(1, 0)], found.shape()), (0.0, (2, 1)));
    }
}
