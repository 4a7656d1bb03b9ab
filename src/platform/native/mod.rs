//! Window and dialogs of Linux, macOS and Windows.

mod dialogs;
mod link;
mod window;

pub use dialogs::pick;
pub use link::{
    arrived, copy_packed, hold_closing, is_heard, is_still, is_touched, link, show_address, tell,
    tell_problem, tell_result, tell_selected,
};
pub use window::{full_screen, show_window};

/// Memory allocator of program, tests and benches: takes large blocks in huge pages and keeps them between fits.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
