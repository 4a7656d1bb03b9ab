//! Setups as text, copied and pasted: setup lines, and steps of lessons.

use std::fmt::Display;

use super::{App, Dialog, Effect};
use crate::platform::{copy_packed, link};
use explorer::setup::{
    OpenedSession, View, checksum_of, line_with_data, parse_line, portable_line, setup_line,
};
use lessons::{Draft, DraftStep};
use system::input::{self, ContentKind};
use tabular::{Source, printable::printable};

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

    /// Copies the address under which a browser shows the setup. The link names files without their folders.
    pub(super) fn copy_link(&mut self) {
        match portable_line(&self.setup) {
            Ok(line) => {
                self.effects.extend(link(&line).map(Effect::CopyText));
                self.notify("Link copied", false);
            }
            Err(error) => self.notify(&error.to_string(), true),
        }
    }

    /// Copies a link that holds the setup and its table, compressed within the address.
    pub(super) fn copy_link_with_table(&mut self) {
        let Source::File(file) = &self.setup.source else {
            return;
        };
        let bytes = match input::bytes(&file.path, ContentKind::Table) {
            Ok(bytes) => bytes,
            Err(error) => return self.notify(&error.to_string(), true),
        };
        match line_with_data(&self.setup, &checksum_of(&bytes)) {
            Ok(line) => copy_packed(&line, &file.path, &bytes),
            Err(error) => self.notify(&error.to_string(), true),
        }
    }

    /// Copies the setup as text for a lesson's file: one more step where a lesson is open, else a whole lesson.
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

    /// Shows the setup of a line that the page's address holds now. Panels stay where `keeps_panels` asks for that and
    /// the line names none.
    pub fn follow_address(&mut self, line: &str, keeps_panels: bool) {
        match parse_line(line) {
            Ok(mut opened) => {
                let view = &mut opened.setup.view;
                if keeps_panels && view.arrangement() == View::default().arrangement() {
                    view.arrange(self.setup.view.arrangement());
                }
                self.show_line(opened, None);
            }
            Err(error) => self.notify(&printable(&error.to_string()), true),
        }
    }

    fn show_line(&mut self, opened: OpenedSession, said: Option<&str>) {
        self.dialog = None;
        self.saved_data = opened.data;
        self.show_whole(opened.setup);
        if !opened.remarks.is_empty() {
            self.notify(&opened.remarks.join("; "), true);
        } else if let Some(said) = said {
            self.notify(said, false);
        }
    }

    /// Shows the setup of a setup line, or notes in the dialog it was typed into why it is none.
    pub(super) fn open_line(&mut self, line: &str) {
        match parse_line(line) {
            Ok(opened) => self.show_line(opened, Some("Opened the setup that was pasted")),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::Command, worker::Inline};
    use explorer::setup::{Panel, Setup};
    use kernel_pca::kernel::Gamma;

    /// Advances the app until it has answered, or shows why not.
    fn settled(app: &mut App) {
        for _ in 0..20 {
            app.tick(app.now() + 1.0);
        }
    }

    #[test]
    fn a_file_that_is_brought_for_a_line_keeps_its_setup() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.csv");
        let mut setup = Setup {
            source: Source::File("elsewhere/own.csv".into()),
            ..Setup::welcome()
        };
        setup.kernel.gamma = Gamma::Value(3.0);
        let mut app = App::new(setup, Box::<Inline>::default());
        settled(&mut app);
        assert!(app.problem().is_some() && app.shown().is_none());
        std::fs::write(&path, "a,b\n1,2\n3,5\n4,4\n9,1\n").unwrap();
        app.apply(Command::OpenPath(path.clone()));
        settled(&mut app);
        assert_eq!(app.setup().kernel.gamma, Gamma::Value(3.0));
        assert!(app.is_exact(), "{:?}", app.problem());
        // Once it is read, opening it begins anew, as with any other file.
        app.apply(Command::OpenPath(path));
        assert_eq!(app.setup().kernel.gamma, Gamma::Median);
    }

    #[test]
    fn the_address_is_followed_without_a_word() {
        let mut app = App::new(Setup::welcome(), Box::<Inline>::default());
        app.follow_address("version=1, kernel.gamma=3.0", false);
        assert_eq!(app.setup().kernel.gamma, Gamma::Value(3.0));
        assert!(app.notice().is_none());
        let first = "version=1, view.panels=[\"kpca\"]";
        app.follow_address(first, true);
        assert_eq!(app.setup().view.places()[0], Panel::Kpca);
        // A part of another page keeps the panels that it was given.
        app.follow_address("version=1, kernel.gamma=4.0", true);
        assert_eq!(app.setup().view.places()[0], Panel::Kpca);
        app.follow_address("version=1, kernel.gamma=4.0", false);
        assert_eq!(app.setup().view.places()[0], Panel::Input);
        app.follow_address("version=1, kernel.gamma=-1", true);
        assert!(app.notice().is_some());
    }
}
