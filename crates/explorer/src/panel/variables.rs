//! Parts that panels about features share: a row for each feature, its name on the left, and a bar with its value
//! in each column.

use super::{Content, Control, PanelSpec};
use crate::{
    analysis::Analysis,
    setup::View,
    view::{TidyTable, stable},
};
use chart::{
    Anchor, Aspect, Axis, Bars, Chart, Hatch, Key, Line, MapGrid, Mark, Paint, Room, Text, cut,
    noted, number, paint_hex, rounded,
};
use kernel_pca::objects::Scaler;
use tabular::printable::matplotlib_text;

/// Largest number of features that have a row: more cannot be read at once.
const MOST_FEATURE_ROWS: usize = 30;
/// Width of a letter of small print, in heights of a line with its space.
const LETTER: f64 = 0.36;
/// Number of lines for the heading of a column.
const HEADING: f64 = 2.0;
/// Share of the width that names may take.
const MOST_NAMES: f64 = 0.45;
/// Thickness of a bar, in rows.
const THICK: f64 = 0.62;
/// Space beside bars and names, in shares of the width.
const SPACE: f64 = 0.012;

/// Values of all features in one respect, such as their loadings on a component.
pub(super) struct FeatureColumn {
    pub heading: String,
    pub paint: Paint,
    /// Value of each feature (length d).
    pub values: Vec<f64>,
    /// Array of all d values in a Python script.
    pub python: String,
}

/// Columns that share a scale, with notes.
pub(super) struct FeatureTable {
    pub title: String,
    pub columns: Vec<FeatureColumn>,
    /// True where values have signs, so that bars begin in the middle of a column.
    pub signed: bool,
    /// Largest size of a value whose bar has room; `None` takes that of the largest value.
    pub limit: Option<f64>,
    /// Writes a value.
    pub written: fn(f64) -> String,
    pub notes: Vec<String>,
}

/// Panel that is a [`FeatureTable`] of features.
pub(super) struct FeaturePanel {
    /// Title of the empty chart where there is no table.
    pub name: &'static str,
    /// See [`PanelSpec::about`].
    pub about: &'static str,
    /// See [`PanelSpec::plain_help`].
    pub help: Option<&'static str>,
    /// See [`PanelSpec::controls`].
    pub controls: &'static [Control],
    /// See [`PanelSpec::rests_on_kernel`].
    pub rests_on_kernel: bool,
    /// Number of letters of the longest value.
    pub value_letters: f64,
    /// Gives the table that the panel draws, or the reason why there is none.
    pub table: fn(&Analysis, &View) -> Result<FeatureTable, &'static str>,
}

impl PanelSpec for FeaturePanel {
    fn rests_on_kernel(&self) -> bool {
        self.rests_on_kernel
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let grid = layout(analysis, Room::default(), self.value_letters);
        self.arranged_chart(analysis, view, grid)
    }

    fn map_grid(&self, analysis: &Analysis, room: Room) -> Option<MapGrid> {
        Some(layout(analysis, room, self.value_letters))
    }

    fn arranged_chart(&self, analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
        match (self.table)(analysis, view) {
            Ok(table) => chart(analysis, &table, grid, self.value_letters),
            Err(why) => Chart::empty(self.name, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        self.controls
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let table = (self.table)(analysis, view).ok()?;
        Some(content(analysis, &table, self.value_letters))
    }

    fn table(&self, analysis: &Analysis, view: &View) -> Option<TidyTable> {
        let table = (self.table)(analysis, view).ok()?;
        let columns = table.columns.into_iter();
        Some(TidyTable {
            texts: vec![("feature".to_owned(), analysis.dataset.feature_names.clone())],
            numbers: columns
                .map(|column| (stable(&column.heading, "value"), column.values))
                .collect(),
        })
    }

    fn plain_help(&self) -> Option<&'static str> {
        self.help
    }
}

/// Arranges the table in a room: `across` of the grid is the number of rows, `height` and `caption` are the shares of
/// the width that names and values take.
fn layout(analysis: &Analysis, room: Room, value_letters: f64) -> MapGrid {
    let letters = names(analysis).map(|name| name.chars().count()).max();
    let letter = LETTER * room.line / room.width.max(1.0);
    // In steps, so that a window that is resized a little keeps its chart.
    let steps = |share: f64| (share * 128.0).ceil() / 128.0;
    let rows = (room.height / room.line).floor() - HEADING;
    MapGrid {
        across: rows.clamp(1.0, MOST_FEATURE_ROWS as f64) as usize,
        height: steps((letter * letters.unwrap_or(0) as f64 + SPACE).min(MOST_NAMES)),
        caption: steps(value_letters * letter).clamp(1.0 / 128.0, 0.5),
    }
}

/// Names of the features without units, which would leave no room for half of a name.
fn names(analysis: &Analysis) -> impl Iterator<Item = &str> {
    let names = analysis.dataset.feature_names.iter();
    names.map(|name| name.split(" (").next().unwrap_or_default())
}

/// Places of a table's parts in a chart that is 1 wide, with a row for each feature and one for headings.
struct TableFrame {
    /// Features in the order of their rows: by the size of their values in the first column.
    order: Vec<usize>,
    /// Right end of the names.
    names: f64,
    /// Number of letters of a name that have room.
    letters: usize,
    /// Places where the bars of each column begin.
    zeros: Vec<f64>,
    /// Length of a bar of value 1.
    unit: f64,
    /// True where values have room beside their bars.
    with_values: bool,
    /// Half the width of a column.
    half: f64,
    /// Number of letters of a heading that have room.
    heading: usize,
}

impl TableFrame {
    fn of(table: &FeatureTable, d: usize, grid: MapGrid, value_letters: f64) -> Self {
        let largest = |j: usize| {
            let values = table.columns.iter().map(|column| column.values[j].abs());
            values.fold(0.0, f64::max)
        };
        let first = |j: usize| table.columns.first().map_or(0.0, |it| it.values[j].abs());
        let mut order: Vec<usize> = (0..d).collect();
        order.sort_by(|&a, &b| first(b).total_cmp(&first(a)));
        let limit = table.limit.or_else(|| (0..d).map(largest).reduce(f64::max));
        order.truncate(grid.across.max(1));
        let MapGrid {
            height: names,
            caption: value,
            ..
        } = grid;
        let width = (1.0 - names) / table.columns.len().max(1) as f64;
        // Either side of zero, or one side alone.
        let side = if table.signed { width / 2.0 } else { width };
        // Values with a sign stand on the side that their bar leaves free.
        let beside = if table.signed { 0.0 } else { value };
        let with_values = side > value + 0.5 * beside + SPACE;
        let room = side - 2.0 * SPACE - if with_values { beside } else { 0.0 };
        let zero = |i: usize| {
            let left = names + width * i as f64;
            left + if table.signed { width / 2.0 } else { SPACE }
        };
        let limit = limit.filter(|limit| *limit > 0.0).unwrap_or(1.0);
        Self {
            order,
            names: names - SPACE,
            letters: ((names - SPACE) / (value / value_letters)).max(1.0) as usize,
            zeros: (0..table.columns.len()).map(zero).collect(),
            unit: room / limit,
            with_values,
            half: width / 2.0,
            heading: (width / (value / value_letters)) as usize,
        }
    }

    /// Middle of a row; the first is at the top.
    fn row(&self, i: usize) -> f64 {
        (self.order.len() - i) as f64 - 0.5
    }
}

/// Heading in two lines where it is too long for one.
fn in_lines(heading: &str, letters: usize) -> Vec<&str> {
    match heading
        .rsplit_once(" (")
        .or_else(|| heading.rsplit_once(' '))
    {
        Some((first, _)) if heading.chars().count() > letters => {
            vec![first, heading[first.len()..].trim_start()]
        }
        _ => vec![heading],
    }
}

fn text(xy: [f64; 2], text: &str, anchor: Anchor) -> Mark {
    Mark::Text(Text::new(xy, text, anchor, 1.0))
}

/// Draws a column that begins at `zero`: bars with the line that they begin at, and texts, which lie on top.
fn column_marks(
    analysis: &Analysis,
    table: &FeatureTable,
    column: &FeatureColumn,
    zero: f64,
    frame: &TableFrame,
) -> [Vec<Mark>; 2] {
    let rows = frame.order.len() as f64;
    let middle = if table.signed {
        zero
    } else {
        zero - SPACE + frame.half
    };
    let lines = in_lines(&column.heading, frame.heading);
    let mut texts: Vec<Mark> = (lines.iter().enumerate())
        .map(|(i, line)| {
            let at = rows + (lines.len() - i) as f64 - 0.5;
            text([middle, at], line, Anchor::Middle)
        })
        .collect();
    let value = |j: &usize| column.values[*j];
    let labels = frame.order.iter().map(|j| {
        let name = &analysis.dataset.feature_names[*j];
        format!("{name}, {}: {}", column.heading, (table.written)(value(j)))
    });
    let ends = frame.order.iter().enumerate();
    let bars = Mark::Bars(Bars {
        name: column.heading.clone(),
        xy: ends
            .map(|(i, j)| [zero + frame.unit * value(j), frame.row(i)])
            .collect(),
        numbers: frame.order.iter().map(|j| j + 1).collect(),
        base: zero,
        width: THICK,
        lying: Some(frame.order.iter().map(value).collect()),
        paint: column.paint,
        hatch: Hatch::Plain,
        labels: labels.collect(),
    });
    let line = Mark::Line(Line::hairline(vec![[zero, 0.0], [zero, rows]]));
    if frame.with_values {
        texts.extend(frame.order.iter().enumerate().map(|(i, j)| {
            let (end, side, anchor) = match table.signed {
                true if value(j) < 0.0 => (0.0, SPACE / 2.0, Anchor::Start),
                true => (0.0, -SPACE / 2.0, Anchor::End),
                false => (frame.unit * value(j), SPACE / 2.0, Anchor::Start),
            };
            let at = [zero + end + side, frame.row(i)];
            text(at, &(table.written)(value(j)), anchor)
        }));
    }
    [vec![bars, line], texts]
}

/// Draws the table.
fn chart(analysis: &Analysis, table: &FeatureTable, grid: MapGrid, value_letters: f64) -> Chart {
    let all: Vec<&str> = names(analysis).collect();
    let frame = TableFrame::of(table, all.len(), grid, value_letters);
    let rows = frame.order.len() as f64;
    let (mut bars, mut texts) = (Vec::new(), Vec::new());
    for (column, &zero) in table.columns.iter().zip(&frame.zeros) {
        let [of_bars, of_texts] = column_marks(analysis, table, column, zero, &frame);
        bars.extend(of_bars);
        texts.extend(of_texts);
    }
    for (i, j) in frame.order.iter().enumerate() {
        let name = cut(all[*j], frame.letters);
        texts.push(text([frame.names, frame.row(i)], &name, Anchor::End));
    }
    let some = (all.len() > frame.order.len())
        .then(|| format!("the first {} of {} features", frame.order.len(), all.len()));
    let remarks = some.into_iter().chain(table.notes.iter().cloned());
    let said = frame.order.iter().take(4).map(|j| {
        let values = table.columns.iter();
        let values: Vec<String> = values.map(|it| (table.written)(it.values[*j])).collect();
        format!(
            "{} {}",
            analysis.dataset.feature_names[*j],
            values.join(", ")
        )
    });
    let headings = table.columns.iter().map(|column| column.heading.as_str());
    bars.extend(texts);
    Chart {
        summary: format!(
            "{} of {}, on {}: {}.",
            table.title,
            analysis.dataset.name,
            headings.collect::<Vec<_>>().join(", "),
            said.collect::<Vec<_>>().join("; ")
        ),
        title: table.title.clone(),
        x: Axis::bare([0.0, 1.0]),
        y: Axis::bare([-0.1, rows + HEADING]),
        aspect: Aspect::Free,
        marks: bars,
        key: Key::None,
        note: noted(remarks),
    }
}

/// Content for a script: the same bars, from arrays with a value for each feature.
fn content(analysis: &Analysis, table: &FeatureTable, value_letters: f64) -> Content<'static> {
    let grid = layout(analysis, Room::default(), value_letters);
    let all: Vec<&str> = names(analysis).collect();
    let frame = TableFrame::of(table, all.len(), grid, value_letters);
    let shown = frame.order.iter().map(|j| matplotlib_text(all[*j]));
    let mut python = vec![
        format!("order = {:?}", frame.order),
        "at = np.arange(len(order))[::-1] + 0.5".into(),
        format!("names = [{}]", shown.collect::<Vec<_>>().join(", ")),
    ];
    for (column, zero) in table.columns.iter().zip(&frame.zeros) {
        let heading = matplotlib_text(&column.heading);
        let color = paint_hex(column.paint);
        python.extend([
            format!("values = np.asarray({})[order]", column.python),
            format!(
                "ax.barh(at, {:?} * values, left={zero:?}, height={THICK}, color=\"{color}\")",
                frame.unit
            ),
            format!("ax.axvline({zero:?}, color=\"gray\", linewidth=0.6)"),
            format!("ax.text({zero:?}, len(order) + 0.5, {heading}, ha=\"center\", va=\"center\")"),
        ]);
    }
    python.extend([
        "for y, name in zip(at, names):".into(),
        format!(
            "    ax.text({:?}, y, name, ha=\"right\", va=\"center\")",
            frame.names
        ),
    ]);
    Content::Own(python)
}

/// Sentence that features are scaled, where they are.
pub(super) fn scaled(analysis: &Analysis) -> Option<String> {
    let d = analysis.dataset.d();
    (!is_plain(&analysis.scaler, d)).then(|| "features scaled as the kernel sees them".to_owned())
}

/// Returns true where scaling leaves features in their units.
fn is_plain(scaler: &Scaler, d: usize) -> bool {
    let row = |value: f64| scaler.apply(&nalgebra::DMatrix::from_element(1, d, value));
    (row(1.0) - row(0.0))
        .iter()
        .all(|step| (step - 1.0).abs() < 1e-12)
}

/// Writes a value with two decimals.
pub(super) fn two_decimals(value: f64) -> String {
    // Nothing is added to zero, but its sign goes.
    let rounded = (1e2 * value).round() / 1e2 + 0.0;
    format!("{rounded:.2}").replace('-', "−")
}

/// Writes a value with three significant digits.
pub(super) fn three_digits(value: f64) -> String {
    number(rounded(value, 2))
}
