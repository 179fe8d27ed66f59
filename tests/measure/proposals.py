"""Measure the proposals to setters: how fast they come, and how much they change.

Times are CPU seconds of one process.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count as count_up
from itertools import islice, pairwise
from statistics import median
from time import process_time
from typing import Generic, TypeVar

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.few_changes import change_level, make_unique
from hashi_gui.editing.proposal import Proposal
from hashi_gui.editing.proposed_draft import fewest_clues
from hashi_gui.game.library import library_documents
from hashi_gui.lab.bench.measuring import NO_VALUE, Table
from hashi_gui.logic.levels import Level
from hashi_gui.option_types import positive_number
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from hashi_gui.system.progress import progress_bar
from tests.measure.makers import generated
from tests.measure.measuring import add_numbers, with_longest
from tests.measure.setter import Setter

TIME_LIMIT = 10.0
"""The seconds after which a search is stopped."""

_MAX_EDITS = 60
"""In how many edits of a setter a puzzle is looked for."""

_NOTE = "Medians, and the longest in brackets."

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """The last result of a search, and the seconds to the first one and to the end."""

    last: T | None
    first_seconds: float
    seconds: float


def measure(search: Callable[..., Iterator[T]]) -> Found[T]:
    """Measure a search, which gets the token ``cancel``, for at most TIME_LIMIT."""
    start = process_time()
    last, first_seconds = None, 0.0
    with suppress(Cancelled), CancelToken().limited(TIME_LIMIT) as token:
        for result in search(cancel=token):
            last = result
            first_seconds = first_seconds or process_time() - start
    return Found(last, first_seconds, process_time() - start)


def fewest_clues_table(count: int) -> Table:
    """How many numbers are left when as many as possible are "?"."""
    library = [document.puzzle for document in library_documents()]
    kinds = {
        "library": [puzzle for puzzle in library if has_verdict(puzzle, VerdictKind.UNIQUE)],
        "5x5 to 10x10": [generated(5 + seed % 6, seed).puzzle for seed in range(5 * count)],
        "15x15": [generated(15, seed).puzzle for seed in range(count)],
        "25x25": [generated(25, seed).puzzle for seed in range(count)],
    }
    rows = [fewest_clues_row(name, puzzles) for name, puzzles in kinds.items()]
    head = ("puzzles", "number", "proved", "numbers left", *TIMES)
    return Table("Fewest clues", _NOTE, head, rows)


def fewest_clues_row(name: str, puzzles: Sequence[Puzzle]) -> tuple[str, ...]:
    """The figures for puzzles with exactly one solution."""
    runs = [measure(partial(fewest_clues, each)) for each in progress_bar(puzzles, len(puzzles))]
    left = [each.last.clues / len(p.islands) for p, each in zip(puzzles, runs) if each.last]
    proved = sum(each.last is not None and each.last.is_proved for each in runs)
    share_left = percent(median(left)) if left else NO_VALUE
    return name, f"{len(runs)}", percent(proved / len(runs)), share_left, *times(runs)


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
    runs = [measure(partial(make_unique, each)) for each in progress_bar(puzzles, count)]
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
    puzzles = (generated(side, seed, before).puzzle for seed in range(count))
    runs = [measure(partial(change_level, each, after)) for each in progress_bar(puzzles, count)]
    return f"{side}x{side}, {before} to {after}", f"{count}", *_reached(runs), *times(runs)


TIMES = ("first, s", "all, s")


def times(runs: Sequence[Found[T]]) -> tuple[str, str]:
    """The seconds to the first result and to the last."""
    firsts = [each.first_seconds for each in runs if each.last is not None]
    return with_longest(firsts), with_longest([each.seconds for each in runs])


def has_verdict(puzzle: Puzzle, kind: VerdictKind) -> bool:
    with Solver(puzzle) as solver:
        return solver.verdict().kind is kind


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _edited(side: int, kind: VerdictKind) -> Iterator[Puzzle]:
    """Puzzles that a setter has come to, each from another start."""
    for seed in count_up():
        start = generated(side, seed)
        edits = Setter(start.puzzle, start.solution, seed).edits(_MAX_EDITS)
        found = next((puzzle for puzzle in edits if has_verdict(puzzle, kind)), None)
        if found is not None:
            yield found


def _reached(runs: Sequence[Found[tuple[Proposal, ...]]]) -> tuple[str, str]:
    """The share of searches with proposals, and how many islands the best of them change."""
    costs = [each.last[0].cost for each in runs if each.last]
    if not costs:
        return percent(0), NO_VALUE
    return percent(len(costs) / len(runs)), f"{median(costs):g} ({max(costs)})"


def add_options(parser: ArgumentParser) -> None:
    add_numbers(parser, ("count", 40, "puzzles of each kind"), kind=positive_number)


def run(args: Namespace) -> Iterator[Table]:
    yield fewest_clues_table(args.count)
    yield make_unique_table(args.count)
    yield change_level_table(args.count)
