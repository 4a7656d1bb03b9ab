//! Choice among features that are pixels: the mean picture, where a click takes the pixel.

use std::sync::Arc;

use egui::{Id, Rect, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

use super::{
    album,
    explained::Explained,
    kept::kept,
    theme::{self, Tokens},
};
use tabular::Pictures;

/// Longer side of the grid, in points.
const SIDE: f32 = 192.0;

/// Cached mean of a table's pictures, which takes a pass over all of them.
#[derive(Clone)]
struct Mean {
    pictures: Arc<Pictures>,
    shades: Arc<[u8]>,
}

impl Mean {
    fn of(ui: &Ui, pictures: &Arc<Pictures>) -> Arc<[u8]> {
        let id = Id::unique("mean picture");
        let is_current = |mean: &Self| Arc::ptr_eq(&mean.pictures, pictures);
        let mean = kept(ui.ctx(), id, is_current, || Self {
            pictures: Arc::clone(pictures),
            shades: pictures.mean().into(),
        });
        mean.shades
    }
}

/// Draws the grid; returns the feature whose pixel was clicked.
pub(super) fn show(
    ui: &mut Ui,
    pictures: &Arc<Pictures>,
    names: &[String],
    current: usize,
) -> Option<usize> {
    let tokens = Tokens::of(ui.visuals());
    let [width, height] = pictures.size();
    let name = |feature: usize| names.get(feature).map_or("", String::as_str);
    ui.label(theme::small("A pixel of the mean picture").weak());
    let (grid, _) = ui.allocate_exact_size(album::size(pictures.size(), SIDE), Sense::hover());
    let shades = Mean::of(ui, pictures);
    album::paint(ui, grid, pictures.size(), &shades);
    let cell = grid.size() / vec2(width as f32, height as f32);
    let (mut picked, mut pointed) = (None, None);
    for (pixel, feature) in pictures.features().iter().enumerate() {
        let Some(feature) = *feature else { continue };
        let place = vec2((pixel % width) as f32, (pixel / width) as f32);
        let rect = Rect::from_min_size(grid.min + place * cell, cell);
        let response = ui.interact(rect, ui.scope_id().with(("pixel", pixel)), Sense::click());
        let chosen = feature == current;
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, name(feature)));
        let response = response.explained(&format!("Puts {} on this axis", name(feature)));
        if response.hovered() || response.has_focus() {
            pointed = Some((feature, rect));
        }
        if chosen {
            frame(ui, rect, tokens.accent);
        }
        if response.clicked() {
            picked = Some(feature);
        }
    }
    if let Some((_, rect)) = pointed {
        frame(ui, rect, tokens.text_strong);
    }
    ui.label(name(pointed.map_or(current, |(feature, _)| feature)));
    picked
}

fn frame(ui: &Ui, rect: Rect, color: egui::Color32) {
    let painter = ui.painter();
    painter.rect_stroke(
        rect.expand2(Vec2::splat(1.0)),
        1.0,
        (2.0, color),
        StrokeKind::Inside,
    );
}
