//! One file for each metric, and the list of them.
//!
//! A new metric is a file like these and a line in the list; what depends on a metric reads its [`MetricSpec`].

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, terms are compiled with its instruction set"
)]

mod spec;
mod term;

#[cfg(test)]
pub(super) use inner::Product;
pub(crate) use spec::{Domain, FarOff, Form, MetricSpec};
pub(super) use term::Term;

use nalgebra::DMatrix;

use super::{Real, Slopes, points::Pairs};

macro_rules! metrics {
    ($($module:ident :: $kind:ident),+ $(,)?) => {
        $(mod $module;)+

        /// The distance or likeness of two points that a kernel is a function of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Metric {
            $($kind,)+
        }

        impl Metric {
            #[cfg(test)]
            pub(crate) const ALL: [Self; [$(Self::$kind),+].len()] = [$(Self::$kind),+];

            /// Everything that is said of it.
            pub(crate) fn spec(self) -> &'static MetricSpec {
                match self {
                    $(Self::$kind => &$module::SPEC,)+
                }
            }

            /// Adds its terms for z (length d) and each row of x (n × d), and their slopes with z.
            pub(super) fn add_terms(self, slopes: &mut Slopes, z: &[f64], x: &DMatrix<f64>) {
                match self {
                    // Named once for each metric, so that the term is compiled into the loop.
                    $(Self::$kind => slopes.add_terms(z, x, $module::SPEC.term),)+
                }
            }

            /// Evaluates it between pairs of points.
            pub(super) fn evaluate<R: Real>(self, pairs: Pairs<'_, R>) {
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
    /// Whether it is read off a given matrix, and there are no coordinates.
    pub(crate) fn is_given(self) -> bool {
        matches!(self.spec().form, Form::Entry(_))
    }

    /// Whether differences of its values lose digits where points are far from the origin beside their distances.
    pub(crate) fn loses_digits(self) -> bool {
        !matches!(self.spec().far_off, FarOff::KeepsDigits)
    }

    /// Whether points are moved to their mean before it is evaluated.
    pub(crate) fn moves_to_mean(self) -> bool {
        matches!(self.spec().far_off, FarOff::MovesToMean { .. })
    }

    /// The metric between two sets of points, which have no common mean to be moved to.
    pub(crate) fn between_sets(self) -> Self {
        match self.spec().far_off {
            FarOff::MovesToMean { unmoved } => unmoved,
            FarOff::KeepsDigits | FarOff::LosesDigits => self,
        }
    }
}
