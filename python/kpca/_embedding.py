"""What methods beside kernel PCA share: one fit by the engine, scores, and a projection of new rows."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    TransformerMixin,
    _fit_context,
)
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_is_fitted

from . import _engine
from ._rows import LARGEST, LIMITS, memory_of, rows_of, threads_of

#: Parameters of the engine's methods where a method has none: the engine ignores them.
UNUSED = {"neighbors": 1, "gamma": "auto", "alpha": 1.0, "time": 1.0}


class Embedding(ClassNamePrefixFeaturesOutMixin, BaseEstimator):
    """Estimator of a method that the engine computes."""

    #: Name of the method in the engine.
    _method: str

    _parameter_constraints: dict[str, Any] = {
        "n_components": [Interval(Integral, 1, None, closed="left")],
        **LIMITS,
    }

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any = None) -> Embedding:
        """Embed rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : Ignored
            Present for scikit-learn's conventions.

        Returns
        -------
        self : estimator
            This estimator.
        """
        X = self._checked(X)
        self._fitted = fitted = self._embedded(X)
        # The engine's fit is made again from these where it was not pickled.
        self._rows = X.copy()
        most = getattr(self, "n_components", None)
        self.embedding_ = fitted.scores[:, :most].astype(X.dtype, copy=False)
        self.eigenvalues_ = fitted.eigenvalues[:most]
        if fitted.shares is not None:
            self.explained_variance_ratio_ = fitted.shares[:most]
        self._describe(fitted, self.embedding_.shape[1])
        return self

    def _checked(self, X: Any) -> np.ndarray:
        """Check the rows of a fit."""
        return rows_of(self, X, reset=True, min_samples=2)

    def _describe(self, fitted: _engine.Fitted, k: int) -> None:
        """Set the attributes that only this method has, for k components."""

    def fit_transform(self, X: Any, y: Any = None) -> np.ndarray:
        """Embed rows and return their scores.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : Ignored
            Present for scikit-learn's conventions.

        Returns
        -------
        X_new : ndarray of shape (n_samples, n_components)
            Scores of the rows.
        """
        return self.fit(X).embedding_

    def _embedded(self, X: np.ndarray) -> _engine.Fitted:
        """Fit the method to checked rows."""
        n = X.shape[0]
        request = {
            **UNUSED,
            "method": self._method,
            "components": min(getattr(self, "n_components", None) or n, n),
            "memory": memory_of(self),
            "threads": threads_of(self),
            **self._parameters(X),
        }
        return _engine.embed(X, request)

    def _parameters(self, X: np.ndarray) -> dict[str, Any]:
        """Return the parameters of the method by the engine's names."""
        neighbors = getattr(self, "n_neighbors", None)
        return {} if neighbors is None else {"neighbors": min(int(neighbors), LARGEST)}

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        state.pop("_fitted", None)
        return state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    @property
    def _n_features_out(self) -> int:
        """Number of components."""
        return self.embedding_.shape[1]


class NewRowsMixin(TransformerMixin):
    """Projection of new rows."""

    # Not a projection of the rows, which is scikit-learn's default.
    fit_transform = Embedding.fit_transform

    def transform(self, X: Any) -> np.ndarray:
        """Give scores to new rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        X_new : ndarray of shape (n_samples, n_components)
            Scores of the rows.
        """
        check_is_fitted(self)
        X = rows_of(self, X, reset=False)
        fitted = getattr(self, "_fitted", None)
        if fitted is None:
            self._fitted = fitted = self._embedded(self._rows)
        scores = fitted.project(X, threads_of(self))[:, : self.embedding_.shape[1]]
        return scores.astype(X.dtype, copy=False)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
