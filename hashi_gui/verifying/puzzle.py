"""The puzzle of a certificate, its possible bridges, and what is a solution."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
"""Two islands that see each other; the left or upper one is the first."""

_VALUES: Mapping[str, int | None] = {
    **{character: value for value, character in enumerate("0123456789ABCDEFG")},
    "?": None,
}
_KEYS = {"format", "version", "max_bridges", "loops", "puzzle", "bridges", "marks", "locks"}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The size, the clues by cell (None is "?", at least 1), and the rules.

    At most ``limit`` bridges join two islands. ``incident`` has the edges at each island.
    """

    rows: int
    cols: int
    clues: Mapping[Cell, int | None]
    limit: int
    loops: bool
    edges: tuple[Edge, ...]
    incident: Mapping[Cell, Sequence[Edge]]


Bounds = Mapping[Edge, tuple[int, int]]
"""The least and the most bridges on some edges."""


@dataclass(frozen=True, slots=True)
class Board:
    """The number of bridges on each edge that has some, and the edges marked "no bridge here"."""

    counts: Mapping[Edge, int]
    marks: frozenset[Edge]

    def extending(self, limit: int) -> Bounds:
        """What is true of each solution that extends this board."""
        bounds = {edge: (count, limit) for edge, count in self.counts.items()}
        return bounds | dict.fromkeys(self.marks, (0, 0))


def read_puzzle(text: str) -> tuple[Puzzle, Board]:
    """The puzzle and the board in a .hashi file.

    Raises ValueError, TypeError or KeyError if there is anything in the file that is not known
    here, such as a rule.
    """
    data = json.loads(text, object_pairs_hook=_object)
    limit, loops = data["max_bridges"], data.get("loops", True)
    _require(data.keys() <= _KEYS and data["locks"] == [])
    _require(data["format"] == "hashi" and data["version"] == 1)
    _require(type(limit) is int and 1 <= limit <= 4 and type(loops) is bool)
    rows = data["puzzle"]
    _require(type(rows) is list and all(type(row) is str for row in rows))
    _require(len({len(row) for row in rows}) == 1)
    clues = {
        (row, col): _VALUES[character]
        for row, line in enumerate(rows)
        for col, character in enumerate(line)
        if character != "."
    }
    _require(bool(clues))
    across = pairwise(sorted(clues))
    down = pairwise(sorted(clues, key=lambda cell: (cell[1], cell[0])))
    edges = (
        *((a, b) for a, b in across if a[0] == b[0]),
        *((a, b) for a, b in down if a[1] == b[1]),
    )
    incident: dict[Cell, list[Edge]] = {cell: [] for cell in clues}
    for edge in edges:
        for cell in edge:
            incident[cell].append(edge)
    counts = {((a, b), (c, d)): count for a, b, c, d, count in data["bridges"]}
    _require(len(counts) == len(data["bridges"]) and counts.keys() <= set(edges))
    _require(all(type(count) is int and 1 <= count <= limit for count in counts.values()))
    marks = frozenset(((a, b), (c, d)) for a, b, c, d in data["marks"])
    _require(marks <= set(edges) - counts.keys())
    puzzle = Puzzle(len(rows), len(rows[0]), clues, limit, loops, edges, incident)
    return puzzle, Board(counts, marks)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these keys, none of which may be there twice."""
    _require(len(dict(pairs)) == len(pairs))
    return dict(pairs)


def _require(condition: bool) -> None:
    if not condition:
        raise ValueError


def is_solution(puzzle: Puzzle, counts: Mapping[Edge, int]) -> bool:
    """Whether the bridges follow all rules; those of :func:`read_puzzle` keep to the limit."""
    degrees = {
        cell: sum(counts.get(edge, 0) for edge in edges) for cell, edges in puzzle.incident.items()
    }
    water = [cell for edge in counts for cell in _between(edge)]
    return (
        all(_fits(clue, degrees[cell]) for cell, clue in puzzle.clues.items())
        and len(set(water)) == len(water)
        and _joins_all(puzzle, counts)
        and (puzzle.loops or len(counts) == len(puzzle.clues) - 1)
    )


def _fits(clue: int | None, degree: int) -> bool:
    return degree >= 1 if clue is None else degree == clue


def _between(edge: Edge) -> Iterable[Cell]:
    (row, col), (last_row, last_col) = edge
    if row == last_row:
        return [(row, between) for between in range(col + 1, last_col)]
    return [(between, col) for between in range(row + 1, last_row)]


def _joins_all(puzzle: Puzzle, counts: Mapping[Edge, int]) -> bool:
    reached = [next(iter(puzzle.clues))]
    seen = set(reached)
    for cell in reached:
        for edge in puzzle.incident[cell]:
            for end in edge if edge in counts else ():
                if end not in seen:
                    seen.add(end)
                    reached.append(end)
    return len(seen) == len(puzzle.clues)


def cross(one: Edge, two: Edge) -> bool:
    """Whether two edges share a cell of water."""
    (row, col), (last_row, last_col) = one
    (top, left), (bottom, right) = two
    if row != last_row:
        return row < top == bottom < last_row and left < col < right
    return top < row < bottom and col < left == right < last_col


def has_loop(edges: Iterable[Edge]) -> bool:
    """Whether bridges on all these edges form a loop."""
    groups: dict[Cell, Cell] = {}

    def group(cell: Cell) -> Cell:
        while groups.setdefault(cell, cell) != cell:
            cell = groups[cell]
        return cell

    for one, two in edges:
        if group(one) == group(two):
            return True
        groups[group(one)] = group(two)
    return False
