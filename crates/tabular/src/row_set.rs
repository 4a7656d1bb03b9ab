//! Set of rows that stays small in memory and in files, however many rows there are.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};

/// Set of rows by their 0-based numbers in the source, written as runs such as `0-9 15`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct RowSet {
    /// First and last row of each run, ascending; runs neither overlap nor touch.
    runs: Arc<[[usize; 2]]>,
}

impl RowSet {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        let lengths = self.runs.iter().map(|[first, last]| last - first);
        lengths.fold(self.runs.len(), usize::saturating_add)
    }

    /// Rows, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.runs.iter().flat_map(|[first, last]| *first..=*last)
    }

    /// Row with the largest number; `None` where the set is empty.
    #[must_use]
    pub fn last(&self) -> Option<usize> {
        self.runs.last().map(|[_, last]| *last)
    }

    #[must_use]
    pub fn contains(&self, row: usize) -> bool {
        let run = self.runs.partition_point(|[_, last]| *last < row);
        self.runs.get(run).is_some_and(|[first, _]| *first <= row)
    }

    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::of(self.runs.iter().chain(&*other.runs).copied().collect())
    }

    /// Indices i with `row_ids[i]` in the set, ascending; `row_ids` must ascend.
    pub fn indices(&self, row_ids: &[usize]) -> impl Iterator<Item = usize> {
        self.runs.iter().flat_map(|[first, last]| {
            let start = row_ids.partition_point(|id| id < first);
            start..row_ids.partition_point(|id| id <= last).max(start)
        })
    }

    /// First and last row of each run, ascending.
    #[must_use]
    pub fn runs(&self) -> &[[usize; 2]] {
        &self.runs
    }

    fn of(mut runs: Vec<[usize; 2]>) -> Self {
        runs.sort_unstable();
        runs.dedup_by(|next, run| {
            let joined = next[0] <= run[1].saturating_add(1);
            if joined {
                run[1] = run[1].max(next[1]);
            }
            joined
        });
        Self { runs: runs.into() }
    }
}

impl FromIterator<usize> for RowSet {
    fn from_iter<T: IntoIterator<Item = usize>>(rows: T) -> Self {
        Self::of(rows.into_iter().map(|row| [row, row]).collect())
    }
}

impl fmt::Display for RowSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, [first, last]) in self.runs.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{first}")?;
            if first != last {
                write!(f, "-{last}")?;
            }
        }
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no run of rows: write them like 0-9 15")]
pub struct RowSetError(String);

impl FromStr for RowSet {
    type Err = RowSetError;

    fn from_str(text: &str) -> Result<Self, RowSetError> {
        let run = |word: &str| {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            match (first.parse(), last.parse()) {
                (Ok(first), Ok(last)) if first <= last => Ok([first, last]),
                _ => Err(RowSetError(word.to_owned())),
            }
        };
        let runs = text.split_whitespace().map(run);
        Ok(Self::of(runs.collect::<Result<_, _>>()?))
    }
}

impl From<RowSet> for String {
    fn from(rows: RowSet) -> Self {
        rows.to_string()
    }
}

impl TryFrom<String> for RowSet {
    type Error = RowSetError;

    fn try_from(text: String) -> Result<Self, RowSetError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn some_rows() -> impl Strategy<Value = BTreeSet<usize>> {
        proptest::collection::btree_set(0_usize..40, 0..30)
    }

    proptest! {
        #[test]
        fn it_is_a_set(a in some_rows(), b in some_rows(), ids in some_rows()) {
            let [x, y]: [RowSet; 2] = [&a, &b].map(|rows| rows.iter().copied().collect());
            let both = x.union(&y);
            for row in 0..42 {
                prop_assert_eq!(x.contains(row), a.contains(&row));
                prop_assert_eq!(both.contains(row), a.contains(&row) || b.contains(&row));
            }
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!((x.len(), x.last()), (a.len(), a.last().copied()));
            prop_assert_eq!(x.iter().collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(&x.to_string().parse::<RowSet>().unwrap(), &x);

            let ids: Vec<usize> = ids.into_iter().collect();
            let expected: Vec<usize> = (0..ids.len()).filter(|&i| a.contains(&ids[i])).collect();
            prop_assert_eq!(x.indices(&ids).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn runs_are_short_and_mistakes_are_named() {
        let rows: RowSet = (0..10).chain([15]).collect();
        assert_eq!(rows.to_string(), "0-9 15");
        let all: RowSet = format!("5-{}", usize::MAX).parse().unwrap();
        assert!(all.contains(1 << 40) && !all.contains(4));
        for (text, word) in [("3-1", "3-1"), ("1 x", "x"), ("-4", "-4"), ("1.5", "1.5")] {
            let error = text.parse::<RowSet>().unwrap_err();
            assert!(error.to_string().contains(&format!("“{word}”")), "{error}");
        }
    }
}
