"""The result of a game as a short text to share, which gives nothing of the solution away."""

from __future__ import annotations

from itertools import product

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import format_duration
from hashi_gui.formats import Document, FormatError, write
from hashi_gui.game import Game
from hashi_gui.game.calibration import UNCALIBRATED
from hashi_gui.gui.play.finish_summary import describe_help, describe_puzzle

MAX_LENGTH = 280
MAX_NAME_LENGTH = 60
MAX_DOTS = 28
"""The longest side of the picture in dots; a character has 2 x 4 of them."""

_BRAILLE = 0x2800
_DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of the dots of a character in the Braille block of Unicode, by row and column."""


def result_text(game: Game, name: str) -> str:
    """The result of a finished game in at most MAX_LENGTH characters, with a link if it fits."""
    short = name if len(name) <= MAX_NAME_LENGTH else f"{name[: MAX_NAME_LENGTH - 1]}…"
    lines = [
        f"Hashi · {describe_puzzle(game, short)}",
        f"Solved in {_time(game)}, {describe_help(game)}",
        *picture(game.puzzle),
    ]
    text = "\n".join(lines)
    link = _link(game.puzzle)
    return f"{text}\n{link}" if link and len(text) + 1 + len(link) <= MAX_LENGTH else text


def _time(game: Game) -> str:
    """The time, and how long others may expect to take."""
    expected = UNCALIBRATED.text(game.info)
    time = format_duration(game.clock.seconds)
    return f"{time} (expected: {expected})" if expected else time


def picture(puzzle: Puzzle) -> list[str]:
    """Where the islands are, as lines of Braille characters: a dot or more for each island."""
    side = max(puzzle.rows, puzzle.cols)
    scale: float = 2 if 2 * side <= MAX_DOTS else min(1.0, MAX_DOTS / side)
    size = max(int(scale), 1)
    dots = {
        (int(island.row * scale) + down, int(island.col * scale) + across)
        for island in puzzle.islands
        for down, across in product(range(size), repeat=2)
    }
    rows, cols = (int((n - 1) * scale) + size for n in (puzzle.rows, puzzle.cols))
    return [
        "".join(_character(dots, top, left) for left in range(0, cols, 2))
        for top in range(0, rows, 4)
    ]


def _character(dots: set[tuple[int, int]], top: int, left: int) -> str:
    cells = product(range(4), range(2))
    bits = (_DOT_BITS[r][c] for r, c in cells if (top + r, left + c) in dots)
    return chr(_BRAILLE + sum(bits))


def _link(puzzle: Puzzle) -> str:
    """The puzz.link address; empty if there is none."""
    try:
        return write(Document.from_puzzle(puzzle, "hashi"), "puzzlink")
    except FormatError:
        return ""
