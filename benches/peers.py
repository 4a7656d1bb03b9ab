"""Our `fit` against scikit-learn's KernelPCA: same data, same machine, interleaved, medians.

Needs: the packages of tests/fixtures/requirements.txt, and a release build.
Run:   cargo build --release && python benches/peers.py [--rounds 5] [--only TEXT] [--n 1000,2000] [--program PATH]

Ours is the `kpca` stage of the JSON report (kernel, eigenpairs, residual, signs), the median of
`fit --repeat`, each repetition from nothing. scikit-learn's is `fit_transform`, with the fastest of
its solvers (auto, dense, arpack, randomized) for that case; randomized counts only where its
eigenvalues agree with the dense ones to 1e-6, and a solver that raises, as all do on an indefinite
matrix with a negative eigenvalue among those they find, does not count; nor does scikit-learn where its matrix and
a copy would not fit into three quarters of memory. `max err` compares our eigenvalues with those of
numpy.linalg.eigvalsh, relative to the largest.

`limit` is our time by that of the passes that the fit reports: a sum over the features for each pair, at the
speed of NumPy's product; a function of it in each pass that evaluates; and the larger of reading what is stored
and of multiplying it by the columns, at the speeds at which this machine reads memory and makes products,
measured in the same run with two threads. `passes` counts those that evaluate, that read single and that read
double precision, and the columns of all. Paths that never form the matrix have none, and a limit of one value
for each pair, below which they may be.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from scipy.sparse.linalg import eigsh
from sklearn import datasets
from sklearn.decomposition import KernelPCA
from sklearn.gaussian_process.kernels import Matern, RationalQuadratic
from sklearn.metrics.pairwise import laplacian_kernel, pairwise_kernels

PROGRAM = Path(__file__).resolve().parent.parent / "target/release/kpca-explorer"


def moons(n):
    return datasets.make_moons(n, noise=0.05, random_state=0)[0]


def noisy_moons(n):
    return datasets.make_moons(n, noise=0.1, random_state=0)[0]


def circles(n):
    return datasets.make_circles(n, noise=0.1, factor=0.2, random_state=0)[0]


def swiss_roll(n):
    return datasets.make_swiss_roll(n, random_state=0)[0]


def iris10(_):
    """Iris ten times over, each copy with its own small jitter so that rows differ."""
    x = datasets.load_iris().data
    rng = np.random.RandomState(0)
    return np.vstack([x + 0.01 * rng.standard_normal(x.shape) for _ in range(10)])


def digits(_):
    return datasets.load_digits().data


def clouds(d):
    """Ten normal clouds: nine large eigenvalues, and a tenth among those of the noise."""

    def make(n):
        rng = np.random.RandomState(0)
        return rng.standard_normal((10, d))[np.arange(n) % 10] + rng.standard_normal((n, d))

    return make


# name, data, n, kernel, parameters, ratio to reach
CASES = [
    *[
        (f"{name} RBF γ = {gamma}", data, n, "rbf", {"gamma": gamma}, goal)
        for n, goal in ((1000, 5), (2000, 10), (5000, 15))
        for name, data, gamma in (
            ("moons", moons, 1),
            ("moons", moons, 15),
            ("circles", circles, 1),
        )
    ],
    *[
        (f"noisy moons RBF γ = {gamma}", noisy_moons, n, "rbf", {"gamma": gamma}, goal)
        for n, goal in ((5000, 15), (12_000, 60))
        for gamma in (15, 60)
    ],
    *[("circles RBF γ = 15", circles, n, "rbf", {"gamma": 15}, 5) for n in (1000, 2000)],
    ("iris×10 poly 2", iris10, 1500, "poly", {"gamma": 0.25, "degree": 2, "coef0": 1}, 10),
    ("iris×10 poly 3", iris10, 1500, "poly", {"gamma": 0.25, "degree": 3, "coef0": 1}, 10),
    ("digits linear", digits, 1797, "linear", {}, 10),
    *[
        ("Swiss roll RBF γ = 0.1", swiss_roll, n, "rbf", {"gamma": 0.1}, 3)
        for n in (1000, 5000)
    ],
    ("digits RBF γ = 0.001", digits, 1797, "rbf", {"gamma": 0.001}, 4),
    ("digits poly 3", digits, 1797, "poly", {"gamma": 1 / 64, "degree": 3, "coef0": 1}, 4),
    *[
        (f"clouds {n} × {d} RBF", clouds(d), n, "rbf", {"gamma": 1 / (18 * d)}, goal)
        for n, d, goal in (
            (5000, 784, 2),
            (12_000, 784, 3),
            (12_000, 64, 7),
            (30_000, 784, 3),
            (60_000, 784, 1),
        )
    ],
    *[
        (f"clouds 5000 × 784 {name}", clouds(784), 5000, kernel, parameters, 2)
        for name, kernel, parameters in (
            ("poly 3", "poly", {"gamma": 1 / 784, "degree": 3, "coef0": 1}),
            ("cosine", "cosine", {}),
            ("Laplacian", "laplacian", {"gamma": 1 / 784}),
            ("Matérn 5/2", "matern52", {"gamma": 1 / (18 * 784)}),
            ("rational quadratic", "rational-quadratic", {"gamma": 1 / (18 * 784), "shape": 1}),
        )
    ],
    *[("moons Laplacian γ = 1", moons, n, "laplacian", {"gamma": 1}, 3) for n in (1000, 5000)],
    *[
        ("moons sigmoid γ = 0.5", moons, n, "sigmoid", {"gamma": 0.5, "coef0": 0}, 3)
        for n in (1000, 5000)
    ],
]


def components(name, n):
    if "clouds" in name:
        return 9, 10
    if "noisy" not in name:
        return 2, 20
    return (2, 5, 20) if n <= 5000 else (5,)


def ours(program, data, kernel, parameters, k, repeat):
    flags = [f"--{name}={value}" for name, value in parameters.items()]
    command = [program, "fit", data, "--label=none", f"--kernel={kernel}", *flags]
    command += [f"--components={k}", f"--repeat={repeat}", "--json=-"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return report["timings_ms"]["kpca"], report


# Kernels that KernelPCA does not know by name; a length l is 1/√(2γ).
MATRICES = {
    "laplacian": laplacian_kernel,
    "matern52": lambda x, gamma: Matern((2 * gamma) ** -0.5, nu=2.5)(x),
    "rational-quadratic": lambda x, gamma, shape: RationalQuadratic((2 * gamma) ** -0.5, shape)(x),
}


def fits_into_memory(n):
    """Whether a matrix of n rows and its copy take at most three quarters of this machine's memory."""
    return 2 * 8 * n**2 <= 0.75 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def theirs(x, kernel, parameters, k, solver):
    start = time.perf_counter()
    if kernel in MATRICES:
        x, kernel, parameters = MATRICES[kernel](x, **parameters), "precomputed", {}
    model = KernelPCA(
        k, kernel=kernel, eigen_solver=solver, random_state=0, copy_X=False, **parameters
    )
    model.fit_transform(x)
    return 1e3 * (time.perf_counter() - start), model.eigenvalues_


def eigenvalues(x, kernel, parameters, k):
    """The k largest of the centred kernel matrix, by LAPACK, or by ARPACK where that would take minutes."""
    if kernel in MATRICES:
        matrix = MATRICES[kernel](x, **parameters)
    else:
        matrix = pairwise_kernels(x, metric=kernel, **parameters)
    matrix -= matrix.mean(axis=0)
    matrix -= matrix.mean(axis=1)[:, None]
    if len(x) > 5000:
        return eigsh(matrix, k, return_eigenvectors=False)[::-1]
    return np.linalg.eigvalsh((matrix + matrix.T) / 2)[::-1][:k]


def milliseconds(task):
    start = time.perf_counter()
    task()
    return 1e3 * (time.perf_counter() - start)


def reading_speed():
    """Numbers read from memory in a millisecond, by two threads."""
    halves = [np.ones(16_000_000) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        return 32e6 / min(milliseconds(lambda: list(pool.map(np.sum, halves))) for _ in range(7))


READING_SPEED = reading_speed()


def product_speed():
    """Multiplications of a large product in a millisecond, by all threads."""
    x = np.ones((2000, 2000))
    return 8e9 / min(milliseconds(lambda: x @ x) for _ in range(5))


PRODUCT_SPEED = product_speed()


def limit(n, d, passes):
    """Milliseconds; the function of a sum takes 0.7 ns on each of two cores."""
    pairs = n * (n + 1) / 2
    if passes is None:
        return (0.35e-6 + d / PRODUCT_SPEED) * pairs
    values = (0.35e-6 * passes["evaluating"] + d / PRODUCT_SPEED) * pairs
    reading = passes["bytes_read"] / 8 / READING_SPEED
    # Each stored value is multiplied for its row and for its column.
    products = 2 * passes["columns"] * pairs / PRODUCT_SPEED
    return values + max(reading, products)


def counted(passes):
    """Passes of a fit in a cell of the table."""
    if passes is None:
        return "–"
    kinds = "+".join(str(passes[kind]) for kind in ("evaluating", "single", "double"))
    return f"{kinds}, {passes['columns']}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--only", default="", help="rows whose name contains this")
    arguments.add_argument("--n", default="", help="rows of these sizes, by commas")
    arguments.add_argument("--program", type=Path, default=PROGRAM)
    arguments = arguments.parse_args()
    sizes = {int(n) for n in arguments.n.split(",") if n}
    print(
        "| data | n | k | ours, ms | solver | certified | scikit-learn, ms | its solver | ratio | goal "
        "| met | limit | passes | max err |\n|" + "---|" * 14
    )
    for name, make, n, kernel, parameters, goal in CASES:
        if arguments.only not in name or (sizes and n not in sizes):
            continue
        x = make(n)
        expected = eigenvalues(x, kernel, parameters, 20) if fits_into_memory(n) else None
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "x.npy"
            np.save(data, x)
            for k in components(name, n):
                row(name, x, data, kernel, parameters, k, goal, expected, arguments)


def row(name, x, data, kernel, parameters, k, goal, expected, arguments):
    """Measures one row of the table and prints it."""
    n = len(x)
    times = {solver: [] for solver in ("ours", "auto", "dense", "arpack", "randomized")}
    if n > 2000 and k >= 10:  # auto is dense then, which takes seconds
        del times["auto"]
    if n > 5000:  # minutes
        del times["dense"]
    if not fits_into_memory(n):
        times = {"ours": []}
    for _ in range(arguments.rounds):
        # As warm as scikit-learn's process, which is started once.
        repeat = 25 if n <= 2000 else 7 if n <= 5000 else 5 if n <= 12_000 else 1
        elapsed, report = ours(arguments.program, data, kernel, parameters, k, repeat)
        times["ours"].append(elapsed)
        for solver in list(times)[1:]:
            # The slow ones take seconds at n = 5000; once is enough to know that.
            slow = n > 2000 and times[solver] and times[solver][0] > 1500
            if slow or times[solver] is None:
                continue
            try:
                elapsed, found = theirs(x, kernel, parameters, k, solver)
            except ValueError:
                times[solver] = None
                continue
            if solver == "randomized" and np.max(np.abs(found - expected[:k])) > 1e-6 * expected[0]:
                times[solver] = None
                continue
            times[solver].append(elapsed)
    median = {solver: statistics.median(t) for solver, t in times.items() if t}
    mine = median.pop("ours")
    best = min(median, key=median.get, default=None)
    theirs_, ratio, met = "–", "–", "yes"
    if best is not None:
        theirs_, ratio = f"{median[best]:.1f}", f"{median[best] / mine:.1f}"
        met = "yes" if median[best] >= goal * mine else "no"
    values = np.array(report["eigenvalues"])
    error = "–"
    if expected is not None:
        error = f"{np.max(np.abs(values - expected[: len(values)])) / expected[0]:.0e}"
    print(
        f"| {name} | {n} | {k} | {mine:.2f} | {report['solver']} "
        f"| {'yes' if report['certified'] else 'no'} | {theirs_} | {best or 'none'} | {ratio} "
        f"| {goal} | {met} | {mine / limit(*x.shape, report['passes']):.1f} "
        f"| {counted(report['passes'])} | {error} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
