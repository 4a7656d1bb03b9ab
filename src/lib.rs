//! Kernel PCA Explorer: kernel PCA with scikit-learn's numbers, in a window and on the command line.
//!
//! Data flow one way. A [`setup::Setup`] says everything that makes the picture; [`analysis`]
//! turns it into numbers, each [`panel`] turns numbers into a chart of [`view`], and `ui` and [`export`]
//! draw charts.

#![forbid(unsafe_code)]

pub mod analysis;
pub mod app;
pub mod cli;
pub mod correspondence;
pub mod count;
pub mod data;
pub mod eigen;
pub mod embedding;
pub mod error;
pub mod explain;
pub mod export;
pub mod input;
mod io_words;
pub mod kernel;
pub mod kpca;
pub mod lesson;
pub mod manifold;
pub mod method;
pub mod panel;
pub mod pca;
mod power_of_two;
pub mod preimage;
pub mod printable;
pub mod setup;
mod signs;
pub mod sweep;
pub mod typed;
pub mod ui;
pub mod view;
pub mod worker;

pub use error::{Error, Result};

/// Large blocks in huge pages, kept between fits; the program, tests and benches share it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
