//! What only a page in a browser has: an address, news from outside of the window.

use crate::platform::Arrival;

/// Nothing: files come through the window.
pub fn arrived() -> Option<Arrival> {
    None
}

/// Nothing: a window has no address.
pub fn show_address(_line: &str) {}

/// Nothing: the window's own tree is read aloud.
pub fn tell(_text: &str) {}

/// Nothing: the window asks itself before it closes.
pub fn hold_closing(_hold: bool) {}
