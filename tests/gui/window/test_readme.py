"""The keys that the README and the page about the editor list are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hashi_gui.gui.stage.activity import ActionKind
from hashi_gui.gui.window.menus import all_actions

ROOT = Path(__file__).parents[3]
PAGES = {False: ROOT / "README.md", True: ROOT / "docs" / "editor.md"}
"""The page with the keys for playing, and that with those for editing."""

KEYS = [
    (key, action.kind is ActionKind.EDIT)
    for action in all_actions()
    for key in (*action.keys, action.shown_key)
    if key
]

SEPARATOR = re.compile(r"(?:(?<!\+)[;,])?\s+")
"""Between two keys; the comma of "Ctrl+," is not one."""


def listed_keys(page: Path) -> set[str]:
    """The keys in the first column of the keyboard table; "0 to 9" is one."""
    text = page.read_text(encoding="utf-8").replace("0 to 9", "0_to_9")
    table = text.split("\n| keyboard | |\n|---|---|\n", 1)[1].split("\n\n", 1)[0]
    cells = [line.split("|")[1] for line in table.splitlines()]
    keys = {key for cell in cells for key in SEPARATOR.split(cell) if key not in ("", "or")}
    return {key.replace("_", " ") for key in keys}


@pytest.mark.parametrize(("key", "editing"), KEYS)
def test_every_key_is_listed(key: str, editing: bool) -> None:
    assert key in listed_keys(PAGES[editing])


@pytest.mark.parametrize("editing", [False, True])
def test_no_other_key_is_listed(editing: bool) -> None:
    assert listed_keys(PAGES[editing]) <= {key for key, edits in KEYS if edits is editing}
