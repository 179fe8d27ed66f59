"""Search for a small board that is as hard as possible for a method.

Run `python -m hashi_gui.bench.hard.search BOARD.hashi`. The search begins with a board that has a
solution. Each step changes a few clues or holes, and the new board replaces the old one if the
method needs more processor time for it. BOARD.hashi holds the hardest board so far. The search ends
after --steps, or when the method needs all of its time limit. Such boards are in the folder
hashi_gui/bench/hard/found.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from threading import Timer
from time import process_time

from hashi_gui.bench.hard.board import HardBoard
from hashi_gui.bench.hard.grids import all_cells, colour
from hashi_gui.bench.hard.planted import planted
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT
from hashi_gui.generating.rng import Rng
from hashi_gui.method_registry import METHODS
from hashi_gui.option_types import (
    new_file,
    one_of,
    positive_number,
    seconds,
    whole_number,
    whole_number_between,
)
from hashi_gui.solving import CancelToken, Status
from hashi_gui.system import interrupts
from hashi_gui.system.progress import print_note

MAX_CHANGES = 4
"""The most changes of a step."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What to search for: boards of this size that are hard for a method.

    ``unknown``: whether clues may become "?". ``solvable``: whether only boards count that the
    method solves. The method may take ``time_limit`` seconds for a board.
    """

    rows: int
    cols: int
    limit: int
    unknown: bool
    solvable: bool
    method: str
    time_limit: float
    seed: int


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board, how the method ended on it, and the processor time in seconds that it took."""

    puzzle: Puzzle
    status: Status
    seconds: float

    def as_board(self, name: str, options: SearchOptions) -> HardBoard:
        """The board with its name, and with the options of the search that found it."""
        solvable = None if self.status is Status.STOPPED else self.status is Status.SOLVED
        return HardBoard("found", name, lambda **_: self.puzzle, asdict(options), solvable)


class BoardSearch:
    """A search. ``hardest`` is the hardest board so far."""

    def __init__(self, options: SearchOptions) -> None:
        self._options = options
        self._rng = Rng(options.seed)
        self._cells = all_cells(options.rows, options.cols)
        start = planted(
            rows=options.rows,
            cols=options.cols,
            density=0.95,
            limit=options.limit,
            doubles=0.1,
            seed=options.seed,
        )
        self.hardest = self._measure(start)

    def run(self, steps: int) -> Iterator[FoundBoard]:
        """Make at most this many steps; yields the first board and each that is harder."""
        yield self.hardest
        for _ in range(steps):
            if self.hardest.status is Status.STOPPED:
                return
            found = self._measure(self._changed(self.hardest.puzzle))
            if self._is_harder(found):
                # Measured again, because other work on the machine can make it seem harder.
                found = min(found, self._measure(found.puzzle), key=lambda each: each.seconds)
            if self._is_harder(found):
                self.hardest = found
                yield found

    def _is_harder(self, found: FoundBoard) -> bool:
        usable = found.status is Status.SOLVED or not self._options.solvable
        return usable and found.seconds > self.hardest.seconds

    def _measure(self, puzzle: Puzzle) -> FoundBoard:
        token = CancelToken()
        timer = Timer(self._options.time_limit, token.cancel)
        timer.start()
        begin = process_time()
        status = METHODS[self._options.method].solve(puzzle, token).status
        used = process_time() - begin
        timer.cancel()
        timer.join()
        return FoundBoard(puzzle, status, used)

    def _changed(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle after a few random changes."""
        clues = {island.cell: island.clue for island in puzzle.islands}
        for _ in range(1 + self._rng.index(MAX_CHANGES)):
            self._change(clues)
        return puzzle.with_clues(clues)

    def _change(self, clues: dict[Cell, int | None]) -> None:
        """Fill a hole or make one, replace a clue by "?", swap two clues, or change both by 1.

        The last two preserve the sum of the clues of each colour.
        """
        rng = self._rng
        cell = rng.pick(self._cells)
        other = rng.pick([each for each in clues if colour(each) == colour(cell)])
        if cell not in clues:
            clues[cell] = clues[other]
        elif rng.chance(0.1):
            del clues[cell]
        elif self._options.unknown and rng.chance(0.1):
            clues[cell] = None
        elif rng.chance(0.5):
            clues[cell], clues[other] = clues[other], clues[cell]
        else:
            self._move_bridge(clues, cell, other)

    def _move_bridge(self, clues: dict[Cell, int | None], cell: Cell, other: Cell) -> None:
        one, two = clues[cell], clues[other]
        if one and two and two > 1 and one < 4 * self._options.limit and cell != other:
            clues[cell], clues[other] = one + 1, two - 1


def main() -> int:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.hard.search", description=__doc__)
    parser.add_argument("board", metavar="BOARD.hashi", type=new_file(".hashi"))
    side = whole_number_between(2, 100)
    for name in ("--rows", "--cols"):
        parser.add_argument(name, metavar="N", type=side, default=10, help="default: 10")
    parser.add_argument(
        "--limit",
        metavar="M",
        type=whole_number_between(1, MAX_BRIDGES_LIMIT),
        default=2,
        help="bridges per pair (default: 2)",
    )
    parser.add_argument("--unknown", action="store_true", help='replace clues by "?", too')
    parser.add_argument("--solvable", action="store_true", help="only boards with a solution")
    parser.add_argument(
        "--method", metavar="NAME", type=one_of(METHODS), default="sat", help="default: sat"
    )
    parser.add_argument(
        "--time-limit", metavar="S", type=seconds, default=20.0, help="of the method (default: 20)"
    )
    parser.add_argument("--seed", metavar="S", type=whole_number, default=0, help="default: 0")
    parser.add_argument(
        "--steps", metavar="N", type=positive_number, default=1000, help="default: 1000"
    )
    args = parser.parse_args()
    names = (field.name for field in fields(SearchOptions))
    options = SearchOptions(**{name: getattr(args, name) for name in names})
    for found in BoardSearch(options).run(args.steps):
        found.as_board(args.board.stem, options).write(args.board)
        print_note(f"{found.seconds:.2f} s, {found.status}")
    return 0


if __name__ == "__main__":
    interrupts.install()
    sys.exit(main())
