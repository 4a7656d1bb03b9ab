//! Matrix of distances whose lines may stop at the diagonal, labelled or not, with their number in front as PHYLIP and
//! Orange write it.

use super::{
    RewrittenSpec,
    rewriting::{Refusal, Rewriting, is_number},
};

pub(super) const SPEC: RewrittenSpec = RewrittenSpec {
    name: "triangle",
    words: "a labelled or triangular matrix",
    endings: &["phy", "dst"],
    holds: None,
    has_mark: false,
    begins: is_triangle,
    table,
};

/// Least number of lines in which one field more in each is no chance.
const LEAST_LINES: usize = 3;

/// Number of bytes by which a triangle is recognised: room for lines of a hundred thousand values.
const HEAD: usize = 1 << 20;

/// Returns true where the text that begins with `head` is a triangular matrix, or a matrix with the number of its lines
/// in front.
fn is_triangle(head: &str, is_whole: bool) -> bool {
    let end = head.floor_char_boundary(HEAD);
    let rows = Rows::of(&head[..end]);
    let lines = if is_whole && end == head.len() {
        &rows.lines[..]
    } else {
        // The last line may be cut.
        &rows.lines[..rows.lines.len().saturating_sub(1)]
    };
    if lines.len() < LEAST_LINES.min(rows.count.unwrap_or(LEAST_LINES)) {
        return false;
    }
    let Some(width) = rows.width(lines) else {
        return false;
    };
    // A full table without its number in front is read as any.
    width != Width::Full || rows.count.is_some()
}

/// Rewrites a triangle, or a matrix with the number of its lines in front, as a full table; returns whether names stand above and in
/// front.
///
/// # Errors
/// When a line has another number of values than its place asks for, or one is no number.
fn table(text: &str, out: &mut Rewriting<'_>) -> Result<bool, Refusal> {
    let rows = Rows::of(text);
    let labelled = are_labelled(&rows.lines);
    let width = rows.width(&rows.lines).ok_or_else(|| rows.fault())?;
    let n = rows.lines.len();
    if let Some(count) = rows.count.filter(|count| *count != n) {
        let reason = format!("its first line says {count} rows, and there are {n}");
        return Err(Refusal::At(1, reason));
    }
    let skipped = usize::from(labelled);
    let value = |i: usize, j: usize| -> &str {
        match width {
            Width::Full => rows.lines[i].1[skipped + j],
            _ if i == j && width == Width::Below => "0",
            _ => rows.lines[i.max(j)].1[skipped + i.min(j)],
        }
    };
    let names = labelled.then(|| rows.lines.iter().map(|(_, fields)| fields[0]).collect());
    let lines: Vec<u64> = rows.lines.iter().map(|(line, _)| *line).collect();
    out.square(&lines, names.as_ref(), value)?;
    Ok(labelled)
}

/// Number of values in each line of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    Full,
    /// Values below the diagonal alone.
    Below,
    /// Values up to the diagonal.
    UpTo,
}

/// Returns true where each line begins with a name.
fn are_labelled(lines: &[(u64, Vec<&str>)]) -> bool {
    lines.iter().all(|(_, fields)| !is_number(fields[0]))
}

/// Lines of a matrix, each with its number and its fields.
struct Rows<'a> {
    /// Number of lines that the first line says.
    count: Option<usize>,
    lines: Vec<(u64, Vec<&'a str>)>,
}

impl<'a> Rows<'a> {
    fn of(text: &'a str) -> Self {
        let lines = (1..).zip(text.lines());
        let mut lines = lines.filter(|(_, line)| !line.trim().is_empty()).peekable();
        let count = lines.peek().and_then(|(_, line)| said_count(line));
        if count.is_some() {
            lines.next();
        }
        let lines = lines.map(|(number, line)| (number, fields(line)));
        Self {
            count,
            lines: lines.collect(),
        }
    }

    /// Number of values in these lines as those of a matrix; `None` where they form none.
    fn width(&self, lines: &[(u64, Vec<&str>)]) -> Option<Width> {
        let skipped = usize::from(are_labelled(lines));
        let n = self.count.unwrap_or(lines.len());
        [Width::Below, Width::UpTo, Width::Full]
            .into_iter()
            .find(|width| {
                // Without names nothing stands in the first line.
                (*width != Width::Below || skipped == 1)
                    && lines.iter().enumerate().all(|(i, (_, fields))| {
                        let wanted = match width {
                            Width::Full => n,
                            Width::Below => i,
                            Width::UpTo => i + 1,
                        };
                        fields.len() == skipped + wanted
                            && fields[skipped..].iter().all(|field| is_number(field))
                    })
            })
    }

    /// Reason why the lines form no matrix: the first value that is no number, or the first line with another number of
    /// values than the line before asks for.
    fn fault(&self) -> (u64, String) {
        let skipped = usize::from(are_labelled(&self.lines));
        let first = self.lines.first().map_or(0, |(_, fields)| fields.len());
        let lines = self.lines.iter().enumerate();
        for (i, (line, fields)) in lines {
            if let Some(text) = fields[skipped..].iter().find(|field| !is_number(field)) {
                return (*line, format!("\"{text}\" is not a number"));
            }
            if fields.len() != first + i {
                let (found, wanted) = (fields.len() - skipped, first + i - skipped);
                let reason = format!("found {found} values in a triangle, where {wanted} are due");
                return (*line, reason);
            }
        }
        (1, "it is no triangle of distances".into())
    }
}

/// Number of rows that a first line gives, alone as in PHYLIP or with words as in Orange; `None` where the line says
/// anything else.
fn said_count(line: &str) -> Option<usize> {
    let mut words = line.split_whitespace();
    let count = words.next()?.parse().ok().filter(|count| *count > 1)?;
    let known = ["labelled", "labeled", "symmetric", "asymmetric"];
    words
        .all(|word| known.contains(&word.to_lowercase().as_str()))
        .then_some(count)
}

/// Fields of a line, at least one, between the first of tab, semicolon and comma that it has, else between blanks.
fn fields(line: &str) -> Vec<&str> {
    let line = line.trim();
    let sign = ['\t', ';', ',']
        .into_iter()
        .find(|sign| line.contains(*sign));
    match sign {
        Some(sign) => {
            let line = line.trim_end_matches(sign);
            line.split(sign)
                .map(|field| field.trim().trim_matches('"'))
                .collect()
        }
        None => line.split_whitespace().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::rewriting::{refused, rewritten},
        *,
    };

    #[test]
    fn triangles_become_full_tables() {
        let named = "name,\"a\",\"b\",\"c\"\n\"a\",0,1,2\n\"b\",1,0,1.5\n\"c\",2,1.5,0\n";
        let bare = "0,1,2\n1,0,1.5\n2,1.5,0\n";
        for (text, full) in [
            ("3\na\nb 1\nc 2 1.5\n", named),
            ("3 labelled\na\t0\nb\t1\t0\nc\t2\t1.5\t0\n", named),
            ("3\na 0 1 2\nb 1 0 1.5\nc 2 1.5 0\n", named),
            ("a\nb 1\nc 2 1.5\n", named),
            ("0\n1,0\n2,1.5,0\n", bare),
            ("0\n1;0\n\n2;1.5;0\n", bare),
        ] {
            assert!(is_triangle(text, true), "{text}");
            assert_eq!(rewritten(table, text).unwrap().0, full, "{text}");
        }
        for text in [
            "0,1\n1,0\n2,3\n",
            "1\n2\n3\n",
            "a\nb\nc\n",
            "3\n1\n4\n",
            "a,b\n1,2\n3,4\n",
            "",
        ] {
            assert!(!is_triangle(text, true), "{text:?}");
        }
        assert_eq!(
            refused(table, "4\na\nb 1\nc 2 1.5\n"),
            (1, "its first line says 4 rows, and there are 3".into())
        );
        assert_eq!(
            refused(table, "a\nb 1\nc 2 1.5\nd 1\n"),
            (4, "found 1 values in a triangle, where 3 are due".into())
        );
    }
}
