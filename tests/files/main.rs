//! Tests of input and output: data files, the command line, figures and scripts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod analysed;
mod animations;
mod cli;
mod columns;
mod data_files;
mod drawn;
mod figure;
mod hostile_sizes;
mod judged;
mod legible;
mod lessons;
mod memory;
mod mutations;
mod names;
mod neighbours;
mod new_rows;
mod objects;
mod outputs;
mod paper;
mod platform;
mod prepare;
mod profiles;
mod properties;
mod prose;
mod reading;
mod report;
mod scripts;
mod senses;
mod shapes;
mod strangers;
mod sweeps;
mod words;
