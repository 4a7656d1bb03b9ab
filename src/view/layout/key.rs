//! Entries of keys in lines: in a title bar, below a plot, and below a figure's panels.

use std::ops::Range;

/// Points that a name is not cut below.
const LEAST_NAME: f32 = 64.0;

/// Places of the entries of each line, `most` lines of a width at most, from the widths of the entries. Where the lines
/// hold too few, the last one leaves so much room for `more`.
#[must_use]
pub fn entries_in_lines(widths: &[f32], width: f32, most: usize, more: f32) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut first = 0;
    while first < widths.len() && lines.len() < most {
        let fitting = |room: f32| {
            let mut used = 0.0;
            let fits = widths[first..].iter().take_while(|entry| {
                used += entry.min(width);
                used <= room
            });
            first + fits.count()
        };
        let mut end = fitting(width);
        if end < widths.len() && lines.len() + 1 == most {
            end = fitting(width - more);
            // A name that is too long for that is cut.
            if end == first && width - more >= LEAST_NAME {
                end = first + 1;
            }
        }
        lines.push(first..end);
        first = end;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_fill_lines_and_the_last_has_room_for_more() {
        let ten = [20.0; 10];
        assert_eq!(entries_in_lines(&ten, 200.0, 1, 30.0), [0..10]);
        assert_eq!(entries_in_lines(&ten, 190.0, 1, 30.0), [0..8]);
        assert_eq!(entries_in_lines(&ten, 190.0, 2, 30.0), [0..9, 9..10]);
        assert_eq!(entries_in_lines(&ten, 90.0, 2, 30.0), [0..4, 4..7]);
        // A long name is cut to the line, and a line that is too short for any holds the rest.
        assert_eq!(
            entries_in_lines(&[500.0, 20.0], 100.0, 2, 30.0),
            [0..1, 1..2]
        );
        assert_eq!(entries_in_lines(&[500.0, 20.0], 100.0, 1, 30.0), [0..1]);
        assert_eq!(
            entries_in_lines(&[500.0, 500.0, 20.0], 100.0, 2, 30.0),
            [0..1, 1..2]
        );
        // Where there is hardly any room all are behind the count.
        assert_eq!(entries_in_lines(&[500.0, 20.0], 80.0, 1, 30.0), [0..0]);
        assert!(entries_in_lines(&[], 100.0, 2, 30.0).is_empty());
    }
}
