//! Enums with the list of their variants and a text of each: one table, from which nothing can be left out.

/// Declares an enum, the list `ALL` of its variants, and a function that gives the text of each.
macro_rules! listed {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$of:meta])* $variant:ident => $text:expr),+ $(,)?
        }
        $(#[$doc:meta])*
        fn $words:ident
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// Every one, in order.
            $vis const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            $(#[$doc])*
            #[must_use]
            $vis fn $words(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}
