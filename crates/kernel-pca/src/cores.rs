//! Work on several cores where the target has threads, and in order in a browser, where it has one: the only file of
//! the engine that depends on this difference.

use faer::{MatMut, Par};
use pulp::Simd;

#[cfg(target_arch = "wasm32")]
use crate::eigen::elsewhere::breathe;

/// Parallelism of faer's decompositions: two parts for any number of threads, so that results are equal bit by bit.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn two_parts() -> Par {
    Par::rayon(2)
}

/// Parallelism of faer's decompositions: one part, since the target has one thread.
#[cfg(target_arch = "wasm32")]
pub(crate) fn two_parts() -> Par {
    Par::Seq
}

/// Runs `work` on each block of at most `rows` rows of a matrix, numbered from 0, on all cores.
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

/// Runs `work` on each block of at most `rows` rows of a matrix, numbered from 0, one after the other.
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
        breathe();
        rest = others;
        block += 1;
    }
}

/// True where the target may have an instruction that multiplies and adds. On a target without one, a function of
/// dozens of instructions replaces it.
pub(crate) const FUSES: bool = !cfg!(target_arch = "wasm32");

/// True where vectors are as wide as the processor has them; in a browser they have 128 bits.
pub(crate) const WIDE: bool = !cfg!(target_arch = "wasm32");

/// Speed relative to that of a desktop program on two cores. A program in a browser has one thread, which takes 2.0 to
/// 3.1 times as long as one of a desktop (docs/experiments.md, "In a browser").
pub(crate) const OF_TWO_CORES: f64 = if cfg!(target_arch = "wasm32") {
    0.2
} else {
    1.0
};

/// True where loops may keep more than sixteen registers busy. WebAssembly counts no registers and pulp says 32, but
/// most machines that pages run on have sixteen of its width, and what is too much for them is kept in memory.
pub(crate) const fn many_registers<S: Simd>() -> bool {
    S::REGISTER_COUNT >= 32 && WIDE
}
