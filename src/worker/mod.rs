//! One thread that computes; the latest request wins. Knows the maths and no UI.
