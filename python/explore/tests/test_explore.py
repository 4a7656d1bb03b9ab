"""The widget: what a cell is given, and the traits that it gives back."""

import gzip
import json

import kpca
import numpy as np
import pandas as pd
import pytest
from kpca_explore import _explorer
from sklearn.datasets import load_iris

X, y = load_iris(return_X_y=True, as_frame=True)


@pytest.fixture
def w():
    return kpca.explore(X, y)


def tell(w, model, line="version=1", *, rows=None, selected=(), kernel=None):
    """Tell a widget what the page tells once it rests: here what a fit gives."""
    rows = np.arange(len(X)) if rows is None else np.asarray(rows)
    data = np.asarray(X)[rows]
    scores = model.fit_transform(data)
    arrays = [rows.astype("i4"), np.asarray(selected, dtype="i4"), scores, model.eigenvalues_]
    told = {"type": "told", "line": line, "problem": "", "kernel": kernel or {"gamma": model.gamma_}}
    w._hear(w, told, [memoryview(array.tobytes()) for array in arrays])
    return scores


def test_a_cell_is_given_the_table_and_once_for_each_window_the_page(w, monkeypatch):
    sent = []
    monkeypatch.setattr(w, "send", lambda content, buffers: sent.append((content, buffers)))
    w._hear(w, {"type": "open", "lacks_page": True}, [])
    w._hear(w, {"type": "open", "lacks_page": False}, [])
    (content, (table, *files)), (short, parts) = sent
    files = dict(zip(content["files"], files, strict=True))
    assert table.startswith(b"sepal length (cm),sepal width (cm),petal length (cm),petal width (cm),target\n5.1,3.5,")
    assert gzip.decompress(files["kpca-explorer.wasm.gz"])[:4] == b"\0asm"
    # Every script that another names is there, and none names a server's.
    assert b"page.js?" in files["index.html"] and "worker.js" not in files
    assert (short["files"], parts) == ([], [table])


def test_scores_selection_and_estimator_come_out(w):
    seen = []
    w.observe(lambda change: seen.append((change.name, change.new)), names=["scores", "selection", "estimator"])
    assert w.scores is None and w.estimator is None and w.selection.shape == (0,)
    rows = np.arange(10, 150)
    scores = tell(w, kpca.KernelPCA(3, kernel="rbf", gamma=0.3), rows=rows, selected=[0, 5])
    assert np.isnan(w.scores[:10]).all() and (w.scores[10:] == scores).all()
    assert w.selection.tolist() == [10, 15] and w.selection.dtype.kind == "i"
    assert w.estimator.get_params()["gamma"] == 0.3
    # Of the data frame, by its names.
    assert w.estimator.feature_names_in_.tolist() == X.columns.tolist()
    assert np.abs(w.estimator.transform(X.iloc[rows]) - scores).max() < 1e-8
    assert [name for name, _ in seen] == ["scores", "selection", "estimator"]
    assert seen[-1][1] is w.estimator


@pytest.mark.parametrize(
    ("params", "line", "numbers"),
    [
        ({"kernel": "poly", "gamma": 0.1, "degree": 2, "coef0": 0.5}, "kernel.kind='poly'", ["gamma", "degree", "coef0"]),
        ({"kernel": "laplacian", "gamma": 0.1}, "kernel.kind='laplacian'", ["gamma"]),
        ({"kernel": "linear"}, "kernel={kind='linear'}", []),
    ],
)
def test_the_estimator_has_the_kernel_of_the_setup(w, params, line, numbers):
    model = kpca.KernelPCA(2, **params)
    tell(w, model, f"version=1, {line}", kernel={name: params[name] for name in numbers} | {"other": 1})
    assert {name: w.estimator.get_params()[name] for name in params} == params


def test_the_estimator_scales_and_takes_the_features_of_the_setup(w):
    names = ["petal width (cm)", "sepal length (cm)"]
    scaled = (X[names] - X[names].mean()) / X[names].std(ddof=0)
    model = kpca.KernelPCA(2, kernel="rbf", gamma=0.5)
    scores = model.fit_transform(scaled)
    arrays = [np.arange(150, dtype="i4"), np.empty(0, "i4"), scores, model.eigenvalues_]
    line = f"version=1, scaling='standardize', columns.features={json.dumps(names)}"
    told = {"type": "told", "line": line, "problem": "", "kernel": {"gamma": 0.5}}
    w._hear(w, told, [memoryview(array.tobytes()) for array in arrays])
    assert np.abs(w.estimator.transform(X[names]) - scores).max() < 1e-8


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("kernel.center=false", "its eigenvalues are others"),
        ("kernel.kind='spectrum'", "kpca has no kernel 'spectrum'"),
        ("columns.features=['other']", "X has no column 'other'"),
    ],
)
def test_where_no_estimator_gives_the_numbers_there_is_none_with_a_sentence(w, line, why):
    tell(w, kpca.KernelPCA(2, kernel="rbf", gamma=0.2), f"version=1, {line}", kernel={"gamma": 0.3})
    with pytest.warns(UserWarning, match=f"^No estimator of kpca gives what is shown: {why}$"):
        assert w.estimator is None


def test_a_setup_goes_in_whole_or_in_part(w):
    assert 'kernel.gamma="median"' in w.setup and 'columns.label.column="target"' in w.setup
    w.setup = "kernel.gamma=2.0"
    assert w.setup.startswith('version=1, kernel.gamma=2.0, columns.label.column="target", columns.features=["sepal ')
    whole = 'version=1, data_crc32="0", source.file.path="X.csv", kernel.degree=4'
    w.setup = whole
    assert w.setup == whole
    with pytest.raises(ValueError, match="^setup='gamma' is no line of a setup: "):
        w.setup = "gamma"
    assert w.setup == whole
    again = kpca.explore(X, y, setup=whole.replace("X.csv", "/far/Y.csv"))
    assert again.setup.startswith('version=1, source.file.path="X.csv", kernel.degree=4, columns.label.')


def test_what_went_wrong_in_the_cell_is_a_trait(w):
    w._hear(w, {"type": "told", "line": "version=1", "problem": "γ must be positive"}, [])
    assert w.problem == "γ must be positive"


def test_bad_rows_and_a_missing_page_are_said_in_one_line(monkeypatch):
    with pytest.raises(ValueError, match=r"^X has the shape \(150,\): an array of rows and columns is needed$"):
        kpca.explore(X.iloc[:, 0])
    _explorer.page.cache_clear()
    monkeypatch.setattr(_explorer.resources, "files", lambda _: _explorer.Path("/nowhere"))
    with pytest.raises(FileNotFoundError, match="^this kpca-explore was installed without its page: .*python/explore$"):
        kpca.explore(X)
    _explorer.page.cache_clear()
