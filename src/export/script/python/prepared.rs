//! Features with gaps filled, 0/1 columns, logarithms and ranks, by scikit-learn's transformers.

use super::{Code, list};
use crate::data::{MadeOf, Preparation};

const RANKS: &str = "\
    for j, others in zip([COLUMNS], ranked.T):
        places = [np.searchsorted(others, X[:, j], side) for side in (\"left\", \"right\")]
        X[:, j] = (places[0] + places[1] + 1) / 2";

/// Defines `features`, which makes the features of the columns that it is given, and `X`; `columns` are those of `table`.
pub(super) fn features(made: &Preparation, columns: &str, code: &mut Code) {
    let (mut numbers, mut texts) = (Vec::new(), Vec::new());
    let (mut logs, mut ranks) = (Vec::new(), Vec::new());
    // Where each feature of the result stands once 0/1 columns follow all numbers.
    let count = made
        .sources
        .iter()
        .filter(|it| matches!(it.made, MadeOf::Numbers { .. }))
        .count();
    let (mut order, mut next) = (Vec::new(), count);
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
    let strategy = made.strategy();
    code.line(&format!(
        "columns = table.iloc[:, [{columns}]].replace([np.inf, -np.inf], np.nan)"
    ));
    let mut lines = Vec::new();
    let part = |places: &[usize]| format!("columns.iloc[:, [{}]]", list(places, 0));
    if !numbers.is_empty() {
        let mut expression = part(&numbers);
        if let Some(strategy) = strategy {
            code.import("from sklearn.impute import SimpleImputer");
            code.line(&format!(
                "imputer = SimpleImputer(strategy=\"{strategy}\").fit({expression})"
            ));
            expression = format!("imputer.transform({expression})");
        }
        lines.push(format!("X = np.array({expression}, float)"));
    }
    if !texts.is_empty() {
        let mut expression = format!("{}.astype(object)", part(&texts));
        if strategy.is_some() {
            code.import("from sklearn.impute import SimpleImputer");
            code.line(&format!(
                "filler = SimpleImputer(strategy=\"most_frequent\").fit({expression})"
            ));
            expression = format!("filler.transform({expression})");
        }
        code.import("from sklearn.preprocessing import OneHotEncoder");
        code.line("encoder = OneHotEncoder(sparse_output=False, handle_unknown=\"ignore\")");
        code.line(&format!("encoder.fit({expression})"));
        lines.push(if numbers.is_empty() {
            format!("X = encoder.transform({expression})")
        } else {
            format!("X = np.column_stack([X, encoder.transform({expression})])")
        });
        if !order.iter().copied().eq(0..order.len()) {
            lines.push(format!("X = X[:, [{}]]", list(&order, 0)));
        }
    }
    if !logs.is_empty() {
        let logs = list(&logs, 0);
        lines.push(format!("X[:, [{logs}]] = np.log(X[:, [{logs}]])"));
    }
    let define = |name: &str, lines: &[String], last: &str| {
        format!(
            "\n\ndef {name}(columns):\n    {}\n    {last}\n\n",
            lines.join("\n    ")
        )
    };
    if ranks.is_empty() {
        code.line(&define("features", &lines, "return X"));
    } else {
        let ranks = list(&ranks, 0);
        code.line(&define("before_ranks", &lines, "return X"));
        code.line(&format!(
            "ranked = np.sort(before_ranks(columns)[:, [{ranks}]], axis=0)"
        ));
        let body = ["X = before_ranks(columns)".to_owned()];
        let last = format!(
            "{}\n    return X",
            RANKS.replace("COLUMNS", &ranks).trim_start()
        );
        code.line(&define("features", &body, &last));
    }
    code.line("X = features(columns)");
}
