//! t-SNE beside scikit-learn's exact one: two layouts are never the same, but what they make small is, and so is how
//! many neighbours they keep. Written by `fixtures/tsne.py`.

use nalgebra::DMatrix;
use serde::Deserialize;

use crate::support::matrix;
use kernel_pca::{
    manifold::{
        self, EmbeddingOptions, EmbeddingProgress, EmbeddingStage, ManifoldError, ManifoldParams,
    },
    method::Method,
};

#[derive(Deserialize)]
struct Case {
    name: String,
    perplexity: f64,
    x: Vec<Vec<f64>>,
    layout: Vec<Vec<f64>>,
    divergence: f64,
    kept: f64,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../fixtures/tsne.json")).unwrap()
}

fn params(perplexity: f64) -> ManifoldParams {
    ManifoldParams {
        neighbors: perplexity as usize,
        ..ManifoldParams::default()
    }
}

fn layout(x: &DMatrix<f64>, perplexity: f64) -> DMatrix<f64> {
    let method = params(perplexity).check(Method::Tsne, x).unwrap();
    let progress = EmbeddingProgress::default();
    let found = manifold::fit(x, &method, &EmbeddingOptions::default(), &progress, &|| {
        false
    });
    found.unwrap().scores
}

/// Share of the ten nearest others of each row that are among the ten nearest in a layout.
fn kept(x: &DMatrix<f64>, layout: &DMatrix<f64>) -> f64 {
    const NEAREST: usize = 10;
    let nearest = |z: &DMatrix<f64>, i: usize| -> Vec<usize> {
        let mut others: Vec<usize> = (0..z.nrows()).filter(|j| *j != i).collect();
        let far = |j: &usize| (z.row(i) - z.row(*j)).norm_squared();
        others.sort_by(|a, b| far(a).total_cmp(&far(b)));
        others.truncate(NEAREST);
        others
    };
    let n = x.nrows();
    let shared = |i: usize| {
        let there = nearest(layout, i);
        nearest(x, i).iter().filter(|j| there.contains(j)).count()
    };
    (0..n).map(shared).sum::<usize>() as f64 / (n * NEAREST) as f64
}

#[test]
fn the_divergence_is_scikit_learns() {
    for case in cases() {
        let (x, y) = (matrix(&case.x), matrix(&case.layout));
        let found = manifold::divergence(&x, &y, case.perplexity, &|| false).unwrap();
        // scikit-learn's similarities have single precision.
        let error = (found - case.divergence).abs();
        assert!(error < 1e-3, "{}: {found}, {}", case.name, case.divergence);
    }
}

#[test]
fn layouts_are_as_good_as_scikit_learns() {
    for case in cases() {
        let x = matrix(&case.x);
        let found = layout(&x, case.perplexity);
        let divergence = manifold::divergence(&x, &found, case.perplexity, &|| false).unwrap();
        assert!(
            divergence < 1.05 * case.divergence,
            "{}: {divergence}, {}",
            case.name,
            case.divergence
        );
        let kept = kept(&x, &found);
        assert!(
            kept > case.kept - 0.03,
            "{}: {kept}, {}",
            case.name,
            case.kept
        );
        // Nothing in it is chance.
        assert_eq!(found, layout(&x, case.perplexity));
    }
}

#[test]
fn it_stops_when_asked_and_says_where_it_is() {
    let case = &cases()[0];
    let x = matrix(&case.x);
    let method = params(30.0).check(Method::Tsne, &x).unwrap();
    let progress = EmbeddingProgress::default();
    let seen = std::sync::atomic::AtomicUsize::new(0);
    let stop = || match progress.stage() {
        Some((EmbeddingStage::Layout, done, all)) => {
            assert_eq!(all, Some(1000));
            seen.store(done, std::sync::atomic::Ordering::Relaxed);
            done > 40
        }
        _ => false,
    };
    let found = manifold::fit(&x, &method, &EmbeddingOptions::default(), &progress, &stop);
    assert_eq!(found, Err(ManifoldError::Cancelled));
    assert_eq!(seen.into_inner(), 41);
}

#[test]
fn odd_tables_have_layouts() {
    // Equal rows, a column that does not vary, huge and tiny units, two rows.
    let moved =
        |factor: f64| DMatrix::from_fn(30, 3, |i, j| factor * ((i / 2 * (j + 1)) % 7) as f64);
    for x in [
        DMatrix::from_element(20, 2, 3.0),
        moved(1.0),
        moved(1e150),
        moved(1e-150),
        DMatrix::from_fn(2, 1, |i, _| i as f64),
    ] {
        let found = layout(&x, 5.0_f64.min((x.nrows() - 1) as f64));
        assert!(found.iter().all(|it| it.is_finite()), "{x}");
    }
    let many = DMatrix::from_fn(3001, 1, |i, _| i as f64);
    let said = params(30.0)
        .check(Method::Tsne, &many)
        .unwrap_err()
        .to_string();
    assert_eq!(said, "rows must be at most 3000 for t-SNE; there are 3001");
}
