//! The product of one tile with a block of vectors, in the widest instructions there are.

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, the loops are compiled with its instruction set"
)]

use pulp::{Arch, Simd, WithSimd};

use super::tiles::TILE;

/// `Y_I` += T·`X_J` and `Y_J` += Tᵀ·`X_I` for the tile T at block row I and block column J.
///
/// X and Y are row by row, so that an entry of T multiplies whole vectors, and a few rows of Y stay
/// in registers while T is read.
pub(crate) struct TileProduct<'a> {
    /// Column by column.
    pub(crate) tile: &'a [f64],
    /// Columns of X and Y, a multiple of [`lanes`].
    pub(crate) width: usize,
    pub(crate) x_row: &'a [f64],
    pub(crate) x_column: &'a [f64],
    pub(crate) y_row: &'a mut [f64],
    /// None on the diagonal.
    pub(crate) y_column: Option<&'a mut [f64]>,
}

/// Numbers in a vector register.
pub(crate) fn lanes() -> usize {
    struct Lanes;

    impl WithSimd for Lanes {
        type Output = usize;

        fn with_simd<S: Simd>(self, _: S) -> usize {
            S::F64_LANES
        }
    }

    Arch::new().dispatch(Lanes)
}

/// Columns of T that are multiplied both ways while they are in the first-level cache.
const PANEL: usize = 16;

impl WithSimd for TileProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            tile,
            width,
            x_row,
            x_column,
            y_row,
            mut y_column,
        } = self;
        let vectors = width / S::F64_LANES;
        let x_row = S::as_simd_f64s(x_row).0;
        let y_row = S::as_mut_simd_f64s(y_row).0;
        let panels = tile.as_chunks::<TILE>().0.chunks_exact(PANEL);
        for (panel, (tile, x)) in panels.zip(x_column.chunks_exact(PANEL * width)).enumerate() {
            // Rows times vectors of a strip: sums enough to hide the latency of an addition, and
            // few enough for sixteen registers. The transpose first: it reads T in order.
            if let Some(y) = &mut y_column {
                let x = x_row;
                let y = &mut y[panel * PANEL * width..][..PANEL * width];
                let y = S::as_mut_simd_f64s(y).0;
                let mut at = 0;
                while at < vectors {
                    let count = strip(vectors - at);
                    match count {
                        1 => add_tr_product::<S, 8, 1>(simd, tile, x, y, vectors, at),
                        _ => add_tr_product::<S, 4, 2>(simd, tile, x, y, vectors, at),
                    }
                    at += count;
                }
            }
            let x = S::as_simd_f64s(x).0;
            let mut at = 0;
            while at < vectors {
                let count = strip(vectors - at);
                match count {
                    1 => add_product::<S, 8, 1>(simd, tile, x, y_row, vectors, at),
                    _ => add_product::<S, 4, 2>(simd, tile, x, y_row, vectors, at),
                }
                at += count;
            }
        }
    }
}

/// Vectors to take at once of those left.
fn strip(left: usize) -> usize {
    left.min(2)
}

/// y += T·x in `V` vectors from `at` of each row, `R` rows of y at a time.
#[inline(always)]
fn add_product<S: Simd, const R: usize, const V: usize>(
    simd: S,
    tile: &[[f64; TILE]],
    x: &[S::f64s],
    y: &mut [S::f64s],
    vectors: usize,
    at: usize,
) {
    for (block, y) in y.chunks_exact_mut(R * vectors).enumerate().take(TILE / R) {
        let mut sums = [[simd.splat_f64s(0.0); V]; R];
        for (column, x) in tile.iter().zip(x.chunks_exact(vectors)) {
            add_outer(
                simd,
                column.as_chunks::<R>().0[block],
                &x[at..at + V],
                &mut sums,
            );
        }
        add_rows(simd, &sums, y, vectors, at);
    }
}

/// y += Tᵀ·x, likewise.
#[inline(always)]
fn add_tr_product<S: Simd, const R: usize, const V: usize>(
    simd: S,
    tile: &[[f64; TILE]],
    x: &[S::f64s],
    y: &mut [S::f64s],
    vectors: usize,
    at: usize,
) {
    let (groups, _) = tile.as_chunks::<R>();
    for (columns, y) in groups.iter().zip(y.chunks_exact_mut(R * vectors)) {
        let mut sums = [[simd.splat_f64s(0.0); V]; R];
        for (row, x) in (0..TILE).zip(x.chunks_exact(vectors)) {
            add_outer(
                simd,
                std::array::from_fn(|r| columns[r][row]),
                &x[at..at + V],
                &mut sums,
            );
        }
        add_rows(simd, &sums, y, vectors, at);
    }
}

/// sums += a·xᵀ
#[inline(always)]
fn add_outer<S: Simd, const R: usize, const V: usize>(
    simd: S,
    a: [f64; R],
    x: &[S::f64s],
    sums: &mut [[S::f64s; V]; R],
) {
    for (a, sums) in a.into_iter().zip(sums) {
        let a = simd.splat_f64s(a);
        for (x, sum) in x.iter().zip(sums) {
            *sum = simd.mul_add_f64s(a, *x, *sum);
        }
    }
}

#[inline(always)]
fn add_rows<S: Simd, const R: usize, const V: usize>(
    simd: S,
    sums: &[[S::f64s; V]; R],
    y: &mut [S::f64s],
    vectors: usize,
    at: usize,
) {
    for (sums, y) in sums.iter().zip(y.chunks_exact_mut(vectors)) {
        for (sum, y) in sums.iter().zip(&mut y[at..at + V]) {
            *y = simd.add_f64s(*y, *sum);
        }
    }
}
