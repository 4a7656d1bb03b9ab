//! The kernel matrix, what is done to it, and its decomposition.

use super::super::with_values;
use crate::{
    kernel::{Join, Kernel, Normalize, sigma_from_gamma},
    view::number,
};

/// Assigns the matrix of both kernels, each as `of` has it.
fn joined(kernel: Kernel, variable: &str, of: impl Fn(Kernel) -> String) -> Vec<String> {
    let join = kernel.second().map(|second| match second.join {
        Join::Plus => "+",
        Join::Times => "*",
    });
    let line = |(i, part): (usize, Kernel)| {
        let matrix = of(part);
        match join {
            Some(sign) if i > 0 => format!("{variable} <- {variable} {sign} {matrix}"),
            _ => format!("{variable} <- {matrix}"),
        }
    };
    kernel.parts().into_iter().enumerate().map(line).collect()
}

/// Between the rows of other points and those of X.
fn between_points(part: Kernel, points: &str) -> String {
    with_values(part, part.kind().family().r.between).replace("{rows}", points)
}

/// `K`, with all that is done to it but centring where that comes last.
pub(super) fn matrix(kernel: Kernel, line: &mut impl FnMut(&str)) {
    let mut said: Vec<&str> = Vec::new();
    for part in kernel.parts() {
        let before = part.kind().family().r.before;
        if let Some(before) = before.filter(|before| !said.contains(before)) {
            said.push(before);
            let width = number(sigma_from_gamma(part.gamma().unwrap_or(1.0)));
            line(&with_values(part, before).replace("{width}", &width));
        }
    }
    for assignment in joined(kernel, "K", |part| {
        with_values(part, part.kind().family().r.matrix)
    }) {
        line(&assignment);
    }
    if kernel.normalize() == Some(Normalize::After) && kernel.center() {
        line("means <- colMeans(K)");
        line("average <- mean(K)");
        line("K <- K - outer(means, means, \"+\") + average");
    }
    if kernel.normalize().is_some() {
        line("lengths <- function(squared) {  # what has none is divided by infinity");
        line("  root <- sqrt(pmax(squared, 0))");
        line("  ifelse(root > 1e-7 * max(root), root, Inf)");
        line("}");
        line("length_of <- lengths(diag(K))");
        line("K <- K / outer(length_of, length_of)");
    }
}

/// `lambda` and `scores` of n rows.
pub(super) fn fit(kernel: Kernel, components: usize, line: &mut impl FnMut(&str)) {
    if kernel.centers_last() {
        line(&format!(
            "kpca <- kpca(as.kernelMatrix(K), features = {components}, th = 0)"
        ));
        line("# kernlab gives λ/n, and √n times the scores");
        line("lambda <- eig(kpca) * n");
        line("scores <- sweep(rotated(kpca), 2, signs(pcv(kpca)), \"*\") / sqrt(n)");
        return;
    }
    line("# kernlab's kpca would centre it");
    line("found <- eigen(K, symmetric = TRUE)");
    line(&format!(
        "lambda <- pmax(found$values[seq_len({components})], 0)"
    ));
    line(&format!(
        "vectors <- found$vectors[, seq_len({components}), drop = FALSE]"
    ));
    line("scores <- sweep(vectors, 2, signs(vectors) * sqrt(lambda), \"*\")");
}

/// Defines what [`project`] needs of new points.
pub(super) fn between(kernel: Kernel, line: &mut impl FnMut(&str)) {
    if kernel.normalize().is_none() {
        return;
    }
    line("\n# k(x, x) of each of some points");
    line("own <- function(points) apply(points, 1, function(point) {");
    line("  X <- matrix(point, 1)");
    // Between the point and the X of this function, which hides the other.
    let of = |part: Kernel| {
        if part.is_likeness() {
            "1".to_owned()
        } else {
            between_points(part, "X")
        }
    };
    for assignment in joined(kernel, "value", of) {
        line(&format!("  {assignment}"));
    }
    line("  as.numeric(value)[1]");
    line("})");
}

/// `centred`: between new `points` and the rows of X, what is decomposed.
pub(super) fn project(kernel: Kernel, line: &mut impl FnMut(&str)) {
    for assignment in joined(kernel, "k", |part| between_points(part, "points")) {
        line(&format!("  {assignment}"));
    }
    if kernel.normalize() == Some(Normalize::Before) {
        line("  k <- k / outer(lengths(own(points)), length_of)");
    }
    if kernel.centers_last() {
        line("  centred <- sweep(k - rowMeans(k), 2, colMeans(K)) + mean(K)");
    } else if kernel.normalize() == Some(Normalize::After) {
        if kernel.center() {
            line("  squared <- own(points) - 2 * rowMeans(k) + average");
            line("  k <- sweep(k - rowMeans(k), 2, means) + average");
        } else {
            line("  squared <- own(points)");
        }
        line("  centred <- k / outer(lengths(squared), length_of)");
    } else {
        line("  centred <- k");
    }
}
