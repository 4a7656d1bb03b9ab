//! Files of edges that are no plain table: KONECT's, and those that `NetworkX` writes.

use std::borrow::Cow;

use super::records::Lines;

/// Columns of KONECT's files, of which a file has the first two, three or all.
pub(super) const KONECT_COLUMNS: [&str; 4] = ["source", "target", "weight", "timestamp"];

/// Kind of graph that a KONECT file declares: directed, undirected, or with two sorts of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Konect {
    OneSort,
    /// Two sorts of nodes, both numbered from 1, so that a number alone names no node.
    Bipartite,
}

/// Kind of graph where the first line is KONECT's, such as `% sym unweighted`; else `None`.
pub(super) fn konect(head: &[u8]) -> Option<Konect> {
    let mut lines = Lines::new(head);
    let line = lines.read().ok()??;
    let mut words = line.strip_prefix('%')?.split_whitespace();
    let format = words.next()?;
    // Weights are unweighted, positive, posweighted, signed, multisigned, weighted, multiweighted or dynamic.
    words
        .next()?
        .chars()
        .all(char::is_alphabetic)
        .then_some(())?;
    match format {
        "sym" | "asym" => Some(Konect::OneSort),
        "bip" => Some(Konect::Bipartite),
        _ => None,
    }
}

/// Returns true where each line ends in a dictionary, as in `1 2 {'weight': 2.0}`.
pub(super) fn has_dictionaries(head: &[u8]) -> bool {
    let mut lines = Lines::new(head);
    let mut seen = false;
    while let Ok(Some(line)) = lines.read() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if !line.ends_with('}') || !line.contains('{') {
            return false;
        }
        seen = true;
    }
    seen
}

/// Rewrites lines of `NetworkX`'s as plain columns.
pub(super) fn plain_text(head: &[u8]) -> String {
    let mut lines = Lines::new(head);
    let mut text = String::new();
    while let Ok(Some(line)) = lines.read() {
        text.push_str(&plain(line));
        text.push('\n');
    }
    text
}

/// Rewrites a line of `NetworkX`'s as plain columns: of its dictionary the weight stays, if it has one.
pub(super) fn plain(line: &str) -> Cow<'_, str> {
    let Some((nodes, dictionary)) = line.split_once('{') else {
        return line.into();
    };
    let weight = ["'weight':", "\"weight\":"]
        .into_iter()
        .find_map(|key| dictionary.split_once(key));
    match weight {
        None => nodes.into(),
        Some((_, rest)) => {
            let end = rest.find([',', '}']).unwrap_or(rest.len());
            format!("{nodes} {}", rest[..end].trim()).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dictionaries_give_their_weight() {
        assert_eq!(plain("1 2 {'weight': 2.0}"), "1 2  2.0");
        assert_eq!(plain("a b {'c': 1, 'weight': 3, 'd': 'x'}"), "a b  3");
        assert_eq!(plain("1 2 {}"), "1 2 ");
        assert_eq!(plain("1 2"), "1 2");
    }

    #[test]
    fn only_its_own_first_line_makes_a_file_konects() {
        assert_eq!(konect(b"% sym unweighted\n1 2\n"), Some(Konect::OneSort));
        assert_eq!(konect(b"% bip posweighted\n1 2\n"), Some(Konect::Bipartite));
        for other in [&b"% sym\n1 2\n"[..], b"% made by me\n1 2\n", b"1 2\n", b""] {
            assert_eq!(konect(other), None);
        }
    }
}
