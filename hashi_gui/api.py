"""The interface for programs of others: read, solve, check, count, hint, grade, generate, render.

It is as stable as the command line; ``docs/python.md`` has examples. Edges are numbered as in
``Puzzle.edges``: the bridges of a solution are bytes, the number of bridges on each edge. Rows and
columns count from 0 at the top left. A puzzle that cannot be read, solved, made or drawn raises
HashiError, whose text is one sentence; a name that is none of those listed raises ValueError.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from hashi_gui import formats
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import Document
from hashi_gui.formats.sources import find_puzzles, read_single
from hashi_gui.generating import GeneratorOptions, Recipe, default_island_count
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating import grading
from hashi_gui.logic.rating.grading import Grade
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.step_json import hint_json
from hashi_gui.solving import (
    DEFAULT_METHOD,
    Cancelled,
    CancelToken,
    Count,
    MethodResult,
    Solver,
    Status,
    Verdict,
    VerdictKind,
)
from hashi_gui.solving.cancel import run_with_time_limit

__all__ = [
    "Board",
    "Cancelled",
    "Count",
    "Document",
    "Grade",
    "HashiError",
    "Level",
    "MethodResult",
    "Puzzle",
    "Rules",
    "Status",
    "Verdict",
    "VerdictKind",
    "bridges",
    "check",
    "count",
    "generate",
    "grade",
    "hint",
    "read",
    "read_all",
    "render",
    "solve",
    "write",
]

T = TypeVar("T")


def read(source: str | os.PathLike[str]) -> Document:
    """Read a puzzle: a file in any notation, or the text of a URL, a game ID or a grid.

    Raises HashiError unless it is exactly one puzzle.
    """
    return read_single(os.fspath(source))


def read_all(*sources: str | os.PathLike[str]) -> Iterator[Document]:
    """Read the puzzles of files, lists, folders and .zip files, in the order of the command line.

    Raises HashiError at the first one that cannot be read.
    """
    _several, found = find_puzzles([os.fspath(source) for source in sources])
    return (each.read() for each in found)


def write(puzzle: Puzzle, notation: str, board: Board | None = None) -> str:
    """Return a puzzle, with the bridges and marks of a board, in a notation such as "puzzlink".

    The names are those of ``hashi convert --to``. There is no line end after the last line. Raises
    HashiError if there is no such notation, or if it cannot express the puzzle or the board.
    """
    document = Document(puzzle, board or Board.empty(puzzle), notation)
    return formats.write(document, notation).rstrip("\n")


def bridges(puzzle: Puzzle, solution: bytes) -> list[list[int]]:
    """Return a solution as ``[row, col, row, col, bridges]`` for each pair that is joined."""
    return [[*puzzle.coordinates(edge), number] for edge, number in enumerate(solution) if number]


def solve(
    puzzle: Puzzle,
    method: str = DEFAULT_METHOD,
    *,
    seconds: float | None = None,
    threads: int = 1,
) -> MethodResult:
    """Solve a puzzle with one of ``hashi methods``.

    ``status`` is SOLVED, NONE, WRONG (for an incomplete method), or STOPPED after so many
    ``seconds``; ``counts`` is the solution, ``seconds`` and ``cpu_seconds`` are the time it took,
    ``stats`` what the method says of its work. Raises HashiError if there is no such method, or if
    it cannot handle the puzzle.
    """
    from hashi_gui.lab.methods import find_method

    solve_it = partial(find_method(method).solve, puzzle, threads=threads)
    return run_with_time_limit(seconds, solve_it)


def check(puzzle: Puzzle, *, seconds: float | None = None, threads: int = 1) -> Verdict:
    """Find out whether a puzzle has no solution, one or several, with up to two of them.

    After so many ``seconds``, the ``kind`` is STOPPED.
    """
    try:
        return _ask(puzzle, seconds, Solver.verdict, threads)
    except Cancelled:
        return Verdict(VerdictKind.STOPPED)


def count(puzzle: Puzzle, *, edges: bool = False, seconds: float | None = None) -> Count:
    """Count the solutions, and with ``edges`` for each edge those with 0, 1, 2... bridges there.

    If it is not ``exact``, because the ``seconds`` are over or it would take more than 2 GB of
    memory, there are at least so many.
    """
    from hashi_gui.solving.counting import count_solutions

    return _ask(puzzle, seconds, partial(count_solutions, edges=edges))


def hint(
    puzzle: Puzzle, board: Board | None = None, *, seconds: float | None = None
) -> dict[str, Any]:
    """Return the easiest next step on a board, or the mistake on it, as ``hashi hint --json`` does.

    Raises Cancelled after so many ``seconds``.
    """
    start = board or Board.empty(puzzle)

    def ask(solver: Solver, token: CancelToken) -> dict[str, Any]:
        return hint_json(puzzle, start, next_hint(puzzle, start, solver, token))

    return _ask(puzzle, seconds, ask)


def grade(puzzle: Puzzle, *, seconds: float | None = None) -> Grade:
    """Find out how hard a puzzle is: its level, its techniques and the expected time in seconds.

    Unless it has exactly one solution, ``solved_by_logic`` is False. Raises Cancelled after so many
    ``seconds``.
    """
    return run_with_time_limit(seconds, partial(grading.grade, puzzle))


def generate(
    rows: int,
    cols: int,
    islands: int | None = None,
    *,
    seed: int,
    level: str | None = None,
    symmetry: str = "none",
    seconds: float | None = None,
    **options: Any,
) -> Document:
    """Make a puzzle with exactly one solution; ``info`` of the document says how, and its level.

    The same arguments give the same puzzle on every machine with this version of the program. The
    other ``options`` are those of GeneratorOptions: ``max_bridges``, ``doubles``, ``unknown``,
    ``loops``, ``forbid_loops`` and ``story``. Raises HashiError if there is no such puzzle or none
    is found, and Cancelled after so many ``seconds``.
    """
    chosen = GeneratorOptions(
        rows,
        cols,
        default_island_count(rows, cols, Symmetry(symmetry)) if islands is None else islands,
        level=None if level is None else Level(level),
        symmetry=Symmetry(symmetry),
        **options,
    )
    return run_with_time_limit(seconds, Recipe(chosen, seed).make)


def render(
    puzzle: Puzzle,
    board: Board | None = None,
    *,
    kind: str = "svg",
    theme: str = "light",
    cell: float = 8.0,
) -> bytes:
    """Draw a board: the content of a file of the ``kind`` "svg", "png" or "pdf".

    ``theme`` is "light", "dark", "sand", "dusk", "high-contrast" or "print"; ``cell`` is the size
    of a cell in millimetres. PNG has 300 pixels per inch. It needs no display. Raises HashiError
    if Qt cannot be used, or if the picture would be too large.
    """
    from hashi_gui.rendering.display_check import check_drawing

    check_drawing()
    from hashi_gui.rendering.picture import ENCODERS, Picture
    from hashi_gui.rendering.theme import THEMES

    encode, colours = ENCODERS.get(f".{kind}"), THEMES.get(theme)
    if encode is None or colours is None:
        raise ValueError(f"There is no picture of the kind {kind!r} in the theme {theme!r}.")
    return encode(Picture(puzzle, board or Board.empty(puzzle), colours, cell))


def _ask(
    puzzle: Puzzle,
    seconds: float | None,
    question: Callable[[Solver, CancelToken], T],
    threads: int = 1,
) -> T:
    """Ask a new solver a question, with a time limit."""

    def work(token: CancelToken) -> T:
        with Solver(puzzle, threads) as solver:
            return question(solver, token)

    return run_with_time_limit(seconds, work)
