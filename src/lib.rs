//! Kernel PCA Explorer: the window, the command line, and the work behind them.

#![forbid(unsafe_code)]

#[macro_use(listed)]
extern crate listed;

pub mod app;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod kept;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod platform;
pub mod ui;
mod words;
pub mod worker;
