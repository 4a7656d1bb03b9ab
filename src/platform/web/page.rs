//! Canvas of the page in place of a window, and functions of the page around it.

use std::{
    future::Future,
    path::{Path, PathBuf},
    pin::Pin,
    task::Poll,
};

use anyhow::Context as _;
use kpca_bridge::Arrival as Bytes;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlCanvasElement;

use crate::platform::{Arrival, DialogWish, FileDialog, Picked, mirror::MirrorPlugin};
use system::{io_words::without_place, store};

/// Name of the canvas in `index.html`.
const CANVAS: &str = "picture";

thread_local! {
    /// Result of the browser's dialog for a file, `Some(None)` where no file was chosen; `None` until the dialog has
    /// ended.
    static PICKED: std::cell::RefCell<Option<Option<PathBuf>>> = const { std::cell::RefCell::new(None) };
}

/// Starts drawing on the page's canvas with the program that `start` creates.
///
/// # Errors
/// When the page has no canvas.
pub fn show_window(
    _title: &str,
    _size: [f32; 2],
    start: impl FnOnce(egui::Context) -> anyhow::Result<Box<dyn eframe::App>> + 'static,
) -> anyhow::Result<()> {
    let document = web_sys::window().and_then(|window| window.document());
    let canvas = document.and_then(|document| document.get_element_by_id(CANVAS));
    let canvas = canvas.and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok());
    let canvas = canvas.context("the page has no canvas")?;
    std::panic::set_hook(Box::new(|info| kpca_bridge::fail(&info.to_string())));
    wasm_bindgen_futures::spawn_local(async move {
        let options = eframe::WebOptions {
            // Colours of maps stand for numbers, and no other colour gradients are drawn.
            dithering: false,
            ..eframe::WebOptions::default()
        };
        let start = |creation: &eframe::CreationContext<'_>| {
            let ctx = creation.egui_ctx.clone();
            let wake = ctx.clone();
            kpca_bridge::on_arrival(move || wake.request_repaint());
            ctx.add_plugin(MirrorPlugin::new(kpca_bridge::mirror, kpca_bridge::wished));
            Ok(start(ctx)?)
        };
        let runner = eframe::WebRunner::new();
        match runner.start(canvas, options, Box::new(start)).await {
            Ok(()) => kpca_bridge::started(),
            Err(error) => kpca_bridge::fail(&without_place(format!("{error:?}"))),
        }
    });
    Ok(())
}

/// Returns the next event from outside the canvas, and stores the files that came before it.
pub fn arrived() -> Option<Arrival> {
    while let Some(arrival) = kpca_bridge::arrived() {
        match arrival {
            Bytes::Kept(name, bytes) => store(name.as_ref(), bytes),
            Bytes::Opened(name, bytes) => {
                store(name.as_ref(), bytes);
                return Some(Arrival::File(name.into()));
            }
            Bytes::Picked(name, bytes) => {
                store(name.as_ref(), bytes);
                PICKED.set(Some(Some(name.into())));
            }
            Bytes::NotPicked => PICKED.set(Some(None)),
            Bytes::Line(line) => return Some(Arrival::Line(line)),
            Bytes::Theme(name) => {
                return Some(Arrival::Theme {
                    dark: name == "dark",
                });
            }
            Bytes::Present(on) => return Some(Arrival::Present(on)),
            Bytes::Done(text) => return Some(Arrival::Done(text)),
            Bytes::Remark(text) => return Some(Arrival::Remark(text)),
        }
    }
    None
}

/// Returns the page's address for the line of a setup.
#[must_use]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere there is none")]
pub fn link(line: &str) -> Option<String> {
    Some(kpca_bridge::link(line))
}

/// Puts a setup's line into the address, with the name of its file where its data are one.
pub fn show_address(line: &str, file: Option<&Path>) {
    kpca_bridge::show_address(line, file.map(|file| file.display().to_string()));
}

/// Copies the page's address with a setup's line and the file that it names, or says why not.
pub fn copy_packed(line: &str, name: &Path, bytes: &[u8]) {
    kpca_bridge::copy_packed(line, &name.display().to_string(), bytes);
}

/// Switches the page to full screen, or back.
pub fn full_screen(_ctx: &egui::Context, full: bool) {
    kpca_bridge::full_screen(full);
}

/// Shows the browser's dialog for a file to open. A file to write is downloaded under its proposed name, without a
/// dialog.
pub fn pick(dialog: FileDialog, _parent: &eframe::Frame) -> Pin<Box<dyn Future<Output = Picked>>> {
    match dialog.wanted {
        DialogWish::NewFile(name) => Box::pin(std::future::ready(Picked::Path(name.into()))),
        DialogWish::Folder => Box::pin(std::future::ready(Picked::Cancelled)),
        DialogWish::File => {
            let extensions = dialog.kinds.iter().flat_map(|(_, extensions)| extensions);
            let extensions: Vec<String> = extensions.map(|it| format!(".{it}")).collect();
            // A filter of the browser that includes all files names no extensions.
            let any = extensions.iter().any(|it| it == ".*");
            let extensions = if any {
                String::new()
            } else {
                extensions.join(",")
            };
            PICKED.take();
            kpca_bridge::choose(&extensions);
            Box::pin(std::future::poll_fn(|_| match PICKED.take() {
                Some(Some(path)) => Poll::Ready(Picked::Path(path)),
                Some(None) => Poll::Ready(Picked::Cancelled),
                None => Poll::Pending,
            }))
        }
    }
}
