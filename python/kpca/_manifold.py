"""Methods that unroll a manifold, by scikit-learn's names."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

from sklearn.utils._param_validation import Interval, StrOptions

from . import _engine
from ._embedding import Embedding, NewRowsMixin
from ._rows import LARGEST

#: Constraint on a number that counts, at least 1.
COUNT = [Interval(Integral, 1, None, closed="left")]


class Isomap(NewRowsMixin, Embedding):
    """Isomap: distances along the graph of neighbours, laid out by classical scaling.

    Parameters
    ----------
    n_neighbors : int, default=5
        Number of neighbours of each row.
    n_components : int, default=2
        Number of components.
    n_jobs : int or None, default=None
        Number of threads; as many as there are processors where None or -1.
    memory : int or None, default=None
        Bytes that a computation may hold; 4 GiB where None.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        Scores of the rows.
    eigenvalues_ : ndarray of shape (n_components,)
        Eigenvalues of the centred matrix of squared path lengths times -1/2, descending.
    explained_variance_ratio_ : ndarray of shape (n_components,)
        Shares of the variance.
    n_connected_components_ : int
        Number of connected pieces of the graph, which are joined by their nearest rows.

    See Also
    --------
    sklearn.manifold.Isomap : Has the same numbers, up to signs.

    Examples
    --------
    >>> from kpca import Isomap
    >>> from sklearn.datasets import make_s_curve
    >>> X, _ = make_s_curve(300, random_state=0)
    >>> Isomap(n_neighbors=8).fit_transform(X).shape
    (300, 2)
    """

    _method = "isomap"
    _parameter_constraints = {**Embedding._parameter_constraints, "n_neighbors": COUNT}

    def __init__(
        self,
        n_neighbors: int = 5,
        n_components: int = 2,
        *,
        n_jobs: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.n_components = n_components
        self.n_jobs = n_jobs
        self.memory = memory

    def _describe(self, fitted: _engine.Fitted, k: int) -> None:
        self.n_connected_components_ = fitted.pieces


class LocallyLinearEmbedding(NewRowsMixin, Embedding):
    """Locally linear embedding, and its Hessian variant.

    Parameters
    ----------
    n_neighbors : int, default=5
        Number of neighbours of each row.
    n_components : int, default=2
        Number of components.
    method : {'standard', 'hessian'}, default='standard'
        Variant; 'hessian' lays out in the plane and needs at least six neighbours.
    n_jobs : int or None, default=None
        Number of threads; as many as there are processors where None or -1.
    memory : int or None, default=None
        Bytes that a computation may hold; 4 GiB where None.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        Scores of the rows.
    eigenvalues_ : ndarray of shape (n_components,)
        Smallest eigenvalues but the one of the constant vector, ascending.

    See Also
    --------
    sklearn.manifold.LocallyLinearEmbedding : Has the same numbers, up to signs.

    Examples
    --------
    >>> from kpca import LocallyLinearEmbedding
    >>> from sklearn.datasets import make_s_curve
    >>> X, _ = make_s_curve(300, random_state=0)
    >>> LocallyLinearEmbedding(n_neighbors=10).fit_transform(X).shape
    (300, 2)
    """

    _parameter_constraints = {
        **Embedding._parameter_constraints,
        "n_neighbors": COUNT,
        "method": [StrOptions({"standard", "hessian"})],
    }

    def __init__(
        self,
        n_neighbors: int = 5,
        n_components: int = 2,
        *,
        method: str = "standard",
        n_jobs: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.n_components = n_components
        self.method = method
        self.n_jobs = n_jobs
        self.memory = memory

    @property
    def _method(self) -> str:
        return "hessian-lle" if self.method == "hessian" else "lle"


class SpectralEmbedding(NewRowsMixin, Embedding):
    """Laplacian eigenmaps of the graph of nearest neighbours.

    Parameters
    ----------
    n_components : int, default=2
        Number of components.
    n_neighbors : int or None, default=None
        Number of neighbours of each row, itself included; a tenth of the rows where None.
    n_jobs : int or None, default=None
        Number of threads; as many as there are processors where None or -1.
    memory : int or None, default=None
        Bytes that a computation may hold; 4 GiB where None.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        Scores of the rows.
    eigenvalues_ : ndarray of shape (n_components,)
        Smallest eigenvalues of the normalised Laplacian but zero, ascending.

    See Also
    --------
    sklearn.manifold.SpectralEmbedding : Has the same numbers, up to signs, but no ``transform``.

    Examples
    --------
    >>> from kpca import SpectralEmbedding
    >>> from sklearn.datasets import make_s_curve
    >>> X, _ = make_s_curve(300, random_state=0)
    >>> SpectralEmbedding(n_neighbors=10).fit(X).transform(X[:5]).shape
    (5, 2)
    """

    _method = "laplacian-eigenmaps"
    _parameter_constraints = {
        **Embedding._parameter_constraints,
        "n_neighbors": [*COUNT, None],
    }

    def __init__(
        self,
        n_components: int = 2,
        *,
        n_neighbors: int | None = None,
        n_jobs: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.n_neighbors = n_neighbors
        self.n_jobs = n_jobs
        self.memory = memory

    def _parameters(self, X: Any) -> dict[str, Any]:
        # scikit-learn's default, which counts the row itself; the engine takes at least one other.
        neighbors = self.n_neighbors or max(X.shape[0] // 10, 2)
        return {"neighbors": min(neighbors, LARGEST)}


class DiffusionMap(NewRowsMixin, Embedding):
    """Diffusion map: coordinates in which distances are those of a random walk between the rows.

    Parameters
    ----------
    n_components : int, default=2
        Number of components.
    gamma : float, {'auto', 'median'} or None, default=None
        Width of the kernel exp(-gamma |x - y|^2); None and 'auto' are 1 / n_features, 'median' is the median heuristic.
    alpha : float, default=1.0
        Exponent, from 0 to 1, that corrects for an uneven density of rows.
    t : float, default=1.0
        Number of steps of the walk.
    n_jobs : int or None, default=None
        Number of threads; as many as there are processors where None or -1.
    memory : int or None, default=None
        Bytes that a computation may hold; 4 GiB where None.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        Scores of the rows.
    eigenvalues_ : ndarray of shape (n_components,)
        Eigenvalues of the walk, descending.

    Examples
    --------
    >>> from kpca import DiffusionMap
    >>> from sklearn.datasets import make_s_curve
    >>> X, _ = make_s_curve(300, random_state=0)
    >>> DiffusionMap(gamma=4).fit_transform(X).shape
    (300, 2)
    """

    _method = "diffusion-map"
    _parameter_constraints = {
        **Embedding._parameter_constraints,
        "gamma": [
            Interval(Real, 0, None, closed="neither"),
            StrOptions({"auto", "median"}),
            None,
        ],
        "alpha": [Interval(Real, 0, 1, closed="both")],
        "t": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        n_components: int = 2,
        *,
        gamma: float | str | None = None,
        alpha: float = 1.0,
        t: float = 1.0,
        n_jobs: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.gamma = gamma
        self.alpha = alpha
        self.t = t
        self.n_jobs = n_jobs
        self.memory = memory

    def _parameters(self, X: Any) -> dict[str, Any]:
        gamma = self.gamma if isinstance(self.gamma, str) else self.gamma and float(self.gamma)
        return {
            "gamma": gamma or "auto",
            "alpha": float(self.alpha),
            "time": float(self.t),
        }


class TSNE(Embedding):
    """t-SNE in the plane, from a fixed start: results do not depend on chance.

    Parameters
    ----------
    perplexity : int, default=30
        Number of neighbours that count, below the number of rows.
    n_jobs : int or None, default=None
        Number of threads; as many as there are processors where None or -1.
    memory : int or None, default=None
        Bytes that a computation may hold; 4 GiB where None.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, 2)
        Positions of the rows.

    Examples
    --------
    >>> from kpca import TSNE
    >>> from sklearn.datasets import load_iris
    >>> X, _ = load_iris(return_X_y=True)
    >>> TSNE(perplexity=20).fit_transform(X).shape
    (150, 2)
    """

    _method = "tsne"
    _parameter_constraints = {
        **{name: rule for name, rule in Embedding._parameter_constraints.items() if name != "n_components"},
        "perplexity": COUNT,
    }

    def __init__(
        self,
        perplexity: int = 30,
        *,
        n_jobs: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.perplexity = perplexity
        self.n_jobs = n_jobs
        self.memory = memory

    def _parameters(self, X: Any) -> dict[str, Any]:
        return {"neighbors": min(self.perplexity, LARGEST), "components": 2}
