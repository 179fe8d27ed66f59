"""A replay of a game as an animated picture: GIF, WebP or APNG.

Pillow holds all frames of an animation in memory before it writes the first. So the files are put
together here, frame by frame, and of each frame only the part that differs from the one before.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from math import ceil, floor
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

from hashi_gui.core.board import Board, LogEntry, Move
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.geometry import MARGIN, UNIT, board_rect
from hashi_gui.rendering.picture import IMAGE_DPI, Picture, PictureError
from hashi_gui.rendering.printing.pages import MM_PER_INCH
from hashi_gui.rendering.sprites import ISLAND_REACH
from hashi_gui.rendering.theme import Theme
from hashi_gui.system.files import atomic_write
from hashi_gui.system.libraries import load

if TYPE_CHECKING:
    from PIL.Image import Image

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
            expected = ", ".join(FORMATS)
            raise PictureError(f"An animation cannot be written as {extension!r}: use {expected}.")
        content = bytearray()
        for part in FORMATS[extension](self):
            content += part
            if len(content) > MAX_BYTES:
                raise PictureError(
                    "This game is too long to be one animation: the file would be larger than "
                    f"{MAX_BYTES // 2**20} MB."
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
