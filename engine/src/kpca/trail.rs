//! Where the last fits have led.

use nalgebra::DMatrix;

use crate::kernel::Kernel;

/// Fits whose vectors are kept.
const KEPT: usize = 2;

/// The vectors that the last iterations found, for one kernel each.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// The latest.
    kernel: Option<Kernel>,
    vectors: Vec<DMatrix<f64>>,
}

impl Trail {
    pub(super) fn is_empty(&self) -> bool {
        self.vectors.is_empty()
    }

    /// The latest first.
    pub(super) fn vectors(&self) -> &[DMatrix<f64>] {
        &self.vectors
    }

    /// Of another kernel from now on, even if that bears the same name.
    pub(super) fn led_on(self) -> Self {
        Self {
            kernel: None,
            ..self
        }
    }

    /// Of so many points from now on, the last of which are new or have gone.
    pub(super) fn of_points(self, n: usize) -> Self {
        let resized = |vectors: DMatrix<f64>| vectors.resize_vertically(n, 0.0);
        Self {
            vectors: self.vectors.into_iter().map(resized).collect(),
            ..self
        }
    }

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
        // A point was added: the same kernel is another one.
        let mut trail = trail.led_on().of_points(4);
        trail.add(Kernel::rbf(3.0), &DMatrix::from_element(4, 1, 5.0));
        assert_eq!(trail.vectors()[1].as_slice(), [4.0, 4.0, 4.0, 0.0]);
    }
}
