"""The explorer as a widget: table and setup go in, and what a reader does with them comes out."""

from __future__ import annotations

import warnings
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets
from kpca import KernelPCA
from kpca._engine import KERNELS
from kpca._setup import parsed
from kpca._table import table_of
from sklearn.base import BaseEstimator
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import _safe_indexing

#: Name of the table.
NAME = "X.csv"

#: Difference of an eigenvalue from the one shown, as a share of the largest, above which a fit is of something else:
#: far above what rounding does, far below what another kernel does.
AGREES = 1e-6

#: Scalers by the names of setups.
SCALERS = {"standardize": {}, "center": {"with_std": False}}


@cache
def page() -> dict[str, bytes]:
    """Return the files of the page by name."""
    folder = resources.files(__package__) / "page"
    files = {file.name: file.read_bytes() for file in folder.iterdir()} if folder.is_dir() else {}
    if "index.html" not in files:
        raise FileNotFoundError(
            "this kpca-explore was installed without its page: run web/build, then pip install ./python/explore"
        )
    return files


class _WhenRead(traitlets.TraitType):
    """Trait that is computed when it is read, once for each result."""

    def get(self, obj: Any, cls: Any = None) -> Any:
        return obj._fitted()


class Explorer(anywidget.AnyWidget):
    """Kernel PCA Explorer in a notebook's cell.

    Made by :func:`explore`. What changes in the cell arrives half a second after it rests.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Rows.

    y : array-like of shape (n_samples,) or None, default=None
        Labels.

    setup : str, default=''
        Line of a setup, or a part of one.

    height : int, default=560
        Height of the cell in points.

    Attributes
    ----------
    setup : str
        Line of the setup shown. Another one, or a part of one such as ``"kernel.gamma=2.0"``, is shown when it is
        assigned; what a part leaves out gets its default.

    selection : ndarray of shape (n_selected,)
        Positions of the selected rows in X.

    scores : ndarray of shape (n_samples, n_components) or None
        Scores of the rows by kernel PCA as they are shown, NaN for a row that is left out; None before the first result.

    estimator : KernelPCA, Pipeline or None
        Kernel PCA that gives these scores but for signs, fitted to X when it is read, behind a ``StandardScaler`` where
        the setup scales. None, with a warning, where no estimator of ``kpca`` gives the eigenvalues that are shown, as
        of a sum of kernels.

    problem : str
        Sentence on what went wrong in the cell; empty where nothing did.
    """

    _esm = Path(__file__).parent / "widget.js"

    setup = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    selection = traitlets.Instance(np.ndarray)
    scores = traitlets.Instance(np.ndarray, allow_none=True)
    estimator = _WhenRead(read_only=True)
    problem = traitlets.Unicode()

    def __init__(self, X: Any, y: Any = None, *, setup: str = "", height: int = 560) -> None:
        page()
        self._table = table_of(X, y)
        self._X = X if hasattr(X, "iloc") else np.asarray(X)
        self._shown: dict[str, Any] | None = None
        self._fit: BaseEstimator | None = None
        none = np.empty(0, dtype=np.intp)
        line = self._table.line(setup, NAME)
        super().__init__(setup=line, height=height, selection=none, scores=None)
        self.on_msg(self._hear)

    @traitlets.validate("setup")
    def _complete(self, proposal: Any) -> str:
        """Return a line whole, as the page says it."""
        line = proposal["value"]
        return line if "source" in parsed(line) else self._table.line(line, NAME)

    def _hear(self, _: Any, content: dict[str, Any], buffers: list[Any]) -> None:
        """Answer the cell, or take what it tells."""
        if content["type"] == "open":
            files = page() if content["lacks_page"] else {}
            parts = [self._table.csv(), *files.values()]
            self.send({"type": "opened", "name": NAME, "files": [*files]}, parts)
        elif content["type"] == "told":
            self.problem = content["problem"]
            if buffers:
                arrays = [np.array(memoryview(buffer).cast("B")).view(dtype) for buffer, dtype in zip(buffers, "iidd")]
                self._take(content, *arrays)

    def _take(
        self,
        told: dict[str, Any],
        rows: np.ndarray,
        selected: np.ndarray,
        scores: np.ndarray,
        eigenvalues: np.ndarray,
    ) -> None:
        """Take a result: positions of its rows and of the selected among them, scores row by row, and eigenvalues."""
        self._fit = None
        self._shown = {"rows": rows, "eigenvalues": eigenvalues, **told}
        all_scores = np.full((len(self._table.rows), len(eigenvalues)), np.nan)
        all_scores[rows] = scores.reshape(len(rows), -1)
        self.scores = all_scores
        self.selection = rows[selected].astype(np.intp)
        if self._trait_notifiers.get("estimator"):
            change = {"name": "estimator", "old": None, "new": self.estimator, "owner": self, "type": "change"}
            self.notify_change(traitlets.Bunch(change))

    def _fitted(self) -> BaseEstimator | None:
        """Return the estimator of the result that is shown."""
        if self._fit is None and self._shown is not None:
            try:
                self._fit = _estimator(self._X, self._table.features, self._shown)
            except ValueError as error:
                warnings.warn(f"No estimator of kpca gives what is shown: {error}", stacklevel=3)
        return self._fit


def _estimator(X: Any, names: list[str], shown: dict[str, Any]) -> BaseEstimator:
    """Return a fitted estimator that gives the eigenvalues that are shown, or raise a ValueError that says why not."""
    setup = parsed(shown["line"])
    kind, scaling = setup.get("kernel", {}).get("kind", "rbf"), setup.get("scaling")
    if kind not in KERNELS:
        raise ValueError(f"kpca has no kernel {kind!r}")
    rows, eigenvalues = shown["rows"], shown["eigenvalues"]
    # A browser writes 2.0 as 2.
    types = {"gamma": float, "degree": int, "coef0": float}
    numbers = {name: types[name](value) for name, value in shown["kernel"].items() if name in types}
    if "shape" in shown["kernel"]:
        numbers["kernel_params"] = {"shape": float(shown["kernel"]["shape"])}
    features = setup.get("columns", {}).get("features", names)
    for name in features:
        if name not in names:
            raise ValueError(f"X has no column {name!r}")
    if features != names:
        X = _safe_indexing(X, [names.index(name) for name in features], axis=1)
    model = KernelPCA(len(eigenvalues), kernel=kind, **numbers)
    if scaling in SCALERS:
        model = make_pipeline(StandardScaler(**SCALERS[scaling]), model)
    model.fit(_safe_indexing(X, rows))
    found = (model[-1] if scaling in SCALERS else model).eigenvalues_
    off = np.abs(found - eigenvalues).max(initial=0)
    if off > AGREES * np.abs(eigenvalues).max(initial=0):
        raise ValueError("its eigenvalues are others")
    return model


def explore(X: Any, y: Any = None, *, setup: str = "", height: int = 560) -> Explorer:
    """Show rows in the explorer, inside a notebook's cell.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Rows; a data frame's columns keep their names.

    y : array-like of shape (n_samples,) or None, default=None
        Labels: classes, or numbers.

    setup : str, default=''
        Line of a setup, or a part of one, such as ``"kernel.gamma=2.0"``; γ is the median rule's where that names none.

    height : int, default=560
        Height of the cell in points.

    Returns
    -------
    explorer : Explorer
        Widget with the traits ``setup``, ``selection``, ``scores`` and ``estimator``.
    """
    return Explorer(X, y, setup=setup, height=height)
