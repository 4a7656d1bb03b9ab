//! Choices that hold a number, which is typed for them as people count, from 1.

use super::Choice;
use crate::setup::{ContourView, Others, RowOrder};
use kernel_pca::typed::{NamedNumber, NumberRange};

/// Kind of choice that holds a number, with the range of that number.
pub struct NumberedChoice {
    make: fn(usize) -> Choice,
    quantity: NamedNumber,
}

/// Largest number that may be typed where the real limit depends on the data: no table is as long.
const NO_LIMIT: u32 = u32::MAX;

const ALL: [NumberedChoice; 5] = [
    kind(
        Choice::ContourMaps,
        "The number of maps",
        ContourView::MOST_MAPS as u32,
    ),
    kind(
        |pc| Choice::MatrixOrder(RowOrder::Component(pc.saturating_sub(1))),
        "The component",
        NO_LIMIT,
    ),
    kind(
        |row| Choice::PreImageOthers(Others::Row(row.saturating_sub(1))),
        "The row",
        NO_LIMIT,
    ),
    kind(Choice::DenoiseFrom, "The number of components", NO_LIMIT),
    kind(Choice::PredictFrom, "The number of components", NO_LIMIT),
];

const fn kind(make: fn(usize) -> Choice, subject: &'static str, most: u32) -> NumberedChoice {
    NumberedChoice {
        make,
        quantity: NamedNumber::new(subject, NumberRange::Whole(1, most)),
    }
}

impl NumberedChoice {
    /// Returns the choices that hold `number` and are not among [`Choice::all`], each with the reason why the number is
    /// out of range, if it is.
    pub fn of(number: usize) -> impl Iterator<Item = (Choice, Result<(), String>)> {
        let made = ALL.iter().map(move |kind| {
            let checked = kind.quantity.read(&number.to_string()).map(|_| ());
            ((kind.make)(number), checked)
        });
        let is_new = |choice: &Choice| Choice::all().all(|listed| listed != *choice);
        made.filter(move |(choice, checked)| checked.is_err() || is_new(choice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::View;

    #[test]
    fn a_number_makes_choices_that_name_and_hold_it() {
        let made: Vec<_> = NumberedChoice::of(8).collect();
        assert_eq!(made.len(), ALL.len());
        for (choice, checked) in made {
            assert_eq!(checked, Ok(()), "{choice:?}");
            assert!(choice.label().contains('8'), "{}", choice.label());
            let mut view = View::default();
            choice.change(&mut view);
            assert_ne!(view, View::default(), "{choice:?}");
        }
    }

    #[test]
    fn a_number_that_cannot_be_is_refused_with_the_reason() {
        for (number, refused) in [(0, ALL.len()), (10, 1)] {
            let reasons: Vec<String> = NumberedChoice::of(number)
                .filter_map(|(_, checked)| checked.err())
                .collect();
            assert_eq!(reasons.len(), refused, "{number}: {reasons:?}");
            assert_eq!(
                reasons[0],
                "The number of maps must be a whole number from 1 to 9"
            );
        }
    }
}
