//! The values of parameters that have few.

use std::borrow::Cow;

use super::Parameter;
use crate::{
    app::Edit,
    data::{AddedNoise, Builtin, NoiseKind, Scaling, Shape, Source, Takes},
    kernel::{Join, KernelKind, Normalize, Second, Similarity},
};

/// One of the values of a parameter that has few.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// What is typed.
    pub name: Cow<'static, str>,
    /// What is shown.
    pub title: String,
    /// What choosing it does.
    pub help: &'static str,
    pub edit: Edit,
}

impl Parameter {
    /// Its values, where they are few and have names.
    #[must_use]
    pub fn named(self) -> Vec<Named> {
        match self {
            Self::Data => {
                let shapes = Shape::ALL.map(|shape| Named {
                    name: shape.id().into(),
                    title: shape.to_string(),
                    help: shape.spec().help,
                    edit: Edit::Source(Source::Generated(shape.spec().starting.clone())),
                });
                let tables = Builtin::ALL.map(|table| Named {
                    name: table.id().into(),
                    title: table.to_string(),
                    help: table.spec().help,
                    edit: Edit::Source(Source::Builtin(table)),
                });
                shapes.into_iter().chain(tables).collect()
            }
            Self::AddNoise => [None]
                .into_iter()
                .chain(NoiseKind::ALL.map(Some))
                .map(|kind| Named {
                    name: kind.map_or("none", NoiseKind::name).into(),
                    title: kind.map_or("None", NoiseKind::title).to_owned(),
                    help: match kind {
                        None => "The features as they came",
                        Some(NoiseKind::Gaussian) => "A normal number is added to each value",
                        Some(NoiseKind::SaltPepper) => {
                            "Some values become the smallest or the largest of their column"
                        }
                    },
                    edit: Edit::AddNoise(kind.map(AddedNoise::new)),
                })
                .collect(),
            Self::Scaling => Scaling::ALL
                .map(|scaling| Named {
                    name: scaling.name().into(),
                    title: scaling.title().to_owned(),
                    help: scaling_help(scaling),
                    edit: Edit::Scaling(scaling),
                })
                .to_vec(),
            Self::Kernel => KernelKind::ALL
                .map(|kind| Named {
                    name: kind.name().into(),
                    title: kind.title().to_owned(),
                    help: kind.family().help,
                    edit: Edit::Kernel(kind),
                })
                .to_vec(),
            Self::Similarity => Similarity::ALL
                .map(|similarity| Named {
                    name: similarity.name().into(),
                    title: similarity.formula().to_owned(),
                    help: self.help(),
                    edit: Edit::Similarity(similarity),
                })
                .to_vec(),
            Self::Second => second_kernels(),
            Self::Normalize => [None, Some(Normalize::Before), Some(Normalize::After)]
                .map(|normalize| Named {
                    name: normalize.map_or("none", Normalize::name).into(),
                    title: normalized(normalize).to_owned(),
                    help: self.help(),
                    edit: Edit::Normalize(normalize),
                })
                .to_vec(),
            Self::Centering => [true, false]
                .map(|center| Named {
                    name: if center { "on" } else { "off" }.into(),
                    title: centered(center).to_owned(),
                    help: self.help(),
                    edit: Edit::Center(center),
                })
                .to_vec(),
            _ => vec![],
        }
    }
}

/// None, and each that can be added or multiplied.
fn second_kernels() -> Vec<Named> {
    let kinds = KernelKind::ALL.into_iter();
    let of_rows = kinds.filter(|kind| kind.takes() == Takes::Vectors);
    let both = of_rows.flat_map(|kind| Join::ALL.map(|join| Some(Second { join, kind })));
    let named = |second: Option<Second>| Named {
        name: match second {
            None => "none".into(),
            Some(Second { join, kind }) => format!("{} {kind}", join.name()).into(),
        },
        title: second_title(second),
        help: second.map_or("The first kernel alone", |second| second.kind.family().help),
        edit: Edit::Second(second),
    };
    std::iter::once(None).chain(both).map(named).collect()
}

pub(super) fn second_title(second: Option<Second>) -> String {
    match second {
        None => "none".into(),
        Some(Second { join, kind }) => format!("{}{}", join.sign().trim_start(), kind.title()),
    }
}

pub(super) fn normalized(normalize: Option<Normalize>) -> &'static str {
    match normalize {
        None => "no",
        Some(Normalize::Before) => "before centring",
        Some(Normalize::After) => "after centring",
    }
}

pub(super) fn centered(center: bool) -> &'static str {
    if center { "about the mean" } else { "none" }
}

fn scaling_help(scaling: Scaling) -> &'static str {
    match scaling {
        Scaling::None => "Columns as they are. PCA centres them by itself.",
        Scaling::Center => {
            "Subtracts each column's mean. RBF and Laplacian kernels don't notice; polynomial, \
             sigmoid and cosine kernels do."
        }
        Scaling::Standardize => {
            "Subtracts the mean and divides by the standard deviation, so that every column counts \
             the same whatever its unit"
        }
    }
}
