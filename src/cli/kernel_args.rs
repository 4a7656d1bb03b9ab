//! Flags of the kernel and of the number of components, and the changes that they make.

use clap::{Arg, ArgMatches, Args, FromArgMatches};

use super::values::{at_least_one, named, positive, replace};
use explorer::{presented::Presented, setup::Components};
use kernel_pca::{
    kernel::{
        Gamma, Join, KernelKind, KernelParameter, KernelParams, Normalize, SecondKernel,
        Similarity, gamma_from_sigma,
    },
    kpca::Solver,
};

#[derive(Debug, Args)]
pub(super) struct KernelArgs {
    #[arg(long, value_parser = named(KernelKind::ALL, KernelKind::name))]
    pub(super) kernel: Option<KernelKind>,
    #[arg(long, help = KernelParameter::Gamma.presented().flag, value_name = "G|auto|median", conflicts_with = "sigma")]
    pub(super) gamma: Option<Gamma>,
    /// Width of the RBF kernel instead of γ: γ = 1/(2σ²).
    #[arg(long, value_name = "S", value_parser = positive)]
    sigma: Option<f64>,
    #[command(flatten)]
    numbers: NumberArgs,
    /// Graphs: similarities S of the nodes, A − D, A or D^−½AD^−½.
    #[arg(long, value_parser = named(Similarity::ALL, Similarity::name))]
    similarity: Option<Similarity>,
    /// Spectrum kernel: shorter substrings count too.
    #[arg(long)]
    all_lengths: bool,
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
    /// Solver of the eigenproblem, `auto` by default; one asked for by name is refused where it does not apply.
    #[arg(long, value_parser = named(Solver::ALL, Solver::name))]
    pub(super) solver: Option<Solver>,
    /// Rows that `--solver nystrom` approximates the kernel matrix from; as many as a few seconds allow by default.
    #[arg(long, value_name = "M", value_parser = at_least_one)]
    pub(super) landmarks: Option<usize>,
}

/// Flags for the numbers in kernels' formulas, one for each [`KernelParameter`] but γ, which has a flag of its own, as
/// rules may choose it.
#[derive(Debug)]
struct NumberArgs(Vec<(KernelParameter, f64)>);

impl NumberArgs {
    fn parameters() -> impl Iterator<Item = KernelParameter> {
        let all = KernelParameter::ALL.into_iter();
        all.filter(|parameter| *parameter != KernelParameter::Gamma)
    }
}

impl Args for NumberArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        Self::parameters().fold(command, |command, parameter| {
            let (shown, name, rule) = (parameter.presented(), parameter.name(), parameter.rule());
            let flag = Arg::new(name)
                .long(name)
                .help(shown.flag)
                .value_name(shown.value)
                .allow_negative_numbers(rule.allows(-1.0))
                .value_parser(move |text: &str| rule.read(text));
            command.arg(flag)
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for NumberArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |parameter: KernelParameter| {
            let value = matches.get_one::<f64>(parameter.name())?;
            Some((parameter, *value))
        };
        Ok(Self(Self::parameters().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl KernelArgs {
    /// Returns true where a flag sets the width of the kernel.
    pub(super) fn says_gamma(&self) -> bool {
        self.gamma.is_some() || self.sigma.is_some()
    }

    pub(super) fn change(&self, kernel: &mut KernelParams) {
        replace(&mut kernel.kind, self.kernel);
        replace(&mut kernel.gamma, self.gamma);
        for (parameter, value) in &self.numbers.0 {
            kernel.set(*parameter, *value);
        }
        replace(&mut kernel.similarity, self.similarity);
        kernel.all_lengths |= self.all_lengths;
        let second = |join| move |kind| SecondKernel { join, kind };
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
