//! Contours of constant projection: a component's value over a plane of two features.

use nalgebra::DMatrix;

use super::{Content, Control, NOT_COMPUTED, PanelSpec, PointSet, scores::titled};
use crate::{
    analysis::{Analysis, ContourMap, Contours},
    presented::Presented,
    setup::{ContourStyle, View},
    view::{TidyTable, aspect, dots_of, points},
};
use chart::{
    Anchor, Aspect, Axis, Chart, ColorMap, GAP, Image, Key, Line, LineStyle, MapGrid, Mark, Room,
    Scale, Text, noted, number, rounded,
};
use kernel_pca::{embedding::Embedding, method::Method};

/// Panel of maps of a method's components.
pub(super) struct Maps(pub Method);

impl PanelSpec for Maps {
    fn rests_on_kernel(&self) -> bool {
        self.0 == Method::Kpca
    }

    fn about(&self) -> &'static str {
        match self.0 {
            Method::Pca => {
                "Where in the plane of the input a linear component has which value: always straight \
                 stripes"
            }
            _ => {
                "Where in the plane of the input a kernel component has which value. Points between \
                 the same lines get the same score."
            }
        }
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        self.arranged_chart(analysis, view, MapGrid::largest(1, None, Room::default()))
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Contours]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        let contours = analysis.explain.contours(self.0)?;
        Some(Content::Maps(PointSet::Scores(self.0), contours))
    }

    fn table(&self, analysis: &Analysis, _view: &View) -> Option<TidyTable> {
        let Contours { plane, maps, .. } = analysis.explain.contours(self.0)?;
        let side = maps.first()?.field.side;
        let names = plane
            .columns
            .map(|column| &analysis.dataset.feature_names[column]);
        let place = |axis: usize| {
            let [low, high] = plane.spans[axis];
            let step = (high - low) / side as f64;
            let cells = (0..side * side).map(|i| [i % side, i / side][axis]);
            let at = cells.map(|cell| low + (cell as f64 + 0.5) * step);
            (names[axis].clone(), at.collect::<Vec<f64>>())
        };
        let maps = maps.iter().map(|map| {
            let component = map.field.component + 1;
            (format!("PC{component}"), map.field.values.clone())
        });
        Some(TidyTable {
            texts: vec![],
            numbers: [place(0), place(1)].into_iter().chain(maps).collect(),
        })
    }

    fn map_grid(&self, analysis: &Analysis, room: Room) -> Option<MapGrid> {
        grid(analysis.explain.contours(self.0), room)
    }

    fn arranged_chart(&self, analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
        let title = format!("Contours of {}", self.0.presented().title_in_text);
        let embedding = analysis.embedding(self.0);
        let maps = MethodMaps {
            title: titled(&title, self.0, analysis),
            component: self.0.presented().component,
            contours: analysis.explain.contours(self.0),
            eigenvalues: embedding.map_or(&[], Embedding::eigenvalues),
        };
        maps.chart(analysis, view, grid)
    }
}

/// Width of a letter of a map's name, in heights of its line.
const LETTER: f64 = 0.42;

/// Arrangement of several maps in a room; `None` where there is one, or none.
fn grid(contours: Option<&Contours>, room: Room) -> Option<MapGrid> {
    let contours = contours.filter(|contours| contours.maps.len() > 1)?;
    let [across, up] = contours.plane.spans;
    let height = match aspect(&across, &up).0 {
        Aspect::Equal => Some((up[1] - up[0]) / (across[1] - across[0])),
        Aspect::Free => None,
    };
    Some(MapGrid::largest(contours.maps.len(), height, room))
}

/// Parts of a method's result that its maps are drawn from.
struct MethodMaps<'a> {
    title: String,
    component: &'static str,
    contours: Option<&'a Contours>,
    eigenvalues: &'a [f64],
}

impl MethodMaps<'_> {
    fn chart(&self, analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
        let Some(contours) = self.contours else {
            return Chart::empty(&self.title, self.missing(analysis, view));
        };
        match &contours.maps[..] {
            [] => Chart::empty(&self.title, "no components to show"),
            [map] => self.single(analysis, view, contours, map),
            maps => self.grid(analysis, view, contours, maps, grid),
        }
    }

    /// Reason why there are no contours.
    fn missing(&self, analysis: &Analysis, view: &View) -> &'static str {
        let d = analysis.dataset.d();
        let [a, b] = view.input.map(|j| j.min(d.saturating_sub(1)));
        if let Some(lack) = analysis.dataset.objects.lack_of_features() {
            lack
        } else if d < 2 {
            "contours lie over two columns, and the data have one"
        } else if self.eigenvalues.is_empty() {
            "no components to show"
        } else if a == b {
            "contours need two different columns: choose another one in the input plot"
        } else if view.panels.iter().any(|panel| panel.has_contours()) {
            "one of the two columns does not vary: choose another one in the input plot"
        } else {
            NOT_COMPUTED
        }
    }

    /// Chart of one map, with axes in the columns' units.
    fn single(
        &self,
        analysis: &Analysis,
        view: &View,
        contours: &Contours,
        map: &ContourMap,
    ) -> Chart {
        let [x, y] = axes(analysis, contours);
        let shown = self.quantity(map, std::slice::from_ref(map));
        let mut marks = shown.marks(contours, map, view, |xy| xy);
        marks.extend(rows(analysis, contours, view, |xy| xy));
        let (aspect, squeezed) = aspect(&contours.plane.spans[0], &contours.plane.spans[1]);
        let remarks = [self.remark(map), squeezed, fixed(contours)];
        Chart {
            title: format!("{} · PC{}", self.title, map.field.component + 1),
            summary: format!(
                "{}: {} of {} over {} and {}, from {} to {}.",
                self.title,
                shown.line,
                analysis.dataset.name,
                x.label,
                y.label,
                number(map.range[0]),
                number(map.range[1])
            ),
            x,
            y,
            aspect,
            marks,
            key: shown.key(&shown.name, view),
            note: noted(remarks.into_iter().flatten()),
        }
    }

    /// Chart of several maps side by side, each in its own frame, with shared colours.
    fn grid(
        &self,
        analysis: &Analysis,
        view: &View,
        contours: &Contours,
        maps: &[ContourMap],
        grid: MapGrid,
    ) -> Chart {
        let MapGrid {
            across,
            height,
            caption,
        } = grid;
        let down = maps.len().div_ceil(across);
        let [[x0, x1], [y0, y1]] = contours.plane.spans;
        let (_, squeezed) = aspect(&contours.plane.spans[0], &contours.plane.spans[1]);
        let first = self.quantity(&maps[0], maps);
        let mut marks = Vec::new();
        let mut notes: Vec<String> = squeezed.into_iter().collect();
        for (i, map) in maps.iter().enumerate() {
            let left = (i % across) as f64 * (1.0 + GAP);
            let bottom = (down - 1 - i / across) as f64 * (height + caption);
            let place = |[x, y]: [f64; 2]| {
                let (x, y) = ((x - x0) / (x1 - x0), (y - y0) / (y1 - y0));
                [left + x, bottom + height * y]
            };
            let shown = self.quantity(map, maps);
            marks.extend(shown.marks(contours, map, view, place));
            marks.extend(rows(analysis, contours, view, place));
            marks.push(Mark::Text(Text::new(
                [left + 0.5, bottom + height + caption / 2.0],
                self.name(map, caption),
                Anchor::Middle,
                caption,
            )));
            notes.extend(self.remark(map));
        }
        notes.extend(fixed(contours));
        let ends = [
            across as f64 * (1.0 + GAP),
            down as f64 * (height + caption),
        ];
        let [names_x, names_y] = axes(analysis, contours).map(|axis| axis.label);
        Chart {
            title: self.title.clone(),
            summary: format!(
                "{}: {} maps of {} over {names_x} and {names_y}, beginning with {}.",
                self.title,
                maps.len(),
                analysis.dataset.name,
                first.line
            ),
            x: Axis::new(names_x, Scale::Unmarked).within([-GAP, ends[0]]),
            y: Axis::new(names_y, Scale::Unmarked).within([-GAP, ends[1]]),
            aspect: Aspect::Equal,
            marks,
            key: first.key("score", view),
            note: noted(notes),
        }
    }

    /// Scores on a map's component, in colours that are spread to the largest modulus in all `maps`.
    fn quantity(&self, map: &ContourMap, maps: &[ContourMap]) -> MapQuantity {
        let moduli = maps.iter().flat_map(|map| map.range).map(f64::abs);
        let limit = moduli.filter(|v| v.is_finite()).fold(0.0, f64::max);
        let limit = if limit > 0.0 { limit } else { 1.0 };
        let line = format!("{}{}", self.component, map.field.component + 1);
        MapQuantity {
            name: format!("score on {line}"),
            line,
            range: [-limit, limit],
            colors: ColorMap::Diverging,
        }
    }

    /// Name over a map with its eigenvalue, where a line of this height, in widths of a map, has room for that.
    fn name(&self, map: &ContourMap, line: f64) -> String {
        let name = format!("PC{}", map.field.component + 1);
        let Some(λ) = self.eigenvalue_in_words(map) else {
            return name;
        };
        let whole = format!("{name} · {λ}");
        let width = LETTER * line * whole.chars().count() as f64;
        if width > 1.0 { name } else { whole }
    }

    /// Eigenvalue of a map's component, such as "λ 4.06".
    fn eigenvalue_in_words(&self, map: &ContourMap) -> Option<String> {
        let λ = *self.eigenvalues.get(map.field.component)?;
        Some(format!("λ {}", number(rounded(λ, 2))))
    }

    /// Remark where a map shows less than it seems to.
    fn remark(&self, map: &ContourMap) -> Option<String> {
        let field = &map.field;
        let name = format!("{}{}", self.component, field.component + 1);
        let eigenvalue = self.eigenvalues.get(field.component);
        if eigenvalue.is_none_or(|&λ| λ <= 0.0) {
            Some(format!(
                "{name} has no positive eigenvalue: it is 0 everywhere"
            ))
        } else if field.values.iter().any(|value| !value.is_finite()) {
            Some(format!("{name} is too large to draw on this plane"))
        } else {
            None
        }
    }
}

/// Quantity that has a value at each place of a map, and its colours.
pub(super) struct MapQuantity {
    pub name: String,
    /// Name of the quantity in the tooltips of level lines.
    pub line: String,
    /// Values at both ends of the colours.
    pub range: [f64; 2],
    pub colors: ColorMap,
}

impl MapQuantity {
    /// Bands and level lines of a map of the quantity, as the view wants them; no bands where a value is not finite.
    pub fn marks(
        &self,
        contours: &Contours,
        map: &ContourMap,
        view: &View,
        place: impl Fn([f64; 2]) -> [f64; 2],
    ) -> Vec<Mark> {
        let (field, style) = (&map.field, view.contours.style);
        let mut marks = Vec::new();
        if style != ContourStyle::Lines && field.values.iter().all(|value| value.is_finite()) {
            let [[x0, x1], [y0, y1]] = contours.plane.spans;
            let ([left, bottom], [right, top]) = (place([x0, y0]), place([x1, y1]));
            marks.push(Mark::Image(Image {
                name: self.name.clone(),
                extent: [[left, right], [bottom, top]],
                columns: field.side,
                values: field.values.clone().into(),
                range: self.range,
                map: self.colors,
                levels: map.levels.clone().into(),
            }));
        }
        if style != ContourStyle::Bands {
            marks.extend(map.lines.iter().map(|line| {
                Mark::Line(Line {
                    name: self.line_name(line.value),
                    // As printed maps have it, so that signs are told apart in greys.
                    style: if line.value < 0.0 {
                        LineStyle::FineDashed
                    } else {
                        LineStyle::Hairline
                    },
                    ..Line::hairline(line.xy.iter().map(|xy| place(*xy)).collect())
                })
            }));
        }
        marks
    }

    /// Name of a level line.
    pub fn line_name(&self, value: f64) -> String {
        format!("{} = {}", self.line, number(value))
    }

    /// Key to the bands; [`Key::None`] where the view wants lines alone.
    pub fn key(&self, title: &str, view: &View) -> Key {
        match view.contours.style {
            ContourStyle::Lines => Key::None,
            ContourStyle::Bands | ContourStyle::Both => {
                Key::color_bar(title, self.range, self.colors)
            }
        }
    }
}

/// Axes of the plane, in the columns' units.
pub(super) fn axes(analysis: &Analysis, contours: &Contours) -> [Axis; 2] {
    let plane = &contours.plane;
    [0, 1].map(|axis| {
        let name = &analysis.dataset.feature_names[plane.columns[axis]];
        Axis::new(name.clone(), Scale::Linear).within(plane.spans[axis])
    })
}

/// Dots of the rows and of the new ones on a map, where the view wants them.
pub(super) fn rows(
    analysis: &Analysis,
    contours: &Contours,
    view: &View,
    place: impl Fn([f64; 2]) -> [f64; 2],
) -> Vec<Mark> {
    if !view.contours.points {
        return vec![];
    }
    let places = |x: &DMatrix<f64>| -> Vec<[f64; 2]> {
        let rows = x.row_iter();
        rows.map(|row| place(contours.plane.columns.map(|j| row[j])))
            .collect()
    };
    let (dataset, new) = (&analysis.dataset, analysis.new.as_ref());
    let new = new.map(|new| dots_of(&new.rows, &dataset.labels, places(&new.rows.x)));
    let dots = Mark::Points(points(dataset, places(&dataset.x)));
    [dots].into_iter().chain(new.map(Mark::NewRows)).collect()
}

pub(super) fn fixed(contours: &Contours) -> Option<String> {
    (!contours.fixed.is_empty()).then(|| contours.fixed.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        setup::{Panel, Setup, example},
        view::testing,
    };
    use kernel_pca::kpca::Tier;

    fn analysis(setup: &Setup) -> Analysis {
        Analyzer::default()
            .run(setup, Tier::Preview, &|| false)
            .unwrap()
    }

    fn setup(name: &str) -> Setup {
        let mut setup = example(name).unwrap().setup;
        setup.view.panels = Panel::ALL.to_vec();
        setup
    }

    #[test]
    fn nonlinear_iris_shows_three_maps_and_linear_pca_two() {
        let setup = setup("nonlinear-iris");
        let analysis = analysis(&setup);
        let texts = |chart: &Chart| -> Vec<String> {
            let text = |mark: &Mark| match mark {
                Mark::Text(text) => Some(text.text.clone()),
                _ => None,
            };
            chart.marks.iter().filter_map(text).collect()
        };
        let chart = Panel::KpcaContours.chart(&analysis, &setup.view);
        let with_eigenvalues = |values: &[f64]| -> Vec<String> {
            let numbered = values.iter().enumerate();
            let name =
                |(j, λ): (usize, &f64)| format!("PC{} · λ {}", j + 1, number(rounded(*λ, 2)));
            numbered.map(name).collect()
        };
        let λ = &analysis.kpca.eigenvalues[..3];
        assert_eq!(texts(&chart), with_eigenvalues(λ));
        testing::assert_drawable(&chart);
        let linear = Panel::PcaContours.chart(&analysis, &setup.view);
        assert_eq!(
            texts(&linear),
            with_eigenvalues(&analysis.pca.eigenvalues[..2])
        );
        // A map has to be as wide as its name.
        let narrow = Room {
            width: 150.0,
            height: 60.0,
            line: 16.0,
        };
        let spec = Panel::KpcaContours.spec();
        let grid = spec.map_grid(&analysis, narrow).unwrap();
        let chart = spec.arranged_chart(&analysis, &setup.view, grid);
        assert_eq!(texts(&chart), ["PC1", "PC2", "PC3"]);
    }

    #[test]
    fn contours_of_linear_pca_are_straight() {
        let setup = setup("half-moons");
        let chart = Panel::PcaContours.chart(&analysis(&setup), &setup.view);
        let lines = testing::lines(&chart);
        assert!(lines.len() > 5);
        for line in lines {
            let (first, last) = (line.xy[0], line.xy[line.xy.len() - 1]);
            for [x, y] in &line.xy {
                let across =
                    (x - first[0]) * (last[1] - first[1]) - (y - first[1]) * (last[0] - first[0]);
                assert!(across.abs() < 1e-9);
            }
        }
    }

    #[test]
    fn what_has_no_contours_says_why() {
        let mut one = setup("half-moons");
        one.columns.features = Some(vec!["0".into()]);
        let mut same = setup("half-moons");
        same.view.input = [1, 1];
        for (setup, word) in [(one, "two columns"), (same, "different")] {
            let chart = Panel::KpcaContours.chart(&analysis(&setup), &setup.view);
            assert!(
                chart.note.as_ref().is_some_and(|note| note.contains(word)),
                "{:?}",
                chart.note
            );
            testing::assert_drawable(&chart);
        }
    }
}
