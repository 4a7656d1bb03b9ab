//! Panels about features: biplot, loadings, mean gradients and correlations.

use super::opened::{Test, app, chart, opened};
use chart::{Chart, Mark};
use explorer::{
    panel::Panel,
    setup::{Setup, Tiles},
};
use kernel_pca::{kernel::Gamma, objects::Scaling};
use kpca_explorer::app::{Command, Edit};
use tabular::{Builtin, Source};

const FAMILY: [Panel; 5] = [
    Panel::Biplot,
    Panel::Loadings,
    Panel::Gradients,
    Panel::FeatureInfluence,
    Panel::Correlations,
];

fn wine() -> Test {
    let mut setup = Setup {
        source: Source::Builtin(Builtin::Wine),
        scaling: Scaling::Standardize,
        ..Setup::default()
    };
    setup.kernel.gamma = Gamma::Median;
    setup.view.arrange(Tiles::five(FAMILY));
    opened(setup, 6)
}

/// Names of features as the chart writes them, from top to bottom.
fn names(chart: &Chart) -> Vec<String> {
    let left = |mark: &Mark| match mark {
        Mark::Text(text) if text.xy[0] < 0.4 && text.text.contains(char::is_alphabetic) => {
            Some(text.text.clone())
        }
        _ => None,
    };
    chart.marks.iter().filter_map(left).collect()
}

#[test]
fn every_feature_has_a_row_with_its_name_and_signed_bars() {
    let test = wine();
    for panel in FAMILY {
        assert!(!chart(&test, panel).marks.is_empty(), "{panel:?}");
    }
    let loadings = chart(&test, Panel::Loadings);
    let bars: Vec<_> = (loadings.marks.iter())
        .filter_map(|mark| match mark {
            Mark::Bars(bars) => Some(bars),
            _ => None,
        })
        .collect();
    assert_eq!(bars.len(), 2, "PC1 and PC2");
    let values = bars[0].lying.as_ref().unwrap();
    assert!(values.iter().any(|v| *v < 0.0) && values.iter().any(|v| *v > 0.0));
    for ([x, _], value) in bars[0].xy.iter().zip(values) {
        assert_eq!(
            x - bars[0].base > 0.0,
            *value > 0.0,
            "bars go where signs point"
        );
    }
    // Color intensity and alcohol weigh most on the first two, by scikit-learn.
    let named = names(&loadings);
    assert!(
        named
            .iter()
            .any(|name| name.replace('_', " ") == "color intensity"),
        "{named:?}"
    );
}

#[test]
fn what_is_on_the_axes_is_what_the_panels_are_about() {
    let mut test = wine();
    let edit = Edit::Axes(
        kernel_pca::method::Method::Pca,
        explorer::setup::ScoreAxes::Pair(2, 0),
    );
    test.state_mut().app_mut().apply(Command::Edit(edit));
    test.run_steps(6);
    let summary = chart(&test, Panel::Loadings).summary;
    assert!(
        summary.contains("PC3 (") && summary.contains("PC1 ("),
        "{summary}"
    );
    let analysis = &app(&test).shown().unwrap().analysis;
    let loadings = analysis.pca.components.row(2);
    let chart = chart(&test, Panel::Correlations);
    assert!(chart.summary.contains("PC3"), "{}", chart.summary);
    assert_eq!(loadings.len(), 13);
}

#[test]
fn without_features_the_reason_is_said() {
    let mut setup = explorer::setup::example("karate-club").unwrap().setup;
    setup.view.arrange(Tiles::five(FAMILY));
    let test = opened(setup, 6);
    for panel in FAMILY {
        let chart = chart(&test, panel);
        let note = chart.note.unwrap();
        assert!(
            chart.marks.is_empty() && note.contains("no features"),
            "{panel:?}: {note}"
        );
    }
}
