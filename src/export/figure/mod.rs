//! Figures: the window's panels as a picture, at any size, without a display.

mod about;
mod encode;
mod font;
mod grid;
mod image;
mod key;
mod page;
mod palette;
mod panel;
mod sizes;
mod spec;
mod svg;
mod wishes;

use super::{ExportError, caption::caption};
use crate::{
    analysis::Analysis,
    kpca::Cancelled,
    setup::{LegendPlace, Setup, portable_line},
    view::{Key, Panel, brief_title, layout::is_mapped},
};
use about::About;
pub(super) use grid::columns;
use page::{Foot, LEAST_POINTS, Page, PanelContent};
use palette::Palette;

#[cfg(test)]
pub(crate) use font::width as text_width;
#[cfg(test)]
pub(crate) use panel::panel_svg;

pub use encode::Pixels;
pub use spec::{FigureSpec, Format, Preset};

/// Draws the panels as `setup` shows them and encodes the picture.
///
/// # Errors
/// When the figure has no panel, no area or an unreasonable size, or the encoder fails.
pub fn render(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    format: Format,
) -> Result<Vec<u8>, ExportError> {
    render_unless(analysis, setup, spec, format, &|| false)
}

/// Draws and encodes a figure as [`render`] does; it can be cancelled between panels.
///
/// # Errors
/// Those of [`render`]; when cancelled.
pub fn render_unless(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    format: Format,
    cancelled: Cancelled<'_>,
) -> Result<Vec<u8>, ExportError> {
    let about = about(analysis, setup, spec);
    on_page(analysis, setup, spec, cancelled, |page, _| {
        let palette = palette(analysis, setup, spec);
        encode::encode(page, palette, spec, format, &about)
    })
}

/// Title, setup and version for the figure's file.
fn about(analysis: &Analysis, setup: &Setup, spec: &FigureSpec) -> About {
    let panels: Vec<&str> = spec.panels.iter().map(|panel| panel.title()).collect();
    About {
        title: format!("{}: {}", analysis.dataset.name, panels.join(", ")),
        // A setup whose data have a name that is no text goes without.
        setup: portable_line(setup).unwrap_or_default(),
        version: concat!("Kernel PCA Explorer ", env!("CARGO_PKG_VERSION")).to_owned(),
    }
}

/// Draws a figure in pixels, made smaller, if need be, to fit into `most` of them across and down.
///
/// # Errors
/// Those of [`render_unless`].
pub fn draw(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    most: [u32; 2],
    cancelled: Cancelled<'_>,
) -> Result<Pixels, ExportError> {
    on_page(analysis, setup, spec, cancelled, |page, _| {
        encode::pixels(page, palette(analysis, setup, spec), spec, most)
    })
}

/// Colours of the figure's theme, and those that the author gave to classes.
fn palette(analysis: &Analysis, setup: &Setup, spec: &FigureSpec) -> Palette {
    let own = wishes::colors(&setup.view.wishes, &analysis.dataset.labels);
    Palette::of(spec.tone).with_classes(own)
}

/// Remarks, a sentence each, on parts that a figure leaves out or makes smaller than was asked for.
///
/// # Errors
/// Those of [`render`].
pub fn remarks(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
) -> Result<Vec<String>, ExportError> {
    on_page(analysis, setup, spec, &|| false, |_, remarks| Ok(remarks))
}

fn on_page<T>(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    cancelled: Cancelled<'_>,
    draw: impl FnOnce(&Page, Vec<String>) -> Result<T, String>,
) -> Result<T, ExportError> {
    spec.check()?;
    let mut remarks = Vec::new();
    let mut charts = contents(analysis, setup, spec, cancelled, &mut remarks)?;
    let caption = if spec.caption {
        caption(setup, analysis, &spec.panels)
    } else {
        String::new()
    };
    let mut foot = Foot {
        key: key_to_maps(analysis, setup, spec),
        caption: &caption,
        keys_beside: vec![],
    };
    let wishes = &setup.view.wishes;
    if wishes.legend != LegendPlace::Bottom {
        let keys = charts.iter_mut().map(|it| &mut it.chart.key);
        for key in keys.chain([&mut foot.key]) {
            let key = std::mem::replace(key, Key::None);
            if key != Key::None && !foot.keys_beside.contains(&key) {
                foot.keys_beside.push(key);
            }
        }
        if wishes.legend == LegendPlace::None {
            foot.keys_beside.clear();
        }
    }
    let page = loop {
        if wishes.letters {
            for (place, content) in charts.iter_mut().enumerate() {
                content.chart.title = wishes::letter(&content.said, place);
            }
        }
        let page = Page::new(&charts, foot.clone(), spec, cancelled);
        let Some((place, points)) = page.unreadable() else {
            break page;
        };
        let name = charts[place].title;
        if charts.len() == 1 {
            remarks.push(format!(
                "{name}: its texts are {points:.1} points high, less than {LEAST_POINTS}: make the figure larger or the \
                 letters smaller"
            ));
            break page;
        }
        remarks.push(format!(
            "{name} is left out: its texts would be {points:.1} points high, less than {LEAST_POINTS}; make the figure \
             larger, or draw it alone"
        ));
        charts.remove(place);
    };
    if page.letters() < 0.99 * spec.font_size {
        remarks.push(format!(
            "letters are {:.1} points high in place of {}: the figure is too small for its panels",
            page.letters(),
            spec.font_size
        ));
    }
    let drawn = draw(&page, remarks);
    // A page that was given up lacks panels.
    check(cancelled)?;
    drawn.map_err(ExportError::Draw)
}

/// Contents of the panels that have something to show; for the others a remark gives the reason.
fn contents(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    cancelled: Cancelled<'_>,
    remarks: &mut Vec<String>,
) -> Result<Vec<PanelContent>, ExportError> {
    let mut contents = Vec::new();
    let mut empty = Vec::new();
    for panel in &spec.panels {
        check(cancelled)?;
        let content = content(*panel, analysis, setup, spec);
        if panel::is_empty(&content.chart) {
            empty.push(content);
        } else {
            contents.push(content);
        }
    }
    // A figure of nothing says why.
    if contents.is_empty() {
        return Ok(empty);
    }
    remarks.extend(empty.iter().map(|it| {
        let why = it
            .chart
            .note
            .as_deref()
            .unwrap_or("there is nothing to show");
        format!("{} is left out: {why}", it.title)
    }));
    Ok(contents)
}

/// Content of a panel as the figure shows it, without the parts it leaves out.
fn content(panel: Panel, analysis: &Analysis, setup: &Setup, spec: &FigureSpec) -> PanelContent {
    let maps = panel.map_grid(analysis, page::room(spec));
    let mut chart = panel.arranged_chart(analysis, &setup.view, maps);
    if !spec.titles {
        chart.title.clear();
    } else if spec.caption && spec.panels.len() > 1 {
        // The caption says once what the titles of several panels would repeat.
        chart.title = brief_title(&chart.title, analysis);
    }
    // A map has its colours beside it.
    if !spec.keys || is_mapped(&chart) && matches!(chart.key, Key::ColorBar { .. }) {
        chart.key = Key::None;
    }
    let wishes = &setup.view.wishes;
    wishes::reword(wishes, &mut chart, panel);
    let zoom = spec.zoom.iter().find(|(zoomed, _)| *zoomed == panel);
    let zoom = zoom.map(|(_, ranges)| *ranges);
    PanelContent {
        name: panel.name(),
        title: panel.title(),
        said: chart.title.clone(),
        zoom: wishes::limits(wishes, &chart, panel, zoom),
        dots: wishes.point_size.map(|diameter| diameter / 2.0),
        chart,
    }
}

fn check(cancelled: Cancelled<'_>) -> Result<(), ExportError> {
    if cancelled() {
        return Err(ExportError::Cancelled);
    }
    Ok(())
}

/// Key to the colours of dots on maps, which have a colour bar for their own, where no plot of dots has it.
fn key_to_maps(analysis: &Analysis, setup: &Setup, spec: &FigureSpec) -> Key {
    let is_shown = |wanted: fn(Panel) -> bool| spec.panels.iter().any(|panel| wanted(*panel));
    if spec.keys
        && setup.view.contours.points
        && is_shown(Panel::has_contours)
        && !is_shown(Panel::is_scatter)
    {
        Panel::Kpca.chart(analysis, &setup.view).key
    } else {
        Key::None
    }
}
