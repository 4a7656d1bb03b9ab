//! A column as it was read.

#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Unique within its table.
    pub name: String,
    pub(super) values: Values,
    /// Each cell as it is written, where the file holds strings or a graph.
    texts: Option<Vec<String>>,
}

/// One entry per row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Values {
    Numbers {
        /// NaN where missing; otherwise finite.
        values: Vec<f64>,
        /// The first entry that is neither a number nor missing.
        stray: Option<Stray>,
    },
    Text {
        names: Vec<String>,
        /// Indexes `names`; `None` where missing.
        codes: Vec<Option<u32>>,
    },
}

/// Text amid numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stray {
    /// 1-based.
    pub line: u64,
    pub text: String,
    /// A number, but not as the file is taken to write them.
    pub foreign: bool,
}

impl Column {
    pub(super) fn numbers(name: &str, values: Vec<f64>) -> Self {
        Self {
            name: name.into(),
            values: Values::Numbers {
                values,
                stray: None,
            },
            texts: None,
        }
    }

    pub(super) fn classes(name: &str, names: Vec<String>, codes: Vec<u32>) -> Self {
        Self {
            name: name.into(),
            values: Values::Text {
                names,
                codes: codes.into_iter().map(Some).collect(),
            },
            texts: None,
        }
    }

    pub(super) fn of(name: String, values: Values) -> Self {
        Self {
            name,
            values,
            texts: None,
        }
    }

    pub(super) fn with_texts(self, texts: Vec<String>) -> Self {
        Self {
            texts: Some(texts),
            ..self
        }
    }

    /// The cells from `first` up to, but not including, `end`.
    pub(super) fn between(&self, first: usize, end: usize) -> Self {
        Self {
            name: self.name.clone(),
            values: match &self.values {
                Values::Numbers { values, stray } => Values::Numbers {
                    values: values[first..end].to_vec(),
                    stray: stray.clone(),
                },
                Values::Text { names, codes } => Values::Text {
                    names: names.clone(),
                    codes: codes[first..end].to_vec(),
                },
            },
            texts: self.texts.as_ref().map(|texts| texts[first..end].to_vec()),
        }
    }

    /// Each cell as it is written, where the file holds strings or a graph.
    #[must_use]
    pub fn texts(&self) -> Option<&[String]> {
        self.texts.as_deref()
    }

    /// Whether the column can be a feature.
    pub fn is_numeric(&self) -> bool {
        matches!(self.values, Values::Numbers { .. })
    }

    /// Whether it holds texts of which some stand in several rows.
    pub(super) fn holds_classes(&self) -> bool {
        match &self.values {
            Values::Numbers { .. } => false,
            Values::Text { names, codes } => names.len() < codes.len(),
        }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        match &self.values {
            Values::Numbers { values, .. } => values.len(),
            Values::Text { codes, .. } => codes.len(),
        }
    }

    pub(super) fn is_missing(&self, row: usize) -> bool {
        match &self.values {
            Values::Numbers { values, .. } => values[row].is_nan(),
            Values::Text { codes, .. } => codes[row].is_none(),
        }
    }

    /// Whether this merely counts the rows, as spreadsheets and data frames like to add.
    pub(super) fn is_row_number(&self) -> bool {
        const NAMES: [&str; 5] = ["id", "index", "row", "rownames", "no"];
        let name = self.name.to_lowercase();
        let Values::Numbers { values, .. } = &self.values else {
            return false;
        };
        (NAMES.contains(&name.as_str()) || name.starts_with("unnamed"))
            && values.windows(2).all(|pair| pair[1] == pair[0] + 1.0)
            && values
                .first()
                .is_some_and(|&first| first == 0.0 || first == 1.0)
    }

    /// Whether this column, the first, has no name and another whole number in every row: data frames
    /// write their index so.
    pub(super) fn is_index(&self) -> bool {
        let Values::Numbers { values, .. } = &self.values else {
            return false;
        };
        let all_differ = || {
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            sorted.windows(2).all(|pair| pair[0] < pair[1])
        };
        self.name.to_lowercase().starts_with("unnamed")
            && values.iter().all(|value| value.fract() == 0.0)
            && all_differ()
    }

    pub(super) fn is_empty(&self) -> bool {
        let stray = matches!(&self.values, Values::Numbers { stray, .. } if stray.is_some());
        !stray && (0..self.len()).all(|row| self.is_missing(row))
    }
}
