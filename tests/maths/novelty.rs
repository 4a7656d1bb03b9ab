//! Reconstruction errors: what is drawn is what the command line writes and what the definition gives.

use std::{path::Path, sync::Arc};

use nalgebra::{DMatrix, SymmetricEigen};

use explorer::{
    analysis::Analyzer,
    setup::{Components, Panel, Setup, View},
};
use export::{TableContent, TableSpec, table_file};
use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::{FitOptions, Tier, Workspace},
};
use tabular::{Generator, Shape, Source};

/// Novelty of n fitted rows and those after them, from all kernel values (Hoffmann 2007).
fn by_definition(all: &DMatrix<f64>, n: usize, components: usize) -> Vec<f64> {
    let k = all.view((0, 0), (n, n)).into_owned();
    let means: Vec<f64> = k.column_iter().map(|column| column.mean()).collect();
    let grand = k.mean();
    let centred = DMatrix::from_fn(n, n, |i, j| k[(i, j)] - means[i] - means[j] + grand);
    let SymmetricEigen {
        eigenvalues,
        eigenvectors,
    } = reference::symmetric_eigen(centred);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| eigenvalues[*b].total_cmp(&eigenvalues[*a]));
    let error = |i: usize| {
        let row = all.view((i, 0), (1, n));
        let mean = row.mean();
        let length = all[(i, i)] - 2.0 * mean + grand;
        let explained = order[..components].iter().map(|&c| {
            let centred = (0..n).map(|j| row[j] - mean - means[j] + grand);
            let product: f64 = centred
                .zip(eigenvectors.column(c).iter())
                .map(|(k, v)| k * v)
                .sum();
            product * product / eigenvalues[c]
        });
        length - explained.sum::<f64>()
    };
    (0..all.nrows()).map(error).collect()
}

#[test]
fn errors_are_those_of_the_definition_and_of_the_command_line() {
    let moons = |n_samples, random_state| {
        Source::Generated(Generator {
            n_samples,
            noise: 0.1,
            random_state,
            ..Generator::new(Shape::Moons)
        })
    };
    for kind in [KernelKind::Rbf, KernelKind::Poly, KernelKind::Laplacian] {
        let setup = Setup {
            source: moons(60, 1),
            new_rows: Some(moons(25, 2)),
            kernel: KernelParams {
                kind,
                gamma: Gamma::Value(2.0),
                ..KernelParams::default()
            },
            components: Components::Count(4),
            view: View {
                panels: vec![Panel::Novelty, Panel::NoveltyMap],
                ..View::default()
            },
            ..Setup::default()
        };
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let novelty = analysis.explain.novelty.as_ref().unwrap();
        let new = &analysis.new.as_ref().unwrap().rows.x;
        let n = analysis.x.nrows();
        let both = DMatrix::from_fn(n + new.nrows(), 2, |i, j| match i.checked_sub(n) {
            None => analysis.x[(i, j)],
            Some(i) => new[(i, j)],
        });
        let options = FitOptions::default();
        let rows: Vec<usize> = (0..both.nrows()).collect();
        let fit = Workspace::default().fit(&Arc::new(both), analysis.kernel, &options, &|| false);
        let expected = by_definition(&fit.unwrap().kernel_values(&rows, &rows), n, 4);
        let largest = expected.iter().copied().fold(0.0, f64::max);
        let drawn = novelty.fitted.iter().chain(novelty.of_new());
        assert_eq!(novelty.of_new().len(), 25);
        for (ours, theirs) in drawn.zip(&expected) {
            assert!(
                (ours - theirs).abs() < 1e-9 * largest,
                "{kind}: {ours} {theirs}"
            );
        }

        let spec = TableSpec::new(TableContent::Novelty(None));
        let table = table_file(Path::new("n.csv"), &analysis, &spec).unwrap();
        let table = String::from_utf8(table).unwrap();
        for (line, error) in table.lines().skip(1).zip(&novelty.fitted) {
            assert!(line.contains(&format!(",{error:?},")), "{line} {error}");
        }

        let contours = analysis.explain.novelty_map.as_ref().unwrap();
        let (field, [across, up]) = (&contours.maps[0].field, contours.plane.spans);
        for cell in [0, 77, field.side * field.side / 2 + 31] {
            let at = |[low, high]: [f64; 2], t: usize| {
                low + (high - low) * (t as f64 + 0.5) / field.side as f64
            };
            let place = [at(across, cell % field.side), at(up, cell / field.side)];
            let place = DMatrix::from_row_slice(1, 2, &place);
            let error = analysis.kpca.reconstruction_errors(&place)[0];
            assert!(
                (field.values[cell] - error).abs() < 1e-12 * error.max(1.0),
                "{kind}"
            );
        }
    }
}
