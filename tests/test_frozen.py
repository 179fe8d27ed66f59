"""The program that ``make app`` builds; only if HASHI_FROZEN names it, see docs/packaging.md."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from hashi_gui.cli.command import COMMANDS
from tests.abuse.programs import Program, data_folder, environment
from tests.processes import wait_until

HASHI = Path(os.environ.get("HASHI_FROZEN", "hashi")).absolute()
pytestmark = pytest.mark.skipif("HASHI_FROZEN" not in os.environ, reason="HASHI_FROZEN names none")

LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
CLEAN = {"PYTHONPATH": "", "QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "en"}

ONCE = (
    ("solve", LINK, "4═══2 . ."),
    ("methods", "auto"),
    ("check", LINK, "--proof", "proof", "one solution"),
    ("verify", "proof", "one solution"),
    ("count", LINK, "one solution"),
    ("hint", LINK, "bridge"),
    ("grade", LINK, "easy"),
    ("explain", LINK, "bridge"),
    ("generate", "--size", "5x5", "--count", "4", "--seed", "1", "--jobs", "2", "-o", "new", ""),
    ("reduce", LINK, "?"),
    ("convert", LINK, "--to", "hashi", "-o", "puzzle.hashi", ""),
    ("export", LINK, "--to", "cnf", "p cnf"),
    ("render", LINK, "-o", "puzzle.pdf", ""),
    ("pack", "new", "-o", "book.pdf", "--solutions", ""),
    ("library", "--import", "new", "--title", "New", ""),
    ("stats", "No"),
    ("convert", LINK, "--to", "has", "-o", "puzzle.has", ""),
    (
        "bench",
        "puzzle.has",
        "--methods",
        "auto,asp,ilp-v5",
        "--jobs",
        "2",
        "--output",
        "results",
        "asp",
    ),
    ("desktop", "--install", "menu"),
    ("thumbnail", "puzzle.hashi", "puzzle.png", "64", ""),
    ("--language", "de", "count", LINK, "genau eine Lösung"),
)
"""Every command but the window, in an order in which each finds the files that it needs."""


def hashi(home: Path, *arguments: object) -> str:
    command = [str(HASHI), *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(
        command, cwd=home, env=environment(home) | CLEAN, text=True, check=False, **pipes
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_every_command_works(tmp_path: Path) -> None:
    assert COMMANDS.keys() - {command for command, *_ in ONCE} == {"play"}
    for *arguments, expected in ONCE:
        assert expected in hashi(tmp_path, *arguments), arguments
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "puzzle.png").read_bytes().startswith(b"\x89PNG")
    (entry,) = (tmp_path / "data" / "applications").glob("*.desktop")
    assert f"Exec={HASHI.resolve().with_name('hashi-gui')} %f" in entry.read_text()


def test_every_library_is_in_the_list_of_licences() -> None:
    listing = (HASHI.parent / "LICENCES.txt").read_text("utf-8")
    libraries = {
        file.relative_to(HASHI.parent / "_internal").as_posix()
        for file in HASHI.parent.rglob("*.so*")
        if not file.is_symlink()
    }
    assert libraries
    assert {name for name in libraries if f"\n    {name}\n" not in listing} == set()


@pytest.mark.parametrize("name", ["hashi", "hashi-gui"])
def test_the_window_opens(name: str, tmp_path: Path) -> None:
    log = data_folder(tmp_path) / "hashi.log"
    hashi(tmp_path, "convert", LINK, "--to", "has", "-o", "puzzle.has")
    with Program([str(HASHI.with_name(name)), "puzzle.has"], tmp_path, **CLEAN) as program:
        wait_until(lambda: log.is_file() and "the window is open" in log.read_text())
        assert program.end(signal.SIGTERM) == 0
    assert program.errors == ""
