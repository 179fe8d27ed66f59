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
    with picture.open("rb") as opened:  # As by the thumbnailer of Xfce.
        assert main(["thumbnail", str(file), str(picture), str(pixels)]) == 0
        assert capsys.readouterr() == ("", "")
        image = QImage.fromData(opened.read(), "PNG")
    assert (image.width(), image.height()) == size


@pytest.mark.parametrize(("text", "picture"), [("nothing", "picture.png"), ("1.1", "no/folder")])
def test_an_error_is_one_sentence(tmp_path, capsys, text, picture):
    file = tmp_path / "puzzle.hashi"
    file.write_text(text)
    assert main(["thumbnail", str(file), str(tmp_path / picture), "256"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [file]
