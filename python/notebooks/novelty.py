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
# # Back from feature space: denoising and novelty
# A row is projected on the components and taken back to the input: its pre-image. What the components do not hold, such
# as noise, stays behind.

# %%
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import kpca

X, y = load_digits(return_X_y=True)
X = X / 16
clean, train = X[:100], X[100:]
noisy = clean + np.random.default_rng(0).normal(scale=0.25, size=clean.shape)

# %%
model = kpca.KernelPCA(80, kernel="rbf", gamma=0.03, alpha=0.005).fit(train)
methods = ["ridge", "mika", "gradient"]
found = {method: model.denoise(noisy, method=method) for method in methods}
for method, pre_images in found.items():
    error = np.linalg.norm(pre_images.rows - clean) / np.linalg.norm(noisy - clean)
    print(f"{method:>9}: {error:.2f} of the noise is left")

# %%
figure, pictures = plt.subplots(len(methods) + 2, 8, figsize=(8, 5))
rows = [clean, noisy, *(pre_images.rows for pre_images in found.values())]
for line, images in zip(pictures, rows, strict=True):
    for picture, image in zip(line, images, strict=False):
        picture.imshow(image.reshape(8, 8), cmap="gray_r", vmin=0, vmax=1)
        picture.set_axis_off()
plt.show()

# %% [markdown]
# Rows of another kind lie far from the components. Fitted to zeros alone, kernel PCA finds all other digits new.

# %%
zeros, others = train_test_split(X[y == 0], train_size=120, random_state=0)
model = kpca.KernelPCA(3, kernel="rbf", gamma=0.05).fit(zeros)
limit, _ = model.control_limits()
for name, digits in [("other zeros", others), ("ones", X[y == 1]), ("eights", X[y == 8])]:
    beyond = (model.novelty(digits) > limit).mean()
    print(f"{name:>12}: {beyond:.0%} beyond the limit")
assert (model.novelty(X[y == 1]) > limit).all()
