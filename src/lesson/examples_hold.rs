//! Tests of the examples' texts: what they say and suggest, rule by rule. Numbers are scikit-learn's and NumPy's,
//! or published ones.

use super::{ResultRule, StepResults};
use crate::{
    analysis::{Analysis, Analyzer},
    data::{Generator, Scaling, Shape, Source},
    kernel::{Gamma, KernelKind, Similarity},
    kpca::Tier,
    setup::{Components, Others, Panel, Setup, example, examples},
};

/// Suggested change, with the rules that hold after it.
type SuggestedChange = (fn(&mut Setup), &'static [&'static str]);

struct ExampleClaims {
    name: &'static str,
    /// Rules that hold when it opens.
    opened: &'static [&'static str],
    tried: &'static [SuggestedChange],
}

fn gamma(setup: &mut Setup, gamma: f64) {
    setup.kernel.gamma = Gamma::Value(gamma);
}

fn generator(setup: &mut Setup) -> &mut Generator {
    match &mut setup.source {
        Source::Generated(generator) => generator,
        _ => panic!("the data are not generated"),
    }
}

const SAID: &[ExampleClaims] = &[
    ExampleClaims {
        name: "half-moons",
        opened: &["separation(1) > 0.99", "pca.separation(2) < 0.9"],
        tried: &[(
            |it| gamma(it, 0.1),
            &["separation(2) < 0.95", "alike(1) > 0.99"],
        )],
    },
    ExampleClaims {
        name: "concentric-circles",
        opened: &["separation(1) > 0.98", "pca.separation(2) < 0.7"],
        tried: &[(
            |it| {
                it.kernel.kind = KernelKind::Poly;
                it.kernel.degree = 2;
            },
            &["separation(2) < 0.8", "separation(3) > 0.99"],
        )],
    },
    ExampleClaims {
        name: "xor",
        opened: &["pca.separation(2) < 0.55", "separation(1) > 0.93"],
        tried: &[(|it| it.kernel.degree = 3, &["separation(2) < 0.55"])],
    },
    ExampleClaims {
        name: "two-spirals",
        opened: &["separation(2) < 0.68", "separation(40) > 0.99"],
        tried: &[
            (|it| gamma(it, 1.0), &["separation(2) < 0.68"]),
            (|it| gamma(it, 10.0), &["separation(2) < 0.68"]),
            (|it| gamma(it, 300.0), &["separation(2) < 0.68"]),
        ],
    },
    ExampleClaims {
        name: "four-classes",
        opened: &["separation(1) = 0.98", "pca.separation(1) < 0.8"],
        tried: &[(|it| gamma(it, 1.0), &["separation(1) < 0.7"])],
    },
    ExampleClaims {
        name: "elongated-clusters",
        opened: &["separation(2) = 0.79 ± 0.02", "pca.separation(2) > 0.99"],
        tried: &[(
            |it| generator(it).shape = Shape::Blobs,
            &["separation(2) > 0.99"],
        )],
    },
    ExampleClaims {
        name: "pre-images",
        opened: &["pre_image_distance(2) > 0.1", "pre_image_distance(2) < 0.6"],
        tried: &[(
            |it| it.view.pre_image.others = Others::Zero,
            &["pre_image_distance(2) > 0.6"],
        )],
    },
    ExampleClaims {
        name: "swiss-roll",
        opened: &["correlation(1) < 0.9", "correlation(2) < 0.9"],
        tried: &[
            (
                |it| gamma(it, 0.001),
                &["correlation(1) < 0.9", "correlation(2) < 0.9"],
            ),
            (
                |it| gamma(it, 1.0),
                &["correlation(1) < 0.9", "correlation(2) < 0.9"],
            ),
        ],
    },
    ExampleClaims {
        name: "unrolled",
        opened: &[
            "isomap.correlation(1) > 0.99",
            "lle.correlation(1) > 0.8",
            "correlation(1) < 0.9",
        ],
        tried: &[(
            |it| it.manifold.neighbors = 30,
            &["isomap.correlation(1) < 0.9"],
        )],
    },
    ExampleClaims {
        name: "s-curve",
        opened: &["pca.correlation(1) = 0.93", "isomap.correlation(1) > 0.999"],
        tried: &[(
            |it| it.manifold.neighbors = 50,
            &["isomap.correlation(1) > 0.999"],
        )],
    },
    ExampleClaims {
        name: "swiss-hole",
        opened: &["isomap.correlation(1) = 0.91"],
        tried: &[(
            |it| generator(it).shape = Shape::SwissRoll,
            &["isomap.correlation(1) = 0.99"],
        )],
    },
    ExampleClaims {
        name: "concentric-spheres",
        opened: &["pca.separation(2) < 0.55", "separation(1) > 0.99"],
        tried: &[(
            |it| gamma(it, 0.3),
            &["separation(3) < 0.55", "separation(4) > 0.99"],
        )],
    },
    ExampleClaims {
        name: "trefoil",
        // A circle has two eigenvalues of one size, and no others.
        opened: &[
            "isomap.eigenvalue(1) = isomap.eigenvalue(2) ± 1000",
            "isomap.share(1) > 0.4",
        ],
        tried: &[(
            |it| it.manifold.neighbors = 60,
            &["isomap.eigenvalue(1) > 0"],
        )],
    },
    ExampleClaims {
        name: "kernel-trick",
        opened: &["kernel(1, 2) = 2501.00", "eigenvalue(3) > 0.1"],
        tried: &[(|it| it.kernel.degree = 5, &["kernel(1, 2) = 3.128e8"])],
    },
    ExampleClaims {
        name: "feature-space",
        opened: &["n = 5"],
        tried: &[(
            |it| it.kernel.kind = KernelKind::Poly,
            &["distance(1, 2) = 13.84"],
        )],
    },
    ExampleClaims {
        name: "iris-three",
        opened: &[
            "pca.eigenvalue(1) = 3.662",
            "pca.eigenvalue(2) = 0.239",
            "pca.eigenvalue(3) = 0.059",
            "pca.components_for(0.95) = 2",
        ],
        tried: &[(
            |it| it.scaling = Scaling::Standardize,
            &["pca.share(1) < 0.7"],
        )],
    },
    ExampleClaims {
        name: "nonlinear-iris",
        opened: &[
            "variance(1) = 0.2066",
            "variance(2) = 0.0596",
            "variance(3) = 0.0184",
        ],
        tried: &[
            (|it| it.kernel.degree = 3, &["variance(1) = 0.615"]),
            (
                |it| it.kernel.kind = KernelKind::Rbf,
                &["variance(1) < 0.3"],
            ),
        ],
    },
    ExampleClaims {
        name: "five-nodes",
        opened: &[
            "kernel(1, 1) = 0.6974",
            "kernel(4, 4) = 0.6967",
            "kernel(3, 3) = 0.5854",
        ],
        tried: &[(
            |it| {
                it.kernel.kind = KernelKind::VonNeumann;
                it.kernel.similarity = Similarity::Adjacency;
                it.kernel.beta = 0.402;
            },
            &["largest_kernel > 20"],
        )],
    },
    ExampleClaims {
        name: "smoke",
        opened: &[
            "correspondence.eigenvalue(1) = 0.0748",
            "correspondence.eigenvalue(2) = 0.0100",
            "correspondence.eigenvalue(3) = 0.0004",
        ],
        tried: &[(
            |_| {},
            &[
                "correspondence.share(2) = 0.118",
                "correspondence.share(3) < 0.01",
            ],
        )],
    },
    ExampleClaims {
        name: "iris-rbf",
        opened: &["separation(2) = 0.904", "pca.separation(2) = 0.960"],
        tried: &[(|it| gamma(it, 100.0), &["share(1) < 0.05"])],
    },
    ExampleClaims {
        name: "iris-poly",
        opened: &["alike(1) = 0.96"],
        tried: &[(|it| it.kernel.coef0 = 50.0, &["alike(1) = 0.995"])],
    },
    ExampleClaims {
        name: "wine-correlations",
        // numpy.corrcoef of both rows is 0.749.
        opened: &["kernel(1, 2) = 0.5623", "kernel(1, 1) = 1.0000"],
        tried: &[(|it| it.kernel.normalize = None, &["alike(1) = 1.000000"])],
    },
    ExampleClaims {
        name: "digits",
        opened: &["n = 1797", "separation(20) > 0.9"],
        tried: &[(|it| it.kernel.degree = 3, &["separation(20) > 0.9"])],
    },
    ExampleClaims {
        name: "digits-new",
        opened: &["pca.accuracy(64) = 0.921", "accuracy(64) = 0.934"],
        tried: &[
            (|it| it.kernel.degree = 3, &["accuracy(64) = 0.937"]),
            (
                |it| {
                    it.kernel.kind = KernelKind::Rbf;
                    gamma(it, 0.0005);
                },
                &["accuracy(64) = 0.952"],
            ),
        ],
    },
    ExampleClaims {
        name: "denoise-digits",
        opened: &[
            "denoising_error = 4.9 ± 0.05",
            "pca.denoising_error = 7.7 ± 0.05",
        ],
        tried: &[
            (
                |it| it.added_noise = None,
                &["pca.denoising_error < 1.4", "denoising_error > 3"],
            ),
            (
                |it| {
                    it.added_noise = None;
                    it.view.denoising.components = 4;
                },
                &["denoising_error > pca.denoising_error"],
            ),
            (
                |it| {
                    it.added_noise = None;
                    it.view.denoising.components = 3;
                },
                &["denoising_error < pca.denoising_error"],
            ),
        ],
    },
    ExampleClaims {
        name: "karate-club",
        opened: &["separation(1) > 0.9"],
        tried: &[(
            |it| it.kernel.similarity = Similarity::Laplacian,
            &["rows_for(2, 0.5) = 1"],
        )],
    },
    ExampleClaims {
        name: "promoters",
        opened: &["n = 106"],
        tried: &[
            (|it| it.kernel.length = 1, &["kernel(1, 2) > 500"]),
            (|it| it.kernel.length = 6, &["kernel(1, 2) < 10"]),
        ],
    },
    ExampleClaims {
        name: "one-outlier",
        opened: &[
            "n = 60",
            "pca.axis(2, 1) = 0.998",
            "entry(60, 1) = 0.02",
            "entry(60, 4) = 0.80",
        ],
        tried: &[
            (
                |it| {
                    it.view.panels = vec![Panel::Novelty];
                    it.components = Components::Count(2);
                },
                &["novelty_rank(60) = 1", "novelty(60) = 1.327"],
            ),
            (
                |it| it.view.panels = vec![Panel::Novelty],
                &["novelty_rank(60) = 60"],
            ),
        ],
    },
    ExampleClaims {
        name: "noise-alone",
        opened: &[
            "pca.share(1) = 0.057",
            "pca.separation(2) < 0.55",
            "separation(2) < 0.55",
        ],
        tried: &[(
            |it| generator(it).random_state = 1,
            &[
                "pca.share(1) < 0.065",
                "pca.share(1) > 0.05",
                "pca.separation(2) < 0.6",
            ],
        )],
    },
];

fn analysed(setup: &Setup) -> Analysis {
    let run = Analyzer::default().run(setup, Tier::Exact, &|| false);
    run.unwrap()
}

fn broken(setup: &Setup, rules: &[&str]) -> Vec<String> {
    let analysis = analysed(setup);
    let found = StepResults {
        analysis: &analysis,
        setup,
    };
    let broken = rules.iter().filter_map(|text| {
        let rule: ResultRule = text.parse().unwrap();
        match rule.holds(&found) {
            Ok(true) => None,
            Ok(false) => Some(format!("{rule}: {}", rule.told(&found))),
            Err(error) => Some(format!("{rule}: {error}")),
        }
    });
    broken.collect()
}

#[test]
fn what_examples_say_holds_and_what_they_ask_for_comes_about() {
    let mut failures = Vec::new();
    for said in SAID {
        let setup = example(said.name).unwrap().setup;
        let opened: SuggestedChange = (|_| {}, said.opened);
        for (i, (change, rules)) in std::iter::once(&opened).chain(said.tried).enumerate() {
            let mut changed = setup.clone();
            change(&mut changed);
            let broken = broken(&changed, rules);
            failures.extend(broken.iter().map(|it| format!("{} {i}: {it}", said.name)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_example_is_held_to_what_it_says() {
    let named: Vec<&str> = SAID.iter().map(|it| it.name).collect();
    let all: Vec<&str> = examples().iter().map(|it| it.name).collect();
    assert_eq!(named, all);
}

/// Isomap sees the knot as the circle that it is from within; linear PCA does not.
#[test]
fn a_trefoil_is_a_circle_from_within() {
    let setup = example("trefoil").unwrap().setup;
    let analysis = analysed(&setup);
    let spread = |method| {
        let scores = analysis.embedding(method).unwrap().scores();
        let radii: Vec<f64> = (0..scores.nrows())
            .map(|i| scores[(i, 0)].hypot(scores[(i, 1)]))
            .collect();
        let mean = radii.iter().sum::<f64>() / radii.len() as f64;
        let squares = radii.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
        (squares / radii.len() as f64).sqrt() / mean
    };
    assert!(spread(crate::method::Method::Isomap) < 0.02);
    assert!(spread(crate::method::Method::Pca) > 0.2);
}

/// The remark at a large γ says that components rest on few rows.
#[test]
fn a_large_gamma_rests_on_part_of_the_rows() {
    let mut setup = example("half-moons").unwrap().setup;
    gamma(&mut setup, 1000.0);
    assert_eq!(broken(&setup, &["rows_for(1, 0.9) = 61"]), [""; 0]);
}
