"""The README names every key."""

from __future__ import annotations

from pathlib import Path

import pytest
from hashi_gui.gui.app.commands import all_commands

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
KEYS = [key for command in all_commands() for key in (*command.keys, command.spoken) if key]


@pytest.mark.parametrize("key", KEYS)
def test_the_readme_names_every_key(key):
    assert f"{key}" in README.replace("|", " ").replace(",", " ").replace(";", " ").split()
