//! Shapes in the plane, which linear PCA can only turn.

use super::{Example, ExampleGroup, generated, poly, rbf, usual_but};
use crate::{
    data::{Generator, Shape},
    kernel::Gamma,
    setup::{Components, Panel, PreImageView, Setup, View},
};

const GROUP: ExampleGroup = ExampleGroup::Plane;

#[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
pub(super) fn examples() -> Vec<Example> {
    vec![
        Example {
            name: "half-moons",
            title: "Half moons",
            description: "Linear PCA can only rotate the moons; the first kernel component \
                          separates them.",
            try_this: "drag γ down to 0.1: the moons join again, and kernel PCA turns into linear PCA.",
            group: GROUP,
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
            group: GROUP,
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
            name: "xor",
            title: "XOR",
            description: "Two classes in four squares: no line separates them, and neither coordinate alone says \
                          anything. A polynomial of degree 2 has the product x₁·x₂ among its features, and it is \
                          the first component.",
            try_this: "choose degree 3: it has products of three coordinates and none of two, and the classes \
                       mix again.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 300,
                    ..Generator::new(Shape::Xor)
                }),
                kernel: poly(2, Gamma::Value(1.0), 0.0),
                ..Setup::default()
            },
        },
        Example {
            name: "two-spirals",
            title: "Two spirals",
            description: "An instructive failure: the first two components mix the arms at every γ. That does not \
                          mean the kernel cannot tell them apart. The curve of the separation shows that forty \
                          components do.",
            try_this: "drag γ from 1 to 300: the title never says more than 67 % for two components.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 400,
                    noise: 0.02,
                    ..Generator::new(Shape::Spirals)
                }),
                kernel: rbf(30.0),
                components: Components::Count(40),
                view: View {
                    panels: usual_but(4, Panel::Separation),
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "four-classes",
            title: "Four classes in the plane",
            description: "One group in each quadrant: either linear component alone leaves pairs of \
                          them mixed; the first kernel component alone tells nearly all apart (98 %).",
            try_this: "drag γ to 1: maps show islands around single points, and the classes are lost.",
            group: GROUP,
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
            name: "elongated-clusters",
            title: "Elongated clusters",
            description: "Three clusters, drawn out in one direction. RBF compares by straight distance and takes \
                          the length of a cluster for more than the gap between two: two components tell 79 % \
                          apart, where linear PCA tells all.",
            try_this: "choose Gaussian blobs as the data, the same clusters when they are round: two components \
                       of RBF tell them apart at once.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 400,
                    random_state: 170,
                    ..Generator::new(Shape::Elongated)
                }),
                kernel: rbf(0.1),
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
            group: GROUP,
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
    ]
}
