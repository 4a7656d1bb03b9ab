//! Components that are shown with the sign that they do not have by definition.

use serde::{Deserialize, Serialize};

use kernel_pca::method::Method;

/// Components by method, counted from 1, whose scores are multiplied by −1.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mirrored(Vec<(Method, usize)>);

impl Mirrored {
    /// Gives a component (0-based) of a method its other sign.
    pub fn toggle(&mut self, method: Method, component: usize) {
        let it = (method, component + 1);
        let place = self.0.iter().position(|other| *other == it);
        match place {
            Some(place) => {
                self.0.remove(place);
            }
            None => self.0.push(it),
        }
        self.0.sort_unstable();
    }

    /// Signs of the first `count` components of a method, 1 or −1; `None` where all are 1.
    #[must_use]
    pub fn signs(&self, method: Method, count: usize) -> Option<Vec<f64>> {
        let mut signs = vec![1.0; count];
        for component in self.of(method, count) {
            signs[component] = -1.0;
        }
        signs.contains(&-1.0).then_some(signs)
    }

    /// Returns true where a method's components can be mirrored: those that a parameter of a kernel or graph moves.
    #[must_use]
    pub fn concerns(method: Method) -> bool {
        !matches!(method, Method::Pca | Method::Correspondence)
    }

    /// Mirrored components (0-based, ascending) among the first `count` of a method.
    #[must_use]
    pub fn of(&self, method: Method, count: usize) -> Vec<usize> {
        let of = self.0.iter().filter(|(of, _)| *of == method);
        let of = of.filter_map(|(_, component)| component.checked_sub(1));
        of.filter(|component| *component < count).collect()
    }

    /// Returns true where each component is named once, in order and counted from 1, of a method whose components can
    /// be mirrored.
    pub(super) fn is_sound(&self) -> bool {
        let sorted = self.0.windows(2).all(|pair| pair[0] < pair[1]);
        sorted
            && self
                .0
                .iter()
                .all(|(method, component)| Self::concerns(*method) && *component > 0)
    }
}
