"""Kernel PCA: numbers of scikit-learn and NumPy, and what this package adds."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import decomposition
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris, make_circles
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import kpca
from kpca import KernelPCA

IRIS = load_iris().data
DIGITS = load_digits().data[:600]


@pytest.mark.parametrize(
    "params",
    [
        {"kernel": "linear"},
        {"kernel": "rbf", "gamma": 0.3},
        {"kernel": "poly", "degree": 2, "coef0": 0.5},
        {"kernel": "sigmoid", "gamma": 1e-3, "coef0": 0},
        {"kernel": "cosine"},
    ],
    ids=lambda params: params["kernel"],
)
def test_numbers_are_those_of_scikit_learn(params):
    new = IRIS[::7] + 0.1
    ours = KernelPCA(3, fit_inverse_transform=True, **params).fit(IRIS)
    theirs = decomposition.KernelPCA(3, fit_inverse_transform=True, **params).fit(IRIS)
    assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-9)
    assert_allclose(ours.eigenvectors_, theirs.eigenvectors_, atol=1e-8)
    assert_allclose(ours.transform(new), theirs.transform(new), atol=1e-7)
    scores = theirs.transform(new)
    assert_allclose(
        ours.inverse_transform(scores), theirs.inverse_transform(scores), atol=1e-6
    )
    assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=1e-6)
    assert_allclose(ours.X_transformed_fit_, theirs.X_transformed_fit_, atol=1e-7)
    assert_array_equal(ours.X_fit_, IRIS)
    assert ours.gamma_ == pytest.approx(theirs.gamma_)


def test_kernels_beyond_scikit_learns_are_its_pairwise_ones():
    ours = KernelPCA(2, kernel="laplacian", gamma=0.2).fit(IRIS)
    given = KernelPCA(2, kernel="precomputed").fit(laplacian_kernel(IRIS, gamma=0.2))
    assert_allclose(ours.eigenvalues_, given.eigenvalues_, rtol=1e-10)
    wide = KernelPCA(2, kernel="rational-quadratic", kernel_params={"shape": 1e6})
    rbf = KernelPCA(2, kernel="rbf").fit(IRIS)
    assert_allclose(wide.fit(IRIS).eigenvalues_, rbf.eigenvalues_, rtol=1e-4)


def test_the_certificate_holds_against_numpy():
    model = KernelPCA(4, kernel="rbf", gamma="median").fit(DIGITS)
    k = rbf_kernel(DIGITS, gamma=model.gamma_)
    centring = np.eye(len(k)) - 1 / len(k)
    values = np.linalg.eigvalsh(centring @ k @ centring)[::-1]
    certificate = model.certificate_
    assert certificate.certified and certificate.doubt is None
    errors = np.abs(values[:4] - model.eigenvalues_) / values[0]
    assert errors.max() <= certificate.bound + 1e-13
    assert_allclose(model.explained_variance_ratio_, values[:4] / values.sum())


def test_nystrom_bounds_its_error():
    exact = KernelPCA(3, kernel="rbf", gamma=0.1).fit(IRIS)
    model = KernelPCA(3, kernel="rbf", gamma=0.1, solver="nystrom", landmarks=20)
    certificate = model.fit(IRIS).certificate_
    assert (certificate.solver, certificate.landmarks) == ("nystrom", 20)
    assert not certificate.certified and certificate.doubt == "landmarks"
    error = np.abs(model.eigenvalues_ - exact.eigenvalues_).max() / exact.eigenvalues_[0]
    assert 0 < error <= certificate.bound < 0.5


def test_a_share_of_the_variance_chooses_the_components():
    all_of_them = KernelPCA(kernel="rbf").fit(IRIS)
    model = KernelPCA(0.95, kernel="rbf").fit(IRIS)
    shares = np.cumsum(all_of_them.explained_variance_ratio_)
    assert len(model.eigenvalues_) == np.searchsorted(shares, 0.95) + 1
    assert model.transform(IRIS).shape[1] == len(model.get_feature_names_out())


def test_rules_for_gamma():
    gammas = {rule: KernelPCA(2, kernel="rbf", gamma=rule).fit(IRIS).gamma_ for rule in ["auto", "scale", "median"]}
    assert gammas["auto"] == 1 / 4
    assert gammas["scale"] == pytest.approx(1 / (4 * IRIS.var()))
    distances = np.sqrt(((IRIS[:, None] - IRIS) ** 2).sum(-1))
    median = np.median(distances[np.triu_indices(150, 1)])
    assert gammas["median"] == pytest.approx(1 / (2 * median**2))


def test_single_precision_in_and_out():
    single = IRIS.astype(np.float32)
    model = KernelPCA(2, kernel="rbf", fit_inverse_transform=True)
    assert model.fit_transform(single).dtype == np.float32
    assert model.transform(single).dtype == np.float32
    assert model.inverse_transform(model.transform(single)).dtype == np.float32
    assert model.transform(IRIS).dtype == np.float64
    same = KernelPCA(2, kernel="rbf").fit(single.astype(np.float64))
    assert_array_equal(model.eigenvalues_, same.eigenvalues_)


def unaligned(x):
    """Return a copy of x whose numbers begin at odd addresses."""
    copy = np.empty(x.nbytes + 1, dtype=np.uint8)[1:].view(x.dtype).reshape(x.shape)
    copy[:] = x
    assert not copy.flags.aligned
    return copy


ORDERS = {
    "C": np.ascontiguousarray,
    "F": np.asfortranarray,
    "strided": lambda x: np.repeat(x, 2, axis=1)[:, ::2],
    "backwards": lambda x: x[::-1].copy()[::-1],
    "unaligned": unaligned,
    "big-endian": lambda x: x.astype(">f8"),
}


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_of_entries_is_read(order):
    x = ORDERS[order](IRIS)
    before = x.copy()
    expected = KernelPCA(2, kernel="rbf").fit(IRIS)
    assert_array_equal(KernelPCA(2, kernel="rbf").fit(x).eigenvectors_, expected.eigenvectors_)
    assert_array_equal(x, before)


def test_sparse_rows_are_dense_within_the_memory_allowed():
    rows = sparse.csr_array(DIGITS)
    model = KernelPCA(2, kernel="rbf").fit(rows)
    assert_array_equal(model.eigenvectors_, KernelPCA(2, kernel="rbf").fit(DIGITS).eigenvectors_)
    assert_allclose(model.transform(rows[:5]), model.transform(DIGITS[:5]))
    with pytest.raises(MemoryError, match="dense rows take 307200 bytes, and 100000 are allowed"):
        KernelPCA(2, memory=100_000).fit(rows)


def test_too_little_memory_is_a_memory_error():
    with pytest.raises(MemoryError, match="MiB"):
        KernelPCA(2, kernel="laplacian", solver="dense", memory=1 << 20).fit(DIGITS)


def test_a_callable_kernel_is_its_matrix():
    def histogram(x, y, power=1):
        return np.minimum(x, y).sum() ** power

    x = IRIS[:40]
    model = KernelPCA(2, kernel=histogram, kernel_params={"power": 2}).fit(x)
    k = np.array([[histogram(a, b, 2) for b in x] for a in x])
    theirs = decomposition.KernelPCA(2, kernel="precomputed").fit(k)
    assert_allclose(model.eigenvalues_, theirs.eigenvalues_)
    assert_allclose(model.transform(x), model.fit_transform(x), atol=1e-9)
    assert_array_equal(model.X_fit_, x)
    assert model.n_features_in_ == 4


def test_a_callable_kernel_has_an_inverse_transform():
    def gauss(x, y):
        return np.exp(-((x - y) ** 2).sum() / 9)

    x, params = IRIS[:40], {"kernel": gauss, "fit_inverse_transform": True, "alpha": 1e-2}
    back = KernelPCA(2, **params).fit(x)
    theirs = decomposition.KernelPCA(2, **params).fit(x)
    scores = theirs.transform(x)
    assert_allclose(back.inverse_transform(scores), theirs.inverse_transform(scores), atol=1e-6)


@pytest.mark.parametrize(
    ("params", "error", "line"),
    [
        ({"kernel": "rbf", "gamma": 0}, ValueError, "γ must be a positive number"),
        ({"kernel": "poly", "degree": 2.5}, ValueError, "degree must be a whole number from 1 to 50"),
        ({"kernel": "chi2"}, ValueError, "negative"),
        ({"kernel": "gauss"}, ValueError, "'kernel' parameter of KernelPCA must be"),
        ({"n_components": 1.5}, ValueError, "'n_components' parameter of KernelPCA must be"),
        ({"solver": "dense", "eigen_solver": "arpack"}, ValueError, "choose one"),
        ({"kernel": "laplacian", "solver": "fourier"}, ValueError, "solver fourier does not apply here"),
        ({"kernel": "precomputed"}, ValueError, "must be square"),
    ],
    ids=str,
)
def test_bad_input_gets_one_line(params, error, line):
    x = IRIS - 5
    with pytest.raises(error, match=line) as caught:
        KernelPCA(**{"n_components": 2, **params}).fit(x)
    assert "\n" not in str(caught.value) or "parameter of" in str(caught.value)


def test_numbers_beyond_all_counts_are_taken():
    huge = 10**30
    model = KernelPCA(huge, kernel="rbf", memory=huge, landmarks=huge, n_jobs=10**6)
    assert len(model.fit(IRIS).eigenvalues_) == 150
    with pytest.raises(ValueError, match="neighbours must be"):
        kpca.Isomap(huge, memory=huge, n_jobs=2).fit(IRIS)


def test_new_rows_outside_the_domain_of_a_kernel_are_refused():
    model = KernelPCA(2, kernel="chi2").fit(IRIS)
    for ask in [model.transform, model.novelty, model.hotelling]:
        with pytest.raises(ValueError, match="negative"):
            ask(-IRIS)


def test_what_is_not_fitted_says_so():
    model = KernelPCA(2)
    for ask in [model.transform, model.inverse_transform, model.novelty, model.denoise]:
        with pytest.raises(NotFittedError):
            ask(IRIS)
    for attribute in ["X_fit_", "dual_coef_", "X_transformed_fit_", "eigenvalues_"]:
        assert not hasattr(model, attribute)
    assert not hasattr(model.fit(IRIS), "dual_coef_")


def test_a_clone_is_unfitted_and_a_pickle_has_every_number():
    model = KernelPCA(3, kernel="rbf", fit_inverse_transform=True, warm_start=True).fit(IRIS)
    assert not hasattr(clone(model), "eigenvalues_")
    again = pickle.loads(pickle.dumps(model))
    new = IRIS[::9] + 0.05
    assert_array_equal(again.transform(new), model.transform(new))
    assert_array_equal(again.novelty(new), model.novelty(new))
    scores = model.transform(new)
    assert_array_equal(again.inverse_transform(scores), model.inverse_transform(scores))
    assert again.certificate_ == model.certificate_
    assert again._model.certificate == model._model.certificate
    assert_array_equal(again.X_fit_, IRIS)


@pytest.mark.parametrize(
    "params",
    [{"solver": "nystrom", "landmarks": 20}, {"kernel": "precomputed"}, {"kernel": "laplacian", "solver": "krylov"}],
    ids=str,
)
def test_pickles_of_every_kind_of_certificate(params):
    params = {"kernel": "rbf", "gamma": 1e-3, **params}
    x = rbf_kernel(DIGITS[:100], gamma=1e-3) if params["kernel"] == "precomputed" else DIGITS[:300]
    model = KernelPCA(2, **params).fit(x)
    again = pickle.loads(pickle.dumps(model))
    assert_array_equal(again.transform(x), model.transform(x))
    assert again._model.certificate == model._model.certificate


def test_pipelines_searches_and_frames():
    frame, y = load_iris(return_X_y=True, as_frame=True)
    pipeline = make_pipeline(StandardScaler(), KernelPCA(2, kernel="rbf"), LogisticRegression())
    search = GridSearchCV(pipeline, {"kernelpca__gamma": [0.01, 0.1, 1]}, cv=3, n_jobs=2)
    assert search.fit(frame, y).best_score_ > 0.85
    scores = KernelPCA(2).set_output(transform="pandas").fit_transform(frame)
    assert isinstance(scores, pd.DataFrame)
    assert list(scores) == ["kernelpca0", "kernelpca1"] and scores.index.equals(frame.index)
    with pytest.raises(ValueError, match="feature names"):
        KernelPCA(2).fit(frame).transform(frame[frame.columns[::-1]])


def test_a_path_starts_each_fit_from_the_last_and_keeps_its_signs():
    gammas = np.geomspace(1e-4, 1e-2, 5)
    found = kpca.path(DIGITS, gammas, n_components=3)
    assert found.scores.shape == (5, 600, 3) and found.eigenvalues.shape == (5, 3)
    for gamma, fit, certificate in zip(gammas, found.fits, found.certificates, strict=True):
        alone = KernelPCA(3, kernel="rbf", gamma=gamma).fit(DIGITS)
        assert certificate.certified
        assert_allclose(fit.eigenvalues_, alone.eigenvalues_, rtol=1e-7)
        assert_allclose(np.abs(fit.transform(DIGITS[:9])), np.abs(alone.transform(DIGITS[:9])), atol=1e-6)
    for one, next_one in zip(found.fits, found.fits[1:], strict=False):
        assert (np.einsum("ij,ij->j", one.eigenvectors_, next_one.eigenvectors_) >= 0).all()


def test_a_warm_start_takes_other_rows_too():
    model = KernelPCA(2, kernel="rbf", gamma=1e-3, warm_start=True)
    for x in [DIGITS, DIGITS[:300], DIGITS, DIGITS + 1e-3]:
        alone = KernelPCA(2, kernel="rbf", gamma=1e-3).fit(x)
        assert_allclose(model.fit(x).eigenvalues_, alone.eigenvalues_, rtol=1e-7)


def test_the_number_of_threads_does_not_change_the_result():
    one, two = (KernelPCA(2, kernel="rbf", n_jobs=n).fit(DIGITS) for n in [1, 2])
    assert_allclose(one.eigenvalues_, two.eigenvalues_, rtol=1e-10)


def test_no_warning_where_nothing_is_wrong():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        KernelPCA(2, kernel="rbf").fit(IRIS).transform(IRIS)


def test_circles_come_apart():
    x, y = make_circles(400, factor=0.3, noise=0.05, random_state=0)
    pipeline = make_pipeline(KernelPCA(2, kernel="rbf", gamma=2), LogisticRegression())
    assert pipeline.fit(x, y).score(x, y) == 1
