//! Reconstruction errors: of rows, of new rows and of the plane of the input.

use super::{
    Code, Plot, Recipe, axes::settings, dots, explain::plane_arguments, hex, kernel, levels,
    new_rows, rounded,
};
use crate::{
    analysis::Contours,
    data::Scaling,
    method::Method,
    panel::{Coordinate, PointSet},
    setup::ContourStyle,
    view::Paint,
};

/// `errors`, `new_errors` and `error_over_plane`, as far as something shows them.
pub(super) fn errors(recipe: &Recipe, map: Option<&Contours>, code: &mut Code) {
    let kernel = recipe.analysis.kernel;
    let Some(novelty) = recipe.novelty() else {
        return;
    };
    code.line("");
    code.line("# squared distances of images from the components (Hoffmann 2007)");
    code.line(if kernel.centers_last() {
        "lengths_of_rows = np.diag(K) - 2 * K.mean(axis=0) + K.mean()"
    } else {
        "lengths_of_rows = np.diag(K)"
    });
    code.line("errors = np.maximum(lengths_of_rows - np.sum(scores**2, axis=1), 0)");
    let new = !novelty.of_new().is_empty() && recipe.puts_new(Method::Kpca);
    if !new && map.is_none() {
        return;
    }
    kernel::errors(kernel, code);
    if new {
        code.line("new_errors = reconstruction_errors(new_X)");
    }
    if let Some(contours) = map {
        let scaled = match recipe.setup.scaling {
            Scaling::None => "points",
            Scaling::Center | Scaling::Standardize => "scaler.transform(points)",
        };
        let arguments = plane_arguments(contours, recipe);
        code.line(&format!(
            "u, v, error_over_plane = over_plane(\n    lambda points: reconstruction_errors({scaled}),\n    {arguments},\n)"
        ));
    }
}

/// Which share of rows lies beyond each error.
pub(super) fn distribution(plot: &Plot, threshold: f64, recipe: &Recipe, code: &mut Code) {
    let has_new = recipe
        .novelty()
        .is_some_and(|novelty| !novelty.of_new().is_empty());
    let fitted = hex(Paint::Method(Method::Kpca));
    let mut each = vec![format!("(\"fitted rows\", errors, \"{fitted}\")")];
    if has_new && recipe.puts_new(Method::Kpca) {
        let ink = hex(Paint::NewRows);
        each.push(format!("(\"new rows\", new_errors, \"{ink}\")"));
    }
    code.line(&format!("threshold = {threshold:?}"));
    code.line(&format!("for name, values, c in [{}]:", each.join(", ")));
    code.line("    n, beyond = len(values), np.sum(values > threshold)");
    code.line("    legend = f\"{name} {100 * beyond / n:.1f} % ({beyond} of {n})\"");
    code.line("    ax.plot(np.sort(values), 1 - np.arange(1, n + 1) / n, color=c, label=legend)");
    let warning = hex(Paint::Warning);
    code.line(&format!(
        "ax.axvline(threshold, linestyle=\"--\", color=\"{warning}\")"
    ));
    settings(plot, code);
    code.line("ax.legend(title=\"beyond the line\")");
}

/// The error over the plane of the input.
pub(super) fn map(
    part: &str,
    plot: &Plot,
    (threshold, contours): (f64, &Contours),
    recipe: &Recipe,
    code: &mut Code,
) {
    let [a, b] = contours.plane.columns;
    let style = recipe.view.contours.style;
    if let Some(map) = contours.maps.first() {
        code.line(&format!("levels = [{}]", levels(map)));
        if style != ContourStyle::Lines {
            let most = rounded(map.range[1]);
            code.line(&format!(
                "bands = ax.contourf(u, v, error_over_plane, levels, cmap=\"viridis\", vmin=0, vmax={most})"
            ));
            code.line(&format!("{part}.colorbar(bands, ax=ax)"));
        }
        if style != ContourStyle::Bands {
            code.line(
                "ax.contour(u, v, error_over_plane, levels, colors=\"black\", linewidths=0.5)",
            );
        }
    }
    let warning = hex(Paint::Warning);
    code.line(&format!(
        "ax.contour(u, v, error_over_plane, [{threshold:?}], colors=\"{warning}\")"
    ));
    if recipe.view.contours.points {
        let axes = format!("data[:, {a}], data[:, {b}]");
        code.line(&dots::call(&axes, recipe));
        let axes = [a, b].map(|j| Coordinate::Column(PointSet::Input, j));
        new_rows::rings(&axes, recipe, code);
    }
    settings(plot, code);
}
