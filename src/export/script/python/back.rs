//! Ways back from feature space: pre-images, denoising and reconstruction.

use super::super::{
    index,
    recipe::Recipe,
    template::{Code, SectionValues, fill, values},
};
use crate::{
    analysis::{Denoising, HELD_OUT_SEED, HeldOut, PreImages, Reconstruction},
    method::Method,
    panel::short_name,
    preimage::PreImageMethod,
    setup::{ErrorSpace, Others, ScoreAxes, clamp, plotted},
};

/// Values for lines that compute `found`, points by name, and their distances.
pub(super) fn pre_images(found: &PreImages, recipe: &Recipe) -> SectionValues {
    let view = &recipe.view.pre_image;
    let row = |nearest: &str| match view.others {
        Others::Zero => String::new(),
        Others::Nearest => format!(", row={nearest}"),
        Others::Row(_) => format!(", row={}", found.asked.as_in.unwrap_or(0)),
    };
    let [plane, at] = on_axes(recipe.view.kpca, view.at, recipe.components());
    let axes = ScoreAxes::clone(&recipe.view.pca);
    let [pca_plane, pca_at] = on_axes(axes, found.linear.at, recipe.analysis.pca.scores.ncols());
    let pca_at = match view.linear_at {
        Some(_) => pca_at,
        None => format!("pca_scores[nearest, {pca_plane}]"),
    };
    let name = |method| {
        let one = found.found.iter().find(|(of, _)| *of == method);
        one.filter(|(_, one)| one.is_ok())
            .map(|_| short_name(method))
    };
    values! {
        row: row("nearest"),
        pca_row: row(&format!("nearest_to(pca_scores, {pca_plane}, {pca_at})")),
        plane,
        at,
        pca_plane,
        pca_at,
        ridge: name(PreImageMethod::Ridge),
        alpha: view.alpha,
        mika: name(PreImageMethod::Mika),
        kwok_tsang: name(PreImageMethod::KwokTsang),
        gradient: name(PreImageMethod::Gradient),
        pre_images: recipe.unscaled("np.array(list(found.values()))"),
    }
}

/// Components on the axes, and the values there.
fn on_axes(axes: ScoreAxes, at: [f64; 2], count: usize) -> [String; 2] {
    let shown = clamp(axes, count).map(plotted).unwrap_or_default();
    let shown = shown.into_iter().zip(at);
    let (plane, at): (Vec<usize>, Vec<f64>) = shown.filter_map(|(j, at)| Some((j?, at))).unzip();
    [format!("{plane:?}"), format!("{at:?}")]
}

/// Expression for an array of numbers of components.
fn array(counts: &[usize]) -> String {
    match index(counts).split_once(':') {
        Some((first, end)) => format!("np.arange({first}, {end})"),
        None => format!("np.array({counts:?})"),
    }
}

/// Writes lines for rows rebuilt from q components, and for the errors with other numbers of them.
pub(super) fn denoising(found: &Denoising, recipe: &Recipe, code: &mut Code) {
    if code.body.contains("def by_kernel(q):") {
        return;
    }
    let (count, alpha, q) = (found.rows.len(), recipe.view.pre_image.alpha, found.q);
    let is_all = count >= recipe.analysis.dataset.n();
    let counts: Vec<usize> = found.curve.iter().map(|left| left.q).collect();
    let rebuilt = |by: &str| recipe.unscaled(by);
    fill!(code, "denoising", {
        rows: if is_all { "np.arange(len(X))".to_owned() } else {
            format!("np.arange({count}) * len(X) // {count}  # some, spread evenly")
        },
        by_kernel: match found.method {
            _ if found.kernel.is_err() => "np.full((len(rows), X.shape[1]), np.nan)".to_owned(),
            PreImageMethod::Ridge => {
                format!("ridge(scores[:, :q], X, scores[rows, :q], {alpha:?})")
            }
            PreImageMethod::Mika => {
                "fixed_points(X[rows], images(scores[rows, :q]), 1e-4)[0]".to_owned()
            }
            PreImageMethod::KwokTsang => {
                "np.array([from_distances(w) for w in images(scores[rows, :q])])".to_owned()
            }
            // A script leaves it out.
            PreImageMethod::Gradient => return,
        },
        rebuilt: rebuilt(&format!("by_kernel({q})")),
        pca_rebuilt: rebuilt(&format!("by_pca({q})")),
        rebuilt_q: rebuilt("by_kernel(q)"),
        pca_rebuilt_q: rebuilt("by_pca(q)"),
        counts: array(&counts),
        original: recipe.original(),
    });
}

/// Values for `part_counts` and `part_left`, `part_pca_counts` and `part_pca_left`: of fitted rows, then of others.
pub(super) fn reconstruction(found: &Reconstruction, recipe: &Recipe) -> SectionValues {
    let (fitted, held) = (found.fitted.len(), found.held_out.rows().len());
    let order = |of: &str| format!("np.random.RandomState({HELD_OUT_SEED}).permutation(len({of}))");
    let is_new = matches!(found.held_out, HeldOut::New(_));
    let others = if is_new { "new_X" } else { "X" };
    // Of the same rows, those held out come first.
    let first = if is_new { 0 } else { held };
    let counts = |method| -> Vec<usize> {
        let curve = found.curve(method, true).unwrap_or_default();
        curve.iter().map(|(q, _)| *q).collect()
    };
    let [linear, of_kernel] = [Method::Pca, Method::Kpca].map(counts);
    let is_linear = recipe.has_features();
    values! {
        held_new: is_new,
        held_fifth: !is_new,
        fitted: format!("{}[{first}:{}]", order("X"), first + fitted),
        held: format!("{}[:{held}]", order(others)),
        others: is_linear.then_some(others),
        other_data: is_linear.then_some(if is_new { "new_data" } else { "data" }),
        pca_last: linear.len() + 1,
        most: of_kernel.last().copied().unwrap_or(1),
        part_counts: array(&of_kernel),
        in_feature_space: found.space == ErrorSpace::Feature,
        in_input: found.space == ErrorSpace::Input,
        part_points: recipe.unscaled("points"),
        alpha: recipe.view.pre_image.alpha,
    }
}
