//! Labels of rows: classes, or a quantity.

/// Labels that points are coloured by, one entry per row; a row may lack a label.
#[derive(Debug, Clone, PartialEq)]
pub enum Labels {
    None,
    /// Classes: `codes[i]` is the index of row i's class in `names`; `None` for a row without a label.
    Classes {
        column: String,
        names: Vec<String>,
        codes: Vec<Option<usize>>,
    },
    /// Quantity: one number per row, NaN for a row without a label.
    Continuous {
        column: String,
        values: Vec<f64>,
    },
}

impl Labels {
    /// Name of rows without a label in keys and texts.
    pub const NO_LABEL: &'static str = "no label";

    /// Class labels of rows that all have one: `codes[i]` is the index in `names` of row i's class.
    #[must_use]
    pub fn of_classes(column: &str, names: Vec<String>, codes: Vec<usize>) -> Self {
        Self::Classes {
            column: column.into(),
            names,
            codes: codes.into_iter().map(Some).collect(),
        }
    }

    /// Name of the column that the labels come from; `None` where there are none.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::None => None,
            Self::Classes { column, .. } | Self::Continuous { column, .. } => Some(column),
        }
    }

    /// Names of the classes; empty where labels are not classes.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        match self {
            Self::Classes { names, .. } => names,
            Self::None | Self::Continuous { .. } => &[],
        }
    }

    /// Indices of the rows that have a label, ascending; none where there are no labels.
    #[must_use]
    pub fn known_rows(&self) -> Vec<usize> {
        fn positions<T>(values: &[T], is_known: impl Fn(&T) -> bool) -> Vec<usize> {
            let rows = 0..values.len();
            rows.filter(|&row| is_known(&values[row])).collect()
        }
        match self {
            Self::None => Vec::new(),
            Self::Classes { codes, .. } => positions(codes, Option::is_some),
            Self::Continuous { values, .. } => positions(values, |value| !value.is_nan()),
        }
    }

    /// Number of rows without a label; 0 where there are no labels at all.
    #[must_use]
    pub fn unlabelled(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Classes { codes, .. } => codes.iter().filter(|code| code.is_none()).count(),
            Self::Continuous { values, .. } => values.iter().filter(|v| v.is_nan()).count(),
        }
    }

    /// Labels of some rows, given by index; classes keep their numbers.
    #[must_use]
    pub fn of_rows(&self, rows: &[usize]) -> Self {
        match self {
            Self::None => Self::None,
            Self::Classes {
                column,
                names,
                codes,
            } => Self::Classes {
                column: column.clone(),
                names: names.clone(),
                codes: rows.iter().map(|&row| codes[row]).collect(),
            },
            Self::Continuous { column, values } => Self::Continuous {
                column: column.clone(),
                values: rows.iter().map(|&row| values[row]).collect(),
            },
        }
    }
}
