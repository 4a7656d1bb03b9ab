//! Functions that turn an inner product or a distance into a kernel value.

/// Function of t, the value of the [metric](super::Metric) of two points, that gives the kernel value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Response {
    /// Linear function slope · t.
    Linear { slope: f64 },
    /// Exponential exp(−γ t).
    Exp { gamma: f64 },
    /// Power (γ t + c₀)^degree.
    Power { gamma: f64, degree: u32, coef0: f64 },
    /// Hyperbolic tangent tanh(γ t + c₀).
    Tanh { gamma: f64, coef0: f64 },
    /// Decay f(γ t).
    Decay { gamma: f64, decay: Decay },
}

/// Function f that falls from f(0) = 1, with f'(0) = −`slope`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decay {
    /// Value f(u) − 1 for u ≥ 0 and a shape parameter, computed without cancellation.
    pub less_one: fn(u: f64, shape: f64) -> f64,
    /// Derivative f'(u).
    pub derivative: fn(u: f64, shape: f64) -> f64,
    /// Shape parameter that both functions take.
    pub shape: f64,
    /// Slope −f'(0), positive.
    pub slope: f64,
    /// Exponent of the power of two below which u is so small that f(u) − 1 equals −`slope` · u to the last digit.
    pub straight_below: i32,
}

impl PartialEq for Decay {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.less_one, other.less_one)
            && (self.shape, self.slope) == (other.shape, other.slope)
    }
}

impl Response {
    /// Evaluates the function at t.
    pub(crate) fn at(self, t: f64) -> f64 {
        match self {
            Self::Linear { slope } => slope * t,
            Self::Exp { gamma } => (-gamma * t).exp(),
            Self::Power {
                gamma,
                degree,
                coef0,
            } => (gamma * t + coef0).powi(degree.cast_signed()),
            Self::Tanh { gamma, coef0 } => (gamma * t + coef0).tanh(),
            Self::Decay { gamma, decay } => 1.0 + (decay.less_one)(gamma * t, decay.shape),
        }
    }

    /// Evaluates the derivative at t.
    pub(crate) fn slope(self, t: f64) -> f64 {
        match self {
            Self::Linear { slope } => slope,
            Self::Exp { gamma } => -gamma * (-gamma * t).exp(),
            Self::Power {
                gamma,
                degree,
                coef0,
            } => gamma * f64::from(degree) * (gamma * t + coef0).powi(degree.cast_signed() - 1),
            Self::Tanh { gamma, coef0 } => gamma / (gamma * t + coef0).cosh().powi(2),
            Self::Decay { gamma, decay } => gamma * (decay.derivative)(gamma * t, decay.shape),
        }
    }

    /// Evaluates the function at t = 0.
    pub(crate) fn constant(self) -> f64 {
        match self {
            Self::Linear { .. } => 0.0,
            Self::Exp { .. } | Self::Decay { .. } => 1.0,
            Self::Power { degree, coef0, .. } => coef0.powi(degree.cast_signed()),
            Self::Tanh { coef0, .. } => coef0.tanh(),
        }
    }

    /// Returns true where values fall from 1, for equal points, towards 0 for distant ones.
    pub(crate) fn is_likeness(self) -> bool {
        match self {
            Self::Exp { .. } | Self::Decay { .. } => true,
            Self::Linear { .. } | Self::Power { .. } | Self::Tanh { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Kernel, KernelKind};

    /// Below the place that a family states, its formula is not evaluated, and the tangent takes its place.
    #[test]
    fn a_decay_is_straight_where_it_says_so() {
        for kind in KernelKind::ALL {
            let Response::Decay { decay, .. } = Kernel::of(kind).response() else {
                continue;
            };
            for below in [0, 1, 40] {
                let u = f64::from(decay.straight_below - below).exp2();
                let off = (decay.less_one)(u, decay.shape) / (-decay.slope * u) - 1.0;
                assert!(
                    off.abs() <= 4.0 * f64::EPSILON,
                    "{kind:?} at {u:e}: {off:e}"
                );
            }
        }
    }
}
