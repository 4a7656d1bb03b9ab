//! Grid of two parameters: components at a few values of each, in rows and columns.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::SweptParameter;
use crate::{
    Cancellable,
    embedding::Embedding,
    explain::separation::{SeparationJudge, SeparationScore},
    kpca::FitError,
    settled,
};

/// Quantity that varies from row to row of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub enum GridRows {
    /// Value of a second parameter.
    Parameter(SweptParameter),
    /// Pair of components that is plotted.
    Components,
}

/// Values of a grid's columns and rows.
#[derive(Debug, Clone, PartialEq)]
pub struct GridQuestion {
    /// Values of the swept parameter, from left to right.
    pub across: Arc<[f64]>,
    /// Quantity that varies from row to row of the grid.
    pub second: GridRows,
    /// Values of the rows, from top to bottom; for pairs of components, the first of each pair, counted from 1.
    pub down: Arc<[f64]>,
}

/// Two components of the fit at a pair of values.
#[derive(Debug, Clone, PartialEq)]
pub struct GridCell {
    /// Scores of each row on the two components.
    pub scores: Arc<[[f64; 2]]>,
    /// Accuracy of predicting the label from these two components; `None` where no label can be predicted.
    pub separation: Option<SeparationScore>,
}

/// Grid of components, complete or in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepGrid {
    /// Values of rows and columns.
    pub question: GridQuestion,
    /// Results row by row: `None` before a cell was computed, the cell, or the reason in one line for which there
    /// is none.
    pub cells: Vec<Option<Result<GridCell, String>>>,
}

impl GridRows {
    const COMPONENTS: &str = "components";

    /// Name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parameter(swept) => swept.name(),
            Self::Components => Self::COMPONENTS,
        }
    }

    /// Symbol of the parameter in formulas, or the word "components".
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Parameter(swept) => swept.symbol(),
            Self::Components => Self::COMPONENTS,
        }
    }
}

impl From<GridRows> for String {
    fn from(second: GridRows) -> Self {
        second.name().to_owned()
    }
}

impl TryFrom<String> for GridRows {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let mut all = SweptParameter::ALL.map(Self::Parameter).into_iter();
        let found = all.find(|second| second.name() == name);
        let components = (name == Self::COMPONENTS).then_some(Self::Components);
        found.or(components).ok_or_else(|| {
            format!("rows of a grid are of a parameter or of components, and not of {name:?}")
        })
    }
}

impl GridCell {
    /// Reads the components `first` (counted from 0) and `first` + 1 off an embedding, and lets the `judge` of its
    /// rows' labels find their separation; the judge is `None` where the labels cannot be predicted.
    ///
    /// # Errors
    /// Text in one line that gives the number of components, where there are too few.
    pub fn of(
        embedding: &dyn Embedding,
        first: usize,
        judge: Option<&SeparationJudge>,
    ) -> Result<Self, String> {
        let scores = embedding.scores();
        if scores.ncols() < first + 2 {
            return Err(format!("there are {} components", scores.ncols()));
        }
        let two: DMatrix<f64> = scores.columns(first, 2).into_owned();
        let predicted = judge.map(|judge| judge.judge(&two));
        Ok(Self {
            scores: two.row_iter().map(|row| [row[0], row[1]]).collect(),
            separation: predicted.and_then(|curve| curve.last().copied()),
        })
    }
}

impl SweepGrid {
    /// Grid with no results yet.
    #[must_use]
    pub fn new(question: GridQuestion) -> Self {
        let count = question.across.len() * question.down.len();
        Self {
            cells: vec![None; count],
            question,
        }
    }

    /// Stores the result of cell `at`, counted row by row. An error other than cancelling becomes the cell's
    /// result.
    ///
    /// # Errors
    /// [`FitError::Cancelled`] when the answer is a cancelled computation.
    pub fn put<E: Cancellable>(
        &mut self,
        at: usize,
        answer: Result<Result<GridCell, String>, E>,
    ) -> Result<(), FitError> {
        let answer = settled(answer)?.flatten();
        if let Some(cell) = self.cells.get_mut(at) {
            *cell = Some(answer);
        }
        Ok(())
    }

    /// Returns the cell at a row and column; `None` where it has none.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Option<&GridCell> {
        let at = row * self.question.across.len() + column;
        self.cells.get(at)?.as_ref()?.as_ref().ok()
    }

    /// Returns the scores of each cell, row by row, with signs turned to agree with the cell to the left, and also
    /// with the cell above where rows are not pairs of components; `None` for cells without scores.
    #[must_use]
    pub fn agreeing(&self) -> Vec<Option<Vec<[f64; 2]>>> {
        let columns = self.question.across.len();
        let mut turned: Vec<Option<Vec<[f64; 2]>>> = Vec::with_capacity(self.cells.len());
        for at in 0..self.cells.len() {
            let (row, column) = (at / columns, at % columns);
            let scores = self.cell(row, column).map(|cell| cell.scores.to_vec());
            let left = (column > 0).then(|| at - 1);
            let same_pair = self.question.second != GridRows::Components;
            let above = (row > 0 && same_pair).then(|| at.saturating_sub(columns));
            let neighbors = [left, above].into_iter().flatten();
            let neighbors: Vec<&[[f64; 2]]> =
                neighbors.filter_map(|it| turned[it].as_deref()).collect();
            turned.push(scores.map(|scores| agreeing(&scores, &neighbors)));
        }
        turned
    }
}

/// Returns the scores with the sign of each component turned if it points away from its `neighbors`. A neighbour's
/// weight is the square of the cosine between both components.
#[must_use]
pub fn agreeing(scores: &[[f64; 2]], neighbors: &[&[[f64; 2]]]) -> Vec<[f64; 2]> {
    let signs = [0, 1].map(|j| {
        let length = |of: &[[f64; 2]]| of.iter().map(|row| row[j] * row[j]).sum::<f64>().sqrt();
        let alike = |other: &&[[f64; 2]]| {
            let product: f64 = scores.iter().zip(*other).map(|(a, b)| a[j] * b[j]).sum();
            let lengths = length(scores) * length(other);
            let cosine = if lengths > 0.0 {
                product / lengths
            } else {
                0.0
            };
            cosine * cosine.abs()
        };
        let same = neighbors.iter().filter(|other| other.len() == scores.len());
        if same.map(alike).sum::<f64>() < 0.0 {
            -1.0
        } else {
            1.0
        }
    });
    let turned = |score: &[f64; 2]| [signs[0] * score[0], signs[1] * score[1]];
    scores.iter().map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::KernelParameter;

    fn cell(scores: [[f64; 2]; 2]) -> GridCell {
        GridCell {
            scores: scores.into(),
            separation: None,
        }
    }

    #[test]
    fn signs_agree_to_the_left_and_above() {
        let mut grid = SweepGrid::new(GridQuestion {
            across: [1.0, 2.0].into(),
            second: GridRows::Parameter(SweptParameter::Kernel(KernelParameter::Degree)),
            down: [1.0, 2.0].into(),
        });
        let (up, down) = ([[1.0, 2.0], [-1.0, -2.0]], [[-1.0, -2.0], [1.0, 2.0]]);
        grid.cells = [up, down, down, down].map(|it| Some(Ok(cell(it)))).into();
        let turned: Vec<_> = grid.agreeing().into_iter().flatten().collect();
        assert_eq!(turned, vec![up.to_vec(); 4]);
        // Cells above show other components and count for nothing.
        grid.question.second = GridRows::Components;
        let turned: Vec<_> = grid.agreeing().into_iter().flatten().collect();
        assert_eq!(
            turned,
            [up.to_vec(), up.to_vec(), down.to_vec(), down.to_vec()]
        );
        grid.cells[0] = None;
        assert_eq!(grid.agreeing()[0], None);
    }

    #[test]
    #[cfg(feature = "serde")]
    fn names_in_files_come_back() {
        for second in [
            GridRows::Components,
            GridRows::Parameter(SweptParameter::Kernel(KernelParameter::Coef0)),
        ] {
            let json = serde_json::to_string(&second).unwrap();
            assert_eq!(json, format!("\"{}\"", second.name()));
            assert_eq!(serde_json::from_str::<GridRows>(&json).unwrap(), second);
        }
        assert!(serde_json::from_str::<GridRows>("\"rows\"").is_err());
    }
}
