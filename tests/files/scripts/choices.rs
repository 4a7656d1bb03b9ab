//! Choices of the view: a script in Python draws what each changes in the window.

use std::collections::BTreeMap;

use explorer::{panel::Choice, setup::example};
use kernel_pca::sweep::GridRows;
use tabular::{Generator, Shape};

use super::*;

/// Choices that Python's pictures do not follow.
const NOT_DRAWN: [&str; 2] = [
    // The window writes those names that have room, for which matplotlib does not look.
    "Names", // Rows that are pictures are dots there.
    "Pictures",
];

/// Name of a choice without its value.
fn name(choice: Choice) -> String {
    let name = format!("{choice:?}");
    name.split('(').next().unwrap_or_default().to_owned()
}

/// Small data in a view of which nothing stands where it stood at first.
fn moved() -> [Setup; 3] {
    let mut moons = Setup {
        source: Source::Generated(Generator {
            n_samples: 40,
            noise: 0.1,
            ..Generator::new(Shape::Moons)
        }),
        ..Setup::default()
    };
    moons.view.contours.at_row = Some(3);
    moons.view.novelty_threshold = Some(0.4);
    moons.view.pre_image.at = [0.1, 0.2];
    moons.view.sweep.second = Some(GridRows::Components);
    let mut graph = example("karate-club").unwrap().setup;
    graph.view.put_node(2, [3.0, 4.0]);
    [example("kernel-trick").unwrap().setup, moons, graph]
}

#[test]
fn python_follows_each_choice() {
    let mut follows: BTreeMap<String, bool> = BTreeMap::new();
    for choice in Choice::all() {
        let follows = follows.entry(name(choice)).or_default();
        for mut setup in moved() {
            if *follows {
                break;
            }
            let mut script = || {
                setup.view.panels = vec![choice.panel()];
                let script = script_of(Language::Python, &setup, &analyse(&setup));
                choice.change(&mut setup.view);
                script
            };
            *follows = script() != script();
        }
    }
    for (name, follows) in follows {
        assert_eq!(follows, !NOT_DRAWN.contains(&&*name), "{name}");
    }
}
