//! Chart in a cell of the figure: title, axes, marks, colour bar and note; the key stands in the plot or outside the
//! cell.

mod draw;

use super::{
    content::{Kept, PanelContent},
    sizes::Proportions,
};
use chart::{
    Aspect, Chart, Key, Mark, Scale,
    layout::{
        self, BAR_ROOM, Frame, LETTER, Medium, PlacedKey, PlacedShape, Spots, Tick, across,
        axis_name, is_mapped, tick_text, up, wrap,
    },
    paper::font::PAPER,
};

/// Heights of the letters of titles, of names of axes and of notes, each with the height of a line of them, in points.
pub(super) const TITLE: [f32; 2] = [14.2, 16.0];
const NAME: [f32; 2] = [LETTER, 13.0];
pub(super) const NOTE: [f32; 2] = [10.0, 13.0];
/// Gap between an axis and its ticks' texts, and between these and its name, in points.
const BESIDE: f32 = 4.0;
/// Gap below a block of lines, and below that between a title and its plot, in points.
const AFTER: f32 = 1.0;
const BELOW_TITLE: f32 = 4.0;
/// Gap between a plot and its colour bar, in points.
const BEFORE_BAR: f32 = 8.0;
/// Points by which the name of the vertical axis may be longer than the axis, half of it beside the title and half
/// beside ticks and name of the axis below.
const BEYOND: f32 = 34.0;
/// Least and largest width over height of a figure's only plot, where its units are equal.
const ALONE: [f64; 2] = [0.8, 2.2];
/// Usual width and height that axes take of a place, in points.
const USUAL: [f64; 2] = [60.0, 54.0];
/// Factors by which a title's letters become smaller before it takes a second line.
const SMALLER: [f32; 4] = [0.94, 0.88, 0.82, 0.78];

/// Room around a plot for its axes' texts, and above it for the title, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Margins {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Widths of the room for texts above and below a plot, in points: `middle` for texts that are centred on it, and the
/// room from its left edge to the left and to the right.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Surroundings {
    pub middle: f64,
    pub left: f64,
    pub right: f64,
}

/// Chart with the size of its plot and the ranges that its axes show.
pub(super) struct PanelCell<'a> {
    content: &'a PanelContent,
    chart: &'a Chart,
    /// Least height of letters in the plot, and radius of dots, in points; 0 where the radius is the usual one.
    sizes: [f32; 2],
    frame: Frame,
    /// Index of the title's form, first ever shorter, then ever smaller; left end of the title and height of its
    /// letters, in points.
    titled: (usize, [f32; 2]),
    around: Surroundings,
    /// Index of the key's place in the plot; `None` where the key does not stand there.
    key: Option<usize>,
    /// Lines of the title and, below, of the names of both axes and of the note, broken for the room that they have.
    title: Vec<String>,
    names: [Vec<String>; 2],
    note: Vec<String>,
    ticks: [Vec<Tick>; 2],
    pub margins: Margins,
}

impl<'a> PanelCell<'a> {
    /// Cell with a plot that takes the usual part of a place of the given width and height.
    pub fn new(content: &'a PanelContent, sizes: [f32; 2], [width, height]: [f64; 2]) -> Self {
        let mut cell = Self {
            content,
            chart: &content.chart,
            sizes,
            frame: Frame {
                ranges: [[0.0, 1.0]; 2],
                size: [1.0; 2],
            },
            titled: (0, [0.0, TITLE[0]]),
            around: Surroundings::default(),
            key: None,
            title: vec![],
            names: [vec![], vec![]],
            note: vec![],
            ticks: [vec![], vec![]],
            margins: Margins::default(),
        };
        cell.resize(
            [width - USUAL[0], height - USUAL[1]],
            Surroundings {
                middle: width,
                left: 0.0,
                right: width - USUAL[0],
            },
        );
        cell
    }

    pub fn plot(&self) -> [f64; 2] {
        self.frame.size
    }

    /// Height of letters in the chart's lists, in points, where they are too small to be read; `None` elsewhere.
    pub fn unreadable(&self) -> Option<f32> {
        layout::list_letters(self.chart, &self.frame).filter(|size| *size < self.sizes[0])
    }

    /// Proportions that the plot wants: those of its ranges where the chart fixes both in equal units, or roughly those
    /// where a plot in equal units is `alone`; free elsewhere, and for a view of space.
    pub fn shape(&self, alone: bool) -> Proportions {
        match self.chart.proportions() {
            Some(ratio) if !self.chart.is_space() => Proportions::Fixed(f64::from(ratio)),
            None if alone && self.chart.aspect == Aspect::Equal => {
                let ranges = self
                    .content
                    .zoom
                    .unwrap_or_else(|| layout::shown(self.chart));
                let [width, height] = ranges.map(|[low, high]| high - low);
                Proportions::Fixed((width / height).clamp(ALONE[0], ALONE[1]))
            }
            _ => Proportions::Free,
        }
    }

    /// Lets a view of space take the room around its plot that its neighbours need for their axes.
    pub fn take_margins(&mut self, width: f64, below: f64) {
        if self.chart.is_space() {
            let Margins {
                left,
                right,
                bottom,
                ..
            } = self.margins;
            let [plot, height] = self.frame.size;
            let plot = plot.max(width - left - right);
            let around = Surroundings {
                middle: width,
                left: 0.0,
                right: plot,
            };
            self.resize([plot, height + below - bottom], around);
        }
    }

    /// Gives the plot another size and the texts around it other room; ranges, ticks, texts and margins follow.
    pub fn resize(&mut self, plot: [f64; 2], around: Surroundings) {
        let chart = self.chart;
        let size = plot.map(|side| side.max(1.0));
        let wanted = match self.content.zoom {
            Some(zoom) => zoom,
            None if chart.is_space() => layout::standing_still(chart, size),
            None => layout::shown(chart),
        };
        let ranges = if chart.aspect == Aspect::Equal {
            layout::in_equal_units_keeping(wanted, size, self.content.asked)
        } else {
            wanted
        };
        self.frame = Frame { ranges, size };
        let room = around.middle as f32;
        let height = size[1] as f32;
        self.ticks = [
            across(chart.x.scale, ranges[0], size[0], PAPER),
            up(chart.y.scale, ranges[1], size[1]),
        ];
        self.around = around;
        self.put_title(0);
        // It may reach beside the title above, and beside what stands below.
        let beyond = if self.title.is_empty() || self.ticks[0].is_empty() || self.titled.1[0] < 0.0
        {
            0.0
        } else {
            BEYOND
        };
        self.names = [
            axis_name(&chart.x.label, room, PAPER),
            axis_name(&chart.y.label, height + beyond, PAPER),
        ];
        let note = chart.note.as_deref().unwrap_or_default();
        self.note = wrap(note, NOTE[0], room, PAPER);
        self.margins = self.margins_around();
    }

    /// Returns true where a unit is as long on both axes, to within 1 %, or need not be.
    pub fn has_its_units(&self) -> bool {
        let [x, y] = self.frame.units();
        self.chart.aspect != Aspect::Equal || (x / y - 1.0).abs() < 0.01
    }

    /// Index of the title's form among the panel's ever shorter titles.
    pub fn title_form(&self) -> usize {
        let last = self.content.titles.len().saturating_sub(1);
        self.titled.0.min(last)
    }

    /// Chooses the first form of the title, from index `from` on, that has room in one line above the plot, flush with
    /// it where it can be; where none has, the last form in several lines.
    pub fn put_title(&mut self, from: usize) {
        let around = self.around;
        let PanelContent {
            letter,
            titles,
            kept,
            ..
        } = self.content;
        let [left, right] = [around.left, around.right].map(|side| side as f32);
        let said = |title: &String| format!("{letter}{title}").trim_end().to_owned();
        let all: Vec<String> = titles.iter().map(said).collect();
        let wide = |(title, size): (usize, f32)| {
            let title = all.get(title).map_or("", String::as_str);
            (PAPER.measure)(title, size * chart::paper::font::bold())
        };
        let last = all.len().saturating_sub(1);
        let smaller = SMALLER.map(|factor| (last, factor * TITLE[0]));
        let forms = (0..all.len()).map(|title| (title, TITLE[0])).chain(smaller);
        let from = from.min(last).max(kept.title);
        let mut forms = forms.enumerate().skip(from);
        let fitting = forms.find(|(_, form)| wide(*form) <= left + right);
        let (place, form) = fitting.unwrap_or((all.len(), (last, TITLE[0])));
        let title = all.get(form.0).cloned().unwrap_or_default();
        let (at, room) = match fitting {
            Some(_) => ((right - wide(form)).min(0.0), left + right),
            None => (0.0, right),
        };
        self.titled = (place, [at, form.1]);
        self.title = wrap(&title, form.1 * chart::paper::font::bold(), room, PAPER);
    }

    /// Form of the title, numbers of lines of title, names of both axes and note, or those that are kept free for them,
    /// and places where a key would cover marks.
    pub fn kept(&self) -> Kept {
        Kept {
            title: self.titled.0,
            lines: self.lines(),
            taken: self.taken(),
        }
    }

    fn lines(&self) -> [usize; 4] {
        let Self {
            title,
            names: [x, y],
            note,
            ..
        } = self;
        let kept = self.content.kept.lines;
        [
            title.len().max(kept[0]),
            x.len().max(kept[1]),
            y.len().max(kept[2]),
            note.len().max(kept[3]),
        ]
    }

    /// Widths of the ticks' texts of an axis, in points.
    fn widths(&self, axis: usize) -> impl Iterator<Item = f32> {
        let scale = [self.chart.x.scale, self.chart.y.scale][axis];
        let texts = self.ticks[axis]
            .iter()
            .map(move |tick| tick_text(scale, *tick));
        texts.map(|text| (PAPER.measure)(&text, LETTER))
    }

    fn margins_around(&self) -> Margins {
        let of_ticks = |axis: usize, room: f32| match [self.chart.x.scale, self.chart.y.scale][axis]
        {
            Scale::Unmarked => 0.0,
            _ => room + BESIDE,
        };
        let block = |lines: usize, [_, line]: [f32; 2], gap: f32| match lines {
            0 => 0.0,
            count => line * count as f32 + gap,
        };
        let [title, x_name, y_name, note] = self.lines();
        // Texts of the outermost ticks reach beyond the plot.
        let ends = self.ticks[0].iter().zip(self.widths(0));
        let beyond = ends.fold([0.0_f32; 2], |[left, right], (tick, width)| {
            let x = self.frame.place([tick.value, 0.0])[0];
            let rest = self.frame.size[0] as f32 - x;
            [left.max(width / 2.0 - x), right.max(width / 2.0 - rest)]
        });
        let names = block(y_name, NAME, BESIDE);
        let left = of_ticks(1, self.widths(1).fold(0.0, f32::max)) + names;
        let bar = if self.content.has_bar && is_mapped(self.chart) {
            BEFORE_BAR + BAR_ROOM
        } else {
            0.0
        };
        let bottom = of_ticks(0, NAME[1]) + block(x_name, NAME, AFTER) + block(note, NOTE, AFTER);
        let top = block(title, TITLE, BELOW_TITLE).max(if self.ticks[1].is_empty() {
            0.0
        } else {
            LETTER / 2.0
        });
        Margins {
            left: f64::from(left.max(beyond[0])),
            right: f64::from(beyond[1].max(bar)),
            top: f64::from(top),
            bottom: f64::from(bottom),
        }
    }

    /// Marks as shapes, from back to front.
    fn shapes(&self) -> Vec<PlacedShape<'a>> {
        let medium = Medium {
            least: self.sizes[0],
            ..PAPER
        };
        let mut shapes = layout::shapes(self.chart, &self.frame, medium);
        for shape in &mut shapes {
            if let PlacedShape::Dots(dots) = shape
                && self.sizes[1] > 0.0
            {
                dots.radius = self.sizes[1];
            }
        }
        shapes
    }

    /// Places in the plot where its key would cover marks, in this figure or in one that is seen before or after it.
    fn taken(&self) -> Spots {
        // A list has texts all over, and it is chosen by its room which.
        if self.chart.key == Key::None || layout::list_letters(self.chart, &self.frame).is_some() {
            return Spots::all();
        }
        let PlacedKey { size, .. } = PlacedKey::in_column(&self.chart.key, PAPER);
        let taken = Spots::taken(&self.shapes(), &self.frame, size, PAPER);
        taken.and(self.content.kept.taken)
    }

    /// Puts `key` into the plot where it is the chart's own and has room; returns true where it stands there.
    pub fn takes_key(&mut self, key: &Key) -> bool {
        if self.chart.key == *key {
            self.key = self.taken().best_other();
        }
        self.key.is_some() && self.chart.key == *key
    }
}

/// Returns true where the chart has no marks to show; its note then gives the reason.
pub(super) fn is_empty(chart: &Chart) -> bool {
    chart.marks.iter().all(|mark| matches!(mark, Mark::Hint(_)))
}

/// SVG of a chart whose plot has this size in points, and the ranges that it shows.
#[must_use]
pub fn panel_svg(chart: &Chart, size: [f64; 2]) -> (String, chart::Ranges) {
    use chart::{
        Tone,
        paper::{palette::Palette, svg::Svg},
    };
    let content = PanelContent {
        name: "",
        title: "",
        letter: String::new(),
        is_named: false,
        titles: vec![chart.title.clone()],
        chart: chart.clone(),
        zoom: None,
        has_bar: true,
        asked: [false; 2],
        dots: None,
        wide: false,
        kept: Kept::default(),
    };
    let mut cell = PanelCell::new(&content, [0.0; 2], size);
    let around = Surroundings {
        middle: 1e4,
        left: 0.0,
        right: 1e4,
    };
    cell.resize(size, around);
    let mut svg = Svg::new(Palette::of(Tone::Light), false);
    cell.draw(&mut svg);
    (svg.finish(size, size, ""), cell.frame.ranges)
}
