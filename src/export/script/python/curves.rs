//! What is drawn against the number of a component, for each method.

use std::ops::Range;

use super::{Code, Plot, Recipe, axes::settings, explain::judged, hex, rounded};
use crate::{
    data::Labels,
    method::Method,
    view::{Paint, Scale},
};

/// A method in a loop over several: name, values, colour.
fn each(method: Method, values: &str) -> String {
    let name = method.spec().title_in_text;
    let color = hex(Paint::Method(method));
    format!("\"{name}\", {values}, \"{color}\"")
}

/// The start of a loop over methods, with variables for name, values and colour.
fn methods(each: impl Iterator<Item = String>) -> String {
    let each: Vec<String> = each.map(|it| format!("({it})")).collect();
    format!("for name, values, c in [{}]:", each.join(", "))
}

fn style(plot: &Plot) -> &'static str {
    if plot.dotted { "o-" } else { "-" }
}

pub(super) fn spectrum(
    plot: &Plot,
    (width, offsets): (f64, &[(Method, f64)]),
    (lowest, shuffled): (Option<&Range<usize>>, bool),
    recipe: &Recipe,
    code: &mut Code,
) {
    let m = recipe.view.spectrum_components.max(1);
    let width = rounded(width);
    let is_shown = |method| method != Method::Pca || recipe.has_features();
    let shown = offsets.iter().filter(|(method, _)| is_shown(*method));
    let shown = shown.map(|(method, offset)| {
        let values = format!("{}share", method.spec().prefix);
        format!("({}, {})", each(*method, &values), rounded(*offset))
    });
    let shown: Vec<String> = shown.collect();
    code.line(&format!(
        "for name, values, c, offset in [{}]:",
        shown.join(", ")
    ));
    code.line(&format!("    r = np.arange(min({m}, len(values)))"));
    code.line(&format!(
        "    ax.bar(1 + r + offset, values[r], {width}, color=c, label=name)"
    ));
    let kernel = offsets.iter().find(|(method, _)| *method == Method::Kpca);
    let offset = rounded(kernel.map_or(0.0, |(_, offset)| *offset));
    if shuffled {
        code.line(
            &SHUFFLED
                .replace("MOST", &m.to_string())
                .replace("OFFSET", &offset),
        );
    }
    if let Some(lowest) = lowest {
        let Range { start, end } = lowest;
        let (sign, color) = (plot.sign_of_negative(), hex(Paint::Warning));
        code.line(&format!(
            "ax.bar(\n    np.arange({start}, {end}) + {offset}, {sign}spectrum[-{}:], {width},\n    \
             color=\"{color}\", label=\"negative eigenvalues\",\n)",
            lowest.len()
        ));
    }
    settings(plot, code);
    if plot.y.range.is_none() {
        code.line("ax.margins(y=0.3)  # room for the legend");
    }
    code.line("ax.legend(loc=\"upper right\")");
}

const SHUFFLED: &str = "\
r = np.arange(min(MOST, len(shuffled_share)))
ax.plot(1 + r + OFFSET, shuffled_share[r], \"o--\", color=\"gray\", label=\"95 % of shuffled columns\")
if standing_out < min(MOST, len(shuffled_share)):
    ax.axvline(standing_out + 0.5, linestyle=\":\", color=\"gray\")";

pub(super) fn full_spectrum(plot: &Plot, recipe: &Recipe, code: &mut Code) {
    // Zero has no logarithm.
    let kept = if plot.y.scale == Scale::Log10 {
        ">"
    } else {
        ">="
    };
    let pca = recipe.has_features().then_some(Method::Pca);
    let others = recipe
        .analysis
        .embeddings()
        .filter(|(_, it)| it.shares().is_some());
    let others = others
        .map(|(method, _)| method)
        .filter(|it| !it.is_always_there());
    let all = pca.into_iter().chain([Method::Kpca]).chain(others);
    code.line(&methods(all.map(|method| match method {
        Method::Kpca => each(method, "spectrum"),
        _ => each(method, &format!("{}share", method.spec().prefix)),
    })));
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

pub(super) fn separation(
    plot: &Plot,
    counts: &[(Method, usize)],
    recipe: &Recipe,
    code: &mut Code,
) {
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
    code.line(&methods(counts.iter().map(|(method, _)| {
        each(*method, &format!("{}quality", method.spec().prefix))
    })));
    code.line("    values, spread = values.T");
    code.line(&format!("    q = min({q}, len(values))"));
    code.line(&format!("    legend = f\"{{name}}, q = {{q}}: {said}\""));
    code.line("    ax.plot(1 + np.arange(len(values)), values, \"o-\", color=c, label=legend)");
    let judged = judged(counts, recipe);
    if !judged.is_empty() {
        let each = judged.iter().map(|(method, _)| {
            let color = hex(Paint::Method(*method));
            format!("(new_{}quality, \"{color}\")", method.spec().prefix)
        });
        let each: Vec<String> = each.collect();
        code.line(&format!("for values, c in [{}]:", each.join(", ")));
        code.line("    ax.plot(1 + np.arange(len(values)), values, \"--\", color=c)");
    }
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1);
    code.line(&format!(
        "ax.axvline({}, linestyle=\":\", color=\"gray\")",
        q.min(most)
    ));
    if classes {
        code.line(
            "ax.axhline(indicator.mean(axis=0).max(), linestyle=\":\", color=\"gray\")  # chance",
        );
    }
    settings(plot, code);
    code.line(&format!("ax.legend(title=\"{by}, half from half\")"));
}

/// Cumulative shares up to component m, and where they reach α.
pub(super) fn variance(plot: &Plot, recipe: &Recipe, code: &mut Code) {
    let alpha = format!("{:?}", recipe.view.threshold);
    let (shares, m) = match &recipe.analysis.full_spectrum {
        Some(values) => ("spectrum", values.len()),
        None => ("share", recipe.view.spectrum_components.max(1)),
    };
    let with_shares = |method: &Method| {
        recipe
            .analysis
            .shares(*method)
            .is_some_and(|it| !it.is_empty())
    };
    let each = Method::ALL
        .into_iter()
        .filter(with_shares)
        .map(|method| match method {
            Method::Kpca => each(method, shares),
            _ => each(method, &format!("{}share", method.spec().prefix)),
        });
    code.line(&methods(each));
    let style = style(plot);
    let lines = VARIANCE
        .replace("ALPHA", &alpha)
        .replace("MOST", &m.to_string());
    code.line(&lines.replace("STYLE", style));
    settings(plot, code);
}

const VARIANCE: &str = "    sums = np.cumsum(values)
    enough = sums >= ALPHA - 1e-12
    needed = f\"= {enough.argmax() + 1}\" if enough.any() else f\"> {len(sums)}\"
    ax.plot(1 + np.arange(len(sums))[:MOST], sums[:MOST], \"STYLE\", color=c, label=f\"{name}: r {needed}\")
    if enough[:MOST].any():
        ax.axvline(enough.argmax() + 1, linestyle=\":\", color=c)
ax.axhline(ALPHA, linestyle=\"--\", color=\"gray\")
ax.legend(title=\"smallest r for α = ALPHA\", loc=\"lower right\")";
