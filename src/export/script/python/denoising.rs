//! Rows rebuilt from their first components, and what is left of the noise.

use super::{Code, Plot, Recipe, axes::settings, hex, kernel};
use crate::{
    analysis::Denoising, method::Method, preimage::PreImageMethod, setup::pair, view::Paint,
};

/// Fixed points of all rows at once (Mika et al. 1998).
const MIKA: &str = "
def by_kernel(q):
    \"\"\"Steps of each row to weighted means of all, until they rest (Mika et al. 1998).\"\"\"
    w, z, walking = weights(q), X[rows].copy(), np.arange(len(rows))
    for _ in range(200):
        square = (z[walking] ** 2).sum(axis=1)[:, None] + (X**2).sum(axis=1) - 2 * z[walking] @ X.T
        pull = w[walking] * np.exp(-gamma * (square - square.min(axis=1, keepdims=True)))
        fine = pull.sum(axis=1) > 1e-12 * np.abs(pull).sum(axis=1)
        walking, pull = walking[fine], pull[fine]
        before, z[walking] = z[walking], pull @ X / pull.sum(axis=1, keepdims=True)
        walking = walking[np.abs(z[walking] - before).max(axis=1) > 1e-4 * np.abs(X).max()]
    return z

";

const KWOK_TSANG: &str = "
def by_kernel(q):
    \"\"\"From distances to the ten nearest rows (Kwok and Tsang 2004).\"\"\"
    points = []
    for w in weights(q):
        squared = w @ K @ w + 1 - 2 * K @ w
        near = np.argsort(squared, kind=\"stable\")[:10]
        square = -np.log(np.clip(1 - squared[near] / 2, 1e-12, 1)) / gamma
        middle = X[near].mean(axis=0)
        u, s, v = np.linalg.svd((X[near] - middle).T, full_matrices=False)
        kept = s > 1e-10 * s.max()
        difference = ((X[near] - middle) ** 2).sum(axis=1) - square
        points.append(middle + u[:, kept] @ (v[kept] @ difference / (2 * s[kept])))
    return np.array(points)

";

const WEIGHTS: &str = "
def weights(q):
    \"\"\"The projections of rows on q components, as sums of all rows' images.\"\"\"
    divisor = np.sqrt(np.where(kpca.eigenvalues_ > 0, kpca.eigenvalues_, np.inf))
    w = scores[rows, :q] @ (kpca.eigenvectors_ / divisor)[:, :q].T
    return w + (1 - w.sum(axis=1, keepdims=True)) / len(X)

";

const RIDGE: &str = "
def by_kernel(q):
    \"\"\"Learnt by ridge regression, as scikit-learn's inverse_transform.\"\"\"
    z = scores[:, :q]
    learnt = np.linalg.solve(k(z, z) + ALPHA * np.eye(len(X)), X)
    return k(z[rows], z) @ learnt

";

const LINEAR: &str = "
def by_pca(q):
    \"\"\"From the first q components.\"\"\"
    return pca_scores[rows, :q] @ pca.components_[:q] + pca.mean_


def in_units(points):
    \"\"\"As the data came.\"\"\"
    return UNDONE


def left(points):
    \"\"\"The mean squared error.\"\"\"
    return np.mean((in_units(points) - CLEAN[rows]) ** 2)

";

/// Where the kernel allows none.
const NO_WAY: &str = "
def by_kernel(q):
    \"\"\"There is no way back to the input for this kernel.\"\"\"
    return np.full((len(rows), X.shape[1]), np.nan)
";

/// Defines what both panels read: rows rebuilt from `q` components, and what is left with others.
pub(super) fn numbers(found: &Denoising, with_curve: bool, recipe: &Recipe, code: &mut Code) {
    if code.body.contains("def by_pca(q):") {
        if with_curve {
            curve(found, code);
        }
        return;
    }
    code.line("");
    let count = found.rows.len();
    if count < recipe.analysis.dataset.n() {
        code.line(&format!(
            "rows = np.arange({count}) * len(X) // {count}  # some, spread evenly"
        ));
    } else {
        code.line("rows = np.arange(len(X))");
    }
    match found.method {
        _ if found.kernel.is_err() => code.line(NO_WAY),
        PreImageMethod::Ridge => {
            let matrix = kernel::matrix_of(recipe.analysis.kernel, "rows, others");
            code.line(&format!("k = lambda rows, others: {matrix}"));
            let alpha = format!("{:?}", recipe.view.pre_image.alpha);
            code.line(&RIDGE.replace("ALPHA", &alpha));
        }
        // A script leaves it out.
        PreImageMethod::Gradient => {}
        PreImageMethod::Mika => {
            code.line(WEIGHTS);
            code.line(MIKA);
        }
        PreImageMethod::KwokTsang => {
            code.line(WEIGHTS);
            code.line(KWOK_TSANG);
        }
    }
    let clean = if recipe.added_noise().is_some() {
        "clean"
    } else {
        "data"
    };
    code.line(
        &LINEAR
            .replace("UNDONE", undone(recipe))
            .replace("CLEAN", clean),
    );
    let q = found.q;
    code.line(&format!("rebuilt = in_units(by_kernel({q}))"));
    code.line(&format!("pca_rebuilt = in_units(by_pca({q}))"));
    if with_curve {
        curve(found, code);
    }
}

/// `points` in the units of the data.
pub(super) fn undone(recipe: &Recipe) -> &'static str {
    if recipe.is_scaled() {
        "scaler.inverse_transform(points)"
    } else {
        "points"
    }
}

fn curve(found: &Denoising, code: &mut Code) {
    let counts: Vec<usize> = found.curve.iter().map(|left| left.q).collect();
    code.line(&format!("counts = np.array({counts:?})"));
    code.line("remains = np.array([left(by_kernel(q)) for q in counts])");
    code.line("pca_counts = counts[counts <= len(pca.components_)]");
    code.line("pca_remains = np.array([left(by_pca(q)) for q in pca_counts])");
}

/// Arrows over two columns, or pictures below each other.
pub(super) fn cleaned(plot: &Plot, recipe: &Recipe, code: &mut Code) {
    let noisy = recipe.added_noise().is_some();
    let original = if noisy { "clean" } else { "data" };
    if let Some(pictures) = &recipe.analysis.dataset.pictures {
        let [width, height] = pictures.size();
        let d = recipe.analysis.dataset.d();
        let pixels: Vec<usize> = pictures.features().iter().map(|j| j.unwrap_or(d)).collect();
        code.line(&format!("pixels = {pixels:?}"));
        code.line(&format!(
            "lines = [{original}[rows], {}pca_rebuilt, rebuilt]",
            if noisy { "data[rows], " } else { "" }
        ));
        code.line("some = slice(0, 10)");
        code.line(
            "shades = [np.column_stack([z, np.zeros(len(z))])[some][:, pixels] for z in lines]",
        );
        code.line(&format!(
            "lines = [np.hstack(z.reshape(-1, {height}, {width})) for z in shades]"
        ));
        code.line(&format!(
            "ax.imshow(np.vstack(lines), cmap=\"gray_r\", vmin=0, vmax={original}.max())"
        ));
        code.line("ax.axis(\"off\")");
        code.line(&format!("ax.set_title({:?})", plot.title));
        return;
    }
    let Some([a, b]) = pair(recipe.view.input, recipe.analysis.dataset.d()) else {
        return;
    };
    code.line(&format!(
        "ax.scatter(data[rows, {a}], data[rows, {b}], s=8, color=\"silver\")"
    ));
    for (variable, method) in [("pca_rebuilt", Method::Pca), ("rebuilt", Method::Kpca)] {
        let color = hex(Paint::Method(method));
        let name = method.spec().title_in_text;
        code.line(&format!(
            "for (x, y), (to_x, to_y) in zip(data[rows][:, [{a}, {b}]], {variable}[:, [{a}, {b}]]):"
        ));
        code.line("    ax.plot([x, to_x], [y, to_y], color=\"silver\", linewidth=0.5, zorder=0)");
        code.line(&format!(
            "ax.scatter({variable}[:, {a}], {variable}[:, {b}], s=8, color=\"{color}\", label=\"{name}\")"
        ));
    }
    settings(plot, code);
    code.line("ax.legend()");
}

/// Both curves.
pub(super) fn errors(plot: &Plot, found: &Denoising, recipe: &Recipe, code: &mut Code) {
    for (variable, method) in [("pca_", Method::Pca), ("", Method::Kpca)] {
        let color = hex(Paint::Method(method));
        let name = method.spec().title_in_text;
        code.line(&format!(
            "ax.plot({variable}counts, {variable}remains, \"o-\", color=\"{color}\", label=\"{name}\")"
        ));
    }
    if recipe.added_noise().is_some() {
        code.line("noisy = np.mean((data - clean)[rows] ** 2)");
        code.line("ax.axhline(noisy, linestyle=\":\", color=\"gray\", label=\"noisy rows\")");
    }
    code.line(&format!(
        "ax.axvline({}, linestyle=\"--\", color=\"gray\")",
        found.q
    ));
    settings(plot, code);
    code.line("ax.legend()");
}
