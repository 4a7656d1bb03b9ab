//! Known texts that are no tables: each is refused by the name of its format.

use crate::Holds;

/// Refusal that names the format and gives advice, where the text that begins with `head` is of a known format that is
/// not read; else `None`.
pub(super) fn not_read(head: &[u8], holds: Holds) -> Option<&'static str> {
    let head = head.trim_ascii_start();
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let lower = line.to_ascii_lowercase();
    let begins = |with: &[u8]| lower.starts_with(with);
    if ["<!doctype html", "<html", "<table"]
        .iter()
        .any(|it| begins(it.as_bytes()))
    {
        return Some("this is a web page rather than the file itself");
    }
    if begins(b"<?xml") {
        return Some("this is XML, which is not read; save its table as CSV");
    }
    if begins(b"\\begin{") || begins(b"\\documentclass") {
        return Some("this is LaTeX, which is not read; save its table as CSV");
    }
    if is_markdown(head) {
        return Some("this is a table in Markdown, which is not read; save it as CSV");
    }
    if begins(b"version https://git-lfs") {
        return Some("this is a pointer of Git LFS rather than the file itself; run git lfs pull");
    }
    if begins(b"%%matrixmarket") {
        return Some("this is a Matrix Market file, which is not read; save its matrix as CSV");
    }
    if begins(b"*vertices") {
        return Some("this is a Pajek network, which is not read; save its edges as CSV");
    }
    if begins(b"atom  ") || begins(b"hetatm") {
        return Some(
            "this is a PDB structure, which is not read; save its distances or coordinates as CSV",
        );
    }
    if begins(b"#nexus") {
        return Some("this is a NEXUS file, which is not read; save its distances as CSV");
    }
    if ["graph", "digraph", "strict graph", "strict digraph"]
        .iter()
        .any(|word| {
            let rest = lower.strip_prefix(word.as_bytes());
            rest.is_some_and(|rest| rest.contains(&b'{') && !rest.contains(&b','))
        })
    {
        return Some("this is a graph of Graphviz, which is not read; save its edges as CSV");
    }
    let mut lines = head.split(|byte| *byte == b'\n');
    let counts = lines.find(|line| line.windows(5).any(|it| it == b"V2000" || it == b"V3000"));
    if holds != Holds::Strings && counts.is_some() && head.windows(6).any(|it| it == b"M  END") {
        return Some(
            "this is a structure of molecules (SDF), which is not read; save its properties as CSV",
        );
    }
    if holds != Holds::Strings && is_newick(head) {
        return Some(
            "this is a Newick tree, which is not read; save the distances of its leaves as CSV (in R: cophenetic)",
        );
    }
    // A string may well begin with a bracket, as in SMILES.
    if holds != Holds::Strings {
        return in_brackets(head, line);
    }
    None
}

/// Returns true where the second line consists of bars, hyphens and colons, as below the names of a table in Markdown.
fn is_markdown(head: &[u8]) -> bool {
    let rule = head
        .split(|byte| *byte == b'\n')
        .nth(1)
        .map(<[u8]>::trim_ascii);
    rule.is_some_and(|rule| {
        let is_of_rule = |byte: &u8| b"|-: ".contains(byte);
        rule.starts_with(b"|")
            && rule.windows(3).any(|it| it == b"---")
            && rule.iter().all(is_of_rule)
    })
}

/// Returns true where the text begins with a bracket, has a comma and a closing bracket, and ends in a semicolon or has
/// one behind a closing bracket, as Newick trees do.
fn is_newick(head: &[u8]) -> bool {
    let tree = head.trim_ascii_end();
    head.starts_with(b"(")
        && tree.contains(&b',')
        && tree.contains(&b')')
        && (tree.ends_with(b";") || tree.windows(2).any(|it| it == b");"))
}

fn in_brackets(head: &[u8], line: &[u8]) -> Option<&'static str> {
    const JSON: &str = "this is JSON, which is not read; save it as CSV";
    const PRINTED: &str = "this is an array as NumPy prints it; save it with np.savetxt or np.save";
    let inside = match head {
        [b'{', inside @ ..] => {
            let key = inside.trim_ascii_start();
            return (key.starts_with(b"\"") || key.starts_with(b"}")).then_some(JSON);
        }
        [b'[', inside @ ..] => inside.trim_ascii_start(),
        _ => return None,
    };
    match inside.first()? {
        b'{' | b'"' | b']' => Some(JSON),
        b'[' | b'-' | b'.' | b'0'..=b'9' if line.contains(&b',') || line.trim_ascii() == b"[" => {
            Some(JSON)
        }
        b'[' | b'-' | b'.' | b'0'..=b'9' => Some(PRINTED),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_is_decides_what_is_said_of_it() {
        let of = |text: &str| not_read(text.as_bytes(), Holds::Numbers);
        for json in [
            "{\"a\": 1}",
            "[{\"a\":1}]",
            "[[1,2],[3,4]]",
            " [\n  1,\n  2]",
            "[]",
        ] {
            assert!(of(json).is_some_and(|said| said.contains("JSON")), "{json}");
        }
        for printed in ["[[1.0 2.0]\n [3. 4.]]", "[1. 2.]", "[-1.5  2. ]"] {
            assert!(
                of(printed).is_some_and(|said| said.contains("NumPy")),
                "{printed}"
            );
        }
        for (text, said) in [
            ("((a:1,b:1):2,c);\n", "Newick"),
            ("ATOM      1  CA  ALA A   1\n", "PDB"),
            ("#NEXUS\nbegin\n", "NEXUS"),
            ("<table border=\"1\">\n<tr>\n", "web page"),
            ("\\begin{tabular}{ll}\n", "LaTeX"),
            ("| a | b |\n|---:|:--|\n| 1 | 2 |\n", "Markdown"),
            ("digraph g {\n a -> b\n}\n", "Graphviz"),
            ("water\n\n\n  3  2  0 V2000\nM  END\n", "SDF"),
        ] {
            assert!(of(text).is_some_and(|it| it.contains(said)), "{text}");
        }
        for table in ["[m],b\n1,2\n", "a,b\n1,2\n", "{x},y\n1,2\n", ""] {
            assert_eq!(of(table), None, "{table}");
        }
        assert_eq!(not_read(b"[13C]CO", Holds::Strings), None);
    }
}
