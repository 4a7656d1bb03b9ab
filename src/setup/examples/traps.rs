//! Data that show what a picture does not prove.

use super::{Example, ExampleGroup, generated, rbf};
use crate::{
    data::{Generator, Shape},
    setup::Setup,
};

const GROUP: ExampleGroup = ExampleGroup::Traps;

pub(super) fn examples() -> Vec<Example> {
    vec![
        Example {
            name: "one-outlier",
            title: "One outlier",
            description: "One point of sixty turns linear PCA: its first axis points at the outlier. RBF lets what \
                          is far count for nothing: the first component is about the cloud, and the outlier stands \
                          alone on the fourth.",
            try_this: "show Novelty and take 2 components: the outlier lies far beyond the threshold. With 10 it has \
                       components to itself, and Novelty does not see it.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 60,
                    ..Generator::new(Shape::Outlier)
                }),
                kernel: rbf(0.1),
                ..Setup::default()
            },
        },
        Example {
            name: "noise-alone",
            title: "Noise alone",
            description: "Fifty columns of independent numbers and a coin for a label. Two components predict the \
                          coin as well as another coin would. Still the first axis of linear PCA has 5.7 % of the \
                          variance, nearly three times its fair share of 2 %: the largest of fifty always has.",
            try_this: "draw another sample with the dice beside Seed: shares stay as they are, and what one \
                       thought to see is gone.",
            group: GROUP,
            setup: Setup {
                source: generated(Generator {
                    n_samples: 100,
                    ..Generator::new(Shape::Noise)
                }),
                kernel: rbf(0.02),
                ..Setup::default()
            },
        },
    ]
}
