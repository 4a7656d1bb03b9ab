"""The explorer's window and page: what they are given, and one sentence where they are not there."""

import sys
import time
from pathlib import Path

import kpca
import numpy as np
import pandas as pd
import pytest
from kpca._setup import completed, parsed, written
from kpca._table import table_of

X = [[0.1, 2.0], [3.0, 1e-17], [5.5, -4.0]]


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Program that keeps its arguments and the table, in the place of the explorer."""
    file = tmp_path / "kpca-explorer"
    text = f"""#!{sys.executable}
import sys, tomllib
from pathlib import Path
line = sys.argv[2]
table = Path(tomllib.loads("it = {{" + line + "}}")["it"]["source"]["file"]["path"])
Path({str(tmp_path / "said")!r}).write_text(sys.argv[1] + "\\n" + line + "\\n" + str(table.parent))
Path({str(tmp_path / "table")!r}).write_bytes(table.read_bytes())
"""
    file.write_text(text.replace("tomllib", "tomllib" if sys.version_info >= (3, 11) else "tomli"))
    file.chmod(0o755)
    monkeypatch.setenv("KPCA_EXPLORER", str(file))
    return tmp_path


def test_the_program_is_given_the_table_and_leaves_no_file(program):
    frame = pd.DataFrame(X, columns=["a \n b", 'c"d'])
    kind = pd.Series(["x, y", None, "z"], name="kind")
    kpca.open(frame, kind, setup="kernel.gamma=2.0").wait(30)
    flag, line, folder = (program / "said").read_text().split("\n")
    assert flag == "--setup"
    assert parsed(line)["kernel"] == {"gamma": 2.0}
    assert parsed(line)["columns"] == {"label": {"column": "kind"}, "features": ["a b", 'c"d']}
    assert (program / "table").read_text() == 'a b,"c""d",kind\n0.1,2.0,"x, y"\n3.0,1e-17,\n5.5,-4.0,z\n'
    end = time.monotonic() + 10
    while Path(folder).exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(folder).exists()


def test_what_is_not_there_is_said_in_one_sentence(monkeypatch):
    monkeypatch.setenv("KPCA_EXPLORER", "no-such-program")
    with pytest.raises(FileNotFoundError, match="^the program kpca-explorer is not there: .*KPCA_EXPLORER$"):
        kpca.open(X)
    monkeypatch.setitem(sys.modules, "kpca_explore", None)
    with pytest.raises(ImportError, match="^kpca.explore needs the package kpca-explore .*pip install ./python/explore$"):
        kpca.explore(X)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (([1, 2],), r"X has the shape \(2,\): an array of rows and columns is needed"),
        (([[1, np.nan], [2, 3]],), r"Input X contains NaN\."),
        (([["a"], ["b"]],), "could not convert string to float: 'a'"),
        (([[1.0, 2.0]],), r".*minimum of 2 is required.*"),
        ((X, [1, 2]), r"Found input variables with inconsistent numbers of samples: \[3, 2\]"),
        ((X, [[1, 2]] * 3), r"y should be a 1d array, got an array of shape \(3, 2\) instead\."),
        ((pd.DataFrame(X, columns=["a", "a"]),), "X has two columns with the name 'a'"),
    ],
)
def test_bad_input_is_refused_in_one_line(given, said):
    with pytest.raises(ValueError, match=f"^{said}$"):
        table_of(*given)


def test_names_that_are_missing_or_taken():
    table = table_of(pd.DataFrame(X, columns=["label", " "]), [1, 2, np.nan])
    assert (table.features, table.label) == (["label", "x1"], "label_")
    assert table.csv() == b"label,x1,label_\n0.1,2.0,1.0\n3.0,1e-17,2.0\n5.5,-4.0,\n"
    assert table_of(X).features == ["x0", "x1"]


def test_a_line_keeps_what_it_says_and_a_part_gets_the_rest():
    columns = {"label": "none", "features": ["a", "b"]}
    part = completed("kernel.kind='poly', columns.log=[\"a\"]", "X.csv", columns)
    assert parsed(part) == {
        "version": 1,
        "source": {"file": {"path": "X.csv"}},
        "kernel": {"gamma": "median", "kind": "poly"},
        "columns": {"label": "none", "features": ["a", "b"], "log": ["a"]},
    }
    # A whole line says by its silence that γ is 1 / n_features; the window writes a file's path in either form.
    for source in ['source.file="/far/X.csv"', 'source.file.path="X.csv"', "source.generated.n_samples=9"]:
        whole = completed(f'version=1, data_crc32="0", {source}, columns.label="auto", kernel.degree=4', "X.csv", columns)
        assert parsed(whole) == {
            "version": 1,
            "source": {"file": {"path": "X.csv"}},
            "columns": {"label": "auto", "features": ["a", "b"]},
            "kernel": {"degree": 4},
        }
    odd = {"a b": True, "c": [1e-5, {"d": 'é"\\'}], "e": {}}
    assert parsed(written(odd)) == odd
    for line in ["kernel.gamma 2", "a=1\nb=2", "a=1, a=2"]:
        with pytest.raises(ValueError, match="no line of a setup: .*$") as error:
            parsed(line)
        assert "\n" not in str(error.value)
