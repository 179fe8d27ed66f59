"""QR codes of links, on pages and as images."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.rendering.painting import painting_on
from hashi_gui.system.libraries import load

QUIET = 4
"""How many squares wide the white rim is that readers need."""

SQUARE = 0.42
MIN_SIDE = 18.0
"""The least width of a square, and of a whole code, in millimetres on paper."""

MAX_LINK = 1200
"""The most characters of a link whose code cameras can read, and that leaves room for a board."""


class CodeError(HashiError):
    """A QR code cannot be made."""


def check_codes() -> None:
    """Raise CodeError if no codes can be made, because segno is missing or broken."""
    load("segno", CodeError)


@lru_cache(maxsize=256)
def code_rows(link: str) -> tuple[bytes, ...]:
    """The squares of a code row by row, 1 for black, without the rim. Raises CodeError."""
    check_codes()
    if len(link) > MAX_LINK:
        raise CodeError(_("This puzzle is too large for a QR code: its link is too long."))
    import segno

    return tuple(bytes(row) for row in segno.make_qr(link, error="l").matrix)


def code_side(link: str) -> float:
    """The side of a code with its rim on paper, in millimetres. Raises CodeError."""
    return max(MIN_SIDE, SQUARE * (len(code_rows(link)) + 2 * QUIET))


def draw_code(painter: QPainter, box: QRectF, link: str) -> None:
    """Draw a code with its white rim in a square. Raises CodeError."""
    rows = code_rows(link)
    square = box.width() / (len(rows) + 2 * QUIET)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(box, Qt.GlobalColor.white)
    for r, row in enumerate(rows):
        for start, length in _runs(row):
            corner = box.topLeft() + QPointF(QUIET + start, QUIET + r) * square
            painter.fillRect(
                QRectF(corner.x(), corner.y(), length * square, square), Qt.GlobalColor.black
            )
    painter.restore()


def code_image(link: str, pixels: int) -> QImage:
    """A code as an image in which a square is so many pixels wide. Raises CodeError."""
    side = (len(code_rows(link)) + 2 * QUIET) * pixels
    image = QImage(side, side, QImage.Format.Format_RGB32)
    with painting_on(image) as painter:
        draw_code(painter, QRectF(0, 0, side, side), link)
    return image


def _runs(row: bytes) -> list[tuple[int, int]]:
    """Where black squares begin in a row, and how many there are."""
    runs: list[tuple[int, int]] = []
    for place, black in enumerate(row):
        if black and runs and sum(runs[-1]) == place:
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        elif black:
            runs.append((place, 1))
    return runs
