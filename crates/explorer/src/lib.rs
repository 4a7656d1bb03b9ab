//! From a setup to results, remarks and charts. A [`setup::Setup`] says everything that makes the picture; [`analysis`]
//! turns it into numbers, and each [`panel`] turns numbers into a chart.

#![forbid(unsafe_code)]

#[macro_use(listed)]
extern crate listed;

pub mod analysis;
pub mod caption;
pub mod error;
pub mod insight;
pub mod panel;
pub mod presented;
pub mod setup;
pub mod view;
pub mod word;

pub use error::{Error, Result};
