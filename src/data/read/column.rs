//! Collects the cells of one column and decides in the end what the column holds.

use std::collections::HashMap;

use super::{
    super::column::{Column, Stray, Values},
    cell::{Cell, Spelling},
    unique_names,
};
use crate::printable::brief;

/// Numbers go straight into place; text is kept aside, each distinct word once.
#[derive(Default)]
pub struct ColumnBuilder {
    /// NaN where the cell holds no number of this file's kind.
    values: Vec<f64>,
    numbers: usize,
    words: HashMap<String, u32>,
    /// Row and word of each cell of text.
    texts: Vec<(usize, u32)>,
    /// Cells with numbers that are written otherwise.
    foreign: usize,
    /// How its numbers are written.
    pub spelling: Spelling,
    stray: Option<Stray>,
}

impl ColumnBuilder {
    /// A column of texts, none of which is taken for a number.
    pub fn texts(name: &str, texts: Vec<String>) -> Column {
        let mut builder = Self::default();
        for text in &texts {
            builder.push(&Cell::Text(text), || 0);
        }
        builder.finish(name.into()).with_texts(texts)
    }

    pub fn push(&mut self, cell: &Cell<'_>, line: impl FnOnce() -> u64) {
        let (text, foreign) = match *cell {
            Cell::Number { value, spelling } => {
                self.numbers += 1;
                self.spelling.join(spelling);
                self.values.push(value);
                return;
            }
            Cell::Missing => {
                self.values.push(f64::NAN);
                return;
            }
            Cell::Foreign(text) => (text, true),
            Cell::Text(text) => (text, false),
        };
        let word = intern(&mut self.words, text);
        self.texts.push((self.values.len(), word));
        self.values.push(f64::NAN);
        self.foreign += usize::from(foreign);
        self.stray.get_or_insert_with(|| Stray {
            line: line(),
            text: brief(text),
            foreign,
        });
    }

    /// Whether [`finish`](Self::finish) gives a column of numbers.
    pub fn is_numeric(&self) -> bool {
        self.numbers + self.foreign > self.texts.len() - self.foreign
    }

    /// A column with more numbers than text is numeric, and its text is a mistake. Numbers that are
    /// written otherwise are a mistake as well, never names of classes.
    pub fn finish(self, name: String) -> Column {
        let values = if self.is_numeric() {
            Values::Numbers {
                values: self.values,
                stray: self.stray,
            }
        } else {
            self.into_text()
        };
        Column::of(name, values)
    }

    /// Numbers amid text become words as well. Words are sorted.
    fn into_text(mut self) -> Values {
        let mut codes: Vec<Option<u32>> = self
            .values
            .iter()
            .map(|value| (!value.is_nan()).then(|| intern(&mut self.words, &value.to_string())))
            .collect();
        for (row, word) in self.texts {
            codes[row] = Some(word);
        }
        let mut words: Vec<(String, u32)> = self.words.into_iter().collect();
        words.sort_unstable();
        let mut rank = vec![0; words.len()];
        for (i, (_, word)) in words.iter().enumerate() {
            rank[*word as usize] = i as u32;
        }
        Values::Text {
            names: unique_names(words.iter().map(|(text, _)| brief(text))),
            codes: codes
                .into_iter()
                .map(|code| code.map(|word| rank[word as usize]))
                .collect(),
        }
    }
}

fn intern(words: &mut HashMap<String, u32>, text: &str) -> u32 {
    if let Some(&word) = words.get(text) {
        return word;
    }
    let word = words.len() as u32;
    words.insert(text.into(), word);
    word
}
