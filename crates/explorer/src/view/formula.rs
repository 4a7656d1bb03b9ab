//! Kernels as formulas: the one writer for the window, figures and scripts.

use chart::{number, superscript};
use kernel_pca::kernel::{
    Join, Kernel, KernelKind, KernelParameter, KernelParams, Normalize, SecondKernel,
};

use crate::presented::{FormulaPiece, Presented};

/// Piece of a formula; values are set off from symbols.
#[derive(Debug, Clone, PartialEq)]
pub struct FormulaPart {
    pub text: String,
    pub is_value: bool,
}

/// Symbol or value of a parameter.
#[derive(Clone, Copy)]
enum Term {
    Symbol(&'static str),
    Value(f64),
}

/// Writes the formula with its values, such as `k(x, y) = exp(−15 ‖x − y‖²)`.
///
/// A factor 1, a summand 0 and a power 1 are left out.
#[must_use]
pub fn formula(kernel: &Kernel) -> String {
    formula_over(kernel, None)
}

/// The formula with the symbol of a parameter that runs through a range in place of its value.
#[must_use]
pub fn formula_over(kernel: &Kernel, over: Option<KernelParameter>) -> String {
    let params: KernelParams = (*kernel).into();
    let value = |parameter: KernelParameter| match parameter {
        parameter if over == Some(parameter) => None,
        KernelParameter::Gamma => kernel.gamma(),
        other => params.value(other),
    };
    joined(&parts(&params, value)) + switches(kernel.normalize(), kernel.center())
}

/// Formula with its values in pieces; `gamma` is `None` while its rule has no data to compute it from.
#[must_use]
pub fn formula_parts(kernel: &KernelParams, gamma: Option<f64>) -> Vec<FormulaPart> {
    parts(kernel, |parameter| match parameter {
        KernelParameter::Gamma => gamma,
        other => kernel.value(other),
    })
}

/// The formula in pieces; a parameter without a value stands there as a symbol.
fn parts(
    kernel: &KernelParams,
    value: impl Fn(KernelParameter) -> Option<f64>,
) -> Vec<FormulaPart> {
    let term = |parameter: KernelParameter| {
        value(parameter).map_or(Term::Symbol(parameter.symbol()), Term::Value)
    };
    let chosen = FormulaChoices {
        similarity: kernel.similarity.formula(),
        lengths: if kernel.all_lengths { " 1 to " } else { " " },
    };
    let mut parts = vec![text("k(x, y) = ")];
    match kernel.second {
        None => parts.extend(right_side(kernel.kind, term, chosen)),
        Some(SecondKernel { join, kind }) => {
            parts.extend(operand(kernel.kind, join, term, chosen));
            parts.push(text(join.sign()));
            parts.extend(operand(kind, join, term, chosen));
        }
    }
    parts
}

/// Formula of one side of a sum or a product.
fn operand(
    kind: KernelKind,
    join: Join,
    term: impl Fn(KernelParameter) -> Term,
    chosen: FormulaChoices,
) -> Vec<FormulaPart> {
    let side = right_side(kind, term, chosen);
    // The dot of x·y looks like that of the product.
    match (join, kind) {
        (Join::Times, KernelKind::Linear) => {
            let inner = std::iter::once(text("(")).chain(side);
            inner.chain([text(")")]).collect()
        }
        _ => side,
    }
}

/// Words for steps that differ from the usual centring, such as ", not centred"; most often empty.
#[must_use]
pub fn switches(normalize: Option<Normalize>, center: bool) -> &'static str {
    match (normalize, center) {
        (None, true) => "",
        (None, false) => ", not centred",
        (Some(Normalize::Before), true) => ", normalised, then centred",
        (Some(Normalize::After), true) => ", centred, then normalised",
        (Some(_), false) => ", normalised, not centred",
    }
}

/// Formula of a kernel with symbols for its parameters: `exp(−γ ‖x − y‖²)`.
#[must_use]
pub fn symbolic(kind: KernelKind) -> String {
    let chosen = FormulaChoices {
        similarity: "S",
        lengths: " ",
    };
    let term = |parameter: KernelParameter| Term::Symbol(parameter.symbol());
    joined(&right_side(kind, term, chosen))
}

/// Texts in a formula for choices that are no numbers: the similarity matrix of nodes, and the range of substring
/// lengths.
#[derive(Clone, Copy)]
struct FormulaChoices {
    similarity: &'static str,
    lengths: &'static str,
}

fn right_side(
    kind: KernelKind,
    term: impl Fn(KernelParameter) -> Term,
    chosen: FormulaChoices,
) -> Vec<FormulaPart> {
    let formula = kind.presented().formula;
    // Inside parentheses of its own a sum needs no others.
    let is_alone = |i: usize| {
        let opens = formula[..i].iter().rev().find_map(|piece| match piece {
            FormulaPiece::Text(words) => Some(words.ends_with('(')),
            FormulaPiece::Factor(factor) if matches!(term(*factor), Term::Value(1.0)) => None,
            _ => Some(false),
        });
        opens == Some(true)
    };
    let part = |(i, piece): (usize, &FormulaPiece)| match *piece {
        FormulaPiece::Text(words) => vec![text(words)],
        FormulaPiece::Factor(parameter) => factor(term(parameter)),
        FormulaPiece::Summand(parameter) => plus(term(parameter)),
        FormulaPiece::Power(parameter) => vec![power(term(parameter))],
        FormulaPiece::Value(parameter) => vec![match term(parameter) {
            Term::Value(it) => value(number(it)),
            Term::Symbol(symbol) => text(symbol),
        }],
        FormulaPiece::Similarity if is_alone(i) || chosen.similarity.chars().count() == 1 => {
            vec![text(chosen.similarity)]
        }
        FormulaPiece::Similarity => vec![text(&format!("({})", chosen.similarity))],
        FormulaPiece::Lengths => vec![text(chosen.lengths)],
    };
    formula.iter().enumerate().flat_map(part).collect()
}

/// Positive factor before the term it multiplies; nothing for 1.
fn factor(term: Term) -> Vec<FormulaPart> {
    match term {
        Term::Value(1.0) => vec![],
        Term::Value(factor) => vec![value(number(factor)), text(" ")],
        Term::Symbol(symbol) => vec![text(symbol), text(" ")],
    }
}

/// Summand with its sign; nothing for 0.
fn plus(summand: Term) -> Vec<FormulaPart> {
    match summand {
        Term::Value(0.0) => vec![],
        Term::Value(summand) => {
            let sign = if summand < 0.0 { " − " } else { " + " };
            vec![text(sign), value(number(summand.abs()))]
        }
        Term::Symbol(symbol) => vec![text(&format!(" + {symbol}"))],
    }
}

fn power(term: Term) -> FormulaPart {
    match term {
        Term::Value(1.0) => value(String::new()),
        Term::Value(exponent) => value(superscript(exponent as i64)),
        Term::Symbol(symbol) => text(&format!("^{symbol}")),
    }
}

fn text(text: &str) -> FormulaPart {
    FormulaPart {
        text: text.to_owned(),
        is_value: false,
    }
}

fn value(text: String) -> FormulaPart {
    FormulaPart {
        text,
        is_value: true,
    }
}

fn joined(parts: &[FormulaPart]) -> String {
    parts.iter().map(|part| part.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_hold_their_values() {
        let rbf = |gamma| formula(&Kernel::rbf(gamma));
        assert_eq!(rbf(15.0), "k(x, y) = exp(−15 ‖x − y‖²)");
        assert_eq!(rbf(1.0), "k(x, y) = exp(−‖x − y‖²)");
        assert_eq!(rbf(0.123_456), "k(x, y) = exp(−0.1235 ‖x − y‖²)");
        assert_eq!(rbf(1e-5), "k(x, y) = exp(−1e−5 ‖x − y‖²)");
        let poly = |gamma, degree, coef0| formula(&Kernel::poly(gamma, degree, coef0));
        assert_eq!(poly(0.5, 3, 1.0), "k(x, y) = (0.5 x·y + 1)³");
        assert_eq!(poly(1.0, 2, 0.0), "k(x, y) = (x·y)²");
        assert_eq!(poly(0.25, 12, -0.5), "k(x, y) = (0.25 x·y − 0.5)¹²");
        assert_eq!(poly(1.0, 1, 2.0), "k(x, y) = (x·y + 2)");
        let sigmoid = Kernel::sigmoid(2.0, -1.5);
        assert_eq!(formula(&sigmoid), "k(x, y) = tanh(2 x·y − 1.5)");
        let product = Kernel::rbf(2.0).joined(SecondKernel {
            join: Join::Times,
            kind: KernelKind::Linear,
        });
        assert_eq!(
            formula(&product.uncentered()),
            "k(x, y) = exp(−2 ‖x − y‖²) · (x·y), not centred"
        );
    }

    #[test]
    fn an_unknown_gamma_is_a_symbol_among_the_values() {
        let kernel = KernelParams {
            kind: KernelKind::Laplacian,
            ..KernelParams::default()
        };
        let parts = formula_parts(&kernel, None);
        assert_eq!(joined(&parts), "k(x, y) = exp(−γ ‖x − y‖₁)");
        assert!(parts.iter().all(|part| !part.is_value));
        let parts = formula_parts(&kernel, Some(0.5));
        let values: Vec<&str> = parts
            .iter()
            .filter(|part| part.is_value)
            .map(|part| part.text.as_str())
            .collect();
        assert_eq!(values, ["0.5"]);
    }
}
