//! What panels need beyond the fit, as `explain` computes it.

use super::{Code, Content, Plot, Recipe, SortedBy, Table};
use crate::{
    analysis::Contours,
    data::Scaling,
    explain::{Plane, separation::PENALTY},
    kernel::Kernel,
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

const LEAVE_ONE_OUT: &str = "
def leave_one_out(scores):
    \"\"\"Accuracy of ridge regression on the classes' indicators, for 1, 2, ... components.\"\"\"
    classes, code = np.unique(label, return_inverse=True)
    target = np.eye(len(classes))[code]
    norms = np.sum(scores**2, axis=0)
    norms = norms + (PENALTY * norms.max() or 1)
    slopes = scores.T @ target / norms[:, None]
    # row by row: what the fit to all other rows gives there
    fitted = target.mean(axis=0)
    left = 1 - 1 / len(scores)
    accuracy = []
    for j in range(scores.shape[1]):
        fitted = fitted + np.outer(scores[:, j], slopes[j])
        left = left - scores[:, j] ** 2 / norms[j]
        known = left > 1e-10
        without = target - (target - fitted) / np.where(known, left, 1)[:, None]
        largest = without == without.max(axis=1, keepdims=True)
        right = largest[np.arange(len(code)), code] / largest.sum(axis=1)
        accuracy.append(np.mean(right * known))
    return np.array(accuracy)
";

pub(super) fn explain(recipe: &Recipe, code: &mut Code) {
    if recipe.needs_spectrum() {
        spectrum(code);
    }
    if recipe.shows(|content| matches!(content, Content::Maps(..))) {
        code.line(OVER_PLANE);
    }
    for Plot { content, .. } in &recipe.plots {
        match content {
            Content::Maps(table, contours) => maps(*table, contours, recipe, code),
            Content::KernelMatrix => kernel_matrix(recipe, code),
            Content::Separation([pca, _]) => {
                code.line(&LEAVE_ONE_OUT.replace("PENALTY", &format!("{PENALTY:?}")));
                code.line(&format!(
                    "pca_accuracy = leave_one_out(pca_scores[:, :{pca}])"
                ));
                code.line("accuracy = leave_one_out(scores)");
            }
            Content::Dots(_)
            | Content::Space(_)
            | Content::Spectrum { .. }
            | Content::FullSpectrum
            | Content::Variance
            | Content::Nothing(_) => {}
        }
    }
}

/// The shares of all eigenvalues, without rounding errors about zero.
fn spectrum(code: &mut Code) {
    code.import("from sklearn.preprocessing import KernelCenterer");
    code.line("");
    code.line("spectrum = np.linalg.eigvalsh(KernelCenterer().fit_transform(K))[::-1] / trace");
    code.line("noise = 4 * np.finfo(float).eps * np.linalg.norm(K) / trace");
    code.line("spectrum = np.where(np.abs(spectrum) > noise, spectrum, 0)");
}

fn maps(table: Table, contours: &Contours, recipe: &Recipe, code: &mut Code) {
    let Plane { columns, spans, .. } = &contours.plane;
    let scaled = match recipe.setup.scaling {
        Scaling::None => "points",
        Scaling::Center | Scaling::Standardize => "scaler.transform(points)",
    };
    let project = match (table, recipe.analysis.kernel) {
        (Table::Kpca, Kernel::Laplacian { .. }) => format!(
            "kpca.transform(pairwise_kernels({scaled}, X, metric=\"laplacian\", gamma=gamma))"
        ),
        (Table::Kpca, _) => format!("kpca.transform({scaled})"),
        (Table::Pca | Table::Input, _) => format!("pca.transform({scaled})"),
    };
    let at = match recipe.at_row() {
        Some(row) => format!("data[{row}]"),
        None => "data.mean(axis=0)".to_owned(),
    };
    let side = contours.maps.first().map_or(0, |map| map.field.side);
    code.line(&format!(
        "u, v, {} = over_plane(\n    lambda points: {project},\n    {columns:?}, {spans:?}, {at}, {side},\n)",
        values(table)
    ));
}

/// The variable that holds all components of a method over the plane.
pub(super) fn values(table: Table) -> String {
    format!("{}_over_plane", table.variable())
}

fn kernel_matrix(recipe: &Recipe, code: &mut Code) {
    code.line("");
    let rows = match recipe.sorted_by() {
        None => "np.arange(len(X))".to_owned(),
        Some(SortedBy::Label) => "np.argsort(label, kind=\"stable\")".into(),
        Some(SortedBy::Component(j)) => format!("np.argsort(scores[:, {j}], kind=\"stable\")"),
    };
    code.line(&format!("rows = {rows}"));
    let matrix = if recipe.view.kernel_matrix.centered {
        code.import("from sklearn.preprocessing import KernelCenterer");
        "KernelCenterer().fit_transform(K)"
    } else {
        "K"
    };
    code.line(&format!("ordered = {matrix}[np.ix_(rows, rows)]"));
}
