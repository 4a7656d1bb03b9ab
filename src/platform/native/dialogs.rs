//! File dialogs of the desktop.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Once,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use log::{LevelFilter, Log, Metadata, Record};
use rfd::{AsyncFileDialog, FileHandle};

use crate::platform::{DialogWish, FileDialog, Picked};
use system::{CancelCheck, unless_cancelled};

/// Time for which the window stands still, at most, to find out whether a dialog's folder is there: as long as a
/// click may take to have an effect.
const FOLDER_PATIENCE: Duration = Duration::from_millis(100);

/// Number of dialogs that could not be shown.
static FAILED: AtomicUsize = AtomicUsize::new(0);

/// Logger that counts the dialogs that `rfd` could not show. `rfd` returns `None` also where the user chose nothing,
/// and gives the reason in its log alone.
struct FailedDialogs;

impl FailedDialogs {
    /// Beginning of the message that `rfd` logs once the last way of showing a dialog has failed, as in "Failed to pick
    /// file with zenity: No such file or directory".
    const SAID: &str = "Failed to ";

    /// Installs the logger, once for the process.
    fn listen() {
        static LISTENS: Once = Once::new();
        LISTENS.call_once(|| {
            if log::set_logger(&Self).is_ok() {
                log::set_max_level(LevelFilter::Error);
            }
        });
    }
}

impl Log for FailedDialogs {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("rfd::")
    }

    fn log(&self, record: &Record<'_>) {
        let said = record.args().to_string();
        if self.enabled(record.metadata())
            && said.starts_with(Self::SAID)
            && said.contains("zenity")
        {
            FAILED.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn flush(&self) {}
}

/// Shows a dialog over the window `parent` when first polled.
pub fn pick(dialog: FileDialog, parent: &eframe::Frame) -> Pin<Box<dyn Future<Output = Picked>>> {
    Box::pin(shown(dialog, AsyncFileDialog::new().set_parent(parent)))
}

async fn shown(dialog: FileDialog, placed: AsyncFileDialog) -> Picked {
    let FileDialog {
        title,
        wanted,
        folder,
        kinds,
    } = dialog;
    FailedDialogs::listen();
    let failed = FAILED.load(Ordering::SeqCst);
    let mut asked = placed.set_title(title);
    // Some systems show no dialog where the folder no longer exists, and a share may not answer.
    let since = Instant::now();
    let is_there = move |_: CancelCheck<'_>| folder.filter(|folder| folder.is_dir());
    let folder = unless_cancelled(&|| since.elapsed() > FOLDER_PATIENCE, is_there);
    if let Some(folder) = folder.flatten() {
        asked = asked.set_directory(folder);
    }
    for (name, extensions) in kinds {
        asked = asked.add_filter(name, &extensions);
    }
    let file: Option<FileHandle> = match wanted {
        DialogWish::File => asked.pick_file().await,
        DialogWish::NewFile(name) => asked.set_file_name(name).save_file().await,
        DialogWish::Folder => asked.pick_folder().await,
    };
    match file {
        Some(file) => Picked::Path(file.path().to_owned()),
        None if FAILED.load(Ordering::SeqCst) > failed => Picked::Unavailable,
        None => Picked::Cancelled,
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{
        env, fs,
        os::unix::fs::PermissionsExt,
        path::Path,
        process::Command,
        sync::Arc,
        task::{Context, Poll, Wake, Waker},
        thread::{self, Thread},
    };

    use super::*;

    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    /// Environment variable that says how the dialog of the test is to end.
    const EXPECTED: &str = "DIALOG_ENDS";

    #[test]
    #[ignore = "it asks for a dialog, on a system that the test below makes"]
    fn a_dialog_is_asked_for() {
        let dialog = FileDialog {
            title: "Open",
            wanted: DialogWish::File,
            folder: None,
            kinds: vec![],
        };
        let mut future = Box::pin(shown(dialog, AsyncFileDialog::new()));
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let picked = loop {
            match future.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(picked) => break picked,
                Poll::Pending => thread::park(),
            }
        };
        assert_eq!(format!("{picked:?}"), env::var(EXPECTED).unwrap());
    }

    #[test]
    fn how_a_dialog_ends_is_told_by_its_reason_and_not_by_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let ends = |programs: &Path, expected: &str| {
            let mut child = Command::new(env::current_exe().unwrap());
            let name = "platform::native::dialogs::tests::a_dialog_is_asked_for";
            child.args(["--exact", name, "--ignored"]);
            child
                .env("PATH", programs)
                .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
                .env(EXPECTED, expected);
            let output = child.output().unwrap();
            assert!(output.status.success(), "{expected}: {output:?}");
        };
        ends(folder.path(), "Unavailable");
        // A dialog that ends at once was cancelled all the same.
        let zenity = folder.path().join("zenity");
        for (script, expected) in [("exit 1", "Cancelled"), ("echo /a.csv", "Path(\"/a.csv\")")] {
            fs::write(&zenity, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&zenity, fs::Permissions::from_mode(0o755)).unwrap();
            ends(folder.path(), expected);
        }
    }
}
