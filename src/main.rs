//! The program: a thin shell around the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    crate::cli::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    crate::page::main();
}
