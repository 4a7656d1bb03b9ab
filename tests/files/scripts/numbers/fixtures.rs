//! Scripts for every file that tests of reading hold: X whole and the codes of labels are the program's.

use std::{io::Write, path::PathBuf};

use flate2::{Compression, write::GzEncoder};
use tabular::Rewritten;

use super::*;

/// Files that other readers split into rows or words differently, each by a habit of its own.
const HABITS: [(&str, &str); 12] = [
    (
        "apostrophes.arff",
        "@relation r\n% it's one\n@attribute 'a b' real\n@attribute c {1,10,9}\n@data\n1,1\n2,10\n3,9\n4,9\n",
    ),
    (
        "quote-in-comment.csv",
        "# a 5\" pipe\na,b,kind\n1,2,x\n3,5,y\n4,4,x\n",
    ),
    (
        "quote-in-title.csv",
        "Table 1: 5\" pipes\na,b,kind\n1,2,x\n3,5,y\n4,4,x\n",
    ),
    ("returns.csv", "\"Height\r(cm)\",kind\n1,x\n3,y\n4,x\n"),
    ("returns-bare.csv", "# a\rb\nHeight,kind\n1,x\n3,y\n4,x\n"),
    (
        "old-mac-breaks.csv",
        "\"Height\n(cm)\",kind\n1,x\n3,y\n4,x\n",
    ),
    (
        "hollow.tsv",
        "a\tb\tkind\n1\t2\tx\n\t\t\n3\t5\ty\n4\t4\tx\n\t\t\n",
    ),
    (
        "blanks-behind.csv",
        "a,b,kind\n1,2,x \n3,5,y\n4,4,x\n2,2,y  \n",
    ),
    (
        "numbers-amid-texts.csv",
        "a,b,kind\n1,2,007\n3,5,b\n4,4,7\n2,2,7.0\n6,1,b\n7,1,c\n",
    ),
    (
        "truths.csv",
        "a,b,big\n1,2,TRUE\n3,5,FALSE\n4,4,TRUE\n2,2,FALSE\n",
    ),
    (
        "quotes-in-cells.csv",
        "\"a\"\"b\nc\",\"d\",kind\n1,\"2\",\"x\"\"y\"\n3,5,\"z\n z\"\n4,4,\"x\"\"y\"\n",
    ),
    (
        "breaks-in-first-row.csv",
        "note,a,kind\n\"one\ntwo\",2,x\nthree,5,y\nfour,4,x\n",
    ),
];

/// Every file of the cases, those of [`HABITS`], and the texts that pandas wrote.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases");
    let files = ["files", "strangers"].map(|name| fs::read_dir(cases.join(name)).unwrap());
    let mut paths: Vec<PathBuf> = files
        .into_iter()
        .flatten()
        .map(|it| it.unwrap().path())
        .collect();
    paths.sort();
    let mut put = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        paths.push(path);
    };
    for (name, text) in HABITS {
        put(name, text.as_bytes());
    }
    put("old-mac.csv", HABITS[5].1.replace('\n', "\r").as_bytes());
    let breaks = fs::read(cases.join("files/breaks-in-header.csv")).unwrap();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&breaks).unwrap();
    put("breaks.csv.gz", &packed.finish().unwrap());
    let breaks = format!("\u{feff}{}", String::from_utf8(breaks).unwrap());
    let wide: Vec<u8> = breaks.encode_utf16().flat_map(u16::to_le_bytes).collect();
    put("breaks-utf16.csv", &wide);
    let cases: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../fixtures/reading.json")).unwrap();
    for (i, case) in cases.iter().enumerate() {
        put(
            &format!("pandas-{i}.csv"),
            case["text"].as_str().unwrap().as_bytes(),
        );
    }
    paths
}

/// Setups of all files that can be read as numbers: as they are, and with texts as 0/1 columns and gaps filled.
fn setups(folder: &Path) -> Vec<(String, Setup, Analysis)> {
    let mut all = Vec::new();
    for path in sources(folder) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let plain = Setup {
            source: Source::File(path.into()),
            scaling: Scaling::None,
            kernel: KernelParams {
                kind: KernelKind::Linear,
                ..KernelParams::default()
            },
            components: Components::Count(1),
            view: View {
                panels: vec![Panel::Input],
                ..View::default()
            },
            ..Setup::default()
        };
        let run = |setup: &Setup| Analyzer::default().run(setup, Tier::Exact, &|| false).ok();
        let Some(analysis) = run(&plain) else {
            continue;
        };
        let label = analysis.dataset.labels.column();
        let columns = analysis.table.columns().iter();
        let texts = columns.filter(|it| !it.is_numeric() && Some(&*it.name) != label);
        let mut made = plain.clone();
        made.columns.one_hot = texts.map(|it| it.name.clone()).collect();
        made.columns.missing = Missing::MostFrequent;
        all.push((name.clone(), plain, analysis));
        if let Some(analysis) = run(&made) {
            all.push((format!("{name}, made"), made, analysis));
        }
    }
    all
}

/// Codes of classes, of rows without a label the next one; or the quantity.
fn codes(labels: &Labels) -> DMatrix<f64> {
    let values: Vec<f64> = match labels {
        Labels::None => vec![0.0],
        Labels::Classes { names, codes, .. } => {
            let codes = codes.iter();
            codes
                .map(|code| code.unwrap_or(names.len()) as f64)
                .collect()
        }
        Labels::Continuous { values, .. } => values.clone(),
    };
    DMatrix::from_column_slice(values.len(), 1, &values)
}

fn assert_read(language: Language, wanted: impl Fn(&Setup, &Analysis) -> bool) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut setups = setups(folder.path());
    setups.retain(|(_, setup, analysis)| wanted(setup, analysis));
    let script = |(i, (_, setup, analysis)): (usize, &(String, Setup, Analysis))| {
        let place = folder.path().join(i.to_string());
        fs::create_dir_all(&place).unwrap();
        write_table(&place, setup, analysis);
        let script = script_of(language, setup, analysis);
        let labels = &analysis.dataset.labels;
        match (language, labels) {
            (_, Labels::None) => {
                let (numbers, _) = script.split_once("\n# the picture").unwrap();
                let none = if language == Language::R {
                    "label <- 0"
                } else {
                    "label = 0 * X[:1, 0]"
                };
                format!("{numbers}\n{none}\n\n# the picture")
            }
            (Language::Python | Language::Kpca, _) => script,
            // Codes are made where they are drawn.
            (Language::R, labels) => {
                let code = match labels {
                    Labels::Classes { .. } => "ifelse(is.na(code), length(classes), code - 1)",
                    _ => "ifelse(is.na(label), NaN, label)",
                };
                let script = script.replace("# the picture", "# drawn");
                format!("{script}\nlabel <- {code}\n\n# the picture")
            }
        }
    };
    let scripts: Vec<String> = setups.iter().enumerate().map(script).collect();
    let read = run(language, &scripts, &["X", "label"], folder.path());
    for ((name, _, analysis), read) in setups.iter().zip(read) {
        let dataset = &analysis.dataset;
        assert_eq!(read[0].shape(), dataset.x.shape(), "{name}");
        let off = difference(&dataset.x, &read[0]);
        assert!(off < 1e-12, "{name}: X differs by {off}");
        let known = |x: DMatrix<f64>| x.map(|v| if v.is_nan() { -1e9 } else { v });
        let (ours, theirs) = (known(codes(&dataset.labels)), known(read[1].clone()));
        assert_eq!(ours.shape(), theirs.shape(), "{name}");
        assert!(
            (&ours - &theirs).amax() < 1e-9,
            "{name}: {ours} and {theirs}"
        );
    }
    setups.len()
}

#[test]
fn python_reads_every_fixture_as_the_program_does() {
    if python_can("import sklearn, pandas, openpyxl") {
        let count = assert_read(Language::Python, |_, _| true);
        assert!(count > 150, "{count}");
    }
}

/// Files in formats that are rewritten as tables: graphs, and matrices of distances.
#[test]
fn python_reads_every_format_that_is_rewritten() {
    if !python_can("import sklearn, pandas, scipy") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let all = sources(folder.path());
    let of = |format: Rewritten| {
        let spec = format.spec();
        let is_of = |path: &&PathBuf| {
            let ending = path.extension().and_then(|it| it.to_str());
            ending.is_some_and(|it| spec.endings.contains(&it))
        };
        let files: Vec<&PathBuf> = all.iter().filter(is_of).collect();
        assert!(!files.is_empty(), "no case of {} is there", spec.words);
        files
    };
    let packed = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        let copy = folder.path().join(format!("{name}.gz"));
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&fs::read(path).unwrap()).unwrap();
        fs::write(&copy, packed.finish().unwrap()).unwrap();
        copy
    };
    let setup = |path: PathBuf| {
        let source = Source::File(path.clone().into());
        let kind = match source.plainly_takes() {
            Some(ObjectKind::Graph) => KernelKind::Diffusion,
            _ => KernelKind::Distances,
        };
        let setup = Setup {
            source,
            kernel: KernelParams {
                kind,
                ..KernelParams::default()
            },
            components: Components::Count(2),
            ..Setup::default()
        };
        (path.display().to_string(), setup)
    };
    let files = Rewritten::ALL.into_iter().flat_map(of);
    let files = files.flat_map(|path| [path.clone(), packed(path)]);
    let setups: Vec<(String, Setup)> = files.map(setup).collect();
    assert_reproduces_kernel_pca(Language::Python, &setups, folder.path());
}

/// Files that R reads itself; of the others it reads a table that the program wrote, and three are enough of these.
#[test]
fn r_reads_every_fixture_as_the_program_does() {
    if r_has_kernlab() {
        let tables = std::cell::Cell::new(3);
        let count = assert_read(Language::R, |setup, analysis| {
            !reads_table(Language::R, setup, analysis) || tables.replace(tables.get() - 1) > 0
        });
        assert!(count > 60, "{count}");
    }
}
