//! Work for both cores, where the target has threads: the one place of the engine that knows.

use faer::{MatMut, Par};

/// Cuts into two parts whatever the number of threads, so that the bits don't depend on it.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn two_parts() -> Par {
    Par::rayon(2)
}

/// Leaves all in one part: the target has one thread.
#[cfg(target_arch = "wasm32")]
pub(crate) fn two_parts() -> Par {
    Par::Seq
}

/// Runs `work` on each block of at most `rows` rows, with its number from 0, on all cores.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn for_row_blocks(
    matrix: MatMut<'_, f64>,
    rows: usize,
    work: impl Fn(usize, MatMut<'_, f64>) + Sync,
) {
    use rayon::prelude::*;

    matrix
        .par_row_chunks_mut(rows)
        .enumerate()
        .for_each(|(block, part)| work(block, part));
}

/// Runs `work` on each block of at most `rows` rows, with its number from 0, one after the other.
#[cfg(target_arch = "wasm32")]
pub(crate) fn for_row_blocks(
    matrix: MatMut<'_, f64>,
    rows: usize,
    work: impl Fn(usize, MatMut<'_, f64>),
) {
    let mut rest = matrix;
    let mut block = 0;
    while rest.nrows() > 0 {
        let some = rows.min(rest.nrows());
        let (part, others) = rest.split_at_row_mut(some);
        work(block, part);
        rest = others;
        block += 1;
    }
}

/// True where the target multiplies and adds in one instruction. Where it does not, a function of dozens of
/// instructions stands in for it.
pub(crate) const FUSES: bool = !cfg!(target_arch = "wasm32");
