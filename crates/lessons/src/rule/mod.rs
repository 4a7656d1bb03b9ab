//! Rules on results, such as `separation > 0.99`, in which steps state claims and questions their aim.

mod expression;
mod over;

use std::{fmt, str::FromStr};

use self::{expression::Expression, over::PictureRange};
use super::quantity::StepResults;
use chart::number;

pub(super) use over::failures;

/// Comparison of two quantities, numbers, or arithmetic of these, in one picture or over many.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultRule {
    text: String,
    left: Expression,
    comparison: Comparison,
    right: Expression,
    /// Both sides as they are written.
    sides: [String; 2],
    over: Option<PictureRange>,
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
    /// Where the results lack something that the rule speaks of, or where the rule speaks of more than one picture, in
    /// one line.
    pub fn holds(&self, found: &StepResults<'_>) -> Result<bool, String> {
        if self.is_of_many() {
            return Err("it speaks of more than one picture".into());
        }
        Ok(self.compares(self.sides(found)?))
    }

    /// Returns true where the rule speaks of more than one picture: over seeds, or over a range of a parameter.
    #[must_use]
    pub fn is_of_many(&self) -> bool {
        self.over.is_some()
    }

    /// Returns true where both rules are over the same seeds, or the same range of a parameter.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        let both = self.over.as_ref().zip(other.over.as_ref());
        both.is_some_and(|(a, b)| a.is_beside(b))
    }

    /// Values of both sides.
    fn sides(&self, found: &StepResults<'_>) -> Result<[f64; 2], String> {
        Ok([self.left.value(found)?, self.right.value(found)?])
    }

    fn compares(&self, [left, right]: [f64; 2]) -> bool {
        match self.comparison {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
            // The last digit of what is written may lie between two numbers.
            Comparison::Equal(close) => (left - right).abs() <= close * (1.0 + 1e-9),
        }
    }

    fn left_text(&self) -> &str {
        &self.sides[0]
    }

    fn right_text(&self) -> &str {
        &self.sides[1]
    }

    /// Values of the rule's sides in words, to explain why the rule does not hold.
    #[must_use]
    pub fn told(&self, found: &StepResults<'_>) -> String {
        let is = |side: &Expression, text: &str| match side.value(found) {
            Ok(value) => format!("{text} is {}", number(value)),
            Err(reason) => format!("{text} is not known: {reason}"),
        };
        let left = is(&self.left, self.left_text());
        if self.right.is_number() {
            left
        } else {
            format!("{left}, {}", is(&self.right, self.right_text()))
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
        let (of_one, over) = match text.split_once(" over ") {
            Some((of_one, over)) => (of_one, Some(PictureRange::read(over).map_err(wrong)?)),
            None => (text, None),
        };
        let signs = ["<=", ">=", "≤", "≥", "<", ">", "="];
        let (at, sign) = signs
            .iter()
            .filter_map(|sign| Some((of_one.find(sign)?, *sign)))
            .min_by_key(|(at, sign)| (*at, usize::MAX - sign.len()))
            .ok_or_else(|| wrong("needs one of <, <=, =, >=, >".into()))?;
        let (left_text, rest) = (of_one[..at].trim(), &of_one[at + sign.len()..]);
        let (right_text, tolerance) = match rest.split_once('±') {
            Some((right, close)) => (right.trim(), Some(close)),
            None => (rest.trim(), None),
        };
        let left = Expression::read(left_text).map_err(wrong)?;
        let right = Expression::read(right_text).map_err(wrong)?;
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
            _ => Comparison::Equal(match tolerance {
                Some(close) => close.abs(),
                None if right.is_number() => half_of_last_digit(right_text),
                None => {
                    return Err(wrong(
                        "compares two quantities: say how close with ±".into(),
                    ));
                }
            }),
        };
        Ok(Self {
            text: text.trim().to_owned(),
            sides: [left_text.to_owned(), right_text.to_owned()],
            left,
            comparison,
            right,
            over,
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
        Some((digits, exponent)) => (digits, exponent.replace('−', "-").parse().unwrap_or(0)),
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
            "pca.eigenvalue(1) / pca.total_variance = 0.925",
            "3·covariance(1, 1) > 2 * abs(covariance(2, 3)) + 1e-3",
        ] {
            assert_eq!(holds(rule), Ok(true), "{rule}");
        }
        assert_eq!(holds("pca.eigenvalue(1) = 3.663"), Ok(false));
        assert!(holds("kernel(1, 999) = 1").unwrap_err().contains("150"));
        assert!(holds("isomap.eigenvalue(1) > 0").is_err());
        let rule: ResultRule = "pca.eigenvalue(1) < 3".parse().unwrap();
        assert_eq!(rule.told(&found), "pca.eigenvalue(1) is 3.662");
        let rule: ResultRule = "2·n < d over seeds 0..3".parse().unwrap();
        assert_eq!(rule.told(&found), "2·n is 300, d is 3");
        assert!(rule.holds(&found).unwrap_err().contains("more than one"));
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
            ("eigenvalue(1) = 2 * d", "how close"),
            ("n > 5 over the hills", "is wanted"),
            ("n > 5 6", "left over"),
        ] {
            let said = text.parse::<ResultRule>().unwrap_err().to_string();
            assert!(said.contains(reason) && said.contains(text), "{said}");
        }
    }
}
