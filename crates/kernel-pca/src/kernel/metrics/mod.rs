//! Metrics, one file each, and the list of them.
//!
//! A new metric is a file beside these and a line in the list; all that depends on a metric reads its
//! [`MetricSpec`].

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, terms are compiled with its instruction set"
)]

mod spec;
mod term;

#[cfg(test)]
pub(super) use inner::Product;
pub(crate) use spec::{Domain, FarPrecision, MetricForm, MetricSpec, Steepness};
pub(super) use term::Term;

use nalgebra::DMatrix;

use super::{Real, Slopes, points::MetricPairs};

macro_rules! metrics {
    ($($module:ident :: $kind:ident),+ $(,)?) => {
        $(mod $module;)+

        /// Distance or likeness of two points that a kernel is a function of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Metric {
            $($kind,)+
        }

        impl Metric {
            #[cfg(test)]
            pub(crate) const ALL: [Self; [$(Self::$kind),+].len()] = [$(Self::$kind),+];

            /// Description of the metric.
            pub(crate) fn spec(self) -> &'static MetricSpec {
                match self {
                    $(Self::$kind => &$module::SPEC,)+
                }
            }

            /// Adds to `slopes` the metric's terms for z (length d) and each row of x (n × d), and their
            /// derivatives with respect to z.
            pub(super) fn add_terms(self, slopes: &mut Slopes, z: &[f64], x: &DMatrix<f64>) {
                match self {
                    // One arm for each metric, so that its term is compiled into the loop.
                    $(Self::$kind => slopes.add_terms(z, x, $module::SPEC.term),)+
                }
            }

            /// Evaluates the metric between pairs of points.
            pub(super) fn evaluate<R: Real>(self, pairs: MetricPairs<'_, R>) {
                match self {
                    $(Self::$kind => $module::evaluate(pairs),)+
                }
            }
        }
    };
}

metrics! {
    centered_inner::CenteredInner,
    inner::Inner,
    cosine::Cosine,
    squared_euclidean::SquaredEuclidean,
    l1::L1,
    chi_squared::ChiSquared,
    given::Given,
    given_squared::GivenSquared,
}

impl Metric {
    /// Returns true where values are read off a given matrix, not computed from coordinates.
    pub(crate) fn is_given(self) -> bool {
        matches!(self.spec().form, MetricForm::Entry(_))
    }

    /// Returns true where differences of the metric's values lose digits where points are far from the origin compared
    /// with their distances.
    pub(crate) fn loses_digits(self) -> bool {
        !matches!(self.spec().far_off, FarPrecision::KeepsDigits)
    }

    /// Returns true where points are moved to their mean before the metric is evaluated.
    pub(crate) fn moves_to_mean(self) -> bool {
        matches!(self.spec().far_off, FarPrecision::MovesToMean { .. })
    }

    /// Metric between two sets of points, which are not moved to a common mean.
    pub(crate) fn between_sets(self) -> Self {
        match self.spec().far_off {
            FarPrecision::MovesToMean { unmoved } => unmoved,
            FarPrecision::KeepsDigits | FarPrecision::LosesDigits => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        kernel::{Join, Kernel, KernelKind, SecondKernel},
        kpca::{FitError, FitOptions, Workspace},
    };

    fn summed() -> impl Iterator<Item = Metric> {
        Metric::ALL.into_iter().filter(|metric| !metric.is_given())
    }

    /// Checks on all small points of the plane, negative ones among them, that a distance is not below 0 and a
    /// likeness no more than those of the points with themselves, or that the metric is not defined there.
    #[test]
    fn the_domain_is_where_the_formula_is_a_metric() {
        let values = [-2.0, -1.0, 0.5, 1.0, 2.0];
        let points: Vec<[f64; 2]> = values
            .iter()
            .flat_map(|a| values.map(|b| [*a, b]))
            .collect();
        for metric in summed() {
            let is_metric = |x: &[f64; 2], y: &[f64; 2]| {
                let [own, other, both] =
                    [(x, x), (y, y), (x, y)].map(|(x, y)| (metric.spec().reference)(x, y));
                match metric.spec().form {
                    MetricForm::Distance => own == 0.0 && both >= 0.0,
                    _ => own >= 0.0 && both.abs() <= own.max(other) * (1.0 + 1e-14),
                }
            };
            let holds = |points: &[[f64; 2]]| {
                points
                    .iter()
                    .all(|x| points.iter().all(|y| is_metric(x, y)))
            };
            let of_counts: Vec<[f64; 2]> = points
                .iter()
                .copied()
                .filter(|point| point.iter().all(|value| *value >= 0.0))
                .collect();
            assert!(holds(&of_counts), "{metric:?}");
            let takes_all = metric.spec().domain == Domain::AllValues;
            assert_eq!(holds(&points), takes_all, "{metric:?}");
        }
    }

    #[test]
    fn kinks_scales_and_lost_digits_are_those_of_the_formula() {
        let (x, y) = ([1.0, 0.25], [1.0, 2.0]);
        for metric in summed() {
            let spec = metric.spec();
            let of = metric.spec().reference;
            // The slope's jump where the first coordinates are equal.
            let step = 2_f64.powi(-16);
            let beside = |by: f64| of(&[x[0] + by, x[1]], &y);
            let jump = (beside(step) + beside(-step) - 2.0 * of(&x, &y)) / step;
            assert_eq!(jump.abs() > 0.5, spec.has_kinks, "{metric:?}: {jump}");
            let twice = of(&x.map(|v| 2.0 * v), &y.map(|v| 2.0 * v));
            let scaled = 2_f64.powi(spec.degree) * of(&x, &y);
            assert!((twice - scaled).abs() < 1e-14 * scaled.abs(), "{metric:?}");
            // Size of the centred values relative to the values of which they are differences.
            let left = |shift: f64| {
                let rows = [x, [0.5, 1.5]].map(|row| row.map(|v| v + shift));
                let columns = [y, [0.75, 0.5]].map(|row| row.map(|v| v + shift));
                let at = |i: usize, j: usize| of(&rows[i], &columns[j]);
                let centred = at(0, 0) - at(0, 1) - at(1, 0) + at(1, 1);
                centred.abs() / at(0, 0).abs().max(at(1, 1).abs())
            };
            let loses = left(1e4) < 1e-2 * left(0.0);
            assert_eq!(loses, metric.loses_digits(), "{metric:?}");
        }
    }

    #[test]
    fn data_outside_the_domain_are_refused_by_every_fit() {
        let x = Arc::new(DMatrix::from_fn(30, 2, |i, j| {
            ((7 * i + 3 * j) % 11) as f64 - 1.0
        }));
        let chi2 = Kernel::chi2(0.1);
        let sum = Kernel::rbf(0.1).joined(SecondKernel {
            join: Join::Plus,
            kind: KernelKind::Chi2,
        });
        for kernel in [chi2, chi2.uncentered(), sum] {
            let fit = |x: &Arc<DMatrix<f64>>| {
                Workspace::default().fit(x, kernel, &FitOptions::default(), &|| false)
            };
            let Err(FitError::Kernel(refused)) = fit(&x) else {
                panic!("{kernel:?} takes negative values");
            };
            assert_eq!(
                refused.to_string(),
                "the χ² distance takes no negative values, and there is −1"
            );
            assert!(fit(&Arc::new(x.add_scalar(1.0))).is_ok());
        }
    }
}
