//! Features with gaps filled, 0/1 columns, logarithms and ranks, by scikit-learn's transformers.

use super::super::index;
use crate::data::{MadeOf, Preparation};

const RANKED: &str = "\
ranked = np.sort(before_ranks(columns)[:, RANKS], axis=0)


def features(columns):
    X = before_ranks(columns)
    for j, others in zip(RANKS, ranked.T):
        places = [np.searchsorted(others, X[:, j], side) for side in (\"left\", \"right\")]
        X[:, j] = (places[0] + places[1] + 1) / 2
    return X


";

/// Lines that define `features`, which makes the features of the columns that it is given, and `X`; `columns` are those
/// of `table`.
pub(super) fn features(made: &Preparation, columns: &str) -> String {
    let (mut numbers, mut texts) = (Vec::new(), Vec::new());
    let (mut logs, mut ranks) = (Vec::new(), Vec::new());
    // Where each feature of the result stands once 0/1 columns follow all numbers.
    let is_number = |made: &MadeOf| matches!(made, MadeOf::Numbers { .. });
    let count = made.sources.iter().filter(|it| is_number(&it.made));
    let (mut order, mut next) = (Vec::new(), count.count());
    for (j, source) in made.sources.iter().enumerate() {
        match &source.made {
            MadeOf::Numbers { log, ranked, .. } => {
                logs.extend(log.then_some(order.len()));
                ranks.extend(ranked.as_ref().map(|_| order.len()));
                order.push(numbers.len());
                numbers.push(j);
            }
            MadeOf::Indicators { categories, .. } => {
                order.extend(next..next + categories.len());
                next += categories.len();
                texts.push(j);
            }
        }
    }
    let mut fits = vec![format!(
        "columns = table.iloc[:, {columns}].replace([np.inf, -np.inf], np.nan)"
    )];
    let mut filled = |variable: &str, strategy: &str, columns: String| {
        if made.strategy().is_none() {
            return columns;
        }
        fits.push(format!(
            "{variable} = SimpleImputer(strategy=\"{strategy}\").fit({columns})"
        ));
        format!("{variable}.transform({columns})")
    };
    let part = |places: &[usize]| format!("columns.iloc[:, {}]", index(places));
    let mut lines = Vec::new();
    if !numbers.is_empty() {
        let strategy = made.strategy().unwrap_or_default();
        let columns = filled("imputer", strategy, part(&numbers));
        lines.push(format!("X = np.array({columns}, float)"));
    }
    if !texts.is_empty() {
        let columns = format!("{}.astype(object)", part(&texts));
        let columns = filled("filler", "most_frequent", columns);
        let encoded = format!("encoder.transform({columns})");
        fits.push(
            "encoder = OneHotEncoder(sparse_output=False, handle_unknown=\"ignore\")".to_owned(),
        );
        fits.push(format!("encoder.fit({columns})"));
        lines.push(if numbers.is_empty() {
            format!("X = {encoded}")
        } else {
            format!("X = np.column_stack([X, {encoded}])")
        });
        if !order.iter().copied().eq(0..order.len()) {
            lines.push(format!("X = X[:, {order:?}]"));
        }
    }
    if !logs.is_empty() {
        lines.push(format!("X[:, {logs:?}] = np.log(X[:, {logs:?}])"));
    }
    let name = if ranks.is_empty() {
        "features"
    } else {
        "before_ranks"
    };
    let (fits, lines) = (fits.join("\n"), lines.join("\n    "));
    let define = format!("{fits}\n\n\ndef {name}(columns):\n    {lines}\n    return X\n\n\n");
    let ranked = if ranks.is_empty() {
        String::new()
    } else {
        RANKED.replace("RANKS", &format!("{ranks:?}"))
    };
    format!("{define}{ranked}X = features(columns)")
}
