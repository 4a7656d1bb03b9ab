//! Shapes in space: sheets to unroll, spheres, a knot.

use super::{Example, ExampleGroup, generated, rbf, usual_but};
use crate::{
    data::{Generator, Shape},
    manifold::ManifoldParams,
    setup::{Camera, Panel, Setup, View},
};

#[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
pub(super) fn examples() -> Vec<Example> {
    let roll = |n_samples| Generator {
        n_samples,
        random_state: 123,
        ..Generator::new(Shape::SwissRoll)
    };
    let sheet = |shape| Generator { shape, ..roll(800) };
    vec![
        Example {
            name: "swiss-roll",
            title: "Swiss roll",
            description: "An instructive failure: the RBF kernel does not unroll the sheet, \
                          whatever γ is.",
            try_this: "drag γ from 0.001 to 1 and watch the colours: neighbouring turns of the roll never come apart in order.",
            group: ExampleGroup::Space,
            setup: seen_along(in_space(roll(800), 0.1, usual_but(0, Panel::Input3d))),
        },
        Example {
            name: "unrolled",
            title: "Swiss roll, unrolled",
            description: "Isomap and locally linear embedding follow the sheet from neighbour to \
                          neighbour and unroll it; kernel PCA with an RBF kernel does not. r on \
                          each axis says how closely it follows t, the way along the sheet.",
            try_this: "drag the neighbours k to 30: links jump from turn to turn of the roll, and it folds up.",
            group: ExampleGroup::Space,
            setup: seen_along(unrolled(
                in_space(
                    roll(1000),
                    0.02,
                    beside_input([
                        Panel::Kpca,
                        Panel::Isomap,
                        Panel::Lle,
                        Panel::LaplacianEigenmaps,
                    ]),
                ),
                12,
            )),
        },
        Example {
            name: "s-curve",
            title: "S-curve",
            description: "A sheet bent into an S. It lies less close to itself than the Swiss roll, so even linear \
                          PCA follows it roughly (r = 0.93). Isomap unrolls it.",
            try_this: "drag the neighbours k to 50: Isomap still unrolls it, where the Swiss roll would have \
                       folded up.",
            group: ExampleGroup::Space,
            setup: seen_along(unrolled(
                in_space(
                    sheet(Shape::SCurve),
                    0.3,
                    beside_input([Panel::Kpca, Panel::Isomap, Panel::Pca, Panel::Lle]),
                ),
                12,
            )),
        },
        Example {
            name: "swiss-hole",
            title: "Swiss roll with a hole",
            description: "A rolled-up sheet without its middle. Isomap's paths have to go around the hole, so it \
                          makes the hole larger than it is and the sheet less straight: r is 0.91, where it is 0.99 without the hole.",
            try_this: "choose Swiss roll as the data: the same methods, and no hole to go around.",
            group: ExampleGroup::Space,
            setup: seen_along(unrolled(
                in_space(
                    sheet(Shape::SwissHole),
                    0.02,
                    beside_input([
                        Panel::Isomap,
                        Panel::Lle,
                        Panel::Kpca,
                        Panel::LaplacianEigenmaps,
                    ]),
                ),
                12,
            )),
        },
        Example {
            name: "concentric-spheres",
            title: "Concentric spheres",
            description: "Circles in one dimension more: no plane separates the spheres, and linear PCA can only turn \
                          them. The first kernel component is the distance from the middle.",
            try_this: "drag γ to 0.3: the first three components are now the three axes, as in linear PCA, and \
                       the distance from the middle is the fourth.",
            group: ExampleGroup::Space,
            setup: in_space(
                Generator {
                    n_samples: 500,
                    noise: 0.05,
                    factor: 0.4,
                    ..Generator::new(Shape::Spheres)
                },
                2.0,
                usual_but(0, Panel::Input3d),
            ),
        },
        Example {
            name: "trefoil",
            title: "Trefoil knot",
            description: "From within, this line is a circle. Isomap measures along it and shows one, with radii \
                          that differ by 1 % or so. Linear PCA sees the knot from outside.",
            try_this: "drag the neighbours k to 60: links jump across the knot, and the circle is lost.",
            group: ExampleGroup::Space,
            setup: unrolled(
                in_space(
                    Generator {
                        n_samples: 400,
                        ..Generator::new(Shape::Trefoil)
                    },
                    0.3,
                    beside_input([
                        Panel::Kpca,
                        Panel::Isomap,
                        Panel::Pca,
                        Panel::LaplacianEigenmaps,
                    ]),
                ),
                8,
            ),
        },
    ]
}

/// Points in space under an RBF kernel with this γ.
fn in_space(generator: Generator, gamma: f64, panels: Vec<Panel>) -> Setup {
    Setup {
        source: generated(generator),
        kernel: rbf(gamma),
        view: View {
            panels,
            ..View::default()
        },
        ..Setup::default()
    }
}

/// The input in space, and four other panels.
fn beside_input(others: [Panel; 4]) -> Vec<Panel> {
    [Panel::Input3d].into_iter().chain(others).collect()
}

/// Gives the methods that start from neighbours this many of them.
fn unrolled(setup: Setup, neighbors: usize) -> Setup {
    Setup {
        manifold: ManifoldParams {
            neighbors,
            ..ManifoldParams::default()
        },
        ..setup
    }
}

/// Turns the input so that one looks along the roll, whose second axis is its width and stands upright.
fn seen_along(mut setup: Setup) -> Setup {
    (setup.view.input, setup.view.input_depth) = ([0, 2], 1);
    setup.view.camera = Camera::FROM_ABOVE;
    setup
}
