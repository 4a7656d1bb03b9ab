"""Linear PCA and correspondence analysis."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_non_negative

from . import _engine
from ._embedding import Embedding, NewRowsMixin
from ._rows import rows_of

#: Constraint on a number of components, all of them where None.
COMPONENTS = [Interval(Integral, 1, None, closed="left"), None]


class PCA(NewRowsMixin, Embedding):
    """Principal component analysis.

    Parameters
    ----------
    n_components : int or None, default=None
        Number of components; all where None.
    n_jobs : int or None, default=None
        Number of threads; as many as there are processors where None or -1.
    memory : int or None, default=None
        Bytes that dense rows may take; 4 GiB where None.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        Scores of the rows.
    components_ : ndarray of shape (n_components, n_features)
        Axes, unit rows.
    explained_variance_ : ndarray of shape (n_components,)
        Variances along the axes, with divisor n_samples - 1.
    explained_variance_ratio_ : ndarray of shape (n_components,)
        Shares of the variance.
    mean_ : ndarray of shape (n_features,)
        Means of the features.

    See Also
    --------
    sklearn.decomposition.PCA : Has the same numbers.

    Examples
    --------
    >>> from kpca import PCA
    >>> model = PCA(1).fit([[-3, -4], [0, 0], [3, 4]])
    >>> model.components_.round(3).tolist()
    [[0.6, 0.8]]
    """

    _method = "pca"
    _parameter_constraints = {
        **Embedding._parameter_constraints,
        "n_components": COMPONENTS,
    }

    def __init__(
        self,
        n_components: int | None = None,
        *,
        n_jobs: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.n_jobs = n_jobs
        self.memory = memory

    def _describe(self, fitted: _engine.Fitted, k: int) -> None:
        components, self.mean_ = fitted.axes
        self.components_ = components[:k]
        n = len(self.embedding_)
        self.explained_variance_ = self.eigenvalues_ * (n / (n - 1))


class CorrespondenceAnalysis(NewRowsMixin, Embedding):
    """Correspondence analysis of a table of counts (Greenacre 1984).

    Parameters
    ----------
    n_components : int or None, default=None
        Number of components; all where None.
    n_jobs : int or None, default=None
        Number of threads; as many as there are processors where None or -1.
    memory : int or None, default=None
        Bytes that a dense table may take; 4 GiB where None.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        Principal coordinates of the rows.
    column_embedding_ : ndarray of shape (n_features, n_components)
        Principal coordinates of the columns, in the same space.
    eigenvalues_ : ndarray of shape (n_components,)
        Principal inertias, descending.
    explained_variance_ratio_ : ndarray of shape (n_components,)
        Shares of the inertia.

    Examples
    --------
    Staff of a firm by how much they smoke.

    >>> from kpca import CorrespondenceAnalysis
    >>> table = [[4, 2, 3, 2], [4, 3, 7, 4], [25, 10, 12, 4], [18, 24, 33, 13], [10, 6, 7, 2]]
    >>> CorrespondenceAnalysis().fit(table).eigenvalues_.round(4).tolist()
    [0.0748, 0.01, 0.0004]
    """

    _method = "correspondence"
    _parameter_constraints = {
        **Embedding._parameter_constraints,
        "n_components": COMPONENTS,
    }

    def __init__(
        self,
        n_components: int | None = None,
        *,
        n_jobs: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.n_jobs = n_jobs
        self.memory = memory

    def _checked(self, X: Any) -> np.ndarray:
        X = rows_of(self, X, reset=True, min_samples=2, min_features=2)
        check_non_negative(X, "CorrespondenceAnalysis.fit")
        return X

    def _describe(self, fitted: _engine.Fitted, k: int) -> None:
        self.column_embedding_ = fitted.column_scores[:, :k]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags
