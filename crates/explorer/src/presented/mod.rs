//! Presentation of the mathematics: words, formulas, colours, and Python and R, one entry for each kernel, method and
//! parameter. The engine says what these are; whoever shows them or writes code for them reads it here.
//!
//! ```
//! use explorer::presented::Presented;
//! use kernel_pca::{kernel::KernelKind, method::Method};
//!
//! assert_eq!(KernelKind::Poly.presented().title, "Polynomial");
//! assert_eq!(Method::Lle.presented().title_in_text, "LLE");
//! ```

/// Declares a module for each value of an enum of the engine and takes the value's entry from it; a value left out does
/// not compile.
macro_rules! entries {
    ($values:ident => $entry:ident; $($module:ident :: $value:ident),+ $(,)?) => {
        $(mod $module;)+

        impl Presented for $values {
            type Entry = $entry;

            fn presented(self) -> &'static $entry {
                match self {
                    $(Self::$value => &$module::ENTRY,)+
                }
            }
        }
    };
}

mod kernel;
mod method;
mod parameter;

pub use kernel::{FormulaPiece, KernelEntry, Python, R};
pub use method::{EigenvalueSense, MethodEntry, MethodPython};
pub use parameter::{ParameterEntry, axis};

/// Part of the mathematics that has an entry of words, colours and code.
pub trait Presented: Copy {
    /// Words, colours and code.
    type Entry: 'static;

    /// Entry of this part.
    fn presented(self) -> &'static Self::Entry;
}
