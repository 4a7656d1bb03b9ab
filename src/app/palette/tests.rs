use super::*;
use crate::{
    app::{Edit, Parameter},
    worker::Inline,
};
use explorer::{
    panel::Choice,
    setup::{DotColour, ErrorSpace, RowOrder, Setup},
};
use kernel_pca::{
    kernel::{Gamma, KernelKind},
    objects::Scaling,
};
use tabular::Source;

fn app() -> App {
    App::new(Setup::welcome(), Box::new(Inline::default()))
}

fn first(typed: &str) -> PaletteEntry {
    app().palette(typed).remove(0)
}

#[test]
fn a_parameter_with_its_value_is_one_command() {
    for (typed, edit) in [
        ("gamma 0.5", Edit::Gamma(Gamma::Value(0.5))),
        ("γ 1/4", Edit::Gamma(Gamma::Value(0.25))),
        ("gamma = 0,5", Edit::Gamma(Gamma::Value(0.5))),
        ("--gamma=median", Edit::Gamma(Gamma::Median)),
        ("kernel poly", Edit::Kernel(KernelKind::Poly)),
        ("Kernel Lap", Edit::Kernel(KernelKind::Laplacian)),
        ("components 20", Edit::Number(Parameter::Components, 20.0)),
        ("scale standardize", Edit::Scaling(Scaling::Standardize)),
        ("scale standardise", Edit::Scaling(Scaling::Standardize)),
    ] {
        assert_eq!(
            first(typed).action,
            Action::Run(Command::Edit(edit)),
            "{typed}"
        );
    }
    for (typed, parameter, value) in [
        ("n 800", Parameter::Samples, 800.0),
        ("points n 800", Parameter::Samples, 800.0),
        ("points n = 800", Parameter::Samples, 800.0),
        ("noise 0.1", Parameter::Noise, 0.1),
    ] {
        let edit = Action::Run(Command::Edit(Edit::Number(parameter, value)));
        assert_eq!(first(typed).action, edit);
    }
}

#[test]
fn what_cannot_be_is_refused_in_the_palette() {
    for (typed, reason) in [
        (
            "gamma 0",
            "γ must be a positive number (or auto, or median)",
        ),
        (
            "gamma wide",
            "γ must be a positive number (or auto, or median)",
        ),
        ("degree 4", "The RBF kernel has no degree"),
        (
            "kernel gauss",
            &format!(
                "Kernel must be one of {}",
                KernelKind::ALL.map(KernelKind::name).join(", ")
            ),
        ),
    ] {
        let entry = first(typed);
        assert_eq!(
            (entry.label.as_str(), entry.action),
            (reason, Action::Refuse)
        );
    }
}

#[test]
fn words_after_a_parameter_are_no_refusal_where_they_name_something_else() {
    let entry = first("eigenvalues themselves");
    let wanted = Action::Run(Command::Choose(Choice::Eigenvalues));
    assert_eq!(
        (&*entry.label, entry.action),
        ("Eigenvalues themselves on or off", wanted)
    );
    assert_eq!(
        first("kernel pca 3-d").label,
        "Add panel: Kernel PCA in 3-D"
    );
    // A number is meant for the parameter, also one that it does not take.
    assert_eq!(first("eigenvalues 0").action, Action::Refuse);
}

#[test]
fn parameters_have_names_of_several_words() {
    let mut app = app();
    let label = |app: &App, typed: &str| app.palette(typed).remove(0).label;
    assert_eq!(label(&app, "added noise"), "Added noise: None");
    assert_eq!(label(&app, "penalty"), NO_WAY_BACK);
    app.apply(Command::Edit(
        Parameter::AddNoise.read("gaussian", app.setup()).unwrap(),
    ));
    app.apply(Command::Choose(Choice::DenoiseFrom(2)));
    for (typed, parameter, value) in [
        ("noise amount 0.25", Parameter::NoiseAmount, 0.25),
        ("noise-amount = 0,25", Parameter::NoiseAmount, 0.25),
        ("noise 0.25", Parameter::Noise, 0.25),
        ("noise seed 3", Parameter::NoiseSeed, 3.0),
        ("penalty 0.8", Parameter::RidgePenalty, 0.8),
        ("ridge α 0.8", Parameter::RidgePenalty, 0.8),
    ] {
        let edit = Action::Run(Command::Edit(Edit::Number(parameter, value)));
        assert_eq!(app.palette(typed).remove(0).action, edit, "{typed}");
    }
    assert_eq!(
        label(&app, "noise amount"),
        "Set Amount to a number, 0 or more"
    );
}

const NO_WAY_BACK: &str = "Only panels that go back to the input use α, and none is shown";

#[test]
fn the_beginning_of_a_name_says_what_to_type() {
    let entry = first("gam");
    assert_eq!(entry.action, Action::Complete("gamma ".into()));
    assert_eq!(entry.note, "now 15");
    assert!(entry.label.contains("positive number, auto or median"));
    let kernels = app().palette("kernel ");
    let kinds = kernels
        .iter()
        .take_while(|e| e.label.starts_with("Kernel: "));
    assert_eq!(kinds.count(), KernelKind::ALL.len());
    let data = app().palette("data wine").remove(0);
    let wine = Source::Builtin(tabular::Builtin::Wine);
    assert_eq!(data.action, Action::Run(Command::Edit(Edit::Source(wine))));
}

#[test]
fn commands_are_still_found_by_their_words() {
    let swiss = first("swiss");
    assert_eq!(swiss.action, Action::Run(Command::Example("swiss-roll")));
    // The whole name before longer ones.
    let wine: Vec<String> = app()
        .palette("wine")
        .into_iter()
        .map(|it| it.label)
        .collect();
    assert_eq!(wine[..2], ["Example: Wine", "Data: Wine"]);
    assert_eq!(first("denoising").label, "Add panel: Denoising");
    // Not "Highlight the pointer".
    assert_eq!(first("light").label, "Theme: light");
    let all = app().palette("");
    assert_eq!(all.len(), Command::listed().len());
    assert!(app().palette("no such thing").is_empty());
}

#[test]
fn words_of_the_field_and_names_of_data_are_found() {
    for (typed, wanted) in [
        ("wine", "Data: Wine"),
        ("moons", "Data: Half moons"),
        ("scree", "Save picture of Eigenvalue spectrum"),
        ("elbow", "Maximise Eigenvalue spectrum"),
        ("loadings", "Feature influence"),
        ("outlier", "Novelty"),
        ("bandwidth", "Set σ to"),
        ("how many", "Set Components to"),
        ("figure", "Save picture…"),
        ("compare", "A against B"),
        ("what drives pc1", "Add panel: Loadings"),
    ] {
        let found = app().palette(typed);
        let has = |entry: &PaletteEntry| entry.label.contains(wanted);
        let labels: Vec<&str> = found.iter().map(|entry| entry.label.as_str()).collect();
        assert!(found.iter().any(has), "{typed}: {labels:?}");
    }
}

#[test]
fn everyday_words_give_the_obvious_command_first() {
    let mut app = app();
    app.apply(Command::Example("iris-rbf"));
    app.tick(0.0);
    let expected = [
        ("paste", "Open by path…"),
        ("copy", "Copy picture"),
        ("screenshot", "Save picture…"),
        ("dark", "Theme: dark"),
        ("zoom", "Zoom in"),
        ("colour blind", "Shapes for classes on or off"),
        ("sigma", "Set σ to a positive number"),
        ("bandwidth", "Set σ to a positive number"),
        ("centre", "Centring: about the mean"),
        ("normalise", "Normalised: no"),
        ("outlier", "Example: One outlier"),
        ("cluster", "Example: Elongated clusters"),
        ("labels", "Colour by: species"),
        ("save picture", "Save picture…"),
        ("share", "Copy setup as a line"),
        ("copy link", "Copy setup as a line"),
        ("reset", "Reset layout"),
        ("standardise", "Scaling: Standardise"),
        ("standardize", "Scaling: Standardise"),
        ("scale", "Scaling: None"),
        ("missing", "Missing: Leave out rows"),
        ("gaps", "Missing: Leave out rows"),
        ("header", "Columns…"),
        ("sheet", "Columns…"),
        ("drop", "Leave out column: sepal length (cm)"),
        ("exclude", "Leave out column: sepal length (cm)"),
    ];
    let found = expected.map(|(typed, _)| (typed, app.palette(typed).remove(0).label));
    assert_eq!(
        found,
        expected.map(|(typed, label)| (typed, label.to_owned()))
    );
}

#[test]
fn choices_of_panels_are_found_with_their_values() {
    let mut app = app();
    app.apply(Command::Example("iris-rbf"));
    app.tick(0.0);
    let order = Choice::MatrixOrder(RowOrder::Component(2));
    for (typed, label, command) in [
        (
            "maps 8",
            "Contours: 8 maps",
            Command::Choose(Choice::ContourMaps(8)),
        ),
        (
            "matrix pc 3",
            "Kernel matrix sorted by PC3",
            Command::Choose(order),
        ),
        (
            "predict from 3",
            "Predict the label from 3 components",
            Command::Choose(Choice::PredictFrom(3)),
        ),
        (
            "multiples 5",
            "Small multiples: 5 pictures",
            Command::Choose(Choice::Multiples(5)),
        ),
        (
            "pre-image error",
            "Reconstruction error in the input",
            Command::Choose(Choice::ErrorsIn(ErrorSpace::Input)),
        ),
        (
            "log axis",
            "Logarithmic spectrum on or off",
            Command::Choose(Choice::LogSpectrum),
        ),
        (
            "colour by",
            "Colour dots by label",
            Command::Choose(Choice::DotColour(DotColour::Label)),
        ),
        (
            "fit only",
            "Fit only setosa",
            Command::FitOnly(vec!["setosa".into()]),
        ),
        (
            "without virginica",
            "Fit without virginica",
            Command::FitWithoutClass("virginica".into()),
        ),
    ] {
        let entry = app.palette(typed).remove(0);
        let wanted = (label.to_owned(), Action::Run(command));
        assert_eq!((entry.label, entry.action), wanted, "{typed}");
    }
    // A choice that only its number would find is none that was asked for.
    for typed in ["8", "n 800"] {
        let found = app.palette(typed);
        assert!(
            !found.iter().any(|entry| entry.label.contains("maps")),
            "{typed}"
        );
    }
}

#[test]
fn a_number_that_no_choice_takes_is_refused() {
    let mut app = app();
    app.apply(Command::Example("iris-rbf"));
    app.tick(0.0);
    let entry = app.palette("maps 80").remove(0);
    let reason = "The number of maps must be a whole number from 1 to 9";
    assert_eq!((&*entry.label, entry.action), (reason, Action::Refuse));
    let entry = app.palette("matrix pc 200").remove(0);
    assert_eq!(entry.action, Action::Unavailable);
    assert_eq!(entry.note, "fewer components are computed");
}

#[test]
fn a_class_is_fitted_alone_left_out_or_shown_alone() {
    let mut app = app();
    app.tick(0.0);
    let class = &app.dataset().unwrap().labels.classes()[0];
    for (typed, command) in [
        ("fit only", Command::FitOnly(vec![class.clone()])),
        ("fit without", Command::FitWithoutClass(class.clone())),
        ("show only", Command::ToggleIsolated(class.clone())),
    ] {
        let found = app.palette(&format!("{typed} {class}"));
        assert_eq!(found[0].action, Action::Run(command), "{typed}");
    }
}

#[test]
fn a_kernel_is_found_by_its_name_alone() {
    for (typed, kind) in [
        ("cosine", KernelKind::Cosine),
        ("polynomial", KernelKind::Poly),
        ("laplacian", KernelKind::Laplacian),
    ] {
        let action = Action::Run(Command::Edit(Edit::Kernel(kind)));
        assert_eq!(first(typed).action, action, "{typed}");
    }
    let found = app().palette("diffusion");
    assert!(found.iter().all(|it| !it.label.starts_with("Kernel:")));
}

#[test]
fn what_can_be_done_comes_first() {
    for typed in ["un", "pin", "swap", "lesson", "rows"] {
        let found = app().palette(typed);
        let can = |entry: &PaletteEntry| entry.action != Action::Unavailable;
        let first_not = found.iter().position(|entry| !can(entry));
        let last_can = found.iter().rposition(can);
        assert!(
            first_not.is_none_or(|not| last_can.is_none_or(|can| can < not)),
            "{typed}"
        );
    }
}
