//! Uses of a file's columns: features, the label, names of rows, or none.

use std::{fs, path::Path};

use kernel_pca::objects::{Labels, ObjectKind};
use tabular::{
    ColumnChoice, Columns, DataFile, Dataset, FittedTable, Holds, ReadAs, ReadProgress, ReadTask,
    Source, Table, parse_table,
};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/cases/files");

fn table(text: &str) -> Table {
    parse_table("data.csv", text.as_bytes(), ReadAs::default()).unwrap()
}

fn dataset(text: &str) -> Dataset {
    table(text).dataset(&Columns::default()).unwrap()
}

fn line(text: &str) -> String {
    let (table, columns) = (table(text), Columns::default());
    let skipped = table.dataset(&columns).unwrap().skipped_rows;
    table
        .reading_line(&columns, ObjectKind::Vectors, skipped)
        .unwrap()
        .unwrap()
}

/// Summary of a table, such as "a b · label kind (2) · names id · 6 rows, 1 left out"; or the reason why there is
/// no dataset.
fn summary(table: &Table) -> String {
    let dataset = match table.dataset(&Columns::default()) {
        Ok(dataset) => dataset,
        Err(error) => return error.to_string(),
    };
    let label = match &dataset.labels {
        Labels::None => "no label".to_owned(),
        Labels::Classes { column, names, .. } => format!("label {column} ({})", names.len()),
        Labels::Continuous { column, .. } => format!("label {column}"),
    };
    let unlabelled = dataset.labels.unlabelled();
    let names = dataset.row_names.as_ref();
    format!(
        "{} · {label}{}{} · {} rows, {} left out",
        dataset.feature_names.join(" "),
        if unlabelled > 0 {
            format!(", none in {unlabelled}")
        } else {
            String::new()
        },
        names.map_or_else(String::new, |names| format!(" · names {}", names.column)),
        dataset.n(),
        dataset.skipped_rows
    )
}

fn case(name: &str) -> Source {
    Source::File(Path::new(CASES).join(name).into())
}

/// Classes in the order of rows; "" where a row has none.
fn classes(dataset: &Dataset) -> Vec<&str> {
    let Labels::Classes { names, codes, .. } = &dataset.labels else {
        panic!("no classes: {:?}", dataset.labels)
    };
    let class = |code: &Option<usize>| code.map_or("", |code| names[code].as_str());
    codes.iter().map(class).collect()
}

/// Right by reading the files: their README says 6, 20, 12 rows and which classes.
#[test]
fn spellings_of_no_value_are_classes_in_a_label() {
    for (name, expected) in [
        (
            "class-plus-minus.csv",
            "a b · label class (2) · 6 rows, 0 left out",
        ),
        (
            "crx-like.data",
            "x1 x2 x5 · label x6 (2) · 20 rows, 0 left out",
        ),
        (
            "class-NA-EU.csv",
            "a b · label class (2) · 12 rows, 0 left out",
        ),
        (
            "class-none-some.csv",
            "a b · label class (2) · 12 rows, 0 left out",
        ),
        (
            "class-null-alt.csv",
            "a b · label class (2) · 12 rows, 0 left out",
        ),
        (
            "class-question.csv",
            "a b · label class (2) · 12 rows, 0 left out",
        ),
        (
            "class-dot-star.csv",
            "a b · label class (2) · 12 rows, 0 left out",
        ),
        (
            "category-NA.csv",
            "a b · label region (3) · 12 rows, 0 left out",
        ),
        (
            "temperature-T.csv",
            "P T RH · no label · 20 rows, 0 left out",
        ),
        (
            "passenger.csv",
            "a b · no label · names PassengerId · 20 rows, 0 left out",
        ),
        (
            "glass-214.data",
            "x1 x2 x3 · label x4 (6) · names x0 · 214 rows, 0 left out",
        ),
        (
            "id-and-measures.csv",
            "a b c · no label · names id · 8 rows, 0 left out",
        ),
        (
            "wdbc-like.data",
            "x0 x2 x3 x4 x5 · label x1 (2) · 20 rows, 0 left out",
        ),
        (
            "wine-like.data",
            "x1 x2 x3 · label x0 (3) · 178 rows, 0 left out",
        ),
    ] {
        assert_eq!(
            summary(&case(name).load(&|| false).unwrap()),
            expected,
            "{name}"
        );
    }
}

#[test]
fn labels_beside_and_of_strings_are_read_likewise() {
    let beside = Source::File(DataFile {
        labels: Some(Path::new(CASES).join("meta-plusminus.tsv")),
        ..Path::new(CASES).join("vectors.tsv").into()
    });
    let beside = beside.load(&|| false).unwrap();
    let beside = beside.dataset(&Columns::default()).unwrap();
    assert_eq!(classes(&beside).join(""), "+-+-+-+-+-");

    let comma = ReadAs {
        delimiter: Some(",".parse().unwrap()),
        ..ReadAs::default()
    };
    let promoters = Source::File(DataFile {
        read_as: comma,
        ..Path::new(CASES).join("promoters-like.data").into()
    });
    let progress = ReadProgress::default();
    let promoters = promoters.load_for(Holds::Strings, &progress, &|| false);
    let promoters = promoters
        .unwrap()
        .objects(&Columns::default(), ObjectKind::Strings);
    assert_eq!(classes(&promoters.unwrap()), ["+", "+", "-", "-"]);
}

#[test]
fn an_empty_line_among_labels_is_an_object_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let [data, labels] = ["data.csv", "kinds.txt"].map(|name| folder.path().join(name));
    std::fs::write(&data, "a,b\n1,2\n3,4\n5,7\n").unwrap();
    let read = |text: &str| {
        std::fs::write(&labels, text).unwrap();
        let source = Source::File(DataFile {
            labels: Some(labels.clone()),
            ..data.clone().into()
        });
        let table = source.load(&|| false).unwrap();
        table.dataset(&Columns::default())
    };
    assert_eq!(classes(&read("u\n\nv\n").unwrap()), ["u", "", "v"]);
    // At the end of the file an empty line may be an object or nothing.
    assert_eq!(classes(&read("u\nv\n\n").unwrap()), ["u", "v", ""]);
    assert_eq!(classes(&read("u\nv\nv\n\n").unwrap()), ["u", "v", "v"]);
    let error = read("u\n\n").unwrap_err().to_string();
    assert!(
        error.contains("1 labels, and there are 3 objects") || error.contains("1 label"),
        "{error}"
    );
}

#[test]
fn a_row_without_a_label_stays_and_is_counted() {
    let text = "a,b,kind\n1,2,u\n3,4,\n5,6,v\n7,,u\n9,1,v\n";
    let dataset = dataset(text);
    assert_eq!(classes(&dataset), ["u", "", "v", "v"]);
    assert_eq!(dataset.row_ids, [0, 1, 2, 4]);
    let said = line(text);
    assert!(said.contains("label kind, which 1 row lacks"), "{said}");
    assert!(
        said.contains("rows left out for missing values: 1"),
        "{said}"
    );

    // In a column of numbers what spells "no value" is none.
    let quantity = table("a,b,target\n1,2,0.5\n3,4,?\n5,6,#DIV/0!\n7,8,2.5\n9,0,1.5\n");
    assert_eq!(
        summary(&quantity),
        "a b · label target, none in 2 · 5 rows, 0 left out"
    );
    let codes = table("a,b,class\n1,2,1\n3,4,NA\n5,6,1\n7,8,2\n9,0,2\n");
    assert_eq!(
        summary(&codes),
        "a b · label class (2), none in 1 · 5 rows, 0 left out"
    );
}

#[test]
fn errors_of_spreadsheets_are_no_values() {
    let text = "a,b\n1,2\n3,#DIV/0!\n4,#VALUE!\n5,#REF!\n1,#NAME?\n6,#NUM!\n2,#NULL!\n3,n.a.\n7,9\n8,#N/A\n9,1\n";
    assert_eq!(summary(&table(text)), "a b · no label · 3 rows, 8 left out");
}

#[test]
fn columns_that_tell_rows_apart_name_them() {
    let with = |name: &str, first: &dyn Fn(usize) -> String| {
        let row = |i| format!("{},{}.5,{}\n", first(i), (i * 7) % 5, (i * i) % 11);
        let rows: String = (0..12).map(row).collect();
        summary(&table(&format!("{name},a,b\n{rows}")))
    };
    let counting = |i: usize| (i + 1).to_string();
    let scattered = |i: usize| (1000 + (i * 37) % 101).to_string();
    for name in [
        "id",
        "ID",
        "Nr",
        "no",
        "key",
        "sample_id",
        "Sample ID",
        "PassengerId",
        "rownames",
        "",
    ] {
        for values in [&counting as &dyn Fn(usize) -> String, &scattered] {
            let shown = if name.is_empty() { "unnamed" } else { name };
            let expected = format!("a b · no label · names {shown} · 12 rows, 0 left out");
            assert_eq!(with(name, values), expected, "{name}");
        }
    }
    // A counter in front, unless its name speaks of a quantity.
    assert_eq!(
        with("plot", &counting),
        "a b · no label · names plot · 12 rows, 0 left out"
    );
    for name in ["time", "Year", "x", "t", "step", "age", "elapsed hours"] {
        let expected = format!("{name} a b · no label · 12 rows, 0 left out");
        assert_eq!(with(name, &counting), expected);
    }
    // Days of a month are times, and identifiers that recur name nothing.
    let left_out = "a b · no label · 12 rows, 0 left out";
    assert_eq!(with("day", &counting), left_out);
    assert_eq!(with("id", &|i| (i / 2).to_string()), left_out);
    // Not whole, not rising by one.
    assert_eq!(
        with("id", &|i| format!("{i}.5")),
        "id a b · no label · 12 rows, 0 left out"
    );
    assert_eq!(
        with("plot", &scattered),
        "plot a b · no label · 12 rows, 0 left out"
    );
    let texts = |i: usize| format!("sample {i}");
    assert_eq!(
        with("plot", &texts),
        "a b · no label · names plot · 12 rows, 0 left out"
    );
}

#[test]
fn counters_elsewhere_grids_and_short_ones_stay_features() {
    let rows = (0..9)
        .map(|i| format!("{}.5,{}\n", (i * 7) % 5, i + 1))
        .collect::<Vec<_>>()
        .concat();
    assert_eq!(
        summary(&table(&format!("a,count\n{rows}"))),
        "a count · no label · 9 rows, 0 left out"
    );
    let grid = (0..9)
        .map(|i| format!("{},{}\n", i / 3, i % 3))
        .collect::<Vec<_>>()
        .concat();
    assert_eq!(
        summary(&table(&format!("row1,col\n{grid}"))),
        "row1 col · no label · 9 rows, 0 left out"
    );
    let short = (0..7)
        .map(|i| format!("{i},{}.5\n", (i * 3) % 4))
        .collect::<Vec<_>>()
        .concat();
    assert_eq!(
        summary(&table(&format!("m,a\n{short}"))),
        "m a · no label · 7 rows, 0 left out"
    );
    // Nothing would be left.
    let alone = (0..9)
        .map(|i| format!("{i}\n"))
        .collect::<Vec<_>>()
        .concat();
    assert_eq!(
        summary(&table(&format!("m\n{alone}"))),
        "m · no label · 9 rows, 0 left out"
    );
}

#[test]
fn features_take_an_identifier_back_and_the_line_says_it() {
    let text = "id,a,b,other id,note\n3,1,2,7,p\n5,2,1,8,q\n4,4,4,9,r\n";
    let table = table(text);
    let names = |columns: &Columns| {
        let dataset = table.dataset(columns).unwrap();
        let names = dataset
            .row_names
            .map(|names| (names.column, names.names.join(" ")));
        (dataset.feature_names.join(" "), names)
    };
    let named = |column: &str, names: &str| Some((column.to_owned(), names.to_owned()));
    assert_eq!(
        names(&Columns::default()),
        ("a b".into(), named("id", "3 5 4"))
    );
    let features = |features: &[&str]| Columns {
        features: Some(features.iter().map(|&name| name.into()).collect()),
        ..Columns::default()
    };
    assert_eq!(names(&features(&["a"])), ("a".into(), named("id", "3 5 4")));
    assert_eq!(
        names(&features(&["id", "a"])),
        ("id a".into(), named("other id", "7 8 9"))
    );
    let said = line(text);
    assert!(said.contains("rows named by id"), "{said}");
    assert!(
        said.contains("columns left out: other id (identifier), note (text)"),
        "{said}"
    );
    let label = Columns {
        label: ColumnChoice::Column("id".into()),
        ..Columns::default()
    };
    assert_eq!(names(&label).1, named("other id", "7 8 9"));
}

#[test]
fn new_rows_have_their_own_names_and_may_lack_labels() {
    let columns = Columns::default();
    let fitted = table("id,a,b,kind\n11,1,2,u\n12,3,4,v\n13,5,6,u\n");
    let dataset = fitted.dataset(&columns).unwrap();
    let fitted = FittedTable::new(&fitted, &columns, &dataset).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), "kind,id,b,a\nv,21,2,1\n,22,4,3\n").unwrap();
    let new = Source::File(file.path().into());
    let new = fitted.read(&new, &ReadTask::default()).unwrap();
    let names = new.row_names.unwrap();
    assert_eq!((names.get(0), names.get(1)), (Some("21"), Some("22")));
    assert_eq!(new.labels.known_rows(), [0]);
    assert_eq!(new.x[(1, 0)], 3.0);
}

#[test]
fn the_label_is_found_by_its_name() {
    let with = |names: &str| {
        let row = |i: usize| format!("{}.5,{},{}\n", (i * 7) % 5, (i * i) % 3, i % 2);
        let rows: String = (0..12).map(row).collect();
        let dataset = dataset(&format!("{names}\n{rows}"));
        dataset.labels.column().map(str::to_owned)
    };
    for name in [
        "Outcome", "Survived", "status", "quality", "type", "KIND", "group", "species", "y",
    ] {
        assert_eq!(with(&format!("a,b,{name}")).as_deref(), Some(name));
    }
    for names in ["a,b,t", "a,b,T", "a,b,color", "x,z,y", "a,b,c"] {
        assert_eq!(with(names), None, "{names}");
    }
    assert_eq!(with("a,class,status").as_deref(), Some("class"));
    // Under these names many numbers are a quantity to be measured, not classes.
    let many = (0..40)
        .map(|i| format!("{}.5,{i}.25\n", (i * 7) % 5))
        .collect::<Vec<_>>()
        .concat();
    assert_eq!(
        summary(&table(&format!("a,quality\n{many}"))),
        "a quality · no label · 40 rows, 0 left out"
    );
    assert_eq!(
        summary(&table(&format!("a,target\n{many}"))),
        "a · label target · 40 rows, 0 left out"
    );
}

#[test]
fn of_several_columns_of_texts_the_one_with_few_is_the_label() {
    let of = |counts: [usize; 3]| {
        let row = |i: usize| {
            let [p, q, r] = counts.map(|count| format!("w{}", i % count));
            format!("{i}.5,{p},{q},{r}\n")
        };
        let rows: String = (0..100).map(row).collect();
        let dataset = dataset(&format!("a,p,q,r\n{rows}"));
        dataset.labels.column().map(str::to_owned)
    };
    // The fewest, and of equally many the last; but no names.
    assert_eq!(of([2, 3, 20]).as_deref(), Some("p"));
    assert_eq!(of([20, 3, 4]).as_deref(), Some("q"));
    assert_eq!(of([20, 3, 3]).as_deref(), Some("r"));
    assert_eq!(of([20, 25, 100]).as_deref(), Some("p"));
    assert_eq!(of([100, 99, 100]), None);
}

/// The shapes of well-known files: made-up rows, all separators, headers and spellings as there.
#[test]
#[expect(clippy::too_many_lines, reason = "one table of files")]
fn well_known_files_are_read_as_they_are_meant() {
    let rows = |n: usize, row: &dyn Fn(usize) -> String| -> String {
        (0..n).map(|i| row(i) + "\n").collect()
    };
    // Numbers that repeat in no simple way.
    let v = |i: usize, j: usize| ((i * 37 + j * 61) % 97) as f64 / 10.0 + 0.5;
    let several = |i: usize, count: usize, separator: &str| {
        let values = (0..count).map(|j| format!("{:.2}", v(i, j)));
        values.collect::<Vec<_>>().join(separator)
    };
    let of = |names: &[&'static str], i: usize| names[i % names.len()];
    let files: Vec<(&str, String, &str)> = vec![
        (
            "iris",
            rows(15, &|i| {
                format!(
                    "{},{}",
                    several(i, 4, ","),
                    of(&["Iris-setosa", "Iris-virginica"], i)
                )
            }),
            "x0 x1 x2 x3 · label x4 (2) · 15 rows, 0 left out",
        ),
        (
            "wine",
            rows(30, &|i| format!("{},{}", i / 10 + 1, several(i, 3, ","))),
            "x1 x2 x3 · label x0 (3) · 30 rows, 0 left out",
        ),
        (
            "wdbc with names",
            format!(
                "id,diagnosis,radius_mean,texture_mean,Unnamed: 32\n{}",
                rows(12, &|i| format!(
                    "{},{},{},",
                    842_302 + i * 7919,
                    of(&["M", "B"], i / 2),
                    several(i, 2, ",")
                ))
            ),
            "radius_mean texture_mean · label diagnosis (2) · names id · 12 rows, 0 left out",
        ),
        (
            "glass",
            rows(35, &|i| {
                format!("{},{},{}", i + 1, several(i, 3, ","), i / 5 + 1)
            }),
            "x1 x2 x3 · label x4 (7) · names x0 · 35 rows, 0 left out",
        ),
        (
            "crx",
            rows(20, &|i| {
                format!(
                    "{},{:.2},{},{},{}",
                    of(&["a", "b", "?"], i),
                    v(i, 0),
                    of(&["u", "y"], i / 2),
                    if i == 3 {
                        "?".into()
                    } else {
                        format!("{i:05}")
                    },
                    of(&["+", "-"], i / 3)
                )
            }),
            "x1 · label x4 (2) · 20 rows, 0 left out",
        ),
        (
            "auto-mpg",
            rows(12, &|i| {
                format!(
                    "{:.1}   {}   {}   {}  \"car {}\"",
                    v(i, 0) + 10.0,
                    4 + 2 * (i % 3),
                    if i == 5 {
                        "?".into()
                    } else {
                        format!("{:.1}", v(i, 1))
                    },
                    i % 3 + 1,
                    i
                )
            }),
            "x0 x1 x2 x3 · no label · 11 rows, 1 left out",
        ),
        (
            "abalone",
            rows(20, &|i| {
                format!(
                    "{},{},{}",
                    of(&["M", "F", "I"], i),
                    several(i, 3, ","),
                    i % 9 + 3
                )
            }),
            "x1 x2 x3 x4 · label x0 (3) · 20 rows, 0 left out",
        ),
        (
            "adult",
            rows(30, &|i| {
                format!(
                    "{}, {}, {}, {}, {}",
                    20 + i % 17,
                    of(&["Private", "State-gov", "?"], i),
                    70_000 + 13 * i * i,
                    of(&["White", "Black"], i / 2),
                    of(&["<=50K", ">50K"], i / 3)
                )
            }),
            "x0 x2 · label x4 (2) · 30 rows, 0 left out",
        ),
        (
            "ecoli",
            rows(20, &|i| {
                format!(
                    "P{i:04}_ECOLI  {}   {}",
                    several(i, 3, "  "),
                    of(&["cp", "im", "pp"], i / 4)
                )
            }),
            "x1 x2 x3 · label x4 (3) · names x0 · 20 rows, 0 left out",
        ),
        (
            "yeast",
            rows(50, &|i| {
                format!(
                    "GENE{:02}_YEAST  {}  {}",
                    i.max(1),
                    several(i, 3, "  "),
                    of(&["MIT", "NUC", "CYT"], i / 3)
                )
            }),
            "x1 x2 x3 · label x4 (3) · names x0 · 50 rows, 0 left out",
        ),
        (
            "zoo",
            rows(40, &|i| {
                format!(
                    "animal{i},{},{},{},{}",
                    i % 2,
                    (i / 2) % 2,
                    2 * (i % 3),
                    i % 7 + 1
                )
            }),
            "x1 x2 x3 · label x4 (7) · names x0 · 40 rows, 0 left out",
        ),
        (
            "segmentation",
            format!(
                "CENTROID-COL,RAWRED-MEAN\n{}",
                rows(20, &|i| format!(
                    "{},{}",
                    of(&["SKY", "PATH"], i / 4),
                    several(i, 2, ",")
                ))
            ),
            "CENTROID-COL RAWRED-MEAN · label unnamed (2) · 20 rows, 0 left out",
        ),
        (
            "ionosphere",
            rows(20, &|i| {
                format!(
                    "{},0,{},{}",
                    i % 2,
                    several(i, 3, ","),
                    of(&["g", "b"], i / 3)
                )
            }),
            "x0 x1 x2 x3 x4 · label x5 (2) · 20 rows, 0 left out",
        ),
        (
            "sonar",
            rows(20, &|i| {
                format!("{},{}", several(i, 5, ","), of(&["R", "M"], i / 10))
            }),
            "x0 x1 x2 x3 x4 · label x5 (2) · 20 rows, 0 left out",
        ),
        (
            "vehicle",
            rows(20, &|i| {
                format!(
                    "{} {} {} ",
                    80 + i * i % 31,
                    40 + i * 3 % 17,
                    of(&["van", "saab", "bus", "opel"], i)
                )
            }),
            "x0 x1 · label x2 (4) · 20 rows, 0 left out",
        ),
        (
            "car",
            rows(24, &|i| {
                format!(
                    "{},{},{},{}",
                    of(&["vhigh", "low"], i),
                    of(&["2", "3", "4", "5more"], i),
                    of(&["2", "4", "more"], i),
                    of(&["unacc", "acc"], i / 5)
                )
            }),
            "data.csv: there is no column of numbers to use as a feature",
        ),
        (
            "mushroom",
            rows(24, &|i| {
                format!(
                    "{},{},{},{}",
                    of(&["e", "p"], i / 5),
                    of(&["x", "b"], i),
                    of(&["?", "c"], i / 2),
                    of(&["u", "g", "m"], i)
                )
            }),
            "data.csv: there is no column of numbers to use as a feature",
        ),
        (
            "heart",
            rows(30, &|i| {
                format!(
                    "{}.0,{}.0,{},{},{}",
                    40 + (i * 11) % 31,
                    i % 2,
                    several(i, 2, ","),
                    if i == 4 {
                        "?".into()
                    } else {
                        format!("{}.0", i % 4)
                    },
                    i / 10
                )
            }),
            "x0 x1 x2 x3 x4 · label x5 (3) · 29 rows, 1 left out",
        ),
        (
            "winequality",
            format!(
                "\"fixed acidity\";\"pH\";\"quality\"\n{}",
                rows(30, &|i| format!("{};{}", several(i, 2, ";"), 3 + i % 6))
            ),
            "fixed acidity pH · label quality (6) · 30 rows, 0 left out",
        ),
        (
            "pima",
            format!(
                "Pregnancies,Glucose,BMI,Outcome\n{}",
                rows(20, &|i| format!(
                    "{},{},{:.1},{}",
                    i % 7,
                    80 + (i * 17) % 61,
                    v(i, 0),
                    i % 2
                ))
            ),
            "Pregnancies Glucose BMI · label Outcome (2) · 20 rows, 0 left out",
        ),
        (
            "titanic",
            format!(
                "PassengerId,Survived,Pclass,Name,Sex,Age,Ticket,Fare,Cabin,Embarked\n{}",
                rows(20, &|i| format!(
                    "{},{},{},\"Doe {i}, Mr. J\",{},{},{},{:.2},{},{}",
                    i + 1,
                    (i / 2) % 2,
                    i % 3 + 1,
                    of(&["male", "female"], i),
                    if i == 6 {
                        String::new()
                    } else {
                        (20 + i % 13).to_string()
                    },
                    if i % 4 == 0 {
                        format!("A/5 {i}")
                    } else {
                        (17_000 + i).to_string()
                    },
                    v(i, 0),
                    if i % 5 == 0 {
                        format!("C{i}")
                    } else {
                        String::new()
                    },
                    of(&["S", "C", "Q"], i)
                ))
            ),
            "Pclass Age Fare · label Survived (2) · names Name · 19 rows, 1 left out",
        ),
    ];
    for (name, text, expected) in &files {
        assert_eq!(summary(&table(text)), *expected, "{name}");
    }
}

#[test]
fn strings_are_named_too_and_never_by_themselves() {
    let strings = |name: &str, text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let source = Source::File(path.into());
        let progress = ReadProgress::default();
        let table = source
            .load_for(Holds::Strings, &progress, &|| false)
            .unwrap();
        let columns = Columns::default();
        let names = table
            .objects(&columns, ObjectKind::Strings)
            .unwrap()
            .row_names;
        let said = table
            .reading_line(&columns, ObjectKind::Vectors, 0)
            .unwrap()
            .unwrap();
        (names.map(|names| names.names.join(" ")), said)
    };
    let (names, said) = strings("a.fasta", ">one\nACGT\n>two\nACCT\n");
    assert_eq!(names.as_deref(), Some("one two"));
    assert!(said.ends_with("no label · rows named by name"), "{said}");
    let (names, said) = strings("a.csv", "sequence,kind,id\nACGT,u,7\nACCT,u,8\nGGCT,v,9\n");
    assert_eq!(names.as_deref(), Some("7 8 9"));
    assert!(said.ends_with("label kind · rows named by id"), "{said}");
}

#[test]
fn a_given_matrix_may_have_names_in_front() {
    let text = "city,a,b,c\na,0,1,2\nb,1,0,1.5\nc,2,1.5,0\n";
    let of = |text: &str| {
        let given = table(text).given(
            &Columns::default(),
            kernel_pca::objects::GivenQuantity::Distances,
        );
        let given = given.unwrap();
        let names = given.row_names.map(|names| names.names.join(" "));
        (given.x.nrows(), given.labels, names)
    };
    assert_eq!(of(text), (3, Labels::None, Some("a b c".into())));
    let counted = text
        .replace("\na,", "\n1,")
        .replace("\nb,", "\n2,")
        .replace("\nc,", "\n3,");
    assert_eq!(
        of(&counted.replace("city", "id")),
        (3, Labels::None, Some("1 2 3".into()))
    );
    // Not called so, they are a label as before.
    assert!(matches!(of(&counted).1, Labels::Continuous { .. }));
}
