//! Merge of settings that several windows change: each field by its own rule.

use toml::{Table, Value};

/// Rule by which a field that this window has changed is merged with the file. A field that this window has not changed
/// stays as the file has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRule {
    /// The window's value stands.
    Whole,
    /// Table whose fields are merged one by one, each as a whole.
    Fields,
    /// Table of numbers, each of which takes the larger value where another window has changed it, too.
    Furthest,
    /// List in any order: entries that this window added or removed are added to or removed from the file's.
    Set,
    /// List with the latest entry first, of this length at most: entries that the window put in front.
    Recent(usize),
}

/// Merges the fields that a window changed, from `before` to `now`, into `theirs`, the fields of the file. All other
/// fields stay as the file has them.
pub(super) fn merged(
    before: &Table,
    now: &Table,
    theirs: &Table,
    rule: fn(&str) -> FieldRule,
) -> Table {
    let mut merged = theirs.clone();
    let names = before.keys().chain(now.keys());
    for name in names.filter(|name| before.get(*name) != now.get(*name)) {
        let [was, is, there] = [before, now, theirs].map(|table| table.get(name));
        let [was_table, is_table, there_table] = [was, is, there].map(table);
        let [was_list, is_list, there_list] = [was, is, there].map(list);
        let value = match rule(name) {
            FieldRule::Whole => is.cloned(),
            FieldRule::Fields => {
                Some(self::merged(&was_table, &is_table, &there_table, |_| FieldRule::Whole).into())
            }
            FieldRule::Furthest => Some(furthest(&was_table, &is_table, &there_table).into()),
            FieldRule::Set => Some(set(was_list, is_list, there_list).into()),
            FieldRule::Recent(most) => Some(recent(was_list, is_list, there_list, most).into()),
        };
        match value {
            Some(value) => merged.insert(name.clone(), value),
            None => merged.remove(name),
        };
    }
    merged
}

fn table(value: Option<&Value>) -> Table {
    value.and_then(Value::as_table).cloned().unwrap_or_default()
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn furthest(before: &Table, now: &Table, theirs: &Table) -> Table {
    let mut merged = self::merged(before, now, theirs, |_| FieldRule::Whole);
    for (name, value) in &mut merged {
        let [was, is, there] = [before, now, theirs].map(|table| table.get(name));
        if was != is && there != was {
            let far = [is, there].map(|it| it.and_then(Value::as_integer));
            if let Some(far) = far.into_iter().max().flatten() {
                *value = far.into();
            }
        }
    }
    merged
}

fn set(before: &[Value], now: &[Value], theirs: &[Value]) -> Vec<Value> {
    let removed = |it: &&Value| before.contains(it) && !now.contains(it);
    let added = now
        .iter()
        .filter(|it| !before.contains(it) && !theirs.contains(it));
    let stay = theirs.iter().filter(|it| !removed(it));
    stay.chain(added).cloned().collect()
}

fn recent(before: &[Value], now: &[Value], theirs: &[Value], most: usize) -> Vec<Value> {
    // Behind the entries that were put in front, the others stand as they did.
    let is_front = |count: &usize| {
        let (front, rest) = now.split_at(*count);
        let others = before.iter().filter(|it| !front.contains(it));
        others.take(rest.len()).eq(rest)
    };
    let count = (0..=now.len()).find(is_front).unwrap_or(now.len());
    let front = &now[..count];
    let behind = theirs.iter().filter(|it| !front.contains(it));
    front.iter().chain(behind).take(most).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str) -> FieldRule {
        match name {
            "layout" => FieldRule::Fields,
            "lessons" => FieldRule::Furthest,
            "folded" => FieldRule::Set,
            "recent" => FieldRule::Recent(3),
            _ => FieldRule::Whole,
        }
    }

    #[test]
    fn each_field_is_merged_by_its_rule() {
        for (before, now, theirs, expected) in [
            ("a = 1", "a = 1", "a = 2", "a = 2"),
            ("a = 1", "a = 3", "a = 2", "a = 3"),
            ("a = 1", "", "a = 2\nb = 1", "b = 1"),
            ("", "a = 1", "newer = true", "a = 1\nnewer = true"),
            (
                "layout = {x = 1, y = 1}",
                "layout = {x = 2, y = 1}",
                "layout = {x = 1, y = 3}",
                "layout = {x = 2, y = 3}",
            ),
            (
                "lessons = {a = 1, b = 4, c = 5}",
                "lessons = {a = 2, b = 3, c = 5, d = 0}",
                "lessons = {a = 6, b = 4, c = 7, e = 9}",
                "lessons = {a = 6, b = 3, c = 7, d = 0, e = 9}",
            ),
            (
                "folded = ['p', 'q']",
                "folded = ['q', 'r']",
                "folded = ['p', 'q', 's']",
                "folded = ['q', 's', 'r']",
            ),
            (
                "recent = ['a', 'b', 'c']",
                "recent = ['n', 'a', 'b']",
                "recent = ['m', 'a', 'b']",
                "recent = ['n', 'm', 'a']",
            ),
            (
                "recent = ['a', 'b', 'c']",
                "recent = ['c', 'a', 'b']",
                "recent = ['m', 'a', 'b']",
                "recent = ['c', 'm', 'a']",
            ),
            (
                "",
                "recent = ['n']",
                "recent = ['m']",
                "recent = ['n', 'm']",
            ),
        ] {
            let [before, now, theirs, expected] =
                [before, now, theirs, expected].map(|text| text.parse::<Table>().unwrap());
            assert_eq!(merged(&before, &now, &theirs, rule), expected, "{now}");
        }
    }
}
