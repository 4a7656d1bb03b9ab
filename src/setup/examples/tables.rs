//! Tables of measurements and pictures.

use super::{Example, ExampleGroup, poly, rbf, usual_but};
use crate::{
    data::{AddedNoise, Builtin, NoiseKind, Scaling, Source},
    kernel::{Gamma, KernelKind, KernelParams, Normalize},
    setup::{Components, DenoisingView, Panel, Setup, View},
};

const GROUP: ExampleGroup = ExampleGroup::Tables;

#[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
pub(super) fn examples() -> Vec<Example> {
    vec![
        Example {
            name: "iris-rbf",
            title: "Iris, RBF kernel",
            description: "RBF pulls setosa far away and bends the others; it separates the three less \
                          well than linear PCA, as the titles say.",
            try_this: "drag γ up until the matrix is nearly diagonal: setosa falls apart into single flowers.",
            group: GROUP,
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
            try_this: "raise the offset c₀ to 50: the lower powers win, and the picture comes close to linear PCA.",
            group: GROUP,
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
                          between two wines, seen from the mean wine. Length no longer counts: all \
                          wines lie on a sphere.",
            try_this: "set Normalised to “no”: lengths come back, and kernel PCA is linear PCA.",
            group: GROUP,
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
            name: "digits",
            title: "Handwritten digits",
            description: "1797 digits of 8×8 pixels: compare linear PCA with polynomial kernels \
                          of degree 2 and 3.",
            try_this: "select a digit in the legend, then compare degree 2 with degree 3 in the separation curve.",
            group: GROUP,
            setup: Setup {
                source: Source::Builtin(Builtin::Digits),
                kernel: poly(2, Gamma::Auto, 1.0),
                components: Components::Count(20),
                view: View {
                    panels: usual_but(4, Panel::Separation),
                    // Two pixels with ink in some digits only; the corners are always blank.
                    input: [21, 42],
                    pictures: true,
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
            group: GROUP,
            setup: Setup {
                source: Source::Builtin(Builtin::DigitsTrain),
                new_rows: Some(Source::Builtin(Builtin::DigitsTest)),
                // Pixels run from 0 to 16: of shares of that it would be 1/64.
                kernel: poly(2, Gamma::Value(1.0 / 16_384.0), 1.0),
                components: Components::Count(64),
                view: View {
                    panels: usual_but(4, Panel::Separation),
                    input: [21, 42],
                    pictures: true,
                    spectrum_components: 20,
                    separation_components: 64,
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
                       from four components on.",
            group: GROUP,
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
    ]
}
