//! Stand-ins for functions that only a page in a browser has: its address, and events from outside the window.

use crate::platform::Arrival;

/// Returns nothing: files arrive through the window.
pub fn arrived() -> Option<Arrival> {
    None
}

/// Does nothing: a window has no address.
pub fn show_address(_line: &str) {}

/// Returns no address: a window has none.
#[must_use]
pub fn link(_line: &str) -> Option<String> {
    None
}

/// Does nothing: screen readers read the window's own accessibility tree.
pub fn tell(_text: &str) {}

/// Does nothing: the window itself asks before it closes.
pub fn hold_closing(_hold: bool) {}
