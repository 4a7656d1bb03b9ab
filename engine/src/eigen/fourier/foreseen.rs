//! Previews of some rows from a space that was made while γ's slider rested.
//!
//! The leading vectors of kernels at a few nodes about γ are found one after the other ([`Fourier::next_node`],
//! [`Fourier::take_node`]) and make a [space of waves](super::span). Its functions are evaluated once at the
//! rows that are shown ([`Fourier::prepare`]). From then on a step of the slider ([`Fourier::foreseen`]) takes
//! as long whatever the number of points and of modes.

use std::sync::Arc;

use nalgebra::DMatrix;
use rustfft::num_complex::Complex64;

use super::{
    Digits, Fourier, FourierCost, mean_wave,
    modes::Modes,
    span::{self, WaveSpace, WaveSpaceDraft},
    toeplitz,
};
use crate::eigen::gemm::{product, view};

/// Pairs computed beyond those wanted, whose eigenvalues show how well the wanted ones are separated. Each
/// takes time at every node.
const SPARE: usize = 4;

/// Space that previews are made from, and its values at the rows that are shown.
#[derive(Debug, Default)]
pub(super) struct WavePreviews {
    /// Space in use.
    span: Option<WaveSpace>,
    /// Values of this space at the rows that are shown.
    at_rows: Option<WaveSpaceAtRows>,
    /// Another space that is being made.
    next: Option<WaveSpaceDraft>,
}

/// Values at some rows of the functions of a space of waves, and means of the kernels that it serves.
#[derive(Debug)]
struct WaveSpaceAtRows {
    /// Rows that are shown, ascending.
    rows: Arc<[usize]>,
    /// Functions of the space at these rows, less their means over all points (rows × functions).
    functions: DMatrix<f64>,
    /// Mean of the kernel between each of these rows and all points, for the kernels at the nodes of γ (rows ×
    /// nodes).
    means: DMatrix<f64>,
    /// Mean of the kernel between all points, one per node.
    grand_means: Vec<f64>,
    /// Trace of the centred kernel matrix, one per node.
    traces: Vec<f64>,
}

/// Leading eigenpairs of a kernel at some rows, from a space of waves.
pub(crate) struct PreviewPairs {
    /// Eigenvalues, descending; more than were wanted.
    pub(crate) values: Vec<f64>,
    /// Entries of the wanted eigenvectors at these rows (rows × k).
    pub(crate) vectors: DMatrix<f64>,
    /// Largest ‖K̃v − λv‖ that was measured between the nodes, relative to the first eigenvalue, times that of
    /// this kernel.
    pub(crate) residual: f64,
    /// Trace of the centred kernel matrix.
    pub(crate) trace: f64,
    /// Mean of the kernel between each of these rows and all points.
    pub(crate) means: Vec<f64>,
    /// Mean of the kernel between all points.
    pub(crate) grand_mean: f64,
    /// Upper bound on the error of a kernel value.
    pub(crate) error: f64,
}

impl Fourier {
    /// Returns γ of the kernel whose leading pairs are to be found next, so that previews about `gamma` can be
    /// made; `None` where nothing is left to be done, or it is not worth its memory.
    pub(crate) fn next_node(&mut self, gamma: f64, components: usize) -> Option<f64> {
        let is_worthwhile =
            |cost: &FourierCost| span::is_worthwhile(cost.modes, components + SPARE);
        self.cost(gamma).filter(is_worthwhile)?;
        let foreseen = &mut self.foreseen;
        let is_made = foreseen.span.as_ref();
        if is_made.is_some_and(|it| it.suits(gamma, components)) {
            foreseen.next = None;
            return None;
        }
        let begun = foreseen.next.take();
        let begun = begun.filter(|it| it.suits(gamma, components));
        let begun = begun.unwrap_or_else(|| WaveSpaceDraft::new(gamma, components));
        foreseen.next.insert(begun).next()
    }

    /// Takes the leading vectors (real coordinates over `modes`) and eigenvalues of the kernel that
    /// [`next_node`](Self::next_node) named; returns `false` where no space comes of them.
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

    /// Evaluates the space at some `rows` (ascending), unless that was done for the same rows.
    pub(crate) fn prepare(&mut self, rows: &Arc<[usize]>) {
        let known = self.foreseen.at_rows.take();
        let known = known.filter(|it| Arc::ptr_eq(&it.rows, rows));
        self.foreseen.at_rows = known.or_else(|| self.prepared(rows));
    }

    /// Evaluates the space at some `rows`; `None` where there is none, or the sums that it needs are gone.
    fn prepared(&mut self, rows: &Arc<[usize]>) -> Option<WaveSpaceAtRows> {
        let (span, sums) = (self.foreseen.span.as_ref()?, self.sums.as_ref()?);
        // γ may have been elsewhere since, and the sums been replaced.
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
        Some(WaveSpaceAtRows {
            rows: Arc::clone(rows),
            functions: found.centered().remove_columns(count, spare),
            means,
            grand_means,
            traces,
        })
    }

    /// Returns the leading pairs of a kernel at some rows; `None` where no space serves it with errors of a
    /// score of at most `tolerance`, relative to the first component.
    pub(crate) fn foreseen(
        &mut self,
        gamma: f64,
        components: usize,
        rows: &Arc<[usize]>,
        tolerance: f64,
    ) -> Option<PreviewPairs> {
        let serves = |it: &&WaveSpace| it.serves(gamma, components) && it.error <= tolerance;
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
        Some(PreviewPairs {
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

/// Trace of the centred matrix of a kernel with these modes, from the sum of each mode over the n points.
fn trace(modes: &Modes, around: &[Complex64], n: usize) -> f64 {
    let n = n as f64;
    let part = |&p: &usize| modes.weight(p) * (n - around[p].norm_sqr() / n);
    2.0 * modes.half.iter().map(part).sum::<f64>()
}
