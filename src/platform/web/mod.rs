//! A page's canvas in place of a window, and the functions of the page around it.

mod page;

pub use kpca_bridge::{asked, fail, hold_closing, show_address, tell};
pub use page::{arrived, full_screen, link, pick, show_window};
