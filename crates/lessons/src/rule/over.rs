//! Values over which a rule speaks of more than one picture: seeds, or a range of a parameter.

use super::{ResultRule, real};
use crate::quantity::StepResults;
use chart::number;
use explorer::{
    analysis::Analyzer,
    panel::list::{Kind, Panel},
    setup::Setup,
};
use kernel_pca::{
    kpca::Tier,
    method::Method,
    sweep::{SweptParameter, ValueSpacing},
};
use tabular::Source;

/// Least number of values per decade of a range with equal ratios: each value is at most 1.78 times the one before.
const PER_DECADE: f64 = 4.0;
/// Number of values of a range whose parameter has equal steps.
const STEPS: usize = 11;
/// Largest number of pictures that a rule may ask for, each of which takes a fit.
const MOST_PICTURES: usize = 1000;

/// Pictures that a rule speaks of, and what it says of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PictureRange {
    /// Text of the part that varies, as it is written.
    text: String,
    ranges: Vec<(VariedPart, Vec<f64>)>,
    pub(super) says: RangeStatement,
}

/// Part of a setup that varies.
#[derive(Debug, Clone, Copy, PartialEq)]
enum VariedPart {
    /// Random state of the generator, or of the added noise where no generator draws the data.
    Seed,
    Parameter(SweptParameter),
}

/// Statement on the pictures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RangeStatement {
    /// The rule holds in each of them.
    Every,
    /// Least and largest share of the pictures in which the rule holds, from 0 to 1.
    Share([f64; 2]),
    /// Level of the quantiles, over the pictures, of both sides; the rule holds of these.
    Quantile(f64),
}

impl PictureRange {
    /// Reads what stands after `over`; the error is the end of a sentence about the rule.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (ranges, says) = if let Some((ranges, share)) = text.split_once(" in ") {
            (ranges, RangeStatement::Share(share_of(share)?))
        } else if let Some((ranges, quantile)) = text.split_once(" at ") {
            (ranges, RangeStatement::Quantile(quantile_of(quantile)?))
        } else {
            (text, RangeStatement::Every)
        };
        let read = ranges
            .split(',')
            .map(range)
            .collect::<Result<Vec<_>, _>>()?;
        let mut counts = read.iter().map(|(_, values)| values.len());
        let count = counts.try_fold(1_usize, usize::checked_mul);
        if count.is_none_or(|count| count > MOST_PICTURES) {
            return Err(format!("asks for more than {MOST_PICTURES} pictures"));
        }
        Ok(Self {
            text: ranges.trim().to_owned(),
            ranges: read,
            says,
        })
    }

    /// Returns true where both speak of the same pictures.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.ranges == other.ranges
    }

    /// Setups of the pictures, each with its name, such as `seed 0, gamma 0.1`.
    fn setups(&self, setup: &Setup) -> Result<Vec<(String, Setup)>, String> {
        let mut setup = setup.clone();
        // Maps take most of the time, and no quantity reads them.
        setup.view.panels = setup.view.places();
        setup.view.panels.retain(|it| it.kind() != Kind::Maps);
        let mut all = vec![(String::new(), setup)];
        for (varied, values) in &self.ranges {
            let mut next = Vec::with_capacity(all.len() * values.len());
            for (name, setup) in all {
                for value in values {
                    let mut setup = setup.clone();
                    varied.set(*value, &mut setup)?;
                    let between = if name.is_empty() { "" } else { ", " };
                    let name = format!("{name}{between}{} {}", varied.name(), number(*value));
                    next.push((name, setup));
                }
            }
            all = next;
        }
        Ok(all)
    }
}

impl VariedPart {
    fn name(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::Parameter(parameter) => parameter.name(),
        }
    }

    fn set(self, value: f64, setup: &mut Setup) -> Result<(), String> {
        match self {
            Self::Seed => match (&mut setup.source, &mut setup.added_noise) {
                (Source::Generated(generator), _) => generator.random_state = value as u32,
                (_, Some(noise)) => noise.seed = value as u32,
                _ => return Err("nothing of these data is drawn by a seed".into()),
            },
            Self::Parameter(parameter) => {
                parameter.set(value, Method::Kpca, &mut setup.kernel, &mut setup.manifold);
            }
        }
        Ok(())
    }
}

/// Reads one range: `seeds 0..100`, or a parameter with its ends, `gamma 0.01 to 1`.
fn range(text: &str) -> Result<(VariedPart, Vec<f64>), String> {
    let text = text.trim();
    let wrong = || format!("has `{text}` where `seeds 0..100` or `gamma 0.01 to 1` is wanted");
    let (name, values) = text.split_once(' ').ok_or_else(wrong)?;
    if name == "seeds" {
        let (from, to) = values.split_once("..").ok_or_else(wrong)?;
        let seed = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (from, to) = (seed(from)?, seed(to)?);
        if from >= to || (to - from) as usize > MOST_PICTURES {
            return Err(format!(
                "asks for no seed, or for more than {MOST_PICTURES}: {values}"
            ));
        }
        return Ok((VariedPart::Seed, (from..to).map(f64::from).collect()));
    }
    let parameter = SweptParameter::ALL.into_iter().find(|it| it.name() == name);
    let parameter = parameter.ok_or_else(wrong)?;
    let (from, to) = values.split_once(" to ").ok_or_else(wrong)?;
    let (from, to) = (real(from.trim())?, real(to.trim())?);
    let steps = match parameter.spread() {
        ValueSpacing::Ratios => (PER_DECADE * (to / from).log10().abs()).ceil() + 1.0,
        ValueSpacing::Steps => STEPS as f64,
        ValueSpacing::Whole => (to - from).abs() + 1.0,
    };
    // Ends out of range give no number here, which `values` then says.
    let values = parameter.values(from, to, steps.max(1.0) as usize)?;
    Ok((VariedPart::Parameter(parameter), values))
}

/// Reads a share with its comparison, such as `>= 95 %`; `= 16 %` means itself to its last digit.
fn share_of(text: &str) -> Result<[f64; 2], String> {
    let text = text.trim();
    let wrong = || format!("has `{text}` where a share such as `>= 95 %` is wanted");
    let (sign, rest) = text.split_once(' ').ok_or_else(wrong)?;
    let percent = rest.trim().strip_suffix('%').ok_or_else(wrong)?.trim();
    let share = real(percent).map_err(|_| wrong())? / 100.0;
    let close = (super::half_of_last_digit(percent) / 100.0).max(1e-9);
    match sign {
        ">=" | "≥" => Ok([share, 1.0]),
        "<=" | "≤" => Ok([0.0, share]),
        "=" => Ok([share - close, share + close]),
        _ => Err(wrong()),
    }
}

/// Reads a quantile: `median`, or `quantile 0.9`.
fn quantile_of(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let wrong = || format!("has `{text}` where `median` or `quantile 0.9` is wanted");
    if text == "median" {
        return Ok(0.5);
    }
    let level = real(text.strip_prefix("quantile").ok_or_else(wrong)?.trim())?;
    if (0.0..=1.0).contains(&level) {
        Ok(level)
    } else {
        Err(wrong())
    }
}

/// Values of both sides of a rule in each picture.
#[derive(Debug, Clone, Default)]
struct SidesFound {
    names: Vec<String>,
    sides: Vec<[f64; 2]>,
}

/// Panels that are computed for a picture, and methods whose scores are computed though no panel shows them.
struct ComputedPanels {
    panels: Vec<Panel>,
    taken_away: Vec<Method>,
}

impl ComputedPanels {
    fn show(&self, setup: &mut Setup) {
        setup.view.panels.clone_from(&self.panels);
        setup.view.taken_away.clone_from(&self.taken_away);
    }
}

/// Finds the fewest panels with which all rules have their numbers in a picture: none, or the plots, each with the
/// methods that the rules name; `None` where all panels are needed. Many pictures then cost a fraction.
fn fewest_panels(
    rules: &[&ResultRule],
    setup: &Setup,
    analyzer: &mut Analyzer,
) -> Option<ComputedPanels> {
    let is_named = |method: &Method| {
        let name = format!("{method}.");
        rules.iter().any(|rule| rule.to_string().contains(&name))
    };
    let taken_away: Vec<Method> = setup.view.methods().filter(is_named).collect();
    let plots = setup.view.panels.iter().copied();
    let plots = plots.filter(|panel| {
        let method = panel.method();
        method.is_some_and(|it| it.is_always_there() || is_named(&it))
    });
    let choices = [vec![], plots.collect::<Vec<Panel>>()];
    choices.into_iter().find_map(|panels| {
        let choice = ComputedPanels {
            panels,
            taken_away: taken_away.clone(),
        };
        let mut setup = setup.clone();
        choice.show(&mut setup);
        let analysis = analyzer.run(&setup, Tier::Exact, &|| false).ok()?;
        let results = StepResults {
            analysis: &analysis,
            setup: &setup,
        };
        let has_all = rules.iter().all(|rule| rule.sides(&results).is_ok());
        has_all.then_some(choice)
    })
}

/// Computes the pictures that rules speak of, all of which must speak of the same ones as the first; returns for each
/// rule the reason why it does not hold, or `None`.
pub(crate) fn failures(
    rules: &[&ResultRule],
    setup: &Setup,
    analyzer: &mut Analyzer,
) -> Vec<Option<String>> {
    let over = rules.first().and_then(|rule| rule.over.as_ref());
    let Some(over) = over else {
        return vec![];
    };
    let mut setups = match over.setups(setup) {
        Ok(setups) => setups,
        Err(reason) => return vec![Some(format!(": {reason}")); rules.len()],
    };
    if let Some((_, first)) = setups.first()
        && let Some(enough) = fewest_panels(rules, first, analyzer)
    {
        for (_, setup) in &mut setups {
            enough.show(setup);
        }
    }
    let mut found = vec![Ok(SidesFound::default()); rules.len()];
    for (name, setup) in setups {
        let analysis = match analyzer.run(&setup, Tier::Exact, &|| false) {
            Ok(analysis) => analysis,
            Err(error) => return vec![Some(format!(": at {name} {error}")); rules.len()],
        };
        let results = StepResults {
            analysis: &analysis,
            setup: &setup,
        };
        for (rule, found) in rules.iter().zip(&mut found) {
            let Ok(of_rule) = found else { continue };
            match rule.sides(&results) {
                Ok(sides) => {
                    of_rule.names.push(name.clone());
                    of_rule.sides.push(sides);
                }
                Err(reason) => *found = Err(format!(": at {name} {reason}")),
            }
        }
    }
    let reason = |(rule, found): (&&ResultRule, Result<SidesFound, String>)| match found {
        Ok(found) => rule
            .over
            .as_ref()
            .and_then(|over| found.failure(rule, over)),
        Err(reason) => Some(reason),
    };
    rules.iter().zip(found).map(reason).collect()
}

impl SidesFound {
    /// Reason why a rule does not hold of these values, as the end of a sentence on it; `None` where it holds.
    fn failure(&self, rule: &ResultRule, over: &PictureRange) -> Option<String> {
        let told = |[left, right]: [f64; 2]| {
            let right = if rule.right.is_number() {
                String::new()
            } else {
                format!(", and {} is {}", rule.right_text(), number(right))
            };
            format!("{} is {}{right}", rule.left_text(), number(left))
        };
        let holds = |sides: &[f64; 2]| rule.compares(*sides);
        match over.says {
            RangeStatement::Every => {
                let at = self.sides.iter().position(|it| !holds(it))?;
                let count = self.sides.iter().filter(|it| !holds(it)).count();
                Some(format!(
                    " does not hold in {count} of {}: at {} {}",
                    self.sides.len(),
                    self.names[at],
                    told(self.sides[at])
                ))
            }
            RangeStatement::Share([least, most]) => {
                let count = self.sides.iter().filter(|it| holds(it)).count();
                let share = count as f64 / self.sides.len().max(1) as f64;
                let is_right = (least - 1e-9..=most + 1e-9).contains(&share);
                (!is_right)
                    .then(|| format!(" holds in {} % of {}", number(100.0 * share), over.text))
            }
            RangeStatement::Quantile(level) => {
                let of_side =
                    |side: usize| quantile(self.sides.iter().map(|it| it[side]).collect(), level);
                let sides = [of_side(0), of_side(1)];
                (!holds(&sides)).then(|| format!(" does not hold: there {}", told(sides)))
            }
        }
    }
}

/// Quantile at a level from 0 to 1, between two values in proportion, as NumPy's.
fn quantile(mut values: Vec<f64>, level: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = level * values.len().saturating_sub(1) as f64;
    let below = place.floor() as usize;
    let value = |at: usize| values.get(at).or(values.last()).copied();
    let (low, high) = (value(below), value(below + 1));
    match (low, high) {
        (Some(low), Some(high)) => low + (high - low) * place.fract(),
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use explorer::setup::example;

    fn failure(rule: &str, example_name: &str) -> Option<String> {
        let rule: ResultRule = rule.parse().unwrap();
        let mut setup = example(example_name).unwrap().setup;
        setup.view.panels = vec![Panel::Variance];
        failures(&[&rule], &setup, &mut Analyzer::default())
            .pop()
            .unwrap()
    }

    // NumPy: largest eigenvalue of `np.cov(X, bias=True)` over the trace, X = RandomState(s).standard_normal((100,
    // 50)), for s = 0 … 9: median 0.05639, largest 0.05755, seven below 0.0573, and 0.05733 at seed 0.
    #[test]
    fn rules_hold_of_every_sample_a_share_or_a_quantile() {
        let holds = |rule: &str| failure(rule, "noise-alone").is_none();
        for rule in [
            "pca.share(1) > 0.05 over seeds 0..10",
            "pca.share(1) < 0.0573 over seeds 0..10 in = 70 %",
            "pca.share(1) = 0.0564 over seeds 0..10 at median",
            "pca.share(1) = 0.05755 over seeds 0..10 at quantile 1",
            "pca.share(1) > 0.05 over seeds 0..10 in = 100 %",
            "pca.share(1) > pca.share(2) over seeds 0..4, gamma 0.01 to 0.1",
        ] {
            assert_eq!(failure(rule, "noise-alone"), None, "{rule}");
        }
        assert!(!holds("pca.share(1) > 0.058 over seeds 0..10"));
        assert!(!holds("pca.share(1) > 0.05 over seeds 0..10 in <= 90 %"));
        assert!(!holds("pca.share(1) < 0.05 over seeds 0..10 at median"));
        let said = failure("pca.share(1) > 0.06 over seeds 0..2", "noise-alone").unwrap();
        assert!(said.contains("seed 0 pca.share(1) is 0.057"), "{said}");
        let said = failure("n = 150 over seeds 0..2", "iris-rbf").unwrap();
        assert!(said.contains("drawn by a seed"), "{said}");
    }

    #[test]
    fn what_varies_is_read_or_refused_in_words() {
        assert_eq!(range("seeds 3..6").unwrap().1, [3.0, 4.0, 5.0]);
        assert_eq!(range("gamma 0.01 to 1").unwrap().1.len(), 9);
        assert_eq!(range("degree 2 to 4").unwrap().1, [2.0, 3.0, 4.0]);
        assert_eq!(quantile(vec![4.0, 1.0, 2.0], 0.25), 1.5);
        for (text, reason) in [
            ("seeds", "is wanted"),
            ("seeds 5..5", "no seed"),
            ("seeds 0..9000000", "more than 1000"),
            ("seeds 0..100, gamma 1e-9 to 1e9", "more than 1000 pictures"),
            ("colours 1 to 2", "is wanted"),
            ("gamma -1 to 1", "positive"),
            ("seeds 0..9 in 5 %", "a share such as"),
            ("seeds 0..9 at mean", "`median` or"),
            ("seeds 0..9 at quantile 2", "`median` or"),
        ] {
            let said = PictureRange::read(text).unwrap_err();
            assert!(said.contains(reason), "{text}: {said}");
        }
    }
}
