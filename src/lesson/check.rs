//! Runs each step of a lesson without a window and checks what it claims.

use super::{Claim, Found, Lesson, Question, QuestionKind, Step};
use crate::{
    analysis::{Analysis, Analyzer},
    kpca::{Solver, Tier},
    setup::Setup,
};

/// What became of a lesson's check.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Checked {
    /// How many claims and rules were looked at.
    pub rules: usize,
    pub failures: Vec<Failure>,
}

/// Something that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// In the lesson's file, from 1.
    pub line: usize,
    /// In one line.
    pub reason: String,
}

/// Computes the picture of each step, and that of each answer, and checks their rules.
#[must_use]
pub fn check(lesson: &Lesson) -> Checked {
    let mut check = Check {
        analyzer: Analyzer::default(),
        checked: Checked::default(),
    };
    for remark in &lesson.remarks {
        check.checked.rules += 1;
        check.fail(remark.line, remark.text.clone());
    }
    for step in &lesson.steps {
        check.step(step);
    }
    check.checked
}

struct Check {
    analyzer: Analyzer,
    checked: Checked,
}

impl Check {
    fn step(&mut self, step: &Step) {
        let Some(analysis) = self.analysis(&step.setup, step.line) else {
            return;
        };
        let found = Found {
            analysis: &analysis,
            setup: &step.setup,
        };
        self.claims(&step.claims, &found);
        let Some(question) = &step.question else {
            return;
        };
        if let QuestionKind::Until(rule) = &question.kind {
            self.checked.rules += 1;
            match rule.holds(&found) {
                Ok(false) => {}
                Ok(true) => {
                    let reason = format!("`{rule}` holds before anything is done");
                    self.fail(question.line, reason);
                }
                Err(reason) => self.fail(question.line, format!("`{rule}`: {reason}")),
            }
        }
        self.answer(step, question);
    }

    fn answer(&mut self, step: &Step, question: &Question) {
        let setup = question.after.as_ref().unwrap_or(&step.setup);
        let Some(analysis) = self.analysis(setup, question.line) else {
            return;
        };
        let analysis = &analysis;
        let found = Found { analysis, setup };
        if let QuestionKind::Until(rule) = &question.kind {
            let claim = Claim {
                rule: rule.clone(),
                line: question.line,
            };
            self.claims(&[claim], &found);
        }
        self.claims(&question.claims, &found);
    }

    fn claims(&mut self, claims: &[Claim], found: &Found<'_>) {
        for Claim { rule, line } in claims {
            self.checked.rules += 1;
            match rule.holds(found) {
                Ok(true) => {}
                Ok(false) => {
                    let reason = format!("`{rule}` does not hold: {}", rule.told(found));
                    self.fail(*line, reason);
                }
                Err(reason) => self.fail(*line, format!("`{rule}`: {reason}")),
            }
        }
    }

    fn analysis(&mut self, setup: &Setup, line: usize) -> Option<Analysis> {
        let mut setup = setup.clone();
        setup.view.panels = setup.view.places();
        let never = || false;
        let result = self.analyzer.run(&setup, Tier::Exact, Solver::Auto, &never);
        match result {
            Ok(analysis) => Some(analysis),
            Err(error) => {
                self.fail(line, error.to_string());
                None
            }
        }
    }

    fn fail(&mut self, line: usize, reason: String) {
        self.checked.failures.push(Failure { line, reason });
    }
}
