"""Measure the proposals to setters: how fast they come, and how much they change.

Times are CPU seconds of one process.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count as count_up
from itertools import islice, pairwise
from statistics import median
from time import process_time
from typing import Generic, TypeVar

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.minimal_changes import change_level, make_unique
from hashi_gui.editing.proposal import Proposal
from hashi_gui.editing.proposed_draft import fewest_clues
from hashi_gui.game.library import library_documents
from hashi_gui.lab.bench.measuring import NO_VALUE, Table
from hashi_gui.logic.levels import Level
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from hashi_gui.system.option_types import positive_number
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
    rows = []
    for name, puzzles in kinds.items():
        shown = progress_bar(puzzles, len(puzzles))
        runs = [measure(partial(fewest_clues, puzzle)) for puzzle in shown]
        left = [each.last.clues / len(p.islands) for p, each in zip(puzzles, runs) if each.last]
        proved = sum(each.last is not None and each.last.is_proved for each in runs)
        share_left = percent(median(left)) if left else NO_VALUE
        proved_share = percent(proved / len(runs))
        rows.append([name, str(len(runs)), proved_share, share_left, *times(runs)])
    head = ("puzzles", "number", "proved", "numbers left", *TIMES)
    return Table("Fewest clues", _NOTE, head, rows)


Search = Callable[..., Iterator[tuple[Proposal, ...]]]


def changes_table(title: str, kinds: Iterable[tuple[str, Iterator[Search]]], count: int) -> Table:
    """The share of searches of each kind with proposals, and how much the best of them change."""
    rows = []
    for name, searches in kinds:
        runs = [measure(search) for search in progress_bar(islice(searches, count), count)]
        costs = [each.last[0].cost for each in runs if each.last]
        changed = f"{median(costs):g} ({max(costs)})" if costs else NO_VALUE
        rows.append([name, str(count), percent(len(costs) / count), changed, *times(runs)])
    return Table(title, _NOTE, ("", "number", "reached", "islands changed", *TIMES), rows)


def unique_searches() -> Iterator[tuple[str, Iterator[Search]]]:
    """What leaves one solution, for puzzles as they are in the course of setting."""
    for side in (10, 15, 25):
        for kind in (VerdictKind.SEVERAL, VerdictKind.NONE):
            searches = (partial(make_unique, puzzle) for puzzle in _edited(side, kind))
            yield f"{side}x{side}, {kind}", searches


def level_searches() -> Iterator[tuple[str, Iterator[Search]]]:
    """What makes a puzzle one level easier or harder."""
    levels = [Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT]
    for side in (10, 15):
        for before, after in [*pairwise(levels), *pairwise(levels[::-1])]:
            puzzles = (generated(side, seed, before).puzzle for seed in count_up())
            yield (
                f"{side}x{side}, {before} to {after}",
                (partial(change_level, puzzle, after) for puzzle in puzzles),
            )


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


def add_options(parser: ArgumentParser) -> None:
    add_numbers(parser, ("count", 40, "puzzles of each kind"), kind=positive_number)


def run(args: Namespace) -> Iterator[Table]:
    yield fewest_clues_table(args.count)
    yield changes_table("Make it unique", unique_searches(), args.count)
    yield changes_table("Change the level", level_searches(), args.count)
