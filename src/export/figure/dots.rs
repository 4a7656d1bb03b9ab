//! Dots of a figure: shapes one by one, a density where they are too many, the pictures that rows may be, and pins.

use kuva::{
    plot::{MarkerShape, ScatterPlot},
    render::{color::Color, layout::ComputedLayout, render::Primitive},
};

use super::{
    image,
    marks::{Medium, OVERLAP},
    style::Style,
};
use crate::{
    data::Pictures,
    view::{Density, Emphasis, Layer, Mark, Marker, Paint, Pin, Points, Ranges},
};

/// How far the outline of a selected dot goes beyond it.
const OUTLINE: f64 = 0.9;
/// How wide the rim of a ring is.
const RIM: f64 = 0.9;
/// Cells of a density along a unit of the figure.
const CELLS: f64 = 2.0;
/// Of a disc with the area of a pin.
const PIN_RADIUS: f64 = 4.5;

/// A layer's shapes of one kind: where they are, how large and in which colour.
#[derive(Default)]
struct Shapes {
    xy: Vec<(f64, f64)>,
    sizes: Vec<f64>,
    colors: Vec<String>,
}

/// kuva draws one shape after the other, which would hide the classes of the first shape below those
/// of the last; so dots of several shapes are drawn in so many turns.
const TURNS: usize = 16;

/// The dots that are too many to be drawn one by one, of those marks that have some.
pub(super) fn crowds(
    marks: &[Mark],
    ranges: Ranges,
    layout: &ComputedLayout,
    style: &Style,
) -> Vec<Option<Density>> {
    let cells = [layout.plot_width(), layout.plot_height()].map(|side| (CELLS * side) as usize);
    let crowd = |mark: &Mark| match mark {
        Mark::Points(points) if points.pictures.is_none() => {
            Density::of(points, ranges, cells, |paint| style.rgb(paint))
        }
        _ => None,
    };
    marks.iter().map(crowd).collect()
}

/// A density as large as the plot.
pub(super) fn crowd(
    density: &Density,
    layout: &ComputedLayout,
    style: &Style,
    medium: Medium,
) -> Vec<Primitive> {
    let corner = [layout.margin_left, layout.margin_top];
    let size = [layout.plot_width(), layout.plot_height()];
    let columns = density.columns;
    if medium == Medium::Vector {
        return image::veil(&density.rgba, columns, corner, size);
    }
    let side = 1.0 / CELLS;
    let seen = density.rgba.iter().enumerate();
    let seen = seen.filter(|(_, [.., opacity])| *opacity > 0);
    let (mut x, mut y, mut fills) = (vec![], vec![], vec![]);
    for (i, [r, g, b, opacity]) in seen {
        x.push(corner[0] + side * (i % columns) as f64);
        y.push(corner[1] + side * (i / columns) as f64);
        fills.push(Color::from(style.seen([*r, *g, *b], *opacity)));
    }
    vec![Primitive::RectBatch {
        w: vec![side + OVERLAP; x.len()],
        h: vec![side + OVERLAP; x.len()],
        x,
        y,
        fills,
    }]
}

/// Smaller dots where there are more of them; none of those that are drawn as a density.
pub(super) fn scatter(
    points: &Points,
    crowd: Option<&Density>,
    style: &Style,
) -> impl Iterator<Item = ScatterPlot> {
    let radius = 3.0 * (150.0 / points.xy.len().max(1) as f64).powf(0.25);
    let radius = radius.clamp(0.8, 3.0);
    // Behind selected dots lie the outlines of all of them, and behind those all other dots.
    let mut layers: [[Shapes; Marker::ALL.len()]; TURNS + 2] = Default::default();
    let turn = |dot: usize| match points.markers {
        Some(_) => dot * TURNS / points.xy.len(),
        None => 0,
    };
    for (dot, layer) in points.layers() {
        if crowd.is_some_and(|crowd| !crowd.leaves_out(points.emphasis(dot))) {
            continue;
        }
        let [x, y] = points.xy[dot];
        let look = points.look(dot);
        let radius = radius * f64::from(look.size);
        let (height, radius, color) = match layer {
            Layer::Outline => (TURNS, radius + OUTLINE, style.paint(Paint::Ink)),
            Layer::Dot => {
                let is_selected = points.emphasis(dot) == Emphasis::Selected;
                let color = style.hazy(points.paints[dot], look.haze);
                let height = if is_selected { TURNS + 1 } else { turn(dot) };
                (height, radius, color)
            }
        };
        let marker = points.marker(dot);
        let kind = Marker::ALL.iter().position(|m| *m == marker);
        let shapes = &mut layers[height][kind.unwrap_or(0)];
        shapes.xy.push((x, y));
        shapes.sizes.push(radius * size_of(marker));
        shapes.colors.push(color);
    }
    layers.into_iter().flat_map(|kinds| {
        let kinds = kinds.into_iter().zip(Marker::ALL);
        let kinds = kinds.filter(|(shapes, _)| !shapes.xy.is_empty());
        kinds.map(|(shapes, marker)| {
            let dots = ScatterPlot::new()
                .with_data(shapes.xy)
                .with_sizes(shapes.sizes)
                .with_colors(shapes.colors)
                .with_marker(kuva_marker(marker));
            match marker {
                Marker::Ring => dots.with_marker_opacity(0.0).with_marker_stroke_width(RIM),
                _ => dots.with_marker_opacity(0.9),
            }
        })
    })
}

fn kuva_marker(marker: Marker) -> MarkerShape {
    match marker {
        Marker::Disc | Marker::Ring => MarkerShape::Circle,
        Marker::Square => MarkerShape::Square,
        Marker::Triangle => MarkerShape::Triangle,
        Marker::Diamond => MarkerShape::Diamond,
        Marker::TriangleDown => MarkerShape::TriangleDown,
    }
}

/// kuva's size of a shape with the area of a disc of radius 1.
fn size_of(marker: Marker) -> f64 {
    match marker {
        Marker::Disc => 1.0,
        Marker::Ring => 1.2,
        Marker::Square => 0.89,
        Marker::Triangle | Marker::TriangleDown => 1.36,
        Marker::Diamond => 0.96,
    }
}

/// The pictures that rows are, in the colours of their dots. In a raster they are cells, as maps are.
pub(super) fn pictures(
    points: &Points,
    pictures: &Pictures,
    layout: &ComputedLayout,
    style: &Style,
    medium: Medium,
) -> Vec<Primitive> {
    /// Shades that are nearly nothing need no cell.
    const FAINT: u8 = 16;
    let [columns, rows] = pictures.size();
    let area = layout.plot_width() * layout.plot_height() / 3.0;
    let longer = (area / points.xy.len().max(1) as f64).sqrt();
    let cell = longer.clamp(6.0, 28.0) / columns.max(rows) as f64;
    let size = [cell * columns as f64, cell * rows as f64];
    let mut elements = Vec::new();
    let (mut x, mut y, mut fills) = (vec![], vec![], vec![]);
    for (dot, layer) in points.layers() {
        let [left, top] = [
            layout.map_x(points.xy[dot][0]) - size[0] / 2.0,
            layout.map_y(points.xy[dot][1]) - size[1] / 2.0,
        ];
        let (paint, haze) = (points.paints[dot], points.look(dot).haze);
        let shades = pictures.shades(points.rows[dot]);
        match (layer, medium) {
            (Layer::Outline, _) => elements.push(Primitive::Rect {
                x: left - OUTLINE,
                y: top - OUTLINE,
                width: size[0] + 2.0 * OUTLINE,
                height: size[1] + 2.0 * OUTLINE,
                fill: Color::from(&style.background),
                stroke: Some(Color::from(style.paint(Paint::Ink))),
                stroke_width: Some(OUTLINE),
                opacity: None,
            }),
            (Layer::Dot, Medium::Vector) => {
                let rgb = style.hazy_rgb(paint, haze);
                elements.extend(image::stencil(shades, columns, rgb, [left, top], size));
            }
            (Layer::Dot, Medium::Raster) => {
                for (i, shade) in shades.iter().enumerate().filter(|(_, s)| **s > FAINT) {
                    x.push(left + cell * (i % columns) as f64);
                    y.push(top + cell * (i / columns) as f64);
                    let faint = (1.0 - haze) * f32::from(*shade) / 255.0;
                    fills.push(Color::from(style.hazy(paint, 1.0 - faint)));
                }
            }
        }
    }
    if !fills.is_empty() {
        elements.push(Primitive::RectBatch {
            w: vec![cell; x.len()],
            h: vec![cell; x.len()],
            x,
            y,
            fills,
        });
    }
    elements
}

/// A pin: its shape on a larger one that parts it from the dots around.
pub(super) fn pin(pin: &Pin, style: &Style) -> [ScatterPlot; 2] {
    let shape = |radius: f64, paint| {
        ScatterPlot::new()
            .with_data([(pin.xy[0], pin.xy[1])])
            .with_size(radius * size_of(pin.marker))
            .with_color(style.paint(paint))
            .with_marker(kuva_marker(pin.marker))
    };
    let radius = f64::from(pin.size) * PIN_RADIUS;
    [
        shape(radius + OUTLINE, Paint::Ink),
        shape(radius, pin.paint),
    ]
}
