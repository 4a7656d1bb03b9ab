//! Parts that the panels' charts share: dots of rows, their colours and shapes, and sentences on results.

mod colour;
mod comparison;
mod contributions;
mod criteria;
mod formula;
mod insight;
mod marking;
mod maths;
mod names_of_rows;
mod new_rows;
mod own_words;
mod points;
mod role;
mod row_table;
mod rows_as_pictures;
mod shapes_of_classes;
mod summary;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod text;
mod tidy;

pub use colour::colour;
pub use comparison::{comparison, told_apart};
pub use contributions::Contributions;
pub use criteria::{advised, answer_in_words, disagreement, gamma_marks, marks_of_gamma};
pub use formula::{formula, formula_over, formula_parts, switches, symbolic};
pub use insight::{remedy, sentence, why};
pub use marking::mark;
pub use maths::{maths, unset_maths, with_maths};
pub use names_of_rows::{MOST_NAMED, name_rows, names_of_rows};
pub use new_rows::{
    all_labels, dots_of, explain_new_rows, held_out_in_words, new_rows, on_axes, said_of_new_rows,
};
pub use own_words::{class_name, put_words};
pub use points::{aspect, coloured_by, extent, jitter, key, paints, places, points};
pub use role::{method_paint, pre_image_marker, pre_image_paint};
pub use row_table::RowTable;
pub use rows_as_pictures::{chart_pictures, show as show_pictures};
pub use shapes_of_classes::{shape, shapes_are_needed};
pub use summary::{summary, summary_of};
pub use text::{
    brief_title, dated_titles, kernel_label, new_row_label, new_row_scores, new_row_title,
    parameters, row_label, row_scores, row_title, shorter_titles, shown_size, size,
};
pub use tidy::{TidyTable, stable};
