//! Scripts in R, with kernlab's `kpca`: data, both fits, scores, spectrum, variance and new rows. Whatever else
//! the view shows is left to the script in Python, which is said in a comment.
//!
//! The lines stand in `script.R`; the modules here give its sections their values.

mod data;
mod picture;

use std::path::Path;

use super::{
    head, of_parts,
    plots::Plot,
    recipe::Recipe,
    template::{Code, fill},
    with_values,
};
use crate::{
    data::ObjectKind,
    kernel::{Kernel, sigma_from_gamma},
    method::Method,
    panel::{Content, PointSet},
    view::number,
};
use picture::{has_shares, shows};

/// Writes the script; `table` is the file that it reads where R cannot make or read the data itself.
pub(super) fn script(recipe: &Recipe, table: &Path) -> String {
    let mut code = Code::new(include_str!("script.R"), recipe.values());
    data::data(recipe, table, &mut code);
    let drawn = picture::drawn(recipe, &mut code);
    fit(recipe, &drawn, &mut code);
    picture::picture(recipe, &drawn, &mut code);
    format!(
        "{}\nlibrary(kernlab)\n{}",
        head("kernlab", recipe),
        code.body
    )
}

/// Returns true where the script reads a table that this program writes.
pub(super) fn reads_table(recipe: &Recipe) -> bool {
    data::read_from(recipe).is_none()
}

/// Writes the parts of both fits that the plots need.
fn fit(recipe: &Recipe, drawn: &[&Plot], code: &mut Code) {
    let of = |method| move |content: &Content| content.dots_of() == Some(PointSet::Scores(method));
    let shares = shows(drawn, has_shares);
    let kernel = shares || shows(drawn, of(Method::Kpca));
    let linear = recipe.has_features()
        && (shares || shows(drawn, of(Method::Pca)) || kernel && recipe.is_aligned());
    if linear || kernel {
        let new_linear = linear && recipe.new_rows().is_some();
        fill!(code, "fit", { linear, new_linear });
    }
    if kernel {
        fit_kernel(recipe, code);
    }
}

fn fit_kernel(recipe: &Recipe, code: &mut Code) {
    let kernel = recipe.analysis.kernel;
    let mut before: Vec<String> = Vec::new();
    for part in kernel.parts() {
        let lines = part.kind().family().r.as_ref().and_then(|r| r.before);
        let width = number(sigma_from_gamma(part.gamma().unwrap_or(1.0)));
        let lines = lines.map(|lines| with_values(part, lines).replace("{width}", &width));
        before.extend(lines.filter(|lines| !before.contains(lines)));
    }
    let new_k = has_new_scores(recipe).then(|| matrix(kernel, "new_X"));
    let mirrored = recipe.mirrored(Method::Kpca);
    fill!(code, "kernel", {
        gamma: kernel.gamma(),
        before: (!before.is_empty()).then(|| before.join("\n")),
        matrix: matrix(kernel, "X"),
        mirrored: mirrored.map(|columns| format!("c({})", counted(&columns))),
        spectrum: recipe.analysis.full_spectrum.is_some(),
        new_centred: new_k.is_some() && kernel.centers_last(),
        new_k,
    });
}

/// Matrix of both kernels between `rows` and the rows of X.
fn matrix(kernel: Kernel, rows: &str) -> String {
    if kernel.kind().takes() != ObjectKind::Vectors {
        return rows.to_owned();
    }
    let matrix = of_parts(kernel, |part| {
        let matrix = part.kind().family().r.as_ref().map(|r| r.matrix);
        with_values(part, matrix.unwrap_or_default()).replace("{rows}", rows)
    });
    format!("matrix({matrix}, ncol = n)")
}

/// Returns true where new rows have scores by kernel PCA in R.
fn has_new_scores(recipe: &Recipe) -> bool {
    recipe.puts_new(Method::Kpca) && recipe.analysis.kernel.normalize().is_none()
}

/// Positions counted from 1, as the arguments of `c`.
fn counted(positions: &[usize]) -> String {
    let counted = positions.iter().map(|j| (j + 1).to_string());
    counted.collect::<Vec<_>>().join(", ")
}
