//! What panels need beyond the fit, as `explain` computes it.

use super::{
    Code, Content, Plot, PointSet, Recipe, SortedBy, denoising, features, kernel, new_rows,
    novelty, pre_images, reconstruction, sweep,
};
use crate::{
    analysis::Contours,
    data::{Labels, Scaling},
    explain::{
        Plane,
        separation::{HALVINGS, MOST, MOST_ROWS, RIDGE, SEED},
    },
    method::Method,
    sweep::{RowSample, ShuffledEigenvalues},
};

/// Components on a grid, one row of it at a time: with many points all at once would be large.
const OVER_PLANE: &str = "
def over_plane(project, columns, spans, at, side):
    \"\"\"Every component on a grid over two columns, the other columns fixed.\"\"\"
    u, v = [low + (high - low) * (np.arange(side) + 0.5) / side for low, high in spans]
    points = np.tile(at, (side, 1))
    points[:, columns[0]] = u
    values = []
    for height in v:
        points[:, columns[1]] = height
        values.append(project(points))
    return u, v, np.array(values)
";

/// What stands in capitals differs between classes and a quantity.
const HALVED: &str = "
def halved(scores):
    \"\"\"WHAT with 1, 2, ... components: mean and standard deviation over halvings.\"\"\"
    z = scores[:, :MOST] / (np.abs(scores).max() or 1)
    random = np.random.RandomState(SEED)
    quality = np.zeros((HALVINGS, z.shape[1]))
    for halving in quality:
        order = random.permutation(len(z))SORT
        halves = [order[::2], order[1::2]]
        for train, test in [halves, halves[::-1]]:
            FIT
            covariance = within.T @ within / len(train)
            for q in range(1, len(halving) + 1):
                ridge = RIDGE * np.trace(covariance[:q, :q]) / q
                ridged = covariance[:q, :q] + max(ridge, 1e-30) * np.eye(q)
                weights = np.linalg.solve(ridged, target[:q])
                RULE
    return np.column_stack([quality.mean(axis=0), quality.std(axis=0)])
";

const DISCRIMINANT: [&str; 4] = [
    "Accuracy of linear discriminant analysis",
    "
        order = order[np.argsort(label[order], kind=\"stable\")]  # classes are shared",
    "size = indicator[train].sum(axis=0)
            target = z[train].T @ indicator[train] / np.maximum(size, 1)
            within = z[train] - target[:, label[train]].T
            with np.errstate(divide=\"ignore\"):
                log_share = np.log(size / len(train))",
    "offset = log_share - np.sum(target[:q] * weights, axis=0) / 2
                found = np.argmax(z[test, :q] @ weights + offset, axis=1)
                halving[q - 1] += np.sum(found == label[test]) / len(z)",
];

const REGRESSION: [&str; 4] = [
    "R² of linear regression",
    "",
    "center, middle = z[train].mean(axis=0), label[train].mean()
            within = z[train] - center
            target = within.T @ (label[train] - middle) / len(train)",
    "found = (z[test, :q] - center[:q]) @ weights + middle
                missed = np.sum((found - label[test]) ** 2)
                halving[q - 1] += 0.5 - missed / np.sum((label - label.mean()) ** 2)",
];

/// Defines `halved`.
fn halved(recipe: &Recipe, code: &mut Code) {
    let [what, sort, fit, rule] = match recipe.labels() {
        Labels::Continuous { .. } => REGRESSION,
        Labels::None | Labels::Classes { .. } => {
            code.line("\nindicator = np.eye(label.max() + 1)[label]");
            DISCRIMINANT
        }
    };
    let function = HALVED
        .replace("WHAT", what)
        .replace("SORT", sort)
        .replace("FIT", fit)
        .replace("RULE", rule)
        .replace("RIDGE", &format!("{RIDGE:?}"))
        .replace("MOST", &MOST.to_string())
        .replace("SEED", &SEED.to_string())
        .replace("HALVINGS", &HALVINGS.to_string());
    let some = recipe.analysis.rows() > MOST_ROWS;
    if !some && !recipe.has_unlabelled() {
        code.line(&function);
        return;
    }
    code.line(&if some {
        format!(
            "\njudged = np.sort(np.random.RandomState({}).permutation(len(label))[:{MOST_ROWS}])  # rows",
            RowSample::SEED,
        )
    } else {
        "\njudged = np.arange(len(label))  # rows".to_owned()
    });
    if recipe.has_unlabelled() {
        let known = match recipe.labels() {
            Labels::Classes { names, .. } => format!("label[judged] < {}", names.len()),
            Labels::None | Labels::Continuous { .. } => "~np.isnan(label[judged])".to_owned(),
        };
        code.line(&format!("judged = judged[{known}]  # those with a label"));
    }
    let draw = "judged[random.permutation(len(judged))]";
    let function = function
        .replace("random.permutation(len(z))", draw)
        .replace("len(z)", "len(judged)")
        .replace(
            "(label - label.mean())",
            "(label[judged] - label[judged].mean())",
        );
    code.line(&function);
}

fn separation(counts: &[(Method, usize)], recipe: &Recipe, code: &mut Code) {
    for (method, count) in counts {
        let scores = recipe.variable(PointSet::Scores(*method));
        let prefix = method.spec().prefix;
        code.line(&format!("{prefix}quality = halved({scores}[:, :{count}])"));
    }
    separation_of_new(counts, recipe, code);
}

/// The rows of both parts where some lack a label.
const KNOWN_PARTS: &str = "known[known < len(scores)], known[known >= len(scores)]";

/// The same rule from all rows that were fitted, judged on new ones. What stands in capitals differs between
/// classes and a quantity.
const ON_NEW: &str = "
def on_new(scores, new_scores):
    \"\"\"The same on new rows, from all that were fitted.\"\"\"
    z = np.concatenate([scores, new_scores]) / (np.abs(scores).max() or 1)
    KNOWNtrain, test = PARTS
    LABELS
    quality = np.zeros(z.shape[1])
    FIT
    covariance = within.T @ within / len(train)
    for q in range(1, len(quality) + 1):
        ridge = RIDGE * np.trace(covariance[:q, :q]) / q
        ridged = covariance[:q, :q] + max(ridge, 1e-30) * np.eye(q)
        weights = np.linalg.solve(ridged, target[:q])
        RULE
    return quality
";

fn separation_of_new(counts: &[(Method, usize)], recipe: &Recipe, code: &mut Code) {
    let judged = judged(counts, recipe);
    if judged.is_empty() {
        return;
    }
    let [_, _, fit, rule] = match recipe.labels() {
        Labels::Continuous { .. } => REGRESSION,
        Labels::None | Labels::Classes { .. } => DISCRIMINANT,
    };
    let (labels, quality, total) = match recipe.labels() {
        Labels::Continuous { .. } => (
            "label = all_label",
            "quality[q - 1] = 1 -",
            "np.sum((label[test] - label[test].mean()) ** 2)",
        ),
        Labels::None | Labels::Classes { .. } => (
            "label, indicator = all_label, np.eye(all_label.max() + 1)[all_label]",
            "quality[q - 1] =",
            "len(test)",
        ),
    };
    let new_labels = recipe.new_rows().map(|(_, new)| &new.labels);
    let unlabelled = recipe.has_unlabelled() || new_labels.is_some_and(|it| it.unlabelled() > 0);
    let count = |labels: &Labels| match labels {
        Labels::Classes { names, .. } => names.len(),
        Labels::None | Labels::Continuous { .. } => 0,
    };
    code.line(&match recipe.labels() {
        Labels::Continuous { .. } => "all_label = np.concatenate([label, new_label])".to_owned(),
        Labels::None | Labels::Classes { .. } if unlabelled => format!(
            "all_label = np.concatenate([np.where(label < {}, label, -1), np.where(new_label < {}, new_label, -1)])",
            count(recipe.labels()),
            new_labels.map_or(0, count)
        ),
        Labels::None | Labels::Classes { .. } => {
            "all_label = np.concatenate([label, new_label])".to_owned()
        }
    });
    let rule = rule
        .replace("halving[q - 1] += 0.5 -", quality)
        .replace("halving[q - 1] +=", quality)
        .replace("np.sum((label - label.mean()) ** 2)", total)
        .replace("/ len(z)", &format!("/ {total}"))
        .replace("\n                ", "\n        ");
    let (known, parts) = match recipe.labels() {
        _ if !unlabelled => ("", "np.arange(len(scores)), np.arange(len(scores), len(z))"),
        Labels::Continuous { .. } => ("~np.isnan(all_label)", KNOWN_PARTS),
        Labels::None | Labels::Classes { .. } => ("all_label >= 0", KNOWN_PARTS),
    };
    let known = match known {
        "" => String::new(),
        known => format!("known = np.flatnonzero({known})  # rows with a label\n    "),
    };
    let function = ON_NEW
        .replace("PARTS", parts)
        .replace("KNOWN", &known)
        .replace("LABELS", labels)
        .replace("FIT", &fit.replace("\n            ", "\n    "))
        .replace("RULE", &rule)
        .replace("RIDGE", &format!("{RIDGE:?}"));
    code.line(&function);
    for (method, count) in judged {
        let scores = recipe.variable(PointSet::Scores(method));
        let prefix = method.spec().prefix;
        code.line(&format!(
            "new_{prefix}quality = on_new({scores}[:, :{count}], new_{scores}[:, :{count}])"
        ));
    }
}

/// The methods of which a curve of new rows is drawn, with how many components each has.
pub(super) fn judged(counts: &[(Method, usize)], recipe: &Recipe) -> Vec<(Method, usize)> {
    let separation = recipe.analysis.explain.separation.as_ref();
    let has_new = |method| separation.is_some_and(|it| !it.on_new(method).is_empty());
    let counts = counts.iter().copied();
    counts
        .filter(|(method, _)| has_new(*method) && recipe.puts_new(*method))
        .collect()
}

pub(super) fn explain(recipe: &Recipe, code: &mut Code) {
    if recipe.needs_spectrum() {
        spectrum(recipe, code);
    }
    let map = recipe.plots.iter().find_map(|plot| match plot.content {
        Content::Novelty { map, .. } => map,
        _ => None,
    });
    let has_maps = map.is_some() || recipe.shows(|content| matches!(content, Content::Maps(..)));
    if has_maps || recipe.moves_features() || recipe.puts_new(Method::Kpca) {
        kernel::between(recipe.analysis.kernel, code);
    }
    new_rows::project(recipe, code);
    if has_maps {
        code.line(OVER_PLANE);
    }
    novelty::errors(recipe, map, code);
    features::numbers(recipe, code);
    if recipe.shows(|content| matches!(content, Content::Separation(_)) || sweep::predicts(content))
    {
        halved(recipe, code);
    }
    sweep::numbers(recipe, code);
    for Plot { content, .. } in &recipe.plots {
        match content {
            Content::Maps(table, contours) => over_plane(*table, contours, recipe, code),
            Content::KernelMatrix => kernel_matrix(recipe, code),
            Content::Spectrum {
                shuffled: Some(shuffled),
                ..
            } => of_shuffled(shuffled, recipe, code),
            Content::PreImages(found) => pre_images::numbers(found, recipe, code),
            Content::Denoising(found) => denoising::numbers(found, false, recipe, code),
            Content::DenoisingError(found) => denoising::numbers(found, true, recipe, code),
            Content::Reconstruction(found) => reconstruction::numbers(found, recipe, code),
            Content::Separation(counts) => separation(counts, recipe, code),
            Content::Dots(_)
            | Content::Space(_)
            | Content::Spectrum { shuffled: None, .. }
            | Content::FullSpectrum
            | Content::Variance
            | Content::Novelty { .. }
            | Content::Sweep(_)
            | Content::Multiples(..)
            | Content::Grid(..)
            | Content::Pinned(..)
            | Content::Own(_)
            | Content::Nothing(_) => {}
        }
    }
}

/// The shares of all eigenvalues, without rounding errors about zero.
fn spectrum(recipe: &Recipe, code: &mut Code) {
    code.line("");
    let matrix = kernel::centered(recipe.analysis.kernel, true, code);
    code.line(&format!(
        "spectrum = np.linalg.eigvalsh({matrix})[::-1] / trace"
    ));
    code.line("noise = 4 * np.finfo(float).eps * np.linalg.norm(K) / trace");
    code.line("spectrum = np.where(np.abs(spectrum) > noise, spectrum, 0)");
}

/// The eigenvalues of shuffled columns as shares, and how many components exceed them.
fn of_shuffled(shuffled: &ShuffledEigenvalues, recipe: &Recipe, code: &mut Code) {
    code.line("");
    code.line("");
    code.line("def eigenvalues_of(X):");
    code.line("    \"\"\"Of the kernel matrix of these rows, descending.\"\"\"");
    for line in kernel::matrix_here(recipe.analysis.kernel) {
        code.line(&format!("    {line}"));
    }
    code.line("    return np.linalg.eigvalsh(K)[::-1]");
    code.line("");
    code.line("");
    match &shuffled.sample {
        None => code.line("compared = X"),
        Some(sample) => code.line(&format!(
            "compared = X[np.sort(np.random.RandomState({}).permutation(len(X))[:{}])]",
            RowSample::SEED,
            sample.rows.len()
        )),
    }
    code.line("shuffled = []");
    code.line(&format!(
        "for seed in range({}):",
        ShuffledEigenvalues::SHUFFLINGS
    ));
    code.line("    random = np.random.RandomState(seed)");
    code.line("    columns = [column[random.permutation(len(compared))] for column in compared.T]");
    code.line("    shuffled.append(eigenvalues_of(np.column_stack(columns)))");
    code.line("own = eigenvalues_of(compared)");
    code.line(&format!(
        "shuffled_share = np.quantile(shuffled, {}, axis=0)[:{}] / own.sum()",
        ShuffledEigenvalues::QUANTILE,
        shuffled.quantiles.len()
    ));
    code.line("exceeds = own[: len(shuffled_share)] / own.sum() > shuffled_share");
    code.line("standing_out = np.cumprod(exceeds).sum()");
}

fn over_plane(table: PointSet, contours: &Contours, recipe: &Recipe, code: &mut Code) {
    let scaled = match recipe.setup.scaling {
        Scaling::None => "points",
        Scaling::Center | Scaling::Standardize => "scaler.transform(points)",
    };
    let project = match table {
        PointSet::Scores(Method::Kpca) => kernel::project(recipe.analysis.kernel, scaled),
        PointSet::Scores(_) | PointSet::Input => format!("pca.transform({scaled})"),
    };
    code.line(&format!(
        "u, v, {} = over_plane(\n    lambda points: {project},\n    {},\n)",
        values(table, recipe),
        plane_arguments(contours, recipe)
    ));
}

/// The plane of a map: its columns and what they span, where the others are, and how many points a side has.
pub(super) fn plane_arguments(contours: &Contours, recipe: &Recipe) -> String {
    let Plane { columns, spans, .. } = &contours.plane;
    let at = match recipe.at_row() {
        Some(row) => format!("data[{row}]"),
        None => "data.mean(axis=0)".to_owned(),
    };
    let side = contours.maps.first().map_or(0, |map| map.field.side);
    format!("{columns:?}, {spans:?}, {at}, {side}")
}

/// The variable that holds all components of a method over the plane.
pub(super) fn values(table: PointSet, recipe: &Recipe) -> String {
    format!("{}_over_plane", recipe.variable(table))
}

fn kernel_matrix(recipe: &Recipe, code: &mut Code) {
    code.line("");
    let rows = match recipe.sorted_by() {
        None => "np.arange(len(X))".to_owned(),
        Some(SortedBy::Label) => "np.argsort(label, kind=\"stable\")".into(),
        Some(SortedBy::Component(j)) => format!("np.argsort(scores[:, {j}], kind=\"stable\")"),
    };
    code.line(&format!("rows = {rows}"));
    let wanted = recipe.view.kernel_matrix.centered;
    let matrix = kernel::centered(recipe.analysis.kernel, wanted, code);
    code.line(&format!("ordered = {matrix}[np.ix_(rows, rows)]"));
}
