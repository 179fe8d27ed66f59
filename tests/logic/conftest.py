"""Small puzzles that have a solution, boards on the way to it, and what techniques see there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.formats import read
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.technique import Conclusion, Technique


def _grown(random: Random) -> tuple[Puzzle, bytes]:
    """A puzzle grown along free lines, to new islands and to old ones, with the bridges built."""
    side, limit = random.randint(3, 6), random.randint(1, 4)
    islands = [(random.randrange(side), random.randrange(side))]
    water: set[Cell] = set()
    bridges: dict[tuple[Cell, Cell], int] = {}
    for _ in range(random.randint(0, 60)):
        row, col = random.choice(islands)
        drow, dcol = random.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])
        line = [(row + n * drow, col + n * dcol) for n in range(1, side)]
        for length, there in enumerate(line[: random.randint(1, side - 1)]):
            if there in water or not (0 <= there[0] < side and 0 <= there[1] < side):
                break
            if there in islands or random.random() < 0.4:
                islands += [there] * (there not in islands)
                water.update(line[:length])
                bridges[min((row, col), there), max((row, col), there)] = random.randint(1, limit)
                break
    unknown = random.choice([0.0, 0.0, 0.3, 0.6]) if bridges else 0.0
    clues = {
        cell: None
        if random.random() < unknown
        else sum(count for ends, count in bridges.items() if cell in ends)
        for cell in islands
    }
    puzzle = Puzzle.from_clues(side, side, clues, limit)
    ends = (puzzle.ends(edge.id) for edge in puzzle.edges)
    return puzzle, bytes(bridges.get((a.cell, b.cell), 0) for a, b in ends)


def _part_way(random: Random, solution: bytes) -> Board:
    """Some of the bridges of a solution, and marks on some edges that it leaves free."""
    done = random.random()
    counts = bytes(random.randint(0, n) if random.random() < done else 0 for n in solution)
    free = [edge for edge, count in enumerate(solution) if not count]
    return Board(counts, frozenset(e for e in free if random.random() < done / 2))


def _found(position: Position, technique: Technique) -> Iterator[list[Conclusion]]:
    """All that a technique says that is new at each place where it says something."""
    for subject in technique.subjects(position, range(len(position.group))):
        news = [c for c in technique.find(position, subject) if c.is_new(position)]
        if news:
            yield news


def _said(technique: Technique, drawing: str) -> dict[str, str]:
    document = read(drawing)
    position = Position.from_board(document.puzzle, document.board)
    said: dict[str, str] = {}
    for news in _found(position, technique):
        for conclusion in news:
            a, b = document.puzzle.ends(conclusion.edge)
            sign = ">=" if conclusion.is_minimum else "<="
            bound = f"{a.row},{a.col}-{b.row},{b.col} {sign} {conclusion.bound}"
            said.setdefault(bound, conclusion.reason(document.puzzle))
    return said


def _walk(position: Position, techniques: Sequence[Technique]) -> Iterator[list[Conclusion]]:
    while news := next((n for t in techniques for n in _found(position, t)), None):
        yield news
        for conclusion in news:
            conclusion.apply(position)


@pytest.fixture(scope="session")
def grown() -> Callable[[Random], tuple[Puzzle, bytes]]:
    """A solvable puzzle with a solution: 1 to 4 bridges a pair, some with "?", many not unique."""
    return _grown


@pytest.fixture(scope="session")
def part_way() -> Callable[[Random, bytes], Board]:
    """A board that the solution given extends."""
    return _part_way


@pytest.fixture(scope="session")
def said() -> Callable[[Technique, str], dict[str, str]]:
    """What a technique alone says about a drawing: bounds such as ``0,0-0,2 >= 1``, and why."""
    return _said


@pytest.fixture(scope="session")
def walk() -> Callable[[Position, Sequence[Technique]], Iterator[list[Conclusion]]]:
    """Deduction in the plainest way: what the easiest technique that says anything says in one
    place, applied when the next is asked for."""
    return _walk
