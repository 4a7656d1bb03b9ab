//! Uses of columns, one by one: for a list in which each column's use is seen and changed.

use super::{Column, ColumnChoice, Columns, DataError, Table, column::Values, table::Role};

/// Number of a column's values that its summary shows.
const FIRST: usize = 3;

listed! {
    /// Use of a column.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ColumnUse {
        /// Numbers that are compared.
        Feature => "feature",
        /// Features of 0 and 1, one for each value.
        Indicators => "0/1 features",
        /// Label of the rows.
        Label => "label",
        /// Names of the rows.
        Names => "names",
        LeftOut => "left out",
    }
    /// Name in lists.
    fn name
}

/// Summary of a column's values.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// First few values, as the file has them; fewer where rows are fewer.
    pub first: Vec<String>,
    /// Number of rows without a value.
    pub gaps: usize,
    /// Standard deviation over the rows with a value, with divisor n as scaling takes it; `None` for texts.
    pub deviation: Option<f64>,
}

impl ColumnSummary {
    fn of(column: &Column) -> Self {
        let rows = 0..column.len().min(FIRST);
        Self {
            first: rows.map(|row| column.text_of(row)).collect(),
            gaps: column.missing(),
            deviation: deviation(column),
        }
    }
}

fn deviation(column: &Column) -> Option<f64> {
    let Values::Numbers { values, .. } = &column.values else {
        return None;
    };
    let known = || values.iter().copied().filter(|value| !value.is_nan());
    let n = known().count() as f64;
    let mean = known().map(|value| value / n).sum::<f64>();
    let variance = known().map(|value| (value - mean).powi(2) / n).sum::<f64>();
    (n > 0.0).then(|| variance.sqrt())
}

impl Table {
    /// Summary of each column's values, which takes a look at all of them.
    #[must_use]
    pub fn summaries(&self) -> Vec<ColumnSummary> {
        self.columns().iter().map(ColumnSummary::of).collect()
    }

    /// Use of each column.
    ///
    /// # Errors
    /// When `columns` names what the table lacks.
    pub fn uses(&self, columns: &Columns) -> Result<Vec<ColumnUse>, DataError> {
        let one_hot = self.find_all(&columns.one_hot)?;
        let uses = (self.roles(columns)?.into_iter().enumerate()).map(|(j, role)| match role {
            Role::Feature if one_hot.contains(&j) => ColumnUse::Indicators,
            Role::Feature => ColumnUse::Feature,
            Role::Label => ColumnUse::Label,
            Role::Names => ColumnUse::Names,
            Role::LeftOut(_) | Role::NotChosen => ColumnUse::LeftOut,
        });
        Ok(uses.collect())
    }

    /// Uses that column `j` can have.
    #[must_use]
    pub fn possible_uses(&self, j: usize) -> Vec<ColumnUse> {
        let is_possible = |of: &ColumnUse| match of {
            ColumnUse::Feature => self.columns()[j].is_numeric(),
            ColumnUse::Indicators => self.has_categories(j),
            ColumnUse::Label | ColumnUse::Names | ColumnUse::LeftOut => true,
        };
        ColumnUse::ALL.into_iter().filter(is_possible).collect()
    }

    /// Choice of columns in which column `j` has another use; the others keep theirs.
    ///
    /// # Errors
    /// When `columns` names what the table lacks.
    pub fn with_use(
        &self,
        columns: &Columns,
        j: usize,
        new: ColumnUse,
    ) -> Result<Columns, DataError> {
        let mut uses = self.uses(columns)?;
        let old = std::mem::replace(&mut uses[j], new);
        let name = || self.columns()[j].name.clone();
        let mut chosen = columns.clone();
        for (own, choice) in [
            (ColumnUse::Label, &mut chosen.label),
            (ColumnUse::Names, &mut chosen.names),
        ] {
            if new == own {
                *choice = ColumnChoice::Column(name());
            } else if old == own {
                *choice = ColumnChoice::Auto;
            }
        }
        // One that would be found again is not to be found.
        let found_again = self.uses(&Columns {
            features: None,
            ..chosen.clone()
        })?[j];
        match (old, found_again) {
            (ColumnUse::Label, ColumnUse::Label) => chosen.label = ColumnChoice::None,
            (ColumnUse::Names, ColumnUse::Names) => chosen.names = ColumnChoice::None,
            _ => {}
        }
        let all_of = |wanted: ColumnUse| -> Vec<String> {
            let columns = self.columns().iter().zip(&uses);
            let columns = columns.filter(|(_, of)| **of == wanted);
            columns.map(|(column, _)| column.name.clone()).collect()
        };
        chosen.one_hot = all_of(ColumnUse::Indicators);
        // What is found by itself need not be said.
        let found = Columns {
            features: None,
            ..chosen.clone()
        };
        let features = all_of(ColumnUse::Feature);
        let is_found = self.uses(&found)?.iter().zip(&uses).all(|(found, wanted)| {
            (*found == ColumnUse::Feature) == (*wanted == ColumnUse::Feature)
        });
        chosen.log.retain(|name| features.contains(name));
        chosen.rank.retain(|name| features.contains(name));
        chosen.features = (!is_found).then_some(features);
        Ok(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadAs, parse_table};

    const TEXT: &str = "who,kind,a,b,year\nx,u,1,10,2001\ny,v,2,,2002\nz,u,6,30,2003\n";

    fn table() -> Table {
        parse_table("t.csv", TEXT.as_bytes(), ReadAs::default()).unwrap()
    }

    fn uses(table: &Table, columns: &Columns) -> String {
        let uses = table.uses(columns).unwrap();
        let names: Vec<&str> = uses.into_iter().map(ColumnUse::name).collect();
        names.join(", ")
    }

    #[test]
    fn a_columns_use_is_changed_and_changed_back() {
        let table = table();
        let found = Columns::default();
        assert_eq!(
            uses(&table, &found),
            "names, label, feature, feature, left out"
        );
        for (j, new, expected) in [
            (
                2,
                ColumnUse::LeftOut,
                "names, label, left out, feature, left out",
            ),
            (
                4,
                ColumnUse::Feature,
                "names, label, feature, feature, feature",
            ),
            (
                4,
                ColumnUse::Names,
                "left out, label, feature, feature, names",
            ),
            (
                4,
                ColumnUse::Label,
                "names, left out, feature, feature, label",
            ),
            (
                1,
                ColumnUse::Indicators,
                "names, 0/1 features, feature, feature, left out",
            ),
            (
                1,
                ColumnUse::LeftOut,
                "names, left out, feature, feature, left out",
            ),
            (
                0,
                ColumnUse::LeftOut,
                "left out, label, feature, feature, left out",
            ),
        ] {
            let old = table.uses(&found).unwrap()[j];
            let changed = table.with_use(&found, j, new).unwrap();
            assert_eq!(uses(&table, &changed), expected);
            let back = table.with_use(&changed, j, old).unwrap();
            assert_eq!(table.dataset(&back), table.dataset(&found), "{new:?}");
        }
        let named = table.with_use(&found, 4, ColumnUse::Names).unwrap();
        let names = table.dataset(&named).unwrap().row_names.unwrap();
        assert_eq!(
            (&*names.column, &names.names[..]),
            ("year", &["2001".into(), "2003".into()][..])
        );
    }

    #[test]
    fn columns_are_summarised() {
        let table = table();
        let b = &table.summaries()[3];
        assert_eq!(b.first, ["10", "", "30"]);
        assert_eq!((b.gaps, b.deviation), (1, Some(10.0)));
        assert_eq!(table.summaries()[0].deviation, None);
        assert_eq!(table.possible_uses(0).len(), 3);
    }
}
