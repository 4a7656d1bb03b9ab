//! Many files at random: well-formed ones, whose cells are known and must be read as they are, and damaged ones,
//! which must neither panic nor take long. `KPCA_FUZZ=10000 cargo test --test files mutations` tries that many
//! of each; without it there are few enough for every run.

use std::{
    env,
    fmt::Write,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use explorer::setup::{parse_line, parse_session};
use kernel_pca::objects::{Labels, ObjectKind};
use lessons::parse_lesson;
use tabular::{ColumnChoice, Columns, Holds, ReadAs, ReadProgress, Source, Table, parse_table};

/// Inputs of each kind in a run without `KPCA_FUZZ`.
const USUAL_COUNT: u64 = 400;
/// No damaged file of some kilobytes may take longer, on the slowest machine of all.
const LONGEST: Duration = Duration::from_secs(10);

fn count() -> u64 {
    let asked = env::var("KPCA_FUZZ").ok();
    asked.map_or(USUAL_COUNT, |count| {
        count.parse().expect("KPCA_FUZZ is a number")
    })
}

/// Cells of a column as they were meant.
enum Truth {
    /// `None` where missing.
    Numbers(Vec<Option<f64>>),
    Words(Vec<String>),
}

/// A file and its columns.
struct Written {
    text: String,
    names: Vec<String>,
    columns: Vec<Truth>,
}

fn one_of<'a>(random: &mut impl Rng, choices: &[&'a str]) -> &'a str {
    choices[random.random_range(0..choices.len())]
}

fn written(random: &mut impl Rng) -> Written {
    const WORDS: [&str; 8] = [
        "red",
        "Größe",
        "two words",
        "a \"b\" c",
        "猫",
        "x;y",
        "p, q",
        "#1",
    ];
    let delimiter = one_of(random, &[",", ";", "\t", "|", " "]);
    let is_blank = delimiter == " ";
    let decimal = if delimiter == "," {
        "."
    } else {
        one_of(random, &[".", ","])
    };
    let end = one_of(random, &["\n", "\r\n"]);
    let always_quoted = random.random_bool(0.2);
    let header = random.random_bool(0.7);
    let rows = random.random_range(6..30_usize);
    // The first two columns are complete numbers, so that the decimal sign and the header are plain.
    let kinds: Vec<u8> = (0..random.random_range(2..7))
        .map(|j| if j < 2 { 0 } else { random.random_range(0..3) })
        .collect();
    let quote = |text: &str| {
        let needs = text.contains(['"', '\n', '#']) || text.contains(delimiter);
        if needs || always_quoted || text.is_empty() && is_blank {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_owned()
        }
    };
    let names: Vec<String> = (0..kinds.len())
        .map(|j| format!("{}{j}", one_of(random, &["col", "Länge ", "v"])))
        .collect();
    let mut columns: Vec<Truth> = Vec::new();
    let mut cells: Vec<Vec<String>> = Vec::new();
    for kind in &kinds {
        let mut written = Vec::new();
        if *kind == 2 {
            let words = (0..rows).map(|_| one_of(random, &WORDS).to_owned());
            let words: Vec<String> = words.collect();
            written.extend(words.iter().map(|word| quote(word)));
            columns.push(Truth::Words(words));
        } else {
            let mut numbers = Vec::new();
            for i in 0..rows {
                let missing = i > 0 && *kind == 1 && random.random_bool(0.2);
                let value = random.random_range(-1000_i32..1000);
                let plain = format!("{}.{:02}", value / 10, random.random_range(1..99));
                numbers.push((!missing).then(|| plain.parse().unwrap()));
                written.push(match missing {
                    false => quote(&plain.replace('.', decimal)),
                    true if is_blank => "NA".into(),
                    true => one_of(random, &["", "NA", "?", "nan"]).into(),
                });
            }
            columns.push(Truth::Numbers(numbers));
        }
        cells.push(written);
    }
    let mut text = String::new();
    if random.random_bool(0.2) {
        text.push('\u{feff}');
    }
    let mut lines = Vec::new();
    if header {
        let names = names.iter().map(|name| quote(name));
        lines.push(names.collect::<Vec<_>>().join(delimiter));
    }
    for i in 0..rows {
        let row = cells.iter().map(|column| column[i].clone());
        lines.push(row.collect::<Vec<_>>().join(delimiter));
    }
    let blank_lines = random.random_bool(0.1);
    for line in lines {
        let _ = write!(text, "{line}{end}");
        if blank_lines {
            text.push_str(end);
        }
    }
    let names = if header {
        names
    } else {
        (0..kinds.len()).map(|j| format!("x{j}")).collect()
    };
    Written {
        text,
        names,
        columns,
    }
}

fn choice(label: ColumnChoice, feature: &str) -> Columns {
    Columns {
        label,
        features: Some(vec![feature.to_owned()]),
        ..Columns::default()
    }
}

/// An error where `table` is not what was written.
fn compare(table: &Table, written: &Written) -> Result<(), String> {
    let names: Vec<&str> = table.columns().iter().map(|it| it.name.as_str()).collect();
    if names != written.names {
        return Err(format!("names {names:?}"));
    }
    for (name, truth) in written.names.iter().zip(&written.columns) {
        match truth {
            Truth::Numbers(expected) => {
                let read = table.dataset(&choice(ColumnChoice::None, name));
                let read = read.map_err(|error| error.to_string())?;
                let found = read.row_ids.iter().copied().zip(read.x.iter().copied());
                let present = expected.iter().enumerate();
                let present = present.filter_map(|(i, value)| Some((i, (*value)?)));
                if !found.eq(present) {
                    return Err(format!("numbers of {name}"));
                }
            }
            Truth::Words(expected) => {
                let label = ColumnChoice::Column(name.clone());
                let read = table.dataset(&choice(label, &written.names[0]));
                let read = read.map_err(|error| error.to_string())?;
                let Labels::Classes { names, codes, .. } = read.labels else {
                    return Err(format!("{name} holds no words"));
                };
                let found = codes
                    .iter()
                    .map(|&code| code.map_or("", |code| names[code].as_str()));
                if !found.eq(expected.iter().map(String::as_str)) {
                    return Err(format!("words of {name}"));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn well_formed_files_are_read_cell_by_cell() {
    for seed in 0..count() {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let written = written(&mut random);
        let read = parse_table("data.csv", written.text.as_bytes(), ReadAs::default());
        let compared = read
            .map_err(|error| error.to_string())
            .and_then(|table| compare(&table, &written));
        if let Err(reason) = compared {
            panic!("seed {seed}: {reason}\n{}", written.text);
        }
    }
}

/// Bytes that mean something to some reader.
const SIGNS: &[u8] = b"\",;\t|\\\n\r#%{}[]@:-+.0 ";

/// Changes some bytes, cuts, doubles or joins.
fn damaged(random: &mut impl Rng, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..6) {
        if bytes.is_empty() {
            bytes.push(0);
        }
        let at = random.random_range(0..bytes.len());
        let end = (at + random.random_range(1..40)).min(bytes.len());
        match random.random_range(0..6) {
            0 => bytes[at] = random.random(),
            1 => bytes[at] = SIGNS[random.random_range(0..SIGNS.len())],
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            4 => bytes.truncate(at),
            _ => bytes[at] = bytes[at].wrapping_add(1),
        }
    }
    bytes
}

/// Asserts that a message is one line of characters that can be seen.
fn assert_plain(error: &impl std::fmt::Display) {
    let said = error.to_string();
    assert!(!said.chars().any(char::is_control), "{said:?}");
}

#[test]
fn damaged_files_neither_panic_nor_hang() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases/files");
    let mut inputs: Vec<Vec<u8>> = fs::read_dir(fixtures)
        .unwrap()
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .collect();
    inputs.sort();
    inputs.push(b">a\nACgt\n>b\nAC\n".to_vec());
    let session = "version = 1\n[source]\nbuiltin = \"iris\"\n[kernel]\ngamma = 0.5\n";
    let lesson = include_str!("../../assets/lessons/centring.toml");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let labels = folder.path().join("labels");
    fs::write(&path, "1,2\n3,4\n5,7\n").unwrap();
    for seed in 0..count() {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let bytes = damaged(&mut random, &inputs[seed as usize % inputs.len()]);
        let start = Instant::now();
        match parse_table("data.csv", &bytes[..], ReadAs::default()) {
            Ok(table) => {
                let columns = Columns::default();
                if let Ok(dataset) = table.dataset(&columns) {
                    assert!(dataset.x.iter().all(|value| value.is_finite()));
                    assert!(
                        table
                            .reading_line(&columns, ObjectKind::Vectors, dataset.skipped_rows)
                            .is_ok()
                    );
                }
            }
            Err(error) => assert_plain(&error),
        }
        let other = folder.path().join("other");
        fs::write(&other, &bytes).unwrap();
        for holds in [Holds::Strings, Holds::Graph] {
            let source = Source::File(other.clone().into());
            match source.load_for(holds, &ReadProgress::default(), &|| false) {
                Ok(table) if holds == Holds::Graph => drop(table.graph(&Columns::default())),
                Ok(table) => drop(table.strings(&Columns::default())),
                Err(error) => assert_plain(&error),
            }
        }
        fs::write(&labels, &bytes).unwrap();
        let file = tabular::DataFile {
            labels: Some(labels.clone()),
            ..path.clone().into()
        };
        if let Err(error) = Source::File(file).load(&|| false) {
            assert_plain(&error);
        }
        let mut text = |of: &str| {
            let bytes = damaged(&mut random, of.as_bytes());
            String::from_utf8_lossy(&bytes).into_owned()
        };
        if let Err(error) = parse_line(&text(
            "version=1, source={file={path=\"a.csv\"}}, kernel.gamma=0.5",
        )) {
            assert_plain(&error);
        }
        if let Err(error) = parse_session(&text(session), &path) {
            assert_plain(&error);
        }
        if let Err(error) = parse_lesson(&text(lesson), &path) {
            assert_plain(&error);
        }
        assert!(
            start.elapsed() < LONGEST,
            "seed {seed} took {:?}",
            start.elapsed()
        );
    }
}

/// A file that pandas wrote, and what it read of it, being told how the file is written.
#[derive(serde::Deserialize)]
struct PandasCase {
    text: String,
    names: Vec<String>,
    columns: Vec<PandasColumn>,
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum PandasColumn {
    Numbers(Vec<Option<f64>>),
    Words(Vec<String>),
}

#[test]
fn files_are_read_as_pandas_reads_them() {
    let cases: Vec<PandasCase> =
        serde_json::from_str(include_str!("../fixtures/reading.json")).unwrap();
    for (seed, case) in cases.into_iter().enumerate() {
        let columns = case.columns.into_iter().map(|column| match column {
            PandasColumn::Numbers(numbers) => Truth::Numbers(numbers),
            PandasColumn::Words(words) => Truth::Words(words),
        });
        let written = Written {
            text: case.text,
            names: case.names,
            columns: columns.collect(),
        };
        let read = parse_table("data.csv", written.text.as_bytes(), ReadAs::default());
        let compared = read
            .map_err(|error| error.to_string())
            .and_then(|table| compare(&table, &written));
        if let Err(reason) = compared {
            panic!("seed {seed}: {reason}\n{}", written.text);
        }
    }
}
