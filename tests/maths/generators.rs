//! Points of scikit-learn's generators, written by `fixtures/generators.py`; `web/parity` compares them in a browser too.

use kernel_pca::objects::Labels;
use tabular::{Columns, DataError, Dataset, Generator, Shape, Source};

fn dataset(generator: Generator) -> Result<Dataset, DataError> {
    Source::Generated(generator)
        .load(&|| false)?
        .dataset(&Columns::default())
}

#[test]
fn points_are_scikit_learns() {
    points_agree();
}

/// Compares points and labels with scikit-learn's. Panics where one is off; returns the number of values that were
/// compared.
pub fn points_agree() -> usize {
    let mut reader = csv::Reader::from_reader(&include_bytes!("../fixtures/generators.csv")[..]);
    let mut last: Option<(Generator, Dataset)> = None;
    let mut compared = 0;
    let mut drawn = Vec::new();
    for record in reader.records() {
        let record = record.unwrap();
        let number = |i: usize| record[i].parse().unwrap_or(0.0);
        let Source::Generated(defaults) = record[0].parse().unwrap() else {
            panic!("no generator is called {}", &record[0]);
        };
        drawn.push(defaults.shape);
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
        // Of many columns the fixture holds the first three.
        for j in 0..dataset.d().min(3) {
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
                let code = match names[codes[row].unwrap()].as_str() {
                    "upper" | "outer" | "same sign" | "first" | "cloud" | "heads" => 0.0,
                    "lower" | "inner" | "opposite signs" | "second" | "outlier" | "tails" => 1.0,
                    other => match other.strip_prefix("cluster ") {
                        Some(code) => code.parse().unwrap(),
                        None => panic!("which code has the class {other} in the reference?"),
                    },
                };
                assert_eq!(code, number(10));
            }
            Labels::Continuous { values, .. } => {
                assert!((values[row] - number(10)).abs() <= 1e-14);
            }
            Labels::None => panic!("{generator:?} has no labels"),
        }
    }
    for shape in Shape::ALL {
        assert!(drawn.contains(&shape), "{shape} has no reference");
    }
    assert!(compared > 7000);
    compared
}
