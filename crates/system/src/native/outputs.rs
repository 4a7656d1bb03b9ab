//! Writing of files all or none: all paths are checked before the first file is begun, and all files are complete
//! before the first is moved to its place.

use std::{
    fs,
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};

use super::unfinished::UnfinishedFile;
use crate::{WriteError, io_words::why_not_written};

/// Writes `bytes` to `path` through a temporary file beside it, which is flushed to the disk and then moved over
/// the path, so that a failure leaves an older file whole. A device or pipe is written directly.
pub(super) fn write_file(path: &Path, bytes: &[u8], force: bool) -> Result<(), WriteError> {
    let mut outputs = Outputs::new::<&Path>(&[path], &[], force)?;
    outputs.stage(path, bytes)?;
    outputs.commit()
}

/// Names of shells, as Linux gives those of processes.
const SHELLS: [&str; 9] = [
    "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "busybox",
];

/// Returns true where a shell started the program with its standard output closed (`>&-`). The standard library then
/// opens `/dev/null` in its place, for reading and writing. Programs such as Python and Node open it in the same way to
/// discard the output of a program that they start, so the parent process decides: it must be a shell whose own output
/// is not discarded. Always false on systems other than Linux.
#[must_use]
pub fn is_output_closed() -> bool {
    let of = |name: &str| fs::read_to_string(format!("/proc/{name}")).unwrap_or_default();
    let is_null = |process: &str| {
        fs::read_link(format!("/proc/{process}/fd/1")).is_ok_and(|it| it == Path::new("/dev/null"))
    };
    let about = of("self/fdinfo/1");
    let mut flags = about.lines().filter_map(|line| line.strip_prefix("flags:"));
    // The last two bits say for what it is open: 2 is both.
    let is_for_both =
        |flags: &str| u32::from_str_radix(flags.trim(), 8).is_ok_and(|it| it & 3 == 2);
    if !is_null("self") || !flags.next().is_some_and(is_for_both) {
        return false;
    }
    let status = of("self/status");
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
    parent.map(str::trim).is_some_and(|parent| {
        SHELLS.contains(&of(&format!("{parent}/comm")).trim()) && !is_null(parent)
    })
}

/// Files that are written together or not at all.
#[derive(Debug)]
pub struct Outputs {
    /// True where existing files may be replaced.
    force: bool,
    staged: Vec<StagedOutput>,
}

/// Output that is complete and waits to be moved to its place.
#[derive(Debug)]
enum StagedOutput {
    File {
        /// Path as given by the caller, before links are resolved.
        path: PathBuf,
        target: PathBuf,
        file: UnfinishedFile,
    },
    /// Device or pipe, written directly, with the bytes to write.
    Device { path: PathBuf, bytes: Vec<u8> },
}

/// Kind of place to which an output goes.
enum Target {
    /// File, with links resolved: the file that a link points to is replaced, not the link.
    File(PathBuf),
    Device,
}

impl Outputs {
    /// Checks that `paths` can be written: none occurs twice, none is an input that is read, and none exists unless
    /// `force` is set.
    ///
    /// # Errors
    /// Names the path that cannot be written, with the reason; nothing has been written.
    pub fn new<P: AsRef<Path>>(
        paths: &[&Path],
        inputs: &[P],
        force: bool,
    ) -> Result<Self, WriteError> {
        let read: Vec<PathBuf> = inputs
            .iter()
            .filter_map(|path| path.as_ref().canonicalize().ok())
            .collect();
        let mut known: Vec<PathBuf> = Vec::new();
        for path in paths {
            let Target::File(target) = target(path).map_err(WriteError::at(path))? else {
                continue;
            };
            let name = || path.display().to_string();
            if read.contains(&target) {
                return Err(WriteError::Input(name()));
            }
            if known.contains(&target) {
                return Err(WriteError::Twice(name()));
            }
            if !force && target.exists() {
                return Err(WriteError::Exists(name()));
            }
            known.push(target);
        }
        let staged = Vec::new();
        Ok(Self { force, staged })
    }

    /// Stages the output for `path` that `write` writes piece by piece, so that a file is never held whole; the
    /// output for a device is.
    ///
    /// # Errors
    /// When the system refuses, or the errors of `write`; nothing has been written to `path`.
    pub fn stage_by<E: From<WriteError>>(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let staged = match target(path).map_err(WriteError::at(path))? {
            Target::File(target) => {
                let (unfinished, file) = unfinished(&target).map_err(WriteError::at(path))?;
                let mut out = BufWriter::new(file);
                write(&mut out)?;
                let written = out.flush().and_then(|()| out.get_ref().sync_all());
                written.map_err(WriteError::at(path))?;
                StagedOutput::File {
                    file: unfinished,
                    path: path.to_owned(),
                    target,
                }
            }
            Target::Device => {
                let mut bytes = Vec::new();
                write(&mut bytes)?;
                StagedOutput::Device {
                    path: path.to_owned(),
                    bytes,
                }
            }
        };
        self.staged.push(staged);
        Ok(())
    }

    /// Writes to devices first, whose output can't be taken back, then moves every file to its place.
    ///
    /// # Errors
    /// When the system refuses an output, or a new file's path has come to exist in the meantime. New files are
    /// then removed again, and the message names the outputs that stay.
    pub fn commit(self) -> Result<(), WriteError> {
        let Self { force, staged } = self;
        let several = staged.len() > 1;
        let mut standing: Vec<PathBuf> = Vec::new();
        let mut files = Vec::new();
        for output in staged {
            match output {
                StagedOutput::File { path, target, file } => files.push((path, target, file)),
                StagedOutput::Device { path, bytes } => {
                    let device = fs::File::options().write(true).open(&path);
                    let written = device.and_then(|mut device| device.write_all(&bytes));
                    written.map_err(|error| in_part(&path, &error, several, &standing))?;
                    standing.push(path);
                }
            }
        }
        let mut new = Vec::new();
        for (path, target, file) in files {
            let replaces = target.exists();
            if let Err(error) = file.move_to(&target, force) {
                for (path, target) in new {
                    if fs::remove_file(target).is_err() {
                        standing.push(path);
                    }
                }
                return Err(in_part(&path, &error, several, &standing));
            }
            if replaces {
                standing.push(path);
            } else {
                new.push((path, target));
            }
        }
        Ok(())
    }
}

/// Error of one of several outputs, with the outputs that were written nevertheless.
fn in_part(path: &Path, error: &io::Error, several: bool, standing: &[PathBuf]) -> WriteError {
    let name = path.display().to_string();
    if standing.is_empty() && error.kind() == ErrorKind::AlreadyExists {
        return WriteError::Exists(name);
    }
    let reason = why_not_written(error);
    let standing: Vec<String> = standing.iter().map(|it| it.display().to_string()).collect();
    let rest = match &standing[..] {
        [] if several => "; nothing else was written".to_owned(),
        [] => String::new(),
        some => format!("; of the others only {} was written", some.join(", ")),
    };
    WriteError::Refused {
        path: name,
        reason: reason + &rest,
    }
}

/// Resolves `path` to the place that it leads to.
fn target(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(meta) if !meta.is_file() => Ok(Target::Device),
        Ok(_) => Ok(Target::File(path.canonicalize()?)),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        Err(_) if fs::symlink_metadata(path).is_ok() => Err(io::Error::other(
            "it is a link to a file that does not exist",
        )),
        Err(_) => {
            let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
            Ok(Target::File(folder(path).canonicalize()?.join(name)))
        }
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Creates an empty file beside `target`, opened for writing.
fn unfinished(target: &Path) -> io::Result<(UnfinishedFile, fs::File)> {
    let open = |path: &Path| {
        let mut options = fs::File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
            // Permissions of the file to be replaced, or those of any new file.
            let mode = fs::metadata(target).map_or(0o666, |meta| meta.permissions().mode());
            options.mode(mode & 0o777);
        }
        options.open(path)
    };
    UnfinishedFile::new(folder(target), open)
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

    #[test]
    fn outputs_are_checked_together_before_the_first_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("data.csv"), "1,2").unwrap();
        let check = |paths: &[&Path], force| {
            let outputs = Outputs::new(paths, &[&at("data.csv")], force);
            outputs.map(drop).map_err(|error| error.to_string())
        };
        let (a, b) = (at("a.csv"), at("b.csv"));
        assert_eq!(check(&[&a, &b], false), Ok(()));
        let again = at("./a.csv");
        let twice = check(&[&a, &again], true).unwrap_err();
        assert!(twice.ends_with("a.csv is the target of two outputs; nothing was written"));
        let input = check(&[&a, &at("data.csv")], true).unwrap_err();
        assert!(input.ends_with("data.csv is read as data; nothing was written"));
        let exists = check(&[&a, &at("data.csv")], false).unwrap_err();
        assert!(exists.contains("data.csv"), "{exists}");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("data.csv"), at("link")).unwrap();
            std::os::unix::fs::symlink(at("nothing"), at("dangling")).unwrap();
            assert!(check(&[&at("link")], true).unwrap_err().contains("link"));
            let dangling = check(&[&at("dangling")], true).unwrap_err();
            assert!(dangling.ends_with("it is a link to a file that does not exist"));
            assert!(fs::symlink_metadata(at("dangling")).unwrap().is_symlink());
            std::os::unix::fs::symlink(at("loop"), at("loop")).unwrap();
            let circle = check(&[&at("loop")], true).unwrap_err();
            assert!(
                circle.ends_with("loop: too many levels of symbolic links"),
                "{circle}"
            );
        }
        assert!(!a.exists() && !b.exists());
    }

    #[test]
    fn what_is_not_committed_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        let mut outputs = Outputs::new::<&Path>(&[&a, &b], &[], false).unwrap();
        outputs.stage(&a, b"one").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(outputs);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

        let mut outputs = Outputs::new::<&Path>(&[&a, &b], &[], false).unwrap();
        outputs.stage(&a, b"one").unwrap();
        outputs.stage(&b, b"two").unwrap();
        fs::write(&a, "came meanwhile").unwrap();
        let error = outputs.commit().unwrap_err().to_string();
        assert!(
            error.ends_with("exists already; nothing was written"),
            "{error}"
        );
        assert_eq!(only_file_in(folder.path()), "a");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_to_and_stay_devices() {
        write_file(Path::new("/dev/null"), b"gone", false).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let full = write_file(Path::new("/dev/full"), b"no room", false).unwrap_err();
        assert_eq!(full.to_string(), "cannot write /dev/full: the disk is full");
        let folder = tempfile::tempdir().unwrap();
        let (table, device) = (folder.path().join("a.csv"), Path::new("/dev/full"));
        let mut outputs = Outputs::new::<&Path>(&[&table, device], &[], false).unwrap();
        outputs.stage(&table, b"one").unwrap();
        outputs.stage(device, b"no room").unwrap();
        let refused = outputs.commit().unwrap_err().to_string();
        assert_eq!(refused, format!("{full}; nothing else was written"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
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
