//! Numbers that panels may show beyond the fits, in the order in which one needs another. A script keeps what its
//! picture reads.

use super::{
    super::{
        recipe::Recipe,
        template::{Code, SectionValues, fill, values},
    },
    kernel,
};
use crate::{
    analysis::Contours,
    data::Labels,
    explain::{Plane, separation::MOST_ROWS},
    kernel::{Gamma, Normalize},
    method::Method,
    panel::PointSet,
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
    let mut lengths = "np.diag(K)".to_owned();
    if recipe.analysis.kernel.centers_last() {
        lengths += " - 2 * K.mean(axis=0) + K.mean()";
    }
    fill!(code, "errors", { lengths, new: recipe.puts_new(Method::Kpca) });
    features(recipe, code);
    judged(recipe, code);
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
    let mut own = match kernel.normalize() {
        Some(_) => "np.ones(len(points))".to_owned(),
        None => "squares(points)".to_owned(),
    };
    if kernel.centers_last() {
        let values = kernel::between(kernel, "points");
        own = format!("{own} - 2 * {values}.mean(axis=1) + K.mean()");
    }
    let images = if centers_first {
        "centre(k(X, X))"
    } else {
        "k(X, X)"
    };
    let vectors = kernel::compares_vectors(kernel);
    fill!(code, "computed", {
        project: vectors.then(|| kernel::project(kernel, "points")),
        images: kernel.normalize().filter(|_| vectors).map(|_| images),
        centers_first,
        own: vectors.then_some(own),
        centred: kernel::centred(kernel, "K"),
    });
}

/// Writes lines for the scores of new rows by each method that has some.
fn new_rows(recipe: &Recipe, code: &mut Code) {
    if recipe.new_rows().is_none() {
        return;
    }
    fill!(code, "new-rows", { made: recipe.made.is_some(), new_x: recipe.scaled("new_data") });
    let methods = recipe.other_methods();
    for (method, count) in methods.filter(|(method, _)| recipe.puts_new(*method)) {
        let new = method.spec().python.and_then(|python| python.new);
        code.line(&with_parameters(new.unwrap_or_default(), count, recipe));
    }
}

/// Writes a line for a function on a grid over two columns of the data.
pub(super) fn over_plane(
    variable: &str,
    function: &str,
    found: &Contours,
    recipe: &Recipe,
    code: &mut Code,
) {
    let Plane { columns, spans, .. } = &found.plane;
    let at = match recipe.at_row() {
        Some(row) => format!("data[{row}]"),
        None => "data.mean(axis=0)".to_owned(),
    };
    let side = found.maps.first().map_or(0, |map| map.field.side);
    let points = recipe.scaled("points");
    code.line(&format!(
        "u, v, {variable} = over_plane(lambda points: {function}({points}), {columns:?}, {spans:?}, {at}, {side})"
    ));
}

/// Values for the matrix as it is shown, its rows in order.
pub(super) fn kernel_matrix(recipe: &Recipe) -> SectionValues {
    let centred = recipe.view.kernel_matrix.centered;
    let shown = centred.then(|| kernel::centred(recipe.analysis.kernel, "K"));
    let sorted = |by: &str| format!("np.argsort({by}, kind=\"stable\")");
    values! {
        centred,
        order: match (recipe.view.kernel_matrix.order, recipe.components().checked_sub(1)) {
            (RowOrder::Label, _) if recipe.labels().column().is_some() => sorted("label"),
            (RowOrder::Component(j), Some(last)) => sorted(&format!("scores[:, {}]", j.min(last))),
            _ => "np.arange(len(X))".to_owned(),
        },
        shown_matrix: shown.unwrap_or_else(|| "K".to_owned()),
    }
}

/// Writes lines for the eigenvalues of shuffled columns as shares, and the number of components that exceed them.
pub(super) fn shuffled(shuffled: &ShuffledEigenvalues, recipe: &Recipe, code: &mut Code) {
    if code.body.contains("def eigenvalues_of(") {
        return;
    }
    let sample = shuffled.sample.as_ref();
    fill!(code, "shuffled", {
        matrix_of_rows: kernel::matrix(recipe.analysis.kernel, "rows", &[]),
        compared: some_rows("X", sample.map(|it| it.rows.len())),
        shufflings: ShuffledEigenvalues::SHUFFLINGS,
        quantile: ShuffledEigenvalues::QUANTILE,
        quantiles: shuffled.quantiles.len(),
    });
}

/// Expression for the indices of some rows, the same for all that is computed from a sample; of all rows without a
/// `count`.
fn some_rows(of: &str, count: Option<usize>) -> String {
    let seed = RowSample::SEED;
    match count {
        Some(count) => {
            format!("np.sort(np.random.RandomState({seed}).permutation(len({of}))[:{count}])")
        }
        None => format!("np.arange(len({of}))"),
    }
}

/// Writes lines for the rows that separation is judged by.
fn judged(recipe: &Recipe, code: &mut Code) {
    let most = (recipe.analysis.rows() > MOST_ROWS).then_some(MOST_ROWS);
    if let Some(known) = known(recipe, "judged") {
        fill!(code, "judged", {
            judged: some_rows("label", most),
            known: recipe.has_unlabelled().then_some(known),
        });
    }
}

/// Expression that is true for those of some rows that have a label; `None` without labels.
fn known(recipe: &Recipe, rows: &str) -> Option<String> {
    recipe.labels().column()?;
    let classes = recipe.labels().classes().len();
    let of_classes = format!("label[{rows}] < {classes}");
    Some(recipe.of_label(of_classes, format!("~np.isnan(label[{rows}])")))
}

/// Writes lines for how well the components of each method separate the label, on new rows as well.
pub(super) fn separation(counts: &[(Method, usize)], recipe: &Recipe, code: &mut Code) {
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
    let [all_label, new] = [("label", recipe.labels()), ("new_label", &new.labels)]
        .map(|(variable, labels)| classes(variable, labels));
    fill!(code, "judged-on-new", {
        all_label: format!("{all_label}, {new}"),
        all_known: recipe.of_label("all_label >= 0", "~np.isnan(all_label)"),
    });
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
    let [components, of_pca] = [0, 1].map(|i| &features.components[i][..]);
    let takes_negative = recipe.analysis.kernel.takes_negative_values();
    let least = if takes_negative { "-np.inf" } else { "0" };
    if let Some(probed) = &features.probe {
        let paths = &probed.probe.paths;
        let places: Vec<usize> = paths.iter().map(|path| path.feature).collect();
        fill!(code, "probe", {
            probe: &probed.probe.point[..],
            z: recipe.scaled("probe"),
            k_probe: kernel::between(recipe.analysis.kernel, "z"),
            components,
            paths: Some(places).filter(|it| !it.is_empty()),
            steps: paths.first().map(|path| path.values.len()),
            path: recipe.scaled("path"),
        });
    }
    if let Some(arrows) = &features.arrows {
        let (feature, rows) = (arrows.feature, arrows.rows.len());
        fill!(code, "arrows", { components, of_pca, least, feature, rows });
    }
    if let Some(influence) = &features.influence {
        fill!(code, "influence", { components, of_pca, least, rows: influence.rows });
    }
}

/// Writes lines for eigenvalues, shares, scores and separation at other values of a parameter.
pub(super) fn swept(sweep: &Sweep, recipe: &Recipe, code: &mut Code) {
    if code.body.contains("def swept(") {
        return;
    }
    let name = sweep.question.parameter.name();
    let values = &sweep.question.values;
    let [first, last] = [values.first(), values.last()].map(|end| end.copied().unwrap_or(1.0));
    let counts = sweep.known().map(|(_, point)| point.eigenvalues.len());
    let many = values.len();
    fill!(code, "swept", {
        swept: name,
        swept_matrix: kernel::matrix(recipe.analysis.kernel, "X", &[(name, "value")]),
        count: counts.max().unwrap_or(0),
        sweep_values: match sweep.question.parameter.spread() {
            ValueSpacing::Ratios => format!("np.geomspace({first:?}, {last:?}, {many})"),
            ValueSpacing::Steps => format!("np.linspace({first:?}, {last:?}, {many})"),
            ValueSpacing::Whole => format!("np.arange({first:.0}, {:.0})", last + 1.0),
        },
    });
    if recipe.view.sweep.curves == SweepCurves::HeldOut {
        held_out(sweep, recipe, code);
    }
}

/// Writes lines for how well rows that are held out are predicted and rebuilt at each value of γ.
fn held_out(sweep: &Sweep, recipe: &Recipe, code: &mut Code) {
    let [predicts, rebuilds] = Recipe::held_out(sweep);
    let [rule, total] = recipe.of_label(["discriminant", "len"], ["regression", "sum_of_squares"]);
    let validated = sweep.cross_validation.as_ref();
    fill!(code, "held-out", {
        tried: some_rows("X", sweep.sample.as_ref().map(|it| it.rows.len())),
        fewer: validated.and_then(|it| it.rows).map(|rows| some_rows("tried", Some(rows))),
        seed: FOLD_SEED,
        folds: FOLDS,
        classes: recipe.has_classes(),
        components: recipe.components(),
        known: predicts.then(|| match known(recipe, "rows").filter(|_| recipe.has_unlabelled()) {
            Some(known) => format!("[rows[{known}] for rows in (fitted, held)]"),
            None => "fitted, held".to_owned(),
        }),
        rule: predicts.then_some(rule),
        total,
        q: recipe.view.separation_components.max(1),
        alpha: rebuilds.then_some(FOLD_ALPHA),
    });
}

/// Values for scores at pairs of values, or with pairs of components, their signs agreeing from each to the next.
pub(super) fn grid(sweep: &Sweep, grid: &SweepGrid, recipe: &Recipe) -> SectionValues {
    let question = &grid.question;
    let mut parameters = vec![(sweep.question.parameter.name(), "across")];
    let (columns, beside) = match question.second {
        GridRows::Parameter(second) => {
            parameters.push((second.name(), "down"));
            ("slice(2)", "(i, j - 1), (i - 1, j)")
        }
        GridRows::Components => ("slice(int(down) - 1, int(down) + 1)", "(i, j - 1)"),
    };
    values! {
        values_across: &question.across[..],
        values_down: &question.down[..],
        beside,
        grid_matrix: kernel::matrix(recipe.analysis.kernel, "X", &parameters),
        columns,
    }
}
