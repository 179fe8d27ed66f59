"""Compare how generated puzzles look with other puzzles, such as published ones.

OTHERS is a file with puzzles of that size, one URL or game ID per line, or a folder of puzzles.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import log2
from statistics import fmean, pstdev

from hashi_gui.bench.measuring import Table
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating import GeneratedPuzzle, GeneratorOptions, default_island_count, generate
from hashi_gui.generating.command import parse_size
from hashi_gui.option_types import positive_number
from hashi_gui.puzzle_input import find_puzzles
from hashi_gui.solving import Solver
from hashi_gui.system.progress import progress_bar


def islands(generated: GeneratedPuzzle) -> float:
    return len(generated.puzzle.islands)


def density(generated: GeneratedPuzzle) -> float:
    return len(generated.puzzle.islands) / (generated.puzzle.rows * generated.puzzle.cols)


def reaches_all_borders(generated: GeneratedPuzzle) -> float:
    rows = {island.row for island in generated.puzzle.islands}
    cols = {island.col for island in generated.puzzle.islands}
    return {0, generated.puzzle.rows - 1} <= rows and {0, generated.puzzle.cols - 1} <= cols


def has_an_empty_quarter(generated: GeneratedPuzzle) -> float:
    halves = [
        (range((length + 1) // 2), range(length // 2, length))
        for length in (generated.puzzle.rows, generated.puzzle.cols)
    ]
    return not all(
        any(island.row in rows and island.col in cols for island in generated.puzzle.islands)
        for rows, cols in product(*halves)
    )


def has_touching_islands(generated: GeneratedPuzzle) -> float:
    return any(_length(generated.puzzle, edge) == 1 for edge in range(len(generated.puzzle.edges)))


def clue_entropy(generated: GeneratedPuzzle) -> float:
    """The entropy of the clues in bits: 3 if the eight clues are equally frequent."""
    shares = [
        n / len(generated.puzzle.islands)
        for n in Counter(i.clue for i in generated.puzzle.islands).values()
    ]
    return -sum(share * log2(share) for share in shares)


def mean_bridge_length(generated: GeneratedPuzzle) -> float:
    return fmean(_bridge_lengths(generated))


def bridge_length_deviation(generated: GeneratedPuzzle) -> float:
    return pstdev(_bridge_lengths(generated))


def doubles(generated: GeneratedPuzzle) -> float:
    counts = [count for count in generated.solution if count]
    return sum(count > 1 for count in counts) / len(counts)


STATISTICS: tuple[tuple[str, Callable[[GeneratedPuzzle], float]], ...] = (
    ("islands", islands),
    ("islands per cell", density),
    ("share that reaches all four borders", reaches_all_borders),
    ("share with an empty quarter", has_an_empty_quarter),
    ("share with touching islands", has_touching_islands),
    ("entropy of clues, bits", clue_entropy),
    ("mean length of a bridge, cells", mean_bridge_length),
    ("standard deviation of the lengths", bridge_length_deviation),
    ("share of connected pairs with more than one bridge", doubles),
)


def table(columns: Sequence[tuple[str, Sequence[GeneratedPuzzle]]]) -> Table:
    """The means of all statistics, with a column for each generator."""
    rows = [
        [title, *(f"{fmean(map(statistic, puzzles)):.3f}" for _, puzzles in columns)]
        for title, statistic in STATISTICS
    ]
    counts = ", ".join(f"{len(puzzles)} puzzles {name}" for name, puzzles in columns)
    return Table("Layouts", f"Means of {counts}.", ["", *(name for name, _ in columns)], rows)


def solve_all(puzzles: Iterable[Puzzle]) -> list[GeneratedPuzzle]:
    """The puzzles, each with a solution; those without one are left out."""
    found = []
    for puzzle in puzzles:
        with Solver(puzzle) as solver:
            solution = solver.solution()
        if solution is not None:
            found.append(GeneratedPuzzle(puzzle, solution))
    return found


def generate_all(options: GeneratorOptions, count: int) -> list[GeneratedPuzzle]:
    return list(progress_bar((generate(options, seed) for seed in range(count)), count))


def _length(puzzle: Puzzle, edge: int) -> int:
    """The length of an edge in cells, from one island to the other."""
    a, b = puzzle.ends(edge)
    return b.row - a.row + b.col - a.col


def _bridge_lengths(generated: GeneratedPuzzle) -> list[int]:
    return [
        _length(generated.puzzle, edge) for edge, count in enumerate(generated.solution) if count
    ]


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--size", type=parse_size, default=(15, 15), help="columns x rows (default: 15x15)"
    )
    parser.add_argument("--islands", type=positive_number, help="default: suits the size")
    parser.add_argument("--count", type=positive_number, default=1000, help="default: 1000")
    parser.add_argument("others", metavar="OTHERS", nargs="?", help="puzzles to compare with")


def run(args: Namespace) -> Iterator[Table]:
    cols, rows = args.size
    options = GeneratorOptions(rows, cols, args.islands or default_island_count(rows, cols))
    columns = [("here", generate_all(options, args.count))]
    if args.others:
        _, sources = find_puzzles([args.others])
        columns.append(("others", solve_all(source.read().puzzle for source in sources)))
    yield table(columns)
