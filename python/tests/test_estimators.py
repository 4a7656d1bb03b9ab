"""scikit-learn's checks of estimators, of every class of this package."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import kpca

ESTIMATORS = [
    kpca.KernelPCA(),
    kpca.KernelPCA(2, kernel="rbf", gamma="scale", fit_inverse_transform=True),
    kpca.KernelPCA(0.9, kernel="poly", warm_start=True),
    kpca.PCA(),
    kpca.CorrespondenceAnalysis(),
    kpca.Isomap(),
    kpca.LocallyLinearEmbedding(),
    kpca.SpectralEmbedding(),
    kpca.DiffusionMap(),
    kpca.TSNE(perplexity=5),
]


#: Checks that fail by intention, each with its reason. One that passes is an error too.
EXPECTED = {
    "CorrespondenceAnalysis": dict.fromkeys(
        [
            "check_estimator_sparse_array",
            "check_estimator_sparse_matrix",
            "check_estimator_sparse_tag",
            "check_estimators_dtypes",
        ],
        "the check's table has rows of zeros only, which have no profile",
    ),
    "TSNE": {
        "check_fit2d_1sample": "the check sets a perplexity of 0.5, and here it is a whole number",
    },
}


def expected(estimator):
    """Return the checks that an estimator fails by intention, each with its reason."""
    return EXPECTED.get(type(estimator).__name__, {})


@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected, xfail_strict=True)
def test_estimator(estimator, check):
    check(estimator)
