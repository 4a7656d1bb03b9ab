//! Parameters that can be swept through a range, and their values in it.

use crate::{
    kernel::{Gamma, KernelParameter, KernelParams},
    manifold::ManifoldParams,
    method::Method,
    typed::Rule,
};

/// Parameter that a sweep varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Swept {
    Gamma,
    Degree,
    Coef0,
    Shape,
    Beta,
    Power,
    Length,
    /// Number of neighbours of each row, for the methods that start from their graph.
    Neighbors,
}

/// Spacing of values between two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// Equal ratios.
    Ratios,
    /// Equal steps.
    Steps,
    /// Equal steps, rounded to whole numbers.
    Whole,
}

/// Largest number of values of a sweep.
const MOST_VALUES: usize = 10_000;
/// Decades from that of the median heuristic's γ to the ends of a range of γ.
const DECADES: [i32; 2] = [-2, 3];

impl Swept {
    /// All parameters that can be swept.
    pub const ALL: [Self; 8] = [
        Self::Gamma,
        Self::Degree,
        Self::Coef0,
        Self::Shape,
        Self::Beta,
        Self::Power,
        Self::Length,
        Self::Neighbors,
    ];

    /// Name in flags and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gamma => "gamma",
            Self::Degree => "degree",
            Self::Coef0 => "coef0",
            Self::Shape => "shape",
            Self::Beta => "beta",
            Self::Power => "power",
            Self::Length => "length",
            Self::Neighbors => "neighbors",
        }
    }

    /// Symbol in formulas and on axes.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        self.of_kernel().map_or("k", KernelParameter::symbol)
    }

    /// Returns the parameter of the kernel that this is; `None` for the number of neighbours.
    #[must_use]
    pub fn of_kernel(self) -> Option<KernelParameter> {
        match self {
            Self::Gamma => Some(KernelParameter::Gamma),
            Self::Degree => Some(KernelParameter::Degree),
            Self::Coef0 => Some(KernelParameter::Coef0),
            Self::Shape => Some(KernelParameter::Shape),
            Self::Beta => Some(KernelParameter::Beta),
            Self::Power => Some(KernelParameter::Power),
            Self::Length => Some(KernelParameter::Length),
            Self::Neighbors => None,
        }
    }

    /// Returns the rule that every value must obey.
    #[must_use]
    pub fn rule(self) -> Rule {
        let neighbors = Rule::Whole(1, u32::MAX);
        self.of_kernel().map_or(neighbors, KernelParameter::rule)
    }

    /// Returns the spacing of its values, which follows from the rule.
    #[must_use]
    pub fn spread(self) -> Spread {
        match self.rule() {
            Rule::Whole(..) => Spread::Whole,
            Rule::Positive => Spread::Ratios,
            _ => Spread::Steps,
        }
    }

    /// Default ends of a range, where nothing in the data suggests others.
    #[must_use]
    pub fn usual_ends(self) -> [f64; 2] {
        match self {
            Self::Gamma | Self::Beta => [1e-3, 10.0],
            Self::Degree | Self::Power => [1.0, 10.0],
            Self::Coef0 => [-5.0, 5.0],
            Self::Shape => [0.1, 10.0],
            Self::Length => [1.0, 20.0],
            Self::Neighbors => [2.0, 50.0],
        }
    }

    /// Returns `steps` values from one end to the other, both included. Whole numbers are rounded, and each
    /// occurs once.
    ///
    /// # Errors
    /// Says in one line which number is out of range: that of values, which is from 1 to 10,000, or an end.
    pub fn values(self, from: f64, to: f64, steps: usize) -> Result<Vec<f64>, String> {
        if steps == 0 || steps > MOST_VALUES {
            return Err(format!(
                "the number of values must be from 1 to {MOST_VALUES}"
            ));
        }
        let rule = self.rule();
        for end in [from, to] {
            // An end of a range of whole numbers may be a fraction.
            let end = if self.spread() == Spread::Whole {
                end.round()
            } else {
                end
            };
            if !rule.allows(end) {
                return Err(format!("{} must be {}", self.symbol(), rule.wants()));
            }
        }
        let share = |i: usize| i as f64 / (steps - 1).max(1) as f64;
        let value = |i: usize| match self.spread() {
            // The ends are exact, whatever rounding makes of the formula.
            _ if i == 0 => from,
            _ if i == steps - 1 => to,
            Spread::Ratios => from * (to / from).powf(share(i)),
            Spread::Steps | Spread::Whole => from + (to - from) * share(i),
        };
        let mut values: Vec<f64> = (0..steps).map(value).collect();
        if self.spread() == Spread::Whole {
            for value in &mut values {
                *value = value.round();
            }
        }
        values.dedup();
        if !values.iter().all(|value| rule.allows(*value)) {
            return Err(format!(
                "{} would leave the range of numbers",
                self.symbol()
            ));
        }
        Ok(values)
    }

    /// Position of a value on the parameter's axis: its decimal logarithm where values have equal ratios.
    #[must_use]
    pub fn place(self, value: f64) -> f64 {
        match self.spread() {
            Spread::Ratios => value.log10(),
            Spread::Steps | Spread::Whole => value,
        }
    }

    /// Returns the value at a position of that axis, with no more digits than a pointer can mean: three where
    /// values have equal ratios, else two after the point.
    #[must_use]
    pub fn at(self, place: f64) -> f64 {
        match self.spread() {
            Spread::Ratios => {
                let value = 10_f64.powf(place);
                let text = format!("{value:.2e}");
                text.parse().unwrap_or(value)
            }
            Spread::Steps => (100.0 * place).round() / 100.0,
            Spread::Whole => place.round(),
        }
    }

    /// Checks that exported scripts can sweep the parameter.
    ///
    /// # Errors
    /// Says in one line why they cannot.
    pub fn in_scripts(self) -> Result<(), &'static str> {
        match self {
            Self::Gamma | Self::Degree | Self::Coef0 | Self::Shape => Ok(()),
            Self::Beta | Self::Power | Self::Length | Self::Neighbors => {
                Err("scripts run through γ, degree, c₀ and a only")
            }
        }
    }

    /// Gives the parameter another value in `kernel` or `manifold`; returns whether `method` reads it.
    pub fn set(
        self,
        value: f64,
        method: Method,
        kernel: &mut KernelParams,
        manifold: &mut ManifoldParams,
    ) -> bool {
        let whole = value.round().max(0.0) as u32;
        match self {
            Self::Neighbors => {
                manifold.neighbors = whole as usize;
                return method.spec().uses_neighbors;
            }
            Self::Gamma if method == Method::DiffusionMap => {
                manifold.gamma = Gamma::Value(value);
                return true;
            }
            Self::Gamma => kernel.gamma = Gamma::Value(value),
            Self::Degree => kernel.degree = whole,
            Self::Coef0 => kernel.coef0 = value,
            Self::Shape => kernel.shape = value,
            Self::Beta => kernel.beta = value,
            Self::Power => kernel.power = whole,
            Self::Length => kernel.length = whole,
        }
        let of_kernel = self.of_kernel();
        method == Method::Kpca && of_kernel.is_some_and(|parameter| kernel.uses(parameter))
    }
}

/// Returns the ends of a range of γ: some decades around the median heuristic, and far enough to hold `auto`,
/// 1/d.
#[must_use]
pub fn gamma_ends(auto: f64, median: f64) -> [f64; 2] {
    let decade = median.log10().floor() as i32;
    let [low, high] = DECADES.map(|more| 10_f64.powi(decade + more));
    [low.min(auto), high.max(auto)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_kept_and_whole_values_are_there_once() {
        for swept in Swept::ALL {
            let [from, to] = swept.usual_ends();
            for steps in [1, 2, 7, 60] {
                let values = swept.values(from, to, steps).unwrap();
                assert_eq!(values[0], from, "{swept:?}");
                assert!(values.len() <= steps);
                if steps > 1 {
                    assert_eq!(*values.last().unwrap(), to, "{swept:?}");
                    assert!(values.is_sorted_by(|a, b| a < b), "{swept:?}");
                }
            }
        }
        let down = Swept::Length.values(4.0, 1.0, 9).unwrap();
        assert_eq!(down, [4.0, 3.0, 2.0, 1.0]);
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for (swept, from, to, steps, reason) in [
            (Swept::Gamma, 0.0, 1.0, 5, "γ must be a positive number"),
            (
                Swept::Gamma,
                1.0,
                f64::NAN,
                5,
                "γ must be a positive number",
            ),
            (Swept::Degree, 1.0, 99.0, 5, "degree must be a whole number"),
            (Swept::Neighbors, 0.2, 5.0, 5, "k must be a whole number"),
            (Swept::Coef0, 0.0, 1.0, 0, "the number of values must be"),
            (Swept::Coef0, -1e308, 1e308, 3, "c₀ would leave the range"),
        ] {
            let refused = swept.values(from, to, steps).unwrap_err();
            assert!(refused.starts_with(reason), "{refused}");
        }
    }

    #[test]
    #[cfg(feature = "serde")]
    fn names_in_files_are_those_of_flags() {
        for swept in Swept::ALL {
            let json = serde_json::to_string(&swept).unwrap();
            assert_eq!(json, format!("\"{}\"", swept.name()));
        }
    }

    #[test]
    fn one_over_d_is_within_reach() {
        assert_eq!(gamma_ends(0.5, 0.38), [1e-3, 100.0]);
        assert_eq!(gamma_ends(0.5, 1e-6), [1e-8, 0.5]);
    }
}
