"""Kernel PCA for scikit-learn that says how right each number is.

Examples
--------
>>> import kpca
>>> from sklearn.datasets import make_moons
>>> X, _ = make_moons(200, noise=0.05, random_state=0)
>>> model = kpca.KernelPCA(2, kernel="rbf", gamma="median").fit(X)
>>> model.certificate_.certified
True
"""

from ._certificate import Certificate
from ._kernel_pca import KernelPCA
from ._linear import PCA, CorrespondenceAnalysis
from ._manifold import (
    TSNE,
    DiffusionMap,
    Isomap,
    LocallyLinearEmbedding,
    SpectralEmbedding,
)
from ._path import GammaPath, path
from ._pre_images import PreImages, pre_image_scorer
from ._window import explore, open

__all__ = [
    "PCA",
    "TSNE",
    "Certificate",
    "CorrespondenceAnalysis",
    "DiffusionMap",
    "GammaPath",
    "Isomap",
    "KernelPCA",
    "LocallyLinearEmbedding",
    "PreImages",
    "SpectralEmbedding",
    "explore",
    "open",
    "path",
    "pre_image_scorer",
]
