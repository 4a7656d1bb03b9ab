//! Matrix of UCINET, below a head of its own (DL).

use super::{
    RewrittenSpec,
    rewriting::{Refusal, Rewriting, is_number},
};

pub(super) const SPEC: RewrittenSpec = RewrittenSpec {
    name: "ucinet",
    words: "UCINET DL",
    endings: &["dl"],
    holds: None,
    has_mark: true,
    begins: |head, _| is_ucinet(head),
    table,
};

/// Returns true where the text begins as UCINET's do.
fn is_ucinet(head: &str) -> bool {
    let mut letters = head.trim_start().chars();
    let starts = letters.by_ref().take(2).collect::<String>();
    starts.eq_ignore_ascii_case("dl")
        && letters.next().is_some_and(char::is_whitespace)
        && says_its_size(&head.to_ascii_lowercase())
}

/// Returns true where a number of nodes (`n=5`) stands before the data.
fn says_its_size(lower: &str) -> bool {
    let said = lower.split_once("data:").map(|(said, _)| said);
    said.is_some_and(|said| {
        let mut words = said.split(|letter: char| letter.is_whitespace() || letter == ',');
        let is_size = |word: &str| ["n", "nr"].contains(&word) || word.starts_with("n=");
        words.any(is_size) && said.contains('=')
    })
}

/// Rewrites a full matrix or lower half of UCINET's as a full table; returns whether names stand above and in front.
///
/// # Errors
/// When the matrix is in another of UCINET's formats, or has another number of values than its head says.
fn table(text: &str, out: &mut Rewriting<'_>) -> Result<bool, Refusal> {
    let lower = text.to_ascii_lowercase();
    let Some(data) = lower.find("data:") else {
        let reason = "its matrix has no \"data:\" above it";
        return Err(Refusal::At(1, reason.into()));
    };
    let (head, body) = (&text[..data], &text[data + "data:".len()..]);
    let line = head.lines().count().max(1) as u64;
    let (said, labels) = match lower[..data].find("labels:") {
        Some(at) => (&lower[..at], Some(&head[at + "labels:".len()..])),
        None => (&lower[..data], None),
    };
    let said = said
        .replace([',', '\n', '\r'], " ")
        .replace(" =", "=")
        .replace("= ", "=");
    let mut words = said.split_whitespace();
    let format = words.clone().find_map(|word| word.strip_prefix("format="));
    let format = format.unwrap_or("fullmatrix");
    let is_lower = format == "lowerhalf";
    if !(is_lower || ["fullmatrix", "fm"].contains(&format)) || lower.contains("embedded") {
        let reason = format!("of UCINET's formats \"{format}\" is not read; save it as CSV");
        return Err(Refusal::At(1, reason));
    }
    let n = words.find_map(|word| word.strip_prefix("n=")?.parse::<usize>().ok());
    let n = n.ok_or_else(|| (1, "it does not say its number of nodes (n=)".to_owned()))?;
    let parts = |text: &'_ str| -> Vec<String> {
        let parts = text.split([',', ' ', '\t', '\n', '\r']);
        let parts = parts.map(|part| part.trim_matches('"'));
        parts
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let values = parts(body);
    let wanted = if is_lower {
        n.saturating_mul(n.saturating_sub(1)) / 2
    } else {
        n.saturating_mul(n)
    };
    // The lower half may have the diagonal or not.
    let with_diagonal = is_lower && values.len() == wanted.saturating_add(n);
    if values.len() != wanted && !with_diagonal {
        let reason = format!("found {} values where {wanted} are due", values.len());
        return Err(Refusal::At(line, reason));
    }
    if let Some(text) = values.iter().find(|value| !is_number(value)) {
        return Err(Refusal::At(line, format!("\"{text}\" is not a number")));
    }
    let labels = labels.map(parts);
    if let Some(labels) = labels.as_ref().filter(|labels| labels.len() != n) {
        let reason = format!("found {} labels where {n} are due", labels.len());
        return Err(Refusal::At(line, reason));
    }
    let value = |i: usize, j: usize| -> &str {
        let (low, high) = (i.min(j), i.max(j));
        match (is_lower, with_diagonal) {
            (false, _) => &values[i * n + j],
            (true, true) => &values[high * (high + 1) / 2 + low],
            (true, false) if i == j => "0",
            (true, false) => &values[high * (high - 1) / 2 + low],
        }
    };
    let names = labels.as_ref();
    let names = names.map(|labels| labels.iter().map(String::as_str).collect());
    out.square(&vec![line; n], names.as_ref(), value)?;
    Ok(labels.is_some())
}

#[cfg(test)]
mod tests {
    use super::{
        super::rewriting::{refused, rewritten},
        *,
    };

    #[test]
    fn matrices_of_ucinet_become_full_tables() {
        let named = "name,\"a\",\"b\"\n\"a\",0,2\n\"b\",2,0\n";
        for text in [
            "DL N=2 FORMAT=FULLMATRIX\nLABELS:\na,b\nDATA:\n0 2\n2 0\n",
            "dl n = 2, format = lowerhalf\nlabels:\na b\ndata:\n2\n",
        ] {
            assert!(is_ucinet(text));
            assert!(!is_ucinet("DL value,text\n1,data:image n\n2,b\n"));
            assert_eq!(
                rewritten(table, text).unwrap(),
                (named.into(), true),
                "{text}"
            );
        }
        let bare = rewritten(table, "DL N=2\nDATA:\n0 2\n2 0\n").unwrap();
        assert_eq!(bare, ("0,2\n2,0\n".into(), false));
        for (text, said) in [
            ("DL N=2 FORMAT=EDGELIST1\nDATA:\n1 2\n", "edgelist1"),
            ("DL N=2\nDATA:\n0 2\n2\n", "found 3 values where 4 are due"),
            ("DL N=2\nLABELS:\na\nDATA:\n0 2\n2 0\n", "1 labels where 2"),
            ("DL N=99999999999\nDATA:\n0\n", "found 1 values"),
            ("DL\nDATA:\n0\n", "number of nodes"),
        ] {
            let (_, reason) = refused(table, text);
            assert!(reason.contains(said), "{text}: {reason}");
        }
    }
}
