//! Parsers of flags' values.

use std::path::PathBuf;

use clap::{
    builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};

use export::{MILLIMETRES_PER_INCH, MOST_DIGITS, table_path};
use kernel_pca::{kpca::Bytes, typed::NumberRange};

/// Error of bad usage that only shows once all flags are known.
pub(super) fn usage(message: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, message)
}

/// Replaces `target` by the value of a flag, if it has one.
pub(super) fn replace<T>(target: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *target = value;
    }
}

/// Parses one of `all` by its name, and lists the names in the help and in the error.
pub(super) fn named<T, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(name)).try_map(move |given| {
        all.into_iter()
            .find(|&value| name(value) == given)
            .ok_or("not one of the names")
    })
}

/// Parses the path of a table to be written, whose name says its format.
pub(super) fn table() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(table_path)
}

pub(super) fn significant_digits(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(value) if (1..=MOST_DIGITS).contains(&value) => Ok(value),
        _ => Err(format!("must be a whole number from 1 to {MOST_DIGITS}")),
    }
}

/// Largest number of repeated fits.
const MOST_REPEATS: usize = 1000;

pub(super) fn repeats(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(value) if (1..=MOST_REPEATS).contains(&value) => Ok(value),
        _ => Err(format!("must be a whole number from 1 to {MOST_REPEATS}")),
    }
}

pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    let value = NumberRange::Whole(1, u32::MAX).read(text)?;
    Ok(value as usize)
}

/// Parses a number of mebibytes that the program may take, into the bytes that its computations may hold.
pub(super) fn mebibytes(text: &str) -> Result<u64, String> {
    const MOST_MEBIBYTES: u64 = u64::MAX >> 20;
    match text.parse::<u128>() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(count) => match u64::try_from(count) {
            Ok(count) if count <= MOST_MEBIBYTES => Ok(Bytes::beside_program(count << 20)),
            _ => Err(format!("must be at most {MOST_MEBIBYTES}")),
        },
        Err(error) => Err(format!("{error}")),
    }
}

/// Parses a number of frames per second: GIFs count hundredths of a second, and browsers play none faster than
/// fifty frames a second.
pub(super) fn frames_a_second(text: &str) -> Result<f64, String> {
    match NumberRange::Positive.read(text)? {
        fps if fps <= 50.0 => Ok(fps),
        _ => Err("must be at most 50".to_owned()),
    }
}

/// Length of a figure's side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Length {
    Pixels(u32),
    /// On paper, in millimetres.
    Millimetres(f64),
}

impl Length {
    pub fn is_on_paper(&self) -> bool {
        matches!(self, Self::Millimetres(_))
    }

    /// Number of pixels at a resolution in dots per inch.
    pub fn pixels(self, dpi: u32) -> u32 {
        match self {
            Self::Pixels(count) => count,
            Self::Millimetres(length) => {
                (length / MILLIMETRES_PER_INCH * f64::from(dpi)).round() as u32
            }
        }
    }
}

/// Parses a length in pixels, or on paper as in 88.9mm, 8.5cm or 3.5in.
pub(super) fn length(text: &str) -> Result<Length, String> {
    let units = [("mm", 1.0), ("cm", 10.0), ("in", MILLIMETRES_PER_INCH)];
    let on_paper = units.into_iter().find_map(|(unit, millimetres)| {
        let number = text.strip_suffix(unit)?.trim_end();
        Some(
            NumberRange::Positive
                .read(number)
                .map(|it| it * millimetres),
        )
    });
    match on_paper {
        Some(length) => length.map(Length::Millimetres),
        None => text.parse().map(Length::Pixels).map_err(|_| {
            "must be a whole number of pixels, or a length as in 88.9mm, 8.5cm or 3.5in".to_owned()
        }),
    }
}

pub(super) fn positive(text: &str) -> Result<f64, String> {
    NumberRange::Positive.read(text)
}

/// Parses the probability of control limits.
pub(super) fn confidence(text: &str) -> Result<f64, String> {
    NumberRange::FromHalfBelowOne.read(text)
}

/// Parses any number, as people type it; its range is checked where it is used.
pub(super) fn real(text: &str) -> Result<f64, String> {
    NumberRange::Any.read(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_pixels_or_lengths_on_paper() {
        assert_eq!(length("1050"), Ok(Length::Pixels(1050)));
        for text in ["88.9mm", "8.89cm", "3.5in", "3.5 in"] {
            assert_eq!(length(text).unwrap().pixels(300), 1050, "{text}");
        }
        for wrong in ["88.9", "-5mm", "0in", "mm", "5pt", ""] {
            assert!(length(wrong).is_err(), "{wrong}");
        }
    }
}
