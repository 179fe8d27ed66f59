"""Measure the proposals to setters: how fast they come, and how much they change.

Run `python -m hashi_gui.bench.proposals`. Times are CPU seconds of one process.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count as count_up
from itertools import islice, pairwise
from statistics import median
from threading import Event, Thread
from time import process_time
from typing import Generic, TypeVar

from hashi_gui.bench.setter import Setter
from hashi_gui.bench.summary import Table
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.change_level import change_level
from hashi_gui.editing.make_unique import make_unique
from hashi_gui.editing.proposal import Proposal
from hashi_gui.editing.suggestion import FewestClues, fewest_clues
from hashi_gui.game.library import library_documents
from hashi_gui.generating import GeneratorOptions, default_island_count, generate
from hashi_gui.logic.levels import Level
from hashi_gui.option_types import positive_number
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, VerdictKind
from hashi_gui.system.progress import progress_bar

TIME_LIMIT = 10.0
"""The CPU seconds after which a search is stopped."""

_WATCH_SECONDS = 0.02

_MAX_EDITS = 60
"""In how many edits of a setter a puzzle is looked for."""

_NOTE = "Medians, and the longest in brackets."

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Run(Generic[T]):
    """The last result of a search, and the seconds to the first one and to the end."""

    last: T | None
    first_seconds: float
    seconds: float


def run(search: Callable[[CancelToken], Iterator[T]]) -> Run[T]:
    """Measure a search, for at most TIME_LIMIT."""
    token, finished = CancelToken(), Event()
    start = process_time()

    def watch() -> None:
        while not finished.wait(_WATCH_SECONDS):
            if process_time() - start > TIME_LIMIT:
                token.cancel()

    watching = Thread(target=watch)
    watching.start()
    last, first_seconds = None, 0.0
    with suppress(Cancelled):
        for result in search(token):
            last = result
            first_seconds = first_seconds or process_time() - start
    finished.set()
    watching.join()
    return Run(last, first_seconds, process_time() - start)


def fewest_clues_table(count: int) -> Table:
    """How many numbers are left when as many as possible are "?"."""
    library = [document.puzzle for document in library_documents()]
    kinds = {
        "library": [puzzle for puzzle in library if has_verdict(puzzle, VerdictKind.UNIQUE)],
        "5x5 to 10x10": [generated(5 + seed % 6, seed) for seed in range(5 * count)],
        "15x15": [generated(15, seed) for seed in range(count)],
        "25x25": [generated(25, seed) for seed in range(count)],
    }
    rows = [fewest_clues_row(name, puzzles) for name, puzzles in kinds.items()]
    head = ("puzzles", "number", "proved", "numbers left", *TIMES)
    return Table("Fewest clues", _NOTE, head, rows)


def fewest_clues_row(name: str, puzzles: Sequence[Puzzle]) -> tuple[str, ...]:
    """The figures for puzzles with exactly one solution."""
    runs = [run(partial(_fewest, each)) for each in progress_bar(puzzles, len(puzzles))]
    left = [each.last.clues / len(p.islands) for p, each in zip(puzzles, runs) if each.last]
    proved = sum(each.last is not None and each.last.is_proved for each in runs)
    return name, f"{len(runs)}", percent(proved / len(runs)), percent(median(left)), *times(runs)


def make_unique_table(count: int) -> Table:
    """What leaves one solution, for puzzles as they are in the course of setting."""
    rows = [
        make_unique_row(side, kind, count)
        for side in (10, 15, 25)
        for kind in (VerdictKind.SEVERAL, VerdictKind.NONE)
    ]
    head = ("solutions before", "number", "reached", "islands changed", *TIMES)
    return Table("Make it unique", _NOTE, head, rows)


def make_unique_row(side: int, kind: VerdictKind, count: int) -> tuple[str, ...]:
    """The figures for square puzzles with a verdict."""
    puzzles = islice(_edited(side, kind), count)
    runs = [run(partial(_unique, each)) for each in progress_bar(puzzles, count)]
    return f"{side}x{side}, {kind}", f"{count}", *_reached(runs), *times(runs)


def change_level_table(count: int) -> Table:
    """What makes a puzzle one level easier or harder."""
    levels = [Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT]
    rows = [
        change_level_row(side, before, after, count)
        for side in (10, 15)
        for before, after in [*pairwise(levels), *pairwise(levels[::-1])]
    ]
    head = ("level", "number", "reached", "islands changed", *TIMES)
    return Table("Change the level", _NOTE, head, rows)


def change_level_row(side: int, before: Level, after: Level, count: int) -> tuple[str, ...]:
    """The figures for square puzzles of a level that are to have another one."""
    puzzles = (generated(side, seed, before) for seed in range(count))
    runs = [run(partial(_level, each, after)) for each in progress_bar(puzzles, count)]
    return f"{side}x{side}, {before} to {after}", f"{count}", *_reached(runs), *times(runs)


TIMES = ("first, s", "all, s")


def times(runs: Sequence[Run[T]]) -> tuple[str, str]:
    """The seconds to the first result and to the last."""
    firsts = [each.first_seconds for each in runs if each.last is not None]
    return _median_and_longest(firsts), _median_and_longest([each.seconds for each in runs])


def generated(side: int, seed: int, level: Level | None = None) -> Puzzle:
    """A puzzle with a usual number of islands."""
    islands = default_island_count(side, side)
    return generate(GeneratorOptions(side, side, islands, level=level), seed).puzzle


def has_verdict(puzzle: Puzzle, kind: VerdictKind) -> bool:
    with SatSolver(puzzle) as solver:
        return solver.verdict().kind is kind


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _edited(side: int, kind: VerdictKind) -> Iterator[Puzzle]:
    """Puzzles that a setter has come to, each from another start."""
    for seed in count_up():
        start = generate(GeneratorOptions(side, side, default_island_count(side, side)), seed)
        edits = Setter(start.puzzle, start.solution, seed).edits(_MAX_EDITS)
        found = next((puzzle for puzzle in edits if has_verdict(puzzle, kind)), None)
        if found is not None:
            yield found


def _fewest(puzzle: Puzzle, token: CancelToken) -> Iterator[FewestClues]:
    return fewest_clues(puzzle, cancel=token)


def _unique(puzzle: Puzzle, token: CancelToken) -> Iterator[tuple[Proposal, ...]]:
    return make_unique(puzzle, cancel=token)


def _level(puzzle: Puzzle, level: Level, token: CancelToken) -> Iterator[tuple[Proposal, ...]]:
    return change_level(puzzle, level, cancel=token)


def _reached(runs: Sequence[Run[tuple[Proposal, ...]]]) -> tuple[str, str]:
    """The share of searches with proposals, and how many islands the best of them change."""
    costs = [each.last[0].cost for each in runs if each.last]
    if not costs:
        return percent(0), "-"
    return percent(len(costs) / len(runs)), f"{median(costs):g} ({max(costs)})"


def _median_and_longest(seconds: Sequence[float]) -> str:
    return f"{median(seconds):.3f} ({max(seconds):.2f})" if seconds else "-"


def main() -> None:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.proposals", description=__doc__)
    parser.add_argument("--count", type=positive_number, default=40, help="puzzles of each kind")
    args = parser.parse_args()
    for table in (fewest_clues_table, make_unique_table, change_level_table):
        print(table(args.count).markdown(), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
