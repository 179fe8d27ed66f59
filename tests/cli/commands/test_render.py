import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from hashi_gui.cli import main
from hashi_gui.cli.commands import render
from hashi_gui.rendering import display_check
from hashi_gui.rendering.display_check import DisplayError
from hashi_gui.rendering.picture import ENCODERS
from hashi_gui.rendering.theme import DARK, LIGHT, PRINT, THEMES
from hashi_gui.solving import Cancelled, Solver

ROOT = Path(__file__).parents[3]
UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
HALF = "2───2\n\n. . .\n\n1 . 1"
SEVERAL = "2.3\n...\n1.2"
NONE = "3.3\n...\n..1"

pytestmark = pytest.mark.usefixtures("qapp")  # Qt needs an application object to draw.


@pytest.fixture
def drawn(tmp_path, capsys):
    """Render a PNG and check that nothing is printed."""

    def drawn(*arguments):
        file = tmp_path / "board.png"
        assert main(["render", *arguments, "-o", str(file), "--force"]) == 0
        assert capsys.readouterr() == ("", "")
        return QImage(str(file))

    return drawn


def ink(image, theme=LIGHT):
    """The number of pixels in the colour of a bridge."""
    return sum(
        image.pixelColor(x, y).name() == theme.bridge
        for x in range(0, image.width(), 4)
        for y in range(image.height())
    )


def test_the_board_in_the_input_is_drawn(drawn):
    image = drawn(HALF)
    assert image.pixelColor(round((0.85 + 1) * 94), round(0.85 * 94)).name() == LIGHT.bridge
    assert image.pixelColor(round((0.85 + 1) * 94), round((0.85 + 1) * 94)).name() == LIGHT.dot


def test_the_solution_is_drawn(drawn):
    assert not ink(drawn(UNIQUE))
    assert ink(drawn(UNIQUE, "--solution"))


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_can_be_used(drawn, name):
    image = drawn(UNIQUE, "--theme", name)
    assert image.pixelColor(1, 1).name() == THEMES[name].water


def test_help_lists_the_themes(capsys):
    with pytest.raises(SystemExit):
        main(["render", "--help"])
    assert f"{{{','.join(THEMES)}}}" in capsys.readouterr().out
    assert len({theme.water for theme in (LIGHT, DARK, PRINT)}) == 3


def test_the_suffixes_are_those_of_all_kinds_of_pictures():
    assert set(render.SUFFIXES) == set(ENCODERS)


def test_the_size_of_a_cell(drawn):
    assert drawn(UNIQUE, "--cell", "12.7").width() == round(5.7 * 150)


def test_an_svg(tmp_path):
    file = tmp_path / "board.svg"
    assert main(["render", UNIQUE, "-o", str(file), "--cell", "10"]) == 0
    assert ElementTree.parse(file).getroot().attrib["width"] == "57mm"


def test_one_of_several_solutions_is_drawn_with_a_warning(tmp_path, capsys):
    file = tmp_path / "board.png"
    assert main(["render", SEVERAL, "-o", str(file), "--solution"]) == 0
    assert capsys.readouterr().err == "This puzzle has several solutions. One of them is drawn.\n"
    assert ink(QImage(str(file))) > 0


def test_without_solution_there_is_no_picture(tmp_path, capsys):
    assert main(["render", NONE, "-o", str(tmp_path / "board.png"), "--solution"]) == 1
    assert capsys.readouterr().out == "This puzzle has no solution.\n"
    assert list(tmp_path.iterdir()) == []


def test_the_time_limit(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(Solver, "verdict", Mock(side_effect=Cancelled))
    assert main(["render", UNIQUE, "-o", str(tmp_path / "board.png"), "--solution"]) == 3
    assert capsys.readouterr().out == f"{Cancelled()}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("puzzle", "output", "message"),
    [
        ("nothing", "b.png", "There is no file 'nothing'"),
        (UNIQUE, "folder.png", "--output must be a file, but 'folder.png' is a folder"),
    ],
)
def test_an_error_is_one_sentence(tmp_path, monkeypatch, capsys, puzzle, output, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    assert main(["render", puzzle, "-o", output]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder.png"]


def test_missing_system_libraries_are_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(
        display_check, "check_drawing", Mock(side_effect=DisplayError("Qt needs libEGL.so.1."))
    )
    assert main(["render", UNIQUE, "-o", str(tmp_path / "board.png")]) == 2
    assert capsys.readouterr().err == "hashi: Qt needs libEGL.so.1.\n"


def test_no_display_is_needed(tmp_path):
    """In its own process, which has not loaded Qt; the requested platform is ignored."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    file = tmp_path / "board.png"
    result = subprocess.run(
        [sys.executable, "-m", "hashi_gui", "render", UNIQUE, "-o", str(file), "--solution"],
        env={**environment, "QT_QPA_PLATFORM": "xcb"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert ink(QImage(str(file))) > 0


RENDER_EACH = """
import sys
from itertools import cycle
from hashi_gui.cli import main
target, *puzzles = sys.argv[1:]
for puzzle, suffix in zip(puzzles, cycle(("pdf", "svg", "png"))):
    code = main(["render", puzzle, "-o", f"{target}.{suffix}", "--cell", "2", "--force"])
    assert code == 0, puzzle
"""


def test_a_process_of_its_own_draws_the_library(tmp_path):
    puzzles = map(str, (ROOT / "puzzles").rglob("*.hashi"))
    target = str(tmp_path / "board")
    subprocess.run([sys.executable, "-c", RENDER_EACH, target, *puzzles], cwd=ROOT, check=True)
