//! Template values of the computations beyond the fits, all in the section `computed`; a script keeps those that its
//! picture reads.

use super::{
    super::{
        index,
        recipe::Recipe,
        template::{SectionValues, values},
        written::{self, Beginning},
    },
    kernel,
};
use explorer::{
    analysis::{
        Contours, Denoising, HELD_OUT_SEED, HeldOut, PictureTrust, PreImages, Reconstruction,
    },
    panel::short_name,
    presented::Presented,
    setup::{ErrorSpace, Others, RowOrder, ScoreAxes, clamp, plotted},
};
use kernel_pca::{
    explain::{
        separation::MOST_JUDGED_ROWS,
        trust::{MOST_PAIRS, PAIR_SEED},
    },
    kernel::Gamma,
    method::Method,
    objects::{GivenQuantity, ObjectKind},
    preimage::PreImageMethod,
    sweep::{
        FOLD_ALPHA, FOLD_SEED, FOLDS, GridRows, RowSample, ShuffledEigenvalues, Sweep, SweepGrid,
        ValueSpacing,
    },
};

pub(super) fn values(recipe: &Recipe) -> SectionValues {
    let (explain, matrix) = (&recipe.analysis.explain, &recipe.view.kernel_matrix);
    let scaled = |points| recipe.scaled("transform", points);
    let map = |map: Option<&Contours>| map.map(|map| over_plane(map, recipe));
    let sorted = |by: &str| format!("np.argsort({by}, kind=\"stable\")");
    let mut values = values! {
        methods: methods(recipe),
        made: recipe.made.is_some(),
        scaled_points: scaled("points"),
        unscaled_points: recipe.scaled("inverse_transform", "points"),
        new_x: scaled("new_data"),
        new_written: recipe.new_rows.map(|(_, new)| written::arguments(&Beginning::of(&new.x))),
        pca_map: map(explain.pca_contours.as_deref()),
        kpca_map: map(explain.kpca_contours.as_deref()),
        novelty_map: map(explain.novelty_map.as_deref()),
        penalty: recipe.view.pre_image.alpha,
        in_order: match (matrix.order, recipe.components.checked_sub(1)) {
            (RowOrder::Label, _) if recipe.labels.column().is_some() => sorted("label"),
            (RowOrder::Component(j), Some(last)) => sorted(&format!("scores[:, {}]", j.min(last))),
            _ => "np.arange(len(X))".to_owned(),
        },
        shows_centred: matrix.centered,
    };
    let groups = [
        Some(features(recipe)),
        Some(separation(recipe)),
        explain.trust.as_ref().map(|it| trust(it, recipe)),
        succeeded(explain.shuffled.as_deref()).map(|it| shuffled(it, recipe)),
        explain.sweep.as_deref().map(|it| swept(it, recipe)),
        explain
            .pre_images
            .as_deref()
            .map(|it| pre_images(it, recipe)),
        explain.denoising.as_deref().map(denoising),
        succeeded(explain.reconstruction.as_deref()).map(reconstruction),
    ];
    values.extend(groups.into_iter().flatten().flatten());
    values
}

/// Result of a computation that went well.
fn succeeded<T, E>(result: Option<&Result<T, E>>) -> Option<&T> {
    result?.as_ref().ok()
}

/// Lines that compute the scores of the methods beyond linear and kernel PCA, and of new rows where the method has any,
/// from the Python in each method's entry.
fn methods(recipe: &Recipe) -> String {
    let mut lines = Vec::new();
    for (method, count) in recipe.other_methods() {
        let Some(python) = method.presented().python else {
            continue;
        };
        lines.push(with_parameters(python.fit, (method, count), recipe));
        if let Some(mirrored) = recipe.mirrored(method) {
            let prefix = method.presented().prefix;
            lines.push(format!("{prefix}scores[:, {mirrored:?}] *= -1"));
            // By these the scores of new rows get their signs.
            let signs = format!("{prefix}signs");
            let has_signs = python.fit.contains(&signs);
            lines.extend(has_signs.then(|| format!("{signs}[{mirrored:?}] *= -1")));
        }
        let new = python.new.filter(|_| recipe.puts_new(method));
        lines.extend(new.map(|new| with_parameters(new, (method, count), recipe)));
    }
    lines.join("\n")
}

/// Lines of a method's Python with the values of its parameters.
fn with_parameters(lines: &str, (method, components): (Method, usize), recipe: &Recipe) -> String {
    let params = recipe.analysis.manifold;
    let gamma = match params.gamma {
        Gamma::Value(value) => value,
        Gamma::Auto => recipe.analysis.gamma_auto,
        Gamma::Median => recipe.analysis.gamma_median,
    };
    let holds = recipe.analysis.kernel.kind().takes();
    let says = method.presented().python.map_or("", |it| (it.says)(holds));
    let rows = match holds {
        ObjectKind::Matrix(GivenQuantity::KernelValues) => "distances_of(X)",
        ObjectKind::Graph => "A",
        ObjectKind::Vectors | ObjectKind::Matrix(_) | ObjectKind::Strings => "X",
    };
    lines
        .replace("{as}", says)
        .replace("{rows}", rows)
        .replace("{neighbors}", &params.neighbors.to_string())
        .replace("{components}", &components.to_string())
        .replace("{gamma}", &format!("{gamma:?}"))
        .replace("{alpha}", &format!("{:?}", params.alpha))
        .replace("{time}", &format!("{:?}", params.time))
}

/// Python arguments of a function on a grid over two columns of the data: the columns, their ranges, the point that
/// gives the other columns, and the number of grid points per side.
fn over_plane(found: &Contours, recipe: &Recipe) -> String {
    let row = recipe.view.contours.at_row;
    let at = match row.filter(|&row| row < recipe.analysis.dataset.n()) {
        Some(row) => format!("data[{row}]"),
        None => "data.mean(axis=0)".to_owned(),
    };
    let side = found.maps.first().map_or(0, |map| map.field.side);
    let (columns, spans) = (found.plane.columns, &found.plane.spans);
    format!("{columns:?}, {spans:?}, {at}, {side}")
}

/// Template values for the eigenvalues of shuffled columns as shares, and the number of components that exceed them.
fn shuffled(shuffled: &ShuffledEigenvalues, recipe: &Recipe) -> SectionValues {
    let sample = shuffled.sample.as_ref();
    values! {
        matrix_of_rows: kernel::matrix(recipe.analysis.kernel, "rows", &[]),
        compared: some_rows("X", sample.map(|it| it.rows.len())),
        shufflings: ShuffledEigenvalues::SHUFFLINGS,
        quantile: ShuffledEigenvalues::QUANTILE,
        quantiles: shuffled.quantiles.len(),
    }
}

/// Python expression for the indices of `count` rows of the variable `of`, drawn by the seed that all samples share; of
/// all rows without a `count`.
fn some_rows(of: &str, count: Option<usize>) -> String {
    let seed = RowSample::SEED;
    match count {
        Some(count) => {
            format!("np.sort(np.random.RandomState({seed}).permutation(len({of}))[:{count}])")
        }
        None => format!("np.arange(len({of}))"),
    }
}

/// Template values for how well the components of each method separate the label, on new rows as well.
fn separation(recipe: &Recipe) -> SectionValues {
    let lines = |counts: Vec<(Method, usize)>, line: fn(&str, usize) -> String| {
        let lines = counts
            .iter()
            .map(|(method, count)| line(method.presented().prefix, *count));
        lines.collect::<Vec<_>>().join("\n")
    };
    let most = (recipe.analysis.rows() > MOST_JUDGED_ROWS).then_some(MOST_JUDGED_ROWS);
    values! {
        judged: some_rows("label", most),
        qualities: lines(recipe.judged(), |prefix, count| {
            format!("{prefix}quality = halved({prefix}scores[:, :{count}])")
        }),
        new_class_count: recipe.new_rows.map(|(_, new)| new.labels.classes().len()),
        new_qualities: lines(recipe.judged_on_new(), |prefix, count| {
            format!("new_{prefix}quality = on_new({prefix}scores[:, :{count}], new_{prefix}scores[:, :{count}])")
        }),
    }
}

/// Template values for the neighbourhoods and distances that each method's picture keeps, and for how far neighbours
/// were torn.
fn trust(trust: &PictureTrust, recipe: &Recipe) -> SectionValues {
    let k = trust.neighbors;
    let lines = |line: &dyn Fn(&str, &str) -> String| {
        let methods = trust.methods.iter();
        let lines = methods.map(|(method, it)| {
            let prefix = method.presented().prefix;
            line(prefix, &format!("{prefix}scores[:, {:?}]", it.components))
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let all = recipe.analysis.dataset.n();
    let has_all = trust.pairs.len() == all * all.saturating_sub(1) / 2;
    values! {
        near: some_rows("X", trust.sample.as_ref().map(|it| it.rows.len())),
        trusts: lines(&|prefix, picture| {
            format!("{prefix}trust = trusted({picture})\n{prefix}torn = torn_by({picture}, {k})")
        }),
        aparts: lines(&|prefix, picture| format!("{prefix}apart = pairs_apart({picture})")),
        pair_seed: PAIR_SEED,
        most_pairs: MOST_PAIRS,
        all_pairs: has_all,
        some_pairs: !has_all,
    }
}

/// Template values for how single features move scores: the probe, its paths, arrows and influences.
fn features(recipe: &Recipe) -> SectionValues {
    let features = &recipe.analysis.explain.features;
    let [components, of_pca] = [0, 1].map(|i| &features.components[i][..]);
    let probe = features.probe.as_ref().map(|probed| &probed.probe);
    let paths = probe.map(|probe| &probe.paths[..]).unwrap_or_default();
    let places: Vec<usize> = paths.iter().map(|path| path.feature).collect();
    let arrows = features.arrows.as_ref();
    values! {
        probe: probe.map(|probe| &probe.point[..]),
        scaled_probe: recipe.scaled("transform", "probe"),
        k_probe: kernel::between(recipe.analysis.kernel, "scaled_probe"),
        components,
        of_pca,
        paths: (!places.is_empty()).then_some(places),
        steps: paths.first().map(|path| path.values.len()),
        scaled_path: recipe.scaled("transform", "path"),
        feature: arrows.map(|arrows| arrows.feature),
        arrow_count: arrows.map(|arrows| arrows.rows.len()),
        influence_count: features.influence.as_ref().map(|influence| influence.rows),
    }
}

/// Template values for eigenvalues, shares, scores and separation at other values of a parameter; for how well rows
/// that are held out are predicted and rebuilt at each; and for scores at pairs of values.
fn swept(sweep: &Sweep, recipe: &Recipe) -> SectionValues {
    let name = sweep.question.parameter.name();
    let values = &sweep.question.values;
    let [first, last] = [values.first(), values.last()].map(|end| end.copied().unwrap_or(1.0));
    let counts = sweep.known().map(|(_, point)| point.eigenvalues.len());
    let many = values.len();
    let [predicts, rebuilds] = Recipe::held_out(sweep);
    let validated = sweep.cross_validation.as_ref();
    let mut values = values! {
        swept: name,
        symbol: sweep.question.parameter.symbol(),
        swept_matrix: kernel::matrix(recipe.analysis.kernel, "X", &[(name, "value")]),
        swept_count: counts.max().unwrap_or(0),
        sweep_values: match sweep.question.parameter.spread() {
            ValueSpacing::Ratios => format!("np.geomspace({first:?}, {last:?}, {many})"),
            ValueSpacing::Steps => format!("np.linspace({first:?}, {last:?}, {many})"),
            ValueSpacing::Whole => format!("np.arange({first:.0}, {:.0})", last + 1.0),
        },
        tried: some_rows("X", sweep.sample.as_ref().map(|it| it.rows.len())),
        fewer: validated.and_then(|it| it.rows).map(|rows| some_rows("tried", Some(rows))),
        fold_seed: FOLD_SEED,
        folds: FOLDS,
        predicts,
        fold_penalty: rebuilds.then_some(FOLD_ALPHA),
    };
    values.extend(sweep.grid.iter().flat_map(|it| grid(sweep, it, recipe)));
    values
}

/// Template values for scores at pairs of values, or with pairs of components, their signs agreeing from each to the
/// next.
fn grid(sweep: &Sweep, grid: &SweepGrid, recipe: &Recipe) -> SectionValues {
    let question = &grid.question;
    let mut parameters = vec![(sweep.question.parameter.name(), "across")];
    let (second, columns, beside) = match question.second {
        GridRows::Parameter(second) => {
            parameters.push((second.name(), "down"));
            (Some(second.symbol()), "slice(2)", "(i, j - 1), (i - 1, j)")
        }
        GridRows::Components => (None, "slice(int(down) - 1, int(down) + 1)", "(i, j - 1)"),
    };
    values! {
        across_values: &question.across[..],
        down_values: &question.down[..],
        beside,
        grid_matrix: kernel::matrix(recipe.analysis.kernel, "X", &parameters),
        grid_columns: columns,
        second,
    }
}

/// Template values for the variable `found`, the pre-images by name, and for their distances.
fn pre_images(found: &PreImages, recipe: &Recipe) -> SectionValues {
    let view = &recipe.view.pre_image;
    let row = |nearest: &str| match view.others {
        Others::Zero => String::new(),
        Others::Nearest => format!(", row={nearest}"),
        Others::Row(_) => format!(", row={}", found.asked.as_in.unwrap_or(0)),
    };
    let [plane, at] = on_axes(recipe.view.kpca, view.at, recipe.components);
    let axes = ScoreAxes::clone(&recipe.view.pca);
    let [pca_plane, pca_at] = on_axes(axes, found.linear.at, recipe.analysis.pca.scores.ncols());
    let pca_at = match view.linear_at {
        Some(_) => pca_at,
        None => format!("pca_scores[nearest, {pca_plane}]"),
    };
    let name = |method| {
        let mut all = found.ways.iter();
        let is_found = all.any(|(of, one)| *of == method && one.is_ok());
        is_found.then(|| short_name(method))
    };
    values! {
        row: row("nearest"),
        pca_row: row(&format!("nearest_to(pca_scores, {pca_plane}, {pca_at})")),
        plane,
        at,
        pca_plane,
        pca_at,
        ridge: name(PreImageMethod::Ridge),
        mika: name(PreImageMethod::Mika),
        mika_path: recipe.scaled("inverse_transform", "np.array(mika_steps)[:, np.argmax(rests)]"),
        kwok_tsang: name(PreImageMethod::KwokTsang),
        gradient: name(PreImageMethod::Gradient),
        pre_images: recipe.scaled("inverse_transform", "np.array(list(found.values()))"),
    }
}

/// Python lists of the components (0-based) on the axes of a plot of scores, and of the coordinates `at` on them.
fn on_axes(axes: ScoreAxes, at: [f64; 2], count: usize) -> [String; 2] {
    let shown = clamp(axes, count).map(plotted).unwrap_or_default();
    let shown = shown.into_iter().zip(at);
    let (plane, at): (Vec<usize>, Vec<f64>) = shown.filter_map(|(j, at)| Some((j?, at))).unzip();
    [format!("{plane:?}"), format!("{at:?}")]
}

/// Expression for an array of numbers of components.
fn array(counts: &[usize]) -> String {
    match index(counts).split_once(':') {
        Some((first, end)) => format!("np.arange({first}, {end})"),
        None => format!("np.array({counts:?})"),
    }
}

/// Template values for rows rebuilt from q components, and for the errors with other numbers of components.
fn denoising(found: &Denoising) -> SectionValues {
    let way = found.kernel.is_ok().then_some(found.method);
    let counts: Vec<usize> = found.curve.iter().map(|left| left.q).collect();
    values! {
        rebuilt: found.rows.len(),
        by_ridge: way == Some(PreImageMethod::Ridge),
        by_mika: way == Some(PreImageMethod::Mika),
        by_distances: way == Some(PreImageMethod::KwokTsang),
        by_none: way.is_none(),
        denoised_by: found.q,
        counts: array(&counts),
    }
}

/// Template values for `part_counts` and `part_left`, `part_pca_counts` and `part_pca_left`: numbers of components and
/// reconstruction errors, of fitted rows, then of others.
fn reconstruction(found: &Reconstruction) -> SectionValues {
    let (fitted, held) = (found.fitted.len(), found.held_out.rows().len());
    let is_new = matches!(found.held_out, HeldOut::New(_));
    // Of the same rows, those held out come first.
    let first = if is_new { 0 } else { held };
    let counts = |method| -> Vec<usize> {
        let curve = found.curve(method, true).unwrap_or_default();
        curve.iter().map(|(q, _)| *q).collect()
    };
    let [linear, of_kernel] = [Method::Pca, Method::Kpca].map(counts);
    values! {
        held_new: is_new,
        held_fifth: !is_new,
        held_seed: HELD_OUT_SEED,
        fitted: format!("{first}:{}", first + fitted),
        held,
        pca_last: linear.len() + 1,
        most: of_kernel.last().copied().unwrap_or(1),
        part_counts: array(&of_kernel),
        in_feature_space: found.space == ErrorSpace::Feature,
        in_input: found.space == ErrorSpace::Input,
    }
}
