//! File dialog of the system, without ever waiting for it.

use std::{
    future::Future,
    path::PathBuf,
    pin::Pin,
    sync::Arc,
    task::{Context as TaskContext, Poll, Wake, Waker},
};

use crate::{
    app::Dialog,
    platform::{DialogWish, FileDialog, pick},
};
use egui::Context;

/// Extensions of tables to open.
const TABLES: &[&str] = &["csv", "tsv", "txt", "dat", "data", "train", "test"];
/// Extensions of tables with new rows.
const NEW_ROWS: &[&str] = &["csv", "tsv", "txt", "dat", "data"];
/// Extensions of pictures.
const PICTURES: &[&str] = &["png", "svg", "pdf"];

/// Seconds after which a dialog that ended was on the screen; one that ends sooner never was.
const TOO_SOON_SECONDS: f64 = 0.4;

/// Open dialog.
pub(super) struct Picker {
    future: Pin<Box<dyn Future<Output = Option<PathBuf>>>>,
    pub purpose: PathPurpose,
    opened_at: f64,
}

/// Use of the path that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathPurpose {
    Open,
    Save,
    NewRows,
}

/// Outcome of a dialog.
#[derive(Debug, PartialEq)]
pub(super) enum PickOutcome {
    Path(PathBuf),
    Cancelled,
    /// Failure to open: the system has no dialog to show.
    Unavailable,
}

impl Picker {
    /// Asks for a table to open; `parent` is the window that the dialog belongs to.
    pub fn open(parent: &eframe::Frame, now: f64) -> Self {
        let kinds = vec![
            ("Tables", TABLES),
            ("Sessions", &["toml"]),
            ("Pictures with their setup", PICTURES),
            ("All files", &["*"]),
        ];
        Self::opening("Open a table", kinds, PathPurpose::Open, parent, now)
    }

    /// Asks for a table with new rows to project.
    pub fn open_new_rows(parent: &eframe::Frame, now: f64) -> Self {
        let kinds = vec![("Tables", NEW_ROWS), ("All files", &["*"])];
        Self::opening("Open new rows", kinds, PathPurpose::NewRows, parent, now)
    }

    /// Asks for a session to open.
    pub fn open_session(parent: &eframe::Frame, now: f64) -> Self {
        let kinds = vec![
            ("Sessions", &["toml"][..]),
            ("Pictures with their setup", PICTURES),
        ];
        Self::opening(
            "Open a session or a picture",
            kinds,
            PathPurpose::Open,
            parent,
            now,
        )
    }

    /// Asks where to write the file of an open dialog, if that writes one.
    pub fn save(dialog: &Dialog, parent: &eframe::Frame, now: f64) -> Option<Self> {
        let (title, to, kinds, extensions): (_, _, _, &[&str]) = match dialog {
            Dialog::SavePicture(options) => ("Save picture", &options.to, "Pictures", PICTURES),
            Dialog::ExportTable(options) => {
                ("Export table", &options.to, "Tables", &["csv", "npy"])
            }
            Dialog::Animation(options) if options.numbered => {
                let title = "Folder of the pictures";
                let dialog = FileDialog {
                    title,
                    wanted: DialogWish::Folder,
                    kinds: vec![],
                };
                return Some(Self::showing(dialog, PathPurpose::Save, parent, now));
            }
            Dialog::Animation(options) => ("Save animation", &options.to, "Animations", &["gif"]),
            Dialog::SaveSession(to) => ("Save session", to, "Sessions", &["toml"]),
            Dialog::SaveLesson(to) => ("Save lesson", to, "Lessons", &["toml"]),
            Dialog::SaveHandout(to) => ("Save handout", to, "Pages", &["html"]),
            _ => return None,
        };
        let dialog = FileDialog {
            title,
            wanted: DialogWish::NewFile(format!("{}.{}", to.suggestion, extensions[0])),
            kinds: vec![(kinds, extensions)],
        };
        Some(Self::showing(dialog, PathPurpose::Save, parent, now))
    }

    fn opening(
        title: &'static str,
        kinds: Vec<(&'static str, &'static [&'static str])>,
        purpose: PathPurpose,
        parent: &eframe::Frame,
        now: f64,
    ) -> Self {
        let wanted = DialogWish::File;
        let dialog = FileDialog {
            title,
            wanted,
            kinds,
        };
        Self::showing(dialog, purpose, parent, now)
    }

    fn showing(dialog: FileDialog, purpose: PathPurpose, parent: &eframe::Frame, now: f64) -> Self {
        Self {
            future: pick(dialog, parent),
            purpose,
            opened_at: now,
        }
    }

    /// Outcome, once the dialog has ended. The window is woken when there is something to ask again.
    pub fn poll(&mut self, ctx: &Context, now: f64) -> Option<PickOutcome> {
        let waker = Waker::from(Arc::new(Repaint(ctx.clone())));
        match self
            .future
            .as_mut()
            .poll(&mut TaskContext::from_waker(&waker))
        {
            Poll::Pending => None,
            Poll::Ready(Some(path)) => Some(PickOutcome::Path(path)),
            Poll::Ready(None) if now - self.opened_at < TOO_SOON_SECONDS => {
                Some(PickOutcome::Unavailable)
            }
            Poll::Ready(None) => Some(PickOutcome::Cancelled),
        }
    }
}

struct Repaint(Context);

impl Wake for Repaint {
    fn wake(self: Arc<Self>) {
        self.0.request_repaint();
    }
}
