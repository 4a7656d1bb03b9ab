//! Window and dialogs of Linux, macOS and Windows.

mod dialogs;
mod link;
mod window;

pub use dialogs::pick;
pub use link::{arrived, hold_closing, link, show_address, tell};
pub use window::{full_screen, show_window};

/// Memory allocator of program, tests and benches: takes large blocks in huge pages and keeps them between fits.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
