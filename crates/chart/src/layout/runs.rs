//! Texts with sub- and superscripts: marks in a text part runs of letters at different heights.

/// Height of letters of sub- and superscripts over that of the text.
const SCRIPT: f32 = 0.7;
/// Characters before runs of letters, each with the level of the run. They are noncharacters, which Unicode leaves to
/// programs, so that no text means anything by them.
const MARKS: [(char, Level); 4] = [
    ('\u{fdd0}', Level::Base),
    ('\u{fdd1}', Level::Lower),
    ('\u{fdd2}', Level::Upper),
    ('\u{fdd3}', Level::Bold),
];

/// Height at which letters stand, or their weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Base,
    /// Bold letters.
    Bold,
    /// Subscript.
    Lower,
    /// Superscript.
    Upper,
}

impl Level {
    /// Height of the letters, in those of the text.
    #[must_use]
    pub fn size(self) -> f32 {
        match self {
            Self::Base | Self::Bold => 1.0,
            Self::Lower | Self::Upper => SCRIPT,
        }
    }

    /// Distance from the baseline of the text down to that of the letters, in heights of the text's letters; negative
    /// for superscripts.
    #[must_use]
    pub fn drop(self) -> f32 {
        match self {
            Self::Base | Self::Bold => 0.0,
            Self::Lower => 0.2,
            Self::Upper => -0.35,
        }
    }

    /// Makes a text a run at this level, to be put into a longer text; its blanks break no line.
    #[must_use]
    pub fn run(self, text: &str) -> String {
        let letters: String = runs(text).map(|(_, run)| run).collect();
        let letters = letters.replace(' ', "\u{a0}");
        let mark = |level| MARKS.iter().find(|it| it.1 == level).map(|it| it.0);
        let [before, after] = [self, Self::Base].map(mark);
        before
            .into_iter()
            .chain(letters.chars())
            .chain(after)
            .collect()
    }
}

/// Parts of a text with the level of each.
pub fn runs(text: &str) -> impl Iterator<Item = (Level, &str)> {
    let level = |c| MARKS.iter().find(|it| it.0 == c).map(|it| it.1);
    let parts = text.split_inclusive(move |c| level(c).is_some());
    let mut next = Level::Base;
    let parts = parts.map(move |part| {
        let last = part.chars().next_back();
        let Some(after) = last.and_then(level) else {
            return (next, part);
        };
        let run = &part[..part.len() - last.map_or(0, char::len_utf8)];
        (std::mem::replace(&mut next, after), run)
    });
    parts.filter(|(_, run)| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_part_a_text_into_runs_and_are_none_of_its_letters() {
        let text = format!(
            "x{} = 10{} m",
            Level::Lower.run("i j"),
            Level::Upper.run("−3")
        );
        let parts: Vec<(Level, &str)> = runs(&text).collect();
        assert_eq!(
            parts,
            [
                (Level::Base, "x"),
                (Level::Lower, "i\u{a0}j"),
                (Level::Base, " = 10"),
                (Level::Upper, "−3"),
                (Level::Base, " m"),
            ]
        );
        assert_eq!(runs("plain").collect::<Vec<_>>(), [(Level::Base, "plain")]);
        assert_eq!(runs("").count(), 0);
        // A script in a script stands beside it.
        let nested = Level::Upper.run(&format!("a{}", Level::Lower.run("b")));
        assert_eq!(runs(&nested).collect::<Vec<_>>(), [(Level::Upper, "ab")]);
    }
}
