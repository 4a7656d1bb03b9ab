//! Lines and bars: values against the number of a component or a parameter, for each method.

use std::fmt::Display;

use super::{
    super::{
        hex,
        plots::Plot,
        recipe::Recipe,
        rounded,
        template::{Code, SectionValues, values},
    },
    back, computed,
};
use crate::{
    analysis::HeldOut,
    method::Method,
    panel::{Content, NOT_KEPT, PALE},
    setup::SweepCurves,
    sweep::{ShuffledEigenvalues, Sweep, ValueSpacing},
    view::{Paint, Scale},
};

/// Section of the template that draws a panel, and its values; its numbers go to `code`.
pub(super) fn values(
    plot: &Plot,
    recipe: &Recipe,
    code: &mut Code,
) -> Option<(&'static str, SectionValues)> {
    Some(match &plot.content {
        Content::Spectrum {
            width,
            offsets,
            shown: m,
            lowest,
            shuffled,
        } => {
            let is_compared = compared(*shuffled, recipe, code);
            let shown = offsets
                .iter()
                .filter(|(method, _)| *method != Method::Pca || recipe.has_features());
            let kernel = offsets.iter().find(|(method, _)| *method == Method::Kpca);
            // Drawn first, so that the bars of those that are kept lie on them.
            let others = kernel.filter(|_| behind(*m, is_compared, recipe));
            let others = others.map(|(_, offset)| {
                let values = format!("own[:{m}] / own.sum(), {}", rounded(*offset));
                (NOT_KEPT, values, PALE)
            });
            let shown = shown.map(|(method, offset)| {
                let values = format!("{}share, {}", method.spec().prefix, rounded(*offset));
                of(*method, values)
            });
            let values = values! {
                methods: items(others.into_iter().chain(shown)),
                m: *m,
                width: rounded(*width),
                offset: rounded(kernel.map_or(0.0, |(_, offset)| *offset)),
                shuffled: is_compared,
                start: lowest.as_ref().map(|lowest| lowest.start),
                end: lowest.as_ref().map(|lowest| lowest.end),
                free: plot.y.range.is_none(),
            };
            ("spectrum", values)
        }
        Content::FullSpectrum => {
            let is_indefinite = !recipe.analysis.kpca.negative_eigenvalues.is_empty();
            let values = values! {
                methods: shares(recipe, "spectrum"),
                // Zero has no logarithm.
                kept: if plot.y.scale == Scale::Log10 { ">" } else { ">=" },
                negative: is_indefinite,
            };
            ("full-spectrum", values)
        }
        // Cumulative shares up to component m, and the place where they reach α.
        Content::Variance { shown: m, shuffled } => {
            let is_compared = compared(*shuffled, recipe, code);
            let kept = recipe.analysis.kpca.eigenvalues.len();
            let of_kernel = match &recipe.analysis.full_spectrum {
                Some(_) => "spectrum".to_owned(),
                None if behind(*m, is_compared, recipe) => {
                    format!("np.append(share, own[{kept}:{m}] / own.sum())")
                }
                None => "share".to_owned(),
            };
            let values = values! { methods: shares(recipe, &of_kernel), m: *m };
            ("variance", values)
        }
        Content::Separation(counts) => ("separation", separation(counts, recipe, code)),
        Content::Novelty { threshold, .. } => ("novelty", novelty(*threshold, recipe)),
        Content::Sweep(sweep) => {
            computed::swept(sweep, recipe, code);
            match recipe.view.sweep.curves {
                SweepCurves::HeldOut => ("held-out-curves", held_out(sweep, recipe)),
                curves => ("sweep", swept(sweep, curves, recipe)),
            }
        }
        Content::DenoisingError(found) => {
            back::denoising(found, recipe, code);
            let values = values! {
                methods: of_both(["(pca_counts, pca_remains)", "(counts, remains)"]),
                noisy: recipe.added_noise().is_some(),
                q: found.q,
            };
            ("denoising-error", values)
        }
        Content::Reconstruction(found) => {
            let both = [("part_pca_", Method::Pca), ("part_", Method::Kpca)].into_iter();
            let both = both
                .filter(|(_, method)| found.curve(*method, true).is_some_and(|it| !it.is_empty()));
            let mut values = back::reconstruction(found, recipe);
            values.extend(values! {
                methods: items(both.map(|(prefix, method)| {
                    of(method, format!("{prefix}counts, {prefix}left"))
                })),
                other: match found.held_out {
                    HeldOut::Fifth(_) => "held out",
                    HeldOut::New(_) => "new rows",
                },
                q: recipe.components(),
            });
            ("reconstruction-error", values)
        }
        _ => return None,
    })
}

/// Writes the eigenvalues of shuffled columns, where a panel compares with them; returns true where it does.
fn compared(shuffled: Option<&ShuffledEigenvalues>, recipe: &Recipe, code: &mut Code) -> bool {
    if let Some(shuffled) = shuffled {
        computed::shuffled(shuffled, recipe, code);
    }
    shuffled.is_some()
}

/// Returns true where a chart of m components shows some that are known by a comparison with shuffled columns alone.
fn behind(m: usize, is_compared: bool, recipe: &Recipe) -> bool {
    is_compared && recipe.analysis.kpca.eigenvalues.len() < m
}

/// Items of a loop over curves: name, values, colour.
fn items<N: Display, V: Display>(curves: impl IntoIterator<Item = (N, V, Paint)>) -> String {
    let items = curves
        .into_iter()
        .map(|(name, values, paint)| format!("(\"{name}\", {values}, \"{}\")", hex(paint)));
    items.collect::<Vec<_>>().join(", ")
}

/// Curve of a method.
fn of<V>(method: Method, values: V) -> (&'static str, V, Paint) {
    (method.spec().title_in_text, values, Paint::Method(method))
}

/// Items of linear and kernel PCA.
pub(super) fn of_both([linear, kernel]: [&str; 2]) -> String {
    items([of(Method::Pca, linear), of(Method::Kpca, kernel)])
}

/// Items of the shares of every method that has some, `of_kernel` those of kernel PCA.
fn shares(recipe: &Recipe, of_kernel: &str) -> String {
    let shares = Method::ALL.into_iter().filter_map(|method| {
        if method == Method::Kpca {
            return Some(of(method, of_kernel.to_owned()));
        }
        let shares = recipe.analysis.shares(method)?;
        let name = format!("{}share", method.spec().prefix);
        (!shares.is_empty()).then(|| of(method, name))
    });
    items(shares)
}

/// Values for the share of rows beyond each error.
fn novelty(threshold: f64, recipe: &Recipe) -> SectionValues {
    let of_new = recipe.novelty().map_or(&[][..], |novelty| novelty.of_new());
    let is_new = !of_new.is_empty() && recipe.puts_new(Method::Kpca);
    let new = is_new.then_some(("new rows", "new_errors", Paint::NewRows));
    let fitted = ("fitted rows", "errors", Paint::Method(Method::Kpca));
    values! { threshold, methods: items([fitted].into_iter().chain(new)) }
}

fn separation(counts: &[(Method, usize)], recipe: &Recipe, code: &mut Code) -> SectionValues {
    computed::separation(counts, recipe, code);
    let q = recipe.view.separation_components.max(1);
    let curves = |counts: &[(Method, usize)], before: &str| {
        let each = |(method, _): &(Method, usize)| {
            of(*method, format!("{before}{}quality", method.spec().prefix))
        };
        items(counts.iter().map(each))
    };
    let judged = recipe.judged_on_new(counts);
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1);
    values! {
        methods: curves(counts, ""),
        new: (!judged.is_empty()).then(|| curves(&judged, "new_")),
        q,
        shown: q.min(most),
        classes: recipe.has_classes(),
        rule: recipe.of_label("linear discriminant", "linear regression"),
    }
}

/// Values for the curves of a sweep that the window shows.
fn swept(sweep: &Sweep, curves: SweepCurves, recipe: &Recipe) -> SectionValues {
    let shares = curves == SweepCurves::Shares;
    let predicts = shares && Recipe::predicts(sweep);
    values! {
        style: match sweep.question.parameter.spread() {
            ValueSpacing::Whole => "o-",
            ValueSpacing::Ratios | ValueSpacing::Steps => "-",
        },
        first: hex(Paint::Method(sweep.question.method)),
        second: hex(Paint::Ink),
        predicted: predicts.then(|| recipe.of_label("separation", "R²")),
        q: predicts.then_some(recipe.view.separation_components.max(1)),
        shares,
        needed: curves == SweepCurves::Components,
        eigenvalues: curves == SweepCurves::Eigenvalues,
        now: now(sweep, recipe),
    }
}

/// Present value of the parameter of a sweep.
fn now(sweep: &Sweep, recipe: &Recipe) -> Option<f64> {
    let parameter = sweep.question.parameter.of_kernel()?;
    recipe.analysis.kernel.value(parameter)
}

/// Values for the curves of what cross-validation says.
fn held_out(sweep: &Sweep, recipe: &Recipe) -> SectionValues {
    let q = recipe.view.separation_components.max(1);
    let quality = recipe.of_label("accuracy", "R²");
    let [predicts, rebuilds] = Recipe::held_out(sweep);
    let quality = (
        format!("held-out {quality} by {q}"),
        "held_quality",
        Paint::Class(0),
    );
    let error = ("pre-image error".to_owned(), "held_error", Paint::Class(1));
    let curves = [(predicts, quality), (rebuilds, error)].into_iter();
    let curves = curves.filter(|(is_known, _)| *is_known);
    values! {
        curves: items(curves.map(|(_, curve)| curve)),
        now: now(sweep, recipe),
    }
}
