//! What panels need beyond the fit, as `explain` computes it.

use super::{Content, Plot, Recipe, SortedBy, Table, dots, kernel_matrix};
use crate::{
    analysis::Contours,
    data::Scaling,
    explain::{Plane, separation::PENALTY},
};

/// Components on a grid, one row of it at a time: with many points all at once would be large.
const OVER_PLANE: &str = "
# every component on a grid over two columns, the other columns fixed
over_plane <- function(project, columns, spans, at, side) {
  grid <- lapply(spans, function(ends) ends[1] + diff(ends) * (seq_len(side) - 0.5) / side)
  points <- matrix(at, side, length(at), byrow = TRUE)
  points[, columns[1]] <- grid[[1]]
  values <- lapply(grid[[2]], function(height) {
    points[, columns[2]] <- height
    project(points)
  })
  list(u = grid[[1]], v = grid[[2]], values = simplify2array(values))
}";

const LEAVE_ONE_OUT: &str = "
# accuracy of ridge regression on the classes' indicators, for 1, 2, ... components
leave_one_out <- function(scores) {
  target <- 1 * outer(code, seq_len(max(code)), \"==\")
  norms <- colSums(scores^2)
  norms <- norms + if (any(norms > 0)) PENALTY * max(norms) else 1
  slopes <- crossprod(scores, target) / norms
  # row by row: what the fit to all other rows gives there
  fitted <- matrix(colMeans(target), n, ncol(target), byrow = TRUE)
  left <- rep(1 - 1 / n, n)
  accuracy <- numeric(ncol(scores))
  for (j in seq_along(accuracy)) {
    fitted <- fitted + outer(scores[, j], slopes[j, ])
    left <- left - scores[, j]^2 / norms[j]
    known <- left > 1e-10
    without <- target - (target - fitted) / ifelse(known, left, 1)
    largest <- without == apply(without, 1, max)
    accuracy[j] <- mean(known * largest[cbind(seq_len(n), code)] / rowSums(largest))
  }
  accuracy
}
";

pub(super) fn explain(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let centered_map = recipe.view.kernel_matrix.centered;
    let shows_matrix = recipe.shows(|content| matches!(content, Content::KernelMatrix));
    if recipe.needs_spectrum() || centered_map && shows_matrix {
        line("\ncentred <- K - outer(rowMeans(K), colMeans(K), \"+\") + mean(K)");
    }
    if recipe.needs_spectrum() {
        line("spectrum <- eigen(centred, symmetric = TRUE, only.values = TRUE)$values / trace");
        line("noise <- 4 * .Machine$double.eps * norm(K, \"F\") / trace");
        line("spectrum[abs(spectrum) <= noise] <- 0");
    }
    if recipe.shows(|content| matches!(content, Content::Maps(..))) {
        line(OVER_PLANE);
    }
    for Plot { content, .. } in &recipe.plots {
        match content {
            Content::Maps(table, contours) => maps(*table, contours, recipe, line),
            Content::KernelMatrix => {
                let rows = match recipe.sorted_by() {
                    None => "seq_len(n)".to_owned(),
                    Some(SortedBy::Label) => format!("order({})", dots::labels(recipe)),
                    Some(SortedBy::Component(j)) => format!("order(scores[, {}])", j + 1),
                };
                line(&format!("\nrows <- {rows}"));
                let matrix = if centered_map { "centred" } else { "K" };
                line(&format!("ordered <- {matrix}[rows, rows]"));
            }
            Content::Separation([pca, _]) => {
                line(&LEAVE_ONE_OUT.replace("PENALTY", &format!("{PENALTY:?}")));
                line(&format!(
                    "pca_accuracy <- leave_one_out(pca_scores[, seq_len({pca}), drop = FALSE])"
                ));
                line("accuracy <- leave_one_out(scores)");
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

fn maps(table: Table, contours: &Contours, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let Plane { columns, spans, .. } = &contours.plane;
    let [a, b] = columns.map(|column| column + 1);
    let [[left, right], [bottom, top]] = spans;
    let at = match recipe.at_row() {
        Some(row) => format!("data[{}, ]", row + 1),
        None => "colMeans(data)".to_owned(),
    };
    let side = contours.maps.first().map_or(0, |map| map.field.side);
    if table == Table::Kpca {
        line("\n# scores of new rows; a component without variance is 0 everywhere");
        line("divisor <- ifelse(lambda > 1e-12 * lambda[1], lambda, Inf)");
    }
    line(&format!(
        "{} <- over_plane(function(points) {{",
        values(table)
    ));
    match recipe.setup.scaling {
        Scaling::None => {}
        Scaling::Center => line("  points <- scale(points, attr(X, \"scaled:center\"), FALSE)"),
        Scaling::Standardize => {
            line(
                "  points <- scale(points, attr(X, \"scaled:center\"), attr(X, \"scaled:scale\"))",
            );
        }
    }
    match table {
        Table::Kpca => {
            let k = kernel_matrix(recipe.analysis.kernel, Some("points"));
            line(&format!("  k <- {k}"));
            line("  centred <- sweep(k - rowMeans(k), 2, colMeans(K)) + mean(K)");
            line("  centred %*% sweep(scores, 2, divisor, \"/\")");
        }
        Table::Pca | Table::Input => line("  scale(points, pca$center, FALSE) %*% rotation"),
    }
    line(&format!(
        "}}, c({a}, {b}), list(c({left:?}, {right:?}), c({bottom:?}, {top:?})), {at}, {side})"
    ));
}

/// The variable that holds all components of a method over the plane.
pub(super) fn values(table: Table) -> String {
    format!("{}_over_plane", table.variable())
}
