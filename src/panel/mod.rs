//! The panels: a list of them, which anything may read, and one file each with what it shows.

mod content;
mod contours;
mod coordinates;
mod denoising;
mod empirical_maps;
mod error_curves;
mod feature_map;
mod full_spectrum;
mod geometry;
mod influence;
mod input;
mod kernel_matrix;
pub(crate) mod list;
mod multiples;
mod neighbor_graph;
mod novelty;
mod picture;
mod pins;
mod pre_images;
mod probe;
mod reconstruction;
mod scores;
mod separation;
mod solid;
mod spec;
mod spectrum;
mod strings;
mod sweep;
mod value_axis;
mod variance;

pub use content::{Content, Coordinate, OwnCode, Space};
pub use list::{Kind, Need, Panel, PointSet};
pub(crate) use pre_images::{name as way, short_name};
pub use spec::{Control, PanelSpec, PointedAt};
pub use variance::components_for;
