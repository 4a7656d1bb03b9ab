//! The window as its users work it, in one binary, so that building its tests is quick.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod axes;
mod back;
mod columns;
mod controls;
mod density;
mod drawing;
mod errands;
mod gallery;
mod hover;
mod lessons;
mod manifolds;
mod new_classes;
mod nodes;
mod opened;
mod pictures;
mod pinned;
mod probe;
mod rasterizer;
mod renaming;
mod rest;
mod selection;
mod sizes;
mod soak;
mod stopping;
mod strip;
mod sweep;
mod take_away;
mod typing;
mod variables;
mod views;
mod words;
mod writing;
