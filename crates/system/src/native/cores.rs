//! Threads that compute.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Starts the threads that compute. Where they are as many as the processors, each is bound to a processor of its own:
/// the busier all processors are, the less Linux looks for an idle one, and of two processors it left both threads on
/// one for most of a short fit (digits, two components: 12 ms in place of 8).
#[cfg(target_os = "linux")]
pub fn start_threads() {
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let processors: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|&processor| allowed.is_set(processor))
        .collect();
    let bind = move |thread: usize| {
        // Fewer threads leave the choice to the system: those of another process would be bound to the same processors.
        let one_each = rayon::current_num_threads() == processors.len();
        if let Some(&processor) = processors.get(thread).filter(|_| one_each) {
            let mut own = CpuSet::new();
            own.set(processor);
            // A thread that is not bound computes the same.
            let _ = sched_setaffinity(None, &own);
        }
    };
    // Fails only where the threads have been started before, as in tests.
    let _ = rayon::ThreadPoolBuilder::new()
        .start_handler(bind)
        .build_global();
}

/// Leaves it to the first computation to start the threads: only Linux was measured.
#[cfg(not(target_os = "linux"))]
pub fn start_threads() {}
