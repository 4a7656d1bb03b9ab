//! Noise, and what linear and kernel PCA leave of it.

use crate::support::analyse;
use explorer::{
    analysis::{Denoising, DenoisingErrors},
    setup::{Components, Others, Panel, Setup, example},
};
use kernel_pca::{
    kernel::Gamma,
    objects::{AddedNoise, NoiseKind},
    preimage::PreImageMethod,
};

fn denoising(setup: &Setup) -> Denoising {
    let analysis = analyse(setup);
    (**analysis.explain.denoising.as_ref().unwrap()).clone()
}

fn least(curve: &[DenoisingErrors], of: fn(&DenoisingErrors) -> Option<f64>) -> f64 {
    curve.iter().filter_map(of).fold(f64::INFINITY, f64::min)
}

/// On noisy digits kernel PCA leaves less, at its best and with the same number of components; on clean ones
/// linear PCA does, from about ten components on.
#[test]
fn kernel_pca_wins_on_noisy_digits_and_linear_pca_on_clean_ones() {
    let mut setup = example("denoise-digits").unwrap().setup;
    setup.view.panels = vec![Panel::DenoisingError];
    let noisy = denoising(&setup);
    let (before, linear, kernel) = noisy.errors();
    let kernel = kernel.unwrap();
    assert!((before - 16.0).abs() < 0.5, "{before}");
    assert!(linear / kernel > 1.45, "{linear} and {kernel}");
    let [best_linear, best_kernel] = [
        least(&noisy.curve, |left| left.linear),
        least(&noisy.curve, |left| left.kernel),
    ];
    assert!(
        best_linear / best_kernel > 1.3,
        "{best_linear} and {best_kernel}"
    );
    setup.added_noise = None;
    let clean = denoising(&setup);
    for left in clean.curve.iter().filter(|left| left.q >= 10) {
        assert!(left.linear < left.kernel, "{left:?}");
    }
}

/// Mean squared errors of noisy moons as they are, after ridge regression, and at the points nearest to the rows'
/// projections; by scikit-learn and `SciPy` (`tests/fixtures/denoising.py`).
const BEFORE: f64 = 0.009_762_826_258_850_076;
const RIDGE: f64 = 0.009_606_919_186_397_268;
const NEAREST: f64 = 0.006_877_025_214_722_445;

/// Few components leave noise across the moons out; linear PCA has no choice but the line or all of it.
#[test]
fn moons_are_cleaned_by_every_method() {
    let mut setup = Setup::welcome();
    setup.added_noise = Some(AddedNoise {
        amount: 0.1,
        ..AddedNoise::new(NoiseKind::Gaussian)
    });
    setup.components = Components::Count(12);
    setup.kernel.gamma = Gamma::Value(4.0);
    setup.view.panels = vec![Panel::Denoising];
    setup.view.denoising.components = 12;
    setup.view.pre_image.alpha = 0.01;
    for (method, expected, tolerance) in [
        (PreImageMethod::Ridge, RIDGE, 1e-9),
        (PreImageMethod::Gradient, NEAREST, 1e-6),
        // Its steps end once they are 10⁻⁴ of the rows' spread.
        (PreImageMethod::Mika, NEAREST, 1e-3),
        // From distances to the nearest rows alone: near those points, not at them.
        (PreImageMethod::KwokTsang, NEAREST, 5e-3),
    ] {
        setup.view.denoising.method = method;
        let found = denoising(&setup);
        let (before, linear, kernel) = found.errors();
        let kernel = kernel.unwrap();
        assert_eq!(found.method, method);
        assert!((before / BEFORE - 1.0).abs() < 1e-12, "{before}");
        assert!((linear - before).abs() < 1e-12, "both components are all");
        let off = (kernel / expected - 1.0).abs();
        assert!(off < tolerance, "{method}: {kernel} for {expected}");
        assert!(found.curve.is_empty());
    }
}

/// The point at a row's own scores, with the others as in that row, comes back as that row.
#[test]
fn a_row_that_is_pointed_at_comes_back() {
    let mut setup = example("pre-images").unwrap().setup;
    setup.components = Components::Count(60);
    setup.view.panels = vec![Panel::PreImages];
    let row = 17;
    let first = analyse(&setup);
    let scores = first.kpca.scores();
    setup.view.pre_image.at = [scores[(row, 0)], scores[(row, 1)]];
    setup.view.pre_image.others = Others::Row(row);
    setup.view.pre_image.alpha = 1e-9;
    let analysis = analyse(&setup);
    let found = analysis.explain.pre_images.as_ref().unwrap();
    assert_eq!((found.asked.nearest, found.asked.as_in), (row, Some(row)));
    let off = |point: &[f64]| {
        let row = analysis.dataset.x.row(row);
        let off = row.iter().zip(point).map(|(a, b)| (a - b).abs());
        off.fold(0.0, f64::max)
    };
    for (method, one) in &found.ways {
        let one = one.as_ref().unwrap();
        assert!(
            off(&one.point) < 0.05 && one.distance < 0.1,
            "{method}: {one:?}"
        );
        assert!(off(one.path.last().unwrap()) < 0.05);
    }
    assert!(off(&found.linear.point) < 1e-12);
}
