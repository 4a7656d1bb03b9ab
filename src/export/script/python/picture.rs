//! The panels, with matplotlib.

use super::{Code, Content, Coordinate, Plot, Recipe, Table, explain::values, quoted};
use crate::{analysis::Contours, export::figure::arrange, setup::ContourStyle};

pub(super) fn picture(recipe: &Recipe, code: &mut Code) {
    code.line("");
    code.line("# the picture");
    code.line("import matplotlib.pyplot as plt");
    code.line("");
    let (empty, drawn): (Vec<&Plot>, Vec<&Plot>) = recipe
        .plots
        .iter()
        .partition(|plot| matches!(plot.content, Content::Nothing(_)));
    for plot in empty {
        code.line(&plot.absence());
    }
    if drawn.is_empty() {
        return;
    }
    let rows = arrange(drawn.len(), 12.0 / 7.5);
    code.line("fig = plt.figure(figsize=(12, 7.5), layout=\"constrained\")");
    code.line("parts = [");
    code.line("    part");
    code.line(&format!(
        "    for row, count in zip(fig.subfigures({}, 1, squeeze=False).flat, {rows:?})",
        rows.len()
    ));
    code.line("    for part in row.subfigures(1, count, squeeze=False).flat");
    code.line("]");
    if recipe.jitters() {
        code.line("jitter = np.arange(len(X)) * 0.6180339887498949 % 1 - 0.5");
    }
    for (i, plot) in drawn.into_iter().enumerate() {
        code.line("");
        panel(&format!("parts[{i}]"), plot, recipe, code);
    }
    code.line("");
    code.line("plt.show()");
}

fn panel(part: &str, plot: &Plot, recipe: &Recipe, code: &mut Code) {
    let color = match recipe.label {
        Some(_) => ", c=label",
        None => "",
    };
    let titles = |extra: &str| {
        format!(
            "ax.set(title={}, xlabel={}, ylabel={}{extra})",
            quoted(&plot.title),
            quoted(&plot.x),
            quoted(&plot.y)
        )
    };
    match &plot.content {
        Content::Space(space) => {
            code.line(&format!("ax = {part}.add_subplot(projection=\"3d\")"));
            code.line(&format!(
                "ax.scatter(*{}[:, {:?}].T{color}, s=12)",
                space.table.variable(),
                space.columns
            ));
            let [x, y, z] = space.names.each_ref().map(|name| quoted(name));
            code.line(&format!(
                "ax.set(title={}, xlabel={x}, ylabel={y}, zlabel={z})",
                quoted(&plot.title)
            ));
            // There a direction of view is where the eye stands, counted from the first axis.
            let camera = recipe.view.camera;
            code.line(&format!(
                "ax.view_init(elev={:?}, azim={:?})",
                camera.pitch,
                -90.0 - camera.yaw
            ));
        }
        Content::Maps(table, contours) => maps(part, plot, *table, contours, recipe, code),
        Content::Dots(axes) => {
            code.line(&format!("ax = {part}.add_subplot()"));
            let [x, y] = axes.map(coordinate);
            code.line(&format!("ax.scatter({x}, {y}{color}, s=12)"));
            code.line(&titles(if plot.equal {
                ", aspect=\"equal\", adjustable=\"datalim\""
            } else {
                ""
            }));
        }
        Content::Spectrum => {
            code.line(&format!("ax = {part}.add_subplot()"));
            code.line("for name, values, offset in [(\"linear PCA\", pca_share, -0.2), (\"kernel PCA\", share, 0.2)]:");
            code.line(&format!(
                "    r = 1 + np.arange(min({}, len(values)))",
                recipe.view.spectrum_components.max(1)
            ));
            code.line("    ax.bar(r + offset, values[: len(r)], 0.38, label=name)");
            code.line(&titles(if recipe.view.spectrum_log {
                ", yscale=\"log\""
            } else {
                ""
            }));
            code.line("ax.legend()");
        }
        Content::Variance => variance(part, &titles(""), recipe, code),
        Content::KernelMatrix => {
            code.line(&format!("ax = {part}.add_subplot()"));
            if recipe.view.kernel_matrix.centered {
                code.line("limit = np.abs(ordered).max()");
                code.line("image = ax.imshow(ordered, cmap=\"RdBu_r\", vmin=-limit, vmax=limit)");
            } else {
                code.line("image = ax.imshow(ordered, cmap=\"viridis\")");
            }
            code.line(&format!("{part}.colorbar(image)"));
            code.line(&titles(", xticks=[], yticks=[]"));
        }
        Content::Separation(_) => {
            code.line(&format!("ax = {part}.add_subplot()"));
            code.line(
                "for name, values in [(\"linear PCA\", pca_accuracy), (\"kernel PCA\", accuracy)]:",
            );
            code.line("    ax.plot(1 + np.arange(len(values)), values, \"o-\", label=name)");
            code.line(&format!(
                "ax.axvline({}, linestyle=\":\", color=\"gray\")",
                recipe.view.separation_components.max(1)
            ));
            code.line(&titles(", ylim=(0, 1.04)"));
            code.line("ax.legend()");
        }
        Content::Nothing(_) => {}
    }
}

fn variance(part: &str, titles: &str, recipe: &Recipe, code: &mut Code) {
    let alpha = recipe.view.threshold;
    code.line(&format!("ax = {part}.add_subplot()"));
    code.line("for name, values in [(\"linear PCA\", pca_share), (\"kernel PCA\", share)]:");
    code.line(&format!(
        "    sums = np.cumsum(values)[:{}]",
        recipe.view.spectrum_components.max(1)
    ));
    code.line("    ax.plot(1 + np.arange(len(sums)), sums, \"o-\", label=name)");
    code.line(&format!(
        "    enough = np.flatnonzero(np.cumsum(values) >= {alpha:?} - 1e-12)"
    ));
    code.line(
        "    print(name, \"needs r =\", enough[0] + 1 if len(enough) else \"more than computed\")",
    );
    code.line(&format!(
        "ax.axhline({alpha:?}, linestyle=\"--\", color=\"gray\")"
    ));
    code.line(titles);
    code.line("ax.legend()");
}

/// Components over a plane side by side, in colours that they share.
fn maps(
    part: &str,
    plot: &Plot,
    table: Table,
    contours: &Contours,
    recipe: &Recipe,
    code: &mut Code,
) {
    let [a, b] = contours.plane.columns;
    let components: Vec<usize> = contours
        .maps
        .iter()
        .map(|map| map.field.component)
        .collect();
    let across = (components.len() as f64).sqrt().ceil() as usize;
    let down = components.len().div_ceil(across.max(1));
    let style = recipe.view.contours.style;
    code.line(&format!("{part}.suptitle({})", quoted(&plot.title)));
    code.line(&format!("components = {components:?}"));
    code.line(&format!(
        "limit = np.abs({}[:, :, components]).max()",
        values(table)
    ));
    code.line("for place, j in enumerate(components, start=1):");
    code.line(&format!(
        "    ax = {part}.add_subplot({down}, {across}, place)"
    ));
    code.line(&format!("    values = {}[:, :, j]", values(table)));
    if style != ContourStyle::Lines {
        code.line("    ax.contourf(u, v, values, 12, cmap=\"RdBu_r\", vmin=-limit, vmax=limit)");
    }
    if style != ContourStyle::Bands {
        code.line(
            "    ax.contour(u, v, values, 12, colors=\"black\", linewidths=0.5, linestyles=\"solid\")",
        );
    }
    if recipe.view.contours.points {
        let color = match recipe.label {
            Some(_) => ", c=label",
            None => "",
        };
        code.line(&format!(
            "    ax.scatter(data[:, {a}], data[:, {b}]{color}, s=12)"
        ));
    }
    code.line(&format!(
        "    ax.set(title=f\"PC{{j + 1}}\", xlabel={}, ylabel={}{})",
        quoted(&plot.x),
        quoted(&plot.y),
        if plot.equal { ", aspect=\"equal\"" } else { "" }
    ));
}

fn coordinate(coordinate: Coordinate) -> String {
    match coordinate {
        Coordinate::Column(table, j) => format!("{}[:, {j}]", table.variable()),
        Coordinate::Row => "np.arange(len(X))".into(),
        Coordinate::Jitter => "jitter".into(),
    }
}
