//! Functions for what only a page in a browser has: an address, events from outside of the window.

use crate::platform::Arrival;

/// Returns nothing: files come through the window.
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

/// Does nothing: the window's own tree is read aloud.
pub fn tell(_text: &str) {}

/// Does nothing: the window asks itself before it closes.
pub fn hold_closing(_hold: bool) {}
