//! The arrays that a script computes.

use std::fs;

use kpca_explorer::{
    analysis::Analysis,
    data::{
        AddedNoise, Columns, DataFile, Drawing, Generator, LabelChoice, Labels, Map, NoiseKind,
        Scaling, Shape, Source, Takes,
    },
    explain::Field,
    export::Language,
    kernel::{Gamma, Join, Kernel, KernelKind, KernelParams, Normalize, Second, Similarity},
    kpca::{SpectrumStage, Workspace},
    manifold::METHODS,
    method::Method,
    panel::Letter,
    preimage::{PreImage, PreImageMethod},
    setup::{Components, DotColour, ErrorSpace, Others, RowOrder, Setup, example, examples},
    sweep::{GridRows, StandingOut, Swept},
    view::formula,
};
use nalgebra::DMatrix;

use super::*;

fn assert_reproduces(language: Language, setups: &[(String, Setup)], folder: &Path) {
    let names = ["scores", "share", "pca_scores"];
    for (name, analysis, computed) in computed(language, setups, &names, folder) {
        assert_kernel_pca(&name, &analysis, &computed);
        let off = difference(&analysis.pca.scores, &computed[2]);
        assert!(off < 1e-9, "{name}: linear PCA scores differ by {off}");
    }
}

fn assert_reproduces_kernel_pca(language: Language, setups: &[(String, Setup)], folder: &Path) {
    for (name, analysis, computed) in computed(language, setups, &["scores", "share"], folder) {
        assert_kernel_pca(&name, &analysis, &computed);
    }
}

/// What the setups' scripts compute under these names, beside the name and the analysis of each.
fn computed(
    language: Language,
    setups: &[(String, Setup)],
    names: &[&str],
    folder: &Path,
) -> Vec<(String, Analysis, Vec<DMatrix<f64>>)> {
    let analyses: Vec<Analysis> = setups.iter().map(|(_, setup)| analyse(setup)).collect();
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|((_, setup), analysis)| script_of(language, setup, analysis))
        .collect();
    let computed = run(language, &scripts, names, folder);
    let beside = setups.iter().map(|(name, _)| name.clone()).zip(analyses);
    beside
        .zip(computed)
        .map(|((name, analysis), computed)| (name, analysis, computed))
        .collect()
}

/// Against scores and shares.
fn assert_kernel_pca(name: &str, analysis: &Analysis, computed: &[DMatrix<f64>]) {
    let [scores, share, ..] = computed else {
        unreachable!("both were asked for")
    };
    let kpca = &analysis.kpca;
    let ratios = DMatrix::from_vec(share.nrows(), 1, kpca.explained_variance_ratio());
    let determined: Vec<usize> = (0..scores.ncols())
        .filter(|j| !kpca.undetermined.iter().any(|range| range.contains(j)))
        .collect();
    let ours = kpca.scores().select_columns(&determined);
    let off = difference(&ours, &scores.select_columns(&determined));
    assert!(off < 1e-6, "{name}: scores differ by {off}");
    let off = difference(&ratios, share);
    assert!(off < 1e-9, "{name}: shares differ by {off}");
}

/// Kernels that are not read off a given matrix.
pub(super) fn of_features() -> impl Iterator<Item = KernelKind> {
    let kinds = KernelKind::ALL.into_iter();
    kinds.filter(|kind| kind.takes() == Takes::Vectors)
}

/// The setup with each kernel and scaling; iris as it is for a kernel that takes no negative values.
fn with_every_kernel(setup: &Setup) -> impl Iterator<Item = (String, Setup)> {
    let iris = Setup {
        source: Source::Builtin(Builtin::Iris),
        ..Setup::default()
    };
    of_features().flat_map(move |kind| {
        let (setup, scalings) = if kind.takes_negative_values() {
            (setup, &Scaling::ALL[..])
        } else {
            (&iris, &[Scaling::None][..])
        };
        let with = |&scaling: &Scaling| {
            let setup = Setup {
                scaling,
                kernel: KernelParams {
                    kind,
                    gamma: Gamma::Value(0.05),
                    degree: 2,
                    coef0: 0.5,
                    shape: 2.5,
                    ..KernelParams::default()
                },
                components: Components::Count(4),
                ..setup.clone()
            };
            (format!("{} {}", kind.name(), scaling.name()), setup)
        };
        scalings.iter().map(with).collect::<Vec<_>>()
    })
}

/// Of features: strings and graphs have a test of their own.
fn all_examples() -> impl Iterator<Item = (String, Setup)> {
    let examples = examples().into_iter().filter(|example| {
        let takes = example.setup.kernel.kind.takes();
        takes == Takes::Vectors
    });
    examples.map(|example| (example.name.to_owned(), example.setup))
}

/// A swiss roll whose angle is a feature and whose height is the label.
fn roll() -> Setup {
    Setup {
        source: Source::Generated(Generator {
            n_samples: 60,
            noise: 0.1,
            random_state: 7,
            ..Generator::new(Shape::SwissRoll)
        }),
        columns: Columns {
            label: LabelChoice::Column("y".into()),
            features: Some(["z", "t"].map(String::from).to_vec()),
            ..Columns::default()
        },
        ..Setup::default()
    }
}

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
fn scripts_give_the_signs_of_linear_pca() {
    let folder = tempfile::tempdir().unwrap();
    let setups = [("mirrored".to_owned(), mirrored())];
    if python_can("import sklearn") {
        assert_reproduces(Language::Python, &setups, folder.path());
    }
    if r_has_kernlab() {
        assert_reproduces(Language::R, &setups, folder.path());
    }
}

/// Matrices of kernel values and of distances, with labels beside them.
fn given_matrices(folder: &Path) -> Vec<(String, Setup)> {
    let iris = analyse(&Setup {
        source: Source::Builtin(Builtin::Iris),
        ..Setup::default()
    });
    let Labels::Classes { names, codes, .. } = &iris.dataset.labels else {
        unreachable!("iris has classes")
    };
    let x = &iris.x;
    let matrices = [
        (
            KernelKind::Precomputed,
            Kernel::sigmoid(0.01, 0.0).matrix(x, x),
        ),
        (
            KernelKind::Distances,
            DMatrix::from_fn(x.nrows(), x.nrows(), |i, j| {
                (x.row(i) - x.row(j)).lp_norm(1)
            }),
        ),
    ];
    let setup = |(kind, matrix): (KernelKind, DMatrix<f64>)| {
        let rows = matrix.row_iter().zip(codes).map(|(row, &code)| {
            let cells = row.iter().map(f64::to_string).collect::<Vec<_>>();
            format!("{},{}\n", names[code], cells.join(","))
        });
        let path = folder.join(format!("{kind}.csv"));
        fs::write(&path, rows.collect::<String>()).unwrap();
        let setup = Setup {
            source: Source::File(path.into()),
            kernel: KernelParams {
                kind,
                ..KernelParams::default()
            },
            components: Components::Count(4),
            view: View {
                panels: vec![
                    Panel::Kpca,
                    Panel::Spectrum,
                    Panel::Variance,
                    Panel::KernelMatrix,
                    Panel::Separation,
                ],
                ..View::default()
            },
            ..Setup::default()
        };
        (kind.name().to_owned(), setup)
    };
    matrices.map(setup).to_vec()
}

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
    setup.view.panels = vec![
        Panel::Isomap,
        Panel::Lle3d,
        Panel::LaplacianEigenmaps,
        Panel::DiffusionMap,
        Panel::Separation,
    ];
    let names = [
        "isomap_scores",
        "lle_scores",
        "eigenmap_scores",
        "diffusion_scores",
        "isomap_share",
        "isomap_quality",
    ];
    let setups = [("unrolled".to_owned(), setup)];
    for (_, analysis, computed) in computed(Language::Python, &setups, &names, folder.path()) {
        for ((kind, theirs), name) in METHODS.into_iter().zip(&computed).zip(names) {
            let ours = analysis.embedding(kind).unwrap().scores();
            let off = difference(&ours, theirs);
            assert!(off < 1e-6, "{name} differ by {off}");
        }
        let isomap = analysis.shares(Method::Isomap).unwrap();
        for (ours, theirs) in isomap.iter().zip(computed[4].iter()) {
            assert!((ours - theirs).abs() < 1e-9, "{ours} and {theirs}");
        }
        let separation = analysis.explain.separation.as_ref().unwrap();
        for (q, ours) in separation.of(Method::Isomap).iter().enumerate() {
            let theirs = [computed[5][(q, 0)], computed[5][(q, 1)]];
            let off = (ours.mean - theirs[0]).abs() + (ours.spread - theirs[1]).abs();
            assert!(off < 1e-6, "{ours:?} and {theirs:?}");
        }
    }
    let r = script_of(Language::R, &setups[0].1, &analyse(&setups[0].1));
    assert!(r.contains("not among kernlab's methods"), "{r}");
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
        let ways: Vec<&PreImage> = found.found.iter().flat_map(|(_, one)| one).collect();
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
        assert!(difference(kernel, &computed[2]) < 1e-3, "{name}");
        assert!(difference(&denoising.linear, &computed[3]) < 1e-9, "{name}");
        for (left, theirs) in denoising.curve.iter().zip(computed[4].iter()) {
            let off = (left.kernel.unwrap() / theirs - 1.0).abs();
            assert!(off < 1e-2, "{name}: {left:?} and {theirs}");
        }
        assert_eq!(denoising.curve.len(), computed[4].len());
    }
    let r = script_of(Language::R, &setups[0].1, &analyse(&setups[0].1));
    assert!(r.contains("kernlab has no pre-images"), "{r}");
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
    let r = script_of(Language::R, &setups[0].1, &analyse(&setups[0].1));
    assert!(
        r.contains("reconstruction errors are left to the script for Python"),
        "{r}"
    );
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
fn python_gives_the_numbers_of_given_matrices() {
    if python_can("import sklearn, pandas") {
        let folder = tempfile::tempdir().unwrap();
        let setups = given_matrices(folder.path());
        assert_reproduces_kernel_pca(Language::Python, &setups, folder.path());
    }
}

#[test]
fn r_gives_the_numbers_of_given_matrices() {
    if r_has_kernlab() {
        let folder = tempfile::tempdir().unwrap();
        let setups = given_matrices(folder.path());
        assert_reproduces_kernel_pca(Language::R, &setups, folder.path());
    }
}

/// Strings and graphs: the examples, and files of each form with every kernel and labels.
fn objects(folder: &Path) -> Vec<(String, Setup)> {
    let mut setups: Vec<(String, Setup)> = examples()
        .into_iter()
        .map(|example| (example.name.to_owned(), example.setup))
        .filter(|(_, setup)| setup.kernel.kind.takes() != Takes::Vectors)
        .collect();
    let labels = folder.join("kinds.txt");
    fs::write(&labels, "p\nq\np\nq\n").unwrap();
    let mut add = |name: &str, content: &str, kernel: KernelParams, beside: bool| {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        let source = Source::File(DataFile {
            labels: beside.then(|| labels.clone()),
            ..path.into()
        });
        let setup = Setup {
            source,
            kernel,
            components: Components::Count(3),
            ..Setup::default()
        };
        setups.push((name.to_owned(), setup));
    };
    let spectrum = KernelParams {
        kind: KernelKind::Spectrum,
        length: 2,
        ..KernelParams::default()
    };
    let all = KernelParams {
        length: 3,
        all_lengths: true,
        ..spectrum.clone()
    };
    let strings = ["ACAGCAGTA", "AGCAAGCGAG", "to be, or not", "AC"];
    add("lines.txt", &strings.join("\n"), spectrum.clone(), true);
    add(
        "named.txt",
        &format!("string\n{}\n", strings.join("\n")),
        all.clone(),
        false,
    );
    add(
        "table.csv",
        "kind;sequence\np;ACAGCAGTA\nq;AGCAAG\np;AC\nq;GTAC\n",
        all,
        false,
    );
    let fasta = ">one a\nACAG\nCAGTA\n>two\nAGCAAGCGAG\n>three\nGT TA\n>four\nAAA\n";
    add("sequences.fasta", fasta, spectrum, true);
    let edges = "from,to,weight\nd,a,2\na,b,0.5\nb,c,1\nb,a,0.5\nd,b,3\n";
    let matrix = "0,2,0,0\n2,0,1,0\n0,1,0,0\n0,0,0,0\n";
    for kind in [
        KernelKind::Diffusion,
        KernelKind::VonNeumann,
        KernelKind::Power,
    ] {
        for similarity in Similarity::ALL {
            let kernel = KernelParams {
                kind,
                similarity,
                ..KernelParams::default()
            };
            let name = format!("{kind}-{}", similarity.name());
            add(&format!("{name}-edges.csv"), edges, kernel.clone(), true);
            add(&format!("{name}-matrix.csv"), matrix, kernel, false);
        }
    }
    // Vectors made of strings, and labels beside vectors.
    let linear = KernelParams {
        kind: KernelKind::Linear,
        ..KernelParams::default()
    };
    add("symbols.txt", &strings.join("\n"), linear.clone(), true);
    add("vectors.csv", "a,b\n1,2\n3,4\n5,5\n2,0\n", linear, true);
    for (name, setup) in &mut setups {
        if name == "symbols.txt" {
            setup.columns.map = Map::Symbols;
        }
    }
    setups
}

#[test]
fn python_gives_the_numbers_of_strings_and_graphs() {
    if python_can("import sklearn, pandas, scipy") {
        let folder = tempfile::tempdir().unwrap();
        let setups = objects(folder.path());
        assert_reproduces_kernel_pca(Language::Python, &setups, folder.path());
    }
}

#[test]
fn r_gives_the_numbers_of_strings_and_graphs() {
    if r_has_kernlab() {
        let folder = tempfile::tempdir().unwrap();
        let setups = objects(folder.path());
        assert_reproduces_kernel_pca(Language::R, &setups, folder.path());
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

#[test]
fn python_reads_files_as_they_are_written() {
    if python_can("import sklearn, pandas") {
        let folder = tempfile::tempdir().unwrap();
        assert_reproduces(Language::Python, &files(folder.path()), folder.path());
    }
}

#[test]
fn r_reads_files_as_they_are_written() {
    if r_has_kernlab() {
        let folder = tempfile::tempdir().unwrap();
        assert_reproduces(Language::R, &files(folder.path()), folder.path());
    }
}

/// One of each way of writing a table.
fn files(folder: &Path) -> Vec<(String, Setup)> {
    let rows = |separator: &str, decimal: &str| -> String {
        let row = |i: u32| {
            let number = |v: f64| format!("{v}").replace('.', decimal);
            let a = f64::from(i * i % 17) + 0.5;
            let cells = [
                number(a),
                number(f64::from(i) / 8.0),
                format!("kind{}", i % 3),
            ];
            cells.join(separator)
        };
        let rows: Vec<String> = (0..40).map(|i| row(i) + "\n").collect();
        rows.concat()
    };
    let numbered = |rows: &str| -> String {
        let rows = rows.lines().enumerate();
        let rows: Vec<String> = rows.map(|(i, row)| format!("row{i},{row}\n")).collect();
        rows.concat()
    };
    let mut setups = Vec::new();
    for (name, text) in [
        ("plain.csv", format!("a,b,\"c, d\"\n{}", rows(",", "."))),
        (
            "german \"q\".csv",
            format!("# saved\na;b;c\n{}", rows(";", ",")),
        ),
        (
            "gaps.tsv",
            format!("a\tb\tc\n1.5\t?\tkind0\n{}2\t\tkind1\n", rows("\t", ".")),
        ),
        (
            "row names.csv",
            format!("a,b,c\n{}", numbered(&rows(",", "."))),
        ),
        (
            "thousands.csv",
            format!("a;b;c\n{}", rows(";", ",")) + "1.234,5;2,5;kind0\n2.000;1;kind1\n",
        ),
        (
            "commas.txt",
            (0..40)
                .map(|i| format!("{},{}\n", i * i % 17, i % 7))
                .collect::<Vec<_>>()
                .concat()
                .replacen("0,0", "v\n0,0", 1),
        ),
        (
            "old mac.csv",
            format!("a,b,c\n{}", rows(",", ".")).replace('\n', "\r"),
        ),
        (
            "headless.txt",
            (0..40)
                .map(|i| format!("{}  {} {}.25 \n", i % 4, i * i % 13, i * 7 % 11))
                .collect::<Vec<_>>()
                .concat(),
        ),
    ] {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let setup = Setup {
            source: Source::File(path.into()),
            components: Components::Count(3),
            ..Setup::default()
        };
        setups.push((name.to_owned(), setup));
    }
    setups
}

#[test]
fn python_explains_with_the_numbers_of_the_panels() {
    if python_can("import sklearn") {
        assert_explains(Language::Python);
    }
}

#[test]
fn r_explains_with_the_numbers_of_the_panels() {
    if r_has_kernlab() {
        assert_explains(Language::R);
    }
}

fn assert_explains(language: Language) {
    let at_means = |mut setup: Setup| {
        setup.view.contours.at_row = None;
        setup.scaling = Scaling::None;
        setup
    };
    // A quantity is regressed; sepal width is a feature no more.
    let regressed = |mut setup: Setup| {
        setup.columns.label = LabelChoice::Column("sepal width (cm)".into());
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
    let analyses: Vec<Analysis> = setups.iter().map(analyse).collect();
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|(setup, analysis)| script_of(language, setup, analysis))
        .collect();
    let names = [
        "pca_scores_over_plane",
        "scores_over_plane",
        "ordered",
        "pca_quality",
        "quality",
    ];
    let folder = tempfile::tempdir().unwrap();
    let computed = run(language, &scripts, &names, folder.path());
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

/// What can be done to a kernel besides the usual centring.
pub(super) fn switched() -> impl Iterator<Item = fn(&mut KernelParams)> {
    let changes: [fn(&mut KernelParams); 5] = [
        |kernel| kernel.center = false,
        |kernel| {
            let join = Join::Plus;
            let kind = KernelKind::Linear;
            kernel.second = Some(Second { join, kind });
        },
        |kernel| {
            let join = Join::Times;
            let kind = KernelKind::Poly;
            kernel.second = Some(Second { join, kind });
            kernel.normalize = Some(Normalize::Before);
        },
        |kernel| {
            kernel.kind = KernelKind::Matern32;
            let join = Join::Plus;
            let kind = KernelKind::Poly;
            kernel.second = Some(Second { join, kind });
            kernel.normalize = Some(Normalize::After);
        },
        |kernel| {
            kernel.kind = KernelKind::Linear;
            kernel.normalize = Some(Normalize::After);
            kernel.center = false;
        },
    ];
    changes.into_iter()
}

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
        of(KernelKind::Rbf, Swept::Gamma, Some(Normalize::Before)),
        of(KernelKind::Poly, Swept::Coef0, None),
        of(
            KernelKind::RationalQuadratic,
            Swept::Shape,
            Some(Normalize::After),
        ),
    ];
    let names = [
        "sweep_values",
        "sweep_eigenvalues",
        "sweep_share",
        "sweep_quality",
    ];
    for (name, analysis, found) in computed(Language::Python, &setups, &names, folder.path()) {
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
        of(KernelKind::Poly, GridRows::Parameter(Swept::Coef0)),
        of(
            KernelKind::RationalQuadratic,
            GridRows::Parameter(Swept::Shape),
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
        assert_eq!(shuffled.quantiles.len(), 8);
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
        assert_eq!(usual.contains("\nspectrum"), lowest, "{usual}");
        let reached = |_: SpectrumStage| ();
        let all = Workspace::default()
            .full_spectrum(&analysis.x, analysis.kernel, u64::MAX, &reached, &|| false)
            .unwrap();
        analysis.full_spectrum = Some(all.into());
        scripts.push(script_of(language, setup, analysis));
    }
    let folder = tempfile::tempdir().unwrap();
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
    let second = Second {
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
    // The picture too.
    for dot_colour in [DotColour::Label, DotColour::Novelty] {
        let mut setup = setups[0].1.clone();
        setup.view.dot_colour = dot_colour;
        let script = script_of(Language::Python, &setup, &analyse(&setup));
        fs::write(folder.path().join("whole.py"), script).unwrap();
        python(&["whole.py"], folder.path());
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
    circles.keep_pinned_of(&other);
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
