"""The tables of the papers, published beside measured.

Every measured time is that of correct answers; a wrong one counts in the rates alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from hashi_gui.bench.instances import CllvClass
from hashi_gui.bench.published import (
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
)
from hashi_gui.bench.runs import Outcome, Run
from hashi_gui.bench.summary import (
    NOTHING,
    Summary,
    grouped,
    growth,
    kilobytes,
    mean_added,
    megabytes,
    number,
    percent,
)
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES

CONNECTION = {technique.name for technique in DIRECT_TECHNIQUES}
"""The direct techniques; every other one counts as elimination search."""

_BESIDE = "Where there are two numbers, the first is the paper's, the second was measured here."


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a head; ``note`` says what is in them, and from where.

    The first columns, as many as ``names``, hold words.
    """

    title: str
    note: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1

    def markdown(self) -> str:
        """The table as Markdown that reads well as plain text."""
        columns = list(zip(self.head, *self.rows))
        widths = [max(3, *map(len, column)) for column in columns]
        rule = [
            "-" * width if self._named(at) else "-" * (width - 1) + ":"
            for at, width in enumerate(widths)
        ]
        body = [
            [
                cell.ljust(width) if self._named(at) else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(line, widths))
            ]
            for line in (self.head, rule, *self.rows)
        ]
        return "\n".join(
            [f"## {self.title}", "", self.note, "", *(f"| {' | '.join(row)} |" for row in body)]
        )

    def _named(self, column: int) -> bool:
        return column < self.names


def tables(runs: Sequence[Run]) -> list[Table]:
    """Every table that the runs have something for."""
    made = (
        overview(runs),
        by_islands(runs),
        correct_rates(runs),
        average_times(runs),
        cuts(runs),
        grid_times(runs),
        grid_memory(runs),
        formulas(runs),
        table_vi(runs),
        growths(runs),
    )
    return [table for table in made if table.rows]


def overview(runs: Sequence[Run]) -> Table:
    """Each method in each folder."""
    outcomes = [each for each in Outcome if any(run.measured.outcome == each for run in runs)]
    rows = []
    for (folder, method), group in grouped(runs, lambda r: (r.instance.folder, r.method)).items():
        summary = Summary.of(group)
        ended = [sum(run.measured.outcome == each for run in group) for each in outcomes]
        memory = [run.measured.memory for run in group if run.measured.memory is not None]
        rows.append(
            [
                *(folder, method, str(summary.count), *map(str, ended)),
                *map(number, (summary.mean, summary.middle, summary.longest)),
                megabytes(max(memory, default=None)),
            ]
        )
    return Table(
        "Every method in every folder",
        "How the runs ended, the seconds of those with a correct answer, and the largest peak "
        "memory of a run, its interpreter and libraries included.",
        ["folder", "method", "runs", *outcomes, "mean s", "median s", "max s", "peak MB"],
        rows,
        names=2,
    )


def by_islands(runs: Sequence[Run]) -> Table:
    """The table of PhoenixSmaug's README."""
    rows = [
        [f"{name}, published", NOTHING, *row, *[NOTHING] * 4] for name, row in PHOENIX_SMAUG.items()
    ]
    measured = grouped((run for run in runs if run.instance.cllv), lambda run: run.method)
    for method, group in measured.items():
        by_size = grouped(group, lambda run: run.instance.islands)
        summaries = [Summary.of(by_size[n]) if n in by_size else None for n in ISLANDS]
        means, longest = map(_mean, summaries), map(_longest, summaries)
        rows.append([method, str(len(group)), *means, *longest])
    return Table(
        "Average seconds by number of islands",
        f"{PHOENIX_SMAUG_SOURCE}. Where a method did not answer all correctly, the time is that "
        "of the share in brackets.",
        ["method", "runs", *(f"n = {n}" for n in ISLANDS), *(f"max {n}" for n in ISLANDS)],
        rows if measured else [],
    )


def correct_rates(runs: Sequence[Run]) -> Table:
    """The left half of Table 3 of Cheng and Yang."""

    def here(group: Sequence[Run]) -> str:
        return percent(Summary.of(group).rate)

    methods, classes = _by_class(runs)
    rows = []
    for each, groups in classes:
        paper = dict(zip(VERSIONS, CHENG_YANG[each].correct))
        most = max(map(len, groups.values()))
        rows.append([*map(str, each), str(most), *_beside(methods, paper, groups, here)])
    return Table(
        "Correct rate in percent",
        f"{CHENG_YANG_SOURCE}. β and α in percent; rates rounded down, as theirs are. {_BESIDE}",
        ["n", "β", "α", "runs", *methods],
        rows,
        names=0,
    )


def average_times(runs: Sequence[Run]) -> Table:
    """The right half of Table 3 of Cheng and Yang."""

    def here(group: Sequence[Run]) -> str:
        return number(Summary.of(group).mean)

    methods, classes = _by_class(runs)
    rows = []
    for each, groups in classes:
        published = CHENG_YANG[each]
        paper = dict(zip(VERSIONS, published.seconds))
        rows.append([*map(str, each), published.coelho, *_beside(methods, paper, groups, here)])
    return Table(
        "Average seconds",
        f"{CHENG_YANG_SOURCE}. Theirs are over all 30 puzzles of a class, right or wrong; those "
        f"measured here over the correct answers. {_BESIDE}",
        ["n", "β", "α", "Coelho et al.", *methods],
        rows,
        names=0,
    )


def cuts(runs: Sequence[Run]) -> Table:
    """What Figure 3 of Cheng and Yang shows of the hardest class, for all methods with cuts."""
    hardest = [run for run in runs if run.instance.cllv == HARDEST and run.correct]
    rows = []
    for method, group in grouped(hardest, lambda run: run.method).items():
        added = _stats(group, "cuts")
        if added:
            rounds = _stats(group, "rounds")
            values = (min(added), median(added), fmean(added), max(added))
            mean_rounds = fmean(rounds) if rounds else None
            rows.append([method, str(len(group)), *map(number, values), number(mean_rounds)])
    return Table(
        "Connectivity cuts added in the hardest class",
        "Cheng and Yang, Figure 3 (n = 400, β = 75 %, α = 0 %): a drawing without numbers, so "
        "there are none to set beside these.",
        ["method", "puzzles", "fewest", "median", "mean", "most", "rounds, mean"],
        rows,
    )


def grid_times(runs: Sequence[Run]) -> Table:
    """The time chart of the HCMUS report."""
    published = {size: seconds for size, (seconds, _) in HCMUS_BRUTE_FORCE.items()}
    return _by_grid(
        "Average seconds by size of the grid",
        f"{HCMUS_SOURCE}. In brackets the share of correct answers, where that is not all.",
        runs,
        published,
        lambda group: _mean(Summary.of(group)),
    )


def grid_memory(runs: Sequence[Run]) -> Table:
    """The memory chart of the HCMUS report."""
    published = {size: kilobytes(memory) for size, (_, memory) in HCMUS_BRUTE_FORCE.items()}
    return _by_grid(
        "Memory in KB by size of the grid",
        f"{HCMUS_SOURCE}, and the figures are too small for whole processes. Here: what solving "
        "added to the peak of the process, in pages; the mean over all runs.",
        runs,
        published,
        lambda group: kilobytes(mean_added(group)),
    )


def formulas(runs: Sequence[Run]) -> Table:
    """How large the formulas of the SAT methods are, for the comparison in the HCMUS report."""
    sized = [run for run in runs if run.stat("variables") and run.stat("clauses")]
    rows = []
    for (folder, method), group in grouped(sized, lambda r: (r.instance.folder, r.method)).items():
        means = [fmean(_stats(group, name)) for name in ("variables", "clauses")]
        rows.append([folder, method, *(f"{mean:.0f}" for mean in means)])
    return Table(
        "Size of the formula",
        "The HCMUS report, section 5.2, has Tseitin's and its own encoding in more clauses than "
        "PySAT's PBEnc, without numbers. Means over the puzzles of a folder, cuts included.",
        ["folder", "method", "variables", "clauses"],
        rows,
        names=2,
    )


def table_vi(runs: Sequence[Run]) -> Table:
    """Table VI of Yen et al., on its side: means over the puzzles that deduction solved."""
    deduced = [run for run in runs if "techniques" in (run.measured.stats or {}) and run.correct]
    here = [
        [folder, *_deduction(group)]
        for folder, group in grouped(deduced, lambda run: run.instance.folder).items()
    ]
    return Table(
        "Deduction: connection and elimination search",
        f"{YEN_SOURCE}. Of the information, the share that each gives, in percent; in the end the "
        "share of the puzzles that connection alone solves.",
        [
            *("puzzles", "number", "s"),
            *("connection %", "s", "s for 1 %"),
            *("elimination %", "s", "s for 1 %"),
            "alone %",
        ],
        [["Yen et al.", *YEN_TABLE_VI], *here] if here else [],
    )


def growths(runs: Sequence[Run]) -> Table:
    """How the time of each method grows."""
    grown = {method: growth(group) for method, group in grouped(runs, _method).items()}
    return Table(
        "Growth",
        "The exponent p for which seconds ~ islands ** p fits best, up to the size at which the "
        "first answer is missing or wrong: 1 is linear.",
        ["method", "islands from", "to", "p"],
        [
            [method, str(each.smallest), str(each.largest), number(each.exponent)]
            for method, each in grown.items()
            if each
        ],
    )


Classes = list[tuple[CllvClass, dict[str, list[Run]]]]


def _by_class(runs: Iterable[Run]) -> tuple[list[str], Classes]:
    """The methods of the paper and of the runs, and for each class of Table 3 the runs of each."""
    classes = grouped(runs, lambda run: run.instance.cllv)
    known = [(each, grouped(classes[each], _method)) for each in CHENG_YANG if each in classes]
    measured = dict.fromkeys(method for _, groups in known for method in groups)
    return list(dict.fromkeys([*VERSIONS, *measured])), known


def _beside(
    methods: Iterable[str],
    paper: Mapping[str, str],
    groups: Mapping[str, Sequence[Run]],
    here: Callable[[Sequence[Run]], str],
) -> Iterator[str]:
    """For each method what the paper has, what was measured, or both."""
    for method in methods:
        published = [paper[method]] if method in paper else []
        measured = [here(groups[method])] if method in groups else []
        yield " / ".join([*published, *measured]) or NOTHING


def _by_grid(
    title: str,
    note: str,
    runs: Iterable[Run],
    published: Mapping[tuple[int, int], str],
    here: Callable[[Sequence[Run]], str],
) -> Table:
    """A row for each size of grid, a column for each method."""
    grids = grouped(runs, lambda run: run.instance.grid)
    methods = list(dict.fromkeys(run.method for group in grids.values() for run in group))
    rows = []
    for grid in sorted(grids):
        groups = grouped(grids[grid], _method)
        measured = [here(groups[method]) if method in groups else NOTHING for method in methods]
        rows.append([f"{grid[0]}x{grid[1]}", published.get(grid, NOTHING), *measured])
    return Table(title, note, ["grid", "brute force, published", *methods], rows)


def _method(run: Run) -> str:
    return run.method


def _mean(summary: Summary | None) -> str:
    if summary is None:
        return NOTHING
    share = "" if summary.rate == 1 else f" ({percent(summary.rate)} %)"
    return number(summary.mean) + share


def _longest(summary: Summary | None) -> str:
    return number(summary.longest if summary else None)


def _stats(runs: Iterable[Run], name: str) -> list[float]:
    return [value for run in runs if (value := run.stat(name)) is not None]


def _deduction(runs: Sequence[Run]) -> Iterator[str]:
    """What a row of Table VI has for some runs."""
    yield str(len(runs))
    yield number(Summary.of(runs).mean)
    for connection in (True, False):
        share = fmean(_sum(run, "share", connection=connection) for run in runs)
        seconds = fmean(_sum(run, "seconds", connection=connection) for run in runs)
        yield f"{100 * share:.2f}"
        yield number(seconds)
        yield number(seconds / share / 100 if share else None)
    alone = fmean(not _sum(run, "conclusions", connection=False) for run in runs)
    yield f"{100 * alone:.1f}"


def _sum(run: Run, figure: str, *, connection: bool) -> float:
    """A figure of the techniques of one kind, added up."""
    techniques = (run.measured.stats or {})["techniques"].items()
    figures: float = sum(
        given[figure] for name, given in techniques if (name in CONNECTION) == connection
    )
    return figures
