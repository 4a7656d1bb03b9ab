//! Area under the receiver operating characteristic.

use super::correlation::mean_ranks;

/// Area under the receiver operating characteristic of numbers that should be large in the rows where `is_found` is
/// true: the probability that such a row has a larger number than another row, equal numbers counting one half (Hanley
/// and `McNeil`, *The meaning and use of the area under a ROC curve*, Radiology 143, 1982). `None` where all rows are
/// of one kind, or a number is NaN.
///
/// # Panics
/// When the lengths differ.
#[must_use]
pub fn area_under_roc(numbers: &[f64], is_found: &[bool]) -> Option<f64> {
    assert_eq!(numbers.len(), is_found.len(), "one kind for each number");
    let wanted = is_found.iter().filter(|it| **it).count();
    let others = is_found.len() - wanted;
    if wanted == 0 || others == 0 || numbers.iter().any(|number| number.is_nan()) {
        return None;
    }
    let ranks = mean_ranks(numbers);
    let of_wanted = ranks.iter().zip(is_found).filter(|(_, it)| **it);
    let sum: f64 = of_wanted.map(|(rank, _)| rank).sum();
    let [wanted, others] = [wanted, others].map(|count| count as f64);
    Some((sum - wanted * (wanted + 1.0) / 2.0) / (wanted * others))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_scikit_learns() {
        let kinds = [false, true, false, true, true, false, true];
        // sklearn.metrics.roc_auc_score(kinds, numbers)
        let area = area_under_roc(&[0.1, 0.4, 0.4, 0.8, 0.3, 0.2, 0.4], &kinds).unwrap();
        assert!((area - 0.833_333_333_333_333_4).abs() < 1e-15, "{area}");
        let perfect = area_under_roc(&[0.0, 1.0, 0.0, 1.0, 1.0, 0.0, f64::INFINITY], &kinds);
        assert_eq!(perfect, Some(1.0));
        assert_eq!(area_under_roc(&[2.0; 7], &kinds), Some(0.5));
        assert_eq!(area_under_roc(&[1.0, 2.0], &[true; 2]), None);
        assert_eq!(area_under_roc(&[1.0, f64::NAN], &[true, false]), None);
    }
}
