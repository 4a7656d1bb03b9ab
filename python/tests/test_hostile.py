"""Random hostile fits: what is certified is right, against NumPy, and what is not fitted says why in a line."""

import numpy as np
import pytest
from sklearn.metrics import pairwise

from kpca import KernelPCA

SEEDS = range(150)
KERNELS = ["linear", "poly", "rbf", "sigmoid", "laplacian", "cosine"]


def case(seed):
    """Return rows and parameters that follow from a seed: few and many rows, equal ones, tiny and far ones."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(1, 60)), int(rng.integers(1, 6))
    x = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-3, 4)
    kind = rng.integers(5)
    if kind == 0:
        x = x[rng.integers(0, n, n)]
    elif kind == 1:
        x += 10.0 ** rng.integers(0, 6)
    elif kind == 2:
        x = np.round(x)
    elif kind == 3:
        x[:, 0] = 0
    params = {
        "kernel": str(rng.choice(KERNELS)),
        "gamma": float(10.0 ** rng.integers(-4, 3)),
        "degree": int(rng.integers(1, 6)),
        "coef0": float(rng.choice([-1, 0, 1])),
        "n_components": int(rng.integers(1, 12)),
        "solver": str(rng.choice(["auto", "dense", "krylov", "cholesky"])),
    }
    if rng.random() < 0.3:
        x = x.astype(np.float32)
    if rng.random() < 0.3:
        x = np.asfortranarray(x)
    return x, params


def matrix(x, params):
    """Return the kernel matrix by scikit-learn's functions, in double precision."""
    x = np.asarray(x, dtype=np.float64)
    name = params["kernel"]
    wanted = {"poly": ["gamma", "degree", "coef0"], "sigmoid": ["gamma", "coef0"]}
    names = wanted.get(name, ["gamma"] if name in ("rbf", "laplacian") else [])
    if name == "rbf":
        # Differences first: scikit-learn's formula loses digits far from the origin.
        return np.exp(-params["gamma"] * ((x[:, None] - x) ** 2).sum(-1))
    if name == "linear":
        x = x - x.mean(axis=0)
    return pairwise.pairwise_kernels(x, metric=name, **{key: params[key] for key in names})


@pytest.mark.parametrize("seed", SEEDS)
def test_certified_means_right(seed):
    x, params = case(seed)
    before = x.copy()
    model = KernelPCA(**params)
    try:
        scores = model.fit_transform(x)
    except (ValueError, MemoryError) as error:
        assert "\n" not in str(error)
        return
    assert np.array_equal(x, before)
    assert np.isfinite(scores).all() and scores.shape == (len(x), len(model.eigenvalues_))
    k = matrix(x, params)
    centring = np.eye(len(k)) - 1 / len(k)
    values = np.linalg.eigvalsh(centring @ k @ centring)[::-1][: len(model.eigenvalues_)]
    largest = np.abs(values).max(initial=0)
    # NumPy's own matrix is rounded before it is centred.
    rounding = 1e-14 * len(k) * np.abs(k).max()
    if model.certificate_.certified:
        allowed = max(model.certificate_.bound, 1e-8) * largest + rounding
        assert np.abs(values - model.eigenvalues_).max(initial=0) <= allowed
    again = model.transform(x)
    if model.certificate_.certified and len(x) > 1:
        assert np.abs(again - scores).max() <= 1e-5 * np.sqrt(largest) + np.sqrt(rounding)
