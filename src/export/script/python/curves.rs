//! What is drawn against the number of a component, for both methods.

use std::ops::Range;

use super::{Code, Plot, Recipe, hex, picture::settings};
use crate::{
    data::Labels,
    view::{Paint, Scale},
};

/// The start of a loop over the methods, with variables for name, values and colour.
fn methods(recipe: &Recipe, pca: &str, kpca: &str) -> String {
    let linear = format!("(\"linear PCA\", {pca}, \"{}\"), ", hex(Paint::Pca));
    format!(
        "for name, values, c in [{}(\"kernel PCA\", {kpca}, \"{}\")]:",
        if recipe.has_features() { &linear } else { "" },
        hex(Paint::Kpca)
    )
}

fn style(plot: &Plot) -> &'static str {
    if plot.dotted { "o-" } else { "-" }
}

pub(super) fn spectrum(
    plot: &Plot,
    lowest: Option<&Range<usize>>,
    recipe: &Recipe,
    code: &mut Code,
) {
    let m = recipe.view.spectrum_components.max(1);
    code.line(&methods(recipe, "pca_share", "share"));
    code.line(&format!("    r = np.arange(min({m}, len(values)))"));
    code.line("    offset = -0.19 if name == \"linear PCA\" else 0.19");
    code.line("    ax.bar(1 + r + offset, values[r], 0.38, color=c, label=name)");
    if let Some(lowest) = lowest {
        let sign = plot.sign_of_negative();
        code.line("ax.bar(");
        code.line(&format!(
            "    np.arange({}, {}) + 0.19, {sign}spectrum[-{}:], 0.38,",
            lowest.start,
            lowest.end,
            lowest.len()
        ));
        code.line(&format!(
            "    color=\"{}\", label=\"negative eigenvalues\",",
            hex(Paint::Warning)
        ));
        code.line(")");
    }
    settings(plot, code);
    code.line("ax.legend()");
}

pub(super) fn full_spectrum(plot: &Plot, recipe: &Recipe, code: &mut Code) {
    // Zero has no logarithm.
    let kept = if plot.y.scale == Scale::Log10 {
        ">"
    } else {
        ">="
    };
    code.line(&methods(recipe, "pca_share", "spectrum"));
    code.line(&format!("    r = np.flatnonzero(values {kept} 0)"));
    code.line(&format!(
        "    ax.plot(1 + r, values[r], \"{}\", color=c, label=f\"{{name}}: {{np.sum(values > 0)}}\")",
        style(plot)
    ));
    if !recipe.analysis.kpca.negative_eigenvalues.is_empty() {
        let sign = plot.sign_of_negative();
        code.line("r = np.flatnonzero(spectrum < 0)");
        code.line(&format!(
            "ax.plot(1 + r, {sign}spectrum[r], \"{}\", color=\"{}\", label=f\"negative: {{len(r)}}\")",
            style(plot),
            hex(Paint::Warning)
        ));
    }
    settings(plot, code);
    code.line("ax.legend(title=\"eigenvalues above 0\")");
}

pub(super) fn separation(plot: &Plot, recipe: &Recipe, code: &mut Code) {
    let q = recipe.view.separation_components.max(1);
    let classes = matches!(recipe.labels(), Labels::Classes { .. });
    let (said, by) = if classes {
        (
            "{100 * values[q - 1]:.1f} ± {100 * spread[q - 1]:.1f} %",
            "linear discriminant",
        )
    } else {
        (
            "{values[q - 1]:.2f} ± {spread[q - 1]:.2f}",
            "linear regression",
        )
    };
    code.line(&methods(recipe, "pca_quality", "quality"));
    code.line("    values, spread = values.T");
    code.line(&format!("    q = min({q}, len(values))"));
    code.line(&format!("    legend = f\"{{name}}, q = {{q}}: {said}\""));
    code.line("    ax.plot(1 + np.arange(len(values)), values, \"o-\", color=c, label=legend)");
    code.line(&format!(
        "ax.axvline(min({q}, max(len(pca_quality), len(quality))), linestyle=\":\", color=\"gray\")"
    ));
    if classes {
        code.line(
            "ax.axhline(indicator.mean(axis=0).max(), linestyle=\":\", color=\"gray\")  # chance",
        );
    }
    settings(plot, code);
    code.line(&format!("ax.legend(title=\"{by}, half from half\")"));
}
