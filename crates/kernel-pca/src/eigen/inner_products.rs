//! Inner products of few columns with many, in the widest vector instructions available.
//!
//! A product takes about as long as reading the many columns. General matrix products work on eight columns at a time,
//! and take as long for one column as for eight.

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, the loops are compiled with its instruction set"
)]

use faer::MatRef;
use nalgebra::DMatrix;
use pulp::{Simd, WithSimd};

use crate::cores::many_registers;

/// Product `XᵀY` of few columns X (n × 1 to 4) with many columns Y (n × m), in a form that is dispatched on the
/// instruction set.
pub(super) struct InnerProducts<'a> {
    /// Columns of X.
    few: Vec<&'a [f64]>,
    /// Columns of Y.
    many: Vec<&'a [f64]>,
}

impl<'a> InnerProducts<'a> {
    /// Largest number of columns of X.
    const NARROW: usize = 4;

    /// Borrows the columns of X and Y; `None` where X has more than [`NARROW`](Self::NARROW) columns, or a column is
    /// not contiguous in memory.
    pub(super) fn new(few: MatRef<'a, f64>, many: MatRef<'a, f64>) -> Option<Self> {
        if few.ncols() > Self::NARROW {
            return None;
        }
        let columns = |x: MatRef<'a, f64>| -> Option<Vec<&'a [f64]>> {
            x.col_iter()
                .map(|column| Some(column.try_as_col_major()?.as_slice()))
                .collect()
        };
        Some(Self {
            few: columns(few)?,
            many: columns(many)?,
        })
    }

    /// Returns `XᵀY` (F × m) for `F` columns X, computed for `M` columns of Y at a time.
    #[inline(always)]
    fn of<S: Simd, const F: usize, const M: usize>(&self, simd: S) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(self.few.len(), self.many.len());
        let (blocks, _) = out.as_mut_slice().as_chunks_mut::<F>();
        let (blocks, last_blocks) = blocks.as_chunks_mut::<M>();
        let (many, last) = self.many.as_chunks::<M>();
        for few in self.few.as_chunks::<F>().0 {
            for (block, many) in blocks.iter_mut().zip(many) {
                *block = sums(simd, few, many);
            }
            for (block, one) in last_blocks.iter_mut().zip(last) {
                [*block] = sums(simd, few, &[*one]);
            }
        }
        out
    }
}

impl WithSimd for InnerProducts<'_> {
    type Output = DMatrix<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        // At most half of the registers hold sums.
        match (many_registers::<S>(), self.few.len()) {
            (true, 1) => self.of::<S, 1, 8>(simd),
            (true, 2) => self.of::<S, 2, 8>(simd),
            (true, 3) => self.of::<S, 3, 4>(simd),
            (true, _) => self.of::<S, 4, 4>(simd),
            (false, 1) => self.of::<S, 1, 4>(simd),
            (false, 2) => self.of::<S, 2, 4>(simd),
            (false, 3) => self.of::<S, 3, 2>(simd),
            (false, _) => self.of::<S, 4, 2>(simd),
        }
    }
}

/// Inner products of F columns `few` with M columns `many`: entry `[j][i]` is that of `many[j]` with `few[i]`.
#[inline(always)]
fn sums<S: Simd, const F: usize, const M: usize>(
    simd: S,
    few: &[&[f64]; F],
    many: &[&[f64]; M],
) -> [[f64; F]; M] {
    let whole = few.first().map_or(0, |few| S::as_simd_f64s(few).0.len());
    let mut x: [&[S::f64s]; F] = [&[]; F];
    let mut y: [&[S::f64s]; M] = [&[]; M];
    for (x, few) in x.iter_mut().zip(few) {
        *x = &S::as_simd_f64s(few).0[..whole];
    }
    for (y, many) in y.iter_mut().zip(many) {
        *y = &S::as_simd_f64s(many).0[..whole];
    }
    let mut sums = [[simd.splat_f64s(0.0); F]; M];
    for i in 0..whole {
        for (sums, y) in sums.iter_mut().zip(&y) {
            for (sum, x) in sums.iter_mut().zip(&x) {
                *sum = simd.mul_add_e_f64s(x[i], y[i], *sum);
            }
        }
    }
    let mut out = [[0.0; F]; M];
    for ((out, sums), many) in out.iter_mut().zip(&sums).zip(many) {
        for ((out, sum), few) in out.iter_mut().zip(sums).zip(few) {
            *out = simd.reduce_sum_f64s(*sum);
            let (x, y) = (S::as_simd_f64s(few).1, S::as_simd_f64s(many).1);
            for (x, y) in x.iter().zip(y) {
                *out += x * y;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::gemm::view;
    use pulp::Arch;

    #[test]
    fn on_every_processor() {
        let whole = |rows, columns, by: usize| {
            DMatrix::from_fn(rows, columns, |i, j| ((by * i + j * j) % 13) as f64)
        };
        for n in [0, 1, 7, 8, 61] {
            for (few, many) in [(0, 3), (1, 1), (1, 19), (2, 9), (3, 5), (4, 4), (4, 11)] {
                let (x, y) = (whole(n, few, 3), whole(n, many, 5));
                for arch in [Arch::new(), Arch::Scalar] {
                    let products = InnerProducts::new(view(&x), view(&y)).unwrap();
                    assert_eq!(arch.dispatch(products), x.tr_mul(&y), "{n}, {few}, {many}");
                }
            }
        }
        let x = whole(7, 5, 3);
        assert!(InnerProducts::new(view(&x), view(&x)).is_none());
        let across = view(&x).transpose().subcols(0, 3);
        assert!(InnerProducts::new(across, across).is_none());
    }
}
