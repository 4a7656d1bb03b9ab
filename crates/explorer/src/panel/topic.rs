//! Panels by the question they answer, as the gallery groups them.

use super::Panel;

listed! {
    /// Question that panels answer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Topic {
        Data => "What is in the data?",
        Components => "What do the components show?",
        Reasons => "Why does it look so?",
        Values => "Which γ, how many?",
        Variables => "Which variables?",
        Methods => "Other methods",
        WayBack => "Back to the input",
        Pinned => "Pinned pictures",
    }
    /// Question in words.
    fn title
}

impl Topic {
    /// Panels that answer this question above all, in the order of their list.
    pub fn panels(self) -> impl Iterator<Item = Panel> {
        Panel::ALL
            .into_iter()
            .filter(move |panel| panel.topics().first() == Some(&self))
    }
}

impl Panel {
    /// Returns true where all words occur in the panel's texts.
    #[must_use]
    pub fn answers(self, words: &[String]) -> bool {
        let topics = self.topics().iter().map(|topic| topic.title());
        let said: Vec<&str> = [
            self.title(),
            self.spec().about(),
            self.word().also,
            self.name(),
        ]
        .into_iter()
        .chain(topics)
        .collect();
        let said = said.join(" ").to_lowercase();
        words.iter().all(|word| said.contains(word))
    }

    /// Panel that draws the same rows in 2-D where this one draws them in 3-D, or the reverse; `None` where there is
    /// none.
    #[must_use]
    pub fn in_other_dimension(self) -> Option<Self> {
        use super::Kind;
        let other = match self.kind() {
            Kind::Dots(_) if self == Self::Biplot => return None,
            Kind::Dots(points) => Kind::Space(points),
            Kind::Space(points) => Kind::Dots(points),
            Kind::Maps | Kind::Other => return None,
        };
        Self::ALL.into_iter().find(|panel| panel.kind() == other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_panel_answers_a_question_or_is_a_switch() {
        for panel in Panel::ALL {
            assert_eq!(panel.topics().is_empty(), panel.is_3d(), "{panel:?}");
        }
        let listed: usize = Topic::ALL.iter().map(|it| it.panels().count()).sum();
        let flat = Panel::ALL.iter().filter(|panel| !panel.is_3d()).count();
        assert_eq!(listed, flat);
    }

    #[test]
    fn people_find_panels_by_their_own_words() {
        let found = |typed: &str| -> Vec<Panel> {
            let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
            let all = Panel::ALL.into_iter();
            all.filter(|it| it.answers(&words) && !it.is_3d()).collect()
        };
        for (typed, panel) in [
            ("scree", Panel::Spectrum),
            ("elbow", Panel::Variance),
            ("loading", Panel::Loadings),
            ("Outlier", Panel::Novelty),
            ("sigma", Panel::Sweep),
            ("gram", Panel::KernelMatrix),
            ("which variables", Panel::Biplot),
            ("kpca", Panel::Kpca),
        ] {
            assert!(found(typed).contains(&panel), "{typed}: {:?}", found(typed));
        }
        assert!(found("no such thing").is_empty());
    }

    #[test]
    fn a_plot_and_its_view_in_space_lead_to_each_other() {
        for (flat, space) in [
            (Panel::Input, Panel::Input3d),
            (Panel::Kpca, Panel::Kpca3d),
            (Panel::Pca, Panel::Pca3d),
        ] {
            assert_eq!(flat.in_other_dimension(), Some(space));
            assert_eq!(space.in_other_dimension(), Some(flat));
        }
        assert_eq!(Panel::Biplot.in_other_dimension(), None);
        assert_eq!(Panel::Spectrum.in_other_dimension(), None);
    }
}
