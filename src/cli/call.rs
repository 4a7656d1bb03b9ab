//! One call of the program: the flags that were typed, and the remarks beside its result.

use std::{cell::RefCell, collections::BTreeSet};

use clap::{ArgMatches, Command, parser::ValueSource};

use super::output::complain;

/// Typed flags and remarks of the call that a command carries out.
#[derive(Debug, Default)]
pub struct Call {
    /// Long names of the flags that were typed, without dashes.
    typed: BTreeSet<String>,
    remarks: RefCell<Vec<String>>,
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
            .filter_map(|argument| argument.get_long().map(str::to_owned));
        Self {
            typed: typed.collect(),
            remarks: RefCell::default(),
        }
    }

    /// Returns true where one of these flags was typed.
    pub fn any(&self, flags: &[&str]) -> bool {
        flags.iter().any(|flag| self.typed.contains(*flag))
    }

    /// Keeps a remark until it is known how the call ends: one that fails prints a single line.
    pub fn remark(&self, remark: impl Into<String>) {
        self.remarks.borrow_mut().push(remark.into());
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
