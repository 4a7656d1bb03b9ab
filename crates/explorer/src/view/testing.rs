//! Small analyses with made-up scores, for tests of this crate and of others.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a test that these fail has failed"
)]

use std::sync::Arc;

use nalgebra::DMatrix;

use crate::{
    analysis::{Analysis, Explain, Timings},
    setup::Components,
};
use chart::{Chart, Line, Mark};
use kernel_pca::{
    kernel::Kernel,
    kpca::{FitOptions, KernelPca, Tier, Workspace},
    manifold::{self, EmbeddingOptions, EmbeddingProgress, ManifoldParams},
    method::Method,
    objects::{Labels, Objects, Scaling},
    pca::Pca,
};
use tabular::{Dataset, Source};

/// Analysis of n rows with d features f0, f1, … in two classes, with made-up scores of min(n, d) components.
pub fn classes(n: usize, d: usize) -> Analysis {
    let k = n.min(d);
    let x = DMatrix::from_fn(n, d, |i, j| ((3 * i + 7 * j) % 11) as f64);
    let values: Vec<f64> = (0..k).map(|j| 0.5_f64.powi(j as i32)).collect();
    let kernel = Kernel::rbf(15.0);
    let vectors = DMatrix::from_fn(n, k, |i, j| ((i + 1) * (j + 2)) as f64 / 10.0);
    let options = FitOptions {
        components: k,
        ..FitOptions::default()
    };
    let mut kpca = Workspace::default()
        .fit(&Arc::new(x.clone()), kernel, &options, &|| false)
        .unwrap();
    kpca.trace = values.iter().sum();
    kpca.eigenvalues.clone_from(&values);
    kpca.eigenvectors.clone_from(&vectors);
    kpca.negative_eigenvalues.clear();
    kpca.undetermined.clear();
    kpca.rank = Some(k);
    Analysis {
        memory_budget: 1 << 30,
        // Charts read the dataset; the table behind it only has to exist.
        table: Arc::new(Source::default().load(&|| false).unwrap()),
        whole: None,
        dataset: Arc::new(Dataset {
            name: "made up".into(),
            feature_names: (0..d).map(|j| format!("f{j}")).collect(),
            x: x.clone(),
            feature_errors: vec![],
            labels: Labels::Classes {
                column: "class".into(),
                names: vec!["class 0".into(), "class 1".into()],
                codes: (0..n).map(|i| Some(i % 2)).collect(),
            },
            objects: Objects::Vectors,
            row_names: None,
            row_ids: (0..n).collect(),
            skipped_rows: 0,
            pictures: None,
        }),
        clean: None,
        clean_rows: None,
        new: None,
        manifold: ManifoldParams::default(),
        scaler: Scaling::None.fit(&x),
        deviation_ratio: 1.0,
        x: Arc::new(x),
        pca: Arc::new(Pca {
            mean: vec![0.0; d],
            components: DMatrix::identity(k, d),
            total: values.iter().sum(),
            ratio: values
                .iter()
                .map(|v| v / values.iter().sum::<f64>())
                .collect(),
            eigenvalues: values,
            scores: vectors,
            undetermined: vec![],
        }),
        kernel,
        kpca: Arc::new(kpca),
        components: Components::Count(k),
        tier: Tier::Exact,
        gamma_auto: 1.0,
        gamma_median: 1.0,
        origin: std::sync::Arc::default(),
        beta_bound: None,
        full_spectrum: None,
        answer: Arc::default(),
        insight: None,
        explain: Explain::default(),
        timings: Timings::default(),
        warnings: vec![],
    }
}

/// Gives row i the class i modulo `count`.
pub fn relabel(analysis: &mut Analysis, count: usize) {
    let dataset = Arc::make_mut(&mut analysis.dataset);
    dataset.labels = Labels::Classes {
        column: "class".into(),
        names: (0..count).map(|class| format!("class {class}")).collect(),
        codes: (0..dataset.n()).map(|row| Some(row % count)).collect(),
    };
}

/// Adds the result of a method that is computed only where a panel shows it.
pub fn embed(analysis: &mut Analysis, method: Method) {
    // Hessian LLE in the plane needs more neighbours than it fits quadratics of.
    analysis.manifold.neighbors = if method == Method::HessianLle { 6 } else { 3 };
    let rows = analysis.rows_for(method).unwrap();
    let checked = analysis.manifold.check(method, &rows).unwrap();
    let (options, progress) = (
        EmbeddingOptions {
            components: 3,
            ..EmbeddingOptions::default()
        },
        EmbeddingProgress::default(),
    );
    let found = manifold::fit(&rows, &checked, &options, &progress, &|| false).unwrap();
    analysis
        .explain
        .embeddings
        .push((method, Ok(Arc::new(found))));
}

pub fn kpca_mut(analysis: &mut Analysis) -> &mut KernelPca {
    Arc::make_mut(&mut analysis.kpca)
}

/// Lines of a chart, in the order in which they are drawn.
pub fn lines(chart: &Chart) -> Vec<&Line> {
    let lines = chart.marks.iter().filter_map(|mark| match mark {
        Mark::Line(line) => Some(line),
        _ => None,
    });
    lines.collect()
}

/// Asserts that no coordinate of the chart is infinite or NaN, and that it has words for those who can't see it.
pub fn assert_drawable(chart: &Chart) {
    let coordinates = chart.marks.iter().flat_map(|mark| match mark {
        Mark::Points(points) | Mark::NewRows(points) => {
            points.xy.iter().flatten().copied().collect::<Vec<f64>>()
        }
        Mark::Links(links) => links.ends.iter().flatten().flatten().copied().collect(),
        Mark::Bars(bars) => bars
            .xy
            .iter()
            .flatten()
            .copied()
            .chain([bars.base])
            .collect(),
        Mark::Line(line) => line.xy.iter().flatten().copied().collect(),
        Mark::CrossLine(rule) => vec![rule.at],
        Mark::Image(image) => {
            assert_eq!(image.rows() * image.columns, image.values.len());
            let edges = image.extent.iter().flatten().chain(&image.range);
            edges.chain(image.values.iter()).copied().collect()
        }
        Mark::Text(text) | Mark::Hint(text) => text.xy.to_vec(),
        Mark::Pin(pin) => pin.xy.to_vec(),
        Mark::Arrow(arrow) => [arrow.tail, arrow.head].concat(),
    });
    let ranges = [&chart.x, &chart.y]
        .into_iter()
        .filter_map(|axis| axis.range);
    let all: Vec<f64> = coordinates.chain(ranges.flatten()).collect();
    assert!(
        all.iter().all(|v| v.is_finite()),
        "{}: {all:?}",
        chart.title
    );
    assert!(!chart.title.is_empty() && chart.summary.ends_with('.'));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        panel::Panel,
        setup::{ScoreAxes, View},
    };
    use kernel_pca::manifold::METHODS;

    #[test]
    fn every_panel_is_drawable_whatever_is_missing() {
        let mut analyses = vec![classes(1, 1), classes(1, 3), classes(5, 1), classes(0, 2)];
        let mut flat = classes(4, 3);
        flat.pca = Arc::new(Pca {
            eigenvalues: vec![0.0; 3],
            ratio: vec![0.0; 3],
            total: 0.0,
            scores: DMatrix::zeros(4, 3),
            ..(*flat.pca).clone()
        });
        let kpca = kpca_mut(&mut flat);
        kpca.eigenvalues = vec![0.0; 3];
        kpca.trace = 0.0;
        analyses.push(flat);
        let mut none = classes(4, 3);
        let kpca = kpca_mut(&mut none);
        kpca.eigenvalues.clear();
        kpca.eigenvectors = DMatrix::zeros(4, 0);
        analyses.push(none);
        let mut all = classes(9, 3);
        for method in METHODS {
            embed(&mut all, method);
        }
        analyses.push(all);

        for analysis in &analyses {
            for log in [false, true] {
                for axes in [
                    ScoreAxes::Pair(0, 9),
                    ScoreAxes::Index(4),
                    ScoreAxes::Strip(4),
                ] {
                    let view = View {
                        input: [7, 9],
                        pca: axes,
                        kpca: axes,
                        spectrum_components: 0,
                        spectrum_log: log,
                        threshold: 1.0,
                        ..View::default()
                    };
                    for panel in Panel::ALL {
                        assert_drawable(&panel.chart(analysis, &view));
                    }
                }
            }
        }
    }
}
