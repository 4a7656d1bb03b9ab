//! A diagnosis in words: the sentence, its buttons, and why.

use crate::{
    insight::{Agreement, Insight, Remedy, SeparatingGamma},
    presented::Presented,
};
use chart::{count, number, percent, rounded};
use kernel_pca::sweep::StandingOut;
use tabular::SparseColumn;

/// Share above which a rounded percentage would read as 100 %.
const NEARLY_ALL: f64 = 0.9995;

/// Sentence of a remark, with its number.
#[must_use]
#[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
pub fn sentence(insight: &Insight) -> String {
    match insight {
        Insight::NoDifference => "All rows are alike to this kernel: every score is zero".into(),
        Insight::Distances => {
            "The table is symmetric and 0 on its diagonal, as distances between rows are".into()
        }
        Insight::Identifier { name } => {
            format!("{name} only tells the rows apart, and is measured like the others")
        }
        Insight::FewColumns {
            name,
            count,
            of,
            share,
        } => {
            let share = if *share > NEARLY_ALL {
                "nearly all".to_owned()
            } else {
                percent(*share)
            };
            match count {
                1 => {
                    format!("{name} has {share} of the variance: the other columns are hardly seen")
                }
                _ => format!(
                    "{count} of {of} columns, {name} first, have {share} of the variance: the others are hardly seen"
                ),
            }
        }
        Insight::Gaps { rows, of, sparse } => {
            let (lost, of) = (count(of - rows), count(*of));
            match sparse {
                Some(SparseColumn { name, .. }) => format!(
                    "{lost} of {of} rows are left out for gaps, most of them for {name} alone"
                ),
                None => format!("{lost} of {of} rows are left out for gaps"),
            }
        }
        Insight::UnitsDiffer(ratio) => format!(
            "The columns’ deviations differ {}-fold, as different units do: kernels compare only once columns are scaled",
            two_digits(*ratio)
        ),
        Insight::RowsRepeat(share) => format!(
            "{} of the rows repeat another one: most dots lie on top of others",
            percent(*share)
        ),
        Insight::Negative(share) => format!(
            "The kernel has negative eigenvalues, down to {} of the largest: it is not an inner product in any real \
             space, so no plot can be exact",
            percent(*share)
        ),
        Insight::EqualsLinear { difference, why } => match why {
            Agreement::LinearKernel => {
                "The linear kernel is linear PCA: both pictures are the same, but for signs".into()
            }
            Agreement::SmallGamma => {
                format!(
                    "γ is so small that the picture is linear PCA’s, {}",
                    up_to(*difference)
                )
            }
            Agreement::Other => format!(
                "The picture is linear PCA’s, {}: in these components the kernel adds nothing",
                up_to(*difference)
            ),
        },
        Insight::NearlyDiagonal(beside) => format!(
            "γ is so large that each row stands alone: its similarities to all others add up to {}",
            two_digits(*beside)
        ),
        Insight::FewRows { rows, of } => format!(
            "γ is so large that {rows} of {of} rows make up nine tenths of component 1, and the others stand alone"
        ),
        Insight::NearlyConstant(spread) => format!(
            "The kernel is nearly constant: its values differ by {}, and components show the little that is left",
            small_percent(*spread)
        ),
        Insight::Pieces { method, pieces, .. } => format!(
            "The graph of neighbours of {} is in {pieces} pieces, and the picture sets them apart",
            method.presented().title_in_text
        ),
        Insight::OneRow {
            method,
            component,
            row: _,
            called,
            share,
        } => format!(
            "{} makes up {} of component {} of {}: see whether it is an outlier",
            at_beginning(called),
            percent(*share),
            component + 1,
            method.presented().title_in_text
        ),
        Insight::LinearSeparates { linear, kernel } => format!(
            "Linear PCA separates the classes better: {} of the rows against {}",
            percent(*linear),
            percent(*kernel)
        ),
        Insight::OtherGamma { other, now } => format!(
            "Another γ separates the classes better: {} of the rows against {}",
            percent(*other),
            percent(*now)
        ),
        Insight::EqualComponents { first, end } => equal(*first, *end),
        Insight::ManyComponents {
            share,
            standing_out,
        } => {
            let hold = format!(
                "Two components explain {} of the variance in feature space",
                percent(*share)
            );
            match standing_out {
                None => hold,
                Some(StandingOut::First(0)) => {
                    format!("{hold}; none stands out from noise")
                }
                Some(StandingOut::First(1)) => {
                    format!("{hold}; 1 stands out from noise")
                }
                Some(StandingOut::First(count)) => {
                    format!("{hold}; {count} stand out from noise")
                }
                Some(StandingOut::All(count)) => {
                    format!("{hold}; {count} or more stand out from noise")
                }
            }
        }
    }
}

/// Words of the button that carries out a remedy.
#[must_use]
pub fn remedy(remedy: &Remedy) -> String {
    match remedy {
        Remedy::MedianGamma(gamma) => format!("Use median ({})", two_digits(*gamma)),
        Remedy::Gamma(gamma) => format!("Use γ = {}", two_digits(*gamma)),
        Remedy::SeparatingGamma(SeparatingGamma { gamma, share }) => {
            let share = percent(*share);
            format!("Use γ = {} (separates {share})", number(*gamma))
        }
        Remedy::Standardize => "Standardise columns".into(),
        Remedy::LeaveOut { name, rows } => match rows {
            None => format!("Leave out {name}"),
            Some(rows) => format!("Leave out {name}: {}", more_rows(*rows)),
        },
        Remedy::FillGaps(rows) => format!("Fill gaps: {}", more_rows(*rows)),
        Remedy::FitWithout { called, .. } => format!("Fit without {called}"),
        Remedy::Kernel(kind) => format!("Use the {} kernel", kind.presented().title_in_text),
        Remedy::Neighbors(count) => format!("Use {count} neighbours"),
        Remedy::SelectRow(_) => "Select it".into(),
        Remedy::ShowSweep => "Show other γ".into(),
        Remedy::HoldAgainstShuffled => "Show how many stand out from noise".into(),
        Remedy::Components(count) => format!("Keep {count}"),
    }
}

/// Reason behind a remark, in two sentences; and, if there is one, the lesson that says more: its name, and the
/// beginning of the step's heading.
#[must_use]
pub fn why(insight: &Insight) -> (&'static str, Option<(&'static str, &'static str)>) {
    match insight {
        Insight::NoDifference => (
            "Scores are differences from the mean of the images. Where all kernel values are equal there are none.",
            Some(("centring", "A constant added to the kernel")),
        ),
        Insight::Distances => (
            "As features, distances count once for each row that they lead to. A kernel of given distances takes them as \
             what they are.",
            None,
        ),
        Insight::Identifier { .. } => (
            "A number that only names rows says nothing about them. As a feature it counts like a \
             measurement, and often has the largest variance of all.",
            Some(("pca-by-hand", "The units decide")),
        ),
        Insight::FewColumns { .. } => (
            "Components and distances add up squares, so a column in small units has large numbers and outweighs the \
             others. Standardised, every column has the variance 1, whatever its unit.",
            Some(("pca-by-hand", "The units decide")),
        ),
        Insight::Gaps { .. } => (
            "A row that lacks one value is left out whole. Filled in with the column's median it is fitted with all that it \
             has, and what is filled in is known to be a guess.",
            None,
        ),
        Insight::UnitsDiffer(_) => (
            "Every kernel of distances or products sees the column with the largest numbers first, so one kernel may look \
             better than another for the units alone. Standardised, every column counts the same.",
            Some(("pca-by-hand", "The units decide")),
        ),
        Insight::RowsRepeat(_) => (
            "Equal rows have equal scores. A dot may then stand for many rows, and dense places do not look dense.",
            None,
        ),
        Insight::Negative(_) => (
            "A negative eigenvalue is a direction in which squared lengths are below zero. Plots leave such \
             directions out, so distances between dots are not those of the kernel.",
            Some(("variance", "Some kernels have negative")),
        ),
        Insight::EqualsLinear {
            why: Agreement::SmallGamma,
            ..
        } => (
            "Where all distances are short beside the kernel's width, exp(−γ‖x − y‖²) is nearly 1 − γ‖x − y‖². Its \
             components are those of the squared distances, which are linear PCA's.",
            Some(("small-gamma", "Near zero")),
        ),
        Insight::EqualsLinear { .. } => (
            "Kernel PCA with k(x, y) = x·y compares rows as linear PCA does, by their inner products. Both have the \
             same scores, up to signs.",
            Some(("small-gamma", "So linear PCA is")),
        ),
        Insight::NearlyDiagonal(_) | Insight::FewRows { .. } => (
            "Two rows are similar only where they are closer than about 1/√γ, and here hardly any are. Components \
             then rest on tiny similarities of a few close rows, and all others share one place.",
            Some(("which-gamma", "Large γ isolates")),
        ),
        Insight::NearlyConstant(_) => (
            "Where all kernel values are nearly equal, centring takes nearly all of them away. What is left are small \
             differences, which rounding and noise reach first.",
            Some(("which-gamma", "Small γ makes")),
        ),
        Insight::Pieces { .. } => (
            "The method measures along links between neighbours, and between pieces there are none. How far apart \
             it puts them says little about the data.",
            Some(("swiss-roll", "Isomap measures")),
        ),
        Insight::OneRow { .. } => (
            "A component goes where the variance is, and one row far out has a lot of it. Left out of the data, the \
             component would show the others.",
            None,
        ),
        Insight::LinearSeparates { .. } => (
            "A linear classifier is trained on half of the rows, by their scores, and asked about the other half. A \
             kernel that bends more is not always better: a plain direction may separate the classes best.",
            Some(("which-gamma", "Between the two")),
        ),
        Insight::OtherGamma { .. } => (
            "At each of many values of γ a linear classifier is trained on half of the rows, by their scores, and asked about \
             the other half. The best value is one for these classes; without their labels no rule would know it.",
            Some(("which-gamma", "Between the two")),
        ),
        Insight::EqualComponents { .. } => (
            "Eigenvectors of one eigenvalue can be turned into each other and stay eigenvectors. Another program, or \
             one more row, may show other axes.",
            Some(("signs", "Equal eigenvalues")),
        ),
        Insight::ManyComponents { .. } => (
            "The kernel spreads the variance over many directions, and a plot shows two. Components stand out from \
             noise where their eigenvalues exceed those of independently shuffled columns.",
            Some(("variance", "A small share")),
        ),
    }
}

fn equal(first: usize, end: usize) -> String {
    match end - first {
        0..=2 => format!(
            "Components {} and {end} are equal: only the plane they span is determined",
            first + 1
        ),
        _ => format!(
            "Components {}–{end} are equal: only the space they span is determined",
            first + 1
        ),
    }
}

/// Text of a number with two significant digits.
fn two_digits(value: f64) -> String {
    number(rounded(value, 1))
}

/// Agreement of two pictures in words; a difference below 10⁻⁶ counts as rounding.
fn up_to(difference: f64) -> String {
    if difference < 1e-6 {
        "up to rounding".into()
    } else {
        format!("to {}", small_percent(difference))
    }
}

/// Percentage with two significant digits.
fn small_percent(share: f64) -> String {
    format!("{} %", two_digits(100.0 * share))
}

/// Numbers of rows before and after a change.
fn more_rows([before, after]: [usize; 2]) -> String {
    format!("{} → {} rows", count(before), count(after))
}

/// Row in words as a sentence begins; a name stays as it is.
fn at_beginning(called: &str) -> String {
    match called.strip_prefix("row ") {
        Some(number) => format!("Row {number}"),
        None => called.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel_pca::method::Method;

    #[test]
    fn sentences_hold_the_numbers_that_were_computed() {
        for (insight, text) in [
            (
                Insight::FewColumns {
                    name: "proline".into(),
                    count: 1,
                    of: 13,
                    share: 0.997_7,
                },
                "proline has 99.8 % of the variance: the other columns are hardly seen",
            ),
            (
                Insight::EqualsLinear {
                    difference: 0.000_712,
                    why: Agreement::SmallGamma,
                },
                "γ is so small that the picture is linear PCA’s, to 0.071 %",
            ),
            (
                Insight::EqualComponents { first: 1, end: 3 },
                "Components 2 and 3 are equal: only the plane they span is determined",
            ),
            (
                Insight::OneRow {
                    method: Method::Kpca,
                    component: 0,
                    row: 16,
                    called: "row 17".into(),
                    share: 0.83,
                },
                "Row 17 makes up 83.0 % of component 1 of kernel PCA: see whether it is an outlier",
            ),
        ] {
            assert_eq!(sentence(&insight), text);
        }
        let rows = [238, 3201];
        for (help, text) in [
            (Remedy::FillGaps(rows), "Fill gaps: 238 → 3201 rows"),
            (
                Remedy::LeaveOut {
                    name: "ID".into(),
                    rows: None,
                },
                "Leave out ID",
            ),
            (
                Remedy::FitWithout {
                    row: 16,
                    called: "Hutt".into(),
                },
                "Fit without Hutt",
            ),
        ] {
            assert_eq!(remedy(&help), text);
        }
        let diagonal = sentence(&Insight::NearlyDiagonal(0.4149));
        assert!(diagonal.ends_with("add up to 0.41"), "{diagonal}");
    }
}
