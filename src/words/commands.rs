//! Words of commands, one entry each: menus, palette, shortcuts and tooltips take them from here.

/// Words of a command. `{}` stands for what a command is about, such as a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandWords {
    /// Name in menus and in the palette.
    pub name: &'static str,
    /// Sentence or two for a tooltip; empty where no control offers the command.
    pub help: &'static str,
}

/// Writes the list: a constant for each command, its name and its sentence.
macro_rules! commands {
    ($($constant:ident $name:literal $($help:literal)?;)*) => {
        $(pub const $constant: CommandWords = CommandWords {
            name: $name,
            help: concat!($($help)?),
        };)*
    };
}

commands! {
    // Changes.
    CHANGE "Change";
    UNDO "Undo" "Takes back the last change of data, kernel or view";
    REDO "Redo" "Repeats the change you undid";

    // Examples and lessons.
    EXAMPLE "Example: {}";
    LESSON "Lesson: {}";
    OPEN_LESSON "Open lesson…" "Opens a lesson from its file (.toml)";
    NEXT_STEP "Next step" "Goes on in the lesson; where a question waits, its answer comes first";
    PREVIOUS_STEP "Previous step" "Goes back to the lesson’s step before";
    GO_TO_STEP "Go to step {}" "Goes to this step of the lesson";
    SHOW_STEP_AGAIN "Show the step’s picture again"
        "Data, kernel and panels as the lesson’s step has them, whatever was changed. The file of a lesson is read \
         again, so that it can be written beside its picture.";
    ANSWER "Answer" "Takes this answer; if it is wrong, others can be tried";
    SHOW_ANSWER "Show the answer" "Shows the answer and the picture that gives it";
    CLOSE_LESSON "Close lesson" "Closes the lesson and leaves its picture; it goes on here when it is opened again";

    // Lessons of one’s own.
    NEW_LESSON "New lesson from here" "Begins a lesson of your own, whose first step is the view on the screen";
    EDIT_LESSON "Edit this lesson"
        "Opens the texts of this lesson beside it, to be changed. A lesson that comes with the program is copied \
         first; comments in the file of your own are not kept.";
    ADD_STEP "Add this view as a step" "Puts a new step with the data, kernel and panels on the screen after this one";
    STEP_PICTURE "Use this view in the step" "Makes the data, kernel and panels on the screen those of this step";
    ANSWER_PICTURE "Use this view in the answer"
        "Makes the data, kernel and panels on the screen those that come with the answer";
    STEP_UP "Move the step up" "Puts the step before the one above it";
    STEP_DOWN "Move the step down" "Puts the step after the one below it";
    DELETE_STEP "Delete the step" "Takes the step out of the lesson";
    WRITE_LESSON "Change the lesson";
    UNDO_WRITING "Undo in the lesson" "Takes back the last change of the lesson";
    REDO_WRITING "Redo in the lesson" "Repeats the change of the lesson that you undid";
    SAVE_LESSON "Save lesson" "Writes the lesson to its file";
    ASK_FOR_LESSON "Save lesson as…"
        "Writes the lesson to another file. Tables up to 64 KiB go into it, larger ones are named with a checksum.";
    SAVE_LESSON_TO "Save the lesson";
    UNSAVED_LESSON "The lesson is not saved";
    STOP_WRITING "Stop editing" "Closes the texts; the lesson stays open to be read";
    ASK_FOR_HANDOUT "Save handout…"
        "Writes the open lesson with its pictures as a page (HTML), which a browser prints, also as PDF";
    SAVE_HANDOUT "Save handout"
        "Writes the open lesson with its pictures as a page (HTML), which a browser prints, also as PDF";
    SAVE_LESSON_AND "Save" "Writes the lesson to its file, and goes on";
    DISCARD_LESSON_AND "Discard" "Goes on, and the changes of the lesson are lost";

    // Presentation.
    TOGGLE_PRESENTATION "Present"
        "Fills the screen with the picture, large enough for a lecture room. Escape goes back.";
    BLACK_SCREEN "Black screen" "Makes the screen black while one talks, or shows the picture again (B)";
    WHITE_SCREEN "White screen" "Makes the screen white while one talks, or shows the picture again (W)";
    TOGGLE_POINTER "Highlight the pointer" "Lets a disc follow the pointer, so that all see where it is (P)";
    TOGGLE_NOTES "Text of the step" "Lays the text of the step over the plots, or takes it away (N)";

    // Names.
    RENAME "Rename {}…"
        "Gives it a name of your own, in the window, figures, sessions and scripts. An empty name brings the program’s \
         back; between dollar signs simple maths is set: $x_1$, $\\gamma$.";
    TAKE_NAME "Take the name";
    LEAVE_NAME "Leave the name";

    // Files.
    OPEN "Open…" "Opens a table of numbers (CSV, TSV or separated by blanks)";
    OPEN_BY_PATH "Open by path…" "Opens a table or a session whose path is typed or pasted";
    OPEN_SESSION "Open session or picture…"
        "Opens a saved session, or the setup of a picture that was saved: data, kernel and view as they were";
    OPEN_PATH "Open {}" "Opens {}";
    OPEN_LINE "Open a setup";
    COPY_LINE "Copy setup as a line"
        "Copies data, kernel and view as one line of text, for --setup or to be pasted here";
    COPY_LINK "Copy link" "Copies an address that shows this picture in a browser";
    COPY_LINK_WITH_TABLE "Copy link with table" "Copies an address that holds this picture and its table, for a table of some kilobytes";
    COPY_STEP "Copy view as a lesson’s step"
        "Copies what is shown as text for the file of a lesson: a whole one where no lesson is open, else another step";

    // Dialogs.
    CLOSE_DIALOG "Close" "Closes the dialog and changes nothing";
    BROWSE "Browse…" "Chooses the file in the system's dialog";
    WRITE_TO "Write to {}";

    // Pictures, tables and scripts.
    ASK_FOR_PICTURE "Save picture…" "Saves the panels on the screen as PNG, SVG or PDF, in a size of your choice";
    ASK_FOR_PANEL_PICTURE "Save picture of {}…" "Saves this panel alone as PNG, SVG or PDF, in a size of your choice";
    ASK_FOR_SESSION "Save session…" "Saves data source, kernel and view in a small text file that brings them back";
    SAVE_PICTURE "Save picture" "Draws the figure anew at its full size and writes the file";
    COPY_FIGURE "Copy picture as shown" "Copies the figure of the preview, ready to be pasted";
    COPY_FIGURE_SVG "Copy picture as SVG"
        "Copies the figure of the preview as the text of an SVG, which drawing programs and editors take";
    COPY_PICTURE "Copy picture" "Copies the panels on the screen as an image, ready to be pasted into slides";
    COPY_PANEL_PICTURE "Copy picture of {}" "Copies this panel alone as an image, ready to be pasted into slides";
    COPY_SCRIPT "Copy as {}" "Copies a {} script that computes the same numbers and draws the same picture";
    ASK_FOR_NUMBERS "Export data of {}…" "Writes the numbers of this panel as CSV or NumPy";
    COPY_DATA "Copy data of {}" "Copies what this panel draws as a table, ready for a spreadsheet";
    ASK_FOR_TABLE "Export table…" "Writes scores, spectrum, kernel matrix or projections of new rows as CSV or NumPy";
    ASK_FOR_SELECTED_TABLE "Export selected rows…" "Writes the numbers of the selected rows as CSV or NumPy";
    SAVE_TABLE "Export table" "Writes the table to the file above";
    ASK_FOR_ANIMATION "Save animation…"
        "Saves the picture while a parameter runs through a range, as a GIF, as numbered PNGs or side by side on a \
         sheet";
    SAVE_ANIMATION "Save animation" "Draws a picture at each value and writes the files";
    BROWSE_NEW_ROWS "Open new rows…"
        "Chooses a table with the same features, whose rows are projected rather than fitted";
    OPEN_NEW_ROWS "Open {} as new rows" "Draws its rows as rings where the components that were fitted put them";
    COLUMNS "Columns…"
        "Lists every column with its first values and what it is used for, which can be changed, and how the file is read";
    CLOSE_NEW_ROWS "Close the new rows" "Draws the rows that were fitted alone again";
    SAVE_SESSION "Save session" "Saves data source, kernel and view in a small text file that brings them back";

    // Plots, and data drawn by hand.
    HOVER_ROWS "Point at rows";
    ZOOMED "Zoom into {}";
    MOVE "Move and turn plots" "Drag to move a plot, a node of a graph in the input, or to turn a plot in 3-D";
    RECTANGLE "Select with a rectangle"
        "Drag around dots; Ctrl or ⌘ adds them, a click beside all dots lets them go. Shift and drag draws a \
         rectangle with any tool";
    LASSO "Select with a lasso"
        "Drag around dots; Ctrl or ⌘ adds them, a click beside all dots lets them go. Shift and drag draws a \
         rectangle with any tool";
    DRAW "Add and move points" "Click to add a point of the current class, or drag one to another place";
    BRUSH "Spray points" "Drag to spray points of the current class";
    ERASE "Erase points" "Drag over points to take them out, or click on one";
    DRAW_ANEW "Draw your own data"
        "An empty sheet in the input plot: click to add points, or spray them with the brush";
    EDIT_POINTS "Edit these points"
        "Makes a drawing of the two columns in the input plot, or of both where there are two. Its points can be \
         moved, added and erased.";
    PEN_CLASS "Draw class {}" "The class of new points; selected points change to it at once";
    LARGER_BRUSH "Larger brush" "Brush and eraser reach farther";
    SMALLER_BRUSH "Smaller brush" "Brush and eraser reach less far";
    DELETE_SELECTED "Delete selected points" "Takes the selected points out of the drawing";

    // Selected rows.
    SELECT "Select rows" "Selects this row alone, so that every plot marks it";
    INVERT_SELECTION "Invert selection" "Selects the rows that are not selected, and lets go of the others";
    RELEASE "Clear selection"
        "Lets go of the selected rows; then of the class that is shown alone; then brings the other panels back";
    HIDE_SELECTED "Hide selected rows"
        "Leaves the selected points out of the drawing. They stay in the fit, so no number changes.";
    SHOW_ONLY_SELECTED "Show only selected rows"
        "Draws the selected points alone. The others stay in the fit, so no number changes.";
    SHOW_ALL_ROWS "Show all rows" "Draws every point again";
    FIT_WITHOUT_SELECTED "Fit without the selected rows"
        "Leaves the selected rows out of the fit. They stay in the picture as rings, where the components put them.";
    FIT_ALL_ROWS "Fit all rows again" "Takes the rows and classes that were left out back into the fit";
    FIT_ONLY "Fit only {}" "Leaves the rows of all other classes out of the fit, and out of the picture";
    FIT_WITHOUT_CLASS "Fit without {}" "Leaves the rows of this class out of the fit, and out of the picture";
    TOGGLE_RECOLOURED "Colour selected rows" "Gives the selected points a colour of their own in every plot";
    TOGGLE_ISOLATED "Show only {}" "Shows the points of {} among shadows of the others";
    TOGGLE_ROW_LIST "List of selected rows" "Lists the selected rows with their features and scores";
    SELECT_NOVEL "Select rows beyond the novelty threshold"
        "Selects the fitted rows whose reconstruction error is beyond the line, and lists them";
    COPY_SELECTED_ROWS "Copy selected rows" "Copies the selected rows as a table, ready for a spreadsheet";
    LIST_NEW_ROWS "List of new rows beyond the threshold"
        "Lists the new rows whose reconstruction error is beyond the line in the novelty panel, by their numbers in \
         their file";
    LIST_SELECTED_ROWS "Selected rows in the list" "Lists the selected rows again";
    COPY_NOVEL_NEW_ROWS "Copy new rows beyond the threshold"
        "Copies the new rows beyond the line as a table: number, label, error and features";

    // Panels.
    WIDEN_SIDE "Widen the side panel";
    TOGGLE_MAXIMISED "Maximise {}";
    PIN "Pin {}"
        "Keeps this picture beside the live one as it is now, with its data and parameters, and says what differs \
         from then on. Up to four can be pinned.";
    UNPIN "Unpin {}" "Takes the pinned picture away; Undo brings it back";
    SWAP "Swap {} with the live picture"
        "Data and parameters of the pinned picture become the live ones, and the live picture is pinned in its place";
    SHOW_GALLERY "Add panel…"
        "All panels by what they answer, drawn from these data: click one, or drag it to where it is to stand";
    SEARCH_GALLERY "Search panels";
    CLOSE_GALLERY "Close the gallery" "Brings the controls back; nothing else changes";
    TOGGLE_VERSUS "A against B"
        "A pinned picture and the live one in equal halves; Escape brings the other panels back";
    ARRANGE "Panels: {}";
    CHOOSE "{}";
    CONTOURS_THROUGH "Contours through {} row"
        "Maps show a plane through the features. The columns that are not on its axes are held at this row's values.";

    // Computations.
    FIND_SPECTRUM "Full spectrum"
        "Computes all n eigenvalues, not only the leading ones. With thousands of rows this takes a while, and it can \
         be given up.";
    FORGET_SPECTRUM "Leading eigenvalues only" "Goes back to the eigenvalues of the components";
    TOGGLE_PLAY "Play the sweep or pause it"
        "Lets the parameter of the sweep run through its range while the picture follows. Any touch stops it where it \
         stands.";
    STOP_SWEEP "Stop the sweep" "Gives up the sweep; the values that are known stay";
    RUN_SWEEP_AGAIN "Run the sweep again" "Computes the sweep that was stopped, from its first value on";
    TOGGLE_GAMMA_MARKS "Marks for γ" "Rules for γ are asked in the background, and their answers marked at its slider";
    STOP_ERRAND "Stop saving and drawing beside the picture"
        "Gives up what the status line names, such as a figure that is being saved; nothing is written";
    STOP_FIT "Stop the fit"
        "Gives up the computation under way. The last picture stays until something is changed, or until the fit is \
         run again.";
    RUN_FIT_AGAIN "Run the fit again"
        "Computes what was stopped, with the parameters that are set. Changing any of them does so too.";
    LIMIT_MEMORY "Limit memory";
    MEMORY "Memory limit…" "How much memory a fit may use before it approximates the kernel matrix";

    // Window.
    TOGGLE_SIDE_PANEL "Side panel" "Shows or hides the controls, to give the plots their room";
    TOGGLE_SECTION "{} controls" "Folds these controls away, or opens them";
    RESET_LAYOUT "Reset layout" "Panels and splits as they were at the first start";
    FIT_PLOTS "Fit plots to data" "Every plot shows all of its data again";
    THEME "Theme: {}";
    ZOOM_IN "Zoom in" "Enlarges texts and controls by a tenth";
    ZOOM_OUT "Zoom out" "Makes texts and controls smaller by a tenth";
    ZOOM_RESET "Actual size" "Texts and controls in the size that suits the window";
    DISMISS_NOTICE "Dismiss" "Closes this line. After an error the setup goes back to what is on the screen.";
    CLOSE_EXAMPLE "Close the explanation" "Closes the explanation of the example; nothing else changes";
    TOGGLE_INSIGHT "What you see" "One sentence about the result, such as which feature drowns the others";
    PALETTE "Command palette…" "Finds every command by its name, and sets parameters: gamma 0.5, kernel poly, n 800";
    SHORTCUTS "Keyboard shortcuts" "Lists the keys, and what the mouse does in a plot";
    ABOUT "About" "Version and licences";
    QUIT "Quit" "Ends the program. Data, kernel and view are back at the next start.";
}
