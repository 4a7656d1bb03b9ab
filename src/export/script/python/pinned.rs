//! Pinned pictures: each computed in a function of its own, with the same lines as the live one.

use super::{
    Code, Content, Coordinate, Plot, PointSet, Recipe, axes::settings, data, dots, fit, lean,
    matplotlib_text, palette, picture::JITTER, scaling,
};
use crate::{
    analysis::{Analysis, PinnedAnalysis},
    data::{Labels, Map, Objects},
    method::Method,
};

impl PinnedAnalysis {
    /// Whether its rows are no rows of a table.
    pub(in super::super) fn of_objects(&self) -> bool {
        let of_objects = |analysis: &Analysis| {
            let dataset = &analysis.dataset;
            let is_made = analysis.origin.columns.map == Map::Symbols;
            is_made || !dataset.has_features() || !matches!(dataset.objects, Objects::Vectors)
        };
        self.shown.as_deref().is_ok_and(of_objects)
    }

    /// What its variables begin with.
    fn prefix(&self) -> String {
        format!("{}_", self.picture.letter.to_string().to_lowercase())
    }
}

/// The variables that each picture has, besides its label where there is one.
const NAMES: [&str; 3] = ["data", "pca_scores", "scores"];

/// Data and scores of each picture that a panel shows.
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
    let mut inside = Code::default();
    data(&recipe, &mut inside);
    scaling(&recipe, &mut inside);
    fit(&recipe, &mut inside);
    code.imports.extend(inside.imports);
    let (letter, prefix) = (pinned.picture.letter, pinned.prefix());
    let mut names = NAMES.to_vec();
    if !matches!(shown.dataset.labels, Labels::None) {
        names.push("label");
    }
    code.line("");
    code.line("");
    code.line(&format!("def {prefix}picture():"));
    code.line(&format!(
        "    \"\"\"What is pinned as {letter}, computed like the picture beside it.\"\"\""
    ));
    for line in lean::read_by(&inside.body, &names.join(", "))
        .trim()
        .lines()
    {
        code.line(&if line.is_empty() {
            String::new()
        } else {
            format!("    {line}")
        });
    }
    code.line(&format!("    return {}", names.join(", ")));
    code.line("");
    code.line("");
    let prefixed: Vec<String> = names.iter().map(|name| format!("{prefix}{name}")).collect();
    code.line(&format!("{} = {prefix}picture()", prefixed.join(", ")));
    if pinned.linked {
        code.line(
            "# of the same rows, so the signs of its components agree with the picture beside it",
        );
        code.line(&format!(
            "common = min(scores.shape[1], {prefix}scores.shape[1])"
        ));
        code.line(&format!(
            "products = np.sum(scores[:, :common] * {prefix}scores[:, :common], axis=0)"
        ));
        code.line(&format!(
            "{prefix}scores[:, :common] *= np.where(products < 0, -1, 1)"
        ));
    }
}

/// The dots of a pinned picture, in the colours of the rows where they are the same.
pub(super) fn draw(
    plot: &Plot,
    pinned: &PinnedAnalysis,
    axes: [Coordinate; 2],
    recipe: &Recipe,
    code: &mut Code,
) {
    let prefix = pinned.prefix();
    let [x, y] = axes.map(|axis| match axis {
        Coordinate::Column(PointSet::Scores(Method::Pca), j) => {
            format!("{prefix}pca_scores[:, {j}]")
        }
        Coordinate::Column(PointSet::Scores(_), j) => format!("{prefix}scores[:, {j}]"),
        Coordinate::Column(PointSet::Input, j) => format!("{prefix}data[:, {j}]"),
        Coordinate::Row => format!("np.arange(len({prefix}data))"),
        Coordinate::Jitter => format!("np.arange(len({prefix}data)) * {JITTER} % 1 - 0.5"),
    });
    let axes = format!("{x}, {y}");
    let labels = pinned.shown.as_ref().map(|shown| &shown.dataset.labels);
    let drawn = match labels {
        _ if pinned.linked => dots::call(&axes, recipe),
        Ok(Labels::Classes { names, .. }) => {
            let unlabelled = labels.is_ok_and(|labels| labels.unlabelled() > 0);
            let [_, colors] = palette(names, unlabelled, matplotlib_text);
            format!("ax.scatter({axes}, c=np.array([{colors}])[{prefix}label], s=12)")
        }
        Ok(Labels::Continuous { .. }) => format!("ax.scatter({axes}, c={prefix}label, s=12)"),
        Ok(Labels::None) | Err(_) => format!("ax.scatter({axes}, s=12)"),
    };
    code.line(&drawn);
    settings(plot, code);
}
