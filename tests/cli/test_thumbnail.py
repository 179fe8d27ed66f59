from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from hashi_gui.cli import main

pytestmark = pytest.mark.usefixtures("qapp")  # Qt needs an application object to draw.


@pytest.mark.parametrize(
    ("puzzle", "pixels", "size"),
    [
        ("2.2\n...\n1.1", 256, (256, 256)),
        ("1.1", 128, (128, 59)),
        ("1\n" + ".\n" * 500 + "1", 64, (1, 64)),
    ],
)
def test_the_longer_side_has_so_many_pixels(tmp_path, capsys, puzzle, pixels, size):
    file, picture = tmp_path / "puzzle", tmp_path / "picture"
    file.write_text(puzzle)
    picture.write_text("an older one")
    assert main(["thumbnail", str(file), str(picture), str(pixels)]) == 0
    assert capsys.readouterr() == ("", "")
    image = QImage(str(picture), "PNG")
    assert (image.width(), image.height()) == size


def test_what_is_no_puzzle_has_no_thumbnail(tmp_path, capsys):
    file, picture = tmp_path / "puzzle.hashi", tmp_path / "picture.png"
    file.write_text("nothing")
    assert main(["thumbnail", str(file), str(picture), "256"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not picture.exists()
