//! Tests of the Krylov iteration: its results against the dense decomposition, and the ways in which it ends.

use super::*;
use crate::eigen::{gemm::view, orthogonal::NullSpace};

/// Matrix (n × n) as an operator, with the number of times that it was applied.
pub(in crate::eigen) struct CountedOperator(
    pub(in crate::eigen) DMatrix<f64>,
    pub(in crate::eigen) usize,
);

impl Operator for CountedOperator {
    fn dim(&self) -> usize {
        self.0.nrows()
    }

    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure> {
        self.1 += 1;
        let product = &self.0 * x;
        Ok(match precision {
            Precision::Single => product.map(|value| f64::from(value as f32)),
            Precision::Double => product,
        })
    }

    fn rounding(&self, precision: Precision) -> f64 {
        match precision {
            Precision::Single => f64::from(f32::EPSILON) * self.0.norm(),
            Precision::Double => 0.0,
        }
    }
}

/// Symmetric matrix with the given eigenvalues, and the eigenvalue 0 for the vector of ones.
pub(in crate::eigen) fn with_spectrum(values: &[f64]) -> CountedOperator {
    let n = values.len() + 1;
    let ones = DMatrix::from_element(n, 1, (n as f64).sqrt().recip());
    let v = orthonormalize(view(&ones), NullSpace::Ones, random_columns(n, n - 1, 1));
    let scaled = DMatrix::from_fn(n, n - 1, |i, j| v[(i, j)] * values[j]);
    CountedOperator(scaled * v.transpose(), 0)
}

/// Goal of the `components` largest pairs to eight digits.
pub(in crate::eigen) fn goal(components: usize) -> EigenGoal<'static> {
    EigenGoal {
        components,
        lowest: 0,
        tolerance: 1e-8,
        eigenvalue_tolerance: 1e-8,
        prove: true,
        before: &[],
        passes: 200,
    }
}

fn largest_error(values: &[f64], components: usize, before: &[DMatrix<f64>]) -> f64 {
    let mut op = with_spectrum(values);
    let goal = EigenGoal {
        before,
        ..goal(components)
    };
    let ritz = leading_pairs(&mut op, &goal).unwrap();
    assert!(ritz.converged, "after {} passes", op.1);
    assert!(ritz.values.len() >= components);
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let differences = sorted.iter().zip(&ritz.values).map(|(a, b)| (a - b).abs());
    differences.take(components).fold(0.0, f64::max) / sorted[0]
}

#[test]
fn hostile_spectra() {
    let n = 150;
    let geometric: Vec<f64> = (0..n).map(|i| 0.8_f64.powi(i)).collect();
    let slow: Vec<f64> = (0..n).map(|i| 1.0 / f64::from(i + 1)).collect();
    let equal = vec![1.0; n as usize];
    let clustered: Vec<f64> = (0..n)
        .map(|i| 1.0 + 1e-9 * f64::from(i % 7) + f64::from(i / 100))
        .collect();
    let indefinite: Vec<f64> = (0..n)
        .map(|i| 10.0 / f64::from(i + 1) - 20.0 / f64::from(n - i))
        .collect();
    let one = {
        let mut one = vec![0.0; n as usize];
        one[0] = 3.0;
        one
    };
    for values in [geometric, slow, equal, clustered, indefinite, one] {
        for k in [1, 2, 20, 60] {
            let error = largest_error(&values, k, &[]);
            assert!(error < 1e-8, "{k} of {:?}…: off by {error}", &values[..3]);
        }
    }
}

/// Operator that is best gathered in the precision `gathers`, and records the precision of each application.
struct RecordedOperator {
    op: CountedOperator,
    asked: Vec<Precision>,
    gathers: Precision,
}

impl Operator for RecordedOperator {
    fn dim(&self) -> usize {
        self.op.dim()
    }

    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure> {
        self.asked.push(precision);
        self.op.apply(x, precision)
    }

    fn rounding(&self, precision: Precision) -> f64 {
        self.op.rounding(precision)
    }

    fn gathers(&self, _: usize) -> Precision {
        self.gathers
    }
}

/// Pairs gathered in single precision are corrected by few columns in double, and not gathered anew.
#[test]
fn corrections_come_before_gathering_in_double() {
    let values: Vec<f64> = (0..300).map(|i| 0.9_f64.powi(i)).collect();
    let mut op = RecordedOperator {
        op: with_spectrum(&values),
        asked: Vec::new(),
        gathers: Precision::Single,
    };
    let ritz = leading_pairs(&mut op, &goal(5)).unwrap();
    assert!(ritz.converged);
    let doubles = op.asked.iter().filter(|&&it| it == Precision::Double);
    let doubles = doubles.count();
    assert!((1..4).contains(&doubles), "{:?}", op.asked);
}

/// An operator that asks for double precision is gathered in it, so that nothing needs correction.
#[test]
fn wide_corrections_are_spared() {
    let values: Vec<f64> = (0..300).map(|i| 0.9_f64.powi(i)).collect();
    let mut op = RecordedOperator {
        op: with_spectrum(&values),
        asked: Vec::new(),
        gathers: Precision::Double,
    };
    let goal = goal(20);
    let ritz = leading_pairs(&mut op, &goal).unwrap();
    assert!(ritz.converged && goal.is_proven(&ritz));
    for (found, expected) in ritz.values.iter().zip(&values).take(20) {
        assert!((found - expected).abs() < 1e-8, "{found} for {expected}");
    }
    // Random columns that probe for missed eigenvectors need few digits.
    let probes = op
        .asked
        .iter()
        .filter(|&&it| it == Precision::Single)
        .count();
    assert!(op.asked.is_sorted_by_key(|&it| it == Precision::Single));
    assert!(probes > 0 && probes < op.asked.len(), "{:?}", op.asked);
    // Previews need no more digits than single precision has.
    op.asked.clear();
    let rough = EigenGoal {
        tolerance: 2e-4,
        eigenvalue_tolerance: 1e-3,
        prove: false,
        ..goal
    };
    assert!(leading_pairs(&mut op, &rough).unwrap().converged);
    assert!(op.asked.iter().all(|&it| it == Precision::Single));
}

#[test]
fn negative_eigenvalues_come_with_the_largest() {
    let values: Vec<f64> = (0..150)
        .map(|i| 10.0 / f64::from(i + 1) - 20.0 / f64::from(150 - i))
        .collect();
    let goal = EigenGoal {
        lowest: 4,
        ..goal(3)
    };
    let ritz = leading_pairs(&mut with_spectrum(&values), &goal).unwrap();
    let mut sorted = values;
    sorted.sort_by(f64::total_cmp);
    assert_eq!(ritz.negative.len(), 4);
    for (found, expected) in ritz.negative.iter().zip(&sorted) {
        assert!((found - expected).abs() < 1e-7, "{found} for {expected}");
    }
}

#[test]
fn a_start_that_misses_the_first_vector_finds_it() {
    let values: Vec<f64> = (0..100).map(|i| 1.0 / f64::from(i + 1)).collect();
    let exact = with_spectrum(&values).0.symmetric_eigen();
    let mut order: Vec<usize> = (0..101).collect();
    order.sort_by(|&i, &j| exact.eigenvalues[j].total_cmp(&exact.eigenvalues[i]));
    let start = exact.eigenvectors.select_columns(&order[1..10]);
    assert!(largest_error(&values, 3, &[start]) < 1e-8);
}
