//! Rules on results, such as `separation > 0.99`, in which steps state claims and questions their aim.

use std::{fmt, str::FromStr};

use super::quantity::{ResultQuantity, StepResults};
use chart::number;

/// Comparison of a quantity with a number or with another quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultRule {
    text: String,
    left: ResultQuantity,
    comparison: Comparison,
    right: RuleSide,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Comparison {
    Less,
    AtMost,
    Greater,
    AtLeast,
    /// Equal within this tolerance.
    Equal(f64),
}

#[derive(Debug, Clone, PartialEq)]
enum RuleSide {
    Number(f64),
    Quantity(ResultQuantity),
}

/// Reason why a text is no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the rule `{text}` {reason}")]
pub struct RuleError {
    text: String,
    reason: String,
}

impl ResultRule {
    /// Returns true where the rule holds for results.
    ///
    /// # Errors
    /// Where the results lack what it speaks of, in one line.
    pub fn holds(&self, found: &StepResults<'_>) -> Result<bool, String> {
        let left = self.left.value(found)?;
        let right = match &self.right {
            RuleSide::Number(number) => *number,
            RuleSide::Quantity(quantity) => quantity.value(found)?,
        };
        Ok(match self.comparison {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
            // The last digit of what is written may lie between two numbers.
            Comparison::Equal(close) => (left - right).abs() <= close * (1.0 + 1e-9),
        })
    }

    /// Values of its quantities in words, to explain why it does not hold.
    #[must_use]
    pub fn told(&self, found: &StepResults<'_>) -> String {
        let is = |quantity: &ResultQuantity| match quantity.value(found) {
            Ok(value) => format!("{quantity} is {}", number(value)),
            Err(reason) => format!("{quantity} is not known: {reason}"),
        };
        match &self.right {
            RuleSide::Number(_) => is(&self.left),
            RuleSide::Quantity(right) => format!("{}, {}", is(&self.left), is(right)),
        }
    }
}

impl fmt::Display for ResultRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Parses a rule. A number means itself to its last digit: `= 3.66` is from 3.655 to 3.665, unless `± 0.1` gives
/// another tolerance.
impl FromStr for ResultRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let wrong = |reason: String| RuleError {
            text: text.to_owned(),
            reason,
        };
        let signs = ["<=", ">=", "≤", "≥", "<", ">", "="];
        let (at, sign) = signs
            .iter()
            .filter_map(|sign| Some((text.find(sign)?, *sign)))
            .min_by_key(|(at, sign)| (*at, usize::MAX - sign.len()))
            .ok_or_else(|| wrong("needs one of <, <=, =, >=, >".into()))?;
        let (left, rest) = (&text[..at], &text[at + sign.len()..]);
        let (right, tolerance) = match rest.split_once('±') {
            Some((right, close)) => (right, Some(close)),
            None => (rest, None),
        };
        let left = left.parse().map_err(wrong)?;
        let right = right.trim();
        let is_number = right.starts_with(|c: char| c.is_ascii_digit() || "-.−".contains(c));
        let right_side = if is_number {
            RuleSide::Number(real(right).map_err(wrong)?)
        } else {
            RuleSide::Quantity(right.parse().map_err(wrong)?)
        };
        let tolerance = match tolerance {
            Some(_) if sign != "=" => return Err(wrong("has ± without =".into())),
            Some(close) => Some(real(close.trim()).map_err(wrong)?),
            None => None,
        };
        let comparison = match sign {
            "<" => Comparison::Less,
            "<=" | "≤" => Comparison::AtMost,
            ">" => Comparison::Greater,
            ">=" | "≥" => Comparison::AtLeast,
            _ => Comparison::Equal(match (tolerance, &right_side) {
                (Some(close), _) => close.abs(),
                (None, RuleSide::Number(_)) => half_of_last_digit(right),
                (None, RuleSide::Quantity(_)) => {
                    return Err(wrong(
                        "compares two quantities: say how close with ±".into(),
                    ));
                }
            }),
        };
        Ok(Self {
            text: text.trim().to_owned(),
            left,
            comparison,
            right: right_side,
        })
    }
}

/// Parses a number as it is written in a rule.
pub(super) fn real(text: &str) -> Result<f64, String> {
    let value = text.replace('−', "-").parse::<f64>();
    let finite = value.ok().filter(|value| value.is_finite());
    finite.ok_or_else(|| format!("has `{text}` where a number is wanted"))
}

/// Half of the unit in which a number's last digit counts.
fn half_of_last_digit(text: &str) -> f64 {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse().unwrap_or(0)),
        None => (text, 0),
    };
    let decimals = digits.split_once('.').map_or(0, |(_, after)| after.len());
    // A whole number is meant as it stands.
    if decimals == 0 && exponent == 0 {
        return 1e-9;
    }
    0.5 * 10f64.powi(exponent - decimals as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use explorer::{analysis::Analyzer, setup::example};
    use kernel_pca::kpca::Tier;

    #[test]
    fn numbers_mean_themselves_to_their_last_digit() {
        assert_eq!(half_of_last_digit("3.662"), 0.0005);
        assert_eq!(half_of_last_digit("2"), 1e-9);
        assert!((half_of_last_digit("1.5e-3") - 0.5e-4).abs() < 1e-18);
    }

    #[test]
    fn rules_speak_of_results() {
        let setup = example("iris-three").unwrap().setup;
        let mut analyzer = Analyzer::default();
        let analysis = analyzer.run(&setup, Tier::Exact, &|| false).unwrap();
        let found = StepResults {
            analysis: &analysis,
            setup: &setup,
        };
        let holds = |rule: &str| rule.parse::<ResultRule>().unwrap().holds(&found);
        for rule in [
            "n = 150",
            "d = 3",
            "pca.eigenvalue(1) = 3.662",
            "pca.eigenvalue(3)=0.059",
            "pca.components_for(0.95) <= 2",
            "covariance(1, 3) = 1.265 ± 0.01",
            "pca.cumulative(2) = 0.985",
            "pca.eigenvalue(1) > pca.eigenvalue(2)",
            "pca.axis(3, 1) = 0.916",
        ] {
            assert_eq!(holds(rule), Ok(true), "{rule}");
        }
        assert_eq!(holds("pca.eigenvalue(1) = 3.663"), Ok(false));
        assert!(holds("kernel(1, 999) = 1").unwrap_err().contains("150"));
        assert!(holds("isomap.eigenvalue(1) > 0").is_err());
        let rule: ResultRule = "pca.eigenvalue(1) < 3".parse().unwrap();
        assert_eq!(rule.told(&found), "pca.eigenvalue(1) is 3.662");
    }

    #[test]
    fn what_is_no_rule_is_said() {
        for (text, reason) in [
            ("separation", "needs one of"),
            ("separated > 1", "no quantity `separated`"),
            ("n > much", "no quantity `much`"),
            ("pcs.separation > 1", "no method `pcs`"),
            ("eigenvalue > 1", "1 number in parentheses"),
            ("eigenvalue(one) > 1", "where a number is wanted"),
            ("n > 5 ± 1", "± without ="),
            ("eigenvalue(1) = eigenvalue(2)", "how close"),
        ] {
            let said = text.parse::<ResultRule>().unwrap_err().to_string();
            assert!(said.contains(reason) && said.contains(text), "{said}");
        }
    }
}
