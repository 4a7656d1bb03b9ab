//! Reading of one file: its errors, what it is read for, and what reading may cost.

use super::{
    super::{FittedTable, Holds, room::Room},
    CancelCheck, FileErrors,
};

/// File that is being read.
pub(super) struct Job<'a> {
    pub errors: FileErrors<'a>,
    pub holds: Holds,
    /// Fitted table whose columns the file has, where it holds new rows.
    pub fitted: Option<&'a FittedTable<'a>>,
    /// Sheet of a workbook that the user names.
    pub sheet: Option<&'a str>,
    pub room: &'a Room,
    pub cancelled: CancelCheck<'a>,
}

impl<'a> Job<'a> {
    /// Reading of numbers from the file called `name`, which nobody cancels.
    pub fn plain(name: &'a str, room: &'a Room) -> Self {
        Self {
            errors: FileErrors { name },
            holds: Holds::Numbers,
            fitted: None,
            sheet: None,
            room,
            cancelled: &|| false,
        }
    }
}
