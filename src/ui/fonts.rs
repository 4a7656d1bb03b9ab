//! Shipped fonts: Inter with tabular figures, and the icons used. See `assets/fonts/README.md`.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily, FontTweak};

pub const SEMIBOLD: &str = "semibold";
pub const MEDIUM: &str = "medium";

/// Icons, by their name in Lucide.
pub mod icon {
    pub const FOLDER_OPEN: &str = "\u{e247}";
    pub const SAVE: &str = "\u{e14d}";
    pub const IMAGE: &str = "\u{e0f6}";
    pub const TABLE: &str = "\u{e17d}";
    pub const MAXIMIZE_2: &str = "\u{e113}";
    pub const MINIMIZE_2: &str = "\u{e11b}";
    pub const ELLIPSIS_VERTICAL: &str = "\u{e0b7}";
    pub const DICES: &str = "\u{e2c5}";
    pub const UNDO_2: &str = "\u{e2a1}";
    pub const REDO_2: &str = "\u{e2a0}";
    pub const DATABASE: &str = "\u{e0ad}";
    pub const SIGMA: &str = "\u{e201}";
    pub const EYE: &str = "\u{e0ba}";
    pub const CHECK: &str = "\u{e06c}";
    pub const TRIANGLE_ALERT: &str = "\u{e193}";
    pub const CIRCLE_CHECK: &str = "\u{e226}";
    pub const X: &str = "\u{e1b2}";
    pub const SEARCH: &str = "\u{e151}";
    pub const ROTATE_CCW: &str = "\u{e148}";
    pub const SCAN: &str = "\u{e257}";
    pub const LAYERS_2: &str = "\u{e52a}";
    pub const FILE_TEXT: &str = "\u{e0cc}";
    pub const HAND: &str = "\u{e1d7}";
    pub const SQUARE_DASHED: &str = "\u{e1cb}";
    pub const LASSO: &str = "\u{e1ce}";
    pub const EYE_OFF: &str = "\u{e0bb}";
    pub const COPY: &str = "\u{e09e}";
}

pub(super) fn definitions() -> FontDefinitions {
    // On a desktop egui's own fonts stay behind ours for scripts that Inter lacks, in a page those of the browser.
    let mut fonts = FontDefinitions::default();
    let mut add = |name: &str, bytes: &'static [u8], tweak: FontTweak| {
        let data = FontData::from_static(bytes).tweak(tweak);
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
    };
    add("inter", assets::REGULAR, FontTweak::default());
    add(MEDIUM, assets::MEDIUM, FontTweak::default());
    add(SEMIBOLD, assets::SEMIBOLD, FontTweak::default());
    add(
        "icons",
        assets::ICONS,
        FontTweak {
            y_offset_factor: 0.08,
            ..FontTweak::default()
        },
    );

    let fallback = fonts.families.get(&FontFamily::Proportional);
    let fallback = fallback.cloned().unwrap_or_default();
    let mut family = |family: FontFamily, face: &str| {
        let mut faces = vec![face.to_owned(), "icons".to_owned()];
        faces.extend(fallback.iter().cloned());
        fonts.families.insert(family, faces);
    };
    family(FontFamily::Proportional, "inter");
    family(FontFamily::Monospace, "inter");
    family(FontFamily::Name(MEDIUM.into()), MEDIUM);
    family(FontFamily::Name(SEMIBOLD.into()), SEMIBOLD);
    fonts
}
