//! Numbers in a lesson's prose: each belongs to a rule, to the setup, or is marked as a definition.

use super::{Claim, LessonStep, Question, QuestionKind};
use explorer::setup::{Setup, differences};

/// Words that multiply the number before them.
const FACTORS: [(&str, f64); 3] = [("%", 0.01), ("million", 1e6), ("thousand", 1e3)];

/// Whole numbers of four digits that are taken for years of publication.
const YEARS: std::ops::RangeInclusive<f64> = 1800.0..=2100.0;

/// Number as it is written, without its sign.
#[derive(Debug, Clone, PartialEq)]
struct WrittenNumber {
    text: String,
    value: f64,
    /// Half of the unit in which its last digit counts.
    close: f64,
    /// Factor of the word after the number, such as 0.01 for "%"; `None` without such a word.
    factor: Option<f64>,
}

impl WrittenNumber {
    /// Returns true where `number` rounds to the written number, as it stands or times its factor, as a percentage
    /// does.
    fn means(&self, number: f64) -> bool {
        let is_near = |factor: f64| {
            (self.value * factor - number.abs()).abs() <= self.close * factor * (1.0 + 1e-9)
        };
        is_near(1.0) || self.factor.is_some_and(is_near)
    }

    /// Returns true where a reader would look for the number among results: not for small whole numbers, which count
    /// things, nor for years, which name papers.
    fn says_something(&self) -> bool {
        let is_whole = !self.text.contains('.');
        let counts = is_whole && self.value < 10.0 && self.factor.is_none();
        let names_a_year = is_whole && self.text.len() == 4 && YEARS.contains(&self.value);
        !counts && !names_a_year
    }
}

/// Finds the numbers of a text; digits that are part of a name, such as `x1`, are none.
fn numbers(text: &str) -> Vec<WrittenNumber> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        if !first.is_ascii_digit() || before.is_alphanumeric() || before == '_' {
            before = first;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let digits = number_length(rest);
        let written = rest[..digits].replace(',', "");
        rest = &rest[digits..];
        before = '0';
        let (mantissa, exponent) = written.split_once('e').unwrap_or((&written, "0"));
        let decimals = mantissa.split_once('.').map_or(0, |(_, after)| after.len());
        let (Ok(value), Ok(exponent)) = (written.parse(), exponent.parse::<i32>()) else {
            continue;
        };
        let after = rest.trim_start_matches([' ', '\u{a0}', '\n']);
        let factor = FACTORS.iter().find(|(word, _)| after.starts_with(word));
        found.push(WrittenNumber {
            close: 0.5 * 10f64.powi(exponent - decimals as i32),
            text: written,
            value,
            factor: factor.map(|(_, factor)| *factor),
        });
    }
    found
}

/// Length in bytes of the number at the beginning of a text: digits, groups of thousands, decimals, an exponent.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let run = |from: usize| (from..bytes.len()).take_while(|at| is_digit(*at)).count();
    let mut end = run(0);
    while bytes.get(end) == Some(&b',') && run(end + 1) == 3 {
        end += 4;
    }
    if bytes.get(end) == Some(&b'.') && is_digit(end + 1) {
        end += 1 + run(end + 1);
    }
    if bytes.get(end) == Some(&b'e') {
        let sign = usize::from(bytes.get(end + 1) == Some(&b'-'));
        if is_digit(end + 1 + sign) {
            end += 1 + sign + run(end + 1 + sign);
        }
    }
    end
}

/// Numbers of a step's texts that no rule carries, as they are written and each once.
pub(super) fn unsupported(step: &LessonStep) -> Vec<String> {
    let question = step.question.as_ref();
    let mut known: Vec<f64> = step.claims.iter().flat_map(carried).collect();
    known.extend(of_setup(&step.setup));
    let mut texts = vec![&step.heading, &step.text];
    texts.extend(&step.screen);
    if let Some(question) = question {
        known.extend(question.claims.iter().flat_map(carried));
        known.extend(question.after.iter().flat_map(of_setup));
        if let QuestionKind::Until(rule) = &question.kind {
            known.extend(numbers(&rule.to_string()).iter().map(|it| it.value));
        }
        texts.extend(said(question));
    }
    let definitions: Vec<WrittenNumber> =
        step.definitions.iter().flat_map(|it| numbers(it)).collect();
    let is_known = |it: &WrittenNumber| {
        definitions.iter().any(|known| known.text == it.text)
            || known.iter().any(|number| it.means(*number))
    };
    let mut found: Vec<String> = Vec::new();
    for number in texts.into_iter().flat_map(|text| numbers(text)) {
        if number.says_something() && !is_known(&number) && !found.contains(&number.text) {
            found.push(number.text);
        }
    }
    found
}

/// True texts of a question: without its wrong answers.
fn said(question: &Question) -> Vec<&String> {
    let mut texts = vec![&question.ask, &question.because];
    texts.extend(&question.paper);
    if let QuestionKind::Choice {
        choices,
        right,
        why,
    } = &question.kind
    {
        texts.extend(choices.get(*right));
        texts.extend(why);
    }
    texts
}

/// Numbers in a rule.
fn carried(claim: &Claim) -> Vec<f64> {
    let numbers = numbers(&claim.rule.to_string()).into_iter();
    numbers.map(|it| it.value).collect()
}

/// Numbers of a setup that differ from the defaults; none where a path in the setup is not Unicode.
fn of_setup(setup: &Setup) -> Vec<f64> {
    let differences = differences(setup).unwrap_or_default();
    differences
        .into_iter()
        .filter_map(|(_, value)| match value {
            toml::Value::Float(number) => Some(number),
            toml::Value::Integer(number) => Some(number as f64),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{parse_lesson, shipped};

    #[test]
    fn numbers_are_found_as_they_are_written() {
        let found = |text: &str| -> Vec<String> {
            let said = numbers(text)
                .into_iter()
                .filter(WrittenNumber::says_something);
            said.map(|it| it.text).collect()
        };
        assert_eq!(
            found("K₁₂ = 50.01² and x12, 45,760 of them; 7 % of 3, 1e-6."),
            ["50.01", "45760", "7"]
        );
        assert_eq!(found("(Mika and others 1998), in 2 steps"), [""; 0]);
    }

    #[test]
    fn a_number_belongs_to_a_rule_that_rounds_to_it() {
        let text = |claims: &str, more: &str| {
            format!(
                "version = 1\ntitle = \"T\"\nsummary = \"S\"\nminutes = 1\n[[step]]\nheading = \"H\"\n\
                 text = \"At γ = 15 it is 97.3 %, or 0.93 of 12 million.\"\nsetup.kernel.gamma = 15.0\n{more}\
                 claims = [{claims}]\n"
            )
        };
        let left = |claims: &str, more: &str| {
            let lesson = parse_lesson(&text(claims, more), Path::new("a.toml")).unwrap();
            unsupported(&lesson.steps[0])
        };
        assert_eq!(left("", ""), ["97.3", "0.93", "12"]);
        let rules = "\"separation(2) = 0.9732\", \"share(1) = 0.926\", \"kernel(1, 2) = 1.21e7\"";
        // 0.926 is 0.93, but 1.21e7 is no 12 million to its last digit … it is: 12.1 rounds to 12.
        assert_eq!(left(rules, ""), [""; 0]);
        assert_eq!(left("\"share(1) = 0.973\"", ""), ["0.93", "12"]);
        assert_eq!(
            left("\"share(1) = 0.974\"", "definitions = [\"0.93\"]\n"),
            ["97.3", "12"]
        );
    }

    #[test]
    fn every_number_of_a_shipped_lesson_is_a_rules_or_a_definition() {
        let mut bare = Vec::new();
        for it in shipped() {
            for (i, step) in it.lesson().unwrap().steps.iter().enumerate() {
                let found = unsupported(step);
                if !found.is_empty() {
                    bare.push(format!("{} {}: {}", it.name, i + 1, found.join("  ")));
                }
            }
        }
        assert!(bare.is_empty(), "{}", bare.join("\n"));
    }
}
