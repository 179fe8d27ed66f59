"""The promises of the structure: no Qt outside the window and drawing, a small top level."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

TOP_LEVEL = {
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "docs",
    "hashi_gui",
    "puzzles",
    "pyproject.toml",
    "resources",
    "tests",
}

QT_AFTER_IMPORTING = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(*(name for name in sys.modules if name.partition(".")[0] in ("PySide6", "shiboken6")))
"""


def test_importing_everything_but_the_window_and_rendering_loads_no_qt() -> None:
    files = [path.relative_to(ROOT) for path in ROOT.glob("hashi_gui/**/*.py")]
    modules = [
        ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        for file in files
        if not {"gui", "rendering"} & set(file.parts) and file.name != "__main__.py"
    ]
    modules.remove("hashi_gui.bench.window_session")
    assert {"hashi_gui.cli.parser", "hashi_gui.core.puzzle", "hashi_gui.solving"} <= set(modules)
    command = [sys.executable, "-c", QT_AFTER_IMPORTING, *modules]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []


def test_git_tracks_nothing_else_at_the_top_level() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is not a git checkout, or git is not installed")
    command = ["git", "ls-files", "-z"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if result.returncode:  # For example because the checkout belongs to another user.
        pytest.skip(f"git cannot list the files: {result.stderr.strip()}")
    entries = {file.partition("/")[0] for file in result.stdout.split("\0") if file}
    assert {entry for entry in entries if not entry.startswith(".")} == TOP_LEVEL
