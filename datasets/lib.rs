//! Tables that come with Kernel PCA Explorer, each as the text of its file; `README.md` says where they are from.

#![forbid(unsafe_code)]

/// Text of `digits.csv`.
pub const DIGITS: &str = include_str!("digits.csv");
/// Text of `five-irises.csv`.
pub const FIVE_IRISES: &str = include_str!("five-irises.csv");
/// Text of `five-nodes.csv`.
pub const FIVE_NODES: &str = include_str!("five-nodes.csv");
/// Text of `iris.csv`.
pub const IRIS: &str = include_str!("iris.csv");
/// Text of `iris-uci.csv`.
pub const IRIS_UCI: &str = include_str!("iris-uci.csv");
/// Text of `karate.csv`.
pub const KARATE: &str = include_str!("karate.csv");
/// Text of `karate-factions.txt`.
pub const KARATE_FACTIONS: &str = include_str!("karate-factions.txt");
/// Text of `promoters.csv`.
pub const PROMOTERS: &str = include_str!("promoters.csv");
/// Text of `smoke.csv`.
pub const SMOKE: &str = include_str!("smoke.csv");
/// Text of `wine.csv`.
pub const WINE: &str = include_str!("wine.csv");
