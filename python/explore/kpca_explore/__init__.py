"""Kernel PCA Explorer in a notebook's cell.

Examples
--------
>>> import kpca
>>> from sklearn.datasets import load_iris
>>> X, y = load_iris(return_X_y=True, as_frame=True)
>>> w = kpca.explore(X, y)
>>> w.setup.startswith("version=1")
True
"""

from ._explorer import Explorer, explore

__all__ = ["Explorer", "explore"]
