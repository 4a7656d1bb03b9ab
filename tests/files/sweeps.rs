//! `sweep` and `animate`: a parameter through a range, as a table and as moving pictures.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use assert_cmd::Command;
use tempfile::tempdir;

fn run(folder: &Path, arguments: &str) -> Output {
    Command::cargo_bin("kpca-explorer")
        .unwrap()
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

fn ok(folder: &Path, arguments: &str) {
    let output = run(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {said}");
}

/// Exit status and the one line on stderr.
fn fails(folder: &Path, arguments: &str) -> (i32, String) {
    let output = run(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    (output.status.code().unwrap(), said)
}

/// Names of the columns, and the rows; what is empty is none.
fn table(path: PathBuf) -> (Vec<String>, Vec<Vec<Option<f64>>>) {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let names = lines.next().unwrap().split(',').map(str::to_owned);
    let names = names.collect();
    let cells = |line: &str| line.split(',').map(|cell| cell.parse().ok()).collect();
    (names, lines.map(cells).collect())
}

#[test]
fn a_sweep_is_a_table_of_single_fits() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let data = "moons --n-samples 120 --noise 0.1 --components 3";
    ok(
        folder,
        &format!("sweep {data} --parameter gamma --from 0.1 --to 10 --steps 3 --out sweep.csv"),
    );
    let (names, rows) = table(folder.join("sweep.csv"));
    let expected =
        "gamma,separation,eigenvalue_1,eigenvalue_2,eigenvalue_3,ratio_1,ratio_2,ratio_3";
    assert_eq!(names.join(","), expected);
    let values: Vec<f64> = rows.iter().map(|row| row[0].unwrap()).collect();
    assert!(values[0] == 0.1 && (values[1] - 1.0).abs() < 1e-12 && values[2] == 10.0);
    for row in &rows {
        let gamma = row[0].unwrap();
        ok(
            folder,
            &format!("fit {data} --gamma {gamma:?} --spectrum spectrum.csv --force"),
        );
        let (_, spectrum) = table(folder.join("spectrum.csv"));
        for j in 0..3 {
            let [swept, share] = [2 + j, 5 + j].map(|column| row[column].unwrap());
            let [λ, ratio] = [1, 2].map(|column| spectrum[j][column].unwrap());
            assert!((swept - λ).abs() < 1e-8 * spectrum[0][1].unwrap());
            assert!((share - ratio).abs() < 1e-8);
        }
        assert!((0.5..=1.0).contains(&row[1].unwrap()));
    }
}

#[test]
fn whole_numbers_are_taken_once_and_what_is_not_there_is_empty() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let poly = "sweep iris --label none --kernel poly --parameter degree --from 1 --to 3";
    ok(folder, &format!("{poly} --steps 9 --out degrees.csv"));
    let (_, rows) = table(folder.join("degrees.csv"));
    let degrees: Vec<f64> = rows.iter().map(|row| row[0].unwrap()).collect();
    assert_eq!(degrees, [1.0, 2.0, 3.0]);
    // Linear PCA's four components, and no label.
    assert!(rows[0][1].is_none() && rows[0][2].is_some());
    let neighbors = "sweep swiss-roll --n-samples 150 --method isomap --parameter neighbors";
    ok(
        folder,
        &format!("{neighbors} --from 6 --to 9 --steps 4 --components 3 --out neighbors.csv"),
    );
    let (_, rows) = table(folder.join("neighbors.csv"));
    assert_eq!(rows.len(), 4);
    // How well numbers are predicted is no share of rows.
    let (names, _) = table(folder.join("neighbors.csv"));
    assert_eq!(names[..2], ["neighbors", "r_squared"]);
}

/// The first error is printed in *Hands-On Machine Learning*, chapter 8; the second, and accuracies by the folds of
/// `fixtures/choosing.py`, are scikit-learn 1.9.1's.
#[test]
fn values_are_judged_by_pre_images_and_by_rows_that_are_held_out() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let roll = "sweep swiss-roll --noise 0.2 --random-state 42 --components 2 --parameter gamma";
    ok(
        folder,
        &format!(
            "{roll} --n-samples 1000 --from 0.0433 --to 0.04 --steps 2 --judge pre-image-error --out roll.csv"
        ),
    );
    let (names, rows) = table(folder.join("roll.csv"));
    assert_eq!(names[2..4], ["pre_image_error", "eigenvalue_1"]);
    for (row, expected) in rows
        .iter()
        .zip([32.786_308_795_766_13, 31.833_632_434_626_33])
    {
        let off = (row[2].unwrap() / expected - 1.0).abs();
        assert!(off < 1e-9, "{row:?}");
    }
    // In the units of the data, however they are scaled.
    ok(
        folder,
        &format!(
            "{roll} --n-samples 300 --scale standardize --from 0.5 --to 1 --steps 2 --judge pre-image-error --out scaled.csv"
        ),
    );
    let (_, rows) = table(folder.join("scaled.csv"));
    assert!((rows[0][2].unwrap() / 15.672_193_690_260_18 - 1.0).abs() < 1e-9);

    let iris = "sweep iris --components 2 --parameter gamma --from 0.1 --to 20 --steps 2";
    ok(
        folder,
        &format!("{iris} --judge held-out-accuracy,pre-image-error --out iris.csv"),
    );
    let (names, rows) = table(folder.join("iris.csv"));
    assert_eq!(names[2..4], ["held_out_accuracy", "pre_image_error"]);
    for (row, expected) in rows.iter().zip([0.92, 0.54]) {
        assert!((row[2].unwrap() - expected).abs() < 1e-12, "{row:?}");
    }
    let unlabelled = "sweep iris --label none --judge held-out-accuracy --parameter gamma";
    let range = "--from 0.1 --to 1 --steps 2 --out no.csv";
    let (status, said) = fails(folder, &format!("{unlabelled} {range}"));
    assert!(
        status == 1 && said.contains("no label to predict"),
        "{said}"
    );
}

#[test]
fn a_range_that_is_none_is_bad_usage_and_nothing_is_replaced() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("there.csv"), "mine").unwrap();
    let gamma = "sweep moons --n-samples 40 --parameter gamma --to 1 --steps 3";
    for (arguments, reason) in [
        ("--from 0 --out a.csv", "γ must be a positive number"),
        ("--from -1 --out a.csv", "γ must be a positive number"),
        (
            "--from 1 --kernel linear --out a.csv",
            "the linear kernel has none",
        ),
        ("--from 1 --method isomap --out a.csv", "Isomap has none"),
    ] {
        let (status, said) = fails(folder, &format!("{gamma} {arguments}"));
        assert!(status == 2 && said.contains(reason), "{said}");
    }
    let (status, said) = fails(folder, &format!("{gamma} --from 0.1 --out there.csv"));
    assert!(status == 1 && said.contains("there.csv"), "{said}");
    assert_eq!(
        fs::read_to_string(folder.join("there.csv")).unwrap(),
        "mine"
    );
    ok(
        folder,
        &format!("{gamma} --from 0.1 --out there.csv --force"),
    );
}

#[test]
fn an_animation_has_a_frame_for_each_value() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let range = "--parameter gamma --from 0.1 --to 100 --steps 5";
    let data = "moons --n-samples 80 --noise 0.05";
    ok(
        folder,
        &format!("animate {data} {range} --fps 4 --width 320 --height 240 --out moons.gif"),
    );
    let bytes = fs::read(folder.join("moons.gif")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (320, 240));
    assert!(decoder.global_palette().is_some());
    let mut delays = Vec::new();
    while let Some(frame) = decoder.next_frame_info().unwrap() {
        assert!(frame.palette.is_none(), "the palette is shared");
        delays.push(frame.delay);
    }
    assert_eq!(delays, [25, 25, 25, 25, 100]);
    assert!(bytes.len() < 120_000, "{}", bytes.len());
    let (status, said) = fails(folder, &format!("animate {data} {range} --out moons.png"));
    assert!(
        status == 1 && said.contains(".gif") && said.contains("moons-###.png"),
        "{said}"
    );
    let (status, _) = fails(
        folder,
        &format!("animate {data} {range} --fps 99 --out a.gif"),
    );
    assert_eq!(status, 2);
}

/// The pictures of a GIF, put one over the other, with their delays.
fn frames(path: PathBuf) -> Vec<(Vec<u8>, u16)> {
    let bytes = fs::read(path).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).unwrap();
    let [width, height] = [decoder.width(), decoder.height()].map(usize::from);
    let mut canvas = vec![0; 4 * width * height];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let [left, top, across] = [frame.left, frame.top, frame.width].map(usize::from);
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let at = 4 * ((top + i / across) * width + left + i % across);
            canvas[at..at + 4].copy_from_slice(pixel);
        }
        frames.push((canvas.clone(), frame.delay));
    }
    frames
}

/// Width, height and pixels of a PNG.
fn picture(path: PathBuf) -> (u32, u32, Vec<u8>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn there_and_back_shows_each_end_once_and_numbered_pictures_are_the_same() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let data =
        "animate moons --n-samples 60 --noise 0.05 --parameter gamma --from 0.1 --to 100 --steps 4";
    let look = "--width 300 --height 240 --there-and-back";
    ok(folder, &format!("{data} {look} --fps 8 --out moons.gif"));
    let gif = frames(folder.join("moons.gif"));
    let delays: Vec<u16> = gif.iter().map(|(_, delay)| *delay).collect();
    assert_eq!(delays, [100, 12, 13, 100, 13, 12]);
    let same = |a: usize, b: usize| gif[a].0 == gif[b].0;
    assert!(same(1, 5) && same(2, 4), "it goes back as it came");
    assert!(!same(0, 1) && !same(1, 2) && !same(2, 3) && !same(0, 3));

    ok(folder, &format!("{data} {look} --out frames/"));
    let pictures = folder.join("frames");
    let expected: Vec<String> = (1..=6).map(|i| format!("frame-00{i}.png")).collect();
    assert_eq!(names(&pictures), expected);
    let drawn: Vec<_> = expected
        .iter()
        .map(|name| picture(pictures.join(name)))
        .collect();
    for (frame, (width, height, pixels)) in drawn.iter().enumerate() {
        assert_eq!((*width, *height), (300, 240));
        let back = [0, 1, 2, 3, 2, 1][frame];
        assert!(*pixels == drawn[back].2, "{frame}");
        if frame > 0 {
            assert!(*pixels != drawn[frame - 1].2, "{frame}");
        }
        // The GIF shows the same, but for what its palette lacks.
        let bytes = pixels.len() / (300 * 240);
        let off = pixels
            .chunks_exact(bytes)
            .zip(gif[frame].0.chunks_exact(4))
            .map(|(a, b)| {
                a.iter()
                    .zip(b)
                    .take(3)
                    .map(|(a, b)| a.abs_diff(*b))
                    .max()
                    .unwrap()
            })
            .max();
        assert!(off.unwrap() < 96, "{frame}: {off:?}");
    }

    let (status, said) = fails(folder, &format!("{data} {look} --fps 8 --out others/"));
    assert!(status == 2 && said.contains("--fps needs a GIF"), "{said}");
    // Nothing is replaced unasked, and what fails leaves no folder behind.
    let (status, said) = fails(folder, &format!("{data} {look} --out frames/"));
    assert!(
        status == 1 && said.contains("frame-001.png exists"),
        "{said}"
    );
    ok(folder, &format!("{data} {look} --out frames --force"));
    let (status, _) = fails(folder, &format!("{data} --width 0 --height 240 --out new/"));
    assert!(status == 1 && !folder.join("new").exists());
    let once = "--width 200 --height 150 --out a-#.png";
    ok(folder, &format!("{data} {once}"));
    assert!((1..=4).all(|i| folder.join(format!("a-{i}.png")).exists()));
    assert!(!folder.join("a-5.png").exists());
}
