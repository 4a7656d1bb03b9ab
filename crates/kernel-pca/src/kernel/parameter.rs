//! Parameters of kernels, one entry each, from which all lists of parameters come.
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
    /// Subject of a sentence that states the condition on the value.
    pub subject: &'static str,
    /// Condition on every value.
    pub rule: NumberRange,
    /// Ends of a usual range, where the data suggest none.
    pub ends: [f64; 2],
    /// Function that reads the value before the check; `None` for γ that a rule sets.
    get: fn(&KernelParams) -> Option<f64>,
    set: fn(&mut KernelParams, f64),
}

listed! {
    /// Parameter that a kernel's formula may hold.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum KernelParameter {
        Gamma => &ParameterSpec {
            name: "gamma",
            symbol: "γ",
            subject: "γ",
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
            subject: "The degree",
            rule: NumberRange::Whole(1, MAX_DEGREE),
            ends: [1.0, 10.0],
            get: |it| Some(f64::from(it.degree)),
            set: |it, value| it.degree = whole(value),
        },
        Coef0 => &ParameterSpec {
            name: "coef0",
            symbol: "c₀",
            subject: "c₀",
            rule: NumberRange::Any,
            ends: [-5.0, 5.0],
            get: |it| Some(it.coef0),
            set: |it, value| it.coef0 = value,
        },
        Shape => &ParameterSpec {
            name: "shape",
            symbol: "a",
            subject: "a",
            rule: NumberRange::Positive,
            ends: [0.1, 10.0],
            get: |it| Some(it.shape),
            set: |it, value| it.shape = value,
        },
        Beta => &ParameterSpec {
            name: "beta",
            symbol: "β",
            subject: "β",
            rule: NumberRange::Positive,
            ends: [1e-3, 10.0],
            get: |it| Some(it.beta),
            set: |it, value| it.beta = value,
        },
        Power => &ParameterSpec {
            name: "power",
            symbol: "l",
            subject: "The power",
            rule: NumberRange::Whole(1, MAX_LENGTH),
            ends: [1.0, 10.0],
            get: |it| Some(f64::from(it.power)),
            set: |it, value| it.power = whole(value),
        },
        Length => &ParameterSpec {
            name: "length",
            symbol: "l",
            subject: "The length",
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

    /// Returns true where kernels of vectors, which scripts evaluate for themselves, hold the parameter.
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
            }
        }
    }
}
