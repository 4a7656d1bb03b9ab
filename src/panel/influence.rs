//! Influence of features on the scores of kernel PCA: gradients averaged over the rows, as lengths and with signs.

use super::{
    Control,
    variables::{self, FeatureColumn, FeaturePanel, FeatureTable},
};
use crate::{
    analysis::Analysis,
    explain::Influence,
    method::Method,
    setup::View,
    view::{Paint, percent},
};

/// Panel of the lengths of both methods' gradients.
pub(super) struct FeatureInfluence;
/// Panel of the gradients of kernel PCA's components with their signs.
pub(super) struct Gradients;

const METHODS: [Method; 2] = [Method::Kpca, Method::Pca];

impl FeaturePanel for FeatureInfluence {
    const NAME: &'static str = "Feature influence";

    fn about(&self) -> &'static str {
        "Which features move the scores on the components that are drawn: the length of the gradient, averaged \
         over the rows (KPCA-IG), beside linear PCA's loadings"
    }

    fn table(&self, analysis: &Analysis, _view: &View) -> Result<FeatureTable, &'static str> {
        Ok(lengths(analysis, found(analysis)?))
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Arrows]
    }

    fn help(&self) -> Option<&'static str> {
        Some(
            "At each row, how fast the scores move as one feature grows, in the units that the kernel sees; then \
             the mean over rows. Bars are shares of the sum over all features, so that both methods compare.",
        )
    }
}

impl FeaturePanel for Gradients {
    const NAME: &'static str = "Mean gradients";

    fn about(&self) -> &'static str {
        "Which features push the scores of kernel PCA up or down: the gradient of each component that is drawn, \
         averaged over the rows with its sign"
    }

    fn table(&self, analysis: &Analysis, _view: &View) -> Result<FeatureTable, &'static str> {
        Ok(means(analysis, found(analysis)?))
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Arrows]
    }

    fn help(&self) -> Option<&'static str> {
        Some(
            "A feature that raises scores at some rows and lowers them at others has a mean near zero though it \
             matters: the feature influence has its length.",
        )
    }
}

fn found(analysis: &Analysis) -> Result<&Influence, &'static str> {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        return Err(lack);
    }
    let features = &analysis.explain.features;
    match features.influence.as_deref() {
        _ if features.components[0].is_empty() && features.influence.is_some() => {
            Err("no components to show")
        }
        Some(influence) if influence.kpca.iter().any(|value| !value.is_finite()) => {
            Err("gradients of this kernel are too large on these data")
        }
        Some(influence) => Ok(influence),
        None if analysis.dataset.n() == 0 => Err("there are no rows"),
        None => Err("not computed: show this panel first"),
    }
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
    let columns = METHODS.into_iter().zip([
        (shares(&influence.kpca), "influence / influence.sum()"),
        (
            shares(&influence.pca),
            "pca_influence / pca_influence.sum()",
        ),
    ]);
    FeatureTable {
        title: format!("Feature influence · {}", components(analysis).join(", ")),
        columns: columns
            .map(|(method, (values, python))| FeatureColumn {
                heading: method.title().to_owned(),
                paint: Paint::Method(method),
                values,
                python: python.to_owned(),
            })
            .collect(),
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
                paint: Paint::Method(Method::Kpca),
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
