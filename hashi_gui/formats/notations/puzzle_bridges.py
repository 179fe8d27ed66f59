"""Tasks of puzzle-bridges.com, as in ``task = '3c2c1a4b2d2b3a2h3a3b1d2b3b1'`` in its pages.

A task lists the cells in reading order: ``1`` to ``8`` are clues, ``a`` to ``z`` are 1 to 26 cells
of water. It does not say its size: nearly all are square. If it cannot be square, it has the only
size in which no islands are adjacent and no clue is too large, if the sum of all clues is even.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from math import isqrt

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import MAX_SIDE, Puzzle
from hashi_gui.core.rules import STANDARD
from hashi_gui.core.wording import listed, pattern
from hashi_gui.formats.document import (
    Document,
    refuse_adjacent_islands,
    refuse_board,
    refuse_other_than_numbers,
)
from hashi_gui.formats.errors import FormatError
from hashi_gui.formats.reading import WATER_LETTERS, ClueMap, draw, encode_runs

NAME = "puzzle-bridges"
TITLE = N_("task of puzzle-bridges.com")
MAX_LENGTH = 2**20
SUFFIX = ".txt"
ONE_LINE = True

_MIN_SIDE = 3
_MAX_CELLS_NOT_SQUARE = 10_000
_TASK = pattern(
    r"\s*+(?P<named>(?:var\s++)?task\s*+=\s*+)?(?P<quote>['\"]?)(?P<task>[1-8a-z]*+)(?P=quote);?\s*+"
)
_TELLING = 12
"""A text of so many characters with as many numbers as letters is a task, even a damaged one."""


def recognises(text: str) -> bool:
    """Whether the text is a task of some size, is named one, or looks like nothing else."""
    match = _TASK.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if match is None:
        return False
    task = match["task"]
    islands = sum(map(str.isdecimal, task))
    if not 2 <= islands < len(task):
        return False
    looks = len(task) >= _TELLING and 2 * islands >= len(task) - 1
    return looks or bool(match["named"]) or next(_sizes(task), None) is not None


def read(text: str) -> Document:
    match = _TASK.fullmatch(text)
    assert match is not None
    sizes = list(_sizes(match["task"]))
    if not sizes:
        raise FormatError(_("This task fits no size of a grid, perhaps a part is missing."))
    if len(sizes) > 1:
        names = listed(f"{rows} x {cols}" for rows, cols in sizes)
        raise FormatError(
            _("This task fits several sizes of a grid: {sizes}.").format(sizes=names),
            words=_("That puzzle fits several sizes. Put the right one first, as in 50x40:…"),
        )
    return Document.from_puzzle(_puzzle(match["task"], *sizes[0]), NAME)


def _sizes(task: str) -> Iterator[tuple[int, int]]:
    """The numbers of rows and columns that a task may have."""
    clues_by_cell, cells = _cells(task)
    islands = set(clues_by_cell)
    side = isqrt(cells)
    if side * side == cells and _is_apart(islands, side, side):
        yield side, side
    elif cells <= _MAX_CELLS_NOT_SQUARE and sum(map(int, filter(str.isdecimal, task))) % 2 == 0:
        for rows in range(_MIN_SIDE, cells // _MIN_SIDE + 1):
            cols = cells // rows
            if cells % rows == 0 and _is_apart(islands, rows, cols) and _fits(task, rows, cols):
                yield rows, cols


def _fits(task: str, rows: int, cols: int) -> bool:
    """Whether each island has as many bridges as it can have, or fewer."""
    puzzle, most = _puzzle(task, rows, cols), STANDARD.max_bridges
    return all((i.clue or 0) <= most * len(puzzle.incident[i.id]) for i in puzzle.islands)


def _is_apart(islands: Set[int], rows: int, cols: int) -> bool:
    """Whether no islands are adjacent in a grid of this size, and there can be one."""
    if not _MIN_SIDE <= min(rows, cols) <= max(rows, cols) <= MAX_SIDE:
        return False
    return not any(
        cell + cols in islands or (cell + 1 in islands and (cell + 1) % cols) for cell in islands
    )


def _puzzle(task: str, rows: int, cols: int) -> Puzzle:
    draw(cells=rows * cols)
    islands = ClueMap()
    for cell, clue in _cells(task)[0].items():
        islands[divmod(cell, cols)] = clue
    return Puzzle.from_clues(rows, cols, islands)


def _cells(task: str) -> tuple[dict[int, int], int]:
    """The clues by their cells, counted in reading order, and the number of all cells."""
    found: dict[int, int] = {}
    cell = 0
    for character in task:
        if character.isdecimal():
            found[cell] = int(character)
            cell += 1
        else:
            cell += ord(character) - ord("a") + 1
    return found, cell


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    refuse_other_than_numbers(puzzle, TITLE)
    refuse_adjacent_islands(puzzle, TITLE)
    task = encode_runs(puzzle, str, WATER_LETTERS)
    if not recognises(task) or list(_sizes(task)) != [(puzzle.rows, puzzle.cols)]:
        raise FormatError(_("A task of puzzle-bridges.com would not say how large this puzzle is."))
    return task
