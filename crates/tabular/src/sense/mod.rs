//! Senses of columns: what each column of a file is taken for, decided once from its name and its values together, with the
//! reason in words. `docs/reading.md` has the rules.

mod dates;

use super::{
    column::{Column, Values},
    names::{
        Identifying, Period, identifying, is_code_name, is_numbered_coordinate, is_unnamed,
        label_name, period, speaks_of_quantity,
    },
    read::is_number_somewhere,
};

/// Number of rows below which a column may count up by chance.
const LEAST_COUNTED: usize = 8;
/// Number of rows from which nearly all texts of the first column being different makes it one of names.
const LEAST_NEARLY_DISTINCT: usize = 40;

/// Sense of a column: the kind of its values, and whether they can name the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sense {
    pub kind: Kind,
    /// Reason for the kind, as a phrase such as "its name says so".
    pub reason: &'static str,
    /// True where the column can name the rows: its values tell nearly all of them apart.
    pub can_name: bool,
}

/// Kind of a column, by its name and values alone, whatever use is chosen for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers that are measured or counted.
    Measure,
    /// Numbers of which all are equal.
    Constant,
    /// Truth values, as 0 and 1.
    Truth,
    /// Texts of which some stand in several rows.
    Category,
    /// Texts that tell rows apart.
    Names,
    /// Whole numbers that count the rows.
    Counter,
    /// Numbers or texts that stand for something and measure nothing.
    Identifier,
    /// Dates, years, months, days or hours.
    Time,
    /// Digits of which no sum makes sense, such as postal codes.
    Code,
    /// Numbers and texts, with many of either.
    Mixed,
    /// Texts without a further use.
    Text,
    /// Nothing but spellings of "no value".
    Empty,
}

impl Kind {
    /// Returns true where the column is a feature unless the user says otherwise.
    #[must_use]
    pub fn is_feature(self) -> bool {
        matches!(self, Self::Measure | Self::Constant | Self::Truth)
    }

    /// Returns true where the values stand for rows or for things that recur, and measure nothing.
    #[must_use]
    pub fn identifies(self) -> bool {
        matches!(self, Self::Names | Self::Counter | Self::Identifier)
    }

    /// Reason why a column of this kind is left out, as short as a table of reasons has it.
    #[must_use]
    pub fn why_left_out(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Names | Self::Identifier => "identifier",
            Self::Counter => "it counts rows",
            Self::Time => "time",
            Self::Code => "code",
            Self::Mixed => "text amid numbers",
            Self::Measure | Self::Constant | Self::Truth | Self::Category | Self::Text => "text",
        }
    }

    /// Place among columns that can name the rows, the best first: a text before a number, and a counter last.
    fn rank_as_names(self) -> u8 {
        match self {
            Self::Names => 0,
            Self::Identifier => 1,
            Self::Time => 2,
            _ => 3,
        }
    }
}

/// Sense of a column of a source whose columns all have a use: numbers are features.
pub(super) fn plain(column: &Column) -> Sense {
    if column.is_empty() {
        return Sense::of(Kind::Empty, "no cell has a value");
    }
    match &column.values {
        Values::Numbers { .. } => Sense::of(Kind::Measure, "numbers"),
        Values::Text { .. } => Sense::of(Kind::Category, "texts"),
    }
}

/// Finds the senses of all columns of a file.
pub(super) fn senses(columns: &[Column], has_header: bool) -> Vec<Sense> {
    let mut senses: Vec<Sense> = Vec::with_capacity(columns.len());
    // Texts in front of the numbers are names or groups of rows.
    let mut leads = true;
    for (j, column) in columns.iter().enumerate() {
        let place = Place {
            is_first: j == 0,
            leads: leads && columns.len() > 1,
            has_header,
        };
        let sense = sense(column, place, columns);
        leads &= sense.kind == Kind::Category;
        senses.push(sense);
    }
    senses
}

/// Columns that can name the rows, the best first.
pub(super) fn naming(senses: &[Sense]) -> Vec<usize> {
    let columns = 0..senses.len();
    let mut naming: Vec<usize> = columns.filter(|&j| senses[j].can_name).collect();
    naming.sort_by_key(|&j| senses[j].kind.rank_as_names());
    naming
}

/// Makes the last column of numbers a feature, where no column but the `label` is a feature by itself.
pub(super) fn keep_last_numbers(senses: &mut [Sense], columns: &[Column], label: Option<usize>) {
    let others = (0..columns.len()).filter(|&j| Some(j) != label);
    if others.clone().any(|j| senses[j].kind.is_feature()) {
        return;
    }
    let is_left_out = |&j: &usize| columns[j].is_numeric() && senses[j].kind != Kind::Empty;
    if let Some(j) = others.rev().find(is_left_out) {
        senses[j] = Sense::of(Kind::Measure, "there are no other numbers");
    }
}

/// Place of a column among the others.
#[derive(Clone, Copy)]
struct Place {
    is_first: bool,
    /// True where nothing but categories stands in front.
    leads: bool,
    has_header: bool,
}

impl Sense {
    fn of(kind: Kind, reason: &'static str) -> Self {
        Self {
            kind,
            reason,
            can_name: false,
        }
    }

    fn naming(self, can_name: bool) -> Self {
        Self { can_name, ..self }
    }
}

fn sense(column: &Column, place: Place, all: &[Column]) -> Sense {
    if column.is_empty() {
        return Sense::of(Kind::Empty, "no cell has a value");
    }
    match &column.values {
        Values::Text { names, codes } => {
            let rows = codes.iter().flatten().count();
            let is_number: Vec<bool> = names.iter().map(|it| is_number_somewhere(it)).collect();
            let numbers = codes
                .iter()
                .flatten()
                .filter(|code| is_number[**code as usize]);
            if 2 * numbers.count() >= rows && !is_number.iter().all(|it| *it) {
                let reason = "many of its cells are numbers, and others are texts";
                return Sense::of(Kind::Mixed, reason);
            }
            of_texts(column, names, rows, place)
        }
        Values::Numbers { stray: Some(_), .. } => {
            Sense::of(Kind::Measure, "most cells hold numbers")
        }
        Values::Numbers { values, .. } => of_numbers(column, values, place, all),
    }
}

/// Sense of a column of texts, of which `names` are different, in so many `rows` with a value.
fn of_texts(column: &Column, names: &[String], rows: usize, place: Place) -> Sense {
    let distinct = names.len();
    let is_distinct = distinct == rows;
    let are_most = 2 * distinct > rows;
    let is_class = label_name(&column.name, false).is_some();
    if let Some(reason) = dates::are_dates(names) {
        return Sense::of(Kind::Time, reason).naming(is_distinct);
    }
    match identifying(&column.name) {
        Some(_) if is_distinct => {
            return Sense::of(Kind::Names, "its name says that it names rows").naming(true);
        }
        Some(Identifying::Strongly | Identifying::Named) if are_most => {
            return Sense::of(Kind::Names, "its name says that it names rows").naming(true);
        }
        Some(Identifying::Strongly) => {
            return Sense::of(Kind::Identifier, "its name says so, and values recur");
        }
        _ => {}
    }
    if place.leads && !is_class {
        if is_distinct {
            let reason = "texts in front of the numbers, another in each row";
            return Sense::of(Kind::Names, reason).naming(true);
        }
        if place.is_first && rows >= LEAST_NEARLY_DISTINCT && 10 * distinct >= 9 * rows {
            let reason = "texts in the first column, another in nearly each row";
            return Sense::of(Kind::Names, reason).naming(true);
        }
    }
    let are_digits = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
    if names.iter().all(are_digits) {
        return Sense::of(Kind::Code, "numbers with a zero in front");
    }
    if is_distinct {
        Sense::of(Kind::Text, "texts, another in each row")
    } else {
        Sense::of(Kind::Category, "texts that recur")
    }
}

fn of_numbers(column: &Column, values: &[f64], place: Place, all: &[Column]) -> Sense {
    const MEASURED: Sense = Sense {
        kind: Kind::Measure,
        reason: "numbers",
        can_name: false,
    };
    if column.truth.is_some() {
        return Sense::of(Kind::Truth, "true and false, as 1 and 0");
    }
    let known = || values.iter().copied().filter(|value| !value.is_nan());
    if known().any(|value| value.fract() != 0.0) {
        return if column.is_constant() {
            Sense::of(Kind::Constant, "all values are equal")
        } else {
            MEASURED
        };
    }
    let name = &column.name;
    if let Some(period) = period(name)
        && known().all(|value| is_in(period, value))
    {
        let can_name = period == Period::Year && column.is_distinct();
        return Sense::of(Kind::Time, "its name is one of a time").naming(can_name);
    }
    if column.is_constant() {
        return Sense::of(Kind::Constant, "all values are equal");
    }
    if is_unnamed(name) {
        let from_start = || values.first().is_some_and(|v| [0.0, 1.0].contains(v));
        let counts = column.counts_up();
        if (place.is_first || from_start() && counts) && column.is_distinct() {
            let kind = if counts {
                Kind::Counter
            } else {
                Kind::Identifier
            };
            return Sense::of(kind, "whole numbers without a name").naming(true);
        }
        return MEASURED;
    }
    match identifying(name) {
        Some(_) if column.is_distinct() => {
            let reason = "its name says that it tells rows apart";
            return Sense::of(Kind::Identifier, reason).naming(true);
        }
        Some(Identifying::Strongly) => {
            return Sense::of(Kind::Identifier, "its name says so, and values recur");
        }
        _ => {}
    }
    if is_code_name(name) {
        return Sense::of(Kind::Code, "its name is one of a code");
    }
    let leads = place.is_first && all.len() > 1 && label_name(name, false).is_none();
    let is_other = |other: &Column| other.is_numeric() && !other.is_empty();
    let counts = leads
        && values.len() >= LEAST_COUNTED
        && column.counts_up()
        && !speaks_of_quantity(name)
        && !(place.has_header && is_numbered_coordinate(name))
        && all.iter().skip(1).any(is_other);
    if counts {
        let reason = "the first column, whose whole numbers rise by 1";
        return Sense::of(Kind::Counter, reason).naming(true);
    }
    MEASURED
}

/// Returns true where `value` can be the number of such a period, such as 1 to 12 for a month.
fn is_in(period: Period, value: f64) -> bool {
    let range = match period {
        Period::Year => 1000.0..=2999.0,
        Period::Quarter => 1.0..=4.0,
        Period::Month => 1.0..=12.0,
        Period::Week => 0.0..=53.0,
        Period::Weekday => 0.0..=7.0,
        Period::Day => 1.0..=31.0,
        Period::DayOfYear => 1.0..=366.0,
        Period::Hour => 0.0..=24.0,
        Period::Minute => 0.0..=60.0,
        // Days as yyyymmdd, and seconds or milliseconds since 1970.
        Period::Date => 10_000_101.0..=f64::INFINITY,
    };
    range.contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str, values: &[f64]) -> Kind {
        let other = Column::numbers("a", (0..values.len()).map(|i| i as f64 + 0.5).collect());
        let columns = [other, Column::numbers(name, values.to_vec())];
        senses(&columns, true)[1].kind
    }

    #[test]
    fn names_and_values_decide_together() {
        let years: Vec<f64> = (0..9).map(|i| f64::from(2000 + i % 3)).collect();
        let ages: Vec<f64> = (0..9).map(f64::from).collect();
        assert_eq!(kind("year", &years), Kind::Time);
        assert_eq!(kind("year", &ages), Kind::Measure, "years of age");
        assert_eq!(kind("a", &years), Kind::Measure);
        assert_eq!(kind("ID", &years), Kind::Identifier, "identifiers recur");
        assert_eq!(kind("number", &years), Kind::Measure);
        assert_eq!(kind("case", &ages), Kind::Identifier);
        assert_eq!(kind("zip", &years), Kind::Code);
        assert_eq!(kind("ID", &[7.0; 9]), Kind::Constant);
        assert_eq!(kind("ID", &[0.5, 1.5]), Kind::Measure);
    }
}
