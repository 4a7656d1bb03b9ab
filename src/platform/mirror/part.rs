//! Parts of the mirror, their order and their places.

use serde::Serialize;

/// Kind of a part, of which the page makes an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PartKind {
    Group,
    Dialog,
    Heading,
    Text,
    Button,
    Tick,
    Radio,
    Slider,
    Number,
    Field,
    List,
    Link,
    Progress,
    Image,
}

/// Part of the mirror, with the parts inside it.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Part {
    /// Number of egui's widget, in letters: the numbers of JavaScript would round it.
    pub id: String,
    pub kind: PartKind,
    /// Text, or the name of a control; empty where it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Number or text that a control holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Smallest and largest number of a control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
    /// True where a control is ticked, pressed or open, false where it is not; `None` where it cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// True where the text is said aloud once it appears.
    #[serde(skip_serializing_if = "is_false")]
    pub live: bool,
    /// Left and upper edge, width and height, in the page's pixels.
    pub place: [i32; 4],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Part {
    /// Returns true where `other` goes on in the last line of this text, from left to right; right to left is not
    /// recognised.
    pub fn shares_line(&self, other: &Self) -> bool {
        other.place[0] >= self.place[0] && other.place[1] < self.place[1] + self.place[3]
    }

    /// Puts a text behind this one.
    pub fn join(&mut self, other: &Self) {
        let ends = self.name.ends_with(char::is_whitespace);
        let begins = |c: char| c.is_whitespace() || ".,;:?!)’”".contains(c);
        if !ends && !other.name.starts_with(begins) && !self.name.ends_with(['(', '“']) {
            self.name.push(' ');
        }
        self.name += &other.name;
        self.live |= other.live;
        self.place = union(self.place, other.place);
    }
}

/// Place that holds two others.
fn union(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    let start = [0, 1].map(|i| a[i].min(b[i]));
    let end = [0, 1].map(|i| (a[i] + a[i + 2]).max(b[i] + b[i + 2]));
    [start[0], start[1], end[0] - start[0], end[1] - start[1]]
}

/// Place that holds all parts.
pub(super) fn around(parts: &[Part]) -> [i32; 4] {
    let places = parts.iter().map(|part| part.place);
    places.reduce(union).unwrap_or_default()
}

/// Sorts parts by rows from above, each from the left, and dialogs, which lie over everything, last. egui lists them as
/// they were drawn, where a bar at the bottom or a button at the right edge may come first.
pub(super) fn in_reading_order(mut parts: Vec<Part>) -> Vec<Part> {
    let key = |part: &Part| (part.kind == PartKind::Dialog, part.place[1]);
    parts.sort_by_key(key);
    let mut ordered: Vec<Part> = Vec::with_capacity(parts.len());
    let mut parts = parts.into_iter().peekable();
    while let Some(first) = parts.next() {
        let middle = first.place[1] + first.place[3] / 2;
        let mut row = vec![first];
        while let Some(next) =
            parts.next_if(|it| it.kind != PartKind::Dialog && it.place[1] < middle)
        {
            row.push(next);
        }
        row.sort_by_key(|part| part.place[0]);
        ordered.extend(row);
    }
    ordered
}
