"""Setup lines: a picture of the explorer as one line of TOML, with dots in its names."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: γ of a line that names no data, and no γ. One that names some says by its silence that γ is 1 / n_features.
GAMMA = "median"


def parsed(line: str) -> dict[str, Any]:
    """Return the fields of a line.

    Raises
    ------
    ValueError
        When it is none.
    """
    if "\n" not in line:
        try:
            return tomllib.loads(f"setup = {{{line}}}")["setup"]
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"setup={line!r} is no line of a setup: {error}") from None
    raise ValueError("setup is no line of a setup: it has several lines")


def written(fields: dict[str, Any], prefix: str = "") -> str:
    """Return the line of some fields."""
    parts = []
    for name, value in fields.items():
        name = prefix + (name if re.fullmatch(r"[\w-]+", name, re.ASCII) else _toml(name))
        nested = isinstance(value, dict) and value
        parts.append(written(value, f"{name}.") if nested else f"{name}={_toml(value)}")
    return ", ".join(parts)


def _toml(value: Any) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, dict):
        return f"{{{written(value)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    # Strings and truths are those of JSON.
    return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def completed(line: str, path: str, columns: dict[str, Any]) -> str:
    """Return a line that shows the table of a file.

    Parameters
    ----------
    line : str
        Line of a setup, whatever data it names, or a part of one.

    path : str
        Path of the file.

    columns : dict
        Columns of the file and their use, where the line says nothing else.

    Returns
    -------
    line : str
        The whole line.
    """
    fields = parsed(line)
    for name in ("version", "data_crc32"):
        fields.pop(name, None)
    if "source" not in fields:
        fields["kernel"] = {"gamma": GAMMA} | fields.get("kernel", {})
    fields["columns"] = columns | fields.get("columns", {})
    return written({"version": 1, **fields, "source": {"file": {"path": path}}})
