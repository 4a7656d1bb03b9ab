//! What panels need beyond the fit, as `explain` computes it.

use super::{Content, Plot, PointSet, Recipe, SortedBy, dots, kernel};
use crate::{
    analysis::Contours,
    data::{Labels, Scaling},
    explain::{
        Plane,
        separation::{HALVINGS, MOST, MOST_ROWS, RIDGE, SEED},
    },
    method::Method,
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

/// R has `NumPy`'s random numbers too, once it starts where `NumPy` does.
const PERMUTATIONS: &str = "
# permutations as NumPy draws them: from the Mersenne twister that R has too, seeded as there
permutations <- function(n, times) {
  state <- rep(SEED, 624)
  for (i in 1:623) {
    x <- state[i]
    x <- x - x %% 4 + bitwXor(x %% 4, x %/% 2^30)
    state[i + 1] <- ((27655 * x) %% 65536 * 65536 + 35173 * x + i) %% 2^32
  }
  state <- as.integer(ifelse(state < 2^31, state, state - 2^32))
  RNGkind(\"Mersenne-Twister\", \"Inversion\", \"Rejection\")
  assign(\".Random.seed\", c(10403L, 624L, state), globalenv())
  # one of 0, 1, ..., last: random bits until they fit
  draw <- function(last) {
    bits <- 2^(floor(log2(last)) + 1)
    repeat if ((drawn <- floor(runif(1) * 2^32) %% bits) <= last) return(drawn)
  }
  lapply(seq_len(times), function(.) {
    rows <- seq_len(n)
    for (i in (n - 1):1) {
      j <- draw(i)
      rows[c(i, j) + 1] <- rows[c(j, i) + 1]
    }
    rows
  })
}

";

/// What stands in capitals differs between classes and a quantity.
const HALVED: &str = "
# WHAT with 1, 2, ... components: mean and standard deviation over halvings
halved <- function(scores) {
  z <- scores[, seq_len(min(MOST, ncol(scores))), drop = FALSE] / max(abs(scores), 1e-300)
  quality <- sapply(permutations(n, HALVINGS), function(rows) {SORT
    halves <- list(rows[seq(1, n, 2)], rows[seq(2, n, 2)])
    quality <- numeric(ncol(z))
    for (i in 1:2) {
      train <- halves[[i]]
      test <- halves[[3 - i]]
      FIT
      covariance <- crossprod(within) / length(train)
      for (q in seq_along(quality)) {
        r <- seq_len(q)
        ridge <- RIDGE * sum(diag(covariance)[r]) / q
        ridged <- covariance[r, r, drop = FALSE] + max(ridge, 1e-30) * diag(q)
        weights <- solve(ridged, target[r, , drop = FALSE], tol = 0)
        RULE
      }
    }
    quality
  })
  quality <- matrix(quality, ncol(z))
  cbind(mean = rowMeans(quality), spread = sqrt(rowMeans((quality - rowMeans(quality))^2)))
}
";

const DISCRIMINANT: [&str; 4] = [
    "accuracy of linear discriminant analysis",
    "
    rows <- rows[order(code[rows])]  # classes are shared",
    "size <- colSums(indicator[train, ])
      target <- sweep(crossprod(z[train, , drop = FALSE], indicator[train, ]), 2, pmax(size, 1), \"/\")
      within <- z[train, , drop = FALSE] - t(target)[code[train], , drop = FALSE]
      log_share <- log(size / length(train))",
    "offset <- log_share - colSums(target[r, , drop = FALSE] * weights) / 2
        values <- sweep(z[test, r, drop = FALSE] %*% weights, 2, offset, \"+\")
        found <- max.col(values, ties.method = \"first\")
        quality[q] <- quality[q] + sum(found == code[test]) / n",
];

const REGRESSION: [&str; 4] = [
    "R² of linear regression",
    "",
    "center <- colMeans(z[train, , drop = FALSE])
      middle <- mean(label[train])
      within <- sweep(z[train, , drop = FALSE], 2, center)
      target <- crossprod(within, label[train] - middle) / length(train)",
    "found <- sweep(z[test, r, drop = FALSE], 2, center[r]) %*% weights + middle
        missed <- sum((found - label[test])^2)
        quality[q] <- quality[q] + 0.5 - missed / sum((label - mean(label))^2)",
];

fn separation(counts: &[(Method, usize)], recipe: &Recipe, line: &mut impl FnMut(&str)) {
    line(&PERMUTATIONS.replace("SEED", &SEED.to_string()));
    let [what, sort, fit, rule] = match recipe.labels() {
        Labels::Continuous { .. } => REGRESSION,
        Labels::None | Labels::Classes { .. } => {
            line("indicator <- 1 * outer(code, seq_len(max(code)), \"==\")");
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
        .replace("HALVINGS", &HALVINGS.to_string());
    let all = recipe.analysis.rows() <= MOST_ROWS;
    if all && !recipe.has_unlabelled() {
        line(&function);
    } else {
        line(&if all {
            "judged <- seq_len(n)  # rows".to_owned()
        } else {
            format!("judged <- sort(permutations(n, 1)[[1]][seq_len({MOST_ROWS})])  # rows")
        });
        if recipe.has_unlabelled() {
            let known = match recipe.labels() {
                Labels::Classes { names, .. } => format!("code[judged] <= {}", names.len()),
                Labels::None | Labels::Continuous { .. } => "!is.na(label[judged])".to_owned(),
            };
            line(&format!("judged <- judged[{known}]  # those with a label"));
        }
        let some = function
            .replace("permutations(n,", "permutations(length(judged),")
            .replace(
                "function(rows) {",
                "function(rows) {\n    rows <- judged[rows]",
            )
            .replace("seq(1, n, 2)", "seq(1, length(rows), 2)")
            .replace("seq(2, n, 2)", "seq(2, length(rows), 2)")
            .replace("test]) / n", "test]) / length(rows)")
            .replace(
                "(label - mean(label))",
                "(label[judged] - mean(label[judged]))",
            );
        line(&some);
    }
    line("quality <- halved(scores)");
    let linear = counts.iter().find(|(method, _)| *method == Method::Pca);
    line(&if let Some((_, pca)) = linear {
        format!("pca_quality <- halved(pca_scores[, seq_len({pca}), drop = FALSE])")
    } else {
        "pca_quality <- quality[0, , drop = FALSE]".to_owned()
    });
}

pub(super) fn explain(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let centered_map = recipe.view.kernel_matrix.centered;
    let shows_matrix = recipe.shows(|content| matches!(content, Content::KernelMatrix));
    let centers_last = recipe.analysis.kernel.centers_last();
    if !centers_last {
        line("\ncentred <- K");
    } else if recipe.needs_spectrum() || centered_map && shows_matrix {
        line("\ncentred <- K - outer(rowMeans(K), colMeans(K), \"+\") + mean(K)");
    }
    if recipe.needs_spectrum() {
        line("spectrum <- eigen(centred, symmetric = TRUE, only.values = TRUE)$values / trace");
        line("noise <- 4 * .Machine$double.eps * norm(K, \"F\") / trace");
        line("spectrum[abs(spectrum) <= noise] <- 0");
    }
    if recipe.shows(|content| matches!(content, Content::Maps(..))) {
        kernel::between(recipe.analysis.kernel, line);
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
            Content::Separation(counts) => separation(counts, recipe, line),
            Content::Dots(_)
            | Content::Space(_)
            | Content::Spectrum { .. }
            | Content::FullSpectrum
            | Content::Novelty { .. }
            | Content::Sweep(_)
            | Content::Multiples(..)
            | Content::Grid(..)
            | Content::Pinned(..)
            | Content::PreImages(_)
            | Content::Denoising(_)
            | Content::DenoisingError(_)
            | Content::Reconstruction(_)
            | Content::Own(_)
            | Content::Nothing(_) => {}
        }
    }
}

fn maps(table: PointSet, contours: &Contours, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let Plane { columns, spans, .. } = &contours.plane;
    let [a, b] = columns.map(|column| column + 1);
    let [[left, right], [bottom, top]] = spans;
    let at = match recipe.at_row() {
        Some(row) => format!("data[{}, ]", row + 1),
        None => "colMeans(data)".to_owned(),
    };
    let side = contours.maps.first().map_or(0, |map| map.field.side);
    if table == PointSet::Scores(Method::Kpca) {
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
        PointSet::Scores(Method::Kpca) => {
            kernel::project(recipe.analysis.kernel, line);
            line("  centred %*% sweep(scores, 2, divisor, \"/\")");
        }
        PointSet::Scores(_) | PointSet::Input => {
            line("  scale(points, pca$center, FALSE) %*% rotation");
        }
    }
    line(&format!(
        "}}, c({a}, {b}), list(c({left:?}, {right:?}), c({bottom:?}, {top:?})), {at}, {side})"
    ));
}

/// The variable that holds all components of a method over the plane.
pub(super) fn values(table: PointSet) -> String {
    format!("{}_over_plane", table.variable())
}
