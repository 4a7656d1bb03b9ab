//! The system's file dialog, without ever waiting for it.

use std::{
    future::Future,
    path::PathBuf,
    pin::Pin,
    sync::Arc,
    task::{Context as TaskContext, Poll, Wake, Waker},
};

use egui::Context;
use rfd::{AsyncFileDialog, FileHandle};

/// A dialog that ends sooner than this was never on the screen.
const TOO_SOON_SECONDS: f64 = 0.4;

/// An open dialog.
pub(super) struct Picker {
    future: Pin<Box<dyn Future<Output = Option<FileHandle>>>>,
    pub purpose: Purpose,
    opened_at: f64,
}

/// What the path is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Open,
    Save,
    NewRows,
}

/// How a dialog ended.
#[derive(Debug, PartialEq)]
pub(super) enum Picked {
    Path(PathBuf),
    Cancelled,
    /// The system has no dialog to show.
    Unavailable,
}

impl Picker {
    /// Asks for a table to open; `parent` is the window that the dialog belongs to.
    pub fn open(parent: &eframe::Frame, now: f64) -> Self {
        let kinds: &[&str] = &["csv", "tsv", "txt", "dat", "data", "train", "test"];
        let dialog = AsyncFileDialog::new()
            .set_title("Open a table")
            .add_filter("Tables", kinds)
            .add_filter("Sessions", &["toml"])
            .add_filter("All files", &["*"]);
        Self::opening(dialog, Purpose::Open, parent, now)
    }

    /// Asks for a table with new rows to project.
    pub fn open_new_rows(parent: &eframe::Frame, now: f64) -> Self {
        let dialog = AsyncFileDialog::new()
            .set_title("Open new rows")
            .add_filter("Tables", &["csv", "tsv", "txt", "dat", "data"])
            .add_filter("All files", &["*"]);
        Self::opening(dialog, Purpose::NewRows, parent, now)
    }

    /// Asks for a session to open.
    pub fn open_session(parent: &eframe::Frame, now: f64) -> Self {
        let dialog = AsyncFileDialog::new()
            .set_title("Open a session")
            .add_filter("Sessions", &["toml"]);
        Self::opening(dialog, Purpose::Open, parent, now)
    }

    /// Asks where to write a table.
    pub fn save_table(parent: &eframe::Frame, now: f64) -> Self {
        let dialog = AsyncFileDialog::new()
            .set_title("Export table")
            .set_file_name("scores.csv")
            .add_filter("Tables", &["csv", "npy"]);
        Self::saving(dialog, parent, now)
    }

    /// Asks where to write a session.
    pub fn save_session(parent: &eframe::Frame, now: f64) -> Self {
        let dialog = AsyncFileDialog::new()
            .set_title("Save session")
            .set_file_name("session.toml")
            .add_filter("Sessions", &["toml"]);
        Self::saving(dialog, parent, now)
    }

    /// Asks where to write a picture.
    pub fn save_picture(parent: &eframe::Frame, now: f64) -> Self {
        let dialog = AsyncFileDialog::new()
            .set_title("Save picture")
            .set_file_name("kernel-pca.png")
            .add_filter("Pictures", &["png", "svg", "pdf"]);
        Self::saving(dialog, parent, now)
    }

    fn opening(
        dialog: AsyncFileDialog,
        purpose: Purpose,
        parent: &eframe::Frame,
        now: f64,
    ) -> Self {
        Self {
            future: Box::pin(dialog.set_parent(parent).pick_file()),
            purpose,
            opened_at: now,
        }
    }

    fn saving(dialog: AsyncFileDialog, parent: &eframe::Frame, now: f64) -> Self {
        Self {
            future: Box::pin(dialog.set_parent(parent).save_file()),
            purpose: Purpose::Save,
            opened_at: now,
        }
    }

    /// How it ended, once it has. The window is woken when there is something to ask again.
    pub fn poll(&mut self, ctx: &Context, now: f64) -> Option<Picked> {
        let waker = Waker::from(Arc::new(Repaint(ctx.clone())));
        match self
            .future
            .as_mut()
            .poll(&mut TaskContext::from_waker(&waker))
        {
            Poll::Pending => None,
            Poll::Ready(Some(file)) => Some(Picked::Path(file.path().to_owned())),
            Poll::Ready(None) if now - self.opened_at < TOO_SOON_SECONDS => {
                Some(Picked::Unavailable)
            }
            Poll::Ready(None) => Some(Picked::Cancelled),
        }
    }
}

struct Repaint(Context);

impl Wake for Repaint {
    fn wake(self: Arc<Self>) {
        self.0.request_repaint();
    }
}
