"""The keys that the README lists are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hashi_gui.gui.app.menus import all_actions

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
KEYS = [key for action in all_actions() for key in (*action.keys, action.shown_key) if key]

SEPARATOR = re.compile(r"(?:(?<!\+)[;,])?\s+")
"""Between two keys; the comma of "Ctrl+," is not one."""


def listed_keys() -> set[str]:
    """The keys in the first column of the keyboard table."""
    table = README.split("\n| keyboard | |\n|---|---|\n", 1)[1].split("\n\n", 1)[0]
    cells = [line.split("|")[1] for line in table.splitlines()]
    return {key for cell in cells for key in SEPARATOR.split(cell) if key not in ("", "or")}


@pytest.mark.parametrize("key", KEYS)
def test_the_readme_lists_every_key(key):
    assert key in listed_keys()


def test_the_readme_lists_no_other_key():
    assert listed_keys() <= set(KEYS)
