"""Time counting solutions, and compare the numbers with those of others.

Counted are the ways to fill grids of 2s, whose numbers are known: they are the Hamiltonian cycles
of a grid, A003763 in the OEIS. And the solutions of random puzzles of 13 x 13 and of 17 x 17 cells,
where 30 % of the clues are "?" and nothing was done to make the solution unique. Some of them are
also counted by the model counter Ganak, if `pip install 'hashi-gui[ganak]'` has installed it.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from time import perf_counter

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.generating.rng import Rng
from hashi_gui.lab.bench.measuring import Table
from hashi_gui.lab.bench.runner import count_by_ganak
from hashi_gui.solving import CancelToken, Count, Solver
from hashi_gui.solving.counting.counter import count_solutions
from hashi_gui.system.libraries import works
from hashi_gui.system.option_types import positive_number
from hashi_gui.system.processes import WorkerPool
from hashi_gui.system.progress import progress_bar
from tests.measure.makers import DENSITY, solvable_puzzle, uniform
from tests.measure.measuring import Times, add_numbers, check

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


def add_options(parser: ArgumentParser) -> None:
    count = "count", 100, "random puzzles of each size"
    add_numbers(parser, count, ("ganak", 40, "those that Ganak counts"), kind=positive_number)


def run(args: Namespace) -> Iterator[Table]:
    wrong: list[str] = []
    yield _count_known(wrong)
    for side in SIDES:
        yield _count_open(side, args.count, args.ganak if works("pyganak") else 0, wrong)
    check(wrong)


def grid_of_twos(side: int, empty: tuple[Cell, ...] = ()) -> Puzzle:
    """A square grid with a 2 on every cell that is not empty."""
    return uniform(rows=side, cols=side, clue=2, holes=empty)


def open_puzzle(side: int, seed: int) -> Puzzle:
    """A square puzzle with random clues and "?", which usually has many solutions."""
    rng = Rng(seed)
    puzzle = solvable_puzzle(side, round(DENSITY * side * side), rng)
    clues = puzzle.clues
    unknown = rng.shuffled(list(clues))[: round(UNKNOWN_SHARE * len(clues))]
    return Puzzle.from_clues(side, side, clues | dict.fromkeys(unknown))


def count(puzzle: Puzzle, *, edges: bool = False) -> Count:
    """The number of solutions, found by the program."""
    with Solver(puzzle) as solver:
        return count_solutions(solver, CancelToken(), edges=edges)


def _count_known(wrong: list[str]) -> Table:
    times = Times()
    for side, empty, solutions in KNOWN:
        name = f"{side}x{side}" + "".join(f" without {row}, {col}" for row, col in empty)
        with times.measure(name, perf_counter):
            found = count(grid_of_twos(side, empty))
        if found != Count(solutions, exact=True):
            wrong.append(f"{name}: counted {found}, known are {solutions}")
    return times.table("Grids of 2s", "Seconds.")


def _count_open(side: int, puzzles: int, by_ganak: int, wrong: list[str]) -> Table:
    times = Times()
    for seed in progress_bar(range(puzzles), puzzles):
        puzzle = open_puzzle(side, seed)
        with times.measure("finished", perf_counter):
            found = count(puzzle)
        if not found.exact:
            wrong.append(f"{side}x{side}, seed {seed}: {found} is not exact")
        if seed < by_ganak:
            start = perf_counter()
            solutions = _count_by_ganak_within(puzzle, GANAK_SECONDS)
            name = "not finished by Ganak" if solutions is None else "finished by Ganak"
            times[name].append(perf_counter() - start)
            if solutions not in (None, found.solutions):
                wrong.append(f"{side}x{side}, seed {seed}: {found}, but Ganak counts {solutions}")
    return times.table(f"Random puzzles, {side}x{side}", "Seconds.")


def _count_by_ganak_within(puzzle: Puzzle, seconds: float) -> int | None:
    """The same in another process, which ends when the time is over; then the result is None."""
    with WorkerPool(1) as pool:
        try:
            return pool.submit(count_by_ganak, puzzle).result(seconds)
        except FutureTimeoutError:
            return None
