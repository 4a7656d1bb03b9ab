//! Font of figures: the window's, so that what fits there fits here, or one that was chosen for figures without a window.

use std::sync::{Arc, LazyLock, OnceLock};

use resvg::usvg::fontdb::{Database, Family, Query, Weight};
use rustybuzz::{Face, UnicodeBuffer};

use crate::layout::{Medium, runs};

/// Font families that SVGs name; where the first is missing the others are no wider.
const FAMILIES: &str = "Inter, Helvetica, Arial, Liberation Sans, sans-serif";

/// Width over height of a letter that the shipped font lacks: that of the widest scripts.
const FOREIGN: f32 = 1.0;
/// Largest width of the shipped font's bold letters over that of regular ones.
const BOLD: f32 = 1.06;
/// Largest number of fonts that the error for an unknown font names.
const NAMED_FONTS: usize = 12;

/// Font that was chosen in place of the shipped one.
struct ChosenFont {
    family: String,
    face: Face<'static>,
    /// Width of bold letters over that of regular ones.
    bold: f32,
    fonts: Arc<Database>,
}

static CHOSEN: OnceLock<ChosenFont> = OnceLock::new();

/// Sets all figures of this process in a font of the system; letters that it lacks are the shipped font's. Only figures
/// are measured by it, not the window. A font is chosen once, before anything is drawn.
///
/// # Errors
/// When the system has no font of this name (the message names some that it has), when it cannot be read, or when a
/// font was chosen already.
pub fn choose(name: &str) -> Result<(), String> {
    // The shipped fonts come first: letters that the chosen one lacks are looked for in this order.
    let mut fonts = Database::clone(&SHIPPED);
    fonts.load_system_fonts();
    let mut families: Vec<String> = fonts
        .faces()
        .filter_map(|face| Some(face.families.first()?.0.clone()))
        .collect();
    families.sort_unstable();
    families.dedup();
    let wanted = name.trim();
    let known = families.iter().find(|it| it.eq_ignore_ascii_case(wanted));
    let Some(family) = known else {
        let more = if families.len() > NAMED_FONTS {
            ", …"
        } else {
            ""
        };
        families.truncate(NAMED_FONTS);
        return Err(format!(
            "there is no font {wanted} here, but {}{more}",
            families.join(", ")
        ));
    };
    let face = |weight: Weight| {
        let query = Query {
            families: &[Family::Name(family)],
            weight,
            ..Query::default()
        };
        let (bytes, index) =
            fonts.with_face_data(fonts.query(&query)?, |bytes, index| (bytes.to_vec(), index))?;
        // It is needed as long as the process runs.
        Face::from_slice(Vec::leak(bytes), index)
    };
    let [Some(regular), Some(bold)] = [Weight::NORMAL, Weight::SEMIBOLD].map(face) else {
        return Err(format!("the font {family} cannot be read"));
    };
    let ratio = |letters: &str| advance_in(&bold, letters) / advance_in(&regular, letters);
    let bold =
        ratio("abcdefghijklmnopqrstuvwxyz").max(ratio("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"));
    let chosen = ChosenFont {
        family: family.clone(),
        bold: bold.max(1.0) * BOLD,
        face: regular,
        fonts: Arc::new(fonts),
    };
    let is_first = CHOSEN.set(chosen).is_ok();
    is_first
        .then_some(())
        .ok_or_else(|| "a font was chosen already".to_owned())
}

/// Font families that SVGs name, the chosen one first.
#[must_use]
pub fn families() -> String {
    match CHOSEN.get() {
        Some(chosen) => format!(
            "'{}', {FAMILIES}",
            chosen.family.replace(['\'', '"', '&', '<'], "")
        ),
        None => FAMILIES.to_owned(),
    }
}

/// Largest width of bold letters over that of regular ones.
#[must_use]
pub fn bold() -> f32 {
    CHOSEN.get().map_or(BOLD, |chosen| chosen.bold)
}

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
    if let Some(chosen) = CHOSEN.get() {
        return Arc::clone(&chosen.fonts);
    }
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

/// Width of a text set at `size`, in the unit of `size`, with kerning; sub- and superscripts count at their own smaller
/// sizes.
pub fn width(text: &str, size: f32) -> f32 {
    let widths = runs(text).map(|(level, run)| level.size() * advance(run));
    size * widths.sum::<f32>()
}

/// Width of a run of letters at one level, in units of their size.
fn advance(text: &str) -> f32 {
    let Some(shipped) = &*FACE else {
        return FOREIGN * text.chars().count() as f32;
    };
    let Some(ChosenFont { face, .. }) = CHOSEN.get() else {
        return advance_in(shipped, text);
    };
    // Letters that the chosen font lacks are the shipped one's.
    let mut rest = text;
    let mut sum = 0.0;
    while let Some(first) = rest.chars().next() {
        let has = |c: char| face.glyph_index(c).is_some();
        let is_own = has(first);
        let end = rest.find(|c| has(c) != is_own).unwrap_or(rest.len());
        sum += advance_in(if is_own { face } else { shipped }, &rest[..end]);
        rest = &rest[end..];
    }
    sum
}

/// Width of a text set in a face, in units of its size.
fn advance_in(face: &Face, text: &str) -> f32 {
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
