//! What one sees, in one sentence.

use super::text::{number, percent};
use crate::insight::{Agreement, Insight};

/// The sentence, with its number and, where there is one, what to try.
#[must_use]
pub fn sentence(insight: &Insight) -> String {
    match insight {
        Insight::NoDifference => {
            "All rows are alike to this kernel: every score is zero. Try another kernel or other \
             columns"
                .into()
        }
        Insight::RowsRepeat(share) => format!(
            "{} of the rows repeat another one: most dots lie on top of others",
            percent(*share)
        ),
        Insight::OneFeature { name, share } => format!(
            "{name} has {} of the variance: try Standardise",
            percent(*share)
        ),
        Insight::Negative(share) => format!(
            "The kernel has negative eigenvalues, down to {} of the largest: it is no inner \
             product, and no picture shows all of it",
            percent(*share)
        ),
        Insight::EqualsLinear { difference, why } => match why {
            Agreement::LinearKernel => {
                "The linear kernel is linear PCA: both pictures are the same, but for signs".into()
            }
            Agreement::SmallGamma => format!(
                "γ is so small that kernel PCA equals linear PCA {}: try a larger one",
                up_to(*difference)
            ),
            Agreement::Other => format!(
                "Kernel PCA equals linear PCA {}: in these components the kernel adds nothing",
                up_to(*difference)
            ),
        },
        Insight::NearlyDiagonal(beside) => format!(
            "The kernel matrix is nearly diagonal (the other entries of a row add up to {}): each \
             row is similar to hardly any other, and components rest on tiny similarities. Try a smaller γ",
            number(two_digits(*beside))
        ),
        Insight::NearlyConstant(spread) => format!(
            "The kernel is nearly constant: its values differ by {}, and components show the little \
             that is left",
            small_percent(*spread)
        ),
        Insight::OneRow {
            component,
            row,
            share,
        } => format!(
            "Row {row} makes up {} of component {}: see whether it is an outlier",
            percent(*share),
            component + 1
        ),
        Insight::EqualComponents { first, end } => equal(*first, *end),
        Insight::TwoComponents { kernel, linear } => format!(
            "Two kernel components hold {} of the variance that the kernel sees; two linear ones \
             hold {} of that in the data",
            percent(*kernel),
            percent(*linear)
        ),
    }
}

fn equal(first: usize, end: usize) -> String {
    match end - first {
        0..=2 => format!(
            "Components {} and {end} are equal: their axes are arbitrary, only their plane is not",
            first + 1
        ),
        _ => format!(
            "Components {}–{end} are equal: their axes are arbitrary, only the space they span is \
             not",
            first + 1
        ),
    }
}

fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}

/// How well two pictures agree; less than this is no more than rounding.
fn up_to(difference: f64) -> String {
    if difference < 1e-6 {
        "up to rounding".into()
    } else {
        format!("to {}", small_percent(difference))
    }
}

/// As few digits as tell its size.
fn small_percent(share: f64) -> String {
    format!("{} %", number(two_digits(100.0 * share)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_hold_the_numbers_that_were_computed() {
        for (insight, text) in [
            (
                Insight::OneFeature {
                    name: "proline".into(),
                    share: 0.997_7,
                },
                "proline has 99.8 % of the variance: try Standardise",
            ),
            (
                Insight::EqualsLinear {
                    difference: 0.000_712,
                    why: Agreement::SmallGamma,
                },
                "γ is so small that kernel PCA equals linear PCA to 0.071 %: try a larger one",
            ),
            (
                Insight::EqualComponents { first: 1, end: 3 },
                "Components 2 and 3 are equal: their axes are arbitrary, only their plane is not",
            ),
            (
                Insight::OneRow {
                    component: 0,
                    row: 17,
                    share: 0.83,
                },
                "Row 17 makes up 83.0 % of component 1: see whether it is an outlier",
            ),
        ] {
            assert_eq!(sentence(&insight), text);
        }
        let diagonal = sentence(&Insight::NearlyDiagonal(0.4149));
        assert!(diagonal.contains("add up to 0.41)"), "{diagonal}");
    }
}
