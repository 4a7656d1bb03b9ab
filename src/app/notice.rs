//! News of the window: the line about a finished action, and what is said to those who do not see the picture.

use super::App;
use explorer::view::summary;
use tabular::printable::printable;

/// Seconds for which the line about a finished action stays.
const NOTICE_SECONDS: f64 = 6.0;

/// Line about a finished action.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    pub text: String,
    pub kind: NoticeKind,
    /// Time at which it disappears, in seconds.
    pub(super) until: f64,
}

/// Kind of news that a notice brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    Done,
    /// Remark on neither a success nor a failure, such as choices that did not fit other data.
    Remark,
    Failed,
}

impl App {
    /// Sentence for those who do not see the picture: why there is none, the last action, or what is shown.
    #[must_use]
    pub fn spoken(&self) -> Option<String> {
        if let Some(problem) = &self.problem {
            return Some(problem.clone());
        }
        if let Some(notice) = &self.notice {
            return Some(notice.text.clone());
        }
        let exact = self.analysis().filter(|_| self.is_exact());
        exact.map(|analysis| summary(analysis))
    }

    /// Reason why there is no picture, or why the last action failed.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        let failed = self
            .notice
            .as_ref()
            .filter(|it| it.kind == NoticeKind::Failed);
        self.problem.as_deref().or(failed.map(|it| &*it.text))
    }

    /// Shows a remark on something that happened outside of the window, as a failure is shown.
    pub fn remark(&mut self, remark: &str) {
        self.notify(remark, true);
    }

    /// Says that something outside of the window was done.
    pub fn say(&mut self, done: &str) {
        self.notify(done, false);
    }

    pub(super) fn notify(&mut self, text: &str, failed: bool) {
        let kind = if failed {
            NoticeKind::Failed
        } else {
            NoticeKind::Done
        };
        self.notify_as(kind, text);
    }

    pub(super) fn notify_as(&mut self, kind: NoticeKind, text: &str) {
        self.notice = Some(Notice {
            text: printable(text).into_owned(),
            kind,
            until: self.now + NOTICE_SECONDS,
        });
    }
}
