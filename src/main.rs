//! The program: a thin shell around the library.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    kpca_explorer::cli::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    kpca_explorer::page::main();
}
