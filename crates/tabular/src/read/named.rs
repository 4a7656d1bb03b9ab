//! Known texts that are no tables: each is refused by the name of its format.

use crate::Holds;

/// Name of a known format that is not read, with advice, where the text that begins with `head` is of one.
pub(super) fn not_read(head: &[u8], holds: Holds) -> Option<&'static str> {
    let head = head.trim_ascii_start();
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let lower = line.to_ascii_lowercase();
    let begins = |with: &[u8]| lower.starts_with(with);
    if begins(b"<!doctype html") || begins(b"<html") {
        return Some("this is a web page rather than the file itself");
    }
    if begins(b"<?xml") {
        return Some("this is XML, which is not read; save its table as CSV");
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
    // A string may well begin with a bracket, as in SMILES.
    if holds != Holds::Strings {
        return in_brackets(head, line);
    }
    None
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
        for table in ["[m],b\n1,2\n", "a,b\n1,2\n", "{x},y\n1,2\n", ""] {
            assert_eq!(of(table), None, "{table}");
        }
        assert_eq!(not_read(b"[13C]CO", Holds::Strings), None);
    }
}
