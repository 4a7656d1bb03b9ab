//! Design tokens: colours, spacing, type, in one table. Nothing else in `ui` names a colour.

use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Id, Margin, RichText, Shadow, Stroke,
    Style, TextStyle, Ui, Vec2, Visuals,
    style::{
        HandleShape, ScrollAnimation, ScrollStyle, Selection, TextCursorStyle, WidgetVisuals,
        Widgets,
    },
};

use super::fonts;
use chart::{Tone, layout::LETTER};

/// Distance between parts of one thing, in points; all distances are multiples of four.
pub const GAP: f32 = 4.0;
/// Distance between things of one group, in points.
pub const SPACE: f32 = 8.0;
/// Distance between groups, in points.
pub const SECTION: f32 = 16.0;
/// Height in points of a row of controls under a mouse; [`row`] gives the height also under fingers.
pub const ROW: f32 = 24.0;
/// Height in points of a row of controls under fingers: at least the 24 of WCAG 2.2 (2.5.8), and nearly the 44 of
/// 2.5.5.
const FINGER: f32 = 40.0;
/// Distance from a control, in points, within which a finger meets it where nothing else is nearer: the name of an axis,
/// 15 points high, is then met like a row.
const FINGER_REACH: f32 = 13.0;
/// Distance in points from a line between two panels, within which the pointer grabs it.
pub const GRAB: f32 = 3.0;
/// Opacity, from 0 to 1, of a plot that does not show a change yet: pale at a glance, and still legible.
pub const STALE: f32 = 0.4;
/// Height of a panel's title bar and of the menu bar, in points.
pub const BAR: f32 = 32.0;
/// Radius of corners, in points.
pub const RADIUS: u8 = 4;

/// Size of small print, in points.
pub const SMALL: f32 = LETTER;
/// Size of the texts of controls, in points.
pub const BODY: f32 = 13.0;
/// Size of running text, such as a lesson's, in points.
pub const READING: f32 = 14.5;
/// Size of formulas, in points.
pub const FORMULA: f32 = 14.0;
/// Size of headings, in points.
pub const HEADING: f32 = 17.0;
/// Size of an icon that stands alone, in points.
pub const ICON: f32 = 15.0;

/// Colours of one theme. The data are the only saturated thing besides `accent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tokens {
    /// Background of the side panel and of bars.
    pub surface: Color32,
    /// Background of the data.
    pub plot: Color32,
    /// Background of menus, tooltips and dialogs.
    pub raised: Color32,
    /// Background of buttons and fields at rest.
    pub control: Color32,
    /// Background of buttons and fields under the pointer.
    pub control_hovered: Color32,
    /// Background of buttons and fields while pressed.
    pub control_active: Color32,
    /// Thin lines between areas.
    pub line: Color32,
    pub grid: Color32,
    pub text: Color32,
    pub text_strong: Color32,
    pub text_weak: Color32,
    pub accent: Color32,
    /// Background of selected items; also the filled part of a slider.
    pub selected: Color32,
    pub selected_text: Color32,
    pub error: Color32,
    pub warning: Color32,
    pub success: Color32,
    pub shadow: Color32,
}

const DARK: Tokens = Tokens {
    surface: Color32::from_rgb(0x17, 0x1a, 0x1d),
    plot: Color32::from_rgb(0x0f, 0x11, 0x13),
    raised: Color32::from_rgb(0x1f, 0x23, 0x26),
    control: Color32::from_rgb(0x27, 0x2c, 0x30),
    control_hovered: Color32::from_rgb(0x32, 0x38, 0x3d),
    control_active: Color32::from_rgb(0x3d, 0x44, 0x4a),
    line: Color32::from_rgb(0x2a, 0x2f, 0x33),
    grid: Color32::from_rgb(0x1e, 0x22, 0x25),
    text: Color32::from_rgb(0xc9, 0xd1, 0xd6),
    text_strong: Color32::from_rgb(0xf1, 0xf4, 0xf6),
    text_weak: Color32::from_rgb(0x8b, 0x96, 0x9e),
    accent: Color32::from_rgb(0x6c, 0xa8, 0xff),
    selected: Color32::from_rgb(0x2b, 0x53, 0x8c),
    selected_text: Color32::from_rgb(0xee, 0xf4, 0xff),
    error: Color32::from_rgb(0xff, 0x8a, 0x80),
    warning: Color32::from_rgb(0xe6, 0xb4, 0x50),
    success: Color32::from_rgb(0x6f, 0xc2, 0x88),
    shadow: Color32::from_black_alpha(120),
};

const LIGHT: Tokens = Tokens {
    surface: Color32::from_rgb(0xf6, 0xf7, 0xf8),
    plot: Color32::from_rgb(0xff, 0xff, 0xff),
    raised: Color32::from_rgb(0xff, 0xff, 0xff),
    control: Color32::from_rgb(0xe8, 0xeb, 0xed),
    control_hovered: Color32::from_rgb(0xdd, 0xe1, 0xe5),
    control_active: Color32::from_rgb(0xd0, 0xd6, 0xdb),
    line: Color32::from_rgb(0xdd, 0xe1, 0xe4),
    grid: Color32::from_rgb(0xee, 0xf0, 0xf2),
    text: Color32::from_rgb(0x33, 0x3a, 0x40),
    text_strong: Color32::from_rgb(0x12, 0x16, 0x1a),
    text_weak: Color32::from_rgb(0x66, 0x70, 0x78),
    accent: Color32::from_rgb(0x1a, 0x62, 0xd6),
    selected: Color32::from_rgb(0xb9, 0xd3, 0xfa),
    selected_text: Color32::from_rgb(0x0b, 0x35, 0x78),
    error: Color32::from_rgb(0xc4, 0x2b, 0x1c),
    warning: Color32::from_rgb(0x8a, 0x5a, 0x00),
    success: Color32::from_rgb(0x1a, 0x7f, 0x37),
    shadow: Color32::from_black_alpha(40),
};

/// Colours for a lecture room, where a projector washes everything out that is not black or white.
const LECTURE_DARK: Tokens = Tokens {
    surface: Color32::BLACK,
    plot: Color32::BLACK,
    line: Color32::from_rgb(0x6b, 0x74, 0x7b),
    grid: Color32::from_rgb(0x2c, 0x31, 0x35),
    text: Color32::WHITE,
    text_strong: Color32::WHITE,
    text_weak: Color32::from_rgb(0xd6, 0xdc, 0xe0),
    ..DARK
};

const LECTURE_LIGHT: Tokens = Tokens {
    surface: Color32::WHITE,
    plot: Color32::WHITE,
    line: Color32::from_rgb(0x7c, 0x85, 0x8c),
    grid: Color32::from_rgb(0xdf, 0xe3, 0xe6),
    text: Color32::BLACK,
    text_strong: Color32::BLACK,
    text_weak: Color32::from_rgb(0x2b, 0x31, 0x36),
    ..LIGHT
};

impl Tokens {
    #[must_use]
    pub fn of(visuals: &Visuals) -> Self {
        let (usual, lecture) = match tone(visuals) {
            Tone::Dark => (DARK, LECTURE_DARK),
            Tone::Light => (LIGHT, LECTURE_LIGHT),
        };
        if visuals.panel_fill == lecture.surface {
            lecture
        } else {
            usual
        }
    }
}

/// Tone of the data colours for these visuals.
#[must_use]
pub fn tone(visuals: &Visuals) -> Tone {
    if visuals.dark_mode {
        Tone::Dark
    } else {
        Tone::Light
    }
}

/// Circumstances under which a window is looked at and worked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// True in a lecture room, whose projector needs more contrast.
    pub lecture: bool,
    /// True for a user who wants less motion.
    pub still: bool,
    /// True where the window is used with fingers.
    pub touched: bool,
}

/// Installs both themes for the circumstances.
pub fn install_style(ctx: &Context, circumstances: Circumstances) {
    let (dark, light) = if circumstances.lecture {
        (&LECTURE_DARK, &LECTURE_LIGHT)
    } else {
        (&DARK, &LIGHT)
    };
    for (theme, base, tokens) in [
        (egui::Theme::Dark, Visuals::dark(), dark),
        (egui::Theme::Light, Visuals::light(), light),
    ] {
        ctx.set_style_of(theme, style(&base, tokens, circumstances));
    }
    ctx.data_mut(|data| data.insert_temp(still_id(), circumstances.still));
}

fn still_id() -> Id {
    Id::unique("nothing moves by itself")
}

/// Height of a row of controls, in points.
pub fn row(ui: &Ui) -> f32 {
    ui.spacing().interact_size.y
}

/// Height in points of a bar of controls: a row and its margins.
pub fn bar(ui: &Ui) -> f32 {
    row(ui) + BAR - ROW
}

/// Returns true where nothing is to move by itself.
pub fn is_still(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(still_id()).unwrap_or_default())
}

/// Installs fonts and both themes.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts::definitions());
    install_style(ctx, Circumstances::default());
    // The zoom shortcuts are commands of ours.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// Heading within a panel.
pub fn semibold(text: impl Into<String>) -> RichText {
    RichText::new(text).family(FontFamily::Name(fonts::SEMIBOLD.into()))
}

pub fn small(text: impl Into<String>) -> RichText {
    RichText::new(text).size(SMALL)
}

fn style(base: &Visuals, tokens: &Tokens, circumstances: Circumstances) -> Style {
    let mut style = Style {
        visuals: visuals(base, tokens),
        ..Style::default()
    };
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, proportional(SMALL)),
        (TextStyle::Body, proportional(BODY)),
        (TextStyle::Button, proportional(BODY)),
        (TextStyle::Monospace, proportional(BODY)),
        (
            TextStyle::Heading,
            FontId::new(HEADING, FontFamily::Name(fonts::SEMIBOLD.into())),
        ),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Body;
    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(SPACE, GAP);
    spacing.button_padding = Vec2::new(SPACE, 3.0);
    spacing.interact_size = Vec2::new(ROW, ROW);
    spacing.menu_margin = Margin::same(4);
    spacing.window_margin = Margin::same(16);
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 8.0;
    spacing.icon_spacing = 6.0;
    spacing.slider_rail_height = 3.0;
    spacing.combo_height = 480.0;
    spacing.default_area_size = Vec2::new(600.0, 600.0);
    spacing.tooltip_width = 320.0;
    spacing.menu_width = 320.0;
    spacing.scroll = ScrollStyle::thin();
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.animation_time = 0.08;
    if circumstances.still {
        style.animation_time = 0.0;
        style.scroll_animation = ScrollAnimation::none();
    }
    if circumstances.touched {
        style.spacing.interact_size = Vec2::splat(FINGER);
        style.interaction.interact_radius = FINGER_REACH;
    }
    style
}

fn visuals(base: &Visuals, tokens: &Tokens) -> Visuals {
    let widget = |fill: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::NONE,
        corner_radius: CornerRadius::same(RADIUS),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let shadow = Shadow {
        offset: [0, 4],
        blur: 16,
        spread: 0,
        color: tokens.shadow,
    };
    Visuals {
        widgets: Widgets {
            noninteractive: WidgetVisuals {
                bg_stroke: Stroke::new(1.0, tokens.line),
                ..widget(tokens.surface, tokens.text)
            },
            inactive: widget(tokens.control, tokens.text),
            hovered: widget(tokens.control_hovered, tokens.text_strong),
            active: widget(tokens.control_active, tokens.text_strong),
            open: widget(tokens.control_hovered, tokens.text_strong),
        },
        selection: Selection {
            bg_fill: tokens.selected,
            stroke: Stroke::new(1.0, tokens.selected_text),
        },
        hyperlink_color: tokens.accent,
        weak_text_color: Some(tokens.text_weak),
        faint_bg_color: tokens.surface,
        extreme_bg_color: tokens.plot,
        text_edit_bg_color: Some(tokens.control),
        code_bg_color: tokens.control,
        warn_fg_color: tokens.warning,
        error_fg_color: tokens.error,
        window_corner_radius: CornerRadius::same(8),
        window_shadow: shadow,
        window_fill: tokens.raised,
        window_stroke: Stroke::new(1.0, tokens.line),
        menu_corner_radius: CornerRadius::same(6),
        panel_fill: tokens.surface,
        popup_shadow: shadow,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Circle,
        // A caret that blinks would have the whole window drawn twice a second.
        text_cursor: TextCursorStyle {
            blink: false,
            ..base.text_cursor.clone()
        },
        striped: false,
        ..base.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast ratio of two colours by their relative luminance, as WCAG 2.2 defines them.
    fn contrast(a: Color32, b: Color32) -> f32 {
        let luminance = |c: Color32| {
            let channel = |v: u8| {
                let v = f32::from(v) / 255.0;
                if v <= 0.04045 {
                    v / 12.92
                } else {
                    ((v + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * channel(c.r()) + 0.7152 * channel(c.g()) + 0.0722 * channel(c.b())
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn a_lecture_room_has_colours_of_its_own() {
        for (base, tokens) in [
            (Visuals::dark(), LECTURE_DARK),
            (Visuals::light(), LECTURE_LIGHT),
        ] {
            assert_eq!(Tokens::of(&visuals(&base, &tokens)), tokens);
            assert!(contrast(tokens.text_weak, tokens.plot) >= 12.0);
        }
        for (base, tokens) in [(Visuals::dark(), DARK), (Visuals::light(), LIGHT)] {
            assert_eq!(Tokens::of(&visuals(&base, &tokens)), tokens);
        }
    }

    #[test]
    fn text_is_readable_on_every_surface() {
        for tokens in [DARK, LIGHT, LECTURE_DARK, LECTURE_LIGHT] {
            for surface in [tokens.surface, tokens.plot, tokens.raised] {
                for text in [
                    tokens.text,
                    tokens.text_strong,
                    tokens.text_weak,
                    tokens.accent,
                    tokens.error,
                    tokens.warning,
                    tokens.success,
                ] {
                    assert!(
                        contrast(text, surface) >= 4.5,
                        "{text:?} on {surface:?}: {}",
                        contrast(text, surface)
                    );
                }
            }
            assert!(contrast(tokens.text, tokens.control) >= 4.5);
            assert!(contrast(tokens.selected_text, tokens.selected) >= 4.5);
        }
    }
}
