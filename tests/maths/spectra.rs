//! Spectra of tables that lack rank or have columns of very different size, and which eigenvalues are equal.
//!
//! Small eigenvalues were found with 50 digits by mpmath from the files in `fixtures/cases`.

use std::{f64::consts::TAU, fs, path::PathBuf, sync::Arc};

use nalgebra::DMatrix;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use kernel_pca::{
    correspondence::Correspondence,
    embedding::Embedding,
    kernel::{Kernel, Normalize},
    kpca::{FitError, FitOptions, KernelPca, Solver, SolverUsed, Workspace},
    manifold::{self, EmbeddingOptions, EmbeddingProgress, ManifoldParams},
    method::Method,
    pca::Pca,
    preimage::{PreImageMethod, PreImageOptions, pre_images},
};
use tabular::{Builtin, Columns, Source};

fn folder(of: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/cases")
        .join(of)
}

/// The columns of numbers of a file of cases.
fn table(file: &str) -> DMatrix<f64> {
    let text = fs::read_to_string(folder(file)).unwrap();
    let rows = text.lines().map(|line| line.split(','));
    let numbers = |row: std::str::Split<'_, char>| -> Vec<f64> {
        row.filter_map(|cell| cell.parse().ok()).collect()
    };
    let rows: Vec<Vec<f64>> = rows.map(numbers).filter(|row| !row.is_empty()).collect();
    DMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
}

/// The files of cases of numbers whose names begin so.
fn tables(prefix: &str) -> Vec<(String, DMatrix<f64>)> {
    let files = fs::read_dir(folder("numbers")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(prefix)).collect();
    names.sort();
    let with_table = |name: String| (name.clone(), table(&format!("numbers/{name}")));
    names.into_iter().map(with_table).collect()
}

fn shipped(data: Builtin) -> Arc<DMatrix<f64>> {
    let table = Source::Builtin(data).load(&|| false).unwrap();
    Arc::new(table.dataset(&Columns::default()).unwrap().x)
}

fn fit(x: &Arc<DMatrix<f64>>, kernel: Kernel, components: usize) -> KernelPca {
    let options = FitOptions {
        components,
        ..FitOptions::default()
    };
    Workspace::default()
        .fit(x, kernel, &options, &|| false)
        .unwrap()
}

fn centered(x: &DMatrix<f64>) -> DMatrix<f64> {
    let mut centered = x.clone();
    for _ in 0..2 {
        let mean = centered.row_mean();
        for mut row in centered.row_iter_mut() {
            row -= &mean;
        }
    }
    centered
}

/// Asserts identities of linear PCA of any table: shares that add up to one, orthonormal axes that rebuild the
/// rows.
fn assert_whole(name: &str, x: &DMatrix<f64>) {
    let pca = Pca::fit(x);
    let centered = centered(x);
    let total = centered.norm_squared() / x.nrows() as f64;
    assert!((pca.total - total).abs() <= 1e-12 * total, "{name}");
    let sum: f64 = pca.eigenvalues.iter().sum();
    assert!(
        (sum - total).abs() <= 1e-12 * total,
        "{name}: {sum} of {total}"
    );
    let shares: f64 = pca.explained_variance_ratio().iter().sum();
    assert!(
        total == 0.0 || (shares - 1.0).abs() < 1e-12,
        "{name}: {shares}"
    );
    let r = pca.components.nrows();
    let inner = &pca.components * pca.components.transpose();
    assert!((inner - DMatrix::identity(r, r)).amax() < 1e-12, "{name}");
    let off = (pca.rebuild(&pca.scores, r) - x).norm();
    assert!(off <= 1e-13 * x.norm(), "{name}: off by {off}");
    for (scores, λ) in pca.scores.column_iter().zip(&pca.eigenvalues) {
        let variance = scores.norm_squared() / x.nrows() as f64;
        assert!((variance - λ).abs() <= 1e-12 * total, "{name}");
    }
}

#[test]
fn linear_pca_of_tables_that_lack_rank_has_the_variance_of_the_rows() {
    let cases = tables("pca_");
    assert_eq!(cases.len(), 14);
    for (name, x) in cases {
        assert_whole(&name, &x);
    }
    // The first component of shares of a hundred holds everything.
    for (file, expected) in [("pca_percent.csv", 1868.44), ("pca_min.csv", 81.14)] {
        let pca = Pca::fit(&table(&format!("numbers/{file}")));
        assert!((pca.eigenvalues[0] - expected).abs() < 0.005, "{file}");
        assert!((pca.ratio[0] - 1.0).abs() < 1e-12, "{file}");
    }
}

/// A table of one of the kinds that lack rank: one-hot, shares of 100, duplicated columns or rows, collinear
/// columns, scales far apart, columns of zeros, or none of these.
fn made_up(kind: usize, random: &mut ChaCha8Rng) -> DMatrix<f64> {
    let (n, d) = (random.random_range(2..20), random.random_range(2..9));
    let mut x = DMatrix::from_fn(n, d, |_, _| f64::from(random.random_range(1..7)));
    match kind {
        0 => {
            x.fill(0.0);
            for i in 0..n {
                x[(i, random.random_range(0..d))] = 1.0;
            }
        }
        1 => {
            for mut row in x.row_iter_mut() {
                row *= 100.0 / row.sum();
            }
        }
        2 => {
            for j in 1..d {
                let column = x.column(random.random_range(0..j)).into_owned();
                x.set_column(j, &column);
            }
        }
        3 => {
            for i in 1..n {
                let row = x.row(random.random_range(0..i)).into_owned();
                x.set_row(i, &row);
            }
        }
        4 => {
            let factor = DMatrix::from_fn(2, d, |_, _| f64::from(random.random_range(1..9)) / 4.0);
            x = x.columns(0, 2) * factor;
        }
        5 => {
            for (j, mut column) in x.column_iter_mut().enumerate() {
                column *= 10_f64.powi(2 * j as i32 - 6);
            }
        }
        6 => x.columns_mut(1, d / 2).fill(0.0),
        _ => (),
    }
    x
}

#[test]
fn thousands_of_made_up_tables_keep_variance_and_inertia() {
    let random = &mut ChaCha8Rng::seed_from_u64(3);
    for case in 0..2000 {
        let x = made_up(case % 8, random);
        assert_whole(&format!("case {case}: {x}"), &x);
        if x.row_sum().min() > 0.0 {
            assert_inertia(&format!("case {case}: {x}"), &x);
        }
    }
}

/// χ²/n of a table is the sum of its inertias, rows lie at the distances of their profiles, and each side is the
/// mean of the other.
fn assert_inertia(name: &str, counts: &DMatrix<f64>) {
    let found = Correspondence::fit(counts).unwrap();
    let sum = counts.sum();
    let (rows, columns) = (counts.column_sum(), counts.row_sum());
    let expected = |i: usize, j: usize| rows[i] * columns[j] / sum;
    let term = |i: usize, j: usize| (counts[(i, j)] - expected(i, j)).powi(2) / expected(i, j);
    let cells = (0..counts.nrows()).flat_map(|i| (0..counts.ncols()).map(move |j| (i, j)));
    let χ2: f64 = cells.map(|(i, j)| term(i, j)).sum();
    let inertia: f64 = found.eigenvalues.iter().sum();
    assert!(
        (inertia - χ2 / sum).abs() < 1e-12,
        "{name}: {inertia}, {}",
        χ2 / sum
    );
    assert!((found.inertia - χ2 / sum).abs() < 1e-12, "{name}");
    for a in 0..counts.nrows() {
        for b in 0..a {
            let profiles = (0..counts.ncols()).map(|j| {
                let difference = counts[(a, j)] / rows[a] - counts[(b, j)] / rows[b];
                difference * difference * sum / columns[j]
            });
            let distance = (found.rows.row(a) - found.rows.row(b)).norm_squared();
            assert!((distance - profiles.sum::<f64>()).abs() < 1e-9, "{name}");
        }
    }
    assert!(
        (found.project(counts).unwrap() - &found.rows).amax() < 1e-6,
        "{name}"
    );
}

#[test]
fn inertias_of_tables_that_lack_rank_add_up_to_chi_squared() {
    let cases = tables("ca_");
    assert_eq!(cases.len(), 26);
    for (name, counts) in cases {
        assert_inertia(&name, &counts);
    }
    let found = Correspondence::fit(&table("numbers/ca_4x2.csv")).unwrap();
    assert!((found.eigenvalues[0] - 4.522_222_222 / 22.0).abs() < 1e-10);
    assert_eq!(found.eigenvalues.len(), 1);
}

/// Rows on a line leave no room but the line: numbers of NumPy's decomposition, by the published steps.
#[test]
fn distances_place_a_point_on_the_line_of_its_neighbours() {
    let x = Arc::new(table("numbers/kt_line.csv"));
    let kpca = fit(&x, Kernel::rbf(0.3), 3);
    let options = PreImageOptions {
        method: PreImageMethod::KwokTsang,
        alpha: 1.0,
        memory_budget: u64::MAX,
    };
    let found = pre_images(&kpca, &kpca.scores(), None, &options, &|| false).unwrap();
    for (row, expected) in [(0, 1.682_078_81), (5, 2.040_849_41), (11, 2.618_468_9)] {
        let [a, b] = found[row].point[..] else {
            panic!("two features have two values");
        };
        assert!((a - expected).abs() < 1e-7, "row {row}: {a}");
        assert!((b - 2.0 * a).abs() < 1e-12, "row {row}: off the line");
    }
}

#[test]
fn small_components_beside_an_identifier_are_within_the_stated_bound() {
    for (file, expected) in [
        (
            "files/id-and-measures.csv",
            &[
                5_221_864_253_427_400.0,
                874.303_522_791_301_3,
                117.489_199_152_867_1,
                24.797_861_630_224_19,
            ][..],
        ),
        (
            "files/wdbc-like.data",
            &[
                12_103_700_821_268_410.0,
                1_887_358.993_142_98,
                4_214.843_336_473_513,
                349.224_758_303_820_5,
                104.030_400_782_332,
            ],
        ),
        (
            "numbers/population.csv",
            &[
                10_383_938_128_490_360.0,
                8_682.183_266_724_877,
                57.467_861_249_508_14,
            ],
        ),
    ] {
        let x = Arc::new(table(file));
        let found = fit(&x, Kernel::linear(), expected.len());
        assert_eq!(found.solver, SolverUsed::Features, "{file}");
        assert!(found.accuracy.is_certified(), "{file}");
        let bound = found.accuracy.eigenvalue_bound.unwrap() * found.eigenvalues[0];
        for (j, (λ, expected)) in found.eigenvalues.iter().zip(expected).enumerate() {
            let off = (λ - expected).abs();
            assert!(
                off <= bound,
                "{file}: λ{} is off by {off}, bound {bound}",
                j + 1
            );
            // And not by luck of a large bound: σ has all digits that the largest has.
            let digits = 2.0 * (λ * found.eigenvalues[0]).sqrt() * 1e-15;
            assert!(
                off <= digits.max(1e-15 * expected),
                "{file}: λ{} is off by {off}",
                j + 1
            );
        }
        assert!(
            found.undetermined.is_empty(),
            "{file}: {:?}",
            found.undetermined
        );
        let pca = Pca::fit(&x);
        for (λ, expected) in pca.eigenvalues.iter().zip(expected) {
            assert!(
                (λ * x.nrows() as f64 / expected - 1.0).abs() < 1e-7,
                "{file}"
            );
        }
        assert!(pca.undetermined.is_empty(), "{file}");
    }
}

/// None of these is equal to another, however small beside the largest.
#[test]
fn eigenvalues_that_are_told_apart_are_not_called_equal() {
    let [iris, wine] = [Builtin::Iris, Builtin::Wine].map(shipped);
    let five = Arc::new(iris.rows(0, 5).columns(0, 2).into_owned());
    for (name, x, kernel, k) in [
        ("wine, linear", &wine, Kernel::linear(), 13),
        (
            "wine, polynomial",
            &wine,
            Kernel::poly(1.0 / 13.0, 3, 1.0),
            10,
        ),
        ("iris, polynomial", &iris, Kernel::poly(1.0, 3, 1.0), 20),
        ("five irises, degree 5", &five, Kernel::poly(1.0, 5, 1.0), 4),
        (
            "wine-like",
            &Arc::new(table("files/wine-like.data")),
            Kernel::linear(),
            2,
        ),
        (
            "not centred",
            &Arc::new(table("files/mathphp414.csv")),
            Kernel::linear().uncentered(),
            2,
        ),
    ] {
        let found = fit(x, kernel, k);
        assert!(
            found.undetermined.is_empty(),
            "{name}: {:?}",
            found.undetermined
        );
    }
    let not_centred = table("files/mathphp414.csv");
    let found = fit(&Arc::new(not_centred), Kernel::linear().uncentered(), 2);
    assert!((found.eigenvalues[1] - 0.546_459_092_695_612_7).abs() < 1e-4);
    // A gap of 4e-7.
    let near = DMatrix::from_fn(8, 2, |i, j| {
        let sign = if i & (1 << j) == 0 { 1.0 } else { -1.0 };
        sign * if j == 0 { 1.0 } else { 1.0 - 2e-7 }
    });
    assert!(
        fit(&Arc::new(near.clone()), Kernel::linear(), 2)
            .undetermined
            .is_empty()
    );
    assert!(Pca::fit(&near).undetermined.is_empty());
}

/// Corners of a cube in three dimensions have three equal eigenvalues, a circle pairs of them.
#[test]
fn true_multiplicities_are_said_by_every_solver_and_method() {
    let corners = Arc::new(DMatrix::from_fn(64, 3, |i, j| {
        0.3 + if i & (1 << j) == 0 { 0.7 } else { -0.7 }
    }));
    let n = 240;
    let circle = Arc::new(DMatrix::from_fn(n, 2, |i, j| {
        let angle = TAU * i as f64 / n as f64;
        if j == 0 { angle.cos() } else { angle.sin() }
    }));
    let equidistant = Arc::new(DMatrix::identity(30, 30));
    for solver in [
        Solver::Auto,
        Solver::Dense,
        Solver::Cholesky,
        Solver::Krylov,
    ] {
        for (x, kernel, k, expected) in [
            (&corners, Kernel::linear(), 2, vec![0..3]),
            (&corners, Kernel::linear(), 3, vec![0..3]),
            (&corners, Kernel::rbf(0.4), 2, vec![0..3]),
            (&corners, Kernel::rbf(0.4), 6, vec![0..3, 3..6]),
            (&circle, Kernel::linear(), 2, vec![0..2]),
            (&circle, Kernel::rbf(1.0), 3, vec![0..2, 2..4]),
            (&circle, Kernel::rbf(1.0).uncentered(), 3, vec![1..3]),
            (&circle, Kernel::poly(1.0, 3, 1.0), 4, vec![0..2, 2..4]),
            (&equidistant, Kernel::rbf(0.5), 4, vec![0..5]),
        ] {
            let options = FitOptions {
                components: k,
                solver,
                ..FitOptions::default()
            };
            let found = Workspace::default()
                .fit(x, kernel, &options, &|| false)
                .unwrap();
            assert_eq!(
                found.undetermined, expected,
                "{kernel:?}, {k} by {solver:?}"
            );
        }
    }
    assert_eq!(Pca::fit(&corners).undetermined, [0..3]);
    assert_eq!(Pca::fit(&circle).undetermined, [0..2]);
    // Each row is a column of its own, so that all inertias are one.
    let own = Correspondence::fit(&DMatrix::identity(6, 6)).unwrap();
    assert_eq!(Embedding::undetermined(&own), [0..5]);
    for (method, neighbors) in [
        (Method::Isomap, 4),
        (Method::LaplacianEigenmaps, 5),
        (Method::DiffusionMap, 4),
        (Method::Lle, 4),
    ] {
        let params = ManifoldParams {
            neighbors,
            ..ManifoldParams::default()
        };
        let checked = params.check(method, &*circle).unwrap();
        let options = EmbeddingOptions {
            components: 3,
            ..EmbeddingOptions::default()
        };
        let found = manifold::fit(
            &*circle,
            &checked,
            &options,
            &EmbeddingProgress::default(),
            &|| false,
        );
        assert_eq!(found.unwrap().undetermined, [0..2, 2..4], "{method:?}");
    }
}

#[test]
fn a_solver_asked_for_by_name_answers_or_says_why_not() {
    let [iris, wine] = [Builtin::Iris, Builtin::Wine].map(shipped);
    let petals = Arc::new(iris.columns(2, 2).into_owned());
    let few = Arc::new(iris.rows(0, 12).into_owned());
    let gram = Arc::new(&*iris * iris.transpose());
    let (rbf, sigmoid) = (Kernel::rbf(0.5), Kernel::sigmoid(0.1, 0.5));
    for (x, kernel, refusing) in [
        (&petals, rbf, &[][..]),
        (&iris, Kernel::rbf(5.0), &[Solver::Fourier]),
        (
            &few,
            Kernel::laplacian(0.5),
            &[Solver::Fourier, Solver::Krylov],
        ),
        (&iris, Kernel::linear(), &[Solver::Fourier]),
        (&iris, Kernel::laplacian(0.5), &[Solver::Fourier]),
        (
            &iris,
            sigmoid,
            &[Solver::Fourier, Solver::Cholesky, Solver::Nystrom],
        ),
        (
            &gram,
            Kernel::precomputed(),
            &[Solver::Fourier, Solver::Cholesky, Solver::Nystrom],
        ),
        (&iris, rbf.normalized(Normalize::After), &[Solver::Fourier]),
        (&iris, rbf.uncentered(), &[Solver::Fourier]),
        (&wine, Kernel::rbf(1.0), &[Solver::Fourier]),
    ] {
        for solver in Solver::ALL {
            let options = FitOptions {
                solver,
                ..FitOptions::default()
            };
            let found = Workspace::default().fit(x, kernel, &options, &|| false);
            let what = format!("{kernel:?} by {}", solver.name());
            match found {
                Ok(found) => {
                    assert!(!refusing.contains(&solver), "{what}");
                    let named = solver == Solver::Auto || found.solver.name() == solver.name();
                    assert!(named, "{what}: {}", found.solver.name());
                }
                Err(error @ FitError::Unsuited { .. }) => {
                    assert!(refusing.contains(&solver), "{what}: {error}");
                    let said = error.to_string();
                    assert!(
                        said.contains(solver.name()) && !said.contains('\n'),
                        "{said}"
                    );
                }
                Err(error) => panic!("{what}: {error}"),
            }
        }
    }
}

/// Descents where the distance in feature space falls all the way to infinity, as it may for an indefinite kernel,
/// find no pre-image, and the point given stays near the data.
#[test]
fn descents_that_run_off_have_not_converged_and_stay_bounded() {
    let x = Arc::new(table("numbers/pre.csv"));
    let starts = table("numbers/prenew.csv");
    let spread = x
        .column_iter()
        .map(|c| c.max() - c.min())
        .fold(0.0, f64::max);
    let middle = x.row_mean();
    let mut ran_off = 0;
    for gamma in [1e-4, 1e-3, 1e-2, 0.1, 1.0] {
        for coef0 in [-2.0, -0.5, 0.0, 1.0] {
            let kpca = fit(&x, Kernel::sigmoid(gamma, coef0), 3);
            let options = PreImageOptions {
                method: PreImageMethod::Gradient,
                alpha: 1.0,
                memory_budget: u64::MAX,
            };
            let scores = kpca.project(&starts);
            let found = pre_images(&kpca, &scores, Some(&starts), &options, &|| false).unwrap();
            for (row, found) in found.iter().enumerate() {
                let what = format!("γ {gamma}, c₀ {coef0}, row {row}");
                let point = DMatrix::from_row_slice(1, found.point.len(), &found.point);
                let far = (&point - &middle).norm() / spread;
                let start = (starts.row(row) - &middle).norm() / spread;
                assert!(
                    far.is_finite() && far <= start.max(10.0) + 1e-9,
                    "{what}: {far}"
                );
                ran_off += usize::from(!found.converged);
            }
        }
    }
    assert!(ran_off > 0);
    // Far from the data there are pre-images as well: of a linear kernel, where the scores lead.
    let kpca = fit(&x, Kernel::linear(), 3);
    let scores = kpca.scores() * 100.0;
    let options = PreImageOptions {
        method: PreImageMethod::Gradient,
        alpha: 1.0,
        memory_budget: u64::MAX,
    };
    let found = pre_images(&kpca, &scores, None, &options, &|| false).unwrap();
    for (row, found) in found.iter().enumerate() {
        assert!(found.converged, "row {row}");
        let point = DMatrix::from_row_slice(1, found.point.len(), &found.point);
        let expected = &middle + (x.row(row) - &middle) * 100.0;
        assert!((point - expected).norm() < 1e-3 * spread, "row {row}");
    }
}

/// Centring comes first there, so that the matrix before it holds plain values.
#[test]
fn kernel_values_before_centring_are_not_normalised_after_it() {
    let x = shipped(Builtin::Iris);
    let rows: Vec<usize> = (0..20).collect();
    let plain = Kernel::rbf(0.5);
    let expected = plain.between(&x, &rows, &rows);
    for normalize in [Normalize::Before, Normalize::After] {
        for kernel in [
            plain.normalized(normalize),
            plain.normalized(normalize).uncentered(),
        ] {
            let found = fit(&x, kernel, 2).values_before_centering(&rows, &rows);
            assert!((found - &expected).amax() < 1e-15, "{kernel:?}");
        }
    }
}
