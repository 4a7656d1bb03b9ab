//! Shapes in space: sheets to unroll, spheres, a knot.

use super::{Example, ExampleGroup, generated, rbf, usual_but};
use crate::{
    data::{Generator, Shape},
    manifold::ManifoldParams,
    setup::{Panel, Setup, View},
};

const GROUP: ExampleGroup = ExampleGroup::Space;

#[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
pub(super) fn examples() -> Vec<Example> {
    vec![
        Example {
            name: "swiss-roll",
            title: "Swiss roll",
            description: "An instructive failure: the RBF kernel does not unroll the sheet, \
                          whatever γ is.",
            try_this: "drag γ from 0.001 to 1 and watch the colours: neighbouring turns of the roll never come apart in order.",
            group: GROUP,
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
            group: GROUP,
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
            name: "s-curve",
            title: "S-curve",
            description: "A sheet bent into an S. It lies less close to itself than the Swiss roll, so even linear \
                          PCA follows it roughly (r = 0.93). Isomap unrolls it.",
            try_this: "drag the neighbours k to 50: Isomap still unrolls it, where the Swiss roll would have \
                       folded up.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 800,
                    random_state: 123,
                    ..Generator::new(Shape::SCurve)
                }),
                kernel: rbf(0.3),
                manifold: ManifoldParams {
                    neighbors: 12,
                    ..ManifoldParams::default()
                },
                view: View {
                    panels: vec![
                        Panel::Input3d,
                        Panel::Kpca,
                        Panel::Isomap,
                        Panel::Pca,
                        Panel::Lle,
                    ],
                    input: [0, 2],
                    input_depth: 1,
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "swiss-hole",
            title: "Swiss roll with a hole",
            description: "A rolled-up sheet without its middle. Isomap's paths have to go around the hole, so it \
                          makes the hole larger than it is and the sheet less straight: r is 0.91, where it is 0.99 without the hole.",
            try_this: "choose Swiss roll as the data: the same methods, and no hole to go around.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 800,
                    random_state: 123,
                    ..Generator::new(Shape::SwissHole)
                }),
                kernel: rbf(0.02),
                manifold: ManifoldParams {
                    neighbors: 12,
                    ..ManifoldParams::default()
                },
                view: View {
                    panels: vec![
                        Panel::Input3d,
                        Panel::Isomap,
                        Panel::Lle,
                        Panel::Kpca,
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
            name: "concentric-spheres",
            title: "Concentric spheres",
            description: "Circles in one dimension more: no plane parts the spheres, and linear PCA can only turn \
                          them. The first kernel component is the distance from the middle.",
            try_this: "drag γ to 0.3: the first three components are now the three axes, as in linear PCA, and \
                       the distance from the middle is the fourth.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 500,
                    noise: 0.05,
                    factor: 0.4,
                    ..Generator::new(Shape::Spheres)
                }),
                kernel: rbf(2.0),
                view: View {
                    panels: usual_but(0, Panel::Input3d),
                    ..View::default()
                },
                ..Setup::default()
            },
        },
        Example {
            name: "trefoil",
            title: "Trefoil knot",
            description: "From within, this line is a circle. Isomap measures along it and shows one, with radii \
                          that differ by 1 % or so. Linear PCA sees the knot from outside.",
            try_this: "drag the neighbours k to 60: links jump across the knot, and the circle is lost.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 400,
                    ..Generator::new(Shape::Trefoil)
                }),
                kernel: rbf(0.3),
                manifold: ManifoldParams {
                    neighbors: 8,
                    ..ManifoldParams::default()
                },
                view: View {
                    panels: vec![
                        Panel::Input3d,
                        Panel::Kpca,
                        Panel::Isomap,
                        Panel::Pca,
                        Panel::LaplacianEigenmaps,
                    ],
                    ..View::default()
                },
                ..Setup::default()
            },
        },
    ]
}
