//! Names of things on the screen, one each, and words of the field by which they are looked for.
//!
//! Menus, title bars, the palette, help, figures and handouts take them from here. Names of kernels, metrics, methods and
//! panels stand with what they name, those of commands in `app::command`.

use explorer::word::{TELLING_LETTERS, Word, begin_alike, word};

// Parts of the side panel.
pub const DATA: Word = word("Data", "");
pub const MORE: Word = word("More", "");
pub const KERNEL: Word = word("Kernel", "");
pub const COMPONENTS: Word = word("Components", "");
pub const VIEW: Word = word("View", "");

// Menus.
pub const FILE: Word = word("File", "");
pub const EDIT: Word = word("Edit", "");
pub const SELECT: Word = word("Select", "");
pub const EXAMPLES: Word = word("Examples", "");
pub const LESSONS: Word = word("Lessons", "");
pub const HELP: Word = word("Help", "");

// Arrangements of panels.
pub const USUAL: Word = word("the usual ones", "default reset");
pub const WITH_CONTOURS: Word = word("with contours", "level lines");
pub const COMPARE: Word = word("compare", "");
pub const EXPLAIN: Word = word("explain", "why");
pub const CHOOSE: Word = word("choose γ", "gamma tuning");
pub const ONE_LARGE: Word = word("one large", "big");

// What is shown of the result.
pub const COLOUR_BY: Word = word("Colour by", "label labels class target group");
pub const LEAVE_OUT_COLUMN: Word = word("Leave out column", "drop exclude remove feature");
pub const SHUFFLED: Word = word(
    "shuffled columns",
    "parallel analysis permutation many noise",
);
pub const ARROWS: Word = word("arrows", "loading biplot");

/// Things on the screen, beside panels and commands, that people also know by other words.
pub const BESIDE_PANELS: [Word; 10] = [
    word(
        "Shapes for classes",
        "colour color blind blindness accessibility markers symbols",
    ),
    COLOUR_BY,
    LEAVE_OUT_COLUMN,
    USUAL,
    WITH_CONTOURS,
    EXPLAIN,
    CHOOSE,
    ONE_LARGE,
    SHUFFLED,
    ARROWS,
];

/// Pairs of a spelling that may be typed, and letters that stand in labels with the other spelling.
const SPELLINGS: [(&str, &str); 4] = [
    ("normalize", "normalis"),
    ("standardize", "standardis"),
    ("colour", "color"),
    ("color", "colour"),
];

/// Words of the field for parameters, and the names by which those are set, some with a value.
const PARAMETERS: [(&str, &str); 9] = [
    ("bandwidth", "sigma"),
    ("width", "sigma"),
    ("gaussian", "sigma"),
    ("many", "components"),
    ("centre", "centring"),
    ("center", "centring"),
    ("z-score", "scale standardize"),
    ("standardize", "scale standardize"),
    ("standardise", "scale standardize"),
];

/// Returns true where a label (in lower case) holds a typed word, or the name of one of the `things` that the word
/// means.
#[must_use]
pub fn is_meant(typed: &str, label: &str, mut things: impl Iterator<Item = Word>) -> bool {
    let names = |word: Word| word.is_meant_by(typed) && label.contains(&word.name.to_lowercase());
    let spells = |(said, other): &(&str, &str)| begin_alike(said, typed) && label.contains(other);
    label.contains(typed) || things.any(names) || SPELLINGS.iter().any(spells)
}

/// Name of the parameter that a word of the field means.
#[must_use]
pub fn parameter_meant(typed: &str) -> Option<&'static str> {
    let mut meant = PARAMETERS.iter();
    meant
        .find(|(said, _)| typed.len() >= TELLING_LETTERS && said.starts_with(typed))
        .map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use explorer::panel::Panel;

    #[test]
    fn one_name_means_one_panel() {
        for (i, panel) in Panel::ALL.iter().enumerate() {
            for other in &Panel::ALL[..i] {
                assert_ne!(panel.title(), other.title());
            }
        }
    }

    #[test]
    fn words_of_the_field_are_understood_from_four_letters_on() {
        let is_meant = |typed: &str, label: &str| {
            let panels = Panel::ALL.into_iter().map(Panel::word);
            is_meant(typed, label, panels.chain(BESIDE_PANELS))
        };
        for (typed, label) in [
            ("scree", "eigenvalue spectrum"),
            ("elbo", "maximise eigenvalue spectrum"),
            ("loadings", "biplot"),
            ("outliers", "novelty"),
            ("parallel", "hold eigenvalues against shuffled columns"),
            ("normalize", "normalise"),
        ] {
            assert!(is_meant(typed, label), "{typed}");
            assert!(
                !is_meant(&typed[..3], label) || label.contains(&typed[..3]),
                "{typed}"
            );
        }
        assert_eq!(parameter_meant("band"), Some("sigma"));
        assert_eq!(parameter_meant("ban"), None);
    }
}
