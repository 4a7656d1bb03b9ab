//! Work on matrices that cannot be interrupted, carried out by other instances of the program.

use nalgebra::DMatrix;

use kernel_pca::eigen::elsewhere::{MatrixWork, SingleThread, share_thread};

/// Connects this instance of the program with the others: the page's instance hands long work on matrices over, and the
/// others carry it out. Returns true where this instance is the page's.
#[must_use]
pub fn share_work() -> bool {
    kpca_bridge::compute_by(|kind, [rows, columns], entries| {
        let work = MatrixWork::ALL.get(usize::from(kind));
        work.map_or_else(Vec::new, |work| {
            work.run(&DMatrix::from_vec(rows, columns, entries))
        })
    });
    let is_page = web_sys::window().is_some();
    if is_page {
        share_thread(SingleThread {
            carry: |work, matrix, cancelled| {
                let shape = [matrix.nrows(), matrix.ncols()];
                kpca_bridge::elsewhere(work as u8, shape, matrix.as_slice(), &cancelled)
            },
            breathe: kpca_bridge::breathe,
        });
    }
    is_page
}
