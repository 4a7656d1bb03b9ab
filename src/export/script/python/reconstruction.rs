//! What is left of rows with each number of components, of those that were fitted and of others.

use super::{Code, Plot, Recipe, axes::settings, denoising::undone, hex, kernel};
use crate::{
    analysis::{HELD_OUT_SEED, HeldOut, Reconstruction},
    method::Method,
    setup::ErrorSpace,
    view::Paint,
};

const TAILS: &str = "
def tails(variances, total, lengths, scores):
    \"\"\"What 1, 2, ... components leave of fitted and of other rows, as shares of the fitted rows' total.\"\"\"
    left = lengths.mean() - np.cumsum(np.mean(scores**2, axis=0))
    return np.array([total - np.cumsum(variances), left]) / total

";

const OF_PCA: &str = "other_lengths = np.sum((others - part_pca.mean_) ** 2, axis=1)
part_variances = np.var(X[fitted] @ part_pca.components_.T, axis=0)
part_pca_left = tails(part_variances, part_variances.sum(), other_lengths, part_pca.transform(others))";

const OF_KERNEL: &str = "lengths = own - 2 * between.mean(axis=1) + K_fitted.mean()
total = (np.trace(K_fitted) - K_fitted.sum() / len(fitted)) / len(fitted)
part_left = tails(part.eigenvalues_ / len(fitted), total, lengths, part.transform(between))";

/// In the input.
const REBUILT: &str = "
def mean_squared(points, rows):
    \"\"\"How far points are from rows, in the units of the data.\"\"\"
    return np.mean((UNDONE - rows) ** 2)


def left_by_pca(q):
    \"\"\"What the first q components leave of fitted and of other rows.\"\"\"
    rebuilt = [part_pca.transform(rows)[:, :q] @ part_pca.components_[:q] for rows in (X[fitted], others)]
    pairs = zip(rebuilt, (data[fitted], OTHER_DATA))
    return [mean_squared(points + part_pca.mean_, rows) for points, rows in pairs]

";

/// By ridge regression.
const BY_KERNEL: &str = "
def left_by_kernel(q):
    \"\"\"The same by kernel PCA, learnt as scikit-learn's inverse_transform is.\"\"\"
    z, other_z = part.transform(K_fitted)[:, :q], part.transform(between)[:, :q]
    learnt = np.linalg.solve(k(z, z) + ALPHA * np.eye(len(z)), X[fitted])
    pairs = [(k(z, z) @ learnt, data[fitted]), (k(other_z, z) @ learnt, OTHER_DATA)]
    return [mean_squared(points, rows) for points, rows in pairs]

";

/// Defines `part_counts` and `part_left`, `part_pca_counts` and `part_pca_left`: of fitted rows, then of others.
pub(super) fn numbers(found: &Reconstruction, recipe: &Recipe, code: &mut Code) {
    code.line("");
    rows(found, code);
    let is_linear = recipe.has_features();
    let new = matches!(found.held_out, HeldOut::New(_));
    if is_linear {
        let others = if new { "new_X[held]" } else { "X[held]" };
        code.line(&format!("others = {others}"));
        code.line("part_pca = PCA().fit(X[fitted])");
    }
    let counts = |method| -> Vec<usize> {
        let curve = found.curve(method, true).unwrap_or_default();
        curve.iter().map(|(q, _)| *q).collect()
    };
    let of_kernel = counts(Method::Kpca);
    if let Some(most) = of_kernel.last() {
        of_fitted(*most, new, recipe, code);
        code.line(&format!("part_counts = np.array({of_kernel:?})"));
    }
    let of_linear = counts(Method::Pca);
    if is_linear {
        code.line(&format!(
            "part_pca_counts = np.arange(1, {})",
            of_linear.len() + 1
        ));
    }
    match found.space {
        ErrorSpace::Feature => {
            code.line(TAILS);
            if is_linear {
                code.line(OF_PCA);
            }
            if !of_kernel.is_empty() {
                code.line(OF_KERNEL);
            }
        }
        ErrorSpace::Input => {
            let other_data = if new { "new_data[held]" } else { "data[held]" };
            let replaced = |text: &str| text.replace("OTHER_DATA", other_data);
            code.line(&replaced(REBUILT).replace("UNDONE", undone(recipe)));
            if !of_kernel.is_empty() {
                let alpha = format!("{:?}", recipe.view.pre_image.alpha);
                let matrix = kernel::matrix_of(recipe.analysis.kernel, "rows, others");
                code.line(&format!("k = lambda rows, others: {matrix}"));
                code.line(&replaced(BY_KERNEL).replace("ALPHA", &alpha));
                code.line("part_left = np.array([left_by_kernel(q) for q in part_counts]).T");
            }
            code.line("part_pca_left = np.array([left_by_pca(q) for q in part_pca_counts]).T");
        }
    }
}

/// Which rows are fitted and which are held out.
fn rows(found: &Reconstruction, code: &mut Code) {
    let (fitted, others) = (found.fitted.len(), found.held_out.rows().len());
    let order = |of: &str| format!("np.random.RandomState({HELD_OUT_SEED}).permutation(len({of}))");
    match found.held_out {
        HeldOut::Fifth(_) => {
            code.line(
                "# a fifth of the rows is held out, and the components are those of the others",
            );
            code.line(&format!("order = {}[:{}]", order("X"), fitted + others));
            code.line(&format!(
                "held, fitted = np.sort(order[:{others}]), np.sort(order[{others}:])"
            ));
        }
        HeldOut::New(_) => {
            code.line("# new rows are held out");
            code.line(&format!("fitted = np.sort({}[:{fitted}])", order("X")));
            code.line(&format!("held = np.sort({}[:{others}])", order("new_X")));
        }
    }
}

/// Kernel PCA of the fitted rows, and what the others have with them.
fn of_fitted(most: usize, new: bool, recipe: &Recipe, code: &mut Code) {
    code.line("K_fitted = K[np.ix_(fitted, fitted)]");
    if new {
        let matrix =
            |others: &str| kernel::matrix_of(recipe.analysis.kernel, &format!("others, {others}"));
        code.line(&format!("between = {}", matrix("X[fitted]")));
        code.line(&format!("own = np.diag({})", matrix("others")));
    } else {
        code.line("between, own = K[np.ix_(held, fitted)], np.diag(K)[held]");
    }
    code.line(&format!(
        "part = KernelPCA(n_components={most}, kernel=\"precomputed\", eigen_solver=\"dense\")"
    ));
    code.line("part.fit(K_fitted)");
}

/// Both lines of each method.
pub(super) fn errors(plot: &Plot, found: &Reconstruction, recipe: &Recipe, code: &mut Code) {
    let other = match found.held_out {
        HeldOut::Fifth(_) => "held out",
        HeldOut::New(_) => "new rows",
    };
    for (prefix, method) in [("part_pca_", Method::Pca), ("part_", Method::Kpca)] {
        if found.curve(method, true).is_none_or(<[_]>::is_empty) {
            continue;
        }
        let color = hex(Paint::Method(method));
        let name = method.spec().title_in_text;
        for (i, (style, rows)) in [("o-", "fitted rows"), ("--", other)]
            .into_iter()
            .enumerate()
        {
            code.line(&format!(
                "ax.plot({prefix}counts, {prefix}left[{i}, :len({prefix}counts)], \"{style}\", \
                 color=\"{color}\", label=\"{name}, {rows}\")"
            ));
        }
    }
    code.line(&format!(
        "ax.axvline({}, linestyle=\"--\", color=\"gray\")",
        recipe.components()
    ));
    settings(plot, code);
    code.line("ax.legend()");
}
