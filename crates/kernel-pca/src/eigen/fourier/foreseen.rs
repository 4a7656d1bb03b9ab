//! Previews of some rows from a space of waves that was made while γ rested.
//!
//! The leading vectors of kernels at a few nodes about γ are computed one after the other ([`Fourier::next_node`],
//! [`Fourier::take_node`]) and span a [space of waves](super::span). Its functions are evaluated once at the rows shown
//! ([`Fourier::prepare`]). The time of a step of γ ([`Fourier::foreseen`]) then depends neither on the number of points
//! nor on that of modes.

use std::sync::Arc;

use kernel_pca_fft::num_complex::Complex64;
use nalgebra::DMatrix;

use super::{
    Digits, Fourier, mean_wave,
    modes::Modes,
    span::{self, WaveSpace, WaveSpaceDraft},
    toeplitz,
};
use crate::{
    eigen::gemm::{product, view},
    kernel::Centering,
};

/// Number of pairs computed beyond those wanted, whose eigenvalues show how well the wanted ones are separated. Each
/// takes time at every node.
const SPARE: usize = 4;

/// Space of waves for previews, with its values at the rows shown, and the draft of the next space.
#[derive(Debug, Default)]
pub(super) struct WavePreviews {
    /// Space of waves that serves previews now; `None` before the first is complete.
    span: Option<WaveSpace>,
    /// Cache of the values of the space in use at the rows shown last; `None` before they are needed.
    at_rows: Option<WaveSpaceAtRows>,
    /// Draft of the next space; `None` where none is being made.
    next: Option<WaveSpaceDraft>,
}

/// Values of the functions of a space of waves at some rows, and means of the kernels that the space serves.
#[derive(Debug)]
struct WaveSpaceAtRows {
    /// Rows shown, ascending.
    rows: Arc<[usize]>,
    /// Functions of the space at these rows, less their means over all points (rows × functions).
    functions: DMatrix<f64>,
    /// Mean of the kernel between each of these rows and all points (rows × nodes), one column per node of γ.
    means: DMatrix<f64>,
    /// Mean of the kernel between all points, one per node.
    grand_means: Vec<f64>,
    /// Trace of the centred kernel matrix, one per node.
    traces: Vec<f64>,
}

/// Leading eigenpairs of a kernel, with eigenvectors at some rows only, from a space of waves.
pub(crate) struct PreviewPairs {
    /// Eigenvalues, descending; more than the k wanted.
    pub(crate) values: Vec<f64>,
    /// Entries of the wanted eigenvectors at the rows shown (rows × k).
    pub(crate) vectors: DMatrix<f64>,
    /// Estimate of ‖K̃v − λv‖ for every pair: its largest value between the nodes of γ, relative to the first
    /// eigenvalue there, times the first eigenvalue of this kernel.
    pub(crate) residual: f64,
    /// Trace of the centred kernel matrix.
    pub(crate) trace: f64,
    /// Means of the kernel less one: between each of the rows shown and all points, and between all points.
    pub(crate) centering: Centering,
    /// Upper bound on the error of a kernel value.
    pub(crate) error: f64,
}

impl Fourier {
    /// Returns γ of the next kernel whose leading pairs are needed for previews about `gamma`; `None` where all are
    /// known, or the space is not worth its memory.
    pub(crate) fn next_node(&mut self, gamma: f64, components: usize) -> Option<f64> {
        if !span::is_worthwhile(self.cost(gamma).modes, components + SPARE) {
            return None;
        }
        let foreseen = &mut self.foreseen;
        let is_made = foreseen.span.as_ref();
        if is_made.is_some_and(|it| it.range.suits(gamma, components)) {
            foreseen.next = None;
            return None;
        }
        let begun = foreseen.next.take();
        let begun = begun.filter(|it| it.range.suits(gamma, components));
        let begun = begun.unwrap_or_else(|| WaveSpaceDraft::new(gamma, components));
        foreseen.next.insert(begun).next()
    }

    /// Takes the leading vectors (real coordinates over `modes`) and eigenvalues of the kernel that
    /// [`next_node`](Self::next_node) named. The last one completes the space; returns `false` where no space results.
    pub(crate) fn take_node(
        &mut self,
        modes: Modes,
        vectors: DMatrix<f64>,
        values: &[f64],
    ) -> bool {
        let foreseen = &mut self.foreseen;
        let (Some(next), Some(sums)) = (&mut foreseen.next, &self.sums) else {
            return false;
        };
        next.take(modes, vectors, values);
        if next.next().is_none() {
            foreseen.span = next.finish(sums, self.cloud.len());
            foreseen.at_rows = None;
            foreseen.next = None;
            return foreseen.span.is_some();
        }
        true
    }

    /// Evaluates the functions of the space at some `rows` (ascending), unless their values at the same rows are
    /// cached.
    pub(crate) fn prepare(&mut self, rows: &Arc<[usize]>) {
        let known = self.foreseen.at_rows.take();
        let known = known.filter(|it| Arc::ptr_eq(&it.rows, rows));
        self.foreseen.at_rows = known.or_else(|| self.prepared(rows));
    }

    /// Evaluates the functions of the space at some `rows` (ascending); `None` where there is no space, or the sums
    /// over points that it needs were replaced.
    fn prepared(&mut self, rows: &Arc<[usize]>) -> Option<WaveSpaceAtRows> {
        let (span, sums) = (self.foreseen.span.as_ref()?, self.sums.as_ref()?);
        // The sums are replaced when γ moves far.
        if !sums.cover(&span.modes) {
            return None;
        }
        let n = self.cloud.len();
        let modes = span.modes.clone();
        let around = sums.around_zero(&modes.shape());
        let mut waves = toeplitz::coefficients(&modes, &span.q);
        let count = waves.len();
        let mut traces = Vec::new();
        for gamma in span.range.nodes() {
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

    /// Returns the leading pairs of the kernel with this γ at some rows; `None` where no space serves this γ, or the
    /// error of its scores exceeds `tolerance`, relative to the first component.
    pub(crate) fn foreseen(
        &mut self,
        gamma: f64,
        components: usize,
        rows: &Arc<[usize]>,
        tolerance: f64,
    ) -> Option<PreviewPairs> {
        let serves = |it: &&WaveSpace| it.range.serves(gamma, components) && it.error <= tolerance;
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
        let shares = DMatrix::from_vec(known.traces.len(), 1, span.range.interpolation(gamma));
        let between =
            |values: &[f64]| -> f64 { values.iter().zip(&shares).map(|(v, s)| v * s).sum() };
        let means = product(view(&known.means), view(&shares));
        Some(PreviewPairs {
            vectors: product(view(&known.functions), view(&coefficients.into_owned())),
            values: found.values,
            residual,
            trace: between(&known.traces),
            centering: Centering {
                column_means: means.iter().map(|mean| mean - 1.0).collect(),
                grand_mean: between(&known.grand_means) - 1.0,
            },
            error: span.modes.error,
        })
    }
}

/// Trace of the centred matrix of a kernel with these modes; `around` holds the sum of each mode over the n points.
fn trace(modes: &Modes, around: &[Complex64], n: usize) -> f64 {
    let n = n as f64;
    let part = |&p: &usize| modes.weight(p) * (n - around[p].norm_sqr() / n);
    2.0 * modes.half.iter().map(part).sum::<f64>()
}
