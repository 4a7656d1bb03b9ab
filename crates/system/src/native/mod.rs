//! Platform of Linux, macOS and Windows.

mod cores;
mod files;
mod folders;
mod lane;
mod outputs;
mod unfinished;

pub use cores::start_threads;
pub use files::{OpenFile, modified, open, put, read_within};
pub use folders::{documents_folder, own_folder, pictures_folder};
pub use lane::{Lane, aside, breathe, pause};
pub use outputs::{Outputs, write_own_file};
pub use unfinished::{UnfinishedFolder, clean_up_when_interrupted};

/// Free memory assumed where the system does not report it: 4 GiB, in bytes.
const USUAL_FREE: u64 = 4 << 30;

/// Free memory of the machine, in bytes.
#[must_use]
pub fn free_memory() -> u64 {
    let available = sysinfo::System::new().map(|mut system| {
        system.refresh_memory();
        system.available_memory()
    });
    let known = available.ok().filter(|&bytes| bytes > 0);
    known.unwrap_or(USUAL_FREE)
}
