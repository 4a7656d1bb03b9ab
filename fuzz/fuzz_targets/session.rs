//! Any text is a session with a setup that can be used, or an error in one line; and any text is
//! settings that a window can start with.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;

use explorer::setup::parse_session;
use kpca_explorer::app::Settings;

fuzz_target!(|text: &str| {
    match parse_session(text, Path::new("folder/s.toml")) {
        Ok(opened) => assert!(opened.setup.check().is_ok()),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    let (settings, _) = Settings::from_text(text);
    if let Ok(text) = settings.to_text() {
        assert_eq!(Settings::from_text(&text).1, None);
    }
});
