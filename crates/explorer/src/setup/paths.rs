//! Paths of the files that a setup names.

use std::path::{Path, PathBuf, absolute};

use super::{PinnedPicture, Setup, View};
use tabular::{DataFile, Source};

impl Setup {
    /// Paths of all files that this setup, and each that is pinned beside it, reads: data, their labels, new and clean rows.
    /// Everything that keeps, moves or checks paths goes through here.
    pub fn paths_mut(&mut self) -> Vec<&mut PathBuf> {
        // By name, so that whoever adds a field is asked whether it holds a path.
        let Self {
            source,
            columns: _,
            added_noise: _,
            new_rows,
            clean_rows,
            scaling: _,
            kernel: _,
            components: _,
            solver: _,
            landmarks: _,
            manifold: _,
            view: View { pinned, .. },
        } = self;
        let own = [Some(source), new_rows.as_mut(), clean_rows.as_mut()];
        let mut paths: Vec<&mut PathBuf> =
            own.into_iter().flatten().flat_map(source_paths).collect();
        for PinnedPicture {
            letter: _,
            panel: _,
            setup,
        } in pinned
        {
            paths.extend(setup.paths_mut());
        }
        paths
    }

    /// Paths of all files that the setup reads.
    #[must_use]
    pub fn paths(&self) -> Vec<PathBuf> {
        let mut setup = self.clone();
        setup
            .paths_mut()
            .into_iter()
            .map(|path| path.clone())
            .collect()
    }

    /// Returns the setup with each path changed by `change`.
    #[must_use]
    pub fn with_paths(&self, change: impl Fn(&Path) -> PathBuf) -> Self {
        let mut setup = self.clone();
        for path in setup.paths_mut() {
            *path = change(path);
        }
        setup
    }
}

fn source_paths(source: &mut Source) -> Vec<&mut PathBuf> {
    match source {
        Source::File(DataFile {
            path,
            read_as: _,
            sheet: _,
            labels,
        }) => std::iter::once(path).chain(labels).collect(),
        Source::Generated(_) | Source::Builtin(_) | Source::Drawn(_) => vec![],
    }
}

/// Makes a path absolute, so that it holds in any folder.
pub fn anywhere(path: &Path) -> PathBuf {
    absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use toml::Value;

    use super::*;
    use crate::setup::{Panel, session_text, setup_line};

    /// Setup that names a file, called `seen-…`, in every place where one can stand.
    fn full() -> Setup {
        let file = |name: &str| {
            Source::File(DataFile {
                labels: Some(format!("seen-labels-{name}").into()),
                ..DataFile::from(Path::new(&format!("seen-{name}")))
            })
        };
        let mut setup = Setup {
            source: file("pinned"),
            new_rows: Some(file("pinned-new")),
            clean_rows: Some(file("pinned-clean")),
            ..Setup::default()
        };
        setup.pin(Panel::Kpca);
        setup.source = file("live");
        setup.new_rows = Some(file("new"));
        setup.clean_rows = Some(file("clean"));
        setup
    }

    /// Collects the texts of a setup that hold the name of a file.
    fn named(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) if text.contains("seen-") => found.push(text.clone()),
            Value::Array(values) => values.iter().for_each(|it| named(it, found)),
            Value::Table(fields) => fields.values().for_each(|it| named(it, found)),
            _ => {}
        }
    }

    #[test]
    fn every_file_that_a_setup_names_is_walked() {
        let mut found = Vec::new();
        named(&Value::try_from(full()).unwrap(), &mut found);
        assert_eq!(found.len(), 12, "{found:?}");
        let walked = full().paths();
        assert_eq!(walked.len(), found.len());
        for name in found {
            assert!(walked.contains(&PathBuf::from(&name)), "{name}");
        }
        let moved = full().with_paths(|path| Path::new("/far").join(path));
        let mut found = Vec::new();
        named(&Value::try_from(moved).unwrap(), &mut found);
        assert!(
            found.iter().all(|it| it.starts_with("/far/seen-")),
            "{found:?}"
        );
    }

    #[test]
    fn a_line_names_files_from_anywhere_and_a_session_from_its_folder() {
        let here = std::env::current_dir().unwrap();
        let line = setup_line(&full()).unwrap();
        let absolute = format!("{}/seen-", here.display());
        assert_eq!(line.matches(&absolute).count(), 12, "{line}");
        let folder = tempfile::tempdir().unwrap();
        let mut setup = full();
        for path in setup.paths_mut() {
            *path = folder.path().join(&path);
            std::fs::write(path, "1,2\n").unwrap();
        }
        let text = session_text(&setup, &folder.path().join("s.toml")).unwrap();
        assert_eq!(text.matches("\"seen-").count(), 12, "{text}");
    }
}
