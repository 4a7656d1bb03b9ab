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
# # A classifier on kernel components
# `kpca.KernelPCA` is an estimator of scikit-learn: it stands in a pipeline, and a search finds its parameters.

# %%
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler

import kpca

X, y = load_digits(return_X_y=True)
X, X_test, y, y_test = train_test_split(X, y, random_state=0)

# %%
pipeline = make_pipeline(
    MinMaxScaler(),
    kpca.KernelPCA(kernel="rbf"),
    LogisticRegression(C=100, max_iter=1000),
)
search = GridSearchCV(
    pipeline,
    {
        "kernelpca__n_components": [10, 40],
        "kernelpca__gamma": [0.01, 0.05],
    },
    cv=3,
)
search.fit(X, y)
print(search.best_params_)
print(f"accuracy on {len(X_test)} other digits: {search.score(X_test, y_test):.3f}")
assert search.score(X_test, y_test) > 0.95

# %% [markdown]
# As many components as hold nine tenths of the variance, and how right they are.

# %%
model = kpca.KernelPCA(0.9, kernel="rbf", gamma=0.05).fit(MinMaxScaler().fit_transform(X))
print(len(model.eigenvalues_), "components")
print(model.certificate_)

# %% [markdown]
# Without labels, γ can be chosen by how well rows come back from their components.

# %%
search = GridSearchCV(
    make_pipeline(MinMaxScaler(), kpca.KernelPCA(20, kernel="rbf", alpha=0.01)),
    {"kernelpca__gamma": [0.001, 0.05, 1]},
    scoring=kpca.pre_image_scorer,
    cv=3,
)
print(search.fit(X).best_params_, f"error {-search.best_score_:.2f}")
