//! R, with kernlab's `kpca`.

mod curves;
mod dots;
mod explain;
mod picture;

use std::{fmt::Write, path::Path};

use super::{
    Choice, Content, Coordinate, Plot, Recipe, SortedBy, Table, arguments, comment, function, hex,
    list, marks, palette,
    plots::{Space, levels, limits},
    quoted, rounded,
};
use crate::{
    data::{Builtin, Generator, Labels, Scaling, Source},
    kernel::{Kernel, sigma_from_gamma},
    setup::Components,
    signs::TIE,
    view::number,
};

pub(super) fn script(recipe: &Recipe) -> String {
    let mut code = String::new();
    let mut line = |line: &str| {
        let _ = writeln!(code, "{line}");
    };
    line(&comment(&format!(
        "{} with kernlab, as in Kernel PCA Explorer",
        recipe.analysis.dataset.name
    )));
    line("library(kernlab)\n");
    data(recipe, &mut line);
    scaling(recipe, &mut line);
    fit(recipe, &mut line);
    explain::explain(recipe, &mut line);
    picture::picture(recipe, &mut line);
    code
}

fn data(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    match &recipe.setup.source {
        Source::Generated(generator) => generated(generator, line),
        Source::Builtin(builtin) => shipped(*builtin, line),
        Source::File(path) => return file(path, recipe, line),
    }
    let features = list(&recipe.features, 1);
    match recipe.choice() {
        Choice::Everything => {}
        Choice::OfFeatures => line(&format!("X <- X[, c({features}), drop = FALSE]")),
        Choice::OfAllColumns => {
            line("columns <- cbind(X, as.numeric(label))");
            line(&format!("X <- columns[, c({features}), drop = FALSE]"));
            if let Some(label) = recipe.label {
                line(&format!("label <- columns[, {}]", label + 1));
            }
        }
    }
}

fn generated(generator: &Generator, line: &mut impl FnMut(&str)) {
    line("# R lacks NumPy's random numbers, so scikit-learn draws the points");
    line("sklearn <- reticulate::import(\"sklearn.datasets\")");
    line(&format!(
        "points <- sklearn${}({})",
        function(generator.shape),
        arguments(generator, " = ", "L")
    ));
    line("X <- points[[1]]");
    line("label <- as.vector(points[[2]])");
}

fn shipped(builtin: Builtin, line: &mut impl FnMut(&str)) {
    let from_sklearn = |name: &str, line: &mut dyn FnMut(&str)| {
        line("# as scikit-learn ships it");
        line(&format!(
            "table <- reticulate::import(\"sklearn.datasets\")${name}()"
        ));
        line("X <- table$data");
        line("label <- as.vector(table$target)");
    };
    match builtin {
        Builtin::Wine => return from_sklearn("load_wine", line),
        Builtin::Digits => return from_sklearn("load_digits", line),
        Builtin::Iris | Builtin::IrisUci | Builtin::NonlinearIris => {}
    }
    line("X <- as.matrix(iris[, 1:4])");
    line("label <- iris$Species");
    if builtin != Builtin::Iris {
        line("X[35, 4] <- 0.1  # UCI's file differs from Fisher's table in two rows");
        line("X[38, 2:3] <- c(3.1, 1.5)");
    }
    if builtin == Builtin::NonlinearIris {
        line("a <- X[, 1] - mean(X[, 1])");
        line("b <- X[, 2] - mean(X[, 2])");
        line("X <- scale(cbind(0.2 * a^2 + b^2 + 0.1 * a * b, b), scale = FALSE)");
    }
}

fn file(path: &Path, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let Some(layout) = recipe.layout else {
        return;
    };
    let separator = layout.separator.map_or_else(String::new, String::from);
    line("table <- read.table(");
    line(&format!("  {},", quoted(&path.display().to_string())));
    line(&format!(
        "  sep = {}, dec = \"{}\", quote = \"\\\"\", comment.char = \"\", skip = {},",
        quoted(&separator),
        if layout.decimal_comma { ',' } else { '.' },
        layout.skipped_lines
    ));
    line(
        "  strip.white = TRUE, na.strings = c(\"\", \"NA\", \"N/A\", \"NaN\", \"nan\", \"null\", \"?\", \"-\", \".\", \"*\")",
    );
    line(")");
    if recipe.analysis.dataset.skipped_rows > 0 {
        let mut used = recipe.features.clone();
        used.extend(recipe.label);
        line("# rows that lack a value in a column used are left out");
        line(&format!(
            "table <- table[complete.cases(table[, c({})]), ]",
            list(&used, 1)
        ));
    }
    line(&format!(
        "X <- as.matrix(table[, c({}), drop = FALSE])",
        list(&recipe.features, 1)
    ));
    if let Some(label) = recipe.label {
        line(&format!("label <- table[, {}]", label + 1));
    }
}

fn scaling(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    if matches!(recipe.labels(), Labels::Classes { .. }) {
        line("code <- match(label, sort(unique(label), method = \"radix\"))");
    }
    line("data <- X  # as it came, for the plot");
    match recipe.setup.scaling {
        Scaling::None => {}
        Scaling::Center => line("X <- scale(X, scale = FALSE)"),
        Scaling::Standardize => {
            line("# standard deviation with divisor n; constant columns are only centred");
            line("deviation <- apply(X, 2, function(v) sqrt(mean((v - mean(v))^2)))");
            line("X <- scale(X, scale = ifelse(deviation > 0, deviation, 1))");
        }
    }
}

fn fit(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    line(
        "\n# scikit-learn's signs: the entry of largest modulus is positive, the first where several tie",
    );
    line("signs <- function(vectors) apply(vectors, 2, function(v) {");
    line(&format!(
        "  sign(v[which(abs(v) >= (1 - {TIE:?}) * max(abs(v)))[1]])"
    ));
    line("})");
    line("\npca <- prcomp(X)");
    line("rotation <- sweep(pca$rotation, 2, signs(pca$rotation), \"*\")");
    line("pca_scores <- scale(X, pca$center, FALSE) %*% rotation");
    line("pca_share <- pca$sdev^2 / sum(pca$sdev^2)\n");
    let kernel = recipe.analysis.kernel;
    if let Some(gamma) = kernel.gamma() {
        line(&format!("gamma <- {gamma:?}"));
    }
    match kernel {
        Kernel::Rbf { gamma } => line(&format!(
            "# kernlab's sigma is γ; the Gaussian's width is 1/√(2γ) = {}",
            number(sigma_from_gamma(gamma))
        )),
        Kernel::Laplacian { .. } => line(
            "# kernlab's laplacedot takes the Euclidean distance, this kernel the sum of moduli",
        ),
        Kernel::Cosine => {
            line("unit <- function(x) x / pmax(sqrt(rowSums(x^2)), .Machine$double.xmin)");
        }
        Kernel::Linear | Kernel::Poly { .. } | Kernel::Sigmoid { .. } => {}
    }
    line(&format!("K <- {}", kernel_matrix(kernel, None)));
    if let Components::Share(share) = recipe.setup.components {
        let reached = "# as many components as reach this share of the variance";
        line(&format!("{reached}: {share:?}"));
    }
    line(&format!(
        "kpca <- kpca(as.kernelMatrix(K), features = {}, th = 0)",
        recipe.components()
    ));
    line("# kernlab gives λ/n, and √n times the scores");
    line("n <- nrow(X)");
    line("lambda <- eig(kpca) * n");
    line("scores <- sweep(rotated(kpca), 2, signs(pcv(kpca)), \"*\") / sqrt(n)");
    line("# shares of the centred kernel matrix's trace: of all variance, not of what is kept");
    line(if recipe.has_shares() {
        "trace <- sum(diag(K)) - sum(K) / n"
    } else {
        "trace <- Inf  # it is not positive, and shares of it mean nothing"
    });
    line("share <- lambda / trace");
}

/// The kernel matrix of X, or that between the rows of other points and those of X.
fn kernel_matrix(kernel: Kernel, points: Option<&str>) -> String {
    let rows = points.unwrap_or("X");
    let both = points.map_or_else(|| "X".to_owned(), |points| format!("{points}, X"));
    let kernlab = |function: String| format!("kernelMatrix({function}, {both})@.Data");
    match kernel {
        Kernel::Linear => format!("tcrossprod({rows}, X)"),
        Kernel::Poly { degree, coef0, .. } => kernlab(format!(
            "polydot(degree = {degree}, scale = gamma, offset = {coef0:?})"
        )),
        Kernel::Rbf { .. } => kernlab("rbfdot(sigma = gamma)".into()),
        // Between two matrices kernlab's own looks for the scale in vain.
        Kernel::Sigmoid { coef0, .. } if points.is_some() => {
            format!("tanh(gamma * tcrossprod({rows}, X) + {coef0:?})")
        }
        Kernel::Sigmoid { coef0, .. } => {
            kernlab(format!("tanhdot(scale = gamma, offset = {coef0:?})"))
        }
        Kernel::Laplacian { .. } => {
            format!("exp(-gamma * apply(X, 1, function(x) colSums(abs(t({rows}) - x))))")
        }
        Kernel::Cosine => format!("tcrossprod(unit({rows}), unit(X))"),
    }
}
