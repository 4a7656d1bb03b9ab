//! Enums with the list of their variants and a text of each: one table, from which nothing can be left out.

/// Declares an enum, the list `ALL` of its variants, and a function that gives each variant's text, or its description
/// as a static value of another type.
#[macro_export]
macro_rules! listed {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$of:meta])* $variant:ident => $text:expr),+ $(,)?
        }
        $(#[$doc:meta])*
        fn $words:ident
    ) => {
        $crate::listed! {
            $(#[$meta])*
            $vis enum $name {
                $($(#[$of])* $variant => $text),+
            }
            $(#[$doc])*
            fn $words -> str
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$of:meta])* $variant:ident => $text:expr),+ $(,)?
        }
        $(#[$doc:meta])*
        fn $words:ident -> $described:ty
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// All variants, in order of declaration.
            $vis const ALL: [Self; [$(Self::$variant),+].len()] = [$(Self::$variant),+];

            $(#[$doc])*
            #[must_use]
            $vis const fn $words(self) -> &'static $described {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}
