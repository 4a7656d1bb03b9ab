//! Line at the bottom: what is shown, its accuracy, and problems.

use egui::{Align, Color32, Layout, RichText, Ui};

use super::{
    command_widgets::{clicked, command_icon},
    explained::Explained,
    fonts::icon,
    theme::{self, Tokens},
    under_way,
    widgets::{explained_button, icon_button},
};
use crate::app::{App, Command, Dialog, NoticeKind, StoppedPicture, UnderWay};
use chart::number;
use explorer::{
    analysis::{Analysis, Step},
    panel::{Panel, separation_of_new_rows},
    setup::{clamp, plotted},
    view::{kernel_label, shown_size},
};
use kernel_pca::{
    embedding::equal_eigenvalues,
    kpca::{Accuracy, SpectrumStage, Tier},
    method::Method,
};
use tabular::Dataset;

/// Largest bound on the error of an eigenvalue, relative to λ₁, that is stated for a preview: beyond it the preview may
/// look otherwise than the exact answer.
const BOUNDED: f64 = 0.05;
/// Width of the window in points, below which the time of a result is left out.
const ROOM_FOR_TIME: f32 = 320.0;
/// Width of the window in points, below which the residual of a result is left out too.
const ROOM_FOR_RESIDUAL: f32 = 240.0;
/// Width of the button that runs a fit again, in points.
const RUN_AGAIN_WIDTH: f32 = 80.0;
/// Width of the button that makes a refused table acceptable, with the space before it, in points.
const MEND_WIDTH: f32 = 120.0;

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = theme::SPACE;
        // A dialog that writes a file says so itself, and lies over this line.
        let in_dialog = app.dialog().and_then(Dialog::sends).is_some();
        let errand = app.errand_under_way().filter(|_| !in_dialog);
        let stops_fit = app.offers_to_stop();
        let stops_errand = !stops_fit && errand.as_ref().is_some_and(|it| !it.stopping);
        // One button for both, beside what it stops: the fit first, which can be run again.
        if stops_fit {
            action(ui, "Stop", Command::StopFit, out);
        } else if stops_errand {
            action(ui, "Stop", Command::StopErrand, out);
        }
        if let Some(errand) = errand.as_ref().filter(|_| stops_errand) {
            under_way::errand(ui, errand);
        }
        if app.is_busy() {
            fit(ui, app);
        }
        if let Some(errand) = errand.as_ref().filter(|_| !stops_errand) {
            under_way::errand(ui, errand);
        }
        if let Some(under_way) = app.spectrum_under_way() {
            spectrum(ui, app, under_way, out);
        }
        // Marks at a slider come by themselves, and nobody waits for them.
        let in_sight = app.visible().contains(&Panel::Sweep);
        if let Some([known, all]) = app.sweep_under_way().filter(|_| in_sight) {
            sweep(ui, known, all, out);
        }
        // A number at the bottom could be the answer that is covered above.
        let covers = app.covers_a_panel();
        if let Some(analysis) = app.analysis().filter(|_| !covers) {
            quality(ui, analysis, app.stopped().is_some(), &tokens);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            // In a narrow window it ends where the rest begins.
            ui.set_clip_rect(ui.max_rect().intersect(ui.clip_rect()));
            if let Some(notice) = app.notice() {
                let (symbol, color) = match notice.kind {
                    NoticeKind::Done => (icon::CIRCLE_CHECK, tokens.success),
                    NoticeKind::Remark => (icon::EYE, tokens.text),
                    NoticeKind::Failed => (icon::TRIANGLE_ALERT, tokens.error),
                };
                message(ui, symbol, &notice.text, color, theme::ROW);
                command_icon(ui, icon::X, Command::DismissNotice, out);
            } else if let Some(problem) = app.problem() {
                // Without a picture, what to do stands in its place.
                let next = app.dataset().map_or_else(String::new, |it| {
                    format!(". Dismiss this to go back to {}.", it.name)
                });
                let text = format!("{}{next}", problem.trim_end_matches('.'));
                let mend = app.mend();
                let button = mend.as_ref().map_or(0.0, |_| MEND_WIDTH);
                message(
                    ui,
                    icon::TRIANGLE_ALERT,
                    &text,
                    tokens.error,
                    theme::ROW + button,
                );
                if let Some((word, help, edit)) = mend
                    && explained_button(ui, word, help).clicked()
                {
                    out.push(Command::Edit(edit));
                }
                command_icon(ui, icon::X, Command::DismissNotice, out);
            } else if let Some(stopped) = app.stopped() {
                let text = match stopped {
                    StoppedPicture::Nothing => "It was stopped before there was a picture",
                    StoppedPicture::Preview => "The fit was stopped: this is its preview",
                    StoppedPicture::Earlier => "The fit was stopped: this is the picture before it",
                };
                let button = RUN_AGAIN_WIDTH;
                message(ui, icon::TRIANGLE_ALERT, text, tokens.warning, button);
                action(ui, "Run again", Command::RunFitAgain, out);
            } else if let Some(analysis) = app.analysis() {
                marking(ui, app, analysis, out);
                summary(ui, app, analysis, &tokens);
            }
        });
    });
}

/// Draws the progress of the fit, or of the file that is opened for it.
fn fit(ui: &mut Ui, app: &App) {
    let step = app.progress();
    let text = match (app.opens(), step) {
        (Some(file), Some(Step::Reading(share))) => {
            format!("opening {file}: {:.0} %", 100.0 * share)
        }
        (Some(file), _) => format!("opening {file}"),
        (None, Some(step @ Step::Reading(_))) => step.to_string(),
        (None, Some(step)) => format!("computing, {step}"),
        (None, None) => "computing".to_owned(),
    };
    under_way::show(ui, &text, step.and_then(|step| step.share()));
}

/// Draws a button of the line, for a command.
fn action(ui: &mut Ui, text: &str, command: Command, out: &mut Vec<Command>) {
    let button = ui.button(text).accessible_name(command.label());
    clicked(&button.explained(&command.help()), command, out);
}

/// Draws a message that leaves room for a button of the width `button`, in points, behind it.
fn message(ui: &mut Ui, symbol: &str, text: &str, color: Color32, button: f32) {
    let room = ui.available_width() - button - theme::SPACE;
    ui.scope(|ui| {
        ui.set_max_width(room);
        let line = text.replace('\n', " ");
        ui.add(
            egui::Label::new(RichText::new(format!("{symbol}  {line}")).color(color)).truncate(),
        )
        .on_hover_text(text);
    });
}

/// Draws the numbers of selected and of hidden rows, each with the way back.
fn marking(ui: &mut Ui, app: &App, analysis: &Analysis, out: &mut Vec<Command>) {
    let selected = app.selected_rows().count();
    if selected > 0 {
        let text = format!("{selected} of {} rows selected", analysis.dataset.n());
        let list = ui.selectable_label(app.shows_row_list(), text);
        let list = list.explained(&Command::ToggleRowList.help());
        clicked(&list, Command::ToggleRowList, out);
        let help = "Lets go of the selected rows";
        let clear = icon_button(ui, icon::X, "Clear selection", help);
        clicked(&clear, Command::Release, out);
    }
    let hidden = app.hidden_count();
    if hidden > 0 {
        let button = ui.button(format!("{}  {hidden} hidden", icon::EYE_OFF));
        let name = Command::ShowAllRows.label();
        let hint = format!("{name}. Hiding changes the drawing only: every row is in the fit");
        clicked(&button.explained(&hint), Command::ShowAllRows, out);
    }
    if let Some(words) = app.setup().columns.rows.in_words() {
        let button = ui.button(format!("{}  {words}", icon::UNDO_2));
        let hint = format!(
            "{}. {}",
            Command::FitAllRows.label(),
            Command::FitAllRows.help()
        );
        clicked(&button.explained(&hint), Command::FitAllRows, out);
    }
}

/// Draws a summary of the result: data, size, kernel, and how well new rows are predicted; then its first warning.
fn summary(ui: &mut Ui, app: &App, analysis: &Analysis, tokens: &Tokens) {
    let mut parts = vec![
        analysis.dataset.name.clone(),
        shown_size(analysis),
        kernel_label(&analysis.kernel),
    ];
    let covers = app.covers_a_panel();
    if !covers {
        parts.extend(separation_of_new_rows(analysis, &app.setup().view));
    }
    ui.add(egui::Label::new(RichText::new(parts.join(" · ")).color(tokens.text)).truncate());
    // What the sentence above the plots says, or a plot's note, is not said again.
    let equal = equal_eigenvalues(&analysis.kpca.undetermined)
        .filter(|_| app.tells_equal_components() || is_noted(app, analysis));
    let warnings = analysis.warnings.iter();
    let warnings: Vec<&String> = warnings.filter(|it| Some(*it) != equal.as_ref()).collect();
    if let Some(first) = warnings.first().filter(|_| !covers) {
        let text = match warnings.len() {
            1 => (*first).clone(),
            n => format!("{first} (+{} more)", n - 1),
        };
        let text = RichText::new(format!("{}  {text}", icon::TRIANGLE_ALERT)).color(tokens.warning);
        ui.add(egui::Label::new(text).truncate())
            .on_hover_ui(|ui| warnings.iter().for_each(|it| _ = ui.label(*it)));
    }
}

/// Returns true where the plot of kernel PCA is in sight and its note names every group of equal components.
fn is_noted(app: &App, analysis: &Analysis) -> bool {
    let count = analysis.kpca.eigenvalues.len();
    let axes = clamp(app.setup().view.axes(Method::Kpca), count);
    let shown: Vec<usize> = axes
        .map_or([None; 2], plotted)
        .into_iter()
        .flatten()
        .collect();
    let mut runs = analysis.kpca.undetermined.iter();
    app.visible().contains(&Panel::Kpca) && runs.all(|run| shown.iter().any(|j| run.contains(j)))
}

/// Draws the progress of the full spectrum, and a button that stops it; laid out from the right.
fn spectrum(ui: &mut Ui, app: &App, under_way: UnderWay, out: &mut Vec<Command>) {
    let help = "Stops the computation; the leading eigenvalues stay";
    let stop = icon_button(ui, icon::X, "Give up the full spectrum", help);
    clicked(&stop, Command::ForgetSpectrum, out);
    let n = app.dataset().map_or(0, Dataset::n);
    let stage = match under_way.stage {
        SpectrumStage::Kernel => "evaluating the kernel".to_owned(),
        SpectrumStage::Decomposition => format!("decomposing {n} × {n}"),
    };
    let seconds = (app.now() - under_way.since).max(0.0).floor();
    let text = format!("full spectrum: {stage} · {seconds} s");
    under_way::show(ui, &text, None);
}

/// Draws the progress of the sweep, and a button that stops it; laid out from the right.
fn sweep(ui: &mut Ui, known: usize, all: usize, out: &mut Vec<Command>) {
    command_icon(ui, icon::X, Command::StopSweep, out);
    // The rules for γ are asked once all values are known.
    let text = if known < all {
        format!("sweep: {known} of {all}")
    } else {
        "sweep: marks".to_owned()
    };
    under_way::show(ui, &text, Some(known as f64 / all.max(1) as f64));
}

/// Draws the time and the accuracy of the result; laid out from the right.
fn quality(ui: &mut Ui, analysis: &Analysis, stopped: bool, tokens: &Tokens) {
    let accuracy = &analysis.kpca.accuracy;
    let (error, of_what) = match analysis.tier {
        Tier::Preview | Tier::Refined => (
            preview_error(accuracy),
            "Bound on the error of an eigenvalue, relative to λ₁",
        ),
        Tier::Exact => (
            format!("residual {}", number_short(accuracy.residual)),
            "Largest ‖K̃v − λv‖ over the components, relative to λ₁",
        ),
    };
    let (symbol, color, why) = if analysis.tier != Tier::Exact {
        let why = if stopped {
            "The preview of a fit that was stopped"
        } else {
            "A preview while the parameter moves; the exact answer follows"
        };
        (icon::LAYERS_2, tokens.text_weak, why)
    } else if accuracy.is_certified() {
        (
            icon::CHECK,
            tokens.success,
            "Certified: the eigenpairs are accurate and no larger one was missed",
        )
    } else {
        (
            icon::TRIANGLE_ALERT,
            tokens.warning,
            "The eigenpairs' accuracy is not proven; see the residual",
        )
    };
    ui.label(RichText::new(symbol).color(color))
        .on_hover_text(why);
    if ui.available_width() < ROOM_FOR_RESIDUAL {
        return;
    }
    ui.label(RichText::new(error).weak()).on_hover_text(of_what);
    if ui.available_width() < ROOM_FOR_TIME {
        return;
    }
    let tier = match analysis.tier {
        Tier::Preview | Tier::Refined => "preview",
        Tier::Exact if accuracy.is_certified() => "exact",
        Tier::Exact => "computed",
    };
    let millis = analysis.timings.total().as_secs_f64() * 1e3;
    ui.label(RichText::new(format!("{tier} in {} ms ·", number_short(millis))).weak());
}

/// Words on the error of a preview: its bound, where that is small enough to mean anything.
fn preview_error(accuracy: &Accuracy) -> String {
    match accuracy.eigenvalue_bound.filter(|bound| *bound <= BOUNDED) {
        Some(bound) => format!("off by at most {} λ₁", number_short(bound)),
        None => "not yet bounded".to_owned(),
    }
}

/// Text of a number with two significant digits, such as "4.1" or "3e−11".
fn number_short(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if (1e-2..1e5).contains(&value.abs()) {
        let digits = (1 - value.abs().log10().floor() as i32).max(0) as usize;
        return number(format!("{value:.digits$}").parse().unwrap_or(value));
    }
    format!("{value:.0e}").replace('-', "−")
}
