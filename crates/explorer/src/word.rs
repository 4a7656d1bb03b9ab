//! Names of things on the screen, and words of the field by which they are looked for.

/// Name of a thing, and what else people call it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    pub name: &'static str,
    /// Words of the field by which people look for it, in lower case, with spaces between.
    pub also: &'static str,
}

/// Text with its first letter as a capital.
pub fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

pub const fn word(name: &'static str, also: &'static str) -> Word {
    Word { name, also }
}

/// Least number of letters of its beginning by which a word of the field is recognised.
pub const TELLING_LETTERS: usize = 4;

impl Word {
    /// Returns true where a typed word means the thing.
    #[must_use]
    pub fn is_meant_by(&self, typed: &str) -> bool {
        self.also
            .split(' ')
            .any(|said| said == typed || begin_alike(said, typed))
    }
}

/// Returns true where one of two words is the beginning of the other, and long enough to be recognised by.
pub fn begin_alike(said: &str, typed: &str) -> bool {
    let enough = said.len().min(typed.len()) >= TELLING_LETTERS;
    enough && (said.starts_with(typed) || typed.starts_with(said))
}
