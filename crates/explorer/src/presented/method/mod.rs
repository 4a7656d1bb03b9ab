//! Presentation of methods, one file each.

use chart::{BACKGROUND, Rgb};
use kernel_pca::{method::Method, objects::ObjectKind};

use super::Presented;

entries! {
    Method => MethodEntry;
    pca::Pca,
    kpca::Kpca,
    isomap::Isomap,
    lle::Lle,
    hessian_lle::HessianLle,
    laplacian_eigenmaps::LaplacianEigenmaps,
    diffusion_map::DiffusionMap,
    tsne::Tsne,
    correspondence::Correspondence,
}

/// Words, colours and Python of a method.
#[derive(Debug)]
pub struct MethodEntry {
    /// Name in menus and titles.
    pub title: &'static str,
    /// Name within a sentence, and in keys.
    pub title_in_text: &'static str,
    /// Text before the number of a component.
    pub component: &'static str,
    /// Prefix of the names of the method's variables in scripts.
    pub prefix: &'static str,
    /// A sentence or two on what the method's plot shows.
    pub about: &'static str,
    /// Meaning of the method's eigenvalues, as reports say it.
    pub eigenvalue_scale: &'static str,
    /// Quantity that an eigenvalue is.
    pub eigenvalue: EigenvalueSense,
    /// Colours of the method's curves on a light and on a dark background; no class has the same. Linear PCA is grey,
    /// the background of all others. The colours maximise the least difference in CIELAB as seen with normal, protan
    /// and deutan vision.
    pub colors: [Rgb; 2],
    /// Python that computes the scores; `None` for methods that every script computes.
    pub python: Option<MethodPython>,
}

/// Quantity that an eigenvalue of a method is, for the words beside its number.
#[derive(Debug, Clone, Copy)]
pub enum EigenvalueSense {
    /// Variance of the scores, with divisor n.
    Variance,
    /// Squared length of the column of scores, n times their variance.
    SquaredLength,
    /// Quantity of this name.
    Called(&'static str),
}

/// Python that computes a method's scores, in variables whose names begin with the method's prefix.
///
/// It reads the scaled rows `X`, the unscaled rows `data`, and the function `upright`, which gives a sign for each
/// column; `{neighbors}`, `{components}`, `{gamma}`, `{alpha}` and `{time}` are replaced by their values. A method that
/// takes more than features reads `{rows}` instead: scaled rows, given distances, or the adjacency matrix of a graph.
#[derive(Debug, Clone, Copy)]
pub struct MethodPython {
    /// Import lines that `fit` and `new` need.
    pub imports: &'static [&'static str],
    /// Lines that set the scores, and the shares where the method has them.
    pub fit: &'static str,
    /// Arguments in place of `{as}`, which say what `{rows}` are.
    pub says: fn(ObjectKind) -> &'static str,
    /// Lines that set the scores of the new rows `new_X`, unscaled `new_data`; `None` where the method has none.
    pub new: Option<&'static str>,
}

/// Arguments of a method that takes features alone.
const OF_FEATURES: fn(ObjectKind) -> &'static str = |_| "";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_python_are_each_methods_own() {
        for (i, method) in Method::ALL.into_iter().enumerate() {
            let entry = method.presented();
            let words = [entry.title, entry.title_in_text, entry.component];
            let sentences = [entry.about, entry.eigenvalue_scale];
            let mut texts = words.iter().chain(&sentences);
            assert!(texts.all(|text| !text.is_empty()), "{method}");
            assert_eq!(
                entry.python.is_some(),
                !method.is_always_there(),
                "{method}"
            );
            for other in &Method::ALL[..i] {
                let other = other.presented();
                assert_ne!(entry.title, other.title);
                assert_ne!(entry.prefix, other.prefix);
            }
        }
    }

    /// Names that lines outside functions assign or define; `new_` comes before the prefix where they are of new rows.
    #[test]
    fn variables_in_python_begin_with_the_prefix_of_their_method() {
        for method in Method::ALL {
            let entry = method.presented();
            let prefix = entry.prefix.trim_end_matches('_');
            let Some(python) = entry.python else { continue };
            let lines = [Some(python.fit), python.new];
            let lines = lines.into_iter().flatten().flat_map(str::lines);
            let names = lines.filter_map(|line| {
                let assigned = || line.split_once(" = ").map(|(names, _)| names);
                let defined = line
                    .strip_prefix("def ")
                    .and_then(|line| line.split('(').next());
                defined.or_else(assigned)
            });
            let names = names.filter(|names| !names.starts_with(' '));
            let names: Vec<&str> = names.flat_map(|names| names.split(", ")).collect();
            assert!(!names.is_empty(), "{method}");
            for name in names {
                let name = name.strip_prefix("new_").unwrap_or(name);
                assert!(name.starts_with(prefix), "{method}: {name}");
            }
        }
    }
}
