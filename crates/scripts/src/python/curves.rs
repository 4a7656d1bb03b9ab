//! Lines and bars: values against the number of a component or a parameter, for each method.

use std::fmt::Display;

use super::super::{
    hex,
    plots::Plot,
    recipe::Recipe,
    rounded,
    template::{SectionValues, values},
};
use chart::{Paint, Scale};
use explorer::{
    analysis::HeldOut,
    panel::{Content, NOT_KEPT, PALE},
    presented::Presented,
    setup::SweepCurves,
    view::method_paint,
};
use kernel_pca::{
    method::Method,
    sweep::{ShuffledEigenvalues, Sweep},
};

/// Section of the template that draws a panel of curves or bars, and its values.
pub(super) fn values(plot: &Plot, recipe: &Recipe) -> (&'static str, SectionValues) {
    match &plot.content {
        Content::Spectrum {
            width,
            offsets,
            shown: m,
            lowest,
            shuffled,
        } => {
            let kernel = offsets.iter().find(|(method, _)| *method == Method::Kpca);
            let log = plot.chart.y.scale == Scale::Log10;
            // Drawn first, so that the bars of those that are kept lie on them.
            let others = kernel.filter(|_| behind(*m, *shuffled, recipe));
            let others = others.map(|(_, offset)| {
                let values = format!("own_values[:{m}] / own_values.sum(), {}", rounded(*offset));
                (NOT_KEPT, values, PALE)
            });
            let shown = offsets.iter().map(|(method, offset)| {
                let values = format!("{}share, {}", method.presented().prefix, rounded(*offset));
                of(*method, values)
            });
            let values = values! {
                methods: items(others.into_iter().chain(shown)),
                m: *m,
                width: rounded(*width),
                // A logarithm has no 0 where bars could begin: points, each at the number of its component.
                offset: rounded(kernel.map_or(0.0, |(_, offset)| if log { 0.0 } else { *offset })),
                log,
                bars: lowest.is_some() && !log,
                points: lowest.is_some() && log,
                shuffled: shuffled.is_some(),
                start: lowest.as_ref().map(|lowest| lowest.start),
                end: lowest.as_ref().map(|lowest| lowest.end),
                free: plot.chart.y.range.is_none(),
            };
            ("spectrum", values)
        }
        Content::FullSpectrum => {
            let values = values! {
                methods: shares(recipe, "spectrum"),
                // Zero has no logarithm.
                kept: if plot.chart.y.scale == Scale::Log10 { ">" } else { ">=" },
                negative: !recipe.analysis.kpca.negative_eigenvalues.is_empty(),
            };
            ("full-spectrum", values)
        }
        // Cumulative shares up to component m, and the place where they reach α.
        Content::Variance { shown: m, shuffled } => {
            let kept = recipe.components;
            let of_kernel = match &recipe.analysis.full_spectrum {
                Some(_) => "spectrum".to_owned(),
                None if behind(*m, *shuffled, recipe) => {
                    format!("np.append(share, own_values[{kept}:{m}] / own_values.sum())")
                }
                None => "share".to_owned(),
            };
            let methods = shares(recipe, &of_kernel);
            ("variance", values! { methods, m: *m })
        }
        Content::Separation(_) => ("separation", separation(recipe)),
        Content::Trust => ("trust", trust("trust", recipe)),
        Content::Shepard => ("shepard", trust("apart", recipe)),
        Content::Sweep(sweep) => ("sweep", swept(sweep, recipe)),
        Content::DenoisingError(found) => {
            let values = values! {
                methods: of_both(["(pca_counts, pca_remains)", "(counts, remains)"]),
                noisy: recipe.noise.is_some(),
                q: found.q,
            };
            ("denoising-error", values)
        }
        Content::Reconstruction(found) => {
            let known = [Method::Pca, Method::Kpca].into_iter();
            let known = known.filter(|it| found.curve(*it, true).is_some_and(|it| !it.is_empty()));
            let curve = |method: Method| {
                let name = format!("part_{}", method.presented().prefix);
                of(method, format!("{name}counts, {name}left"))
            };
            let values = values! {
                methods: items(known.map(curve)),
                other: match found.held_out {
                    HeldOut::Fifth(_) => "held out",
                    HeldOut::New(_) => "new rows",
                },
            };
            ("reconstruction-error", values)
        }
        // All others are drawn elsewhere.
        _ => ("", values! {}),
    }
}

/// Returns true where a chart of m components shows more than were kept, the others known from the comparison with
/// shuffled columns alone.
fn behind(m: usize, shuffled: Option<&ShuffledEigenvalues>, recipe: &Recipe) -> bool {
    shuffled.is_some() && recipe.components < m
}

/// Items of a loop over curves: name, values, colour.
pub(super) fn items<N: Display, V: Display>(
    curves: impl IntoIterator<Item = (N, V, Paint)>,
) -> String {
    let items = curves
        .into_iter()
        .map(|(name, values, paint)| format!("(\"{name}\", {values}, \"{}\")", hex(paint)));
    items.collect::<Vec<_>>().join(", ")
}

/// Name, values and colour of a method's curve.
fn of<V>(method: Method, values: V) -> (&'static str, V, Paint) {
    (
        method.presented().title_in_text,
        values,
        method_paint(method),
    )
}

/// Items of the loop over curves for linear and kernel PCA, from the expressions for their values.
pub(super) fn of_both([linear, kernel]: [&str; 2]) -> String {
    items([of(Method::Pca, linear), of(Method::Kpca, kernel)])
}

/// Items of the loop over curves for the shares of every method that has some; `of_kernel` is the expression for those
/// of kernel PCA.
fn shares(recipe: &Recipe, of_kernel: &str) -> String {
    let shares = Method::ALL.into_iter().filter_map(|method| {
        if method == Method::Kpca {
            return Some(of(method, of_kernel.to_owned()));
        }
        let shares = recipe.analysis.shares(method)?;
        let name = format!("{}share", method.presented().prefix);
        (!shares.is_empty()).then(|| of(method, name))
    });
    items(shares)
}

fn separation(recipe: &Recipe) -> SectionValues {
    let q = recipe.view.separation_components.max(1);
    let curves = |counts: &[(Method, usize)], before: &str| {
        let each = |(method, _): &(Method, usize)| {
            of(
                *method,
                format!("{before}{}quality", method.presented().prefix),
            )
        };
        items(counts.iter().map(each))
    };
    let (judged, on_new) = (recipe.judged(), recipe.judged_on_new());
    let most = judged.iter().map(|(_, count)| *count).max().unwrap_or(1);
    values! {
        methods: curves(&judged, ""),
        on_new: (!on_new.is_empty()).then(|| curves(&on_new, "new_")),
        shown: q.min(most),
    }
}

/// Template values for the methods whose pictures are judged, each with its variable that ends in `name`.
fn trust(name: &str, recipe: &Recipe) -> SectionValues {
    let found = recipe.analysis.explain.trust.as_ref();
    let methods = found.map(|it| {
        let methods = it.methods.iter().map(|(method, _)| *method);
        items(methods.map(|it| of(it, format!("{}{name}", it.presented().prefix))))
    });
    values! { methods, k: found.map_or(1, |it| it.neighbors) }
}

/// Template values for the curves of a sweep that the window shows, or of what cross-validation says.
fn swept(sweep: &Sweep, recipe: &Recipe) -> SectionValues {
    let curves = recipe.view.sweep.curves;
    let shares = curves == SweepCurves::Shares;
    let predicts = sweep.known().any(|(_, point)| !point.separation.is_empty());
    let parameter = sweep.question.parameter.of_kernel();
    let held_out = (curves == SweepCurves::HeldOut).then(|| {
        let q = recipe.view.separation_components.max(1);
        let accuracy = recipe.classes.map_or("R²", |_| "accuracy");
        let name = format!("held-out {accuracy} by {q}");
        let [predicts, rebuilds] = Recipe::held_out(sweep);
        let quality = predicts.then_some((&*name, "held_quality", Paint::Class(0)));
        let error = rebuilds.then_some(("pre-image error", "held_error", Paint::Class(1)));
        items(quality.into_iter().chain(error))
    });
    values! {
        // Present value of the parameter.
        now: parameter.and_then(|parameter| recipe.analysis.kernel.value(parameter)),
        first: hex(method_paint(sweep.question.method)),
        second: hex(Paint::Ink),
        predicted: (shares && predicts).then(|| recipe.classes.map_or("R²", |_| "separation")),
        shares,
        needed: curves == SweepCurves::Components,
        eigenvalues: curves == SweepCurves::Eigenvalues,
        held_out,
    }
}
