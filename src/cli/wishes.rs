//! Flags for an author's own words, colours and limits of a figure.

use clap::Args;

use super::values::{named, usage};
use chart::{Paint, Tone, paint_rgb};
use explorer::{
    setup::{ClassLook, LegendPlace, Panel, PanelWords, View, Wishes},
    view::unset_maths,
};
use kernel_pca::{objects::Labels, typed::NumberRange};

#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[derive(Debug, Args)]
pub struct WishArgs {
    /// Begin titles with (a), (b), … in reading order.
    #[arg(long)]
    letters: bool,
    /// A title of a panel's own, by the panel's name; without it where the figure has one panel. What stands between
    /// dollar signs is simple maths: `$x_1$`, `$\gamma = 10^{-2}$`, `$\hat{x} = \frac{1}{n}\sum_i \mathbf{x}_i$`.
    #[arg(long, value_name = "PANEL=TEXT")]
    title: Vec<String>,
    /// A name of the axis across.
    #[arg(long, value_name = "PANEL=TEXT")]
    x_label: Vec<String>,
    /// A name of the upright axis.
    #[arg(long, value_name = "PANEL=TEXT")]
    y_label: Vec<String>,
    /// A colour of a class, #rrggbb or blue, orange, green, purple, sky, vermillion, yellow or black, and another name;
    /// legends begin with the classes named, in this order.
    #[arg(long, value_name = "NAME=COLOUR[,TEXT]")]
    class: Vec<String>,
    /// Values at the ends of the axis across.
    #[arg(long, value_name = "PANEL=A,B", allow_hyphen_values = true)]
    xlim: Vec<String>,
    /// Values at the ends of the upright axis.
    #[arg(long, value_name = "PANEL=A,B", allow_hyphen_values = true)]
    ylim: Vec<String>,
    /// Diameter of dots, in points on paper; by default it depends on their number.
    #[arg(long, value_name = "PT")]
    point_size: Option<f64>,
    /// Place of legends.
    #[arg(long, value_parser = named(LegendPlace::ALL, LegendPlace::name), conflicts_with = "no_legend")]
    legend: Option<LegendPlace>,
    /// Leave out of sweeps the marks of rules, the present value and lines to compare with, such as chance.
    #[arg(long)]
    no_marks: bool,
    /// Give classes shapes besides colours, however few there are; figures of a column's width do from three classes on.
    #[arg(long)]
    shapes: bool,
    /// Tell classes apart by colours alone where there are no more than eight.
    #[arg(long, conflicts_with = "shapes")]
    pub no_shapes: bool,
}

/// Function to the field of a panel's words that a flag fills.
type WordsPlace<T> = fn(&mut PanelWords) -> &mut Option<T>;

/// Names of Okabe and Ito's colours, which are those of the first classes.
const COLORS: [&str; 8] = [
    "blue",
    "orange",
    "green",
    "purple",
    "sky",
    "vermillion",
    "yellow",
    "black",
];

impl WishArgs {
    /// Sets the wishes that the flags give; the session's others stay.
    ///
    /// # Errors
    /// Names the flag whose value cannot be read, or that must say which panel it means.
    pub fn change(&self, view: &mut View) -> Result<(), clap::Error> {
        self.check_maths()?;
        let panels = view.panels.clone();
        let wishes = &mut view.wishes;
        let texts: [(_, _, WordsPlace<String>); 3] = [
            ("title", &self.title, |words| &mut words.title),
            ("x-label", &self.x_label, |words| &mut words.x_label),
            ("y-label", &self.y_label, |words| &mut words.y_label),
        ];
        for (flag, typed, place) in texts {
            for text in typed {
                let (panel, text) = of_panel(flag, text, &panels)?;
                *place(wishes.of_mut(panel)) = Some(text.to_owned());
            }
        }
        let limits: [(_, _, WordsPlace<[f64; 2]>); 2] = [
            ("xlim", &self.xlim, |words| &mut words.x_limits),
            ("ylim", &self.ylim, |words| &mut words.y_limits),
        ];
        for (flag, typed, place) in limits {
            for text in typed {
                let (panel, limits) = of_panel(flag, text, &panels)?;
                *place(wishes.of_mut(panel)) = Some(range(flag, limits)?);
            }
        }
        for text in &self.class {
            let look = class(text)?;
            wishes.classes.retain(|other| other.name != look.name);
            wishes.classes.push(look);
        }
        if let Some(size) = self.point_size {
            let [least, most] = [Wishes::POINT_SIZES.start(), Wishes::POINT_SIZES.end()];
            if !Wishes::POINT_SIZES.contains(&size) {
                return Err(usage(&format!(
                    "--point-size must be from {least} to {most}"
                )));
            }
            wishes.point_size = Some(size);
        }
        wishes.letters |= self.letters;
        wishes.no_marks |= self.no_marks;
        wishes.legend = self.legend.unwrap_or(wishes.legend);
        view.shapes = (view.shapes || self.shapes) && !self.no_shapes;
        Ok(())
    }

    /// Refuses maths that figures do not set.
    fn check_maths(&self) -> Result<(), clap::Error> {
        let texts = [
            ("title", &self.title),
            ("x-label", &self.x_label),
            ("y-label", &self.y_label),
            ("class", &self.class),
        ];
        for (flag, texts) in texts {
            if let Some(command) = texts.iter().find_map(|text| unset_maths(text)) {
                return Err(usage(&format!(
                    "--{flag}: {command} is not set between dollar signs; Greek letters, \\sum, \\hat, \\bar, \\tilde, \\dot, \\mathbf, \
                     \\mathrm, \\frac, \\sqrt, \\cdot, \\le and the like are"
                )));
            }
        }
        Ok(())
    }

    /// Refuses a class that the data lack.
    ///
    /// # Errors
    /// Names it, and the classes that there are.
    pub fn check_classes(&self, wishes: &Wishes, labels: &Labels) -> Result<(), clap::Error> {
        let names = labels.classes();
        let typed = wishes.classes.iter().filter(|_| !self.class.is_empty());
        match typed
            .map(|look| &look.name)
            .find(|name| !names.contains(name))
        {
            Some(lacking) if names.is_empty() => Err(usage(&format!(
                "--class {lacking}: the data have no classes"
            ))),
            Some(lacking) => Err(usage(&format!(
                "--class {lacking}: there is no such class, but {}",
                names.join(", ")
            ))),
            None => Ok(()),
        }
    }
}

/// Splits a value into the panel that it begins with and the rest; one that names none is meant for a figure's
/// only panel.
fn of_panel<'a>(
    flag: &str,
    text: &'a str,
    panels: &[Panel],
) -> Result<(Panel, &'a str), clap::Error> {
    let named = text.split_once('=').and_then(|(name, rest)| {
        let panel = Panel::ALL.into_iter().find(|panel| panel.name() == name)?;
        Some((panel, rest))
    });
    match (named, panels) {
        (Some((panel, _)), _) if !panels.contains(&panel) => Err(usage(&format!(
            "--{flag}: the figure does not show {}",
            panel.name()
        ))),
        (Some(named), _) => Ok(named),
        (None, [panel]) => Ok((*panel, text)),
        (None, _) => Err(usage(&format!(
            "--{flag} must name a panel, as in --{flag} {}=…: the figure has {} of them",
            panels.first().map_or("kpca", |panel| panel.name()),
            panels.len()
        ))),
    }
}

fn range(flag: &str, text: &str) -> Result<[f64; 2], clap::Error> {
    let ends = text.split_once(',').and_then(|(low, high)| {
        let [low, high] = [low, high].map(|end| NumberRange::Any.read(end).ok());
        Some([low?, high?])
    });
    ends.filter(|[low, high]| low < high).ok_or_else(|| {
        usage(&format!(
            "--{flag} {text}: two rising numbers are needed, as in -1,2.5"
        ))
    })
}

/// Parses NAME=COLOUR[,TEXT]; a name may hold equals signs, a colour none.
fn class(text: &str) -> Result<ClassLook, clap::Error> {
    let wrong = || {
        usage(&format!(
            "--class {text}: it must be as in setosa=#0072b2 or setosa=blue,Iris setosa"
        ))
    };
    let (name, look) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (color, own) = match look.split_once(',') {
        Some((color, own)) => (color, Some(own.to_owned())),
        None => (look, None),
    };
    let by_name = COLORS.iter().position(|known| *known == color);
    let by_digits = || {
        let digits = color.strip_prefix('#').filter(|it| it.len() == 6)?;
        let rgb = u32::from_str_radix(digits, 16).ok()?;
        Some([16, 8, 0].map(|shift| (rgb >> shift & 0xff) as u8))
    };
    let color = by_name
        .map(|class| paint_rgb(Paint::Class(class), Tone::Light))
        .or_else(by_digits)
        .ok_or_else(wrong)?;
    Ok(ClassLook {
        name: name.to_owned(),
        color: Some(color),
        text: own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_meant_for_the_panel_that_it_names_or_the_only_one() {
        let both = [Panel::Input, Panel::Kpca];
        assert_eq!(
            of_panel("title", "kpca=a=b", &both).unwrap(),
            (Panel::Kpca, "a=b")
        );
        assert_eq!(
            of_panel("title", "γ = 15", &both[..1]).unwrap(),
            (Panel::Input, "γ = 15")
        );
        let error = of_panel("title", "γ = 15", &both).unwrap_err().to_string();
        assert!(
            error.contains("--title must name a panel, as in --title input=…"),
            "{error}"
        );
        assert!(of_panel("title", "pca=x", &both).is_err());
    }

    #[test]
    fn classes_have_colours_by_name_or_by_digits() {
        let look = class("a=b=#Ff0080,Group $x_1$").unwrap();
        assert_eq!((&*look.name, look.color), ("a=b", Some([255, 0, 128])));
        assert_eq!(look.text.as_deref(), Some("Group $x_1$"));
        assert_eq!(class("0=sky").unwrap().color, Some([0x56, 0xB4, 0xE9]));
        for wrong in [
            "setosa",
            "setosa=",
            "setosa=#12",
            "setosa=#gg0000",
            "setosa=red",
        ] {
            assert!(class(wrong).is_err(), "{wrong}");
        }
        assert_eq!(range("xlim", "-1,2.5").unwrap(), [-1.0, 2.5]);
        assert!(range("xlim", "2,1").is_err() && range("xlim", "1").is_err());
    }
}
