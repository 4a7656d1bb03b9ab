//! Charts as plain data, free of any drawing library: axes, marks, colours and a key; their layout in points; painters
//! to SVG and pictures.
//!
//! A window and a figure lay the same [`Chart`] out by [`layout`], so that what is taken away is what was seen.

#![forbid(unsafe_code)]

#[macro_use(listed)]
extern crate listed;

mod chart;
mod density;
pub mod layout;
mod levels;
mod map_grid;
mod marker;
mod number;
mod palette;
pub mod paper;
mod pictures;
mod region;

pub use chart::{
    APART_IN_GREY, Anchor, Arrow, Aspect, Axis, Bars, Chart, ColorMap, CrossLine, DotLayer,
    DotLook, Emphasis, Hatch, Held, Image, Key, Line, LineStyle, Links, Mark, Orientation, Paint,
    Pin, PointNames, Points, Ranges, Role, Scale, SeriesSign, Text, noted,
};
pub use density::{DENSE, Density};
pub use levels::{Patch, patches, round_levels};
pub use map_grid::{GAP, MapGrid, Room};
pub use marker::Marker;
pub use number::{
    alike, count, counted, cut, number, percent, rounded, shorter_numbers, subscript, superscript,
    trim_zeros,
};
pub use palette::{
    BACKGROUND, Rgb, Tone, difference, hex, lightness, linear, paint_hex, paint_rgb,
};
pub use pictures::Pictures;
pub use region::Region;
