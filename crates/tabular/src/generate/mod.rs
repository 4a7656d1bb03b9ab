//! Generators of points. Those of scikit-learn give the same points as there, in the same order, for the same
//! `random_state`.
//!
//! Each generator stands in its own file. Those with a function in scikit-learn 1.9's `datasets/_samples_generator.py`
//! follow it draw by draw; the others follow the Python lines of their description.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Column, DataError, Table};
use kernel_pca::objects::RandomState;

mod two_curves;

/// Largest number of points, more than any picture needs; a slip of the keyboard must not fill the memory.
pub const MAX_SAMPLES: u32 = 1_000_000;

/// Description of a generator, from which lists, fields, flags, scripts and tests follow.
pub struct ShapeSpec {
    /// Name in menus and titles.
    pub title: &'static str,
    /// Name within a sentence, in the plural.
    pub plural: &'static str,
    /// Description in a sentence or two.
    pub help: &'static str,
    /// Function of scikit-learn that makes `X` and `label`; `None` where it has none.
    pub function: Option<&'static str>,
    /// Further arguments of that function, such as `, hole=True`.
    pub constant: &'static str,
    /// Lines of Python that change the function's result, or make `X` and `label` themselves from variables with
    /// the arguments' names and `draw`, a `RandomState`.
    pub python: &'static str,
    /// Arguments besides `n_samples` and `random_state`, under scikit-learn's names and in its order.
    pub arguments: &'static [(&'static str, Argument)],
    /// Default of the noise, as in scikit-learn.
    pub noise: f64,
    /// Upper end of the noise's slider; more can be typed.
    pub most_noise: f64,
    /// Parameters to start from, which suit the shape; [`Generator::new`] gives scikit-learn's defaults.
    pub starting: Generator,
    /// Direction from which the points show their shape.
    pub seen: Seen,
    /// Function that makes the features of so many points, and their label.
    pub points: ShapePoints,
}

/// Direction from which points show their shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Any: the first two coordinates are a picture of it.
    FromAnywhere,
    /// Direction of the second coordinate, about which they are wound up.
    AlongSecond,
}

/// Function that makes the features of so many points, and their label.
type ShapePoints = fn(&Generator, u32, RandomState) -> (Vec<Column>, Column);

impl ShapeSpec {
    /// Returns true where title, plural and help are not empty.
    const fn has_words(&self) -> bool {
        !(self.title.is_empty() || self.plural.is_empty() || self.help.is_empty())
    }

    /// Description of a generator that makes its points by `points`, which are seen from `seen`, with empty names, no
    /// arguments and no function of scikit-learn.
    const fn of(points: ShapePoints, seen: Seen) -> Self {
        Self {
            title: "",
            plural: "",
            help: "",
            function: None,
            constant: "",
            python: "",
            arguments: &[],
            noise: 0.0,
            most_noise: 0.0,
            starting: Generator::common(Shape::Moons),
            seen,
            points,
        }
    }
}

/// Parameter that some generators have and others lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    Noise,
    Factor,
    Centers,
}

/// Value of a generator's parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ArgumentValue {
    Count(usize),
    Real(f64),
}

macro_rules! shapes {
    ($($shape:ident $name:literal $file:ident;)*) => {
        $(mod $file;)*
        $(const _: () = assert!($file::SPEC.has_words(), "a generator needs its words");)*
        $(const _: () = assert!(
            matches!($file::SPEC.starting.shape, Shape::$shape),
            "a generator starts with itself"
        );)*

        listed! {
            /// Shape that a generator draws.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
            pub enum Shape {
                $(#[serde(rename = $name)] $shape => $name,)*
            }
            /// Name on the command line and in files.
            fn id
        }

        impl Shape {
            pub fn spec(self) -> &'static ShapeSpec {
                match self {
                    $(Self::$shape => &$file::SPEC,)*
                }
            }
        }
    };
}

// Each with its name on the command line and in files, and its file.
shapes! {
    Moons "moons" moons;
    Circles "circles" circles;
    SwissRoll "swiss-roll" swiss_roll;
    Blobs "blobs" blobs;
    SCurve "s-curve" s_curve;
    SwissHole "swiss-hole" swiss_hole;
    Xor "xor" xor;
    Spirals "spirals" spirals;
    Spheres "spheres" spheres;
    Trefoil "trefoil" trefoil;
    Elongated "elongated" elongated;
    Outlier "outlier" outlier;
    Noise "noise" noise;
}

/// Name in menus and titles.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec().title)
    }
}

impl Shape {
    /// Returns true where the generator has this argument.
    #[must_use]
    pub fn takes(self, argument: Argument) -> bool {
        let mut arguments = self.spec().arguments.iter();
        arguments.any(|(_, taken)| *taken == argument)
    }
}

/// Parameters of the generators, with scikit-learn's meanings. A shape ignores what it lacks.
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

impl Generator {
    /// Returns scikit-learn's defaults for `shape`.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self {
            noise: shape.spec().noise,
            ..Self::common(shape)
        }
    }

    /// Defaults that all shapes have in common.
    const fn common(shape: Shape) -> Self {
        Self {
            shape,
            n_samples: 100,
            noise: 0.0,
            factor: 0.8,
            centers: 3,
            random_state: 0,
        }
    }

    /// Arguments that the shape takes, with their values, under scikit-learn's names and in its order.
    #[must_use]
    pub fn arguments(&self) -> Vec<(&'static str, ArgumentValue)> {
        let Self {
            shape,
            n_samples,
            noise,
            factor,
            centers,
            random_state,
        } = *self;
        let mut arguments = vec![("n_samples", ArgumentValue::Count(n_samples))];
        arguments.extend(shape.spec().arguments.iter().map(|(name, argument)| {
            let value = match argument {
                Argument::Noise => ArgumentValue::Real(noise),
                Argument::Factor => ArgumentValue::Real(factor),
                Argument::Centers => ArgumentValue::Count(centers),
            };
            (*name, value)
        }));
        arguments.push(("random_state", ArgumentValue::Count(random_state as usize)));
        arguments
    }
}

impl Default for Generator {
    fn default() -> Self {
        Self::new(Shape::Moons)
    }
}

/// Generates the points as features, with their group or their position on the shape as the label column.
///
/// # Errors
/// Names the parameter that is out of range.
pub(super) fn generate(generator: &Generator) -> Result<Table, DataError> {
    let n = check(generator)?;
    let random = RandomState::new(generator.random_state);
    let spec = generator.shape.spec();
    let (features, label) = (spec.points)(generator, n, random);
    Ok(Table::with_label(spec.title, features, label))
}

/// Checks the parameters that the shape uses; returns the number of samples.
fn check(generator: &Generator) -> Result<u32, DataError> {
    let &Generator {
        shape,
        n_samples,
        noise,
        factor,
        centers,
        random_state: _,
    } = generator;
    let refuse = |field, range: &str, got: &dyn fmt::Display| {
        Err(DataError::Parameter {
            field,
            reason: format!("must be {range}; got {got}"),
        })
    };
    let n = u32::try_from(n_samples).unwrap_or(0);
    if !(1..=MAX_SAMPLES).contains(&n) {
        let range = format!("a whole number from 1 to {MAX_SAMPLES}");
        return refuse("n_samples", &range, &n_samples);
    }
    for (_, argument) in shape.spec().arguments {
        match argument {
            Argument::Noise if !(noise >= 0.0 && noise.is_finite()) => {
                return refuse("noise", "a finite number, 0 or more", &noise);
            }
            Argument::Factor if !(0.0..1.0).contains(&factor) => {
                return refuse("factor", "from 0 up to, but not including, 1", &factor);
            }
            Argument::Centers if !(1..=n_samples).contains(&centers) => {
                return refuse("centers", "from 1 to the number of samples", &centers);
            }
            Argument::Noise | Argument::Factor | Argument::Centers => {}
        }
    }
    Ok(n)
}

/// Points of a plane as two columns.
fn plane(points: impl Iterator<Item = [f64; 2]>) -> Vec<Column> {
    let (x, y) = points.map(|[x, y]| (x, y)).unzip();
    vec![Column::numbers("x₁", x), Column::numbers("x₂", y)]
}

/// Points of space as three columns.
fn space([x, y, z]: [Vec<f64>; 3]) -> Vec<Column> {
    vec![
        Column::numbers("x", x),
        Column::numbers("y", y),
        Column::numbers("z", z),
    ]
}

/// Points of space as three columns, with noise that comes coordinate by coordinate: all x, then all y, then all z.
fn noisy_coordinates(points: [Vec<f64>; 3], noise: f64, mut random: RandomState) -> Vec<Column> {
    space(points.map(|clean| {
        let noisy = clean.iter().map(|v| v + noise * random.standard_normal());
        noisy.collect()
    }))
}

/// Points of space as three columns, with noise that comes point by point.
fn noisy_space(
    points: impl Iterator<Item = [f64; 3]>,
    noise: f64,
    random: &mut RandomState,
) -> Vec<Column> {
    let mut columns = [vec![], vec![], vec![]];
    for point in points {
        for (column, v) in columns.iter_mut().zip(point) {
            column.push(v + noise * random.standard_normal());
        }
    }
    space(columns)
}

/// Points of a plane as two columns, with noise that comes point by point.
fn noisy_plane(
    points: impl Iterator<Item = [f64; 2]>,
    noise: f64,
    mut random: RandomState,
) -> Vec<Column> {
    plane(points.map(|point| point.map(|v| v + noise * random.standard_normal())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Columns, Dataset, Source};
    use kernel_pca::objects::Labels;

    fn dataset(generator: Generator) -> Result<Dataset, DataError> {
        Source::Generated(generator)
            .load(&|| false)?
            .dataset(&Columns::default())
    }

    #[test]
    fn only_classes_that_occur_are_named() {
        let one = dataset(Generator {
            n_samples: 1,
            ..Generator::new(Shape::Moons)
        });
        let Labels::Classes { names, codes, .. } = one.unwrap().labels else {
            panic!("moons are classes");
        };
        assert_eq!(codes, [Some(0)]);
        assert_eq!(names, ["lower"]);
    }

    #[test]
    fn parameters_out_of_range_are_named() {
        let moons = || Generator::new(Shape::Moons);
        let circles = Generator::new(Shape::Circles);
        let blobs = Generator::new(Shape::Blobs);
        for (generator, message) in [
            (
                Generator {
                    n_samples: 0,
                    ..moons()
                },
                "n_samples: must be a whole number from 1 to 1000000; got 0",
            ),
            (
                Generator {
                    n_samples: 1_000_001,
                    ..moons()
                },
                "n_samples: must be a whole number from 1 to 1000000; got 1000001",
            ),
            (
                Generator {
                    noise: -0.1,
                    ..moons()
                },
                "noise: must be a finite number, 0 or more; got -0.1",
            ),
            (
                Generator {
                    noise: f64::NAN,
                    ..moons()
                },
                "noise: must be a finite number, 0 or more; got NaN",
            ),
            (
                Generator {
                    factor: 1.0,
                    ..circles
                },
                "factor: must be from 0 up to, but not including, 1; got 1",
            ),
            (
                Generator {
                    centers: 0,
                    ..blobs
                },
                "centers: must be from 1 to the number of samples; got 0",
            ),
        ] {
            assert_eq!(dataset(generator).unwrap_err().to_string(), message);
        }
    }
}
