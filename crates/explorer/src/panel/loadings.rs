//! Components of linear PCA as sums of features: loadings with their signs, and correlations with both methods'
//! components.

use super::{
    NOT_COMPUTED, scores,
    variables::{self, FeatureColumn, FeaturePanel, FeatureTable},
};
use crate::{
    analysis::Analysis,
    presented::Presented,
    setup::{View, components_on},
    view::method_paint,
};
use kernel_pca::method::Method;

/// Number of letters of the longest value, such as −0.53.
const VALUE_LETTERS: f64 = 5.0;

/// Panel of the coefficients of linear PCA's components.
pub(super) const LOADINGS: FeaturePanel = FeaturePanel {
    name: "Loadings",
    about: "How much each feature weighs in the components of linear PCA that are drawn, and with which sign",
    help: Some(
        "A score on PC1 is the sum of all features, centred and each times its loading. The squares of one \
         component's loadings add up to 1.",
    ),
    controls: &[],
    rests_on_kernel: false,
    value_letters: VALUE_LETTERS,
    table: loadings,
};

/// Panel of the correlations of features with the components of both methods.
pub(super) const CORRELATIONS: FeaturePanel = FeaturePanel {
    name: "Correlations",
    about: "How closely each feature follows the components that are drawn, of linear and of kernel PCA: Pearson's \
            correlation, from −1 to 1",
    help: None,
    controls: &[],
    rests_on_kernel: true,
    value_letters: VALUE_LETTERS,
    table: |analysis, _| correlations(analysis),
};

/// Checks that the data have features and linear PCA has components; the error is the reason why not.
fn lack(analysis: &Analysis) -> Result<(), &'static str> {
    match analysis.dataset.objects.lack_of_features() {
        Some(lack) => Err(lack),
        None if analysis.pca.eigenvalues.is_empty() => Err("no components to show"),
        None => Ok(()),
    }
}

fn loadings(analysis: &Analysis, view: &View) -> Result<FeatureTable, &'static str> {
    lack(analysis)?;
    let pca = &analysis.pca;
    let names = scores::names(Method::Pca.presented().component, &**pca);
    let columns = components_on(view.pca, pca.eigenvalues.len()).into_iter();
    Ok(FeatureTable {
        title: "Loadings of linear PCA".into(),
        columns: columns
            .map(|k| FeatureColumn {
                heading: names[k].clone(),
                paint: method_paint(Method::Pca),
                values: pca.components.row(k).iter().copied().collect(),
                python: format!("pca.components_[{k}]"),
            })
            .collect(),
        signed: true,
        limit: None,
        written: variables::two_decimals,
        notes: variables::scaled(analysis).into_iter().collect(),
    })
}

fn correlations(analysis: &Analysis) -> Result<FeatureTable, &'static str> {
    lack(analysis)?;
    let features = &analysis.explain.features;
    let known = features.correlations.as_deref().ok_or(NOT_COMPUTED)?;
    let methods = [(Method::Kpca, "scores", 0), (Method::Pca, "pca_scores", 1)];
    let columns = methods
        .into_iter()
        .rev()
        .flat_map(|(method, variable, of)| {
            let components = features.components[of].iter().enumerate();
            components.map(move |(p, k)| FeatureColumn {
                heading: format!("{}{}", method.presented().component, k + 1),
                paint: method_paint(method),
                values: known[of].column(p).iter().copied().collect(),
                python: format!(
                    "[np.corrcoef(column, {variable}[:, {k}])[0, 1] for column in X.T]"
                ),
            })
        });
    Ok(FeatureTable {
        title: "Correlations with components".into(),
        columns: columns.collect(),
        signed: true,
        limit: Some(1.0),
        written: variables::two_decimals,
        notes: vec![],
    })
}
