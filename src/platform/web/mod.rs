//! A page's canvas in place of a window, and the functions of the page around it.

mod page;

pub use kpca_bridge::{
    asked, fail, hold_closing, is_heard, is_still, is_touched, tell, tell_problem, tell_result,
    tell_selected,
};
pub use page::{arrived, copy_packed, full_screen, link, pick, show_address, show_window};
