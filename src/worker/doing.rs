//! What each errand is called.

/// What kind of errand it is.
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
    /// What is done, as the status line says it.
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

    /// What is said once it was given up.
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

    /// Whether nobody wants it any more once the window is gone. An animation takes too long to be waited for
    /// without one.
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
