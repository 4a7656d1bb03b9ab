//! The dialogs' state: what is open and what has been typed into it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Destination, Figures, Layout, PictureOptions, TableOptions};

/// The one dialog that is open.
#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    /// Opening a table by a typed path.
    OpenPath {
        path: String,
    },
    SavePicture(PictureOptions),
    ExportTable(TableOptions),
    SaveSession(Destination),
    Palette {
        filter: String,
        selected: usize,
    },
    /// How much memory a fit may use.
    Memory,
    Shortcuts,
    About,
}

impl Dialog {
    #[must_use]
    pub fn open_path() -> Self {
        Self::OpenPath {
            path: String::new(),
        }
    }

    /// Where the open dialog wants to write.
    pub(super) fn destination(&mut self) -> Option<&mut Destination> {
        match self {
            Self::SavePicture(options) => Some(&mut options.to),
            Self::ExportTable(options) => Some(&mut options.to),
            Self::SaveSession(to) => Some(to),
            _ => None,
        }
    }

    #[must_use]
    pub fn palette() -> Self {
        Self::Palette {
            filter: String::new(),
            selected: 0,
        }
    }
}

/// Which surfaces the window has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::System => "like the system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// What is remembered from one start to the next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    pub side_panel: bool,
    /// `None` follows the window's size.
    pub zoom: Option<f32>,
    pub layout: Layout,
    /// How the last figures looked.
    pub figures: Figures,
    /// How much memory a fit may use; `None` is half of what is free.
    pub memory_mib: Option<u32>,
    /// Tables and sessions opened lately, the latest first.
    pub recent: Vec<PathBuf>,
    /// The window's setup when it was closed.
    pub setup: Option<crate::setup::Setup>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            side_panel: true,
            zoom: None,
            layout: Layout::default(),
            figures: Figures::default(),
            memory_mib: None,
            recent: Vec::new(),
            setup: None,
        }
    }
}

impl Settings {
    const RECENT: usize = 8;

    /// How many bytes a fit may use, where that was chosen.
    pub(super) fn memory_limit(&self) -> Option<u64> {
        self.memory_mib.map(|mebibytes| u64::from(mebibytes) << 20)
    }

    pub(super) fn remember(&mut self, path: PathBuf) {
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(Self::RECENT);
    }
}
