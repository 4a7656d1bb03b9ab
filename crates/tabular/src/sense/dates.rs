//! Texts that are dates or times of day, told by the whole column.

/// Beginnings of the names of months, in English, and in German and French where these differ.
const MONTHS: [&str; 22] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär",
    "mai", "okt", "dez", "fév", "avr", "jui", "aoû", "déc", "fev",
];

/// Reason to take all of `texts` for dates or times, in which day and month have the same order throughout; `None`
/// where a text is neither, or all of them are missing values.
pub(super) fn are_dates(texts: &[String]) -> Option<&'static str> {
    let mut all = Orders {
        day_first: true,
        month_first: true,
        plain: false,
    };
    let mut seen = false;
    for text in texts {
        if crate::read::is_missing(text) {
            continue;
        }
        all = all.both(orders(text)?)?;
        seen = true;
    }
    match all {
        _ if !seen => None,
        Orders { plain: true, .. } => Some("dates or times"),
        Orders {
            month_first: false, ..
        } => Some("dates, the day before the month"),
        Orders {
            day_first: false, ..
        } => Some("dates, the month before the day"),
        _ => Some("dates, whose order of day and month nothing tells"),
    }
}

/// Orders of day and month in which a text is a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Orders {
    day_first: bool,
    month_first: bool,
    /// True where no order is needed: the year stands first, or the month has a name.
    plain: bool,
}

impl Orders {
    const PLAIN: Self = Self {
        day_first: true,
        month_first: true,
        plain: true,
    };

    /// Orders that both allow, if any.
    fn both(self, other: Self) -> Option<Self> {
        let both = Self {
            day_first: self.day_first && other.day_first,
            month_first: self.month_first && other.month_first,
            plain: self.plain || other.plain,
        };
        (both.day_first || both.month_first).then_some(both)
    }
}

/// Orders in which `text` is a date with or without a time of day, or a time of day alone; `None` where it is none.
fn orders(text: &str) -> Option<Orders> {
    /// Letters of the longest dates.
    const LONGEST: usize = 40;
    if text.len() > LONGEST || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if is_time(text) {
        return Some(Orders::PLAIN);
    }
    let parted = text.split_once(['T', ' ']).filter(|(_, rest)| {
        let rest = rest.trim_end_matches(['Z', 'z']);
        let end = rest.rfind(['+', '-']).unwrap_or(rest.len());
        is_time(&rest[..end])
    });
    let date = parted.map_or(text, |(date, _)| date);
    let parts = date.split(['-', '/', '.', ' ', ',']);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let number = |part: &str| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit()) && part.len() <= 4;
        digits.then(|| part.parse::<u32>().ok()).flatten()
    };
    if let Some(named) = parts.iter().position(|part| is_month(part)) {
        let mut others = parts.iter().enumerate().filter(|(at, _)| *at != named);
        let fits = (2..=3).contains(&parts.len()) && others.all(|(_, part)| number(part).is_some());
        return fits.then_some(Orders::PLAIN);
    }
    let separators = date.matches(['-', '/', '.']).count();
    if separators + 1 != parts.len() || date.contains([' ', ',']) {
        return None;
    }
    match parts[..] {
        [year, month] if year.len() == 4 && month.len() == 2 && !date.contains('.') => {
            let fits = number(year).is_some() && (1..=12).contains(&number(month)?);
            fits.then_some(Orders::PLAIN)
        }
        [year, month, day] if year.len() == 4 => {
            let fits = number(year).is_some()
                && (1..=12).contains(&number(month)?)
                && (1..=31).contains(&number(day)?);
            fits.then_some(Orders::PLAIN)
        }
        [first, second, year] if year.len() == 4 || year.len() == 2 => {
            let (first, second) = (number(first)?, number(second)?);
            number(year)?;
            let fits = |day: u32, month: u32| (1..=31).contains(&day) && (1..=12).contains(&month);
            let orders = Orders {
                day_first: fits(first, second),
                // A point is the sign of those who write the day first.
                month_first: fits(second, first) && !date.contains('.'),
                plain: false,
            };
            (orders.day_first || orders.month_first).then_some(orders)
        }
        _ => None,
    }
}

fn is_month(part: &str) -> bool {
    let lower = part.to_lowercase();
    let mut letters = lower.chars();
    let first: String = letters.by_ref().take(3).collect();
    lower.chars().all(char::is_alphabetic)
        && lower.chars().count() <= 9
        && MONTHS.contains(&first.as_str())
}

/// Returns true for times of day such as `12:30` and `12:30:05.250`.
fn is_time(text: &str) -> bool {
    let parts: Vec<&str> = text.trim().split(':').collect();
    let two = |part: &str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let seconds = |part: &str| {
        let (whole, fraction) = part.split_once('.').unwrap_or((part, ""));
        two(whole) && fraction.bytes().all(|byte| byte.is_ascii_digit())
    };
    match parts[..] {
        [hour, minute] => two(hour) && minute.len() == 2 && two(minute),
        [hour, minute, second] => two(hour) && two(minute) && seconds(second),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Option<&'static str> {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        are_dates(&texts)
    }

    #[test]
    fn a_column_is_one_of_dates_where_all_its_texts_are() {
        let day = Some("dates, the day before the month");
        let month = Some("dates, the month before the day");
        let either = Some("dates, whose order of day and month nothing tells");
        let plain = Some("dates or times");
        for (texts, expected) in [
            (&["01/02/2024", "13/02/2024"][..], day),
            (&["01/02/2024", "02/13/2024"], month),
            (&["01/02/2024", "03/04/2024"], either),
            (&["13/02/2024", "02/13/2024"], None),
            (&["01.02.2024", "1.3.24"], day),
            (&["2024-01-31", "2024-02-01T12:30:00Z"], plain),
            (&["2024/01/31 08:15"], plain),
            (
                &["Jun 12 1998", "12 June 1998", "12-Jun-98", "May 1, 2001"],
                plain,
            ),
            (&["2024-01", "2024-12"], plain),
            (&["08:15", "12:30:05.5"], plain),
            (&["2024-01-31", "NA"], plain),
            (&["NA"], None),
            (&["32/13/2024"], None),
            (&["2024-13-01"], None),
            (&["1.2.3", "a"], None),
            (&["10.0.0.1"], None),
            (&["12-15"], None),
            (&["may", "june"], None),
            (&["May 12 and 13"], None),
        ] {
            assert_eq!(of(texts), expected, "{texts:?}");
        }
    }
}
