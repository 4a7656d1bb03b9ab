//! Window and its dialogs.

use std::{future::Future, path::PathBuf, pin::Pin};

use anyhow::{Context as _, bail};
use egui::{ViewportBuilder, ViewportCommand, vec2};
use rfd::{AsyncFileDialog, FileHandle};

use crate::{
    io_words::{without_number, without_place},
    platform::{DialogWish, FileDialog},
};

/// Opens a window of this size in points, and runs the program that `start` makes until it is closed.
///
/// # Errors
/// When there is no display or no graphics, in one line that says what to do instead.
pub fn show_window(
    title: &str,
    [width, height]: [f32; 2],
    start: impl FnOnce(egui::Context) -> anyhow::Result<Box<dyn eframe::App>> + 'static,
) -> anyhow::Result<()> {
    if !has_display() {
        bail!(
            "no display found, so no window can be opened; `kpca-explorer render` draws the same \
             figure and `kpca-explorer fit` computes the same numbers without one"
        );
    }
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title(title)
            .with_app_id("kpca-explorer")
            .with_inner_size(vec2(width, height))
            .with_min_inner_size(vec2(800.0, 480.0))
            .with_drag_and_drop(true),
        // Colours of maps stand for numbers, and there are no others that flow into each other.
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    let start = |creation: &eframe::CreationContext<'_>| Ok(start(creation.egui_ctx.clone())?);
    eframe::run_native(title, options, Box::new(start))
        .map_err(|error| anyhow::anyhow!(without_number(without_place(error))))
        .context("the window could not be opened; `kpca-explorer render` and `fit` need none")
}

/// Returns true where a window system is there. Elsewhere than on Unix one always is.
fn has_display() -> bool {
    if !cfg!(unix) || cfg!(target_os = "macos") {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .into_iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Gives the window all of the screen, or takes it back.
pub fn full_screen(ctx: &egui::Context, full: bool) {
    ctx.send_viewport_cmd(ViewportCommand::Fullscreen(full));
}

/// Seconds after which a dialog that ended without a path was on the screen; one that ends sooner never was, since the
/// system has none.
pub const LEAST_DIALOG_SECONDS: f64 = 0.4;

/// Shows a dialog of the window `parent`, from the first poll on; `None` where nothing was chosen, or the system has
/// no dialogs.
pub fn pick(
    dialog: FileDialog,
    parent: &eframe::Frame,
) -> Pin<Box<dyn Future<Output = Option<PathBuf>>>> {
    let FileDialog {
        title,
        wanted,
        folder,
        kinds,
    } = dialog;
    let mut asked = AsyncFileDialog::new().set_title(title).set_parent(parent);
    // Some systems show nothing at all where the folder has gone.
    if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
        asked = asked.set_directory(folder);
    }
    for (name, extensions) in kinds {
        asked = asked.add_filter(name, extensions);
    }
    let path = |file: Option<FileHandle>| file.map(|file| file.path().to_owned());
    match wanted {
        DialogWish::File => Box::pin(async move { path(asked.pick_file().await) }),
        DialogWish::NewFile(name) => {
            let asked = asked.set_file_name(name);
            Box::pin(async move { path(asked.save_file().await) })
        }
        DialogWish::Folder => Box::pin(async move { path(asked.pick_folder().await) }),
    }
}
