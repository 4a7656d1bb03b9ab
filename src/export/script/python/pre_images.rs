//! Pre-images of a point of kernel PCA's plot.

use super::{Code, Coordinate, PointSet, Recipe, hex, kernel, quoted};
use crate::{
    analysis::PreImages,
    method::Method,
    panel::{LINEAR_SIZE, pin_size, short_name},
    preimage::PreImageMethod,
    setup::{Others, ScoreAxes, clamp, plotted},
    view::{Marker, Paint},
};

/// Scores in a plot, and of the components that it does not show. What stands in capitals is chosen.
const ASKED: &str = "
def asked_for(scores, plane, at):
    \"\"\"Scores of a point, and the row nearest to it in the plot.\"\"\"
    nearest = np.argmin(((scores[:, plane] - at) ** 2).sum(axis=1))
    point = OTHERS
    point[plane] = at
    return point, nearest

";

const DISTANCE: &str = "
def distance(z):
    \"\"\"In feature space, between the image of z and the point asked for.\"\"\"
    own = k(z[None], z[None])[0, 0]
    return np.sqrt(max(own - 2 * k(z[None], X)[0] @ weights + weights @ K @ weights, 0))

";

const MIKA: &str = "
def fixed_point(z):
    \"\"\"Steps to weighted means of the rows, and whether they came to rest (Mika et al. 1998).\"\"\"
    for _ in range(200):
        square = ((X - z) ** 2).sum(axis=1)
        pull = weights * np.exp(-gamma * (square - square.min()))
        if not pull.sum() > 1e-12 * np.abs(pull).sum():
            return z, False
        before, z = z, pull @ X / pull.sum()
        if np.abs(z - before).max() <= 1e-7 * np.abs(X).max():
            return z, True
    return z, False


starts = np.argsort(-K @ weights, kind=\"stable\")[:4]
ends = [fixed_point(X[start]) for start in starts]
found[\"NAME\"] = next((z for z, rests in ends if rests), ends[0][0])";

const KWOK_TSANG: &str = "
# from distances to the ten nearest rows (Kwok and Tsang 2004)
squared = weights @ K @ weights + 1 - 2 * K @ weights
near = np.argsort(squared, kind=\"stable\")[:10]
square = -np.log(np.clip(1 - squared[near] / 2, 1e-12, 1)) / gamma
middle = X[near].mean(axis=0)
left, sizes, right = np.linalg.svd((X[near] - middle).T, full_matrices=False)
kept = sizes > 1e-10 * sizes.max()
difference = ((X[near] - middle) ** 2).sum(axis=1) - square
found[\"NAME\"] = middle + left[:, kept] @ (
    right[kept] @ difference / (2 * sizes[kept])
)";

const GRADIENT: &str = "
# down to where the image is nearest, from the row whose image is nearest
start = X[np.argmin(np.diag(K) - 2 * K @ weights)]
down = minimize(lambda z: distance(z) ** 2, start, method=\"BFGS\", options={\"gtol\": 1e-9})
found[\"NAME\"] = down.x";

/// Computes `found`, points by name, and their distances.
pub(super) fn numbers(found: &PreImages, recipe: &Recipe, code: &mut Code) {
    let view = &recipe.view.pre_image;
    let others = match view.others {
        Others::Zero => "np.zeros(scores.shape[1])".to_owned(),
        Others::Nearest => "scores[nearest].copy()".to_owned(),
        Others::Row(_) => format!("scores[{}].copy()", found.asked.as_in.unwrap_or(0)),
    };
    code.line(&ASKED.replace("OTHERS", &others));
    let count = recipe.components();
    let [plane, at] = on_axes(recipe.view.kpca, view.at, count);
    code.line(&format!(
        "asked, nearest = asked_for(scores, {plane}, {at})"
    ));
    code.line("divisor = np.sqrt(np.where(kpca.eigenvalues_ > 0, kpca.eigenvalues_, np.inf))");
    code.line("# the point as a sum of the rows' images");
    code.line("weights = kpca.eigenvectors_ / divisor @ asked");
    code.line("weights += (1 - weights.sum()) / len(X)");
    let matrix = kernel::matrix_of(recipe.analysis.kernel, "rows, others");
    code.line(&format!("k = lambda rows, others: {matrix}"));
    code.line(DISTANCE);
    code.line("found = {}");
    for (method, one) in &found.found {
        if one.is_err() {
            continue;
        }
        match method {
            PreImageMethod::Ridge => {
                code.line("# learnt by ridge regression, as scikit-learn's inverse_transform");
                code.line(&format!(
                    "learnt = np.linalg.solve(k(scores, scores) + {:?} * np.eye(len(X)), X)",
                    view.alpha
                ));
                code.line(&format!(
                    "found[{}] = (k(asked[None], scores) @ learnt)[0]",
                    quoted(short_name(*method))
                ));
            }
            PreImageMethod::Mika => code.line(&MIKA.replace("NAME", short_name(*method))),
            PreImageMethod::KwokTsang => {
                code.line(&KWOK_TSANG.replace("NAME", short_name(*method)));
            }
            PreImageMethod::Gradient => {
                code.import("from scipy.optimize import minimize");
                code.line(&GRADIENT.replace("NAME", short_name(*method)));
            }
        }
    }
    code.line("distances = np.array([distance(z) for z in found.values()])");
    let linear = ScoreAxes::clone(&recipe.view.pca);
    let [plane, at] = on_axes(linear, found.linear.at, recipe.analysis.pca.scores.ncols());
    let at = match view.linear_at {
        Some(_) => at,
        None => format!("pca_scores[nearest, {plane}]"),
    };
    code.line(&format!(
        "found[\"linear PCA\"] = pca.inverse_transform(asked_for(pca_scores, {plane}, {at})[:1])[0]"
    ));
    code.line("pre_images = np.array(list(found.values()))");
    if recipe.is_scaled() {
        code.line("pre_images = scaler.inverse_transform(pre_images)");
    }
}

/// The components on the axes, and the values there.
fn on_axes(axes: ScoreAxes, at: [f64; 2], count: usize) -> [String; 2] {
    let shown = clamp(axes, count).map(plotted).unwrap_or_default();
    let (plane, at): (Vec<usize>, Vec<f64>) = shown
        .into_iter()
        .zip(at)
        .filter_map(|(j, at)| Some((j?, at)))
        .unzip();
    [format!("{plane:?}"), format!("{at:?}")]
}

/// The list, or pictures where rows are some.
pub(super) fn panel(recipe: &Recipe, code: &mut Code) {
    code.line("said = [f\"distance {d:.4g}\" for d in distances] + [\"exact\"]");
    if let Some(pictures) = &recipe.analysis.dataset.pictures {
        let [width, height] = pictures.size();
        let d = recipe.analysis.dataset.d();
        // A pixel without a feature is the one that is added.
        let pixels: Vec<usize> = pictures.features().iter().map(|j| j.unwrap_or(d)).collect();
        code.line(&format!("pixels = {pixels:?}"));
        code.line("shades = np.column_stack([pre_images, np.zeros(len(pre_images))])[:, pixels]");
        code.line(&format!(
            "ax.imshow(np.hstack(shades.reshape(-1, {height}, {width})), cmap=\"gray_r\")"
        ));
        code.line("for i, name in enumerate(found):");
        code.line(&format!(
            "    ax.text({width} * (i + 0.5), -1, f\"{{name}}\\n{{said[i]}}\", ha=\"center\")"
        ));
    } else {
        code.line("for i, (name, z) in enumerate(zip(found, pre_images)):");
        code.line("    text = f\"{name}: {said[i]}\\n{np.round(z[:6], 4)}\"");
        code.line("    ax.text(0, 1 - (i + 0.5) / len(found), text, va=\"center\")");
    }
    code.line("ax.axis(\"off\")");
    code.line("ax.set_title(\"Pre-images\")");
}

/// The points in a plot of dots: what was found in the input, what was asked for in plots of scores.
pub(super) fn pins(axes: &[Coordinate; 2], found: &PreImages, recipe: &Recipe, code: &mut Code) {
    let pin = |marker: &str, paint, size: f32| {
        format!(
            "\"{marker}\", color=\"{}\", markeredgecolor=\"black\", markersize={:.0}",
            hex(paint),
            9.0 * size
        )
    };
    let [Coordinate::Column(points, a), second] = axes else {
        return;
    };
    match (points, second) {
        (PointSet::Input, _) => {
            let methods = found.found.iter().filter(|(_, one)| one.is_ok());
            let looks = methods.map(|(method, _)| {
                let (marker, paint) = (Marker::of_pre_image(*method), Paint::PreImage(*method));
                (marker, paint, pin_size(*method))
            });
            let linear = (Marker::Disc, Paint::Method(Method::Pca), LINEAR_SIZE);
            let mut looks: Vec<_> = looks.chain([linear]).enumerate().collect();
            // Large ones below, as in the window.
            looks.sort_by(|(_, a), (_, b)| b.2.total_cmp(&a.2));
            for (i, (marker, paint, size)) in looks {
                let y = match second {
                    Coordinate::Column(_, b) => format!("pre_images[{i}, {b}]"),
                    _ => "0".to_owned(),
                };
                let look = pin(sign(marker), paint, size);
                code.line(&format!("ax.plot(pre_images[{i}, {a}], {y}, {look})"));
            }
        }
        (PointSet::Scores(method @ (Method::Pca | Method::Kpca)), Coordinate::Column(..)) => {
            let [x, y] = match method {
                Method::Pca => found.linear.at,
                _ => recipe.view.pre_image.at,
            };
            let look = pin("o", Paint::Method(*method), 1.0);
            code.line(&format!("ax.plot({x:?}, {y:?}, {look})"));
        }
        _ => {}
    }
}

fn sign(marker: Marker) -> &'static str {
    match marker {
        Marker::Disc | Marker::Ring => "o",
        Marker::Square => "s",
        Marker::Triangle => "^",
        Marker::Diamond => "D",
        Marker::TriangleDown => "v",
    }
}
