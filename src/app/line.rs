//! Setups as text, copied and pasted: setup lines, and steps of lessons.

use std::fmt::Display;

use super::{App, Dialog, Effect};
use crate::platform::link;
use explorer::setup::{parse_line, portable_line, setup_line};
use lessons::{Draft, DraftStep};
use tabular::printable::printable;

impl App {
    pub(super) fn copy_line(&mut self) {
        let said = "Setup copied as a line: Ctrl V in any window shows this picture";
        self.copy(setup_line(&self.setup), said);
    }

    /// Copies a text and says so, or why there is none.
    pub(super) fn copy<E: Display>(&mut self, text: Result<String, E>, said: &str) {
        match text {
            Ok(text) => self.copy_text(text, said),
            Err(error) => self.notify(&error.to_string(), true),
        }
    }

    pub(super) fn copy_text(&mut self, text: String, said: &str) {
        self.effects.push(Effect::CopyText(text));
        self.notify(said, false);
    }

    /// Copies the address under which a browser shows the setup. A link names files, not where they stand here.
    pub(super) fn copy_link(&mut self) {
        match portable_line(&self.setup) {
            Ok(line) => {
                self.effects.extend(link(&line).map(Effect::CopyText));
                self.notify("Link copied", false);
            }
            Err(error) => self.notify(&error.to_string(), true),
        }
    }

    /// Copies a step to be edited: with the head of a lesson's file where it is the first.
    pub(super) fn copy_step(&mut self) {
        let setup = self.setup.clone();
        let (text, said) = if self.course.is_some() {
            let said = "Step copied: paste it into the file of the lesson";
            (DraftStep::from_view(setup).text(), said)
        } else {
            let said = "Lesson copied: paste it into a file and open that";
            (Draft::from_view(setup).text(), said)
        };
        self.copy(text, said);
    }

    /// Shows the setup of a setup line, or notes in the dialog it was typed into why it is none.
    pub(super) fn open_line(&mut self, line: &str) {
        match parse_line(line) {
            Ok(opened) => {
                self.dialog = None;
                self.show_whole(opened.setup);
                if opened.remarks.is_empty() {
                    self.notify("Opened the setup that was pasted", false);
                } else {
                    self.notify(&opened.remarks.join("; "), true);
                }
            }
            Err(error) => {
                let reason = printable(&error.to_string()).into_owned();
                match &mut self.dialog {
                    Some(Dialog::OpenPath { problem, .. }) => *problem = Some(reason),
                    _ => self.notify(&reason, true),
                }
            }
        }
    }
}
