//! Docs are read alone, on hover, and so is the name of a type: both must say by themselves what they stand for.

use std::{collections::BTreeMap, fs, path::Path};

use super::platform::sources;

/// Beginnings of docs that only make sense below the line before them.
const RIDDLES: &[&str] = &[
    "What", "Of", "The same", "By what", "How", "Those", "That", "Whether", "Which", "Who", "It",
    "Its", "So", "Where", "When", "As", "Likewise", "Same", "These", "This", "They", "If", "Here",
    "Besides", "And", "Or", "But",
];

/// Text of each source below `folder`, with its path from the root of the repository.
fn texts(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    sources(&root.join(folder), &mut paths);
    let named = |path: &std::path::PathBuf| {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        (name.replace('\\', "/"), fs::read_to_string(path).unwrap())
    };
    paths.iter().map(named).collect()
}

/// Words of a line of a doc comment, if it is one.
fn doc(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let words = line.strip_prefix("///").or(line.strip_prefix("//!"))?;
    Some(words.trim_start())
}

fn begins_with(text: &str, words: &str) -> bool {
    let rest = text.strip_prefix(words);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[test]
fn docs_begin_with_the_thing_or_with_what_it_does() {
    let mut riddles = Vec::new();
    for (name, text) in texts("src").into_iter().chain(texts("crates")) {
        let mut before = None;
        for (number, line) in text.lines().enumerate() {
            let words = doc(line);
            if let (Some(words), None) = (words, before)
                && RIDDLES.iter().any(|riddle| begins_with(words, riddle))
            {
                riddles.push(format!("{name}:{}: {words}", number + 1));
            }
            before = words;
        }
    }
    assert!(riddles.is_empty(), "{}", riddles.join("\n"));
}

/// Name of the type that a line declares; those that belong to a trait are none.
fn declared(line: &str) -> Option<&str> {
    let inner = line.trim_start();
    let rest = match inner.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => inner,
    };
    let (kind, name) = rest.split_once(' ')?;
    let declares = match kind {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => inner.len() == line.len(),
        _ => false,
    };
    let end = name
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(name.len());
    (declares && name.starts_with(char::is_uppercase)).then_some(&name[..end])
}

#[test]
fn each_type_has_a_name_of_its_own_in_its_crate() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let crates = fs::read_dir(crates).unwrap();
    let names = crates.map(|it| it.unwrap().file_name().into_string().unwrap());
    let folders = names.map(|name| format!("crates/{name}/src"));
    let mut all = 0;
    for folder in folders.chain(["src".to_owned()]) {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, text) in texts(&folder) {
            // Both systems of the platform give the same names.
            if name.contains("/src/web") || name.starts_with("src/platform/web") {
                continue;
            }
            for (number, line) in text.lines().enumerate() {
                if let Some(declared) = declared(line) {
                    let place = format!("{name}:{}", number + 1);
                    places.entry(declared.to_owned()).or_default().push(place);
                }
            }
        }
        all += places.len();
        places.retain(|_, places| places.len() > 1);
        assert!(places.is_empty(), "{places:#?}");
    }
    assert!(all > 700, "{all} types");
}
