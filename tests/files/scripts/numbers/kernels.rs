//! Of every example and every kernel.

use super::*;

#[test]
fn python_gives_the_numbers_of_every_example_and_kernel() {
    if !python_can("import sklearn") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let setups: Vec<(String, Setup)> = all_examples()
        .chain(other_data())
        .chain(with_every_kernel(&roll()))
        .collect();
    assert_reproduces(Language::Python, &setups, folder.path());
}

#[test]
fn the_package_kpca_gives_the_numbers_of_every_kernel_or_the_script_says_why_not() {
    // In CI it must be there: `.ci/run` installs its wheel before the tests.
    if !python_can("import kpca") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let setups: Vec<(String, Setup)> = with_every_kernel(&roll())
        .filter(|(_, setup)| setup.scaling == Scaling::None)
        .chain(switched().enumerate().map(|(i, change)| {
            let (_, mut setup) = with_every_kernel(&roll()).next().unwrap();
            change(&mut setup.kernel);
            (format!("switched {i}"), setup)
        }))
        .chain([("mirrored".to_owned(), mirrored()), negative()])
        .collect();
    let found = computed(
        Language::Kpca,
        &usual(&setups),
        &["scores", "share"],
        folder.path(),
    );
    for (i, (name, analysis, computed)) in found.into_iter().enumerate() {
        assert_kernel_pca(&name, &analysis, &computed);
        let script = fs::read_to_string(folder.path().join(format!("{i}/script"))).unwrap();
        let is_by_kpca = analysis.kernel.centers_last() && name != "negative";
        let says_why_not = "# the package kpca refuses|# and so would that of the package kpca";
        let says_why_not = says_why_not.split('|').any(|why| script.contains(why));
        let imports = script.contains("from kpca import KernelPCA");
        assert_eq!(
            [imports, says_why_not],
            [is_by_kpca, !is_by_kpca],
            "{name}: {script}"
        );
    }
}

/// Irises with negative eigenvalues among as many as the sigmoid kernel is asked for.
fn negative() -> (String, Setup) {
    let mut setup = Setup {
        source: Source::Builtin(Builtin::Iris),
        components: Components::Count(150),
        ..Setup::default()
    };
    setup.kernel.kind = KernelKind::Sigmoid;
    setup.kernel.gamma = Gamma::Value(0.2);
    setup.kernel.coef0 = -1.0;
    ("negative".to_owned(), setup)
}

/// What the examples leave out of the generators and the shipped tables.
fn other_data() -> impl Iterator<Item = (String, Setup)> {
    let uneven = Shape::ALL.map(|shape| {
        Source::Generated(Generator {
            n_samples: 41,
            noise: 0.2,
            random_state: u32::MAX,
            ..Generator::new(shape)
        })
    });
    let mut drawing = Drawing::default();
    for i in 0..25 {
        let turn = f64::from(i) / 4.0;
        let class = if i % 3 == 0 { 3 } else { 1 };
        drawing.add([turn * turn.cos() / 5.0, turn.sin()], class);
    }
    let others = [Source::Builtin(Builtin::Wine), Source::Drawn(drawing)];
    let sources = uneven.into_iter().chain(others);
    sources.map(|source| {
        let setup = Setup {
            scaling: Scaling::Standardize,
            components: Components::Count(4),
            source,
            ..Setup::default()
        };
        (format!("{:?}", setup.source), setup)
    })
}

#[test]
fn r_gives_the_numbers_of_every_kernel() {
    if !r_has_kernlab() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let iris = Setup {
        source: Source::Builtin(Builtin::Iris),
        ..Setup::default()
    };
    let setups: Vec<(String, Setup)> = with_every_kernel(&iris).collect();
    assert_reproduces(Language::R, &setups, folder.path());
}

/// The second component of these irises is mirrored by itself.
fn mirrored() -> Setup {
    let names = ["sepal length (cm)", "petal length (cm)", "petal width (cm)"];
    let mut setup = Setup {
        source: Source::Builtin(Builtin::Iris),
        columns: Columns {
            features: Some(names.map(String::from).to_vec()),
            ..Columns::default()
        },
        kernel: KernelParams {
            gamma: Gamma::Value(1e-4),
            ..KernelParams::default()
        },
        components: Components::Count(5),
        ..Setup::default()
    };
    let turns = |setup: &Setup| {
        let analysis = analyse(setup);
        let (ours, linear) = (analysis.kpca.scores(), &analysis.pca.scores);
        (0..3).any(|j| ours.column(j).dot(&linear.column(j)) < 0.0)
    };
    assert!(turns(&setup));
    setup.view.align_signs = true;
    assert!(!turns(&setup));
    setup
}

#[test]
fn scripts_give_the_signs_of_linear_pca_and_mirrored_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut against = mirrored();
    against.view.mirrored.toggle(Method::Kpca, 1);
    against.view.mirrored.toggle(Method::Kpca, 3);
    let setups = [("mirrored", mirrored()), ("against", against)];
    let setups = setups.map(|(name, setup)| (name.to_owned(), setup));
    if python_can("import sklearn") {
        assert_reproduces(Language::Python, &setups, folder.path());
    }
    if r_has_kernlab() {
        assert_reproduces(Language::R, &setups, folder.path());
    }
}

#[test]
fn r_gives_the_numbers_of_every_example() {
    if !r_has_kernlab() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut setups: Vec<(String, Setup)> = all_examples().chain(other_data()).collect();
    setups.push(("roll".into(), roll()));
    assert_reproduces(Language::R, &setups, folder.path());
}
