//! Of given matrices, strings, graphs and files.

use super::*;

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
            format!("{},{}\n", names[code.unwrap()], cells.join(","))
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

/// Matrices of points whose distances are all different, of kernel values and of city-block distances, and a graph.
fn given_to_other_methods(folder: &Path) -> (Vec<(String, Setup)>, Setup) {
    let x = DMatrix::from_fn(60, 3, |i, j| {
        (1.7 * (i * i + 1) as f64 * (j + 1) as f64).sin()
    });
    let apart = |i: usize, j: usize| (x.row(i) - x.row(j)).lp_norm(1);
    let matrices = [
        (KernelKind::Precomputed, Kernel::rbf(0.5).matrix(&x, &x)),
        (KernelKind::Distances, DMatrix::from_fn(60, 60, apart)),
    ];
    let setup = |source, kind, panels: &[Panel]| Setup {
        source,
        kernel: KernelParams {
            kind,
            ..KernelParams::default()
        },
        components: Components::Count(3),
        view: View {
            panels: panels.to_vec(),
            ..View::default()
        },
        ..Setup::default()
    };
    let matrices = matrices
        .into_iter()
        .map(|(kind, matrix)| {
            let path = folder.join(format!("{kind}.csv"));
            let line = |row: Vec<String>| row.join(",") + "\n";
            let rows = matrix
                .row_iter()
                .map(|row| row.iter().map(f64::to_string).collect());
            fs::write(&path, rows.map(line).collect::<String>()).unwrap();
            let panels = [Panel::LaplacianEigenmaps, Panel::Isomap, Panel::Tsne];
            (
                kind.name().to_owned(),
                setup(Source::File(path.into()), kind, &panels),
            )
        })
        .collect();
    let karate = Source::Builtin(Builtin::Karate);
    let graph = setup(karate, KernelKind::Diffusion, &[Panel::LaplacianEigenmaps]);
    (matrices, graph)
}

#[test]
fn python_gives_the_numbers_of_other_methods_where_distances_or_edges_are_given() {
    if !python_can("import sklearn, pandas, scipy") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (matrices, graph) = given_to_other_methods(folder.path());
    let names = ["eigenmap_scores", "isomap_scores", "tsne_scores"];
    for (name, analysis, found) in computed(Language::Python, &matrices, &names, folder.path()) {
        let methods = [Method::LaplacianEigenmaps, Method::Isomap];
        for (method, theirs) in methods.into_iter().zip(&found) {
            let off = difference(&analysis.embedding(method).unwrap().scores(), theirs);
            assert!(off < 1e-6, "{name} by {method}: scores differ by {off}");
        }
        // t-SNE starts elsewhere there.
        assert_eq!(found[2].shape(), (60, 2), "{name}");
    }
    let script = script_of(Language::Python, &graph, &analyse(&graph));
    assert!(script.contains("affinity=\"precomputed\""), "{script}");
    assert!(script.contains("eigenmap.fit_transform(A)"), "{script}");
}

/// Strings and graphs: the examples, and files of each form with every kernel and labels.
fn objects(folder: &Path) -> Vec<(String, Setup)> {
    let mut setups: Vec<(String, Setup)> = examples()
        .into_iter()
        .map(|example| (example.name.to_owned(), example.setup))
        .filter(|(_, setup)| setup.kernel.kind.takes() != ObjectKind::Vectors)
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
        let mut setups = files(folder.path());
        // Whole numbers whose squares are beyond 32 bits, and values far from 0 beside their differences.
        let row = |i: u32| format!("{},{}\n", 1_900_000_000 + i * i % 17, i % 7);
        let rows: Vec<String> = (0..40).map(row).collect();
        let path = folder.path().join("people.csv");
        fs::write(&path, format!("people,age\n{}", rows.concat())).unwrap();
        let people = Setup {
            source: Source::File(DataFile::from(path)),
            ..Setup::default()
        };
        setups.push(("people.csv".into(), people));
        assert_reproduces(Language::R, &setups, folder.path());
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
