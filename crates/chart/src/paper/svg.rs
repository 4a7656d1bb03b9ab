//! Paints a laid-out page as SVG.

use std::fmt::Write as _;

use super::{font::families, image, palette::Palette};
use crate::{
    Anchor, Density, Image, Marker, Points, hex,
    layout::{Dots, Frame, Ink, Label, Level, Look, PlacedShape, Stroke, Tint, runs},
};

/// Number of cells of a picture of densities per point of the plot, along each side.
const CELLS: f64 = 2.0;
/// Height of the middle of capital letters above the baseline, in heights of letters.
const MIDDLE: f32 = 0.364;
/// Line that a disc is drawn as for a PDF, in SVG's path syntax: a hundredth of a point long, since a path without any
/// extent is left out by krilla, and by some of a PDF's readers.
const DISC: &str = "h.01";

/// SVG that grows shape by shape.
pub struct Svg {
    palette: Palette,
    /// Draws discs as very short lines with round ends ([`DISC`]), which take far fewer bytes in a PDF. A stylesheet
    /// or a person who edits an SVG finds circles easier.
    short: bool,
    text: String,
    clips: usize,
}

impl Svg {
    pub fn new(palette: Palette, short: bool) -> Self {
        Self {
            palette,
            short,
            text: String::new(),
            clips: 0,
        }
    }

    /// Finishes the document of a `size` in CSS pixels and in points of the layout, with `head` before its shapes.
    pub fn finish(self, size: [f64; 2], points: [f64; 2], head: &str) -> String {
        let ([width, height], [across, down]) = (size, points);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {across:.3} {down:.3}" font-family="{}">{head}{}</svg>"#,
            short(width),
            short(height),
            families(),
            self.text
        )
    }

    /// Draws a group whose origin is at a place.
    pub fn group(&mut self, class: &str, [x, y]: [f64; 2], draw: impl FnOnce(&mut Self)) {
        // Writing to a String cannot fail.
        let _ = if [x, y] == [0.0; 2] {
            write!(self.text, r#"<g class="{class}">"#)
        } else {
            write!(
                self.text,
                r#"<g class="{class}" transform="translate({x:.2},{y:.2})">"#
            )
        };
        draw(self);
        self.text.push_str("</g>");
    }

    /// Draws a group that is clipped to a plot.
    pub fn clipped(&mut self, [width, height]: [f64; 2], draw: impl FnOnce(&mut Self)) {
        self.clips += 1;
        let id = format!("plot{}", self.clips);
        let _ = write!(
            self.text,
            r#"<clipPath id="{id}"><rect x="0" y="0" width="{width:.2}" height="{height:.2}"/></clipPath><g class="marks" clip-path="url(#{id})">"#
        );
        draw(self);
        self.text.push_str("</g>");
    }

    pub fn shapes(&mut self, shapes: &[PlacedShape], frame: &Frame) {
        for shape in shapes {
            self.shape(shape, frame);
        }
    }

    fn shape(&mut self, shape: &PlacedShape, frame: &Frame) {
        match shape {
            PlacedShape::Dots(dots) => self.dots(dots, frame),
            PlacedShape::Image { image, ends, .. } => self.image(image, *ends, frame),
            PlacedShape::Line { xy, stroke } => {
                let stroke = self.stroke(stroke);
                let _ = write!(self.text, r#"<path d="{}" fill="none"{stroke}/>"#, path(xy));
            }
            PlacedShape::Polygon { xy, fill } => {
                let fill = self.fill(*fill);
                let _ = write!(self.text, r#"<path d="{}Z"{fill}/>"#, path(xy));
            }
            PlacedShape::Rect { ends, fill } => {
                let [x, y, right, bottom] = *ends;
                let fill = self.fill(*fill);
                let _ = write!(
                    self.text,
                    r#"<rect x="{x:.2}" y="{y:.2}" width="{:.2}" height="{:.2}"{fill}/>"#,
                    right - x,
                    bottom - y
                );
            }
            PlacedShape::Sign {
                marker,
                center,
                radius,
                fill,
                rim,
            } => {
                let mut paint = self.fill(*fill);
                if let Some(rim) = rim {
                    paint += &self.stroke(rim);
                } else if *marker == Marker::Ring {
                    paint = self.ring(*fill, *radius);
                }
                self.marker(*marker, *center, *radius, &paint);
            }
            PlacedShape::Label(label) => self.label(label),
        }
    }

    /// Draws a dot with the attributes of its paint.
    fn marker(&mut self, marker: Marker, center: [f32; 2], radius: f32, paint: &str) {
        let corners = corners(marker, center, radius);
        if !corners.is_empty() {
            let _ = write!(self.text, r#"<path d="{}Z"{paint}/>"#, path(&corners));
            return;
        }
        let [x, y] = center;
        let radius = match marker {
            Marker::Ring => radius * f32::midpoint(Marker::RING[0], Marker::RING[1]),
            _ => radius,
        };
        let _ = write!(
            self.text,
            r#"<circle cx="{x:.2}" cy="{y:.2}" r="{radius:.2}"{paint}/>"#
        );
    }

    /// Attributes of a ring for a dot of some radius.
    fn ring(&self, ink: Ink, radius: f32) -> String {
        let stroke = Stroke {
            width: ring_width(radius),
            dashes: &[],
            ink,
        };
        format!(r#" fill="none"{}"#, self.stroke(&stroke))
    }

    fn dots(&mut self, dots: &Dots, frame: &Frame) {
        let points = dots.points;
        if let Some(pictures) = &points.pictures {
            self.pictures(dots, pictures, frame);
            return;
        }
        let cells = frame.size.map(|side| (CELLS * side) as usize);
        let palette = &self.palette;
        let density = Density::of(points, frame.ranges, cells, |paint| {
            palette.rgb(Tint::Paint(paint))
        });
        if let Some(density) = &density {
            let [width, height] = frame.size.map(|side| side as f32);
            self.text += &image::veil(&density.rgba, density.columns, [0.0, 0.0, width, height]);
        }
        let is_single = |dot: usize| match &density {
            Some(density) => density.leaves_out(points.emphasis(dot)),
            None => true,
        };
        let _ = write!(self.text, r#"<g class="dots">"#);
        // Neighbours that look alike share an element.
        let mut run: Option<(Marker, f32, String)> = None;
        for (dot, radius, look) in dots.shapes().filter(|(dot, ..)| is_single(*dot)) {
            let at = frame.place(points.xy[dot]);
            if !is_near(at, radius, frame) {
                continue;
            }
            let ink = hex(match look {
                Look::Halo(_) => self.palette.surface,
                Look::Outline(_) => self.palette.rgb(Tint::Paint(crate::Paint::Ink)),
                Look::Colour(paint, haze) => self.palette.hazy(paint, haze),
            });
            let next = (points.marker(dot), radius, ink);
            if run.as_ref() != Some(&next) {
                self.end_run(run.as_ref());
                self.begin_run(&next);
            }
            self.dot(&next, at);
            run = Some(next);
        }
        self.end_run(run.as_ref());
        self.text.push_str("</g>");
    }

    fn begin_run(&mut self, (marker, radius, ink): &(Marker, f32, String)) {
        let _ = match marker {
            Marker::Disc if self.short => write!(
                self.text,
                r#"<path stroke="{ink}" stroke-width="{:.2}" stroke-linecap="round" d=""#,
                2.0 * radius
            ),
            Marker::Disc => write!(self.text, r#"<g fill="{ink}">"#),
            Marker::Ring => write!(
                self.text,
                r#"<g fill="none" stroke="{ink}" stroke-width="{:.2}">"#,
                ring_width(*radius)
            ),
            _ => write!(self.text, r#"<path fill="{ink}" d=""#),
        };
    }

    fn dot(&mut self, (marker, radius, _): &(Marker, f32, String), [x, y]: [f32; 2]) {
        let _ = match marker {
            Marker::Disc if self.short => write!(self.text, "M{x:.2},{y:.2}{DISC}"),
            Marker::Disc | Marker::Ring => {
                self.marker(*marker, [x, y], *radius, "");
                Ok(())
            }
            _ => write!(self.text, "{}Z", path(&corners(*marker, [x, y], *radius))),
        };
    }

    fn end_run(&mut self, run: Option<&(Marker, f32, String)>) {
        self.text.push_str(match run {
            None => "",
            Some((Marker::Disc, ..)) if self.short => r#""/>"#,
            Some((Marker::Disc | Marker::Ring, ..)) => "</g>",
            Some(_) => r#""/>"#,
        });
    }

    /// Draws the pictures of rows in place of dots, in the colours of the dots.
    fn pictures(&mut self, dots: &Dots, pictures: &crate::Pictures, frame: &Frame) {
        let Points { xy, rows, .. } = dots.points;
        let [across, down] = pictures.size().map(|side| side as f32);
        for (dot, radius, look) in dots.shapes() {
            let side = dots.picture * dots.points.look(dot).size / across.max(down);
            let [x, y] = frame.place(xy[dot]);
            if !is_near([x, y], dots.picture.max(radius), frame) {
                continue;
            }
            let half = [side * across / 2.0, side * down / 2.0];
            let ends = |by: f32| {
                [
                    x - half[0] - by,
                    y - half[1] - by,
                    x + half[0] + by,
                    y + half[1] + by,
                ]
            };
            match look {
                Look::Halo(_) => {}
                Look::Outline(_) => {
                    let ink = Ink::of(Tint::Text, 1.0);
                    let surface = Ink::of(Tint::Surface, 1.0);
                    for (ends, fill) in [(ends(Dots::FRAME), ink), (ends(0.0), surface)] {
                        self.shape(&PlacedShape::Rect { ends, fill }, frame);
                    }
                }
                Look::Colour(paint, haze) => {
                    let rgb = self.palette.hazy(paint, haze);
                    let shades = pictures.shades(rows[dot]);
                    self.text += &image::stencil(shades, pictures.size()[0], rgb, ends(0.0));
                }
            }
        }
    }

    /// Draws an image: its bands as polygons where it has levels, else its cells as one embedded picture.
    fn image(&mut self, image: &Image, ends: [f32; 4], frame: &Frame) {
        if image.levels.is_empty() {
            let palette = &self.palette;
            self.text += &image::embedded(image, ends, |paint| palette.rgb(Tint::Paint(paint)));
            return;
        }
        self.text.push_str(r#"<g class="bands">"#);
        for (paint, xy) in image.bands() {
            let fill = self.fill(Ink::of(Tint::Paint(paint), 1.0));
            let xy: Vec<[f32; 2]> = xy.into_iter().map(|xy| frame.place(xy)).collect();
            let _ = write!(self.text, r#"<path d="{}Z"{fill}/>"#, path(&xy));
        }
        self.text.push_str("</g>");
    }

    fn label(&mut self, label: &Label) {
        let Label {
            text,
            at: [x, y],
            anchor,
            size,
            ink,
            bold,
            turned,
            class,
        } = label;
        let below = MIDDLE * size;
        let place = if *turned {
            format!(
                r#"transform="translate({:.2},{y:.2}) rotate(-90)" x="0" y="0""#,
                x + below
            )
        } else {
            format!(r#"x="{x:.2}" y="{:.2}""#, y + below)
        };
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if *bold { r#" font-weight="600""# } else { "" };
        let fill = self.fill(*ink);
        let _ = write!(
            self.text,
            r#"<text class="{class}" {place} text-anchor="{anchor}" font-size="{}"{weight}{fill}>"#,
            short(f64::from(*size))
        );
        let mut dropped = 0.0;
        for (level, run) in runs(text) {
            let run = escaped(run);
            let by = level.drop() - dropped;
            dropped = level.drop();
            let _ = if level == Level::Bold {
                let by = short(f64::from(by * size));
                write!(
                    self.text,
                    r#"<tspan dy="{by}" font-weight="600">{run}</tspan>"#
                )
            } else if by == 0.0 {
                write!(self.text, "{run}")
            } else {
                let [by, size] = [by, level.size()].map(|it| short(f64::from(it * size)));
                write!(
                    self.text,
                    r#"<tspan dy="{by}" font-size="{size}">{run}</tspan>"#
                )
            };
        }
        self.text.push_str("</text>");
    }

    fn fill(&self, ink: Ink) -> String {
        self.attribute("fill", ink)
    }

    fn stroke(&self, stroke: &Stroke) -> String {
        let mut text = self.attribute("stroke", stroke.ink);
        let _ = write!(
            text,
            r#" stroke-width="{}""#,
            short(f64::from(stroke.width))
        );
        if !stroke.dashes.is_empty() {
            let dashes: Vec<String> = stroke.dashes.iter().map(f32::to_string).collect();
            let _ = write!(text, r#" stroke-dasharray="{}""#, dashes.join(" "));
        }
        text
    }

    fn attribute(&self, name: &str, Ink { tint, opacity }: Ink) -> String {
        let mut text = format!(r#" {name}="{}""#, hex(self.palette.rgb(tint)));
        if opacity < 1.0 {
            let _ = write!(text, r#" {name}-opacity="{}""#, short(f64::from(opacity)));
        }
        text
    }
}

/// Returns true where a dot of some radius reaches into the plot.
fn is_near([x, y]: [f32; 2], radius: f32, frame: &Frame) -> bool {
    let reach = Marker::REACH * radius;
    let [width, height] = frame.size.map(|side| side as f32);
    (-reach..=width + reach).contains(&x) && (-reach..=height + reach).contains(&y)
}

/// Corners of a dot at a place; none where it is round.
fn corners(marker: Marker, [x, y]: [f32; 2], radius: f32) -> Vec<[f32; 2]> {
    let corners = marker.corners().iter();
    let corners = corners.map(|[dx, dy]| [x + radius * dx, y + radius * dy]);
    corners.collect()
}

/// Width of the line of a ring for a dot of some radius.
fn ring_width(radius: f32) -> f32 {
    let [outer, inner] = Marker::RING;
    radius * (outer - inner)
}

/// Path through corners in SVG's syntax, not closed.
fn path(xy: &[[f32; 2]]) -> String {
    let mut text = String::with_capacity(14 * xy.len());
    for (i, [x, y]) in xy.iter().enumerate() {
        let _ = write!(text, "{}{x:.2},{y:.2}", if i == 0 { 'M' } else { 'L' });
    }
    text
}

/// Text of a number with at most three decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text for an XML document: signs of its syntax are escaped, and characters that it cannot hold become blanks.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write them.
            c if c.is_control() => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
