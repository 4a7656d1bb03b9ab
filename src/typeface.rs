//! The shipped letters, one font for window and figures. See `assets/fonts/README.md`.

pub const REGULAR: &[u8] = include_bytes!("../assets/fonts/Inter-Regular.ttf");
pub const MEDIUM: &[u8] = include_bytes!("../assets/fonts/Inter-Medium.ttf");
pub const SEMIBOLD: &[u8] = include_bytes!("../assets/fonts/Inter-SemiBold.ttf");
