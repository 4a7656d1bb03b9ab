"""Back from feature space: pre-images, denoising, novelty, and a score by the error of pre-images."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_array, check_is_fitted

from . import _engine
from ._rows import memory_of, threads_of


@dataclass(frozen=True)
class PreImages:
    """Rows whose images are near points of feature space.

    Attributes
    ----------
    rows : ndarray of shape (n_samples, n_features)
        Pre-images.
    distances : ndarray of shape (n_samples,)
        Distance in feature space of each pre-image's image from the point asked for. Most points of feature space are
        the image of no row, so that it is seldom zero.
    converged : ndarray of bool of shape (n_samples,)
        True where the method converged.
    """

    rows: np.ndarray
    distances: np.ndarray
    converged: np.ndarray


class PreImageMixin:
    """Methods of a fitted kernel PCA that lead back from feature space."""

    def pre_images(
        self, scores: Any, *, method: str = "ridge", starts: Any = None
    ) -> PreImages:
        """Find rows whose images are near points given by their scores.

        Parameters
        ----------
        scores : array-like of shape (n_samples, n_components)
            Scores of the points.

        method : {'ridge', 'mika', 'kwok-tsang', 'gradient'}, default='ridge'
            Ridge regression of rows on scores with the penalty ``alpha`` (Bakır, Weston and Schölkopf 2004), Mika's
            fixed points (1998, RBF kernel), placement by distances (Kwok and Tsang 2004, RBF kernel), or descent along
            the gradient of the distance in feature space (smooth kernels).

        starts : array-like of shape (n_samples, n_features) or None, default=None
            Rows at which iterations start; near rows of the fit where None.

        Returns
        -------
        pre_images : PreImages
            Rows with their distances.

        Raises
        ------
        ValueError
            When the method is not defined for the kernel.

        Examples
        --------
        >>> import numpy as np
        >>> from kpca import KernelPCA
        >>> t = np.linspace(0, 1, 6)
        >>> X = np.column_stack([t, t**2])
        >>> model = KernelPCA(5, kernel="rbf", gamma=1).fit(X)
        >>> found = model.pre_images(model.transform(X), method="mika")
        >>> bool(np.abs(found.rows - X).max() < 1e-5)
        True
        """
        check_is_fitted(self)
        scores = check_array(scores, dtype=np.float64, input_name="scores")
        if starts is not None:
            starts = check_array(starts, dtype=np.float64, input_name="starts")
        found = _engine.pre_images(
            self._model, scores, starts, self._pre_image_request(method)
        )
        return PreImages(*found)

    def denoise(self, X: Any, *, method: str = "ridge") -> PreImages:
        """Project rows on the components and take them back.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows.

        method : {'ridge', 'mika', 'kwok-tsang', 'gradient'}, default='ridge'
            Method of pre-images, as in :meth:`pre_images`; iterations start at the rows.

        Returns
        -------
        pre_images : PreImages
            Rows with their distances.
        """
        _, compared = self._compared(X)
        found = _engine.denoised(self._model, compared, self._pre_image_request(method))
        return PreImages(*found)

    def _pre_image_request(self, method: str) -> _engine.PreImageRequest:
        return {
            "method": method,
            "alpha": float(self.alpha),
            "memory": memory_of(self),
            "threads": threads_of(self),
        }

    def novelty(self, X: Any) -> np.ndarray:
        """Measure how little the components explain rows: the reconstruction error (Hoffmann 2007).

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        novelty : ndarray of shape (n_samples,)
            Squared distance of each row's image from the span of the components through the mean image.

        Examples
        --------
        >>> import numpy as np
        >>> from kpca import KernelPCA
        >>> t = np.linspace(0, 6.28, 60)
        >>> ring = np.column_stack([np.cos(t), np.sin(t)])
        >>> model = KernelPCA(10, kernel="rbf", gamma=2).fit(ring)
        >>> on, off = model.novelty([[1.0, 0.0], [0.0, 0.0]])
        >>> bool(on < 0.01 < off)
        True
        """
        _, compared = self._compared(X)
        return self._model.novelty(compared, threads_of(self))

    def hotelling(self, X: Any) -> np.ndarray:
        """Measure how far rows are from the mean along the components: Hotelling's T².

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        t2 : ndarray of shape (n_samples,)
            Sum of the squared scores over their variances.
        """
        _, compared = self._compared(X)
        return self._model.hotelling(compared, threads_of(self))

    def control_limits(self) -> tuple[float | None, float | None]:
        """Compute the limits that 95 % of rows like those of the fit keep.

        Returns
        -------
        novelty : float or None
            Limit of :meth:`novelty` (Jackson and Mudholkar 1979); None above 2000 rows, or where the
            components leave nothing.
        t2 : float or None
            Limit of :meth:`hotelling` (Tracy, Young and Mason 1992); None where there are no more rows than components.
        """
        check_is_fitted(self)
        return self._model.limits(threads_of(self))


def pre_image_scorer(estimator: Any, X: Any, y: Any = None) -> float:
    """Score kernel PCA by how well it takes rows to its components and back; for :class:`~sklearn.model_selection.GridSearchCV`.

    Parameters
    ----------
    estimator : KernelPCA or Pipeline
        Fitted kernel PCA, or a pipeline that ends with one; then the error is that of the transformed rows.

    X : array-like of shape (n_samples, n_features)
        Rows that the estimator was not fitted to.

    y : Ignored
        Present for scikit-learn's conventions.

    Returns
    -------
    score : float
        Squared distance of rows from their pre-images by ridge regression, as a share of that from the mean of the
        fitted rows, with a minus sign: 0 is best.

    Examples
    --------
    >>> from kpca import KernelPCA, pre_image_scorer
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> X, _ = load_iris(return_X_y=True)
    >>> search = GridSearchCV(
    ...     KernelPCA(2, kernel="rbf", alpha=0.01), {"gamma": [1e-3, 0.1, 10]}, scoring=pre_image_scorer
    ... )
    >>> search.fit(X).best_params_
    {'gamma': 0.1}
    """
    if isinstance(estimator, Pipeline):
        X, estimator = estimator[:-1].transform(X), estimator[-1]
    rows, _ = estimator._compared(X)
    rebuilt = estimator.pre_images(estimator.transform(X)).rows
    return -_engine.pre_image_error(estimator._model, rows, rebuilt)
