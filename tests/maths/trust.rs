//! Trustworthiness and continuity of scikit-learn 1.9.1, and rank correlations of `SciPy`, written by
//! `fixtures/trust.py`.

use serde::Deserialize;

use crate::support::matrix;
use kernel_pca::explain::{
    spearman,
    trust::{NeighborRanks, Trust, distances, sampled_pairs},
};

#[derive(Deserialize)]
struct Case {
    name: String,
    x: Vec<Vec<f64>>,
    picture: Vec<Vec<f64>>,
    neighbors: Vec<usize>,
    trustworthiness: Vec<f64>,
    continuity: Vec<f64>,
    distances: [f64; 2],
    spearman: f64,
}

#[test]
fn trust_in_a_picture_is_scikit_learns() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../fixtures/trust.json")).unwrap();
    for case in cases {
        let both = [&case.x, &case.picture].map(|rows| matrix(rows));
        let [x, picture] = both
            .each_ref()
            .map(|it| NeighborRanks::of(it, &|| false).unwrap());
        let trust = Trust::between(&x, &picture);
        for (i, k) in case.neighbors.iter().enumerate() {
            let found = [trust.trustworthiness[k - 1], trust.continuity[k - 1]];
            let expected = [case.trustworthiness[i], case.continuity[i]];
            for (found, expected) in found.into_iter().zip(expected) {
                let off = (found - expected).abs();
                assert!(off < 1e-12, "{}, k = {k}: {found} {expected}", case.name);
            }
        }
        let pairs = sampled_pairs(both[0].nrows());
        let [input, seen] = both.each_ref().map(|it| distances(it, &pairs));
        for (found, expected) in [&input, &seen].into_iter().zip(case.distances) {
            let sum: f64 = found.iter().sum();
            assert!((sum / expected - 1.0).abs() < 1e-12, "{}", case.name);
        }
        let found = spearman(&input, &seen).unwrap();
        assert!((found - case.spearman).abs() < 1e-12, "{}", case.name);
    }
}
