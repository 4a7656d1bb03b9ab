//! Python, with scikit-learn's own `KernelPCA`.

use std::{collections::BTreeSet, fmt::Write, path::Path};

use super::{Choice, Recipe, list, quoted};
use crate::{
    data::{Builtin, Generator, Labels, Scaling, Shape, Source},
    kernel::{Kernel, sigma_from_gamma},
    setup::ScoreAxes,
    view::{Aspect, Panel, Signs, clamp, number, pair},
};

/// Pieces of the script in the making.
#[derive(Default)]
struct Code {
    imports: BTreeSet<&'static str>,
    body: String,
}

impl Code {
    fn import(&mut self, line: &'static str) {
        self.imports.insert(line);
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "{line}");
    }
}

pub(super) fn script(recipe: &Recipe) -> String {
    let mut code = Code::default();
    code.import("import numpy as np");
    code.import("from sklearn.decomposition import PCA, KernelPCA");
    data(recipe, &mut code);
    scaling(recipe, &mut code);
    fit(recipe, &mut code);
    picture(recipe, &mut code);
    // Plain imports before the others, as is usual.
    let (plain, from): (Vec<&str>, Vec<&str>) = code
        .imports
        .into_iter()
        .partition(|line| line.starts_with("import"));
    format!(
        "# {} with scikit-learn 1.9, as in Kernel PCA Explorer\n{}\n\n{}",
        recipe.analysis.dataset.name,
        [plain, from].concat().join("\n"),
        code.body
    )
}

fn data(recipe: &Recipe, code: &mut Code) {
    match &recipe.setup.source {
        Source::Generated(generator) => generated(generator, code),
        Source::Builtin(builtin) => shipped(*builtin, code),
        Source::File(path) => return file(path, recipe, code),
    }
    let features = list(&recipe.features, 0);
    match recipe.choice() {
        Choice::Everything => {}
        Choice::OfFeatures => code.line(&format!("X = X[:, [{features}]]")),
        Choice::OfAllColumns => {
            code.line("table = np.column_stack([X, label])");
            code.line(&format!("X = table[:, [{features}]]"));
            if let Some(label) = recipe.label {
                code.line(&format!("label = table[:, {label}]"));
            }
        }
    }
}

fn generated(generator: &Generator, code: &mut Code) {
    let Generator {
        shape,
        n_samples,
        noise,
        factor,
        centers,
        random_state,
    } = generator;
    let (import, call) = match shape {
        Shape::Moons => (
            "from sklearn.datasets import make_moons",
            format!("make_moons(n_samples={n_samples}, noise={noise:?}, "),
        ),
        Shape::Circles => (
            "from sklearn.datasets import make_circles",
            format!("make_circles(n_samples={n_samples}, noise={noise:?}, factor={factor:?}, "),
        ),
        Shape::SwissRoll => (
            "from sklearn.datasets import make_swiss_roll",
            format!("make_swiss_roll(n_samples={n_samples}, noise={noise:?}, "),
        ),
        Shape::Blobs => (
            "from sklearn.datasets import make_blobs",
            format!("make_blobs(n_samples={n_samples}, centers={centers}, cluster_std={noise:?}, "),
        ),
    };
    code.import(import);
    code.line(&format!("X, label = {call}random_state={random_state})"));
}

fn shipped(builtin: Builtin, code: &mut Code) {
    let (import, call) = match builtin {
        Builtin::Iris | Builtin::IrisUci | Builtin::NonlinearIris => {
            ("from sklearn.datasets import load_iris", "load_iris")
        }
        Builtin::Wine => ("from sklearn.datasets import load_wine", "load_wine"),
        Builtin::Digits => ("from sklearn.datasets import load_digits", "load_digits"),
    };
    code.import(import);
    code.line(&format!("X, label = {call}(return_X_y=True)"));
    if matches!(builtin, Builtin::IrisUci | Builtin::NonlinearIris) {
        code.line("X[34, 3] = 0.1  # UCI's file differs from Fisher's table in two rows");
        code.line("X[37, 1:3] = 3.1, 1.5");
    }
    if builtin == Builtin::NonlinearIris {
        code.line("a, b = (X[:, :2] - X[:, :2].mean(axis=0)).T");
        code.line("X = np.column_stack([0.2 * a**2 + b**2 + 0.1 * a * b, b])");
        code.line("X -= X.mean(axis=0)");
    }
}

fn file(path: &Path, recipe: &Recipe, code: &mut Code) {
    let Some(layout) = recipe.layout else {
        return;
    };
    code.import("import pandas as pd");
    let separator = match layout.separator {
        Some(separator) => quoted(&separator.to_string()),
        None => "r\"\\s+\"".to_owned(),
    };
    let decimal = if layout.decimal_comma {
        ", decimal=\",\""
    } else {
        ""
    };
    code.line("table = pd.read_csv(");
    code.line(&format!("    {},", quoted(&path.display().to_string())));
    code.line(&format!(
        "    sep={separator}, skipinitialspace=True{decimal},"
    ));
    code.line(&format!(
        "    header=None, skiprows={},",
        layout.skipped_lines
    ));
    if recipe.analysis.dataset.skipped_rows > 0 {
        code.line("    na_values=[\"?\", \"-\", \".\", \"*\", \"na\", \"Null\"],");
    }
    code.line(")");
    let features = list(&recipe.features, 0);
    if recipe.analysis.dataset.skipped_rows > 0 {
        let mut used = recipe.features.clone();
        used.extend(recipe.label);
        code.line("# rows that lack a value in a column used are left out");
        code.line(&format!(
            "used = table.iloc[:, [{}]].replace([np.inf, -np.inf], np.nan)",
            list(&used, 0)
        ));
        code.line("table = table[used.notna().all(axis=1)]");
    }
    code.line(&format!("X = table.iloc[:, [{features}]].to_numpy(float)"));
    if let Some(label) = recipe.label {
        let classes = matches!(recipe.analysis.dataset.labels, Labels::Classes { .. });
        code.line(&if classes {
            format!("label = pd.factorize(table.iloc[:, {label}], sort=True)[0]")
        } else {
            format!("label = table.iloc[:, {label}].to_numpy(float)")
        });
    }
}

fn scaling(recipe: &Recipe, code: &mut Code) {
    code.line("data = X  # as it came, for the plot");
    let scaler = match recipe.setup.scaling {
        Scaling::None => return,
        Scaling::Center => "StandardScaler(with_std=False)",
        Scaling::Standardize => "StandardScaler()",
    };
    code.import("from sklearn.preprocessing import StandardScaler");
    code.line(&format!("X = {scaler}.fit_transform(X)"));
}

fn fit(recipe: &Recipe, code: &mut Code) {
    let gamma = recipe.analysis.kernel.gamma();
    code.line("");
    code.line("pca = PCA()");
    code.line("pca_scores = pca.fit_transform(X)");
    code.line("pca_share = pca.explained_variance_ratio_");
    code.line("");
    if let Some(gamma) = gamma {
        let rbf = matches!(recipe.analysis.kernel, Kernel::Rbf { .. });
        let width = format!("  # σ = 1/√(2γ) = {}", number(sigma_from_gamma(gamma)));
        code.line(&format!(
            "gamma = {gamma:?}{}",
            if rbf { &width } else { "" }
        ));
    }
    let (name, parameters) = match recipe.analysis.kernel {
        Kernel::Linear => ("linear", String::new()),
        Kernel::Poly { degree, coef0, .. } => (
            "poly",
            format!(", gamma=gamma, degree={degree}, coef0={coef0:?}"),
        ),
        Kernel::Rbf { .. } => ("rbf", ", gamma=gamma".into()),
        Kernel::Sigmoid { coef0, .. } => ("sigmoid", format!(", gamma=gamma, coef0={coef0:?}")),
        Kernel::Laplacian { .. } => ("laplacian", ", gamma=gamma".into()),
        Kernel::Cosine => ("cosine", String::new()),
    };
    code.import("from sklearn.metrics.pairwise import pairwise_kernels");
    let k = recipe.components();
    let matrix = format!("K = pairwise_kernels(X, metric=\"{name}\"{parameters})");
    if name == "laplacian" {
        // Not among the names that KernelPCA takes.
        code.line(&matrix);
        code.line(&format!(
            "kpca = KernelPCA(n_components={k}, kernel=\"precomputed\", eigen_solver=\"dense\")"
        ));
        code.line("scores = kpca.fit_transform(K)");
    } else {
        code.line(&format!(
            "kpca = KernelPCA(n_components={k}, kernel=\"{name}\"{parameters}, eigen_solver=\"dense\")"
        ));
        code.line("scores = kpca.fit_transform(X)");
        code.line(&matrix);
    }
    code.line(
        "# shares refer to the trace of the centred kernel matrix, not to the components kept",
    );
    code.line("share = kpca.eigenvalues_ / (np.trace(K) - K.sum() / len(K))");
}

fn picture(recipe: &Recipe, code: &mut Code) {
    let color = if recipe.label.is_some() {
        ", c=label"
    } else {
        ""
    };
    let analysis = recipe.analysis;
    code.line("");
    code.line("# the picture");
    code.line("import matplotlib.pyplot as plt");
    code.line("");
    code.line("fig, ax = plt.subplot_mosaic(");
    code.line("    [[\"input\"] * 2 + [\"pca\"] * 2 + [\"kpca\"] * 2, [\"spectrum\"] * 3 + [\"variance\"] * 3],");
    code.line("    figsize=(12, 7.5), layout=\"constrained\",");
    code.line(")");

    let columns = |name: &str, columns: Option<[usize; 2]>| match columns {
        Some([a, b]) => format!("{name}[:, {a}], {name}[:, {b}]"),
        None => format!("{name}[:, 0], jitter"),
    };
    let input = columns("data", pair(recipe.view.input, analysis.dataset.d()));
    let scores = |name: &str, axes: ScoreAxes, count: usize| match clamp(axes, count) {
        Some(ScoreAxes::Pair(a, b)) => format!("{name}[:, {a}], {name}[:, {b}]"),
        Some(ScoreAxes::Index(a)) => format!("np.arange(len(X)), {name}[:, {a}]"),
        Some(ScoreAxes::Strip(a)) => format!("{name}[:, {a}], jitter"),
        None => "[], []".to_owned(),
    };
    let panels = [
        (Panel::Input, input),
        (
            Panel::Pca,
            scores(
                "pca_scores",
                recipe.view.pca,
                analysis.pca.eigenvalues.len(),
            ),
        ),
        (
            Panel::Kpca,
            scores("scores", recipe.view.kpca, recipe.components()),
        ),
    ];
    if panels.iter().any(|(_, xy)| xy.ends_with("jitter")) {
        code.line("jitter = np.arange(len(X)) * 0.6180339887498949 % 1 - 0.5");
    }
    for (panel, xy) in panels {
        let chart = panel.chart(analysis, recipe.view, &Signs::default());
        let aspect = match chart.aspect {
            Aspect::Equal => ", aspect=\"equal\", adjustable=\"datalim\"",
            Aspect::Free => "",
        };
        let name = panel.name();
        code.line(&format!("ax[\"{name}\"].scatter({xy}{color}, s=12)"));
        code.line(&format!(
            "ax[\"{name}\"].set(title={}, xlabel={}, ylabel={}{aspect})",
            quoted(&chart.title),
            quoted(&chart.x.label),
            quoted(&chart.y.label)
        ));
    }
    let m = recipe.view.spectrum_components.max(1);
    let alpha = recipe.view.threshold;
    let log = if recipe.view.spectrum_log {
        ", yscale=\"log\""
    } else {
        ""
    };
    code.line("for name, values, offset in [(\"linear PCA\", pca_share, -0.2), (\"kernel PCA\", share, 0.2)]:");
    code.line(&format!("    r = 1 + np.arange(min({m}, len(values)))"));
    code.line("    ax[\"spectrum\"].bar(r + offset, values[: len(r)], 0.38, label=name)");
    code.line("    ax[\"variance\"].plot(r, np.cumsum(values)[: len(r)], \"o-\", label=name)");
    code.line(&format!(
        "    enough = np.flatnonzero(np.cumsum(values) >= {alpha:?} - 1e-12)"
    ));
    code.line(
        "    print(name, \"needs r =\", enough[0] + 1 if len(enough) else \"more than computed\")",
    );
    code.line(&format!(
        "ax[\"variance\"].axhline({alpha:?}, linestyle=\"--\", color=\"gray\")"
    ));
    code.line(&format!("ax[\"spectrum\"].set(title=\"Eigenvalue spectrum\", xlabel=\"component\", ylabel=\"share of variance\"{log})"));
    code.line("ax[\"variance\"].set(title=\"Explained variance\", xlabel=\"components r\", ylabel=\"cumulative share\")");
    code.line("ax[\"spectrum\"].legend()");
    code.line("plt.show()");
}
