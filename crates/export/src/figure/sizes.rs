//! Widths of columns of plots, and heights of their rows.

/// Largest width over height and, below, height over width of a plot whose proportions are free.
const WIDEST: f64 = 3.0;
const HIGHEST: f64 = 1.25;

/// Proportions that a plot wants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Proportions {
    /// Fixed width over height, as of a map.
    Fixed(f64),
    Free,
}

impl Proportions {
    fn widest(self, height: f64) -> f64 {
        match self {
            Self::Fixed(ratio) => ratio * height,
            Self::Free => WIDEST * height,
        }
    }

    /// Size of the plot in a place of the given width and height. Only plots of fixed proportions are lower than their
    /// row.
    pub fn fit(self, [width, height]: [f64; 2]) -> [f64; 2] {
        let width = width.min(self.widest(height));
        match self {
            Self::Fixed(ratio) => [width, width / ratio],
            Self::Free => [width, height],
        }
    }
}

/// Widths of the plots of each row, and heights of the rows. `widths` is the room of each row for its plots side
/// by side, `height` that of all rows one above the other.
///
/// Rows of as many plots share their columns. Columns are equally wide unless some can't use their share: next to the
/// square of a matrix, which is as high as the sheet, curves get the rest. So are rows.
pub(super) fn sizes(
    plots: &[Vec<Proportions>],
    widths: &[f64],
    height: f64,
) -> (Vec<Vec<f64>>, Vec<f64>) {
    let equal =
        |(row, width): (&Vec<Proportions>, &f64)| vec![width / row.len().max(1) as f64; row.len()];
    let mut across: Vec<Vec<f64>> = plots.iter().zip(widths).map(equal).collect();
    let mut heights = Vec::new();
    // The width that a column can use depends on the heights of rows, and the other way round.
    for _ in 0..3 {
        let wanted = plots.iter().zip(&across);
        let wanted: Vec<f64> = wanted
            .map(|(row, widths)| wanted_height(row, widths))
            .collect();
        heights = shares(height, &wanted);
        let widths = plots.iter().zip(widths).map(|(row, width)| {
            let wanted = (0..row.len()).map(|column| {
                let like = plots
                    .iter()
                    .zip(&heights)
                    .filter(|(other, _)| other.len() == row.len());
                like.map(|(other, height)| other[column].widest(*height))
                    .fold(0.0, f64::max)
            });
            shares(*width, &wanted.collect::<Vec<f64>>())
        });
        across = widths.collect();
    }
    (across, heights)
}

/// Greatest height that a row of plots can use: that of its highest map, if it has one, so that the others are as
/// high.
fn wanted_height(row: &[Proportions], widths: &[f64]) -> f64 {
    let (mut of_maps, mut widest) = (0.0_f64, 0.0_f64);
    for (plot, width) in row.iter().zip(widths) {
        match plot {
            Proportions::Fixed(ratio) => of_maps = of_maps.max(width / ratio),
            Proportions::Free => widest = widest.max(*width),
        }
    }
    if of_maps > 0.0 {
        of_maps.max(widest / WIDEST)
    } else {
        HIGHEST * widest
    }
}

/// Divides `total` into equal shares, none larger than `wanted`; what one leaves goes to the others.
fn shares(total: f64, wanted: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let mut shares = vec![0.0; wanted.len()];
    let mut left = total;
    for (given, &i) in order.iter().enumerate() {
        shares[i] = wanted[i].min(left / (wanted.len() - given) as f64);
        left -= shares[i];
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_leaves_goes_to_the_others() {
        assert_eq!(shares(9.0, &[5.0, 1.0, 9.0]), [4.0, 1.0, 4.0]);
        assert_eq!(shares(9.0, &[1.0, 2.0]), [1.0, 2.0]);
        assert_eq!(shares(9.0, &[]), Vec::<f64>::new());
    }

    #[test]
    fn three_plots_on_a_slide_are_equal_columns_of_reasonable_height() {
        let (widths, heights) = sizes(&[vec![Proportions::Free; 3]], &[960.0], 540.0);
        assert_eq!(widths, [[320.0; 3]]);
        assert_eq!(heights, [400.0]);
        assert_eq!(Proportions::Free.fit([320.0, 400.0]), [320.0, 400.0]);
    }

    #[test]
    fn curves_get_what_a_square_beside_them_leaves() {
        let row = vec![Proportions::Fixed(1.0), Proportions::Free];
        let (widths, heights) = sizes(&[row], &[1000.0], 400.0);
        assert_eq!((widths, heights), (vec![vec![400.0, 600.0]], vec![400.0]));
    }

    #[test]
    fn plots_are_as_high_as_the_map_beside_them() {
        let row = vec![Proportions::Fixed(1.5), Proportions::Free];
        let (widths, heights) = sizes(&[row], &[600.0], 1000.0);
        assert_eq!((widths, heights), (vec![vec![300.0; 2]], vec![200.0]));
    }

    #[test]
    fn a_single_curve_is_not_stretched_over_a_banner() {
        let (widths, heights) = sizes(&[vec![Proportions::Free]], &[1000.0], 200.0);
        assert_eq!((widths, heights), (vec![vec![600.0]], vec![200.0]));
    }

    #[test]
    fn the_two_plots_of_a_shorter_row_are_wider() {
        let plots = [vec![Proportions::Free; 3], vec![Proportions::Free; 2]];
        let (widths, heights) = sizes(&plots, &[900.0, 900.0], 600.0);
        assert_eq!(widths, [vec![300.0; 3], vec![450.0; 2]]);
        assert_eq!(heights, [300.0; 2]);
    }
}
