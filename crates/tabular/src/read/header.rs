//! Records in front of a table that name its columns: words, numbers that count or are years, and several rows of them.

use super::{
    cell::Cell,
    column_names::{shown_name, unique_names},
    sample::Sample,
};

/// Largest number of rows of names that are found where the user states none.
const MOST_NAME_ROWS: usize = 3;
/// Least count of numbers in a row whose equal steps are taken for no chance.
const LEAST_STEPS: usize = 4;
/// Whole numbers that can be years.
const YEARS: std::ops::RangeInclusive<f64> = 1500.0..=2200.0;

impl Sample {
    /// Number of records in front that name the columns.
    pub fn header_rows(&self) -> usize {
        if let Some(rows) = self.said_rows {
            return rows.min(self.records.len());
        }
        if !self.has_header() {
            return 0;
        }
        let mut rows = 1;
        while rows < MOST_NAME_ROWS && self.records.len() > rows + 1 && self.goes_on(rows) {
            rows += 1;
        }
        rows
    }

    /// Returns true where the first record names the columns.
    pub fn has_header(&self) -> bool {
        match self.said_rows {
            Some(rows) => rows > 0,
            None => self.is_named_in_words() || self.is_named_in_numbers(),
        }
    }

    /// Returns true where words stand above most columns of numbers, or above some while the other names merely
    /// count the columns or are missing, as data frames write them. Above one of many, a word is a slip of the
    /// pen.
    fn is_named_in_words(&self) -> bool {
        let Some(first) = self.records.first() else {
            return false;
        };
        if self.records.len() == 1 {
            return (0..first.len()).all(|j| matches!(self.cell(0, j), Cell::Text(_)));
        }
        // A header that is one short lacks a name for the row names.
        let offset = usize::from(first.len() + 1 == self.width);
        let numeric: Vec<usize> = (offset..self.width)
            .filter(|&j| self.is_numeric(j))
            .collect();
        let (mut words, mut counting) = (0, 0);
        for &j in &numeric {
            match self.cell(0, j - offset) {
                Cell::Text(_) => words += 1,
                Cell::Number { value, .. } => counting += usize::from(value == (j - offset) as f64),
                Cell::Missing(_) => counting += 1,
                Cell::Foreign(_) => {}
            }
        }
        words > 0 && (2 * words > numeric.len() || words + counting == numeric.len())
    }

    /// Returns true where the first record names the columns by numbers that count or are years, as data frames do, and
    /// no other record holds such numbers. An empty corner, texts above texts, or fractions in the rows below must bear
    /// this out. A scale, or any numbers beside an empty corner above row names, are names as well.
    fn is_named_in_numbers(&self) -> bool {
        let Some(first) = self.records.first().filter(|_| self.records.len() > 2) else {
            return false;
        };
        if first.len() != self.width {
            return false;
        }
        if self.has_corner_above_names() || self.is_scale() {
            return true;
        }
        if !self.is_series(0) {
            return false;
        }
        let others = 1..self.records.len();
        if others.clone().any(|i| self.is_series(i)) {
            return false;
        }
        let names = first.iter().map(str::trim);
        let has_corner = names.clone().next() == Some("")
            && names.clone().skip(1).all(|name| !name.is_empty())
            && others.clone().all(|i| !self.field(i, 0).is_empty());
        let texts: Vec<usize> = (0..self.width)
            .filter(|&j| matches!(self.cell(0, j), Cell::Text(_)))
            .collect();
        let stands_above = |j: usize| {
            let is_new = others.clone().all(|i| self.field(i, j) != self.field(0, j));
            is_new && !self.is_numeric(j)
        };
        let above_texts = !texts.is_empty() && texts.iter().all(|&j| stands_above(j));
        if has_corner || above_texts {
            return true;
        }
        // Nothing but numbers: those of the names count from 0 or 1, and those below are measured.
        let begins =
            matches!(self.cell(0, 0), Cell::Number { value, .. } if value == 0.0 || value == 1.0);
        let is_broken = |i: usize, j: usize| matches!(self.cell(i, j), Cell::Number { value, .. } if value.fract() != 0.0);
        let broken = others
            .clone()
            .any(|i| (0..self.width).any(|j| is_broken(i, j)));
        begins
            && broken
            && texts.is_empty()
            && self.width >= LEAST_STEPS
            && self.step(0) == Some(1.0)
    }

    /// Returns true where the first record has an empty field above a first column without gaps, and numbers above all
    /// others. If the first column is one of numbers, there must be at least four others, whose numbers rise in the
    /// first record and in no other.
    fn has_corner_above_names(&self) -> bool {
        let below = || 1..self.records.len();
        let is_number = |j: usize| self.cell(0, j).is_number() || self.is_hollow(j);
        self.width > 1
            && self.field(0, 0).is_empty()
            && below().all(|i| !self.field(i, 0).is_empty())
            && (1..self.width).all(is_number)
            && (!self.is_numeric(0)
                || self.width > LEAST_STEPS
                    && self.numbers_rise(0)
                    && !below().any(|i| self.numbers_rise(i)))
    }

    /// Returns true where the first record has a text that does not recur below, and then four or more rising numbers,
    /// the marks of a scale as spectra have: the numbers of no other record rise, and all lie outside the range of the
    /// marks.
    fn is_scale(&self) -> bool {
        let below = || 1..self.records.len();
        let Some(numbers) = self.numbers(0).filter(|it| it.len() >= LEAST_STEPS) else {
            return false;
        };
        let (low, high) = (numbers[0], numbers[numbers.len() - 1]);
        let is_beyond = |i: usize| {
            let numbers = self.numbers(i).unwrap_or_default();
            !numbers.is_empty() && numbers.iter().all(|it| *it < low || *it > high)
        };
        matches!(self.cell(0, 0), Cell::Text(_))
            && !self.is_numeric(0)
            && numbers.len() + 1 == self.width
            && self.numbers_rise(0)
            && below().all(|i| self.field(i, 0) != self.field(0, 0))
            && below().all(|i| is_beyond(i) && !self.numbers_rise(i))
    }

    /// Numbers of a record behind its first field; `None` where a field holds none.
    fn numbers(&self, record: usize) -> Option<Vec<f64>> {
        let cells = (1..self.width).map(|j| match self.cell(record, j) {
            Cell::Number { value, .. } => Some(value),
            _ => None,
        });
        cells.collect()
    }

    /// Returns true where the numbers of a record behind its first field rise.
    fn numbers_rise(&self, record: usize) -> bool {
        let cells = (1..self.width).filter_map(|j| match self.cell(record, j) {
            Cell::Number { value, .. } => Some(value),
            _ => None,
        });
        let numbers: Vec<f64> = cells.collect();
        numbers.windows(2).all(|pair| pair[0] < pair[1])
    }

    /// Returns true where a column has nothing in any record.
    fn is_hollow(&self, column: usize) -> bool {
        (0..self.records.len()).all(|i| self.field(i, column).is_empty())
    }

    /// Returns true where the numbers of a record are two or more rising years, or rise by equal steps; only texts and
    /// an empty corner may stand beside them.
    fn is_series(&self, record: usize) -> bool {
        let Some(numbers) = self.whole_numbers(record) else {
            return false;
        };
        let rise = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let are_years = numbers.iter().all(|number| YEARS.contains(number));
        if numbers.len() >= 2 && rise && are_years {
            return true;
        }
        // From 0 or 1 fewer are enough beside a corner without a name, which is asked for elsewhere.
        let counts = numbers
            .first()
            .is_some_and(|first| [0.0, 1.0].contains(first))
            && self.step(record) == Some(1.0);
        (numbers.len() >= LEAST_STEPS || counts && self.field(record, 0).is_empty())
            && self.step(record).is_some_and(|step| step > 0.0)
    }

    /// Numbers of a record; `None` where one is not whole, or there are none.
    fn whole_numbers(&self, record: usize) -> Option<Vec<f64>> {
        let mut numbers = Vec::new();
        for j in 0..self.width {
            match self.cell(record, j) {
                Cell::Number { value, .. } if value.fract() == 0.0 => numbers.push(value),
                Cell::Text(_) => {}
                Cell::Missing(_) if j == 0 || self.is_hollow(j) => {}
                _ => return None,
            }
        }
        (!numbers.is_empty()).then_some(numbers)
    }

    /// Difference of each number of a record from the one before, where all are equal; else `None`.
    fn step(&self, record: usize) -> Option<f64> {
        let numbers = self.whole_numbers(record)?;
        let mut steps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
        let first = steps.next()?;
        steps.all(|step| step == first).then_some(first)
    }

    /// Returns true where the record after the first `rows` names columns too: it completes names that recur or are
    /// lacking, gives units, or has nothing but the name of the first column.
    fn goes_on(&self, rows: usize) -> bool {
        let record = &self.records[rows];
        if record.len() != self.width || self.records[0].len() != self.width {
            return false;
        }
        let numeric: Vec<usize> = (0..self.width).filter(|&j| self.is_numeric(j)).collect();
        let fields = || record.iter().map(str::trim);
        let above = self.joined(rows);
        let recur = unique_names(above.iter().cloned()) != above;
        if rows > 1 || recur {
            // The name of the rows, as data frames write it below the names of columns.
            let only_first = fields().skip(1).all(str::is_empty) && !self.field(rows, 0).is_empty();
            if only_first && !self.is_numeric(0) && self.width > 2 {
                return true;
            }
        }
        if recur {
            let joined = self.joined(rows + 1);
            let is_told = unique_names(joined.iter().cloned()) == joined;
            let mut below = rows + 1..self.records.len();
            return is_told
                && self.is_level(rows, &numeric)
                && !below.any(|i| self.is_level(i, &numeric));
        }
        // Units: no number, and a text above most columns of numbers.
        let texts = numeric
            .iter()
            .filter(|&&j| matches!(self.cell(rows, j), Cell::Text(_)));
        let texts = texts.count();
        let mut cells = (0..self.width).map(|j| self.cell(rows, j));
        rows == 1 && texts >= 2 && 2 * texts > numeric.len() && !cells.any(|cell| cell.is_number())
    }

    /// Returns true where a record can be a level of names below those of the first record: texts above all `numeric` columns,
    /// or whole numbers that rise below each name, as years or alike for several names.
    fn is_level(&self, record: usize, numeric: &[usize]) -> bool {
        let is_text = |j: usize| matches!(self.cell(record, j), Cell::Text(_));
        if numeric.iter().all(|&j| is_text(j)) {
            return true;
        }
        if self.cell(record, 0).is_number() {
            return false;
        }
        let mut groups: Vec<(&str, Vec<f64>)> = Vec::new();
        for &j in numeric {
            let Cell::Number { value, .. } = self.cell(record, j) else {
                return false;
            };
            let name = self.field(0, j);
            match groups.last_mut() {
                Some((last, numbers)) if name.is_empty() || *last == name => numbers.push(value),
                _ => groups.push((name, vec![value])),
            }
        }
        let rises = |numbers: &[f64]| {
            numbers.iter().all(|number| number.fract() == 0.0)
                && numbers.windows(2).all(|pair| pair[0] < pair[1])
        };
        let all_rise = groups.iter().all(|(_, numbers)| rises(numbers));
        let mut numbers = groups.iter().flat_map(|(_, numbers)| numbers);
        let are_years = numbers.all(|number| YEARS.contains(number));
        let are_alike = groups.len() > 1 && groups.iter().all(|(_, it)| *it == groups[0].1);
        all_rise && (are_years || are_alike && groups[0].1.len() > 1)
    }

    fn joined(&self, rows: usize) -> Vec<String> {
        joined_names(&self.records[..rows])
    }

    fn field(&self, record: usize, column: usize) -> &str {
        self.records[record].get(column).unwrap_or_default().trim()
    }
}

/// Names of columns in one or several rows, not made unique. A name that is lacking in the first of several rows is that before
/// it, as merged cells leave it; names that are complete in the first row are followed by their units in brackets; the
/// first column has the lowest name alone.
pub(super) fn joined_names(rows: &[csv::StringRecord]) -> Vec<String> {
    let Some((first, below)) = rows.split_first() else {
        return Vec::new();
    };
    let field =
        |row: &csv::StringRecord, j: usize| row.get(j).unwrap_or_default().trim().to_owned();
    let top: Vec<String> = (0..first.len()).map(|j| field(first, j)).collect();
    if below.is_empty() {
        return top.iter().map(|name| shown_name(name)).collect();
    }
    let named: Vec<&String> = top.iter().skip(1).filter(|name| !name.is_empty()).collect();
    let unique = unique_names(named.iter().map(|name| (*name).clone()));
    let has_units = named.len() + 1 >= top.len() && unique.iter().eq(named.iter().copied());
    let mut names = Vec::new();
    let mut before = String::new();
    for (j, name) in top.iter().enumerate() {
        let mut parts: Vec<String> = below.iter().map(|row| field(row, j)).collect();
        parts.retain(|part| !part.is_empty());
        if has_units {
            let unit = parts.join(" ");
            let is_bracketed = unit.starts_with(['(', '[']);
            names.push(match (unit.is_empty(), is_bracketed) {
                (true, _) => shown_name(name),
                (false, true) => shown_name(&format!("{name} {unit}")),
                (false, false) => shown_name(&format!("{name} ({unit})")),
            });
            continue;
        }
        if j == 0 {
            names.push(shown_name(parts.last().unwrap_or(name)));
            continue;
        }
        let is_filled = name.is_empty() && !parts.is_empty();
        let top = if is_filled {
            before.clone()
        } else {
            name.clone()
        };
        before.clone_from(&top);
        let all: Vec<String> = std::iter::once(top).chain(parts).collect();
        names.push(shown_name(all.join(" ").trim()));
    }
    names
}
