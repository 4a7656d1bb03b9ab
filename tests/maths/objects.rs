//! Kernels of strings and of the nodes of a graph.

use std::collections::HashMap;

use nalgebra::DMatrix;
use serde::Deserialize;

use kernel_pca::{
    kernel::{MadeError, NodeKernel, NodeSimilarities, Similarity, SpectrumKernel},
    objects::{Graph, GraphEdge},
};

fn graph(nodes: usize, edges: &[(usize, usize, f64)]) -> Graph {
    let edge = |&(i, j, weight): &(usize, usize, f64)| GraphEdge {
        ends: [i, j],
        weight,
    };
    let nodes = (0..nodes).map(|node| node.to_string()).collect();
    Graph::new(nodes, edges.iter().map(edge).collect())
}

/// Nodes 1 to 5 of the textbook, here from 0.
fn five_nodes() -> Graph {
    let edges = [(0, 2), (0, 3), (1, 2), (1, 4), (2, 3), (3, 4)];
    graph(5, &edges.map(|(i, j)| (i, j, 1.0)))
}

fn kernel(graph: &Graph, similarity: Similarity, kernel: NodeKernel) -> DMatrix<f64> {
    let similarities = NodeSimilarities::of(graph, similarity, &|| false).unwrap();
    let made = similarities.kernel(kernel, &|| false).unwrap();
    (*made.entries).clone()
}

#[test]
fn five_nodes_have_the_published_kernels() {
    let check = |what, diagonal: [f64; 5], off: [f64; 6]| {
        let k = kernel(&five_nodes(), Similarity::Laplacian, what);
        let entries = [(1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4)];
        let pairs = (1..=5).map(|i| (i, i)).chain(entries);
        for ((i, j), expected) in pairs.zip(diagonal.into_iter().chain(off)) {
            let got = k[(i - 1, j - 1)];
            assert!((got - expected).abs() < 5.1e-5, "{what:?} {i}{j}: {got}");
        }
    };
    check(
        NodeKernel::Diffusion { beta: 0.2 },
        [0.6974, 0.6967, 0.5854, 0.5854, 0.6967],
        [0.0145, 0.1368, 0.1257, 0.0256, 0.1375, 0.1265],
    );
    check(
        NodeKernel::VonNeumann { beta: 0.2 },
        [0.7455, 0.7442, 0.6635, 0.6635, 0.7442],
        [0.0182, 0.1091, 0.0988, 0.0284, 0.1104, 0.1001],
    );
    let eigenvalues = Similarity::Laplacian
        .matrix(&five_nodes())
        .symmetric_eigenvalues();
    let mut eigenvalues: Vec<f64> = eigenvalues.iter().copied().collect();
    eigenvalues.sort_by(f64::total_cmp);
    let expected = [-4.61803, -3.61803, -2.38197, -1.38197, 0.0];
    for (got, expected) in eigenvalues.into_iter().zip(expected) {
        assert!((got - expected).abs() < 1e-5, "{got}");
    }
}

#[test]
fn beta_has_a_bound_where_an_eigenvalue_is_positive() {
    let refusal = |similarity, beta| {
        let similarities = NodeSimilarities::of(&five_nodes(), similarity, &|| false).unwrap();
        let asked = NodeKernel::VonNeumann { beta };
        similarities.kernel(asked, &|| false).unwrap_err()
    };
    assert_eq!(
        refusal(Similarity::Adjacency, 0.404).to_string(),
        "β must be below 0.403 for this graph: 1/λ of the largest eigenvalue"
    );
    assert_eq!(
        refusal(Similarity::Normalized, 1.0).to_string(),
        "β must be below 1.00 for this graph: 1/λ of the largest eigenvalue"
    );
    let just_below = NodeKernel::VonNeumann { beta: 0.403 };
    let k = kernel(&five_nodes(), Similarity::Adjacency, just_below);
    assert!(k.symmetric_eigenvalues().min() > 0.0);
    // The Laplacian's largest eigenvalue is 0, whatever rounding makes of it.
    let k = kernel(
        &five_nodes(),
        Similarity::Laplacian,
        NodeKernel::VonNeumann { beta: 1e12 },
    );
    assert!((k.row_sum().add_scalar(-1.0)).amax() < 1e-3, "{k}");
}

#[derive(Deserialize)]
struct Reference {
    nodes: usize,
    edges: Vec<(usize, usize, f64)>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    similarity: Similarity,
    beta: f64,
    largest: f64,
    diffusion: Vec<Vec<f64>>,
    von_neumann: Option<Vec<Vec<f64>>>,
    cube: Vec<Vec<f64>>,
}

#[test]
fn graph_kernels_equal_scipys() {
    let reference: Reference =
        serde_json::from_str(include_str!("../fixtures/graph_kernels.json")).unwrap();
    let graph = graph(reference.nodes, &reference.edges);
    for case in &reference.cases {
        let Case {
            similarity, beta, ..
        } = *case;
        let compare = |what, expected: &[Vec<f64>]| {
            let k = kernel(&graph, similarity, what);
            let n = expected.len();
            let expected = DMatrix::from_fn(n, n, |i, j| expected[i][j]);
            let error = (&k - &expected).amax() / expected.amax();
            assert!(error < 1e-13, "{similarity:?} {what:?}: {error:e}");
            assert_eq!(k, k.transpose());
        };
        compare(NodeKernel::Diffusion { beta }, &case.diffusion);
        compare(NodeKernel::Power { length: 3 }, &case.cube);
        let von_neumann = NodeKernel::VonNeumann { beta };
        if let Some(expected) = &case.von_neumann {
            compare(von_neumann, expected);
        } else {
            let similarities = NodeSimilarities::of(&graph, similarity, &|| false).unwrap();
            assert!((similarities.beta_bound().unwrap() * case.largest - 1.0).abs() < 1e-13);
            let refused = similarities.kernel(von_neumann, &|| false);
            assert!(matches!(refused, Err(MadeError::Param(_))));
        }
    }
    assert!(
        reference
            .cases
            .iter()
            .any(|case| case.von_neumann.is_none())
    );
}

/// exp(βS) → I as β → 0, with βS between them; rows of the Laplacian's sum to 1 at any β.
#[test]
fn diffusion_begins_at_the_identity_and_keeps_what_flows() {
    let s = Similarity::Laplacian.matrix(&five_nodes());
    let diffusion = |beta| {
        kernel(
            &five_nodes(),
            Similarity::Laplacian,
            NodeKernel::Diffusion { beta },
        )
    };
    let identity = DMatrix::identity(5, 5);
    assert!((diffusion(1e-300) - &identity).amax() < 1e-15);
    let beta = 1e-6;
    assert!((diffusion(beta) - &identity - &s * beta).amax() < 10.0 * beta * beta);
    for beta in [1e-3, 1.0, 1e3, 1e300] {
        let sums = diffusion(beta).row_sum();
        assert!((sums.add_scalar(-1.0)).amax() < 1e-13, "β = {beta}");
    }
}

#[test]
fn powers_of_whole_weights_stay_whole() {
    let square = |similarity: Similarity| {
        let s = similarity.matrix(&five_nodes());
        (&s * &s, &s * &s * &s * &s * &s)
    };
    for similarity in [Similarity::Laplacian, Similarity::Adjacency] {
        let (second, fifth) = square(similarity);
        let power = |length| kernel(&five_nodes(), similarity, NodeKernel::Power { length });
        assert_eq!((power(2), power(5)), (second, fifth));
        assert_eq!(power(1), similarity.matrix(&five_nodes()));
    }
}

#[test]
fn values_out_of_range_are_refused() {
    let graph = graph(2, &[(0, 1, 2.0)]);
    let similarities = NodeSimilarities::of(&graph, Similarity::Adjacency, &|| false).unwrap();
    for kernel in [
        NodeKernel::Diffusion { beta: 1e3 },
        NodeKernel::Power { length: 2000 },
    ] {
        let refused = similarities.kernel(kernel, &|| false);
        assert_eq!(refused, Err(MadeError::TooLarge));
    }
    assert_eq!(
        NodeSimilarities::of(&graph, Similarity::Adjacency, &|| true).unwrap_err(),
        MadeError::Cancelled
    );
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn spectrum(length: usize) -> SpectrumKernel {
    SpectrumKernel {
        length,
        all_lengths: false,
    }
}

#[test]
fn two_strings_have_the_published_spectrum_kernels() {
    let strings = strings(&["ACAGCAGTA", "AGCAAGCGAG"]);
    let mut sum = DMatrix::zeros(2, 2);
    for (length, [own, both, other]) in [
        (1, [25.0, 28.0, 36.0]),
        (2, [12.0, 10.0, 17.0]),
        (3, [9.0, 3.0, 10.0]),
    ] {
        let k = spectrum(length).matrix(&strings, &|| false).unwrap();
        assert_eq!(k.as_slice(), [own, both, both, other], "l = {length}");
        sum += k;
        let all = SpectrumKernel {
            length,
            all_lengths: true,
        };
        assert_eq!(all.matrix(&strings, &|| false).unwrap(), sum);
    }
}

/// Σ over substrings of the product of their counts, as the definition says.
fn by_brute_force(x: &str, y: &str, length: usize) -> f64 {
    let counts = |text: &str| {
        let symbols: Vec<char> = text.chars().collect();
        let mut counts: HashMap<Vec<char>, f64> = HashMap::new();
        for substring in symbols.windows(length) {
            *counts.entry(substring.to_vec()).or_default() += 1.0;
        }
        counts
    };
    let other = counts(y);
    let shared = counts(x).into_iter().map(|(substring, count)| {
        let other = other.get(&substring).copied().unwrap_or_default();
        count * other
    });
    shared.sum()
}

#[test]
fn the_spectrum_kernel_is_the_product_of_counts() {
    // Different alphabets and lengths, one shorter than l, repeats, symbols of several bytes.
    let all = strings(&[
        "abracadabra",
        "cadabra abra",
        "γγγγγγγγ",
        "γx",
        "a",
        "abracadabra",
        "🙂ab🙂abγ",
        "xyzzyzzyzzy",
    ]);
    for length in 1..=9 {
        let k = spectrum(length).matrix(&all, &|| false).unwrap();
        let between = spectrum(length)
            .between(&all[3..], &all[..5], &|| false)
            .unwrap();
        for (i, x) in all.iter().enumerate() {
            for (j, y) in all.iter().enumerate() {
                assert_eq!(k[(i, j)], by_brute_force(x, y, length), "{x} {y} {length}");
                if i >= 3 && j < 5 {
                    assert_eq!(between[(i - 3, j)], k[(i, j)]);
                }
            }
        }
    }
    let cancelled = spectrum(2).matrix(&all, &|| true);
    assert_eq!(cancelled, Err(MadeError::Cancelled));
}
