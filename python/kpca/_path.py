"""Kernel PCA along a path of γ."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._certificate import Certificate
from ._kernel_pca import KernelPCA


@dataclass(frozen=True)
class GammaPath:
    """Fits of kernel PCA to the same rows, one for each γ.

    Attributes
    ----------
    gammas : ndarray of shape (n_gammas,)
        Values of γ.
    fits : list of KernelPCA
        Fit at each γ; signs of components agree from one to the next.
    """

    gammas: np.ndarray
    fits: list[KernelPCA]

    @property
    def eigenvalues(self) -> np.ndarray:
        """Eigenvalues, of shape (n_gammas, n_components)."""
        return np.stack([fit.eigenvalues_ for fit in self.fits])

    @property
    def explained_variance_ratio(self) -> np.ndarray:
        """Shares of the variance, of shape (n_gammas, n_components)."""
        return np.stack([fit.explained_variance_ratio_ for fit in self.fits])

    @property
    def scores(self) -> np.ndarray:
        """Scores of the rows, of shape (n_gammas, n_samples, n_components)."""
        return np.stack([fit._model.scores() for fit in self.fits])

    @property
    def certificates(self) -> list[Certificate]:
        """Accuracy of each fit."""
        return [fit.certificate_ for fit in self.fits]


def path(
    X: Any,
    gammas: Any,
    *,
    n_components: int = 2,
    kernel: str = "rbf",
    **params: Any,
) -> GammaPath:
    """Fit kernel PCA at several values of γ, each fit starting from the one before.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        Rows.

    gammas : array-like of shape (n_gammas,)
        Values of γ; fits are quickest in ascending or descending order.

    n_components : int, default=2
        Number of components.

    kernel : str, default='rbf'
        Kernel with a γ.

    **params
        Further parameters of :class:`KernelPCA`.

    Returns
    -------
    path : GammaPath
        Fits with their eigenvalues, shares and scores.

    Examples
    --------
    >>> import kpca
    >>> from sklearn.datasets import make_circles
    >>> X, _ = make_circles(200, factor=0.3, noise=0.05, random_state=0)
    >>> kpca.path(X, [0.1, 1, 10]).scores.shape
    (3, 200, 2)
    """
    gammas = np.asarray(gammas, dtype=np.float64).ravel()
    model = KernelPCA(n_components, kernel=kernel, **{**params, "warm_start": True})
    fits: list[KernelPCA] = []
    for gamma in gammas:
        model.set_params(gamma=float(gamma))
        model._fit(X, before=fits[-1] if fits else None)
        fit = copy(model)
        fit._workspace = None
        fits.append(fit)
    return GammaPath(gammas, fits)
