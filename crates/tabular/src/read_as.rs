//! File of data, and the user's statements on how it is written.

use std::{fmt, path::PathBuf, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// File of data, read as its content suggests or as the user says that it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    pub path: PathBuf,
    pub read_as: ReadAs,
    /// Sheet of a workbook, by its name or its number from 1; `None` takes the first that holds a table.
    pub sheet: Option<String>,
    /// File with one label per line, for data that have no column for them.
    pub labels: Option<PathBuf>,
}

/// Statements of the user on how a file is written; `None` is found from the file itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadAs {
    pub delimiter: Option<Delimiter>,
    pub decimal: Option<Decimal>,
    /// Number of rows of names above the data; 0 where the first row is one of data.
    pub header: Option<u8>,
}

/// Separator of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// Run of spaces and tabs.
    Blank,
    /// ASCII character that no number or name needs.
    Character(u8),
}

listed! {
    /// Sign between a number's whole part and its fraction.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub enum Decimal {
        #[default]
        #[serde(rename = ".")]
        Point => ".",
        #[serde(rename = ",")]
        Comma => ",",
    }
    /// Sign itself, which is also the name on the command line.
    fn sign
}

impl ReadAs {
    /// States the delimiter only.
    #[must_use]
    pub fn delimiter(delimiter: Delimiter) -> Self {
        Self {
            delimiter: Some(delimiter),
            ..Self::default()
        }
    }

    /// States the decimal sign only.
    #[must_use]
    pub fn decimal(decimal: Decimal) -> Self {
        Self {
            decimal: Some(decimal),
            ..Self::default()
        }
    }

    /// Purpose of these statements as a phrase such as "take the comma as decimal sign", for the other reading of a
    /// file.
    #[must_use]
    pub fn purpose(self) -> String {
        match (self.delimiter, self.decimal) {
            (_, Some(decimal)) => format!("take the {decimal} as decimal sign"),
            (Some(delimiter), None) => format!("part columns at {}", delimiter.plural()),
            (None, None) => "find it from the file".into(),
        }
    }

    /// Flags on the command line that state the delimiter and the decimal sign.
    #[must_use]
    pub fn flags(self) -> String {
        let delimiter = self.delimiter.map(|d| format!("--delimiter '{d}'"));
        let decimal = self.decimal.map(|d| format!("--decimal {}", d.sign()));
        let flags: Vec<String> = [delimiter, decimal].into_iter().flatten().collect();
        flags.join(" ")
    }
}

impl Delimiter {
    pub const TAB: Self = Self::Character(b'\t');
    pub const COMMA: Self = Self::Character(b',');
    pub const SEMICOLON: Self = Self::Character(b';');
    pub const BAR: Self = Self::Character(b'|');

    /// Plural of the delimiter's name, such as "semicolons".
    #[must_use]
    pub fn plural(self) -> String {
        match self {
            Self::Blank => "blanks".into(),
            Self::TAB => "tabs".into(),
            Self::COMMA => "commas".into(),
            Self::SEMICOLON => "semicolons".into(),
            Self::Character(byte) => format!("“{}”", char::from(byte)),
        }
    }
}

impl Decimal {
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }
}

/// Writes "point" or "comma".
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Point => "point",
            Self::Comma => "comma",
        })
    }
}

/// Name on the command line and in sessions.
impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Blank => f.write_str("blank"),
            Self::TAB => f.write_str("tab"),
            Self::Character(byte) => write!(f, "{}", char::from(byte)),
        }
    }
}

impl FromStr for Delimiter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            b"tab" | b"\\t" => Ok(Self::TAB),
            b"blank" | b" " => Ok(Self::Blank),
            [byte] if is_usable(*byte) => Ok(Self::Character(*byte)),
            _ => Err(
                "must be tab, blank or one character that is no letter, digit, point, sign, quote or #"
                    .into(),
            ),
        }
    }
}

fn is_usable(byte: u8) -> bool {
    let punctuation = byte.is_ascii_punctuation() && !b".+-\"#'".contains(&byte);
    punctuation || byte == b'\t'
}

impl Serialize for Delimiter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Delimiter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl<P: Into<PathBuf>> From<P> for DataFile {
    fn from(path: P) -> Self {
        Self {
            path: path.into(),
            read_as: ReadAs::default(),
            sheet: None,
            labels: None,
        }
    }
}

/// Form of a file, with the user's statements, in a session.
#[derive(Serialize, Deserialize)]
struct DataFileRecord {
    path: PathBuf,
    delimiter: Option<Delimiter>,
    decimal: Option<Decimal>,
    header: Option<u8>,
    sheet: Option<String>,
    labels: Option<PathBuf>,
}

/// Writes only the path of a file without statements.
impl Serialize for DataFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if *self == Self::from(self.path.clone()) {
            return self.path.serialize(serializer);
        }
        let ReadAs {
            delimiter,
            decimal,
            header,
        } = self.read_as;
        let written = DataFileRecord {
            path: self.path.clone(),
            delimiter,
            decimal,
            header,
            sheet: self.sheet.clone(),
            labels: self.labels.clone(),
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DataFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PathOrTable)
    }
}

struct PathOrTable;

impl<'de> de::Visitor<'de> for PathOrTable {
    type Value = DataFile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a path, or a table with path, delimiter, decimal, header, sheet and labels")
    }

    fn visit_str<E: de::Error>(self, path: &str) -> Result<DataFile, E> {
        Ok(path.into())
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<DataFile, A::Error> {
        let written = DataFileRecord::deserialize(de::value::MapAccessDeserializer::new(map))?;
        let DataFileRecord {
            path,
            delimiter,
            decimal,
            header,
            sheet,
            labels,
        } = written;
        Ok(DataFile {
            path,
            read_as: ReadAs {
                delimiter,
                decimal,
                header,
            },
            sheet,
            labels,
        })
    }
}
