//! Kinds of errands, with their words for the status line.

listed! {
    /// Kind of errand.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Doing {
        SavingPicture => "saving the figure",
        CopyingPicture => "copying the figure",
        DrawingPreview => "drawing a preview",
        SavingTable => "saving the table",
        MakingAnimation => "making the animation",
        Shuffling => "comparing with shuffled columns",
        DrawingThumbnails => "drawing the gallery",
        Opening => "opening the file",
        ComparingData => "comparing the data with the session's",
        SavingSession => "saving the session",
        SavingLesson => "saving the lesson",
        SavingHandout => "writing the handout",
        KeepingSettings => "keeping the settings",
        CopyingScript => "copying the script",
    }
    /// Name of the errand, as the status line shows it.
    fn title
}

impl Doing {
    /// Sentence that says that the errand was stopped.
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
            Self::Shuffling | Self::ComparingData => "Stopped: nothing was compared",
            Self::Opening => "Stopped: nothing was opened",
        }
    }

    /// Returns true where the errand ends with the window, because its result is not wanted any more; also for an
    /// animation, which takes too long to wait for.
    pub(super) fn ends_with_the_window(self) -> bool {
        match self {
            Self::CopyingPicture
            | Self::DrawingPreview
            | Self::MakingAnimation
            | Self::Shuffling
            | Self::DrawingThumbnails
            | Self::Opening
            | Self::ComparingData
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
