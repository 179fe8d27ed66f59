"""The tables that compare each method with the fastest one, puzzle by puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from statistics import median

from hashi_gui.lab.bench.measuring import NO_VALUE, Table, format_number
from hashi_gui.lab.bench.runs import Outcome, Run, RunSummary, group_by, known
from hashi_gui.lab.methods import position

LOSS_FACTOR, LOSS_SECONDS = 2.0, 0.3
"""A method loses on a puzzle if it takes longer than the fastest one by this factor and time."""


class Contest:
    """The runs of several methods on one puzzle; ``best`` is the time of the fastest of them.

    The ``winners`` are the method of that, and those that ran the same code: which one of them was
    faster is chance.
    """

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = runs
        answered = [(run.seconds, run.code, run.method) for run in runs if run.seconds is not None]
        self.best: float | None
        self.best, code, _ = min(answered, default=(None, "", ""))
        self.winners = [method for _, other, method in answered if other == code]

    def is_lost_by(self, run: Run) -> bool:
        """Whether another method is much faster, or the only one of both with an answer."""
        if self.best is None:
            return False
        return run.seconds is None or run.seconds > LOSS_FACTOR * self.best + LOSS_SECONDS


def league(runs: Iterable[Run]) -> Table:
    """The answers, wins and losses of each method."""
    contests = _contests(runs)
    results = [(run, contest) for contest in contests for run in contest.runs]
    rows = []
    for method in _methods(contests):
        own = [(run, contest) for run, contest in results if run.method == method]
        seconds = known(run.seconds for run, _ in own)
        won = [contest.winners for _, contest in own if method in contest.winners]
        rows.append(
            [
                *(method, str(len(own)), str(len(seconds))),
                format_number(RunSummary.from_runs(run for run, _ in own).par2),
                *(str(len(won)), str(sum(len(winners) > 1 for winners in won))),
                str(sum(contest.is_lost_by(run) for run, contest in own)),
                *map(format_number, (sum(seconds), max(seconds, default=None))),
            ]
        )
    return Table(
        "League",
        "On puzzles that several methods were given. PAR2 is the mean of the seconds, with twice "
        "the time limit for no answer. A puzzle counts as shared if another method ran the same "
        "code as the fastest, such as `auto` and `sat` where that is enough: which of them was "
        "faster is chance. A loss is no answer where another method has "
        f"one, or more than {LOSS_FACTOR:g} times the seconds of the fastest method plus "
        f"{LOSS_SECONDS:g} s. The seconds are those of the answers.",
        [
            *("method", "puzzles", "answered", "PAR2", "fastest", "of them shared"),
            *("losses", "s in all", "max s"),
        ],
        rows,
    )


def by_folder(runs: Iterable[Run]) -> Table:
    """The median time of each method in each folder."""
    contests = _contests(runs)
    methods = _methods(contests)
    folders = group_by((run for each in contests for run in each.runs), lambda r: r.instance.folder)
    rows = []
    for folder, group in folders.items():
        by_method = group_by(group, lambda run: run.method)
        puzzles = len({run.instance.path for run in group})
        cells = [_median(by_method.get(method, [])) for method in methods]
        rows.append([folder, str(puzzles), *cells])
    return Table(
        "Median seconds by folder",
        "Medians of the answers; in brackets their number, unless every puzzle was answered.",
        ["folder", "puzzles", *methods],
        rows,
    )


def losses(runs: Iterable[Run]) -> Table:
    """Every loss of the first method in the list of methods, the worst ones first."""
    contests = _contests(runs)
    first = next(iter(_methods(contests)), None)
    lost = [
        (run, contest)
        for contest in contests
        for run in contest.runs
        if run.method == first and contest.is_lost_by(run)
    ]
    lost.sort(key=lambda each: -_times_slower(*each))
    return Table(
        f"Losses of {first}",
        f"Each puzzle on which `{first}` loses. If it has no answer, the times are a lower bound.",
        ["puzzle", "islands", "fastest", "s", f"{first} s", "times slower"],
        [
            [
                *(run.instance.path, str(run.instance.islands), ", ".join(contest.winners)),
                *(format_number(contest.best), _seconds(run)),
                format_number(_times_slower(run, contest)),
            ]
            for run, contest in lost
        ],
    )


def _times_slower(run: Run, contest: Contest) -> float:
    """The time of a run divided by that of the fastest; 0 if one of them is unknown."""
    return (run.measured.seconds or 0) / (contest.best or inf)


def _seconds(run: Run) -> str:
    """The seconds of a run, or how it ended."""
    if run.seconds is not None:
        return format_number(run.seconds)
    if run.measured.outcome is Outcome.STOPPED:
        return f"> {format_number(run.measured.seconds)}"
    return run.measured.outcome


def _methods(contests: Iterable[Contest]) -> list[str]:
    """The methods in the order of the list of methods."""
    return sorted({run.method for contest in contests for run in contest.runs}, key=position)


def _contests(runs: Iterable[Run]) -> list[Contest]:
    """The puzzles that several methods were given."""
    by_puzzle = group_by(runs, lambda run: run.instance.path).values()
    return [Contest(group) for group in by_puzzle if len(group) > 1]


def _median(runs: Sequence[Run]) -> str:
    seconds = known(run.seconds for run in runs)
    if not seconds:
        return NO_VALUE
    share = "" if len(seconds) == len(runs) else f" ({len(seconds)})"
    return format_number(median(seconds)) + share
