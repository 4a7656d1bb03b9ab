//! What panels compute beside the scores.

use super::*;

#[test]
fn python_unrolls_with_the_numbers_of_the_panels() {
    if !python_can("import sklearn") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut setup = example("unrolled").unwrap().setup;
    if let Source::Generated(generator) = &mut setup.source {
        generator.n_samples = 300;
    }
    setup.components = Components::Count(3);
    setup.view.mirrored.toggle(Method::Isomap, 0);
    setup.view.mirrored.toggle(Method::LaplacianEigenmaps, 1);
    // A script keeps what its picture reads.
    setup.view.dot_colour = DotColour::Torn;
    setup.view.panels = vec![
        Panel::Isomap,
        Panel::Lle3d,
        Panel::HessianLle,
        Panel::LaplacianEigenmaps,
        Panel::DiffusionMap,
        Panel::Separation,
        Panel::Trust,
        Panel::Shepard,
    ];
    let names = [
        "isomap_scores",
        "lle_scores",
        "hessian_scores",
        "eigenmap_scores",
        "diffusion_scores",
        "isomap_share",
        "isomap_quality",
        "isomap_trust",
        "isomap_torn",
        "isomap_apart",
    ];
    let setups = [("unrolled".to_owned(), setup)];
    for (_, analysis, computed) in computed(Language::Python, &setups, &names, folder.path()) {
        let fitted = METHODS.into_iter().filter(|it| *it != Method::Tsne);
        for ((kind, theirs), name) in fitted.zip(&computed).zip(names) {
            let ours = analysis.embedding(kind).unwrap().scores();
            let off = difference(&ours, theirs);
            assert!(off < 1e-6, "{name} differ by {off}");
        }
        let isomap = analysis.shares(Method::Isomap).unwrap();
        for (ours, theirs) in isomap.iter().zip(computed[5].iter()) {
            assert!((ours - theirs).abs() < 1e-9, "{ours} and {theirs}");
        }
        let trust = analysis.explain.trust.as_ref().unwrap();
        let trust = trust.of(Method::Isomap).unwrap();
        let [kept, torn, apart] = [7, 8, 9].map(|i| &computed[i]);
        for (k, (trust, continuity)) in (trust.trust.trustworthiness.iter())
            .zip(&trust.trust.continuity)
            .enumerate()
        {
            let off = (trust - kept[(k, 0)]).abs() + (continuity - kept[(k, 1)]).abs();
            assert!(off < 1e-6, "k = {}: {off}", k + 1);
        }
        for (ours, theirs) in [(&trust.torn, torn), (&trust.distances, apart)] {
            assert_eq!(ours.len(), theirs.len());
            let pairs = ours.iter().zip(theirs.iter());
            let off = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-6, "{off}");
        }
        let separation = analysis.explain.separation.as_ref().unwrap();
        for (q, ours) in separation.of(Method::Isomap).iter().enumerate() {
            let theirs = [computed[6][(q, 0)], computed[6][(q, 1)]];
            let off = (ours.mean - theirs[0]).abs() + (ours.spread - theirs[1]).abs();
            assert!(off < 1e-6, "{ours:?} and {theirs:?}");
        }
    }
}

/// The methods that go back from feature space, with noise added first.
#[test]
fn python_goes_back_with_the_numbers_of_the_panels() {
    if !python_can("import sklearn") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut moons = example("pre-images").unwrap().setup;
    moons.added_noise = Some(AddedNoise::new(NoiseKind::Gaussian));
    moons.view.panels = vec![
        Panel::Input,
        Panel::Pca,
        Panel::Kpca,
        Panel::PreImages,
        Panel::Denoising,
        Panel::DenoisingError,
    ];
    let mut iris = explained(KernelKind::Rbf, RowOrder::Source);
    iris.added_noise = Some(AddedNoise::new(NoiseKind::SaltPepper));
    iris.view.panels.clone_from(&moons.view.panels);
    iris.view.pre_image.linear_at = Some([0.5, -0.5]);
    iris.view.pre_image.others = Others::Row(20);
    iris.view.denoising.method = PreImageMethod::KwokTsang;
    let mut poly = iris.clone();
    poly.kernel.kind = KernelKind::Poly;
    poly.view.pre_image.others = Others::Zero;
    let setups = [("moons", moons), ("iris", iris), ("poly", poly)];
    let setups = setups.map(|(name, setup)| (name.to_owned(), setup));
    let names = [
        "pre_images",
        "distances",
        "rebuilt",
        "pca_rebuilt",
        "remains",
    ];
    for (name, analysis, computed) in computed(Language::Python, &setups, &names, folder.path()) {
        let found = analysis.explain.pre_images.as_ref().unwrap();
        let ways: Vec<&PreImage> = found.ways.iter().flat_map(|(_, one)| one).collect();
        let points = ways
            .iter()
            .map(|one| &one.point)
            .chain([&found.linear.point]);
        for (ours, theirs) in points.zip(computed[0].row_iter()) {
            for (ours, theirs) in ours.iter().zip(theirs.iter()) {
                assert!((ours - theirs).abs() < 1e-5, "{name}: {ours} and {theirs}");
            }
        }
        for (ours, theirs) in ways.iter().zip(computed[1].iter()) {
            let off = (ours.distance - theirs).abs();
            assert!(off < 1e-5, "{name}: {} and {theirs}", ours.distance);
        }
        let denoising = analysis.explain.denoising.as_ref().unwrap();
        let kernel = denoising.kernel.as_ref().unwrap();
        assert!(
            difference(kernel, &computed[2]) < 1e-6,
            "{name}: {}",
            difference(kernel, &computed[2])
        );
        assert!(difference(&denoising.linear, &computed[3]) < 1e-9, "{name}");
        for (left, theirs) in denoising.curve.iter().zip(computed[4].iter()) {
            let off = (left.kernel.unwrap() / theirs - 1.0).abs();
            assert!(off < 1e-6, "{name}: {left:?} and {theirs}");
        }
        assert_eq!(denoising.curve.len(), computed[4].len());
    }
}

/// Reconstruction errors of fitted rows and of others: a fifth held out, and new rows.
#[test]
fn python_rebuilds_rows_with_the_errors_of_the_panel() {
    if !python_can("import sklearn") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut iris = explained(KernelKind::Rbf, RowOrder::Source);
    iris.view.panels = vec![Panel::ReconstructionError];
    let mut rebuilt = iris.clone();
    rebuilt.view.reconstruction_space = ErrorSpace::Input;
    rebuilt.view.pre_image.alpha = 0.1;
    let mut moons = Setup::welcome();
    moons.view.panels.clone_from(&iris.view.panels);
    moons.new_rows = Some(Source::Generated(Generator {
        n_samples: 40,
        noise: 0.2,
        random_state: 5,
        ..Generator::new(Shape::Moons)
    }));
    let mut moons_rebuilt = moons.clone();
    moons_rebuilt.view.reconstruction_space = ErrorSpace::Input;
    let setups = [
        ("iris", iris),
        ("rebuilt", rebuilt),
        ("moons", moons),
        ("moons-rebuilt", moons_rebuilt),
    ];
    let setups = setups.map(|(name, setup)| (name.to_owned(), setup));
    let names = ["part_pca_left", "part_left"];
    for (name, analysis, computed) in computed(Language::Python, &setups, &names, folder.path()) {
        let found = analysis.explain.reconstruction.as_ref().unwrap();
        let found = found.as_ref().as_ref().unwrap();
        for (method, theirs) in [Method::Pca, Method::Kpca].into_iter().zip(&computed) {
            for (row, held_out) in [false, true].into_iter().enumerate() {
                let ours = found.curve(method, held_out).unwrap();
                for (column, (q, ours)) in ours.iter().enumerate() {
                    let theirs = theirs[(row, column)];
                    let off = (ours - theirs).abs();
                    assert!(
                        off < 1e-7,
                        "{name}, {method:?}, q = {q}: {ours} and {theirs}"
                    );
                }
            }
        }
    }
    let mut strings = example("promoters").unwrap().setup;
    strings.view.panels = vec![Panel::ReconstructionError];
    let setups = [("strings".to_owned(), strings)];
    for (_, analysis, computed) in
        computed(Language::Python, &setups, &["part_left"], folder.path())
    {
        let found = analysis.explain.reconstruction.as_ref().unwrap();
        let ours = found.as_ref().as_ref().unwrap();
        let ours = ours.curve(Method::Kpca, true).unwrap();
        for ((q, ours), theirs) in ours.iter().zip(computed[0].row(1).iter()) {
            assert!((ours - theirs).abs() < 1e-9, "q = {q}: {ours} and {theirs}");
        }
    }
}

#[test]
fn python_analyses_a_contingency_table_likewise() {
    if !python_can("import sklearn") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let setups = [("smoke".to_owned(), example("smoke").unwrap().setup)];
    let names = ["ca_scores", "ca_share", "ca_columns"];
    for (_, analysis, computed) in computed(Language::Python, &setups, &names, folder.path()) {
        let found = analysis.embedding(Method::Correspondence).unwrap();
        assert!(difference(&found.scores(), &computed[0]) < 1e-9);
        let shares = found.shares().unwrap();
        let shares = DMatrix::from_vec(shares.len(), 1, shares);
        assert!(difference(&shares, &computed[1]) < 1e-9);
        assert!(difference(found.columns().unwrap(), &computed[2]) < 1e-9);
    }
}

#[test]
fn python_explains_with_the_numbers_of_the_panels() {
    if !python_can("import sklearn") {
        return;
    }
    let at_means = |mut setup: Setup| {
        setup.view.contours.at_row = None;
        setup.scaling = Scaling::None;
        setup
    };
    // A quantity is regressed; sepal width is a feature no more.
    let regressed = |mut setup: Setup| {
        setup.columns.label = ColumnChoice::Column("sepal width (cm)".into());
        setup.view.input = [1, 0];
        setup.view.contours.at_row = None;
        setup
    };
    let mut setups: Vec<Setup> = of_features()
        .map(|kind| explained(kind, RowOrder::Label))
        .collect();
    setups.push(explained(KernelKind::Rbf, RowOrder::Component(1)));
    setups.push(at_means(explained(KernelKind::Poly, RowOrder::Source)));
    setups.push(regressed(explained(KernelKind::Rbf, RowOrder::Source)));
    setups.extend(switched().map(|change| {
        let mut setup = explained(KernelKind::Rbf, RowOrder::Label);
        change(&mut setup.kernel);
        setup
    }));
    // Only the first script computes what other tests compare as well.
    for setup in &mut setups[1..] {
        setup.view.panels = vec![
            Panel::PcaContours,
            Panel::KpcaContours,
            Panel::KernelMatrix,
            Panel::Separation,
        ];
    }
    let analyses: Vec<Analysis> = setups.iter().map(analyse).collect();
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|(setup, analysis)| script_of(Language::Python, setup, analysis))
        .collect();
    let names = [
        "pca_scores_over_plane",
        "scores_over_plane",
        "ordered",
        "pca_quality",
        "quality",
    ];
    let folder = tempfile::tempdir().unwrap();
    let computed = run(Language::Python, &scripts, &names, folder.path());
    for (analysis, computed) in analyses.iter().zip(computed) {
        let kernel = formula(&analysis.kernel);
        let [pca_maps, maps, ordered, pca_quality, quality] = computed.try_into().unwrap();
        let explain = &analysis.explain;
        for (ours, theirs) in [
            (&explain.pca_contours, pca_maps),
            (&explain.kpca_contours, maps),
        ] {
            let fields: Vec<&Field> = ours
                .iter()
                .flat_map(|c| &c.maps)
                .map(|m| &m.field)
                .collect();
            let values: Vec<f64> = fields
                .iter()
                .flat_map(|field| field.values.clone())
                .collect();
            let ours = DMatrix::from_vec(fields[0].values.len(), fields.len(), values);
            let off = difference(&ours, &theirs.columns(1, fields.len()).into_owned());
            assert!(off < 1e-6, "{kernel}: contours differ by {off}");
        }
        let map = explain.kernel_map.as_ref().unwrap();
        let off = (&map.values - ordered).amax();
        assert!(
            off < 1e-9 * map.values.amax(),
            "{kernel}: kernel matrices differ by {off}"
        );
        let separation = explain.separation.as_ref().unwrap();
        for (ours, theirs) in [
            (separation.of(Method::Pca), pca_quality),
            (separation.of(Method::Kpca), quality),
        ] {
            let ours = ours.iter().map(|score| [score.mean, score.spread]);
            let ours: Vec<f64> = ours.flatten().collect();
            let ours = DMatrix::from_row_slice(ours.len() / 2, 2, &ours);
            assert!(
                difference(&ours, &theirs) < 1e-9,
                "{kernel}: {ours} and {theirs}"
            );
        }
    }
}

/// Columns in another order, a class that was not fitted, a kernel that scikit-learn does not know.
#[test]
fn python_puts_new_rows_where_they_are_drawn() {
    if !python_can("import sklearn, matplotlib, pandas") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, head: &str, line: &dyn Fn(f64, f64, usize) -> String| {
        let lines = (0..30).map(|i| line((i as f64).sin(), (1.3 * i as f64).cos(), i));
        let path = folder.path().join(name);
        fs::write(&path, head.to_owned() + &lines.collect::<String>()).unwrap();
        Source::File(path.into())
    };
    let fitted = write("fitted.csv", "a,b,c\n", &|a, b, i| {
        format!("{a},{b},{}\n", ["u", "v"][i % 2])
    });
    let new = write("new.csv", "c,b,a\n", &|a, b, i| {
        format!("{},{},{}\n", ["v", "w", "u"][i % 3], 0.9 * b, a + 0.1)
    });
    let panels = vec![
        Panel::Input,
        Panel::Kpca,
        Panel::Isomap,
        Panel::Separation,
        Panel::Novelty,
        Panel::NoveltyMap,
    ];
    let setup = |kernel| Setup {
        source: fitted.clone(),
        new_rows: Some(new.clone()),
        scaling: Scaling::Standardize,
        kernel,
        components: Components::Count(4),
        view: View {
            panels: panels.clone(),
            ..View::default()
        },
        ..Setup::default()
    };
    let second = SecondKernel {
        join: Join::Plus,
        kind: KernelKind::Linear,
    };
    let setups = [None, Some(second)].map(|second| {
        let kernel = KernelParams {
            second,
            ..KernelParams::default()
        };
        (format!("{second:?}"), setup(kernel))
    });
    let names = [
        "new_pca_scores",
        "new_scores",
        "new_isomap_scores",
        "new_pca_quality",
        "new_quality",
        "new_isomap_quality",
        "errors",
        "new_errors",
        "error_over_plane",
    ];
    let methods = [Method::Pca, Method::Kpca, Method::Isomap];
    for (name, analysis, computed) in computed(Language::Python, &setups, &names, folder.path()) {
        let separation = analysis.explain.separation.as_ref().unwrap();
        for (i, method) in methods.into_iter().enumerate() {
            let scores = analysis.projected(method).unwrap().unwrap();
            let off = difference(scores, &computed[i]);
            assert!(off < 1e-6, "{name}, {method}: {off}");
            let accuracy =
                DMatrix::from_column_slice(computed[i + 3].nrows(), 1, separation.on_new(method));
            assert!(
                difference(&accuracy, &computed[i + 3]) < 1e-9,
                "{name}, {method}"
            );
        }
        let novelty = analysis.explain.novelty.as_ref().unwrap();
        let field = &analysis.explain.novelty_map.as_ref().unwrap().maps[0].field;
        let side = field.side;
        for (ours, rows, theirs) in [
            (&novelty.fitted[..], 30, &computed[6]),
            (novelty.of_new(), 30, &computed[7]),
            (&field.values, side, &computed[8]),
        ] {
            let ours = DMatrix::from_row_slice(rows, ours.len() / rows, ours);
            let off = difference(&ours, theirs);
            assert!(off < 1e-6, "{name}: errors differ by {off}");
        }
    }
    draws_the_roc_of_the_panel(setups[0].1.clone(), folder.path());
    // The picture too.
    for dot_colour in [DotColour::Label, DotColour::Novelty] {
        let mut setup = setups[0].1.clone();
        setup.view.dot_colour = dot_colour;
        let script = script_of(Language::Python, &setup, &analyse(&setup));
        fs::write(folder.path().join("whole.py"), script).unwrap();
        python(&["whole.py"], folder.path());
    }
}

/// Receiver operating characteristic of Q and T² for new rows, by scikit-learn's functions.
fn draws_the_roc_of_the_panel(mut setup: Setup, folder: &Path) {
    setup.view.panels = vec![Panel::Novelty];
    setup.view.novelty_view = NoveltyView::Roc;
    let analysis = analyse(&setup);
    let chart = Panel::Novelty.chart(&analysis, &setup.view);
    let drawn = chart.marks.iter().filter_map(|mark| match mark {
        Mark::Line(line) => Some((line.name.clone(), line.xy.concat())),
        _ => None,
    });
    let drawn: Vec<_> = drawn.collect();
    assert_eq!(drawn.len(), 3);
    let printed = "for line in ax.get_lines():\n    print(line.get_label(), *line.get_xydata().ravel(), sep=\"|\")\n";
    let script = script_of(Language::Python, &setup, &analysis);
    fs::write(folder.join("roc.py"), script + printed).unwrap();
    let printed = python(&["roc.py"], folder);
    assert_eq!(printed.lines().count(), drawn.len());
    for (line, (name, points)) in printed.lines().zip(drawn) {
        let (label, numbers) = line.split_once('|').unwrap();
        // What has no label of its own is in no legend.
        assert!(label == name || label.starts_with('_') && name == "chance");
        let numbers: Vec<f64> = numbers.split('|').map(|it| it.parse().unwrap()).collect();
        assert_eq!(numbers.len(), points.len(), "{name}");
        let off = |(a, b): (&f64, &f64)| (a - b).abs();
        assert!(
            numbers.iter().zip(&points).map(off).all(|off| off < 1e-12),
            "{name}"
        );
    }
}

/// New rows in R: from a file beside the data's, and from the table that holds what is generated.
#[test]
fn r_puts_new_rows_where_they_are_drawn() {
    if !r_has_kernlab() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let rows = |scale: f64| -> String {
        let row = |i: usize| {
            let [a, b] = [0.7, 1.3].map(|turn| scale * (turn * i as f64).sin());
            format!("{a},{b},{}\n", ["u", "v"][i % 2])
        };
        "a,b,c\n".to_owned() + &(0..30).map(row).collect::<String>()
    };
    let [fitted, new] = [("fitted.csv", 1.0), ("new.csv", 0.9)].map(|(name, scale)| {
        let path = folder.path().join(name);
        fs::write(&path, rows(scale)).unwrap();
        Source::File(path.into())
    });
    let files = Setup {
        source: fitted,
        new_rows: Some(new),
        scaling: Scaling::Standardize,
        components: Components::Count(4),
        ..Setup::default()
    };
    let mut uncentred = files.clone();
    uncentred.kernel.center = false;
    let moons = |random_state| {
        Source::Generated(Generator {
            n_samples: 40,
            noise: 0.2,
            random_state,
            ..Generator::new(Shape::Moons)
        })
    };
    let generated = Setup {
        source: moons(0),
        new_rows: Some(moons(1)),
        ..files.clone()
    };
    let setups = [
        ("files", files),
        ("uncentred", uncentred),
        ("generated", generated),
    ];
    let setups = setups.map(|(name, setup)| (name.to_owned(), setup));
    let names = ["new_scores", "new_pca_scores"];
    for (name, analysis, computed) in computed(Language::R, &setups, &names, folder.path()) {
        for (method, theirs) in [Method::Kpca, Method::Pca].into_iter().zip(&computed) {
            let ours = analysis.projected(method).unwrap().unwrap();
            let off = difference(ours, theirs);
            assert!(off < 1e-6, "{name}, {method}: {off}");
        }
    }
}

/// Gaps filled, 0/1 columns, logarithms and ranks, of fitted and of new rows.
#[test]
fn scripts_make_features_of_columns_likewise() {
    let folder = tempfile::tempdir().unwrap();
    let setups: Vec<(String, Setup)> = Missing::ALL
        .into_iter()
        .filter(|missing| missing.strategy().is_some())
        .map(|missing| {
            let folder = folder.path().join(missing.name());
            fs::create_dir_all(&folder).unwrap();
            let mut setup = crate::prepare::setup(&folder, missing);
            setup.scaling = Scaling::Standardize;
            setup.components = Components::Count(2);
            // Components that are turned over, whose new scores are turned with them.
            setup.view.align_signs = missing == Missing::Median;
            setup.view.mirrored.toggle(Method::Kpca, 1);
            (missing.name().to_owned(), setup)
        })
        .collect();
    if python_can("import sklearn, pandas, matplotlib") {
        assert_reproduces(Language::Python, &setups, folder.path());
    }
    if r_has_kernlab() {
        assert_reproduces(Language::R, &setups, folder.path());
    }
    for (language, runs) in [
        (
            Language::Python,
            python_can("import sklearn, pandas, matplotlib"),
        ),
        (Language::Kpca, python_can("import kpca")),
        (Language::R, r_has_kernlab()),
    ] {
        if !runs {
            continue;
        }
        for (name, analysis, found) in computed(language, &setups, &["new_scores"], folder.path()) {
            let ours = analysis.projected(Method::Kpca).unwrap().unwrap();
            let off = difference(ours, &found[0]);
            assert!(off < 1e-6, "{name}: {off}");
        }
    }
}

#[test]
fn python_computes_what_is_pinned_too() {
    if !python_can("import sklearn") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut setup = example("half-moons").unwrap().setup;
    setup.pin(Panel::Kpca);
    setup.pin(Panel::Pca);
    setup.kernel.gamma = Gamma::Value(5.0);
    setup.components = Components::Count(3);
    let mut other = example("iris-rbf").unwrap().setup;
    other.scaling = Scaling::Standardize;
    other.pin(Panel::Kpca);
    other.pin(Panel::Input);
    let mut circles = example("concentric-circles").unwrap().setup;
    circles.view.pinned.clone_from(&other.view.pinned);
    let panels = other.view.pinned.iter().map(|pin| pin.letter.panel());
    circles.view.panels.extend(panels);
    let names = ["a_scores", "b_pca_scores", "b_data", "scores"];
    for setup in [setup, circles] {
        let analysis = analyse(&setup);
        let script = script_of(Language::Python, &setup, &analysis);
        let computed = run(Language::Python, &[script], &names, folder.path()).remove(0);
        let [a, b] = [Letter::A, Letter::B].map(|letter| {
            let pinned = analysis.pinned(letter).unwrap();
            pinned.shown.clone().unwrap()
        });
        let ours = [a.kpca.scores(), b.pca.scores.clone(), b.dataset.x.clone()];
        for (ours, theirs) in ours.iter().zip(&computed) {
            let off = difference(ours, theirs);
            assert!(off < 1e-8, "{off}");
        }
        assert!(difference(&analysis.kpca.scores(), &computed[3]) < 1e-8);
    }
}
