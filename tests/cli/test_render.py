from __future__ import annotations

import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from hashi_gui.cli import main
from hashi_gui.rendering import display_check
from hashi_gui.rendering.display_check import DisplayError
from hashi_gui.rendering.theme import DARK, LIGHT, PRINT, THEMES
from hashi_gui.solving import Cancelled, SatSolver

UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
HALF = "2───2\n\n. . .\n\n1 . 1"
SEVERAL = "2.3\n...\n1.2"
NONE = "3.3\n...\n..1"


@pytest.fixture(autouse=True)
def _drawing(qapp):
    """What Qt needs to draw; it is the same one in all tests of a process."""


@pytest.fixture
def drawn(tmp_path, capsys):
    """Renders a PNG without a complaint."""

    def drawn(*arguments):
        file = tmp_path / "board.png"
        assert main(["render", *arguments, "-o", str(file)]) == 0
        assert capsys.readouterr() == ("", "")
        return QImage(str(file))

    return drawn


def ink(image, theme=LIGHT):
    """How many pixels have the colour of a bridge."""
    return sum(
        image.pixelColor(x, y).name() == theme.ink
        for x in range(0, image.width(), 4)
        for y in range(image.height())
    )


def test_the_board_as_it_is_in_the_input(drawn):
    image = drawn(HALF)
    assert image.pixelColor(round((0.85 + 1) * 94), round(0.85 * 94)).name() == LIGHT.ink
    assert image.pixelColor(round((0.85 + 1) * 94), round((0.85 + 1) * 94)).name() == LIGHT.dot


def test_the_solution(drawn):
    assert ink(drawn(UNIQUE, "--solution")) > 1.2 * ink(drawn(UNIQUE))


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_can_be_named(drawn, name):
    image = drawn(UNIQUE, "--theme", name)
    assert image.pixelColor(1, 1).name() == THEMES[name].water


def test_the_themes_are_what_help_says(capsys):
    with pytest.raises(SystemExit):
        main(["render", "--help"])
    assert f"{{{','.join(THEMES)}}}" in capsys.readouterr().out
    assert len({theme.water for theme in (LIGHT, DARK, PRINT)}) == 3


def test_the_size_of_a_cell(drawn):
    assert drawn(UNIQUE, "--cell", "12.7").width() == round(5.7 * 150)


def test_an_svg(tmp_path):
    file = tmp_path / "board.svg"
    assert main(["render", UNIQUE, "-o", str(file), "--cell", "10"]) == 0
    assert ElementTree.parse(file).getroot().attrib["width"] == "57mm"


def test_one_of_several_solutions_is_drawn_and_the_user_told(tmp_path, capsys):
    file = tmp_path / "board.png"
    assert main(["render", SEVERAL, "-o", str(file), "--solution"]) == 0
    assert capsys.readouterr().err == "This puzzle has several solutions. One of them is drawn.\n"
    assert ink(QImage(str(file))) > 0


def test_no_solution_no_picture(tmp_path, capsys):
    assert main(["render", NONE, "-o", str(tmp_path / "board.png"), "--solution"]) == 1
    assert capsys.readouterr().out == "This puzzle has no solution.\n"
    assert list(tmp_path.iterdir()) == []


def test_the_time_limit(tmp_path, capsys, monkeypatch):
    def stop(solver, token):
        raise Cancelled

    monkeypatch.setattr(SatSolver, "verdict", stop)
    assert main(["render", UNIQUE, "-o", str(tmp_path / "board.png"), "--solution"]) == 3
    assert capsys.readouterr().out == f"{Cancelled()}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([UNIQUE, "-o", "board.gif"], "board.gif: a picture is a file in .png, .svg, .pdf."),
        ([UNIQUE, "-o", "board"], "board: a picture is a file in .png, .svg, .pdf."),
        ([UNIQUE], "the following arguments are required: -o/--output"),
        ([UNIQUE, "-o", "b.png", "--cell", "big"], "'big' is no size from 0.5 to 100 millimetres"),
        ([UNIQUE, "-o", "b.png", "--cell", "nan"], "'nan' is no size"),
        ([UNIQUE, "-o", "b.png", "--cell", "0"], "'0' is no size"),
        ([UNIQUE, "-o", "b.png", "--theme", "pink"], "invalid choice: 'pink'"),
        (["nothing", "-o", "b.png"], "There is no file 'nothing'"),
        ([UNIQUE, "-o", "folder.png"], "folder.png cannot be written"),
    ],
)
def test_a_complaint_is_one_sentence(tmp_path, monkeypatch, capsys, arguments, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    assert main(["render", *arguments]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder.png"]


def test_missing_system_libraries_are_named(tmp_path, monkeypatch, capsys):
    def lack():
        raise DisplayError("Qt needs libEGL.so.1.")

    monkeypatch.setattr(display_check, "check_drawing", lack)
    assert main(["render", UNIQUE, "-o", str(tmp_path / "board.png")]) == 2
    assert capsys.readouterr().err == "hashi: Qt needs libEGL.so.1.\n"


def test_no_display_is_needed(tmp_path):
    """In a process of its own, which has no Qt yet; another platform is asked for in vain."""
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
