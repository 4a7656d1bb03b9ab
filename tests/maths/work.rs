//! Work of fits by counts, which no machine changes: passes over the kernel's values on all pairs, and the columns that they
//! multiply. Each limit is a quarter above what was counted; a fit that takes more has become slower everywhere.

use std::sync::Arc;

use nalgebra::DMatrix;

use kernel_pca::{
    kernel::Kernel,
    kpca::{FitOptions, FitWork, Tier, Workspace},
};
use reference::clouds;
use tabular::{Builtin, Columns, Source};

fn digits() -> Arc<DMatrix<f64>> {
    let table = Source::Builtin(Builtin::Digits).load(&|| false).unwrap();
    Arc::new(table.dataset(&Columns::default()).unwrap().x)
}

/// Work of fits of one workspace, one after the other.
fn works(x: &Arc<DMatrix<f64>>, k: usize, fits: &[(Kernel, Tier)]) -> Vec<FitWork> {
    let mut workspace = Workspace::default();
    let fits = fits.iter().map(|&(kernel, tier)| {
        let options = FitOptions {
            components: k,
            tier,
            ..FitOptions::default()
        };
        let fit = workspace.fit(x, kernel, &options, &|| false).unwrap();
        assert!(tier != Tier::Exact || fit.accuracy.is_certified());
        fit.work
    });
    fits.collect()
}

#[test]
fn exact_fits_take_few_passes() {
    let (wide, digits) = (clouds(1500, 300), digits());
    let on_wide = Kernel::rbf(1.0 / (18.0 * 300.0));
    let on_digits = Kernel::rbf(0.001);
    // Rows, components, kernel, and at most so many passes that evaluate, passes in all, and columns.
    for (x, k, kernel, most) in [
        (&wide, 9, on_wide, [2, 12, 116]),
        (&wide, 10, on_wide, [2, 51, 406]),
        (&wide, 9, Kernel::laplacian(0.003), [2, 15, 139]),
        (&digits, 2, on_digits, [2, 12, 95]),
        (&digits, 20, on_digits, [2, 27, 255]),
    ] {
        let work = works(x, k, &[(kernel, Tier::Exact)])[0];
        let counted = [work.evaluating, work.passes(), work.columns];
        assert!(
            counted.iter().zip(most).all(|(count, most)| *count <= most),
            "{k} components, {kernel:?}: {counted:?} are more than {most:?}"
        );
    }
}

#[test]
fn previews_beside_the_last_fit_take_few_passes() {
    let wide = clouds(1500, 300);
    let kernel = |step: i32| Kernel::rbf(1.05_f64.powi(step) / (18.0 * 300.0));
    let steps = [
        (kernel(0), Tier::Exact),
        (kernel(1), Tier::Preview),
        (kernel(2), Tier::Preview),
        (kernel(3), Tier::Preview),
    ];
    let works = works(&wide, 9, &steps);
    for work in &works[1..] {
        assert!(work.passes() <= 5 && work.columns <= 48, "{work:?}");
    }
}

#[test]
fn what_forms_no_matrix_makes_no_pass() {
    let wide = clouds(1500, 40);
    for (kernel, tier) in [
        (Kernel::linear(), Tier::Exact),
        (Kernel::cosine(), Tier::Exact),
    ] {
        assert_eq!(works(&wide, 5, &[(kernel, tier)])[0], FitWork::default());
    }
    // Landmarks stand for the rows of a preview that has to follow a hand.
    let many = clouds(9000, 12);
    let work = works(&many, 5, &[(Kernel::rbf(0.01), Tier::Preview)])[0];
    assert_eq!(work, FitWork::default());
}
