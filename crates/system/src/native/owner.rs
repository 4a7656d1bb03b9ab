//! Owners of temporary files: the name of each file holds the process that made it, so that a later run can remove
//! files that a killed process left behind.

use std::{
    fmt::{self, Display},
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::Path,
    sync::OnceLock,
};

use sysinfo::System;

/// Beginning of the name of every temporary file.
const BEGINNING: &str = ".kpca-explorer-";

/// Process by its machine, number and start, which together no other process has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner {
    /// Hash of the machine, its last start and its namespace of process numbers; elsewhere `process` may be the number
    /// of another process.
    machine: u32,
    process: u32,
    /// Time at which the process started, as [`start_of`] gives it, since process numbers are used again; 0 where it is
    /// unknown.
    start: u64,
}

impl Owner {
    /// Returns this process.
    pub fn this() -> Self {
        static THIS: OnceLock<Owner> = OnceLock::new();
        *THIS.get_or_init(|| {
            let process = std::process::id();
            Self {
                machine: machine(),
                process,
                start: start_of(process).ok().flatten().unwrap_or_default(),
            }
        })
    }

    /// Owner of the temporary file of this name; `None` for any other file.
    fn of(name: &str) -> Option<Self> {
        let mut parts = name.strip_prefix(BEGINNING)?.splitn(4, '-');
        let machine = u32::from_str_radix(parts.next()?, 16).ok()?;
        let process = parts.next()?.parse().ok()?;
        let start = parts.next()?.parse().ok()?;
        parts.next()?;
        Some(Self {
            machine,
            process,
            start,
        })
    }

    /// Returns true where the process ran on this machine and has ended; false where that cannot be known.
    fn is_dead(self) -> bool {
        self.start > 0
            && self.machine == machine()
            && self != Self::this()
            && start_of(self.process).is_ok_and(|start| start != Some(self.start))
    }
}

/// Writes the beginning of the names of the owner's temporary files.
impl Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            machine,
            process,
            start,
        } = self;
        write!(f, "{BEGINNING}{machine:08x}-{process}-{start}-")
    }
}

/// Removes the temporary files in `folder` that belong to the user who owns the file `own` and whose processes have
/// ended. Files that cannot be removed stay.
pub(super) fn remove_those_of_the_dead(folder: &Path, own: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(Owner::of);
        // Of other people's processes a system may not tell that they run.
        if owner.is_some_and(Owner::is_dead) && is_of_one_user(&entry.path(), own) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns true where `path` is a plain file of the user who owns `own`.
#[cfg(unix)]
fn is_of_one_user(path: &Path, own: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let both = (fs::symlink_metadata(path), fs::symlink_metadata(own));
    matches!(both, (Ok(a), Ok(b)) if a.is_file() && a.uid() == b.uid())
}

/// Returns true where the path is a plain file; other users' files are protected by the system.
#[cfg(not(unix))]
fn is_of_one_user(path: &Path, _own: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_file())
}

fn machine() -> u32 {
    static MACHINE: OnceLock<u32> = OnceLock::new();
    *MACHINE.get_or_init(|| {
        let mut hasher = DefaultHasher::new();
        System::host_name().ok().hash(&mut hasher);
        match fs::read_to_string("/proc/sys/kernel/random/boot_id") {
            Ok(boot) => boot.hash(&mut hasher),
            Err(_) => System::boot_time().ok().hash(&mut hasher),
        }
        fs::read_link("/proc/self/ns/pid").ok().hash(&mut hasher);
        // Its half tells machines apart as well, and the name stays short.
        (hasher.finish() >> 32) as u32
    })
}

/// Time at which a process started, in ticks since the system did; `None` where there is no such process.
///
/// # Errors
/// When the system does not tell.
#[cfg(target_os = "linux")]
fn start_of(process: u32) -> io::Result<Option<u64>> {
    /// Index of the start time among the fields of `/proc/…/stat` that follow the program's name in brackets.
    const START: usize = 19;
    match fs::read_to_string(format!("/proc/{process}/stat")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(about) => {
            let rest = about.rsplit_once(')').map_or("", |(_, rest)| rest);
            let start = rest.split_whitespace().nth(START);
            let start = start.and_then(|start| start.parse().ok());
            start.map(Some).ok_or(io::ErrorKind::InvalidData.into())
        }
    }
}

/// Time at which a process started, in seconds since 1970; `None` where there is no such process.
///
/// # Errors
/// When the system does not tell.
#[cfg(not(target_os = "linux"))]
fn start_of(process: u32) -> io::Result<Option<u64>> {
    use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate};
    let process = Pid::from_u32(process);
    let mut system = System::new().map_err(|_| io::ErrorKind::Unsupported)?;
    let wanted = ProcessesToUpdate::Some(&[process]);
    system.refresh_processes_specifics(wanted, true, ProcessRefreshKind::nothing());
    Ok(system.process(process).map(sysinfo::Process::start_time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_dead_owners_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let this = Owner::this();
        assert_eq!(Owner::of(&format!("{this}x7Yz")), Some(this));
        let mut ended = std::process::Command::new(std::env::current_exe().unwrap());
        let mut ended = ended
            .arg("--list")
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let process = ended.id();
        ended.wait().unwrap();
        let start = this.start;
        let dead = Owner {
            process,
            start,
            ..this
        };
        let elsewhere = Owner {
            machine: !this.machine,
            ..dead
        };
        let unknown = Owner { start: 0, ..dead };
        // The number of a process that runs, used before it by one that has ended.
        let reused = Owner {
            start: start - 100,
            ..this
        };
        for owner in [this, dead, elsewhere, unknown, reused] {
            fs::write(folder.path().join(format!("{owner}abcdef")), "").unwrap();
        }
        for name in [
            ".kpca-explorer-abcdef",
            "kpca-explorer-0-1-2-abcdef",
            ".kpca-explorer-1-2-3",
        ] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join(format!("{dead}folder"))).unwrap();
        let own = folder.path().join(format!("{this}abcdef"));
        remove_those_of_the_dead(folder.path(), &own);
        let stays = |owner: Owner| folder.path().join(format!("{owner}abcdef")).exists();
        let stayed = [this, dead, elsewhere, unknown, reused].map(stays);
        assert_eq!(stayed, [true, false, true, true, false]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 7);
    }
}
