//! Prepared pictures: the published cases that courses and papers show, in groups of one file each.

mod by_hand;
mod objects;
mod plane;
mod space;
mod tables;
mod traps;

use super::{Panel, Setup, View};
use crate::{
    data::{Generator, Source},
    kernel::{Gamma, KernelKind, KernelParams},
};

/// Entry of the menu *Examples*.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Name on the command line.
    pub name: &'static str,
    pub title: &'static str,
    /// Description of what is to be seen, in a sentence or two.
    pub description: &'static str,
    /// Suggestion of a change, with the effect to expect.
    pub try_this: &'static str,
    pub group: ExampleGroup,
    pub setup: Setup,
}

/// Group of examples of one kind, in the order of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleGroup {
    Plane,
    Space,
    ByHand,
    Tables,
    Objects,
    Traps,
}

impl ExampleGroup {
    pub const ALL: [Self; 6] = [
        Self::Plane,
        Self::Space,
        Self::ByHand,
        Self::Tables,
        Self::Objects,
        Self::Traps,
    ];

    /// Title of the group in the menu.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Plane => "Shapes in the plane",
            Self::Space => "Shapes in space",
            Self::ByHand => "Worked by hand",
            Self::Tables => "Tables and pictures",
            Self::Objects => "Graphs and strings",
            Self::Traps => "Traps",
        }
    }

    /// Subject of the group's examples, in a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Plane => "Points of a plane that no straight line parts",
            Self::Space => "Sheets that are rolled up, spheres, a knot",
            Self::ByHand => "Small data whose numbers can be followed on paper",
            Self::Tables => "Measurements of flowers and wines, and handwritten digits",
            Self::Objects => "Objects without coordinates, compared by a kernel of their own",
            Self::Traps => "What a picture does not prove: an outlier, and noise alone",
        }
    }
}

/// Returns the example called `name`.
#[must_use]
pub fn example(name: &str) -> Option<Example> {
    examples().into_iter().find(|example| example.name == name)
}

/// Returns all examples, in menu order.
#[must_use]
pub fn examples() -> Vec<Example> {
    [
        plane::examples(),
        space::examples(),
        by_hand::examples(),
        tables::examples(),
        objects::examples(),
        traps::examples(),
    ]
    .concat()
}

/// Usual panels with `panel` in place of the one at index `place`.
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
