//! The flags that say which kernel and how many components, and what they change.

use clap::Args;

use super::values::{named, positive, real, replace};
use crate::{
    kernel::{
        Gamma, Join, KernelKind, KernelParams, Normalize, Second, Similarity, gamma_from_sigma,
    },
    setup::Components,
};

#[derive(Debug, Args)]
pub(super) struct KernelArgs {
    #[arg(long, value_parser = named(KernelKind::ALL, KernelKind::name))]
    pub(super) kernel: Option<KernelKind>,
    /// A positive number, `auto` (1/d) or `median` (1/(2·median distance²)).
    #[arg(long, value_name = "G|auto|median", conflicts_with = "sigma")]
    pub(super) gamma: Option<Gamma>,
    /// Width of the RBF kernel instead of γ: γ = 1/(2σ²).
    #[arg(long, value_name = "S", value_parser = positive)]
    sigma: Option<f64>,
    /// Degree of the polynomial kernel.
    #[arg(long, value_name = "D")]
    degree: Option<u32>,
    /// Constant c₀ of the polynomial and sigmoid kernels.
    #[arg(long, value_name = "C", value_parser = real, allow_negative_numbers = true)]
    coef0: Option<f64>,
    /// β of the diffusion and von Neumann kernels of a graph.
    #[arg(long, value_name = "B", value_parser = positive)]
    beta: Option<f64>,
    /// Power l of a graph's similarities.
    #[arg(long, value_name = "L")]
    power: Option<u32>,
    /// Graphs: which similarities S of the nodes, A − D, A or D^−½AD^−½.
    #[arg(long, value_parser = named(Similarity::ALL, Similarity::name))]
    similarity: Option<Similarity>,
    /// Length l of the substrings of the spectrum kernel.
    #[arg(long, value_name = "L")]
    length: Option<u32>,
    /// Spectrum kernel: shorter substrings count too.
    #[arg(long)]
    all_lengths: bool,
    /// Shape a of the rational quadratic kernel.
    #[arg(long, value_name = "A", value_parser = positive)]
    shape: Option<f64>,
    /// A kernel that is added, with the same parameters.
    #[arg(long, value_name = "KERNEL", value_parser = named(KernelKind::ALL, KernelKind::name))]
    plus: Option<KernelKind>,
    /// A kernel that is multiplied, with the same parameters.
    #[arg(
        long,
        value_name = "KERNEL",
        value_parser = named(KernelKind::ALL, KernelKind::name),
        conflicts_with = "plus"
    )]
    times: Option<KernelKind>,
    /// Divide values by √(k(x, x) k(y, y)), before centring or after it.
    #[arg(long, value_name = "WHEN", value_parser = named(Normalize::ALL, Normalize::name))]
    normalize: Option<Normalize>,
    /// Leave images where they are, instead of about their mean.
    #[arg(long)]
    no_center: bool,
    /// Number of components, or the share of the variance that they must reach, such as 0.95; 1.0, which may be
    /// either, is refused.
    #[arg(long, value_name = "K|SHARE")]
    pub(super) components: Option<Components>,
}

impl KernelArgs {
    pub(super) fn change(&self, kernel: &mut KernelParams) {
        replace(&mut kernel.kind, self.kernel);
        replace(&mut kernel.gamma, self.gamma);
        replace(&mut kernel.degree, self.degree);
        replace(&mut kernel.coef0, self.coef0);
        replace(&mut kernel.shape, self.shape);
        replace(&mut kernel.beta, self.beta);
        replace(&mut kernel.power, self.power);
        replace(&mut kernel.similarity, self.similarity);
        replace(&mut kernel.length, self.length);
        kernel.all_lengths |= self.all_lengths;
        let second = |join| move |kind| Second { join, kind };
        let plus = self.plus.map(second(Join::Plus));
        kernel.second = plus
            .or(self.times.map(second(Join::Times)))
            .or(kernel.second);
        kernel.normalize = self.normalize.or(kernel.normalize);
        kernel.center &= !self.no_center;
        if let Some(sigma) = self.sigma {
            kernel.gamma = Gamma::Value(gamma_from_sigma(sigma));
        }
    }
}
