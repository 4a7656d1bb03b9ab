//! Reasons for which a kernel is not defined for the objects of the data.

use super::Analysis;
use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParams},
    objects::{GivenQuantity, ObjectKind},
};
use tabular::{Column, Columns, Symmetrise, Table};

/// Largest number of columns of a list of edges: source, target and weight.
const EDGE_COLUMNS: usize = 3;

impl Analysis {
    /// Reason, in one line, for which these data have no kernel of this kind; `None` where it can be tried.
    #[must_use]
    pub fn refuses(&self, kind: KernelKind) -> Option<String> {
        let (setup, takes) = (&self.origin, kind.takes());
        if takes == setup.kernel.kind.takes() {
            let params = KernelParams {
                kind,
                gamma: Gamma::Auto,
                ..KernelParams::default()
            };
            return params.check(&self.x).err().map(|error| error.to_string());
        }
        match setup.source.takes_at_once() {
            Some(holds) => (holds != takes).then(|| {
                let (holds, takes) = (objects(holds), objects(takes));
                format!("these data are {holds}, and this kernel compares {takes}")
            }),
            None => self.lacks(takes),
        }
    }

    /// Reason for which a file does not hold objects of this kind, as far as its columns show; `None` where it may.
    fn lacks(&self, takes: ObjectKind) -> Option<String> {
        let columns = self.table.columns();
        match takes {
            ObjectKind::Vectors => None,
            ObjectKind::Matrix(_) => {
                let columns = &self.origin.columns;
                let error = self.table.objects(columns, takes).err()?;
                // One that lacks only symmetry can be tried, and the window offers the mean of mirrored entries.
                (!lacks_symmetry(&self.table, columns, takes)).then(|| error.to_string())
            }
            ObjectKind::Strings => columns
                .iter()
                .all(Column::is_numeric)
                .then(|| "no column of this file holds texts".into()),
            ObjectKind::Graph => {
                let is_square = columns.len().abs_diff(self.table.rows()) <= 1;
                let is_graph = columns.len() <= EDGE_COLUMNS || is_square;
                (!is_graph).then(|| {
                    "a graph is a list of edges, in two or three columns, or a square table".into()
                })
            }
        }
    }
}

/// Returns true where a table is refused as a given matrix, but taken with the mean of its mirrored entries.
#[must_use]
pub fn lacks_symmetry(table: &Table, columns: &Columns, takes: ObjectKind) -> bool {
    let as_mean = Columns {
        symmetrise: Symmetrise::Mean,
        ..columns.clone()
    };
    matches!(takes, ObjectKind::Matrix(_))
        && columns.symmetrise == Symmetrise::None
        && table.objects(columns, takes).is_err()
        && table.objects(&as_mean, takes).is_ok()
}

fn objects(takes: ObjectKind) -> &'static str {
    match takes {
        ObjectKind::Vectors => "rows of numbers",
        ObjectKind::Matrix(GivenQuantity::KernelValues) => "rows of a given kernel matrix",
        ObjectKind::Matrix(GivenQuantity::Distances) => "rows of a given matrix of distances",
        ObjectKind::Strings => "strings",
        ObjectKind::Graph => "nodes of a graph",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::Analyzer, setup::Setup};
    use kernel_pca::{kpca::Tier, objects::Scaling};
    use tabular::{Builtin, Generator, Shape, Source};

    #[test]
    fn reasons_name_what_the_data_are_and_what_the_kernel_takes() {
        let setup = Setup::starting_with(Source::Builtin(Builtin::Iris));
        let run = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let analysis = run.unwrap();
        assert_eq!(analysis.refuses(KernelKind::Chi2), None);
        let refused = analysis.refuses(KernelKind::Diffusion).unwrap();
        assert!(refused.contains("rows of numbers") && refused.contains("nodes of a graph"));
        let mut setup = setup;
        setup.scaling = Scaling::Standardize;
        let run = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let refused = run.unwrap().refuses(KernelKind::Chi2).unwrap();
        assert!(refused.contains("takes no negative values"), "{refused}");
    }

    #[test]
    fn whatever_is_not_refused_can_be_fitted() {
        let moons = Source::Generated(Generator::new(Shape::Moons));
        let tables = [Builtin::Iris, Builtin::Karate, Builtin::Promoters];
        for source in tables.map(Source::Builtin).into_iter().chain([moons]) {
            let setup = Setup::starting_with(source);
            let run = |setup: &Setup| Analyzer::default().run(setup, Tier::Exact, &|| false);
            let analysis = run(&setup).unwrap();
            for kind in KernelKind::ALL {
                let mut setup = setup.clone();
                setup.kernel.kind = kind;
                if analysis.refuses(kind).is_none() {
                    assert!(run(&setup).is_ok(), "{kind}");
                }
            }
        }
    }
}
