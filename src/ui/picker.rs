//! File dialog of the system, without ever waiting for it.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context as TaskContext, Poll, Wake, Waker},
};

use egui::Context;
use export::TableFormat;
use tabular::usual_endings;

use crate::{
    app::{App, Dialog, Effect, ReelForm},
    platform::{DialogWish, FileDialog, Picked, pick},
};

/// Name of a kind of files, and its extensions.
type FileKind<'a> = (&'static str, &'a [&'static str]);

const SESSIONS: FileKind<'static> = ("Sessions", &["toml"]);
const PICTURES: FileKind<'static> = ("Pictures", &["png", "svg", "pdf"]);
const SHOWN: FileKind<'static> = ("Pictures with their setup", PICTURES.1);
const ALL_FILES: FileKind<'static> = ("All files", &["*"]);

fn owned((name, extensions): &FileKind<'_>) -> (&'static str, Vec<&'static str>) {
    (name, extensions.to_vec())
}

/// System's file dialog that is open.
pub(super) struct Picker {
    future: Pin<Box<dyn Future<Output = Picked>>>,
    pub purpose: PathPurpose,
}

/// Use of the path that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathPurpose {
    Open,
    Save,
    NewRows,
    CleanRows,
}

/// Dialog that asks for the file that the app's open dialog writes, from the folder last saved in; `None` where that
/// dialog writes none.
fn saving(app: &App) -> Option<FileDialog> {
    let folder = app.settings().saved_in.clone();
    let tables = TableFormat::ALL.map(TableFormat::extension);
    let (title, to, kind): (_, _, FileKind<'_>) = match app.dialog()? {
        Dialog::SavePicture(options) => ("Save picture", &options.to, PICTURES),
        Dialog::ExportTable(options) => ("Export table", &options.to, ("Tables", &tables)),
        Dialog::Animation(options) => match options.form {
            ReelForm::Numbered => {
                return Some(FileDialog {
                    title: "Folder of the pictures",
                    wanted: DialogWish::Folder,
                    folder,
                    kinds: vec![],
                });
            }
            ReelForm::Sheet => ("Save sheet", &options.to, PICTURES),
            ReelForm::Gif => ("Save animation", &options.to, ("Animations", &["gif"])),
        },
        Dialog::SaveSession(to) => ("Save session", to, SESSIONS),
        Dialog::SaveLesson(to) => ("Save lesson", to, ("Lessons", &["toml"])),
        Dialog::SaveHandout(to) => ("Save handout", to, ("Pages", &["html"])),
        _ => return None,
    };
    Some(FileDialog {
        title,
        wanted: DialogWish::NewFile(format!("{}.{}", to.suggestion, kind.1[0])),
        folder,
        kinds: vec![owned(&kind)],
    })
}

impl Picker {
    /// Shows the dialog that an effect asks for, if any; `parent` is the window that it belongs to.
    pub fn asked(effect: &Effect, app: &App, parent: &eframe::Frame) -> Option<Self> {
        let endings = usual_endings();
        let tables = ("Tables", &*endings);
        let existing = |title, kinds: &[FileKind<'_>]| FileDialog {
            title,
            wanted: DialogWish::File,
            folder: app.opened_in(),
            kinds: kinds.iter().map(owned).collect(),
        };
        let (dialog, purpose) = match effect {
            Effect::PickFile => {
                let kinds = [tables, SESSIONS, SHOWN, ALL_FILES];
                (existing("Open a table", &kinds), PathPurpose::Open)
            }
            Effect::PickSession => {
                let dialog = existing("Open a session or a picture", &[SESSIONS, SHOWN]);
                (dialog, PathPurpose::Open)
            }
            Effect::PickNewRows => {
                let dialog = existing("Open new rows", &[tables, ALL_FILES]);
                (dialog, PathPurpose::NewRows)
            }
            Effect::PickCleanRows => {
                let dialog = existing("Open clean rows", &[tables, ALL_FILES]);
                (dialog, PathPurpose::CleanRows)
            }
            Effect::PickTarget => (saving(app)?, PathPurpose::Save),
            _ => return None,
        };
        Some(Self {
            future: pick(dialog, parent),
            purpose,
        })
    }

    /// Outcome, once the dialog has ended. The window is woken when there is something to ask again.
    pub fn poll(&mut self, ctx: &Context) -> Option<Picked> {
        let waker = Waker::from(Arc::new(Repaint(ctx.clone())));
        let mut context = TaskContext::from_waker(&waker);
        match self.future.as_mut().poll(&mut context) {
            Poll::Pending => None,
            Poll::Ready(picked) => Some(picked),
        }
    }
}

struct Repaint(Context);

impl Wake for Repaint {
    fn wake(self: Arc<Self>) {
        self.0.request_repaint();
    }
}
