//! One call of the program: the flags that were typed, and the remarks beside its result.

use std::{cell::RefCell, collections::BTreeSet};

use clap::{ArgMatches, Command, parser::ValueSource};

use super::output::complain;
use explorer::setup::SavedData;

/// Typed flags and remarks of the call that a command carries out.
#[derive(Debug, Default)]
pub struct Call {
    /// Names of the arguments that were typed: long ones of flags, without dashes.
    typed: BTreeSet<String>,
    remarks: RefCell<Vec<String>>,
    /// Data of the opened session, which may have changed since it was saved.
    saved: RefCell<Option<SavedData>>,
}

impl Call {
    /// Reads the typed flags from clap's matches: those of the subcommand where there is one.
    pub fn of(mut command: &Command, mut matches: &ArgMatches) -> Self {
        while let Some((name, inner)) = matches.subcommand()
            && let Some(subcommand) = command.find_subcommand(name)
        {
            (command, matches) = (subcommand, inner);
        }
        let is_typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let typed = command
            .get_arguments()
            .filter(|argument| is_typed(argument.get_id().as_str()))
            .map(|argument| argument.get_long().unwrap_or(argument.get_id().as_str()));
        Self {
            typed: typed.map(str::to_owned).collect(),
            ..Self::default()
        }
    }

    /// Returns true where a picture was asked for: anything but a lesson was typed, whatever its value.
    pub fn says_setup(&self) -> bool {
        self.typed.iter().any(|name| name != "lesson")
    }

    /// Returns true where one of these flags was typed.
    pub fn any(&self, flags: &[&str]) -> bool {
        flags.iter().any(|flag| self.typed.contains(*flag))
    }

    /// Keeps a remark until it is known how the call ends: a call that fails prints a single line.
    pub fn remark(&self, remark: impl Into<String>) {
        self.remarks.borrow_mut().push(remark.into());
    }

    /// Keeps remarks as [`remark`](Self::remark) does.
    pub fn remark_all(&self, remarks: impl IntoIterator<Item = String>) {
        self.remarks.borrow_mut().extend(remarks);
    }

    /// Keeps the data of an opened session, to be compared once they have been read.
    pub fn opened(&self, data: Option<SavedData>) {
        self.saved.replace(data);
    }

    /// Removes and returns the data of the opened session.
    pub fn take_saved_data(&self) -> Option<SavedData> {
        self.saved.take()
    }

    /// Adds a remark where the data of the opened session have changed since it was saved.
    pub fn compare_data(&self) {
        let changed = self.take_saved_data().and_then(|data| data.changed());
        self.remarks.borrow_mut().extend(changed);
    }

    /// Prints the remarks so far to standard error, a line each.
    pub fn say_remarks(&self) {
        for remark in self.take_remarks() {
            complain(&remark);
        }
    }

    /// Removes and returns the remarks so far.
    pub fn take_remarks(&self) -> Vec<String> {
        self.remarks.take()
    }

    /// Joins a failure and the remarks before it in one line.
    pub fn with_remarks(&self, failure: &str) -> String {
        let mut parts = vec![failure.to_owned()];
        parts.extend(self.take_remarks());
        parts.join("; ")
    }
}
