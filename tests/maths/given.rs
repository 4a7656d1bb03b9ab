//! Given matrices, of kernel values and of distances, and given graphs. Methods that start from distances or a graph give
//! numbers of scikit-learn 1.9.1, written by `fixtures/given.py`.

use std::{borrow::Cow, sync::Arc};

use nalgebra::DMatrix;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use serde::Deserialize;

use crate::support::matrix;
use kernel_pca::{
    kernel::Kernel,
    kpca::{FitOptions, KernelPca, Solver, Workspace},
    manifold::{
        self, EmbeddingOptions, EmbeddingProgress, METHODS, ManifoldEmbedding, ManifoldError,
        ManifoldParams,
    },
    method::Method,
    objects::{Graph, GraphEdge, InputRows},
    pca::Pca,
};

fn points(n: usize, seed: u64) -> DMatrix<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    DMatrix::from_fn(n, 3, |_, j| {
        let z: f64 = StandardNormal.sample(&mut rng);
        z * (j + 1) as f64
    })
}

fn fit(x: &DMatrix<f64>, kernel: Kernel, solver: Solver) -> KernelPca {
    let options = FitOptions {
        components: 4,
        solver,
        ..FitOptions::default()
    };
    Workspace::default()
        .fit(&Arc::new(x.clone()), kernel, &options, &|| false)
        .unwrap()
}

fn assert_near(a: &DMatrix<f64>, b: &DMatrix<f64>, tolerance: f64, what: &str) {
    assert_eq!(a.shape(), b.shape(), "{what}");
    let off = (a - b).amax() / b.amax();
    assert!(off < tolerance, "{what}: off by {off}");
}

#[test]
fn a_given_kernel_matrix_gives_what_the_kernel_gives() {
    let (x, new) = (points(300, 1), points(20, 2));
    for kernel in [
        Kernel::rbf(0.2),
        Kernel::laplacian(0.1),
        Kernel::poly(0.3, 3, 1.0),
        Kernel::sigmoid(0.01, 0.2),
        Kernel::cosine(),
    ] {
        let expected = fit(&x, kernel, Solver::Auto);
        let (k, to_new) = (kernel.matrix(&x, &x), kernel.matrix(&new, &x));
        for solver in [Solver::Auto, Solver::Dense, Solver::Krylov] {
            let found = fit(&k, Kernel::precomputed(), solver);
            let what = format!("{kernel:?} {solver:?}");
            assert!(found.accuracy.is_certified(), "{what}");
            assert!((found.trace / expected.trace - 1.0).abs() < 1e-10, "{what}");
            assert_near(&found.scores(), &expected.scores(), 1e-6, &what);
            let (ours, theirs) = (found.project(&to_new), expected.project(&new));
            assert_near(&ours, &theirs, 1e-6, &format!("{what}, new rows"));
            assert_eq!(
                found.negative_eigenvalues.is_empty(),
                expected.negative_eigenvalues.is_empty(),
                "{what}: {:?}",
                found.negative_eigenvalues
            );
        }
    }
}

#[test]
fn euclidean_distances_give_linear_pca() {
    let (x, new) = (points(150, 3), points(10, 4));
    let distances = |a: &DMatrix<f64>, b: &DMatrix<f64>| {
        DMatrix::from_fn(a.nrows(), b.nrows(), |i, j| (a.row(i) - b.row(j)).norm())
    };
    let pca = Pca::fit(&x);
    let found = fit(&distances(&x, &x), Kernel::distances(), Solver::Auto);
    let columns = |scores: &DMatrix<f64>| {
        // The definition's signs differ: of loadings in one, of scores in the other.
        let mut scores = scores.columns(0, 3).into_owned();
        for mut column in scores.column_iter_mut() {
            let sign = column[0].signum();
            column *= sign;
        }
        scores
    };
    assert_near(
        &columns(&found.scores()),
        &columns(&pca.scores),
        1e-9,
        "scores",
    );
    let together = |method: &dyn Fn(&DMatrix<f64>) -> DMatrix<f64>, first: &DMatrix<f64>| {
        let mut projected = method(first).columns(0, 3).into_owned();
        for mut column in projected.column_iter_mut() {
            let sign = column[0].signum();
            column *= sign;
        }
        projected
    };
    let ours = together(&|d| found.project(d), &distances(&new, &x));
    let theirs = together(&|x| pca.project(x), &new);
    assert_near(&ours, &theirs, 1e-9, "new rows");
}

/// Scaling by a power of two changes no digit, from the smallest numbers to the largest.
#[test]
fn a_given_matrix_has_any_scale() {
    let x = points(120, 5);
    let k = Kernel::poly(0.3, 2, 1.0).matrix(&x, &x);
    let expected = fit(&k, Kernel::precomputed(), Solver::Auto);
    for exponent in [-900, -300, 300, 900] {
        let factor = 2.0_f64.powi(exponent);
        let found = fit(&(&k * factor), Kernel::precomputed(), Solver::Auto);
        assert!(found.accuracy.is_certified());
        for (found, expected) in found.eigenvalues.iter().zip(&expected.eigenvalues) {
            assert!((found / factor / expected - 1.0).abs() < 1e-13);
        }
        assert_near(&found.eigenvectors, &expected.eigenvectors, 1e-9, "vectors");
    }
}

/// Numbers of scikit-learn on the city-block distances of points, and on a graph.
#[derive(Deserialize)]
struct Reference {
    points: Vec<Vec<f64>>,
    new: Vec<Vec<f64>>,
    neighbors: usize,
    isomap: Vec<Vec<f64>>,
    isomap_eigenvalues: Vec<f64>,
    isomap_of_new: Vec<Vec<f64>>,
    eigenmaps: Vec<Vec<f64>>,
    tsne: Vec<Vec<f64>>,
    tsne_divergence: f64,
    edges: Vec<(usize, usize, f64)>,
    graph: Vec<Vec<f64>>,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../fixtures/given.json")).unwrap()
}

/// Distances by a p-norm between the rows of two matrices.
fn between(a: &DMatrix<f64>, b: &DMatrix<f64>, p: i32) -> DMatrix<f64> {
    DMatrix::from_fn(a.nrows(), b.nrows(), |i, j| {
        (a.row(i) - b.row(j)).lp_norm(p)
    })
}

fn params(neighbors: usize) -> ManifoldParams {
    ManifoldParams {
        neighbors,
        ..ManifoldParams::default()
    }
}

fn embed<'a>(
    rows: impl Into<InputRows<'a>>,
    method: Method,
    neighbors: usize,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let rows = &rows.into();
    let options = EmbeddingOptions {
        components: 3,
        ..EmbeddingOptions::default()
    };
    let method = params(neighbors).check(method, rows).unwrap();
    manifold::fit(
        rows,
        &method,
        &options,
        &EmbeddingProgress::default(),
        &|| false,
    )
}

fn projected(embedding: &ManifoldEmbedding, new: &DMatrix<f64>) -> DMatrix<f64> {
    let found = embedding.project(new, &EmbeddingProgress::default(), &|| false);
    found.unwrap().unwrap()
}

/// Asserts that each column of `found` is, up to its sign, a row of `expected`; returns the signs.
fn assert_columns(found: &DMatrix<f64>, expected: &[Vec<f64>], what: &str) -> Vec<f64> {
    let columns = found.column_iter().zip(expected).enumerate();
    let signs = columns.map(|(j, (column, expected))| {
        let expected = DMatrix::from_column_slice(column.len(), 1, expected);
        let sign = column.dot(&expected).signum();
        let off = (column * sign - &expected).amax() / expected.amax();
        assert!(off < 1e-6, "{what} {j}: off by {off}");
        sign
    });
    signs.collect()
}

#[test]
fn numbers_of_given_distances_are_scikit_learns() {
    let reference = reference();
    let (points, new) = (matrix(&reference.points), matrix(&reference.new));
    let distances = between(&points, &points, 1);
    let rows = InputRows::Distances(Cow::Borrowed(&distances));
    let fit = |method| embed(&rows, method, reference.neighbors).unwrap();

    let isomap = fit(Method::Isomap);
    let signs = assert_columns(&isomap.scores, &reference.isomap, "Isomap");
    for (found, expected) in isomap.eigenvalues.iter().zip(&reference.isomap_eigenvalues) {
        assert!((found / expected - 1.0).abs() < 1e-9);
    }
    let of_new = projected(&isomap, &between(&new, &points, 1));
    let new_signs = assert_columns(&of_new, &reference.isomap_of_new, "new rows of Isomap");
    assert_eq!(signs, new_signs);

    let eigenmaps = fit(Method::LaplacianEigenmaps);
    assert_columns(&eigenmaps.scores, &reference.eigenmaps, "eigenmaps");
    let again = projected(&eigenmaps, &distances);
    assert_near(&again, &eigenmaps.scores, 1e-9, "the rows themselves");

    let layout = fit(Method::Tsne).scores;
    let perplexity = reference.neighbors as f64;
    let loss =
        |layout: &DMatrix<f64>| manifold::divergence(&rows, layout, perplexity, &|| false).unwrap();
    // scikit-learn's similarities have single precision.
    let theirs = loss(&matrix(&reference.tsne));
    assert!(
        (theirs - reference.tsne_divergence).abs() < 1e-3,
        "{theirs}"
    );
    let ours = loss(&layout);
    assert!(ours < 1.05 * theirs, "{ours}, {theirs}");
}

/// Two groups of points in a huge unit, two of the points equal.
fn groups() -> DMatrix<f64> {
    let mut x = points(60, 6);
    for i in 0..30 {
        x[(i, 0)] += 40.0;
    }
    for j in 0..3 {
        x[(59, j)] = x[(58, j)];
    }
    x * 1e150
}

#[test]
fn given_distances_give_what_their_points_give() {
    let (x, new) = (groups(), points(5, 7) * 1e150);
    let k = &x * 1e-150 * (&x * 1e-150).transpose();
    let distances = DMatrix::from_fn(60, 60, |i, j| {
        1e150 * ((x.row(i) - x.row(j)) / 1e150).norm()
    });
    let given = InputRows::Distances(Cow::Borrowed(&distances));
    let of_kernel = InputRows::of_kernel_values(&k).unwrap();
    for method in [Method::Isomap, Method::LaplacianEigenmaps] {
        let expected = embed(&x, method, 7).unwrap();
        let found = embed(&given, method, 7).unwrap();
        assert_near(&found.scores, &expected.scores, 1e-7, &method.to_string());
        let edges = |it: &ManifoldEmbedding| {
            let graph = it.graph.as_ref()?;
            let all = graph.edges.iter().chain(&graph.joins);
            Some(all.map(|edge| [edge.from, edge.to]).collect::<Vec<_>>())
        };
        assert_eq!(edges(&found), edges(&expected), "{method}");
        assert_eq!(
            edges(&embed(&of_kernel, method, 7).unwrap()),
            edges(&expected)
        );
        let of_points = projected(&expected, &new);
        let to_new = DMatrix::from_fn(5, 60, |i, j| {
            1e150 * ((new.row(i) - x.row(j)) / 1e150).norm()
        });
        let of_given = projected(&found, &to_new);
        assert_near(&of_given, &of_points, 1e-7, &format!("{method}, new rows"));
        let error = |rows: &InputRows<'_>| {
            let checked = params(7).check(method, rows).unwrap();
            manifold::held_out_error(rows, &checked, &expected.scores, 1 << 30, &|| false).unwrap()
        };
        let of_points = error(&InputRows::Features(&x)).unwrap();
        assert!(
            (error(&given).unwrap() - of_points).abs() < 1e-6,
            "{method}"
        );
    }
}

fn graph(nodes: usize, edges: &[(usize, usize, f64)], scale: f64) -> Graph {
    let edge = |&(i, j, weight): &(usize, usize, f64)| GraphEdge {
        ends: [i, j],
        weight: scale * weight,
    };
    let names = (0..nodes).map(|i| i.to_string()).collect();
    Graph::new(names, edges.iter().map(edge).collect())
}

#[test]
fn laplacian_eigenmaps_of_a_graph_are_scikit_learns_in_any_unit() {
    let reference = reference();
    for scale in [1.0, 1e300, 1e-300] {
        let graph = graph(30, &reference.edges, scale);
        let found = embed(InputRows::Graph(&graph), Method::LaplacianEigenmaps, 0).unwrap();
        // Scores are divided by roots of degrees.
        let scores = &found.scores * f64::sqrt(scale);
        assert_columns(
            &scores,
            &reference.graph,
            &format!("graph in units of {scale}"),
        );
        let drawn = found.graph.unwrap();
        assert!(drawn.is_given && drawn.pieces == 1 && found.projection.is_none());
        assert_eq!(drawn.edges.len(), reference.edges.len());
    }
}

#[test]
fn pieces_and_lonely_nodes_of_a_graph_are_told() {
    let edges = [(0, 1, 1.0), (1, 2, 2.0), (4, 3, 0.5)];
    let apart = graph(6, &edges, 1.0);
    let found = embed(InputRows::Graph(&apart), Method::LaplacianEigenmaps, 99).unwrap();
    let drawn = found.graph.unwrap();
    assert_eq!((drawn.pieces, drawn.piece_of), (3, vec![0, 0, 0, 1, 1, 2]));
    // One eigenvalue 0 for each piece, of which the first is left out.
    assert!(found.eigenvalues[..2].iter().all(|λ| λ.abs() < 1e-12));
    assert_eq!(found.undetermined, [0..2]);
    assert!(found.scores.iter().all(|score| score.is_finite()));
    for nodes in [2, 7] {
        let none = graph(nodes, &[], 1.0);
        let found = embed(InputRows::Graph(&none), Method::LaplacianEigenmaps, 1).unwrap();
        assert!(found.scores.iter().all(|score| score.is_finite()));
        assert_eq!(found.graph.unwrap().pieces, nodes);
    }
}

/// A method takes exactly the rows that its entry says.
#[test]
fn every_method_takes_what_its_entry_says() {
    let x = groups();
    let distances = between(&(&x / 1e150), &(&x / 1e150), 2);
    let ring: Vec<_> = (0..60).map(|i| (i, (i + 1) % 60, 1.0)).collect();
    let graph = graph(60, &ring, 1.0);
    let forms = [
        InputRows::Features(&x),
        InputRows::Distances(Cow::Borrowed(&distances)),
        InputRows::Graph(&graph),
    ];
    for method in METHODS {
        for rows in &forms {
            let lack = method.spec().takes.lack(rows.kind());
            let checked = ManifoldParams::default().check(method, rows);
            match (checked, lack) {
                (Ok(checked), None) => {
                    let (options, progress) = <(EmbeddingOptions, EmbeddingProgress)>::default();
                    let found = manifold::fit(rows, &checked, &options, &progress, &|| false);
                    assert_eq!(found.unwrap().scores.nrows(), 60, "{method}");
                }
                (Err(error), Some(lack)) => assert!(error.to_string().ends_with(lack)),
                (found, lack) => panic!("{method}: {found:?}, {lack:?}"),
            }
        }
    }
}

#[test]
fn numbers_that_are_no_distances_are_refused() {
    let good = between(&points(8, 8), &points(8, 8), 1);
    let changed = |i, j, value| {
        let mut bad = good.clone();
        bad[(i, j)] = value;
        embed(InputRows::Distances(Cow::Owned(bad)), Method::Isomap, 2).map(|_| ())
    };
    assert_eq!(changed(3, 3, 0.0), Ok(()));
    assert_eq!(changed(3, 3, 0.1), Err(ManifoldError::NotDistances));
    assert_eq!(changed(1, 3, 99.0), Err(ManifoldError::NotDistances));
    assert_eq!(changed(1, 3, f64::NAN), Err(ManifoldError::NotFinite));
    let wide = DMatrix::zeros(3, 4);
    let wide = embed(InputRows::Distances(Cow::Owned(wide)), Method::Tsne, 1);
    assert_eq!(wide.err(), Some(ManifoldError::NotDistances));
}
