//! R, with kernlab's `kpca`.

mod axes;
mod curves;
mod data;
mod dots;
mod explain;
mod kernel;
mod objects;
mod picture;

use std::fmt::Write;

use super::{
    ColumnChoice, Content, Coordinate, POINTS_IN_LINE, Plot, PointSet, Recipe, SortedBy, Space,
    arguments, comment, hex, list, marks, palette,
    plots::{levels, limits},
    quoted, rounded,
};
use crate::{
    data::{Decimal, Delimiter, Form, Labels, Reading, Scaling},
    export::caption::caption,
    setup::Components,
    signs::TIE,
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
    line(&comment(&caption(recipe.setup, recipe.analysis)));
    line("library(kernlab)\n");
    data::data(recipe, &mut line);
    scaling(recipe, &mut line);
    fit(recipe, &mut line);
    explain::explain(recipe, &mut line);
    if recipe.setup.new_rows.is_some() {
        line("# new rows are left to the script for Python");
    }
    if recipe.is_coloured_by_novelty() {
        line("# so are colours by reconstruction error");
    }
    picture::picture(recipe, &mut line);
    code
}

fn scaling(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    if matches!(recipe.labels(), Labels::Classes { .. }) {
        line("code <- match(label, sort(unique(label), method = \"radix\"))");
        if recipe.has_unlabelled() {
            line(
                "code[is.na(code)] <- max(code, na.rm = TRUE) + 1  # rows without a label come last",
            );
        }
    }
    if !recipe.has_features() {
        return;
    }
    data::noise(recipe, line);
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
    if recipe.has_features() {
        line("\npca <- prcomp(X)");
        line("rotation <- sweep(pca$rotation, 2, signs(pca$rotation), \"*\")");
        line("pca_scores <- scale(X, pca$center, FALSE) %*% rotation");
        line("pca_share <- pca$sdev^2 / sum(pca$sdev^2)\n");
    } else {
        line("\npca_share <- numeric(0)  # a given matrix has no features for linear PCA\n");
    }
    let kernel = recipe.analysis.kernel;
    if let Some(gamma) = kernel.gamma() {
        line(&format!("gamma <- {gamma:?}"));
    }
    kernel::matrix(kernel, line);
    if let Components::Share(share) = recipe.setup.components {
        let reached = "# as many components as reach this share of the variance";
        line(&format!("{reached}: {share:?}"));
    }
    line("n <- nrow(X)");
    kernel::fit(kernel, recipe.components(), line);
    if recipe.view.align_signs && recipe.has_features() {
        line("# signs are arbitrary: here those that agree with linear PCA");
        line("both <- seq_len(min(ncol(scores), ncol(pca_scores)))");
        line(
            "agreement <- colSums(scores[, both, drop = FALSE] * pca_scores[, both, drop = FALSE])",
        );
        line("turned <- both[agreement < 0]");
        line("scores[, turned] <- -scores[, turned]");
    }
    line("# shares of the centred kernel matrix's trace: of all variance, not of what is kept");
    line(if recipe.has_shares() && kernel.centers_last() {
        "trace <- sum(diag(K)) - sum(K) / n"
    } else if recipe.has_shares() {
        "trace <- sum(diag(K))"
    } else {
        "trace <- Inf  # it is not positive, and shares of it mean nothing"
    });
    line("share <- lambda / trace");
}

/// A line that ends the script where R reads no such file by itself.
fn not_in_r(reading: &Reading) -> Option<String> {
    let what = match reading.form {
        Form::Workbook(_) => "workbook",
        Form::Arff => "ARFF file",
        Form::Libsvm => "LIBSVM file",
        Form::EdgeDictionaries => "edges with dictionaries",
        Form::Table if reading.escapes => "file with backslashes before quotes",
        Form::Table | Form::Lines | Form::Fasta => return None,
    };
    Some(format!(
        "stop(\"R reads no {what} by itself: save the table as CSV\")"
    ))
}

/// What parts columns; nothing for any run of blanks.
fn separator(reading: &Reading) -> String {
    match (reading.delimiter, reading.decimal) {
        (Some(Delimiter::Blank), _) => String::new(),
        (Some(Delimiter::Character(byte)), _) => char::from(byte).to_string(),
        // In a single column nothing may part what commas are part of.
        (None, Decimal::Comma) => ";".to_owned(),
        (None, Decimal::Point) => ",".to_owned(),
    }
}
