//! Unchecked kernel parameters, and the check that turns them into a kernel.

use nalgebra::DMatrix;

use super::{
    Kernel, KernelKind, KernelParameter, Similarity,
    gamma::Gamma,
    switches::{Normalize, SecondKernel},
};
use crate::objects::ObjectKind;

/// Unchecked parameters of a kernel; those that `kind` does not use keep their values for when it changes.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct KernelParams {
    /// Family of the kernel.
    pub kind: KernelKind,
    /// Value of γ, or the rule that computes it from the data.
    pub gamma: Gamma,
    /// Degree of a polynomial.
    pub degree: u32,
    /// Constant c₀ of polynomial and sigmoid kernels.
    pub coef0: f64,
    /// Shape a of the rational quadratic kernel.
    pub shape: f64,
    /// Strength β with which similarity spreads along the edges of a graph.
    pub beta: f64,
    /// Power l of a graph's similarities.
    pub power: u32,
    /// Similarity of a graph's nodes that its kernel is a function of.
    pub similarity: Similarity,
    /// Length l of substrings.
    pub length: u32,
    /// True to count substrings of all lengths up to `length`, not of that length alone.
    pub all_lengths: bool,
    /// Second kernel that is added to this one or multiplied with it; `None` for a single kernel.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub second: Option<SecondKernel>,
    /// Order of normalising and centring; `None` where images keep their lengths.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub normalize: Option<Normalize>,
    /// True to subtract the mean of the images in feature space, so that components describe variance.
    pub center: bool,
}

impl Default for KernelParams {
    fn default() -> Self {
        Self {
            kind: KernelKind::default(),
            gamma: Gamma::Auto,
            degree: 3,
            coef0: 1.0,
            shape: 1.0,
            beta: 0.2,
            power: 2,
            similarity: Similarity::default(),
            length: 3,
            all_lengths: false,
            second: None,
            normalize: None,
            center: true,
        }
    }
}

/// Error of a parameter out of range, with the name of its field.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct ParamError {
    /// Name of the field, as the beginning of a sentence.
    pub field: &'static str,
    /// Rest of the sentence, which says what is wrong.
    pub reason: String,
}

impl ParamError {
    pub(crate) fn new(field: &'static str, reason: impl Into<String>) -> Self {
        Self {
            field,
            reason: reason.into(),
        }
    }
}

impl KernelParams {
    /// Checks the parameters that `kind` uses, and resolves γ's rule on `x` (n × d).
    ///
    /// # Errors
    /// [`ParamError`] that names the field out of range.
    pub fn check(&self, x: &DMatrix<f64>) -> Result<Kernel, ParamError> {
        let kind = self.kind;
        let mut kernel = Kernel {
            second: self.second,
            normalize: self.normalize,
            center: self.center,
            ..Kernel::of(kind)
        };
        match kind.takes() {
            ObjectKind::Graph => kernel.similarity = self.similarity,
            ObjectKind::Strings => kernel.all_lengths = self.all_lengths,
            ObjectKind::Vectors | ObjectKind::Matrix(_) => {}
        }
        check_pair(kind, self.second)?;
        for parameter in self.parameters() {
            let value = self.value(parameter).unwrap_or_else(|| self.gamma.on(x));
            if !parameter.rule().allows(value) {
                let reason = format!("must be {}", parameter.rule().wants());
                return Err(ParamError::new(parameter.symbol(), reason));
            }
            kernel = kernel.with(parameter, value);
        }
        kernel.check_values(x)?;
        Ok(kernel)
    }

    /// Parameters of the one or two kernels, each named once.
    pub fn parameters(&self) -> Vec<KernelParameter> {
        parameters(self.kind, self.second)
    }

    /// Returns true where one of the kernels has the parameter.
    #[must_use]
    pub fn uses(&self, parameter: KernelParameter) -> bool {
        self.parameters().contains(&parameter)
    }
}

/// Parameters of the first and the second kernel, each named once.
pub(super) fn parameters(kind: KernelKind, second: Option<SecondKernel>) -> Vec<KernelParameter> {
    let mut all = kind.family().parameters.to_vec();
    let more = second.map_or(&[][..], |second| second.kind.family().parameters);
    for &parameter in more {
        if !all.contains(&parameter) {
            all.push(parameter);
        }
    }
    all
}

/// Checks that two joined kernels both compare vectors.
///
/// # Errors
/// [`ParamError`] that names the kernel that does not.
fn check_pair(kind: KernelKind, second: Option<SecondKernel>) -> Result<(), ParamError> {
    let mut pair = second.iter().flat_map(|second| [kind, second.kind]);
    let Some(kind) = pair.find(|kind| kind.takes() != ObjectKind::Vectors) else {
        return Ok(());
    };
    let reason = format!("the {kind} kernel has none beside it: it reads no features");
    Err(ParamError::new("sums and products:", reason))
}

/// Parameters of a checked kernel; those that it does not use have their default values.
impl From<Kernel> for KernelParams {
    fn from(kernel: Kernel) -> Self {
        let mut params = Self {
            kind: kernel.kind,
            similarity: kernel.similarity,
            all_lengths: kernel.all_lengths,
            second: kernel.second,
            normalize: kernel.normalize,
            center: kernel.center,
            ..Self::default()
        };
        for parameter in kernel.parameters() {
            params.set(parameter, kernel.get(parameter));
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::{super::MAX_DEGREE, *};

    fn params(kind: KernelKind) -> KernelParams {
        KernelParams {
            kind,
            ..KernelParams::default()
        }
    }

    #[test]
    fn a_bad_parameter_is_named_only_where_the_kernel_uses_it() {
        let x = DMatrix::zeros(3, 4);
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut params = params(KernelKind::Rbf);
            params.gamma = Gamma::Value(bad);
            assert_eq!(params.check(&x).unwrap_err().field, "γ");
            params.kind = KernelKind::Linear;
            assert_eq!(params.check(&x), Ok(Kernel::linear()));
        }
        let mut params = params(KernelKind::Poly);
        for bad in [0, MAX_DEGREE + 1] {
            params.degree = bad;
            assert_eq!(params.check(&x).unwrap_err().field, "degree");
        }
        params.degree = 2;
        params.coef0 = f64::NAN;
        assert_eq!(params.check(&x).unwrap_err().field, "c₀");
        params.coef0 = 0.0;
        params.gamma = Gamma::Auto;
        let expected = Kernel::poly(0.25, 2, 0.0);
        assert_eq!(params.check(&x), Ok(expected));
    }
}
