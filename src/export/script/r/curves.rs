//! What is drawn against the number of a component, for both methods.

use std::ops::Range;

use super::{Plot, Recipe, axes::settings, hex, limits, rounded};
use crate::{
    data::Labels,
    method::Method,
    view::{Paint, Scale},
};

const NAMES: &str = "c(\"linear PCA\", \"kernel PCA\")";

/// The colours of both methods.
fn colors() -> String {
    format!(
        "c(\"{}\", \"{}\")",
        hex(Paint::Method(Method::Pca)),
        hex(Paint::Method(Method::Kpca))
    )
}

/// What leaves linear PCA, the first, out of a list where data have no features for it.
fn shown(recipe: &Recipe) -> &'static str {
    if recipe.has_features() { "" } else { "[-1]" }
}

/// How lines are drawn.
fn style(plot: &Plot) -> &'static str {
    if plot.dotted {
        "type = \"o\", pch = 19"
    } else {
        "type = \"l\""
    }
}

pub(super) fn spectrum(
    plot: &Plot,
    lowest: Option<&Range<usize>>,
    recipe: &Recipe,
    line: &mut impl FnMut(&str),
) {
    let m = recipe.view.spectrum_components.max(1);
    let analysis = recipe.analysis;
    let counts = [&analysis.pca.eigenvalues, &analysis.kpca.eigenvalues].map(Vec::len);
    let last = counts.map(|count| count.min(m)).into_iter().max();
    let last = lowest.map_or(last.unwrap_or(1), |lowest| lowest.end - 1);
    let log = plot.y.scale == Scale::Log10;
    // Bars of a logarithmic axis stand on its end.
    let floor = match limits(&plot.y) {
        Some([low, _]) if log => rounded(low),
        _ => "0".to_owned(),
    };
    let least = if lowest.is_some() { "spectrum, " } else { "" };
    let wanted = [
        format!("c(0.5, {last}.5)"),
        format!("range(0, {least}pca_share, share)"),
    ];
    line(&format!("plot(NA, {})", settings(plot, wanted.map(Some))));
    line(&format!("colors <- {}", colors()));
    for (shares, left, right, color) in [
        ("pca_share", "r - 0.38", "r", 1),
        ("share", "r", "r + 0.38", 2),
    ] {
        line(&format!("r <- seq_len(min({m}, length({shares})))"));
        line(&format!(
            "rect({left}, {floor}, {right}, {shares}[r], col = colors[{color}], border = NA)"
        ));
    }
    let mut names = NAMES.to_owned();
    if let Some(lowest) = lowest {
        // On a logarithmic axis they stand by their size.
        let sign = plot.sign_of_negative();
        line(&format!("colors[3] <- \"{}\"", hex(Paint::Warning)));
        line(&format!("r <- {}:{}", lowest.start, lowest.end - 1));
        line(&format!(
            "rect(r, {floor}, r + 0.38, {sign}tail(spectrum, {}), col = colors[3], border = NA)",
            lowest.len()
        ));
        names = format!("c({NAMES}, \"negative eigenvalues\")");
    }
    line(&format!(
        "legend(\"topright\", {names}{shown}, fill = colors{shown}, border = NA, bty = \"n\")",
        shown = shown(recipe)
    ));
}

pub(super) fn full_spectrum(plot: &Plot, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let log = plot.y.scale == Scale::Log10;
    let wanted = ["c(1, n)", "range(0, spectrum, pca_share)"].map(|range| Some(range.to_owned()));
    line(&format!("plot(NA, {})", settings(plot, wanted)));
    line(&format!("colors <- {}", colors()));
    // Zero has no logarithm.
    let kept = if log { ">" } else { ">=" };
    for (shares, color) in [("pca_share", 1), ("spectrum", 2)] {
        line(&format!("r <- which({shares} {kept} 0)"));
        line(&format!(
            "lines(r, {shares}[r], {}, col = colors[{color}])",
            style(plot)
        ));
    }
    let mut counts =
        "paste(c(\"linear PCA:\", \"kernel PCA:\"), c(sum(pca_share > 0), sum(spectrum > 0)))"
            .to_owned();
    if !recipe.analysis.kpca.negative_eigenvalues.is_empty() {
        let sign = plot.sign_of_negative();
        line(&format!("colors[3] <- \"{}\"", hex(Paint::Warning)));
        line("r <- which(spectrum < 0)");
        line(&format!(
            "lines(r, {sign}spectrum[r], {}, col = colors[3])",
            style(plot)
        ));
        counts = format!("c({counts}, paste(\"negative:\", length(r)))");
    }
    line(&format!("counts <- {counts}"));
    line(&format!(
        "legend(\"topright\", counts{shown}, col = colors{shown}, lty = 1, title = \"eigenvalues above 0\", bty = \"n\")",
        shown = shown(recipe)
    ));
}

pub(super) fn separation(plot: &Plot, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let q = recipe.view.separation_components.max(1);
    let classes = matches!(recipe.labels(), Labels::Classes { .. });
    let (said, factor, by) = if classes {
        ("%.1f ± %.1f %%", "100 * ", "linear discriminant")
    } else {
        ("%.2f ± %.2f", "", "linear regression")
    };
    line("most <- max(nrow(pca_quality), nrow(quality))");
    let wanted = Some("c(1, most)".to_owned());
    line(&format!("plot(NA, {})", settings(plot, [wanted, None])));
    line(&format!("colors <- {}", colors()));
    line("reached <- mapply(function(name, quality, color) {");
    line("  lines(quality[, 1], type = \"o\", pch = 19, col = color)");
    line(&format!("  q <- min({q}, nrow(quality))"));
    line(&format!(
        "  sprintf(\"%s, q = %d: {said}\", name, q, {factor}quality[q, 1], {factor}quality[q, 2])"
    ));
    let shown = shown(recipe);
    line(&format!(
        "}}, {NAMES}{shown}, list(pca_quality, quality){shown}, colors{shown})"
    ));
    line(&format!("abline(v = min({q}, most), lty = 3)"));
    if classes {
        line("abline(h = max(colMeans(indicator)), lty = 3)  # chance");
    }
    line(&format!(
        "legend(\"bottomright\", reached, col = colors{shown}, lty = 1, title = \"{by}, half from half\", bty = \"n\")"
    ));
}
