//! The JSON report and the tables of every method, held against `docs/report.md` and scikit-learn.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use kernel_pca::{manifold::METHODS, method::Method};

fn run(folder: &TempDir, arguments: &str) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("kpca-explorer"));
    command
        .current_dir(folder.path())
        .args(arguments.split_whitespace());
    command
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap()
}

fn ok(folder: &TempDir, arguments: &str) -> String {
    let output = run(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Exit status and the one line on standard error.
fn fails(folder: &TempDir, arguments: &str) -> (i32, String) {
    let output = run(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said.lines().count(), 1, "{arguments}: {said}");
    (output.status.code().unwrap(), said)
}

fn report(folder: &TempDir, arguments: &str) -> Value {
    serde_json::from_str(&ok(folder, &format!("fit {arguments} --json -"))).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    let values = value.as_array().unwrap().iter();
    values.map(|value| value.as_f64().unwrap()).collect()
}

fn warnings(report: &Value) -> String {
    report["warnings"].to_string()
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

fn header(table: &str) -> &str {
    table.lines().next().unwrap()
}

fn case(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("tests/fixtures/cases/files").join(name)
}

/// Data of its kind for each method.
fn data_for(method: Method) -> &'static str {
    match method {
        Method::Correspondence => "smoke",
        _ => "swiss-roll --n-samples 90 --random-state 3",
    }
}

/// The names in the first column of the table below a heading of the page.
fn documented(heading: &str) -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/report.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page.split("\n## ").find(|it| it.starts_with(heading));
    let lines = section
        .unwrap()
        .lines()
        .filter(|line| line.starts_with("| `"));
    lines
        .map(|line| line.split('`').nth(1).unwrap().to_owned())
        .collect()
}

#[test]
fn the_page_names_what_every_method_reports() {
    let folder = tempdir().unwrap();
    let page = documented("Fields");
    let scales =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/report.md")).unwrap();
    for method in Method::ALL {
        let report = report(
            &folder,
            &format!("{} --method {method} --components 2", data_for(method)),
        );
        let methods = scales
            .lines()
            .find(|line| line.starts_with("| `method` | text"));
        let named = methods.unwrap().contains(&format!("`{method}`"));
        assert!(named, "{method} in the fields");
        let names: BTreeSet<String> = report.as_object().unwrap().keys().cloned().collect();
        assert_eq!(names, page, "{method}");
        assert_eq!(report["method"], method.name());
        assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(report["components_asked"], 2);
        assert_eq!(numbers(&report["eigenvalues"]).len(), 2, "{method}");
        let scale = report["eigenvalue_scale"].as_str().unwrap();
        assert!(
            scales.contains(&format!("| `{method}` | {scale} |")),
            "{scale}"
        );
        // Only kernel PCA claims anything, and only it has a kernel.
        for field in ["certified", "max_residual", "kernel", "solver"] {
            assert_eq!(
                report[field].is_null(),
                method != Method::Kpca,
                "{method}: {field}"
            );
        }
        let has_shares = !report["explained_variance_ratio"].is_null();
        assert_eq!(has_shares, method.spec().has_shares, "{method}");
        let has_graph = method.spec().uses_neighbors && method != Method::Tsne;
        for field in ["neighbors", "pieces"] {
            assert_eq!(report[field].is_null(), !has_graph, "{method}: {field}");
        }
        assert!(report["features"].as_array().unwrap().len() > 1);
    }
    let with_noise = report(
        &folder,
        "moons --n-samples 40 --random-state 9 --scale standardize --method diffusion-map --gamma 2",
    );
    assert_eq!(with_noise["seed"], 9);
    assert_eq!(with_noise["scaling"], "standardize");
    assert_eq!(with_noise["label"], "moon");
    assert_eq!(with_noise["parameters"]["gamma"], 2.0);
}

#[test]
fn the_page_says_what_stands_in_each_table_of_fit() {
    let help = ok(&tempdir().unwrap(), "fit --help");
    let flags = help.lines().filter(|line| line.contains(" <TABLE>"));
    let flags: BTreeSet<&str> = flags
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/report.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, table) = page.split_once("\n| flag | columns |\n").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let cells = table.lines().map(|row| row.split(" | ").next().unwrap());
    let named: BTreeSet<&str> = cells
        .flat_map(|cell| cell.split('`'))
        .filter(|it| it.starts_with("--"))
        .collect();
    assert_eq!(named, flags);
}

/// Isomap of scikit-learn 1.9: 101442.96, 7.8827, 5.0047, the graph in two pieces.
#[test]
fn isomap_reports_its_own_eigenvalues_and_the_pieces_of_its_graph() {
    let folder = tempdir().unwrap();
    let data = case("two-clusters.csv");
    let report = report(
        &folder,
        &format!(
            "{} --method isomap --neighbors 4 --components 3",
            data.display()
        ),
    );
    for (found, theirs) in
        numbers(&report["eigenvalues"])
            .iter()
            .zip([101_442.964, 7.882_697_92, 5.004_695_44])
    {
        assert!((found / theirs - 1.0).abs() < 1e-7, "{found}");
    }
    assert_eq!(report["pieces"], 2);
    assert_eq!(report["neighbors"], 4);
    assert!(warnings(&report).contains("in 2 pieces"), "{report}");
    // What is no kernel PCA does not warn of it, and says the same without a report.
    let said = ok(
        &folder,
        &format!("fit {} --method isomap --neighbors 4", data.display()),
    );
    assert_eq!(said.matches("in 2 pieces").count(), 1, "{said}");
}

/// Points of a line by their distances alone, which Isomap lays out in a line again, and the nodes of a graph.
#[test]
fn methods_take_distances_and_graphs_or_say_why_not() {
    let folder = tempdir().unwrap();
    let places: Vec<f64> = (0..14).map(|i| f64::from(i + i * i % 5) * 0.37).collect();
    let distances = |of: &[f64]| -> String {
        let row = |a: &f64| places.iter().map(|b| (a - b).abs().to_string()).collect();
        let rows = of
            .iter()
            .map(row)
            .map(|row: Vec<String>| row.join(",") + "\n");
        rows.collect()
    };
    fs::write(folder.path().join("d.csv"), distances(&places)).unwrap();
    fs::write(folder.path().join("new.csv"), distances(&[1.0, 3.3])).unwrap();
    let isomap = report(
        &folder,
        "d.csv --as distances --method isomap --neighbors 13 --components 1 --project new.csv --projected p.csv",
    );
    let mean = places.iter().sum::<f64>() / 14.0;
    let inertia: f64 = places.iter().map(|place| (place - mean).powi(2)).sum();
    assert!((numbers(&isomap["eigenvalues"])[0] / inertia - 1.0).abs() < 1e-9);
    assert_eq!(
        (&isomap["neighbors"], &isomap["pieces"]),
        (&13.into(), &1.into())
    );
    let projected: Vec<f64> = (read(&folder, "p.csv").lines().skip(1))
        .map(|line| line.rsplit(',').next().unwrap().parse().unwrap())
        .collect();
    assert!(
        ((projected[0] - projected[1]).abs() - 2.3).abs() < 1e-9,
        "{projected:?}"
    );

    let graph = report(
        &folder,
        "karate --method laplacian-eigenmaps --components 2",
    );
    assert_eq!(
        (&graph["neighbors"], &graph["pieces"]),
        (&Value::Null, &1.into())
    );
    assert_eq!(
        graph["parameters"].as_object().map(serde_json::Map::len),
        Some(0)
    );
    for (line, why) in [
        ("fit d.csv --as distances --method lle", "has no features"),
        ("fit karate --method isomap", "no distances or features"),
        (
            "fit karate --method laplacian-eigenmaps --neighbors 5",
            "--neighbors",
        ),
    ] {
        let (_, said) = fails(&folder, line);
        assert!(said.contains(why), "{line}: {said}");
    }
}

/// scikit-learn's `explained_variance_` of iris, and 149/150 of it.
#[test]
fn linear_pca_has_both_divisors() {
    let folder = tempdir().unwrap();
    let report = report(&folder, "iris --method pca");
    let theirs = [4.228_241_71, 0.242_670_75, 0.078_209_5, 0.023_835_09];
    let unbiased = numbers(&report["explained_variance"]);
    let eigenvalues = numbers(&report["eigenvalues"]);
    for ((found, λ), theirs) in unbiased.iter().zip(&eigenvalues).zip(theirs) {
        assert!((found - theirs).abs() < 1e-8, "{found}");
        assert!((λ - theirs * 149.0 / 150.0).abs() < 1e-8, "{λ}");
    }
    assert_eq!(report["eigenvalue_scale"], "variance, divisor n");
    // A square's two directions are as good as any others.
    fs::write(
        folder.path().join("square.csv"),
        "a,b\n1,1\n1,-1\n-1,1\n-1,-1\n",
    )
    .unwrap();
    let square = self::report(&folder, "square.csv --method pca");
    assert!(warnings(&square).contains("equal eigenvalues"), "{square}");
}

/// Rows of iris whose 10th and 11th nearest others are equally far, counted in exact arithmetic on tenths of
/// centimetres: 44. Of 5 neighbours 28; Laplacian eigenmaps counts the row itself, and 9 others decide: 39.
#[test]
fn ties_of_distances_that_decide_neighbours_are_counted() {
    let folder = tempdir().unwrap();
    for (flags, rows) in [
        ("--method isomap --neighbors 10", 44),
        ("--method isomap --neighbors 5", 28),
        ("--method laplacian-eigenmaps --neighbors 10", 39),
        ("--method lle --neighbors 10 --scale standardize", 44),
    ] {
        let report = report(&folder, &format!("iris {flags}"));
        let said = warnings(&report);
        let standardised = flags.contains("standardize");
        let expected = format!("{rows} rows have more than one row at the distance");
        // Standardised, rows at equal distances are other ones.
        assert!(said.contains(&expected) || standardised, "{flags}: {said}");
    }
    // A roll of random points has none.
    let roll = report(&folder, "swiss-roll --n-samples 90 --method isomap");
    assert!(!warnings(&roll).contains("at the distance"), "{roll}");
}

#[test]
fn components_are_as_many_as_were_asked_for_in_every_table() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("new.csv"), "x,y,z\n1,2,3\n4,5,6\n").unwrap();
    fs::write(
        folder.path().join("counts.csv"),
        "none,light,medium,heavy\n2,3,4,1\n",
    )
    .unwrap();
    for method in Method::ALL {
        let new = match method {
            Method::Correspondence => "counts.csv",
            _ => "new.csv",
        };
        let projects = if method.spec().projects {
            format!("--project {new} --projected q.csv")
        } else {
            String::new()
        };
        ok(
            &folder,
            &format!(
                "fit {} --method {method} --components 2 --scores s.csv --pca-scores p.csv --spectrum e.csv \
                 {projects} --force",
                data_for(method)
            ),
        );
        assert_eq!(header(&read(&folder, "s.csv")), "PC1,PC2", "{method}");
        assert_eq!(header(&read(&folder, "p.csv")), "PC1,PC2", "{method}");
        assert_eq!(read(&folder, "e.csv").lines().count(), 3, "{method}");
        if method.spec().projects {
            assert_eq!(header(&read(&folder, "q.csv")), "PC1,PC2", "{method}");
        }
    }
}

#[test]
fn a_share_of_the_variance_is_reached_by_every_method_that_has_one() {
    let folder = tempdir().unwrap();
    for method in Method::ALL {
        let flags = format!("{} --method {method} --components 0.9", data_for(method));
        if !method.spec().has_shares {
            let (status, said) = fails(&folder, &format!("fit {flags}"));
            assert!(
                status == 2 && said.contains("--components needs a number"),
                "{said}"
            );
            continue;
        }
        let report = report(&folder, &flags);
        let shares = numbers(&report["explained_variance_ratio"]);
        let (all, but_last): (f64, f64) =
            (shares.iter().sum(), shares[..shares.len() - 1].iter().sum());
        assert!(all >= 0.9 - 1e-9 && but_last < 0.9, "{method}: {shares:?}");
        assert_eq!(report["components_asked"], 0.9);
        assert_eq!(shares.len(), numbers(&report["eigenvalues"]).len());
    }
    // More than the ten that are computed first: wide data of equal variances.
    let mut table = (0..30)
        .map(|j| format!("f{j}"))
        .collect::<Vec<_>>()
        .join(",")
        + "\n";
    let mut state = 1_u64;
    for _ in 0..60 {
        let row = (0..30).map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            format!("{}", (state >> 40) % 1000)
        });
        table += &(row.collect::<Vec<_>>().join(",") + "\n");
    }
    fs::write(folder.path().join("wide.csv"), table).unwrap();
    let wide = report(
        &folder,
        "wide.csv --method isomap --neighbors 59 --components 0.8",
    );
    let shares = numbers(&wide["explained_variance_ratio"]);
    let all: f64 = shares.iter().sum();
    assert!(shares.len() > 10 && (0.8..0.9).contains(&all), "{shares:?}");
}

#[test]
fn rows_say_which_they_are_where_some_were_left_out() {
    let folder = tempdir().unwrap();
    let rows = "a,b,kind\n1,2,x\n3,,y\n4,1,y\n0,5,x\n2,2,x\n5,3,y\n";
    fs::write(folder.path().join("t.csv"), rows).unwrap();
    fs::write(folder.path().join("new.csv"), "kind,b,a\nx,2,1.5\ny,4,3\n").unwrap();
    let fit = "fit t.csv --gamma 0.2 --components 2";
    ok(
        &folder,
        &format!("{fit} --scores s.csv --pca-scores p.csv --denoise d.csv --novelty n.csv"),
    );
    for (name, columns) in [
        ("s.csv", "row,PC1,PC2"),
        ("p.csv", "row,PC1,PC2"),
        ("d.csv", "row,a,b,distance,converged"),
        ("n.csv", "row,error,t2"),
    ] {
        let table = read(&folder, name);
        assert_eq!(header(&table), columns);
        let ids = table
            .lines()
            .skip(1)
            .map(|line| line.split(',').next().unwrap());
        assert_eq!(ids.collect::<Vec<_>>(), ["0", "2", "3", "4", "5"], "{name}");
    }
    let report = report(&folder, "t.csv --features a,b");
    assert_eq!(report["left_out"]["rows"][0]["count"], 1);
    assert_eq!(report["left_out"]["rows"][0]["why"], "missing values");
    // Beside rows of a file are those of that file.
    ok(
        &folder,
        &format!(
            "{fit} --project new.csv --projected q.csv --denoise e.csv --novelty m.csv --with label,row,features"
        ),
    );
    let projected = read(&folder, "q.csv");
    assert_eq!(header(&projected), "row,kind,a,b,PC1,PC2");
    assert!(
        projected
            .lines()
            .nth(2)
            .unwrap()
            .starts_with("1,y,3.0,4.0,")
    );
    let denoised = read(&folder, "e.csv");
    assert_eq!(
        header(&denoised),
        "row,kind,original a,original b,a,b,distance,converged"
    );
    assert!(
        read(&folder, "m.csv")
            .lines()
            .nth(1)
            .unwrap()
            .starts_with("0,x,1.5,2.0,")
    );
    // All rows are there, and a table of new rows has no number unasked.
    ok(
        &folder,
        &format!("{fit} --project new.csv --projected r.csv"),
    );
    assert_eq!(header(&read(&folder, "r.csv")), "PC1,PC2");
    let (status, said) = fails(&folder, &format!("{fit} --novelty x.npy --with row"));
    assert!(status == 2 && said.contains("x.npy"), "{said}");
    // Nodes have names.
    fs::write(
        folder.path().join("g.csv"),
        "source,target\nada,bob\nbob,cy\ncy,ada\ncy,dee\n",
    )
    .unwrap();
    ok(
        &folder,
        "fit g.csv --as graph --components 2 --scores g.out.csv --with name",
    );
    let nodes = read(&folder, "g.out.csv");
    assert!(nodes.starts_with("node,PC1,PC2\nada,"), "{nodes}");
}

#[test]
fn alpha_reaches_every_table_that_is_made_by_ridge_regression() {
    let folder = tempdir().unwrap();
    let fit = "fit moons --n-samples 40 --noise 0.1 --gamma 2 --components 3 --force --reconstruction r.csv";
    ok(&folder, fit);
    let by_default = read(&folder, "r.csv");
    ok(&folder, &format!("{fit} --alpha 1"));
    assert_eq!(read(&folder, "r.csv"), by_default);
    ok(&folder, &format!("{fit} --alpha 0.01"));
    assert!(read(&folder, "r.csv") != by_default);
}

/// A device that takes nothing is written to before any file is put in its place.
#[cfg(target_os = "linux")]
#[test]
fn outputs_are_all_there_or_none() {
    let folder = tempdir().unwrap();
    let (status, said) = fails(&folder, "fit iris --scores s.csv --json /dev/full");
    assert_eq!(status, 1);
    assert_eq!(
        said,
        "kpca-explorer: cannot write /dev/full: the disk is full; nothing else was written\n"
    );
    let script = "\"$0\" fit iris --scores s.csv --json - >/dev/full";
    let output = Command::new("bash")
        .args(["-c", script])
        .arg(assert_cmd::cargo::cargo_bin("kpca-explorer"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    fs::write(folder.path().join("s.csv"), "mine").unwrap();
    fails(
        &folder,
        "fit iris --scores s.csv --force --spectrum /dev/full",
    );
    assert_eq!(read(&folder, "s.csv"), "mine");
}

#[test]
fn remarks_and_a_failure_are_one_line() {
    let folder = tempdir().unwrap();
    fs::write(
        folder.path().join("s.toml"),
        "version = 1\n[setup]\nunheard = 1\nsource.file.path = \"gone.csv\"\n",
    )
    .unwrap();
    let (status, said) = fails(&folder, "fit --session s.toml");
    assert!(
        status == 1 && said.contains("gone.csv") && said.contains("unheard"),
        "{said}"
    );
    fs::write(folder.path().join("v.csv"), "1,5\n2,5\n3,75\n9,5\n").unwrap();
    let (_, said) = fails(&folder, "fit v.csv --method correspondence --features 0");
    assert!(
        said.contains("two columns; v.csv can be read in two ways"),
        "{said}"
    );
    // However long what it quotes.
    let long = "x".repeat(100_000);
    let (status, said) = fails(&folder, &format!("fit {long}"));
    assert!(status == 1 && said.len() < 3_000, "{}", said.len());
}

/// Messages hide the place in its source that the window system's library gives where there is no display.
#[cfg(target_os = "linux")]
#[test]
fn no_message_shows_a_path_of_the_build() {
    let folder = tempdir().unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("kpca-explorer"));
    command.current_dir(folder.path()).arg("iris");
    command
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET");
    let output = command.env("DISPLAY", ":997").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        !said.contains(".rs:") && !said.contains("/registry/"),
        "{said}"
    );
}

/// Rows of a roll, projected by every method that starts from distances, with what that is worth.
#[test]
fn new_rows_are_placed_with_an_error_that_is_said() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("new.csv"), "x,y,z\n1,10,-8\n4,5,6\n").unwrap();
    let roll = "fit swiss-roll --n-samples 300 --components 2 --scale standardize";
    for method in METHODS {
        let project =
            format!("{roll} --method {method} --project new.csv --projected q.csv --force");
        if method == Method::Tsne {
            let (status, said) = fails(&folder, &project);
            assert!(
                status == 2 && said.contains("has no scores for rows"),
                "{said}"
            );
            continue;
        }
        let said = ok(&folder, &project);
        assert!(
            said.contains("new rows: scores are off by"),
            "{method}: {said}"
        );
        assert_eq!(read(&folder, "q.csv").lines().count(), 3);
        let report: Value =
            serde_json::from_str(&ok(&folder, &format!("{project} --json -"))).unwrap();
        let error = report["projection_error"].as_f64().unwrap();
        assert!(error > 0.0 && error < 1.5, "{method}: {error}");
        assert!(
            warnings(&report).contains("new rows: scores are off by"),
            "{method}"
        );
    }
    let alone = report(&folder, "swiss-roll --n-samples 60 --method isomap");
    assert!(alone["projection_error"].is_null() && alone["novelty_limits"].is_null());
}

/// Accuracy of each class of the new rows: by hand, since classes lie far apart and only one is where it was.
#[test]
fn the_accuracy_of_new_rows_is_said_for_each_class() {
    let folder = tempdir().unwrap();
    let rows = |x: i32, y: i32, class: &str| {
        let around = [[0, 0], [1, 0], [0, 1], [1, 2]];
        around
            .map(|[a, b]| format!("{},{},{class}\n", x + a, y + b))
            .concat()
    };
    let write = |name: &str, text: String| {
        fs::write(folder.path().join(name), format!("a,b,kind\n{text}")).unwrap();
    };
    write("old.csv", rows(0, 0, "u") + &rows(9, 9, "v"));
    write(
        "new.csv",
        rows(0, 1, "u") + &rows(0, 0, "v") + &rows(5, 5, "w"),
    );
    fs::write(folder.path().join("nobody.csv"), "a,b\n1,2\n").unwrap();
    let fit = "fit old.csv --components 2 --force --projected p.csv --project";
    let said = ok(&folder, &format!("{fit} new.csv"));
    let by_class = "by class: u 100.0 % of 4, v 0.0 % of 4, w 0.0 % of 4, which was not fitted";
    assert!(said.contains(by_class), "{said}");
    let json = |new: &str| {
        let said = ok(&folder, &format!("{fit} {new} --json -"));
        let report: Value = serde_json::from_str(&said).unwrap();
        report["new_rows_accuracy"].clone()
    };
    let found = json("new.csv");
    assert_eq!(found["components"], 2);
    assert!((found["all"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-12);
    let expected = [("u", true, 1.0), ("v", true, 0.0), ("w", false, 0.0)];
    let expected = expected.map(|(class, fitted, accuracy)| {
        serde_json::json!({ "class": class, "fitted": fitted, "rows": 4, "accuracy": accuracy })
    });
    assert_eq!(found["by_class"], Value::from(expected.to_vec()));
    assert!(json("nobody.csv").is_null());
}

#[test]
fn limits_of_novelty_stand_in_the_report() {
    let folder = tempdir().unwrap();
    let fit = "fit iris --gamma 0.2 --components 2 --novelty n.csv --force --json -";
    let report: Value = serde_json::from_str(&ok(&folder, fit)).unwrap();
    let limits = &report["novelty_limits"];
    assert_eq!(
        (&limits["components"], &limits["confidence"]),
        (&2.into(), &0.95.into())
    );
    // Values of `choosing.py`, on Fisher's irises; the shipped ones are those.
    let reference: Value = serde_json::from_str(include_str!("../fixtures/choosing.json")).unwrap();
    for (ours, theirs) in [("t2", "t2_limit"), ("q", "q_limit")] {
        let theirs = reference["limits"][0][theirs].as_f64().unwrap();
        let off = limits[ours].as_f64().unwrap() / theirs - 1.0;
        assert!(off.abs() < 1e-6, "{ours}: {limits}");
    }
}
