//! Names of columns, and what they say of the values below them.

/// Names of label columns, in order of preference, whose numbers may be a quantity as well.
const TARGETS: [&str; 5] = ["label", "labels", "class", "classes", "target"];

/// Names of columns of outcomes, which are the label sooner than a column called `class` beside them: they rank behind
/// the first two of [`TARGETS`].
const OUTCOMES: [&str; 4] = ["survived", "died", "churned", "churn"];
const BEFORE_OUTCOMES: usize = 2;

/// Further names of label columns, in order of preference, whose numbers are labels where they are few.
const GROUPS: [&str; 15] = [
    "species",
    "category",
    "categories",
    "kind",
    "type",
    "group",
    "groups",
    "cluster",
    "clusters",
    "outcome",
    "diagnosis",
    "status",
    "quality",
    "variety",
    "digit",
];

/// Last words of longer names of label columns, such as `iris_class`.
const ENDINGS: [&str; 4] = ["label", "class", "target", "species"];

/// Rank of a column's name among the names of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LabelName {
    /// Index among the names of labels, the best first.
    pub rank: usize,
    /// True where many different numbers under this name are a label too.
    pub may_be_quantity: bool,
}

/// Rank of a column's name as that of a label; `None` where it is none. `y` is one unless `x` or `z` beside it make it
/// a coordinate.
pub(super) fn label_name(name: &str, beside_coordinates: bool) -> Option<LabelName> {
    let words = words(name);
    let whole = words.join("");
    let place = |names: &[&str]| names.iter().position(|known| *known == whole);
    let found = |rank, may_be_quantity| LabelName {
        rank,
        may_be_quantity,
    };
    let first = TARGETS.len() + OUTCOMES.len();
    let further = first + GROUPS.len();
    let target = |rank: usize| match rank {
        before if before < BEFORE_OUTCOMES => before,
        behind => behind + OUTCOMES.len(),
    };
    let ending = || words.last().filter(|last| ENDINGS.contains(&last.as_str()));
    place(&TARGETS)
        .map(|rank| found(target(rank), true))
        .or_else(|| place(&OUTCOMES).map(|rank| found(BEFORE_OUTCOMES + rank, false)))
        .or_else(|| place(&GROUPS).map(|rank| found(first + rank, false)))
        .or_else(|| ending().map(|_| found(further, false)))
        .or_else(|| (whole == "y" && !beside_coordinates).then(|| found(further + 1, true)))
}

/// Names of columns that tell rows apart, where no value recurs.
const WEAKLY_IDENTIFYING: [&str; 5] = ["nr", "no", "number", "key", "row"];

/// Names of columns that stand for something also where values recur, as those of persons over several visits.
const IDENTIFIERS: [&str; 10] = [
    "id",
    "pid",
    "index",
    "idx",
    "rowid",
    "rowname",
    "rownames",
    "identifier",
    "fid",
    "iid",
];

/// Last words of names of identifiers, as in `Sample ID` and `PassengerId`.
const IDENTIFYING: [&str; 5] = ["id", "uid", "uuid", "guid", "identifier"];

/// Words for things that are numbered or named, which may also name a column of their numbers; below, last words of
/// longer such names: `case no`, `Sample name`.
const THINGS: [&str; 14] = [
    "site",
    "specimen",
    "row",
    "sample",
    "case",
    "record",
    "serial",
    "subject",
    "patient",
    "participant",
    "item",
    "observation",
    "instance",
    "student",
];
const NUMBERING: [&str; 9] = [
    "nr", "no", "num", "number", "index", "idx", "key", "name", "names",
];

/// Words for names of rows.
const NAMES: [&str; 2] = ["name", "names"];

/// Force with which a column's name says that its values stand for rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identifying {
    /// Name that quantities may have too, and which counts only where no value recurs.
    Weakly,
    /// Name of a column of names, as of persons or towns, of which a few may recur.
    Named,
    /// Name of a column whose values measure nothing, even where they recur.
    Strongly,
}

/// Force with which a column's name, or its lack of one, says that the column tells rows apart; `None` where it does not.
pub(super) fn identifying(name: &str) -> Option<Identifying> {
    use Identifying::{Named, Strongly, Weakly};
    if matches!(name.trim(), "#" | "№") || is_unnamed(name) {
        return Some(Weakly);
    }
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [word] if IDENTIFIERS.contains(&word) || IDENTIFYING.contains(&word) => Some(Strongly),
        [word] if NAMES.contains(&word) => Some(Named),
        [word] => {
            let is_one = WEAKLY_IDENTIFYING.contains(&word) || THINGS.contains(&word);
            is_one.then_some(Weakly)
        }
        [.., last] if IDENTIFYING.contains(&last) => Some(Strongly),
        ["row", "names" | "name"] => Some(Strongly),
        [.., last] if NAMES.contains(&last) => Some(Named),
        [.., thing, last] if THINGS.contains(&thing) && NUMBERING.contains(&last) => Some(Strongly),
        _ => None,
    }
}

/// Names of columns whose digits are codes.
const CODES: [&str; 17] = [
    "zip",
    "zipcode",
    "postcode",
    "postalcode",
    "postal",
    "plz",
    "cap",
    "areacode",
    "phone",
    "telephone",
    "isbn",
    "issn",
    "ean",
    "upc",
    "fips",
    "ssn",
    "barcode",
];

/// Returns true where a column's name is that of codes.
pub(super) fn is_code_name(name: &str) -> bool {
    CODES.contains(&words(name).concat().as_str())
}

/// Period that a column of whole numbers may count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Period {
    Year,
    Quarter,
    Month,
    Week,
    Weekday,
    Day,
    DayOfYear,
    Hour,
    Minute,
    Date,
}

/// Period that a column's whole name stands for; `None` for other names, also longer ones such as `model year`, which
/// may be names of a quantity.
pub(super) fn period(name: &str) -> Option<Period> {
    Some(match words(name).concat().as_str() {
        "year" | "yr" | "jahr" | "année" | "annee" => Period::Year,
        "quarter" | "qtr" => Period::Quarter,
        "month" | "mon" | "mo" | "monat" | "mois" => Period::Month,
        "week" | "weekofyear" | "isoweek" => Period::Week,
        "weekday" | "dayofweek" | "dow" => Period::Weekday,
        "day" | "dayofmonth" | "tag" | "jour" => Period::Day,
        "dayofyear" | "doy" | "yday" => Period::DayOfYear,
        "hour" | "hr" | "stunde" | "heure" => Period::Hour,
        "minute" => Period::Minute,
        "date" | "datetime" | "timestamp" | "yyyymmdd" => Period::Date,
        _ => return None,
    })
}

/// Returns true where a column has no name, or the one that data frames give instead.
pub(super) fn is_unnamed(name: &str) -> bool {
    name.to_lowercase().starts_with("unnamed")
}

/// Words for quantities that are measured or stepped through: a column so called may count up and yet be data.
const QUANTITIES: [&str; 44] = [
    "time",
    "times",
    "timestamp",
    "year",
    "years",
    "yr",
    "quarter",
    "month",
    "months",
    "week",
    "weeks",
    "day",
    "days",
    "date",
    "hour",
    "hours",
    "minute",
    "minutes",
    "min",
    "second",
    "seconds",
    "sec",
    "ms",
    "age",
    "step",
    "steps",
    "epoch",
    "epochs",
    "iteration",
    "iterations",
    "generation",
    "cycle",
    "frame",
    "lag",
    "position",
    "distance",
    "depth",
    "height",
    "length",
    "temperature",
    "temp",
    "dose",
    "frequency",
    "degree",
];

/// Returns true where a column's name speaks of a quantity; a single letter such as x or t does.
pub(super) fn speaks_of_quantity(name: &str) -> bool {
    let words = words(name);
    let mut letters = words.iter().map(|word| word.chars().count());
    words.iter().any(|word| QUANTITIES.contains(&word.as_str()))
        || words.len() == 1 && letters.next() == Some(1)
}

/// Returns true where a column's name is that of a numbered coordinate, as `x0` or `y_2`.
pub(super) fn is_numbered_coordinate(name: &str) -> bool {
    let digits = name.trim().strip_prefix(['x', 'y', 'z', 'X', 'Y', 'Z']);
    let digits = digits.map(|rest| rest.strip_prefix('_').unwrap_or(rest));
    digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Words of a name in small letters, split at what is no letter or digit, and at capitals that follow small
/// letters.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut after_small = false;
    for letter in name.chars() {
        let parts = !letter.is_alphanumeric();
        if (parts || after_small && letter.is_uppercase()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if !parts {
            word.extend(letter.to_lowercase());
        }
        after_small = letter.is_lowercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_their_words() {
        for name in [
            "id",
            "ID",
            "Id",
            "nr",
            "No.",
            "index",
            "key",
            "sample_id",
            "Sample ID",
            "sampleID",
            "PassengerId",
            "passenger-id",
            "rownames",
            "row.names",
            "Row Names",
            "Unnamed: 0",
            "#",
            "Case No",
            "patient_number",
            "Name",
        ] {
            assert!(identifying(name).is_some(), "{name}");
        }
        for name in [
            "acid",
            "humid",
            "valid",
            "width",
            "body mass index",
            "refractive_index",
            "NOx",
            "x0",
            "number of rooms",
            "idle",
            "keys pressed",
        ] {
            assert_eq!(identifying(name), None, "{name}");
        }
        for name in [
            "time",
            "Time (s)",
            "elapsedDays",
            "year",
            "Age",
            "x",
            "T",
            "step",
            "t_min",
        ] {
            assert!(speaks_of_quantity(name), "{name}");
        }
        for name in ["x0", "count", "sample", "Sheet1"] {
            assert!(!speaks_of_quantity(name), "{name}");
        }
    }

    #[test]
    fn numbered_coordinates_are_known() {
        for name in ["x0", "X12", "y_2"] {
            assert!(is_numbered_coordinate(name), "{name}");
        }
        for name in ["x", "x_", "xs1", "sample1"] {
            assert!(!is_numbered_coordinate(name), "{name}");
        }
    }

    #[test]
    fn names_of_labels_stand_in_an_order() {
        let rank = |name| label_name(name, false).map(|it| it.rank);
        let order = [
            "Label",
            "Survived",
            "CLASS",
            "target",
            "Species",
            "kind",
            "Outcome",
            "quality",
            "iris_class",
            "y",
        ];
        assert!(order.map(rank).is_sorted_by(|a, b| a.is_some() && a < b));
        for name in [
            "t",
            "T",
            "color",
            "Colour",
            "x",
            "a",
            "k",
            "Pclass",
            "classified",
        ] {
            assert_eq!(rank(name), None, "{name}");
        }
        assert_eq!(label_name("y", true), None);
    }
}
