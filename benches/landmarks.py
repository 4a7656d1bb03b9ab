"""Landmarks: our `--solver nystrom` against scikit-learn's Nystroem and PCA, error against time.

Needs and runs as peers.py: cargo build --release && python benches/landmarks.py [--program PATH]

The error is that of the largest of k eigenvalues' differences from exact ones (ours to 1e-8, or ARPACK's), relative to
the first; `bound` is what our report says that it is at most. scikit-learn's time is of `Nystroem.fit_transform` and
`PCA.fit_transform`, ours the `kpca` stage of the report. Medians of three, in turns.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from sklearn import datasets
from sklearn.decomposition import PCA
from sklearn.kernel_approximation import Nystroem
from sklearn.metrics.pairwise import pairwise_kernels
from scipy.sparse.linalg import eigsh

PROGRAM = Path(__file__).resolve().parent.parent / "target/release/kpca-explorer"
COMPONENTS = 10
LANDMARKS = 50, 200, 800


def swiss_roll(n):
    return datasets.make_swiss_roll(n, random_state=0)[0]


def clouds(n):
    rng = np.random.RandomState(0)
    return rng.standard_normal((10, 64))[np.arange(n) % 10] + rng.standard_normal((n, 64))


def uneven(n):
    """Nineteen rows in twenty in one dense cloud, which uniform landmarks are spent on."""
    rng = np.random.RandomState(0)
    wide = 10 * rng.standard_normal((n // 20, 3))
    return np.vstack([0.1 * rng.standard_normal((n - n // 20, 3)), wide])


CASES = [
    ("Swiss roll, Laplacian", swiss_roll, 6_000, "laplacian", 0.1),
    ("uneven cloud, RBF", uneven, 6_000, "rbf", 0.05),
    ("ten clouds, d = 64, RBF", clouds, 6_000, "rbf", 1 / (18 * 64)),
]


def exact(x, kernel, gamma):
    matrix = pairwise_kernels(x, metric=kernel, gamma=gamma)
    matrix -= matrix.mean(axis=0)
    matrix -= matrix.mean(axis=1)[:, None]
    return eigsh(matrix, COMPONENTS, return_eigenvectors=False)[::-1]


def ours(program, data, kernel, gamma, landmarks):
    command = [program, "fit", data, "--label=none", f"--kernel={kernel}", f"--gamma={gamma!r}"]
    command += ["--solver=nystrom", f"--landmarks={landmarks}", f"--components={COMPONENTS}", "--json=-"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return report["timings_ms"]["kpca"], np.array(report["eigenvalues"]), report["eigenvalue_bound"]


def theirs(x, kernel, gamma, landmarks):
    start = time.perf_counter()
    features = Nystroem(kernel=kernel, gamma=gamma, n_components=landmarks, random_state=0).fit_transform(x)
    model = PCA(COMPONENTS, svd_solver="covariance_eigh").fit(features)
    model.transform(features)
    elapsed = 1e3 * (time.perf_counter() - start)
    return elapsed, model.explained_variance_ * (len(x) - 1)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--program", type=Path, default=PROGRAM)
    program = arguments.parse_args().program
    print("| data | landmarks | ours, ms | error | bound | scikit-learn, ms | error |\n|" + "---|" * 7)
    for name, make, n, kernel, gamma in CASES:
        x = make(n)
        expected = exact(x, kernel, gamma)
        error = lambda values: np.max(np.abs(values - expected)) / expected[0]
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "x.csv"
            header = ",".join(f"f{j}" for j in range(x.shape[1]))
            np.savetxt(data, x, delimiter=",", header=header, comments="", fmt="%.17g")
            for landmarks in LANDMARKS:
                rounds = [
                    (ours(program, data, kernel, gamma, landmarks), theirs(x, kernel, gamma, landmarks))
                    for _ in range(3)
                ]
                mine, other = zip(*rounds)
                print(
                    f"| {name} | {landmarks} | {statistics.median(t for t, *_ in mine):.0f} "
                    f"| {error(mine[0][1]):.1e} | {mine[0][2]:.1e} "
                    f"| {statistics.median(t for t, _ in other):.0f} | {error(other[0][1]):.1e} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
