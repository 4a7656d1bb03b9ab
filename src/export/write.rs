//! Writing a file so that nothing is ever half there.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::Path,
};

use super::ExportError;
use crate::io_words::why_not_written;

/// Writes `bytes` to `path`: into a temporary file beside it, flushed to the disk and then moved
/// over it, so that a failure leaves what was there before. A device or pipe is written directly.
///
/// # Errors
/// [`ExportError::Exists`] when a file is there and `force` is not given; otherwise says in plain
/// words why the system refused.
pub fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), ExportError> {
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(fs::Metadata::is_file) && !force {
        return Err(ExportError::Exists(path.display().to_string()));
    }
    let written = match existing {
        Some(meta) if meta.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Some(meta) if !meta.is_file() => fs::File::options()
            .write(true)
            .open(path)
            .and_then(|mut device| device.write_all(bytes)),
        // Through a link the file it points to is replaced, not the link.
        Some(_) => path
            .canonicalize()
            .and_then(|path| replace(&path, bytes, force)),
        None => replace(path, bytes, force),
    };
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => ExportError::Exists(path.display().to_string()),
        _ => ExportError::Write {
            path: path.display().to_string(),
            reason: why_not_written(&error),
        },
    })
}

fn replace(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kpca-explorer-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any other new file; a temporary one would be the user's alone.
        let mode = fs::metadata(path).map_or(0o666, |meta| meta.permissions().mode());
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let moved = if force {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    moved.map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only_file_in(folder: &Path) -> String {
        let names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(names.len(), 1, "{names:?}");
        names[0].clone()
    }

    #[test]
    fn writes_once_and_replaces_only_when_forced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        write_file(&path, b"one", false).unwrap();
        let again = write_file(&path, b"two", false).unwrap_err();
        assert_eq!(
            again.to_string(),
            format!("{} exists already; nothing was written", path.display())
        );
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write_file(&path, b"three", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"three");
        assert_eq!(only_file_in(folder.path()), "a.csv");
    }

    #[test]
    fn says_why_it_cannot() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no/such/a.csv");
        let error = write_file(&missing, b"", false).unwrap_err().to_string();
        assert!(
            error.ends_with("a.csv: the folder does not exist"),
            "{error}"
        );
        let error = write_file(folder.path(), b"", true)
            .unwrap_err()
            .to_string();
        assert!(error.ends_with(": it is a folder"), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_to_and_stay_devices() {
        write_file(Path::new("/dev/null"), b"gone", false).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let full = write_file(Path::new("/dev/full"), b"no room", false).unwrap_err();
        assert_eq!(full.to_string(), "cannot write /dev/full: the disk is full");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_modes_stay_as_they_were() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_file(&link, b"new", true).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o640
        );
    }
}
