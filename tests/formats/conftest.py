"""Fixtures: Hypothesis strategies for the content of files, and the error message of reading."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, is_blocked
from hashi_gui.formats import FormatError, read


@st.composite
def _puzzles(
    draw: DrawFn,
    limits: tuple[int, ...] = (2,),
    unknown: bool = True,
    zero: bool = False,
    loops: SearchStrategy[bool] = st.just(True),  # noqa: B008
) -> Puzzle:
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    limit = draw(st.sampled_from(limits))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    clues: SearchStrategy[int | None] = st.integers(0 if zero else 1, 4 * limit)
    if unknown:
        clues |= st.none()
    islands = draw(st.dictionaries(cells, clues, min_size=1, max_size=20))
    return Puzzle.from_clues(rows, cols, islands, Rules(limit, draw(loops)))


def _moves(puzzle: Puzzle) -> SearchStrategy[Move]:
    """Any move that names each edge and each island at most once."""
    edges = st.sampled_from(range(len(puzzle.edges))) if puzzle.edges else st.nothing()
    states = st.integers(MARK, puzzle.rules.max_bridges)
    return st.builds(
        lambda edges, locks: Move(tuple(edges.items()), tuple(locks.items())),
        st.dictionaries(edges, states),
        st.dictionaries(st.sampled_from(range(len(puzzle.islands))), st.booleans()),
    )


@st.composite
def _boards(draw: DrawFn, puzzle: Puzzle, locks: bool = True, crossings: bool = True) -> Board:
    board = Board.empty(puzzle)
    move = draw(_moves(puzzle))
    for edge, state in move.edges:
        if crossings or state <= 0 or not is_blocked(puzzle, board.counts, edge):
            board = board.apply(Move(((edge, state),)))
    return board.apply(Move(locks=move.locks)) if locks else board


@pytest.fixture(scope="session")
def puzzles() -> Callable[..., SearchStrategy[Puzzle]]:
    """Puzzles of up to 7 x 7 cells with one of the ``limits`` of bridges per pair, including
    adjacent islands; with the clue "?" if ``unknown`` and 0 if ``zero``. ``loops`` says whether
    they are allowed.
    """
    return _puzzles


@pytest.fixture(scope="session")
def boards() -> Callable[..., SearchStrategy[Board]]:
    """Boards of a puzzle with any bridges and marks, by default also locks and crossing bridges."""
    return _boards


@pytest.fixture(scope="session")
def moves() -> Callable[[Puzzle], SearchStrategy[Move]]:
    return _moves


@pytest.fixture(scope="session")
def read_error() -> Callable[[str | bytes], str]:
    """Return the message of the error that reading raises."""

    def read_error(data: str | bytes) -> str:
        with pytest.raises(FormatError) as caught:
            read(data)
        return str(caught.value)

    return read_error
