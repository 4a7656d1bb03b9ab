//! Check of a lesson: each step is computed without a window, and its claims are tested.

use super::{
    Claim, Lesson, LessonStep, Question, QuestionKind, Remark, ResultRule, StepResults,
    prose::unsupported, rule::failures,
};
use explorer::{
    analysis::{Analysis, Analyzer},
    setup::Setup,
};
use kernel_pca::kpca::Tier;

/// Outcome of a lesson's check.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckResult {
    /// Number of rules that were to be tested: each claim once, and an `until` twice, before and after the answer.
    pub rules: usize,
    /// Number of rules that do not hold.
    pub broken: usize,
    /// Number of rules whose picture cannot be made.
    pub unchecked: usize,
    /// Rules that do not hold, pictures that cannot be made, and remarks of the lesson.
    pub failures: Vec<Remark>,
    /// Remarks on numbers in the prose that no rule carries, which is no fault.
    pub remarks: Vec<Remark>,
}

impl CheckResult {
    /// Counts of rules in one sentence, such as "1 of 2 rules does not hold".
    #[must_use]
    pub fn counts(&self) -> String {
        let Self {
            rules,
            broken,
            unchecked,
            failures,
            remarks: _,
        } = self;
        let of_rules = |count: usize, one: &str, more: &str| {
            let rest = if count == 1 { one } else { more };
            (count > 0).then(|| format!("{count} of {rules} rules {rest}"))
        };
        let others = failures.len() - broken;
        let faults = if others == 1 { "fault" } else { "faults" };
        let parts = [
            of_rules(*broken, "does not hold", "do not hold"),
            of_rules(*unchecked, "is not checked", "are not checked"),
            (others > 0).then(|| format!("{others} other {faults}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Computes the picture of each step, and that of each answer, and checks their rules.
#[must_use]
pub fn check(lesson: &Lesson) -> CheckResult {
    let mut check = LessonCheck {
        analyzer: Analyzer::default(),
        checked: CheckResult::default(),
    };
    check
        .checked
        .failures
        .extend(lesson.remarks.iter().cloned());
    for step in &lesson.steps {
        check.step(step);
    }
    check.checked
}

struct LessonCheck {
    analyzer: Analyzer,
    checked: CheckResult,
}

impl LessonCheck {
    fn step(&mut self, step: &LessonStep) {
        let question = step.question.as_ref();
        let unsupported = unsupported(step);
        if !unsupported.is_empty() {
            let numbers = unsupported.join(", ");
            self.checked.remarks.push(Remark {
                line: step.line,
                text: format!("in the step's texts and in none of its rules: {numbers}"),
            });
        }
        let Some(analysis) = self.analysis(&step.setup, step.line) else {
            let rules = step.claims.len() + question.map_or(0, Question::rules);
            self.skip(rules);
            return;
        };
        let found = StepResults {
            analysis: &analysis,
            setup: &step.setup,
        };
        self.claims(&step.claims, &found);
        let Some(question) = question else {
            return;
        };
        if let Some(rule) = question.until() {
            let before = || " holds before anything is done".to_owned();
            self.rule(rule, question.line, &found, false, before);
        }
        self.answer(step, question);
    }

    fn answer(&mut self, step: &LessonStep, question: &Question) {
        let setup = question.after.as_ref().unwrap_or(&step.setup);
        let Some(analysis) = self.analysis(setup, question.line) else {
            // The check that `until` does not hold at the start is done already.
            self.skip(question.rules() - usize::from(question.until().is_some()));
            return;
        };
        let analysis = &analysis;
        let found = StepResults { analysis, setup };
        if let Some(rule) = question.until() {
            self.claim(rule, question.line, &found);
        }
        self.claims(&question.claims, &found);
    }

    fn claims(&mut self, claims: &[Claim], found: &StepResults<'_>) {
        let (of_many, of_one): (Vec<&Claim>, _) =
            claims.iter().partition(|claim| claim.rule.is_of_many());
        for Claim { rule, line } in of_one {
            self.claim(rule, *line, found);
        }
        for (Claim { rule, line }, failure) in checked_over(&of_many, found.setup) {
            self.checked.rules += 1;
            if let Some(reason) = failure {
                self.checked.broken += 1;
                self.fail(*line, format!("`{rule}`{reason}"));
            }
        }
    }

    fn claim(&mut self, rule: &ResultRule, line: usize, found: &StepResults<'_>) {
        let otherwise = || format!(" does not hold: {}", rule.told(found));
        self.rule(rule, line, found, true, otherwise);
    }

    /// Tests that a rule holds of the results `found`, or, unless `wanted`, that it does not; on failure, `otherwise`
    /// ends the sentence about the rule.
    fn rule(
        &mut self,
        rule: &ResultRule,
        line: usize,
        found: &StepResults<'_>,
        wanted: bool,
        otherwise: impl FnOnce() -> String,
    ) {
        self.checked.rules += 1;
        let reason = match rule.holds(found) {
            Ok(holds) if holds == wanted => return,
            Ok(_) => otherwise(),
            Err(reason) => format!(": {reason}"),
        };
        self.checked.broken += 1;
        self.fail(line, format!("`{rule}`{reason}"));
    }

    fn analysis(&mut self, setup: &Setup, line: usize) -> Option<Analysis> {
        let mut setup = setup.clone();
        setup.view.panels = setup.view.places();
        let result = self.analyzer.run(&setup, Tier::Exact, &|| false);
        result
            .map_err(|error| self.fail(line, error.to_string()))
            .ok()
    }

    /// Counts rules whose picture cannot be made.
    fn skip(&mut self, rules: usize) {
        self.checked.rules += rules;
        self.checked.unchecked += rules;
    }

    fn fail(&mut self, line: usize, text: String) {
        self.checked.failures.push(Remark { line, text });
    }
}

/// Checks claims that speak of many pictures, and computes each picture once for all claims on it; returns each claim
/// with the reason why it does not hold, or `None`.
fn checked_over<'a>(claims: &[&'a Claim], setup: &Setup) -> Vec<(&'a Claim, Option<String>)> {
    // Of its own, so that the step's results stay.
    let mut analyzer = Analyzer::default();
    let mut left = claims.to_vec();
    let mut checked = Vec::with_capacity(claims.len());
    while let Some(first) = left.first().copied() {
        let (beside, others): (Vec<&Claim>, _) = left
            .iter()
            .copied()
            .partition(|claim| claim.rule.is_beside(&first.rule));
        let rules: Vec<&ResultRule> = beside.iter().map(|claim| &claim.rule).collect();
        let failures = failures(&rules, setup, &mut analyzer);
        checked.extend(beside.into_iter().zip(failures));
        left = others;
    }
    checked
}

impl Question {
    fn until(&self) -> Option<&ResultRule> {
        match &self.kind {
            QuestionKind::Until(rule) => Some(rule),
            QuestionKind::Choice { .. } => None,
        }
    }

    /// Number of rules that the check of the question tests: its claims, and an `until` both before and after the
    /// answer.
    fn rules(&self) -> usize {
        self.claims.len() + 2 * usize::from(self.until().is_some())
    }
}
