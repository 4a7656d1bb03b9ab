//! Everything that panels may show beyond the fits, in the order in which one needs another. A script keeps what its
//! picture reads.

use super::{
    super::{code::Code, plots::Plot, recipe::Recipe, template::values},
    back, kernel,
};
use crate::{
    analysis::Contours,
    data::Labels,
    explain::{Plane, separation::MOST_ROWS},
    kernel::{Gamma, Normalize},
    method::Method,
    panel::{Content, PointSet},
    setup::{RowOrder, SweepCurves},
    sweep::{
        FOLD_ALPHA, FOLD_SEED, FOLDS, GridRows, RowSample, ShuffledEigenvalues, Sweep, SweepGrid,
        ValueSpacing,
    },
};

pub(super) fn computed(recipe: &Recipe, code: &mut Code) {
    embeddings(recipe, code);
    projections(recipe, code);
    new_rows(recipe, code);
    let centers = recipe.analysis.kernel.centers_last();
    let centred = if centers {
        " - 2 * K.mean(axis=0) + K.mean()"
    } else {
        ""
    };
    let lengths = format!("np.diag(K){centred}");
    code.fill(
        "errors",
        &values! { lengths: lengths, new: recipe.puts_new(Method::Kpca) },
    );
    features(recipe, code);
    judged(recipe, code);
    let shuffled = recipe.plots.iter().find_map(|plot| match plot.content {
        Content::Spectrum { shuffled, .. } | Content::Variance { shuffled, .. } => shuffled,
        _ => None,
    });
    if let Some(shuffled) = shuffled {
        of_shuffled(shuffled, recipe, code);
    }
    for Plot { content, .. } in &recipe.plots {
        match content {
            Content::Maps(table, contours) => {
                let project = match table {
                    PointSet::Scores(Method::Kpca) => "project",
                    PointSet::Scores(_) | PointSet::Input => "pca.transform",
                };
                over_plane(&over(*table, recipe), project, contours, recipe, code);
            }
            Content::Novelty { map: Some(map), .. } => {
                over_plane(
                    "error_over_plane",
                    "reconstruction_errors",
                    map,
                    recipe,
                    code,
                );
            }
            Content::KernelMatrix => kernel_matrix(recipe, code),
            Content::Separation(counts) => separation(counts, recipe, code),
            Content::Sweep(it) | Content::Multiples(it, _) => sweep(it, recipe, code),
            Content::Grid(sweep, it) => grid(sweep, it, recipe, code),
            Content::PreImages(found) => back::pre_images(found, recipe, code),
            Content::Denoising(found) | Content::DenoisingError(found) => {
                back::denoising(found, recipe, code);
            }
            Content::Reconstruction(found) => back::reconstruction(found, recipe, code),
            _ => {}
        }
    }
}

/// Writes lines for the scores of methods beyond linear and kernel PCA, from the Python of their entries.
fn embeddings(recipe: &Recipe, code: &mut Code) {
    for (method, count) in recipe.other_methods() {
        let Some(python) = method.spec().python else {
            continue;
        };
        for import in python.imports {
            code.import(import);
        }
        code.line(&with_parameters(python.fit, count, recipe));
        if let Some(mirrored) = recipe.mirrored(method) {
            let prefix = method.spec().prefix;
            code.line(&format!("{prefix}scores[:, {mirrored:?}] *= -1"));
            // By these the scores of new rows get their signs.
            let signs = format!("{prefix}signs");
            if python.fit.contains(&signs) {
                code.line(&format!("{signs}[{mirrored:?}] *= -1"));
            }
        }
    }
}

/// Lines of a method's Python with the values of its parameters.
fn with_parameters(lines: &str, components: usize, recipe: &Recipe) -> String {
    let params = recipe.analysis.manifold;
    let gamma = match params.gamma {
        Gamma::Value(value) => value,
        Gamma::Auto => recipe.analysis.gamma_auto,
        Gamma::Median => recipe.analysis.gamma_median,
    };
    let words = [
        ("{neighbors}", params.neighbors.to_string()),
        ("{components}", components.to_string()),
        ("{gamma}", format!("{gamma:?}")),
        ("{alpha}", format!("{:?}", params.alpha)),
        ("{time}", format!("{:?}", params.time)),
    ];
    words.iter().fold(lines.to_owned(), |lines, (name, value)| {
        lines.replace(name, value)
    })
}

/// Writes lines for the full spectrum, and functions of points.
fn projections(recipe: &Recipe, code: &mut Code) {
    let kernel = recipe.analysis.kernel;
    let centers_first = kernel.normalize() == Some(Normalize::After) && kernel.center();
    let values = kernel::between(kernel, "points");
    let own = match kernel.normalize() {
        Some(_) => "np.ones(len(points))",
        None => "squares(points)",
    };
    let own = if kernel.centers_last() {
        format!("{own} - 2 * {values}.mean(axis=1) + K.mean()")
    } else {
        own.to_owned()
    };
    let images = if centers_first {
        "centre(k(X, X))"
    } else {
        "k(X, X)"
    };
    let vectors = kernel::compares_vectors(kernel);
    code.fill(
        "computed",
        &values! {
            project: vectors.then(|| kernel::project(kernel, "points")),
            images: kernel.normalize().filter(|_| vectors).map(|_| images),
            centers_first: centers_first,
            own: vectors.then_some(own),
            centred: kernel::centred(kernel, "K"),
        },
    );
}

/// Writes lines for the scores of new rows by each method that has some.
fn new_rows(recipe: &Recipe, code: &mut Code) {
    if recipe.new_rows().is_none() {
        return;
    }
    code.fill(
        "new-rows",
        &values! { made: recipe.made.is_some(), new_x: recipe.scaled("new_data") },
    );
    let methods = recipe.other_methods();
    for (method, count) in methods.filter(|(method, _)| recipe.puts_new(*method)) {
        let new = method.spec().python.and_then(|python| python.new);
        code.line(&with_parameters(new.unwrap_or_default(), count, recipe));
    }
}

/// Variable that holds all components of a method over the plane.
pub(super) fn over(table: PointSet, recipe: &Recipe) -> String {
    format!("{}_over_plane", recipe.variable(table))
}

/// Writes lines for a function on a grid over two columns of the data.
fn over_plane(variable: &str, function: &str, found: &Contours, recipe: &Recipe, code: &mut Code) {
    let Plane { columns, spans, .. } = &found.plane;
    let at = match recipe.at_row() {
        Some(row) => format!("data[{row}]"),
        None => "data.mean(axis=0)".to_owned(),
    };
    let side = found.maps.first().map_or(0, |map| map.field.side);
    code.fill(
        "over-plane",
        &values! {
            variable: variable,
            project: format!("{function}({})", recipe.scaled("points")),
            plane: format!("{columns:?}, {spans:?}, {at}, {side}"),
        },
    );
}

fn kernel_matrix(recipe: &Recipe, code: &mut Code) {
    let centred = recipe.view.kernel_matrix.centered;
    let shown = centred.then(|| kernel::centred(recipe.analysis.kernel, "K"));
    code.fill(
        "ordered-matrix",
        &values! {
            order: match (recipe.view.kernel_matrix.order, recipe.components().checked_sub(1)) {
                (RowOrder::Label, _) if recipe.labels().column().is_some() => {
                    "np.argsort(label, kind=\"stable\")".to_owned()
                }
                (RowOrder::Component(j), Some(last)) => {
                    format!("np.argsort(scores[:, {}], kind=\"stable\")", j.min(last))
                }
                _ => "np.arange(len(X))".to_owned(),
            },
            shown_matrix: shown.unwrap_or_else(|| "K".to_owned()),
        },
    );
}

/// Writes lines for the eigenvalues of shuffled columns as shares, and the number of components that exceed them.
fn of_shuffled(shuffled: &ShuffledEigenvalues, recipe: &Recipe, code: &mut Code) {
    let sample = shuffled.sample.as_ref();
    code.fill(
        "shuffled",
        &values! {
            matrix_of_rows: kernel::matrix(recipe.analysis.kernel, "rows", &[]),
            compared: sample.map_or("np.arange(len(X))".to_owned(), |it| some_rows("X", it.rows.len())),
            shufflings: ShuffledEigenvalues::SHUFFLINGS.to_string(),
            quantile: ShuffledEigenvalues::QUANTILE,
            quantiles: shuffled.quantiles.len(),
        },
    );
}

/// Expression for the indices of some rows, the same for all that is computed from a sample.
fn some_rows(of: &str, count: usize) -> String {
    let seed = RowSample::SEED;
    format!("np.sort(np.random.RandomState({seed}).permutation(len({of}))[:{count}])")
}

/// Writes lines for the rows that separation is judged by.
fn judged(recipe: &Recipe, code: &mut Code) {
    let Some(known) = known(recipe, "judged") else {
        return;
    };
    code.fill(
        "judged",
        &values! {
            judged: match recipe.analysis.rows() {
                rows if rows > MOST_ROWS => some_rows("label", MOST_ROWS),
                _ => "np.arange(len(label))".to_owned(),
            },
            known: recipe.has_unlabelled().then_some(known),
        },
    );
}

/// Expression that is true for those of some rows that have a label; `None` without labels.
fn known(recipe: &Recipe, rows: &str) -> Option<String> {
    recipe.labels().column()?;
    let classes = recipe.labels().classes().len();
    let of_classes = format!("label[{rows}] < {classes}");
    Some(recipe.of_label(of_classes, format!("~np.isnan(label[{rows}])")))
}

fn separation(counts: &[(Method, usize)], recipe: &Recipe, code: &mut Code) {
    let of = |method: Method| {
        (
            recipe.variable(PointSet::Scores(method)),
            method.spec().prefix,
        )
    };
    for (method, count) in counts {
        let (scores, prefix) = of(*method);
        code.line(&format!("{prefix}quality = halved({scores}[:, :{count}])"));
    }
    let Some((_, new)) = recipe.new_rows() else {
        return;
    };
    let unlabelled = recipe.has_unlabelled() || new.labels.unlabelled() > 0;
    // Rows without a label have none of the fitted classes.
    let classes = |variable: &str, labels: &Labels| match labels.classes().len() {
        count if unlabelled && count > 0 => {
            format!("np.where({variable} < {count}, {variable}, -1)")
        }
        _ => variable.to_owned(),
    };
    let all = [
        classes("label", recipe.labels()),
        classes("new_label", &new.labels),
    ];
    let known = recipe.of_label("all_label >= 0", "~np.isnan(all_label)");
    code.fill(
        "judged-on-new",
        &values! { all_label: all.join(", "), all_known: known },
    );
    for (method, count) in recipe.judged_on_new(counts) {
        let (scores, prefix) = of(method);
        code.line(&format!(
            "new_{prefix}quality = on_new({scores}[:, :{count}], new_{scores}[:, :{count}])"
        ));
    }
}

/// Writes lines for how single features move scores: the probe, its paths, arrows and influences.
fn features(recipe: &Recipe, code: &mut Code) {
    let features = &recipe.analysis.explain.features;
    let [components, of_pca] = [0, 1].map(|i| format!("{:?}", features.components[i]));
    let least = if recipe.analysis.kernel.takes_negative_values() {
        "-np.inf"
    } else {
        "0"
    };
    if let Some(probed) = &features.probe {
        let paths = &probed.probe.paths;
        let places: Vec<usize> = paths.iter().map(|path| path.feature).collect();
        code.fill(
            "probe",
            &values! {
                probe: format!("{:?}", probed.probe.point),
                z: recipe.scaled("probe"),
                k_probe: kernel::between(recipe.analysis.kernel, "z"),
                components: &*components,
                paths: (!places.is_empty()).then(|| format!("{places:?}")),
                steps: paths.first().map(|path| path.values.len()),
                path: recipe.scaled("path"),
            },
        );
    }
    let mut slopes = |section: &str, feature: Option<usize>, rows: usize| {
        let (components, of_pca) = (&*components, &*of_pca);
        let values = values! { components: components, of_pca: of_pca, least: least, feature: feature, rows: rows };
        code.fill(section, &values);
    };
    if let Some(arrows) = &features.arrows {
        slopes("arrows", Some(arrows.feature), arrows.rows.len());
    }
    if let Some(influence) = &features.influence {
        slopes("influence", None, influence.rows);
    }
}

/// Writes lines for eigenvalues, shares, scores and separation at other values of a parameter.
fn sweep(sweep: &Sweep, recipe: &Recipe, code: &mut Code) {
    if code.body.contains("def swept(") {
        return;
    }
    let name = sweep.question.parameter.name();
    let values = &sweep.question.values;
    let [first, last] = [values.first(), values.last()].map(|end| end.copied().unwrap_or(1.0));
    let counts = sweep.known().map(|(_, point)| point.eigenvalues.len());
    let many = values.len();
    code.fill(
        "swept",
        &values! {
            swept: name,
            swept_matrix: kernel::matrix(recipe.analysis.kernel, "X", &[(name, "value")]),
            count: counts.max().unwrap_or(0),
            sweep_values: match sweep.question.parameter.spread() {
                ValueSpacing::Ratios => format!("np.geomspace({first:?}, {last:?}, {many})"),
                ValueSpacing::Steps => format!("np.linspace({first:?}, {last:?}, {many})"),
                ValueSpacing::Whole => format!("np.arange({first:.0}, {:.0})", last + 1.0),
            },
        },
    );
    if recipe.view.sweep.curves == SweepCurves::HeldOut {
        held_out(sweep, recipe, code);
    }
}

/// Writes lines for how well rows that are held out are predicted and rebuilt at each value of γ.
fn held_out(sweep: &Sweep, recipe: &Recipe, code: &mut Code) {
    let [predicts, rebuilds] = Recipe::held_out(sweep);
    let [rule, total] = recipe.of_label(["discriminant", "len"], ["regression", "sum_of_squares"]);
    let validated = sweep.cross_validation.as_ref();
    code.fill(
        "held-out",
        &values! {
            tried: match &sweep.sample {
                Some(sample) => some_rows("X", sample.rows.len()),
                None => "np.arange(len(X))".to_owned(),
            },
            fewer: validated.and_then(|it| it.rows).map(|rows| some_rows("tried", rows)),
            seed: FOLD_SEED.to_string(),
            folds: FOLDS,
            classes: recipe.has_classes(),
            components: recipe.components(),
            known: predicts.then(|| match known(recipe, "rows").filter(|_| recipe.has_unlabelled()) {
                Some(known) => format!("[rows[{known}] for rows in (fitted, held)]"),
                None => "fitted, held".to_owned(),
            }),
            rule: predicts.then_some(rule),
            total: total,
            q: recipe.view.separation_components.max(1),
            alpha: rebuilds.then_some(FOLD_ALPHA),
        },
    );
}

/// Writes lines for scores at pairs of values, or with pairs of components, their signs agreeing from each to the
/// next.
fn grid(sweep: &Sweep, grid: &SweepGrid, recipe: &Recipe, code: &mut Code) {
    let question = &grid.question;
    let mut parameters = vec![(sweep.question.parameter.name(), "across")];
    let (columns, beside) = match question.second {
        GridRows::Parameter(second) => {
            parameters.push((second.name(), "down"));
            ("slice(2)", "(i, j - 1), (i - 1, j)")
        }
        GridRows::Components => ("slice(int(down) - 1, int(down) + 1)", "(i, j - 1)"),
    };
    code.fill(
        "planes",
        &values! {
            across: format!("{:?}", question.across),
            down: format!("{:?}", question.down),
            beside: beside,
            grid_matrix: kernel::matrix(recipe.analysis.kernel, "X", &parameters),
            columns: columns,
        },
    );
}
