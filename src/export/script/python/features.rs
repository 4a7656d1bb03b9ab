//! How single features move scores: the probe, its paths, arrows and influences.

use super::{Code, Coordinate, PointSet, Recipe, kernel, matplotlib_text};
use crate::{
    analysis::PlacedProbe,
    data::Scaling,
    method::Method,
    view::{Paint, paint_hex},
};

const SLOPES: &str = "
def slopes(feature, rows):
    \"\"\"How kernel scores change with a feature at some rows: differences across a small step.\"\"\"
    step = np.zeros(X.shape[1])
    step[feature] = 1e-5 * np.ptp(X[:, feature]) or 1e-5
    low, high = LOW, X[rows] + step
    return (project(high) - project(low)) / (high - low)[:, [feature]]

";

/// What the picture and the panels of features read.
pub(super) fn numbers(recipe: &Recipe, code: &mut Code) {
    let features = &recipe.analysis.explain.features;
    let fitted = recipe.analysis.kernel;
    if features.probe.is_none() && features.arrows.is_none() && features.influence.is_none() {
        return;
    }
    code.line("\n");
    code.line("def project(points):");
    code.line("    \"\"\"Kernel scores of points that are scaled as X is.\"\"\"");
    code.line(&format!("    return {}", kernel::project(fitted, "points")));
    code.line("");
    if let Some(probed) = &features.probe {
        code.line("");
        probe(probed, recipe, code);
    }
    if features.arrows.is_some() || features.influence.is_some() {
        let low = if fitted.takes_negative_values() {
            "X[rows] - step"
        } else {
            "np.maximum(X[rows] - step, 0)"
        };
        code.line(&SLOPES.replace("LOW", low));
    }
    let [components, of_pca] = &features.components;
    if let Some(arrows) = &features.arrows {
        let (feature, count) = (arrows.feature, arrows.rows.len());
        code.line(&spread("arrow_rows", count));
        code.line(&format!(
            "arrows = slopes({feature}, arrow_rows)[:, {components:?}]"
        ));
        code.line(&format!(
            "pca_arrows = np.tile(pca.components_[{of_pca:?}, {feature}], (len(arrow_rows), 1))"
        ));
    }
    if let Some(influence) = &features.influence {
        code.line("# KPCA-IG: the length of the gradient, averaged over rows");
        code.line(&spread("rows", influence.rows));
        code.line(&format!(
            "gradients = [slopes(j, rows)[:, {components:?}] for j in range(X.shape[1])]"
        ));
        code.line("influence = np.array([np.linalg.norm(it, axis=1).mean() for it in gradients])");
        code.line("mean_gradients = np.array([it.mean(axis=0) for it in gradients])");
        code.line(&format!(
            "pca_influence = np.linalg.norm(pca.components_[{of_pca:?}], axis=0)"
        ));
    }
}

/// Assigns so many rows, spread evenly.
fn spread(variable: &str, count: usize) -> String {
    format!("{variable} = np.arange({count}) * len(X) // {count}")
}

fn scaled(recipe: &Recipe, points: &str) -> String {
    match recipe.setup.scaling {
        Scaling::None => points.to_owned(),
        Scaling::Center | Scaling::Standardize => format!("scaler.transform({points})"),
    }
}

fn probe(probed: &PlacedProbe, recipe: &Recipe, code: &mut Code) {
    code.line("# the probe, where its image is, and what each row adds to its scores");
    code.line(&format!("probe = np.array([{:?}])", probed.probe.point));
    code.line(&format!("z = {}", scaled(recipe, "probe")));
    code.line("probe_scores, pca_probe_scores = project(z), pca.transform(z)");
    kernel::values(recipe.analysis.kernel, "z", "k_probe", code);
    code.line("divisor = np.sqrt(np.where(kpca.eigenvalues_ > 0, kpca.eigenvalues_, np.inf))");
    code.line("coefficients = kpca.eigenvectors_ / divisor");
    let components = &recipe.analysis.explain.features.components[0];
    code.line(&format!(
        "probe_parts = (k_probe[0, :, None] * coefficients)[:, {components:?}]"
    ));
    code.line("weight = np.linalg.norm(probe_parts, axis=1)");
    code.line("heaviest = np.argsort(-weight, kind=\"stable\")[:10]");
    let paths: Vec<usize> = probed.probe.paths.iter().map(|path| path.feature).collect();
    let Some(steps) = probed.probe.paths.first().map(|path| path.values.len()) else {
        return;
    };
    code.line("path_scores, pca_path_scores = {}, {}");
    code.line(&format!("for feature in {paths:?}:"));
    code.line(&format!("    path = np.repeat(probe, {steps}, axis=0)"));
    code.line(&format!(
        "    path[:, feature] = np.linspace(data[:, feature].min(), data[:, feature].max(), {steps})"
    ));
    code.line(&format!("    path = {}", scaled(recipe, "path")));
    code.line("    path_scores[feature] = project(path)");
    code.line("    pca_path_scores[feature] = pca.transform(path)");
}

/// Draws the probe, paths and arrows over dots.
pub(super) fn over_dots(axes: &[Coordinate; 2], recipe: &Recipe, code: &mut Code) {
    let [Coordinate::Column(table, a), Coordinate::Column(other, b)] = axes else {
        return;
    };
    if table != other {
        return;
    }
    let features = &recipe.analysis.explain.features;
    let (view, color) = (&recipe.view.probe, paint_hex(Paint::Warning));
    let names = &recipe.analysis.dataset.feature_names;
    let probed = features.probe.as_ref().filter(|_| view.shown);
    let ab = format!("[{a}, {b}]");
    let (prefix, image) = match table {
        PointSet::Input => ("", "probe"),
        PointSet::Scores(Method::Pca) => ("pca_", "pca_probe_scores"),
        PointSet::Scores(Method::Kpca) => ("", "probe_scores"),
        PointSet::Scores(_) => return,
    };
    if let Some(arrows) = features.arrows.as_ref().filter(|_| view.arrows.is_some())
        && *table != PointSet::Input
    {
        code.line(&format!(
            "# arrows: where scores go as {} grows",
            names[arrows.feature]
        ));
        code.line(&format!(
            "ax.quiver(*{}[arrow_rows][:, {ab}].T, *{prefix}arrows.T, angles=\"xy\", width=0.004)",
            recipe.variable(*table)
        ));
    }
    let Some(probed) = probed else { return };
    if *table != PointSet::Scores(Method::Pca) {
        code.line("for row in heaviest:");
        code.line(&format!(
            "    ends = np.stack([{image}[0, {ab}], {}[row, {ab}]])",
            recipe.variable(*table)
        ));
        code.line("    ax.plot(*ends.T, color=\"black\", linewidth=2.5 * weight[row] / weight.max(), alpha=0.5)");
    }
    if *table != PointSet::Input && !probed.probe.paths.is_empty() {
        let labels = probed
            .probe
            .paths
            .iter()
            .map(|path| matplotlib_text(&names[path.feature]));
        let labels: Vec<String> = labels.collect();
        code.line(&format!(
            "for (feature, path), name in zip({prefix}path_scores.items(), [{}]):",
            labels.join(", ")
        ));
        code.line(&format!("    ax.plot(*path[:, {ab}].T, color=\"{color}\")"));
        code.line(&format!("    ax.annotate(name, path[-1, {ab}])"));
    }
    code.line(&format!(
        "ax.plot(*{image}[0, {ab}], \"D\", color=\"{color}\", markeredgecolor=\"black\")"
    ));
}
