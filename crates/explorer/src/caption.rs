//! Caption at a figure's foot: enough to compute the figure again.

use crate::{
    analysis::Analysis,
    panel::{Need, Panel, multiples_in_short, separation_in_short},
    presented::Presented,
    setup::Setup,
    view::{formula_over, told_apart},
};
use chart::number;
use kernel_pca::{
    kpca::SolverUsed,
    method::Method,
    objects::AddedNoise,
    sweep::{SweepQuestion, SweptParameter},
};
use tabular::{ArgumentValue, Source};

/// Caption of a figure: data with their generator, scaling, the kernel's formula with its values, the other
/// methods that the panels show, and, where the figure has `titles`, the meaning of the numbers in them.
#[must_use]
pub fn caption(setup: &Setup, analysis: &Analysis, panels: &[Panel], titles: bool) -> String {
    let mut parts = parts(setup, analysis, panels, None);
    // An author's own title holds no number of ours.
    let wishes = &setup.view.wishes;
    let is_own = |panel: &Panel| wishes.of(*panel).is_some_and(|words| words.title.is_some());
    let scored = panels.iter().filter(|panel| titles && !is_own(panel));
    let scored = scored
        .map(|panel| (panel.needs(), panel.method()))
        .any(|of| matches!(of, (Some(Need::Separation), Some(_))));
    parts.extend(separation_in_short(analysis, &setup.view).filter(|_| scored));
    // Pictures at other values have theirs above them, whatever stands in titles.
    let has_small = panels.contains(&Panel::Multiples);
    parts.extend(multiples_in_short(analysis).filter(|_| has_small));
    parts.join(" · ")
}

/// Returns the caption of pictures at several values of a parameter, of which `analysis` is one: the parameter's symbol
/// stands in place of its value, and its range at the end. Numbers in titles are not explained, since these titles hold
/// the parameter's value alone.
#[must_use]
pub fn caption_of_range(
    setup: &Setup,
    analysis: &Analysis,
    panels: &[Panel],
    question: &SweepQuestion,
) -> String {
    let SweepQuestion {
        parameter, values, ..
    } = question;
    let mut parts = parts(setup, analysis, panels, Some(*parameter));
    if let (Some(first), Some(last)) = (values.first(), values.last()) {
        let (symbol, [first, last]) = (parameter.symbol(), [*first, *last].map(number));
        parts.push(format!("{symbol} from {first} to {last}"));
    }
    parts.join(" · ")
}

fn parts(
    setup: &Setup,
    analysis: &Analysis,
    panels: &[Panel],
    over: Option<SweptParameter>,
) -> Vec<String> {
    let dataset = &analysis.dataset;
    let data = format!(
        "{}{}{} · n = {}",
        dataset.name,
        origin(&setup.source),
        noise(setup.added_noise.filter(|_| analysis.clean.is_some())),
        dataset.n(),
    );
    let features = dataset
        .has_features()
        .then(|| format!(", d = {} · {}", dataset.d(), setup.scaling.in_text()));
    let mut parts = vec![data + &features.unwrap_or_default()];
    parts.extend(setup.columns.rows.in_words());
    let is_shown = |it: &Method| panels.iter().any(|panel| panel.method() == Some(*it));
    let others = Method::ALL.into_iter().filter(is_shown);
    let others = others.filter(|it| !it.is_always_there());
    let others: Vec<String> = others.map(|it| method(it, analysis, over)).collect();
    if panels.iter().any(|panel| panel.rests_on_kernel()) {
        let kernel = formula_over(&analysis.kernel, over.and_then(SweptParameter::of_kernel))
            + &approximation(analysis);
        parts.push(if others.is_empty() {
            kernel
        } else {
            format!("kernel PCA with {kernel}")
        });
    }
    parts.extend(others);
    let pins = panels
        .iter()
        .filter_map(|panel| analysis.pinned(panel.letter()?));
    parts.extend(pins.filter_map(|pin| {
        let (letter, panel) = (pin.picture.letter, pin.picture.panel);
        let of = pin.shown.as_deref().ok()?;
        let words = told_apart(panel, of, std::iter::once(analysis));
        (!words.is_empty()).then(|| format!("in\u{a0}{letter}\u{a0}{words}"))
    }));
    parts
}

/// Returns the landmarks that the kernel matrix was approximated from, in words; empty where it was not.
fn approximation(analysis: &Analysis) -> String {
    match analysis.kpca.solver {
        SolverUsed::Nystrom { landmarks } => format!(" approximated from {landmarks} landmarks"),
        _ => String::new(),
    }
}

/// A method without a kernel, with the number of neighbours that it goes by.
fn method(method: Method, analysis: &Analysis, over: Option<SweptParameter>) -> String {
    let name = method.presented().title_in_text;
    if method.uses_neighbors_of(analysis.kernel.kind().takes()) {
        let neighbors = match over {
            Some(SweptParameter::Neighbors) => SweptParameter::Neighbors.symbol().to_owned(),
            _ => analysis.manifold.neighbors.to_string(),
        };
        format!("{name} with {neighbors} neighbours")
    } else {
        name.to_owned()
    }
}

/// Words for added noise; empty where there is none.
fn noise(noise: Option<AddedNoise>) -> String {
    noise.map_or_else(String::new, |noise| {
        let AddedNoise { kind, amount, seed } = noise;
        let (kind, amount) = (kind.name(), number(amount));
        format!(" + {kind} noise {amount} (seed {seed})")
    })
}

fn origin(source: &Source) -> String {
    let Source::Generated(generator) = source else {
        return String::new();
    };
    let arguments = generator.arguments().into_iter();
    let arguments: Vec<String> = arguments
        .map(|(name, value)| match value {
            ArgumentValue::Count(count) => format!("{name} {count}"),
            ArgumentValue::Real(value) => format!("{name} {}", number(value)),
        })
        .collect();
    format!(" ({})", arguments.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::Analyzer, setup::example};
    use kernel_pca::kpca::Tier;

    #[test]
    fn everything_that_made_the_figure_is_named() {
        let setup = example("concentric-circles").unwrap().setup;
        let analysis = Analyzer::default()
            .run(&setup, Tier::Preview, &|| false)
            .unwrap();
        assert_eq!(
            caption(&setup, &analysis, &[Panel::Input, Panel::Kpca], true),
            "Concentric circles (n_samples 1000, noise 0.1, factor 0.2, random_state 123) · n = 1000, d = 2 · \
             not scaled · k(x, y) = exp(−15 ‖x − y‖²) · percentages in titles: accuracy of a linear discriminant on 2 components, \
             half of the rows held out"
        );
        let untitled = caption(&setup, &analysis, &[Panel::Input, Panel::Kpca], false);
        assert!(untitled.ends_with("exp(−15 ‖x − y‖²)"), "{untitled}");
    }
}
