//! Parameters that can be swept through a range, and the values of a range.

use crate::{
    kernel::{Gamma, KernelParameter, KernelParams},
    manifold::ManifoldParams,
    method::Method,
    typed::NumberRange,
};

/// Parameter that a sweep varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
pub enum SweptParameter {
    Kernel(KernelParameter),
    /// Number of neighbours of each row, of the methods that start from a graph of neighbours.
    Neighbors,
}

/// Spacing of values between two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueSpacing {
    /// Equal ratios.
    Ratios,
    /// Equal steps.
    Steps,
    /// Equal steps, rounded to whole numbers.
    Whole,
}

/// Largest number of values of a sweep, each of which takes a fit.
const MOST_VALUES: usize = 10_000;
/// Decades from the median heuristic's γ to the two ends of the range of γ.
const DECADES: [i32; 2] = [-2, 3];

impl SweptParameter {
    /// Parameter γ, of kernels and of the diffusion map.
    pub const GAMMA: Self = Self::Kernel(KernelParameter::Gamma);

    /// All parameters that can be swept.
    pub const ALL: [Self; KernelParameter::ALL.len() + 1] = {
        let mut all = [Self::Neighbors; KernelParameter::ALL.len() + 1];
        let mut i = 0;
        while i < KernelParameter::ALL.len() {
            all[i] = Self::Kernel(KernelParameter::ALL[i]);
            i += 1;
        }
        all
    };

    /// Name in flags and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.of_kernel().map_or("neighbors", KernelParameter::name)
    }

    /// Symbol in formulas.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        self.of_kernel().map_or("k", KernelParameter::symbol)
    }

    /// Returns the kernel parameter; `None` for the number of neighbours.
    #[must_use]
    pub fn of_kernel(self) -> Option<KernelParameter> {
        match self {
            Self::Kernel(parameter) => Some(parameter),
            Self::Neighbors => None,
        }
    }

    /// Returns the condition on every value.
    #[must_use]
    pub fn rule(self) -> NumberRange {
        let neighbors = NumberRange::Whole(1, u32::MAX);
        self.of_kernel().map_or(neighbors, KernelParameter::rule)
    }

    /// Returns the spacing of the values, by the condition on them.
    #[must_use]
    pub fn spread(self) -> ValueSpacing {
        match self.rule() {
            NumberRange::Whole(..) => ValueSpacing::Whole,
            NumberRange::Positive => ValueSpacing::Ratios,
            _ => ValueSpacing::Steps,
        }
    }

    /// Default ends of a range, where the data suggest none.
    #[must_use]
    pub fn usual_ends(self) -> [f64; 2] {
        let of_kernel = |parameter: KernelParameter| parameter.spec().ends;
        self.of_kernel().map_or([2.0, 50.0], of_kernel)
    }

    /// Returns `steps` values from one end to the other, both included. Integers are rounded, and each occurs once.
    ///
    /// # Errors
    /// Text in one line that names what is out of range: the number of values, from 1 to 10,000, or an end.
    pub fn values(self, from: f64, to: f64, steps: usize) -> Result<Vec<f64>, String> {
        if steps == 0 || steps > MOST_VALUES {
            return Err(format!(
                "the number of values must be from 1 to {MOST_VALUES}"
            ));
        }
        let rule = self.rule();
        for end in [from, to] {
            // An end of an integer range may be a fraction.
            let end = if self.spread() == ValueSpacing::Whole {
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
            // The ends are exact, however the formula rounds.
            _ if i == 0 => from,
            _ if i == steps - 1 => to,
            ValueSpacing::Ratios => {
                // A power is off by as much more as its base is larger or smaller than 1.
                let ratio = to / from;
                let value = from * ratio.powf(share(i));
                as_typed(value, (4.0 + ratio.ln().abs()) * f64::EPSILON * value)
            }
            ValueSpacing::Steps | ValueSpacing::Whole => {
                let largest = from.abs().max(to.abs());
                as_typed(from + (to - from) * share(i), 4.0 * f64::EPSILON * largest)
            }
        };
        let mut values: Vec<f64> = (0..steps).map(value).collect();
        if self.spread() == ValueSpacing::Whole {
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

    /// Position of a value on the parameter's axis: its decimal logarithm where values have equal ratios, the value
    /// itself otherwise.
    #[must_use]
    pub fn place(self, value: f64) -> f64 {
        match self.spread() {
            ValueSpacing::Ratios => value.log10(),
            ValueSpacing::Steps | ValueSpacing::Whole => value,
        }
    }

    /// Returns the value at a position on the parameter's axis, rounded to three digits where values have equal ratios,
    /// to two decimals for equal steps, and to a whole number for whole ones.
    #[must_use]
    pub fn at(self, place: f64) -> f64 {
        match self.spread() {
            ValueSpacing::Ratios => {
                let value = 10_f64.powf(place);
                let text = format!("{value:.2e}");
                text.parse().unwrap_or(value)
            }
            ValueSpacing::Steps => (100.0 * place).round() / 100.0,
            ValueSpacing::Whole => place.round(),
        }
    }

    /// Checks that exported scripts can sweep the parameter.
    ///
    /// # Errors
    /// The reason in one line for which they cannot.
    pub fn in_scripts(self) -> Result<(), &'static str> {
        if self.of_kernel().is_some_and(KernelParameter::is_of_vectors) {
            return Ok(());
        }
        Err("scripts run through γ, degree, c₀ and a only")
    }

    /// Sets the parameter in `kernel` or `manifold`; returns whether `method` reads it.
    pub fn set(
        self,
        value: f64,
        method: Method,
        kernel: &mut KernelParams,
        manifold: &mut ManifoldParams,
    ) -> bool {
        match self {
            Self::Neighbors => {
                manifold.neighbors = value.round().max(0.0) as usize;
                method.spec().uses_neighbors
            }
            Self::GAMMA if method == Method::DiffusionMap => {
                manifold.gamma = Gamma::Value(value);
                true
            }
            Self::Kernel(parameter) => {
                kernel.set(parameter, value);
                method == Method::Kpca && kernel.uses(parameter)
            }
        }
    }
}

/// Returns the ends of a range of γ: from two decades below the decade of the median heuristic's γ to three above it,
/// extended to contain `auto` = 1/d.
#[must_use]
pub fn gamma_ends(auto: f64, median: f64) -> [f64; 2] {
    let decade = median.log10().floor() as i32;
    let [low, high] = DECADES.map(|more| {
        let power = 10_f64.powi(decade + more);
        as_typed(power, 8.0 * f64::EPSILON * power)
    });
    [low.min(auto), high.max(auto)]
}

impl From<SweptParameter> for &'static str {
    fn from(swept: SweptParameter) -> Self {
        swept.name()
    }
}

impl TryFrom<String> for SweptParameter {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|swept| swept.name() == name);
        found.ok_or_else(|| format!("no parameter that can be swept has the name {name:?}"))
    }
}

/// Rounds `value` to twelve digits, or to zero, where that moves it by no more than `rounding`, so that 0.1 is not
/// written as 0.09999999999999999; returns any other value as it is.
fn as_typed(value: f64, rounding: f64) -> f64 {
    let near = if value.abs() <= rounding {
        0.0
    } else {
        format!("{value:.11e}").parse().unwrap_or(value)
    };
    if (near - value).abs() <= rounding {
        near
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEGREE: SweptParameter = SweptParameter::Kernel(KernelParameter::Degree);
    const COEF0: SweptParameter = SweptParameter::Kernel(KernelParameter::Coef0);
    const LENGTH: SweptParameter = SweptParameter::Kernel(KernelParameter::Length);

    #[test]
    fn ends_are_kept_and_whole_values_are_there_once() {
        for swept in SweptParameter::ALL {
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
        let down = LENGTH.values(4.0, 1.0, 9).unwrap();
        assert_eq!(down, [4.0, 3.0, 2.0, 1.0]);
    }

    #[test]
    fn values_that_are_short_in_decimals_are_exact() {
        let gamma = |from, to, steps| SweptParameter::GAMMA.values(from, to, steps).unwrap();
        assert_eq!(gamma(0.01, 100.0, 5), [0.01, 0.1, 1.0, 10.0, 100.0]);
        assert_eq!(
            gamma(1e4, 1e-3, 8),
            [1e4, 1e3, 100.0, 10.0, 1.0, 0.1, 0.01, 1e-3]
        );
        assert_eq!(gamma(0.3, 243.0, 3)[0], 0.3);
        for decades in 1..=250_i32 {
            let power = |exponent: i32| format!("7e{exponent}").parse::<f64>().unwrap();
            let typed: Vec<f64> = (-decades..=0).map(power).collect();
            let found = gamma(power(-decades), 7.0, typed.len());
            assert_eq!(found, typed);
        }
        // NumPy's geomspace(0.02, 3, 4), which no short numbers are.
        for (found, expected) in gamma(0.02, 3.0, 4).into_iter().zip([
            0.02,
            0.106_265_856_918_261_1,
            0.564_621_617_328_617_2,
            3.0,
        ]) {
            assert!((found / expected - 1.0).abs() < 1e-15, "{found}");
        }
        let tenths = COEF0.values(-0.3, 0.7, 11).unwrap();
        let typed = [-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
        assert_eq!(tenths, typed);
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for (swept, from, to, steps, reason) in [
            (
                SweptParameter::GAMMA,
                0.0,
                1.0,
                5,
                "γ must be a positive number",
            ),
            (
                SweptParameter::GAMMA,
                1.0,
                f64::NAN,
                5,
                "γ must be a positive number",
            ),
            (DEGREE, 1.0, 99.0, 5, "degree must be a whole number"),
            (
                SweptParameter::Neighbors,
                0.2,
                5.0,
                5,
                "k must be a whole number",
            ),
            (COEF0, 0.0, 1.0, 0, "the number of values must be"),
            (COEF0, -1e308, 1e308, 3, "c₀ would leave the range"),
        ] {
            let refused = swept.values(from, to, steps).unwrap_err();
            assert!(refused.starts_with(reason), "{refused}");
        }
    }

    #[test]
    #[cfg(feature = "serde")]
    fn names_in_files_are_those_of_flags() {
        for swept in SweptParameter::ALL {
            let json = serde_json::to_string(&swept).unwrap();
            assert_eq!(json, format!("\"{}\"", swept.name()));
        }
    }

    #[test]
    fn one_over_d_is_within_reach() {
        assert_eq!(gamma_ends(0.5, 0.38), [1e-3, 100.0]);
        assert_eq!(gamma_ends(0.5, 1e-6), [1e-8, 0.5]);
        for decade in -200..200_i32 {
            let [low, high] = [decade - 2, decade + 3].map(|it| format!("1e{it}").parse().unwrap());
            let median = format!("3e{decade}").parse().unwrap();
            assert_eq!(gamma_ends(low, median), [low, high]);
        }
    }
}
