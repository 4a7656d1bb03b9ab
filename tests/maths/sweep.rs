//! Sweeps: the same numbers as single fits, and rules for γ as `NumPy` finds them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use nalgebra::DVector;
use serde_json::Value;

use crate::support::analyse;
use chart::number;
use explorer::{
    analysis::{Analysis, SweepTask},
    panel::Panel,
    setup::{Components, DenoisingView, Setup, SweepCurves, View, example},
};
use kernel_pca::{
    explain::separation::separation,
    kernel::{Gamma, KernelKind, KernelParameter, KernelParams},
    kpca::FitError,
    method::Method,
    preimage::PreImageMethod,
    sweep::{
        Criterion, CriterionResult, GammaChoice, GridRows, MOST_SWEPT_ROWS, RowSample, Sweep,
        SweepQuestion, SweptParameter,
    },
};
use tabular::{Builtin, Generator, Shape, Source};

fn moons(n: usize, noise: f64, seed: u32) -> Setup {
    Setup {
        source: Source::Generated(Generator {
            n_samples: n,
            noise,
            random_state: seed,
            ..Generator::new(Shape::Moons)
        }),
        ..Setup::welcome()
    }
}

/// The points at three values, against fits of their own.
fn assert_single_fits(setup: &Setup, parameter: SweptParameter, method: Method, values: &[f64]) {
    let mut setup = setup.clone();
    setup.view.panels = vec![];
    setup.view.taken_away = vec![method];
    let question = SweepQuestion {
        parameter,
        method,
        values: values.into(),
    };
    let task = SweepTask::new(&analyse(&setup), question, usize::MAX);
    let points = task.points(&[], &mut |_| {}, &|| false).unwrap();
    for (value, point) in values.iter().zip(points.iter().map(|it| &it.point)) {
        let Setup {
            kernel, manifold, ..
        } = &mut setup;
        assert!(parameter.set(*value, method, kernel, manifold));
        let single = analyse(&setup);
        let embedding = single.embedding(method).unwrap();
        let λ = embedding.eigenvalues();
        assert_eq!(point.eigenvalues.len(), λ.len(), "{parameter:?} {value}");
        let largest = λ.iter().fold(0.0_f64, |largest, λ| largest.max(λ.abs()));
        for (swept, single) in point.eigenvalues.iter().zip(λ) {
            let off = (swept - single).abs() / largest;
            assert!(off < 1e-8, "{parameter:?} {value}: {off}");
        }
        let shares = embedding.shares().unwrap_or_default();
        for (swept, single) in point.shares.iter().zip(&shares) {
            assert!((swept - single).abs() < 1e-8, "{parameter:?} {value}");
        }
        assert_eq!(point.shares.len(), shares.len());
        let single = separation(&embedding.scores(), &single.dataset.labels);
        let single = single.unwrap_or_default();
        assert_eq!(point.separation.len(), single.len());
        if let (Some(swept), Some(single)) = (point.separation.get(1), single.get(1)) {
            // A row at the border may fall to either side.
            assert!(
                (swept.mean - single.mean).abs() < 1e-3,
                "{parameter:?} {value}"
            );
        }
    }
}

#[test]
fn a_sweep_has_the_values_of_single_fits() {
    let kpca = Method::Kpca;
    let moons = moons(150, 0.1, 0);
    assert_single_fits(&moons, SweptParameter::GAMMA, kpca, &[0.1, 15.0, 100.0]);
    let of = |kind| Setup {
        kernel: KernelParams {
            kind,
            gamma: Gamma::Value(0.5),
            ..KernelParams::default()
        },
        ..moons.clone()
    };
    assert_single_fits(
        &of(KernelKind::Poly),
        SweptParameter::Kernel(KernelParameter::Degree),
        kpca,
        &[1.0, 2.0, 5.0],
    );
    assert_single_fits(
        &of(KernelKind::Poly),
        SweptParameter::Kernel(KernelParameter::Coef0),
        kpca,
        &[0.0, 0.5, 2.0],
    );
    let rq = of(KernelKind::RationalQuadratic);
    assert_single_fits(
        &rq,
        SweptParameter::Kernel(KernelParameter::Shape),
        kpca,
        &[0.2, 1.0, 5.0],
    );
    assert_single_fits(
        &moons,
        SweptParameter::Neighbors,
        Method::Isomap,
        &[3.0, 8.0, 20.0],
    );
    let diffusion = Method::DiffusionMap;
    assert_single_fits(&moons, SweptParameter::GAMMA, diffusion, &[1.0, 10.0]);
}

/// Each cell of a grid, against a fit of its own.
fn assert_grid_of_single_fits(setup: &Setup, rows: GridRows) {
    let mut setup = setup.clone();
    setup.view.panels = vec![Panel::Multiples];
    setup.view.sweep.parameter = Some(SweptParameter::GAMMA);
    setup.view.sweep.second = Some(rows);
    let swept = analyse(&setup).explain.sweep.unwrap();
    let grid = swept.grid.as_ref().unwrap();
    assert_eq!(
        (grid.question.across.len(), grid.question.down.len()),
        (3, 3)
    );
    setup.view.panels = vec![];
    for (row, other) in grid.question.down.iter().enumerate() {
        for (column, value) in grid.question.across.iter().enumerate() {
            let Setup {
                kernel, manifold, ..
            } = &mut setup;
            let SweepQuestion {
                parameter, method, ..
            } = swept.question;
            assert!(parameter.set(*value, method, kernel, manifold));
            let first = match rows {
                GridRows::Parameter(rows) => {
                    assert!(rows.set(*other, method, kernel, manifold));
                    0
                }
                GridRows::Components => *other as usize - 1,
            };
            let single = analyse(&setup);
            let scores = single.kpca.scores();
            let cell = grid.cell(row, column).unwrap();
            assert_eq!(cell.scores.len(), scores.nrows());
            for j in 0..2 {
                let theirs = scores.column(first + j);
                let pairs = cell.scores.iter().zip(theirs.iter());
                let sign = pairs.clone().map(|(a, b)| a[j] * b).sum::<f64>().signum();
                let off = pairs
                    .map(|(a, b)| (sign * a[j] - b).abs())
                    .fold(0.0, f64::max);
                let off = off / theirs.amax();
                assert!(off < 1e-6, "{rows:?} {row} {column}: {off}");
            }
            let two = scores.columns(first, 2).into_owned();
            let predicted = separation(&two, &single.dataset.labels).unwrap();
            let off = cell.separation.unwrap().mean - predicted[1].mean;
            // A row at the border may fall to either side.
            assert!(off.abs() < 1e-3, "{rows:?} {row} {column}: {off}");
        }
    }
}

#[test]
fn a_grid_has_the_pictures_of_single_fits() {
    let setup = Setup {
        components: Components::Count(6),
        ..moons(60, 0.1, 0)
    };
    assert_grid_of_single_fits(&setup, GridRows::Components);
    let poly = Setup {
        kernel: KernelParams {
            kind: KernelKind::Poly,
            ..KernelParams::default()
        },
        ..setup
    };
    assert_grid_of_single_fits(
        &poly,
        GridRows::Parameter(SweptParameter::Kernel(KernelParameter::Degree)),
    );
    assert_grid_of_single_fits(
        &poly,
        GridRows::Parameter(SweptParameter::Kernel(KernelParameter::Coef0)),
    );
}

#[test]
fn kernels_that_make_their_matrix_are_made_anew_at_each_value() {
    let graph = example("karate-club").unwrap().setup;
    assert_single_fits(
        &graph,
        SweptParameter::Kernel(KernelParameter::Beta),
        Method::Kpca,
        &[0.05, 0.2, 0.35],
    );
    let strings = example("promoters").unwrap().setup;
    assert_single_fits(
        &strings,
        SweptParameter::Kernel(KernelParameter::Length),
        Method::Kpca,
        &[1.0, 2.0, 4.0],
    );
}

#[test]
fn many_rows_are_sampled_and_the_sweep_says_so() {
    let analysis = analyse(&moons(2100, 0.1, 0));
    let task = SweepTask::of(&analysis, &View::default(), MOST_SWEPT_ROWS).unwrap();
    let question = SweepQuestion {
        values: [15.0].into(),
        ..task.question
    };
    let task = SweepTask::new(&analysis, question, 300);
    let sweep = task.run(&mut |_| {}, &|| false).unwrap();
    let sample = sweep.sample.as_ref().unwrap();
    assert_eq!((sample.rows.len(), sample.of), (300, 2100));
    assert_eq!(sample, &RowSample::of(2100, 300).unwrap());
    let (_, point) = sweep.known().next().unwrap();
    // λ grows with the rows, and that of a sample is a little too large.
    let λ = analysis.kpca.eigenvalues[0] * 300.0 / 2100.0;
    assert!((0.9..1.3).contains(&(point.eigenvalues[0] / λ)));
}

/// Pictures beside a plot of many rows show all of them, with the scores of an exact fit as far as dots tell them apart.
#[test]
fn pictures_show_all_rows_where_the_curve_is_of_a_sample() {
    let mut setup = moons(2100, 0.1, 0);
    setup.view.panels = vec![];
    let analysis = analyse(&setup);
    let mut view = View {
        panels: vec![Panel::Multiples],
        ..setup.view.clone()
    };
    view.sweep.multiples = 3;
    let task = SweepTask::of(&analysis, &view, 300).unwrap();
    // Pictures come before the curve, which is not awaited.
    let (mut known, enough) = (None, AtomicBool::new(false));
    let mut watch = |sweep: &Sweep| {
        enough.store(sweep.asked() > 0, Ordering::Relaxed);
        known = Some(sweep.clone());
    };
    let stopped = task.run(&mut watch, &|| enough.load(Ordering::Relaxed));
    assert_eq!(stopped, Err(FitError::Cancelled));
    let sweep = known.unwrap();
    assert!(sweep.sample.is_some() && sweep.pictured_sample().is_none());
    for i in sweep.question.spread(3) {
        let picture = sweep.picture(i).unwrap().as_ref().unwrap();
        setup.kernel.gamma = Gamma::Value(sweep.question.values[i]);
        let exact = analyse(&setup);
        let scores = exact.kpca.scores();
        let largest = scores.columns(0, 2).amax();
        for j in 0..2 {
            let drawn = DVector::from_iterator(2100, picture.scores.iter().map(|score| score[j]));
            let of_fit = scores.column(j);
            let off = (&drawn - of_fit).amax().min((&drawn + of_fit).amax());
            assert!(off < 2e-3 * largest, "{i} {j}: {off} of {largest}");
        }
        let judged = judged_by_two(&exact);
        let drawn = picture.separation_by(2).unwrap().mean;
        assert!((drawn - judged).abs() < 2e-3, "{i}: {drawn} {judged}");
    }
    // Where no panel shows pictures there are none.
    view.panels = vec![Panel::Sweep];
    let task = SweepTask::of(&analysis, &view, 300).unwrap();
    assert!(task.begun().is_none_or(|sweep| sweep.pictures.is_none()));
}

/// Accuracy of the first two components.
fn judged_by_two(analysis: &Analysis) -> f64 {
    let two = analysis.kpca.scores().columns(0, 2).into_owned();
    separation(&two, &analysis.dataset.labels).unwrap()[1].mean
}

/// Rules give the values that `tests/fixtures/sweep.py` found.
#[test]
fn rules_for_gamma_agree_with_numpy() {
    let cases: Value = serde_json::from_str(include_str!("../fixtures/sweep.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let mut setup = match name {
            "moons-100" => moons(100, 0.0, 123),
            "moons-200" => moons(200, 0.1, 0),
            "circles-150" => Setup {
                source: Source::Generated(Generator {
                    n_samples: 150,
                    noise: 0.05,
                    factor: 0.3,
                    random_state: 1,
                    ..Generator::new(Shape::Circles)
                }),
                ..Setup::welcome()
            },
            "iris" => Setup {
                source: Source::Builtin(Builtin::Iris),
                ..Setup::default()
            },
            other => panic!("{other}"),
        };
        setup.view.panels = vec![Panel::Sweep];
        let analysis = analyse(&setup);
        let sweep = Arc::clone(analysis.explain.sweep.as_ref().unwrap());
        assert!(sweep.is_whole(), "{name}");
        let answer = |criterion| {
            let mut found = sweep.criteria.iter();
            found.find(|it| it.criterion == criterion).unwrap().answer
        };
        let near = |ours: f64, theirs: &Value, relative: f64| {
            let theirs = theirs.as_f64().unwrap();
            assert!(
                (ours / theirs - 1.0).abs() < relative,
                "{name}: {ours}, {theirs}"
            );
        };
        for (criterion, key, relative) in [
            (Criterion::Median, "median", 1e-9),
            (Criterion::Variance, "variance", 0.01),
            (Criterion::Alignment, "alignment", 0.01),
        ] {
            match answer(criterion) {
                GammaChoice::At(value) => near(value, &case[key], relative),
                GammaChoice::AtLowerEnd => assert_eq!(case[key], "lower", "{name}"),
                other => panic!("{name} {key}: {other:?}"),
            }
        }
        // 1/d.
        let d = analysis.dataset.d() as f64;
        assert_eq!(answer(Criterion::Auto), GammaChoice::At(1.0 / d));
        let GammaChoice::Between(low, middle, high) = answer(Criterion::ParallelAnalysis) else {
            panic!("{name}: a band")
        };
        for (i, ours) in [low, middle, high].into_iter().enumerate() {
            near(ours, &case["parallel_analysis"][i], 1e-9);
        }
    }
}

/// Remarks on the half moons of 100 points.
#[test]
fn on_the_half_moons_three_rules_are_far_too_small() {
    let mut setup = moons(100, 0.0, 123);
    setup.view.panels = vec![Panel::Sweep];
    let analysis = analyse(&setup);
    let sweep = analysis.explain.sweep.as_ref().unwrap();
    let best = sweep.best_separation(2).unwrap().answer;
    // Without noise every larger γ parts them as well.
    assert!(matches!(best, GammaChoice::AtUpperEnd), "{best:?}");
    for found in &sweep.criteria {
        if let Criterion::Auto | Criterion::Median | Criterion::Variance = found.criterion {
            let factor = 15.0 / found.answer.value().unwrap();
            assert!((16.0..42.0).contains(&factor), "{found:?}");
        }
    }
    // Between 9 and 49 by seed, with others as high as 60.
    let parallel = |found: &&CriterionResult| found.criterion == Criterion::ParallelAnalysis;
    let parallel = sweep.criteria.iter().find(parallel).unwrap().answer;
    let GammaChoice::Between(low, middle, high) = parallel else {
        panic!("{parallel:?}")
    };
    assert!((9.0..49.0).contains(&low) && (9.0..49.0).contains(&middle));
    assert!(high < 60.0, "{high}");
    let note = Panel::Sweep.chart(&analysis, &setup.view).note.unwrap();
    assert!(
        note.contains("the rules disagree: their γ differ"),
        "{note}"
    );
}

/// Noisy moons: the marks stand at the best of the cross-validated curves, between ends that are as good.
#[test]
fn held_out_rows_choose_gamma_and_their_curves_are_drawn() {
    let mut setup = moons(100, 0.2, 0);
    setup.view.panels = vec![Panel::Sweep];
    let plain = analyse(&setup);
    let sweep = plain.explain.sweep.as_ref().unwrap();
    assert!(sweep.cross_validation.is_none() && sweep.best_held_out(2).is_empty());
    setup.view.sweep.curves = SweepCurves::HeldOut;
    let analysis = analyse(&setup);
    let sweep = analysis.explain.sweep.as_ref().unwrap();
    assert_eq!(sweep.held_out().count(), sweep.question.values.len());
    let found = sweep.best_held_out(2);
    assert_eq!(found.len(), 2);
    let [accuracy, error] = [0, 1].map(|i| found[i].answer);
    assert_eq!(found[0].criterion, Criterion::HeldOutAccuracy);
    // On so noisy moons linear PCA, which γ → 0 is, predicts as well as any kernel: no mark.
    assert_eq!(accuracy, GammaChoice::AtLowerEnd);
    let GammaChoice::Between(low, best, high) = error else {
        panic!("{error:?}")
    };
    let at = |gamma: f64| {
        let (_, point) = sweep.held_out().find(|(value, _)| *value == gamma).unwrap();
        point.pre_image_error.unwrap()
    };
    let errors = sweep
        .held_out()
        .map(|(_, it)| it.pre_image_error.unwrap().mean);
    let least = errors.fold(f64::INFINITY, f64::min);
    assert_eq!(at(best).mean, least);
    for end in [low, high] {
        assert!(at(end).mean <= least + at(best).spread);
    }
    let chart = Panel::Sweep.chart(&analysis, &setup.view);
    assert!(
        chart.summary.contains("held-out accuracy by 2"),
        "{}",
        chart.summary
    );
    assert!(chart.note.unwrap().contains("five folds, seed 0"));
}

/// Without noise the error of denoising from all components is that of the rows' pre-images.
#[test]
fn the_curve_of_pre_images_has_the_errors_of_rows_taken_back() {
    let mut setup = moons(100, 0.2, 0);
    setup.components = Components::Count(3);
    setup.view.panels = vec![Panel::Sweep, Panel::Denoising];
    setup.view.sweep.curves = SweepCurves::PreImages;
    setup.view.denoising = DenoisingView {
        components: 3,
        method: PreImageMethod::Ridge,
    };
    let analysis = analyse(&setup);
    let sweep = analysis.explain.sweep.clone().unwrap();
    let least = sweep
        .known()
        .map(|(value, point)| (point.pre_image_error.unwrap(), value));
    let least = least.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    for (value, point) in [sweep.known().nth(3), sweep.known().nth(40)]
        .into_iter()
        .flatten()
    {
        setup.kernel.gamma = Gamma::Value(value);
        let (_, _, error) = analyse(&setup).explain.denoising.as_ref().unwrap().errors();
        let (ours, theirs) = (point.pre_image_error.unwrap(), error.unwrap());
        assert!(
            (ours / theirs - 1.0).abs() < 1e-9,
            "{value}: {ours} {theirs}"
        );
    }
    let chart = Panel::Sweep.chart(&analysis, &setup.view);
    let said = format!(
        "pre-image error: at least {} at {}",
        number(least.0),
        number(least.1)
    );
    assert!(chart.summary.contains(&said), "{}", chart.summary);
}
