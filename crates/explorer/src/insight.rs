//! Diagnosis of a result: the first of an ordered list of rules that holds, and what would help.
//!
//! A rule is a pure function of the numbers with a named threshold. What comes first in the list is nearer to the
//! cause: where one column drowns the others, there is no use in talking about γ. Where no rule holds, nothing is said.

mod data;
mod kernel;
mod panels;
mod remedy;
mod sampled;
mod swept;
mod units;

use nalgebra::DMatrix;

use kernel_pca::{
    kernel::Gamma, kpca::KernelPca, method::Method, objects::Scaling, pca::Pca, sweep::StandingOut,
};
use tabular::{Dataset, SparseColumn};

pub use data::repeated;
pub use kernel::rows_for;
pub use panels::PanelFindings;
pub use remedy::Remedy;
pub use sampled::SampledKernel;
pub use swept::SeparatingGamma;
pub use units::{SensibleChange, UNITS_DIFFER, deviation_ratio, has_own_units};

/// Remark on a result, with its number.
#[derive(Debug, Clone, PartialEq)]
pub enum Insight {
    /// Every score is zero.
    NoDifference,
    /// A square table that could be distances between its rows.
    Distances,
    /// A feature that only tells rows apart.
    Identifier { name: String },
    /// Rows that lack a value and are left out: `rows` of the `of` rows are fitted. Where one column lacks most of the
    /// values, it is named with the number of rows that would be fitted without it.
    Gaps {
        rows: usize,
        of: usize,
        sparse: Option<SparseColumn>,
    },
    /// `count` of the `of` columns hold this share of the variance, the named one most of it.
    FewColumns {
        name: String,
        count: usize,
        of: usize,
        share: f64,
    },
    /// Share of rows that equal an earlier row.
    RowsRepeat(f64),
    /// Lowest eigenvalue over the largest in modulus; negative.
    Negative(f64),
    /// Difference of the pictures of kernel and linear PCA, relative to their size, and the reason why they agree.
    EqualsLinear { difference: f64, why: Agreement },
    /// Sum of |k(i, j)| over the other rows j, divided by k(i, i), on average over the rows i.
    NearlyDiagonal(f64),
    /// Number of rows that hold nine tenths of the first component's squared entries, since γ is far too large for the
    /// data's scale.
    FewRows { rows: usize, of: usize },
    /// Standard deviation of the kernel values over their mean.
    NearlyConstant(f64),
    /// Method whose graph of neighbours has several connected components, their number, and the number of neighbours
    /// that would join them, if known.
    Pieces {
        method: Method,
        pieces: usize,
        neighbors: Option<usize>,
    },
    /// Component (from 0) of kernel or linear PCA, the row (from 0 in the source, and in words) of which it mostly
    /// consists, and that row's share of it.
    OneRow {
        method: Method,
        component: usize,
        row: usize,
        called: String,
        share: f64,
    },
    /// Ratio of the largest to the smallest deviation of columns in different units; kernels are not compared on them.
    UnitsDiffer(f64),
    /// Share of rows whose label is found from components of linear PCA and from as many of kernel PCA, which is
    /// clearly less.
    LinearSeparates { linear: f64, kernel: f64 },
    /// Share of rows whose class is found at another γ, and at the present one, which is clearly less.
    OtherGamma { other: f64, now: f64 },
    /// Components (from 0, the end excluded) whose eigenvalues are equal.
    EqualComponents { first: usize, end: usize },
    /// Small share of the variance in two components, and the number that stand out from shuffled columns, where
    /// that is known.
    ManyComponents {
        share: f64,
        standing_out: Option<StandingOut>,
    },
}

/// Reason why kernel PCA gives the picture of linear PCA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// Linear kernel, with which both are the same by definition.
    LinearKernel,
    /// Kernel that is nearly linear in the squared distance, as far as the data's distances reach.
    SmallGamma,
    Other,
}

/// Remark with the changes that would help, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnosis {
    pub insight: Insight,
    pub remedies: Vec<Remedy>,
}

/// Fit that the rules look at.
#[derive(Debug, Clone, Copy)]
pub struct DiagnosedFit<'a> {
    pub dataset: &'a Dataset,
    pub scaling: Scaling,
    /// Scaled data, n × d.
    pub x: &'a DMatrix<f64>,
    pub pca: &'a Pca,
    pub kpca: &'a KernelPca,
    /// Share of rows of x that equal an earlier row: see [`repeated`].
    pub repeated: f64,
    /// Statistics of the kernel on a sample of rows.
    pub sampled: SampledKernel,
    /// Features that only tell rows apart.
    pub identifiers: &'a [String],
    /// Feature without a value in most rows, where rows with gaps are left out.
    pub sparse: Option<&'a SparseColumn>,
    /// Ratio of the largest to the smallest deviation of the columns, where these may have different units and are not
    /// standardised.
    pub units: Option<f64>,
    /// Way in which γ is given.
    pub gamma: Gamma,
    /// γ by the median heuristic.
    pub gamma_median: f64,
}

impl Insight {
    /// First remark that holds of a fit and of the panels that show it; `None` where there is nothing to say.
    #[must_use]
    pub fn of(fitted: DiagnosedFit<'_>, seen: &PanelFindings) -> Option<Self> {
        let DiagnosedFit { x, kpca, pca, .. } = fitted;
        // Any two rows are a line, to every kernel.
        if x.nrows() < 3 {
            return None;
        }
        let sampled = fitted.sampled;
        let has_features = fitted.dataset.has_features();
        kernel::no_difference(kpca)
            .or_else(|| has_features.then(|| data::distances(&fitted.dataset.x))?)
            .or_else(|| {
                let name = fitted.identifiers.first()?.clone();
                Some(Self::Identifier { name })
            })
            .or_else(|| data::gaps(fitted.dataset, fitted.sparse))
            .or_else(|| {
                let names = &fitted.dataset.feature_names;
                let is_table = has_features && fitted.dataset.pictures.is_none();
                is_table.then(|| data::few_columns(names, fitted.scaling, x))?
            })
            .or_else(|| data::rows_repeat(fitted.repeated))
            .or_else(|| kernel::negative(kpca))
            .or_else(|| kernel::equals_linear(pca, kpca, &sampled))
            .or_else(|| kernel::nearly_diagonal(&sampled))
            .or_else(|| kernel::few_rows(kpca, &sampled))
            .or_else(|| kernel::nearly_constant(&sampled))
            .or_else(|| seen.pieces())
            .or_else(|| kernel::one_row(pca, kpca, fitted.dataset))
            .or_else(|| {
                let compared = seen.linear_separates()?;
                Some(units::units_differ(fitted.units).unwrap_or(compared))
            })
            .or_else(|| kernel::equal_components(kpca))
            .or_else(|| kernel::many_components(kpca))
    }
}

impl Diagnosis {
    /// First remark that holds, with the changes that would help.
    #[must_use]
    pub fn of(fitted: DiagnosedFit<'_>, seen: &PanelFindings) -> Option<Self> {
        let insight = Insight::of(fitted, seen)?;
        Some(Self {
            remedies: Remedy::of(&insight, fitted),
            insight,
        })
    }

    /// Remark that a γ found by a sweep tells classes apart clearly better than the present one, which predicts the
    /// class of the share `now` of the rows; `None` where it does not.
    #[must_use]
    pub fn of_separating(found: SeparatingGamma, now: f64) -> Option<Self> {
        let other = found.share;
        (other - now > panels::WORTH_A_CLICK).then(|| Self {
            insight: Insight::OtherGamma { other, now },
            remedies: vec![Remedy::SeparatingGamma(found)],
        })
    }

    /// Takes over the number of components that stand out from shuffled columns, once that is known.
    #[must_use]
    pub fn with_standing_out(mut self, found: Option<StandingOut>) -> Self {
        if let Insight::ManyComponents { standing_out, .. } = &mut self.insight {
            *standing_out = found;
            self.remedies = Remedy::of_components(found);
        }
        self
    }

    /// Puts the γ that tells classes apart in place of other values of γ, once a sweep knows it.
    #[must_use]
    pub fn with_separating(mut self, found: Option<SeparatingGamma>) -> Self {
        let least = match &self.insight {
            Insight::LinearSeparates { linear, .. } => linear + panels::WORTH_A_WORD,
            _ => 0.0,
        };
        let is_about_gamma = self.remedies.iter().any(Remedy::is_of_gamma);
        if let Some(found) = found.filter(|it| is_about_gamma && it.share > least) {
            // Another γ beside it would lead back here.
            self.remedies.retain(|it| !it.sets_gamma());
            self.remedies.insert(0, Remedy::SeparatingGamma(found));
        }
        self
    }
}

#[cfg(test)]
mod tests;
