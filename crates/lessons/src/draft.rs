//! Draft of a lesson: its rules are texts, which may be wrong yet.

use super::{
    Claim, Highlight, Lesson, LessonStep, Question, QuestionKind, Remark, ResultRule, SafeMarkdown,
    StepControl, lines::LineNumbers, markdown::visible,
};
use explorer::setup::{Panel, Setup};

#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    pub title: String,
    pub summary: String,
    /// Duration of the lesson in minutes, about.
    pub minutes: u32,
    /// Names of shipped lessons that this lesson builds on.
    pub needs: Vec<String>,
    /// Steps, at least one.
    pub steps: Vec<DraftStep>,
}

/// Step of a draft, see [`LessonStep`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DraftStep {
    pub heading: String,
    pub text: String,
    pub screen: Option<String>,
    pub definitions: Vec<String>,
    pub setup: Setup,
    pub controls: Vec<StepControl>,
    pub highlight: Vec<Highlight>,
    pub present: Vec<Panel>,
    pub question: Option<DraftQuestion>,
    pub claims: Vec<String>,
}

/// Question of a draft, see [`Question`]: with `until` a rule is to be brought about, else one of the choices is
/// right.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DraftQuestion {
    pub ask: String,
    pub paper: Option<String>,
    pub choices: Vec<String>,
    /// Number of the right choice, from 1.
    pub answer: usize,
    /// Reasons why each choice is wrong, one per choice, empty for the right one; or no reasons at all.
    pub why: Vec<String>,
    pub until: Option<String>,
    pub hide: Vec<Panel>,
    pub because: String,
    pub after: Option<Setup>,
    pub claims: Vec<String>,
}

/// Problem of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Index of the step, from 0.
    pub step: usize,
    /// Line in the file, from 1.
    pub line: usize,
    pub reason: String,
}

impl Draft {
    /// Makes a lesson of one step, to be filled with words.
    #[must_use]
    pub fn from_view(setup: Setup) -> Self {
        Self {
            title: "My lesson".into(),
            summary: "What it is about, in a sentence".into(),
            minutes: 10,
            needs: vec![],
            steps: vec![DraftStep::from_view(setup)],
        }
    }

    /// Returns the lesson without wrong rules, and the problems.
    pub(super) fn check(self, lines: &LineNumbers<'_>) -> (Lesson, Vec<Problem>) {
        let mut check = StepCheck {
            step: 0,
            lines,
            problems: vec![],
            remarks: vec![],
        };
        let mut steps = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            steps.push(check.step(step));
            check.step += 1;
        }
        let lesson = Lesson {
            title: visible(&self.title).into(),
            summary: visible(&self.summary).into(),
            steps,
            draft: self,
            folder: None,
            data: vec![],
            remarks: check.remarks,
        };
        (lesson, check.problems)
    }
}

impl DraftStep {
    /// Makes a step that shows a picture, to be filled with words.
    #[must_use]
    pub fn from_view(setup: Setup) -> Self {
        Self {
            heading: "What this picture shows, as a claim".into(),
            text: "A few sentences: what to look at, and why it is so.".into(),
            setup,
            controls: vec![StepControl::GAMMA],
            ..Self::default()
        }
    }
}

impl DraftQuestion {
    /// Makes a question with choices, to be filled with words.
    #[must_use]
    pub fn choice() -> Self {
        Self {
            ask: "What do you expect?".into(),
            choices: vec!["One thing".into(), "Another".into()],
            answer: 1,
            because: "Why it is so.".into(),
            ..Self::default()
        }
    }
}

/// Check of one step's texts.
struct StepCheck<'a> {
    /// Index of the step, from 0.
    step: usize,
    lines: &'a LineNumbers<'a>,
    problems: Vec<Problem>,
    remarks: Vec<Remark>,
}

impl StepCheck<'_> {
    /// Line in the file, from 1, of the field that `names` lead to within the step.
    fn line(&self, names: &[&str]) -> usize {
        let index = self.step.to_string();
        let place: Vec<&str> = ["step", &index]
            .into_iter()
            .chain(names.iter().copied())
            .collect();
        self.lines.line(&place)
    }

    fn wrong(&mut self, names: &[&str], reason: impl Into<String>) {
        let line = self.line(names);
        self.problems.push(Problem {
            step: self.step,
            line,
            reason: reason.into(),
        });
    }

    /// Adds a remark for each link and picture of a text that is not shown.
    fn look_at(&mut self, text: &str, names: &[&str]) {
        let removed = SafeMarkdown::of(text).removed;
        if !removed.is_empty() {
            let line = self.line(names);
            let remark = |text| Remark { line, text };
            self.remarks.extend(removed.into_iter().map(remark));
        }
    }

    fn step(&mut self, step: &DraftStep) -> LessonStep {
        if step.heading.trim().is_empty() {
            self.wrong(&["heading"], "a step has a claim as its heading");
        }
        self.look_at(&step.text, &["text"]);
        if let Some(screen) = &step.screen {
            self.look_at(screen, &["screen"]);
        }
        let panels = step.setup.view.places();
        if step.present.len() > 2 || step.present.iter().any(|it| !panels.contains(it)) {
            let reason = "a lecture room shows one or two of the panels of its step";
            self.wrong(&["present"], reason);
        }
        let mut hidden = step.question.iter().flat_map(|it| &it.hide);
        if hidden.any(|it| !panels.contains(it)) {
            let reason = "only panels of the step can be covered";
            self.wrong(&["question", "hide"], reason);
        }
        LessonStep {
            heading: visible(&step.heading).into(),
            text: step.text.clone(),
            screen: step.screen.clone(),
            definitions: step.definitions.clone(),
            setup: step.setup.clone(),
            controls: step.controls.clone(),
            highlight: step.highlight.clone(),
            present: step.present.clone(),
            claims: self.claims(&step.claims, &["claims"]),
            question: step.question.as_ref().map(|it| self.question(it)),
            line: self.line(&["heading"]),
        }
    }

    fn question(&mut self, question: &DraftQuestion) -> Question {
        const PLACE: &str = "question";
        let texts = [
            (Some(&question.ask), "ask"),
            (Some(&question.because), "because"),
            (question.paper.as_ref(), "paper"),
        ];
        let why = question.why.iter().map(|text| (Some(text), "why"));
        for (text, name) in texts.into_iter().chain(why) {
            self.look_at(text.map_or("", String::as_str), &[PLACE, name]);
        }
        let kind = if let Some(until) = &question.until {
            if question.after.is_none() {
                let reason = "show the answer too: what is to be reached needs a view that obeys the rule (`after`)";
                self.wrong(&[PLACE], reason);
            }
            let rule = self.rule(until, &[PLACE, "until"]);
            if rule.as_ref().is_some_and(ResultRule::is_of_many) {
                let reason = "what is to be reached is seen in one picture, and not `over` many";
                self.wrong(&[PLACE, "until"], reason);
            }
            rule.map(QuestionKind::Until)
        } else {
            if question.choices.len() < 2 {
                self.wrong(&[PLACE, "choices"], "a question has at least two answers");
            } else if question.right().is_none() {
                let reason = format!(
                    "the right answer is one of 1 to {}, not {}",
                    question.choices.len(),
                    question.answer
                );
                self.wrong(&[PLACE, "answer"], reason);
            }
            let blank = question.choices.iter().position(|it| it.trim().is_empty());
            if let Some(i) = blank.filter(|_| question.choices.len() > 1) {
                let reason = format!("answer {} has no words", i + 1);
                self.wrong(&[PLACE, "choices"], reason);
            }
            if !question.why.is_empty() && question.why.len() != question.choices.len() {
                let reason = format!(
                    "there are {} answers, and reasons why for {}: give each answer one, empty for the right one",
                    question.choices.len(),
                    question.why.len()
                );
                self.wrong(&[PLACE, "why"], reason);
            }
            None
        };
        Question {
            ask: question.ask.clone(),
            paper: question.paper.clone(),
            hide: question.hide.clone(),
            // A rule that is none leaves a question without choices.
            kind: kind.unwrap_or_else(|| QuestionKind::Choice {
                choices: question
                    .choices
                    .iter()
                    .map(|it| visible(it).into())
                    .collect(),
                right: question.right().unwrap_or(0),
                why: question.why.clone(),
            }),
            because: question.because.clone(),
            after: question.after.clone(),
            claims: self.claims(&question.claims, &[PLACE, "claims"]),
            line: self.line(&[PLACE]),
        }
    }

    fn claims(&mut self, texts: &[String], place: &[&str]) -> Vec<Claim> {
        let claim = |(i, text): (usize, &String)| {
            let index = i.to_string();
            let place: Vec<&str> = place.iter().copied().chain([index.as_str()]).collect();
            let rule = self.rule(text, &place)?;
            let line = self.line(&place);
            Some(Claim { rule, line })
        };
        texts.iter().enumerate().filter_map(claim).collect()
    }

    fn rule(&mut self, text: &str, place: &[&str]) -> Option<ResultRule> {
        match text.parse::<ResultRule>() {
            Ok(rule) => Some(rule),
            Err(error) => {
                self.wrong(place, error.to_string());
                None
            }
        }
    }
}

impl DraftQuestion {
    /// Index of the right choice, from 0.
    fn right(&self) -> Option<usize> {
        let right = self.answer.checked_sub(1)?;
        (right < self.choices.len()).then_some(right)
    }
}
