//! Interface to the window system: the window, its dialogs, and events from outside.
//!
//! Two folders define the same names: `native` for Linux, macOS and Windows, and `web` for a page in a browser. No
//! other code distinguishes the two.

mod dialog;
#[cfg(any(test, target_arch = "wasm32"))]
mod mirror;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
use native as here;
#[cfg(target_arch = "wasm32")]
use web as here;

use std::path::PathBuf;

pub use dialog::{DialogWish, FileDialog, Picked};
pub use here::{
    arrived, copy_packed, full_screen, hold_closing, is_heard, is_still, is_touched, link, pick,
    show_address, show_window, tell, tell_problem, tell_result, tell_selected,
};
#[cfg(target_arch = "wasm32")]
pub use web::{asked, fail};

/// Event that comes from outside the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// File to open.
    File(PathBuf),
    /// Setup line that the page's address now holds.
    Line(String),
    /// Sentence on a success outside of the window, to be shown.
    Done(String),
    /// Dark theme, or the light one.
    Theme { dark: bool },
    /// Request to begin a presentation, or with false to end it.
    Present(bool),
    /// Sentence on a failure outside of the window, to be shown.
    Remark(String),
}
