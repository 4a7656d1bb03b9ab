//! Influence of features on the scores of kernel PCA: gradients averaged over the rows, as lengths and with signs.

use super::{
    Control, of_components,
    variables::{self, FeatureColumn, FeaturePanel, FeatureTable},
};
use crate::{analysis::Analysis, presented::Presented, view::method_paint};
use chart::percent;
use kernel_pca::{explain::Influence, method::Method};

/// Number of letters of the longest value, such as −0.0123.
const VALUE_LETTERS: f64 = 6.5;

/// Panel of the lengths of both methods' gradients.
pub(super) const FEATURE_INFLUENCE: FeaturePanel = FeaturePanel {
    name: "Feature influence",
    about: "Which features move the scores on the components that are drawn: the length of the gradient, averaged \
            over the rows (KPCA-IG), beside linear PCA's loadings",
    help: Some(
        "At each row, how fast the scores move as one feature grows, in the units that the kernel sees; then \
         the mean over rows. Bars are shares of the sum over all features, so that both methods compare.",
    ),
    controls: &[Control::Arrows],
    rests_on_kernel: true,
    value_letters: VALUE_LETTERS,
    table: |analysis, _| Ok(lengths(analysis, influence(analysis)?)),
};

/// Panel of the gradients of kernel PCA's components with their signs.
pub(super) const GRADIENTS: FeaturePanel = FeaturePanel {
    name: "Mean gradients",
    about: "Which features push the scores of kernel PCA up or down: the gradient of each component that is drawn, \
            averaged over the rows with its sign",
    help: Some(
        "A feature that raises scores at some rows and lowers them at others has a mean near zero though it \
         matters: the feature influence has its length.",
    ),
    controls: &[Control::Arrows],
    rests_on_kernel: true,
    value_letters: VALUE_LETTERS,
    table: |analysis, _| Ok(means(analysis, influence(analysis)?)),
};

fn influence(analysis: &Analysis) -> Result<&Influence, &'static str> {
    let influence = of_components(analysis, analysis.explain.features.influence.as_deref())?;
    let is_finite = influence.kpca.iter().all(|value| value.is_finite());
    let too_large = "gradients of this kernel are too large on these data";
    is_finite.then_some(influence).ok_or(too_large)
}

/// Names of the components of kernel PCA that are drawn.
fn components(analysis: &Analysis) -> Vec<String> {
    let drawn = analysis.explain.features.components[0].iter();
    drawn.map(|k| format!("PC{}", k + 1)).collect()
}

fn lengths(analysis: &Analysis, influence: &Influence) -> FeatureTable {
    let shares = |all: &[f64]| -> Vec<f64> {
        let sum: f64 = all.iter().sum();
        let unit = if sum > 0.0 { 1.0 / sum } else { 0.0 };
        all.iter().map(|value| unit * value).collect()
    };
    let column = |method: Method, values: &[f64], python: &str| FeatureColumn {
        heading: method.presented().title.to_owned(),
        paint: method_paint(method),
        values: shares(values),
        python: format!("{python} / {python}.sum()"),
    };
    FeatureTable {
        title: format!("Feature influence · {}", components(analysis).join(", ")),
        columns: vec![
            column(Method::Kpca, &influence.kpca, "influence"),
            column(Method::Pca, &influence.pca, "pca_influence"),
        ],
        signed: false,
        limit: None,
        written: percent,
        notes: notes(analysis, influence),
    }
}

fn means(analysis: &Analysis, influence: &Influence) -> FeatureTable {
    let columns = components(analysis).into_iter().enumerate();
    FeatureTable {
        title: "Mean gradients of kernel PCA".into(),
        columns: columns
            .map(|(p, name)| FeatureColumn {
                heading: format!("kernel {name}"),
                paint: method_paint(Method::Kpca),
                values: influence.mean.column(p).iter().copied().collect(),
                python: format!("mean_gradients[:, {p}]"),
            })
            .collect(),
        signed: true,
        limit: None,
        written: variables::three_digits,
        notes: notes(analysis, influence),
    }
}

fn notes(analysis: &Analysis, influence: &Influence) -> Vec<String> {
    let n = analysis.dataset.n();
    let sampled =
        (influence.rows < n).then(|| format!("averaged over {} of {n} rows", influence.rows));
    let notes = [sampled, variables::scaled(analysis)];
    notes.into_iter().flatten().collect()
}
