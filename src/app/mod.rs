//! The window's state and what each command does to it.
