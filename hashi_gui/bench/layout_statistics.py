"""How puzzles look, in figures: ours beside those of another generator.

    python -m hashi_gui.bench.layout_statistics --size 15x15 [--islands N] [--count 1000] [OTHERS]

OTHERS is a file of puzzles of that size, one a line, in any notation that is read.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import log2
from pathlib import Path
from statistics import fmean, pstdev

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratedPuzzle, GeneratorOptions, default_island_count, generate
from hashi_gui.progress import progress_bar
from hashi_gui.solving import SatSolver


def islands(made: GeneratedPuzzle) -> float:
    return len(made.puzzle.islands)


def density(made: GeneratedPuzzle) -> float:
    return len(made.puzzle.islands) / (made.puzzle.rows * made.puzzle.cols)


def reaches_all_borders(made: GeneratedPuzzle) -> float:
    rows = {island.row for island in made.puzzle.islands}
    cols = {island.col for island in made.puzzle.islands}
    return {0, made.puzzle.rows - 1} <= rows and {0, made.puzzle.cols - 1} <= cols


def has_an_empty_quarter(made: GeneratedPuzzle) -> float:
    halves = [
        (range((length + 1) // 2), range(length // 2, length))
        for length in (made.puzzle.rows, made.puzzle.cols)
    ]
    return not all(
        any(island.row in rows and island.col in cols for island in made.puzzle.islands)
        for rows, cols in product(*halves)
    )


def has_touching_islands(made: GeneratedPuzzle) -> float:
    return any(_length(made.puzzle, edge) == 1 for edge in range(len(made.puzzle.edges)))


def clue_entropy(made: GeneratedPuzzle) -> float:
    """Bits: 3 would be eight clues, each as frequent as the others."""
    shares = [
        n / len(made.puzzle.islands) for n in Counter(i.clue for i in made.puzzle.islands).values()
    ]
    return -sum(share * log2(share) for share in shares)


def mean_bridge(made: GeneratedPuzzle) -> float:
    return fmean(_built(made))


def spread_of_bridges(made: GeneratedPuzzle) -> float:
    return pstdev(_built(made))


def doubles(made: GeneratedPuzzle) -> float:
    built = [count for count in made.solution if count]
    return sum(count > 1 for count in built) / len(built)


FIGURES: tuple[tuple[str, Callable[[GeneratedPuzzle], float]], ...] = (
    ("islands", islands),
    ("islands per cell", density),
    ("share that reaches all four borders", reaches_all_borders),
    ("share with an empty quarter", has_an_empty_quarter),
    ("share with touching islands", has_touching_islands),
    ("mixture of clues, bits", clue_entropy),
    ("mean length of a bridge, cells", mean_bridge),
    ("spread of the lengths", spread_of_bridges),
    ("share of joined pairs with several bridges", doubles),
)


def table(columns: Sequence[tuple[str, Sequence[GeneratedPuzzle]]]) -> str:
    """The means of all figures, a column for each generator."""
    lines = [f"{'':44}" + "".join(f"{name:>14}" for name, _ in columns)]
    for title, figure in FIGURES:
        means = [fmean(figure(made) for made in puzzles) for _, puzzles in columns]
        lines.append(f"{title:44}" + "".join(f"{mean:14.3f}" for mean in means))
    return "\n".join(lines)


def others(lines: Iterable[str]) -> list[GeneratedPuzzle]:
    """Puzzles that somebody else made, with a solution each."""
    found = []
    for line in lines:
        puzzle = read(line).puzzle
        with SatSolver(puzzle) as solver:
            solution = solver.solution()
        if solution is not None:
            found.append(GeneratedPuzzle(puzzle, solution))
    return found


def ours(options: GeneratorOptions, count: int) -> list[GeneratedPuzzle]:
    return list(progress_bar((generate(options, seed) for seed in range(count)), count))


def _length(puzzle: Puzzle, edge: int) -> int:
    """In cells, from one island to the other."""
    a, b = puzzle.ends(edge)
    return b.row - a.row + b.col - a.col


def _built(made: GeneratedPuzzle) -> list[int]:
    return [_length(made.puzzle, edge) for edge, count in enumerate(made.solution) if count]


def main() -> None:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.layout_statistics")
    parser.add_argument("--size", default="15x15")
    parser.add_argument("--islands", type=int)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("others", metavar="OTHERS", nargs="?", type=Path)
    args = parser.parse_args()
    cols, rows = map(int, args.size.split("x"))
    asked = args.islands or default_island_count(rows, cols)
    columns = [("here", ours(GeneratorOptions(rows, cols, asked), args.count))]
    if args.others:
        columns.append((args.others.stem, others(args.others.read_text().splitlines())))
    print(f"{args.size}, {asked} islands asked for, {args.count} puzzles")
    print(table(columns))


if __name__ == "__main__":
    main()
