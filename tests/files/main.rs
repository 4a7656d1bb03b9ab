//! What goes in and comes out: data files, the command line, figures and scripts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod cli;
mod columns;
mod data_files;
mod figure;
mod lessons;
mod objects;
mod outputs;
mod properties;
mod reading;
mod scripts;
mod sweeps;
mod words;
