//! Range of kernels that one reduced basis serves: those that differ in γ alone, by a factor of at most two.

use std::f64::consts::LN_2;

use crate::kernel::Kernel;

/// Largest distance in ln γ from the kernel in the middle of the range: ln 2, a factor of two.
const REACH: f64 = LN_2;
/// Share of [`REACH`] beyond which a basis about another γ is made.
const CENTRAL: f64 = 0.6;

/// Range of the kernels that differ from a middle one in γ alone, by a factor of at most two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::kpca) struct GammaSpan {
    /// Kernel in the middle of the range.
    middle: Kernel,
    /// γ of the kernel in the middle.
    gamma: f64,
}

impl GammaSpan {
    /// Makes the range about a kernel; `None` for a kernel without γ, and for a composed one.
    pub(in crate::kpca) fn about(kernel: Kernel) -> Option<Self> {
        let gamma = kernel.gamma().filter(|_| kernel.is_plain())?;
        Some(Self {
            middle: kernel,
            gamma,
        })
    }

    /// Returns the position of a kernel within the range, from −1 to 1 in ln γ; `None` where it is not in the
    /// range.
    pub(in crate::kpca) fn position(&self, kernel: Kernel) -> Option<f64> {
        let x = (kernel.gamma()? / self.gamma).ln() / REACH;
        let is_within = x.abs() <= 1.0 && kernel.with_gamma(self.gamma) == self.middle;
        is_within.then_some(x)
    }

    /// Returns whether this kernel lies in the central part of the range, up to [`CENTRAL`] of the way to its ends.
    pub(in crate::kpca) fn surrounds(&self, kernel: Kernel) -> bool {
        let position = self.position(kernel);
        position.is_some_and(|x| x.abs() <= CENTRAL)
    }

    /// Kernel at a position from −1 to 1 in ln γ.
    pub(super) fn kernel_at(&self, position: f64) -> Kernel {
        let gamma = self.gamma * (REACH * position).exp();
        self.middle.with_gamma(gamma)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_alone_may_differ_by_a_factor_of_two() {
        let span = GammaSpan::about(Kernel::poly(0.5, 3, 1.0)).unwrap();
        let position = |kernel| span.position(kernel);
        assert_eq!(position(Kernel::poly(0.5, 3, 1.0)), Some(0.0));
        let near = Kernel::poly(0.4, 3, 1.0);
        let back = span.kernel_at(position(near).unwrap()).gamma().unwrap();
        assert!((back - 0.4).abs() < 1e-15 && span.surrounds(near));
        let far = Kernel::poly(0.95, 3, 1.0);
        assert!(position(far).is_some() && !span.surrounds(far));
        assert_eq!(position(Kernel::poly(1.01, 3, 1.0)), None);
        assert_eq!(position(Kernel::poly(0.5, 4, 1.0)), None);
        assert_eq!(position(Kernel::rbf(0.5)), None);
        assert_eq!(GammaSpan::about(Kernel::cosine()), None);
        assert_eq!(GammaSpan::about(Kernel::rbf(1.0).uncentered()), None);
    }
}
