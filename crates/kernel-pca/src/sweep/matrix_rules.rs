//! Rules for γ that read kernel matrices: largest variance of the entries, and largest alignment with the label.
//! Both search the given values, and then by golden sections.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    GammaChoice,
    criteria::{GammaProblem, SampledChoice},
    largest,
};
use crate::{
    kernel::Centering,
    kpca::{CancelCheck, FitError},
    objects::Labels,
};

/// Golden sections that refine an optimum between neighbouring values: twelve leave 0.3 % of the interval of log γ.
const REFINEMENTS: usize = 12;

/// Share by which an optimum must exceed both ends of the range; otherwise the criterion is flat towards that end,
/// and the optimum may lie beyond. A larger share would miss shallow optima, a smaller one would take rounding for
/// an optimum.
const CLEARLY: f64 = 0.01;

/// Finds the γ at which the off-diagonal entries of the kernel matrix have the largest variance.
pub(super) fn largest_variance(problem: &GammaProblem<'_>) -> Result<SampledChoice, FitError> {
    let variance = |gamma| Some(variance(&problem.matrix(&problem.x, gamma)?));
    Ok((
        best(problem.values, &variance, problem.cancelled)?,
        problem.rows,
    ))
}

/// Finds the γ at which the kernel matrix aligns best with that of the labels, over the rows that have a label.
pub(super) fn best_alignment(problem: &GammaProblem<'_>) -> Result<SampledChoice, FitError> {
    let GammaProblem { x, labels, .. } = problem;
    let known = (labels.unlabelled() > 0).then(|| labels.known_rows());
    let (labelled, labels) = match &known {
        None => (Arc::clone(x), labels.clone()),
        Some(known) => (Arc::new(x.select_rows(known)), labels.of_rows(known)),
    };
    let answer = match label_kernel(&labels) {
        Err(why) => GammaChoice::Nothing(why),
        Ok(wanted) => {
            let alignment = |gamma| Some(alignment(problem.matrix(&labelled, gamma)?, &wanted));
            best(problem.values, &alignment, problem.cancelled)?
        }
    };
    Ok((answer, known.map(|known| known.len()).or(problem.rows)))
}

/// Finds the γ at which `quality` is largest: the best of `values`, refined between its neighbours by golden
/// sections of log γ.
///
/// # Errors
/// [`FitError::Cancelled`] when cancelled.
fn best(
    values: &[f64],
    quality: &dyn Fn(f64) -> Option<f64>,
    cancelled: CancelCheck<'_>,
) -> Result<GammaChoice, FitError> {
    let mut qualities = Vec::with_capacity(values.len());
    for &value in values {
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        let quality = quality(value).filter(|quality| quality.is_finite());
        qualities.push(quality.unwrap_or(f64::NEG_INFINITY));
    }
    let Some(i) = largest(qualities.iter().copied()) else {
        return Ok(GammaChoice::Nothing("there are no values"));
    };
    let last = values.len() - 1;
    if qualities[i] == f64::NEG_INFINITY {
        return Ok(GammaChoice::Nothing("the kernel has no finite values here"));
    }
    let enough = qualities[i] - CLEARLY * qualities[i].abs();
    if i == 0 || qualities[0] > enough {
        return Ok(GammaChoice::AtLowerEnd);
    }
    if i == last || qualities[last] > enough {
        return Ok(GammaChoice::AtUpperEnd);
    }
    let golden = 0.5 * (5_f64.sqrt() - 1.0);
    let [mut low, mut high] = [values[i - 1].ln(), values[i + 1].ln()];
    for _ in 0..REFINEMENTS {
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        let step = golden * (high - low);
        let at = |ln: f64| quality(ln.exp()).unwrap_or(f64::NEG_INFINITY);
        if at(high - step) > at(low + step) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    Ok(GammaChoice::At(f64::midpoint(low, high).exp()))
}

/// Variance of the off-diagonal entries of a matrix (n × n).
fn variance(k: &DMatrix<f64>) -> f64 {
    let n = k.nrows();
    let count = (n * n.saturating_sub(1)).max(1) as f64;
    let off = |f: &dyn Fn(f64) -> f64| {
        let all: f64 = k.iter().map(|&value| f(value)).sum();
        let own: f64 = k.diagonal().iter().map(|&value| f(value)).sum();
        (all - own) / count
    };
    let mean = off(&|value| value);
    off(&|value| (value - mean).powi(2))
}

/// Centred alignment ⟨K̃, Ỹ⟩ / (‖K̃‖ ‖Ỹ‖) of a kernel matrix K with a centred matrix Ỹ (both n × n).
fn alignment(mut k: DMatrix<f64>, wanted: &DMatrix<f64>) -> f64 {
    Centering::of(&k).apply(&mut k);
    k.dot(wanted) / (k.norm() * wanted.norm())
}

/// Returns the centred kernel matrix of the labels (n × n): from 1 for two rows of one class and 0 otherwise, or
/// from the products of a quantity's values.
///
/// # Errors
/// The reason in one line for which there is none.
fn label_kernel(labels: &Labels) -> Result<DMatrix<f64>, &'static str> {
    let mut wanted = match labels {
        Labels::None => return Err("there is no label"),
        Labels::Classes { codes, .. } => {
            let same = |i: usize, j: usize| f64::from(codes[i] == codes[j]);
            DMatrix::from_fn(codes.len(), codes.len(), same)
        }
        Labels::Continuous { values, .. } => {
            let largest = values.iter().fold(f64::MIN_POSITIVE, |m, v| m.max(v.abs()));
            let product = |i: usize, j: usize| values[i] / largest * (values[j] / largest);
            DMatrix::from_fn(values.len(), values.len(), product)
        }
    };
    Centering::of(&wanted).apply(&mut wanted);
    if wanted.amax() < 1e-12 {
        return Err("the label is the same in all rows");
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::Kernel,
        sweep::{Criterion, CriterionResult, criteria},
    };

    fn never() -> bool {
        false
    }

    #[test]
    fn an_optimum_lies_between_values_and_not_at_an_end() {
        let values: Vec<f64> = (-6..=6).map(|i| 10_f64.powf(f64::from(i) / 3.0)).collect();
        let bell = |at: f64| move |gamma: f64| Some(9.0 - (gamma / at).ln().powi(2));
        let GammaChoice::At(found) = best(&values, &bell(2.3), &never).unwrap() else {
            panic!("an optimum")
        };
        assert!((found / 2.3).ln().abs() < 0.01, "{found}");
        let of = |at| best(&values, &bell(at), &never).unwrap();
        assert_eq!(of(1e-4), GammaChoice::AtLowerEnd);
        assert_eq!(of(1e4), GammaChoice::AtUpperEnd);
        let nothing = best(&values, &|_| None, &never).unwrap();
        assert!(matches!(nothing, GammaChoice::Nothing(_)));
        let flat = |gamma: f64| Some(1.0 + 0.005 * (-(gamma / 0.1).ln().powi(2)).exp() - gamma);
        assert_eq!(
            best(&values, &flat, &never).unwrap(),
            GammaChoice::AtLowerEnd
        );
        let stopped = best(&values, &bell(1.0), &|| true);
        assert_eq!(stopped, Err(FitError::Cancelled));
    }

    #[test]
    fn alignment_is_that_of_the_rows_with_a_label() {
        let x = DMatrix::from_fn(40, 2, |i, j| {
            ((i * (3 + 4 * j)) as f64).sin() + (i % 2) as f64
        });
        let known: Vec<usize> = (0..40).filter(|i| i % 5 != 1).collect();
        let code = |i: usize| known.contains(&i).then_some(i % 2);
        let labels = Labels::Classes {
            column: "kind".into(),
            names: vec!["a".into(), "b".into()],
            codes: (0..40).map(code).collect(),
        };
        let values: Vec<f64> = (-9..=9).map(|i| 10_f64.powf(f64::from(i) / 4.0)).collect();
        let aligned = |x: DMatrix<f64>, labels: &Labels| {
            let mut of_alignment = None;
            let mut found = |found: CriterionResult| {
                if found.criterion == Criterion::Alignment {
                    of_alignment = Some((found.answer, found.rows));
                }
            };
            let rbf = Kernel::rbf(1.0);
            criteria(&Arc::new(x), labels, rbf, &values, &mut found, &never).unwrap();
            of_alignment.unwrap()
        };
        let some = aligned(x.clone(), &labels);
        let alone = aligned(x.select_rows(&known), &labels.of_rows(&known));
        assert_eq!(some, (alone.0, Some(32)));
        assert_eq!(alone.1, None);
    }

    #[test]
    fn labels_that_say_nothing_give_no_alignment() {
        let classes = |codes: &[usize]| Labels::of_classes("", vec![], codes.to_vec());
        assert!(label_kernel(&Labels::None).is_err());
        assert!(label_kernel(&classes(&[1, 1, 1])).is_err());
        let wanted = label_kernel(&classes(&[0, 0, 1, 1])).unwrap();
        assert!((alignment(wanted.clone(), &wanted) - 1.0).abs() < 1e-12);
        assert!((alignment(-&wanted, &wanted) + 1.0).abs() < 1e-12);
    }
}
