//! Texts among the marks of a chart.

use std::borrow::Cow;

use super::Paint;

/// Ratio of a plot's width to the height of its large texts: a line of the plot then holds about twice as many letters.
const LETTERS: f32 = 26.0;
/// Largest height of large texts, as a multiple of the usual height.
const MOST_ENLARGED: f32 = 1.7;

/// Short text at a point, half above and half below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub xy: [f64; 2],
    pub text: String,
    pub paint: Paint,
    pub anchor: Anchor,
    /// Largest height of the text, in units of the y axis; a text that would be higher is written smaller.
    pub height: f64,
    /// Writes the text larger where there is room: it matters as much as the marks.
    pub large: bool,
    /// Lets the text move about its point so that it lies on no other name and on no arrow's head; texts without room
    /// are counted.
    pub moves: bool,
}

impl Text {
    /// Text in ink and in small letters, no higher than `height` in units of the y axis.
    pub fn new(xy: [f64; 2], text: impl Into<String>, anchor: Anchor, height: f64) -> Self {
        Self {
            xy,
            text: text.into(),
            paint: Paint::Ink,
            anchor,
            height,
            large: false,
            moves: false,
        }
    }

    /// Text in ink beside a point, which may be moved.
    pub fn beside(xy: [f64; 2], text: impl Into<String>) -> Self {
        Self {
            moves: true,
            ..Self::new(xy, text, Anchor::Start, f64::INFINITY)
        }
    }

    /// Opacity of the plate, in the surface's colour, below a text among dots.
    pub const PLATE: f32 = 0.7;
    /// Width, in points, and opacity of the line from a place to a text that was moved away from it.
    pub const LEADER: [f32; 2] = [0.75, 0.8];

    /// Returns true for a large text that begins at its point, such as a line of a list; other texts are moved into the
    /// plot where they would reach out of it.
    #[must_use]
    pub fn stays(&self) -> bool {
        self.large && self.anchor == Anchor::Start
    }

    /// Returns the text, or as much of its beginning as there is room for.
    pub fn fitting(&self, room: f32, width: impl Fn(&str) -> f32) -> Cow<'_, str> {
        if width(&self.text) <= room {
            return Cow::Borrowed(&self.text);
        }
        let ends = self.text.char_indices().rev();
        let mut cut = ends.map(|(end, _)| format!("{}…", self.text[..end].trim_end()));
        Cow::Owned(cut.find(|cut| width(cut) <= room).unwrap_or_default())
    }

    /// Height of the text's letters in points, in a plot of the given width: the `usual` one or larger, but at
    /// most `height`.
    #[must_use]
    pub fn size(&self, usual: f32, width: f32, height: f32) -> f32 {
        let wanted = if self.large {
            (width / LETTERS).clamp(usual, MOST_ENLARGED * usual)
        } else {
            usual
        };
        wanted.min(height)
    }
}

/// Part of a text that stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// Share of the text's width that stands before the point.
    #[must_use]
    pub fn share_before(self) -> f32 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(large: bool, anchor: Anchor) -> Text {
        Text {
            xy: [0.0, 0.0],
            text: "a long name".to_owned(),
            paint: Paint::Ink,
            anchor,
            height: 1.0,
            large,
            moves: false,
        }
    }

    #[test]
    fn a_text_without_room_ends_in_an_ellipsis() {
        let text = text(false, Anchor::Middle);
        let fitting = |room: f32| text.fitting(room, |it| it.chars().count() as f32);
        assert_eq!(fitting(11.0), "a long name");
        assert_eq!(fitting(10.0), "a long na…");
        // No blank before the ellipsis.
        assert_eq!(fitting(8.0), "a long…");
        assert_eq!(fitting(0.0), "");
    }

    #[test]
    fn lines_of_a_list_stay_where_they_begin() {
        assert!(text(true, Anchor::Start).stays());
        assert!(!text(true, Anchor::Middle).stays() && !text(false, Anchor::Start).stays());
    }
}
