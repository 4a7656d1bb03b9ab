//! Kernel PCA Explorer: kernel PCA with scikit-learn's numbers, in a window and on the command line.
//!
//! Data flow one way. A [`setup::Setup`] says everything that makes the picture; [`analysis`]
//! turns it into numbers, each [`panel`] turns numbers into a chart of [`view`], and `ui` and [`export`]
//! draw charts.

#![forbid(unsafe_code)]

#[macro_use(listed)]
extern crate kernel_pca;

pub mod analysis;
pub mod app;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod data;
pub mod error;
pub mod export;
pub mod input;
pub mod insight;
mod io_words;
pub mod lesson;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod panel;
pub mod platform;
pub mod printable;
pub mod setup;
mod typeface;
pub mod ui;
pub mod view;
mod words;
pub mod worker;

pub use error::{Error, Result};
pub use kernel_pca::{
    correspondence, count, eigen, embedding, explain, kernel, kpca, manifold, method, pca,
    preimage, sweep, typed,
};
use kernel_pca::{power_of_two, settled, signs};
