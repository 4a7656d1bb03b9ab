//! R, with kernlab's `kpca`.

use std::{fmt::Write, path::Path};

use super::{
    Choice, Content, Coordinate, Plot, Recipe, SortedBy, arguments, comment, function, list, quoted,
};
use crate::{
    data::{Builtin, Generator, Scaling, Source},
    export::figure::arrange,
    kernel::{Kernel, sigma_from_gamma},
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
    picture(recipe, &mut line);
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
        "  sep = {}, dec = \"{}\", quote = \"\\\"\", skip = {},",
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
    line("\n# scikit-learn's signs: the entry of largest modulus is positive");
    line("signs <- function(vectors) apply(vectors, 2, function(v) sign(v[which.max(abs(v))]))");
    line("\npca <- prcomp(X)");
    line("pca_scores <- sweep(pca$x, 2, signs(pca$rotation), \"*\")");
    line("pca_share <- pca$sdev^2 / sum(pca$sdev^2)\n");
    if let Some(gamma) = recipe.analysis.kernel.gamma() {
        line(&format!("gamma <- {gamma:?}"));
    }
    match recipe.analysis.kernel {
        Kernel::Linear => line("K <- kernelMatrix(vanilladot(), X)"),
        Kernel::Poly { degree, coef0, .. } => line(&format!(
            "K <- kernelMatrix(polydot(degree = {degree}, scale = gamma, offset = {coef0:?}), X)"
        )),
        Kernel::Rbf { gamma } => {
            line(&format!(
                "# kernlab's sigma is γ; the Gaussian's width is 1/√(2γ) = {}",
                number(sigma_from_gamma(gamma))
            ));
            line("K <- kernelMatrix(rbfdot(sigma = gamma), X)");
        }
        Kernel::Sigmoid { coef0, .. } => line(&format!(
            "K <- kernelMatrix(tanhdot(scale = gamma, offset = {coef0:?}), X)"
        )),
        Kernel::Laplacian { .. } => {
            line(
                "# kernlab's laplacedot takes the Euclidean distance, this kernel the sum of moduli",
            );
            line("K <- as.kernelMatrix(exp(-gamma * as.matrix(dist(X, method = \"manhattan\"))))");
        }
        Kernel::Cosine => {
            line("norms <- sqrt(rowSums(X^2))");
            line("K <- as.kernelMatrix(tcrossprod(X / ifelse(norms > 0, norms, 1)))");
        }
    }
    line(&format!(
        "kpca <- kpca(K, features = {}, th = 0)",
        recipe.components()
    ));
    line("# kernlab gives λ/n, and √n times the scores");
    line("n <- nrow(X)");
    line("lambda <- eig(kpca) * n");
    line("scores <- sweep(rotated(kpca), 2, signs(pcv(kpca)), \"*\") / sqrt(n)");
    line("# shares refer to the trace of the centred kernel matrix, not to the components kept");
    line("share <- lambda / (sum(diag(K)) - sum(K) / n)");
}

fn picture(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    line("\n# the picture");
    let (drawn, missing): (Vec<&Plot>, Vec<&Plot>) = recipe
        .plots
        .iter()
        .partition(|plot| is_drawn(&plot.content));
    for plot in missing {
        line(&plot.absence());
    }
    if drawn.is_empty() {
        return;
    }
    line(&places(&arrange(drawn.len(), 12.0 / 7.5)));
    if recipe.jitters() {
        line("jitter <- ((seq_len(n) - 1) * 0.6180339887498949) %% 1 - 0.5");
    }
    let m = recipe.view.spectrum_components.max(1);
    for plot in drawn {
        let texts = format!(
            "main = {}, xlab = {}, ylab = {}{}",
            quoted(&plot.title),
            quoted(&plot.x.label),
            quoted(&plot.y.label),
            if plot.equal { ", asp = 1" } else { "" }
        );
        match &plot.content {
            Content::Dots(axes) => {
                let [x, y] = axes.map(coordinate);
                let color = match recipe.label {
                    Some(_) => ", col = as.integer(factor(label))",
                    None => "",
                };
                line(&format!("plot({x}, {y}{color}, pch = 19, {texts})"));
            }
            Content::Spectrum { .. } | Content::FullSpectrum => {
                let log = if recipe.view.spectrum_log {
                    ", log = \"y\""
                } else {
                    ""
                };
                // Indexing past the end gives NA, which has no bar.
                line(&format!("shares <- rbind(pca_share[1:{m}], share[1:{m}])"));
                line(&format!(
                    "barplot(shares, beside = TRUE, names.arg = 1:{m}, {texts}{log})"
                ));
            }
            Content::Variance => {
                line(&format!(
                    "sums <- cbind(cumsum(pca_share)[1:{m}], cumsum(share)[1:{m}])"
                ));
                line(&format!(
                    "matplot(sums, type = \"o\", pch = 19, ylim = c(0, 1), {texts})"
                ));
                line(&format!("abline(h = {:?}, lty = 2)", recipe.view.threshold));
            }
            Content::KernelMatrix => kernel_matrix(recipe, &texts, line),
            Content::Space(_)
            | Content::Maps(..)
            | Content::Separation(_)
            | Content::Nothing(_) => {}
        }
    }
}

fn is_drawn(content: &Content) -> bool {
    match content {
        Content::Dots(_)
        | Content::Spectrum { .. }
        | Content::FullSpectrum
        | Content::Variance
        | Content::KernelMatrix => true,
        Content::Space(_) | Content::Maps(..) | Content::Separation(_) | Content::Nothing(_) => {
            false
        }
    }
}

/// R's `layout` for rows of so many plots, all rows equally wide.
fn places(rows: &[usize]) -> String {
    let width: usize = rows.iter().product();
    let mut first = 1;
    let rows: Vec<String> = rows
        .iter()
        .map(|count| {
            let last = first + count - 1;
            let row = format!("rep({first}:{last}, each = {})", width / count);
            first = last + 1;
            row
        })
        .collect();
    format!("layout(rbind({}))", rows.join(", "))
}

fn coordinate(coordinate: Coordinate) -> String {
    match coordinate {
        Coordinate::Column(table, j) => format!("{}[, {}]", table.variable(), j + 1),
        Coordinate::Row => "seq_len(n) - 1".into(),
        Coordinate::Jitter => "jitter".into(),
    }
}

fn kernel_matrix(recipe: &Recipe, texts: &str, line: &mut impl FnMut(&str)) {
    line("M <- matrix(as.vector(K), n)");
    let colors = if recipe.view.kernel_matrix.centered {
        line("M <- M - outer(rowMeans(M), colMeans(M), \"+\") + mean(M)");
        "hcl.colors(64, \"Blue-Red\"), zlim = c(-1, 1) * max(abs(M))"
    } else {
        "hcl.colors(64, \"viridis\")"
    };
    let rows = match recipe.sorted_by() {
        None => "seq_len(n)".to_owned(),
        Some(SortedBy::Label) => "order(label)".into(),
        Some(SortedBy::Component(j)) => format!("order(scores[, {}])", j + 1),
    };
    line(&format!("rows <- {rows}"));
    // `image` draws columns upwards; a matrix is read downwards.
    line(&format!(
        "image(t(M[rev(rows), rows]), axes = FALSE, col = {colors}, {texts})"
    ));
}
