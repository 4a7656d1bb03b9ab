//! Stand-ins for functions that only a page in a browser has: its address, and events from outside the window.

use std::path::Path;

use crate::platform::Arrival;

/// Returns nothing: files arrive through the window.
pub fn arrived() -> Option<Arrival> {
    None
}

/// Does nothing: a window has no address.
pub fn show_address(_line: &str, _file: Option<&Path>) {}

/// Does nothing: a window has no address to copy.
pub fn copy_packed(_line: &str, _name: &Path, _bytes: &[u8]) {}

/// Returns no address: a window has none.
#[must_use]
pub fn link(_line: &str) -> Option<String> {
    None
}

/// Does nothing: screen readers read the window's own accessibility tree.
pub fn tell(_text: &str) {}

/// Does nothing: the window itself asks before it closes.
pub fn hold_closing(_hold: bool) {}

/// Returns false: only a browser tells that its reader wants less motion.
#[must_use]
pub fn is_still() -> bool {
    false
}

/// Returns false: only a browser tells that fingers point.
#[must_use]
pub fn is_touched() -> bool {
    false
}

/// Returns false: a window is no part of a page.
#[must_use]
pub fn is_heard() -> bool {
    false
}

/// Does nothing: a window is no part of a page.
pub fn tell_result(
    _description: &str,
    _scores: &[f64],
    _eigenvalues: &[f64],
    _shares: &[f64],
    _labels: &[f64],
) {
}

/// Does nothing: a window is no part of a page.
pub fn tell_selected(_rows: &[u32]) {}

/// Does nothing: a window is no part of a page.
pub fn tell_problem(_text: &str) {}
