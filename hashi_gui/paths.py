"""Where the program's own files lie: inside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    packed = _PACKAGE / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


RESOURCES = _folder("resources")
"""Icon, fonts, translations."""

PUZZLES = _folder("puzzles")
"""The library of puzzles that ships with the program."""
