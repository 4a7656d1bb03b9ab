//! Kernel formulas in text: with symbols, and with the current values in place of them.

use crate::{
    kernel::{KernelKind, KernelParams},
    view::number,
};

/// A piece of a formula; values are set off from symbols.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    pub text: String,
    pub is_value: bool,
}

pub(super) fn symbolic(kind: KernelKind) -> &'static str {
    match kind {
        KernelKind::Linear => "the inner product: the same as linear PCA",
        KernelKind::Poly => "(γ x·y + c₀) to the power of the degree",
        KernelKind::Rbf => "exp(−γ‖x − y‖²)",
        KernelKind::Sigmoid => "tanh(γ x·y + c₀), not positive definite",
        KernelKind::Laplacian => "exp(−γ‖x − y‖₁)",
        KernelKind::Cosine => "the cosine of the angle between x and y",
    }
}

/// The formula with values; `gamma` is `None` while its rule has no data to read it from.
pub(super) fn with_values(kernel: &KernelParams, gamma: Option<f64>) -> Vec<Part> {
    let text = |text: &str| Part {
        text: text.to_owned(),
        is_value: false,
    };
    let value = |text: String| Part {
        text,
        is_value: true,
    };
    let gamma = gamma.map_or_else(|| text("γ"), |gamma| value(number(gamma)));
    let offset = value(number(kernel.coef0.abs()));
    let sign = text(if kernel.coef0 < 0.0 { " − " } else { " + " });
    let start = text("k(x, y) = ");
    match kernel.kind {
        KernelKind::Linear => vec![start, text("x·y")],
        KernelKind::Poly => {
            let degree = value(superscript(kernel.degree));
            let (open, product, close) = (text("("), text(" x·y"), text(")"));
            vec![start, open, gamma, product, sign, offset, close, degree]
        }
        KernelKind::Rbf => vec![start, text("exp(−"), gamma, text(" ‖x − y‖²)")],
        KernelKind::Sigmoid => {
            let (open, product, close) = (text("tanh("), text(" x·y"), text(")"));
            vec![start, open, gamma, product, sign, offset, close]
        }
        KernelKind::Laplacian => vec![start, text("exp(−"), gamma, text(" ‖x − y‖₁)")],
        KernelKind::Cosine => vec![start, text("x·y / (‖x‖ ‖y‖)")],
    }
}

fn superscript(value: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    value
        .to_string()
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(|digit| DIGITS[digit as usize])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Gamma;

    #[test]
    fn formulas_hold_the_current_values() {
        let spoken = |kind, gamma| {
            let kernel = KernelParams {
                kind,
                gamma: Gamma::Auto,
                degree: 12,
                coef0: -0.5,
            };
            let parts = with_values(&kernel, gamma);
            parts.into_iter().map(|p| p.text).collect::<String>()
        };
        assert_eq!(
            spoken(KernelKind::Rbf, Some(15.0)),
            "k(x, y) = exp(−15 ‖x − y‖²)"
        );
        assert_eq!(
            spoken(KernelKind::Poly, Some(0.25)),
            "k(x, y) = (0.25 x·y − 0.5)¹²"
        );
        assert_eq!(
            spoken(KernelKind::Laplacian, None),
            "k(x, y) = exp(−γ ‖x − y‖₁)"
        );
    }
}
