//! Platform of a page in a browser: files are named bytes, writing is downloading, and one thread computes and
//! draws.

mod elsewhere;
mod files;
mod lane;
mod outputs;
mod own_files;

pub use elsewhere::share_work;
pub use files::{
    OpenFile, documents_folder, modified, open, own_folder, pictures_folder, put, read_within,
    store,
};
pub use kpca_bridge::{breathe, give_way as pause};
pub use lane::{Lane, aside, unless_cancelled};
pub use outputs::{Outputs, UnfinishedFolder};
pub use own_files::{HeldFile, hold, remove_own_file, set_aside, try_hold, write_own_file};

/// Free memory assumed, 2 GiB in bytes: WebAssembly addresses have 32 bits, and browsers give a page about half of
/// the 4 GiB.
const FREE: u64 = 2 << 30;

/// Memory that the page may take, in bytes.
#[must_use]
pub fn free_memory() -> u64 {
    FREE
}
