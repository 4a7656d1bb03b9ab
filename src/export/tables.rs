//! Numbers as CSV: rows in the dataset's order, each number in the shortest form that reads back
//! to the same f64.

use nalgebra::DMatrix;

use crate::analysis::Analysis;

/// Kernel PCA scores, n × k, under PC1, PC2, ….
#[must_use]
pub fn kpca_scores_csv(analysis: &Analysis) -> String {
    scores_csv(&analysis.kpca.scores())
}

/// Linear PCA scores, n × r, under PC1, PC2, ….
#[must_use]
pub fn pca_scores_csv(analysis: &Analysis) -> String {
    scores_csv(&analysis.pca.scores)
}

/// Scores, m × k, under PC1, PC2, ….
#[must_use]
pub fn scores_csv(scores: &DMatrix<f64>) -> String {
    let header = (1..=scores.ncols()).map(|j| format!("PC{j}"));
    let mut table = line(header);
    for row in scores.row_iter() {
        table += &line(row.iter().map(|&value| exact(value)));
    }
    table
}

/// Kernel PCA's eigenvalues: component, eigenvalue, `explained_variance_ratio`, cumulative.
#[must_use]
pub fn spectrum_csv(analysis: &Analysis) -> String {
    let kpca = &analysis.kpca;
    let mut table = "component,eigenvalue,explained_variance_ratio,cumulative\n".to_owned();
    let mut cumulative = 0.0;
    let ratios = kpca.explained_variance_ratio();
    for (j, (&value, ratio)) in kpca.eigenvalues.iter().zip(ratios).enumerate() {
        cumulative += ratio;
        table += &line([
            (j + 1).to_string(),
            exact(value),
            exact(ratio),
            exact(cumulative),
        ]);
    }
    table
}

/// The shortest digits that read back to the same number.
fn exact(value: f64) -> String {
    format!("{value:?}")
}

fn line(fields: impl IntoIterator<Item = String>) -> String {
    let mut line = fields.into_iter().collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back_exactly() {
        let hard = [0.1 + 0.2, -1e-300, 1e22, 5e-324, -0.0, 1.0 / 3.0];
        let table = scores_csv(&DMatrix::from_row_slice(3, 2, &hard));
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some("PC1,PC2"));
        let read: Vec<f64> = lines
            .flat_map(|line| line.split(','))
            .map(|field| field.parse().unwrap())
            .collect();
        let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&read), bits(&hard));
    }
}
