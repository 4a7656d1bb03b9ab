//! The tables shipped with the program, compiled in.

use super::{Builtin, Column, DataError, Table, read};

const IRIS: &str = include_str!("../../datasets/iris.csv");
const IRIS_UCI: &str = include_str!("../../datasets/iris-uci.csv");
const WINE: &str = include_str!("../../datasets/wine.csv");
const DIGITS: &str = include_str!("../../datasets/digits.csv");

pub(super) fn table(builtin: Builtin) -> Result<Table, DataError> {
    let table = read::read_table(&builtin.to_string(), builtin.csv().as_bytes(), &|| false)?;
    match builtin {
        Builtin::NonlinearIris => nonlinear(&table),
        Builtin::Iris | Builtin::IrisUci | Builtin::Wine | Builtin::Digits => Ok(table),
    }
}

impl Builtin {
    /// The file that the table is made from.
    pub(crate) fn csv(self) -> &'static str {
        match self {
            Self::Iris => IRIS,
            Self::IrisUci | Self::NonlinearIris => IRIS_UCI,
            Self::Wine => WINE,
            Self::Digits => DIGITS,
        }
    }
}

/// (0.2a² + b² + 0.1ab, b) of the centred sepal length a and width b, centred again.
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
    use crate::data::{Columns, Dataset, Labels, Source};

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
            assert_eq!(size, (builtin == Builtin::Digits).then_some([8, 8]));
        }
    }

    #[test]
    fn the_two_irises_differ_in_rows_35_and_38() {
        let (fisher, uci) = (dataset(Builtin::Iris).x, dataset(Builtin::IrisUci).x);
        let differing: Vec<usize> = (0..150).filter(|&i| fisher.row(i) != uci.row(i)).collect();
        assert_eq!(differing, [34, 37]);
    }

    /// λ/n of the homogeneous quadratic kernel, printed as 0.2067, 0.0596, 0.0184, equals the
    /// covariance's eigenvalues of (x², √2·xy, y²).
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
