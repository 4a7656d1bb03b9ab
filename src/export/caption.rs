//! The line at a figure's foot: enough to compute the figure again.

use crate::{
    analysis::Analysis,
    data::{AddedNoise, ArgumentValue, Source},
    setup::Setup,
    view::{formula, number},
};

/// Data with what generated them, scaling, and the kernel's formula with its values.
#[must_use]
pub fn caption(setup: &Setup, analysis: &Analysis) -> String {
    let dataset = &analysis.dataset;
    format!(
        "{}{}{} · n = {}{} · {}",
        dataset.name,
        origin(&setup.source),
        noise(setup.added_noise.filter(|_| analysis.clean.is_some())),
        dataset.n(),
        if dataset.has_features() {
            format!(", d = {} · {}", dataset.d(), setup.scaling.in_text())
        } else {
            String::new()
        },
        formula(&analysis.kernel)
    )
}

/// Noise that was added, in words.
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
    use crate::{
        analysis::Analyzer,
        kpca::{Solver, Tier},
        setup::example,
    };

    #[test]
    fn everything_that_made_the_figure_is_named() {
        let setup = example("concentric-circles").unwrap().setup;
        let analysis = Analyzer::default()
            .run(&setup, Tier::Preview, Solver::Auto, &|| false)
            .unwrap();
        assert_eq!(
            caption(&setup, &analysis),
            "Concentric circles (n_samples 1000, noise 0.1, factor 0.2, random_state 123) · n = 1000, d = 2 · \
             not scaled · k(x, y) = exp(−15 ‖x − y‖²)"
        );
    }
}
