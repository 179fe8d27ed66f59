"""Grids full of islands, with clues that follow a pattern or chance."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.generating.rng import Rng


def all_cells(rows: int, cols: int) -> list[Cell]:
    """The cells of a grid in reading order."""
    return [(row, col) for row in range(rows) for col in range(cols)]


def colour(cell: Cell) -> int:
    """0 or 1: the colour of a cell as on a chessboard, 0 at the top left."""
    return sum(cell) % 2


def uniform(
    *, rows: int, cols: int, clue: int, limit: int = 2, holes: Collection[Cell] = ()
) -> Puzzle:
    """The same clue on every cell but the ``holes``."""
    clues = {cell: clue for cell in all_cells(rows, cols) if cell not in holes}
    return Puzzle.from_clues(rows, cols, clues, Rules(limit))


def chessboard(*, rows: int, cols: int, clue: int, limit: int, colour_of_clues: int) -> Puzzle:
    """The same clue on every cell of one colour, "?" on the others."""
    clues = {
        cell: clue if colour(cell) == colour_of_clues else None for cell in all_cells(rows, cols)
    }
    return Puzzle.from_clues(rows, cols, clues, Rules(limit))


def one_colour_holes(
    *, rows: int, cols: int, holes: int, colour_of_holes: int, seed: int, limit: int = 2
) -> Puzzle:
    """All 2s, with ``holes`` at random inner cells of one colour."""
    inner = [
        cell
        for cell in all_cells(rows, cols)
        if colour(cell) == colour_of_holes and 0 < cell[0] < rows - 1 and 0 < cell[1] < cols - 1
    ]
    return uniform(
        rows=rows, cols=cols, clue=2, limit=limit, holes=Rng(seed).shuffled(inner)[:holes]
    )


def corner_and_holes(*, side: int, holes: int, seed: int, limit: int) -> Puzzle:
    """All 2s but for the top left corner and ``holes`` inner cells of its colour.

    Unsolvable if ``side`` is even: the other colour has an island more for each hole and for the
    corner. A circuit makes up for it with a bridge over a hole, but none passes over the corner.
    """
    puzzle = one_colour_holes(
        rows=side, cols=side, holes=holes, colour_of_holes=0, seed=seed, limit=limit
    )
    clues = {island.cell: island.clue for island in puzzle.islands if island.cell != (0, 0)}
    return Puzzle.from_clues(side, side, clues, Rules(limit))


def random_clues(
    *, rows: int, cols: int, clues: Sequence[int], bridges: int, limit: int, seed: int
) -> Puzzle:
    """Clues at random, then changed until they stand for this number of bridges.

    Both colours get the same sum. The clues are between the smallest and the largest of ``clues``.
    """
    rng = Rng(seed)
    cells = all_cells(rows, cols)
    found = {cell: rng.pick(clues) for cell in cells}
    for each in (0, 1):
        own = [cell for cell in cells if colour(cell) == each]
        while difference := bridges - sum(found[cell] for cell in own):
            cell = rng.pick(own)
            step = 1 if difference > 0 else -1
            found[cell] = min(max(clues), max(min(clues), found[cell] + step))
    return Puzzle.from_clues(rows, cols, found, Rules(limit))
