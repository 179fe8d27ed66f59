"""Compare expected times with levels, at one size at a time.

Puzzles of each level are generated. Those of other makers are in files, one for each size and
level, whose last letter or digit before the suffix is the level, such as `7x7d0.txt` to
`7x7d2.txt`, written by `bridges --generate` of Simon Tatham's collection. The correlation is
Spearman's, of the time with the level of the maker, and at the mean over the levels with the
number of steps of that level.
"""

from argparse import ArgumentParser, Namespace
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import StatisticsError, correlation, fmean, median
from typing import NamedTuple

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats.sources import find_puzzles
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.lab.bench.measuring import NO_VALUE, Table
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import reason_easily
from hashi_gui.logic.rating.solving_path import path_shape
from hashi_gui.solving import Solver
from hashi_gui.system.option_types import positive_number
from hashi_gui.system.progress import progress_bar
from tests.measure.measuring import add_numbers

SIDES = (7, 10, 15)
LEVELS = [level for level in Level if level is not Level.EXTREME]


class Timed(NamedTuple):
    """The expected time of a puzzle in seconds, and its number of steps of the hardest level."""

    seconds: float
    hardest: int


def timed(puzzle: Puzzle) -> Timed:
    """What the easiest way to the only solution of a puzzle says of its time."""
    with Solver(puzzle) as solver:
        reasoning = reason_easily(solver)
    return Timed(reasoning.grade().seconds, path_shape(reasoning).hardest)


def spearman(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Spearman's correlation; None if one of them is always the same."""
    try:
        return correlation(_ranks(one), _ranks(two))
    except StatisticsError:
        return None


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values]


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", help="puzzles of others, in a file for each level")
    add_numbers(parser, ("count", 25, "puzzles per size and level"), kind=positive_number)


def run(args: Namespace) -> Iterator[Table]:
    found: dict[str, dict[str, list[Timed]]] = defaultdict(dict)
    kinds = [(side, level) for side in SIDES for level in LEVELS]
    for side, level in progress_bar(kinds, len(kinds)):
        options = GeneratorOptions.defaults_for(side, side, level)
        puzzles = (generate(options, seed).puzzle for seed in range(args.count))
        found[f"{side}x{side}"][level] = list(map(timed, puzzles))
    yield _table("Times of generated puzzles", found)
    found.clear()
    for file in sorted(args.files):
        stem = Path(file).stem
        _several, sources = find_puzzles([file])
        found[stem[:-1]][stem[-1]] = [timed(source.read().puzzle) for source in sources]
    if found:
        yield _table("Times of other puzzles", found)


def _table(title: str, sizes: Mapping[str, Mapping[str, Sequence[Timed]]]) -> Table:
    rows = []
    for size, by_level in sizes.items():
        each = [(n, puzzle) for n, some in enumerate(by_level.values()) for puzzle in some]
        with_level = spearman([n for n, _ in each], [puzzle.seconds for _, puzzle in each])
        inside = [spearman(*zip(*some)) for some in by_level.values()]
        known = [value for value in inside if value is not None]
        medians = [f"{name} {median(t.seconds for t in by_level[name]):.0f}" for name in by_level]
        numbers = (with_level, fmean(known) if known else None)
        shown = [NO_VALUE if value is None else f"{value:.2f}" for value in numbers]
        rows.append([size, str(len(each)), *shown, ", ".join(medians)])
    head = ("", "puzzles", "with the level", "with the hardest steps", "medians in seconds")
    return Table(title, "Spearman's correlations of expected times.", head, rows)
