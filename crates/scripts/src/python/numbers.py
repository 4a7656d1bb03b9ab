#: table
table = np.load(‹npy›)
table = table[table.files[0]] if isinstance(table, np.lib.npyio.NpzFile) else table  #? packed
table = pd.DataFrame(table.reshape(len(table), -1).astype(float))  #? npy
values, first = load_svmlight_file(‹libsvm›)
table = pd.DataFrame(np.column_stack([first, values.toarray()]))  #? libsvm
edges = [line.split("{") for line in open(‹edges›) if "{" in line and not line.startswith("#")]
weighed = re.compile("['\"]weight['\"]: *([^,}]+)")  #? edges
table = pd.DataFrame([nodes.split() + weighed.findall(rest) for nodes, rest in edges])  #? edges
table = ‹own›
table = ‹call›
table = table.dropna(how="all")  # rows of nothing but separators  #? hollow
table = table.iloc[:, ‹left›:].set_axis(range(table.shape[1] - ‹left›), axis=1)  # empty columns on the left
table = table.map(‹number›)
table[‹texts›] = table[‹texts›].map(word)
#: chosen
kept = np.delete(np.arange(len(X)), ‹without›)  # the others are left out of the fit
kept = np.arange(len(X))  #? !without
kept = kept[np.isin(label[kept], ‹classes_kept›)]  # rows of these classes
X, label = X[kept], label[kept]
label = np.unique(label, return_inverse=True)[1]  #? renumbered
#: columns
table = table.drop(table.index[‹without›])  # rows left out of the fit
table = table[table.iloc[:, ‹class_column›].isin(‹classes_kept›)]  # rows of these classes
# rows that lack a feature are left out  #? left_out
used = table.iloc[:, ‹features›].replace([np.inf, -np.inf], np.nan)  #? left_out
kept = used.notna().all(axis=1).to_numpy()  #? left_out
table = table[kept]  #? left_out
X = table.iloc[:, ‹features›].to_numpy(float)  #? plain
X = np.where(np.isnan(X), X.T, X)  # one half is written  #? mirrored
X = (X + X.T) / 2  #? symmetrised
columns = table.iloc[:, ‹features›].replace([np.inf, -np.inf], np.nan).to_numpy(object)  #? made
numbers = "passthrough"  #? !strategy
numbers = SimpleImputer(strategy="‹strategy›")
texts = OneHotEncoder(sparse_output=False, handle_unknown="ignore")
texts = make_pipeline(SimpleImputer(strategy="most_frequent"), texts)  #? strategy
maker = make_column_transformer(‹parts›).fit(columns)


def features(columns):
    """Numbers as they are, and a column of 0 and 1 for each text."""
    X = maker.transform(columns).astype(float)
    X[:, ‹logs›] = np.log(X[:, ‹logs›])
    return X


def in_ranks(X):
    """Some columns as places among the values of the fitted rows."""
    for j, others in zip(‹ranks›, ranked.T):
        places = [np.searchsorted(others, X[:, j], side) for side in ("left", "right")]
        X[:, j] = (places[0] + places[1] + 1) / 2
    return X


X = features(columns)  #? made
ranked = np.sort(X[:, ‹ranks›], axis=0)
X = in_ranks(X)  #? ranks
#: label
label = ‹cells›.to_numpy(float)  #? !classes
label = pd.factorize(‹cells›, sort=True)[0]  #? classes
label[label < 0] = label.max() + 1  # rows without a label come last  #? unlabelled_class
#: written
X = as_written(X, ‹written›)
label = as_written(label, ‹quantity›)
label = classes_of(label, [‹sizes›])
#: drawn
points = np.array([  # two coordinates and the class of each
    ‹points›
])
X, label = points[:, :2], np.unique(points[:, 2], return_inverse=True)[1]
#: new
new_label = label  #? own
new_columns = ‹columns›.replace([np.inf, -np.inf], np.nan).to_numpy(object)
new_data = ‹data›
new_label = table.iloc[:, ‹quantity›].to_numpy(float)
classes = [‹names›]
new_label = np.array([classes.index(c) if c in classes else len(classes) for c in table.iloc[:, ‹class›]])
#: strings
strings = []  #? fasta
for line in open(‹fasta›, encoding="utf-8-sig"):
    if line.startswith(">"):
        strings.append("")
    else:
        strings[-1] += "".join(line.split()).upper()
strings = ‹lines›
strings = table.iloc[:, ‹column›].str.strip()
strings = as_written(strings, ‹strings›)
symbols = sorted(set("".join(strings)))  #? symbols
X = np.array([[s.count(c) / len(s) for c in symbols] for s in strings])  #? symbols
# how often each string has each substring  #? ngrams
counter = CountVectorizer(analyzer="char", ngram_range=‹ngrams›, lowercase=False)
X = counter.fit_transform(strings).toarray().astype(float)  #? ngrams
#: graph
names = table.iloc[:, ‹ends›].to_numpy()
nodes = {name: i for i, name in enumerate(pd.unique(names.ravel()))}  #? ends
i, j = np.vectorize(nodes.get)(names).T  #? ends
A = np.zeros((len(nodes), len(nodes)))  #? ends
A[i, j] = A[j, i] = ‹weights›
A = X  #? !ends
A = as_written(A, ‹graph›)
S = A - np.diag(A.sum(axis=0))  #? laplacian
S = A  #? adjacency
degrees = A.sum(axis=0)  #? normalized
degrees[degrees == 0] = 1  #? normalized
S = A / np.sqrt(np.outer(degrees, degrees))  #? normalized
X = S  # a row for each node
#: labels
label = [line.strip() for line in open(‹gaps›, encoding="utf-8-sig")][:‹rows›]
label = ‹lines›
label = [‹shipped›]
label = table.iloc[:, ‹column›].str.strip()
#: scaling
clean, random = X, np.random.RandomState(‹noise_seed›)
X = X + random.normal(scale=‹gaussian›, size=X.shape)
noise = random.random_sample(X.shape)  #? low
X = np.where(noise < ‹low›, X.min(axis=0), X)
X = np.where(noise >= ‹high›, clean.max(axis=0), X)
data = X  # as it came, for the plot
scaler = ‹scaler›
X = scaler.fit_transform(X)  #? scaler
#: fit

pca = PCA()  #? linear
pca_scores = pca.fit_transform(X)  #? linear
pca.components_ *= upright(pca.components_.T)[:, None]  #? ties
pca_scores = pca.transform(X)  #? ties
pca_share = pca.explained_variance_ratio_  #? linear

gamma = ‹gamma›


def k(‹arguments›):
    """The kernel between all rows."""  #? !vectors
    """The kernel between rows of two tables."""  #? vectors
    return ‹values›


# as many components as reach this share of the variance: ‹reached›
# the program approximated this from ‹landmarks› landmarks, and here it is exact
K = ‹matrix›
# the package kpca refuses negative eigenvalues, so this is scikit-learn's kernel PCA  #? negative_instead
kpca = ‹kernel_pca›(‹request›‹own›‹solver›)
scores = kpca.fit_transform(X)  #? own
kpca = ‹kernel_pca›(‹request›kernel="precomputed"‹solver›)  #? precomputed
scores = kpca.fit_transform(K)  #? precomputed
# scikit-learn's KernelPCA would centre it  #? !centers
# and so would that of the package kpca, so this is NumPy  #? uncentred_instead
values, vectors = np.linalg.eigh(K)  #? !centers
values = np.where(values > 1e-13 * values[-1], values, 0)[::-1]  #? !centers
kpca = SimpleNamespace(eigenvalues_=values[:‹count›], eigenvectors_=vectors[:, ::-1][:, :‹count›])  #? !centers
# axes of components with equal eigenvalues are arbitrary  #? repeats
# ‹positive› of the ‹count› components have a positive eigenvalue  #? lacks
missing = ‹count› - len(kpca.eigenvalues_[:‹positive›])  #? cut
kpca.eigenvalues_ = np.pad(kpca.eigenvalues_[:‹positive›], (0, missing))  #? cut
kpca.eigenvectors_ = np.pad(kpca.eigenvectors_[:, :‹positive›], ((0, 0), (0, missing)))  #? cut
kpca.eigenvectors_ *= upright(kpca.eigenvectors_)  #? turned
# signs are arbitrary: here those that agree with linear PCA  #? aligned
both = min(kpca.eigenvectors_.shape[1], pca_scores.shape[1])  #? aligned
agreement = kpca.eigenvectors_[:, :both] * pca_scores[:, :both]  #? aligned
kpca.eigenvectors_[:, :both] *= np.where(agreement.sum(axis=0) < 0, -1, 1)  #? aligned
kpca.eigenvectors_[:, ‹mirrored›] *= -1
scores = kpca.eigenvectors_ * np.sqrt(kpca.eigenvalues_)  #? rescored
signs = np.sign(np.sum(kpca.eigenvectors_ * scores, axis=0))  # of components that were turned over  #? signs
scores = scores * signs  #? signs
trace = np.trace(K) - K.sum() / len(K)  # of the centred matrix: all variance, not what is kept  #? centers
trace = np.trace(K)  #? !centers
trace = np.inf  # it is not positive, and shares of it mean nothing  #? !shares
share = kpca.eigenvalues_ / trace  #? !shares_of_kpca
share = kpca.explained_variance_ratio_  #? shares_of_kpca
#: pinned


def ‹prefix›picture():
    """What is pinned as ‹letter›, computed like the picture beside it."""
    ‹body›
    return ‹names›


‹prefixed› = ‹prefix›picture()
# of the same rows, so the signs of its components agree with the picture beside it  #? linked
common = min(scores.shape[1], ‹prefix›scores.shape[1])  #? linked
‹prefix›scores[:, :common] = turned(‹prefix›scores[:, :common], [scores[:, :common]])  #? linked
#: computed


def project(points):  #? vectors
    """Kernel scores of points that are scaled as X is."""
    return ‹transformed›
    return ‹between› @ coefficients()  #? !centers


means = k(X, X).mean(axis=0)
own_length = lengths(np.diag(k(X, X)))  #? !centers_first
own_length = lengths(np.diag(centre(k(X, X))))  #? centers_first


def between(points):
    """Between points and the rows of X, what K is among these."""
    values, own = k(points, X), squares(points)
    own = own - 2 * values.mean(axis=1) + means.mean()  #? centers_first
    values = values - values.mean(axis=1)[:, None] - means + means.mean()  #? centers_first
    return values / np.outer(lengths(own), own_length)


def reconstruction_errors(points):
    """What the components leave unexplained of the image of each point."""
    own = squares(points)  #? !normalizes
    own = np.ones(len(points))  #? normalizes
    own = own - 2 * ‹between›.mean(axis=1) + K.mean()  #? centers
    return np.maximum(own - np.sum(project(points) ** 2, axis=1), 0)


spectrum = np.linalg.eigvalsh(‹centred›)[::-1] / trace
rounding = 4 * np.finfo(float).eps * np.linalg.norm(K) / trace
spectrum = np.where(np.abs(spectrum) > rounding, spectrum, 0)

# squared distances of images from the components (Hoffmann 2007)
errors = np.maximum(np.diag(‹centred›) - np.sum(scores**2, axis=1), 0)

new_data = features(new_columns)  #? made
new_data = in_ranks(new_data)  #? ranks
new_data = as_written(new_data, ‹new_written›)
new_X = ‹new_x›
new_pca_scores = pca.transform(new_X)
new_scores = project(new_X)
new_errors = reconstruction_errors(new_X)

‹methods›

*pca_places, pca_scores_over_plane = over_plane(lambda points: pca.transform(‹scaled_points›), ‹pca_map›)
*places, scores_over_plane = over_plane(lambda points: project(‹scaled_points›), ‹kpca_map›)
*error_places, error_over_plane = over_plane(lambda points: reconstruction_errors(‹scaled_points›), ‹novelty_map›)

in_order = ‹in_order›
ordered = ‹centred›[np.ix_(in_order, in_order)]  #? shows_centred
ordered = K[np.ix_(in_order, in_order)]  #? !shows_centred

# the probe, where its image is, and what each row adds to its scores
probe = np.array([‹probe›])
scaled_probe = ‹scaled_probe›
probe_scores, pca_probe_scores = project(scaled_probe), pca.transform(scaled_probe)
probe_parts = (‹k_probe›[0, :, None] * coefficients())[:, ‹components›]
weight = np.linalg.norm(probe_parts, axis=1)  #? probe
heaviest = np.argsort(-weight, kind="stable")[:10]  #? probe
path_scores, pca_path_scores = {}, {}
for feature in ‹paths›:
    path = np.repeat(probe, ‹steps›, axis=0)
    path[:, feature] = np.linspace(data[:, feature].min(), data[:, feature].max(), ‹steps›)
    path = ‹scaled_path›
    path_scores[feature], pca_path_scores[feature] = project(path), pca.transform(path)

arrow_rows = np.arange(‹arrow_count›) * len(X) // ‹arrow_count›
arrows = slopes(‹feature›, arrow_rows)[:, ‹components›]
pca_arrows = np.tile(pca.components_[‹of_pca›, ‹feature›], (len(arrow_rows), 1))

# KPCA-IG: the length of the gradient, averaged over rows
influence_rows = np.arange(‹influence_count›) * len(X) // ‹influence_count›
gradients = [slopes(j, influence_rows)[:, ‹components›] for j in range(X.shape[1])]
influence = np.array([np.linalg.norm(it, axis=1).mean() for it in gradients])
mean_gradients = np.array([it.mean(axis=0) for it in gradients])
pca_influence = np.linalg.norm(pca.components_[‹of_pca›], axis=0)

labelled = ~np.isnan(label)  #? !classes
labelled = label < ‹classes›
judged = ‹judged›
judged = judged[labelled[judged]]  #? unlabelled
‹qualities›
new_labelled = ~np.isnan(new_label)  #? !classes
new_labelled = new_label < ‹new_class_count›  #? classes
all_label = np.concatenate([label, new_label])
all_known = np.flatnonzero(np.concatenate([labelled, new_labelled]))
‹new_qualities›

trusted_rows = ‹near›
input_ranks = ranks(X[trusted_rows])
‹trusts›
row_order = np.random.RandomState(‹pair_seed›).permutation(len(X))  #? some_pairs
row_steps = [np.roll(row_order, -step) for step in range(1, 2 + ‹most_pairs› // len(X))]  #? some_pairs
row_pairs = np.concatenate([np.column_stack([row_order, it]) for it in row_steps])[:‹most_pairs›]  #? some_pairs
row_pairs = np.column_stack(np.tril_indices(len(X), -1))[:, ::-1]  #? all_pairs
input_apart = pairs_apart(X)
‹aparts›


def eigenvalues_of(rows):
    """Of the kernel matrix of these rows, descending."""
    return np.linalg.eigvalsh(‹matrix_of_rows›)[::-1]


compared = X[‹compared›]
shuffled = []
for seed in range(‹shufflings›):
    random = np.random.RandomState(seed)
    columns = [column[random.permutation(len(compared))] for column in compared.T]
    shuffled.append(eigenvalues_of(np.column_stack(columns)))
own_values = eigenvalues_of(compared)
shuffled_share = np.quantile(shuffled, ‹quantile›, axis=0)[:‹quantiles›] / own_values.sum()
exceeds = own_values[: len(shuffled_share)] / own_values.sum() > shuffled_share
standing_out = np.cumprod(exceeds).sum()


def swept(value):
    """Eigenvalues, their shares and the scores with another ‹swept›."""
    return decomposed(‹swept_matrix›, slice(‹swept_count›))


sweep_values = ‹sweep_values›
sweep_points = [swept(value) for value in sweep_values]
sweep_eigenvalues = np.array([point[0] for point in sweep_points])
sweep_share = np.array([point[1] for point in sweep_points])
sweep_quality = np.array([halved(point[2])[:, 0] for point in sweep_points])

# rows are dealt into parts, each of which is held out once
tried = ‹tried›
tried = tried[‹fewer›]
dealt = tried[np.random.RandomState(‹fold_seed›).permutation(len(tried))]
dealt = dealt[np.argsort(label[dealt], kind="stable")]  # each part has its share of each class  #? classes
held_quality, held_error = [], []
for value in sweep_values:
    swept_K = k(X, X, gamma=value)
    for fold in range(‹folds›):
        held_rows = np.sort(dealt[fold :: ‹folds›])
        kept_rows = np.setdiff1d(tried, held_rows)
        fold_pca = KernelPCA(kernel="precomputed", eigen_solver="dense").fit(swept_K[np.ix_(kept_rows, kept_rows)])
        z = fold_pca.transform(swept_K[:, kept_rows])[:, :‹count›]
        learnt, tested = kept_rows, held_rows  #? !unlabelled
        learnt, tested = kept_rows[labelled[kept_rows]], held_rows[labelled[held_rows]]  #? unlabelled
        unit = np.abs(z[kept_rows]).max() or 1  #? predicts
        wrong = missed(z[:, :‹q›] / unit, label, learnt, tested)[-1]  #? predicts
        held_quality.append(grade(wrong, label[tested]))  #? predicts
        ridged = k(z[kept_rows], z[kept_rows], gamma=value) + ‹fold_penalty› * np.eye(len(kept_rows))
        rebuilt_rows = k(z[held_rows], z[kept_rows], gamma=value) @ np.linalg.solve(ridged, X[kept_rows])  #? fold_penalty
        squared = [(X[held_rows] - points) ** 2 for points in (rebuilt_rows, X[kept_rows].mean(axis=0))]  #? fold_penalty
        held_error.append(squared[0].sum() / squared[1].sum())  #? fold_penalty
held_quality = np.reshape(held_quality, (-1, ‹folds›))  # a column for each part
held_error = np.reshape(held_error, (-1, ‹folds›))

grid_across, grid_down = np.array(‹across_values›), np.array(‹down_values›)
grid_planes = np.zeros((len(grid_down), len(grid_across), len(X), 2))
for i, down in enumerate(grid_down):
    for j, across in enumerate(grid_across):
        beside = [grid_planes[place] for place in [‹beside›] if min(place) >= 0]
        plane = decomposed(‹grid_matrix›, ‹grid_columns›)[2]
        grid_planes[i, j, :, : plane.shape[1]] = turned(plane, beside)

nearest = nearest_to(scores, ‹plane›, ‹at›)
asked = asked_for(scores, ‹plane›, ‹at›‹row›)
weights = images(asked[None])[0]  # the point as a sum of the rows' images
found = {}
found["‹ridge›"] = ridge(scores, X, asked[None], ‹penalty›)[0]
starts = np.argsort(-K @ weights, kind="stable")[:4]  #? mika
mika_steps = []  #? mika
ends, rests = fixed_points(X[starts], np.tile(weights, (len(starts), 1)), 1e-7, mika_steps)  #? mika
found["‹mika›"] = ends[np.argmax(rests)]
mika_path = ‹mika_path›  #? mika
found["‹kwok_tsang›"] = from_distances(weights)
# down to where the image is nearest, from the row whose image is nearest  #? gradient
down_from = X[np.argmin(np.diag(K) - 2 * K @ weights)]
found["‹gradient›"] = minimize(lambda z: distance_to(z) ** 2, down_from, method="BFGS", options={"gtol": 1e-9}).x
distances = np.array([distance_to(z) for z in found.values()])
pca_asked = asked_for(pca_scores, ‹pca_plane›, ‹pca_at›‹pca_row›)
found["linear PCA"] = pca.inverse_transform(pca_asked[None])[0]
pre_images = ‹pre_images›

rows = np.arange(‹rebuilt›) * len(X) // ‹rebuilt›  # spread evenly, or all


def by_kernel(q):
    """The rows from their first q components in feature space."""
    points = ridge(scores[:, :q], X, scores[rows, :q], ‹penalty›)  #? by_ridge
    points = fixed_points(X[rows], images(scores[rows, :q]), 1e-4)[0]  #? by_mika
    points = np.array([from_distances(w) for w in images(scores[rows, :q])])  #? by_distances
    points = np.full((len(rows), X.shape[1]), np.nan)  #? by_none
    return ‹unscaled_points›


rebuilt, pca_rebuilt = by_kernel(‹denoised_by›), by_pca(‹denoised_by›)
counts = ‹counts›
remains = np.array([np.mean((by_kernel(q) - ‹original›[rows]) ** 2) for q in counts])
pca_counts = counts[counts <= len(pca.components_)]
pca_remains = np.array([np.mean((by_pca(q) - ‹original›[rows]) ** 2) for q in pca_counts])

# new rows are held out, and the components are those of the fitted  #? held_new
# a fifth of the rows is held out, and the components are those of the others  #? held_fifth
fitted = np.sort(np.random.RandomState(‹held_seed›).permutation(len(X))[‹fitted›])
held = np.sort(np.random.RandomState(‹held_seed›).permutation(len(X))[:‹held›])  #? held_fifth
held = np.sort(np.random.RandomState(‹held_seed›).permutation(len(new_X))[:‹held›])  #? held_new
others, other_data = X[held], data[held]  #? held_fifth
others, other_data = new_X[held], new_data[held]  #? held_new
across_parts, own = k(others, X[fitted]), squares(others)  #? held_new
across_parts, own = K[np.ix_(held, fitted)], np.diag(K)[held]  #? held_fifth
part_pca = PCA().fit(X[fitted])
part_pca_counts, part_counts = np.arange(1, ‹pca_last›), ‹part_counts›
K_fitted = K[np.ix_(fitted, fitted)]
part = KernelPCA(n_components=‹most›, kernel="precomputed", eigen_solver="dense").fit(K_fitted)
other_lengths = np.sum((others - part_pca.mean_) ** 2, axis=1)
part_variances = np.var(X[fitted] @ part_pca.components_.T, axis=0)
part_pca_left = tails(part_variances, part_variances.sum(), other_lengths, part_pca.transform(others))  #? in_feature_space
part_lengths = own - 2 * across_parts.mean(axis=1) + K_fitted.mean()
part_total = (np.trace(K_fitted) - K_fitted.sum() / len(fitted)) / len(fitted)
part_left = tails(part.eigenvalues_ / len(fitted), part_total, part_lengths, part.transform(across_parts))  #? in_feature_space


def left(rebuilt):
    """The mean squared error of fitted and of other rows, in the units of the data."""
    pairs = zip(rebuilt, (data[fitted], other_data))
    return [np.mean((‹unscaled_points› - rows) ** 2) for points, rows in pairs]


part_pca_left = np.array([left(part_by_pca(q)) for q in part_pca_counts]).T  #? in_input
part_left = np.array([left(part_by_kernel(q, ‹penalty›)) for q in part_counts]).T  #? in_input
