//! Window and dialogs of Linux, macOS and Windows.

mod link;
mod window;

pub use link::{arrived, hold_closing, link, show_address, tell};
pub use window::{LEAST_DIALOG_SECONDS, full_screen, pick, show_window};

/// Memory allocator of program, tests and benches: takes large blocks in huge pages and keeps them between fits.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
