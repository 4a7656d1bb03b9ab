//! Matrices that are not what they stand for, to the last digit: fits of them are certified only as far as that is
//! shown not to matter.

use std::sync::Arc;

use nalgebra::DMatrix;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use kernel_pca::{
    kernel::{Kernel, NodeKernel, NodeSimilarities, Normalize, Similarity},
    kpca::{FitError, FitOptions, KernelPca, Solver, SolverUsed, Workspace},
    objects::{GivenQuantity, Graph, GraphEdge, Objects, RoundedMatrix},
};
use tabular::{ColumnChoice, Columns, Source};

fn normal(n: usize, d: usize) -> DMatrix<f64> {
    let rng = &mut ChaCha8Rng::seed_from_u64(4);
    DMatrix::from_fn(n, d, |_, _| StandardNormal.sample(rng))
}

fn fit(x: &DMatrix<f64>, kernel: Kernel, options: FitOptions) -> KernelPca {
    let found = Workspace::default().fit(&Arc::new(x.clone()), kernel, &options, &|| false);
    found.unwrap()
}

/// The first eigenvalue is off by no more than is said, and that is said to be too much.
fn assert_doubted(found: &KernelPca, expected: f64, what: &str) {
    let bound = found.accuracy.eigenvalue_bound.unwrap_or(f64::INFINITY);
    let off = (found.eigenvalues[0] / expected - 1.0).abs();
    assert!(off <= bound, "{what}: off by {off:e} of {bound:e}");
    assert!(!found.accuracy.is_certified(), "{what}, off by {off:e}");
}

#[test]
fn what_centring_takes_is_missed_where_images_are_normalised() {
    let near = normal(60, 3);
    // To the grid that numbers about 10⁶ lie on, so that moving the rows there changes none.
    let near = near.map(|value| (value * 2_f64.powi(20)).round() / 2_f64.powi(20));
    let far = near.add_scalar(1e6);
    let kernel = Kernel::linear().normalized(Normalize::After);
    let options = FitOptions::default();
    let good = fit(&near, kernel, options);
    assert!(good.accuracy.is_certified());
    assert_doubted(&fit(&far, kernel, options), good.eigenvalues[0], "far away");
    // With γ so small, K̃ is 2γ times that of the linear kernel but for its square, and k itself is one, which is kept
    // apart.
    let rbf = Kernel::rbf(1e-13).normalized(Normalize::After);
    let nearly_constant = fit(&near, rbf, options);
    assert!(nearly_constant.accuracy.is_certified());
    assert!((nearly_constant.eigenvalues[0] / good.eigenvalues[0] - 1.0).abs() < 1e-11);
    let rbf = Kernel::rbf(0.1).normalized(Normalize::After);
    assert!(fit(&near, rbf, options).accuracy.is_certified());
}

#[test]
fn a_matrix_that_is_not_symmetric_is_as_good_as_its_halves_agree() {
    let n = 130;
    let x = normal(n, 4);
    let k = Kernel::rbf(0.1)
        .matrix(&x, &x)
        .map(|value| 1e6 + 1e-3 * value);
    // As in double precision, and as in single.
    for apart in [5e-5, 0.1] {
        halves_apart(&k, apart);
    }
}

fn halves_apart(k: &DMatrix<f64>, apart: f64) {
    let n = k.nrows();
    let off = DMatrix::from_fn(n, n, |i, j| {
        let sign = if (i * 7 + j * 3) % 2 == 0 { 1.0 } else { -1.0 };
        if i > j {
            k[(i, j)] + apart * sign
        } else {
            k[(i, j)]
        }
    });
    let read = |matrix: &DMatrix<f64>| -> RoundedMatrix {
        let mut text = String::new();
        for row in matrix.row_iter() {
            let row: Vec<String> = row.iter().map(|value| format!("{value:?}")).collect();
            text += &(row.join(",") + "\n");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("k.csv");
        std::fs::write(&path, text).unwrap();
        let table = Source::File(path.into()).load(&|| false).unwrap();
        let columns = Columns {
            label: ColumnChoice::None,
            ..Default::default()
        };
        let Objects::Matrix(matrix) = table
            .given(&columns, GivenQuantity::KernelValues)
            .unwrap()
            .objects
        else {
            panic!("no matrix");
        };
        matrix
    };
    let (one, other) = (read(&off), read(&off.transpose()));
    assert_eq!(one, other);
    let options = FitOptions {
        rounding: one.rounding,
        ..FitOptions::default()
    };
    let expected = fit(
        &(k.map(|value| (value - 1e6) * 1e3)),
        Kernel::precomputed(),
        FitOptions::default(),
    );
    let found = fit(&one.entries, Kernel::precomputed(), options);
    assert_doubted(&found, 1e-3 * expected.eigenvalues[0], "half of it is off");
}

#[test]
fn near_the_end_of_beta_a_kernel_of_nodes_is_not_certified() {
    // A ring with chords, and its largest eigenvalue from powers of A + 2I, to more digits than the program has.
    let n = 40;
    let mut ends: Vec<[usize; 2]> = (0..n).map(|i| [i, (i + 1) % n]).collect();
    ends.extend([[0, 5], [0, 9], [0, 17], [0, 23], [3, 20]]);
    let edge = |ends: &[usize; 2]| GraphEdge {
        ends: *ends,
        weight: 1.0,
    };
    let nodes = (0..n).map(|node| node.to_string()).collect();
    let graph = Graph::new(nodes, ends.iter().map(edge).collect());
    let similarities = NodeSimilarities::of(&graph, Similarity::Adjacency, &|| false).unwrap();
    let end = similarities.beta_bound().unwrap();
    let fit_at = |share: f64| {
        let beta = end * share;
        let made = similarities.kernel(NodeKernel::VonNeumann { beta }, &|| false);
        let made = made.unwrap();
        let options = FitOptions {
            components: 1,
            rounding: made.rounding,
            ..FitOptions::default()
        };
        fit(&made.entries, Kernel::precomputed(), options)
    };
    assert!(fit_at(0.5).accuracy.is_certified());
    assert!(fit_at(0.999).accuracy.is_certified());
    for near in [1e-9, 1e-11, 1e-13] {
        let found = fit_at(1.0 - near);
        assert!(!found.accuracy.is_certified(), "{near}");
    }
}

#[test]
fn little_memory_does_not_change_the_matrix_that_is_decomposed() {
    let x = normal(150, 2);
    let kernel = Kernel::rbf(1e-11);
    let of = |memory_budget| FitOptions {
        components: 40,
        memory_budget,
        ..FitOptions::default()
    };
    let expected = fit(&x, kernel, of(1 << 30));
    let found = fit(&x, kernel, of(1 << 20));
    let off = (found.eigenvalues[0] / expected.eigenvalues[0] - 1.0).abs();
    assert!(off < 1e-9, "off by {off:e}");
}

#[test]
fn nothing_is_fitted_to_no_rows() {
    let x = DMatrix::zeros(0, 2);
    let rbf = Kernel::rbf(1.0);
    for kernel in [rbf, rbf.uncentered(), rbf.normalized(Normalize::After)] {
        for solver in [Solver::Auto, Solver::Dense] {
            let options = FitOptions {
                solver,
                ..FitOptions::default()
            };
            assert!(
                fit(&x, kernel, options).eigenvalues.is_empty(),
                "{kernel:?}"
            );
        }
    }
}

#[test]
fn a_feature_that_hardly_differs_takes_no_more_memory_than_one_that_does_not() {
    // The last digits of 0.1 + 0.2 and of 0.3 differ.
    let x = normal(2500, 2);
    let with = |nearly: fn(usize) -> f64| {
        let x = DMatrix::from_fn(2500, 2, |i, j| if j == 0 { x[(i, 0)] } else { nearly(i) });
        fit(&x, Kernel::rbf(1.0), FitOptions::default())
    };
    let found = with(|i| if i % 2 == 0 { 0.1 + 0.2 } else { 0.3 });
    let expected = with(|_| 0.3);
    assert_eq!(found.solver, SolverUsed::Fourier);
    for (λ, expected) in found.eigenvalues.iter().zip(&expected.eigenvalues) {
        assert!((λ / expected - 1.0).abs() < 1e-12);
    }
}

#[test]
fn points_on_a_line_that_is_long_for_the_kernel_are_not_summed_over_all_waves_at_once() {
    // All places of all waves are 10¹¹ numbers.
    let place = |i: usize, _| f64::from((7919 * i as u32) % 20_011) + 0.25;
    let x = Arc::new(DMatrix::from_fn(3000, 1, place));
    let options = FitOptions {
        solver: Solver::Fourier,
        ..FitOptions::default()
    };
    let found = Workspace::default().fit(&x, Kernel::rbf(1.0), &options, &|| false);
    assert!(matches!(found, Err(FitError::Unsuited { .. })));
}
