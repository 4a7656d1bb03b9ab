//! `fit` judged by rows that it did not learn from: held-out rows, new rows of known classes, clean rows. Numbers are
//! those of scikit-learn 1.9.1 on the same tables.

use std::{fs, process::Command};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// What the program prints, or its one line on standard error.
fn run(folder: &TempDir, arguments: &str) -> Result<String, String> {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("kpca-explorer"));
    let command = command
        .current_dir(folder.path())
        .args(arguments.split_whitespace());
    let command = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

fn report(folder: &TempDir, arguments: &str) -> Value {
    serde_json::from_str(&run(folder, &format!("{arguments} --json -")).unwrap()).unwrap()
}

fn assert_near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    let off = (found / expected - 1.0).abs();
    assert!(off < 1e-8, "{found} {expected}");
}

/// File of rows with six decimals, the last column text where there is a label.
fn write(folder: &TempDir, name: &str, header: &str, rows: impl Iterator<Item = String>) {
    let rows: String = rows.map(|row| row + "\n").collect();
    fs::write(folder.path().join(name), format!("{header}\n{rows}")).unwrap();
}

/// The folds of `fixtures/choosing.py` on its iris.
#[test]
fn a_kernel_is_judged_by_rows_that_are_held_out() {
    let folder = tempdir().unwrap();
    let fit = "fit iris --gamma 0.1 --components 2";
    let found = report(&folder, &format!("{fit} --held-out"));
    let held_out = &found["held_out"];
    assert_near(&held_out["accuracy"]["mean"], 0.92);
    assert_near(
        &held_out["accuracy"]["standard_error"],
        0.016_996_731_711_975_948,
    );
    assert_near(
        &held_out["pre_image_error"]["mean"],
        0.102_290_777_649_530_29,
    );
    assert_near(
        &held_out["pre_image_error"]["standard_error"],
        0.004_773_652_033_080_62,
    );
    let said = run(&folder, &format!("{fit} --held-out")).unwrap();
    let line = "held out (5 folds): 92.0 % ± 1.7 % of the labels by 2 components, pre-image error 10.2 % ± 0.5 %";
    assert!(said.contains(line), "{said}");
    assert!(report(&folder, fit)["held_out"].is_null());
    let few = run(&folder, "fit moons --n-samples 8 --held-out").unwrap_err();
    assert!(few.contains("10 rows are needed at least"), "{few}");
}

#[test]
fn novelty_finds_the_classes_of_new_rows() {
    let folder = tempdir().unwrap();
    let fitted = (0..40).map(f64::from);
    let fitted = fitted.map(|i| format!("{:.6},{:.6}", (1.3 * i).sin(), 0.5 * (0.7 * i).cos()));
    write(&folder, "fitted.csv", "a,b", fitted);
    let new = |label: bool| {
        move |i: i32| {
            let (size, kind) = if i % 2 == 0 {
                (1.0, "in")
            } else {
                (1.3, "out")
            };
            let i = f64::from(i);
            let [a, b] = [size * (2.1 * i).sin(), 0.5 * size * (1.1 * i + 0.4).cos()];
            format!(
                "{a:.6},{b:.6}{}",
                if label {
                    format!(",{kind}")
                } else {
                    String::new()
                }
            )
        }
    };
    write(&folder, "new.csv", "a,b,kind", (0..24).map(new(true)));
    write(&folder, "plain.csv", "a,b", (0..24).map(new(false)));
    // The label is that of the new rows alone.
    let labelled = fs::read_to_string(folder.path().join("fitted.csv")).unwrap();
    let labelled = labelled.replace('\n', ",in\n").replacen(",in", ",kind", 1);
    fs::write(folder.path().join("labelled.csv"), labelled).unwrap();

    let fit = "fit labelled.csv --gamma 0.5 --components 3 --force --novelty n.csv --project";
    let found = report(&folder, &format!("{fit} new.csv"));
    let by_class = found["novelty_by_class"].as_array().unwrap();
    let classes: Vec<&str> = by_class
        .iter()
        .map(|it| it["class"].as_str().unwrap())
        .collect();
    assert_eq!(classes, ["in", "out"]);
    assert_eq!(by_class[1]["rows"], 12);
    assert_near(&by_class[1]["roc_area_q"], 0.743_055_555_555_555_5);
    assert_near(&by_class[1]["roc_area_t2"], 0.854_166_666_666_666_6);
    assert_near(&by_class[0]["roc_area_q"], 1.0 - 0.743_055_555_555_555_5);
    // Shares beyond the limits, counted in the table.
    let table = fs::read_to_string(folder.path().join("n.csv")).unwrap();
    let limit = found["novelty_limits"]["t2"].as_f64().unwrap();
    let t2 = table
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap());
    let beyond = t2
        .enumerate()
        .filter(|(i, t2)| i % 2 == 1 && *t2 > limit)
        .count();
    let share = by_class[1]["beyond_t2"].as_f64().unwrap();
    assert!((share - beyond as f64 / 12.0).abs() < 1e-12);
    // At another level the limit of T² grows as the quantile of F(3, n − 3).
    let stricter = report(&folder, &format!("{fit} new.csv --confidence 0.99"));
    let limits = [&found, &stricter].map(|it| it["novelty_limits"]["t2"].as_f64().unwrap());
    assert_eq!(stricter["novelty_limits"]["confidence"], 0.99);
    assert_near(&(limits[1] / limits[0]).into(), 1.524_956_556_388_443);
    let said = run(&folder, &format!("{fit} new.csv")).unwrap();
    assert!(said.contains("novelty of out: 12 new rows, "), "{said}");
    assert!(
        said.contains("area under the ROC 0.743 by Q, 0.854 by T²"),
        "{said}"
    );
    let plain = fit.replace("labelled.csv", "fitted.csv");
    assert!(report(&folder, &format!("{plain} plain.csv"))["novelty_by_class"].is_null());
}

#[test]
fn denoised_rows_are_held_against_clean_ones() {
    let folder = tempdir().unwrap();
    let clean = |i: usize| {
        let i = i as f64;
        [(1.3 * i).sin(), (1.3 * i).cos(), 0.3 * (2.6 * i).sin()].map(|v| format!("{v:.6}"))
    };
    let noisy = |i: usize| {
        let with = |(j, v): (usize, String)| {
            let noise = 0.2 * (5.1 * i as f64 + 2.0 * j as f64).sin();
            format!("{:.6}", v.parse::<f64>().unwrap() + noise)
        };
        clean(i)
            .into_iter()
            .enumerate()
            .map(with)
            .collect::<Vec<_>>()
            .join(",")
    };
    write(
        &folder,
        "clean.csv",
        "a,b,c",
        (0..30).map(|i| clean(i).join(",")),
    );
    write(&folder, "noisy.csv", "a,b,c", (0..30).map(noisy));
    write(&folder, "few.csv", "a,b,c", (0..29).map(noisy));
    let fit =
        "fit noisy.csv --gamma 0.5 --components 2 --alpha 0.1 --denoise d.csv --force --clean";
    let found = report(&folder, &format!("{fit} clean.csv"));
    let errors = &found["denoising_errors"];
    assert_eq!(errors["rows"], 30);
    assert_near(&errors["noisy"], 0.019_973_202_127_277_778);
    assert_near(&errors["linear_pca"], 0.031_775_120_920_404_24);
    assert_near(&errors["kernel_pca"], 0.013_097_736_319_155_937);
    // The same rows as new ones.
    let again = report(&folder, &format!("{fit} clean.csv --project noisy.csv"));
    assert_near(
        &again["denoising_errors"]["kernel_pca"],
        0.013_097_736_319_155_937,
    );
    let said = run(&folder, &format!("{fit} clean.csv")).unwrap();
    assert!(
        said.contains("mean squared error against the clean rows: 0.01997"),
        "{said}"
    );
    let other = run(&folder, &format!("{fit} few.csv")).unwrap_err();
    // With the panel, in a figure; and nowhere in vain.
    for (arguments, why) in [
        (
            "render noisy.csv --panels denoising --out f.svg --clean clean.csv",
            None,
        ),
        (
            "render noisy.csv --panels kpca --out f.svg --clean clean.csv",
            Some("--clean needs denoising or denoising-error among --panels"),
        ),
        (
            "fit noisy.csv --clean clean.csv",
            Some("--clean needs --denoise"),
        ),
        (
            "fit noisy.csv --confidence 0.99",
            Some("--confidence needs --novelty"),
        ),
        (
            "fit noisy.csv --force",
            Some("--force needs a file to write"),
        ),
        (
            "fit noisy.csv --json - --force",
            Some("--force needs a file to write"),
        ),
    ] {
        let said = run(&folder, arguments);
        match why {
            None => assert_eq!(said, Ok(String::new())),
            Some(why) => assert!(said.clone().unwrap_err().contains(why), "{said:?}"),
        }
    }
    let figure = fs::read_to_string(folder.path().join("f.svg")).unwrap();
    assert!(figure.contains("30 rows against clean.csv"));
    let why = "few.csv: 29 clean rows for 30 rows: one for each is needed, in the same order";
    assert!(other.contains(why), "{other}");
}
