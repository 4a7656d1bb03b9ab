//! Numbers of panels side by side, and in each row, of a sheet.

/// Number of columns in which `count` panels are largest on a sheet of the given width over height, where empty
/// places in the last row count as plots lost.
pub fn columns(count: usize, sheet: f64) -> usize {
    // A plot with its axis labels is a little wider than high.
    const CELL: f64 = 1.2;
    let size = |columns: &usize| {
        let rows = count.div_ceil(*columns);
        let [width, height] = [sheet / *columns as f64, 1.0 / rows as f64];
        let filled = count as f64 / (rows * columns) as f64;
        filled * width.min(CELL * height)
    };
    // Among equals the first is taken: fewer columns, and wider ones.
    let candidates = (1..=count.max(1)).rev();
    candidates
        .max_by(|a, b| size(a).total_cmp(&size(b)))
        .unwrap_or(1)
}

/// Lengths of the rows for `count` panels, at most `columns` each, as equal as can be, longer ones first: the
/// panels of a shorter row are wider.
pub fn rows(count: usize, columns: usize) -> Vec<usize> {
    let rows = count.div_ceil(columns.max(1));
    (0..rows)
        .map(|row| (count + rows - 1 - row) / rows)
        .collect()
}

/// Lengths of the rows, at most `columns` each, where the panels that are `wide` stand in rows of their own.
pub fn rows_with_wide(wide: &[bool], columns: usize) -> Vec<usize> {
    let runs = wide.chunk_by(|a, b| !a && !b);
    runs.flat_map(|run| rows(run.len(), columns)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_holds_three_panels_side_by_side_and_five_in_two_rows() {
        for slide in [16.0 / 10.0, 16.0 / 9.0] {
            assert_eq!(columns(1, slide), 1);
            assert_eq!(columns(2, slide), 2);
            assert_eq!(columns(3, slide), 3);
            assert_eq!(columns(4, slide), 2);
            assert_eq!(columns(5, slide), 3);
            assert_eq!(columns(6, slide), 3);
        }
    }

    #[test]
    fn other_sheets_get_other_grids() {
        assert_eq!(columns(1, 2.0), 1);
        assert_eq!(columns(3, 3.5), 3);
        assert_eq!(columns(3, 0.4), 1);
        assert_eq!(columns(4, 1.2), 2);
        assert_eq!(columns(5, 0.8), 2);
        assert_eq!(columns(0, 1.0), 1);
    }

    #[test]
    fn a_wide_panel_has_a_row_of_its_own() {
        assert_eq!(rows_with_wide(&[false; 5], 3), [3, 2]);
        let wide = [true, false, false, false, false];
        assert_eq!(rows_with_wide(&wide, 3), [1, 2, 2]);
        assert_eq!(rows_with_wide(&[false, true, true, false], 2), [1, 1, 1, 1]);
    }

    #[test]
    fn rows_are_about_equally_long() {
        assert_eq!(rows(5, 2), [2, 2, 1]);
        assert_eq!(rows(5, 4), [3, 2]);
        assert_eq!(rows(7, 3), [3, 2, 2]);
        assert_eq!(rows(6, 3), [3, 3]);
        assert_eq!(rows(2, 4), [2]);
        assert_eq!(rows(0, 0), Vec::<usize>::new());
    }
}
