//! Tables shipped with the program, compiled in: a description of each, in one list. See `datasets/README.md`.

use std::{fmt, ops::Range};

use serde::{Deserialize, Serialize};

use super::{Column, DataError, Holds, Map, Table, read};
use kernel_pca::objects::ObjectKind;

/// Description of a shipped table, from which lists, texts and scripts follow.
pub struct BuiltinSpec {
    /// Name in menus and titles.
    pub title: &'static str,
    /// Contents of the table, in a sentence.
    pub help: &'static str,
    /// Text of the CSV file from which the table is made.
    pub csv: &'static str,
    /// Kind of object that a kernel of this table compares.
    pub takes: ObjectKind,
    /// Labels, one per line, where the file has no column for them.
    pub labels: Option<&'static str>,
    /// Rows of the file that are taken.
    rows: Range<usize>,
    /// Further processing of the shipped file's table; `None` where the file is the table.
    made: Option<Made>,
    /// Function of scikit-learn that loads `X` and `label`; `None` where it has none. Below, lines of Python that
    /// change `X` and `label`, or make them.
    pub loader: Option<&'static str>,
    pub python: &'static [&'static str],
}

type Made = fn(&Table) -> Result<Table, DataError>;

macro_rules! tables {
    ($($(#[$about:meta])* $table:ident $name:literal $spec:ident;)*) => {
        listed! {
            /// Table shipped with the program.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
            pub enum Builtin {
                $($(#[$about])* #[serde(rename = $name)] $table => $name,)*
            }
            /// Name on the command line and in files.
            fn id
        }

        impl Builtin {
            pub fn spec(self) -> &'static BuiltinSpec {
                match self {
                    $(Self::$table => &$spec,)*
                }
            }
        }
    };
}

// Each with its name on the command line and in files, and what is known of it.
tables! {
    /// Fisher's iris, as scikit-learn ships it.
    Iris "iris" IRIS;
    /// Iris as in the UCI repository, which differs in two rows.
    IrisUci "iris-uci" IRIS_UCI;
    /// Nonlinear features of the UCI iris: (0.2a² + b² + 0.1ab, b) with a, b centred sepal length and width.
    NonlinearIris "nonlinear-iris" NONLINEAR_IRIS;
    /// Five irises on which textbooks work out feature maps by hand.
    FiveIrises "five-irises" FIVE_IRISES;
    Wine "wine" WINE;
    Digits "digits" DIGITS;
    /// First half of the handwritten digits, to fit to.
    DigitsTrain "digits-train" DIGITS_TRAIN;
    /// Second half of the handwritten digits, to be judged on.
    DigitsTest "digits-test" DIGITS_TEST;
    /// DNA sequences of which half are promoters.
    Promoters "promoters" PROMOTERS;
    /// Zachary's karate club.
    Karate "karate" KARATE;
    /// Graph of five nodes from a textbook.
    FiveNodes "five-nodes" FIVE_NODES;
    /// Contingency table: the staff of a firm by how much they smoke.
    Smoke "smoke" SMOKE;
}

// Statics, of which there is one each: a constant, and its file with it, is copied to wherever it is used.

/// Description from which the others start: a table of features, taken from its file as it is.
const TABLE: BuiltinSpec = BuiltinSpec {
    title: "",
    help: "",
    csv: "",
    takes: ObjectKind::Vectors,
    labels: None,
    rows: 0..usize::MAX,
    made: None,
    loader: None,
    python: &[],
};

static IRIS: BuiltinSpec = BuiltinSpec {
    title: "Iris",
    help: "150 irises of three species, four lengths each, as scikit-learn has them",
    csv: datasets::IRIS,
    loader: Some("load_iris"),
    ..TABLE
};

static IRIS_UCI: BuiltinSpec = BuiltinSpec {
    title: "Iris (UCI)",
    help: "The irises with the two slips of the UCI copy, which many books use",
    csv: datasets::IRIS_UCI,
    loader: Some("load_iris"),
    python: &[PYTHON_UCI],
    ..TABLE
};

static NONLINEAR_IRIS: BuiltinSpec = BuiltinSpec {
    title: "Nonlinear iris",
    help: "Two columns made of squares of iris measurements, on which components of degree 2 bend",
    csv: IRIS_UCI.csv,
    made: Some(nonlinear),
    loader: Some("load_iris"),
    python: &[PYTHON_UCI, PYTHON_NONLINEAR],
    ..TABLE
};

static FIVE_IRISES: BuiltinSpec = BuiltinSpec {
    title: "Five irises",
    help: "Sepal length and width of five flowers, few enough to work out a kernel by hand",
    csv: datasets::FIVE_IRISES,
    python: &[PYTHON_FIVE],
    ..TABLE
};

static WINE: BuiltinSpec = BuiltinSpec {
    title: "Wine",
    help: "178 wines of three growers, 13 measurements in very different units: try Standardise",
    csv: datasets::WINE,
    loader: Some("load_wine"),
    ..TABLE
};

static DIGITS: BuiltinSpec = BuiltinSpec {
    title: "Handwritten digits",
    help: "1797 handwritten digits, a column for each of the 8 × 8 pixels",
    csv: datasets::DIGITS,
    loader: Some("load_digits"),
    ..TABLE
};

static DIGITS_TRAIN: BuiltinSpec = BuiltinSpec {
    title: "Digits, training half",
    help: "The first 898 of the handwritten digits; the other half are new rows to go with them",
    rows: 0..TRAINING_DIGITS,
    python: &[PYTHON_DIGITS_TRAIN],
    ..DIGITS
};

static DIGITS_TEST: BuiltinSpec = BuiltinSpec {
    title: "Digits, test half",
    help: "The last 899 of the handwritten digits, which others wrote than the first half",
    rows: TRAINING_DIGITS..usize::MAX,
    python: &[PYTHON_DIGITS_TEST],
    ..DIGITS
};

/// Number of digits in the training half, as in scikit-learn's example of digit classification.
const TRAINING_DIGITS: usize = 898;

const PYTHON_DIGITS_TRAIN: &str = "X, label = X[:898], label[:898]  # the first half";

const PYTHON_DIGITS_TEST: &str = "X, label = X[898:], label[898:]  # the second half";

static PROMOTERS: BuiltinSpec = BuiltinSpec {
    title: "Promoters",
    help: "106 DNA sequences of 57 bases, half of them promoters, where the reading of a gene starts",
    csv: datasets::PROMOTERS,
    takes: ObjectKind::Strings,
    ..TABLE
};

static KARATE: BuiltinSpec = BuiltinSpec {
    title: "Karate club",
    help: "Who met whom outside of a karate club of 34 members, before it fell in two",
    csv: datasets::KARATE,
    takes: ObjectKind::Graph,
    labels: Some(datasets::KARATE_FACTIONS),
    ..TABLE
};

static FIVE_NODES: BuiltinSpec = BuiltinSpec {
    title: "Five nodes",
    help: "A graph of five nodes and six edges, small enough for its kernels to be worked out by hand",
    csv: datasets::FIVE_NODES,
    takes: ObjectKind::Graph,
    ..TABLE
};

static SMOKE: BuiltinSpec = BuiltinSpec {
    title: "Smoking staff",
    help: "193 people of a firm, counted by their five groups and by how much they smoke",
    csv: datasets::SMOKE,
    python: &[PYTHON_SMOKE],
    ..TABLE
};

const PYTHON_SMOKE: &str = "\
# Greenacre 1984: groups of staff by how much they smoke
X = np.array([[4, 2, 3, 2], [4, 3, 7, 4], [25, 10, 12, 4], [18, 24, 33, 13], [10, 6, 7, 2]], float)
label = np.array([4, 1, 3, 0, 2])";

const PYTHON_UCI: &str = "\
X[34, 3] = 0.1  # UCI's file differs from Fisher's table in two rows
X[37, 1:3] = 3.1, 1.5";

const PYTHON_FIVE: &str = "\
X = np.array([[5.9, 3.0], [6.9, 3.1], [6.6, 2.9], [4.6, 3.2], [6.0, 2.2]])  # five of them
label = np.zeros(5, int)";

const PYTHON_NONLINEAR: &str = "\
a, b = (X[:, :2] - X[:, :2].mean(axis=0)).T
X = np.column_stack([0.2 * a**2 + b**2 + 0.1 * a * b, b])
X -= X.mean(axis=0)";

/// Name in menus and titles.
impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec().title)
    }
}

pub(super) fn table(builtin: Builtin) -> Result<Table, DataError> {
    let BuiltinSpec {
        title,
        csv,
        takes,
        labels,
        rows,
        made,
        ..
    } = builtin.spec();
    let mut lines = csv.split_inclusive('\n');
    let header = lines.next().into_iter();
    let text: String = header
        .chain(lines.skip(rows.start).take(rows.len()))
        .collect();
    let holds = Holds::of(*takes, Map::None);
    let mut table = read::read_table(title, text.as_bytes(), holds, &|| false)?;
    if let Some(labels) = labels {
        let labels = read::labels_beside(title, "faction", labels.as_bytes(), &|| false);
        table.labels_beside = Some(labels?);
    }
    match made {
        Some(made) => made(&table),
        None => Ok(table),
    }
}

/// Features (0.2a² + b² + 0.1ab, b) of the centred sepal length a and width b, centred again.
///
/// The example of nonlinear PCA in Zaki & Meira, *Data Mining and Machine Learning*, §7.3.
fn nonlinear(iris: &Table) -> Result<Table, DataError> {
    let a = centered(iris.clean_numbers(0)?.1.iter().copied());
    let b = centered(iris.clean_numbers(1)?.1.iter().copied());
    let bent = centered(
        a.iter()
            .zip(&b)
            .map(|(a, b)| 0.2 * a * a + b * b + 0.1 * a * b),
    );
    let species = iris.columns()[iris.find("species")?].clone();
    Ok(Table::with_label(
        &iris.name,
        vec![
            Column::numbers("0.2a² + b² + 0.1ab", bent),
            Column::numbers("b", centered(b.into_iter())),
        ],
        species,
    ))
}

fn centered(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|v| v - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Columns, Dataset, Source};
    use kernel_pca::objects::Labels;

    fn dataset(builtin: Builtin) -> Dataset {
        let table = Source::Builtin(builtin).load(&|| false).unwrap();
        table.dataset(&Columns::default()).unwrap()
    }

    /// Sums from `load_iris`, `load_wine` and `load_digits` of scikit-learn 1.9.1.
    #[test]
    fn tables_have_scikit_learns_size_and_content() {
        for (builtin, n, d, classes, sum) in [
            (Builtin::Iris, 150, 4, 3, 2078.7),
            (Builtin::IrisUci, 150, 4, 3, 2078.2),
            (Builtin::Wine, 178, 13, 3, 159_975.295_999),
            (Builtin::Digits, 1797, 64, 10, 561_718.0),
            (Builtin::DigitsTrain, 898, 64, 10, 282_674.0),
            (Builtin::DigitsTest, 899, 64, 10, 279_044.0),
        ] {
            let dataset = dataset(builtin);
            assert_eq!((dataset.n(), dataset.d()), (n, d));
            assert!((dataset.x.sum() - sum).abs() < 1e-8, "{}", dataset.x.sum());
            let Labels::Classes { names, codes, .. } = &dataset.labels else {
                panic!("{builtin} has classes");
            };
            assert_eq!((names.len(), codes.len()), (classes, n));
            assert_eq!(dataset.skipped_rows, 0);
            let size = dataset.pictures.map(|pictures| pictures.size());
            assert_eq!(size, (d == 64).then_some([8, 8]));
        }
    }

    #[test]
    fn the_two_irises_differ_in_rows_35_and_38() {
        let (fisher, uci) = (dataset(Builtin::Iris).x, dataset(Builtin::IrisUci).x);
        let differing: Vec<usize> = (0..150).filter(|&i| fisher.row(i) != uci.row(i)).collect();
        assert_eq!(differing, [34, 37]);
    }

    /// The λ/n of the homogeneous quadratic kernel, printed as 0.2067, 0.0596, 0.0184, equal the covariance's
    /// eigenvalues of (x², √2·xy, y²).
    #[test]
    fn nonlinear_iris_has_the_published_spectrum() {
        let x = dataset(Builtin::NonlinearIris).x;
        let (p, q) = (x.column(0), x.column(1));
        let mut features = nalgebra::DMatrix::from_columns(&[
            p.component_mul(&p),
            p.component_mul(&q) * 2_f64.sqrt(),
            q.component_mul(&q),
        ]);
        for mut column in features.column_iter_mut() {
            let mean = column.mean();
            column.add_scalar_mut(-mean);
        }
        let covariance = features.tr_mul(&features) / 150.0;
        let mut eigenvalues = covariance.symmetric_eigenvalues().as_slice().to_vec();
        eigenvalues.sort_by(|a, b| b.total_cmp(a));
        for (got, expected) in eigenvalues.iter().zip([0.2066, 0.0596, 0.0184]) {
            assert!((got - expected).abs() < 5e-5, "{got}");
        }
    }
}
