//! Scripts for files with names of rows, rows without a label, and classes that are spelled as "no value" is.

use super::*;

/// Rows of two clusters with an identifier, gaps in a feature and in the label, which is the last column.
fn rows(label: &dyn Fn(usize) -> String) -> String {
    let row = |i: usize| {
        let cluster = (i % 2) as f64;
        let a = 3.0 * cluster + ((i * 37) % 17) as f64 / 9.0;
        let b = if i == 5 {
            "?".to_owned()
        } else {
            format!("{:.3}", cluster - ((i * 23) % 13) as f64 / 7.0)
        };
        let name = 1000 + (i * 61) % 211;
        format!("{name},{a:.3},{b},{}\n", label(i))
    };
    (0..40).map(row).collect()
}

fn setups(folder: &Path) -> Vec<(String, Setup)> {
    let classes = |i: usize| match i {
        7 | 8 | 20 => String::new(),
        _ => ["NA", "-"][i % 2].to_owned(),
    };
    let numbers = |i: usize| match i {
        3 | 12 => "NA".to_owned(),
        _ => (i % 2).to_string(),
    };
    let quantity = |i: usize| match i {
        3 | 11 => "#DIV/0!".to_owned(),
        _ => format!("{:.2}", ((i * 7) % 40) as f64 + 10.0 * (i % 2) as f64),
    };
    let labels = folder.join("labels.txt");
    let beside: Vec<String> = (0..40).map(classes).collect();
    fs::write(&labels, beside.join("\n") + "\n").unwrap();
    let view = || View {
        panels: vec![
            Panel::Kpca,
            Panel::KernelMatrix,
            Panel::Separation,
            Panel::Spectrum,
        ],
        kernel_matrix: KernelMatrixView {
            order: RowOrder::Label,
            centered: false,
        },
        ..View::default()
    };
    let files = [
        ("classes.csv", rows(&classes), None),
        ("numbers.csv", rows(&numbers), None),
        ("quantity.csv", rows(&quantity), None),
        (
            "beside.csv",
            rows(&|i| format!("{}.5", i % 9)),
            Some(labels),
        ),
    ];
    let setups = files.into_iter().map(|(name, text, labels)| {
        let path = folder.join(name);
        fs::write(&path, format!("id,a,b,target\n{text}")).unwrap();
        let setup = Setup {
            source: Source::File(DataFile {
                labels,
                ..path.into()
            }),
            components: Components::Count(3),
            view: view(),
            ..Setup::default()
        };
        (name.to_owned(), setup)
    });
    setups.collect()
}

fn assert_reproduced(language: Language) {
    let folder = tempfile::tempdir().unwrap();
    let setups = setups(folder.path());
    let names = ["scores", "share", "ordered", "quality", "pca_quality"];
    // R has neither the kernel matrix nor the separation.
    let names = match language {
        Language::Python | Language::Kpca => &names[..],
        Language::R => &names[..2],
    };
    for (name, analysis, computed) in computed(language, &setups, names, folder.path()) {
        let dataset = &analysis.dataset;
        assert_eq!((dataset.n(), dataset.skipped_rows), (39, 1), "{name}");
        assert!(dataset.labels.unlabelled() >= 2, "{name}");
        assert_kernel_pca(&name, &analysis, &computed);
        if language == Language::R {
            continue;
        }
        let map = analysis.explain.kernel_map.as_ref().unwrap();
        assert!(
            difference(&map.values, &computed[2]) < 1e-9,
            "{name}: order of rows"
        );
        let separation = analysis.explain.separation.as_ref().unwrap();
        for (method, theirs) in [(Method::Kpca, &computed[3]), (Method::Pca, &computed[4])] {
            let ours = separation.of(method).iter();
            let ours: Vec<f64> = ours.flat_map(|score| [score.mean, score.spread]).collect();
            let ours = DMatrix::from_row_slice(ours.len() / 2, 2, &ours);
            assert!(
                difference(&ours, theirs) < 1e-9,
                "{name}: {ours} and {theirs}"
            );
        }
    }
}

#[test]
fn python_leaves_out_what_is_left_out_here() {
    if python_can("import sklearn, pandas") {
        assert_reproduced(Language::Python);
    }
}

#[test]
fn r_leaves_out_what_is_left_out_here() {
    if r_has_kernlab() {
        assert_reproduced(Language::R);
    }
}

/// The whole scripts run, picture and key included, and rows without a label are grey there.
#[test]
fn rows_without_a_label_are_drawn_in_grey() {
    let folder = tempfile::tempdir().unwrap();
    for (_, setup) in setups(folder.path()) {
        let analysis = analyse(&setup);
        for language in [Language::Python, Language::R] {
            let script = script_of(language, &setup, &analysis);
            assert!(script.contains("#8a9098"), "{script}");
            let path = folder.path().join("picture.script");
            fs::write(&path, script).unwrap();
            write_table(folder.path(), &setup, &analysis);
            match language {
                Language::Python if python_can("import sklearn, pandas, matplotlib") => {
                    python(&["picture.script"], folder.path());
                }
                Language::R if r_has_kernlab() => {
                    r(&["picture.script"], folder.path());
                }
                _ => {}
            }
        }
    }
}
