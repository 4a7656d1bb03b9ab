//! Number of components that are computed: a count, or as many as reach a share of the variance.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use kernel_pca::typed;

/// Number of components as `n_components` of scikit-learn's PCA: a whole number from 1, or a share between 0 and
/// 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "WrittenComponents")]
pub enum Components {
    /// Count of components; fewer exist where there are fewer points.
    Count(usize),
    /// Share of the variance that the components reach together.
    Share(f64),
}

/// Reason why a text or number is no number of components.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ComponentsError {
    #[error("components must be a whole number from 1, or a share of the variance such as 0.95")]
    Neither,
    #[error(
        "{0} may be one component or all of the variance: write 1, or a share below 1 such as 0.999"
    )]
    Either(String),
}

impl Default for Components {
    fn default() -> Self {
        Self::Count(10)
    }
}

impl Components {
    /// Largest number of components that is computed to reach a share.
    pub const MOST_FOR_SHARE: usize = 200;

    /// Returns the value where it is in range.
    fn checked(self) -> Result<Self, ComponentsError> {
        let valid = Some(self).filter(|it| it.is_valid());
        valid.ok_or(ComponentsError::Neither)
    }

    /// Returns true where the value is in range, which reading ensures.
    #[must_use]
    pub fn is_valid(self) -> bool {
        match self {
            Self::Count(count) => count >= 1,
            Self::Share(share) => share > 0.0 && share < 1.0,
        }
    }

    /// Reads a whole number as a count and a number between 0 and 1 as a share.
    #[must_use]
    pub fn from_number(number: f64) -> Option<Self> {
        if number < 1.0 {
            return Self::Share(number).checked().ok();
        }
        let whole = number.fract() == 0.0 && number <= f64::from(u32::MAX);
        whole.then_some(Self::Count(number as usize))
    }
}

impl fmt::Display for Components {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => count.fmt(formatter),
            Self::Share(share) => share.fmt(formatter),
        }
    }
}

impl FromStr for Components {
    type Err = ComponentsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if typed::number(text) == Ok(1.0) && text.contains(['.', ',']) {
            return Err(ComponentsError::Either(text.to_owned()));
        }
        let (number, percent) = match text.strip_suffix('%') {
            Some(number) => (number, true),
            None => (text, false),
        };
        match typed::number(number) {
            Ok(number) if percent => Self::Share(number / 100.0).checked(),
            Ok(number) => Self::from_number(number).ok_or(ComponentsError::Neither),
            Err(_) => Err(ComponentsError::Neither),
        }
    }
}

/// Number of components in a file, which may be out of range.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "components must be a whole number from 1, or a share of the variance such as 0.95"
)]
enum WrittenComponents {
    Count(usize),
    Share(f64),
}

impl TryFrom<WrittenComponents> for Components {
    type Error = ComponentsError;

    fn try_from(written: WrittenComponents) -> Result<Self, Self::Error> {
        let read = match written {
            WrittenComponents::Count(count) => Self::Count(count),
            WrittenComponents::Share(share) => Self::Share(share),
        };
        read.checked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_shares_are_told_apart_and_others_refused() {
        for (text, components) in [
            ("1", Components::Count(1)),
            ("64", Components::Count(64)),
            ("0,95", Components::Share(0.95)),
            ("0.95", Components::Share(0.95)),
            (" 95 % ", Components::Share(0.95)),
        ] {
            assert_eq!(text.parse(), Ok(components), "{text}");
        }
        for text in ["1.0", "1,00"] {
            let error = text.parse::<Components>().unwrap_err().to_string();
            assert!(
                error.starts_with(text) && error.contains("write 1"),
                "{error}"
            );
        }
        for text in ["0", "-3", "1.5", "0.0", "nan", "inf", "100%", "many", ""] {
            let error = text.parse::<Components>().unwrap_err().to_string();
            assert!(error.contains("whole number"), "{error}");
        }
    }

    #[test]
    fn a_session_reads_back_what_it_wrote() {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct ComponentsFile {
            components: Components,
        }
        for (components, text) in [
            (Components::Count(10), "components = 10\n"),
            (Components::Share(0.95), "components = 0.95\n"),
        ] {
            let file = ComponentsFile { components };
            assert_eq!(toml::to_string(&file).unwrap(), text);
            assert_eq!(toml::from_str::<ComponentsFile>(text).unwrap(), file);
        }
        for bad in ["0", "-1", "1.5", "nan", "\"many\""] {
            let text = format!("components = {bad}\n");
            assert!(toml::from_str::<ComponentsFile>(&text).is_err(), "{bad}");
        }
    }
}
