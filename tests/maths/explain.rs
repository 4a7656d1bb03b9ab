//! Explaining views of the published cases.

use std::sync::Arc;

use nalgebra::DMatrix;

use explorer::{
    analysis::{Analysis, Analyzer},
    setup::{Panel, example},
};
use kernel_pca::{
    explain::separation::held_out,
    kernel::Kernel,
    kpca::{FitOptions, Tier, Workspace},
    objects::{Labels, Scaling},
    pca::Pca,
};
use tabular::{Columns, FittedTable, ReadTask};

fn analysis(name: &str) -> Analysis {
    let mut setup = example(name).unwrap().setup;
    setup.view.panels = Panel::ALL.to_vec();
    setup.view.contours.maps = 3;
    Analyzer::default()
        .run(&setup, Tier::Exact, &|| false)
        .unwrap()
}

/// (x·y)² has the features x², √2·xy, y²: its components are quadratic forms in the plane plus a
/// constant, so on the map each must be the quadratic that six of its points determine.
#[test]
fn the_three_maps_of_nonlinear_iris_are_quadratics() {
    let analysis = analysis("nonlinear-iris");
    let contours = analysis.explain.kpca_contours.unwrap();
    assert_eq!(contours.maps.len(), 3);
    let [[x0, x1], [y0, y1]] = contours.plane.spans;
    for (map, expected) in contours.maps.iter().zip([0.2066, 0.0596, 0.0184]) {
        let j = map.field.component;
        let variance = analysis.kpca.eigenvalues[j] / 150.0;
        assert!((variance - expected).abs() < 5e-5);
        // The form's coefficients, from the eigenvector: Σ vᵢ/√λ (x·xᵢ)² + constant.
        let weights = analysis.kpca.projection_coefficients();
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for i in 0..150 {
            let (a, b) = (analysis.x[(i, 0)], analysis.x[(i, 1)]);
            let weight = weights[(i, j)];
            xx += weight * a * a;
            xy += weight * 2.0 * a * b;
            yy += weight * b * b;
        }
        let side = map.field.side;
        let form = |p: usize| {
            let x = x0 + (x1 - x0) * ((p % side) as f64 + 0.5) / side as f64;
            let y = y0 + (y1 - y0) * ((p / side) as f64 + 0.5) / side as f64;
            xx * x * x + xy * x * y + yy * y * y
        };
        let constant = map.field.values[0] - form(0);
        let largest = map.range[0].abs().max(map.range[1].abs());
        for (p, value) in map.field.values.iter().enumerate() {
            assert!((value - form(p) - constant).abs() < 1e-9 * largest);
        }
        assert!(map.lines.len() > 5, "map {j} has {} lines", map.lines.len());
    }
}

/// The bands of the first component lie along the moons: its sign tells the classes apart.
#[test]
fn the_first_band_of_the_moons_separates_them() {
    let analysis = analysis("half-moons");
    let contours = analysis.explain.kpca_contours.unwrap();
    let field = &contours.maps[0].field;
    let Labels::Classes { codes, .. } = &analysis.dataset.labels else {
        panic!("moons have classes")
    };
    let cell = |value: f64, [low, high]: [f64; 2]| {
        ((value - low) / (high - low) * field.side as f64) as usize
    };
    let above: Vec<bool> = (0..100)
        .map(|i| {
            let column = cell(analysis.dataset.x[(i, 0)], contours.plane.spans[0]);
            let row = cell(analysis.dataset.x[(i, 1)], contours.plane.spans[1]);
            field.values[row * field.side + column] > 0.0
        })
        .collect();
    let agree = (0..100)
        .filter(|&i| above[i] == (codes[i] == Some(1)))
        .count();
    assert!(agree.max(100 - agree) >= 98, "{agree} of 100");
}

/// Each value of the map is the score that the command line gives a row with those features.
#[test]
fn contours_are_what_fit_projects_onto_a_grid() {
    let row = 17;
    let mut setup = example("iris-rbf").unwrap().setup;
    setup.scaling = Scaling::Standardize;
    setup.view.panels = vec![Panel::KpcaContours];
    setup.view.contours.maps = 3;
    setup.view.contours.at_row = Some(row);
    setup.view.input = [2, 0];
    let analysis = Analyzer::default()
        .run(&setup, Tier::Exact, &|| false)
        .unwrap();
    let contours = analysis.explain.kpca_contours.unwrap();
    let side = contours.maps[0].field.side;
    let [[x0, x1], [y0, y1]] = contours.plane.spans;
    let cells: Vec<usize> = (0..side * side).step_by(97).collect();

    let folder = tempfile::tempdir().unwrap();
    let dataset = &analysis.dataset;
    let mut table = format!("{}\n", dataset.feature_names.join(","));
    for cell in &cells {
        let mut features: Vec<f64> = dataset.x.row(row).iter().copied().collect();
        features[2] = x0 + (x1 - x0) * ((cell % side) as f64 + 0.5) / side as f64;
        features[0] = y0 + (y1 - y0) * ((cell / side) as f64 + 0.5) / side as f64;
        let texts: Vec<String> = features.iter().map(f64::to_string).collect();
        table += &texts.join(",");
        table.push('\n');
    }
    std::fs::write(folder.path().join("grid.csv"), table).unwrap();
    assert_cmd::Command::cargo_bin("kpca-explorer")
        .unwrap()
        .current_dir(folder.path())
        .args(["fit", "--example", "iris-rbf", "--scale", "standardize"])
        .args(["--project", "grid.csv", "--projected", "projected.csv"])
        .assert()
        .success();

    let projected = std::fs::read_to_string(folder.path().join("projected.csv")).unwrap();
    let rows: Vec<Vec<f64>> = projected
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|v| v.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), cells.len());
    for map in &contours.maps {
        let largest = map.range[0].abs().max(map.range[1].abs());
        for (cell, scores) in cells.iter().zip(&rows) {
            let difference = map.field.values[*cell] - scores[map.field.component];
            assert!(difference.abs() < 1e-10 * largest, "cell {cell}");
        }
    }
}

/// The comparison of Schölkopf, Smola and Müller (1998), on the halves of the shipped 8×8 digits: what
/// `examples/digits_comparison.rs` prints.
#[test]
fn kernel_features_of_digits_classify_better_than_linear_ones() {
    let setup = example("digits-new").unwrap().setup;
    let fitted = setup.source.load(&|| false).unwrap();
    let columns = Columns::default();
    let digits = fitted.dataset(&columns).unwrap();
    let known = FittedTable::new(&fitted, &columns, &digits).unwrap();
    let test = known.read(&setup.new_rows.unwrap(), &ReadTask::default());
    let test = test.unwrap();
    assert_eq!((digits.n(), test.n()), (898, 899));
    let labels = [&digits.labels, &test.labels];
    let [x, new] = [&digits.x, &*test.x].map(|x| x / 16.0);
    let accuracy = |scores: [&DMatrix<f64>; 2]| {
        let curve = held_out(scores, labels).unwrap();
        let percents =
            [8, 16, 32, 64].map(|q| (1e3 * curve[q.min(curve.len()) - 1]).round() / 10.0);
        (percents, *curve.last().unwrap())
    };

    let pca = Pca::fit(&x);
    let (linear, most) = accuracy([&pca.scores, &pca.project(&new)]);
    assert_eq!(linear, [86.2, 90.1, 93.0, 92.1], "PCA");

    let x = Arc::new(x);
    let gamma = 1.0 / 64.0;
    let poly = |degree| Kernel::poly(gamma, degree, 1.0);
    for (kernel, expected) in [
        (poly(2), [86.7, 89.9, 93.0, 93.4]),
        (poly(3), [85.2, 89.9, 93.1, 93.7]),
        (Kernel::rbf(gamma), [86.4, 90.0, 93.0, 94.0]),
    ] {
        let options = FitOptions {
            components: 256,
            ..FitOptions::default()
        };
        let kpca = Workspace::default()
            .fit(&x, kernel, &options, &|| false)
            .unwrap();
        let (found, last) = accuracy([&kpca.scores(), &kpca.project(&new)]);
        assert_eq!(found, expected, "{kernel:?}");
        assert!(last > most + 0.02, "{kernel:?}: {last} against {most}");
    }
}
