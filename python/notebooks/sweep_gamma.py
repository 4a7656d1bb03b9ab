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
# # Which γ?
# The width of an RBF kernel decides what kernel PCA sees: the whole cloud where γ is small, single points where it is
# large. Here γ runs through a range, and each fit starts from the one before.

# %%
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_circles

import kpca

X, y = make_circles(400, factor=0.3, noise=0.05, random_state=0)
gammas = np.geomspace(0.01, 100, 25)
path = kpca.path(X, gammas, n_components=4)

# %% [markdown]
# The shares of the variance fade as γ grows: every point becomes its own dimension. Each fit says how right it is.

# %%
figure, axes = plt.subplots()
axes.semilogx(gammas, path.explained_variance_ratio)
axes.set(xlabel="γ", ylabel="share of the variance")
axes.legend([f"component {i + 1}" for i in range(4)])

worst = max(path.certificates, key=lambda certificate: certificate.bound)
print(f"largest error of an eigenvalue: {worst.bound:.1e} of the largest one, certified: {worst.certified}")

# %% [markdown]
# Between the two ends the circles come apart. Signs agree from one picture to the next.

# %%
chosen = [0, 12, 15, 24]
figure, pictures = plt.subplots(1, len(chosen), figsize=(12, 3))
for picture, i in zip(pictures, chosen, strict=True):
    picture.scatter(*path.scores[i][:, :2].T, c=y, s=8)
    picture.set(title=f"γ = {gammas[i]:.2g}")
plt.show()

# %% [markdown]
# A rule finds a first γ: here from the median distance of two points.

# %%
model = kpca.KernelPCA(2, kernel="rbf", gamma="median").fit(X)
print(f"γ = {model.gamma_:.3g}, {model.explained_variance_ratio_.sum():.0%} of the variance in two components")
assert model.certificate_.certified
