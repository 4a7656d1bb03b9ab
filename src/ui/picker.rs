//! File dialog of the system, without ever waiting for it.

use std::{
    future::Future,
    path::PathBuf,
    pin::Pin,
    sync::Arc,
    task::{Context as TaskContext, Poll, Wake, Waker},
};

use crate::{
    app::{Dialog, ReelForm},
    platform::{DialogWish, FileDialog, LEAST_DIALOG_SECONDS, pick},
};
use egui::Context;

/// Extensions of tables to open.
const TABLES: &[&str] = &["csv", "tsv", "txt", "dat", "data", "train", "test"];
/// Extensions of tables with new rows.
const NEW_ROWS: &[&str] = &["csv", "tsv", "txt", "dat", "data"];
/// Extensions of pictures.
const PICTURES: &[&str] = &["png", "svg", "pdf"];

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
    /// Asks for a table to open, from `folder` on; `parent` is the window that the dialog belongs to.
    pub fn open(folder: Option<PathBuf>, parent: &eframe::Frame, now: f64) -> Self {
        let dialog = FileDialog {
            title: "Open a table",
            wanted: DialogWish::File,
            folder,
            kinds: vec![
                ("Tables", TABLES),
                ("Sessions", &["toml"]),
                ("Pictures with their setup", PICTURES),
                ("All files", &["*"]),
            ],
        };
        Self::showing(dialog, PathPurpose::Open, parent, now)
    }

    /// Asks for a table with new rows to project.
    pub fn open_new_rows(folder: Option<PathBuf>, parent: &eframe::Frame, now: f64) -> Self {
        let dialog = FileDialog {
            title: "Open new rows",
            wanted: DialogWish::File,
            folder,
            kinds: vec![("Tables", NEW_ROWS), ("All files", &["*"])],
        };
        Self::showing(dialog, PathPurpose::NewRows, parent, now)
    }

    /// Asks for a session to open.
    pub fn open_session(folder: Option<PathBuf>, parent: &eframe::Frame, now: f64) -> Self {
        let dialog = FileDialog {
            title: "Open a session or a picture",
            wanted: DialogWish::File,
            folder,
            kinds: vec![
                ("Sessions", &["toml"]),
                ("Pictures with their setup", PICTURES),
            ],
        };
        Self::showing(dialog, PathPurpose::Open, parent, now)
    }

    /// Asks where to write what the dialog is about, if it writes, from where something was saved before on.
    pub fn save(
        dialog: &Dialog,
        saved_in: Option<PathBuf>,
        parent: &eframe::Frame,
        now: f64,
    ) -> Option<Self> {
        let (title, to, kinds, extensions): (_, _, _, &[&str]) = match dialog {
            Dialog::SavePicture(options) => ("Save picture", &options.to, "Pictures", PICTURES),
            Dialog::ExportTable(options) => {
                ("Export table", &options.to, "Tables", &["csv", "npy"])
            }
            Dialog::Animation(options) if options.form == ReelForm::Numbered => {
                let dialog = FileDialog {
                    title: "Folder of the pictures",
                    wanted: DialogWish::Folder,
                    folder: saved_in,
                    kinds: vec![],
                };
                return Some(Self::showing(dialog, PathPurpose::Save, parent, now));
            }
            Dialog::Animation(options) if options.form == ReelForm::Sheet => {
                ("Save sheet", &options.to, "Pictures", PICTURES)
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
            folder: saved_in,
            kinds: vec![(kinds, extensions)],
        };
        Some(Self::showing(dialog, PathPurpose::Save, parent, now))
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
            Poll::Ready(None) if now - self.opened_at < LEAST_DIALOG_SECONDS => {
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
