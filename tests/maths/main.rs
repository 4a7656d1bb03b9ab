//! What the numbers must be: references, identities, and every solver against the dense one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod explain;
mod identities;
mod parity;
mod solvers;
