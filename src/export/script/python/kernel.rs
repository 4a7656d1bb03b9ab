//! The kernel matrix, what is done to it, and its decomposition.

use super::{super::with_values, Code};
use crate::{
    kernel::{Join, Kernel, Normalize},
    sweep::SweptParameter,
};

/// What the kernel's matrix needs.
pub(super) fn imports(kernel: Kernel, code: &mut Code) {
    for part in kernel.parts() {
        if let Some(import) = part.kind().family().python.import {
            code.import(import);
        }
    }
}

/// The kernel matrix of `rows`: of X with itself, or `points, X` for that between two sets.
pub(super) fn matrix_of(part: Kernel, rows: &str) -> String {
    let matrix = part.kind().family().python.matrix;
    with_values(part, matrix).replace("{rows}", rows)
}

/// What `KernelPCA` takes to evaluate the kernel itself, if it can.
fn arguments_of(kernel: Kernel) -> Option<String> {
    let arguments = kernel.kind().family().python.arguments;
    let arguments = arguments.filter(|_| kernel.is_plain())?;
    Some(with_values(kernel, arguments))
}

/// Assigns the matrix of both kernels to a variable.
fn joined(kernel: Kernel, rows: &str, variable: &str) -> Vec<String> {
    joined_with(kernel, variable, |part| matrix_of(part, rows))
}

fn joined_with(
    kernel: Kernel,
    variable: &str,
    matrix_of: impl Fn(Kernel) -> String,
) -> Vec<String> {
    let join = kernel.second().map(|second| match second.join {
        Join::Plus => "+",
        Join::Times => "*",
    });
    let matrices = kernel.parts().into_iter().map(matrix_of);
    let line = |(i, matrix): (usize, String)| match join {
        Some(sign) if i > 0 => format!("{variable} = {variable} {sign} {matrix}"),
        _ => format!("{variable} = {matrix}"),
    };
    matrices.enumerate().map(line).collect()
}

/// The part of a spectrum that is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spectrum {
    /// Number of components.
    pub wanted: usize,
    /// Number of these with a positive eigenvalue; all scores on the others are zero.
    pub positive: usize,
    /// Whether some eigenvalues are equal.
    pub repeats: bool,
}

impl Spectrum {
    /// What `KernelPCA` is asked for. Of components that are not there it would raise; and LAPACK finds no subset of
    /// eigenvalues within many that are equal, so all are asked for then.
    fn request(self) -> String {
        match self {
            Self { repeats: true, .. } => String::new(),
            Self { positive, .. } => format!("n_components={positive}, "),
        }
    }

    /// Whether not all that `KernelPCA` finds is kept as it is.
    pub(super) fn is_cut(self) -> bool {
        self.wanted != self.positive || self.repeats
    }

    /// Lines that leave the components wanted, with zeros for those that are not there.
    fn cut(self, code: &mut Code) {
        let Self {
            wanted, positive, ..
        } = self;
        if !self.is_cut() {
            return;
        }
        code.line(&if wanted == positive {
            "# axes of components with equal eigenvalues are arbitrary".to_owned()
        } else {
            format!("# {positive} of the {wanted} components have a positive eigenvalue")
        });
        code.line(&format!(
            "missing = {wanted} - len(kpca.eigenvalues_[:{positive}])"
        ));
        code.line(&format!(
            "kpca.eigenvalues_ = np.pad(kpca.eigenvalues_[:{positive}], (0, missing))"
        ));
        code.line(&format!(
            "kpca.eigenvectors_ = np.pad(kpca.eigenvectors_[:, :{positive}], ((0, 0), (0, missing)))"
        ));
    }
}

/// `K` and the fitted `kpca`.
pub(super) fn fit(kernel: Kernel, spectrum: Spectrum, code: &mut Code) {
    let components = spectrum.wanted;
    let request = spectrum.request();
    if let Some(arguments) = arguments_of(kernel) {
        code.line(&format!(
            "kpca = KernelPCA({request}{arguments}, eigen_solver=\"dense\")"
        ));
        code.line("scores = kpca.fit_transform(X)");
        spectrum.cut(code);
        code.line(&format!("K = {}", matrix_of(kernel, "X")));
        return;
    }
    for line in joined(kernel, "X", "K") {
        code.line(&line);
    }
    if kernel.normalize().is_some() {
        code.line(LENGTHS);
    }
    if kernel.normalize() == Some(Normalize::After) && kernel.center() {
        code.line("means, mean = K.mean(axis=0), K.mean()");
        code.line("K = K - means - means[:, None] + mean");
    }
    if kernel.normalize().is_some() {
        code.line("length = lengths(np.diag(K))");
        code.line("K = K / np.outer(length, length)");
    }
    if kernel.centers_last() {
        code.line(&format!(
            "kpca = KernelPCA({request}kernel=\"precomputed\", eigen_solver=\"dense\")"
        ));
        code.line("scores = kpca.fit_transform(K)");
        spectrum.cut(code);
        return;
    }
    code.import("from types import SimpleNamespace");
    code.line("# scikit-learn's KernelPCA would centre it");
    code.line("values, vectors = np.linalg.eigh(K)");
    code.line("values = np.where(values > 1e-13 * values[-1], values, 0)");
    code.line("kpca = SimpleNamespace(");
    code.line(&format!(
        "    eigenvalues_=values[::-1][:{components}], eigenvectors_=vectors[:, ::-1][:, :{components}]"
    ));
    code.line(")");
}

/// Assigns `K` of the rows of X, centred where that is done.
pub(super) fn matrix_here(kernel: Kernel) -> Vec<String> {
    matrix_with(kernel, |part| matrix_of(part, "X"))
}

/// The same with parameters that are variables of their names.
pub(super) fn matrix_at(kernel: Kernel, parameters: &[SweptParameter]) -> Vec<String> {
    matrix_with(kernel, |part| {
        let mut matrix = part.kind().family().python.matrix.to_owned();
        for variable in parameters.iter().map(|it| it.name()) {
            matrix = matrix.replace(&format!("{{{variable}}}"), variable);
        }
        with_values(part, &matrix).replace("{rows}", "X")
    })
}

fn matrix_with(kernel: Kernel, matrix_of: impl Fn(Kernel) -> String) -> Vec<String> {
    const CENTER: &str = "K = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()";
    let mut lines = joined_with(kernel, "K", matrix_of);
    if kernel.normalize() == Some(Normalize::After) && kernel.center() {
        lines.push(CENTER.to_owned());
    }
    if kernel.normalize().is_some() {
        lines.push("length = lengths(np.diag(K))".to_owned());
        lines.push("K = K / np.outer(length, length)".to_owned());
    }
    if kernel.centers_last() {
        lines.push(CENTER.to_owned());
    }
    lines
}

/// For images in feature space.
const LENGTHS: &str = "
def lengths(squared):
    \"\"\"Roots; what has no length is divided by infinity.\"\"\"
    root = np.sqrt(np.maximum(squared, 0))
    return np.where(root > 1e-7 * root.max(), root, np.inf)

";

/// Defines what [`project`] calls.
pub(super) fn between(kernel: Kernel, code: &mut Code) {
    if kernel.is_plain() {
        return;
    }
    code.line("");
    code.line("");
    code.line("def between(points):");
    code.line("    \"\"\"Between points and the rows of X, what K is among these.\"\"\"");
    for line in joined(kernel, "points, X", "k") {
        code.line(&format!("    {line}"));
    }
    if kernel.normalize().is_some() {
        code.line("    own = []");
        code.line("    for row in points[:, None]:");
        for line in joined(kernel, "row, row", "value") {
            code.line(&format!("        {line}"));
        }
        code.line("        own.append(value[0, 0])");
        code.line("    own = np.array(own)");
    }
    if kernel.normalize() == Some(Normalize::After) && kernel.center() {
        code.line("    own = own - 2 * k.mean(axis=1) + mean");
        code.line("    k = k - k.mean(axis=1)[:, None] - means + mean");
    }
    if kernel.normalize().is_some() {
        code.line("    k = k / np.outer(lengths(own), length)");
    }
    code.line("    return k");
    code.line("");
    code.line("");
    if !kernel.centers_last() {
        code.line("divisor = np.sqrt(np.where(kpca.eigenvalues_ > 0, kpca.eigenvalues_, np.inf))");
        code.line("kpca.transform = lambda k: k @ (kpca.eigenvectors_ / divisor)");
    }
}

/// The scores of new points.
pub(super) fn project(kernel: Kernel, points: &str) -> String {
    if arguments_of(kernel).is_some() {
        format!("kpca.transform({points})")
    } else if kernel.is_plain() {
        let matrix = matrix_of(kernel, &format!("{points}, X"));
        format!("kpca.transform({matrix})")
    } else {
        format!("kpca.transform(between({points}))")
    }
}

/// Defines `reconstruction_errors(points)`.
pub(super) fn errors(kernel: Kernel, code: &mut Code) {
    code.line("");
    code.line("");
    code.line("def reconstruction_errors(points):");
    code.line("    \"\"\"What the components leave unexplained of the image of each point.\"\"\"");
    if kernel.normalize().is_some() {
        code.line("    own = np.ones(len(points))");
    } else {
        code.line("    own = []");
        code.line("    for row in points[:, None]:");
        for line in joined(kernel, "row, row", "value") {
            code.line(&format!("        {line}"));
        }
        code.line("        own.append(value[0, 0])");
        code.line("    own = np.array(own)");
    }
    if kernel.centers_last() {
        if kernel.is_plain() {
            let matrix = matrix_of(kernel, "points, X");
            code.line(&format!("    k = {matrix}"));
        } else {
            code.line("    k = between(points)");
        }
        code.line("    own = own - 2 * k.mean(axis=1) + K.mean()");
    }
    let scores = project(kernel, "points");
    code.line(&format!(
        "    return np.maximum(own - np.sum({scores}**2, axis=1), 0)"
    ));
    code.line("");
    code.line("");
}

/// Assigns the values between points and the rows of X, those of the matrix that is decomposed before a
/// centring that comes last.
pub(super) fn values(kernel: Kernel, points: &str, variable: &str, code: &mut Code) {
    if kernel.is_plain() {
        let matrix = matrix_of(kernel, &format!("{points}, X"));
        code.line(&format!("{variable} = {matrix}"));
    } else {
        code.line(&format!("{variable} = between({points})"));
    }
}

/// The matrix, centred if that is `wanted` and has not been done.
pub(super) fn centered(kernel: Kernel, wanted: bool, code: &mut Code) -> &'static str {
    if wanted && kernel.centers_last() {
        code.import("from sklearn.preprocessing import KernelCenterer");
        "KernelCenterer().fit_transform(K)"
    } else {
        "K"
    }
}
