//! Grey pictures that stand in place of dots.

use std::sync::Arc;

/// Grey pictures of one size, one for each row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Pictures {
    /// Width and height of each, in pixels.
    size: [usize; 2],
    /// Grey levels of all pixels from 0 to 255, picture after picture, row by row from the top.
    shades: Arc<[u8]>,
}

impl Pictures {
    /// Pictures of this width and height, whose grey levels stand one picture after the other.
    #[must_use]
    pub fn new(size: [usize; 2], shades: &Arc<[u8]>) -> Self {
        Self {
            size,
            shades: Arc::clone(shades),
        }
    }

    /// Width and height of each picture, in pixels.
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Grey levels of one row's pixels, from 0 to 255, row by row from the top; none past the end.
    #[must_use]
    pub fn shades(&self, row: usize) -> &[u8] {
        let count = self.size[0] * self.size[1];
        self.shades
            .get(row * count..(row + 1) * count)
            .unwrap_or_default()
    }

    /// Returns true where both share one memory, as pictures of one table do; equal pictures in other memory don't
    /// count.
    #[must_use]
    pub fn are_those_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shades, &other.shades)
    }

    /// Number of pictures.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shades.len() / (self.size[0] * self.size[1]).max(1)
    }

    /// Returns true where there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shades.is_empty()
    }
}
