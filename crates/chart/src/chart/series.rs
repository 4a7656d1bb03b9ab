//! Signs besides colour that tell the series of a chart apart: dash patterns and dots of curves, hatches of bars.

use super::{Chart, Key, LineStyle, Mark, Paint};
use crate::{Marker, Tone, lightness, paint_rgb};

listed! {
    /// Pattern of lines over bars.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Hatch {
        #[default]
        Plain => "plain",
        Rising => "rising",
        Falling => "falling",
        Level => "level",
    }
    /// Name in messages.
    fn name
}

/// Sign of a series in a key, which is a piece of its curve or of its bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesSign {
    /// A line, with the dots on it if it has some.
    Line(LineStyle, Option<Marker>),
    Bar(Hatch),
}

/// Difference in lightness (CIE L*, of 100) from which two areas are told apart in greys: twice what Okabe and Ito's
/// neighbours differ by.
pub const APART_IN_GREY: f32 = 20.0;

impl Chart {
    /// Gives each series of the legend a pattern of its own, which the key then shows: dashes for curves; dots of
    /// different shapes where dashes already mean something else; hatches for bars of about the same lightness.
    pub fn tell_series_apart(&mut self) {
        let Key::Legend { entries, .. } = &self.key else {
            return;
        };
        let mut paints: Vec<Paint> = Vec::new();
        for (_, paint) in entries {
            if !paints.contains(paint) {
                paints.push(*paint);
            }
        }
        let curves: Vec<Paint> = self.with(&paints, |mark| curve(mark).map(|it| it.0));
        let bars: Vec<Paint> = self.with(&paints, |mark| match mark {
            Mark::Bars(bars) => Some(bars.paint),
            _ => None,
        });
        let of_curves =
            |mark: &&Mark| curve(mark).is_some_and(|(paint, _)| curves.contains(&paint));
        let mut styles = self.marks.iter().filter(of_curves).filter_map(curve);
        let has_dashes = styles.any(|(_, style)| style != LineStyle::Solid);
        let hatches = hatches(&bars);
        let mut signs = Vec::new();
        for mark in &mut self.marks {
            match mark {
                Mark::Line(line) if line.style.is_of_series() => {
                    let Some(place) = curves.iter().position(|paint| *paint == line.paint) else {
                        continue;
                    };
                    if curves.len() > 1 {
                        if !has_dashes {
                            line.style = LineStyle::OF_SERIES[place % LineStyle::OF_SERIES.len()];
                        } else if line.style != LineStyle::Dotted {
                            line.marker = Some(Marker::of_class(place));
                        }
                    }
                    let dots = line.dots.then(|| line.marker.unwrap_or_default());
                    let sign = SeriesSign::Line(line.style, line.marker.or(dots));
                    put(&mut signs, line.paint, sign);
                }
                Mark::Bars(bars) => {
                    let found = hatches.iter().find(|(paint, _)| *paint == bars.paint);
                    if let Some((paint, hatch)) = found {
                        bars.hatch = *hatch;
                        put(&mut signs, *paint, SeriesSign::Bar(*hatch));
                    }
                }
                _ => {}
            }
        }
        if let Key::Legend { signs: in_key, .. } = &mut self.key {
            *in_key = signs;
        }
    }

    /// Paints among `paints` that `of` gives for at least one mark of the chart, in the order of `paints`.
    fn with(&self, paints: &[Paint], of: impl Fn(&Mark) -> Option<Paint>) -> Vec<Paint> {
        let there = |paint: &&Paint| self.marks.iter().any(|mark| of(mark) == Some(**paint));
        paints.iter().filter(there).copied().collect()
    }
}

/// Paint and style of a curve; `None` of other marks.
fn curve(mark: &Mark) -> Option<(Paint, LineStyle)> {
    match mark {
        Mark::Line(line) if line.style.is_of_series() => Some((line.paint, line.style)),
        _ => None,
    }
}

/// Adds the sign of a paint unless the paint has one already.
fn put(signs: &mut Vec<(Paint, SeriesSign)>, paint: Paint, sign: SeriesSign) {
    if signs.iter().all(|(known, _)| *known != paint) {
        signs.push((paint, sign));
    }
}

/// Hatch of each paint: the first that is not taken by an earlier paint of about the same lightness on a light surface.
fn hatches(paints: &[Paint]) -> Vec<(Paint, Hatch)> {
    let grey = |paint: Paint| lightness(paint_rgb(paint, Tone::Light));
    let mut found: Vec<(Paint, Hatch)> = Vec::new();
    for paint in paints {
        let is_free = |hatch: &Hatch| {
            let mut like = found.iter().filter(|(_, other)| other == hatch);
            like.all(|(other, _)| (grey(*other) - grey(*paint)).abs() >= APART_IN_GREY)
        };
        let hatch = Hatch::ALL.into_iter().find(is_free);
        found.push((*paint, hatch.unwrap_or(Hatch::Level)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bars, Line};

    fn chart(marks: Vec<Mark>, paints: &[Paint]) -> Chart {
        let entries = paints.iter().map(|paint| (String::new(), *paint)).collect();
        let mut chart = Chart {
            marks,
            key: Key::legend("", entries),
            ..Chart::empty("", "")
        };
        chart.tell_series_apart();
        chart
    }

    fn signs(chart: &Chart) -> Vec<SeriesSign> {
        match &chart.key {
            Key::Legend { signs, .. } => signs.iter().map(|(_, sign)| *sign).collect(),
            _ => vec![],
        }
    }

    #[test]
    fn curves_have_dashes_or_dots_of_their_own() {
        let line = |class, style| {
            Mark::Line(Line {
                style,
                ..Line::new("", Paint::Class(class), vec![[0.0; 2], [1.0; 2]])
            })
        };
        let two = [Paint::Class(0), Paint::Class(1)];
        let solid = |class| line(class, LineStyle::Solid);
        let plain = chart(vec![solid(0), solid(1)], &two);
        assert_eq!(
            signs(&plain),
            [
                SeriesSign::Line(LineStyle::Solid, None),
                SeriesSign::Line(LineStyle::LongDashed, None)
            ]
        );
        let dashed = vec![solid(0), line(0, LineStyle::Dashed), solid(1)];
        let dashed = chart(dashed, &two);
        assert_eq!(
            signs(&dashed),
            [
                SeriesSign::Line(LineStyle::Solid, Some(Marker::Disc)),
                SeriesSign::Line(LineStyle::Solid, Some(Marker::Square))
            ]
        );
        assert_eq!(
            signs(&chart(vec![solid(0)], &two)),
            [SeriesSign::Line(LineStyle::Solid, None)]
        );
    }

    #[test]
    fn bars_of_one_lightness_are_hatched() {
        let bars = |shade| {
            Mark::Bars(Bars {
                name: String::new(),
                xy: vec![[1.0; 2]],
                numbers: vec![1],
                base: 0.0,
                width: 0.5,
                lying: None,
                paint: Paint::Shade(shade),
                hatch: Hatch::Plain,
                labels: vec![],
            })
        };
        let shades = [0.5, 0.52, 0.9, 0.51];
        let marks = shades.map(bars).to_vec();
        let hatched = chart(marks, &shades.map(Paint::Shade));
        let wanted = [Hatch::Plain, Hatch::Rising, Hatch::Plain, Hatch::Falling];
        assert_eq!(signs(&hatched), wanted.map(SeriesSign::Bar));
    }
}
