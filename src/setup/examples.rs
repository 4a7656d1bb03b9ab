//! Prepared pictures: the published cases that courses and papers show.

use super::{Components, ContourView, DenoisingView, Panel, PreImageView, Setup, View};
use crate::{
    data::{
        AddedNoise, Builtin, Columns, Generator, LabelChoice, NoiseKind, Scaling, Shape, Source,
    },
    kernel::{Gamma, KernelKind, KernelParams, Normalize, Similarity},
    manifold::ManifoldParams,
};

/// One entry of the Examples menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The name on the command line.
    pub name: &'static str,
    pub title: &'static str,
    /// What to look at, in a sentence or two.
    pub description: &'static str,
    /// What to change then, and what to expect.
    pub try_this: &'static str,
    pub setup: Setup,
}

/// The example called `name`.
#[must_use]
pub fn example(name: &str) -> Option<Example> {
    examples().into_iter().find(|example| example.name == name)
}

/// All examples, in menu order.
#[must_use]
#[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
pub fn examples() -> Vec<Example> {
    vec![
        Example {
            name: "half-moons",
            title: "Half moons",
            description: "Linear PCA can only rotate the moons; the first kernel component \
                          separates them.",
            try_this: "drag γ down to 0.1: the moons join again, and kernel PCA turns into linear PCA.",
            setup: Setup {
                source: generated(Generator {
                    n_samples: 100,
                    random_state: 123,
                    ..Generator::new(Shape::Moons)
                }),
                kernel: rbf(15.0),
                ..Setup::default()
            },
        },
        Example {
            name: "concentric-circles",
            title: "Concentric circles",
            description: "No line through the plane separates the rings; one kernel component \
                          does.",
            try_this: "switch the kernel to Polynomial with degree 2, then put component 3 on an axis: it is x² + y², and separates the rings.",
            setup: Setup {
                source: generated(Generator {
                    n_samples: 1000,
                    noise: 0.1,
                    factor: 0.2,
                    random_state: 123,
                    ..Generator::new(Shape::Circles)
                }),
                kernel: rbf(15.0),
                ..Setup::default()
            },
        },
        Example {
            name: "swiss-roll",
            title: "Swiss roll",
            description: "An instructive failure: the RBF kernel does not unroll the sheet, \
                          whatever γ is.",
            try_this: "drag γ from 0.001 to 1 and watch the colours: neighbouring turns of the roll never come apart in order.",
            setup: Setup {
                source: generated(Generator {
                    n_samples: 800,
                    random_state: 123,
                    ..Generator::new(Shape::SwissRoll)
                }),
                kernel: rbf(0.1),
                view: View {
                    panels: usual_but(0, Panel::Input3d),
                    input: [0, 2],
                    input_depth: 1,
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "unrolled",
            title: "Swiss roll, unrolled",
            description: "Isomap and locally linear embedding follow the sheet from neighbour to \
                          neighbour and unroll it; kernel PCA with an RBF kernel does not. r on \
                          each axis says how closely it follows t, the way along the sheet.",
            try_this: "drag the neighbours k to 30: links jump from turn to turn of the roll, and it folds up.",
            setup: Setup {
                source: generated(Generator {
                    n_samples: 1000,
                    random_state: 123,
                    ..Generator::new(Shape::SwissRoll)
                }),
                kernel: rbf(0.02),
                manifold: ManifoldParams {
                    neighbors: 12,
                    ..ManifoldParams::default()
                },
                view: View {
                    panels: vec![
                        Panel::Input3d,
                        Panel::Kpca,
                        Panel::Isomap,
                        Panel::Lle,
                        Panel::LaplacianEigenmaps,
                    ],
                    input: [0, 2],
                    input_depth: 1,
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "pre-images",
            title: "Pre-images of half moons",
            description: "Drag the ringed point in the plot of kernel PCA: the input shows what each method \
                          makes of it. Between the moons no row's image is near, and the methods disagree. \
                          Linear PCA's inverse is always exact.",
            try_this: "set the other components to 0 in the menu of the panel \"Pre-images\": distances grow, and \
                       some points have hardly any pre-image.",
            setup: Setup {
                source: generated(Generator {
                    n_samples: 500,
                    noise: 0.05,
                    ..Generator::new(Shape::Moons)
                }),
                kernel: rbf(15.0),
                view: View {
                    panels: vec![
                        Panel::Input,
                        Panel::Pca,
                        Panel::Kpca,
                        Panel::PreImages,
                        Panel::Spectrum,
                    ],
                    pre_image: PreImageView {
                        at: [0.1, 0.2],
                        ..PreImageView::default()
                    },
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "denoise-digits",
            title: "Denoise digits",
            description: "Digits with Gaussian noise, rebuilt from their first 24 components: kernel PCA \
                          leaves about two thirds of linear PCA's squared error (Mika et al. 1998).",
            try_this: "take the noise away (Added noise: None): on clean digits linear PCA rebuilds better \
                       from about ten components on.",
            setup: Setup {
                source: Source::Builtin(Builtin::Digits),
                added_noise: Some(AddedNoise {
                    amount: 4.0,
                    ..AddedNoise::new(NoiseKind::Gaussian)
                }),
                kernel: rbf(0.0005),
                components: Components::Count(48),
                view: View {
                    panels: vec![
                        Panel::Pca,
                        Panel::Kpca,
                        Panel::Variance,
                        Panel::Denoising,
                        Panel::DenoisingError,
                    ],
                    denoising: DenoisingView {
                        components: 24,
                        ..DenoisingView::default()
                    },
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "smoke",
            title: "Smoking staff, correspondence analysis",
            description: "A table of counts has no distances of its own. Correspondence analysis \
                          compares profiles: who smokes how much for the size of the group, with the \
                          columns among the rows. Inertias 0.0748, 0.0100 and 0.0004 (Greenacre 1984).",
            try_this: "choose another pair of axes: the second dimension holds 11.8 % of the inertia, the third nearly none.",
            setup: Setup {
                source: Source::Builtin(Builtin::Smoke),
                // Each row has a name of its own, which is no class unless it is asked for.
                columns: Columns {
                    label: LabelChoice::Column("staff".into()),
                    ..Columns::default()
                },
                kernel: KernelParams {
                    gamma: Gamma::Median,
                    ..KernelParams::default()
                },
                view: View {
                    panels: vec![
                        Panel::Input,
                        Panel::Pca,
                        Panel::Correspondence,
                        Panel::Spectrum,
                        Panel::Variance,
                    ],
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "iris-three",
            title: "Iris, three attributes",
            description: "A textbook covariance: eigenvalues 3.662, 0.239 and 0.059 (divisor n), \
                          and two components reach 95 % of the variance.",
            try_this: "choose Standardise as scaling: the shares change, as each length then counts the same.",
            setup: Setup {
                source: Source::Builtin(Builtin::IrisUci),
                columns: Columns {
                    label: LabelChoice::Auto,
                    features: Some(
                        ["sepal length (cm)", "sepal width (cm)", "petal length (cm)"]
                            .map(String::from)
                            .to_vec(),
                    ),
                    ..Columns::default()
                },
                kernel: KernelParams {
                    kind: KernelKind::Linear,
                    ..KernelParams::default()
                },
                view: View {
                    panels: usual_but(0, Panel::Input3d),
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "nonlinear-iris",
            title: "Nonlinear iris",
            description: "Quadratic features bend the contours of constant projection: \
                          λ/n is 0.2066, 0.0596 and 0.0184.",
            try_this: "set the degree to 3, or choose RBF: the contours bend otherwise, and so do the groups.",
            setup: Setup {
                source: Source::Builtin(Builtin::NonlinearIris),
                kernel: poly(2, Gamma::Value(1.0), 0.0),
                components: Components::Count(3),
                view: View {
                    panels: usual_but(0, Panel::KpcaContours),
                    contours: ContourView {
                        maps: 3,
                        ..ContourView::default()
                    },
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "kernel-trick",
            title: "The kernel trick by hand",
            description: "Five irises in a space of three features: the product of two feature vectors \
                          is the square of a product in the plane, 2501 for the first two.",
            try_this: "select two other flowers in the input plot, or raise the degree: the features grow in \
                       number, and the kernel costs the same.",
            setup: Setup {
                source: Source::Builtin(Builtin::FiveIrises),
                kernel: poly(2, Gamma::Value(1.0), 0.0),
                components: Components::Count(3),
                view: View {
                    panels: vec![
                        Panel::Input,
                        Panel::FeatureMap,
                        Panel::KernelMatrix,
                        Panel::EmpiricalMaps,
                        Panel::Spectrum,
                    ],
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "feature-space",
            title: "Feature space by hand",
            description: "Five irises, and what a kernel alone tells of their images: lengths, distance, \
                          angle, and how far all are from their mean.",
            try_this: "switch the kernel to Polynomial of degree 2 with c₀ = 0: the distance of the first two \
                       grows to 13.84. Point at other flowers, or select two.",
            setup: Setup {
                source: Source::Builtin(Builtin::FiveIrises),
                kernel: KernelParams {
                    kind: KernelKind::Linear,
                    gamma: Gamma::Value(1.0),
                    degree: 2,
                    coef0: 0.0,
                    ..KernelParams::default()
                },
                components: Components::Count(2),
                view: View {
                    panels: vec![
                        Panel::Input,
                        Panel::Geometry,
                        Panel::KernelMatrix,
                        Panel::Kpca,
                        Panel::Spectrum,
                    ],
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "iris-rbf",
            title: "Iris, RBF kernel",
            description: "RBF pulls setosa far away and bends the others; it separates the three less \
                          well than linear PCA, as the titles say.",
            try_this: "drag γ up until the matrix is nearly diagonal: setosa falls apart into single flowers.",
            setup: Setup {
                source: Source::Builtin(Builtin::Iris),
                ..Setup::default()
            },
        },
        Example {
            name: "iris-poly",
            title: "Iris, polynomial kernel",
            description: "The same flowers under a polynomial of degree 3: a close relative of \
                          linear PCA.",
            try_this: "raise the offset c₀ to 5: the lower powers win, and the picture comes close to linear PCA.",
            setup: Setup {
                source: Source::Builtin(Builtin::Iris),
                kernel: poly(3, Gamma::Auto, 1.0),
                ..Setup::default()
            },
        },
        Example {
            name: "wine-correlations",
            title: "Wine, correlations",
            description: "Centred and then normalised, the linear kernel is the cosine of the angle \
                          between two wines, seen from the mean wine: their distance from it no longer \
                          counts, and all lie on a sphere.",
            try_this: "set Normalised to “no”: lengths come back, and kernel PCA is linear PCA.",
            setup: Setup {
                source: Source::Builtin(Builtin::Wine),
                scaling: Scaling::Standardize,
                kernel: KernelParams {
                    kind: KernelKind::Linear,
                    normalize: Some(Normalize::After),
                    ..KernelParams::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "four-classes",
            title: "Four classes in the plane",
            description: "Four groups around a cross: either linear component alone leaves pairs of \
                          them mixed; the first kernel component alone keeps all four apart.",
            try_this: "drag γ to 1: maps show islands around single points, and the classes are lost.",
            setup: Setup {
                source: generated(Generator {
                    n_samples: 400,
                    noise: 1.5,
                    centers: 4,
                    random_state: 5978,
                    ..Generator::new(Shape::Blobs)
                }),
                kernel: rbf(0.03),
                view: View {
                    panels: usual_but(0, Panel::KpcaContours),
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "digits",
            title: "Handwritten digits",
            description: "1797 digits of 8×8 pixels: compare linear PCA with polynomial kernels \
                          of degree 2 and 3.",
            try_this: "select a digit in the legend, then compare degree 2 with degree 3 in the separation curve.",
            setup: Setup {
                source: Source::Builtin(Builtin::Digits),
                kernel: poly(2, Gamma::Auto, 1.0),
                components: Components::Count(20),
                view: View {
                    panels: usual_but(4, Panel::Separation),
                    // Two pixels with ink in some digits only; the corners are always blank.
                    input: [21, 42],
                    spectrum_components: 20,
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "digits-new",
            title: "Digits, train and test",
            description: "Components are fitted to half of the digits; rings are the other half, by other \
                          writers. The dashed curves say how many of those a linear discriminant gets \
                          right: from 64 components 92.1 % by linear PCA, 93.4 % by degree 2.",
            try_this: "choose degree 3 or RBF, and drag q. On 16×16 digits a published comparison found 90.2 % \
                       by linear PCA, 94.4 % with degree 2, 93.9 % with degree 3 and 88.1 % with RBF, \
                       from up to 1024 components.",
            setup: Setup {
                source: Source::Builtin(Builtin::DigitsTrain),
                new_rows: Some(Source::Builtin(Builtin::DigitsTest)),
                // Pixels run from 0 to 16: of shares of that it would be 1/64.
                kernel: poly(2, Gamma::Value(1.0 / 16_384.0), 1.0),
                components: Components::Count(64),
                view: View {
                    panels: usual_but(4, Panel::Separation),
                    input: [21, 42],
                    spectrum_components: 20,
                    separation_components: 64,
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "karate-club",
            title: "Karate club",
            description: "A graph: the diffusion kernel makes members alike who have many short ways \
                          between them, and the first component parts the two factions into which \
                          the club fell.",
            try_this: "choose A − D as similarity: members who know few others then stand far out, and one \
                       of them makes most of component 2.",
            setup: Setup {
                source: Source::Builtin(Builtin::Karate),
                kernel: KernelParams {
                    kind: KernelKind::Diffusion,
                    beta: 2.0,
                    similarity: Similarity::Normalized,
                    ..KernelParams::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "five-nodes",
            title: "Five nodes",
            description: "A textbook's graph: exp(0.2 (A − D)) has 0.6974, 0.6967 and 0.5854 on its \
                          diagonal.",
            try_this: "choose the von Neumann kernel and A as similarity: β must stay below 0.403.",
            setup: Setup {
                source: Source::Builtin(Builtin::FiveNodes),
                kernel: KernelParams {
                    kind: KernelKind::Diffusion,
                    ..KernelParams::default()
                },
                components: Components::Count(4),
                view: View {
                    panels: usual_but(1, Panel::KernelMatrix),
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "promoters",
            title: "Promoters",
            description: "Strings: two DNA sequences are alike where they share many substrings of \
                          length l, wherever these stand.",
            try_this: "drag the length l from 1 to 6: single bases say little, and long substrings are shared by few.",
            setup: Setup {
                source: Source::Builtin(Builtin::Promoters),
                kernel: KernelParams {
                    kind: KernelKind::Spectrum,
                    ..KernelParams::default()
                },
                view: View {
                    panels: usual_but(1, Panel::KernelMatrix),
                    ..View::default()
                },
                ..Setup::default()
            },
        },
    ]
}

/// The usual panels with another one in a place of theirs.
fn usual_but(place: usize, panel: Panel) -> Vec<Panel> {
    let mut view = View::default();
    view.show_in(place, panel);
    view.panels
}

fn generated(generator: Generator) -> Source {
    Source::Generated(generator)
}

fn rbf(gamma: f64) -> KernelParams {
    KernelParams {
        kind: KernelKind::Rbf,
        gamma: Gamma::Value(gamma),
        ..KernelParams::default()
    }
}

fn poly(degree: u32, gamma: Gamma, coef0: f64) -> KernelParams {
    KernelParams {
        kind: KernelKind::Poly,
        gamma,
        degree,
        coef0,
        ..KernelParams::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for (i, a) in examples().iter().enumerate() {
            assert_eq!(example(a.name).as_ref(), Some(a));
            assert!(examples()[..i].iter().all(|b| b.name != a.name));
        }
        assert_eq!(example("nothing"), None);
    }
}
