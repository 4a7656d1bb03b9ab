//! Source of data: a plain description that loads into a `Table`.

use std::{borrow::Cow, convert::Infallible, ffi::OsStr, fmt, path::Path, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Builtin, DataFile, Drawing, Generator, Missing, RowChoice, Shape};
use crate::printable::brief;

/// Origin of the rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    Generated(Generator),
    Builtin(Builtin),
    File(DataFile),
    Drawn(Drawing),
}

impl Default for Source {
    fn default() -> Self {
        Self::Generated(Generator::default())
    }
}

impl Source {
    /// Name on the command line; of a file the name without its folder.
    #[must_use]
    pub fn id(&self) -> Cow<'static, str> {
        match self {
            Self::Generated(generator) => generator.shape.id().into(),
            Self::Builtin(builtin) => builtin.id().into(),
            Self::File(_) => self.to_string().into(),
            Self::Drawn(_) => Drawing::NAME.to_lowercase().into(),
        }
    }

    /// Stem of the names of files about this source.
    #[must_use]
    pub fn short_name(&self) -> Cow<'static, str> {
        match self {
            Self::Generated(_) | Self::Builtin(_) | Self::Drawn(_) => self.id(),
            Self::File(file) => {
                let stem = file.path.file_stem().unwrap_or_default();
                stem.to_string_lossy().into_owned().into()
            }
        }
    }

    /// Path of the file that is read, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(&file.path),
            Self::Generated(_) | Self::Builtin(_) | Self::Drawn(_) => None,
        }
    }
}

/// Name in menus and titles.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generated(generator) => generator.shape.fmt(f),
            Self::Builtin(builtin) => builtin.fmt(f),
            Self::Drawn(_) => f.write_str(Drawing::NAME),
            Self::File(file) => {
                let path = &file.path;
                let name = path.file_name().unwrap_or(path.as_os_str());
                f.write_str(&brief(&name.to_string_lossy()))
            }
        }
    }
}

/// Parses the command line's `--data`: the name of a shape or a shipped table, else a path.
impl FromStr for Source {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let shape = Shape::ALL.into_iter().find(|shape| shape.id() == text);
        let builtin = Builtin::ALL
            .into_iter()
            .find(|builtin| builtin.id() == text);
        Ok(shape
            .map(|shape| Self::Generated(Generator::new(shape)))
            .or(builtin.map(Self::Builtin))
            .unwrap_or_else(|| Self::File(text.into())))
    }
}

/// Takes a name that is not Unicode as a path.
impl From<&OsStr> for Source {
    fn from(name: &OsStr) -> Self {
        match name.to_str().map(Self::from_str) {
            Some(Ok(source)) => source,
            None => Self::File(DataFile::from(name)),
        }
    }
}

/// Choice of features and label among a table's columns, and of the rows that are fitted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Columns {
    pub label: ColumnChoice,
    /// Column that names the rows.
    #[serde(skip_serializing_if = "ColumnChoice::is_auto")]
    pub names: ColumnChoice,
    /// Names (or 0-based indices) of the features; `None` takes all columns whose kind is a feature by itself, but for
    /// the label and the names of rows.
    pub features: Option<Vec<String>>,
    pub map: Map,
    /// Treatment of rows that lack a feature.
    pub missing: Missing,
    /// Columns with a 0/1 feature for each of their values.
    pub one_hot: Vec<String>,
    /// Features of which the natural logarithm is taken.
    pub log: Vec<String>,
    /// Features of which ranks are taken, which a logarithm does not change.
    pub rank: Vec<String>,
    /// Rows that are fitted.
    #[serde(skip_serializing_if = "RowChoice::takes_all")]
    pub rows: RowChoice,
    /// Treatment of a given matrix whose mirrored entries differ.
    pub symmetrise: Symmetrise,
}

listed! {
    /// Treatment of a given matrix whose mirrored entries differ.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Symmetrise {
        /// Refuses a matrix whose mirrored entries differ by more than rounding.
        #[default]
        None => "none",
        /// Takes the mean of each entry and its mirror.
        Mean => "mean",
    }
    /// Name in flags and files.
    fn name
}

listed! {
    /// Conversion of objects that are no vectors, for a kernel that takes vectors.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Map {
        #[default]
        None => "none",
        /// Converts a string into the shares of its symbols.
        Symbols => "symbols",
    }
    /// Name in flags and files.
    fn name
}

/// Choice of the column that labels the rows, or of the one that names them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnChoice {
    /// Column found in the table, if there is one.
    #[default]
    Auto,
    None,
    /// Column by its name, or its 0-based index.
    Column(String),
}

impl Columns {
    /// Choice in which every column has the use that is found; the rows and the treatment of their values stay.
    #[must_use]
    pub fn found_anew(&self) -> Self {
        Self {
            rows: self.rows.clone(),
            missing: self.missing,
            map: self.map,
            symmetrise: self.symmetrise,
            ..Self::default()
        }
    }
}

impl ColumnChoice {
    /// Returns true for `Auto`, the column that is found in the table.
    #[must_use]
    pub fn is_auto(&self) -> bool {
        *self == Self::Auto
    }
}
