"""Measure how long counting solutions takes, and compare the numbers with those of others.

Run `python -m hashi_gui.bench.count`. It counts

* the ways to fill grids of 2s, whose numbers are known: they are the Hamiltonian cycles of a grid,
  A003763 in the OEIS;
* the solutions of --count random puzzles of 13 x 13 and of 17 x 17 cells, where 30 % of the clues
  are "?" and nothing was done to make the solution unique. The first --ganak of each size are also
  counted by the model counter Ganak, if `pip install 'hashi-gui[ganak]'` has installed it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from concurrent.futures import TimeoutError as FutureTimeoutError
from importlib.util import find_spec
from itertools import product
from statistics import median
from time import perf_counter

from hashi_gui.bench.ganak import count_by_ganak
from hashi_gui.bench.large import solvable_puzzle
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.generating.options import default_island_count
from hashi_gui.generating.rng import Rng
from hashi_gui.option_types import positive_number
from hashi_gui.solving import CancelToken, Count, SatSolver
from hashi_gui.solving.counting.counter import count_solutions
from hashi_gui.system.progress import progress_bar
from hashi_gui.system.worker_pool import WorkerPool

KNOWN: tuple[tuple[int, tuple[Cell, ...], int], ...] = (
    (4, (), 6),
    (6, (), 1072),
    (8, (), 4_638_576),
    (10, (), 467_260_456_608),
    (12, (), 1_076_226_888_605_605_706),
    (9, ((4, 4),), 160_050_016),
    (9, ((0, 0),), 196_857_704),
    (11, ((5, 5),), 75_032_882_214_914),
    (11, ((5, 4),), 0),
)
"""Sides of square grids of 2s, the cells that are empty, and the numbers of solutions."""

SIDES = (13, 17)
UNKNOWN_SHARE = 0.3

GANAK_SECONDS = 20.0


def grid_of_twos(side: int, empty: tuple[Cell, ...] = ()) -> Puzzle:
    """A square grid with a 2 on every cell that is not empty."""
    cells = product(range(side), range(side))
    return Puzzle.from_clues(side, side, {cell: 2 for cell in cells if cell not in empty})


def open_puzzle(side: int, seed: int) -> Puzzle:
    """A square puzzle with random clues and "?", which usually has many solutions."""
    rng = Rng(seed)
    puzzle = solvable_puzzle(side, default_island_count(side, side), rng)
    clues = {island.cell: island.clue for island in puzzle.islands}
    unknown = rng.shuffled(list(clues))[: round(UNKNOWN_SHARE * len(clues))]
    return Puzzle.from_clues(side, side, clues | dict.fromkeys(unknown))


def count(puzzle: Puzzle, *, edges: bool = False) -> Count:
    """The number of solutions, found by the program."""
    with SatSolver(puzzle) as solver:
        return count_solutions(solver, CancelToken(), edges=edges)


def check_known() -> list[str]:
    """Count the solutions of grids of 2s, print a table, and return what is wrong."""
    wrong = []
    print("| grid of 2s | solutions | seconds |\n|---|---:|---:|")
    for side, empty, solutions in KNOWN:
        start = perf_counter()
        found = count(grid_of_twos(side, empty))
        seconds = perf_counter() - start
        name = f"{side}x{side}" + "".join(f" without {row}, {col}" for row, col in empty)
        print(f"| {name} | {found.solutions:,} | {seconds:.2f} |", flush=True)
        if found != Count(solutions, exact=True):
            wrong.append(f"{name}: counted {found}, known are {solutions}")
    return wrong


def check_open(side: int, puzzles: int, by_ganak: int) -> list[str]:
    """Count the solutions of random puzzles, print the times, and return what is wrong."""
    wrong = []
    seconds, ganak_seconds = [], []
    compared = 0
    for seed in progress_bar(range(puzzles), puzzles):
        puzzle = open_puzzle(side, seed)
        start = perf_counter()
        found = count(puzzle)
        seconds.append(perf_counter() - start)
        if not found.exact:
            wrong.append(f"{side}x{side}, seed {seed}: {found} is not exact")
        if seed < by_ganak:
            start = perf_counter()
            solutions = _count_by_ganak_within(puzzle, GANAK_SECONDS)
            ganak_seconds.append(perf_counter() - start)
            compared += solutions is not None
            if solutions not in (None, found.solutions):
                wrong.append(f"{side}x{side}, seed {seed}: {found}, but Ganak counts {solutions}")
    print(_row(f"{side}x{side}", seconds))
    if ganak_seconds:
        print(_row(f"{side}x{side} by Ganak, which finished {compared}", ganak_seconds), flush=True)
    return wrong


def _count_by_ganak_within(puzzle: Puzzle, seconds: float) -> int | None:
    """The same in another process, which ends when the time is over; then the result is None."""
    with WorkerPool(1) as pool:
        try:
            return pool.submit(count_by_ganak, puzzle).result(seconds)
        except FutureTimeoutError:
            return None


def _row(name: str, seconds: list[float]) -> str:
    """The number of puzzles, and the median, the ninth of ten and the longest time."""
    ordered = sorted(seconds)
    ninth = ordered[int(0.9 * (len(ordered) - 1))]
    return f"| {name} | {len(seconds)} | {median(seconds):.3f} | {ninth:.3f} | {ordered[-1]:.3f} |"


def main() -> int:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.count", description=__doc__)
    for name, default, what in (
        ("count", 100, "random puzzles of each size"),
        ("ganak", 40, "random puzzles of each size for Ganak, if it is installed"),
    ):
        parser.add_argument(
            f"--{name}",
            metavar="N",
            type=positive_number,
            default=default,
            help=f"number of {what} (default: {default})",
        )
    args = parser.parse_args()
    wrong = check_known()
    print("\n| puzzles | number | median | ninth of ten | longest |\n|---|---:|---:|---:|---:|")
    for side in SIDES:
        wrong += check_open(side, args.count, args.ganak if find_spec("pyganak") else 0)
    print()
    print("\n".join([f"{len(wrong)} disagreements", *wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
