//! Parameters of kernels, one entry each, from which all lists and all words on parameters come.
//!
//! A new parameter is an entry here, and a field of [`KernelParams`] for its unchecked value.

use super::{Gamma, KernelKind, KernelParams};
use crate::{
    objects::ObjectKind,
    typed::{NamedNumber, NumberRange},
};

/// Highest degree taken; past it the values of a polynomial leave the range of f64 on most data.
pub const MAX_DEGREE: u32 = 50;

/// Largest length of substrings taken, and highest power of a graph's similarities.
pub const MAX_LENGTH: u32 = 1000;

/// Description of one parameter.
pub struct ParameterSpec {
    /// Name in flags, files, reports and lessons, and between braces in the code of kernels.
    pub name: &'static str,
    /// Symbol in formulas.
    pub symbol: &'static str,
    /// Name on the screen.
    pub title: &'static str,
    /// Name at the axis of a chart.
    pub axis: &'static str,
    /// Subject of a sentence that states the condition on the value.
    pub subject: &'static str,
    /// Further words by which the palette finds the parameter.
    pub words: &'static [&'static str],
    /// Sentence or two on what the parameter does.
    pub help: &'static str,
    /// Help text of the parameter's flag.
    pub flag: &'static str,
    /// Letter that stands for a value in the flag's help.
    pub value: &'static str,
    /// Condition on every value.
    pub rule: NumberRange,
    /// Ends of the slider and of a sweep, where the data suggest none.
    pub ends: [f64; 2],
    /// Value before the check; `None` for γ that a rule sets.
    get: fn(&KernelParams) -> Option<f64>,
    set: fn(&mut KernelParams, f64),
}

listed! {
    /// Parameter that a kernel's formula may hold, in the order of menus and reports.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum KernelParameter {
        Gamma => &ParameterSpec {
            name: "gamma",
            symbol: "γ",
            title: "γ",
            axis: "γ",
            subject: "γ",
            words: &["γ"],
            help: "How quickly likeness fades with distance. A small γ sees the whole cloud and comes close to linear \
                   PCA, a large one only the nearest neighbours.",
            flag: "A positive number, `auto` (1/d) or `median` (1/(2·median distance²))",
            value: "G",
            rule: NumberRange::Positive,
            ends: [1e-3, 10.0],
            get: |it| match it.gamma {
                Gamma::Value(value) => Some(value),
                Gamma::Auto | Gamma::Median => None,
            },
            set: |it, value| it.gamma = Gamma::Value(value),
        },
        Degree => &ParameterSpec {
            name: "degree",
            symbol: "degree",
            title: "Degree",
            axis: "degree",
            subject: "The degree",
            words: &[],
            help: "The highest power in the polynomial kernel. Degree 2 takes all products of two features into \
                   account, degree 3 of three.",
            flag: "Degree of the polynomial kernel",
            value: "D",
            rule: NumberRange::Whole(1, MAX_DEGREE),
            ends: [1.0, 10.0],
            get: |it| Some(f64::from(it.degree)),
            set: |it, value| it.degree = whole(value),
        },
        Coef0 => &ParameterSpec {
            name: "coef0",
            symbol: "c₀",
            title: "Offset c₀",
            axis: "c₀",
            subject: "c₀",
            words: &["offset", "c0", "c₀"],
            help: "Added to the inner product. Polynomial: a larger one weighs low degrees more. Sigmoid: shifts the \
                   tanh.",
            flag: "Constant c₀ of the polynomial and sigmoid kernels",
            value: "C",
            rule: NumberRange::Any,
            ends: [-5.0, 5.0],
            get: |it| Some(it.coef0),
            set: |it, value| it.coef0 = value,
        },
        Shape => &ParameterSpec {
            name: "shape",
            symbol: "a",
            title: "Shape a",
            axis: "shape a",
            subject: "a",
            words: &[],
            help: "How many widths the rational quadratic kernel mixes: a small a reaches far beyond γ's distance, a \
                   large one is RBF.",
            flag: "Shape a of the rational quadratic kernel",
            value: "A",
            rule: NumberRange::Positive,
            ends: [0.1, 10.0],
            get: |it| Some(it.shape),
            set: |it, value| it.shape = value,
        },
        Beta => &ParameterSpec {
            name: "beta",
            symbol: "β",
            title: "β",
            axis: "β",
            subject: "β",
            words: &["β"],
            help: "How far likeness spreads along the edges of a graph. A small β sees direct neighbours only, a large \
                   one whole groups of nodes.",
            flag: "β of the diffusion and von Neumann kernels of a graph",
            value: "B",
            rule: NumberRange::Positive,
            ends: [1e-3, 10.0],
            get: |it| Some(it.beta),
            set: |it, value| it.beta = value,
        },
        Power => &ParameterSpec {
            name: "power",
            symbol: "l",
            title: "Power l",
            axis: "power l",
            subject: "The power",
            words: &[],
            help: "Length, in steps, of the walks that are counted",
            flag: "Power l of a graph's similarities",
            value: "L",
            rule: NumberRange::Whole(1, MAX_LENGTH),
            ends: [1.0, 10.0],
            get: |it| Some(f64::from(it.power)),
            set: |it, value| it.power = whole(value),
        },
        Length => &ParameterSpec {
            name: "length",
            symbol: "l",
            title: "Length l",
            axis: "length l",
            subject: "The length",
            words: &["substring"],
            help: "How long the substrings are that two strings must share. Longer ones say more and are shared by \
                   fewer.",
            flag: "Length l of the substrings of the spectrum kernel",
            value: "L",
            rule: NumberRange::Whole(1, MAX_LENGTH),
            ends: [1.0, 20.0],
            get: |it| Some(f64::from(it.length)),
            set: |it, value| it.length = whole(value),
        },
    }
    /// Description of the parameter.
    fn spec -> ParameterSpec
}

/// Nearest integer that is not negative.
fn whole(value: f64) -> u32 {
    value.round().max(0.0) as u32
}

impl KernelParameter {
    /// Name in flags, files, reports and lessons.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Symbol in formulas.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        self.spec().symbol
    }

    /// Condition on every value.
    #[must_use]
    pub const fn rule(self) -> NumberRange {
        self.spec().rule
    }

    /// Condition on every value, with the parameter's name before it.
    #[must_use]
    pub fn quantity(self) -> NamedNumber {
        NamedNumber::new(self.spec().subject, self.rule())
    }

    /// Kernels whose formula holds the parameter.
    pub fn kernels(self) -> impl Iterator<Item = KernelKind> {
        let all = KernelKind::ALL.into_iter();
        all.filter(move |kind| kind.uses(self))
    }

    /// Returns whether kernels of vectors, which scripts evaluate for themselves, hold the parameter.
    #[must_use]
    pub fn is_of_vectors(self) -> bool {
        self.kernels()
            .any(|kind| kind.takes() == ObjectKind::Vectors)
    }
}

impl KernelParams {
    /// Value of a parameter before the check; `None` for γ that a rule sets.
    #[must_use]
    pub fn value(&self, parameter: KernelParameter) -> Option<f64> {
        (parameter.spec().get)(self)
    }

    /// Sets a parameter to another value; whole ones are rounded.
    pub fn set(&mut self, parameter: KernelParameter, value: f64) {
        (parameter.spec().set)(self, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_keeps_a_value_of_its_own_and_some_kernel_has_it() {
        let mut params = KernelParams::default();
        for (i, parameter) in KernelParameter::ALL.into_iter().enumerate() {
            params.set(parameter, 2.0 + i as f64);
        }
        for (i, parameter) in KernelParameter::ALL.into_iter().enumerate() {
            let name = parameter.name();
            assert_eq!(params.value(parameter), Some(2.0 + i as f64), "{name}");
            assert!(parameter.kernels().next().is_some(), "no kernel has {name}");
            let [from, to] = parameter.spec().ends;
            assert!(
                from < to && parameter.rule().allows(from) && parameter.rule().allows(to),
                "{name}"
            );
            for other in &KernelParameter::ALL[..i] {
                assert_ne!(other.name(), name);
                assert_ne!(other.spec().title, parameter.spec().title);
            }
        }
    }
}
