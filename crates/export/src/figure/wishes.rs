//! Wishes of an author, put into charts: words, colours and limits.

use chart::{Chart, Key, Paint, Ranges, Rgb, layout};
use explorer::{
    panel::Panel,
    setup::{ClassLook, Wishes},
    view::{class_name, put_words},
};
use kernel_pca::objects::Labels;

/// Gives a chart the author's words, and names and order of classes; returns true where the title is the author's.
pub(super) fn reword(wishes: &Wishes, chart: &mut Chart, panel: Panel) -> bool {
    order(wishes, &mut chart.key);
    put_words(wishes, chart, panel)
}

/// Gives classes in a key the author's order and names.
pub(super) fn order(wishes: &Wishes, key: &mut Key) {
    if let Key::Legend { entries, alone, .. } = key {
        let alone_name = alone.and_then(|alone| Some(entries.get(alone)?.0.clone()));
        let place = |(name, _): &(String, Paint)| {
            let named = wishes.classes.iter().position(|look| look.name == *name);
            named.unwrap_or(wishes.classes.len())
        };
        entries.sort_by_key(place);
        *alone = alone_name.and_then(|name| entries.iter().position(|it| it.0 == name));
        for (name, _) in entries {
            *name = class_name(wishes, name);
        }
    }
}

/// Letter that the title of the n-th panel (from 0) begins with, such as "(a) ".
pub fn letter(place: usize) -> String {
    let letter = char::from(b'a' + (place % 26) as u8);
    format!("({letter}) ")
}

/// Ranges of a chart that are shown: the author's limits on an axis that has some, else those zoomed to; `None` for all
/// of the chart.
pub(super) fn limits(
    wishes: &Wishes,
    chart: &Chart,
    panel: Panel,
    zoom: Option<Ranges>,
) -> Option<Ranges> {
    let [x, y] = asked_limits(wishes, panel);
    if x.or(y).is_none() {
        return zoom;
    }
    let [all_x, all_y] = zoom.unwrap_or_else(|| layout::shown(chart));
    Some([x.unwrap_or(all_x), y.unwrap_or(all_y)])
}

/// Limits that the author asked for of either axis.
pub(super) fn asked_limits(wishes: &Wishes, panel: Panel) -> [Option<[f64; 2]>; 2] {
    let words = wishes.of(panel);
    words.map_or([None; 2], |words| [words.x_limits, words.y_limits])
}

/// Colours that the author chose, by number of the class, for classes that the data have.
pub(super) fn colors(wishes: &Wishes, labels: &Labels) -> Vec<(usize, Rgb)> {
    let number = |look: &ClassLook| labels.classes().iter().position(|name| *name == look.name);
    let looks = wishes.classes.iter();
    looks
        .filter_map(|look| Some((number(look)?, look.color?)))
        .collect()
}
