//! Panels: a list of them, which anything may read, and one file each with its chart.

mod biplot;
mod choice;
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
mod letter;
pub mod list;
mod loadings;
mod multiples;
mod multiples_grid;
mod neighbor_graph;
mod novelty;
mod picture;
mod pinned;
mod pins;
mod pre_images;
mod probe;
mod reconstruction;
mod scores;
mod separation;
mod shuffled;
mod solid;
mod spec;
mod spectrum;
mod strings;
mod sweep;
mod topic;
mod trust;
mod value_axis;
mod variables;
mod variance;

use crate::analysis::Analysis;

pub use choice::{Choice, NumberedChoice};
pub use content::{Content, Coordinate, Space};
pub use letter::Letter;
pub use list::{Kind, Need, Panel, PointSet};
pub(crate) use multiples::in_short as multiples_in_short;
pub use pinned::{Compared, PanelInputs};
pub use pre_images::{name as way, short_name};
pub use separation::{in_short as separation_in_short, of_new_rows as separation_of_new_rows};
pub use spec::{Control, PanelSpec, PointedAt};
pub use spectrum::{NOT_KEPT, PALE, spectra};
pub use topic::Topic;

/// Note in place of a result that is computed where its panel is shown.
const NOT_COMPUTED: &str = "not computed: show this panel first";

/// Result on the features of the data, or the reason why there is none.
fn of_features<'a, T>(analysis: &Analysis, computed: Option<&'a T>) -> Result<&'a T, &'static str> {
    match analysis.dataset.objects.lack_of_features() {
        Some(lack) => Err(lack),
        None => computed.ok_or(NOT_COMPUTED),
    }
}

/// Result on the features and the components of kernel PCA that are drawn, or the reason why there is none.
fn of_components<'a, T>(
    analysis: &Analysis,
    computed: Option<&'a T>,
) -> Result<&'a T, &'static str> {
    let computed = of_features(analysis, computed)?;
    let has_components = !analysis.explain.features.components[0].is_empty();
    has_components
        .then_some(computed)
        .ok_or("no components to show")
}
