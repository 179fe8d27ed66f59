import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from hashi_gui.core.highlight import Highlight
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.rendering.board_painter import BoardPainter
from hashi_gui.rendering.geometry import UNIT, board_rect, centre
from hashi_gui.rendering.painting import Difference, Letter, Limit, label_offset, labels
from hashi_gui.rendering.theme import LIGHT

PUZZLE: Puzzle = read("3.2\n...\n2.1").puzzle
HIGHLIGHT = Highlight(letters={0: "A", 3: "B1"}, limits={0: 2}, differences={1: (0, 2)})


def drawn(cell: float, highlight: Highlight) -> QImage:
    """The board in cells of so many pixels."""
    area = board_rect(PUZZLE)
    painter_of_board = BoardPainter(PUZZLE, LIGHT)
    painter_of_board.set_labels(highlight)
    scale = cell / UNIT
    size = (area.size() * scale).toSize()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(LIGHT.water))
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-area.topLeft())
    painter_of_board.draw(painter, area)
    painter.end()
    return image


def pixels(image: QImage, colour: str) -> list[tuple[int, int]]:
    wanted = QColor(colour).rgb()
    return [
        (x, y) for x in range(image.width()) for y in range(image.height())
        if image.pixel(x, y) == wanted
    ]  # fmt: skip


def test_there_is_a_label_for_each_entry():
    found = {label: at for at, label in labels(PUZZLE, HIGHLIGHT)}
    assert set(found) == {Letter("A"), Letter("B1"), Limit(2), Difference((0, 2))}
    assert found[Letter("A")] == centre(PUZZLE.islands[0])


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("cell", [16, 40, 96])
def test_a_letter_is_at_the_top_left_of_its_island_and_large_enough(cell):
    found = pixels(drawn(cell, Highlight(letters={3: "A"})), LIGHT.text)
    across = [x for x, _ in found]
    area = board_rect(PUZZLE)
    middle = (centre(PUZZLE.islands[3]) - area.topLeft()) * cell / UNIT
    assert max(across) - min(across) >= 10
    assert (min(across) + max(across)) / 2 < middle.x()
    assert sum(y for _, y in found) / len(found) < middle.y()


def test_a_letter_leaves_the_number_of_its_island_free():
    label = Letter("A")
    at = label_offset(label)
    assert (at.x() ** 2 + at.y() ** 2) ** 0.5 > 0.45 * UNIT
    assert label_offset(label, 2.0).x() < at.x()
    assert label_offset(Limit(1), 2.0) == QPointF()


@pytest.mark.usefixtures("fonts")
def test_labels_disappear_with_the_highlight():
    assert drawn(40, HIGHLIGHT) != drawn(40, Highlight())


def test_the_areas_of_labels_contain_them():
    painter = BoardPainter(PUZZLE, LIGHT)
    areas = painter.set_labels(HIGHLIGHT)
    assert len(areas) == 4
    assert all(
        area.contains(at + label_offset(label))
        for area, (at, label) in zip(areas, labels(PUZZLE, HIGHLIGHT))
    )
