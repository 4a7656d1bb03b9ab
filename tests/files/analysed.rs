//! Shipped examples with what they show, computed once for all tests of figures.

use std::sync::{LazyLock, OnceLock};

use explorer::{
    analysis::{Analysis, Analyzer},
    panel::Panel,
    setup::{Example, Setup, examples},
};
use kernel_pca::kpca::Tier;

pub struct AnalysedExample {
    pub name: &'static str,
    /// Setup of the example as it ships.
    pub setup: Setup,
    pub analysis: Analysis,
    /// Panels of the example, and some others, for which the analysis holds everything.
    pub panels: Vec<Panel>,
}

/// All examples in the order of the list, each analysed when it is first asked for.
pub fn analysed() -> impl Iterator<Item = &'static AnalysedExample> {
    type Slot = (Example, OnceLock<AnalysedExample>);
    static ALL: LazyLock<Vec<Slot>> = LazyLock::new(|| {
        let examples = examples().into_iter();
        examples.map(|it| (it, OnceLock::new())).collect()
    });
    ALL.iter()
        .map(|(example, slot)| slot.get_or_init(|| analyse_example(example)))
}

fn analyse_example(Example { name, setup, .. }: &Example) -> AnalysedExample {
    let mut all = setup.clone();
    all.view.panels = setup.view.places();
    let besides = [Panel::Separation, Panel::KernelMatrix, Panel::Loadings];
    let others = besides.into_iter();
    all.view
        .panels
        .extend(others.filter(|it| !setup.view.places().contains(it)));
    AnalysedExample {
        name,
        analysis: analyse(&all),
        panels: all.view.panels,
        setup: setup.clone(),
    }
}

/// Exact analysis of the setup.
pub fn analyse(setup: &Setup) -> Analysis {
    let analysis = Analyzer::default().run(setup, Tier::Exact, &|| false);
    analysis.unwrap()
}
