"""The keys that the README and the page about the editor list are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

from hashi_gui.gui.widgets.actions import ActionKind
from tests.gui.conftest import Player

ROOT = Path(__file__).parents[3]
PAGES = {False: ROOT / "README.md", True: ROOT / "docs" / "editor.md"}
"""The page with the keys for playing, and that with those for editing."""

SEPARATOR = re.compile(r"(?:(?<!\+)[;,])?\s+")
"""Between two keys; the comma of "Ctrl+," is not one."""


def listed_keys(page: Path) -> set[str]:
    """The keys in the first column of the keyboard table; "0 to 9" is one."""
    text = page.read_text(encoding="utf-8").replace("0 to 9", "0_to_9")
    table = text.split("\n| keyboard | |\n|---|---|\n", 1)[1].split("\n\n", 1)[0]
    cells = [line.split("|")[1] for line in table.splitlines()]
    keys = {key for cell in cells for key in SEPARATOR.split(cell) if key not in ("", "or")}
    return {key.replace("_", " ") for key in keys}


def test_all_keys_are_listed_and_no_others(player: Player) -> None:
    for editing, page in PAGES.items():
        keys = {
            key
            for action in player.window.menus
            for key in ([action.shown_key] if action.shown_key else action.keys)
            if (action.kind is ActionKind.EDIT) == editing
        }
        assert listed_keys(page) == keys
