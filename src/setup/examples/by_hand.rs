//! Small data whose numbers can be followed on paper.

use super::{Example, ExampleGroup, poly, usual_but};
use crate::{
    data::{Builtin, Columns, LabelChoice, Source},
    kernel::{Gamma, KernelKind, KernelParams},
    setup::{Components, ContourView, Panel, Setup, View},
};

const GROUP: ExampleGroup = ExampleGroup::ByHand;

#[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
pub(super) fn examples() -> Vec<Example> {
    vec![
        Example {
            name: "kernel-trick",
            title: "The kernel trick by hand",
            description: "Five irises in a space of three features: the product of two feature vectors \
                          is the square of a product in the plane, 2501 for the first two.",
            try_this: "select two other flowers in the input plot, or raise the degree: the features grow in \
                       number, and the kernel costs the same.",
            group: GROUP,
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
            group: GROUP,
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
            name: "iris-three",
            title: "Iris, three attributes",
            description: "A textbook covariance: eigenvalues 3.662, 0.239 and 0.059 (divisor n), \
                          and two components reach 95 % of the variance.",
            try_this: "choose Standardise as scaling: the shares change, as each length then counts the same.",
            group: GROUP,
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
            group: GROUP,
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
            name: "five-nodes",
            title: "Five nodes",
            description: "A textbook's graph: exp(0.2 (A − D)) has 0.6974, 0.6967 and 0.5854 on its \
                          diagonal.",
            try_this: "choose the von Neumann kernel and A as similarity: β must stay below 0.403.",
            group: GROUP,
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
            name: "smoke",
            title: "Smoking staff, correspondence analysis",
            description: "A table of counts has no distances of its own. Correspondence analysis \
                          compares profiles: who smokes how much for the size of the group, with the \
                          columns among the rows. Inertias 0.0748, 0.0100 and 0.0004 (Greenacre 1984).",
            try_this: "choose another pair of axes: the second dimension holds 11.8 % of the inertia, the third nearly none.",
            group: GROUP,
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
    ]
}
