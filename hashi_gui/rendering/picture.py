"""Pictures of a board: as PNG, SVG or PDF, with a line that says what they show, or animated.

Pillow holds all frames of an animation in memory before it writes the first. So those files are put
together here, frame by frame, and of each frame only the part that differs from the one before.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import pairwise
from math import ceil, floor
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING

from PySide6.QtCore import QIODevice, QPoint, QPointF, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPageSize, QPaintDevice, QPainter
from PySide6.QtSvg import QSvgGenerator

from hashi_gui.core.board import Board, LogEntry, Move
from hashi_gui.core.errors import HashiError
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.core.wording import listed
from hashi_gui.rendering.geometry import MARGIN, UNIT, board_rect
from hashi_gui.rendering.pages import MM_PER_INCH, output_buffer, pdf_writer
from hashi_gui.rendering.painting import draw_board, draw_sheet, painting_on
from hashi_gui.rendering.resources import drawable, font
from hashi_gui.rendering.sprites import ISLAND_REACH
from hashi_gui.rendering.theme import Theme
from hashi_gui.system.files import atomic_write
from hashi_gui.system.libraries import load

if TYPE_CHECKING:
    from PIL.Image import Image


IMAGE_DPI = 300
MAX_PIXELS = 150_000_000
"""The size of the largest image, which takes 600 MB of memory."""

MAX_IMAGE_SIDE = 32_767
"""The longest side of an image that Qt can draw on, in pixels."""

SVG_DPI = 2540
"""100 units per millimetre, because Qt rounds the size of an SVG to whole units."""

MAX_PAGE_SIDE = 5080
"""The longest side of a PDF page in millimetres: 200 inches."""


AROUND = 0.4 * UNIT
"""The room around the sheet."""

TEXT, MAX_LINE = 0.42, 30
"""The height of the text in cells, and the width of a board in such heights; the text of a larger
one is larger.
"""

GAP, BASELINE, BELOW = 1.0, 1.6, 2.4
"""The least room between two texts, how far below the sheet they stand, and where the picture ends,
in heights of the text.
"""


class PictureError(HashiError):
    """A picture cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw; ``cell`` is the size of a cell in millimetres.

    It looks as in play: islands with all their bridges are pale, those of a solved puzzle are lit.
    """

    puzzle: Puzzle
    board: Board
    theme: Theme
    cell: float
    highlight: Highlight = field(default_factory=Highlight)

    @property
    def size(self) -> QSizeF:
        """The size in millimetres, with the margin."""
        return board_rect(self.puzzle).size() * (self.cell / UNIT)

    def image(self) -> QImage:
        """The picture at about 300 pixels per inch: the size of a cell is rounded to whole pixels.

        Raises PictureError if it would be too large.
        """
        image, cell = blank_image(board_rect(self.puzzle).size() / UNIT, self.cell)
        self.draw(image, cell)
        return image

    def thumbnail(self, pixels: int) -> QImage:
        """The picture, whose longer side has so many pixels, whatever the size of a cell is."""
        size = board_rect(self.puzzle).size()
        scale = pixels / max(size.width(), size.height())
        image = QImage((size * scale).toSize().expandedTo(QSize(1, 1)), QImage.Format.Format_RGB32)
        self.draw(image, scale * UNIT)
        return image

    def png(self) -> bytes:
        return png_file(self.image())

    def svg(self) -> bytes:
        """The picture as SVG. It needs no fonts: clues are drawn as outlines."""
        buffer = output_buffer()
        generator = svg_writer(buffer, self.size, "Hashi")
        self.draw(generator, self.cell * SVG_DPI / MM_PER_INCH)
        return bytes(buffer.data().data())

    def pdf(self) -> bytes:
        """One page of the size of the picture. Raises PictureError if it would be too large."""
        width, height = self.size.width(), self.size.height()
        if max(width, height) > MAX_PAGE_SIDE:
            raise PictureError(
                _(
                    "The page would be {width:.0f} x {height:.0f} mm; the limit for PDF is {limit} "
                    "mm per side. Use a smaller cell, or SVG."
                ).format(width=width, height=height, limit=MAX_PAGE_SIDE)
            )
        buffer = output_buffer()
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        writer = pdf_writer(
            buffer, QPageSize(self.size, QPageSize.Unit.Millimeter, "", exact), "Hashi"
        )
        self.draw(writer, self.cell * writer.resolution() / MM_PER_INCH)
        return bytes(buffer.data().data())

    @property
    def solved(self) -> bool:
        return is_solution(self.puzzle, self.board.counts)

    def draw(self, device: QPaintDevice, cell: float, part: QRect | None = None) -> None:
        """Draw on a device, with ``cell`` dots per cell: all of it, or the part in some dots."""
        rect = board_rect(self.puzzle)
        with painting_on(device) as painter:
            if part is not None:
                painter.setClipRect(part)
            painter.scale(cell / UNIT, cell / UNIT)
            painter.translate(-rect.topLeft())
            painter.fillRect(rect, QColor(self.theme.water))
            exposed = painter.clipBoundingRect() if painter.hasClipping() else None
            draw_board(painter, self.puzzle, self.board, self.theme, self.highlight, exposed)


def blank_image(size: QSizeF, cell: float) -> tuple[QImage, int]:
    """An image of a size in cells, of which each has some millimetres, and their size in pixels.

    Raises PictureError if it would be too large.
    """
    pixels = max(1, round(cell * IMAGE_DPI / MM_PER_INCH))
    whole = (size * pixels).toSize()
    width, height = whole.width(), whole.height()
    if width * height > MAX_PIXELS or max(width, height) > MAX_IMAGE_SIDE:
        raise PictureError(
            _(
                "The image would be {width} x {height} pixels; the limit is {n} million pixels and "
                "{side} per side. Use a smaller cell, or SVG or PDF."
            ).format(width=width, height=height, n=MAX_PIXELS // 10**6, side=MAX_IMAGE_SIDE)
        )
    image = QImage(whole, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(round(1000 * pixels / cell))
    image.setDotsPerMeterY(round(1000 * pixels / cell))
    return image, pixels


@dataclass(frozen=True, slots=True)
class Postcard:
    """A picture with a title and more facts below it."""

    picture: Picture
    title: str
    facts: Sequence[str]

    def image(self) -> QImage:
        """The picture on the colour of the window, with cells as in :meth:`Picture.image`.

        Raises PictureError if it would be too large.
        """
        puzzle, theme = self.picture.puzzle, self.picture.theme
        sheet = board_rect(puzzle)
        height = max(TEXT * UNIT, sheet.width() / MAX_LINE)
        area = sheet.adjusted(-AROUND, -AROUND, AROUND, BELOW * height)
        image, cell = blank_image(area.size() / UNIT, self.picture.cell)
        image.fill(QColor(theme.window))
        with painting_on(image) as painter:
            painter.scale(cell / UNIT, cell / UNIT)
            painter.translate(-area.topLeft())
            draw_sheet(painter, sheet, theme)
            draw_board(painter, puzzle, self.picture.board, theme, Highlight())
            self._draw_line(painter, sheet, height)
        return image

    def _draw_line(self, painter: QPainter, sheet: QRectF, height: float) -> None:
        """Draw the texts at both ends of a line, smaller if they do not fit beside each other."""
        weights = QFont.Weight.DemiBold, QFont.Weight.Medium
        fonts = [font(height / UNIT, weight) for weight in weights]
        given = self.title, " · ".join(self.facts)
        texts = [drawable(text, each) for each, text in zip(fonts, given, strict=True)]
        widths = [
            QFontMetricsF(each).horizontalAdvance(text)
            for each, text in zip(fonts, texts, strict=True)
        ]
        scale = min(1.0, sheet.width() / (sum(widths) + GAP * height))
        ends = sheet.left(), sheet.right() - scale * widths[1]
        colours = self.picture.theme.text, self.picture.theme.muted
        for each, text, left, colour in zip(fonts, texts, ends, colours, strict=True):
            painter.save()
            painter.translate(QPointF(left, sheet.bottom() + BASELINE * height))
            painter.scale(scale, scale)
            painter.setFont(each)
            painter.setPen(QColor(colour))
            painter.drawText(QPointF(), text)
            painter.restore()


def svg_writer(target: QIODevice, size: QSizeF, title: str) -> QSvgGenerator:
    """A paint device for an SVG of a size in millimetres."""
    generator = QSvgGenerator()
    generator.setOutputDevice(target)
    generator.setTitle(title)
    generator.setResolution(SVG_DPI)
    size = size * (SVG_DPI / MM_PER_INCH)
    generator.setSize(QSize(round(size.width()), round(size.height())))
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    return generator


def png_file(image: QImage) -> bytes:
    """The content of a PNG file with an image."""
    buffer = output_buffer()
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


ENCODERS: dict[str, Callable[[Picture], bytes]] = {
    ".png": Picture.png,
    ".svg": Picture.svg,
    ".pdf": Picture.pdf,
}
"""The functions that encode a picture, by file extension."""


def save_picture(path: Path, picture: Picture) -> None:
    """Write a picture in the format of the extension. Raises PictureError and StorageError."""
    if path.suffix.lower() not in ENCODERS:
        text = _("{file}: expected a file name ending in one of {endings}.")
        raise PictureError(text.format(file=path, endings=listed(ENCODERS)))
    atomic_write(path, ENCODERS[path.suffix.lower()](picture))


SPEED = 4.0
"""How many times as fast as the player the replay is."""

MIN_FRAME_SECONDS, MAX_FRAME_SECONDS, LAST_FRAME_SECONDS = 0.12, 1.5, 3.0

BEFORE_SECONDS, GROWTH_SECONDS, GROWN_SECONDS = 1.2, 0.5, 1.0
"""How long the board is shown before a key move, how long that grows, and is shown alone."""

GROWTH_FRAMES = 8

MAX_STEP_SECONDS, STEPS_SECONDS = 0.25, 3.0
"""How long each bridge that follows a key move is shown, and all of them, at most."""

MAX_SIDE, MAX_CELL = 720, 48
"""The longest side of a frame and the largest cell, in pixels."""

MAX_BYTES = 32 * 2**20
"""The size of the largest file, which is put together in memory: more than 10,000 moves."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What changes in an animation: a part of the picture, and where its top left corner is.

    Both coordinates of the corner are even.
    """

    image: QImage
    corner: QPoint
    milliseconds: int

    def to_pillow(self) -> Image:
        from PIL import Image

        image = self.image.convertToFormat(QImage.Format.Format_RGB888)
        size = image.width(), image.height()
        data, row = bytes(image.constBits()), image.bytesPerLine()
        return Image.frombytes("RGB", size, data, "raw", "RGB", row)


@dataclass(frozen=True, slots=True)
class Animation:
    """The changes of a game from a board on, to draw in the colours of a theme."""

    puzzle: Puzzle
    start: Board
    log: Sequence[LogEntry]
    theme: Theme

    def durations(self) -> list[float]:
        """For how many seconds each frame is shown: the board at first, and after each change."""
        times = [0.0, *(entry.seconds for entry in self.log)]
        waits = [(later - earlier) / SPEED for earlier, later in pairwise(times)]
        shown = [min(max(wait, MIN_FRAME_SECONDS), MAX_FRAME_SECONDS) for wait in waits]
        return [*shown, LAST_FRAME_SECONDS]

    def frames(self) -> Iterator[Frame]:
        """Draw the board at first, and what is different after each change."""
        picture, milliseconds = self._first_picture, self._milliseconds()
        image = picture.image()
        yield Frame(image.copy(), QPoint(0, 0), next(milliseconds))
        yield from self._changes(picture, image, self.log, milliseconds)

    def _changes(
        self,
        picture: Picture,
        image: QImage,
        log: Sequence[LogEntry],
        milliseconds: Iterator[int],
    ) -> Iterator[Frame]:
        """Draw what is different after each change from a picture on, which an image shows."""
        solved = picture.solved
        for entry in log:
            picture = replace(picture, board=picture.board.apply(entry.move))
            part, solved_before, solved = image.rect(), solved, picture.solved
            if solved == solved_before:
                part &= self._changed(entry.move)
            picture.draw(image, self._cell, part)
            yield Frame(image.copy(part), part.topLeft(), next(milliseconds))

    def _milliseconds(self) -> Iterator[int]:
        return (round(1000 * seconds) for seconds in self.durations())

    @property
    def _cell(self) -> int:
        """The size of a cell in pixels."""
        size = board_rect(self.puzzle).size() / UNIT
        return max(1, min(MAX_CELL, int(MAX_SIDE / max(size.width(), size.height()))))

    @property
    def _first_picture(self) -> Picture:
        return Picture(self.puzzle, self.start, self.theme, self._cell * MM_PER_INCH / IMAGE_DPI)

    def _changed(self, move: Move) -> QRect:
        """The pixels that a move may change; some pixels also if it changes nothing."""
        cell = self._cell
        ends = [end for edge, _ in move.edges for end in self.puzzle.ends(edge)]
        islands = ends + [self.puzzle.islands[island] for island, _ in move.locks]
        rows = [island.row for island in islands] or [0]
        cols = [island.col for island in islands] or [0]
        left, top = (2 * floor((min(n) + MARGIN - ISLAND_REACH) * cell / 2) for n in (cols, rows))
        right, bottom = (ceil((max(n) + MARGIN + ISLAND_REACH) * cell) for n in (cols, rows))
        return QRect(left, top, right - left, bottom - top)

    def encode(self, extension: str) -> bytes:
        """The file for an extension.

        Raises PictureError if Pillow is missing or broken, or if the file would be too large.
        """
        load("PIL.Image", PictureError)
        if extension not in FORMATS:
            text = _("An animation cannot be written as {ending!r}: use one of {endings}.")
            raise PictureError(text.format(ending=extension, endings=listed(FORMATS)))
        content = bytearray()
        for part in FORMATS[extension](self):
            content += part
            if len(content) > MAX_BYTES:
                raise PictureError(
                    _(
                        "This game is too long to be one animation: the file would be larger than "
                        "{n} MB."
                    ).format(n=MAX_BYTES // 2**20)
                )
        if extension == ".webp":  # Its length comes first.
            content[4:8] = pack("<I", len(content) - 8)
        return bytes(content)


@dataclass(frozen=True, slots=True)
class KeyMoveAnimation(Animation):
    """The first change of a log, of one edge, grows in the colour of hints; the others follow it.

    It takes a few seconds, whatever the times of the log are.
    """

    def durations(self) -> list[float]:
        """For how many seconds each frame is shown."""
        growing = [GROWTH_SECONDS / GROWTH_FRAMES] * (GROWTH_FRAMES - 1)
        step = min(MAX_STEP_SECONDS, STEPS_SECONDS / len(self.log))
        shown = [BEFORE_SECONDS, *growing, GROWN_SECONDS, *([step] * (len(self.log) - 1))]
        return [*shown[:-1], LAST_FRAME_SECONDS]

    def frames(self) -> Iterator[Frame]:
        """Draw the board, the bridges of the first change at some lengths, and what follows."""
        picture, milliseconds = self._first_picture, self._milliseconds()
        yield Frame(picture.image(), QPoint(0, 0), next(milliseconds))
        key, *others = self.log
        ((edge, _state),) = key.move.edges
        ends = dict.fromkeys((end.id for end in self.puzzle.ends(edge)), Role.HINT)
        highlight = Highlight(ends, {edge: Role.HINT})
        picture = replace(picture, board=picture.board.apply(key.move), highlight=highlight)
        image = picture.image()
        part = self._changed(key.move)
        for number in range(1, GROWTH_FRAMES + 1):
            size = part.size()
            if self.puzzle.edges[edge].horizontal:
                size.setWidth(part.width() * number // GROWTH_FRAMES)
            else:
                size.setHeight(part.height() * number // GROWTH_FRAMES)
            grown = QRect(part.topLeft(), size) & image.rect()
            yield Frame(image.copy(grown), grown.topLeft(), next(milliseconds))
        yield from self._changes(picture, image, others, milliseconds)


def save_animation(path: Path, animation: Animation) -> None:
    """Write an animation in the format of the extension. Raises PictureError and StorageError."""
    atomic_write(path, animation.encode(path.suffix.lower()))


def _gif(animation: Animation) -> Iterator[bytes]:
    from PIL import GifImagePlugin
    from PIL.Image import Quantize

    for number, frame in enumerate(animation.frames()):
        image = frame.to_pillow().quantize(method=Quantize.MAXCOVERAGE)
        if not number:
            yield from GifImagePlugin.getheader(image, info={"loop": 0})[0]
        yield from GifImagePlugin.getdata(
            image,
            frame.corner.toTuple(),
            duration=frame.milliseconds,
            include_color_table=number > 0,
        )
    yield b";"


def _webp(animation: Animation) -> Iterator[bytes]:
    """See https://developers.google.com/speed/webp/docs/riff_container."""
    for number, frame in enumerate(animation.frames()):
        size = _three_bytes(frame.image.width() - 1, frame.image.height() - 1)
        if not number:
            yield b"RIFF....WEBP"
            yield _riff_chunk(b"VP8X", b"\2\0\0\0" + size)  # An animation
            yield _riff_chunk(b"ANIM", bytes(6))  # for ever.
        still = BytesIO()
        frame.to_pillow().save(still, "WEBP", lossless=True)
        place = _three_bytes(frame.corner.x() // 2, frame.corner.y() // 2)
        shown = _three_bytes(frame.milliseconds) + b"\0"
        yield _riff_chunk(b"ANMF", place + size + shown + still.getvalue()[12:])


def _three_bytes(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(3, "little") for number in numbers)


def _riff_chunk(name: bytes, data: bytes) -> bytes:
    return name + pack("<I", len(data)) + data + bytes(len(data) % 2)


def _apng(animation: Animation) -> Iterator[bytes]:
    """See https://www.w3.org/TR/png-3/."""
    written = 0
    for number, frame in enumerate(animation.frames()):
        image = frame.to_pillow()
        if not number:
            yield b"\x89PNG\r\n\x1a\n"
            yield _png_chunk(b"IHDR", pack(">IIBBBBB", *image.size, 8, 2, 0, 0, 0))
            yield _png_chunk(b"acTL", pack(">II", len(animation.durations()), 0))
        place = *image.size, *frame.corner.toTuple()
        shown = frame.milliseconds, 1000
        yield _png_chunk(b"fcTL", pack(">IIIIIHHBB", written, *place, *shown, 0, 0))
        data, row = image.tobytes(), 3 * image.width
        filtered = b"".join(b"\0" + data[at : at + row] for at in range(0, len(data), row))
        pixels = zlib.compress(filtered)
        yield (
            _png_chunk(b"fdAT", pack(">I", written + 1) + pixels)
            if number
            else _png_chunk(b"IDAT", pixels)
        )
        written += 2 if number else 1
    yield _png_chunk(b"IEND", b"")


def _png_chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))


FORMATS: dict[str, Callable[[Animation], Iterator[bytes]]] = {
    ".gif": _gif,
    ".webp": _webp,
    ".png": _apng,
}
"""What puts a file together, by file extension; an animated PNG file is an APNG."""
