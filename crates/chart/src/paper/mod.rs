//! Paint on paper: shapes of a layout as SVG, pictures inside it, the colours of a sheet, and the font that measures.

pub mod font;
pub mod grid;
pub mod image;
pub mod palette;
pub mod svg;

pub use font::width;
pub use grid::columns;
