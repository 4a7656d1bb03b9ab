//! Sample of many rows that previews show: the fit to a million rows has a preview at once, but the scores of all
//! rows take too long.

use std::sync::Arc;

use super::Asked;
use crate::setup::{Components, Setup};
use kernel_pca::{
    explain::separation::MOST_JUDGED_ROWS, objects::Objects, pca::Pca, sweep::RowSample,
};
use tabular::Dataset;

/// Number of rows above which a preview shows a sample: plots of more rows are densities.
pub const SAMPLED_ABOVE: usize = 50_000;
/// Number of rows in the sample: the rows by which the exact answer judges separation.
const SHOWN: usize = MOST_JUDGED_ROWS;

/// Sample of the rows that a preview shows for all.
#[derive(Debug)]
pub(super) struct SampledRows {
    /// Indices of the sampled rows, ascending.
    pub rows: Arc<[usize]>,
    pub dataset: Arc<Dataset>,
    /// Linear PCA fitted to all rows, with the scores of the sampled rows.
    pub pca: Arc<Pca>,
}

impl SampledRows {
    /// Draws the sample; `None` where all rows are shown.
    pub fn of(dataset: &Dataset, pca: &Pca) -> Option<Self> {
        if dataset.n() <= SAMPLED_ABOVE {
            return None;
        }
        let sample = RowSample::of(dataset.n(), SHOWN)?;
        let row_ids = sample.rows.iter().map(|&row| dataset.row_ids[row]);
        Some(Self {
            dataset: Arc::new(Dataset {
                name: dataset.name.clone(),
                feature_names: dataset.feature_names.clone(),
                x: sample.of_matrix(&dataset.x, false),
                feature_errors: dataset.feature_errors.clone(),
                objects: Objects::Vectors,
                labels: sample.of_labels(&dataset.labels),
                row_names: (dataset.row_names.as_ref()).map(|names| names.of_rows(&sample.rows)),
                row_ids: row_ids.collect(),
                skipped_rows: dataset.skipped_rows,
                pictures: None,
            }),
            pca: Arc::new(Pca {
                scores: sample.of_matrix(&pca.scores, false),
                mean: pca.mean.clone(),
                components: pca.components.clone(),
                eigenvalues: pca.eigenvalues.clone(),
                ratio: pca.ratio.clone(),
                total: pca.total,
                undetermined: pca.undetermined.clone(),
            }),
            rows: sample.rows.into(),
        })
    }

    /// Returns true where the questions of the view of `setup` need only eigenvalues and the scores of the sample.
    pub fn suffices(setup: &Setup, asked: &Asked, dataset: &Dataset) -> bool {
        dataset.objects == Objects::Vectors
            && dataset.pictures.is_none()
            && setup.added_noise.is_none()
            && setup.new_rows.is_none()
            && !setup.columns.rows.leaves_out()
            && matches!(setup.components, Components::Count(_))
            && asked.is_of_few()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::Analyzer, panel::Panel, setup::DotColour, view::summary};
    use kernel_pca::{kernel::Gamma, kpca::Tier, method::Method};
    use tabular::{Builtin, Generator, Shape, Source};

    fn suffices(setup: &Setup, dataset: &Dataset) -> bool {
        SampledRows::suffices(setup, &Asked::of(&setup.view, false), dataset)
    }

    fn moons(n: usize) -> Setup {
        let mut setup = Setup::welcome();
        setup.source = Source::Generated(Generator {
            n_samples: n,
            noise: 0.1,
            ..Generator::new(Shape::Moons)
        });
        setup
    }

    #[test]
    fn a_preview_after_a_rest_is_as_good() {
        let mut setup = moons(SAMPLED_ABOVE + 1000);
        let mut analyzer = Analyzer::default();
        let mut run = |analyzer: &mut Analyzer, gamma, tier| {
            setup.kernel.gamma = Gamma::Value(gamma);
            let answer = analyzer.run(&setup, tier, &|| false);
            answer.unwrap()
        };
        run(&mut analyzer, 5.0, Tier::Exact);
        analyzer.foresee(&|| false).unwrap();
        for gamma in [5.1, 7.3, 3.4] {
            let some = run(&mut analyzer, gamma, Tier::Preview);
            assert!(some.drawn_of().is_some());
            let mut fresh = Analyzer::default();
            let all = run(&mut fresh, gamma, Tier::Exact);
            let (shown, scores) = (some.kpca.scores(), all.kpca.scores());
            let largest = scores.amax();
            for (j, component) in shown.column_iter().enumerate() {
                let of_all = scores.column(j).select_rows(&some.dataset.row_ids);
                let sign = component.dot(&of_all).signum();
                let error = (component * sign - of_all).amax() / largest;
                assert!(error < 1e-3, "γ = {gamma}, {j}: {error}");
            }
            // Separation is judged by the same rows in both.
            let separates = [&some, &all].map(|analysis| {
                let separation = analysis.explain.separation.as_ref().unwrap();
                separation.of(Method::Kpca)[1].mean
            });
            assert!((separates[0] - separates[1]).abs() < 1e-3, "{separates:?}");
        }
    }

    #[test]
    fn a_preview_of_many_rows_shows_some_and_the_exact_answer_all() {
        let n = SAMPLED_ABOVE + 1000;
        let mut setup = moons(n);
        let mut analyzer = Analyzer::default();
        let mut run = |setup: &Setup, tier| {
            let answer = analyzer.run(setup, tier, &|| false);
            answer.unwrap()
        };
        setup.kernel.gamma = Gamma::Value(2.0);
        let exact = run(&setup, Tier::Exact);
        assert_eq!((exact.dataset.n(), exact.drawn_of()), (n, None));
        // A known exact result is not replaced by a preview.
        assert_eq!(run(&setup, Tier::Preview).drawn_of(), None);

        setup.kernel.gamma = Gamma::Value(2.05);
        let some = run(&setup, Tier::Preview);
        assert_eq!((some.dataset.n(), some.drawn_of()), (SHOWN, Some(n)));
        assert_eq!(some.pca.scores.nrows(), SHOWN);
        assert!(summary(&some).contains("preview of 10,000 of 51,000 rows"));
        assert!(!some.turns_against(&exact) && !exact.turns_against(&some));
        let all = run(&setup, Tier::Exact);
        let (shown, scores) = (some.kpca.scores(), all.kpca.scores());
        for (j, component) in shown.column_iter().enumerate() {
            let of_all = scores.column(j);
            let largest = of_all.amax();
            // An exact answer has signs by definition.
            let turned = component[0] * of_all[some.dataset.row_ids[0]] < 0.0;
            assert_eq!(turned && all.turns_against(&some), turned);
            let sign = if turned { -1.0 } else { 1.0 };
            for (id, score) in some.dataset.row_ids.iter().zip(component.iter()) {
                assert!((sign * score - of_all[*id]).abs() < 1e-3 * largest);
            }
        }
        assert_eq!(all.drawn_of(), None);

        // A sum over the sampled rows stands for the sum over all.
        let few = some.x.rows(0, 100).into_owned();
        let projected = some.kpca.project(&few).column(0).into_owned();
        let expected = shown.view((0, 0), (100, 1));
        assert!((projected - expected).amax() < 0.05 * shown.amax());
    }

    #[test]
    fn what_else_is_computed_is_computed_of_all_rows() {
        let setup = moons(100);
        let mut analyzer = Analyzer::default();
        let answer = analyzer.run(&setup, Tier::Exact, &|| false);
        let dataset = answer.unwrap().dataset;
        assert!(suffices(&setup, &dataset));
        let changes: [fn(&mut Setup); 6] = [
            |setup| setup.view.panels.push(Panel::KpcaContours),
            |setup| setup.view.panels.push(Panel::Geometry),
            |setup| setup.new_rows = Some(Source::Builtin(Builtin::Iris)),
            |setup| setup.components = Components::Share(0.9),
            |setup| setup.view.dot_colour = DotColour::Novelty,
            |setup| setup.pin(Panel::Kpca),
        ];
        for change in changes {
            let mut setup = setup.clone();
            change(&mut setup);
            assert!(!suffices(&setup, &dataset), "{setup:?}");
        }
    }
}
