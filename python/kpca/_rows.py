"""Checks that all estimators share: rows, memory and threads."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from joblib import cpu_count, effective_n_jobs
from scipy.sparse import issparse
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import validate_data

from . import _engine

#: Constraints on the parameters that every estimator has.
LIMITS: dict[str, list[Any]] = {
    "memory": [Interval(Integral, 1, None, closed="left"), None],
    "n_jobs": [Integral, None],
}

#: Largest number that the engine takes for a count of bytes.
LARGEST = 2**63 - 1


def rows_of(
    estimator: Any,
    X: Any,
    *,
    reset: bool,
    min_samples: int = 1,
    min_features: int = 1,
) -> np.ndarray:
    """Check rows as scikit-learn does; sparse ones are made dense within the memory allowed.

    Parameters
    ----------
    estimator : estimator
        Estimator that takes the rows, with a parameter ``memory``.
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        Rows.
    reset : bool
        True where the estimator is fitted to the rows, False where they must have the columns of its fit.
    min_samples : int
        Least number of rows.
    min_features : int
        Least number of columns.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        Rows in double or single precision; ``X`` itself where nothing had to change.
    """
    X = validate_data(
        estimator,
        X,
        accept_sparse="csr",
        dtype=[np.float64, np.float32],
        reset=reset,
        ensure_min_samples=min_samples,
        ensure_min_features=min_features,
    )
    if not issparse(X):
        return X
    needed, allowed = X.shape[0] * X.shape[1] * X.dtype.itemsize, memory_of(estimator)
    if needed > allowed:
        raise MemoryError(
            f"dense rows take {needed} bytes, and {allowed} are allowed: raise memory"
        )
    return X.toarray()


def memory_of(estimator: Any) -> int:
    """Return the number of bytes that a computation of the estimator may hold."""
    if estimator.memory is None:
        return _engine.MEMORY
    return min(int(estimator.memory), LARGEST)


def threads_of(estimator: Any) -> int:
    """Return the number of threads of an estimator, 0 for as many as there are processors."""
    if estimator.n_jobs is None or estimator.n_jobs == -1:
        return 0
    return min(effective_n_jobs(estimator.n_jobs), cpu_count())
