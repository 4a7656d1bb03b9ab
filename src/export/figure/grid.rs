//! How many panels stand in each row.

/// Row lengths for `count` panels in as many columns as asked for, the last row being the rest.
pub(super) fn in_columns(count: usize, columns: usize) -> Vec<usize> {
    let columns = columns.max(1);
    (0..count.div_ceil(columns))
        .map(|row| columns.min(count - row * columns))
        .collect()
}

/// Row lengths for `count` panels on a sheet of the given width over height: the grid whose cells
/// come closest to the shape of a plot. Earlier rows are the fuller ones.
pub(in crate::export) fn arrange(count: usize, sheet: f64) -> Vec<usize> {
    // A plot with its axis labels is a little wider than high.
    const CELL: f64 = 1.2;
    let misfit = |columns: &usize| {
        let rows = count.div_ceil(*columns) as f64;
        let cell = sheet * rows / *columns as f64;
        (cell / CELL).ln().abs()
    };
    let columns = (1..=count.max(1))
        .min_by(|a, b| misfit(a).total_cmp(&misfit(b)))
        .unwrap_or(1);
    let rows = count.div_ceil(columns);
    (0..rows)
        .map(|row| count / rows + usize::from(row < count % rows))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_panels_stand_as_in_the_window_on_a_slide() {
        assert_eq!(arrange(5, 16.0 / 10.0), [3, 2]);
        assert_eq!(arrange(5, 16.0 / 9.0), [3, 2]);
    }

    #[test]
    fn columns_asked_for_are_filled() {
        assert_eq!(in_columns(5, 2), [2, 2, 1]);
        assert_eq!(in_columns(5, 4), [4, 1]);
        assert_eq!(in_columns(2, 4), [2]);
        assert_eq!(in_columns(0, 0), Vec::<usize>::new());
    }

    #[test]
    fn other_sheets_get_other_grids() {
        assert_eq!(arrange(1, 2.0), [1]);
        assert_eq!(arrange(3, 3.5), [3]);
        assert_eq!(arrange(3, 0.4), [1, 1, 1]);
        assert_eq!(arrange(4, 1.2), [2, 2]);
        assert_eq!(arrange(5, 0.8), [2, 2, 1]);
        assert_eq!(arrange(0, 1.0), Vec::<usize>::new());
    }
}
