//! Address of a page that names the setup of its picture, so that it can be copied.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{
    app::App,
    platform::{link, show_address},
};
use explorer::setup::{Setup, checksum, line_with_data, setup_line};
use system::modified;
use tabular::Source;

/// Seconds for which a setup rests before the address names it: a slider that moves would fill the browser's
/// history.
const REST: f64 = 0.4;

/// Setup that the page's address names, and the setup to be named next.
#[derive(Debug, Default)]
pub(super) struct Address {
    named: Option<Setup>,
    next: Option<(Setup, f64)>,
    /// Data file with its time of modification and its checksum.
    data: Option<(PathBuf, Option<SystemTime>, String)>,
}

impl Address {
    /// Follows the app's setup at time `now` in seconds; returns the seconds until there is something to do, if
    /// there is.
    pub fn follow(&mut self, app: &App, now: f64) -> Option<f64> {
        let setup = app.setup();
        if self.named.as_ref() == Some(setup) {
            self.next = None;
            return None;
        }
        // A file that is opened may be refused yet, and what is refused has no picture.
        if app.opens().is_some() || app.problem().is_some() {
            self.next = None;
            return app.problem().is_none().then_some(REST);
        }
        let since = match &self.next {
            Some((next, since)) if next == setup => *since,
            _ => {
                self.next = Some((setup.clone(), now));
                now
            }
        };
        if now - since < REST {
            return Some(since + REST - now);
        }
        let file = match &setup.source {
            Source::File(file) => Some(&*file.path),
            _ => None,
        };
        let crc32 = file.and_then(|file| self.checksum(file));
        // A setup that has no line has a path that is no text, and a page has no such path.
        let line = match crc32 {
            Some(crc32) => line_with_data(setup, crc32),
            None => setup_line(setup),
        };
        if let Ok(line) = line {
            show_address(&line, file);
        }
        self.named = Some(setup.clone());
        self.next = None;
        None
    }

    /// Checksum of a data file, computed again only where the file has changed; `None` where there is no page address
    /// or the file cannot be read.
    fn checksum(&mut self, path: &Path) -> Option<&str> {
        link("")?;
        let written = modified(path);
        if self
            .data
            .as_ref()
            .is_none_or(|(its, when, _)| its != path || *when != written)
        {
            self.data = Some((path.to_owned(), written, checksum(path).ok()?));
        }
        self.data.as_ref().map(|(.., crc32)| &**crc32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::Command, worker::Inline};
    use explorer::setup::examples;

    #[test]
    fn a_setup_is_named_once_it_rests() {
        let mut app = App::new(Setup::welcome(), Box::<Inline>::default());
        let mut address = Address::default();
        assert_eq!(address.follow(&app, 0.0), Some(REST));
        assert!(address.follow(&app, 0.3).is_some_and(|left| left < 0.2));
        app.apply(Command::Example(examples()[1].name));
        let left = address.follow(&app, 0.39);
        assert!(left.is_some_and(|left| left > 0.3), "it moved again");
        assert_eq!(address.named, None);
        assert_eq!(address.follow(&app, 1.0), None);
        assert_eq!(address.named.as_ref(), Some(app.setup()));
        assert_eq!(address.follow(&app, 9.0), None);
    }

    #[test]
    fn a_setup_that_is_refused_is_never_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bad.csv");
        std::fs::write(&path, "a,b\nx,y\nz,w\n").unwrap();
        let mut app = App::new(Setup::welcome(), Box::<Inline>::default());
        let mut address = Address::default();
        let follow = |address: &mut Address, app: &mut App| {
            for _ in 0..20 {
                app.tick(app.now() + 1.0);
                address.follow(app, app.now());
            }
        };
        follow(&mut address, &mut app);
        let before = address.named.clone();
        assert!(before.is_some());
        app.apply(Command::OpenPath(path));
        follow(&mut address, &mut app);
        assert!(app.problem().is_some());
        assert_ne!(app.setup(), before.as_ref().unwrap());
        assert_eq!(address.named, before);
    }
}
