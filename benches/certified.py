"""Certificates of wide tables: what `fit` claims of its numbers against decompositions by SciPy, 80 fits.

Needs and runs as peers.py: cargo build --release && python benches/certified.py [--program PATH]

Eight tables of 2,500 rows, RBF of three widths, Laplacian and Matérn 5/2, 2 and 10 components. A fit is wrong where an
eigenvalue or a column of scores is off by more than the report's bound and the reference's own rounding, both relative
to the first.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist

PROGRAM = Path(__file__).resolve().parent.parent / "target/release/kpca-explorer"
N = 2500
# Eigenvalues of a symmetric matrix by LAPACK are right to a few times this share of the largest.
ROUNDING = 1e-13
METRICS = {"rbf": "sqeuclidean", "laplacian": "cityblock", "matern52": "euclidean"}


def tables():
    rng = np.random.RandomState(0)
    normal = rng.standard_normal
    clouds = lambda count, d: normal((count, d))[np.arange(N) % count] + normal((N, d))
    yield "ten clouds", clouds(10, 784)
    yield "thirty clouds", clouds(30, 300)
    yield "noise", normal((N, 300))
    yield "low rank", normal((N, 5)) @ normal((5, 784)) + 0.01 * normal((N, 784))
    yield "heavy tails", rng.standard_t(2, (N, 300))
    yield "sparse", normal((N, 784)) * (rng.random_sample((N, 784)) < 0.05)
    yield "far from zero", 1e4 + clouds(10, 300)
    yield "repeated rows", normal((N // 5, 300))[np.arange(N) % (N // 5)]


def kernel_matrix(x, kernel, gamma):
    # Differences do not change, and keep their digits.
    x = x - x.mean(axis=0)
    distances = cdist(x, x, METRICS[kernel])
    if kernel == "matern52":
        r = np.sqrt(10 * gamma) * distances
        return (1 + r + r**2 / 3) * np.exp(-r)
    return np.exp(-gamma * distances)


def centred(matrix):
    matrix = matrix - matrix.mean(axis=0)
    return matrix - matrix.mean(axis=1)[:, None]


def ours(program, folder, kernel, gamma, k):
    scores = folder / "scores.npy"
    command = [program, "fit", folder / "x.npy", "--label=none", f"--kernel={kernel}", f"--gamma={gamma!r}"]
    command += [f"--components={k}", f"--scores={scores}", "--force", "--json=-"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return report, np.load(scores)


def kernels(x):
    spread = x.var(axis=0).sum()
    absolute = np.abs(x - x.mean(axis=0)).sum(axis=1).mean()
    for factor in (0.1, 0.5, 5):
        yield "rbf", float(factor / spread)
    yield "laplacian", float(1 / absolute)
    yield "matern52", float(0.5 / spread)


def errors(values, vectors, report, scores):
    """Errors of eigenvalues and scores, relative to the first, each with the rounding of its reference."""
    k = scores.shape[1]
    off = np.abs(np.array(report["eigenvalues"]) - values[:k]).max() / values[0]
    expected = vectors[:, :k] * np.sqrt(values[:k])
    signs = np.sign((expected * scores).sum(axis=0))
    apart = np.linalg.norm(scores - signs * expected, axis=0).max() / np.sqrt(values[0])
    # Rounding turns a vector by its share of the distance to the next eigenvalue.
    gap = np.abs(np.diff(values[: k + 1])).min() / values[0]
    return (off, ROUNDING), (apart, ROUNDING / gap)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--program", type=Path, default=PROGRAM)
    program = arguments.parse_args().program
    fits = certified = wrong = 0
    print("| table | kernel | γ | k | certified | eigenvalues off | bound | scores off | bound |\n|" + "---|" * 9)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, x in tables():
            np.save(folder / "x.npy", x)
            for kernel, gamma in kernels(x):
                values, vectors = eigh(centred(kernel_matrix(x, kernel, gamma)), subset_by_index=[N - 11, N - 1])
                for k in (2, 10):
                    report, scores = ours(program, folder, kernel, gamma, k)
                    found = errors(values[::-1], vectors[:, ::-1], report, scores)
                    bounds = report["eigenvalue_bound"], report["score_bound"]
                    claims = [(error, own, bound) for (error, own), bound in zip(found, bounds)]
                    is_wrong = any(bound is not None and error > bound + own for error, own, bound in claims)
                    fits, certified, wrong = fits + 1, certified + report["certified"], wrong + is_wrong
                    said = ("yes" if report["certified"] else "no") + (", wrong" if is_wrong else "")
                    shown = [f"{error:.1e} | " + ("none" if bound is None else f"{bound:.1e}") for error, _, bound in claims]
                    print(f"| {name} | {kernel} | {gamma:.2g} | {k} | {said} | " + " | ".join(shown) + " |", flush=True)
    print(f"\n{fits} fits, {certified} certified, {wrong} wrong")


if __name__ == "__main__":
    main()
