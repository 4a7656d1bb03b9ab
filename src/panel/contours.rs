//! Contours of constant projection: a component's value over a plane of two features.

use super::{Content, Control, PanelSpec, PointSet, scores::titled};
use crate::{
    analysis::{Analysis, ContourMap, Contours},
    embedding::Embedding,
    method::Method,
    setup::{ContourStyle, View},
    view::{
        Anchor, Aspect, Axis, Chart, ColorMap, GAP, Image, Key, Line, LineStyle, MapGrid, Mark,
        Paint, Room, Scale, Text, TidyTable, aspect, dots_of, number, points,
    },
};

/// Panel of maps of a method's components.
pub(super) struct Maps(pub Method);

impl PanelSpec for Maps {
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
        let title = format!("Contours of {}", self.0.spec().title_in_text);
        let embedding = analysis.embedding(self.0);
        let maps = MethodMaps {
            title: titled(&title, self.0, analysis),
            component: self.0.spec().component,
            contours: analysis.explain.contours(self.0),
            eigenvalues: embedding.map_or(&[], Embedding::eigenvalues),
        };
        maps.chart(analysis, view, grid)
    }
}

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

/// Inputs of the maps from a method.
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
            "not computed: show this panel first"
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
        let dataset = &*analysis.dataset;
        let [a, b] = contours.plane.columns;
        let [x, y] = [a, b].map(|j| dataset.x.column(j).iter().copied().collect::<Vec<f64>>());
        let [horizontal, vertical] = [0, 1].map(|axis| Axis {
            range: Some(contours.plane.spans[axis]),
            ..Axis::new(
                dataset.feature_names[contours.plane.columns[axis]].clone(),
                Scale::Linear,
            )
        });
        let name = self.name(map);
        let limit = Self::limit(std::slice::from_ref(map));
        let style = view.contours.style;
        let mut marks = self.marks(contours, map, limit, style, |xy| xy);
        if view.contours.points {
            marks.push(Mark::Points(points(dataset, &x, &y)));
            marks.extend(new_rows(analysis, [a, b], |xy| xy));
        }
        let (aspect, squeezed) = aspect(&contours.plane.spans[0], &contours.plane.spans[1]);
        let remarks = [self.remark(map), squeezed, fixed(contours)];
        let note: Vec<String> = remarks.into_iter().flatten().collect();
        Chart {
            title: format!("{} · PC{}", self.title, map.field.component + 1),
            summary: format!(
                "{}: {name} of {} over {} and {}, from {} to {}.",
                self.title,
                dataset.name,
                horizontal.label,
                vertical.label,
                number(map.range[0]),
                number(map.range[1])
            ),
            x: horizontal,
            y: vertical,
            aspect,
            marks,
            key: color_bar(format!("score on {name}"), limit, view),
            note: (!note.is_empty()).then(|| note.join("; ")),
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
        let dataset = &*analysis.dataset;
        let MapGrid {
            across,
            height,
            caption,
        } = grid;
        let down = maps.len().div_ceil(across);
        let [[x0, x1], [y0, y1]] = contours.plane.spans;
        let (_, squeezed) = aspect(&contours.plane.spans[0], &contours.plane.spans[1]);
        let limit = Self::limit(maps);
        let mut marks = Vec::new();
        let mut notes: Vec<String> = squeezed.into_iter().collect();
        for (i, map) in maps.iter().enumerate() {
            let left = (i % across) as f64 * (1.0 + GAP);
            let bottom = (down - 1 - i / across) as f64 * (height + caption);
            let place = |[x, y]: [f64; 2]| {
                let (x, y) = ((x - x0) / (x1 - x0), (y - y0) / (y1 - y0));
                [left + x, bottom + height * y]
            };
            marks.extend(self.marks(contours, map, limit, view.contours.style, place));
            if view.contours.points {
                let [a, b] = contours.plane.columns;
                let (x, y): (Vec<f64>, Vec<f64>) = (0..dataset.n())
                    .map(|row| place([dataset.x[(row, a)], dataset.x[(row, b)]]))
                    .map(|[x, y]| (x, y))
                    .unzip();
                marks.push(Mark::Points(points(dataset, &x, &y)));
                marks.extend(new_rows(analysis, [a, b], place));
            }
            marks.push(Mark::Text(Text {
                xy: [left + 0.5, bottom + height + caption / 2.0],
                text: format!("PC{}", map.field.component + 1),
                paint: Paint::Ink,
                anchor: Anchor::Middle,
                height: caption,
                large: false,
            }));
            notes.extend(self.remark(map));
        }
        notes.extend(fixed(contours));
        let ends = [
            across as f64 * (1.0 + GAP),
            down as f64 * (height + caption),
        ];
        let [horizontal, vertical] = [0, 1].map(|axis| {
            let name = &dataset.feature_names[contours.plane.columns[axis]];
            Axis {
                range: Some([-GAP, ends[axis]]),
                ..Axis::new(name.clone(), Scale::Unmarked)
            }
        });
        let first = maps.first().map(|map| self.name(map)).unwrap_or_default();
        Chart {
            title: self.title.clone(),
            summary: format!(
                "{}: {} maps of {} over {} and {}, beginning with {first}.",
                self.title,
                maps.len(),
                dataset.name,
                horizontal.label,
                vertical.label
            ),
            x: horizontal,
            y: vertical,
            aspect: Aspect::Equal,
            marks,
            key: color_bar("score".into(), limit, view),
            note: (!notes.is_empty()).then(|| notes.join("; ")),
        }
    }

    fn name(&self, map: &ContourMap) -> String {
        format!("{}{}", self.component, map.field.component + 1)
    }

    /// Largest absolute value among finite ones, to which the colours are spread.
    fn limit(maps: &[ContourMap]) -> f64 {
        let moduli = maps.iter().flat_map(|map| map.range).map(f64::abs);
        let limit = moduli.filter(|v| v.is_finite()).fold(0.0, f64::max);
        if limit > 0.0 { limit } else { 1.0 }
    }

    /// Bands and level lines of one map; no bands where a value is not finite.
    fn marks(
        &self,
        contours: &Contours,
        map: &ContourMap,
        limit: f64,
        style: ContourStyle,
        place: impl Fn([f64; 2]) -> [f64; 2],
    ) -> Vec<Mark> {
        let field = &map.field;
        let mut marks = Vec::new();
        if style != ContourStyle::Lines && field.values.iter().all(|value| value.is_finite()) {
            let [[x0, x1], [y0, y1]] = contours.plane.spans;
            let ([left, bottom], [right, top]) = (place([x0, y0]), place([x1, y1]));
            marks.push(Mark::Image(Image {
                name: format!("score on {}", self.name(map)),
                extent: [[left, right], [bottom, top]],
                columns: field.side,
                values: field.values.clone().into(),
                range: [-limit, limit],
                map: ColorMap::Diverging,
                levels: map.levels.clone().into(),
            }));
        }
        let lines = match style {
            ContourStyle::Bands => &[][..],
            ContourStyle::Lines | ContourStyle::Both => &map.lines,
        };
        marks.extend(lines.iter().map(|line| {
            Mark::Line(Line {
                name: format!("{} = {}", self.name(map), number(line.value)),
                xy: line.xy.iter().map(|xy| place(*xy)).collect(),
                style: LineStyle::Hairline,
                dots: false,
                paint: Paint::Ink,
                labels: vec![],
            })
        }));
        marks
    }

    /// Remark where a map shows less than it seems to.
    fn remark(&self, map: &ContourMap) -> Option<String> {
        let field = &map.field;
        let name = self.name(map);
        if self
            .eigenvalues
            .get(field.component)
            .is_none_or(|&λ| λ <= 0.0)
        {
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

/// Marks of the new rows in a map of these columns.
pub(super) fn new_rows(
    analysis: &Analysis,
    [a, b]: [usize; 2],
    place: impl Fn([f64; 2]) -> [f64; 2],
) -> Option<Mark> {
    let new = &analysis.new.as_ref()?.rows;
    let places = (0..new.n()).map(|row| place([new.x[(row, a)], new.x[(row, b)]]));
    let (x, y): (Vec<f64>, Vec<f64>) = places.map(|[x, y]| (x, y)).unzip();
    let dots = dots_of(new, &analysis.dataset.labels, &x, &y);
    Some(Mark::NewRows(dots))
}

pub(super) fn fixed(contours: &Contours) -> Option<String> {
    (!contours.fixed.is_empty()).then(|| contours.fixed.clone())
}

fn color_bar(title: String, limit: f64, view: &View) -> Key {
    if view.contours.style == ContourStyle::Lines {
        return Key::None;
    }
    Key::ColorBar {
        title,
        min: -limit,
        max: limit,
        map: ColorMap::Diverging,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        kpca::Tier,
        setup::{Panel, Setup, example},
        view::testing,
    };

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

    fn lines(chart: &Chart) -> Vec<&Line> {
        chart
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Line(line) => Some(line),
                _ => None,
            })
            .collect()
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
        assert_eq!(texts(&chart), ["PC1", "PC2", "PC3"]);
        testing::assert_drawable(&chart);
        assert_eq!(
            texts(&Panel::PcaContours.chart(&analysis, &setup.view)),
            ["PC1", "PC2"]
        );
    }

    #[test]
    fn contours_of_linear_pca_are_straight() {
        let setup = setup("half-moons");
        let chart = Panel::PcaContours.chart(&analysis(&setup), &setup.view);
        let lines = lines(&chart);
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
