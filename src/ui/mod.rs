//! Draws state and emits commands; never computes.
