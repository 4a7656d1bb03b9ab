//! Lines and bars: values against the number of a component or a parameter, for each method.

use super::super::{
    hex,
    plots::Plot,
    recipe::Recipe,
    rounded,
    template::{SectionValues, values},
};
use crate::{
    analysis::HeldOut,
    method::Method,
    panel::{Content, NOT_KEPT, PALE},
    setup::SweepCurves,
    sweep::{Sweep, ValueSpacing},
    view::{Paint, Scale},
};

/// Section of the template that draws a panel, and its values.
pub(super) fn values(
    plot: &Plot,
    content: &Content,
    recipe: &Recipe,
) -> Option<(&'static str, SectionValues)> {
    Some(match content {
        Content::Spectrum {
            width,
            offsets,
            shown: m,
            lowest,
            shuffled,
        } => {
            let is_shown = |method| method != Method::Pca || recipe.has_features();
            let drawn = offsets.iter().filter(|(method, _)| is_shown(*method));
            let kernel = offsets.iter().find(|(method, _)| *method == Method::Kpca);
            // Drawn first, so that the bars of those that are kept lie on them.
            let others = kernel
                .filter(|_| behind(*m, shuffled.is_some(), recipe))
                .map(|(_, offset)| {
                    format!(
                        "(\"{NOT_KEPT}\", own[:{m}] / own.sum(), {}, \"{}\")",
                        rounded(*offset),
                        hex(PALE)
                    )
                });
            let drawn = drawn.map(|(method, offset)| {
                each(
                    *method,
                    &format!("{}share, {}", method.spec().prefix, rounded(*offset)),
                )
            });
            let values = values! {
                methods: all(others.into_iter().chain(drawn)),
                m: *m,
                width: rounded(*width),
                offset: rounded(kernel.map_or(0.0, |(_, offset)| *offset)),
                shuffled: shuffled.is_some(),
                start: lowest.as_ref().map(|lowest| lowest.start),
                end: lowest.as_ref().map(|lowest| lowest.end),
                free: plot.y.range.is_none(),
            };
            ("spectrum", values)
        }
        Content::FullSpectrum => ("full-spectrum", full_spectrum(plot, recipe)),
        Content::Variance { shown, shuffled } => {
            ("variance", variance(*shown, shuffled.is_some(), recipe))
        }
        Content::Separation(counts) => ("separation", separation(counts, recipe)),
        Content::Novelty {
            threshold,
            map: None,
        } => ("novelty", novelty(*threshold, recipe)),
        Content::Sweep(it) if recipe.view.sweep.curves == SweepCurves::HeldOut => {
            ("held-out-curves", held_out(it, recipe))
        }
        Content::Sweep(it) => ("sweep", sweep(it, recipe)),
        Content::DenoisingError(found) => {
            let values = values! {
                methods: of_both(["(pca_counts, pca_remains)", "(counts, remains)"]),
                noisy: recipe.added_noise().is_some(),
                q: found.q,
            };
            ("denoising-error", values)
        }
        Content::Reconstruction(found) => {
            let both = [("part_pca_", Method::Pca), ("part_", Method::Kpca)].into_iter();
            let is_known = |method| found.curve(method, true).is_some_and(|it| !it.is_empty());
            let values = values! {
                methods: all(both.filter(|(_, method)| is_known(*method)).map(|(prefix, method)| {
                    each(method, &format!("{prefix}counts, {prefix}left"))
                })),
                other: match found.held_out {
                    HeldOut::Fifth(_) => "held out",
                    HeldOut::New(_) => "new rows",
                },
                q: recipe.components(),
            };
            ("reconstruction-error", values)
        }
        _ => return None,
    })
}

/// Returns true where a chart of m components shows some that are known by a comparison with shuffled columns alone.
fn behind(m: usize, is_compared: bool, recipe: &Recipe) -> bool {
    is_compared && recipe.analysis.kpca.eigenvalues.len() < m
}

/// Item of a loop over methods: name, values, colour.
fn each(method: Method, values: &str) -> String {
    let (name, color) = (method.spec().title_in_text, hex(Paint::Method(method)));
    format!("(\"{name}\", {values}, \"{color}\")")
}

fn all(each: impl Iterator<Item = String>) -> String {
    each.collect::<Vec<_>>().join(", ")
}

/// Items of linear and kernel PCA for such a loop.
pub(super) fn of_both([linear, kernel]: [&str; 2]) -> String {
    [each(Method::Pca, linear), each(Method::Kpca, kernel)].join(", ")
}

/// Items of several methods' shares for such a loop, `of_kernel` those of kernel PCA.
fn shares(methods: impl Iterator<Item = Method>, of_kernel: &str) -> String {
    all(methods.map(|method| match method {
        Method::Kpca => each(method, of_kernel),
        _ => each(method, &format!("{}share", method.spec().prefix)),
    }))
}

fn full_spectrum(plot: &Plot, recipe: &Recipe) -> SectionValues {
    let pca = recipe.has_features().then_some(Method::Pca);
    let others = recipe.analysis.embeddings();
    let others = others.filter(|(method, it)| !method.is_always_there() && it.shares().is_some());
    let methods = pca
        .into_iter()
        .chain([Method::Kpca])
        .chain(others.map(|(method, _)| method));
    let is_indefinite = !recipe.analysis.kpca.negative_eigenvalues.is_empty();
    values! {
        methods: shares(methods, "spectrum"),
        // Zero has no logarithm.
        kept: if plot.y.scale == Scale::Log10 { ">" } else { ">=" },
        warning: is_indefinite.then(|| hex(Paint::Warning)),
    }
}

/// Values for cumulative shares up to component m, and for the place where they reach α.
fn variance(m: usize, is_compared: bool, recipe: &Recipe) -> SectionValues {
    let kept = recipe.analysis.kpca.eigenvalues.len();
    let of_kernel = match &recipe.analysis.full_spectrum {
        Some(_) => "spectrum".to_owned(),
        None if behind(m, is_compared, recipe) => {
            format!("np.append(share, own[{kept}:{m}] / own.sum())")
        }
        None => "share".to_owned(),
    };
    let has_shares = |method: &Method| {
        let shares = recipe.analysis.shares(*method);
        shares.is_some_and(|it| !it.is_empty())
    };
    values! {
        methods: shares(Method::ALL.into_iter().filter(has_shares), &of_kernel),
        m: m,
        alpha: recipe.view.threshold,
    }
}

fn separation(counts: &[(Method, usize)], recipe: &Recipe) -> SectionValues {
    let q = recipe.view.separation_components.max(1);
    let of = |counts: &[(Method, usize)], before: &str| {
        all(counts
            .iter()
            .map(|(method, _)| each(*method, &format!("{before}{}quality", method.spec().prefix))))
    };
    let judged = recipe.judged_on_new(counts);
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1);
    values! {
        methods: of(counts, ""),
        new: (!judged.is_empty()).then(|| of(&judged, "new_")),
        q: q,
        shown: q.min(most),
        classes: recipe.has_classes(),
        rule: recipe.of_label("linear discriminant", "linear regression"),
    }
}

/// Values for the share of rows beyond each error.
fn novelty(threshold: f64, recipe: &Recipe) -> SectionValues {
    let has_new = recipe
        .novelty()
        .is_some_and(|novelty| !novelty.of_new().is_empty());
    let new = ("new rows", "new_errors", Paint::NewRows);
    let new = (has_new && recipe.puts_new(Method::Kpca)).then_some(new);
    let fitted = ("fitted rows", "errors", Paint::Method(Method::Kpca));
    let both = [fitted].into_iter().chain(new);
    values! {
        threshold: threshold,
        methods: all(both.map(|(name, values, paint)| {
            format!("(\"{name}\", {values}, \"{}\")", hex(paint))
        })),
    }
}

/// Values for the curves of a sweep that the window shows.
fn sweep(sweep: &Sweep, recipe: &Recipe) -> SectionValues {
    let parameter = sweep.question.parameter;
    let curves = recipe.view.sweep.curves;
    let shares = curves == SweepCurves::Shares;
    let predicts = shares && Recipe::predicts(sweep);
    let by_classes = recipe.of_label("separation", "R²");
    values! {
        style: match parameter.spread() {
            ValueSpacing::Whole => "o-",
            ValueSpacing::Ratios | ValueSpacing::Steps => "-",
        },
        first: hex(Paint::Method(sweep.question.method)),
        second: hex(Paint::Ink),
        predicted: predicts.then_some(by_classes),
        q: predicts.then_some(recipe.view.separation_components.max(1)),
        shares: shares,
        alpha: (curves == SweepCurves::Components).then_some(recipe.view.threshold),
        eigenvalues: curves == SweepCurves::Eigenvalues,
        now: now(sweep, recipe),
    }
}

/// Present value of the parameter of a sweep.
fn now(sweep: &Sweep, recipe: &Recipe) -> Option<f64> {
    recipe
        .analysis
        .kernel
        .value(sweep.question.parameter.of_kernel()?)
}

/// Values for the curves of what cross-validation says.
fn held_out(sweep: &Sweep, recipe: &Recipe) -> SectionValues {
    let q = recipe.view.separation_components.max(1);
    let quality = recipe.of_label("accuracy", "R²");
    let curve = |is_known: bool, name: &str, values: &str, paint: Paint| {
        is_known.then(|| format!("(\"{name}\", {values}, \"{}\")", hex(paint)))
    };
    let [predicts, rebuilds] = Recipe::held_out(sweep);
    let curves = [
        curve(
            predicts,
            &format!("held-out {quality} by {q}"),
            "held_quality",
            Paint::Class(0),
        ),
        curve(rebuilds, "pre-image error", "held_error", Paint::Class(1)),
    ];
    values! { curves: all(curves.into_iter().flatten()), now: now(sweep, recipe) }
}
