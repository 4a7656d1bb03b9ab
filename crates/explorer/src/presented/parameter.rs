//! Presentation of the parameters of kernels, and of those that a sweep varies.

use kernel_pca::{kernel::KernelParameter, sweep::SweptParameter};

use super::Presented;

/// Words on a parameter.
pub struct ParameterEntry {
    /// Name on the screen.
    pub title: &'static str,
    /// Name at the axis of a chart.
    pub axis: &'static str,
    /// Further words by which the palette finds the parameter.
    pub words: &'static [&'static str],
    /// Sentence or two on what the parameter does.
    pub help: &'static str,
    /// Help text of the parameter's flag.
    pub flag: &'static str,
    /// Letter that stands for a value in the flag's help.
    pub value: &'static str,
}

impl Presented for KernelParameter {
    type Entry = ParameterEntry;

    fn presented(self) -> &'static ParameterEntry {
        match self {
            Self::Gamma => &ParameterEntry {
                title: "γ",
                axis: "γ",
                words: &["γ"],
                help: "How quickly likeness fades with distance. A small γ sees the whole cloud and comes close to linear \
                       PCA, a large one only the nearest neighbours.",
                flag: "A positive number, `auto` (1/d) or `median` (1/(2·median distance²))",
                value: "G",
            },
            Self::Degree => &ParameterEntry {
                title: "Degree",
                axis: "degree",
                words: &[],
                help: "The highest power in the polynomial kernel. Degree 2 takes all products of two features into \
                       account, degree 3 of three.",
                flag: "Degree of the polynomial kernel",
                value: "D",
            },
            Self::Coef0 => &ParameterEntry {
                title: "Offset c₀",
                axis: "c₀",
                words: &["offset", "c0", "c₀"],
                help: "Added to the inner product. Polynomial: a larger one weighs low degrees more. Sigmoid: shifts the \
                       tanh.",
                flag: "Constant c₀ of the polynomial and sigmoid kernels",
                value: "C",
            },
            Self::Shape => &ParameterEntry {
                title: "Shape a",
                axis: "shape a",
                words: &[],
                help: "How many widths the rational quadratic kernel mixes: a small a reaches far beyond γ's distance, a \
                       large one is RBF.",
                flag: "Shape a of the rational quadratic kernel",
                value: "A",
            },
            Self::Beta => &ParameterEntry {
                title: "β",
                axis: "β",
                words: &["β"],
                help: "How far likeness spreads along the edges of a graph. A small β sees direct neighbours only, a large \
                       one whole groups of nodes.",
                flag: "β of the diffusion and von Neumann kernels of a graph",
                value: "B",
            },
            Self::Power => &ParameterEntry {
                title: "Power l",
                axis: "power l",
                words: &[],
                help: "Length, in steps, of the walks that are counted",
                flag: "Power l of a graph's similarities",
                value: "L",
            },
            Self::Length => &ParameterEntry {
                title: "Length l",
                axis: "length l",
                words: &["substring"],
                help: "How long the substrings are that two strings must share. Longer ones say more and are shared by \
                       fewer.",
                flag: "Length l of the substrings of the spectrum kernel",
                value: "L",
            },
        }
    }
}

/// Name of a swept parameter at the axis of a chart.
#[must_use]
pub fn axis(swept: SweptParameter) -> &'static str {
    match swept.of_kernel() {
        Some(parameter) => parameter.presented().axis,
        None => "neighbours k",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_title_of_its_own() {
        for (i, parameter) in KernelParameter::ALL.into_iter().enumerate() {
            for other in &KernelParameter::ALL[..i] {
                assert_ne!(other.presented().title, parameter.presented().title);
            }
        }
    }
}
