//! Font of figures: the window's, so that what fits there fits here.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;
use rustybuzz::{Face, UnicodeBuffer};

use crate::layout::{Medium, runs};

/// Font families that SVGs name; where the first is missing the others are no wider.
pub const FAMILIES: &str = "Inter, Helvetica, Arial, Liberation Sans, sans-serif";

/// Width over height of a letter that the shipped font lacks: that of the widest scripts.
const FOREIGN: f32 = 1.0;
/// Largest width of bold letters over that of regular ones.
pub const BOLD: f32 = 1.06;

static FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::from_slice(assets::REGULAR, 0));

static SHIPPED: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(assets::REGULAR.to_vec());
    fonts.load_font_data(assets::SEMIBOLD.to_vec());
    Arc::new(fonts)
});

/// Medium that figures are painted on.
pub const PAPER: Medium<'static> = Medium {
    measure: &width,
    least: 0.0,
    hints: false,
};

/// Fonts that have all letters of a text: the shipped ones, and the system's for scripts that those lack.
pub fn fonts(text: &str) -> Arc<Database> {
    let is_covered = |face: &Face| {
        text.chars()
            .all(|c| c.is_control() || face.glyph_index(c).is_some())
    };
    if FACE.as_ref().is_some_and(is_covered) {
        return Arc::clone(&SHIPPED);
    }
    let mut fonts = Database::clone(&SHIPPED);
    fonts.load_system_fonts();
    Arc::new(fonts)
}

/// Width of a text in letters of a size, kerned, its sub- and superscripts in theirs.
pub fn width(text: &str, size: f32) -> f32 {
    let widths = runs(text).map(|(level, run)| level.size() * advance(run));
    size * widths.sum::<f32>()
}

/// Width of letters at one level over their height.
fn advance(text: &str) -> f32 {
    let Some(face) = &*FACE else {
        return FOREIGN * text.chars().count() as f32;
    };
    let mut letters = UnicodeBuffer::new();
    letters.push_str(text);
    let em = face.units_per_em();
    let shaped = rustybuzz::shape(face, &[], letters);
    let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
    let advance = glyphs.map(|(glyph, place)| match glyph.glyph_id {
        0 => FOREIGN,
        _ => place.x_advance as f32 / em as f32,
    });
    advance.sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_with_the_text_and_its_size() {
        let short = width("setosa", 10.0);
        assert!(width("versicolor", 10.0) > short);
        assert!((width("setosa", 20.0) / short - 2.0).abs() < 1e-5);
        assert!(width("i", 10.0) < 5.0 && width("", 10.0) == 0.0);
        assert_eq!(width("花", 10.0), 10.0);
    }

    #[test]
    fn the_font_has_the_letters_of_formulas() {
        let face = FACE.as_ref().unwrap();
        for c in "γλσ‖₀₁₂²⁻⁰¹⁹−·×→…αβΣ√≤∞".chars() {
            assert!(face.glyph_index(c).is_some(), "{c}");
        }
    }
}
