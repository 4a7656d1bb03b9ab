//! Fonts, examples and lessons that come with Kernel PCA Explorer.

#![forbid(unsafe_code)]

// Statics, of which there is one each: a constant is copied to wherever it is used.

/// Inter Regular, the font of texts; `MEDIUM` and `SEMIBOLD` are its heavier weights.
pub static REGULAR: &[u8] = include_bytes!("fonts/Inter-Regular.ttf");
pub static MEDIUM: &[u8] = include_bytes!("fonts/Inter-Medium.ttf");
pub static SEMIBOLD: &[u8] = include_bytes!("fonts/Inter-SemiBold.ttf");
/// Font of the window's icons.
pub static ICONS: &[u8] = include_bytes!("fonts/Lucide-subset.ttf");

/// Files of the examples' groups, in the order of the menu.
pub const EXAMPLES: [&str; 6] = [
    include_str!("examples/plane.toml"),
    include_str!("examples/space.toml"),
    include_str!("examples/by-hand.toml"),
    include_str!("examples/tables.toml"),
    include_str!("examples/objects.toml"),
    include_str!("examples/traps.toml"),
];

macro_rules! lessons {
    ($($name:literal),* $(,)?) => {
        /// Name and text of each lesson, in the order in which they build on each other.
        pub const LESSONS: [(&str, &str); [$($name),*].len()] = [
            $(($name, include_str!(concat!("lessons/", $name, ".toml")))),*
        ];
    };
}

lessons![
    "pca-by-hand",
    "why-eigenvectors",
    "kernel-trick",
    "step-by-step",
    "two-sides",
    "svd",
    "centring",
    "signs",
    "variance",
    "which-gamma",
    "small-gamma",
    "contours",
    "allowed-kernels",
    "written-maps",
    "high-dimensions",
    "counting-dimensions",
    "beside-tsne",
    "swiss-roll",
    "back-to-the-input",
    "denoising",
    "outliers",
    "before-a-classifier",
    "many-rows",
    "correspondence",
    "strings-and-graphs",
    "kernels-on-graphs",
];
