"""The tables: methods compared with each other, puzzle by puzzle, and with figures of the papers.

Measured times include only correct answers; a wrong answer affects only the rates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from statistics import fmean, median

from hashi_gui.lab.bench.measuring import NO_VALUE, Table, format_number, format_percent
from hashi_gui.lab.bench.published import (
    CHENG_YANG,
    CHENG_YANG_SOURCE,
    HARDEST,
    HCMUS_BRUTE_FORCE,
    HCMUS_SOURCE,
    ISLANDS,
    PHOENIX_SMAUG,
    PHOENIX_SMAUG_SOURCE,
    VERSIONS,
    YEN_SOURCE,
    YEN_TABLE_VI,
    ChengYang,
)
from hashi_gui.lab.bench.runs import (
    Outcome,
    Run,
    RunSummary,
    fit_growth,
    group_by,
    known,
    mean_added_memory,
    middle_runs,
)
from hashi_gui.lab.methods import Task, position
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES

CONNECTION = {technique.name for technique in DIRECT_TECHNIQUES}
"""The direct techniques; every other one counts as elimination search."""

_TWO_NUMBERS = "Of two numbers, the first is from the paper and the second was measured here."


LOSS_FACTOR, LOSS_SECONDS = 2.0, 0.3
"""A method loses on a puzzle if it takes longer than the fastest one by this factor and time."""


def tables(runs: Sequence[Run]) -> list[Table]:
    """Every table that the runs have data for.

    The papers solve, so their tables are left out for other tasks.
    """
    middle = middle_runs(runs)
    solving = [run for run in middle if run.conditions.task is Task.SOLVE]
    candidates = (
        overview(runs),
        repeats(runs),
        league(middle),
        by_folder(middle),
        losses(middle),
        by_islands(solving),
        correct_rates(solving),
        average_times(solving),
        cuts(solving),
        grid_times(solving),
        grid_memory(solving),
        formulas(solving),
        table_vi(solving),
        growths(middle),
    )
    return [table for table in candidates if table.rows]


def overview(runs: Sequence[Run]) -> Table:
    """The outcomes, times and memory of each method in each folder."""
    outcomes = [each for each in Outcome if any(run.measured.outcome == each for run in runs)]
    rows = []
    for (folder, method), group in group_by(runs, lambda r: (r.instance.folder, r.method)).items():
        summary = RunSummary.from_runs(group)
        ended = [sum(run.measured.outcome == each for run in group) for each in outcomes]
        memory = [run.measured.memory for run in group if run.measured.memory is not None]
        rows.append(
            [
                *(folder, method, str(summary.count), *map(str, ended)),
                *map(format_number, (summary.mean, summary.median, summary.max)),
                *map(format_number, (summary.cpu_mean, summary.par2)),
                _megabytes(max(memory, default=None)),
            ]
        )
    return Table(
        "Every method in every folder",
        "The outcomes of the runs; the seconds of those with a correct answer, elapsed and of the "
        "processor; PAR2, the mean with twice the time limit for each other run; and the highest "
        "peak memory of a run, interpreter and libraries included.",
        [
            *("folder", "method", "runs", *outcomes),
            *("mean s", "median s", "max s", "mean CPU s", "PAR2", "peak MB"),
        ],
        rows,
        names=2,
    )


def repeats(runs: Iterable[Run]) -> Table:
    """How much the repeats of the same run differ."""
    rows = []
    for (folder, method), group in group_by(runs, lambda r: (r.instance.folder, r.method)).items():
        puzzles = group_by(group, lambda run: run.instance.path).values()
        repeated = [each for each in puzzles if len(each) > 1]
        if not repeated:
            continue
        answered = [known(run.seconds for run in each) for each in repeated]
        timed = [times for times in answered if len(times) > 1]
        spreads = [(max(times) - min(times)) / median(times) for times in timed]
        unlike = sum(len({run.measured.outcome for run in each}) > 1 for each in repeated)
        rows.append(
            [
                *(folder, method, str(len(repeated)), str(max(map(len, repeated)))),
                format_number(fmean(map(median, timed)) if timed else None),
                *(format_percent(of(spreads)) if spreads else NO_VALUE for of in (median, max)),
                str(unlike),
            ]
        )
    return Table(
        "Repeats",
        "The mean of the medians of the seconds on each puzzle; the spread, which is the longest "
        "time less the shortest one, in percent of the median: on the puzzle in the middle, and on "
        "the one where it is largest; and on how many puzzles not all repeats ended in the same "
        "way. All other tables, but the first, show of each run the repeat with the median time.",
        [
            *("folder", "method", "puzzles", "repeats", "median s"),
            *("spread %", "largest %", "unlike"),
        ],
        rows,
        names=2,
    )


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


def by_islands(runs: Sequence[Run]) -> Table:
    """Compare with the table in PhoenixSmaug's README."""
    rows = [
        [f"{name}, published", NO_VALUE, *row, *[NO_VALUE] * 4]
        for name, row in PHOENIX_SMAUG.items()
    ]
    measured = group_by((run for run in runs if run.instance.cllv), lambda run: run.method)
    for method, group in measured.items():
        by_size = group_by(group, lambda run: run.instance.islands)
        summaries = [RunSummary.from_runs(by_size[n]) if n in by_size else None for n in ISLANDS]
        means, longest = map(_mean, summaries), map(_longest, summaries)
        rows.append([method, str(len(group)), *means, *longest])
    return Table(
        "Average seconds by number of islands",
        f"{PHOENIX_SMAUG_SOURCE}. If not all answers of a method are correct, the share of "
        "correct ones is in brackets, and the time is theirs.",
        ["method", "runs", *(f"n = {n}" for n in ISLANDS), *(f"max {n}" for n in ISLANDS)],
        rows if measured else [],
    )


def correct_rates(runs: Sequence[Run]) -> Table:
    """Compare with the left half of Table 3 of Cheng and Yang."""
    return _by_class(
        "Correct rate in percent",
        "β and α are in percent; rates are rounded down, as in the paper.",
        runs,
        ("runs", lambda _, groups: str(max(map(len, groups.values())))),
        lambda published: published.correct,
        lambda summary: format_percent(summary.rate),
    )


def average_times(runs: Sequence[Run]) -> Table:
    """Compare with the right half of Table 3 of Cheng and Yang."""
    return _by_class(
        "Average seconds",
        "Published times are means over all 30 puzzles of a class, right or wrong; measured times "
        "are means over the correct answers.",
        runs,
        ("Coelho et al.", lambda published, _: published.coelho),
        lambda published: published.seconds,
        lambda summary: format_number(summary.mean),
    )


def cuts(runs: Sequence[Run]) -> Table:
    """Compare with Figure 3 of Cheng and Yang: the cuts in the hardest class, for all methods."""
    hardest = [run for run in runs if run.instance.cllv == HARDEST and run.correct]
    rows = []
    for method, group in group_by(hardest, lambda run: run.method).items():
        added = _stats(group, "cuts")
        if added:
            rounds = _stats(group, "rounds")
            values = (min(added), median(added), fmean(added), max(added))
            mean_rounds = fmean(rounds) if rounds else None
            rows.append(
                [method, str(len(group)), *map(format_number, values), format_number(mean_rounds)]
            )
    return Table(
        "Connectivity cuts added in the hardest class",
        "For comparison with Cheng and Yang, Figure 3 (n = 400, β = 75 %, α = 0 %), a plot without "
        "numbers.",
        ["method", "puzzles", "fewest", "median", "mean", "most", "rounds, mean"],
        rows,
    )


def grid_times(runs: Sequence[Run]) -> Table:
    """Compare with the time chart of the HCMUS report."""
    published = {size: seconds for size, (seconds, _) in HCMUS_BRUTE_FORCE.items()}
    return _by_grid(
        "Average seconds by size of the grid",
        f"{HCMUS_SOURCE}. The share of correct answers is in brackets unless all are correct.",
        runs,
        published,
        lambda group: _mean(RunSummary.from_runs(group)),
    )


def grid_memory(runs: Sequence[Run]) -> Table:
    """Compare with the memory chart of the HCMUS report."""
    published = {size: _kilobytes(memory) for size, (_, memory) in HCMUS_BRUTE_FORCE.items()}
    return _by_grid(
        "Memory in KB by size of the grid",
        f"{HCMUS_SOURCE}; its figures are too small to be those of whole processes. The measured "
        "figures are the memory that solving added to the peak of the process; means over all "
        "runs.",
        runs,
        published,
        lambda group: _kilobytes(mean_added_memory(group)),
    )


def formulas(runs: Sequence[Run]) -> Table:
    """The size of the formulas of the SAT methods, for the comparison in the HCMUS report."""
    sized = [run for run in runs if run.stat("variables") and run.stat("clauses")]
    rows = []
    for (folder, method), group in group_by(sized, lambda r: (r.instance.folder, r.method)).items():
        means = [fmean(_stats(group, name)) for name in ("variables", "clauses")]
        rows.append([folder, method, *(f"{mean:.0f}" for mean in means)])
    return Table(
        "Size of the formula",
        "According to the HCMUS report, section 5.2, which has no numbers, Tseitin's encoding and "
        "its own one need more clauses than PySAT's PBEnc. Means over the puzzles of a folder, "
        "cuts included.",
        ["folder", "method", "variables", "clauses"],
        rows,
        names=2,
    )


def table_vi(runs: Sequence[Run]) -> Table:
    """Compare with Table VI of Yen et al., transposed: means over puzzles that deduction solved."""
    deduced = [run for run in runs if "techniques" in (run.measured.stats or {}) and run.correct]
    measured = [
        [folder, *_deduction(group)]
        for folder, group in group_by(deduced, lambda run: run.instance.folder).items()
    ]
    return Table(
        "Deduction: connection and elimination search",
        f"{YEN_SOURCE}. The percentages are the shares of the information found; the last column "
        "is the share of puzzles that connection solves alone.",
        [
            *("puzzles", "number", "s"),
            *("connection %", "s", "s for 1 %"),
            *("elimination %", "s", "s for 1 %"),
            "alone %",
        ],
        [["Yen et al.", *YEN_TABLE_VI], *measured] if measured else [],
    )


def growths(runs: Sequence[Run]) -> Table:
    """The growth of the time of each method."""
    grown = {method: fit_growth(group) for method, group in group_by(runs, _method).items()}
    return Table(
        "Growth",
        "The exponent p with the best fit of seconds ~ islands ** p, up to the size at which the "
        "first answer is missing or wrong; p = 1 is linear.",
        ["method", "islands from", "to", "p"],
        [
            [method, str(each.smallest), str(each.largest), format_number(each.exponent)]
            for method, each in grown.items()
            if each
        ],
    )


def _by_class(
    title: str,
    note: str,
    runs: Iterable[Run],
    extra: tuple[str, Callable[[ChengYang, Mapping[str, Sequence[Run]]], str]],
    published: Callable[[ChengYang], Iterable[str]],
    measured: Callable[[RunSummary], str],
) -> Table:
    """A table with a row for each class of Table 3: an extra column, then for each method of the
    paper and of the runs the published number, the measured one, or both.
    """
    classes = group_by(runs, lambda run: run.instance.cllv)
    found = [(each, group_by(classes[each], _method)) for each in CHENG_YANG if each in classes]
    methods = dict.fromkeys(VERSIONS)
    for _, groups in found:
        methods |= dict.fromkeys(groups)
    rows = []
    for each, groups in found:
        paper = dict(zip(VERSIONS, published(CHENG_YANG[each])))
        here = {method: measured(RunSummary.from_runs(group)) for method, group in groups.items()}
        both = [[of[method] for of in (paper, here) if method in of] for method in methods]
        cells = [" / ".join(numbers) or NO_VALUE for numbers in both]
        rows.append([*map(str, each), extra[1](CHENG_YANG[each], groups), *cells])
    head = ["n", "β", "α", extra[0], *methods]
    return Table(title, f"{CHENG_YANG_SOURCE}. {note} {_TWO_NUMBERS}", head, rows, names=0)


def _by_grid(
    title: str,
    note: str,
    runs: Iterable[Run],
    published: Mapping[tuple[int, int], str],
    measured_text: Callable[[Sequence[Run]], str],
) -> Table:
    """A table with a row for each size of the grid and a column for each method."""
    grids = group_by(runs, lambda run: run.instance.grid)
    methods = list(dict.fromkeys(run.method for group in grids.values() for run in group))
    rows = []
    for grid in sorted(grids):
        groups = group_by(grids[grid], _method)
        measured = [
            measured_text(groups[method]) if method in groups else NO_VALUE for method in methods
        ]
        rows.append([f"{grid[0]}x{grid[1]}", published.get(grid, NO_VALUE), *measured])
    return Table(title, note, ["grid", "brute force, published", *methods], rows)


def _method(run: Run) -> str:
    return run.method


def _mean(summary: RunSummary | None) -> str:
    if summary is None:
        return NO_VALUE
    share = "" if summary.rate == 1 else f" ({format_percent(summary.rate)} %)"
    return format_number(summary.mean) + share


def _longest(summary: RunSummary | None) -> str:
    return format_number(summary.max if summary else None)


def _stats(runs: Iterable[Run], name: str) -> list[float]:
    """The values of a stat, without the runs that do not have it."""
    return [value for run in runs if (value := run.stat(name)) is not None]


def _deduction(runs: Sequence[Run]) -> Iterator[str]:
    """The columns of Table VI for some runs."""
    yield str(len(runs))
    yield format_number(RunSummary.from_runs(runs).mean)
    for connection in (True, False):
        share = fmean(_sum(run, "share", connection=connection) for run in runs)
        seconds = fmean(_sum(run, "seconds", connection=connection) for run in runs)
        yield f"{100 * share:.2f}"
        yield format_number(seconds)
        yield format_number(seconds / share / 100 if share else None)
    alone = fmean(not _sum(run, "conclusions", connection=False) for run in runs)
    yield f"{100 * alone:.1f}"


def _sum(run: Run, figure: str, *, connection: bool) -> float:
    """The sum of a figure over connection techniques, or over the others."""
    techniques = (run.measured.stats or {})["techniques"].items()
    figures: float = sum(
        given[figure] for name, given in techniques if (name in CONNECTION) == connection
    )
    return figures


def _kilobytes(memory: float | None) -> str:
    """Bytes as a number of KiB."""
    return NO_VALUE if memory is None else f"{memory / 2**10:.0f}"


def _megabytes(memory: float | None) -> str:
    """Bytes as a number of MiB."""
    return NO_VALUE if memory is None else f"{memory / 2**20:.1f}"
