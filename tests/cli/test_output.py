"""Output and exit codes of real processes."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hashi_gui

UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
HASHI = [sys.executable, "-m", "hashi_gui"]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_drawing_in_an_encoding_without_box_characters(encoding: str) -> None:
    result = subprocess.run(
        [*HASHI, "solve", UNIQUE],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert result.stdout.decode(encoding).splitlines() == [
        "4===2 . .",
        '"',
        '" 3-----2',
        '" "     |',
        '3 " . . |',
        '| "     |',
        "| 3---1 |",
        "|       |",
        "3===4===3",
    ]


@pytest.mark.parametrize("arguments", [["solve", UNIQUE], ["--help"], ["--version"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_prints_no_error(arguments: list[str], unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run(
            [*HASHI, *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")


PACKAGE = Path(hashi_gui.__file__).parent
PRINTERS = {
    *("cli/terminal.py", "system/progress.py", "verify_certificate.py"),
    "rendering/display_check.py",
}
"""The modules that print; the last one has only sentences and names of its own."""
DATA_PRINTERS = {
    f"cli/{name}.py" for name in ("answers", "files", "output", "commands/export", "commands/stats")
}
"""The modules that print JSON, CSV, models and documents, in which nothing must change."""


def test_everything_is_printed_by_the_functions_that_escape_what_comes_from_outside() -> None:
    printing, printing_data = set(), set()
    for file in PACKAGE.rglob("*.py"):
        name = file.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            is_print = isinstance(called, ast.Name) and called.id == "print"
            is_write = isinstance(called, ast.Attribute) and called.attr in ("write", "writelines")
            if is_print or (is_write and "sys.std" in ast.unparse(called)):
                printing.add(name)
            if isinstance(node, ast.Name) and node.id == "print_data":
                printing_data.add(name)
    assert printing == PRINTERS
    assert printing_data - PRINTERS == DATA_PRINTERS
