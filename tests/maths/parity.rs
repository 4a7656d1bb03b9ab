//! Numbers of scikit-learn 1.9.1, written by `fixtures/kernel_pca.py`; `web/parity` compares them in a browser too.

use std::{collections::HashMap, sync::Arc};

use serde::Deserialize;

use crate::support::matrix;
use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::{FitOptions, Workspace},
    objects::ObjectKind,
    pca::Pca,
};

#[derive(Deserialize)]
struct Reference {
    data: HashMap<String, Vec<Vec<f64>>>,
    pca: HashMap<String, LinearCase>,
    kernel_pca: Vec<KernelCase>,
}

#[derive(Deserialize)]
struct LinearCase {
    eigenvalues: Vec<f64>,
    ratio: Vec<f64>,
    components: Vec<Vec<f64>>,
    scores: Vec<Vec<f64>>,
}

#[derive(Deserialize)]
struct KernelCase {
    data: String,
    kernel: String,
    gamma: Option<f64>,
    degree: u32,
    coef0: f64,
    alpha: f64,
    eigenvalues: Vec<f64>,
    scores: Vec<Vec<f64>>,
    new: Vec<Vec<f64>>,
    projected: Vec<Vec<f64>>,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../fixtures/sklearn_kernel_pca.json")).unwrap()
}

/// Largest difference between a column and its reference.
fn distance(column: &[f64], expected: &[f64]) -> f64 {
    let pairs = column.iter().zip(expected);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Our sign against scikit-learn's: that of the largest entry, but for entries of both signs that tie,
/// of which the first counts here and rounding there.
fn sign(column: &[f64]) -> f64 {
    let largest = column.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let first = column.iter().find(|v| v.abs() >= (1.0 - 1e-6) * largest);
    first.map_or(1.0, |v| v.signum())
}

fn amax(rows: &[Vec<f64>]) -> f64 {
    rows.iter().flatten().fold(0.0, |m, v| m.max(v.abs()))
}

#[test]
fn linear_pca() {
    linear_pca_agrees();
}

#[test]
fn kernel_pca() {
    kernel_pca_agrees();
}

/// Compares linear PCA with scikit-learn's: eigenvalues, ratios, components, scores. Panics where one is off.
pub fn linear_pca_agrees() {
    let reference = reference();
    for (name, expected) in &reference.pca {
        let pca = Pca::fit(&matrix(&reference.data[name]));
        let largest = expected.eigenvalues[0];
        for (j, &λ) in expected.eigenvalues.iter().enumerate() {
            assert!(
                (pca.eigenvalues[j] - λ).abs() < 1e-11 * largest,
                "{name} λ{j}"
            );
            let ratio = pca.explained_variance_ratio()[j];
            assert!(
                (ratio - expected.ratio[j]).abs() < 1e-11,
                "{name} ratio {j}"
            );
            if λ < 1e-10 * largest {
                continue;
            }
            let row: Vec<f64> = pca.components.row(j).iter().copied().collect();
            for (a, b) in row.iter().zip(&expected.components[j]) {
                assert!((a - b).abs() < 1e-8, "{name} component {j}: {a} for {b}");
            }
            for (a, b) in pca.scores.column(j).iter().zip(&expected.scores[j]) {
                assert!((a - b).abs() < 1e-8 * largest.sqrt(), "{name} score {j}");
            }
        }
    }
}

/// Compares kernel PCA with scikit-learn's: eigenvalues, scores, new points. Panics where one is off; returns the
/// number of components that were compared.
pub fn kernel_pca_agrees() -> usize {
    let reference = reference();
    let (mut compared, mut ties) = (0, 0);
    for case in &reference.kernel_pca {
        let x = Arc::new(matrix(&reference.data[&case.data]));
        let params = KernelParams {
            kind: case.kernel.parse().unwrap(),
            gamma: case.gamma.map_or(Gamma::Auto, Gamma::Value),
            degree: case.degree,
            coef0: case.coef0,
            shape: case.alpha,
            ..KernelParams::default()
        };
        let kernel = params.check(&x).unwrap();
        let name = format!("{} {kernel:?}", case.data);
        let k = case.eigenvalues.len();
        let options = FitOptions {
            components: k,
            ..FitOptions::default()
        };
        let fit = Workspace::default()
            .fit(&x, kernel, &options, &|| false)
            .unwrap();
        assert!(
            fit.accuracy.residual < 1e-12,
            "{name}: {}",
            fit.accuracy.residual
        );
        let scores = fit.scores();
        let projected = fit.project(&matrix(&case.new));
        let largest = case.eigenvalues[0];
        for (j, &λ) in case.eigenvalues.iter().enumerate() {
            let error = (fit.eigenvalues[j] - λ).abs();
            assert!(error < 1e-11 * largest, "{name} λ{j}: off by {error}");
            let arbitrary = fit.undetermined.iter().any(|run| run.contains(&j));
            if arbitrary || λ < 1e-10 * largest {
                continue;
            }
            compared += 1;
            let tolerance = 1e-7 * amax(&case.scores);
            let sign = sign(&case.scores[j]);
            ties += usize::from(sign < 0.0);
            let with_sign = |values: &[f64]| values.iter().map(|v| sign * v).collect::<Vec<_>>();
            let error = distance(scores.column(j).as_slice(), &with_sign(&case.scores[j]));
            assert!(error < tolerance, "{name} PC{j}: off by {error}");
            let expected = with_sign(&case.projected[j]);
            let error = distance(projected.column(j).as_slice(), &expected);
            assert!(error < tolerance, "{name} new PC{j}: off by {error}");
        }
    }
    let of_features = KernelKind::ALL
        .into_iter()
        .filter(|kind| kind.takes() == ObjectKind::Vectors);
    for kind in of_features {
        let has_reference = reference
            .kernel_pca
            .iter()
            .any(|case| case.kernel == kind.name());
        assert!(has_reference, "{kind} has no reference");
    }
    assert!(ties < compared / 10, "{ties} of {compared} are ties");
    assert!(compared > 180, "only {compared} components were determined");
    compared
}
