//! The command line: flags to a setup, then the window, `fit`, `render` or `script`.
