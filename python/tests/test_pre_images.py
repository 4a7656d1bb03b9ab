"""Pre-images, denoising, novelty, and the score by pre-images."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_digits, load_iris
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kpca import KernelPCA, pre_image_scorer

T = np.linspace(0, 2 * np.pi, 80, endpoint=False)
RING = np.column_stack([np.cos(T), np.sin(T)])


@pytest.mark.parametrize("method", ["ridge", "mika", "kwok-tsang", "gradient"])
def test_every_method_leads_back_to_the_ring(method):
    model = KernelPCA(8, kernel="rbf", gamma=1, alpha=1e-3).fit(RING)
    noisy = RING + np.random.default_rng(0).normal(scale=0.1, size=RING.shape)
    found = model.denoise(noisy, method=method)
    off = np.abs(np.linalg.norm(found.rows, axis=1) - 1)
    assert found.rows.shape == RING.shape and np.median(off) < 0.08
    by_scores = model.pre_images(model.transform(noisy), method=method)
    assert np.median(np.abs(np.linalg.norm(by_scores.rows, axis=1) - 1)) < 0.08
    # The distance is that in feature space: checked for one point by the kernel's own values.
    z, scores = found.rows[:1], model.transform(noisy[:1])
    own = model.transform(z)
    outside = model.novelty(z)
    assert_allclose(found.distances[0] ** 2, ((own - scores) ** 2).sum() + outside[0], atol=1e-9)


def test_methods_name_the_kernels_that_they_need():
    model = KernelPCA(2, kernel="laplacian").fit(RING)
    with pytest.raises(ValueError, match="Mika's pre-images are defined for the RBF kernel only"):
        model.denoise(RING, method="mika")
    with pytest.raises(ValueError, match="there are no pre-images by magic"):
        model.denoise(RING, method="magic")
    given = KernelPCA(2, kernel="precomputed").fit(rbf_kernel(RING))
    with pytest.raises(ValueError, match="has no features to go back to"):
        given.pre_images(given.transform(rbf_kernel(RING)))
    with pytest.raises(ValueError, match="2 are expected"):
        model.pre_images(np.zeros((3, 5)))
    with pytest.raises(ValueError, match="a row for each row"):
        KernelPCA(2, kernel="rbf").fit(RING).pre_images(np.zeros((3, 2)), method="mika", starts=RING)


def test_novelty_is_what_the_components_leave():
    model = KernelPCA(3, kernel="rbf", gamma=0.5).fit(RING)
    new = np.array([[1.0, 0.0], [0.0, 0.0], [3.0, 3.0]])
    k, k_new = rbf_kernel(RING, gamma=0.5), rbf_kernel(new, RING, gamma=0.5)
    length = 1 - 2 * k_new.mean(axis=1) + k.mean()
    assert_allclose(model.novelty(new), length - (model.transform(new) ** 2).sum(axis=1), atol=1e-10)
    variances = model.eigenvalues_ / (len(RING) - 1)
    assert_allclose(model.hotelling(new), (model.transform(new) ** 2 / variances).sum(axis=1))


def test_the_limits_keep_most_rows_of_the_same_kind():
    x = load_iris().data
    model = KernelPCA(3, kernel="rbf", gamma=0.1).fit(x[::2])
    q, t2 = model.control_limits()
    assert (model.novelty(x[1::2]) <= q).mean() > 0.8
    assert (model.hotelling(x[1::2]) <= t2).mean() > 0.8
    given = KernelPCA(2, kernel="precomputed").fit(rbf_kernel(x))
    with pytest.raises(ValueError, match="novelty"):
        given.novelty(rbf_kernel(x))


def test_the_scorer_is_the_share_that_pre_images_leave():
    x = load_digits().data[:300] / 16
    model = KernelPCA(10, kernel="rbf", gamma=0.05, alpha=0.1, fit_inverse_transform=True).fit(x[:200])
    rebuilt = model.inverse_transform(model.transform(x[200:]))
    error = ((x[200:] - rebuilt) ** 2).sum() / ((x[200:] - x[:200].mean(axis=0)) ** 2).sum()
    assert pre_image_scorer(model, x[200:]) == pytest.approx(-error, rel=1e-6)


def test_a_search_by_pre_images_in_a_pipeline():
    x = load_iris().data
    pipeline = make_pipeline(StandardScaler(), KernelPCA(2, kernel="rbf", alpha=0.01))
    search = GridSearchCV(pipeline, {"kernelpca__gamma": [1e-6, 0.05]}, scoring=pre_image_scorer)
    assert search.fit(x).best_params_ == {"kernelpca__gamma": 0.05}
    assert_array_equal(np.sign(search.cv_results_["mean_test_score"]), [-1, -1])
