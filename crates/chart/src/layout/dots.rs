//! Sizes of dots, and of the pictures that rows may be.

use super::Frame;
use crate::{DotLook, Paint, Points};

/// Least and largest side of the pictures of rows, in points.
const PICTURE: [f32; 2] = [12.0, 44.0];

/// Dots of a mark, which are too many to be listed: a painter places them one by one by [`Frame::place`].
#[derive(Debug, Clone, Copy)]
pub struct Dots<'a> {
    /// Index of the mark in its chart.
    pub mark: usize,
    pub points: &'a Points,
    /// Radius of a usual dot, in points.
    pub radius: f32,
    /// Longer side of a row's picture, in points, where rows are pictures.
    pub picture: f32,
    /// Draws a rim in the surface's colour around dots on a map: else a dot is lost on a band of its own colour.
    pub halo: bool,
}

/// Shape that makes up a dot, with its look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Look {
    /// Rim of the surface's colour, wider than the dot by this many points.
    Halo(f32),
    /// Rim of ink, wider than the dot by this many points.
    Outline(f32),
    /// Dot itself, which loses a share of its colour to the surface.
    Colour(Paint, f32),
}

impl<'a> Dots<'a> {
    /// Width of the rim of ink around a selected dot, in points.
    const OUTLINE: f32 = 1.2;
    /// Width of the rim of the surface's colour around a dot on a map, in points.
    const HALO: f32 = 0.8;
    /// Width of the frame around a selected picture, in points.
    pub const FRAME: f32 = 1.5;

    pub(super) fn new(mark: usize, points: &'a Points, frame: &Frame, halo: bool) -> Self {
        let [width, height] = frame.sides();
        // Were pictures spread evenly, they would cover about a third of the plot.
        let share = (width * height / 3.0 / points.xy.len().max(1) as f32).sqrt();
        Self {
            mark,
            points,
            radius: radius(points.xy.len(), width.min(height)),
            picture: share.clamp(PICTURE[0], PICTURE[1]),
            halo,
        }
    }

    /// Shapes from back to front: the dot each belongs to, its radius and its look.
    pub fn shapes(&self) -> impl Iterator<Item = (usize, f32, Look)> {
        let points = self.points;
        points.layers().flat_map(move |(dot, layer)| {
            let DotLook { size, haze } = points.look(dot);
            let radius = self.radius * size;
            let is_selected = points.emphasis(dot) == crate::Emphasis::Selected;
            let halo = (self.halo && !is_selected).then_some((
                dot,
                radius + Self::HALO,
                Look::Halo(Self::HALO),
            ));
            let look = match layer {
                crate::DotLayer::Outline => {
                    (dot, radius + Self::OUTLINE, Look::Outline(Self::OUTLINE))
                }
                crate::DotLayer::Dot => (dot, radius, Look::Colour(points.paints[dot], haze)),
            };
            halo.into_iter().chain([look])
        })
    }
}

/// Radius of one of `count` dots in a plot whose shorter side is given: smaller where there are many, larger where
/// there is room.
fn radius(count: usize, side: f32) -> f32 {
    let room = (side / 320.0).clamp(0.8, 2.0).sqrt();
    let base = match count {
        0..=200 => 3.6,
        201..=700 => 3.0,
        701..=2000 => 2.5,
        2001..=6000 => 2.0,
        _ => 1.5,
    };
    base * room
}
