//! Shapes of dots, which tell classes apart besides their colours.

use super::{Key, Paint};

/// Shape of a dot; all have about the same area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Marker {
    #[default]
    Disc,
    Square,
    Triangle,
    Diamond,
    TriangleDown,
    /// Shape of new rows, on which nothing was fitted.
    Ring,
}

impl Marker {
    pub const ALL: [Self; 6] = [
        Self::Disc,
        Self::Square,
        Self::Triangle,
        Self::Diamond,
        Self::TriangleDown,
        Self::Ring,
    ];

    /// Number of shapes that classes take in turn.
    const OF_CLASSES: usize = 5;

    /// Outer and inner radius of a ring, in units of the radius of a disc.
    pub const RING: [f32; 2] = [1.45, 1.05];

    /// Shape of a class; classes take shapes in turn. Colours repeat after 32 classes, which five does not divide,
    /// so that no two of 160 classes share both.
    #[must_use]
    pub fn of_class(class: usize) -> Self {
        Self::ALL[class % Self::OF_CLASSES]
    }

    /// Corners of the shape that stands for a disc of radius 1, y downwards; a disc and a ring have none.
    #[must_use]
    pub fn corners(self) -> &'static [[f32; 2]] {
        match self {
            Self::Disc | Self::Ring => &[],
            Self::Square => &[[-0.89, -0.89], [0.89, -0.89], [0.89, 0.89], [-0.89, 0.89]],
            Self::Triangle => &[[0.0, -1.5], [1.28, 0.85], [-1.28, 0.85]],
            Self::Diamond => &[[0.0, -1.32], [1.2, 0.0], [0.0, 1.32], [-1.2, 0.0]],
            Self::TriangleDown => &[[0.0, 1.5], [-1.28, -0.85], [1.28, -0.85]],
        }
    }

    /// Distance that shapes reach from their middle, where a disc reaches 1.
    pub const REACH: f32 = 1.55;

    /// Returns true where a point, in units of the disc's radius, lies inside.
    #[must_use]
    pub fn contains(self, [x, y]: [f32; 2]) -> bool {
        let radius = x.hypot(y);
        match self {
            Self::Disc => return radius <= 1.0,
            Self::Ring => {
                let [outer, inner] = Self::RING;
                return (inner..=outer).contains(&radius);
            }
            _ => {}
        }
        let corners = self.corners();
        let next = corners.iter().cycle().skip(1);
        // The corners run clockwise: inside lies to the same hand of every edge.
        corners
            .iter()
            .zip(next)
            .all(|([ax, ay], [bx, by])| (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0.0)
    }
}

impl Key {
    /// Shape of the entry with this paint.
    #[must_use]
    pub fn marker(&self, paint: Paint) -> Marker {
        match (self, paint) {
            (_, Paint::NewRows) => Marker::Ring,
            (Self::Legend { shaped: true, .. }, Paint::Class(class)) => Marker::of_class(class),
            (_, Paint::Role(role)) => role.marker,
            _ => Marker::Disc,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_the_area_of_the_disc_that_they_stand_for() {
        let steps = 200;
        let side = 2.0 * Marker::REACH / steps as f32;
        for marker in Marker::ALL {
            let at = |i: usize| (i as f32 + 0.5) * side - Marker::REACH;
            let cells = (0..steps * steps)
                .filter(|i| marker.contains([at(i % steps), at(i / steps)]))
                .count();
            let area = cells as f32 * side * side;
            let disc = std::f32::consts::PI;
            assert!((area / disc - 1.0).abs() < 0.06, "{marker:?}: {area}");
            assert!(
                marker
                    .corners()
                    .iter()
                    .all(|[x, y]| x.hypot(*y) < Marker::REACH)
            );
        }
    }
}
