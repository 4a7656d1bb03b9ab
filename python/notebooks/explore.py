# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Explore, and take the selection back
# The explorer itself, in a cell: drag γ below its panels, and select rows by a rectangle with Shift. The package
# `kpca-explore` shows it.

# %%
import numpy as np
from sklearn.datasets import load_iris

import kpca

X, y = load_iris(return_X_y=True, as_frame=True)
w = kpca.explore(X, y.map(dict(enumerate(load_iris().target_names))))
w

# %% [markdown]
# What the cell shows comes out: the setup as a line, the scores, and kernel PCA as an estimator, fitted to these rows.
# Before a first picture there is none.

# %%
print(w.setup)
model = w.estimator or kpca.KernelPCA(2, kernel="rbf", gamma="median").fit(X)
print(model)
print(f"{model.explained_variance_ratio_[:2].sum():.0%} of the variance in two components")

# %% [markdown]
# Selected rows are positions in `X`: here their means against those of all rows. Where nothing is selected yet, the rows
# that are furthest along the first component stand in.

# %%
scores = model.transform(X)
selected = w.selection if len(w.selection) else np.argsort(scores[:, 0])[-20:]
print(len(w.selection), "rows are selected")
print(X.iloc[selected].mean() - X.mean())

# %% [markdown]
# A setup goes in as well. A second cell shows the same rows by another kernel, with the program that the first one
# loaded.

# %%
w.setup = "kernel.gamma=2.0"
other = kpca.explore(X, y, setup="kernel.kind='poly', kernel.degree=2, scaling='standardize'", height=400)
other
