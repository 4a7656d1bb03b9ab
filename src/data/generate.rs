//! scikit-learn's generators: the same points, in the same order, for the same `random_state`.
//!
//! Each follows its namesake in scikit-learn 1.9's `datasets/_samples_generator.py` draw by draw.

use std::f64::consts::PI;

use super::{Column, DataError, Generator, Shape, Table, numpy_random::RandomState};

/// More points than any picture needs; a slip of the keyboard must not fill the memory.
pub const MAX_SAMPLES: u32 = 1_000_000;
/// scikit-learn's `center_box`.
const CENTER_BOX: (f64, f64) = (-10.0, 10.0);

/// The points as features and what they belong to as the label column.
///
/// # Errors
/// Names the parameter that is out of range.
pub(super) fn generate(generator: &Generator) -> Result<Table, DataError> {
    let n = check(generator)?;
    let random = RandomState::new(generator.random_state);
    Ok(match generator.shape {
        Shape::Moons => moons(n, generator.noise, random),
        Shape::Circles => circles(n, generator.noise, generator.factor, random),
        Shape::SwissRoll => swiss_roll(n, generator.noise, random),
        Shape::Blobs => blobs(n, generator.noise, generator.centers, random),
    })
}

/// Checks the parameters that the shape uses; gives the number of samples.
fn check(generator: &Generator) -> Result<u32, DataError> {
    let &Generator {
        shape,
        n_samples,
        noise,
        factor,
        centers,
        random_state: _,
    } = generator;
    let n = u32::try_from(n_samples)
        .ok()
        .filter(|n| (1..=MAX_SAMPLES).contains(n))
        .ok_or_else(|| {
            out_of_range(
                "n_samples",
                &format!("a whole number from 1 to {MAX_SAMPLES}"),
                n_samples,
            )
        })?;
    if !(noise >= 0.0 && noise.is_finite()) {
        return Err(out_of_range("noise", "a finite number, 0 or more", noise));
    }
    if shape == Shape::Circles && !(0.0..1.0).contains(&factor) {
        return Err(out_of_range(
            "factor",
            "from 0 up to, but not including, 1",
            factor,
        ));
    }
    if shape == Shape::Blobs && !(1..=n_samples).contains(&centers) {
        return Err(out_of_range(
            "centers",
            "from 1 to the number of samples",
            centers,
        ));
    }
    Ok(n)
}

fn out_of_range(field: &'static str, range: &str, got: impl std::fmt::Display) -> DataError {
    DataError::Parameter {
        field,
        reason: format!("must be {range}; got {got}"),
    }
}

/// Two interleaving half circles, n/2 points in the upper and the rest in the lower.
fn moons(n: u32, noise: f64, random: RandomState) -> Table {
    let (upper, lower) = (n / 2, n - n / 2);
    let upper = half_turn(upper).map(|t| [t.cos(), t.sin()]);
    let lower = half_turn(lower).map(|t| [1.0 - t.cos(), 1.0 - t.sin() - 0.5]);
    two_curves(
        Shape::Moons,
        "moon",
        ["upper", "lower"],
        upper.collect(),
        lower.collect(),
        noise,
        random,
    )
}

/// Two circles around the origin, n/2 points on the outer of radius 1 and the rest on the inner.
fn circles(n: u32, noise: f64, factor: f64, random: RandomState) -> Table {
    let (outer, inner) = (n / 2, n - n / 2);
    let outer = full_turn(outer).map(|t| [t.cos(), t.sin()]);
    let inner = full_turn(inner).map(|t| [t.cos() * factor, t.sin() * factor]);
    two_curves(
        Shape::Circles,
        "circle",
        ["outer", "inner"],
        outer.collect(),
        inner.collect(),
        noise,
        random,
    )
}

/// `linspace(0, π, n)`.
fn half_turn(n: u32) -> impl Iterator<Item = f64> {
    let step = PI / f64::from(n.max(2) - 1);
    (0..n).map(move |i| f64::from(i) * step)
}

/// `linspace(0, 2π, n, endpoint=False)`.
fn full_turn(n: u32) -> impl Iterator<Item = f64> {
    let step = 2.0 * PI / f64::from(n.max(1));
    (0..n).map(move |i| f64::from(i) * step)
}

/// Shuffles the points of both curves, then adds the noise row by row.
fn two_curves(
    shape: Shape,
    label: &str,
    curves: [&str; 2],
    mut first: Vec<[f64; 2]>,
    second: Vec<[f64; 2]>,
    noise: f64,
    mut random: RandomState,
) -> Table {
    let split = first.len();
    first.extend(second);
    let order = random.permutation(first.len() as u32);
    let points = order.iter().map(|&i| {
        let [x, y] = first[i];
        let dx = random.normal(0.0, noise);
        let dy = random.normal(0.0, noise);
        [x + dx, y + dy]
    });
    let [x, y] = columns(points);
    let codes = order.iter().map(|&i| u32::from(i >= split)).collect();
    plane(
        shape,
        x,
        y,
        Column::classes(label, curves.map(String::from).to_vec(), codes),
    )
}

/// A rolled-up rectangle in space; `t` is the position along the roll.
fn swiss_roll(n: u32, noise: f64, mut random: RandomState) -> Table {
    let t: Vec<f64> = (0..n)
        .map(|_| 1.5 * PI * (1.0 + 2.0 * random.random()))
        .collect();
    let height: Vec<f64> = (0..n).map(|_| 21.0 * random.random()).collect();
    // The noise comes coordinate by coordinate: all x, then all y, then all z.
    let mut noisy = |clean: Vec<f64>| -> Vec<f64> {
        clean
            .iter()
            .map(|v| v + noise * random.standard_normal())
            .collect()
    };
    let x = noisy(t.iter().map(|t| t * t.cos()).collect());
    let y = noisy(height);
    let z = noisy(t.iter().map(|t| t * t.sin()).collect());
    Table::with_label(
        &Shape::SwissRoll.to_string(),
        vec![
            Column::numbers("x", x),
            Column::numbers("y", y),
            Column::numbers("z", z),
        ],
        Column::numbers("t", t),
    )
}

/// Gaussian clouds of equal size around centres drawn uniformly from `CENTER_BOX`².
fn blobs(n: u32, std: f64, centers: usize, mut random: RandomState) -> Table {
    let centers: Vec<[f64; 2]> = (0..centers)
        .map(|_| {
            let x = random.uniform(CENTER_BOX.0, CENTER_BOX.1);
            let y = random.uniform(CENTER_BOX.0, CENTER_BOX.1);
            [x, y]
        })
        .collect();
    let (each, extra) = (n as usize / centers.len(), n as usize % centers.len());
    let mut points = Vec::with_capacity(n as usize);
    let mut codes = Vec::with_capacity(n as usize);
    for (code, [cx, cy]) in centers.iter().enumerate() {
        for _ in 0..each + usize::from(code < extra) {
            let x = random.normal(*cx, std);
            let y = random.normal(*cy, std);
            points.push([x, y]);
            codes.push(code as u32);
        }
    }
    let order = random.permutation(n);
    let [x, y] = columns(order.iter().map(|&i| points[i]));
    let codes = order.iter().map(|&i| codes[i]).collect();
    let names = (0..centers.len()).map(|c| format!("cluster {c}")).collect();
    plane(Shape::Blobs, x, y, Column::classes("cluster", names, codes))
}

fn columns(points: impl Iterator<Item = [f64; 2]>) -> [Vec<f64>; 2] {
    let (x, y) = points.map(|[x, y]| (x, y)).unzip();
    [x, y]
}

fn plane(shape: Shape, x: Vec<f64>, y: Vec<f64>, label: Column) -> Table {
    Table::with_label(
        &shape.to_string(),
        vec![Column::numbers("x₁", x), Column::numbers("x₂", y)],
        label,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Columns, Dataset, Labels, Source};

    fn dataset(generator: Generator) -> Result<Dataset, DataError> {
        Source::Generated(generator)
            .load(&|| false)?
            .dataset(&Columns::default())
    }

    #[test]
    fn points_are_scikit_learns() {
        let mut reader =
            csv::Reader::from_reader(&include_bytes!("../../tests/fixtures/generators.csv")[..]);
        let mut last: Option<(Generator, Dataset)> = None;
        let mut compared = 0;
        for record in reader.records() {
            let record = record.unwrap();
            let number = |i: usize| record[i].parse().unwrap_or(0.0);
            let Source::Generated(defaults) = record[0].parse().unwrap() else {
                panic!("no generator is called {}", &record[0]);
            };
            let generator = Generator {
                n_samples: number(1) as usize,
                noise: number(2),
                factor: number(3),
                centers: number(4) as usize,
                random_state: number(5) as u32,
                ..defaults
            };
            if last.as_ref().is_none_or(|(g, _)| *g != generator) {
                last = Some((generator.clone(), dataset(generator.clone()).unwrap()));
            }
            let (_, dataset) = last.as_ref().unwrap();
            let row = number(6) as usize;
            for j in 0..dataset.d() {
                let (got, expected) = (dataset.x[(row, j)], number(7 + j));
                let tolerance = 1e-14 * expected.abs().max(1.0);
                assert!(
                    (got - expected).abs() <= tolerance,
                    "{generator:?}: {got}, {expected}"
                );
                compared += 1;
            }
            match &dataset.labels {
                Labels::Classes { names, codes, .. } => {
                    let code = match names[codes[row]].as_str() {
                        "upper" | "outer" => 0.0,
                        "lower" | "inner" => 1.0,
                        cluster => cluster.strip_prefix("cluster ").unwrap().parse().unwrap(),
                    };
                    assert_eq!(code, number(10));
                }
                Labels::Continuous { values, .. } => {
                    assert!((values[row] - number(10)).abs() <= 1e-14);
                }
                Labels::None => panic!("{generator:?} has no labels"),
            }
        }
        assert!(compared > 4000);
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
        assert_eq!(codes, [0]);
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
