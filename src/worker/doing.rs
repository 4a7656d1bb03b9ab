//! Kinds of errands, with their words.

/// Kind of errand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    SavingPicture,
    CopyingPicture,
    DrawingPreview,
    SavingTable,
    MakingAnimation,
    Shuffling,
    DrawingThumbnails,
    Opening,
    SavingSession,
    SavingLesson,
    SavingHandout,
    KeepingSettings,
    CopyingScript,
}

impl Doing {
    /// Name of the work, as the status line shows it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::SavingPicture => "saving the figure",
            Self::CopyingPicture => "copying the figure",
            Self::DrawingPreview => "drawing a preview",
            Self::SavingTable => "saving the table",
            Self::MakingAnimation => "making the animation",
            Self::Shuffling => "comparing with shuffled columns",
            Self::DrawingThumbnails => "drawing the gallery",
            Self::Opening => "opening the file",
            Self::SavingSession => "saving the session",
            Self::SavingLesson => "saving the lesson",
            Self::SavingHandout => "writing the handout",
            Self::KeepingSettings => "keeping the settings",
            Self::CopyingScript => "copying the script",
        }
    }

    /// Sentence once it was stopped.
    #[must_use]
    pub fn stopped(self) -> &'static str {
        match self {
            Self::SavingPicture
            | Self::SavingTable
            | Self::MakingAnimation
            | Self::SavingSession
            | Self::SavingLesson
            | Self::SavingHandout
            | Self::KeepingSettings => "Stopped: nothing was written",
            Self::CopyingPicture | Self::CopyingScript => "Stopped: nothing was copied",
            Self::DrawingPreview | Self::DrawingThumbnails => "Stopped: there is no preview",
            Self::Shuffling => "Stopped: nothing was compared",
            Self::Opening => "Stopped: nothing was opened",
        }
    }

    /// Returns true where nobody wants it any more once the window is gone. An animation takes too long to be
    /// waited for without one.
    pub(super) fn ends_with_the_window(self) -> bool {
        match self {
            Self::CopyingPicture
            | Self::DrawingPreview
            | Self::MakingAnimation
            | Self::Shuffling
            | Self::DrawingThumbnails
            | Self::Opening
            | Self::CopyingScript => true,
            Self::SavingPicture
            | Self::SavingTable
            | Self::SavingSession
            | Self::SavingLesson
            | Self::SavingHandout
            | Self::KeepingSettings => false,
        }
    }
}
