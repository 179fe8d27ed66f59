"""A replay of a game as an animated picture: GIF, WebP or APNG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from hashi_gui.core.board import Board
from hashi_gui.core.move_log import LogEntry
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.game.storage import atomic_write
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.pages import MM_PER_INCH
from hashi_gui.rendering.picture import IMAGE_DPI, Picture, PictureError
from hashi_gui.rendering.theme import Theme

if TYPE_CHECKING:
    from PIL.Image import Image

SPEED = 4.0
"""How many times as fast as the player the replay is."""

MIN_FRAME_SECONDS, MAX_FRAME_SECONDS, LAST_FRAME_SECONDS = 0.12, 1.5, 3.0

MAX_SIDE, MAX_CELL = 720, 48
"""The longest side of a frame and the largest cell, in pixels."""

FORMATS = {".gif": "GIF", ".webp": "WEBP", ".png": "PNG"}
"""The formats by file extension; an animated PNG file is an APNG."""


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

    def frames(self) -> Iterator[QImage]:
        """Draw the board at first, and after each change."""
        size = board_rect(self.puzzle).size() / UNIT
        cell = max(1, min(MAX_CELL, int(MAX_SIDE / max(size.width(), size.height()))))
        board = self.start
        yield self._frame(board, cell)
        for entry in self.log:
            board = board.apply(entry.move)
            yield self._frame(board, cell)

    def encode(self, extension: str) -> bytes:
        """The file for an extension. Raises PictureError if Pillow is missing."""
        if find_spec("PIL") is None:
            raise PictureError(
                "An animation needs Pillow, which is not installed: "
                "pip install 'hashi-gui[animation]'."
            )
        if extension not in FORMATS:
            expected = ", ".join(FORMATS)
            raise PictureError(f"An animation cannot be written as {extension!r}: use {expected}.")
        first, *others = map(_to_pillow, self.frames())
        buffer = BytesIO()
        first.save(
            buffer,
            FORMATS[extension],
            save_all=True,
            append_images=others,
            duration=[round(1000 * seconds) for seconds in self.durations()],
            loop=0,
            lossless=True,
        )
        return buffer.getvalue()

    def _frame(self, board: Board, cell: int) -> QImage:
        picture = Picture(self.puzzle, board, self.theme, cell * MM_PER_INCH / IMAGE_DPI)
        return picture.image().convertToFormat(QImage.Format.Format_RGB888)


def save_animation(path: Path, animation: Animation) -> None:
    """Write an animation in the format of the extension. Raises PictureError and StorageError."""
    atomic_write(path, animation.encode(path.suffix.lower()))


def _to_pillow(frame: QImage) -> Image:
    from PIL import Image

    size, row = (frame.width(), frame.height()), frame.bytesPerLine()
    return Image.frombytes("RGB", size, bytes(frame.constBits()), "raw", "RGB", row)
