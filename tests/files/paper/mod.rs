//! Figures on paper: every mark of a chart arrives in the SVG and in the PDF, and all formats look alike.

mod counts;
mod pdf;
mod raster;
