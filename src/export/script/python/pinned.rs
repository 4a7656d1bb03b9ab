//! Pinned pictures: each computed in a function of its own, with the same lines as the live one.

use super::{
    super::{
        recipe::Recipe,
        template::{Code, fill},
    },
    data, kernel, lean,
};
use crate::{analysis::PinnedAnalysis, data::Labels, panel::Content};

/// Beginning of the names of a pinned picture's variables.
pub(super) fn prefix(pinned: &PinnedAnalysis) -> String {
    format!("{}_", pinned.picture.letter.to_string().to_lowercase())
}

/// Writes lines for data and scores of each pinned picture that a panel shows.
pub(super) fn numbers(recipe: &Recipe, code: &mut Code) {
    for plot in &recipe.plots {
        if let Content::Pinned(pinned, _) = plot.content {
            picture(pinned, code);
        }
    }
}

fn picture(pinned: &PinnedAnalysis, code: &mut Code) {
    let Ok(shown) = &pinned.shown else { return };
    let recipe = Recipe::new(&pinned.picture.setup, shown, &[]);
    let mut inside = code.another();
    data::data(&recipe, &mut inside);
    data::scaling(&recipe, &mut inside);
    kernel::fit(&recipe, &mut inside);
    code.imports.extend(inside.imports);
    let prefix = prefix(pinned);
    let mut names = vec!["data", "pca_scores", "scores"];
    if !matches!(shown.dataset.labels, Labels::None) {
        names.push("label");
    }
    let prefixed: Vec<String> = names.iter().map(|name| format!("{prefix}{name}")).collect();
    let names = names.join(", ");
    fill!(code, "pinned", {
        letter: pinned.picture.letter.to_string(),
        body: lean::read_by(&inside.body, &names).trim(),
        names,
        prefixed: prefixed.join(", "),
        prefix,
        linked: pinned.linked,
    });
}
