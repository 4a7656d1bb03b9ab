//! Strings, one a line, with the substrings marked that two of them share.

use std::collections::HashSet;

use super::coordinates::{SYMBOLS, two_rows, x_and_y};
use crate::{
    analysis::Analysis,
    setup::View,
    view::{formula, method_paint, row_title},
};
use chart::{Anchor, Aspect, Axis, Chart, Key, Line, Mark, Paint, Text, noted, number};
use kernel_pca::{kernel::SpectrumKernel, method::Method};
use tabular::printable::{is_unseen, shortened};

/// Number of lines of strings that can be read in a panel among others.
const LINES: usize = 12;
/// Number of symbols on a line of a string.
const COLUMNS: usize = 30;
/// Largest number of lines of one string.
const LINES_EACH: usize = 2;
/// Number of symbols drawn of a string. A longer one ends in "…".
const SYMBOLS_SHOWN: usize = LINES_EACH * COLUMNS;
/// Number of letters drawn of a row's title. A longer one ends in "…".
const TITLE_SHOWN: usize = 20;
/// Width of an average letter of a title, in heights of a letter.
const LETTER: f64 = 0.6;
/// Distance between two lines, in heights of a letter.
const LINE: f64 = 1.6;
/// Gap between two rows and around a hairline, in lines.
const GAP: f64 = 0.25;

/// Cover of a symbol: the longest substrings counted that two rows share, only shorter ones, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cover {
    Longest,
    Shorter,
    None,
}

impl Cover {
    fn paint(self) -> Paint {
        match self {
            Self::Longest => Paint::Plain,
            Self::Shorter => Paint::Ink,
            // The grey that elsewhere is the background of all methods.
            Self::None => method_paint(Method::Pca),
        }
    }
}

/// Chart of the strings, with the substrings marked that two rows share: the first two that are selected, or the first
/// ones of all. `None` where there are fewer than two rows.
pub(super) fn chart(
    title: &str,
    analysis: &Analysis,
    view: &View,
    strings: &[String],
    spectrum: SpectrumKernel,
) -> Option<Chart> {
    let pair = two_rows(analysis, view).ok()?;
    let symbols =
        |row: usize| -> Vec<char> { strings.get(row).map_or(vec![], |s| s.chars().collect()) };
    let compared = pair.map(symbols);
    let shared = shared([&compared[0], &compared[1]], spectrum);
    let others = (0..strings.len()).filter(|row| !pair.contains(row));
    let is_long = |string: &String| string.chars().nth(COLUMNS).is_some();
    let is_long = strings.iter().any(is_long);
    let most = if is_long { LINES / LINES_EACH } else { LINES };
    let rows: Vec<usize> = pair.into_iter().chain(others).take(most).collect();
    let lists: Vec<Vec<char>> = rows.iter().map(|row| symbols(*row)).collect();

    let said = [
        counted(&shared, spectrum),
        format!(
            "{} = {}",
            formula(&analysis.kernel),
            number(analysis.kernel.between(&analysis.x, &pair[..1], &pair[1..])[(0, 0)])
        ),
    ];
    let title_of = |(i, &row): (usize, &usize)| {
        let title = row_title(analysis, row);
        let symbol = SYMBOLS.get(i).map(|symbol| format!("{symbol}: "));
        shortened(&(symbol.unwrap_or_default() + &title), TITLE_SHOWN)
    };
    let titles: Vec<String> = rows.iter().enumerate().map(title_of).collect();
    let lines = lists.iter();
    let lines = lines.map(|symbols| line(symbols, &covers(symbols, &shared, spectrum)));
    let (marks, [x, y]) = symbols_in_columns(&titles, &lines.collect::<Vec<_>>(), &said);
    Some(Chart {
        title: title.to_owned(),
        summary: format!(
            "{} strings of {}. Of {}: {}.",
            strings.len(),
            analysis.dataset.name,
            x_and_y(analysis, pair),
            said.join("; ")
        ),
        x,
        y,
        aspect: Aspect::Equal,
        marks,
        key: key(spectrum),
        note: noted(remarks(analysis, rows.len(), &lists)),
    })
}

/// Lengths of substrings that the kernel counts.
fn lengths(spectrum: SpectrumKernel) -> std::ops::RangeInclusive<usize> {
    let least = if spectrum.all_lengths {
        1
    } else {
        spectrum.length
    };
    least.max(1)..=spectrum.length
}

/// Different substrings that both strings have, of the lengths that the kernel counts.
fn shared<'a>([x, y]: [&'a [char]; 2], spectrum: SpectrumKernel) -> HashSet<&'a [char]> {
    let substrings = |symbols: &'a [char]| -> HashSet<&'a [char]> {
        let lengths = lengths(spectrum);
        lengths.flat_map(|length| symbols.windows(length)).collect()
    };
    &substrings(x) & &substrings(y)
}

/// Cover of each position by shared substrings.
fn covers(symbols: &[char], shared: &HashSet<&[char]>, spectrum: SpectrumKernel) -> Vec<Cover> {
    let mut covers = vec![Cover::None; symbols.len()];
    // Longer ones come later and paint over shorter ones.
    for length in lengths(spectrum) {
        let cover = if length == spectrum.length {
            Cover::Longest
        } else {
            Cover::Shorter
        };
        for (start, substring) in symbols.windows(length).enumerate() {
            if shared.contains(substring) {
                covers[start..start + length].fill(cover);
            }
        }
    }
    covers
}

/// Symbols drawn of a string, with their covers.
fn line(symbols: &[char], covers: &[Cover]) -> Vec<(char, Cover)> {
    let seen = |symbol: &char| if is_unseen(*symbol) { '·' } else { *symbol };
    let covered = symbols.iter().map(seen).zip(covers.iter().copied());
    let mut line: Vec<(char, Cover)> = covered.take(SYMBOLS_SHOWN).collect();
    if symbols.len() > SYMBOLS_SHOWN {
        line[SYMBOLS_SHOWN - 1] = ('…', Cover::None);
    }
    line
}

/// Marks with every symbol in a column of its own, one unit wide, and lines of text below them.
fn symbols_in_columns(
    titles: &[String],
    strings: &[Vec<(char, Cover)>],
    said: &[String],
) -> (Vec<Mark>, [Axis; 2]) {
    let symbols = strings.iter().flatten().map(|(symbol, _)| *symbol);
    let height = 1.0 / symbols.map(width).fold(width('a'), f64::max);
    let letters = titles.iter().map(|title| title.chars().count()).max();
    let left = -LETTER * height * letters.unwrap_or(0) as f64 - 1.0;
    let right = COLUMNS as f64 + 0.5;
    let step = LINE * height;
    let text = |xy, text: String, paint, anchor| {
        Mark::Text(Text {
            paint,
            large: true,
            ..Text::new(xy, text, anchor, height)
        })
    };
    let mut marks = Vec::new();
    let mut y = -0.5 * step;
    for (i, (title, string)) in titles.iter().zip(strings).enumerate() {
        if i == SYMBOLS.len() {
            marks.push(hairline([left, right], y + (0.5 - GAP) * step));
            y -= 2.0 * GAP * step;
        }
        marks.push(text([-0.5, y], title.clone(), Paint::Ink, Anchor::End));
        for line in string.chunks(COLUMNS) {
            marks.extend(line.iter().enumerate().map(|(column, (symbol, cover))| {
                let at = [column as f64 + 0.5, y];
                text(at, symbol.to_string(), cover.paint(), Anchor::Middle)
            }));
            y -= step;
        }
        y -= GAP * step;
    }
    marks.push(hairline([left, right], y + (0.5 - GAP) * step));
    y -= 2.0 * GAP * step;
    for said in said {
        marks.push(text(
            [left + 0.5, y],
            said.clone(),
            Paint::Ink,
            Anchor::Start,
        ));
        y -= step;
    }
    (
        marks,
        [[left, right], [y + 0.5 * step, 0.0]].map(Axis::bare),
    )
}

/// Width that a symbol takes, in heights of a letter, so that none touches the next one.
fn width(symbol: char) -> f64 {
    match symbol {
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.1,
        'a'..='z' | '0'..='9' | ' ' | '·' => 0.75,
        _ if symbol.is_ascii() => 0.9,
        _ => 1.1,
    }
}

fn hairline(ends: [f64; 2], y: f64) -> Mark {
    Mark::Line(Line::hairline(ends.map(|x| [x, y]).to_vec()))
}

/// Sentence on the number of different substrings that two rows share.
fn counted(shared: &HashSet<&[char]>, spectrum: SpectrumKernel) -> String {
    let (count, length) = (shared.len(), spectrum.length);
    let substrings = if count == 1 {
        "1 substring".to_owned()
    } else {
        format!("{count} different substrings")
    };
    if spectrum.all_lengths && length > 1 {
        let is_longest = |substring: &&&[char]| substring.len() == length;
        let longest = shared.iter().filter(is_longest).count();
        format!(
            "x and y share {substrings} of lengths 1 to {length}, {longest} of them of length {length}"
        )
    } else {
        format!("x and y share {substrings} of length {length}")
    }
}

fn key(spectrum: SpectrumKernel) -> Key {
    let length = spectrum.length;
    let mut entries = vec![(
        format!("shared by x and y, length {length}"),
        Cover::Longest.paint(),
    )];
    if spectrum.all_lengths && length > 1 {
        entries.push(("only shorter ones".to_owned(), Cover::Shorter.paint()));
    }
    entries.push(("not shared".to_owned(), Cover::None.paint()));
    Key::legend("", entries)
}

/// Remarks on what is not drawn.
fn remarks(
    analysis: &Analysis,
    rows: usize,
    lists: &[Vec<char>],
) -> impl Iterator<Item = String> + use<> {
    let (n, shown) = (analysis.dataset.n(), SYMBOLS_SHOWN - 1);
    let is_long = lists.iter().any(|symbols| symbols.len() > SYMBOLS_SHOWN);
    let of_rows = (rows < n).then(|| format!("{rows} of {n} rows"));
    let of_symbols = is_long.then(|| format!("of long strings only the first {shown} symbols"));
    of_rows.into_iter().chain(of_symbols)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        panel::Panel,
        setup::{Marking, example},
        view::testing,
    };
    use kernel_pca::kpca::Tier;

    /// Makes short strings of few symbols, so that some substrings are shared and some are not.
    fn made(seed: u32, count: usize) -> Vec<char> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ['a', 'b', 'ü'][(state >> 16) as usize % 3]
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn symbols_are_covered_as_looking_at_every_substring_says() {
        for seed in 0..60 {
            let [x, y] = [0, 1].map(|i| made(2 * seed + i, (seed as usize * 7 + i as usize) % 19));
            for (length, all_lengths) in [(1, false), (2, true), (3, false), (4, true), (20, true)]
            {
                let spectrum = SpectrumKernel {
                    length,
                    all_lengths,
                };
                let shared = shared([&x, &y], spectrum);
                let is_shared = |part: &[char]| {
                    let [part, x, y] = [part, &x, &y].map(|s| s.iter().collect::<String>());
                    x.contains(&part) && y.contains(&part)
                };
                for symbols in [&x, &y] {
                    let is_covered = |at: usize, length: usize| {
                        (0..=at).any(|start| {
                            let part = symbols.get(start..start + length);
                            at < start + length && part.is_some_and(is_shared)
                        })
                    };
                    let expected = |at| {
                        if is_covered(at, length) {
                            Cover::Longest
                        } else if all_lengths && (1..length).any(|length| is_covered(at, length)) {
                            Cover::Shorter
                        } else {
                            Cover::None
                        }
                    };
                    let expected: Vec<Cover> = (0..symbols.len()).map(expected).collect();
                    assert_eq!(covers(symbols, &shared, spectrum), expected);
                }
            }
        }
    }

    #[test]
    fn selected_rows_come_first_with_their_kernel_value() {
        let mut setup = example("promoters").unwrap().setup;
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        setup.view.marking = Marking {
            selected: [3, 70].into_iter().collect(),
            ..Marking::default()
        };
        let chart = Panel::Input.chart(&analysis, &setup.view);
        testing::assert_drawable(&chart);
        let texts: Vec<&str> = chart
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Text(text) => Some(&*text.text),
                _ => None,
            })
            .collect();
        let titles = |text: &&&str| text.contains("row ");
        let titles: Vec<&str> = texts.iter().filter(titles).copied().collect();
        assert_eq!(titles.len(), LINES / LINES_EACH);
        assert!(titles[0].starts_with("x: row 4") && titles[1].starts_with("y: row 71"));
        assert!(titles[2].starts_with("row 1"));
        let value = format!(" = {}", analysis.x[(3, 70)]);
        assert!(texts.iter().any(|text| text.ends_with(&value)), "{value}");
    }

    #[test]
    fn a_long_string_is_cut() {
        let cut = |count| line(&vec!['a'; count], &vec![Cover::Longest; count]);
        assert_eq!(cut(SYMBOLS_SHOWN).last(), Some(&('a', Cover::Longest)));
        let long = cut(SYMBOLS_SHOWN + 1);
        assert_eq!(
            (long.len(), long.last()),
            (SYMBOLS_SHOWN, Some(&('…', Cover::None)))
        );
    }
}
