//! Numbers of scikit-learn 1.9.1, written by `fixtures/separation.py`, and what must hold anyway.

use nalgebra::DMatrix;
use serde::Deserialize;

use kernel_pca::{
    explain::separation::{
        MOST_SCORED_COMPONENTS, SeparationScore, held_out, obstacle, separation,
    },
    objects::Labels,
    pca::Pca,
};
use tabular::{Columns, Generator, Shape, Source};

#[derive(Deserialize)]
struct Case {
    name: String,
    scores: Vec<Vec<f64>>,
    codes: Option<Vec<usize>>,
    values: Option<Vec<f64>>,
    mean: Vec<f64>,
    spread: Vec<f64>,
}

fn classes(codes: Vec<usize>) -> Labels {
    let names = 0..=*codes.iter().max().unwrap();
    Labels::of_classes("class", names.map(|c| c.to_string()).collect(), codes)
}

fn quantity(values: Vec<f64>) -> Labels {
    Labels::Continuous {
        column: "y".into(),
        values,
    }
}

fn means(curve: &[SeparationScore]) -> Vec<f64> {
    curve.iter().map(|score| score.mean).collect()
}

#[test]
fn accuracies_and_r2_are_scikit_learns() {
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../fixtures/separation.json")).unwrap();
    for case in cases {
        let z = &case.scores;
        let z = DMatrix::from_fn(z.len(), z[0].len(), |i, j| z[i][j]);
        let labels = match (case.codes, case.values) {
            (Some(codes), _) => classes(codes),
            (None, values) => quantity(values.unwrap()),
        };
        let curve = separation(&z, &labels).unwrap();
        assert_eq!(curve.len(), case.mean.len());
        for (score, (mean, spread)) in curve.iter().zip(case.mean.iter().zip(&case.spread)) {
            assert!((score.mean - mean).abs() < 1e-9, "{}: {curve:?}", case.name);
            assert!((score.spread - spread).abs() < 1e-9, "{}", case.name);
        }
    }
}

/// Ridge regression on indicators gave 75 %: the middle one of three classes in a row is masked.
#[test]
fn clusters_apart_are_separated_wherever_they_lie() {
    let codes: Vec<usize> = (0..80).map(|i| i / 20).collect();
    let jitter = |i: usize, j: usize| (((7 * i + 3 * j) % 19) as f64 - 9.0) / 30.0;
    let cross = [[0.0, 3.0], [0.0, -3.0], [3.0, 0.0], [-3.0, 0.0]];
    let row = [[-3.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [3.0, 0.0]];
    for centres in [cross, row] {
        let z = DMatrix::from_fn(80, 2, |i, j| centres[codes[i]][j] + jitter(i, j));
        let curve = separation(&z, &classes(codes.clone())).unwrap();
        assert_eq!(
            curve[1],
            SeparationScore {
                mean: 1.0,
                spread: 0.0
            }
        );
    }
}

/// Leave-one-out gave 17 %: without a row, its own class is the rarer one.
#[test]
fn rings_are_about_chance_to_linear_pca() {
    for (n_samples, noise) in [(1000, 0.1), (200, 0.0), (60, 0.05)] {
        let rings = Source::Generated(Generator {
            n_samples,
            noise,
            factor: 0.2,
            random_state: 123,
            ..Generator::new(Shape::Circles)
        });
        let table = rings.load(&|| false).unwrap();
        let dataset = table.dataset(&Columns::default()).unwrap();
        let curve = separation(&Pca::fit(&dataset.x).scores, &dataset.labels).unwrap();
        for SeparationScore { mean, .. } in curve {
            assert!((0.4..0.6).contains(&mean), "n = {n_samples}: {mean}");
        }
    }
}

#[test]
fn neither_scale_nor_empty_components_matter() {
    let codes: Vec<usize> = (0..61).map(|i| i % 3).collect();
    let z = DMatrix::from_fn(61, 2, |i, j| {
        ((i * (2 * j + 3)) as f64).sin() + codes[i] as f64
    });
    let usual = means(&separation(&z, &classes(codes.clone())).unwrap());
    for scale in [1e-200, 1e-3, 1e160] {
        let scaled = separation(&(scale * &z), &classes(codes.clone())).unwrap();
        assert_eq!(means(&scaled), usual, "{scale}");
    }
    let padded = z.clone().insert_columns(2, 70, 0.0);
    let curve = means(&separation(&padded, &classes(codes)).unwrap());
    assert_eq!(curve.len(), MOST_SCORED_COMPONENTS);
    assert_eq!(curve[..2], usual);
    assert!(curve[2..].iter().all(|mean| *mean == usual[1]));
}

#[test]
fn few_rows_and_rare_classes_have_an_answer_or_a_reason() {
    let z = |n: usize, k: usize| DMatrix::from_fn(n, k, |i, j| ((i + 1) * (j + 2)) as f64 % 7.0);
    for (labels, reason) in [
        (Labels::None, "no label"),
        (classes(vec![1; 9]), "one class"),
        (classes(vec![0, 0, 0, 0, 0, 1]), "two rows each"),
        (classes(vec![0, 0, 1, 1]), "too few rows"),
        (quantity(vec![1.0, 2.0, 3.0]), "four rows"),
        (quantity(vec![2.0; 9]), "the same"),
    ] {
        assert!(obstacle(&labels).unwrap().contains(reason), "{labels:?}");
        assert_eq!(separation(&z(9, 2), &labels), None);
    }
    // More components than rows, a class that is never in both halves, rows that are all alike.
    let codes = vec![0, 0, 0, 0, 1, 1, 1, 1, 2];
    for z in [
        z(9, 20),
        DMatrix::zeros(9, 3),
        DMatrix::from_element(9, 2, 5.0),
    ] {
        let curve = separation(&z, &classes(codes.clone())).unwrap();
        assert_eq!(curve.len(), z.ncols());
        let highest = 8.0 / 9.0 + 1e-12;
        assert!(
            curve
                .iter()
                .all(|s| (0.0..=highest).contains(&s.mean) && s.spread >= 0.0)
        );
        let values = (0..9).map(f64::from).collect();
        let curve = separation(&z, &quantity(values)).unwrap();
        assert!(curve.iter().all(|s| s.mean <= 1.0 && s.spread.is_finite()));
    }
}

#[test]
fn rows_of_a_class_that_do_not_differ_are_told_apart() {
    let codes: Vec<usize> = (0..12).map(|i| i % 2).collect();
    let z = DMatrix::from_fn(12, 3, |i, j| if j == 1 { 0.0 } else { codes[i] as f64 });
    let curve = separation(&z, &classes(codes)).unwrap();
    assert_eq!(means(&curve), [1.0; 3]);
}

/// Rows without a label change nothing: they are as good as not there.
#[test]
fn rows_without_a_label_are_neither_learnt_from_nor_predicted() {
    let z = DMatrix::from_fn(60, 3, |i, j| {
        ((i * (2 * j + 3)) as f64).sin() + (i % 3) as f64
    });
    let known: Vec<usize> = (0..60).filter(|i| i % 7 != 2).collect();
    let gaps = |i: usize| known.contains(&i).then_some(i % 3);
    let Labels::Classes { column, names, .. } = classes((0..60).map(|i| i % 3).collect()) else {
        unreachable!("classes are made")
    };
    let some = Labels::Classes {
        column,
        names,
        codes: (0..60).map(gaps).collect(),
    };
    let value = |i: usize| (i as f64 * 0.3).cos();
    let values = (0..60).map(|i| {
        if known.contains(&i) {
            value(i)
        } else {
            f64::NAN
        }
    });
    let z_known = z.select_rows(&known);
    for labels in [some, quantity(values.collect())] {
        let of_known = labels.of_rows(&known);
        assert_eq!((labels.unlabelled(), of_known.unlabelled()), (9, 0));
        let curve = separation(&z, &labels).unwrap();
        assert_eq!(curve, separation(&z_known, &of_known).unwrap());
        let both = held_out([&z, &z], [&labels, &labels]).unwrap();
        let expected = held_out([&z_known, &z_known], [&of_known, &of_known]).unwrap();
        let off = both.iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f64::max) < 1e-12, "{both:?}");
    }
}
