//! New rows: where they come from, where methods put them, and how they are drawn.

use super::{
    Code, PointSet, Recipe, cells, hex, kernel, manifold, matplotlib_text, palette, quoted,
    read_csv, shipped_or_generated,
};
use crate::{
    data::{Labels, NewRows, Scaling, Source, is_missing},
    method::Method,
    panel::Coordinate,
    view::Paint,
};

/// `new_data` and `new_label`; before the data themselves, whose names the loaders use.
pub(super) fn load(recipe: &Recipe, code: &mut Code) {
    let Some((source, new)) = recipe.new_rows() else {
        if recipe.setup.new_rows.is_some() {
            code.line("# new rows are left out: they are no vectors");
        }
        return;
    };
    code.line("# rows that nothing is fitted on");
    let columns = &new.columns;
    match source {
        Source::Generated(_) | Source::Builtin(_) | Source::Drawn(_) => {
            shipped_or_generated(source, code);
            if recipe.made.is_some() {
                code.line(&format!(
                    "new_columns = pd.DataFrame(np.column_stack([X, label])[:, {columns:?}])"
                ));
            } else {
                code.line(&format!(
                    "new_data = np.column_stack([X, label])[:, {columns:?}]"
                ));
            }
            code.line("new_label = label");
        }
        Source::File(file) => {
            if let Some(reading) = new.reading {
                let spelled = |name: &String| is_missing(name);
                let is_class = match &new.labels {
                    Labels::Classes { names, .. } => names.iter().any(spelled),
                    Labels::None | Labels::Continuous { .. } => false,
                };
                let only = is_class.then_some(columns.as_slice());
                let gaps = new.labels.unlabelled() > 0 || recipe.made.is_some();
                read_csv(&file.path, &reading, &cells(gaps, only), code);
            } else {
                let path = code.path(&file.path);
                code.import("import pandas as pd");
                code.line(&format!(
                    "table = pd.DataFrame(np.atleast_2d(np.load({path})))"
                ));
            }
            code.line(&if recipe.made.is_some() {
                format!(
                    "new_columns = table.iloc[:, {columns:?}].replace([np.inf, -np.inf], np.nan)"
                )
            } else {
                format!("new_data = table.iloc[:, {columns:?}].to_numpy(float)")
            });
            labels(new, code);
        }
    }
    code.line("");
}

/// Of a file: classes by their number among those that were fitted.
fn labels(new: &NewRows, code: &mut Code) {
    let Some(column) = new.label_column else {
        return;
    };
    match &new.labels {
        Labels::None => {}
        Labels::Continuous { .. } => code.line(&format!(
            "new_label = table.iloc[:, {column}].to_numpy(float)"
        )),
        Labels::Classes { names, .. } => {
            let are_numbers = names.iter().all(|name| name.parse::<f64>().is_ok());
            let names: Vec<String> = names
                .iter()
                .map(|name| {
                    if are_numbers {
                        name.clone()
                    } else {
                        quoted(name)
                    }
                })
                .collect();
            code.line(&format!("classes = [{}]", names.join(", ")));
            let place = if new.labels.unlabelled() > 0 {
                "classes.index(c) if c in classes else len(classes)"
            } else {
                "classes.index(c)"
            };
            code.line(&format!(
                "new_label = np.array([{place} for c in table.iloc[:, {column}]])"
            ));
        }
    }
}

/// Their scores by linear and kernel PCA.
pub(super) fn project(recipe: &Recipe, code: &mut Code) {
    if recipe.new_rows().is_none() {
        return;
    }
    code.line("");
    if recipe.made.is_some() {
        code.line("new_data = features(new_columns)");
    }
    code.line(match recipe.setup.scaling {
        Scaling::None => "new_X = new_data",
        Scaling::Center | Scaling::Standardize => "new_X = scaler.transform(new_data)",
    });
    code.line("new_pca_scores = pca.transform(new_X)");
    if recipe.puts_new(Method::Kpca) {
        let scores = kernel::project(recipe.analysis.kernel, "new_X");
        code.line(&format!("new_scores = {scores}"));
    }
    for (method, _) in recipe.other_methods() {
        let name = recipe.variable(PointSet::Scores(method));
        match method {
            _ if !recipe.puts_new(method) => {}
            Method::Correspondence => {
                code.line("profiles = new_data / new_data.sum(axis=1, keepdims=True)");
                code.line(&format!(
                    "new_{name} = profiles @ ca_columns / sigma[:ca_columns.shape[1]]"
                ));
            }
            _ => {
                if let Some(scores) = manifold::new_scores(method, recipe, code) {
                    code.line(&format!("new_{name} = {scores}"));
                }
            }
        }
    }
}

/// A colour for each ring.
pub(super) fn colors(recipe: &Recipe, code: &mut Code) {
    let Some((_, new)) = recipe.new_rows() else {
        return;
    };
    let errors = recipe.novelty().map_or(&[][..], |novelty| novelty.of_new());
    match &new.labels {
        _ if recipe.is_coloured_by_novelty() && !errors.is_empty() => {
            code.line("new_color = shades.to_rgba(new_errors)");
        }
        Labels::Classes { names, .. } => {
            let [_, colors] = palette(names, new.labels.unlabelled() > 0, matplotlib_text);
            code.line(&format!("new_color = np.array([{colors}])[new_label]"));
        }
        Labels::Continuous { .. } => code.line("new_color = shades.to_rgba(new_label)"),
        Labels::None => code.line(&format!("new_color = {}", quoted(&hex(Paint::NewRows)))),
    }
    code.line("ring = {\"s\": 20, \"facecolors\": \"none\", \"edgecolors\": new_color, \"linewidths\": 0.8}");
    code.line("");
}

/// Rings at these coordinates.
pub(super) fn rings(axes: &[Coordinate], recipe: &Recipe, code: &mut Code) {
    let points = axes.iter().find_map(|axis| match axis {
        Coordinate::Column(points, _) => Some(*points),
        Coordinate::Row | Coordinate::Jitter => None,
    });
    let placed = match points {
        Some(PointSet::Scores(method)) => recipe.puts_new(method),
        Some(PointSet::Input) | None => true,
    };
    if recipe.new_rows().is_none() || !placed {
        return;
    }
    let axes = axes.iter().map(|axis| match axis {
        Coordinate::Column(points, j) => format!("new_{}[:, {j}]", recipe.variable(*points)),
        Coordinate::Row => "np.arange(len(X), len(X) + len(new_X))".into(),
        Coordinate::Jitter => "np.arange(len(new_X)) * 0.6180339887498949 % 1 - 0.5".into(),
    });
    let axes: Vec<String> = axes.collect();
    code.line(&format!("ax.scatter({}, **ring)", axes.join(", ")));
}
