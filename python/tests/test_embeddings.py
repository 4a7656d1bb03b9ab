"""Methods beside kernel PCA, held against scikit-learn's."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import decomposition, manifold
from sklearn.datasets import load_digits, load_iris, make_s_curve

import kpca

CURVE = make_s_curve(400, random_state=0)[0]


def upright(scores):
    """Turn each column so that its entry of largest modulus is positive."""
    largest = scores[np.abs(scores).argmax(axis=0), np.arange(scores.shape[1])]
    return scores * np.sign(largest)


#: scikit-learn squares a matrix whose smallest singular values matter, which costs half of the digits.
SQUARED = 2e-2


@pytest.mark.parametrize(
    ("ours", "theirs", "error"),
    [
        (kpca.Isomap(8), manifold.Isomap(n_neighbors=8), 1e-6),
        (
            kpca.LocallyLinearEmbedding(10),
            manifold.LocallyLinearEmbedding(n_neighbors=10, eigen_solver="dense"),
            SQUARED,
        ),
        (
            kpca.LocallyLinearEmbedding(10, method="hessian"),
            manifold.LocallyLinearEmbedding(n_neighbors=10, method="hessian", eigen_solver="dense"),
            SQUARED,
        ),
        (
            kpca.SpectralEmbedding(n_neighbors=10),
            manifold.SpectralEmbedding(affinity="nearest_neighbors", n_neighbors=10, random_state=0),
            1e-5,
        ),
    ],
    ids=["isomap", "lle", "hessian", "spectral"],
)
def test_scores_are_those_of_scikit_learn(ours, theirs, error):
    scores = ours.fit_transform(CURVE)
    expected = upright(theirs.fit_transform(CURVE))
    assert_allclose(scores, expected, atol=error * np.abs(expected).max())
    assert_array_equal(scores, ours.embedding_)


def test_new_rows_are_projected_as_by_scikit_learn():
    ours = kpca.Isomap(8).fit(CURVE[:300])
    theirs = manifold.Isomap(n_neighbors=8).fit(CURVE[:300])
    expected = theirs.transform(CURVE[300:])
    signs = np.sign((ours.embedding_ * theirs.embedding_).sum(axis=0))
    assert_allclose(ours.transform(CURVE[300:]), expected * signs, atol=1e-6)


def test_linear_pca_is_that_of_scikit_learn():
    x = load_digits().data[:300]
    ours, theirs = kpca.PCA(5).fit(x), decomposition.PCA(5, svd_solver="full").fit(x)
    signs = np.sign((ours.components_ * theirs.components_).sum(axis=1))
    assert_allclose(ours.components_, theirs.components_ * signs[:, None], atol=1e-9)
    assert_allclose(ours.explained_variance_, theirs.explained_variance_)
    assert_allclose(ours.explained_variance_ratio_, theirs.explained_variance_ratio_)
    assert_allclose(ours.transform(x), theirs.transform(x) * signs, atol=1e-9)
    assert_allclose(ours.mean_, theirs.mean_)


def test_a_table_of_counts_has_its_columns_in_the_same_space():
    table = np.array([[4, 2, 3, 2], [4, 3, 7, 4], [25, 10, 12, 4], [18, 24, 33, 13], [10, 6, 7, 2]])
    model = kpca.CorrespondenceAnalysis(2).fit(table)
    assert_allclose(model.eigenvalues_, [0.074759, 0.010017], atol=1e-6)
    assert model.column_embedding_.shape == (4, 2)
    assert_allclose(model.transform(table), model.embedding_, atol=1e-10)
    with pytest.raises(ValueError, match="row 2 holds zeros only"):
        kpca.CorrespondenceAnalysis().fit([[1, 2], [0, 0], [3, 1]])


def test_t_sne_separates_the_classes_and_has_no_transform():
    x, y = load_iris(return_X_y=True)
    scores = kpca.TSNE(20).fit_transform(x)
    assert scores.shape == (150, 2) and not hasattr(kpca.TSNE, "transform")
    setosa = scores[y == 0].mean(axis=0) - scores[y > 0].mean(axis=0)
    assert np.linalg.norm(setosa) > np.linalg.norm(scores[y == 0].std(axis=0))


@pytest.mark.parametrize(
    "model",
    [kpca.Isomap(8), kpca.LocallyLinearEmbedding(8), kpca.SpectralEmbedding(), kpca.DiffusionMap(gamma=2.0), kpca.PCA(2)],
    ids=lambda model: type(model).__name__,
)
def test_pickles_project_as_before(model):
    model.fit(CURVE[:200])
    again = pickle.loads(pickle.dumps(model))
    assert_array_equal(again.transform(CURVE[200:]), model.transform(CURVE[200:]))


def test_bad_input_gets_one_line():
    with pytest.raises(ValueError, match="neighbours must be from 1 to 9 for 10 rows; got 20"):
        kpca.Isomap(20).fit(CURVE[:10])
    with pytest.raises(MemoryError, match="MiB"):
        kpca.Isomap(5, memory=1000).fit(CURVE)
