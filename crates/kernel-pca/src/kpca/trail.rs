//! Eigenvectors of the last fits, from which the next iteration starts. They change little between neighbouring
//! kernels, so the start saves passes.

use nalgebra::DMatrix;

use crate::kernel::Kernel;

/// Number of fits whose vectors are kept: a third makes most previews slower (measured: docs/experiments.md, "Tried and
/// dropped").
const KEPT: usize = 2;

/// Eigenvectors of the last fits, one block for each kernel.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// Kernel of the latest block; `None` where the data have changed since, or there is no block.
    kernel: Option<Kernel>,
    /// Eigenvectors of each kept fit (n × any number), the latest first.
    vectors: Vec<DMatrix<f64>>,
}

impl Trail {
    /// Returns whether there are no vectors.
    pub(super) fn is_empty(&self) -> bool {
        self.vectors.is_empty()
    }

    /// Blocks of eigenvectors (n × any number), the latest first.
    pub(super) fn vectors(&self) -> &[DMatrix<f64>] {
        &self.vectors
    }

    /// Marks the data as changed: the next kernel counts as a new one even with the same parameters.
    pub(super) fn led_on(self) -> Self {
        Self {
            kernel: None,
            ..self
        }
    }

    /// Resizes the vectors to n points, where points were appended or removed at the end; new entries are zero.
    pub(super) fn of_points(self, n: usize) -> Self {
        let resized = |vectors: DMatrix<f64>| vectors.resize_vertically(n, 0.0);
        Self {
            vectors: self.vectors.into_iter().map(resized).collect(),
            ..self
        }
    }

    /// Adds the vectors of a kernel (n × any number); replaces the latest block where it is of the same kernel.
    pub(super) fn add(&mut self, kernel: Kernel, vectors: &DMatrix<f64>) {
        if self.kernel == Some(kernel) {
            self.vectors.remove(0);
        }
        self.kernel = Some(kernel);
        self.vectors.insert(0, vectors.clone());
        self.vectors.truncate(KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_last_of_each_kernel() {
        let mut trail = Trail::default();
        let columns = |value| DMatrix::from_element(3, 1, value);
        for (gamma, value) in [(1.0, 1.0), (2.0, 2.0), (2.0, 3.0), (3.0, 4.0)] {
            trail.add(Kernel::rbf(gamma), &columns(value));
        }
        assert_eq!(trail.vectors(), [columns(4.0), columns(3.0)]);
        // A point was added, so the same kernel counts as a new one.
        let mut trail = trail.led_on().of_points(4);
        trail.add(Kernel::rbf(3.0), &DMatrix::from_element(4, 1, 5.0));
        assert_eq!(trail.vectors()[1].as_slice(), [4.0, 4.0, 4.0, 0.0]);
    }
}
