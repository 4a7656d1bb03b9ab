"""The explorer's window, and its page in a notebook's cell."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

from ._table import table_of


def explore(X: Any, y: Any = None, *, setup: str = "", height: int = 560) -> Any:
    """Show rows in the explorer, inside a notebook's cell.

    Needs the package ``kpca-explore``, whose README says what the explorer tells back.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Rows; a data frame's columns keep their names.

    y : array-like of shape (n_samples,) or None, default=None
        Labels: classes, or numbers.

    setup : str, default=''
        Line of a setup, as the program copies it, or a part of one, such as ``"kernel.gamma=2.0"``; γ is the median
        rule's where that names none.

    height : int, default=560
        Height of the cell in points.

    Returns
    -------
    explorer : kpca_explore.Explorer
        Widget with the traits ``setup``, ``selection``, ``scores`` and ``estimator``.

    Raises
    ------
    ImportError
        When ``kpca-explore`` is not installed.
    """
    try:
        from kpca_explore import explore as show
    except ModuleNotFoundError as error:
        raise ImportError(
            f"kpca.explore needs the package kpca-explore (there is no module {error.name}): "
            "build the page by web/build, then pip install ./python/explore"
        ) from None
    return show(X, y, setup=setup, height=height)


def open(X: Any, y: Any = None, *, setup: str = "") -> subprocess.Popen[bytes]:
    """Show rows in the window of the installed program.

    The table stands in a temporary file until the window is closed; Python ends no sooner.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Rows; a data frame's columns keep their names.

    y : array-like of shape (n_samples,) or None, default=None
        Labels: classes, or numbers.

    setup : str, default=''
        Line of a setup, or a part of one, as in :func:`explore`.

    Returns
    -------
    program : subprocess.Popen
        The program that was started.

    Raises
    ------
    FileNotFoundError
        When the program is not there.
    """
    table = table_of(X, y)
    program = shutil.which(os.environ.get("KPCA_EXPLORER", "kpca-explorer"))
    if program is None:
        raise FileNotFoundError(
            "the program kpca-explorer is not there: install it, or name its file in KPCA_EXPLORER"
        )
    folder = tempfile.TemporaryDirectory(prefix="kpca-")
    path = Path(folder.name, "X.csv")
    path.write_bytes(table.csv())
    started = subprocess.Popen([program, "--setup", table.line(setup, str(path))])

    def end() -> None:
        started.wait()
        folder.cleanup()

    threading.Thread(target=end).start()
    return started
