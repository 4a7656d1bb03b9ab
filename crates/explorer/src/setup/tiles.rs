//! Arrangement of panels: rows and columns of places, each with one panel or several behind tabs.

use serde::{Deserialize, Serialize};

use crate::panel::list::Panel;

/// Arrangement of panels: a place with panels behind tabs, or a row or column of smaller arrangements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tiles {
    /// Place in the window with panels behind tabs, of which the one at index `open` is seen.
    Place { open: usize, panels: Vec<Panel> },
    /// Parts from left to right.
    Row(Vec<Part>),
    /// Parts from top to bottom.
    Column(Vec<Part>),
}

/// Smaller arrangement of panels within a row or column, with its share of the length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Weight of the part's size among the others.
    pub share: f64,
    pub tiles: Tiles,
}

/// Place of a panel relative to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Tab in the place of the other panel.
    Tab,
    Left,
    Right,
    Above,
    Below,
}

/// Number of parts of a row from which a further panel goes below: a fifth of a window's width holds no title with its
/// number.
const MOST_IN_ROW: usize = 4;

impl Tiles {
    /// Deepest nesting of places that is accepted: more than anybody arranges, but a file may hold anything.
    const DEEPEST: usize = 8;

    #[must_use]
    pub fn one(panel: Panel) -> Self {
        Self::Place {
            open: 0,
            panels: vec![panel],
        }
    }

    #[must_use]
    pub fn row<const N: usize>(parts: [(f64, Self); N]) -> Self {
        Self::Row(Part::all(parts))
    }

    #[must_use]
    pub fn column<const N: usize>(parts: [(f64, Self); N]) -> Self {
        Self::Column(Part::all(parts))
    }

    /// Arranges panels side by side, of equal widths.
    #[must_use]
    pub fn side_by_side(panels: &[Panel]) -> Self {
        Self::Row(Part::equal(panels))
    }

    /// Arranges three panels above two.
    #[must_use]
    pub fn five([a, b, c, d, e]: [Panel; 5]) -> Self {
        let part = |panel| (1.0, Self::one(panel));
        let above = Self::row([part(a), part(b), part(c)]);
        let below = Self::row([part(d), part(e)]);
        Self::column([(0.58, above), (0.42, below)])
    }

    /// Places in reading order: the index of the panel that is seen, and all panels.
    fn places(&self) -> Vec<(usize, &[Panel])> {
        match self {
            Self::Place { open, panels } => vec![(*open, panels)],
            Self::Row(parts) | Self::Column(parts) => {
                parts.iter().flat_map(|part| part.tiles.places()).collect()
            }
        }
    }

    /// All panels in reading order, including those behind tabs.
    #[must_use]
    pub fn panels(&self) -> Vec<Panel> {
        let places = self.places().into_iter();
        places.flat_map(|(_, panels)| panels).copied().collect()
    }

    /// Panels that are seen, in reading order.
    #[must_use]
    pub fn shown(&self) -> Vec<Panel> {
        let places = self.places().into_iter();
        places
            .filter_map(|(open, panels)| panels.get(open).copied())
            .collect()
    }

    /// Number of parts of the row in which a panel's place stands; 1 where it stands in no row.
    #[must_use]
    pub fn in_row_of(&self, panel: Panel) -> usize {
        let (Self::Row(parts) | Self::Column(parts)) = self else {
            return 1;
        };
        let mut holding = parts.iter().map(|part| &part.tiles);
        match holding.find(|it| it.panels().contains(&panel)) {
            Some(Self::Place { .. }) if matches!(self, Self::Row(_)) => parts.len(),
            Some(part) => part.in_row_of(panel),
            None => 1,
        }
    }

    /// Returns true where the same panels stand in the same places, however large these are.
    #[must_use]
    pub fn stands_like(&self, other: &Self) -> bool {
        let alike = |these: &[Part], those: &[Part]| {
            let mut pairs = these.iter().zip(those);
            these.len() == those.len() && pairs.all(|(a, b)| a.tiles.stands_like(&b.tiles))
        };
        match (self, other) {
            (Self::Row(these), Self::Row(those)) | (Self::Column(these), Self::Column(those)) => {
                alike(these, those)
            }
            (Self::Place { .. } | Self::Row(_) | Self::Column(_), _) => self == other,
        }
    }

    /// Returns true where each panel stands in one place only, shares are from 0.001 to 1000, nothing is empty and
    /// nesting is not too deep: a file may hold anything.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let panels = self.panels();
        let mut before = panels.iter().enumerate();
        let once = before.all(|(i, panel)| !panels[..i].contains(panel));
        once && self.has_room(Self::DEEPEST)
    }

    fn has_room(&self, depth: usize) -> bool {
        match self {
            Self::Place { open, panels } => *open < panels.len(),
            Self::Row(parts) | Self::Column(parts) => {
                let shares = 0.001..=1000.0;
                depth > 0
                    && !parts.is_empty()
                    && parts
                        .iter()
                        .all(|p| shares.contains(&p.share) && p.tiles.has_room(depth - 1))
            }
        }
    }

    /// Place in which a panel stands: index of the open tab, and all panels there; `None` where it stands nowhere.
    fn place_of(&mut self, panel: Panel) -> Option<(&mut usize, &mut Vec<Panel>)> {
        let mut places = self.places_mut().into_iter();
        places.find(|(_, panels)| panels.contains(&panel))
    }

    /// Shows `new` in place of `old`; if it stood elsewhere, the two change places.
    pub fn replace(&mut self, old: Panel, new: Panel) {
        for (_, panels) in self.places_mut() {
            for panel in panels {
                if *panel == old {
                    *panel = new;
                } else if *panel == new {
                    *panel = old;
                }
            }
        }
        self.open(new);
    }

    fn places_mut(&mut self) -> Vec<(&mut usize, &mut Vec<Panel>)> {
        match self {
            Self::Place { open, panels } => vec![(open, panels)],
            Self::Row(parts) | Self::Column(parts) => parts
                .iter_mut()
                .flat_map(|part| part.tiles.places_mut())
                .collect(),
        }
    }

    /// Brings a panel to the front of its place.
    pub fn open(&mut self, panel: Panel) {
        if let Some((open, panels)) = self.place_of(panel)
            && let Some(at) = panels.iter().position(|p| *p == panel)
        {
            *open = at;
        }
    }

    /// Moves `new` to a side of `by`; does nothing where `by` stands nowhere or is `new` itself.
    pub fn put(&mut self, new: Panel, side: Side, by: Panel) {
        if new == by || !self.panels().contains(&by) {
            return;
        }
        self.remove(new);
        match side {
            Side::Tab => {
                if let Some((open, panels)) = self.place_of(by) {
                    *open = panels.len();
                    panels.push(new);
                }
            }
            Side::Left | Side::Right if self.wrap(new, by) => {}
            Side::Left | Side::Right | Side::Above | Side::Below => self.split(new, side, by),
        }
        self.tidy();
    }

    /// Puts `new` into the row below that of `by`, if the row of `by` is full; returns true where it is.
    fn wrap(&mut self, new: Panel, by: Panel) -> bool {
        if self.is_full_row_of(by) {
            let row = std::mem::replace(self, Self::one(new));
            *self = Self::column([(1.0, row), (1.0, Self::one(new))]);
            return true;
        }
        let parts = match self {
            Self::Place { .. } => return false,
            Self::Row(parts) => return parts.iter_mut().any(|part| part.tiles.wrap(new, by)),
            Self::Column(parts) => parts,
        };
        let Some(full) = parts.iter().position(|part| part.tiles.is_full_row_of(by)) else {
            return parts.iter_mut().any(|part| part.tiles.wrap(new, by));
        };
        let share = parts[full].share;
        match parts.get_mut(full + 1).map(|part| &mut part.tiles) {
            Some(Self::Row(inner)) if inner.len() < MOST_IN_ROW => {
                let mean = inner.iter().map(|part| part.share).sum::<f64>() / inner.len() as f64;
                inner.push(Part {
                    share: mean,
                    tiles: Self::one(new),
                });
            }
            Some(place @ Self::Place { .. }) => {
                let before = std::mem::replace(place, Self::one(new));
                *place = Self::row([(1.0, before), (1.0, Self::one(new))]);
            }
            _ => parts.insert(
                full + 1,
                Part {
                    share,
                    tiles: Self::one(new),
                },
            ),
        }
        true
    }

    /// Returns true for a row of at least [`MOST_IN_ROW`] parts, one of which is a place with `panel`.
    fn is_full_row_of(&self, panel: Panel) -> bool {
        let holds = |part: &Part| matches!(&part.tiles, Self::Place { panels, .. } if panels.contains(&panel));
        matches!(self, Self::Row(parts) if parts.len() >= MOST_IN_ROW && parts.iter().any(holds))
    }

    /// Puts `new` beside `by`: with the share of `by` where the row or column around it runs towards `side`, else into
    /// half of its place.
    fn split(&mut self, new: Panel, side: Side, by: Panel) {
        let along = match self {
            Self::Row(_) => matches!(side, Side::Left | Side::Right),
            Self::Column(_) => matches!(side, Side::Above | Side::Below),
            Self::Place { .. } => false,
        };
        match self {
            Self::Place { panels, .. } if panels.contains(&by) => {
                let mut parts = [(1.0, self.clone()), (1.0, Self::one(new))];
                if matches!(side, Side::Left | Side::Above) {
                    parts.reverse();
                }
                *self = match side {
                    Side::Above | Side::Below => Self::column(parts),
                    Side::Left | Side::Right | Side::Tab => Self::row(parts),
                };
            }
            Self::Place { .. } => {}
            Self::Row(parts) | Self::Column(parts) => {
                let holds = |part: &Part| match &part.tiles {
                    Self::Place { panels, .. } => panels.contains(&by),
                    Self::Row(_) | Self::Column(_) => false,
                };
                match parts.iter().position(holds).filter(|_| along) {
                    Some(at) => {
                        let part = Part {
                            share: parts[at].share,
                            tiles: Self::one(new),
                        };
                        let before = matches!(side, Side::Left | Side::Above);
                        parts.insert(if before { at } else { at + 1 }, part);
                    }
                    None => {
                        for part in parts {
                            part.tiles.split(new, side, by);
                        }
                    }
                }
            }
        }
    }

    /// Removes a panel, unless it is the only one.
    pub fn close(&mut self, panel: Panel) {
        if self.panels() != [panel] {
            self.remove(panel);
        }
    }

    fn remove(&mut self, panel: Panel) {
        if let Some((open, panels)) = self.place_of(panel) {
            let at = panels.iter().position(|p| *p == panel);
            panels.retain(|p| *p != panel);
            // The one that was open stays so; else its neighbour comes to the front.
            if at.is_some_and(|at| at < *open) || *open >= panels.len() {
                *open = open.saturating_sub(1);
            }
        }
        self.tidy();
    }

    /// Removes empty places, rows and columns of one part, and rows within rows or columns within columns; shares then
    /// add up to one, to four decimals.
    pub fn tidy(&mut self) {
        let is_row = matches!(self, Self::Row(_));
        let (Self::Row(parts) | Self::Column(parts)) = self else {
            return;
        };
        let mut tidied: Vec<Part> = Vec::new();
        for mut part in std::mem::take(parts) {
            part.tiles.tidy();
            match part.tiles {
                Self::Place { panels, .. } if panels.is_empty() => {}
                Self::Row(inner) | Self::Column(inner) if inner.is_empty() => {}
                Self::Row(inner) if is_row => tidied.extend(Part::within(part.share, inner)),
                Self::Column(inner) if !is_row => tidied.extend(Part::within(part.share, inner)),
                tiles => tidied.push(Part {
                    share: part.share,
                    tiles,
                }),
            }
        }
        // Shares of one, to as many digits as can be seen.
        let sum: f64 = tidied.iter().map(|part| part.share).sum();
        for part in &mut tidied {
            part.share = (part.share / sum * 1e4).round().max(10.0) / 1e4;
        }
        match <[Part; 1]>::try_from(tidied) {
            Ok([only]) => *self = only.tiles,
            Err(tidied) => *parts = tidied,
        }
    }
}

impl Part {
    fn all<const N: usize>(parts: [(f64, Tiles); N]) -> Vec<Self> {
        let parts = parts.into_iter();
        parts.map(|(share, tiles)| Self { share, tiles }).collect()
    }

    /// Parts of equal shares, a panel each.
    #[must_use]
    pub fn equal(panels: &[Panel]) -> Vec<Self> {
        let part = |panel: &Panel| Self {
            share: 1.0,
            tiles: Tiles::one(*panel),
        };
        panels.iter().map(part).collect()
    }

    /// Parts of a nested row or column, with their shares scaled to sum to `share`.
    fn within(share: f64, parts: Vec<Self>) -> impl Iterator<Item = Self> {
        let sum: f64 = parts.iter().map(|part| part.share).sum();
        parts.into_iter().map(move |part| Self {
            share: share * part.share / sum,
            tiles: part.tiles,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> Tiles {
        Tiles::five(Panel::USUAL)
    }

    #[test]
    fn a_fifth_panel_of_a_row_begins_another_below() {
        let of = |tiles: &Tiles| match tiles {
            Tiles::Row(parts) | Tiles::Column(parts) => parts.len(),
            Tiles::Place { .. } => 1,
        };
        let mut tiles = Tiles::one(Panel::Input);
        let others = Panel::ALL.iter().filter(|panel| **panel != Panel::Input);
        let mut by = Panel::Input;
        for panel in others.take(10) {
            tiles.put(*panel, Side::Right, by);
            by = *panel;
        }
        let Tiles::Column(rows) = &tiles else {
            panic!("{tiles:?}");
        };
        let counts: Vec<usize> = rows.iter().map(|row| of(&row.tiles)).collect();
        assert_eq!(counts, [4, 4, 3]);
        assert_eq!(
            tiles.shown()[4..6],
            [Panel::ALL[4], Panel::ALL[5]],
            "in their order"
        );
        // Above and below are where they were asked for.
        let mut row = Tiles::Row(Part::equal(&Panel::ALL[..4]));
        row.put(Panel::ALL[5], Side::Below, Panel::ALL[0]);
        assert!(matches!(row, Tiles::Row(_)));
    }

    #[test]
    fn a_panel_comes_beside_below_or_behind_another_and_goes_again() {
        let sides = [Side::Left, Side::Right, Side::Above, Side::Below];
        for side in [Side::Tab].into_iter().chain(sides) {
            let mut tiles = usual();
            tiles.put(Panel::KernelMatrix, side, Panel::Kpca);
            assert!(tiles.is_sound() && tiles.shown().contains(&Panel::KernelMatrix));
            assert_eq!(tiles.shown().contains(&Panel::Kpca), side != Side::Tab);
            tiles.close(Panel::KernelMatrix);
            assert_eq!(tiles.shown(), Panel::USUAL, "{side:?}");
        }
        let mut tiles = usual();
        for panel in Panel::USUAL {
            tiles.close(panel);
        }
        assert_eq!(tiles, Tiles::one(Panel::Variance), "the last one stays");
        for panel in Panel::ALL {
            tiles.put(panel, Side::Right, Panel::Variance);
        }
        assert!(tiles.is_sound());
        assert_eq!(tiles.shown().len(), Panel::ALL.len());
    }

    #[test]
    fn a_panel_beside_others_gets_as_much_room() {
        let mut tiles = usual();
        tiles.put(Panel::Loadings, Side::Right, Panel::Pca);
        let Tiles::Column(rows) = &tiles else {
            panic!("it stays a column")
        };
        let Tiles::Row(parts) = &rows[0].tiles else {
            panic!("it stays a row")
        };
        assert!(parts.len() == 4 && parts.iter().all(|part| part.share == 0.25));
        assert_eq!(tiles.shown()[2], Panel::Loadings);
    }

    #[test]
    fn a_panel_stands_on_the_side_that_is_said() {
        for (side, before) in [
            (Side::Left, true),
            (Side::Above, true),
            (Side::Right, false),
            (Side::Below, false),
        ] {
            let mut tiles = Tiles::one(Panel::Kpca);
            tiles.put(Panel::KernelMatrix, side, Panel::Kpca);
            let is_row = matches!(tiles, Tiles::Row(_));
            assert_eq!(is_row, matches!(side, Side::Left | Side::Right), "{side:?}");
            assert_eq!(tiles.shown()[0] == Panel::KernelMatrix, before, "{side:?}");
        }
    }

    #[test]
    fn a_panel_instead_of_another_changes_places_with_it() {
        let mut tiles = usual();
        tiles.replace(Panel::Input, Panel::KernelMatrix);
        tiles.replace(Panel::Kpca, Panel::Variance);
        let shown = [
            Panel::KernelMatrix,
            Panel::Pca,
            Panel::Variance,
            Panel::Spectrum,
            Panel::Kpca,
        ];
        assert_eq!(tiles.shown(), shown);
    }

    #[test]
    fn what_a_file_says_is_sound_or_not() {
        let part = |share, panel| (share, Tiles::one(panel));
        assert!(usual().is_sound());
        let twice = [part(1.0, Panel::Pca), part(1.0, Panel::Pca)];
        assert!(!Tiles::row(twice).is_sound());
        assert!(!Tiles::row([part(f64::NAN, Panel::Pca)]).is_sound());
        assert!(!Tiles::row([]).is_sound());
        let open = Tiles::Place {
            open: 1,
            panels: vec![Panel::Pca],
        };
        assert!(!open.is_sound());
    }
}
