//! Letters of pinned pictures.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Panel;

listed! {
    /// Letter of a pinned picture; each has a panel of its own.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Letter {
        #[default]
        A => "A",
        B => "B",
        C => "C",
        D => "D",
    }
    /// Letter as text.
    fn text
}

impl Letter {
    /// Panel that shows the picture pinned under the letter.
    #[must_use]
    pub fn panel(self) -> Panel {
        match self {
            Self::A => Panel::PinnedA,
            Self::B => Panel::PinnedB,
            Self::C => Panel::PinnedC,
            Self::D => Panel::PinnedD,
        }
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Panel {
    /// Letter of the pinned picture that the panel shows; `None` for a panel of the live picture.
    #[must_use]
    pub fn letter(self) -> Option<Letter> {
        Letter::ALL.into_iter().find(|it| it.panel() == self)
    }

    /// Returns true where the panel's picture can be pinned: neither a pinned one nor that of a sweep, which is
    /// computed beside the live picture.
    #[must_use]
    pub fn can_be_pinned(self) -> bool {
        self.letter().is_none() && !matches!(self, Self::Sweep | Self::Multiples)
    }
}
