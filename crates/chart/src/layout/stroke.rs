//! Strokes of lines and the inks of all shapes.

use crate::{LineStyle, Paint};

/// Lengths of the dashes of dashed lines and, below, of lines of other styles, each dash with the gap after it, in
/// points.
const DASHES: [f32; 2] = [6.0, 4.0];
const POINTS: [f32; 2] = [1.5, 3.5];
const LONG_DASHES: [f32; 2] = [11.0, 3.5];
const DASHES_AND_DOTS: [f32; 4] = [8.0, 3.0, 1.5, 3.0];
const SHORT_DASHES: [f32; 2] = [3.5, 2.5];
const DASHES_AND_TWO_DOTS: [f32; 6] = [8.0, 3.0, 1.5, 2.0, 1.5, 3.0];
const FINE_DASHES: [f32; 2] = [4.0, 2.0];

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    pub width: f32,
    /// Lengths of dashes, each with the gap after it, in points; empty for a solid line.
    pub dashes: &'static [f32],
    pub ink: Ink,
}

/// Colour and its opacity, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ink {
    pub tint: Tint,
    pub opacity: f32,
}

/// Role of a colour on some surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tint {
    Paint(Paint),
    Surface,
    /// Titles and other text that must be read.
    Text,
    /// Ticks, names of axes, notes.
    Weak,
    /// Frames of plots.
    Line,
    Grid,
}

impl Ink {
    #[must_use]
    pub fn of(tint: Tint, opacity: f32) -> Self {
        Self { tint, opacity }
    }
}

impl Stroke {
    /// Solid line of some width.
    pub(super) fn solid(width: f32, ink: Ink) -> Self {
        Self {
            width,
            dashes: &[],
            ink,
        }
    }

    /// Solid line, one point wide.
    #[must_use]
    pub fn thin(tint: Tint) -> Self {
        Self::solid(1.0, Ink::of(tint, 1.0))
    }

    pub(super) fn styled(self, style: LineStyle) -> Self {
        let dashes: &[f32] = match style {
            LineStyle::Solid | LineStyle::Unjoined | LineStyle::Hairline => &[],
            LineStyle::FineDashed => &FINE_DASHES,
            LineStyle::Dashed => &DASHES,
            LineStyle::Dotted => &POINTS,
            LineStyle::LongDashed => &LONG_DASHES,
            LineStyle::DashDotted => &DASHES_AND_DOTS,
            LineStyle::ShortDashed => &SHORT_DASHES,
            LineStyle::DashDotDotted => &DASHES_AND_TWO_DOTS,
        };
        let styled = Self { dashes, ..self };
        match style {
            LineStyle::Hairline | LineStyle::FineDashed => Self {
                width: 0.5 * self.width,
                ink: Ink {
                    opacity: 0.6,
                    ..self.ink
                },
                ..styled
            },
            _ => styled,
        }
    }
}
