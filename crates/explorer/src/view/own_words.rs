//! Author's words in charts: the window, figures and scripts take them from the same wishes.

use super::maths;
use crate::setup::{Nameable, Panel, Wishes};
use chart::Chart;

/// Puts the author's title and names of axes in place of the chart's own; returns true where the title is the author's.
pub fn put_words(wishes: &Wishes, chart: &mut Chart, panel: Panel) -> bool {
    let Some(words) = wishes.of(panel) else {
        return false;
    };
    let wanted = [
        (&mut chart.title, &words.title),
        (&mut chart.x.label, &words.x_label),
        (&mut chart.y.label, &words.y_label),
    ];
    for (said, own) in wanted {
        if let Some(own) = own {
            *said = maths(own);
        }
    }
    words.title.is_some()
}

/// Name of a class as the author wants it, else as the data have it.
#[must_use]
pub fn class_name(wishes: &Wishes, class: &str) -> String {
    let own = wishes.own_name(&Nameable::Class(class.to_owned()));
    own.map_or_else(|| class.to_owned(), maths)
}
