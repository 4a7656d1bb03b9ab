//! Column of a table as it was read.

use super::read::{is_missing, is_padded};

#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Name, unique within its table.
    pub name: String,
    pub(super) values: Values,
    /// Words for 0 and 1, where the column holds truth values alone; else `None`.
    pub(super) truth: Option<[String; 2]>,
    /// Text of each cell, where the file was read for strings or a graph; else `None`.
    pub(super) texts: Option<Vec<String>>,
}

/// Values of a column, one per row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Values {
    Numbers {
        /// Numbers; NaN where missing, otherwise finite.
        values: Vec<f64>,
        /// First entry that is neither a number nor missing.
        stray: Option<Stray>,
    },
    Text {
        names: Vec<String>,
        /// Indices into `names`; `None` where the cell is empty.
        codes: Vec<Option<u32>>,
    },
}

/// Text amid numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stray {
    /// Line in the file, 1-based.
    pub line: u64,
    pub text: String,
    /// True where the text is a number, but written in another way than the file's numbers.
    pub foreign: bool,
}

impl Column {
    pub(super) fn numbers(name: &str, values: Vec<f64>) -> Self {
        let stray = None;
        Self::of(name, Values::Numbers { values, stray })
    }

    /// Makes a column of classes: the number of each row's class, and their names.
    pub(super) fn classes<N: Into<String>>(
        name: &str,
        names: impl IntoIterator<Item = N>,
        codes: impl IntoIterator<Item = u32>,
    ) -> Self {
        let values = Values::Text {
            names: names.into_iter().map(N::into).collect(),
            codes: codes.into_iter().map(Some).collect(),
        };
        Self::of(name, values)
    }

    pub(super) fn of(name: impl Into<String>, values: Values) -> Self {
        Self {
            name: name.into(),
            values,
            truth: None,
            texts: None,
        }
    }

    /// Text of each cell, where the file was read for strings or a graph; else `None`.
    #[must_use]
    pub fn texts(&self) -> Option<&[String]> {
        self.texts.as_deref()
    }

    /// Returns true where the column holds numbers, and so can be a feature.
    pub fn is_numeric(&self) -> bool {
        matches!(self.values, Values::Numbers { .. })
    }

    /// Returns true where some text is a whole number with a zero in front, as codes are.
    #[must_use]
    pub fn holds_padded(&self) -> bool {
        match &self.values {
            Values::Numbers { .. } => false,
            Values::Text { names, .. } => names.iter().any(|name| is_padded(name)),
        }
    }

    /// Returns true where the column holds texts, and some text recurs.
    pub(super) fn holds_classes(&self) -> bool {
        match &self.values {
            Values::Numbers { .. } => false,
            Values::Text { names, codes } => names.len() < codes.iter().flatten().count(),
        }
    }

    /// Bytes that the cells take.
    pub(super) fn bytes(&self) -> u64 {
        let in_texts = |texts: &[String]| -> u64 {
            let letters: usize = texts.iter().map(String::len).sum();
            (letters + size_of_val(texts)) as u64
        };
        let of_values = match &self.values {
            Values::Numbers { values, .. } => size_of_val(&**values) as u64,
            Values::Text { names, codes } => in_texts(names) + size_of_val(&**codes) as u64,
        };
        of_values + self.texts.as_deref().map_or(0, in_texts)
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        match &self.values {
            Values::Numbers { values, .. } => values.len(),
            Values::Text { codes, .. } => codes.len(),
        }
    }

    /// Returns true where the row's cell holds no value: no number in a column of numbers, nothing in one of
    /// texts.
    pub(super) fn is_missing(&self, row: usize) -> bool {
        match &self.values {
            Values::Numbers { values, .. } => values[row].is_nan(),
            Values::Text { codes, .. } => codes[row].is_none(),
        }
    }

    /// Number of rows up to the last with a value.
    pub(super) fn length_of_values(&self) -> usize {
        let rows = 0..self.len();
        rows.rev()
            .find(|&row| !self.is_missing(row))
            .map_or(0, |last| last + 1)
    }

    /// Returns true where the column can hold the labels of `n` objects: rows without a value at its end may belong to
    /// objects, or to nothing.
    pub(super) fn can_be_of(&self, n: usize) -> bool {
        (self.length_of_values()..=self.len()).contains(&n)
    }

    /// Number of rows without a value.
    pub(super) fn missing(&self) -> usize {
        (0..self.len()).filter(|&row| self.is_missing(row)).count()
    }

    /// Returns true where every value is a whole number, one more than that above it.
    pub(super) fn counts_up(&self) -> bool {
        let Values::Numbers { values, .. } = &self.values else {
            return false;
        };
        values.iter().all(|value| value.fract() == 0.0)
            && values.windows(2).all(|pair| pair[1] == pair[0] + 1.0)
    }

    /// Returns true where the column has two rows or more and its numbers, at least one, are all equal.
    pub(super) fn is_constant(&self) -> bool {
        let Values::Numbers { values, .. } = &self.values else {
            return false;
        };
        let mut known = values.iter().filter(|value| !value.is_nan());
        let first = known.next();
        values.len() > 1 && first.is_some() && known.all(|value| Some(value) == first)
    }

    /// Returns true where the column has values and no value stands in two rows.
    pub(super) fn is_distinct(&self) -> bool {
        match &self.values {
            Values::Numbers { values, .. } => {
                let mut sorted: Vec<f64> = values.iter().copied().filter(|v| !v.is_nan()).collect();
                sorted.sort_unstable_by(f64::total_cmp);
                !sorted.is_empty() && sorted.windows(2).all(|pair| pair[0] != pair[1])
            }
            Values::Text { names, codes } => {
                !names.is_empty() && names.len() == codes.iter().flatten().count()
            }
        }
    }

    /// Text of a row's cell; empty where the cell is.
    pub(super) fn text_of(&self, row: usize) -> String {
        match &self.values {
            Values::Numbers { values, .. } if values[row].is_nan() => String::new(),
            Values::Numbers { values, .. } => self.number_word(values[row]),
            Values::Text { names, codes } => {
                codes[row].map_or_else(String::new, |code| names[code as usize].clone())
            }
        }
    }

    /// Word for a number of this column: the number itself, or the truth value that it stands for.
    pub(super) fn number_word(&self, value: f64) -> String {
        match &self.truth {
            Some([no, yes]) => if value == 0.0 { no } else { yes }.clone(),
            None => value.to_string(),
        }
    }

    /// Number in a row; `None` where the column holds texts, or the row has no value.
    pub(super) fn number_of(&self, row: usize) -> Option<f64> {
        match &self.values {
            Values::Numbers { values, .. } => Some(values[row]).filter(|value| !value.is_nan()),
            Values::Text { .. } => None,
        }
    }

    /// Returns true where the column holds only spellings of "no value".
    pub(super) fn is_empty(&self) -> bool {
        match &self.values {
            Values::Numbers { values, stray } => {
                stray.is_none() && values.iter().all(|value| value.is_nan())
            }
            Values::Text { names, .. } => names.iter().all(|name| is_missing(name)),
        }
    }
}
