//! Pinned picture beside the live one, and the differences between the two.

use std::borrow::Cow;

use super::{Content, Coordinate, Letter, Panel, PanelSpec, PointSet, PointedAt};
use crate::{
    analysis::{Analysis, PinnedAnalysis},
    setup::{Marking, View},
    view::{comparison, kernel_label, told_apart},
};
use chart::{Chart, MapGrid, Mark, Room, noted};

pub(super) const A: PinnedPanel = PinnedPanel(Letter::A);
pub(super) const B: PinnedPanel = PinnedPanel(Letter::B);
pub(super) const C: PinnedPanel = PinnedPanel(Letter::C);
pub(super) const D: PinnedPanel = PinnedPanel(Letter::D);

pub(super) struct PinnedPanel(Letter);

impl PanelSpec for PinnedPanel {
    fn about(&self) -> &'static str {
        "A picture as it was when it was pinned. The line below says what differs in the live one, from the \
         pinned picture to it."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart(self.0, analysis, view, None)
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let (pinned, shown) = shown(self.0, analysis)?;
        let panel = pinned.picture.panel;
        let content = panel.content(shown, &pinned_view(pinned, view))?;
        let is_written = |axis: &Coordinate| match axis {
            Coordinate::Column(PointSet::Scores(method), _) => method.is_always_there(),
            Coordinate::Column(PointSet::Input, _) | Coordinate::Row | Coordinate::Jitter => true,
        };
        Some(match content {
            Content::Dots(axes) if axes.iter().all(is_written) => Content::Pinned(pinned, axes),
            _ => Content::Nothing(
                "pinned pictures are written out where they are dots in a plane".into(),
            ),
        })
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        let (pinned, shown) = shown(self.0, analysis)?;
        pinned
            .picture
            .panel
            .spec()
            .help(shown, &pinned_view(pinned, view))
    }

    fn map_grid(&self, analysis: &Analysis, room: Room) -> Option<MapGrid> {
        let (pinned, shown) = shown(self.0, analysis)?;
        pinned.picture.panel.map_grid(shown, room)
    }

    fn arranged_chart(&self, analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
        chart(self.0, analysis, view, Some(grid))
    }

    fn pointed_at(&self, analysis: &Analysis, view: &View, at: [f64; 2]) -> Option<PointedAt> {
        let (pinned, shown) = shown(self.0, analysis)?;
        let view = pinned_view(pinned, view);
        pinned.picture.panel.spec().pointed_at(shown, &view, at)
    }
}

/// Pinned picture with its results, where there are any.
fn shown(letter: Letter, analysis: &Analysis) -> Option<(&PinnedAnalysis, &Analysis)> {
    let pinned = analysis.pinned(letter)?;
    Some((pinned, pinned.shown.as_deref().ok()?))
}

/// Inputs of a panel's picture: for a pinned one those that were pinned.
pub struct PanelInputs<'a> {
    pub panel: Panel,
    pub analysis: &'a Analysis,
    pub view: Cow<'a, View>,
    /// True where the picture's rows are those of the live picture, so that they can be pointed at and selected.
    pub linked: bool,
}

impl Panel {
    /// Inputs of the panel's picture.
    #[must_use]
    pub fn seen<'a>(self, analysis: &'a Analysis, view: &'a View) -> PanelInputs<'a> {
        match self.letter().and_then(|letter| shown(letter, analysis)) {
            Some((pinned, shown)) => PanelInputs {
                panel: pinned.picture.panel,
                analysis: shown,
                view: Cow::Owned(pinned_view(pinned, view)),
                linked: pinned.linked,
            },
            None => PanelInputs {
                panel: self,
                analysis,
                view: Cow::Borrowed(view),
                linked: true,
            },
        }
    }
}

/// Place of a picture among others of the same panel that stand beside it on a sheet.
pub struct Compared {
    /// Letter of the picture: a pin's own, for the live one the first that no pin has, or "live" where pins have all.
    pub name: &'static str,
    /// Words for what tells the picture from the others; empty where nothing does.
    pub words: String,
    /// Remark below a pinned picture on how it differs from the live one; `None` for a live picture.
    pub remark: Option<String>,
    /// Panels of the other pictures.
    pub others: Vec<Panel>,
}

impl Panel {
    /// Place of the panel's picture among those of `shown`: the live picture of a panel and pins of it; `None` where it
    /// stands alone.
    #[must_use]
    pub fn compared(self, shown: &[Panel], analysis: &Analysis, view: &View) -> Option<Compared> {
        let live = |panel: Panel| match panel.letter() {
            Some(letter) => analysis.pinned(letter).map(|pinned| pinned.picture.panel),
            None => Some(panel),
        };
        let own = live(self)?;
        let others = shown.iter().copied();
        let others = others.filter(|it| *it != self && live(*it) == Some(own));
        let others: Vec<Panel> = others.collect();
        let letter = self.letter().or_else(|| view.free_letter());
        let of = |panel: Panel| panel.seen(analysis, view).analysis;
        (!others.is_empty()).then(|| Compared {
            name: letter.map_or("live", Letter::text),
            words: told_apart(own, of(self), others.iter().map(|it| of(*it))),
            remark: self.letter().map(|_| comparison(own, of(self), analysis)),
            others,
        })
    }
}

/// View of a pinned picture: as it was pinned, but for what is to be alike in all pictures.
fn pinned_view(pinned: &PinnedAnalysis, live: &View) -> View {
    let view = View {
        marking: if pinned.linked {
            live.marking.clone()
        } else {
            Marking::default()
        },
        ..pinned.picture.setup.view.clone()
    };
    view.looking_like(live)
}

fn chart(letter: Letter, analysis: &Analysis, view: &View, grid: Option<MapGrid>) -> Chart {
    let title = letter.panel().title();
    let Some(pinned) = analysis.pinned(letter) else {
        let note = match view.pinned(letter) {
            Some(_) => "computed once the slider rests",
            None => "nothing is pinned here: the menu of each plot pins its picture",
        };
        return Chart::empty(title, note);
    };
    let shown = match &pinned.shown {
        Ok(shown) => shown,
        Err(reason) => return Chart::empty(title, reason),
    };
    let panel = pinned.picture.panel;
    let mut chart = panel.arranged_chart(shown, &pinned_view(pinned, view), grid);
    keep_still(&mut chart);
    let differs = comparison(panel, shown, analysis);
    let name = &shown.dataset.name;
    let title = setup_first(&chart.title, shown);
    let title = if *name == analysis.dataset.name {
        format!("{letter} · {title}")
    } else {
        format!("{letter} · {name} · {title}")
    };
    Chart {
        summary: format!(
            "Pinned {letter}: {} To the live picture: {differs}.",
            chart.summary
        ),
        title,
        note: noted([differs].into_iter().chain(chart.note)),
        ..chart
    }
}

/// Title with the kernel before the name, so that a narrow bar does not cut off what tells the picture from the live
/// one.
fn setup_first(title: &str, shown: &Analysis) -> String {
    let kernel = kernel_label(&shown.kernel);
    let parts = title.split_once(" · ");
    let parts = parts.and_then(|(name, rest)| Some((name, rest.strip_prefix(&kernel)?)));
    match parts {
        Some((name, rest)) => format!("{kernel} · {name}{rest}"),
        None => title.to_owned(),
    }
}

/// Removes from a chart everything that could be dragged in a live picture.
fn keep_still(chart: &mut Chart) {
    chart.marks.retain(|mark| !matches!(mark, Mark::Pin(_)));
    for mark in &mut chart.marks {
        if let Mark::CrossLine(rule) = mark {
            rule.held = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        setup::{Setup, example},
        view::testing,
    };
    use kernel_pca::{
        kernel::{Gamma, KernelKind},
        kpca::Tier,
        objects::Scaling,
    };
    use tabular::Source;

    fn note(setup: &Setup, letter: Letter) -> String {
        let analysis = Analyzer::default().run(setup, Tier::Exact, &|| false);
        let chart = letter.panel().chart(&analysis.unwrap(), &setup.view);
        testing::assert_drawable(&chart);
        chart.note.unwrap()
    }

    #[test]
    fn a_line_says_what_differs() {
        let mut setup = Setup::welcome();
        setup.pin(Panel::Kpca);
        setup.pin(Panel::Pca);
        setup.pin(Panel::Input);
        assert_eq!(note(&setup, Letter::A), "the same as the live picture");
        setup.kernel.gamma = Gamma::Value(300.0);
        let said = note(&setup, Letter::A);
        assert!(said.starts_with("γ 15 → 300; separates 100 → "), "{said}");
        for letter in [Letter::B, Letter::C] {
            assert_eq!(note(&setup, letter), "the same as the live picture");
        }
        setup.kernel.kind = KernelKind::Linear;
        setup.scaling = Scaling::Standardize;
        let said = note(&setup, Letter::A);
        let wanted = "not scaled → standardised; RBF, γ = 15 → linear; separates 100 → ";
        assert!(said.starts_with(wanted), "{said}");
        if let Source::Generated(generator) = &mut setup.source {
            generator.noise = 0.2;
        }
        let said = note(&setup, Letter::C);
        assert_eq!(said, "noise 0.05 → 0.2");
        let mut circles = example("concentric-circles").unwrap().setup;
        circles.view.pinned.clone_from(&setup.view.pinned);
        let panels = setup.view.pinned.iter().map(|pin| pin.letter.panel());
        circles.view.panels.extend(panels);
        let said = note(&circles, Letter::B);
        assert!(
            said.starts_with("data Half moons → Concentric circles; "),
            "{said}"
        );
    }

    #[test]
    fn pictures_side_by_side_say_what_tells_them_apart() {
        let words = |setup: &Setup, panel: Panel| {
            let analysis = Analyzer::default().run(setup, Tier::Exact, &|| false);
            let shown = [Panel::PinnedA, Panel::PinnedB, Panel::Kpca, Panel::Input];
            let compared = panel.compared(&shown, &analysis.unwrap(), &setup.view);
            compared.map(|it| (it.name, it.words))
        };
        let said = |letter: Letter, words: &str| Some((letter.text(), words.to_owned()));
        let mut setup = Setup::welcome();
        assert_eq!(words(&setup, Panel::Kpca), None, "there is no other");
        setup.pin(Panel::Kpca);
        assert_eq!(words(&setup, Panel::PinnedA), said(Letter::A, ""));
        setup.kernel.gamma = Gamma::Value(300.0);
        assert_eq!(words(&setup, Panel::PinnedA), said(Letter::A, "γ = 15"));
        assert_eq!(words(&setup, Panel::Kpca), said(Letter::B, "γ = 300"));
        assert_eq!(words(&setup, Panel::Input), None);
        setup.pin(Panel::Kpca);
        setup.kernel.kind = KernelKind::Linear;
        setup.scaling = Scaling::Standardize;
        let pinned = said(Letter::A, "not scaled, RBF, γ = 15");
        assert_eq!(words(&setup, Panel::PinnedA), pinned);
        let live = said(Letter::C, "standardised, linear");
        assert_eq!(words(&setup, Panel::Kpca), live);
        for _ in 0..2 {
            setup.pin(Panel::Kpca);
        }
        let live = Some(("live", "standardised, linear".to_owned()));
        assert_eq!(words(&setup, Panel::Kpca), live, "pins have all letters");
    }

    #[test]
    fn nothing_in_a_pinned_picture_can_be_dragged() {
        let mut setup = example("half-moons").unwrap().setup;
        setup.view.probe.shown = true;
        for panel in [
            Panel::Input,
            Panel::Spectrum,
            Panel::Variance,
            Panel::PreImages,
        ] {
            setup.pin(panel);
        }
        let analysis = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let analysis = analysis.unwrap();
        for letter in Letter::ALL {
            let chart = letter.panel().chart(&analysis, &setup.view);
            assert!(!chart.marks.is_empty(), "{letter}");
            let held = chart.marks.iter().any(|mark| match mark {
                Mark::Pin(_) => true,
                Mark::CrossLine(rule) => rule.held.is_some(),
                _ => false,
            });
            assert!(!held, "{letter}");
        }
    }

    #[test]
    fn without_a_pin_it_says_how_to_make_one() {
        let analysis = testing::classes(6, 3);
        let view = View::default();
        let chart = Panel::PinnedB.chart(&analysis, &view);
        assert!(chart.marks.is_empty() && chart.note.unwrap().contains("menu"));
        assert!(Panel::Kpca.seen(&analysis, &view).linked);
        assert_eq!(Panel::PinnedB.seen(&analysis, &view).panel, Panel::PinnedB);
    }
}
