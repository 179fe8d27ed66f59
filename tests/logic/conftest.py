"""Small solvable puzzles, boards on the way to a solution, and what techniques conclude there."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.logic.wording import with_places
from tests import samples


def _random_puzzle(random: Random) -> tuple[Puzzle, bytes]:
    """A puzzle built by adding bridges along free lines, to new or existing islands; and these
    bridges, a solution.
    """
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
    puzzle = Puzzle.from_clues(side, side, clues, Rules(limit))
    ends = (puzzle.ends(edge.id) for edge in puzzle.edges)
    return puzzle, bytes(bridges.get((a.cell, b.cell), 0) for a, b in ends)


def _new_conclusions(position: Position, technique: Technique) -> Iterator[list[Conclusion]]:
    """The new conclusions of a technique at each subject where it has any."""
    for subject in technique.subjects(position, range(len(position.group))):
        new = [c for c in technique.find(position, subject) if c.is_new(position)]
        if new:
            yield new


def _conclusions_by(technique: Technique, drawing: str) -> dict[str, str]:
    document = read(drawing)
    position = Position.from_board(document.puzzle, document.board)
    reasons: dict[str, str] = {}
    for new in _new_conclusions(position, technique):
        for conclusion in new:
            a, b = document.puzzle.ends(conclusion.edge)
            sign = ">=" if conclusion.is_minimum else "<="
            bound = f"{a.row},{a.col}-{b.row},{b.col} {sign} {conclusion.bound}"
            reasons.setdefault(
                bound, with_places(document.puzzle, conclusion.reason(document.puzzle))
            )
    return reasons


def _reason_simply(
    position: Position, techniques: Sequence[Technique]
) -> Iterator[list[Conclusion]]:
    while new := next((n for t in techniques for n in _new_conclusions(position, t)), None):
        yield new
        for conclusion in new:
            conclusion.apply(position)


@pytest.fixture(scope="session")
def random_puzzle() -> Callable[[Random], tuple[Puzzle, bytes]]:
    """Makes a puzzle and a solution: 1 to 4 bridges per pair, some "?", often not unique."""
    return _random_puzzle


@pytest.fixture(scope="session")
def partial_board() -> Callable[[Random, bytes], Board]:
    """Makes a board that a given solution extends."""
    return samples.partial_board


@pytest.fixture(scope="session")
def conclusions_by() -> Callable[[Technique, str], dict[str, str]]:
    """The bounds that a technique finds in a drawing, such as ``0,0-0,2 >= 1``, with reasons."""
    return _conclusions_by


@pytest.fixture(scope="session")
def reason_simply() -> Callable[[Position, Sequence[Technique]], Iterator[list[Conclusion]]]:
    """Reasoning in the simplest way: yields the new conclusions of the easiest technique at one
    subject, and applies them before it looks for the next ones.
    """
    return _reason_simply
