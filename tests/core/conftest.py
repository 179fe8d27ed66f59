"""Hypothesis strategies for puzzles, boards and moves, as fixtures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, components, degrees, find_loops


@st.composite
def _puzzles(draw: DrawFn) -> Puzzle:
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    limit = draw(st.integers(1, 4))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    clues = st.none() | st.integers(0, 4 * limit)
    return Puzzle.from_clues(
        rows,
        cols,
        draw(st.dictionaries(cells, clues, min_size=1, max_size=14)),
        Rules(limit, draw(st.booleans())),
    )


def _counts(puzzle: Puzzle) -> SearchStrategy[bytes]:
    size = len(puzzle.edges)
    return st.lists(st.integers(0, puzzle.rules.max_bridges), min_size=size, max_size=size).map(
        bytes
    )


def _subsets(size: int) -> SearchStrategy[frozenset[int]]:
    return st.frozensets(st.integers(0, size - 1)) if size else st.just(frozenset())


@st.composite
def _boards(draw: DrawFn, puzzle: Puzzle) -> Board:
    counts = draw(_counts(puzzle))
    marks = draw(_subsets(len(puzzle.edges)))
    return Board(
        counts,
        frozenset(e for e in marks if not counts[e]),
        draw(_subsets(len(puzzle.islands))),
    )


def _moves(puzzle: Puzzle) -> SearchStrategy[Move]:
    edges = st.dictionaries(
        st.sampled_from(range(len(puzzle.edges))), st.integers(MARK, puzzle.rules.max_bridges)
    )
    locks = st.dictionaries(st.sampled_from(range(len(puzzle.islands))), st.booleans())
    return st.builds(
        lambda e, i: Move(tuple(e.items()), tuple(i.items())),
        edges if puzzle.edges else st.just({}),
        locks,
    )


@st.composite
def _solved(draw: DrawFn) -> tuple[Puzzle, bytes]:
    """Random bridges without crossings; the first connected group becomes the puzzle."""
    layout = draw(_puzzles())
    counts = bytearray(draw(_counts(layout)))
    for edge, across in enumerate(layout.crossings):
        if counts[edge]:
            for other in across:
                counts[other] = 0
    sums = degrees(layout, counts)
    group = components(layout, counts)[0]
    clues = {layout.islands[i].cell: sums[i] for i in group}
    puzzle = Puzzle.from_clues(layout.rows, layout.cols, clues, layout.rules)
    bridges = {layout.ends(e): count for e, count in enumerate(counts) if count}
    by_cells = {(a.cell, b.cell): count for (a, b), count in bridges.items()}
    ends = (puzzle.ends(edge.id) for edge in puzzle.edges)
    solution = bytes(by_cells.get((a.cell, b.cell), 0) for a, b in ends)
    if find_loops(puzzle, solution):
        puzzle = replace(puzzle, rules=replace(puzzle.rules, loops=True))
    return puzzle, solution


@pytest.fixture(scope="session")
def puzzles() -> SearchStrategy[Puzzle]:
    """Any puzzle, solvable or not, with up to 14 islands."""
    return _puzzles()


@pytest.fixture(scope="session")
def solved() -> SearchStrategy[tuple[Puzzle, bytes]]:
    """A puzzle with one of its solutions."""
    return _solved()


@pytest.fixture(scope="session")
def boards() -> Callable[[Puzzle], SearchStrategy[Board]]:
    """Any board of a puzzle, including boards that a player could not draw."""
    return _boards


@pytest.fixture(scope="session")
def moves() -> Callable[[Puzzle], SearchStrategy[Move]]:
    """Any move on a puzzle that names each edge and island at most once."""
    return _moves
