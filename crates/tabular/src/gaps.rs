//! Rows that are left out for gaps: the feature with most gaps, and the rows that are fitted without it.

use super::{Columns, DataError, Missing, Table};

/// Share of rows without a value above which a column is sparse: what would be filled in is then most of it.
const SPARSE: f64 = 0.5;

/// Feature without a value in most rows, and the number of rows that are fitted if it is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SparseColumn {
    pub name: String,
    /// Number of rows that have a value in all other features.
    pub rows: usize,
}

impl Table {
    /// Sparsest feature, where most rows have no value in it and there are other features; `None` where there is no
    /// such feature, or where rows with gaps are not left out.
    ///
    /// # Errors
    /// When `columns` names what the table lacks.
    pub fn sparse_column(&self, columns: &Columns) -> Result<Option<SparseColumn>, DataError> {
        if columns.missing != Missing::DropRows || self.has_texts() {
            return Ok(None);
        }
        let made = self.prepare(columns)?;
        let places: Vec<usize> = made.sources.iter().map(|source| source.place).collect();
        let lacking = |j: usize| self.columns()[j].missing();
        let Some(sparsest) = places.iter().copied().max_by_key(|&j| lacking(j)) else {
            return Ok(None);
        };
        if places.len() < 2 || lacking(sparsest) as f64 <= SPARSE * self.rows() as f64 {
            return Ok(None);
        }
        let name = &self.columns()[sparsest].name;
        let without = self.prepare(&self.columns_without(columns, name)?)?;
        Ok(Some(SparseColumn {
            name: name.clone(),
            rows: without.rows.len(),
        }))
    }

    /// Choice of columns without the feature called `name`.
    ///
    /// # Errors
    /// When `columns` names what the table lacks.
    pub fn columns_without(&self, columns: &Columns, name: &str) -> Result<Columns, DataError> {
        let used = self.feature_columns(columns)?;
        let others = |names: &[String]| -> Vec<String> {
            let names = names.iter().filter(|other| *other != name);
            names.cloned().collect()
        };
        let one_hot = self.find_all(&columns.one_hot)?;
        let plain = used.iter().filter(|j| !one_hot.contains(j));
        let plain: Vec<String> = plain.map(|&j| self.columns()[j].name.clone()).collect();
        Ok(Columns {
            features: Some(others(&plain)),
            one_hot: others(&columns.one_hot),
            log: others(&columns.log),
            rank: others(&columns.rank),
            ..columns.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadAs, parse_table};

    #[test]
    fn the_column_that_costs_most_rows_is_found() {
        let text = "a,b,c,d\n1,,3,u\n2,,4,v\n3,9,5,u\n4,,,v\n";
        let table = parse_table("gaps.csv", text.as_bytes(), ReadAs::default()).unwrap();
        let columns = Columns::default();
        let sparse = table.sparse_column(&columns).unwrap().unwrap();
        assert_eq!((&*sparse.name, sparse.rows), ("b", 3));
        let without = table.columns_without(&columns, "b").unwrap();
        assert_eq!(without.features, Some(vec!["a".into(), "c".into()]));
        assert_eq!(table.sparse_column(&without).unwrap(), None);
        let made = Columns {
            one_hot: vec!["d".into()],
            log: vec!["b".into()],
            ..columns
        };
        let without = table.columns_without(&made, "b").unwrap();
        assert_eq!(without.features, Some(vec!["a".into(), "c".into()]));
        assert_eq!((without.one_hot, without.log), (vec!["d".into()], vec![]));
    }
}
