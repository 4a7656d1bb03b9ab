"""Ctrl-C, other threads and children of the process."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from kpca import Isomap, KernelPCA

ROWS = np.random.default_rng(0).normal(size=(1500, 60))


@pytest.fixture
def ctrl_c():
    """Pressed Ctrl-C, also where the process was started in the background, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    pressed = []

    def press():
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.1, press)
    yield timer, pressed
    timer.cancel()
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signal to the process itself")
@pytest.mark.parametrize(
    "model",
    [
        # One call that takes seconds and cannot be stopped.
        KernelPCA(2, kernel="laplacian", solver="dense"),
        Isomap(10),
    ],
    ids=["a decomposition", "an embedding"],
)
def test_ctrl_c_ends_a_fit(model, ctrl_c):
    timer, pressed = ctrl_c
    start = time.perf_counter()
    model.fit(ROWS)
    whole = time.perf_counter() - start
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        model.fit(ROWS)
    # A fifth of a second, where no other process holds the processors.
    after = time.perf_counter() - pressed[0]
    assert after < max(0.2, whole / 2)


def test_the_interpreter_goes_on_while_a_fit_runs():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    KernelPCA(2, kernel="laplacian", solver="dense").fit(ROWS[:1000])
    elapsed = time.perf_counter() - start
    done.set()
    thread.join()
    assert len(ticks) > elapsed / 0.05


def test_fits_in_several_threads_are_each_right():
    expected = KernelPCA(2, kernel="rbf", gamma=0.01).fit(ROWS[:300]).eigenvalues_
    found = []
    threads = [
        threading.Thread(
            target=lambda: found.append(
                KernelPCA(2, kernel="rbf", gamma=0.01).fit(ROWS[:300]).eigenvalues_
            )
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(np.array_equal(it, expected) for it in found)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_made_by_fork_computes():
    KernelPCA(2, kernel="rbf").fit(ROWS[:300])
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        KernelPCA(2, kernel="rbf").fit(ROWS[:300])
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
