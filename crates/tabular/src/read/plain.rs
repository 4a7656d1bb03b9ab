//! Files whose first lines say what they hold.

use std::{io::Read, path::Path};

use super::{
    decode::{DecodedFile, decode},
    form::is_fasta,
    job::Job,
    open,
    rewritten::Rewritten,
};
use crate::{
    edges::{SOURCE, TARGET},
    room::Room,
};
use kernel_pca::{objects::ObjectKind, typed::number};
use system::input::ContentKind;

/// Number of bytes by which a file's kind is told.
const HEAD: u64 = 4096;
/// Largest number of columns of a list of edges: both ends and a weight.
const MOST_COLUMNS: usize = 3;

/// Objects that a file plainly holds, by its first lines: strings where it begins with the `>` of a sequence's name or
/// has a word in each line; a graph where names for the ends of edges stand above two or three columns, or where the
/// format is one of graphs. `None` for other files.
pub fn plainly_holds(path: &Path) -> Option<ObjectKind> {
    let (name, file) = open(path, ContentKind::Table).ok()?;
    // Of an archive no more is looked at than its kind.
    let room = Room::new(0);
    let Ok(DecodedFile::Text(text, _)) = decode(&Job::plain(&name, &room), file) else {
        return None;
    };
    let mut start = Vec::new();
    text.take(HEAD).read_to_end(&mut start).ok()?;
    if is_fasta(&start) {
        return Some(ObjectKind::Strings);
    }
    let start = String::from_utf8_lossy(&start);
    let by_format = Rewritten::plainly_holds(&start);
    if by_format.is_some() {
        return by_format;
    }
    let mut lines = start.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    let names: Vec<String> = (first.split([',', ';', '\t']))
        .map(|name| name.trim_matches(['"', ' ']).to_lowercase())
        .collect();
    let named = |known: &[&str]| names.iter().any(|name| known.contains(&&**name));
    if named(&SOURCE) && named(&TARGET) && names.len() <= MOST_COLUMNS {
        return Some(ObjectKind::Graph);
    }
    let is_word = |line: &str| line.chars().all(char::is_alphanumeric) && number(line).is_err();
    let second = lines.next()?;
    let all_words = [first, second].into_iter().chain(lines).all(is_word);
    all_words.then_some(ObjectKind::Strings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_say_what_is_plain_and_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.csv");
        for (text, holds) in [
            (">a\nACGT\n", Some(ObjectKind::Strings)),
            ("ACGT\nTTGA\n", Some(ObjectKind::Strings)),
            ("source,target\na,b\n", Some(ObjectKind::Graph)),
            ("From;To;weight\n1;2;0.5\n", Some(ObjectKind::Graph)),
            ("graph [\n node [ id 1 ]\n", Some(ObjectKind::Graph)),
            ("x\n1\n2\n", None),
            ("1.5\n2.5\n", None),
            ("name,kind\nanna,a\n", None),
            ("ACGT\n", None),
            ("source,x,y,target\n1,2,3,4\n", None),
            ("", None),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(plainly_holds(&path), holds, "{text:?}");
        }
    }
}
