"""The house plan, held."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

TOP_LEVEL = {
    "BENCHMARKS.md",
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "hashi_gui",
    "puzzles",
    "pyproject.toml",
    "resources",
    "tests",
}
MADE_BY_TOOLS = {"build", "dist"}

QT_AFTER_IMPORTING = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(*(name for name in sys.modules if name.partition(".")[0] in ("PySide6", "shiboken6")))
"""


def test_importing_everything_but_gui_loads_no_qt() -> None:
    files = [path.relative_to(ROOT) for path in ROOT.glob("hashi_gui/**/*.py")]
    modules = [
        ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        for file in files
        if not {"gui", "rendering"} & set(file.parts) and file.name != "__main__.py"
    ]
    assert {"hashi_gui.cli.parser", "hashi_gui.core.puzzle", "hashi_gui.solving"} <= set(modules)
    command = [sys.executable, "-c", QT_AFTER_IMPORTING, *modules]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []


def test_top_level_stays_as_it_is() -> None:
    entries = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert entries - MADE_BY_TOOLS == TOP_LEVEL
