"""Kernel PCA with scikit-learn's arguments, attributes and methods."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    TransformerMixin,
    _fit_context,
)
from sklearn.exceptions import NotFittedError
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_array, check_is_fitted

from . import _engine
from ._certificate import Certificate
from ._pre_images import PreImageMixin
from ._rows import LIMITS, memory_of, rows_of, threads_of

#: Solvers of the engine by scikit-learn's names: its iterative ones, made for few components, leave the choice.
SKLEARN_SOLVERS = {"dense": "dense", "arpack": "auto", "randomized": "auto"}

#: Eigenvalues below zero by this share of the largest are no rounding errors: scikit-learn's measure
#: (``_check_psd_eigenvalues``).
SIGNIFICANT = 1e-5


class KernelPCA(
    PreImageMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator
):
    """Kernel principal component analysis with a bound on the error of its numbers.

    Eigenvalues, scores and signs are those of :class:`sklearn.decomposition.KernelPCA`, whose arguments, attributes and
    methods this class has. Each fit says how accurate it is, see ``certificate_``.

    Parameters
    ----------
    n_components : int, float or None, default=None
        Number of components; all with a positive eigenvalue where None. A number between 0 and 1 asks for the fewest
        components that hold this share of the variance.

    kernel : str or callable, default='linear'
        Name of a kernel: 'linear', 'poly', 'rbf', 'sigmoid', 'cosine', 'laplacian', 'chi2', 'matern32', 'matern52',
        'rational-quadratic', or 'precomputed' for a kernel matrix; of one that is not symmetric, the mean with its
        transpose is taken. A callable takes two rows and returns a number.

    gamma : float, {'auto', 'scale', 'median'} or None, default=None
        Width of the kernel. None and 'auto' are 1 / n_features, 'scale' is 1 / (n_features * X.var()), and 'median' is
        1 / (2 m^2) with m the median distance of two rows.

    degree : int, default=3
        Degree of the polynomial kernel, from 1 to 50.

    coef0 : float, default=1
        Constant of the polynomial and sigmoid kernels.

    kernel_params : dict or None, default=None
        Arguments of a callable kernel; ``{"shape": a}`` for the rational quadratic kernel.

    alpha : float, default=1.0
        Penalty of the ridge regression that learns the inverse transform.

    fit_inverse_transform : bool, default=False
        True to learn the inverse transform.

    eigen_solver : {'auto', 'dense', 'arpack', 'randomized'}, default='auto'
        Solver by scikit-learn's names. 'arpack' and 'randomized' leave the choice to the engine, and are as exact as
        'dense'.

    tol : float, default=0
        Not used: a fit is as accurate as its certificate says.

    max_iter : int or None, default=None
        Not used.

    iterated_power : int or 'auto', default='auto'
        Not used.

    remove_zero_eig : bool, default=False
        True to leave out components with eigenvalue zero; always so where ``n_components`` is None.

    random_state : int, RandomState instance or None, default=None
        Not used: results do not depend on chance.

    copy_X : bool, default=True
        Not used: rows are copied once, into the engine's order, and are never changed.

    n_jobs : int or None, default=None
        Number of threads; as many as there are processors where None or -1.

    solver : str, default='auto'
        Solver by the engine's names: 'auto', 'dense', 'cholesky', 'krylov', 'fourier', or 'nystrom' for an approximation
        from landmarks with a bound on its error. At most one of ``solver`` and ``eigen_solver`` may be chosen.

    landmarks : int or None, default=None
        Number of landmarks of 'nystrom'; as many as memory and a few seconds allow where None.

    memory : int or None, default=None
        Bytes that a computation may hold; 4 GiB where None.

    warm_start : bool, default=False
        True to keep what a fit computed, so that a fit to the same rows with another parameter starts from it.

    Attributes
    ----------
    eigenvalues_ : ndarray of shape (n_components,)
        Eigenvalues of the centred kernel matrix, descending.

    eigenvectors_ : ndarray of shape (n_samples, n_components)
        Unit eigenvectors of the centred kernel matrix.

    explained_variance_ratio_ : ndarray of shape (n_components,)
        Share of the variance in feature space of each component.

    certificate_ : Certificate
        Accuracy of the fit.

    undetermined_ : list of tuple of int
        First and last component, counted from 1, of each run whose eigenvalues are equal within their errors, so that
        the axes within are arbitrary.

    gamma_ : float
        Value of gamma.

    X_fit_ : ndarray of shape (n_samples, n_features)
        Rows, or the kernel matrix, of the fit.

    dual_coef_ : ndarray of shape (n_samples, n_features)
        Weights of the inverse transform, where it was learned.

    X_transformed_fit_ : ndarray of shape (n_samples, n_components)
        Scores of the rows, where the inverse transform was learned.

    n_features_in_ : int
        Number of features of the fit.

    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, where the rows had string names.

    Examples
    --------
    >>> from kpca import KernelPCA
    >>> from sklearn.datasets import load_digits
    >>> X, _ = load_digits(return_X_y=True)
    >>> model = KernelPCA(n_components=7, kernel="rbf", gamma="scale")
    >>> model.fit_transform(X).shape
    (1797, 7)
    >>> model.certificate_.certified
    True
    """

    _parameter_constraints: dict[str, Any] = {
        "n_components": [
            Interval(Integral, 1, None, closed="left"),
            Interval(Real, 0, 1, closed="neither"),
            None,
        ],
        "kernel": [StrOptions({*_engine.KERNELS, "precomputed"}), callable],
        "gamma": [
            Interval(Real, 0, None, closed="left"),
            StrOptions({"auto", "scale", "median"}),
            None,
        ],
        "degree": [Interval(Real, 0, None, closed="left")],
        "coef0": [Interval(Real, None, None, closed="neither")],
        "kernel_params": [dict, None],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "fit_inverse_transform": ["boolean"],
        "eigen_solver": [StrOptions({"auto", *SKLEARN_SOLVERS})],
        "tol": [Interval(Real, 0, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left"), None],
        "iterated_power": [
            Interval(Integral, 0, None, closed="left"),
            StrOptions({"auto"}),
        ],
        "remove_zero_eig": ["boolean"],
        "random_state": ["random_state"],
        "copy_X": ["boolean"],
        "solver": [StrOptions(set(_engine.SOLVERS))],
        "landmarks": [Interval(Integral, 1, None, closed="left"), None],
        "warm_start": ["boolean"],
        **LIMITS,
    }

    def __init__(
        self,
        n_components: int | float | None = None,
        *,
        kernel: Any = "linear",
        gamma: float | str | None = None,
        degree: int = 3,
        coef0: float = 1,
        kernel_params: dict[str, Any] | None = None,
        alpha: float = 1.0,
        fit_inverse_transform: bool = False,
        eigen_solver: str = "auto",
        tol: float = 0,
        max_iter: int | None = None,
        iterated_power: int | str = "auto",
        remove_zero_eig: bool = False,
        random_state: Any = None,
        copy_X: bool = True,
        n_jobs: int | None = None,
        solver: str = "auto",
        landmarks: int | None = None,
        memory: int | None = None,
        warm_start: bool = False,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.kernel_params = kernel_params
        self.alpha = alpha
        self.fit_inverse_transform = fit_inverse_transform
        self.eigen_solver = eigen_solver
        self.tol = tol
        self.max_iter = max_iter
        self.iterated_power = iterated_power
        self.remove_zero_eig = remove_zero_eig
        self.random_state = random_state
        self.copy_X = copy_X
        self.n_jobs = n_jobs
        self.solver = solver
        self.landmarks = landmarks
        self.memory = memory
        self.warm_start = warm_start

    def fit(self, X: Any, y: Any = None) -> KernelPCA:
        """Fit the model to rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows, or the kernel matrix of shape (n_samples, n_samples) for the precomputed kernel.

        y : Ignored
            Present for scikit-learn's conventions.

        Returns
        -------
        self : KernelPCA
            This estimator.

        Raises
        ------
        ValueError
            When a parameter is out of range, when the kernel is not defined for the rows, or when its matrix has
            significant negative eigenvalues among those asked for.
        MemoryError
            When a fit takes more than ``memory``.
        """
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> np.ndarray:
        """Fit the model to rows and return their scores.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows, as in :meth:`fit`.

        y : Ignored
            Present for scikit-learn's conventions.

        Returns
        -------
        X_new : ndarray of shape (n_samples, n_components)
            Scores of the rows.
        """
        dtype = self._fit(X)
        return self._model.scores().astype(dtype, copy=False)

    @_fit_context(prefer_skip_nested_validation=True)
    def _fit(self, X: Any, *, before: KernelPCA | None = None) -> np.dtype:
        """Fit the model with signs that agree with those of ``before``; return the type of the rows."""
        if self.fit_inverse_transform and self.kernel == "precomputed":
            raise ValueError("Cannot fit_inverse_transform with a precomputed kernel.")
        X = rows_of(self, X, reset=True)
        if not self.warm_start:
            self._workspace = None
        elif getattr(self, "_workspace", None) is None:
            self._workspace = _engine.Workspace()
        workspace = self._workspace or _engine.Workspace()
        compared = self._kernel_matrix(X, X) if callable(self.kernel) else X
        model = workspace.fit(
            compared, self._request(X), None if before is None else before._model
        )
        eigenvalues = model.eigenvalues
        if eigenvalues.size and -eigenvalues.min() > SIGNIFICANT * max(eigenvalues.max(), 0):
            raise ValueError(
                "There are significant negative eigenvalues "
                f"({-eigenvalues.min() / max(eigenvalues.max(), np.finfo(float).tiny):g} of the largest): "
                "the kernel matrix is not positive semidefinite; ask for fewer components"
            )
        if self.n_components is None or self.remove_zero_eig:
            model = model.first(int(np.count_nonzero(eigenvalues > 0)))
        if self.fit_inverse_transform and not callable(self.kernel):
            model = model.with_ridge(self.alpha, memory_of(self), threads_of(self))
        self._model = model
        self._compared_rows = X.copy() if callable(self.kernel) else None
        self.eigenvalues_ = model.eigenvalues.clip(min=0)
        self.eigenvectors_ = model.eigenvectors
        self.explained_variance_ratio_ = model.shares
        self.certificate_ = Certificate(**model.certificate)
        self.undetermined_ = model.undetermined
        self.gamma_ = model.gamma
        self._fit_callable_inverse(X)
        return X.dtype

    def _request(self, X: np.ndarray) -> _engine.FitRequest:
        """Return the engine's arguments for a fit to X."""
        share = isinstance(self.n_components, Real) and 0 < self.n_components < 1
        n = X.shape[0]
        all_components = self.n_components is None or share
        by_name = "precomputed" if callable(self.kernel) else self.kernel
        params = {} if callable(self.kernel) else self.kernel_params or {}
        return {
            "kernel": by_name,
            "gamma": self._gamma(X),
            "degree": float(self.degree),
            "coef0": float(self.coef0),
            "shape": float(params.get("shape", 1)),
            "components": n if all_components else int(min(self.n_components, n)),
            "share": float(self.n_components) if share else None,
            "solver": self._solver(),
            "landmarks": None if self.landmarks is None else int(min(self.landmarks, n)),
            "memory": memory_of(self),
            "threads": threads_of(self),
        }

    def _gamma(self, X: np.ndarray) -> float | str:
        """Return gamma's value, or the engine's name of its rule."""
        if self.gamma == "scale":
            variance = X.var(dtype=np.float64)
            return 1 / (X.shape[1] * variance) if variance > 0 else "auto"
        if self.gamma is None or isinstance(self.gamma, str):
            return self.gamma or "auto"
        return float(self.gamma)

    def _solver(self) -> str:
        """Return the engine's name of the solver."""
        if self.eigen_solver == "auto":
            return self.solver
        if self.solver != "auto":
            raise ValueError(
                f"solver={self.solver!r} and eigen_solver={self.eigen_solver!r} name two solvers: choose one"
            )
        return SKLEARN_SOLVERS[self.eigen_solver]

    def _kernel_matrix(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        """Return the values of a callable kernel between the rows of X and of Y."""
        values = pairwise_kernels(
            X,
            Y,
            metric=self.kernel,
            n_jobs=self.n_jobs,
            **(self.kernel_params or {}),
        )
        return np.asarray(values, dtype=np.float64)

    def _fit_callable_inverse(self, X: np.ndarray) -> None:
        """Learn the inverse transform of a callable kernel, whose values on scores the engine does not know."""
        self._ridge = None
        if self.fit_inverse_transform and callable(self.kernel):
            ridge = KernelRidge(
                alpha=self.alpha,
                kernel=self.kernel,
                kernel_params=self.kernel_params,
            )
            self._ridge = ridge.fit(self._model.scores(), X)

    def transform(self, X: Any) -> np.ndarray:
        """Project rows on the components.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows, or their kernel values with the rows of the fit for the precomputed kernel.

        Returns
        -------
        X_new : ndarray of shape (n_samples, n_components)
            Scores of the rows.
        """
        X, compared = self._compared(X)
        scores = self._model.project(compared, threads_of(self))
        return scores.astype(X.dtype, copy=False)

    def _compared(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return checked rows, and what the engine compares of them: the rows, or values of a callable kernel."""
        check_is_fitted(self)
        X = rows_of(self, X, reset=False)
        if callable(self.kernel):
            return X, self._kernel_matrix(X, self._compared_rows)
        return X, X

    def inverse_transform(self, X: Any) -> np.ndarray:
        """Take scores back to rows by the ridge regression that was learned.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_components)
            Scores.

        Returns
        -------
        X_original : ndarray of shape (n_samples, n_features)
            Rows.

        Raises
        ------
        NotFittedError
            When ``fit_inverse_transform`` is False.
        """
        check_is_fitted(self)
        if not self.fit_inverse_transform:
            raise NotFittedError(
                "The inverse transform was not learned: set fit_inverse_transform=True before fitting."
            )
        X = check_array(X, dtype=[np.float64, np.float32], input_name="X")
        if self._ridge is not None:
            rows = self._ridge.predict(X)
        else:
            rows = self._model.by_ridge(X, threads_of(self))
            if rows is None:
                raise NotFittedError(
                    "The inverse transform was not learned: fit again with fit_inverse_transform=True."
                )
        return rows.astype(X.dtype, copy=False)

    @property
    def X_fit_(self) -> np.ndarray:
        """Rows, or the kernel matrix, of the fit."""
        model = self._fitted("X_fit_")
        return model.rows if self._compared_rows is None else self._compared_rows

    @property
    def dual_coef_(self) -> np.ndarray:
        """Weights of the inverse transform."""
        model = self._fitted("dual_coef_")
        weights = model.ridge_weights if self._ridge is None else self._ridge.dual_coef_
        if weights is None:
            raise AttributeError("the inverse transform was not learned")
        return weights

    @property
    def X_transformed_fit_(self) -> np.ndarray:
        """Scores of the rows, where the inverse transform was learned."""
        model = self._fitted("X_transformed_fit_")
        if model.ridge_weights is None and self._ridge is None:
            raise AttributeError("the inverse transform was not learned")
        return model.scores()

    def _fitted(self, attribute: str) -> _engine.Model:
        """Return the fitted model that has an attribute."""
        try:
            return self.__dict__["_model"]
        except KeyError:
            raise AttributeError(f"{attribute} is there once the model is fitted") from None

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        # What a fit computed besides its result is quick to make again, and large.
        state.pop("_workspace", None)
        return state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    @property
    def _n_features_out(self) -> int:
        """Number of components."""
        return self.eigenvalues_.shape[0]
