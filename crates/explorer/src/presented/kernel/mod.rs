//! Presentation of kernels, one file each.

use kernel_pca::kernel::{
    KernelKind, KernelParameter,
    KernelParameter::{Beta, Coef0, Degree, Gamma, Length, Power as L, Shape},
};

use super::Presented;
use FormulaPiece::{Factor, Lengths, Power, Similarity as S, Summand, Text, Value};

entries! {
    KernelKind => KernelEntry;
    linear::Linear,
    poly::Poly,
    rbf::Rbf,
    sigmoid::Sigmoid,
    laplacian::Laplacian,
    cosine::Cosine,
    rational_quadratic::RationalQuadratic,
    matern32::Matern32,
    matern52::Matern52,
    chi2::Chi2,
    precomputed::Precomputed,
    distances::Distances,
    diffusion::Diffusion,
    von_neumann::VonNeumann,
    power::Power,
    spectrum::Spectrum,
}

/// Words, formula and code of a kernel family.
pub struct KernelEntry {
    /// Name on the screen.
    pub title: &'static str,
    /// Name inside a sentence.
    pub title_in_text: &'static str,
    /// Sentence or two on the kernel and its uses.
    pub help: &'static str,
    /// Remark that stands below the formula.
    pub remark: Option<&'static str>,
    /// Formula of k(x, y), piece by piece.
    pub formula: &'static [FormulaPiece],
    /// Symbol of the distance 1/√(2γ) over which the kernel fades; `None` for kernels without such a distance.
    pub length_scale: Option<&'static str>,
    /// Python code of the kernel.
    pub python: Python,
    /// R code; `None` for a kernel of objects whose matrix R reads from a file.
    pub r: Option<R>,
}

/// Piece of a kernel's formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormulaPiece {
    Text(&'static str),
    /// Factor before a piece of the formula; left out where it is 1.
    Factor(KernelParameter),
    /// Summand with its sign; left out where it is 0.
    Summand(KernelParameter),
    /// Exponent of the piece before it; left out where it is 1.
    Power(KernelParameter),
    Value(KernelParameter),
    /// Formula of the similarity matrix of a graph's nodes.
    Similarity,
    /// Range of the substrings' lengths: one length, or all up to it.
    Lengths,
}

/// Python code for a kernel, in which `gamma` is a variable, and `{degree}`, `{coef0}` and `{shape}` are replaced
/// by their values.
pub struct Python {
    /// Line that imports the functions used; `None` where none are.
    pub import: Option<&'static str>,
    /// Arguments with which scikit-learn's `KernelPCA` evaluates the kernel itself; `None` where it cannot.
    pub arguments: Option<&'static str>,
    /// Expression of the kernel matrix of the rows `{rows}`, where `{rows}` is replaced by `X`, or by `points, X` for a
    /// matrix between two sets.
    pub matrix: &'static str,
}

/// R code for a kernel, with the same variable and values as [`Python`].
pub struct R {
    /// Lines and functions that go before the expression, each once in a script; `{width}` is 1/√(2γ).
    pub before: &'static [&'static str],
    /// Expression of the kernel matrix (m × n) of the m rows `{rows}` with the n rows of `X`.
    pub matrix: &'static str,
}

/// Squared distances ‖x − y‖² (m × n) in R by differences, which lose no digits where values are far from 0.
const SQUARED: &str = "squared <- function(x) apply(X, 1, function(y) colSums((t(x) - y)^2))";

/// Entry from which a kernel takes what its file does not state: no remark, no length scale and no R. Words, formula and
/// Python are each kernel's own.
const BASE: KernelEntry = KernelEntry {
    title: "",
    title_in_text: "",
    help: "",
    remark: None,
    formula: &[],
    length_scale: None,
    python: Python {
        import: None,
        arguments: None,
        matrix: "",
    },
    r: None,
};

/// Entry that kernels of a graph's nodes share.
const NODES: KernelEntry = KernelEntry {
    remark: Some("an entry of this matrix, A the weights and D the degrees"),
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::*;
    use kernel_pca::{kernel::KernelParams, objects::ObjectKind};

    #[test]
    fn words_formula_and_code_are_each_kernels_own() {
        for (i, kind) in KernelKind::ALL.into_iter().enumerate() {
            let entry = kind.presented();
            for other in &KernelKind::ALL[..i] {
                assert_ne!(entry.title, other.presented().title);
            }
            // Nothing is left as the base has it that no kernel shares.
            let words = [entry.title, entry.title_in_text, entry.help];
            assert!(words.iter().all(|text| !text.is_empty()), "{kind}");
            assert!(!entry.formula.is_empty() && !entry.python.matrix.is_empty());
            let takes_vectors = kind.takes() == ObjectKind::Vectors;
            assert_eq!(entry.r.is_some(), takes_vectors, "{kind}");
        }
    }

    /// A kernel of the squared distance times γ is one of the distance over 1/√(2γ).
    #[test]
    fn kernels_of_squared_distances_have_a_length() {
        let x = nalgebra::DMatrix::from_element(1, 1, 1.0);
        for kind in KernelKind::ALL {
            let has_length = kind.takes() == ObjectKind::Vectors && {
                let params = KernelParams {
                    kind,
                    ..KernelParams::default()
                };
                let kernel = params.check(&x).unwrap();
                kernel.is_likeness() && kernel.metric_degree() == 2
            };
            assert_eq!(
                kind.presented().length_scale.is_some(),
                has_length,
                "{kind}"
            );
        }
    }
}
