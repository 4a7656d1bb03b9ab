//! Window: draws the app's state, gathers commands, carries out effects.

use std::mem::discriminant;

use egui::{
    CentralPanel, Context, Frame, Margin, Panel, ScrollArea, Ui, ViewportCommand,
    scroll_area::ScrollSource, style::ScrollStyle,
};
use egui_commonmark::CommonMarkCache;

use super::{
    address::Address,
    around::Around,
    body,
    charts::Charts,
    dialogs, embedded, explained, incoming, menu,
    picker::{PathPurpose, Picker},
    pixels, presentation, status,
    theme::{self, Circumstances, Tokens},
    upright,
};
use crate::{
    app::{App, Command, Dialog, Effect, OpenPlace, TableOptions, Theme},
    platform::{Arrival, Picked, arrived, full_screen, hold_closing, is_still, is_touched, tell},
};

/// Margin around the row of the status line, in points.
const STATUS_MARGIN: f32 = 4.0;

/// App with the parts that only a window has.
pub struct Window {
    app: App,
    charts: Charts,
    markdown: CommonMarkCache,
    /// Circumstances that the style is for.
    circumstances: Circumstances,
    picker: Option<Picker>,
    address: Address,
    around: Around,
    /// True where the window is a part of another page and shows plots and sliders alone.
    embedded: bool,
    /// Last sentence told to those who do not see the picture.
    told: Option<String>,
}

impl Window {
    pub fn new(ctx: &Context, app: App) -> Self {
        theme::install(ctx);
        Self {
            app,
            charts: Charts::default(),
            markdown: CommonMarkCache::default(),
            circumstances: Circumstances::default(),
            picker: None,
            address: Address::default(),
            around: Around::default(),
            told: None,
            embedded: false,
        }
    }

    /// Draws plots and sliders alone, as a part of another page, or the whole window.
    #[must_use]
    pub fn embedded(self, embedded: bool) -> Self {
        Self { embedded, ..self }
    }

    pub fn app(&self) -> &App {
        &self.app
    }

    pub fn app_mut(&mut self) -> &mut App {
        &mut self.app
    }

    /// Takes answers that are ready and sends questions that are due; also runs while the window is hidden.
    fn advance(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        // What arrives is said from now on, and not from the last frame.
        self.app.note_time(now);
        while let Some(arrival) = arrived() {
            match arrival {
                Arrival::File(path) => self.app.apply(Command::OpenPath(path)),
                Arrival::Line(line) => self.app.follow_address(&line, self.embedded),
                Arrival::Theme { dark } => {
                    let theme = if dark { Theme::Dark } else { Theme::Light };
                    self.app.apply(Command::Theme(theme));
                }
                Arrival::Present(on) => {
                    if on != self.app.presentation().is_some() {
                        self.app.apply(Command::TogglePresentation);
                    }
                }
                Arrival::Done(text) => self.app.say(&text),
                Arrival::Remark(text) => self.app.remark(&text),
            }
        }
        self.app.tick(now);
        // Whatever is dragged is one step, once it is let go.
        let held = ctx.input(|input| input.pointer.any_down());
        let address = (!held).then(|| self.address.follow(&self.app, now));
        for seconds in self.app.next_tick().into_iter().chain(address.flatten()) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(seconds));
        }
        self.around.follow(&self.app);
        hold_closing(self.app.has_unsaved_lesson());
        let spoken = self.app.spoken();
        if let Some(text) = spoken.as_ref().filter(|_| spoken != self.told) {
            tell(text);
        }
        self.told = spoken;
        let Some(picker) = &mut self.picker else {
            return;
        };
        let purpose = picker.purpose;
        if let Some(picked) = picker.poll(ctx) {
            self.picker = None;
            self.take_picked(purpose, picked);
        }
    }

    fn take_picked(&mut self, purpose: PathPurpose, picked: Picked) {
        match (purpose, picked) {
            (PathPurpose::Open, Picked::Path(path)) => self.app.apply(Command::OpenPath(path)),
            (PathPurpose::Open, Picked::Unavailable) => {
                let dialog = Dialog::open_without_picker(OpenPlace::Data);
                self.app.apply(Command::Show(dialog));
            }
            (PathPurpose::Save, Picked::Path(path)) => self.app.apply(Command::WriteTo(path)),
            (PathPurpose::NewRows, Picked::Path(path)) => {
                if let Some(Dialog::ExportTable(options)) = self.app.dialog() {
                    let options = TableOptions {
                        new_rows: path.display().to_string(),
                        ..options.clone()
                    };
                    self.app.apply(Command::Show(Dialog::ExportTable(options)));
                } else {
                    self.app.apply(Command::OpenNewRows(path));
                }
            }
            (PathPurpose::CleanRows, Picked::Path(path)) => {
                self.app.apply(Command::OpenCleanRows(path));
            }
            (PathPurpose::NewRows, Picked::Unavailable) if self.app.dialog().is_none() => {
                let dialog = Dialog::open_without_picker(OpenPlace::NewRows);
                self.app.apply(Command::Show(dialog));
            }
            (PathPurpose::CleanRows, Picked::Unavailable) => {
                let dialog = Dialog::open_without_picker(OpenPlace::CleanRows);
                self.app.apply(Command::Show(dialog));
            }
            (PathPurpose::Save | PathPurpose::NewRows, Picked::Unavailable) => {
                self.app.miss_picker();
            }
            (_, Picked::Cancelled) => {}
        }
    }

    /// Draws everything and carries out what the user did. `frame` is `None` in tests.
    pub fn draw(&mut self, ui: &mut Ui, frame: Option<&eframe::Frame>) {
        let ctx = ui.ctx().clone();
        ctx.set_theme(match self.app.settings().theme {
            Theme::System => egui::ThemePreference::System,
            Theme::Light => egui::ThemePreference::Light,
            Theme::Dark => egui::ThemePreference::Dark,
        });
        let circumstances = Circumstances {
            lecture: self.app.presentation().is_some(),
            still: is_still(),
            touched: is_touched(),
        };
        if circumstances != self.circumstances {
            self.circumstances = circumstances;
            theme::install_style(&ctx, circumstances);
        }
        let size = ctx.content_rect().size() * ctx.zoom_factor();
        self.app.fit_zoom(size.x, size.y);
        ctx.set_zoom_factor(self.app.zoom());
        let viewport = ctx.input(|input| input.viewport().clone());
        if viewport.maximized != Some(true) && viewport.fullscreen != Some(true) && frame.is_some()
        {
            self.app.resized([size.x, size.y]);
        }
        self.advance(&ctx);
        let mut commands = Vec::new();
        // Closing the window must not lose a lesson.
        if self.app.has_unsaved_lesson() && ctx.input(|it| it.viewport().close_requested()) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            commands.push(Command::Quit);
        }
        explained::observe_keyboard(&ctx);
        restore(&ctx, &self.app, &mut commands);
        presentation::keys(&ctx, &self.app, &mut commands);
        let menu = menu::called(&ctx, &self.app);
        menu::shortcuts(&ctx, &self.app, &mut commands);
        let by_keyboard = commands.len();
        self.panels(ui, menu, &mut commands);
        let by_panels = commands.len();
        presentation::cover(&ctx, &self.app, &mut commands);
        dialogs::show(&ctx, &self.app, &mut commands);
        incoming::dropped(&ctx, &mut commands);
        incoming::pasted(&ctx, &self.app, &mut commands);

        // A dialog that is changed shows nothing else, and a colour is chosen in a popup of its own.
        let dialog = self.app.dialog().map(discriminant);
        let stays = |command: &Command| match command {
            Command::Show(new) => dialog == Some(discriminant(new)),
            _ => false,
        };
        if by_keyboard > 0 || !commands.iter().skip(by_panels).all(stays) {
            // A list that is open would lie over what the command shows.
            egui::Popup::close_all(&ctx);
        }
        let changed = !commands.is_empty();
        for command in commands {
            self.app.apply(command);
        }
        for effect in self.app.take_effects() {
            self.carry_out(&ctx, frame, effect);
        }
        if changed {
            // Requests reach the worker before this frame is on the screen.
            self.advance(&ctx);
            ctx.request_repaint();
        }
    }

    fn panels(&mut self, ui: &mut Ui, menu: Option<usize>, out: &mut Vec<Command>) {
        let Self {
            app,
            charts,
            markdown,
            embedded,
            ..
        } = self;
        if app.presentation().is_some() {
            let rows = presentation::show(ui, app, (charts, markdown), out);
            if rows != app.hovered_rows() {
                out.push(Command::HoverRows(rows));
            }
            return;
        }
        if *embedded {
            let rows = embedded::show(ui, app, (charts, markdown), out);
            if rows != app.hovered_rows() {
                out.push(Command::HoverRows(rows));
            }
            return;
        }
        let tokens = Tokens::of(ui.visuals());
        let row = theme::row(ui);
        let bar = |height: f32| {
            // One point is the panel's own line: were the contents higher than what is left, the
            // bar would change its height with them.
            let spare = (height - 1.0 - row) as i8;
            Frame::new().fill(tokens.surface).inner_margin(Margin {
                left: 8,
                right: 8,
                top: spare / 2,
                bottom: spare - spare / 2,
            })
        };
        let [head, foot] = [theme::bar(ui), row + STATUS_MARGIN];
        Panel::top("menu")
            .exact_size(head)
            .frame(bar(head))
            .show(ui, |ui| menu::show(ui, menu, app, out));
        Panel::bottom("status")
            .exact_size(foot)
            .frame(bar(foot))
            .show(ui, |ui| status::show(ui, app, out));
        // Nothing is filled behind the plots: the window is cleared to their colour.
        let all = CentralPanel::default().frame(Frame::new());
        let drawn = all.show(ui, |ui| {
            let room = ui.available_rect_before_wrap();
            if upright::is_upright(room.size()) {
                return upright::body(ui, app, (charts, markdown), out);
            }
            // A window that is too small for all that it holds shows a part, and scrolls.
            let [width, height] = body::least_size(app);
            let size = room.size().max(egui::vec2(width, height));
            if size == room.size() {
                return body::show(ui, app, (charts, markdown), out);
            }
            ui.spacing_mut().scroll = ScrollStyle::solid();
            // The wheel zooms into plots.
            ScrollArea::both()
                .scroll_source(ScrollSource::SCROLL_BAR)
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.spacing_mut().scroll = ScrollStyle::thin();
                    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                    let whole = egui::UiBuilder::new().max_rect(rect);
                    ui.scope_builder(whole, |ui| body::show(ui, app, (charts, markdown), out))
                        .inner
                })
                .inner
        });
        let hovered_rows = drawn.inner;
        if hovered_rows != app.hovered_rows() {
            out.push(Command::HoverRows(hovered_rows));
        }
    }

    /// Opens a dialog of the system, unless one is open, which would be lost. Without a window there is none, and a
    /// path can be typed instead.
    fn open_picker(&mut self, ctx: &Context, frame: Option<&eframe::Frame>, effect: &Effect) {
        let Some(frame) = frame.filter(|_| self.picker.is_none()) else {
            return;
        };
        self.picker = Picker::asked(effect, &self.app, frame);
        // The first poll is what puts it on the screen.
        self.advance(ctx);
    }

    fn carry_out(&mut self, ctx: &Context, frame: Option<&eframe::Frame>, effect: Effect) {
        match effect {
            Effect::PickFile
            | Effect::PickSession
            | Effect::PickNewRows
            | Effect::PickCleanRows
            | Effect::PickTarget => {
                self.open_picker(ctx, frame, &effect);
            }
            Effect::CopyImage(pixels) => ctx.copy_image(pixels::image(&pixels)),
            Effect::FullScreen(full) => full_screen(ctx, full),
            Effect::CopyText(text) => ctx.copy_text(text),
            Effect::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }
}

/// Takes Escape to bring the others back from a panel that fills the window, or to end a comparison. A menu, a dialog,
/// a field and a pressed pointer button have the key first.
fn restore(ctx: &Context, app: &App, out: &mut Vec<Command>) {
    let back = match app.maximised() {
        Some(panel) => Command::ToggleMaximised(panel),
        None if app.is_versus() => Command::ToggleVersus,
        None => return,
    };
    let engaged = app.dialog().is_some()
        || ctx.text_edit_focused()
        || app.renames()
        || egui::Popup::is_any_open(ctx)
        || ctx.input(|input| input.pointer.any_down());
    let escape =
        |input: &mut egui::InputState| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape);
    if !engaged && ctx.input_mut(escape) {
        out.push(back);
    }
}

impl eframe::App for Window {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        self.advance(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        self.draw(ui, Some(frame));
    }

    /// Colour behind the plots, so that these need not fill it: filling all of the window takes time where no graphics
    /// card draws.
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        Tokens::of(visuals).plot.to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        // The worker does its errands before it ends.
        self.app.keep_now();
    }
}
