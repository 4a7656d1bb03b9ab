//! The command line as a contract: outputs, exit status, and one plain line for what went wrong.

use std::{
    fs,
    io::{BufReader, Read},
    path::Path,
    process::{Output, Stdio},
};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

struct Run {
    folder: TempDir,
}

impl Run {
    fn new() -> Self {
        Self {
            folder: tempdir().unwrap(),
        }
    }

    fn file(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    fn run(&self, arguments: &str) -> Output {
        Command::cargo_bin("kpca-explorer")
            .unwrap()
            .current_dir(self.folder.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .args(arguments.split_whitespace())
            .output()
            .unwrap()
    }

    fn ok(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Exit status and the one line on stderr.
    fn fails(&self, arguments: &str) -> (i32, String) {
        let output = self.run(arguments);
        let message = stderr(&output);
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
        assert!(!message.contains("os error"), "{message}");
        (output.status.code().unwrap(), message)
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn columns(csv: &str) -> (Vec<&str>, Vec<Vec<f64>>) {
    let mut lines = csv.lines();
    let header = lines.next().unwrap().split(',').collect();
    let rows = lines
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
        .collect();
    (header, rows)
}

#[test]
fn fit_writes_tables_and_a_report() {
    let run = Run::new();
    let report = run.ok(
        "fit --data moons --n-samples 100 --random-state 123 --gamma 15 --components 4 \
         --scores s.csv --pca-scores p.csv --spectrum e.csv --json -",
    );
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["data"], "moons", "as on the command line");
    assert_eq!(report["n"], 100);
    assert_eq!(report["d"], 2);
    assert_eq!(report["kernel"]["name"], "rbf");
    assert_eq!(report["kernel"]["gamma"], 15.0);
    assert_eq!(report["certified"], true);
    assert!(report["max_residual"].as_f64().unwrap() < 1e-9);
    assert!(report["timings_ms"]["total"].as_f64().unwrap() > 0.0);

    let scores = run.read("s.csv");
    let (header, rows) = columns(&scores);
    assert_eq!(header, ["PC1", "PC2", "PC3", "PC4"]);
    assert_eq!(rows.len(), 100);
    // Squared norms of score columns are the eigenvalues: table and report agree to the last digit.
    for j in 0..4 {
        let norm: f64 = rows.iter().map(|row| row[j] * row[j]).sum();
        let eigenvalue = report["eigenvalues"][j].as_f64().unwrap();
        assert!((norm / eigenvalue - 1.0).abs() < 1e-12);
    }
    assert_eq!(columns(&run.read("p.csv")).1[0].len(), 2);
    let spectrum = run.read("e.csv");
    let (header, rows) = columns(&spectrum);
    assert_eq!(
        header,
        [
            "component",
            "eigenvalue",
            "explained_variance_ratio",
            "cumulative"
        ]
    );
    assert_eq!(rows[2][0], 3.0);
    assert_eq!(rows[0][1], report["eigenvalues"][0].as_f64().unwrap());
    assert!((rows[1][3] - rows[0][2] - rows[1][2]).abs() < 1e-15);
}

#[test]
fn training_rows_projected_as_new_get_their_scores() {
    let run = Run::new();
    let mut csv = String::from("a;b;kind\n");
    for i in 0..30 {
        let t = f64::from(i);
        csv += &format!("{};{};k{}\n", (t * 0.7).sin(), (t * 1.3).cos(), i % 3).replace('.', ",");
    }
    run.file("train.csv", &csv);
    for method in [
        "kpca --gamma median",
        "pca",
        "isomap",
        "laplacian-eigenmaps",
        "diffusion-map --gamma 1",
    ] {
        run.ok(&format!(
            "fit train.csv --method {method} --scale standardize --components 3 \
                --scores s.csv --project train.csv --projected q.csv --force"
        ));
        let (scores, projected) = (run.read("s.csv"), run.read("q.csv"));
        for (a, b) in columns(&scores).1.iter().zip(&columns(&projected).1) {
            for (a, b) in a.iter().zip(b) {
                assert!((a - b).abs() < 1e-8, "{method}");
            }
        }
    }
    // t-SNE only arranges the rows that it was given, and says so before any work.
    let (status, said) =
        run.fails("fit train.csv --method tsne --project train.csv --projected no.csv");
    assert!(status == 2 && said.contains("no scores for rows"), "{said}");
}

#[test]
fn an_existing_file_is_replaced_only_with_force() {
    let run = Run::new();
    run.file("s.csv", "mine");
    let (status, message) = run.fails("fit iris --scores s.csv");
    assert_eq!(status, 1);
    assert!(
        message.contains("s.csv") && message.contains("exists"),
        "{message}"
    );
    assert_eq!(run.read("s.csv"), "mine");
    run.ok("fit iris --scores s.csv --force");
    assert!(run.read("s.csv").starts_with("PC1,"));
}

/// A limit on the size of files stands for a disk that fills up in the middle of a file.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_has_no_room_leaves_the_old_one_whole() {
    let run = Run::new();
    // The signal of such a limit ends a program that neither handles nor ignores it.
    for (name, before) in [("a.svg", "trap '' XFSZ;"), ("a.png", ""), ("a.pdf", "")] {
        run.file(name, "the old one");
        let command = format!("render iris --panels kpca --out {name} --force");
        // One block is 1024 bytes.
        let script = format!("{before} ulimit -f 1; exec \"$0\" {command}");
        let output = Command::new("bash")
            .args(["-c", &script])
            .arg(assert_cmd::cargo::cargo_bin("kpca-explorer"))
            .current_dir(run.folder.path())
            .output()
            .unwrap();
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{message}");
        let expected =
            format!("kpca-explorer: cannot write {name}: the system allows no file that large\n");
        assert_eq!(message, expected);
        assert_eq!(run.read(name), "the old one");
        fs::remove_file(run.folder.path().join(name)).unwrap();
        let left = fs::read_dir(run.folder.path()).unwrap().count();
        assert_eq!(left, 0, "a temporary file stays behind");
    }
}

/// A terminal made by `script`; fits that would take much longer than it takes until progress is shown, and are given up
/// once it is.
#[cfg(target_os = "linux")]
#[test]
fn whatever_fits_shows_its_progress_on_a_terminal() {
    let run = Run::new();
    let program = assert_cmd::cargo::cargo_bin("kpca-explorer");
    let fit = "moons --n-samples 80000 --kernel laplacian --components 8";
    for command in [
        "render --panels kpca --out a.svg",
        "script r --panels kpca",
        "sweep --parameter gamma --from 1 --to 2 --steps 2 --out s.csv",
    ] {
        let line = format!("{} {command} {fit}", program.display());
        let mut child = std::process::Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .current_dir(run.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut shown = Vec::new();
        let output = BufReader::new(child.stdout.take().unwrap());
        for byte in output.bytes() {
            shown.push(byte.unwrap());
            if shown.ends_with(b"\rpass ") {
                break;
            }
        }
        // Without its terminal the program ends too.
        child.kill().unwrap();
        child.wait().unwrap();
        let shown = String::from_utf8_lossy(&shown);
        assert!(shown.contains("\rpass "), "{command}: {shown:?}");
    }
}

#[test]
fn what_fails_is_one_line_saying_what_and_where() {
    let run = Run::new();
    run.file("bad.csv", "a,b\n1,2\n3,4\n5,x6\n7,8\n9,9\n10,3\n");
    run.file("empty.csv", "");
    for (arguments, status, words) in [
        (
            "fit missing.csv",
            1,
            vec!["missing.csv: there is no such file"],
        ),
        (
            "fit --session no.toml",
            1,
            vec!["no.toml: there is no such file"],
        ),
        ("fit .", 1, vec!["it is a folder"]),
        ("fit empty.csv", 1, vec!["empty.csv"]),
        (
            "fit bad.csv --features a,b",
            1,
            vec!["bad.csv", "line 4", "b", "x6"],
        ),
        ("fit iris --features petal", 1, vec!["petal"]),
        ("fit iris --label colour", 1, vec!["colour"]),
        (
            "fit iris --scores no/such/folder/s.csv",
            1,
            vec!["no/such/folder"],
        ),
        ("fit iris --kernel poly --degree 0", 2, vec!["degree"]),
        ("fit moons --n-samples 0", 2, vec!["n_samples"]),
    ] {
        let (code, message) = run.fails(arguments);
        assert_eq!(code, status, "{arguments}: {message}");
        for word in words {
            assert!(message.contains(word), "{arguments}: {message}");
        }
    }
}

#[test]
fn bad_usage_exits_with_2() {
    let run = Run::new();
    for arguments in [
        "fit --kernel cube",
        "fit --gamma -1",
        "fit --gamma 1 --sigma 1",
        "fit --kernel poly --sigma 1",
        "fit iris --n-samples 10",
        "fit --components 0",
        "fit --project new.csv",
        "fit --data moons --example digits",
        "--no-such-flag",
    ] {
        assert_eq!(run.run(arguments).status.code(), Some(2), "{arguments}");
    }
}

#[test]
fn sigma_is_the_same_kernel_as_its_gamma() {
    let run = Run::new();
    run.ok("fit moons --sigma 0.5 --spectrum a.csv");
    run.ok("fit moons --gamma 2 --spectrum b.csv");
    assert_eq!(run.read("a.csv"), run.read("b.csv"));
}

#[test]
fn numbers_are_taken_as_the_window_takes_them() {
    let run = Run::new();
    run.ok("fit moons --gamma 0.25 --noise 0.5 --spectrum a.csv");
    run.ok("fit moons --gamma 1/4 --noise 0,5 --spectrum b.csv");
    assert_eq!(run.read("a.csv"), run.read("b.csv"));
    let refused = stderr(&run.run("fit moons --gamma 0"));
    assert!(refused.contains("γ must be a positive number"), "{refused}");
    let refused = stderr(&run.run("fit moons --sigma 1,500"));
    assert!(
        refused.contains("1,500 can mean 1.500 or 1500"),
        "{refused}"
    );
}

#[test]
fn a_script_replaces_no_file_without_a_table() {
    let run = Run::new();
    for (language, why) in [
        (
            "python",
            "--force has no effect: a script in Python is printed",
        ),
        (
            "kpca",
            "--force has no effect: a script in Python is printed",
        ),
        ("r", "--force needs --table, the file that it replaces"),
    ] {
        let (status, said) = run.fails(&format!("script {language} moons --force"));
        assert!(status == 2 && said.contains(why), "{said}");
    }
}

#[test]
fn components_may_be_a_share_of_the_variance() {
    let run = Run::new();
    let report = |arguments: &str| -> Value {
        serde_json::from_str(&run.ok(&format!("fit iris {arguments} --json -"))).unwrap()
    };
    let count = |report: &Value| report["eigenvalues"].as_array().unwrap().len();
    // 92.5, 97.8, 99.5 and 100 % of the variance.
    for (share, expected) in [("0.9", 1), ("95%", 2), ("0.98", 3)] {
        let report = report(&format!("--kernel linear --components {share}"));
        assert_eq!(count(&report), expected, "{share}");
    }
    let narrow = report("--gamma 100000 --components 0.999");
    assert!(count(&narrow) < 150);
    run.file("s.toml", "version = 1\n[setup]\ncomponents = 0.98\nkernel.kind = \"linear\"\nsource.builtin = \"iris\"\n");
    let session = run.ok("fit --session s.toml --json -");
    assert_eq!(count(&serde_json::from_str(&session).unwrap()), 3);
    let (status, said) = run.fails("fit iris --components 1.0");
    assert!(
        status == 2 && said.contains("one component or all"),
        "{said}"
    );
    for wrong in ["0", "1.5", "many"] {
        let output = run.run(&format!("fit iris --components {wrong}"));
        assert_eq!(output.status.code(), Some(2));
        let message = stderr(&output);
        assert!(message.contains("a share of the variance"), "{message}");
    }
}

#[test]
fn a_session_or_a_lesson_is_no_data_and_says_how_to_open_it() {
    let run = Run::new();
    run.file("mine.toml", "version = 1\n[setup]\ncomponents = 3\n");
    run.file("taught.toml", "version = 1\n\n[[step]]\ntitle = \"One\"\n");
    for (file, flag) in [("mine.toml", "--session"), ("taught.toml", "--lesson")] {
        let (status, message) = run.fails(&format!("fit {file}"));
        assert_eq!(status, 2);
        assert!(
            message.contains(&format!("open it by {flag} {file}")),
            "{message}"
        );
    }
}

#[test]
fn a_session_is_a_base_that_flags_change() {
    let run = Run::new();
    run.file(
        "s.toml",
        "version = 1\n[setup]\ncomponents = 3\nsource.builtin = \"wine\"\nkernel.gamma = 0.5\n",
    );
    let report: Value = serde_json::from_str(&run.ok("fit --session s.toml --json -")).unwrap();
    assert_eq!(report["n"], 178);
    assert_eq!(report["kernel"]["gamma"], 0.5);
    assert_eq!(report["eigenvalues"].as_array().unwrap().len(), 3);
    let changed = run.ok("fit --session s.toml --gamma 2 --json -");
    assert_eq!(
        serde_json::from_str::<Value>(&changed).unwrap()["kernel"]["gamma"],
        2.0
    );
    let (status, message) = run.fails("fit --session missing.toml");
    assert_eq!(status, 1);
    assert!(message.contains("missing.toml"), "{message}");
}

#[test]
fn examples_run_and_flags_change_them() {
    let run = Run::new();
    for example in explorer::setup::examples() {
        let report = run.ok(&format!("fit --example {} --json -", example.name));
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["certified"], true, "{}", example.name);
    }
    let report = run.ok("fit --example half-moons --n-samples 60 --json -");
    assert_eq!(serde_json::from_str::<Value>(&report).unwrap()["n"], 60);
}

#[test]
fn data_without_noise_come_to_an_end() {
    // Moons without noise are symmetric, and their eigenvalues fade into rounding in pairs.
    let run = Run::new();
    for n in [300, 500] {
        let report = run.ok(&format!(
            "fit --example half-moons --n-samples {n} --noise 0 --json -"
        ));
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["n"], n);
        assert_eq!(report["certified"], true, "{report}");
        let eigenvalues = report["eigenvalues"].as_array().unwrap();
        assert_eq!(eigenvalues.len(), 10);
    }
}

#[test]
fn without_a_display_the_window_says_so_in_one_line() {
    if !cfg!(target_os = "linux") {
        println!("skipped: only Linux can run without a display server");
        return;
    }
    let (status, message) = Run::new().fails("iris --kernel poly");
    assert_eq!(status, 1);
    assert!(
        message.contains("display") && message.contains("fit"),
        "{message}"
    );
}

#[test]
fn the_shipped_tables_are_the_ones_in_datasets() {
    let run = Run::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    for name in ["iris", "iris-uci", "wine", "digits", "smoke"] {
        let file = folder.join(format!("{name}.csv"));
        run.ok(&format!("fit {name} --spectrum a.csv --force"));
        run.ok(&format!("fit {} --spectrum b.csv --force", file.display()));
        assert_eq!(run.read("a.csv"), run.read("b.csv"), "{name}");
    }
}

#[test]
fn a_font_that_is_not_there_is_refused_with_those_that_are() {
    let it = Run::new();
    let (status, message) = it.fails("render moons --font Nowhere --out x.svg");
    let said = "--font: there is no font Nowhere here, but ";
    assert!(
        status == 2 && message.contains(said) && message.contains("Inter"),
        "{message}"
    );
    // The shipped one is always there, and figures in it are what they are without the flag.
    it.ok("render moons --n-samples 40 --panels input --font inter --out a.svg");
    it.ok("render moons --n-samples 40 --panels input --out b.svg");
    let [a, b] = ["a.svg", "b.svg"].map(|name| it.read(name).matches("<text").count());
    assert_eq!(a, b);
    assert!(it.read("a.svg").contains("font-family=\"'Inter', Inter,"));
}

#[test]
fn a_picture_stands_against_the_same_with_other_flags() {
    let it = Run::new();
    it.ok("render moons --n-samples 60 --gamma 15 --against gamma=40 --against scale=standardize --out ab.svg");
    let svg = it.read("ab.svg");
    for said in [">A · standardised, γ = 40 · ", ">B · not scaled, γ = 15 · "] {
        assert!(svg.contains(said), "{said}");
    }
    for (arguments, said) in [
        (
            "--against gama=3",
            "--against: unexpected argument '--gama'",
        ),
        (
            "--against degree=3",
            "--against: --degree needs the kernel poly",
        ),
        (
            "--against example=iris-rbf",
            "--against example: both pictures",
        ),
        (
            "--against gamma=3 --panels pca,kpca",
            "single panel among --panels",
        ),
        (
            "--against gamma=3 --panels sweep",
            "no picture of this panel",
        ),
    ] {
        let (status, message) = it.fails(&format!("render moons {arguments} --out x.svg"));
        assert!(status == 2 && message.contains(said), "{message}");
        assert_eq!(message.matches("--help lists").count(), 1, "{message}");
    }
}

#[test]
fn render_draws_what_the_extension_says_and_replaces_nothing() {
    let run = Run::new();
    let iris = "render --example iris-rbf --width 400 --height 300 --dpi 100 --panels pca,kpca";
    assert_eq!(
        run.ok(&format!("{iris} --out a.png --theme dark --caption")),
        ""
    );
    let png = fs::read(run.folder.path().join("a.png")).unwrap();
    assert_eq!(&png[1..4], b"PNG");
    // Width and height stand in the header chunk.
    assert_eq!(png[16..24], [0, 0, 1, 144, 0, 0, 1, 44]);
    run.ok(&format!("{iris} --out a.svg --transparent"));
    let svg = run.read("a.svg");
    assert!(svg.contains("Linear PCA") && !svg.contains("Eigenvalue"));
    run.ok(&format!("{iris} --out a.pdf"));
    let pdf = fs::read(run.folder.path().join("a.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));

    let (status, message) = run.fails(&format!("{iris} --out a.svg"));
    assert_eq!(status, 1);
    assert!(
        message.ends_with("a.svg exists already; nothing was written\n"),
        "{message}"
    );
    assert_eq!(run.read("a.svg"), svg);
    run.ok(&format!("{iris} --out a.svg --force"));
    let opaque = run.read("a.svg");
    assert!(opaque != svg && opaque.contains("#ffffff"));

    let (status, message) = run.fails(&format!("{iris} --out a.gif"));
    assert_eq!(status, 1);
    assert!(
        message.contains("must end in .png, .svg or .pdf"),
        "{message}"
    );
    assert_eq!(
        run.run(&format!("{iris} --out b.png --panels nothing"))
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn script_prints_code_with_the_same_parameters() {
    let run = Run::new();
    let flags =
        "moons --n-samples 30 --noise 0.1 --random-state 7 --kernel poly --gamma 0.5 --degree 2";
    let python = run.ok(&format!("script python {flags}"));
    assert!(
        python.contains("make_moons(n_samples=30, noise=0.1, random_state=7)"),
        "{python}"
    );
    assert!(
        python.contains("kernel=\"poly\", gamma=gamma, degree=2, coef0=1.0"),
        "{python}"
    );
    let r = run.ok(&format!("script r {flags}"));
    assert!(
        r.contains("polydot(degree = 2, scale = gamma, offset = 1.0)"),
        "{r}"
    );
    let matrix = run.ok(&format!("script python {flags} --panels kernel-matrix"));
    assert!(
        matrix.contains("imshow") && !matrix.contains("scatter"),
        "{matrix}"
    );
}

#[test]
fn tables_are_numpy_arrays_where_the_name_says_so() {
    let run = Run::new();
    run.ok("fit moons --n-samples 20 --components 3 --scores s.npy --kernel-matrix k.npy");
    let length = |name: &str| fs::read(run.folder.path().join(name)).unwrap().len();
    assert_eq!(length("s.npy"), 128 + 20 * 3 * 8);
    assert_eq!(length("k.npy"), 128 + 20 * 20 * 8);
}

#[test]
fn scores_stand_beside_what_was_asked_for() {
    let run = Run::new();
    run.file("t.csv", "a,b,kind\n1,2,x\n3,?,y\n4,1,y\n0,5,x\n");
    run.ok("fit t.csv --components 2 --scores s.csv --with features,row,label");
    let table = run.read("s.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "row,kind,a,b,PC1,PC2");
    assert!(lines[1].starts_with("0,x,1.0,2.0,"));
    // Row 1 lacks a value and is left out.
    assert!(lines[2].starts_with("2,y,4.0,1.0,"));
    for arguments in [
        "fit t.csv --scores s.npy --with row",
        "fit t.csv --json - --with row",
        "fit t.csv --scores s.csv --with colour",
    ] {
        assert_eq!(run.run(arguments).status.code(), Some(2), "{arguments}");
    }
}

#[test]
fn presets_set_the_size_and_flags_change_it() {
    let run = Run::new();
    for (flags, size) in [
        ("--preset slide", [1920, 1080]),
        ("--preset single-column --height 700", [1004, 700]),
        (
            "--preset double-column --columns 1 --width 500",
            [500, 1394],
        ),
    ] {
        run.ok(&format!(
            "render iris --panels kpca --no-caption --no-legend --no-titles {flags} --out a.png --force"
        ));
        let png = fs::read(run.folder.path().join("a.png")).unwrap();
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!([side(16), side(20)], size, "{flags}");
    }
}

#[test]
fn a_method_that_unrolls_gives_its_scores_and_eigenvalues() {
    let run = Run::new();
    let data = "swiss-roll --n-samples 150 --components 3 --neighbors 9";
    let said = run.ok(&format!(
        "fit {data} --method isomap --scores s.csv --spectrum e.csv"
    ));
    let mut lines = said.lines();
    assert_eq!(
        lines.next(),
        Some("Swiss roll · n 150 · d 3 · Isomap, k = 9")
    );
    // Paths along a roll are no distances of a flat space.
    assert!(lines.all(|line| line.starts_with("there are negative eigenvalues")));
    let scores = run.read("s.csv");
    let (header, rows) = columns(&scores);
    assert_eq!((header, rows.len()), (vec!["PC1", "PC2", "PC3"], 150));
    let spectrum = run.read("e.csv");
    let (header, rows) = columns(&spectrum);
    assert_eq!(header[2], "explained_variance_ratio");
    // Isomap's eigenvalues are the sums of its scores' squares.
    let sum: f64 = columns(&scores).1.iter().map(|row| row[0] * row[0]).sum();
    assert!(
        (rows[0][1] / sum - 1.0).abs() < 1e-9,
        "{}, {sum}",
        rows[0][1]
    );
    // Where there is no variance to be shared out, no number stands.
    let said = run.ok(&format!("fit {data} --method lle"));
    assert!(said.lines().nth(3).unwrap().ends_with(",,"), "{said}");
    let (status, said) =
        run.fails("fit swiss-roll --n-samples 5 --method lle --neighbors 5 --scores t.csv");
    let expected = "Locally linear embedding: neighbours must be from 1 to 4 for 5 rows; got 5";
    assert!(status == 1 && said.contains(expected), "{said}");
    assert!(!run.folder.path().join("t.csv").exists());
    // The memory allowed holds for every method.
    let (status, said) = run.fails("fit swiss-roll --n-samples 2000 --method isomap --memory 20");
    let expected = "Isomap: this takes about";
    assert!(status == 1 && said.contains(expected), "{said}");
}

#[test]
fn a_contingency_table_gives_inertias_and_takes_further_rows() {
    let run = Run::new();
    let method = "--method correspondence";
    // Scaling is for the other methods; this one counts.
    let (status, said) = run.fails(&format!("fit smoke {method} --scale standardize"));
    assert!(status == 2 && said.contains("--scale needs"), "{said}");
    run.file("new.csv", "none,light,medium,heavy\n25,10,12,4\n0,0,0,1\n");
    run.ok(&format!(
        "fit smoke {method} --scores s.csv --spectrum e.csv --project new.csv --projected p.csv"
    ));
    let spectrum = run.read("e.csv");
    let inertias: Vec<f64> = columns(&spectrum).1.iter().map(|row| row[1]).collect();
    for (found, published) in inertias.iter().zip([0.074_76, 0.010_02, 0.000_41]) {
        assert!((found - published).abs() < 1e-5, "{inertias:?}");
    }
    let (scores, projected) = (run.read("s.csv"), run.read("p.csv"));
    let (of_rows, of_new) = (columns(&scores).1, columns(&projected).1);
    for (a, b) in of_rows[2].iter().zip(&of_new[0]) {
        assert!(
            (a - b).abs() < 1e-12,
            "a row with its profile lies where it does"
        );
    }
    let said = run.ok(&format!("fit smoke {method}"));
    assert!(
        said.starts_with("Smoking staff · n 5 · d 4 · Correspondence analysis\n"),
        "{said}"
    );
    for (rows, what) in [
        ("u,1,-2\nv,3,4\n", "not negative, as in row u, column dark"),
        ("u,1,2\nv,0,0\n", "row v holds zeros"),
        ("u,1,0\nv,2,0\n", "column dark holds zeros"),
        // A row that was left out counts, and so does one without a name.
        ("u,1,\nv,1,2\n,0,0\nw,1,3\n", "row 3 holds zeros"),
    ] {
        run.file("bad.csv", &format!("name,light,dark\n{rows}"));
        let (status, said) =
            run.fails("fit bad.csv --label none --method correspondence --force --scores b.csv");
        assert!(status == 1 && said.contains(what), "{said}");
    }
}

#[test]
fn a_matrix_that_was_written_is_read_as_one() {
    let run = Run::new();
    let kernel = "--kernel rbf --gamma 0.3 --components 4";
    let eigenvalues = |report: &str| -> Vec<f64> {
        let report: Value = serde_json::from_str(report).unwrap();
        let values = report["eigenvalues"].as_array().unwrap();
        values.iter().map(|value| value.as_f64().unwrap()).collect()
    };
    let expected =
        eigenvalues(&run.ok(&format!("fit iris {kernel} --kernel-matrix k.npy --json -")));
    run.ok(&format!("fit iris {kernel} --kernel-matrix k.csv"));
    for file in ["k.npy", "k.csv"] {
        let report = run.ok(&format!("fit {file} --as kernel --components 4 --json -"));
        for (found, expected) in eigenvalues(&report).iter().zip(&expected) {
            assert!((found / expected - 1.0).abs() < 1e-12, "{file}: {found}");
        }
        assert!(report.contains("\"d\": null"), "{report}");
    }
    let (status, said) = run.fails("fit k.csv --as distances");
    let expected = "k.csv: the distance of row 1 from itself is 0, and here it is 1";
    assert!(status == 1 && said.contains(expected), "{said}");
    let (status, said) = run.fails("fit k.csv --as vectors --kernel precomputed");
    let expected = "the precomputed kernel does not go with --as vectors";
    assert!(status == 2 && said.contains(expected), "{said}");
    let (status, said) = run.fails("fit iris --kernel chi2 --scale standardize");
    assert!(
        status == 2 && said.contains("χ² distance takes no negative values"),
        "{said}"
    );
}

#[test]
fn rows_come_back_from_feature_space() {
    let run = Run::new();
    let moons = "fit moons --n-samples 60 --noise 0.1 --random-state 1 --gamma 2 --components 3 \
                 --scale standardize";
    run.ok(&format!(
        "{moons} --scores s.csv --denoise d.csv --novelty n.csv"
    ));
    run.ok(&format!("{moons} --pre-image s.csv --pre-images p.csv"));
    let (denoised, of_scores) = (run.read("d.csv"), run.read("p.csv"));
    let (names, rows) = columns(&denoised);
    for (a, b) in rows.iter().zip(&columns(&of_scores).1) {
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).abs() < 1e-9);
        }
    }
    assert_eq!(names, ["x₁", "x₂", "distance", "converged"]);
    assert_eq!(rows.len(), 60);
    assert!(rows.iter().all(|row| row[3] == 1.0));
    let novelty = run.read("n.csv");
    let (names, errors) = columns(&novelty);
    assert_eq!(names, ["row", "error", "t2"]);
    assert!(errors.iter().all(|row| row[1] > 0.0));

    // Mika's steps go towards what is asked for from the row itself, from which it is as far as novelty says.
    run.ok(&format!(
        "{moons} --denoise mika.csv --pre-image-method mika"
    ));
    let mika = run.read("mika.csv");
    for (found, error) in columns(&mika).1.iter().zip(&errors) {
        assert!(found[2] <= error[1].sqrt() + 1e-9, "{found:?} {error:?}");
    }
    // Rows that were fitted are left with the tail of the spectrum.
    run.ok(&format!("{moons} --reconstruction r.csv --spectrum t.csv"));
    // A cell without a number is empty.
    let filled = |table: String| {
        let cells = table.replace(",,", ",nan,").replace(",,", ",nan,");
        cells.replace(",\n", ",nan\n")
    };
    let table = filled(run.read("r.csv"));
    let (names, left) = columns(&table);
    let all: Vec<String> = ["feature_space", "input"]
        .iter()
        .flat_map(|space| ["pca", "kpca"].map(|method| format!("{space}_{method}")))
        .flat_map(|curve| ["fitted", "held_out"].map(|rows| format!("{curve}_{rows}")))
        .collect();
    assert_eq!(names[0], "components");
    assert_eq!(names[1..], all);
    assert_eq!(left.len(), 10);
    assert!(left[0][1..].iter().all(|error| *error > 0.0));
    // Linear PCA has two components, and ridge regression was asked for some numbers of them.
    assert!(left[2][1].is_nan() && left[4][7].is_nan() && !left[5][7].is_nan());
    run.file("new.csv", "x₁,x₂,class\n0.5,0.5,0\n-0.5,0.2,0\n1.2,0.1,1\n");
    run.ok(&format!(
        "{moons} --project new.csv --reconstruction new-r.csv"
    ));
    let tail: f64 = columns(&run.read("t.csv")).1[2][3];
    let of_new = filled(run.read("new-r.csv"));
    assert!((columns(&of_new).1[2][3] - (1.0 - tail)).abs() < 1e-9);

    run.file("s.fa", ">x\nACGT\n>y\nACGGT\n>z\nTTACG\n");
    let (_, message) = run.fails("fit s.fa --project s.fa --novelty x.csv");
    assert!(message.contains("novelty needs"), "{message}");
    let (status, message) =
        run.fails("fit moons --kernel poly --denoise x.csv --pre-image-method mika");
    assert_eq!(status, 1);
    assert!(
        message.contains("defined for the RBF kernel only"),
        "{message}"
    );
}

#[test]
fn new_rows_are_drawn_scripted_and_refused_in_one_line() {
    let run = Run::new();
    run.file(
        "train.csv",
        "a,b,c\n1,2,u\n3,4,v\n5,7,u\n2,2,v\n4,1,u\n8,3,v\n",
    );
    run.file("new.csv", "c,b,a\nv,2,1.5\nw,4,3\n");
    run.file("bad.csv", "a,d\n1,2\n");
    run.ok("render train.csv --project new.csv --panels input,kpca --out with.svg");
    run.ok("render train.csv --panels input,kpca --out without.svg");
    let rings = |name: &str| run.read(name).matches("new rows").count();
    assert!(rings("with.svg") > 0);
    assert_eq!(rings("without.svg"), 0);
    let script = run.ok("script python train.csv --project new.csv");
    for line in [
        "new_data = table.iloc[:, [2, 1]]",
        "new_scores = project(new_X)",
        "**ring",
    ] {
        assert!(script.contains(line), "{script}");
    }
    for command in [
        "render train.csv --out x.svg",
        "fit train.csv --projected x.csv",
    ] {
        let (status, message) = run.fails(&format!("{command} --project bad.csv"));
        assert_eq!(status, 1);
        assert!(message.contains("bad.csv has no column \"b\""), "{message}");
    }
}

#[test]
fn new_rows_of_a_given_matrix_have_an_entry_for_each_fitted_row() {
    let run = Run::new();
    run.file("k.csv", "2,1,0\n1,2,1\n0,1,3\n");
    run.file("new.csv", "2,1,0\n0,1,3\n");
    run.ok("fit k.csv --as kernel --scores s.csv --project new.csv --projected p.csv");
    let (scores, projected) = (run.read("s.csv"), run.read("p.csv"));
    let (scores, projected) = (columns(&scores).1, columns(&projected).1);
    for (new, fitted) in projected.iter().zip([&scores[0], &scores[2]]) {
        for (a, b) in new.iter().zip(fitted) {
            assert!((a - b).abs() < 1e-12, "{new:?} {fitted:?}");
        }
    }
    run.file("wide.csv", "2,1\n");
    let (_, message) = run.fails("fit k.csv --as kernel --project wide.csv --projected q.csv");
    assert!(message.contains("each of the 3 rows"), "{message}");
}

/// Forty rows of two classes with a column in other units.
fn own_table() -> String {
    let row = |i: u32| {
        let wave = |step: u32| f64::from(i * step).sin() + f64::from(i % 2);
        format!(
            "n{i},{:.4},{:.2},{}\n",
            wave(3),
            1000.0 * wave(5),
            ["a", "b"][i as usize % 2]
        )
    };
    let rows: String = (0..40).map(row).collect();
    format!("name,small,large,kind\n{rows}")
}

#[test]
fn a_table_of_ones_own_is_told_what_suits_it_and_no_other_is() {
    let run = Run::new();
    run.file("own.csv", &own_table());
    let said = |flags: &str| stderr(&run.run(&format!("fit {flags}")));
    let both = said("own.csv");
    assert_eq!(both.lines().count(), 1, "{both}");
    assert!(
        both.contains("try --scale standardize --gamma median"),
        "{both}"
    );
    // What is said is followed, and nothing is left to say.
    for silent in [
        "own.csv --scale standardize --gamma median",
        "own.csv --scale none --gamma 1",
        "wine",
        "moons --n-samples 40",
        "own.csv --method pca --scale none",
    ] {
        assert_eq!(said(silent), "", "{silent}");
    }
    let kernel = said("own.csv --scale none");
    assert!(kernel.contains("try --gamma median"), "{kernel}");
}

#[test]
fn rows_and_classes_are_left_out_and_said() {
    let run = Run::new();
    run.file("own.csv", &own_table());
    let flags = "fit own.csv --scale standardize --gamma median";
    let said = run.ok(&format!("{flags} --leave-out name:n3,5 --only kind=a"));
    assert!(said.contains("n 19 ·") || said.contains("n 19,"), "{said}");
    assert!(said.contains("without n3, row 5, only kind a"), "{said}");
    let report: Value =
        serde_json::from_str(&run.ok(&format!("{flags} --leave-out 5 --json -"))).unwrap();
    let left = &report["left_out"]["rows"][0];
    assert_eq!(
        (left["count"].as_u64(), left["why"].as_str()),
        (Some(1), Some("left out by choice"))
    );
    run.ok(&format!("{flags} --leave-out 5 --scores s.csv"));
    assert_eq!(columns(&run.read("s.csv")).1.len(), 39);
    for (flags, status, reason) in [
        (
            "--leave-out 41",
            1,
            "row 41 cannot be left out: there are 40",
        ),
        ("--leave-out name:Hutt", 1, "no row is called"),
        ("--leave-out Hutt", 2, "its number, from 1, or name:"),
        ("--only kind", 2, "with their column"),
        ("--only kind=c", 1, "no row has"),
        ("--as strings --only kind=a", 2, "needs rows with features"),
    ] {
        let (code, message) = run.fails(&format!("fit own.csv {flags}"));
        assert_eq!(code, status, "{message}");
        assert!(message.contains(reason), "{message}");
    }
}
