#: table
table = np.load(‹npy›)
table = pd.DataFrame(table.reshape(len(table), -1).astype(float))  #? npy
values, first = load_svmlight_file(‹libsvm›)
table = pd.DataFrame(np.column_stack([first, values.toarray()]))  #? libsvm
edges = [line.split("{") for line in open(‹edges›) if "{" in line and not line.startswith("#")]
weight = re.compile("['\"]weight['\"]: *([^,}]+)")  #? edges
table = pd.DataFrame([nodes.split() + weight.findall(rest) for nodes, rest in edges])  #? edges
table = ‹call›
table = table.map(‹number›)
#: columns
# rows that lack a feature are left out  #? left_out
used = table.iloc[:, ‹features›].replace([np.inf, -np.inf], np.nan)  #? left_out
kept = used.notna().all(axis=1).to_numpy()  #? left_out
table = table[kept]  #? left_out
X = table.iloc[:, ‹features›].to_numpy(float)  #? plain
‹made›
#: label
label = ‹quantity›.to_numpy(float)
label = pd.factorize(‹classes›, sort=True)[0]
label[label < 0] = label.max() + 1  # rows without a label come last  #? unlabelled
#: drawn
points = np.array([  # two coordinates and the class of each
    ‹points›
])
X, label = points[:, :2], np.unique(points[:, 2], return_inverse=True)[1]
#: new
new_label = label  #? own
new_columns = ‹columns›.replace([np.inf, -np.inf], np.nan)
new_data = ‹data›
new_label = table.iloc[:, ‹quantity›].to_numpy(float)
classes = [‹classes›]
new_label = np.array([‹place› for c in table.iloc[:, ‹class›]])
#: strings
strings = []  #? fasta
for line in open(‹fasta›, encoding="utf-8-sig"):
    if line.startswith(">"):
        strings.append("")
    else:
        strings[-1] += "".join(line.split()).upper()
strings = ‹lines›
strings = table.iloc[:, ‹column›].str.strip()
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
clean, random = X, np.random.RandomState(‹seed›)
X = X + random.normal(scale=‹gaussian›, size=X.shape)
noise = random.random_sample(X.shape)  #? low
X = np.where(noise < ‹low›, X.min(axis=0), X)
X = np.where(noise >= ‹high›, clean.max(axis=0), X)
data = X  # as it came, for the plot
scaler = ‹scaler›
X = scaler.fit_transform(X)  #? scaler
#: pca

pca = PCA()
pca_scores = pca.fit_transform(X)
pca.components_ *= upright(pca.components_.T)[:, None]  #? ties
pca_scores = pca.transform(X)  #? ties
pca_share = pca.explained_variance_ratio_
#: kpca

gamma = ‹gamma›


def k(‹arguments›):
    """The kernel between rows of two tables."""
    return ‹values›


# as many components as reach this share of the variance: ‹reached›
# ‹approximated›
K = ‹matrix›
kpca = KernelPCA(‹how›, eigen_solver="dense")
scores = kpca.fit_transform(‹of›)
# scikit-learn's KernelPCA would centre it  #? uncentred
values, vectors = np.linalg.eigh(K)  #? uncentred
values = np.where(values > 1e-13 * values[-1], values, 0)[::-1]  #? uncentred
kpca = SimpleNamespace(eigenvalues_=values[:‹uncentred›], eigenvectors_=vectors[:, ::-1][:, :‹uncentred›])
# axes of components with equal eigenvalues are arbitrary  #? repeats
# ‹positive› of the ‹wanted› components have a positive eigenvalue  #? lacks
missing = ‹wanted› - len(kpca.eigenvalues_[:‹positive›])  #? cut
kpca.eigenvalues_ = np.pad(kpca.eigenvalues_[:‹positive›], (0, missing))  #? cut
kpca.eigenvectors_ = np.pad(kpca.eigenvectors_[:, :‹positive›], ((0, 0), (0, missing)))  #? cut
kpca.eigenvectors_ *= upright(kpca.eigenvectors_)  #? turned
# signs are arbitrary: here those that agree with linear PCA  #? aligned
both = min(kpca.eigenvectors_.shape[1], pca_scores.shape[1])  #? aligned
agreement = kpca.eigenvectors_[:, :both] * pca_scores[:, :both]  #? aligned
kpca.eigenvectors_[:, :both] *= np.where(agreement.sum(axis=0) < 0, -1, 1)  #? aligned
kpca.eigenvectors_[:, ‹mirrored›] *= -1
scores = kpca.eigenvectors_ * np.sqrt(kpca.eigenvalues_)  #? rescored
trace = ‹trace›
share = kpca.eigenvalues_ / trace
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


def project(points):
    """Kernel scores of points that are scaled as X is."""
    return ‹project›


means, length = k(X, X).mean(axis=0), lengths(np.diag(‹images›))


def between(points):  #? images
    """Between points and the rows of X, what K is among these."""
    values, own = k(points, X), squares(points)
    own = own - 2 * values.mean(axis=1) + means.mean()  #? centers_first
    values = values - values.mean(axis=1)[:, None] - means + means.mean()  #? centers_first
    return values / np.outer(lengths(own), length)


def reconstruction_errors(points):
    """What the components leave unexplained of the image of each point."""
    own = ‹own›
    return np.maximum(own - np.sum(project(points) ** 2, axis=1), 0)


spectrum = np.linalg.eigvalsh(‹centred›)[::-1] / trace
noise = 4 * np.finfo(float).eps * np.linalg.norm(K) / trace
spectrum = np.where(np.abs(spectrum) > noise, spectrum, 0)

#: new-rows
new_data = features(new_columns)  #? made
new_X = ‹new_x›
new_pca_scores = pca.transform(new_X)
new_scores = project(new_X)
#: errors
# squared distances of images from the components (Hoffmann 2007)
errors = np.maximum(‹lengths› - np.sum(scores**2, axis=1), 0)
new_errors = reconstruction_errors(new_X)  #? new

#: probe
# the probe, where its image is, and what each row adds to its scores
probe = np.array([‹probe›])
z = ‹z›
probe_scores, pca_probe_scores = project(z), pca.transform(z)
probe_parts = (‹k_probe›[0, :, None] * coefficients())[:, ‹components›]
weight = np.linalg.norm(probe_parts, axis=1)
heaviest = np.argsort(-weight, kind="stable")[:10]
path_scores, pca_path_scores = {}, {}  #? paths
for feature in ‹paths›:
    path = np.repeat(probe, ‹steps›, axis=0)
    path[:, feature] = np.linspace(data[:, feature].min(), data[:, feature].max(), ‹steps›)
    path = ‹path›
    path_scores[feature], pca_path_scores[feature] = project(path), pca.transform(path)

#: arrows
arrow_rows = np.arange(‹rows›) * len(X) // ‹rows›
arrows = slopes(‹feature›, arrow_rows, ‹least›)[:, ‹components›]
pca_arrows = np.tile(pca.components_[‹of_pca›, ‹feature›], (len(arrow_rows), 1))

#: influence
# KPCA-IG: the length of the gradient, averaged over rows
some = np.arange(‹rows›) * len(X) // ‹rows›
gradients = [slopes(j, some, ‹least›)[:, ‹components›] for j in range(X.shape[1])]
influence = np.array([np.linalg.norm(it, axis=1).mean() for it in gradients])
mean_gradients = np.array([it.mean(axis=0) for it in gradients])
pca_influence = np.linalg.norm(pca.components_[‹of_pca›], axis=0)

#: judged
judged = ‹judged›
judged = judged[‹known›]  # those with a label
#: judged-on-new
all_label = np.concatenate([‹all_label›])
known = np.flatnonzero(‹all_known›)
#: swept


def swept(value):
    """Eigenvalues, their shares and the scores with another ‹swept›."""
    return decomposed(‹swept_matrix›, slice(‹count›))


sweep_values = ‹sweep_values›
sweep_points = [swept(value) for value in sweep_values]
sweep_eigenvalues = np.array([point[0] for point in sweep_points])
sweep_share = np.array([point[1] for point in sweep_points])
sweep_quality = np.array([halved(point[2])[:, 0] for point in sweep_points])

#: held-out
# rows are dealt into parts, each of which is held out once
tried = ‹tried›
tried = tried[‹fewer›]
order = tried[np.random.RandomState(‹seed›).permutation(len(tried))]
order = order[np.argsort(label[order], kind="stable")]  # each part has its share of each class  #? classes
held_quality = []  #? rule
held_error = []  #? alpha
for value in sweep_values:
    swept_K = k(X, X, gamma=value)
    for part in range(‹folds›):
        held = np.sort(order[part :: ‹folds›])
        fitted = np.setdiff1d(tried, held)
        fold = KernelPCA(kernel="precomputed", eigen_solver="dense").fit(swept_K[np.ix_(fitted, fitted)])
        z = fold.transform(swept_K[:, fitted])[:, :‹components›]
        known, asked = ‹known›
        unit = np.abs(z[fitted]).max() or 1  #? rule
        missed = ‹rule›(z[:, :‹q›] / unit, label, known, asked)[-1]
        held_quality.append(1 - missed / ‹total›(label[asked]))  #? rule
        ridged = k(z[fitted], z[fitted], gamma=value) + ‹alpha› * np.eye(len(fitted))
        rebuilt = k(z[held], z[fitted], gamma=value) @ np.linalg.solve(ridged, X[fitted])  #? alpha
        left, before = [(X[held] - points) ** 2 for points in (rebuilt, X[fitted].mean(axis=0))]  #? alpha
        held_error.append(left.sum() / before.sum())  #? alpha
held_quality = np.reshape(held_quality, (-1, ‹folds›))  # a column for each part  #? rule
held_error = np.reshape(held_error, (-1, ‹folds›))  #? alpha

#: grid-numbers
grid_across, grid_down = np.array(‹values_across›), np.array(‹values_down›)
grid_planes = np.zeros((len(grid_down), len(grid_across), len(X), 2))
for i, down in enumerate(grid_down):
    for j, across in enumerate(grid_across):
        beside = [grid_planes[place] for place in [‹beside›] if min(place) >= 0]
        plane = decomposed(‹grid_matrix›, ‹columns›)[2]
        grid_planes[i, j, :, : plane.shape[1]] = turned(plane, beside)

#: kernel-matrix-numbers
order = ‹order›
ordered = ‹shown_matrix›[np.ix_(order, order)]
#: shuffled


def eigenvalues_of(rows):
    """Of the kernel matrix of these rows, descending."""
    return np.linalg.eigvalsh(‹matrix_of_rows›)[::-1]


compared = X[‹compared›]
shuffled = []
for seed in range(‹shufflings›):
    random = np.random.RandomState(seed)
    columns = [column[random.permutation(len(compared))] for column in compared.T]
    shuffled.append(eigenvalues_of(np.column_stack(columns)))
own = eigenvalues_of(compared)
shuffled_share = np.quantile(shuffled, ‹quantile›, axis=0)[:‹quantiles›] / own.sum()
exceeds = own[: len(shuffled_share)] / own.sum() > shuffled_share
standing_out = np.cumprod(exceeds).sum()

#: pre-images-numbers
nearest = nearest_to(scores, ‹plane›, ‹at›)
asked = asked_for(scores, ‹plane›, ‹at›‹row›)
weights = images(asked[None])[0]  # the point as a sum of the rows' images
found = {}
found["‹ridge›"] = ridge(scores, X, asked[None], ‹alpha›)[0]
starts = np.argsort(-K @ weights, kind="stable")[:4]  #? mika
ends, rests = fixed_points(X[starts], np.tile(weights, (len(starts), 1)), 1e-7)  #? mika
found["‹mika›"] = ends[np.argmax(rests)]
found["‹kwok_tsang›"] = from_distances(weights)
# down to where the image is nearest, from the row whose image is nearest  #? gradient
down = minimize(lambda z: distance_to(z) ** 2, X[np.argmin(np.diag(K) - 2 * K @ weights)], method="BFGS", options={"gtol": 1e-9})  #? gradient
found["‹gradient›"] = down.x
distances = np.array([distance_to(z) for z in found.values()])
pca_asked = asked_for(pca_scores, ‹pca_plane›, ‹pca_at›‹pca_row›)
found["linear PCA"] = pca.inverse_transform(pca_asked[None])[0]
pre_images = ‹pre_images›

#: denoising
rows = ‹rows›


def by_kernel(q):
    """The rows from their first q components in feature space."""
    return ‹by_kernel›


rebuilt, pca_rebuilt = ‹rebuilt›, ‹pca_rebuilt›
counts = ‹counts›
remains = np.array([np.mean((‹rebuilt_q› - ‹original›[rows]) ** 2) for q in counts])
pca_counts = counts[counts <= len(pca.components_)]
pca_remains = np.array([np.mean((‹pca_rebuilt_q› - ‹original›[rows]) ** 2) for q in pca_counts])

#: reconstruction-error-numbers
# new rows are held out, and the components are those of the fitted  #? held_new
# a fifth of the rows is held out, and the components are those of the others  #? held_fifth
fitted, held = np.sort(‹fitted›), np.sort(‹held›)
others, other_data = ‹others›[held], ‹other_data›[held]
across_parts, own = k(others, X[fitted]), squares(others)  #? held_new
across_parts, own = K[np.ix_(held, fitted)], np.diag(K)[held]  #? held_fifth
part_pca = PCA().fit(X[fitted])
part_pca_counts, part_counts = np.arange(1, ‹pca_last›), ‹part_counts›
K_fitted = K[np.ix_(fitted, fitted)]
part = KernelPCA(n_components=‹most›, kernel="precomputed", eigen_solver="dense").fit(K_fitted)
other_lengths = np.sum((others - part_pca.mean_) ** 2, axis=1)  #? in_feature_space
part_variances = np.var(X[fitted] @ part_pca.components_.T, axis=0)  #? in_feature_space
part_pca_left = tails(part_variances, part_variances.sum(), other_lengths, part_pca.transform(others))  #? in_feature_space
part_lengths = own - 2 * across_parts.mean(axis=1) + K_fitted.mean()  #? in_feature_space
total = (np.trace(K_fitted) - K_fitted.sum() / len(fitted)) / len(fitted)  #? in_feature_space
part_left = tails(part.eigenvalues_ / len(fitted), total, part_lengths, part.transform(across_parts))  #? in_feature_space


def left(rebuilt):
    """The mean squared error of fitted and of other rows, in the units of the data."""
    pairs = zip(rebuilt, (data[fitted], other_data))
    return [np.mean((‹part_points› - rows) ** 2) for points, rows in pairs]


part_pca_left = np.array([left(part_by_pca(q)) for q in part_pca_counts]).T  #? in_input
part_left = np.array([left(part_by_kernel(q, ‹alpha›)) for q in part_counts]).T  #? in_input
