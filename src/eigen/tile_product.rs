//! The product of one tile with a block of vectors, in the widest instructions that it fills.

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, the loops are compiled with its instruction set"
)]

use std::marker::PhantomData;

use pulp::{Arch, Simd, WithSimd};

use crate::kernel::Real;

/// Rows and columns of a tile: one fits the first-level cache.
pub(crate) const TILE: usize = 64;

/// `Y_I` += T·`X_J` and `Y_J` += Tᵀ·`X_I` for the tile T at block row I and block column J.
///
/// X and Y are row by row, so that an entry of T multiplies whole vectors, and a few rows of Y stay
/// in registers while T is read.
pub(crate) struct TileProduct<'a, T> {
    /// Column by column.
    pub(crate) tile: &'a [T],
    /// Columns of X and Y, [padded].
    pub(crate) width: usize,
    pub(crate) x_row: &'a [T],
    pub(crate) x_column: &'a [T],
    pub(crate) y_row: &'a mut [T],
    /// None on the diagonal.
    pub(crate) y_column: Option<&'a mut [T]>,
}

/// The widest instructions whose registers a block of so many columns leaves less than half empty: with AVX-512
/// sixteen numbers of single precision fit one, and the blocks of a Krylov space have eight columns.
pub(crate) fn arch<T: Real>(columns: usize) -> Arch {
    let widest = Arch::new();
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(narrower) = pulp::x86::V3::try_new().map(Arch::V3)
        && 2 * padded::<T>(columns, narrower) <= padded::<T>(columns, widest)
    {
        return narrower;
    }
    widest
}

/// As many columns as fill registers.
pub(crate) fn padded<T: Real>(columns: usize, arch: Arch) -> usize {
    struct Lanes<T>(PhantomData<T>);

    impl<T: Real> WithSimd for Lanes<T> {
        type Output = usize;

        fn with_simd<S: Simd>(self, _: S) -> usize {
            T::lanes::<S>()
        }
    }

    let lanes = arch.dispatch(Lanes(PhantomData::<T>));
    columns.max(1).next_multiple_of(lanes)
}

/// Columns of T that are multiplied both ways while they are in the first-level cache.
const PANEL: usize = 16;

impl<T: Real> WithSimd for TileProduct<'_, T> {
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
        let vectors = width / T::lanes::<S>();
        let x_row = T::vectors::<S>(x_row);
        let y_row = T::vectors_mut::<S>(y_row);
        let panels = tile.as_chunks::<TILE>().0.chunks_exact(PANEL);
        for (panel, (tile, x)) in panels.zip(x_column.chunks_exact(PANEL * width)).enumerate() {
            // Rows times vectors of a strip: sums enough to hide the latency of an addition, and
            // few enough for sixteen registers. The transpose first: it reads T in order.
            if let Some(y) = &mut y_column {
                let x = x_row;
                let y = &mut y[panel * PANEL * width..][..PANEL * width];
                let y = T::vectors_mut::<S>(y);
                let mut at = 0;
                while at < vectors {
                    let count = strip(vectors - at);
                    match count {
                        1 => add_tr_product::<T, S, 8, 1>(simd, tile, x, y, vectors, at),
                        _ => add_tr_product::<T, S, 4, 2>(simd, tile, x, y, vectors, at),
                    }
                    at += count;
                }
            }
            let x = T::vectors::<S>(x);
            let mut at = 0;
            while at < vectors {
                let count = strip(vectors - at);
                match count {
                    1 => add_product::<T, S, 8, 1>(simd, tile, x, y_row, vectors, at),
                    _ => add_product::<T, S, 4, 2>(simd, tile, x, y_row, vectors, at),
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
fn add_product<T: Real, S: Simd, const R: usize, const V: usize>(
    simd: S,
    tile: &[[T; TILE]],
    x: &[T::Vector<S>],
    y: &mut [T::Vector<S>],
    vectors: usize,
    at: usize,
) {
    for (block, y) in y.chunks_exact_mut(R * vectors).enumerate().take(TILE / R) {
        let mut sums = [[T::default().splat(simd); V]; R];
        for (column, x) in tile.iter().zip(x.chunks_exact(vectors)) {
            add_outer(
                simd,
                column.as_chunks::<R>().0[block],
                &x[at..at + V],
                &mut sums,
            );
        }
        add_rows::<T, S, R, V>(simd, &sums, y, vectors, at);
    }
}

/// y += Tᵀ·x, likewise.
#[inline(always)]
fn add_tr_product<T: Real, S: Simd, const R: usize, const V: usize>(
    simd: S,
    tile: &[[T; TILE]],
    x: &[T::Vector<S>],
    y: &mut [T::Vector<S>],
    vectors: usize,
    at: usize,
) {
    let (groups, _) = tile.as_chunks::<R>();
    for (columns, y) in groups.iter().zip(y.chunks_exact_mut(R * vectors)) {
        let mut sums = [[T::default().splat(simd); V]; R];
        for (row, x) in (0..TILE).zip(x.chunks_exact(vectors)) {
            add_outer(
                simd,
                std::array::from_fn(|r| columns[r][row]),
                &x[at..at + V],
                &mut sums,
            );
        }
        add_rows::<T, S, R, V>(simd, &sums, y, vectors, at);
    }
}

/// sums += a·xᵀ
#[inline(always)]
fn add_outer<T: Real, S: Simd, const R: usize, const V: usize>(
    simd: S,
    a: [T; R],
    x: &[T::Vector<S>],
    sums: &mut [[T::Vector<S>; V]; R],
) {
    for (a, sums) in a.into_iter().zip(sums) {
        let a = a.splat(simd);
        for (x, sum) in x.iter().zip(sums) {
            *sum = T::mul_add(simd, a, *x, *sum);
        }
    }
}

#[inline(always)]
fn add_rows<T: Real, S: Simd, const R: usize, const V: usize>(
    simd: S,
    sums: &[[T::Vector<S>; V]; R],
    y: &mut [T::Vector<S>],
    vectors: usize,
    at: usize,
) {
    for (sums, y) in sums.iter().zip(y.chunks_exact_mut(vectors)) {
        for (sum, y) in sums.iter().zip(&mut y[at..at + V]) {
            *y = T::add_vectors(simd, *y, *sum);
        }
    }
}
