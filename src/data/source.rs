//! Which data to use: a plain description that loads into a `Table`.

use std::{borrow::Cow, convert::Infallible, fmt, fs, path::Path, str::FromStr, time::SystemTime};

use serde::{Deserialize, Serialize};

use super::{DataError, DataFile, Table, builtin, generate, read};
use crate::printable::brief;

/// Where the rows come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    Generated(Generator),
    Builtin(Builtin),
    File(DataFile),
}

impl Default for Source {
    fn default() -> Self {
        Self::Generated(Generator::default())
    }
}

impl Source {
    /// Generates or reads the table; `cancelled` is asked now and then while a file is read.
    ///
    /// # Errors
    /// When a generator's parameter is out of range, or a file is not a table of numbers.
    pub fn load(&self, cancelled: &(dyn Fn() -> bool + Sync)) -> Result<Table, DataError> {
        match self {
            Self::Generated(generator) => generate::generate(generator),
            Self::Builtin(builtin) => builtin::table(*builtin),
            Self::File(file) => read::read_file(file, cancelled),
        }
    }
}

impl Source {
    /// The name on the command line, which for a file is without its folder here.
    #[must_use]
    pub fn id(&self) -> Cow<'static, str> {
        match self {
            Self::Generated(generator) => generator.shape.id().into(),
            Self::Builtin(builtin) => builtin.id().into(),
            Self::File(_) => self.to_string().into(),
        }
    }

    /// What other files about it may be named after.
    #[must_use]
    pub fn short_name(&self) -> Cow<'static, str> {
        match self {
            Self::Generated(_) | Self::Builtin(_) => self.id(),
            Self::File(file) => {
                let stem = file.path.file_stem().unwrap_or_default();
                stem.to_string_lossy().into_owned().into()
            }
        }
    }

    /// The file that is read, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(&file.path),
            Self::Generated(_) | Self::Builtin(_) => None,
        }
    }

    /// When a file's content last changed, where the system says so; `None` for other sources.
    #[must_use]
    pub fn modified(&self) -> Option<SystemTime> {
        match self {
            Self::File(file) => fs::metadata(file).and_then(|file| file.modified()).ok(),
            Self::Generated(_) | Self::Builtin(_) => None,
        }
    }
}

/// The name in menus and titles.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generated(generator) => generator.shape.fmt(f),
            Self::Builtin(builtin) => builtin.fmt(f),
            Self::File(file) => {
                let path = &file.path;
                let name = path.file_name().unwrap_or(path.as_os_str());
                f.write_str(&brief(&name.to_string_lossy()))
            }
        }
    }
}

/// The command line's `--data`: the name of a shape or a shipped table, else a path.
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

/// Parameters of scikit-learn's generators, with its meanings. A shape ignores what it lacks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Generator {
    pub shape: Shape,
    pub n_samples: usize,
    /// Standard deviation of Gaussian noise; for blobs `cluster_std`.
    pub noise: f64,
    /// Circles: inner radius over outer radius, in [0, 1).
    pub factor: f64,
    /// Blobs: number of clusters.
    pub centers: usize,
    pub random_state: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    Moons,
    Circles,
    SwissRoll,
    Blobs,
}

impl Shape {
    pub const ALL: [Self; 4] = [Self::Moons, Self::Circles, Self::SwissRoll, Self::Blobs];

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Moons => "moons",
            Self::Circles => "circles",
            Self::SwissRoll => "swiss-roll",
            Self::Blobs => "blobs",
        }
    }
}

/// The name in menus and titles.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Moons => "Half moons",
            Self::Circles => "Concentric circles",
            Self::SwissRoll => "Swiss roll",
            Self::Blobs => "Gaussian blobs",
        })
    }
}

impl Generator {
    /// scikit-learn's defaults for `shape`.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            n_samples: 100,
            noise: if shape == Shape::Blobs { 1.0 } else { 0.0 },
            factor: 0.8,
            centers: 3,
            random_state: 0,
        }
    }

    /// What the shape reads of this, under scikit-learn's names and in its order.
    #[must_use]
    pub fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        let Self {
            shape,
            n_samples,
            noise,
            factor,
            centers,
            random_state,
        } = *self;
        let mut parameters = vec![("n_samples", Parameter::Count(n_samples))];
        match shape {
            Shape::Moons | Shape::SwissRoll => parameters.push(("noise", Parameter::Real(noise))),
            Shape::Circles => parameters.extend([
                ("noise", Parameter::Real(noise)),
                ("factor", Parameter::Real(factor)),
            ]),
            Shape::Blobs => parameters.extend([
                ("centers", Parameter::Count(centers)),
                ("cluster_std", Parameter::Real(noise)),
            ]),
        }
        parameters.push(("random_state", Parameter::Count(random_state as usize)));
        parameters
    }
}

/// The value of a generator's parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Parameter {
    Count(usize),
    Real(f64),
}

impl Default for Generator {
    fn default() -> Self {
        Self::new(Shape::Moons)
    }
}

/// Tables shipped with the program; see `datasets/README.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Builtin {
    /// Fisher's iris, as scikit-learn ships it.
    Iris,
    /// The UCI copy of iris, which differs in two rows.
    IrisUci,
    /// From UCI iris: (0.2a² + b² + 0.1ab, b) with a, b centred sepal length and width.
    NonlinearIris,
    Wine,
    Digits,
}

impl Builtin {
    pub const ALL: [Self; 5] = [
        Self::Iris,
        Self::IrisUci,
        Self::NonlinearIris,
        Self::Wine,
        Self::Digits,
    ];

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Iris => "iris",
            Self::IrisUci => "iris-uci",
            Self::NonlinearIris => "nonlinear-iris",
            Self::Wine => "wine",
            Self::Digits => "digits",
        }
    }
}

/// The name in menus and titles.
impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Iris => "Iris",
            Self::IrisUci => "Iris (UCI)",
            Self::NonlinearIris => "Nonlinear iris",
            Self::Wine => "Wine",
            Self::Digits => "Handwritten digits",
        })
    }
}

/// Which columns of a table are features and which one labels the rows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Columns {
    pub label: LabelChoice,
    /// Names (or 0-based indices) of the features; `None` takes every numeric column but the label.
    pub features: Option<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelChoice {
    /// Find the label column, if there is one.
    #[default]
    Auto,
    None,
    /// A column's name, or its 0-based index.
    Column(String),
}
