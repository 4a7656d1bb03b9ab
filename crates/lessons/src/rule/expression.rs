//! Arithmetic of quantities and numbers in rules, such as `pca.eigenvalue(1) / pca.total_variance`.

use super::real;
use crate::quantity::{ResultQuantity, StepResults};

/// Arithmetic expression of quantities and numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    Number(f64),
    Quantity(ResultQuantity),
    Negative(Box<Self>),
    Both(Box<Self>, RuleOperator, Box<Self>),
    Function(RuleFunction, Box<Self>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleOperator {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleFunction {
    Sqrt,
    Exp,
    Abs,
}

impl RuleFunction {
    const ALL: [(&str, Self); 3] = [("sqrt", Self::Sqrt), ("exp", Self::Exp), ("abs", Self::Abs)];
}

/// Largest length of an expression in bytes, which keeps a chain of operators from exhausting the stack.
const MOST_BYTES: usize = 1000;
/// Largest depth of parentheses and signs in an expression, which keeps it from exhausting the stack.
const MOST_DEPTH: usize = 50;

impl Expression {
    /// Value for results.
    ///
    /// # Errors
    /// Where the results lack one of its quantities, in one line.
    pub(super) fn value(&self, found: &StepResults<'_>) -> Result<f64, String> {
        Ok(match self {
            Self::Number(number) => *number,
            Self::Quantity(quantity) => quantity.value(found)?,
            Self::Negative(of) => -of.value(found)?,
            Self::Both(left, operator, right) => {
                let (left, right) = (left.value(found)?, right.value(found)?);
                match operator {
                    RuleOperator::Plus => left + right,
                    RuleOperator::Minus => left - right,
                    RuleOperator::Times => left * right,
                    RuleOperator::Over => left / right,
                    RuleOperator::Power => left.powf(right),
                }
            }
            Self::Function(function, of) => {
                let of = of.value(found)?;
                match function {
                    RuleFunction::Sqrt => of.sqrt(),
                    RuleFunction::Exp => of.exp(),
                    RuleFunction::Abs => of.abs(),
                }
            }
        })
    }

    /// Returns true where the expression is a single number that is written out, with or without a minus.
    pub(super) fn is_number(&self) -> bool {
        match self {
            Self::Number(_) => true,
            Self::Negative(of) => of.is_number(),
            _ => false,
        }
    }

    /// Reads a whole text; the error is the end of a sentence about the rule.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        if text.len() > MOST_BYTES {
            return Err(format!("is longer than {MOST_BYTES} letters"));
        }
        let mut reader = ExpressionReader {
            rest: text.trim(),
            depth: 0,
        };
        let read = reader.sum()?;
        if reader.rest.is_empty() {
            Ok(read)
        } else {
            Err(format!("has `{}` left over", reader.rest))
        }
    }
}

struct ExpressionReader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> ExpressionReader<'a> {
    /// Takes one of these signs from the front.
    fn sign(&mut self, signs: &[(&str, RuleOperator)]) -> Option<RuleOperator> {
        let (sign, operator) = signs.iter().find(|(sign, _)| self.rest.starts_with(sign))?;
        self.skip(sign.len());
        Some(*operator)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    fn sum(&mut self) -> Result<Expression, String> {
        let signs = [
            ("+", RuleOperator::Plus),
            ("-", RuleOperator::Minus),
            ("−", RuleOperator::Minus),
        ];
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(format!("is deeper than {MOST_DEPTH} parentheses"));
        }
        let mut left = self.product()?;
        while let Some(operator) = self.sign(&signs) {
            left = Expression::Both(left.into(), operator, self.product()?.into());
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Result<Expression, String> {
        let signs = [
            ("*", RuleOperator::Times),
            ("·", RuleOperator::Times),
            ("/", RuleOperator::Over),
        ];
        let mut left = self.power()?;
        while let Some(operator) = self.sign(&signs) {
            left = Expression::Both(left.into(), operator, self.power()?.into());
        }
        Ok(left)
    }

    /// Reads a factor, with a sign before it and an exponent after it: `−2^2` is −4.
    fn power(&mut self) -> Result<Expression, String> {
        let minus = [("-", RuleOperator::Minus), ("−", RuleOperator::Minus)];
        if self.sign(&minus).is_some() {
            self.depth += 1;
            if self.depth > MOST_DEPTH {
                return Err(format!("has more than {MOST_DEPTH} signs in a row"));
            }
            let of = self.power()?;
            self.depth -= 1;
            return Ok(Expression::Negative(of.into()));
        }
        let base = self.primary()?;
        if self.sign(&[("^", RuleOperator::Power)]).is_none() {
            return Ok(base);
        }
        let exponent = self.power()?;
        Ok(Expression::Both(
            base.into(),
            RuleOperator::Power,
            exponent.into(),
        ))
    }

    fn primary(&mut self) -> Result<Expression, String> {
        let Some(first) = self.rest.chars().next() else {
            return Err("ends where a quantity or a number is wanted".into());
        };
        if first == '(' {
            let inside = self.in_parentheses()?;
            return self.nested(inside);
        }
        if first.is_ascii_digit() || first == '.' {
            let number = self.take(number_length(self.rest));
            return Ok(Expression::Number(real(number)?));
        }
        let length = name_length(self.rest);
        if length == 0 {
            return Err(format!(
                "has `{}` where a quantity or a number is wanted",
                self.rest
            ));
        }
        let from = self.rest;
        let name = self.take(length);
        let inside = if self.rest.starts_with('(') {
            Some(self.in_parentheses()?)
        } else {
            None
        };
        let function = RuleFunction::ALL.iter().find(|(known, _)| *known == name);
        if let (Some((_, function)), Some(inside)) = (function, inside) {
            return Ok(Expression::Function(*function, self.nested(inside)?.into()));
        }
        let whole = &from[..from.len() - self.rest.len()];
        Ok(Expression::Quantity(whole.parse()?))
    }

    /// Reads an expression that stands in parentheses here.
    fn nested(&self, text: &'a str) -> Result<Expression, String> {
        let mut inner = ExpressionReader {
            rest: text.trim(),
            depth: self.depth,
        };
        let read = inner.sum()?;
        if inner.rest.is_empty() {
            Ok(read)
        } else {
            Err(format!("has `{}` left over", inner.rest))
        }
    }

    /// Takes a pair of parentheses from the front of the text, and returns the text between them.
    fn in_parentheses(&mut self) -> Result<&'a str, String> {
        let mut depth = 0_usize;
        for (at, c) in self.rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                let inside = &self.rest[1..at];
                self.skip(at + 1);
                return Ok(inside);
            }
        }
        Err("has an open parenthesis".into())
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest[..bytes];
        self.skip(bytes);
        taken
    }
}

/// Length in bytes of the number at the beginning of a text.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.iter().skip(from);
        rest.take_while(|it| it.is_ascii_digit() || **it == b'.')
            .count()
    };
    let mut end = digits(0);
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signs = ["-", "+", "−"];
        let after = &text[end + 1..];
        let sign = signs.iter().find(|sign| after.starts_with(*sign));
        let from = end + 1 + sign.map_or(0, |sign| sign.len());
        if digits(from) > 0 {
            end = from + digits(from);
        }
    }
    end
}

/// Length in bytes of the name at the beginning of a text, such as `pca.score`; a hyphen belongs to it where a letter
/// follows, as in `hessian-lle.score`.
fn name_length(text: &str) -> usize {
    let mut end = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let is_hyphen = c == '-' && at > 0 && next.is_some_and(char::is_alphabetic);
        if !(c.is_alphanumeric() || c == '_' || c == '.' || is_hyphen) {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use explorer::{
        analysis::Analyzer,
        setup::{Setup, example},
    };
    use kernel_pca::kpca::Tier;

    #[test]
    fn arithmetic_is_that_of_schools() {
        let setup: Setup = example("five-nodes").unwrap().setup;
        let analysis = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let analysis = analysis.unwrap();
        let found = StepResults {
            analysis: &analysis,
            setup: &setup,
        };
        for (text, value) in [
            ("1 + 2·3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("8 - 2 - 1", 5.0),
            ("8 / 2 / 2", 2.0),
            ("2^3^2", 512.0),
            ("−2^2", -4.0),
            ("- -1e-3", 1e-3),
            ("sqrt(9) − abs(−2)", 1.0),
            ("exp(0)", 1.0),
            ("n*n - 1", 24.0),
            ("n - 1", 4.0),
        ] {
            let read = Expression::read(text).unwrap();
            assert_eq!(read.value(&found), Ok(value), "{text}");
        }
        for (text, reason) in [
            ("", "ends where"),
            ("1 +", "ends where"),
            ("1 2", "left over"),
            ("(1", "open parenthesis"),
            ("1)", "left over"),
            ("n-d", "no quantity `n-d`"),
            ("1.2.3", "where a number is wanted"),
            ("sqrt", "no quantity `sqrt`"),
            ("#", "where a quantity or a number"),
        ] {
            let said = Expression::read(text).unwrap_err();
            assert!(said.contains(reason), "{text}: {said}");
        }
        for deep in [
            "(".repeat(400) + "1" + &")".repeat(400),
            "-".repeat(900),
            "1+".repeat(9000),
        ] {
            assert!(Expression::read(&deep).is_err());
        }
        assert!(Expression::read(&("2^".repeat(499) + "2")).is_ok());
    }
}
