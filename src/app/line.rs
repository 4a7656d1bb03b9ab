//! Setups as text, copied and pasted: setup lines, and steps of lessons.

use super::{App, Dialog, Edit, Effect};
use crate::{
    lesson::{Draft, DraftStep},
    platform::link,
    printable::printable,
    setup::{parse_line, portable_line, setup_line},
};

impl App {
    pub(super) fn copy_line(&mut self) {
        match setup_line(&self.setup) {
            Ok(line) => {
                self.effects.push(Effect::CopyText(line));
                self.notify(
                    "Setup copied as a line: Ctrl V in any window shows this picture",
                    false,
                );
            }
            Err(error) => self.notify(&error.to_string(), true),
        }
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
        match text {
            Ok(text) => {
                self.effects.push(Effect::CopyText(text));
                self.notify(said, false);
            }
            Err(error) => self.notify(&error.to_string(), true),
        }
    }

    /// Shows the setup of a setup line, or notes in the dialog it was typed into why it is none.
    pub(super) fn open_line(&mut self, line: &str) {
        match parse_line(line) {
            Ok(opened) => {
                self.dialog = None;
                self.edit(Edit::Everything(Box::new(opened.setup)));
                self.fit_plots();
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
