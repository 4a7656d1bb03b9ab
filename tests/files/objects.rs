//! Files that hold strings or graphs, and labels in a file of their own.

use std::fs;

use tempfile::TempDir;

use explorer::setup::{Setup, open_session, session_text};
use kernel_pca::objects::{GivenQuantity, Graph, GraphEdge, Labels, ObjectKind, Objects};
use tabular::{ColumnChoice, Columns, DataFile, Dataset, Holds, Map, ReadProgress, Source};

fn read_with(
    content: &str,
    labels: Option<&str>,
    columns: &Columns,
    takes: ObjectKind,
) -> Result<Dataset, String> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("data.csv");
    fs::write(&path, content).unwrap();
    let labels = labels.map(|content| {
        let path = folder.path().join("kinds.txt");
        fs::write(&path, content).unwrap();
        path
    });
    let source = Source::File(DataFile {
        labels,
        ..path.into()
    });
    let table = source.load_for(
        Holds::of(takes, columns.map),
        &ReadProgress::default(),
        &|| false,
    );
    let dataset = table.and_then(|table| table.objects(columns, takes));
    dataset.map_err(|error| error.to_string())
}

fn read(content: &str, takes: ObjectKind) -> Result<Dataset, String> {
    read_with(content, None, &Columns::default(), takes)
}

fn strings(content: &str) -> Vec<String> {
    match read(content, ObjectKind::Strings).unwrap().objects {
        Objects::Strings(strings) => strings.to_vec(),
        other => panic!("{content}: {other:?}"),
    }
}

fn graph(content: &str) -> Graph {
    match read(content, ObjectKind::Graph).unwrap().objects {
        Objects::Graph(graph) => (*graph).clone(),
        other => panic!("{content}: {other:?}"),
    }
}

fn classes(dataset: &Dataset) -> Vec<&str> {
    match &dataset.labels {
        Labels::Classes { names, codes, .. } => codes
            .iter()
            .map(|code| code.map_or("", |code| &*names[code]))
            .collect(),
        labels => panic!("{labels:?}"),
    }
}

#[test]
fn strings_are_lines_columns_or_fasta() {
    for content in [
        "ACGT\nAC\nGGT\n",
        // Spreadsheets, Windows and editors that leave no newline at the end.
        "\u{feff}sequence\r\nACGT\r\nAC\r\nGGT\r\n",
        "ACGT\nAC\nGGT",
        "ACGT\nAC\nGGT\n\n",
        "class,sequence\np,ACGT\nq,AC\np,GGT\n",
        "p;ACGT\nq;AC\np;GGT\n",
        ">one a note\nAC\nGT\n>two\nAC\n\n>three\nGG T\n",
    ] {
        assert_eq!(strings(content), ["ACGT", "AC", "GGT"], "{content}");
    }
    // Sentences hold blanks and commas; digits and what elsewhere means "no value" are strings as well.
    let sentences = "to be, or not\nto be\nthat is, indeed, it\n";
    assert_eq!(strings(sentences).len(), 3);
    assert_eq!(strings("0110\n1.0\nNA\n"), ["0110", "1.0", "NA"]);
    // Longer than a name may be.
    let long = "ab".repeat(500);
    assert_eq!(strings(&format!("{long}\n{long}\n")), [&*long, &*long]);
}

#[test]
fn a_column_of_strings_leaves_the_others_for_labels() {
    let content = "class,name,sequence,size\np,one,ACGT,1.5\nq,two,AC,2.5\np,three,GGT,0.5\n";
    let dataset = read(content, ObjectKind::Strings).unwrap();
    assert_eq!(classes(&dataset), ["p", "q", "p"]);
    let columns = |label, column: &str| Columns {
        label,
        features: Some(vec![column.into()]),
        ..Columns::default()
    };
    let label = ColumnChoice::Column("size".into());
    let named = read_with(content, None, &columns(label, "name"), ObjectKind::Strings).unwrap();
    let names = ["one", "two", "three"].map(String::from);
    assert_eq!(named.objects, Objects::Strings(names.into()));
    assert!(matches!(named.labels, Labels::Continuous { .. }));
    let missing = columns(ColumnChoice::Auto, "text");
    assert_eq!(
        read_with(content, None, &missing, ObjectKind::Strings).unwrap_err(),
        "data.csv has no column \"text\"; it has: class, name, sequence, size"
    );
}

#[test]
fn strings_become_vectors_of_their_symbols() {
    let columns = Columns {
        map: Map::Symbols,
        ..Columns::default()
    };
    let dataset = read_with("ACAGCAGTA\nAC\n", None, &columns, ObjectKind::Vectors).unwrap();
    assert_eq!(dataset.feature_names, ["P(A)", "P(C)", "P(G)", "P(T)"]);
    let row = |i: usize| dataset.x.row(i).iter().copied().collect::<Vec<f64>>();
    assert_eq!(row(0), [4.0 / 9.0, 2.0 / 9.0, 2.0 / 9.0, 1.0 / 9.0]);
    assert_eq!(row(1), [0.5, 0.5, 0.0, 0.0]);
    assert!(dataset.has_features());
}

#[test]
fn a_graph_is_a_list_of_edges_or_an_adjacency_matrix() {
    let edge = |i, j, weight| GraphEdge {
        ends: [i, j],
        weight,
    };
    for (content, nodes) in [
        ("source,target\nb,a\na,c\n", ["b", "a", "c"]),
        ("from;to\nb;a\na;c\na;b\n", ["b", "a", "c"]),
        ("b a\na c\n", ["b", "a", "c"]),
        ("07\t1\n1\t3\n", ["07", "1", "3"]),
        // All columns of numbers are as many as rows, and say what an adjacency matrix can't.
        ("3,1\n1,2\n", ["3", "1", "2"]),
    ] {
        let graph = graph(content);
        assert_eq!(graph.nodes, nodes, "{content}");
        assert_eq!(graph.edges, [edge(0, 1, 1.0), edge(1, 2, 1.0)], "{content}");
    }
    for (content, nodes) in [
        (
            "source,target,weight\nb,a,2\nc,a,0.5\nc,b,0\n",
            ["b", "a", "c"],
        ),
        ("weight,target,source\n2,a,b\n0.5,a,c\n", ["b", "a", "c"]),
        ("b,a,2\na,c,0.5\n", ["b", "a", "c"]),
        ("0,2,0\n2,0,0.5\n0,0.5,0\n", ["0", "1", "2"]),
        ("x,y,z\n0,2,0\n2,0,0.5\n0,0.5,0\n", ["x", "y", "z"]),
        (",x,y,z\nx,0,2,0\ny,2,0,0.5\nz,0,0.5,0\n", ["x", "y", "z"]),
        ("x,0,2,0\ny,2,0,0.5\nz,0,0.5,0\n", ["x", "y", "z"]),
    ] {
        let graph = graph(content);
        assert_eq!(graph.nodes, nodes, "{content}");
        assert_eq!(graph.edges, [edge(0, 1, 2.0), edge(1, 2, 0.5)], "{content}");
    }
    // A node without neighbours, and labels beside the matrix.
    let content = "0,1,0,p\n1,0,0,q\n0,0,0,p\n";
    let dataset = read(content, ObjectKind::Graph).unwrap();
    assert_eq!((dataset.n(), dataset.d()), (3, 0));
    assert_eq!(classes(&dataset), ["p", "q", "p"]);
}

#[test]
fn what_is_no_string_or_graph_is_said_in_one_line() {
    for (content, takes, said) in [
        (
            "AC\n\nGT\n",
            ObjectKind::Strings,
            "data.csv, line 2: the string is empty",
        ),
        ("\n\n", ObjectKind::Strings, "data.csv: the file is empty"),
        (
            "class,sequence\np,AC\nq,\n",
            ObjectKind::Strings,
            "data.csv, line 3: the string is empty",
        ),
        (
            ">one\nAC\n>two\n>three\nGT\n",
            ObjectKind::Strings,
            "data.csv, line 3: the sequence \"two\" is empty",
        ),
        (
            ">one\nAC\n",
            ObjectKind::Vectors,
            "data.csv: it holds strings, which the spectrum kernel compares",
        ),
        (
            "source,target\n# nobody\na,a\n",
            ObjectKind::Graph,
            "data.csv, line 3: an edge leads from \"a\" to itself",
        ),
        (
            "source,target,weight\na,b,-1\n",
            ObjectKind::Graph,
            "data.csv, line 2: the edge \"a\" – \"b\" has weight -1, and weights are 0 or more",
        ),
        (
            "source,target,weight\na,b,1\nb,c,\n",
            ObjectKind::Graph,
            "data.csv, line 3: the edge \"b\" – \"c\" lacks a weight",
        ),
        (
            "source,target,weight\na,b,1\nb,c,1\nb,a,2\n",
            ObjectKind::Graph,
            "data.csv, line 4: the edge \"b\" – \"a\" has weight 2, and 1 in line 2",
        ),
        (
            "source,target\na,b\n,c\n",
            ObjectKind::Graph,
            "data.csv, line 3: an edge needs two nodes",
        ),
        (
            "source,target,weight\na,b,0\n",
            ObjectKind::Graph,
            "data.csv: the graph has no edges",
        ),
        (
            "0,1,0,1\n1,0,1,0\n0,2,0,1\n1,0,1,0\n",
            ObjectKind::Graph,
            "data.csv: an adjacency matrix is symmetric, and the entries (2, 3) and (3, 2) are 1 and 2",
        ),
        (
            "0,1,0,0\n1,3,0,0\n0,0,0,1\n0,0,1,0\n",
            ObjectKind::Graph,
            "data.csv, line 2: an edge leads from \"1\" to itself",
        ),
        (
            "0,-1,0,0\n-1,0,0,0\n0,0,0,1\n0,0,1,0\n",
            ObjectKind::Graph,
            "data.csv, line 2: the edge \"0\" – \"1\" has weight -1, and weights are 0 or more",
        ),
        (
            "1,2,3,4,5\n1,2,3,4,5\n",
            ObjectKind::Graph,
            "data.csv: an adjacency matrix has as many columns as rows, and here are 2 rows and 5 columns of numbers",
        ),
    ] {
        assert_eq!(read(content, takes).unwrap_err(), said, "{content}");
    }
}

#[test]
fn labels_may_stand_in_a_file_of_their_own() {
    let auto = Columns::default();
    let matrix = "2,1,0\n1,2,1\n0,1,2\n";
    for (content, takes) in [
        (matrix, ObjectKind::Matrix(GivenQuantity::KernelValues)),
        (matrix, ObjectKind::Vectors),
        ("AC\nGT\nTT\n", ObjectKind::Strings),
        (">a\nAC\n>b\nGT\n>c\nTT\n", ObjectKind::Strings),
        // As many labels as nodes, not as edges.
        ("source,target\na,b\na,c\nb,c\nc,a\n", ObjectKind::Graph),
        ("0,1,0\n1,0,1\n0,1,0\n", ObjectKind::Graph),
    ] {
        let dataset = read_with(content, Some("p\nq\np\n"), &auto, takes).unwrap();
        assert_eq!(classes(&dataset), ["p", "q", "p"], "{content}");
        let numbers = read_with(content, Some("0.5\n1\n2.25\n"), &auto, takes).unwrap();
        let expected = Labels::Continuous {
            column: "kinds".into(),
            values: vec![0.5, 1.0, 2.25],
        };
        assert_eq!(numbers.labels, expected);
        for (labels, said) in [
            (
                "p\nq\n",
                "kinds.txt: it has 2 labels, and there are 3 objects",
            ),
            (
                "p\n\nq\np\n",
                "kinds.txt: it has 4 labels, and there are 3 objects",
            ),
            ("", "kinds.txt: the file is empty"),
        ] {
            let refused = read_with(content, Some(labels), &auto, takes).unwrap_err();
            assert_eq!(refused, said, "{content}");
        }
        let none = Columns {
            label: ColumnChoice::None,
            ..Columns::default()
        };
        let plain = read_with(content, Some("p\nq\np\n"), &none, takes).unwrap();
        assert_eq!(plain.labels, Labels::None);
    }
}

#[test]
fn a_session_finds_labels_from_where_it_stands() {
    let folder = TempDir::new().unwrap();
    let [data, labels] = ["data.csv", "kinds.txt"].map(|name| folder.path().join(name));
    fs::write(&data, "a,b\n1,2\n3,4\n").unwrap();
    fs::write(&labels, "p\nq\n").unwrap();
    let sessions = folder.path().join("sessions");
    fs::create_dir(&sessions).unwrap();
    let path = sessions.join("s.toml");
    let setup = Setup {
        source: Source::File(DataFile {
            labels: Some(labels.clone()),
            ..data.into()
        }),
        ..Setup::default()
    };
    let text = session_text(&setup, &path).unwrap();
    assert!(text.contains("\"../kinds.txt\""), "{text}");
    fs::write(&path, text).unwrap();
    let opened = open_session(&path).unwrap();
    assert!(opened.remarks.is_empty());
    let Source::File(file) = opened.setup.source else {
        panic!("it is a file");
    };
    let found = file.labels.unwrap().canonicalize().unwrap();
    assert_eq!(found, labels.canonicalize().unwrap());
}
