"""Rows and labels as a file that the explorer opens."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.validation import check_array, check_consistent_length, column_or_1d

from ._setup import completed


@dataclass(frozen=True)
class Table:
    """Rows and labels, checked.

    Attributes
    ----------
    rows : ndarray of shape (n_samples, n_features)
        Features.
    features : list of str
        Name of each.
    labels : list or None
        Label of each row, None where it lacks one.
    label : str
        Name of the labels.
    """

    rows: np.ndarray
    features: list[str]
    labels: list[Any] | None
    label: str

    def csv(self) -> bytes:
        """Return the table as a file: names, then a row for each row, each number as its shortest digits."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        head = self.features if self.labels is None else [*self.features, self.label]
        writer.writerow(head)
        rows = self.rows.tolist()
        for row, label in zip(rows, self.labels or [], strict=False):
            row.append("" if label is None else label)
        writer.writerows(rows)
        return text.getvalue().encode()

    def line(self, setup: str, path: str) -> str:
        """Return the line of a setup, or of a part of one, for this table in a file."""
        label = "none" if self.labels is None else {"column": self.label}
        return completed(setup, path, {"label": label, "features": self.features})


def table_of(X: Any, y: Any = None) -> Table:
    """Check rows and labels as scikit-learn does.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Rows; a data frame's columns keep their names.

    y : array-like of shape (n_samples,) or None, default=None
        Labels: classes, or numbers.

    Returns
    -------
    table : Table
        The rows, with names.

    Raises
    ------
    ValueError
        When they are no such arrays.
    """
    shape = getattr(X, "shape", None) or np.shape(X)
    if len(shape) != 2:
        raise ValueError(f"X has the shape {tuple(shape)}: an array of rows and columns is needed")
    # As the program reads a name.
    names = [" ".join(str(name).split()) for name in getattr(X, "columns", [""] * shape[1])]
    names = [name or f"x{j}" for j, name in enumerate(names)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"X has two columns with the name {twice!r}")
    rows = check_array(X, dtype=np.float64, ensure_min_samples=2, input_name="X")
    if y is None:
        return Table(rows, names, None, "")
    check_consistent_length(X, y)
    label = " ".join(str(getattr(y, "name", None) or "label").split())
    while label in names:
        label += "_"
    labels = [None if value != value else value for value in column_or_1d(y).tolist()]
    return Table(rows, names, labels, label)
