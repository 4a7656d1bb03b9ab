//! Platform of Linux, macOS and Windows.

mod cores;
mod files;
mod folders;
mod lane;
mod outputs;
mod own_files;
mod owner;
mod unfinished;
mod waiting;

use std::thread;

pub use cores::start_threads;
pub use files::{OpenFile, modified, open, put, read_within};
pub use folders::{documents_folder, own_folder, pictures_folder};
pub use lane::{Lane, aside, breathe, pause};
pub use outputs::{Outputs, is_output_closed};
pub use own_files::{HeldFile, hold, remove_own_file, set_aside, try_hold, write_own_file};
pub use unfinished::{UnfinishedFolder, clean_up_when_interrupted};
pub use waiting::unless_cancelled;

/// Free memory assumed where the system does not report it: 4 GiB, in bytes.
const USUAL_FREE: u64 = 4 << 30;

/// Memory that the program may still take, in bytes: what is free, and no more than its address space has room for.
#[must_use]
pub fn free_memory() -> u64 {
    let available = sysinfo::System::new().map(|mut system| {
        system.refresh_memory();
        system.available_memory()
    });
    let known = available.ok().filter(|&bytes| bytes > 0);
    let free = known.unwrap_or(USUAL_FREE);
    free_addresses().map_or(free, |bytes| free.min(bytes))
}

/// Bytes of addresses that a thread takes beside the data it works on: the 64 MiB in which `private-gemm-x86` lays out the
/// factors of a product, and a stack.
const PER_THREAD: u64 = 72 << 20;

/// Bytes of the address space left for data where it is limited, as by `ulimit -v`: bytes not yet taken, less those
/// that threads will take, and at least a quarter of those not yet taken. `None` without a limit, or on other systems
/// than Linux.
fn free_addresses() -> Option<u64> {
    let number = |file: &str, line: &str| -> Option<u64> {
        let text = std::fs::read_to_string(file).ok()?;
        let rest = text.lines().find_map(|it| it.strip_prefix(line))?;
        rest.split_whitespace().next()?.parse().ok()
    };
    // "unlimited" is no number.
    let limit = number("/proc/self/limits", "Max address space")?;
    let kibibytes = number("/proc/self/status", "VmSize:")?;
    let left = limit.saturating_sub(kibibytes << 10);
    let threads = thread::available_parallelism().map_or(1, |all| all.get() as u64);
    Some(left.saturating_sub(threads * PER_THREAD).max(left / 4))
}
