"""What a command may load: each module that it does not need makes its start slower."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MODULES_OF = """
import sys
from hashi_gui.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""

LINK = "https://puzz.link/p?hashi/3/1/1g1"

SLOW = {
    "asyncio",
    "ctypes",
    "dataclasses",
    "datetime",
    "http.client",
    "html",
    "importlib.metadata",
    "inspect",
    "json",
    "locale",
    "logging",
    "multiprocessing",
    "numpy",
    "pathlib",
    "pkgutil",
    "platform",
    "queue",
    "sqlite3",
    "subprocess",
    "urllib",
    "uuid",
    "zipfile",
    "PySide6",
    "clingo",
    "highspy",
    "hashi_gui.formats.notations.hashi",
    "hashi_gui.game",
    "hashi_gui.generating",
    "hashi_gui.gui",
    "hashi_gui.lab",
    "hashi_gui.logic",
    "hashi_gui.packs",
    "hashi_gui.rendering",
    "hashi_gui.solving.clue_sets",
    "hashi_gui.solving.counting",
    "hashi_gui.solving.engines.asp",
    "hashi_gui.system.files",
    "hashi_gui.system.processes",
    "pysat",
}
"""What takes a while to load and is not needed to print a text or to solve a puzzle."""

AFTER_THE_WINDOW = {
    "hashi_gui.editing",
    "hashi_gui.generating",
    "hashi_gui.gui.editor",
    "hashi_gui.lab",
    "hashi_gui.logic.teaching.hints",
    "hashi_gui.rendering.picture",
    "hashi_gui.rendering.book",
    "hashi_gui.rendering.entry",
    "hashi_gui.solving.solver",
    "hashi_gui.system.processes",
    "importlib.metadata",
    "pysolvers",
    "PySide6.QtPrintSupport",
}
"""What the window loads when it has been painted, or when it is needed."""

FOR_PUZZLES = {"hashi_gui.core.puzzle", "hashi_gui.formats"}
FOR_SOLVING = {"pysolvers", "hashi_gui.solving"}


def modules_of(*arguments: str) -> set[str]:
    command = [sys.executable, "-c", MODULES_OF, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return set(result.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]], ids=" ".join)
def test_version_and_help_load_no_command(arguments):
    loaded = modules_of(*arguments)
    assert loaded & (SLOW | FOR_PUZZLES | FOR_SOLVING) == set()
    own = {name for name in loaded if name.startswith("hashi_gui.cli.")}
    assert own == {f"hashi_gui.cli.{name}" for name in ("command", "parser", "terminal")}


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_questions_load_only_the_solver(command):
    loaded = modules_of(command, LINK)
    allowed = {"hashi_gui.solving.counting"} if command == "count" else set()
    assert loaded & SLOW <= allowed


ALL_LOADED = """
import sys
from PySide6.QtCore import QTimer
from hashi_gui.gui.window import start

class Application(start.Application):
    def open_window(self, *arguments):
        window = super().open_window(*arguments)

        def look():
            if {"hashi_gui.gui.editor.editor", "pysolvers"} <= sys.modules.keys():
                print(*sys.modules)
                window.close_without_asking()

        timer = QTimer(window)
        timer.timeout.connect(look)
        timer.start(50)
        return window

start.Application = Application
start.run()
"""


def test_the_window_loads_all_but_the_lab_before_it_is_asked_for(tmp_path):
    folders = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA")
    result = subprocess.run(
        [sys.executable, "-c", ALL_LOADED],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | dict.fromkeys(folders, str(tmp_path)),
    )
    loaded = set(result.stdout.split())
    assert {"hashi_gui.gui.teaching.methods", "hashi_gui.gui.library.library_dialog"} <= loaded
    assert "hashi_gui.lab" not in loaded


def test_the_window_is_shown_before_all_of_it_is_loaded():
    code = "import sys, hashi_gui.gui.window.start; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert set(result.stdout.split()) & AFTER_THE_WINDOW == set()
