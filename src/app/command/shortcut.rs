//! The keys of commands.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::Command;
use crate::{
    app::{Dialog, Subject, Tool},
    panel::Letter,
    view::Panel,
};

impl Command {
    /// The keys that call it. On a Mac, `COMMAND` is ⌘.
    #[must_use]
    pub fn shortcut(&self) -> Option<KeyboardShortcut> {
        const SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        let (modifiers, key) = match self {
            Self::Undo => (Modifiers::COMMAND, Key::Z),
            Self::Redo => (SHIFT, Key::Z),
            Self::Open => (Modifiers::COMMAND, Key::O),
            Self::Show(Dialog::OpenPath { .. }) => (SHIFT, Key::O),
            Self::AskForPicture(Subject::AllPanels) => (Modifiers::COMMAND, Key::S),
            Self::AskForTable { selected: false } => (Modifiers::COMMAND, Key::E),
            Self::AskForSession => (SHIFT, Key::S),
            Self::CopyPicture(Subject::AllPanels) => (SHIFT, Key::C),
            Self::Show(Dialog::Palette { .. }) => (Modifiers::COMMAND, Key::K),
            Self::Show(Dialog::Shortcuts) => (Modifiers::NONE, Key::F1),
            Self::Tool(Tool::Move) => (Modifiers::NONE, Key::M),
            Self::Tool(Tool::Rectangle) => (Modifiers::NONE, Key::R),
            Self::Tool(Tool::Lasso) => (Modifiers::NONE, Key::L),
            Self::Tool(Tool::Draw) => (Modifiers::NONE, Key::D),
            Self::Tool(Tool::Brush) => (Modifiers::NONE, Key::S),
            Self::Tool(Tool::Erase) => (Modifiers::NONE, Key::E),
            Self::PenClass(class) => (Modifiers::NONE, number_key(*class)?),
            Self::ResizeBrush { larger: true } => (Modifiers::NONE, Key::CloseBracket),
            Self::ResizeBrush { larger: false } => (Modifiers::NONE, Key::OpenBracket),
            Self::DeleteSelected => (Modifiers::NONE, Key::Delete),
            Self::Release => (Modifiers::NONE, Key::Escape),
            Self::InvertSelection => (Modifiers::COMMAND, Key::I),
            Self::HideSelected => (Modifiers::NONE, Key::H),
            Self::ShowOnlySelected => (Modifiers::SHIFT, Key::H),
            Self::ShowAllRows => (Modifiers::NONE, Key::A),
            Self::ToggleRowList => (Modifiers::COMMAND, Key::L),
            Self::ToggleSidePanel => (Modifiers::COMMAND, Key::B),
            Self::FitPlots => (Modifiers::COMMAND, Key::R),
            Self::TogglePresentation => (Modifiers::NONE, Key::F5),
            Self::TogglePlay => (Modifiers::NONE, Key::Space),
            Self::NextStep => (Modifiers::NONE, Key::PageDown),
            Self::PreviousStep => (Modifiers::NONE, Key::PageUp),
            Self::ToggleMaximised(panel) => (Modifiers::COMMAND, digit(*panel)?),
            Self::Pin(None) => (Modifiers::COMMAND, Key::P),
            Self::Swap(Letter::A) => (SHIFT, Key::P),
            Self::ZoomIn => (Modifiers::COMMAND, Key::Plus),
            Self::ZoomOut => (Modifiers::COMMAND, Key::Minus),
            Self::ZoomReset => (Modifiers::COMMAND, Key::Num0),
            Self::Quit => (Modifiers::COMMAND, Key::Q),
            _ => return None,
        };
        Some(KeyboardShortcut::new(modifiers, key))
    }
}

/// ⌘1 … ⌘5, in the order of the panels on the screen.
fn digit(panel: Panel) -> Option<Key> {
    let place = Panel::USUAL.iter().position(|usual| *usual == panel)?;
    number_key(u8::try_from(place + 1).ok()?)
}

/// The key of a number from 1 to 9.
fn number_key(number: u8) -> Option<Key> {
    (1..=9).contains(&number).then_some(())?;
    Key::from_name(&number.to_string())
}
