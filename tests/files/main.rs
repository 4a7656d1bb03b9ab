//! What goes in and comes out: data files, the command line, figures and scripts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod cli;
mod data_files;
mod figure;
mod lessons;
mod mutations;
mod objects;
mod outputs;
mod properties;
mod reading;
mod scripts;
mod shapes;
mod sweeps;
mod words;
