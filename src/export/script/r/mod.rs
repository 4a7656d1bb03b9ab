//! Scripts in R, with kernlab's `kpca`: data, both fits, scores, spectrum, variance and new rows. Whatever else
//! the view shows is left to the script in Python, which is said in a comment.
//!
//! The lines stand in `script.R`; the modules here give its sections their values.

mod data;
mod fit;
mod picture;

use std::path::Path;

use super::{comment, recipe::Recipe, template::Code};
use crate::{export::caption::caption, method::Method};

/// Writes the script; `table` is the file that it reads where R cannot make or read the data itself.
pub(super) fn script(recipe: &Recipe, table: &Path) -> String {
    let mut code = Code::new(include_str!("script.R"));
    data::data(recipe, table, &mut code);
    let drawn = picture::drawn(recipe, &mut code);
    fit::fit(recipe, &drawn, &mut code);
    picture::picture(recipe, &drawn, &mut code);
    let name = &recipe.analysis.dataset.name;
    let panels = &recipe.setup.view.panels;
    format!(
        "{}\n{}\n\nlibrary(kernlab)\n{}",
        comment(&format!("{name} with kernlab, as in Kernel PCA Explorer")),
        comment(&caption(recipe.setup, recipe.analysis, panels)),
        code.body
    )
}

/// Returns true where the script reads a table that this program writes.
pub(super) fn reads_table(recipe: &Recipe) -> bool {
    data::read_from(recipe).is_none()
}

/// Returns true where new rows have scores by kernel PCA in R.
fn has_new_scores(recipe: &Recipe) -> bool {
    recipe.puts_new(Method::Kpca) && recipe.analysis.kernel.normalize().is_none()
}
