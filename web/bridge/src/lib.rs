//! The bridge between the program and its page: functions of `page.js` that the program calls, and those of the
//! program that the page calls.
//!
//! A page has one thread for computing and drawing. A long computation runs as a task, and [`breathe`] gives the
//! browser a turn in the middle of it: the page suspends the stack of the task (JavaScript Promise Integration) and
//! goes on with it later. Tasks nest: one that is more urgent starts on top of a suspended one, and ends before that
//! one goes on, so that the memory they share is used as by functions that call each other. Where the browser cannot
//! suspend, a task runs to its end.
//!
//! A computation that cannot breathe is carried out by [`elsewhere`], in a second instance of the program that a worker
//! of the page has, while its task is suspended.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
};

use wasm_bindgen::prelude::wasm_bindgen;

/// Time that a task takes before the browser has a turn, in milliseconds: half of a frame of 60 a second.
const SLICE: f64 = 8.0;
/// Number of instances that a computation is tried in before the caller does it in place.
const ATTEMPTS: usize = 2;

#[wasm_bindgen]
extern "C" {
    /// Hands a file to the browser's downloads.
    #[wasm_bindgen(js_namespace = page)]
    pub fn download(name: &str, bytes: &[u8]);

    /// Opens the browser's file dialog for names with these extensions, as in `.csv,.tsv`; for any file where empty.
    /// The answer arrives as [`Arrival::Picked`] or [`Arrival::NotPicked`].
    #[wasm_bindgen(js_namespace = page)]
    pub fn choose(extensions: &str);

    /// Keeps a text under a name from visit to visit.
    #[wasm_bindgen(js_namespace = page)]
    pub fn keep(name: &str, text: &str);

    /// Text that was kept under a name.
    #[wasm_bindgen(js_namespace = page)]
    pub fn kept(name: &str) -> Option<String>;

    /// Gives the page all of the screen, or takes it back.
    #[wasm_bindgen(js_namespace = page, js_name = fullScreen)]
    pub fn full_screen(full: bool);

    /// Puts a setup's line into the address, with the name of the setup's data file where it has one.
    #[wasm_bindgen(js_namespace = page, js_name = showAddress)]
    pub fn show_address(line: &str, file: Option<String>);

    /// Address of the page with a setup's line.
    #[wasm_bindgen(js_namespace = page)]
    pub fn link(line: &str) -> String;

    /// Copies to the clipboard the address of the page with a setup's line and the file that the line names, or says
    /// why not.
    #[wasm_bindgen(js_namespace = page, js_name = copyPacked)]
    pub fn copy_packed(line: &str, name: &str, bytes: &[u8]);

    /// Value of a parameter of the address, as in `?lesson=kernel-trick`; `line` is the setup behind `#`, and
    /// `data` the name of the table that came along.
    #[wasm_bindgen(js_namespace = page)]
    pub fn asked(name: &str) -> Option<String>;

    /// Makes the browser ask before the page is left, or, where false, no longer.
    #[wasm_bindgen(js_namespace = page, js_name = holdClosing)]
    pub fn hold_closing(hold: bool);

    /// Says in place of the picture why there is none.
    #[wasm_bindgen(js_namespace = page)]
    pub fn fail(reason: &str);

    /// Says that the program draws, and the page's own words can go.
    #[wasm_bindgen(js_namespace = page)]
    pub fn started();

    /// Tells a screen reader what is shown.
    #[wasm_bindgen(js_namespace = page)]
    pub fn tell(text: &str);

    /// Shows the window as HTML elements, given as JSON, to readers who do not see the canvas.
    #[wasm_bindgen(js_namespace = page)]
    pub fn mirror(parts: &str);

    /// Returns true where the reader asked the system for less motion.
    #[wasm_bindgen(js_namespace = page, js_name = isStill)]
    pub fn is_still() -> bool;

    /// Returns true where the main pointing device is a finger.
    #[wasm_bindgen(js_namespace = page, js_name = isTouched)]
    pub fn is_touched() -> bool;

    /// Returns true where the page is embedded in another one that is told of results.
    #[wasm_bindgen(js_namespace = page, js_name = isHeard)]
    pub fn is_heard() -> bool;

    /// Tells the page that embeds this one of a result: its description as JSON, scores row by row, eigenvalues and
    /// their shares of the variance, and labels, one for each row. Shares and labels are empty where there are none.
    #[wasm_bindgen(js_namespace = page, js_name = tellResult)]
    pub fn tell_result(
        description: &str,
        scores: &[f64],
        eigenvalues: &[f64],
        shares: &[f64],
        labels: &[f64],
    );

    /// Tells the page that embeds this one which rows are selected, numbered from 0.
    #[wasm_bindgen(js_namespace = page, js_name = tellSelected)]
    pub fn tell_selected(rows: &[u32]);

    /// Tells the page that embeds this one why there is no picture; an empty text takes that back.
    #[wasm_bindgen(js_namespace = page, js_name = tellProblem)]
    pub fn tell_problem(text: &str);

    #[wasm_bindgen(js_namespace = page)]
    fn schedule();

    /// Suspends the task until the computation `number` has ended or a moment is over: the page puts a function that
    /// can suspend in place of this one.
    #[wasm_bindgen(js_namespace = page)]
    fn rest(number: u32);

    #[wasm_bindgen(js_namespace = page, js_name = canRest)]
    fn can_rest() -> bool;

    /// Begins a computation in another instance, and returns its number; 0 where there can be none.
    #[wasm_bindgen(js_namespace = page)]
    fn begin(kind: u8, rows: usize, columns: usize, entries: &[f64]) -> u32;

    #[wasm_bindgen(js_namespace = page, js_name = isPending)]
    fn is_pending(number: u32) -> bool;

    /// Ends a computation and returns its numbers; `None` where it was given up or its instance died.
    #[wasm_bindgen(js_namespace = page)]
    fn take(number: u32) -> Option<Vec<f64>>;

    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Message from the web page to the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// Bytes of a file that is known under this name from now on.
    Kept(String, Vec<u8>),
    /// A file that was dropped, pasted or named by the address, to be opened.
    Opened(String, Vec<u8>),
    /// The file that the dialog asked for.
    Picked(String, Vec<u8>),
    /// The file dialog was closed without a choice.
    NotPicked,
    /// The line of a setup, from the address.
    Line(String),
    /// A sentence to show on what was done.
    Done(String),
    /// A theme by its name.
    Theme(String),
    /// True where the page is to present, as in a lecture room.
    Present(bool),
    /// A sentence to show.
    Remark(String),
}

type Task = Box<dyn FnOnce()>;

/// Computation of numbers from a matrix, by its kind, shape and entries.
pub type Compute = fn(u8, [usize; 2], Vec<f64>) -> Vec<f64>;

thread_local! {
    static ARRIVALS: RefCell<VecDeque<Arrival>> = const { RefCell::new(VecDeque::new()) };
    /// Actions that readers of the window's HTML mirror asked for: what is to be done, with which part, and a value.
    static WISHES: RefCell<VecDeque<[String; 3]>> = const { RefCell::new(VecDeque::new()) };
    static WAKE: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
    static COMPUTE: Cell<Option<Compute>> = const { Cell::new(None) };
    /// Tasks that wait, in the order in which they came.
    static WAITING: RefCell<VecDeque<(u8, Task)>> = const { RefCell::new(VecDeque::new()) };
    /// Urgency of each task that was begun, the innermost last.
    static BEGUN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// True while a task runs, and not the page.
    static RUNS: Cell<bool> = const { Cell::new(false) };
    /// Time at which the slice of the task that runs began, in milliseconds.
    static SINCE: Cell<f64> = const { Cell::new(0.0) };
}

/// Sets the function that is called at each message and each wish from the page.
pub fn on_arrival(wake: impl Fn() + 'static) {
    WAKE.with(|it| *it.borrow_mut() = Some(Box::new(wake)));
}

/// Next arrival, if there is one.
pub fn arrived() -> Option<Arrival> {
    ARRIVALS.with(|it| it.borrow_mut().pop_front())
}

/// Next wish of a reader of the mirror, if there is one: what is to be done, with which part, and a value.
pub fn wished() -> Option<[String; 3]> {
    WISHES.with(|it| it.borrow_mut().pop_front())
}

fn wake() {
    WAKE.with(|it| {
        if let Some(wake) = &*it.borrow() {
            wake();
        }
    });
}

/// Runs a task soon, after those of the same urgency, and before less urgent ones go on.
pub fn spawn(urgency: u8, task: impl FnOnce() + 'static) {
    WAITING.with(|it| it.borrow_mut().push_back((urgency, Box::new(task))));
    schedule();
}

/// Gives the browser a turn where a task has run for long enough; nothing outside of tasks.
pub fn breathe() {
    if RUNS.get() && now() - SINCE.get() >= SLICE {
        give_way();
    }
}

/// Gives the browser a turn.
pub fn give_way() {
    if RUNS.get() && can_rest() {
        suspend(0);
    }
}

fn suspend(number: u32) {
    RUNS.set(false);
    rest(number);
    RUNS.set(true);
    SINCE.set(now());
}

/// Sets the function by which this instance computes what another instance asks of it.
pub fn compute_by(compute: Compute) {
    COMPUTE.set(Some(compute));
}

/// Computes in another instance, while the browser has turns; `None` where the task gives up or cannot be suspended,
/// where no instance starts, or where two of them died of the computation.
pub fn elsewhere(
    kind: u8,
    [rows, columns]: [usize; 2],
    entries: &[f64],
    gives_up: &dyn Fn() -> bool,
) -> Option<Vec<f64>> {
    if !RUNS.get() || !can_rest() {
        return None;
    }
    for _ in 0..ATTEMPTS {
        let number = begin(kind, rows, columns, entries);
        if number == 0 {
            return None;
        }
        while is_pending(number) && !gives_up() {
            suspend(number);
        }
        let numbers = take(number);
        if numbers.is_some() || gives_up() {
            return numbers;
        }
    }
    None
}

/// Computes numbers from a matrix for another instance.
#[wasm_bindgen]
pub fn compute(kind: u8, rows: usize, columns: usize, entries: Vec<f64>) -> Vec<f64> {
    let compute = COMPUTE.get();
    compute.map_or_else(Vec::new, |compute| compute(kind, [rows, columns], entries))
}

/// Takes a message from the page: a kind, a name or text, and bytes.
#[wasm_bindgen]
pub fn arrive(kind: &str, name: String, bytes: Vec<u8>) {
    let arrival = match kind {
        "kept" => Arrival::Kept(name, bytes),
        "opened" => Arrival::Opened(name, bytes),
        "picked" => Arrival::Picked(name, bytes),
        "line" => Arrival::Line(name),
        "done" => Arrival::Done(name),
        "theme" => Arrival::Theme(name),
        "present" => Arrival::Present(name == "on"),
        "remark" => Arrival::Remark(name),
        _ => Arrival::NotPicked,
    };
    ARRIVALS.with(|it| it.borrow_mut().push_back(arrival));
    wake();
}

/// Takes a wish of a reader of the mirror: what is to be done, with which part, and a value.
#[wasm_bindgen]
pub fn wish(what: String, part: String, value: String) {
    WISHES.with(|it| it.borrow_mut().push_back([what, part, value]));
    wake();
}

/// Returns true where a task waits that is more urgent than all that were begun.
#[wasm_bindgen]
pub fn ready() -> bool {
    most_urgent().is_some()
}

/// Runs the most urgent task that waits.
#[wasm_bindgen]
pub fn work() {
    let task = most_urgent().and_then(|place| WAITING.with(|it| it.borrow_mut().remove(place)));
    let Some((urgency, task)) = task else {
        return;
    };
    BEGUN.with(|it| it.borrow_mut().push(urgency));
    RUNS.set(true);
    SINCE.set(now());
    task();
    RUNS.set(false);
    BEGUN.with(|it| it.borrow_mut().pop());
}

/// Index in the queue of the first of the most urgent waiting tasks; `None` where none is more urgent than the task
/// begun last.
fn most_urgent() -> Option<usize> {
    let begun = BEGUN.with(|it| it.borrow().last().copied());
    WAITING.with(|it| {
        let waiting = it.borrow();
        let allowed = waiting.iter().enumerate();
        let allowed = allowed.filter(|(_, (urgency, _))| begun.is_none_or(|it| *urgency > it));
        // Of equals, `max_by_key` gives the last.
        let first = allowed.rev().max_by_key(|(_, (urgency, _))| *urgency);
        first.map(|(place, _)| place)
    })
}
