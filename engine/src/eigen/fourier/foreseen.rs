//! Previews of some rows from what was found while γ's slider rested.
//!
//! The leading vectors of kernels at a few nodes about γ are found one after the other ([`Fourier::next_node`],
//! [`Fourier::take_node`]) and make a [space of waves](super::span). What is needed of that space at the rows that
//! are shown is found once ([`Fourier::prepare`]). From then on a step of the slider ([`Fourier::foreseen`]) takes as
//! long whatever the number of points and of modes.

use std::sync::Arc;

use nalgebra::DMatrix;
use rustfft::num_complex::Complex64;

use super::{
    Cost, Digits, Fourier, mean_wave,
    modes::Modes,
    span::{self, Begun, Span},
    toeplitz,
};
use crate::eigen::gemm::{product, view};

/// Pairs beyond those wanted that tell how far the others are from them.
const SPARE: usize = 4;

/// What previews of some rows are had from.
#[derive(Debug, Default)]
pub(super) struct Foreseen {
    span: Option<Span>,
    /// What previews at some rows take of that space.
    at_rows: Option<Prepared>,
    /// Another one that is being made.
    next: Option<Begun>,
}

/// What is known of some rows and of all kernels that a space of waves serves.
#[derive(Debug)]
struct Prepared {
    rows: Arc<[usize]>,
    /// The functions of the space there, a row a point.
    functions: DMatrix<f64>,
    /// For kernels at nodes of γ, one a column, the mean of the kernel between each of these points and all.
    means: DMatrix<f64>,
    /// The same between all, and the traces of the centred matrices.
    grand_means: Vec<f64>,
    traces: Vec<f64>,
}

/// Leading pairs at some rows, from a space of waves.
pub(crate) struct Shown {
    /// Descending, more than wanted.
    pub(crate) values: Vec<f64>,
    /// A row a point.
    pub(crate) vectors: DMatrix<f64>,
    /// What ‖K̃v − λv‖ is between the kernels that the space was made from, at most.
    pub(crate) residual: f64,
    pub(crate) trace: f64,
    /// The mean of the kernel between each of these points and all, and between all.
    pub(crate) means: Vec<f64>,
    pub(crate) grand_mean: f64,
    /// No kernel value is further off than this.
    pub(crate) error: f64,
}

impl Fourier {
    /// γ of the kernel whose leading pairs are to be found next, for previews of kernels about this one to be had
    /// from; `None` where there is nothing to be done.
    pub(crate) fn next_node(&mut self, gamma: f64, components: usize) -> Option<f64> {
        let is_worthwhile = |cost: &Cost| span::is_worthwhile(cost.modes, components + SPARE);
        self.cost(gamma).filter(is_worthwhile)?;
        let foreseen = &mut self.foreseen;
        let is_made = foreseen.span.as_ref();
        if is_made.is_some_and(|it| it.suits(gamma, components)) {
            foreseen.next = None;
            return None;
        }
        let begun = foreseen.next.take();
        let begun = begun.filter(|it| it.suits(gamma, components));
        let begun = begun.unwrap_or_else(|| Begun::new(gamma, components));
        foreseen.next.insert(begun).next()
    }

    /// Takes its leading vectors, as the iteration has them, with their values; `false` where nothing comes of it.
    pub(crate) fn take_node(
        &mut self,
        modes: Modes,
        vectors: DMatrix<f64>,
        values: &[f64],
    ) -> bool {
        let foreseen = &mut self.foreseen;
        let (Some(next), Some(cloud), Some(sums)) = (&mut foreseen.next, &self.cloud, &self.sums)
        else {
            return false;
        };
        next.take(modes, vectors, values);
        if next.next().is_none() {
            foreseen.span = next.finish(sums, cloud.len());
            foreseen.at_rows = None;
            foreseen.next = None;
            return foreseen.span.is_some();
        }
        true
    }

    /// Finds what previews at some `rows` (ascending) take of the space that was foreseen.
    pub(crate) fn prepare(&mut self, rows: &Arc<[usize]>) {
        let known = self.foreseen.at_rows.take();
        let known = known.filter(|it| Arc::ptr_eq(&it.rows, rows));
        self.foreseen.at_rows = known.or_else(|| self.prepared(rows));
    }

    fn prepared(&mut self, rows: &Arc<[usize]>) -> Option<Prepared> {
        let (span, sums) = (self.foreseen.span.as_ref()?, self.sums.as_ref()?);
        // γ may have been elsewhere since, and taken other sums along.
        if !sums.cover(&span.modes) {
            return None;
        }
        let n = self.cloud.as_ref()?.len();
        let modes = span.modes.clone();
        let around = sums.around_zero(&modes.shape());
        let mut waves = toeplitz::coefficients(&modes, &span.q);
        let count = waves.len();
        let mut traces = Vec::new();
        for gamma in span.nodes() {
            let weighted = span.weighted(gamma);
            traces.push(trace(&weighted, &around, n));
            waves.push(mean_wave(&weighted, &around, n));
        }
        let found = self.at_some(rows, &modes, &waves, Digits::Some)?;
        let means = found.values.columns_range(count..).into_owned();
        let grand_means = found.means[count..].to_vec();
        let spare = grand_means.len();
        Some(Prepared {
            rows: Arc::clone(rows),
            functions: found.centered().remove_columns(count, spare),
            means,
            grand_means,
            traces,
        })
    }

    /// The leading pairs of a kernel at some rows, where those were foreseen with errors of at most `tolerance`.
    pub(crate) fn foreseen(
        &mut self,
        gamma: f64,
        components: usize,
        rows: &Arc<[usize]>,
        tolerance: f64,
    ) -> Option<Shown> {
        let serves = |it: &&Span| it.serves(gamma, components) && it.error <= tolerance;
        self.foreseen.span.as_ref().filter(serves)?;
        self.prepare(rows);
        let (span, known) = (
            self.foreseen.span.as_ref()?,
            self.foreseen.at_rows.as_ref()?,
        );
        let found = span.leading(gamma, components + SPARE)?;
        let residual = span.residual * found.values.first().copied().unwrap_or(0.0);
        let coefficients = found
            .coefficients
            .columns(0, components.min(found.values.len()));
        let shares = DMatrix::from_vec(known.traces.len(), 1, span.interpolation(gamma));
        let between = |values: &[f64]| values.iter().zip(&shares).map(|(v, s)| v * s).sum();
        Some(Shown {
            vectors: product(view(&known.functions), view(&coefficients.into_owned())),
            values: found.values,
            residual,
            trace: between(&known.traces),
            means: product(view(&known.means), view(&shares)).data.into(),
            grand_mean: between(&known.grand_means),
            error: span.modes.error,
        })
    }
}

/// Of the centred matrix.
fn trace(modes: &Modes, around: &[Complex64], n: usize) -> f64 {
    let n = n as f64;
    let part = |&p: &usize| modes.weight(p) * (n - around[p].norm_sqr() / n);
    2.0 * modes.half.iter().map(part).sum::<f64>()
}
