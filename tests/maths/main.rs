//! Tests of the numbers: references, identities, and every solver against the dense one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bounds;
mod choosing;
mod correspondence;
mod denoising;
mod double_double;
mod explain;
mod feature_space;
mod fourier;
mod generators;
mod given;
mod hostile;
mod identities;
mod manifold;
mod novelty;
mod objects;
mod parity;
mod preimage;
mod reconstruction;
mod reduced;
mod rounding;
mod separation;
mod signs;
mod sketches;
mod solvers;
mod spectra;
mod support;
mod sweep;
mod tangents;
mod trust;
mod tsne;
mod work;
