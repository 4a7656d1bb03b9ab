//! Over many kernels, and of whole spectra.

use super::*;
use kernel_pca::kernel::KernelParameter;

#[test]
fn python_sweeps_with_the_numbers_of_the_panel() {
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let of = |kind, parameter, normalize| {
        let mut setup = roll();
        setup.kernel = KernelParams {
            kind,
            gamma: Gamma::Value(0.05),
            normalize,
            ..KernelParams::default()
        };
        setup.components = Components::Count(4);
        setup.view.panels = vec![Panel::Sweep];
        setup.view.sweep.parameter = Some(parameter);
        (format!("{kind:?} {parameter:?}"), setup)
    };
    let setups = [
        of(
            KernelKind::Rbf,
            SweptParameter::GAMMA,
            Some(Normalize::Before),
        ),
        of(
            KernelKind::Poly,
            SweptParameter::Kernel(KernelParameter::Coef0),
            None,
        ),
        of(
            KernelKind::RationalQuadratic,
            SweptParameter::Kernel(KernelParameter::Shape),
            Some(Normalize::After),
        ),
    ];
    // Each curve has its own numbers.
    let mut eigenvalues = setups.clone();
    for (_, setup) in &mut eigenvalues {
        setup.view.sweep.curves = SweepCurves::Eigenvalues;
    }
    let names = ["sweep_values", "sweep_share", "sweep_quality"];
    let curves = computed(Language::Python, &setups, &names, folder.path());
    let names = ["sweep_eigenvalues"];
    let eigenvalues = computed(Language::Python, &eigenvalues, &names, folder.path());
    for ((name, analysis, mut found), (_, _, others)) in curves.into_iter().zip(eigenvalues) {
        found.insert(1, others[0].clone());
        let sweep = analysis.explain.sweep.as_ref().unwrap();
        assert!(sweep.is_whole(), "{name}");
        let row = |i: usize| sweep.points[i].as_ref().unwrap().as_ref().unwrap();
        for (i, value) in sweep.question.values.iter().enumerate() {
            assert!((found[0][(i, 0)] - value).abs() < 1e-9 * value.abs().max(1.0));
            let point = row(i);
            for j in 0..point.eigenvalues.len() {
                let scale = point.eigenvalues[0];
                let off = (found[1][(i, j)] - point.eigenvalues[j]).abs() / scale;
                assert!(off < 1e-8, "{name}, {value}: {off}");
                assert!((found[2][(i, j)] - point.shares[j]).abs() < 1e-8, "{name}");
                let off = (found[3][(i, j)] - point.separation[j].mean).abs();
                assert!(off < 1e-4, "{name}, {value}, {j}: {off}");
            }
        }
    }
}

/// Five folds of classes, of a quantity and of many rows, with and without pre-images.
#[test]
fn python_cross_validates_with_the_numbers_of_the_panel() {
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str, mut setup: Setup, kernel: KernelParams| {
        setup.kernel = kernel;
        setup.components = Components::Count(4);
        setup.view.panels = vec![Panel::Sweep];
        setup.view.sweep.curves = SweepCurves::HeldOut;
        setup.view.sweep.parameter = Some(SweptParameter::GAMMA);
        setup.view.separation_components = 3;
        (name.to_owned(), setup)
    };
    let from = |source| Setup {
        source,
        ..Setup::default()
    };
    let many = Generator {
        n_samples: 450,
        noise: 0.2,
        random_state: 3,
        ..Generator::new(Shape::Moons)
    };
    let plus_linear = KernelParams {
        second: Some(SecondKernel {
            join: Join::Plus,
            kind: KernelKind::Linear,
        }),
        ..KernelParams::default()
    };
    let laplacian = KernelParams {
        kind: KernelKind::Laplacian,
        ..KernelParams::default()
    };
    let setups = [
        of(
            "classes",
            from(Source::Builtin(Builtin::Iris)),
            KernelParams::default(),
        ),
        of("quantity", roll(), plus_linear),
        of("many rows", from(Source::Generated(many)), laplacian),
    ];
    let names = ["sweep_values", "held_quality", "held_error"];
    for (name, analysis, found) in computed(Language::Python, &setups, &names, folder.path()) {
        let sweep = analysis.explain.sweep.as_ref().unwrap();
        assert_eq!(sweep.held_out().count(), sweep.question.values.len());
        for (i, (value, held)) in sweep.held_out().enumerate() {
            let folds = |of: usize| found[of].row(i);
            let error = held.pre_image_error.unwrap();
            for (ours, theirs) in [(held.accuracy_by(3).unwrap(), folds(1)), (error, folds(2))] {
                let off = (ours.mean - theirs.mean()).abs();
                assert!(off < 1e-6, "{name}, {value}: {off}");
                // Divisor k − 1, where that of nalgebra's variance is k.
                let spread = (theirs.variance() / 4.0).sqrt();
                let off = (ours.spread - spread).abs();
                assert!(off < 1e-6, "{name}, {value}: the spread by {off}");
            }
        }
    }
    // Two curves with their errors, and the present value.
    let (_, quantity) = &setups[1];
    let drawn = script_of(Language::Python, quantity, &analyse(quantity));
    let counted = drawn + "\nprint(len(fig.axes[0].lines))\n";
    fs::write(folder.path().join("drawn.py"), counted).unwrap();
    assert_eq!(python(&["drawn.py"], folder.path()).trim(), "7");
}

#[test]
fn python_has_the_pictures_of_a_grid() {
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let of = |kind, rows| {
        let mut setup = roll();
        setup.kernel = KernelParams {
            kind,
            gamma: Gamma::Value(0.05),
            ..KernelParams::default()
        };
        setup.components = Components::Count(6);
        setup.view.panels = vec![Panel::Multiples];
        setup.view.sweep.second = Some(rows);
        (format!("{kind:?} {rows:?}"), setup)
    };
    let setups = [
        of(
            KernelKind::Poly,
            GridRows::Parameter(SweptParameter::Kernel(KernelParameter::Coef0)),
        ),
        of(
            KernelKind::RationalQuadratic,
            GridRows::Parameter(SweptParameter::Kernel(KernelParameter::Shape)),
        ),
        of(KernelKind::Rbf, GridRows::Components),
    ];
    let names = ["grid_across", "grid_down", "grid_planes"];
    for (name, analysis, found) in computed(Language::Python, &setups, &names, folder.path()) {
        let sweep = analysis.explain.sweep.as_ref().unwrap();
        let grid = sweep.grid.as_ref().unwrap();
        let n = analysis.dataset.n();
        assert_eq!(found[0].as_slice(), &*grid.question.across, "{name}");
        assert_eq!(found[1].as_slice(), &*grid.question.down, "{name}");
        let ours = grid.agreeing();
        assert_eq!(ours.len(), 9);
        for (cell, ours) in ours.into_iter().enumerate() {
            let ours = ours.unwrap_or_else(|| panic!("{name}, {cell}"));
            for j in 0..2 {
                let theirs = found[2].view((cell * n, j), (n, 1));
                let pairs = ours.iter().zip(theirs.iter());
                let sign = pairs.clone().map(|(a, b)| a[j] * b).sum::<f64>().signum();
                let off = pairs.map(|(a, b)| (sign * a[j] - b).abs());
                let off = off.fold(0.0, f64::max) / theirs.amax();
                assert!(off < 1e-6, "{name}, {cell}, {j}: {off}");
            }
        }
    }
}

#[test]
fn python_holds_the_spectrum_against_shuffled_columns() {
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let of = |kind, normalize, gamma| {
        let mut setup = roll();
        setup.kernel = KernelParams {
            kind,
            gamma: Gamma::Value(gamma),
            normalize,
            ..KernelParams::default()
        };
        setup.components = Components::Count(8);
        setup.view.panels = vec![Panel::Spectrum, Panel::Variance];
        setup.view.spectrum_shuffled = true;
        (format!("{kind:?} {gamma}"), setup)
    };
    let setups = [
        of(KernelKind::Rbf, None, 0.02),
        of(KernelKind::Laplacian, None, 0.05),
        of(KernelKind::Poly, Some(Normalize::After), 0.1),
    ];
    let names = ["shuffled_share", "standing_out"];
    for (name, analysis, found) in computed(Language::Python, &setups, &names, folder.path()) {
        let shuffled = analysis.explain.shuffled.as_deref().unwrap();
        let shuffled = shuffled.as_ref().unwrap();
        // Two more than are kept, as the panels show.
        assert_eq!(shuffled.quantiles.len(), 10);
        for (j, quantile) in shuffled.quantiles.iter().enumerate() {
            let off = found[0][(j, 0)] - quantile / shuffled.trace;
            assert!(off.abs() < 1e-8, "{name}, {j}: {off}");
        }
        let (StandingOut::First(count) | StandingOut::All(count)) = shuffled.standing_out();
        assert_eq!(found[1][(0, 0)], count as f64, "{name}");
        // The eigenvalues beside them are those of the panel.
        for (own, λ) in shuffled.own.iter().zip(&analysis.kpca.eigenvalues) {
            assert!((own - λ).abs() < 1e-8 * shuffled.own[0], "{name}");
        }
    }
}

#[test]
fn python_finds_every_eigenvalue_where_they_are_shown() {
    if python_can("import sklearn") {
        assert_finds_spectrum(Language::Python);
    }
}

#[test]
fn r_finds_every_eigenvalue_where_they_are_shown() {
    if r_has_kernlab() {
        assert_finds_spectrum(Language::R);
    }
}

fn assert_finds_spectrum(language: Language) {
    let iris = |kind| {
        let mut setup = explained(kind, RowOrder::Label);
        setup.view.panels = vec![Panel::Spectrum, Panel::Variance];
        setup
    };
    let mut indefinite = iris(KernelKind::Sigmoid);
    indefinite.kernel.gamma = Gamma::Value(0.2);
    indefinite.kernel.coef0 = -1.0;
    let mut uncentered = iris(KernelKind::Poly);
    uncentered.kernel.center = false;
    let setups = [
        iris(KernelKind::Rbf),
        iris(KernelKind::Poly),
        indefinite,
        uncentered,
    ];
    let mut analyses = setups.each_ref().map(analyse);
    let negative = analyses[2].kpca.negative_eigenvalues.clone();
    assert!(!negative.is_empty());
    let mut scripts = Vec::new();
    for (setup, analysis) in setups.iter().zip(&mut analyses) {
        let usual = script_of(language, setup, analysis);
        let lowest = setup.kernel.kind == KernelKind::Sigmoid;
        let negative = lowest && language == Language::Python;
        assert_eq!(usual.contains("\nspectrum"), negative, "{usual}");
        let reached = |_: SpectrumStage| ();
        let all = Workspace::default()
            .full_spectrum(&analysis.x, analysis.kernel, u64::MAX, &reached, &|| false)
            .unwrap();
        analysis.full_spectrum = Some(all.into());
        scripts.push(script_of(language, setup, analysis));
    }
    let folder = tempfile::tempdir().unwrap();
    for (i, (setup, analysis)) in setups.iter().zip(&analyses).enumerate() {
        let folder = folder.path().join(i.to_string());
        fs::create_dir_all(&folder).unwrap();
        write_table(&folder, setup, analysis);
    }
    let computed = run(language, &scripts, &["spectrum"], folder.path());
    for (analysis, computed) in analyses.iter().zip(computed) {
        let [theirs] = computed.try_into().unwrap();
        let ours = analysis.known_variance_ratio();
        let ours = DMatrix::from_vec(ours.len(), 1, ours);
        let off = (&ours - &theirs).amax();
        assert!(off < 1e-12, "eigenvalues differ by {off}");
        let zeros = |values: &DMatrix<f64>| values.iter().filter(|v| **v == 0.0).count();
        assert_eq!(zeros(&ours), zeros(&theirs));
    }
}
