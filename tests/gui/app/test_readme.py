"""The README names every key."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashi_gui.gui.app.actions import all_actions

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
KEYS = [key for action in all_actions() for key in (*action.keys, action.shown_key) if key]


@pytest.mark.parametrize("key", KEYS)
def test_the_readme_names_every_key(key):
    assert f"{key}" in README.replace("|", " ").replace(",", " ").replace(";", " ").split()
