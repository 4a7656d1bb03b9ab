#: functions


def data_file(name):
    """A file beside this script, or else where Python was started."""
    beside = Path(__file__).parent / name if "__file__" in globals() else Path(name)
    return beside if beside.exists() else Path(name)


def text_of(path):
    """The text of a file, packed or not."""
    data = Path(path).read_bytes()
    data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def below(path, lines):
    """The text of a file below its first lines, in which pandas would take a quote for the beginning of a cell."""
    text = text_of(path)
    return io.StringIO(text.split("\n" if "\n" in text else "\r", lines)[lines])


def as_written(data, shape, first):
    """The data, where they have the shape and begin as those that this script was written for."""
    begin = np.ravel(data[: len(first)])[: len(first)]
    if begin.dtype.kind in "OU":
        same = [str(cell)[:40] for cell in begin] == first
    else:
        same = np.allclose(begin, first, rtol=1e-6, atol=1e-9 * np.nanmax(np.abs([0, *first])), equal_nan=True)
    if np.shape(data) != shape or not same:
        found = f"an array of shape {np.shape(data)} that begins with {begin.tolist()}"
        raise SystemExit(f"this script was written for an array of shape {shape} that begins with {first}, and read {found}")
    return data


def distances_of(K):
    """Distances in feature space of rows with the kernel values K."""
    return np.sqrt(np.maximum(np.diag(K)[:, None] + np.diag(K) - 2 * K, 0))


def classes_of(label, sizes):
    """The classes of the rows, where each has as many as when this script was written."""
    found = np.bincount(label)[: len(sizes)].tolist()
    if found != sizes:
        raise SystemExit(f"this script was written for classes of {sizes} rows, and read classes of {found}")
    return label


def number(cell, decimal="."):
    """The number in a cell with a percent sign, a currency, groups of digits, a typeset minus or Fortran's exponent."""
    text = str(cell).strip().removesuffix("%").replace("\u2212", "-")
    text = re.sub("[$€£¥₹]|EUR|USD|GBP|CHF|JPY|CNY", "", text).strip().replace("- ", "-")
    signs = "[ \u00a0\u2009\u202f'\u2019" + (",]" if decimal == "." else ".]")
    text = re.sub(f"(?<=[0-9]){signs}(?=[0-9]{{3}}(?![0-9]))", "", text)
    text = re.sub("(?<=[0-9.])[dD](?=[-+0-9])", "e", text.replace(decimal, "."))
    try:
        return float(text)
    except ValueError:
        return cell


def word(cell):
    """A text without the blanks around it, and a number amid texts in its shortest form, unless it is a code as 007."""
    if isinstance(cell, (bool, np.bool_)) or re.fullmatch("0[0-9]+", str(cell).strip()):
        return str(cell).strip()
    try:
        value = float(cell)
        return np.format_float_positional(value, trim="-") if np.isfinite(value) else cell
    except (TypeError, ValueError):
        return str(cell).strip()


def triangle(path):
    """The table of a matrix whose lines may stop at the diagonal, with names in front or not."""
    rows = []
    for line in text_of(path).splitlines():
        sign = next((sign for sign in "\t;," if sign in line.strip()), None)
        rows.append([field.strip().strip('"') for field in line.strip().rstrip(sign).split(sign)])
    rows = [row for row in rows if any(row)]
    words = {"labelled", "labeled", "symmetric", "asymmetric"}
    if rows[0][0].isdigit() and int(rows[0][0]) > 1 and words.issuperset(map(str.lower, rows[0][1:])):
        rows = rows[1:]
    named = int(pd.to_numeric(pd.Series([row[0] for row in rows]), errors="coerce").isna().all())
    A = np.zeros((len(rows), len(rows)))
    for i, row in enumerate(rows):
        A[i, : len(row) - named] = [float(field) for field in row[named:]]
    if len(rows[0]) - named < len(rows):
        A = np.tril(A) + np.tril(A, -1).T
    return pd.DataFrame([[*row[:named], *values] for row, values in zip(rows, A)])


def ucinet(path):
    """The table of a full matrix or a lower half of UCINET's, with names in front or not."""
    text = text_of(path)
    head, body = re.split("data:", text, maxsplit=1, flags=re.I)
    parts = re.split("labels:", head, flags=re.I)[1:]
    names = [name.strip('"') for part in parts for name in re.split(r"[,\s]+", part) if name]
    values = np.array(re.split(r"[,\s]+", body.strip()), float)
    n = int(re.search(r"\bn\s*=\s*([0-9]+)", head, re.I)[1])
    A = np.zeros((n, n))
    if len(values) == n * n:
        A[:] = values.reshape(n, n)
    else:
        A[np.tril_indices(n, 0 if len(values) > n * (n - 1) / 2 else -1)] = values
        A = np.tril(A) + np.tril(A, -1).T
    return pd.DataFrame([[*names[i : i + 1], *row] for i, row in enumerate(A)])


def joined(nodes, edges):
    """The table of edges with their weights, and of each node without one an edge of weight 0."""
    if len(set(nodes.values())) < len(nodes):
        nodes = {node: node for node in nodes}
    ends = {end for edge in edges for end in edge[:2]}
    others = [(node, next(iter(other for other in nodes if other != node)), "0") for node in nodes if node not in ends]
    return pd.DataFrame([(nodes[a], nodes[b], weight) for a, b, weight in [*edges, *others]])


def gml(path):
    """The table of the edges of a graph in GML."""
    words = re.findall(r'"[^"]*"|#.*|[][]|[^][\s"#]+', text_of(path))
    words = iter(word for word in words if not word.startswith("#"))
    nodes, edges, within, values = {}, [], [], {}
    for word in words:
        if word == "]":
            key = within.pop()
            if within == ["graph"]:
                if key == "node":
                    nodes[values["id"]] = values.get("label") or values["id"]
                if key == "edge":
                    weight = values.get("weight", values.get("value", "1"))
                    edges.append((values["source"], values["target"], weight))
                values = {}
            continue
        value = next(words)
        if value == "[":
            within.append(word)
        elif len(within) == 2:
            values[word] = re.sub("&(amp|lt|gt|quot|apos|#x?[0-9a-fA-F]+);", lambda it: html.unescape(it[0]), value.strip('"')).strip()
    return joined(nodes, edges)


def graphml(path):
    """The table of the edges of a graph in GraphML."""
    root = ElementTree.fromstring(re.sub("<[?]xml.*?[?]>", "", text_of(path), count=1).strip())
    of = lambda elements, name: [it for it in elements if it.tag.split("}")[-1] == name]
    said = lambda element: (element.text or "").strip()
    keys = {key.get("id"): key.get("attr.name") for key in of(root, "key")}
    usual = [said(it) for key in of(root, "key") if key.get("attr.name") == "weight" for it in of(key, "default")]
    data = lambda element: {keys.get(it.get("key")): said(it) for it in of(element, "data") if said(it)}
    nodes, edges = {}, []
    for node in of(root.iter(), "node"):
        found, name = data(node), node.get("id").strip()
        nodes[name] = found.get("label", found.get("name", name))
    for edge in of(root.iter(), "edge"):
        weight = data(edge).get("weight", (usual or ["1"])[-1])
        edges.append((edge.get("source").strip(), edge.get("target").strip(), weight))
    return joined(nodes, edges)


def upright(vectors):
    """Signs that make the largest entry of each column positive, the first where several tie."""
    size = np.abs(vectors)
    first = np.argmax(size >= (1 - ‹tie›) * size.max(axis=0), axis=0)
    return np.where(vectors[first, range(len(first))] < 0, -1, 1)


def centre(K):
    """The kernel matrix of centred images."""
    return K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()


def lengths(squared):
    """Roots; what has no length is divided by infinity."""
    root = np.sqrt(np.maximum(squared, 0))
    return np.where(root > 1e-7 * root.max(), root, np.inf)


def normalise(K):
    """The kernel matrix of images of length 1."""
    length = lengths(np.diag(K))
    return K / np.outer(length, length)


def squares(points):
    """The kernel of each point with itself."""
    parts = np.array_split(points, len(points) // 100 + 1)
    return np.concatenate([np.diagonal(k(part, part)) for part in parts])


def coefficients():
    """Unit components in feature space as sums of the rows' images: a column for each."""
    return kpca.eigenvectors_ / np.sqrt(np.where(kpca.eigenvalues_ > 0, kpca.eigenvalues_, np.inf))


def decomposed(K, columns):
    """Some of the eigenvalues of a matrix, their shares and the scores."""
    values, vectors = np.linalg.eigh(K)
    values, vectors = values[::-1], vectors[:, ::-1]
    scores = vectors * np.sqrt(np.maximum(values, 0))
    return values[columns], values[columns] / np.trace(K), scores[:, columns]


def turned(plane, others):
    """Components turned over where they point away from those beside them."""
    alike = np.zeros(plane.shape[1])
    for other in others:
        size = np.linalg.norm(plane, axis=0) * np.linalg.norm(other, axis=0)
        cosine = np.sum(plane * other, axis=0) / np.where(size > 0, size, np.inf)
        alike += cosine * np.abs(cosine)
    return plane * np.where(alike < 0, -1, 1)


def over_plane(project, columns, spans, at, side):
    """Every component on a grid over two columns, the others fixed: row by row, as all at once may be large."""
    u, v = [low + (high - low) * (np.arange(side) + 0.5) / side for low, high in spans]
    points = np.tile(at, (side, side, 1))
    points[:, :, columns[0]], points[:, :, columns[1]] = np.meshgrid(u, v)
    return u, v, np.array([project(row) for row in points])


def solved(within, target):
    """Weights of the first 1, 2, ... components by ridge regression."""
    covariance = within.T @ within / len(within)
    for q in range(1, len(target) + 1):
        ridge = ‹separation_ridge› * np.trace(covariance[:q, :q]) / q
        ridged = covariance[:q, :q] + max(ridge, 1e-30) * np.eye(q)
        yield q, np.linalg.solve(ridged, target[:q])


def missed(z, label, train, test):  #? classes
    """How many rows linear discriminant analysis mistakes with 1, 2, ... components."""
    is_of = np.eye(label.max() + 1)[label[train]]
    size = is_of.sum(axis=0)
    means = z[train].T @ is_of / np.maximum(size, 1)
    within = z[train] - means[:, label[train]].T
    with np.errstate(divide="ignore"):
        log_share = np.log(size / len(train))
    mistakes = []
    for q, weights in solved(within, means):
        offset = log_share - np.sum(means[:q] * weights, axis=0) / 2
        guess = np.argmax(z[test, :q] @ weights + offset, axis=1)
        mistakes.append(np.sum(guess != label[test]))
    return np.array(mistakes)


def missed(z, label, train, test):  #? !classes
    """Sum of squares that linear regression misses with 1, 2, ... components."""
    center, middle = z[train].mean(axis=0), label[train].mean()
    within = z[train] - center
    target = within.T @ (label[train] - middle) / len(train)
    solutions = solved(within, target)
    guesses = [(z[test, :q] - center[:q]) @ weights + middle for q, weights in solutions]
    return np.array([np.sum((guess - label[test]) ** 2) for guess in guesses])


def grade(wrong, label):
    """Accuracy of linear discriminant analysis."""  #? classes
    return 1 - wrong / len(label)  #? classes
    """R² of linear regression."""  #? !classes
    return 1 - wrong / np.sum((label - label.mean()) ** 2)  #? !classes


def halved(scores):
    """Quality with 1, 2, ... components: mean and standard deviation over halvings."""
    z = scores[:, :‹most›] / (np.abs(scores).max() or 1)
    random = np.random.RandomState(‹seed›)
    qualities = []
    for _ in range(‹halvings›):
        order = judged[random.permutation(len(judged))]
        order = order[np.argsort(label[order], kind="stable")]  # classes are shared  #? classes
        halves = order[::2], order[1::2]
        wrong = missed(z, label, *halves) + missed(z, label, *halves[::-1])
        qualities.append(grade(wrong, label[judged]))
    return np.column_stack([np.mean(qualities, axis=0), np.std(qualities, axis=0)])


def on_new(scores, new_scores):
    """The same on new rows, from all that were fitted."""
    z = np.concatenate([scores, new_scores]) / (np.abs(scores).max() or 1)
    train, test = all_known[all_known < len(scores)], all_known[all_known >= len(scores)]
    return grade(missed(z, all_label, train, test), all_label[test])


def ranks(points):
    """Ranks of all rows by their distance from each, 0 of the row itself."""
    squared = cdist(points, points, "sqeuclidean")
    np.fill_diagonal(squared, -1)
    return np.argsort(np.argsort(squared, axis=1, kind="stable"), axis=1)


def neighbors_kept(truth, seen):
    """Trustworthiness (Venna and Kaski 2001) by 1, 2, ... neighbours."""
    n = len(truth)
    k = 1 + np.arange(min(‹most_neighbors›, (n - 1) // 2))
    off = [np.maximum(truth - i, 0)[(seen > 0) & (seen <= i)].sum() for i in k]
    return 1 - 2 * np.array(off) / (n * k * (2 * n - 3 * k - 1))


def trusted(picture):
    """Trustworthiness and continuity of a picture of the rows by 1, 2, ... neighbours."""
    seen = ranks(picture[trusted_rows])
    return np.column_stack([neighbors_kept(input_ranks, seen), neighbors_kept(seen, input_ranks)])


def torn_by(picture, k):
    """How far the k nearest rows of each were torn from it; the mean is 1 less the continuity."""
    seen, n = ranks(picture[trusted_rows]), len(trusted_rows)
    off = (np.maximum(seen - k, 0) * ((input_ranks > 0) & (input_ranks <= k))).sum(axis=1)
    torn = np.full(len(picture), np.nan)
    torn[trusted_rows] = 2 * off / (k * (2 * n - 3 * k - 1))
    return torn


def pairs_apart(points):
    """Distances of the pairs of rows."""
    return np.linalg.norm(points[row_pairs[:, 0]] - points[row_pairs[:, 1]], axis=1)


def slopes(feature, rows):
    """How kernel scores change with a feature at some rows: differences across a small step."""
    step = np.zeros(X.shape[1])
    step[feature] = 1e-5 * np.ptp(X[:, feature]) or 1e-5
    low, high = np.maximum(X[rows] - step, ‹least›), X[rows] + step
    return (project(high) - project(low)) / (high - low)[:, [feature]]


def nearest_to(scores, plane, at):
    """The row that is nearest to a point of a plot."""
    return np.argmin(((scores[:, plane] - at) ** 2).sum(axis=1))


def asked_for(scores, plane, at, row=None):
    """Scores of a point of a plot, which elsewhere are those of a row, or else zero."""
    point = np.zeros(scores.shape[1]) if row is None else scores[row].copy()
    point[plane] = at
    return point


def images(z):
    """Points with these scores, one in each row, as sums of the images of the rows of X."""
    weights = z @ coefficients()[:, : z.shape[1]].T
    return weights + (1 - weights.sum(axis=1, keepdims=True)) / len(X)


def ridge(z, points, at, alpha):
    """Points of the input at some scores, learnt by ridge regression, as scikit-learn's inverse_transform."""
    return k(at, z) @ np.linalg.solve(k(z, z) + alpha * np.eye(len(z)), points)


def fixed_points(z, weights, tolerance, path=None):
    """Steps to weighted means of the rows, and which come to rest (Mika et al. 1998); the path holds the point of each step."""
    rests, walking = np.full(len(z), False), np.arange(len(z))
    for _ in range(200):
        if path is not None and len(walking):
            path.append(z.copy())
        square = (z[walking] ** 2).sum(axis=1)[:, None] + (X**2).sum(axis=1) - 2 * z[walking] @ X.T
        pull = weights[walking] * np.exp(-gamma * (square - square.min(axis=1, keepdims=True)))
        fine = pull.sum(axis=1) > 1e-12 * np.abs(pull).sum(axis=1)
        walking, pull = walking[fine], pull[fine]
        before, z[walking] = z[walking], pull @ X / pull.sum(axis=1, keepdims=True)
        moves = np.abs(z[walking] - before).max(axis=1) > tolerance * np.abs(X).max()
        rests[walking[~moves]] = True
        walking = walking[moves]
    if path is not None:
        path.append(z.copy())
    return z, rests


def from_distances(w):
    """A point from its distances to the ten nearest rows (Kwok and Tsang 2004)."""
    squared = w @ K @ w + 1 - 2 * K @ w
    near = np.argsort(squared, kind="stable")[:10]
    square = -np.log(np.clip(1 - squared[near] / 2, 1e-12, 1)) / gamma
    middle = X[near].mean(axis=0)
    u, s, v = np.linalg.svd((X[near] - middle).T, full_matrices=False)
    kept = s > 1e-10 * s.max()
    difference = ((X[near] - middle) ** 2).sum(axis=1) - square
    return middle + u[:, kept] @ (v[kept] @ difference / (2 * s[kept]))


def distance_to(z):
    """In feature space, between the image of z and the point asked for."""
    own = k(z[None], z[None])[0, 0]
    return np.sqrt(max(own - 2 * k(z[None], X)[0] @ weights + weights @ K @ weights, 0))


def by_pca(q):
    """The rows from their first q components."""
    points = pca_scores[rows, :q] @ pca.components_[:q] + pca.mean_
    return ‹unscaled_points›


def part_by_pca(q):
    """Fitted and other rows from their first q components."""
    scores = [part_pca.transform(points)[:, :q] for points in (X[fitted], others)]
    return [z @ part_pca.components_[:q] + part_pca.mean_ for z in scores]


def part_by_kernel(q, alpha):
    """Fitted and other rows from their first q components in feature space."""
    z, other_z = part.transform(K_fitted)[:, :q], part.transform(across_parts)[:, :q]
    return [ridge(z, X[fitted], at, alpha) for at in (z, other_z)]


def tails(variances, total, lengths, scores):
    """What 1, 2, ... components leave of fitted and of other rows, as shares of the fitted rows' total."""
    left = lengths.mean() - np.cumsum(np.mean(scores**2, axis=0))
    return np.array([total - np.cumsum(variances), left]) / total


def tiles(rows, height, width):
    """Rows as pictures side by side; a pixel without a feature is zero."""
    shades = np.column_stack([rows, np.zeros(len(rows))])[:, pixels]
    return np.hstack(shades.reshape(-1, height, width))


def dots(ax, *axes):
    """Dots in layers, from back to front; one call of scatter takes one shape."""
    for rows, look in layers:
        for marker in np.unique(shape[rows]):
            kept = rows & (shape == marker)
            full = {"c": color[kept], "s": 12, **look, "marker": marker}
            ax.scatter(*(values[kept] for values in axes), **full)
