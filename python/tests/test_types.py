"""The type stub says what the compiled module has."""

import subprocess
import sys


def test_the_stub_is_that_of_the_module(tmp_path):
    allowed = tmp_path / "allowed.txt"
    # Types of dictionaries, which exist for checkers alone.
    allowed.write_text("kpca._engine.FitRequest\nkpca._engine.PreImageRequest\n")
    command = [sys.executable, "-m", "mypy.stubtest", "kpca._engine", "--allowlist", allowed]
    found = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert found.returncode == 0, found.stdout + found.stderr
