//! Objects without coordinates: nodes of a graph, strings.

use super::{Example, ExampleGroup, usual_but};
use crate::{
    data::{Builtin, Source},
    kernel::{KernelKind, KernelParams, Similarity},
    setup::{Panel, Setup, View},
};

const GROUP: ExampleGroup = ExampleGroup::Objects;

pub(super) fn examples() -> Vec<Example> {
    vec![
        Example {
            name: "karate-club",
            title: "Karate club",
            description: "A graph: the diffusion kernel makes members alike who have many short paths \
                          between them, and the first component separates the two factions into which \
                          the club split.",
            try_this: "choose A − D as similarity: members who know few others then stand far out, and one \
                       of them makes most of component 2.",
            group: GROUP,
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
            name: "promoters",
            title: "Promoters",
            description: "Strings: two DNA sequences are alike where they share many substrings of \
                          length l, wherever these stand.",
            try_this: "drag the length l from 1 to 6: single bases say little, and long substrings are shared by few.",
            group: GROUP,
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
