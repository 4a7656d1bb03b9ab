//! Scripts of names, paths and spectra that a stranger's data may have.

use std::path::PathBuf;

use super::*;
use tabular::DataFile;

fn case(name: &str) -> PathBuf {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases/strangers");
    cases.join(name)
}

/// What the program prints as a script of `arguments` in `folder`.
fn printed(language: &str, arguments: &[&str], folder: &Path) -> String {
    let output = assert_cmd::Command::cargo_bin("kpca-explorer")
        .unwrap()
        .current_dir(folder)
        .args([&["script", language], arguments].concat())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn python_draws_texts_as_they_are_written() {
    // Every text of the figure, without what keeps it from being a formula.
    const TEXTS: &str = "
import matplotlib.text
plt.savefig('figure.png')
for text in fig.findobj(matplotlib.text.Text):
    assert text._preprocess_math(text.get_text())[1] is False, text
    print(text._preprocess_math(text.get_text())[0])
";
    if !python_can("import sklearn, matplotlib, pandas") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (file, texts) in [
        ("dollar.csv", &["$_$"][..]),
        (
            "labels-income.csv",
            &["$0-$50K", "$50K-$100K", "over $100K"],
        ),
        ("labels-crash.csv", &["$1_$2", "$3^$4"]),
        ("names-two-dollars.csv", &["price ($/kg and $/lb)"]),
    ] {
        let path = case(file);
        let script = printed("python", &[path.to_str().unwrap()], folder.path());
        fs::write(folder.path().join("s.py"), script + TEXTS).unwrap();
        let drawn = python(&["s.py"], folder.path());
        for text in texts {
            assert!(
                drawn.lines().any(|line| line == *text),
                "{file}: {text}: {drawn}"
            );
        }
    }
    let names = "a\\b%,\"say \"\"q\"\" it's\",γ_$x^2\n1,2,3\n3,1,2\n2,2,5\n4,1,1\n";
    fs::write(folder.path().join("d.csv"), names).unwrap();
    let script = printed(
        "python",
        &["d.csv", "--method", "correspondence"],
        folder.path(),
    );
    fs::write(folder.path().join("s.py"), script + TEXTS).unwrap();
    let drawn = python(&["s.py"], folder.path());
    for text in ["a\\b%", "say \"q\" it's", "γ_$x^2"] {
        assert!(drawn.lines().any(|line| line == text), "{text}: {drawn}");
    }
}

#[test]
fn a_script_finds_the_data_beside_it_and_else_where_it_is_started() {
    if !python_can("import sklearn, matplotlib, pandas") {
        return;
    }
    let (beside, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::copy(case("d.csv"), beside.path().join("d.csv")).unwrap();
    fs::write(beside.path().join("l.txt"), "x\ny\nx\n").unwrap();
    let arguments = ["d.csv", "--labels", "l.txt", "--project", "d.csv"];
    let script =
        printed("python", &arguments, beside.path()) + "print(len(X), label.sum(), len(new_X))\n";
    let path = beside.path().join("s.py");
    fs::write(&path, &script).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(python(&[path], elsewhere.path()), "3 1 3\n");
    // Without a file of its own: in an interpreter, a notebook or a pipe.
    assert_eq!(python(&["-c", &script], beside.path()), "3 1 3\n");
}

#[test]
fn python_goes_on_where_eigenvalues_are_few_or_equal() {
    if !python_can("import sklearn, matplotlib, pandas") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let diagonal = |name: &str, values: &[f64]| {
        let row = |i: usize| {
            let cells = (0..values.len()).map(|j| if i == j { values[i] } else { 0.0 });
            cells.map(|v| v.to_string()).collect::<Vec<_>>().join(",") + "\n"
        };
        let path = folder.path().join(name);
        fs::write(&path, (0..values.len()).map(row).collect::<String>()).unwrap();
        path
    };
    let setup = |source: Source, kernel: KernelParams, count| Setup {
        source,
        kernel,
        components: Components::Count(count),
        ..Setup::default()
    };
    let given = |path: PathBuf, count| {
        let kernel = KernelParams {
            kind: KernelKind::Precomputed,
            ..KernelParams::default()
        };
        setup(Source::File(DataFile::from(path)), kernel, count)
    };
    let setups = [
        given(diagonal("indefinite.csv", &[3.0, 2.0, -1.0, -2.0, 1.0]), 4),
        given(diagonal("equal.csv", &[1.0; 50]), 3),
        given(diagonal("both.csv", &[1.0, 1.0, 1.0, -1.0]), 4),
        setup(
            Source::Builtin(Builtin::FiveIrises),
            KernelParams {
                kind: KernelKind::Poly,
                degree: 2,
                ..KernelParams::default()
            },
            5,
        ),
    ];
    let analyses: Vec<Analysis> = setups.iter().map(analyse).collect();
    let scripts = setups.iter().zip(&analyses);
    let scripts: Vec<String> = scripts
        .map(|(setup, analysis)| script_of(Language::Python, setup, analysis))
        .collect();
    let found = run(
        Language::Python,
        &scripts,
        &["scores", "share"],
        folder.path(),
    );
    for (analysis, found) in analyses.iter().zip(found) {
        let kpca = &analysis.kpca;
        let [scores, share] = &found[..] else {
            unreachable!("both were asked for")
        };
        assert_eq!(scores.shape(), kpca.scores().shape());
        // What is determined where eigenvalues are equal: lengths of columns, not their entries.
        for (ours, theirs) in kpca.scores().column_iter().zip(scores.column_iter()) {
            assert!((ours.norm() - theirs.norm()).abs() < 1e-6);
        }
        // A component that is not there has no share in the script.
        let ratios = kpca.explained_variance_ratio().into_iter();
        let ratios = ratios.map(|ratio| ratio.max(0.0)).collect();
        let ratios = DMatrix::from_vec(share.nrows(), 1, ratios);
        if kpca.trace > 0.0 {
            assert!(difference(&ratios, share) < 1e-9);
        }
    }
}

#[test]
fn r_reads_names_with_quotes_and_dollars() {
    if !r_has_kernlab() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let names = "a\\b%,\"say \"\"q\"\" it's\",$x^2$\n1,2,3\n3,1,2\n2,2,5\n4,1,1\n";
    fs::write(folder.path().join("it's \"d\".csv"), names).unwrap();
    let script = printed(
        "r",
        &["it's \"d\".csv", "--kernel", "linear"],
        folder.path(),
    );
    assert!(
        script.contains("$x^2$") || script.contains("it's"),
        "{script}"
    );
    fs::write(folder.path().join("s.R"), script).unwrap();
    r(&["s.R"], folder.path());
}
