"""The charts of the papers, and those that compare solvers, of what was measured. Needs matplotlib.

Each method has its own combination of colour, marker and line style, so that no two look the same
even in black and white. The colours are those of Okabe and Ito, which colour-blind people can
distinguish. A hollow marker means that not all puzzles were answered correctly. What would show
nothing is not drawn: more than MAX_LINES lines, fewer than MIN_POSITIONS points beside each other,
fewer than MIN_PUZZLES puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import inf, log2, prod
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from hashi_gui.lab.bench.published import (
    HARDEST,
    HCMUS_BRUTE_FORCE,
    ISLANDS,
    PHOENIX_SMAUG,
    VERSIONS,
)
from hashi_gui.lab.bench.runs import (
    Run,
    RunSummary,
    group_by,
    known,
    mean_added_memory,
    middle_runs,
)
from hashi_gui.lab.methods import Task, position

MAX_LINES = 8
"""The most methods in one chart: those with the most answers, and the shortest times."""

MIN_POSITIONS = 3
MIN_PUZZLES = 10

MAX_PANELS = 6
"""The most methods that one is compared with, each in a panel of its own."""

COLOURS = (
    *("#0072B2", "#D55E00", "#009E73", "#CC79A7"),
    *("#000000", "#E69F00", "#56B4E9"),
)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*", "h", "d")
LINES = ("-", "--", "-.", ":")
PUBLISHED = {"CLLV, published": "+", "lazy-solve, published": "x", "brute force, published": "+"}
"""Published results, which are drawn in grey, and their markers."""

HOLLOW: dict[str, Any] = {"markersize": 5, "markerfacecolor": "white"}

HATCHES = ["", "///"]
"""The patterns of the bars of the two methods in Figure 3."""

PLAIN_NUMBERS = FuncFormatter(lambda value, _: f"{value:g}")
"""Tick labels without powers of ten."""

GREY = "0.45"

Line = Sequence[tuple[float, float, bool]]
"""Points x, y, and whether all puzzles of the point were answered correctly."""

Runs = Mapping[str, Sequence[Run]]
"""The runs of each method."""


def draw(runs: Iterable[Run], folder: Path) -> dict[str, str]:
    """Draw every chart that the runs have data for, as PNG and SVG.

    Returns the titles by the names of the PNG files.
    """
    runs = middle_runs(runs)
    solving = [run for run in runs if run.conditions.task is Task.SOLVE]
    charts: Mapping[str, tuple[str, Callable[[Figure, Sequence[Run]], None], Sequence[Run]]] = {
        "cactus": ("Puzzles answered, by time limit", _cactus, runs),
        "scatter": ("Seconds on each puzzle, method against method", _scatter, runs),
        "growth": ("Seconds by number of islands", _growth, runs),
        "cllv": ("Average seconds on the puzzles of Coelho et al.", _by_islands, solving),
        "cuts": ("Connectivity cuts added (n = 400, β = 75 %, α = 0 %)", _cuts, solving),
        "grid-time": ("Average seconds by size of the grid", _grid_time, solving),
        "grid-memory": ("Memory that solving added, by size of the grid", _grid_memory, solving),
    }
    # With a fixed salt, the same runs make the same file.
    with mpl.rc_context({"svg.hashsalt": "hashi"}):
        return {
            f"{name}.png": title
            for name, (title, chart, shown) in charts.items()
            if _draw_chart(folder / name, title, chart, shown)
        }


def _draw_chart(
    file: Path, title: str, chart: Callable[[Figure, Sequence[Run]], None], runs: Sequence[Run]
) -> bool:
    """Draw a chart; returns False if there was not enough data."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    chart(figure, runs)
    if not figure.axes:
        return False
    if len(figure.axes) > 1:
        figure.suptitle(title)
    else:
        figure.axes[0].set_title(title)
    figure.savefig(file.with_suffix(".png"), dpi=150)
    figure.savefig(file.with_suffix(".svg"), metadata={"Date": None})
    return True


def _best(runs: Iterable[Run], count: int = MAX_LINES) -> tuple[Runs, str]:
    """The runs of the best methods, and a note if there are more methods."""
    methods = group_by(runs, lambda run: run.method)

    def rank(method: str) -> tuple[float, float]:
        summary = RunSummary.from_runs(methods[method])
        return -summary.rate, summary.mean or inf

    best = sorted(sorted(methods, key=rank)[:count], key=position)
    note = f"the best {count} of {len(methods)}" if len(methods) > count else ""
    return {method: methods[method] for method in best}, note


def _cactus(figure: Figure, runs: Sequence[Run]) -> None:
    """How many puzzles each method answers within how much time, of those that all were given."""
    methods, note = _best(runs)
    paths = [{run.instance.path for run in group} for group in methods.values()]
    common = set.intersection(*paths) if len(paths) > 1 else set()
    if len(common) < MIN_PUZZLES:
        return
    axes = figure.add_subplot()
    for method, group in methods.items():
        colour, marker, line = _style(method)
        seconds = sorted(known(run.seconds for run in group if run.instance.path in common))
        axes.plot(
            range(1, len(seconds) + 1),
            seconds,
            line,
            color=colour,
            marker=marker,
            markersize=5,
            markevery=max(1, len(common) // 10),
            label=f"{method}: {len(seconds)}",
        )
    _logarithmic(axes)
    axes.set_ylabel("seconds for each puzzle")
    axes.set_xlim(0, len(common) + 1)
    axes.set_xlabel(f"puzzles answered, of {len(common)}")
    _legend(figure, note)


def _scatter(figure: Figure, runs: Sequence[Run]) -> None:
    """The first method against each of the best others: a point for each puzzle.

    Where there is no answer, it is at twice the time limit.
    """
    methods = group_by((run for run in runs if run.par2), lambda run: run.method)
    first = min(methods, key=position, default="")
    own = {run.instance.path: run for run in methods.pop(first, ())}
    others, note = _best([run for group in methods.values() for run in group], MAX_PANELS)
    pairs = {
        method: [(own[run.instance.path], run) for run in group if run.instance.path in own]
        for method, group in others.items()
    }
    if max(map(len, pairs.values()), default=0) < MIN_PUZZLES:
        return
    columns = 2 if len(pairs) == 4 else min(3, len(pairs))
    rows = -(-len(pairs) // columns)
    if len(pairs) > 1:
        figure.set_size_inches(2.2 + 2.6 * columns, 1 + 2.6 * rows)
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flatten()
    times = known(run.par2 for both in pairs.values() for pair in both for run in pair)
    shown = min(times) / 1.5, max(times) * 1.5
    limit = max(run.conditions.time_limit or 0 for run in runs)
    for axes, (method, both) in zip(panels, pairs.items()):
        axes.axline((1, 1), (2, 2), color=GREY, linewidth=0.8, label="equally fast")
        _points(axes, both, "a puzzle", COLOURS[0], same=False)
        _points(axes, both, "same code", "white", same=True)
        if limit < max(times):
            axes.axhline(limit, color=GREY, linestyle=":", label="time limit")
            axes.axvline(limit, color=GREY, linestyle=":")
        axes.set(xlim=shown, ylim=shown)
        _logarithmic(axes, "x")
        _logarithmic(axes, "y")
        axes.set_aspect("equal")
        axes.tick_params(labelsize="small")
        axes.set_ylabel(f"seconds of {method}")
    for axes in panels[len(pairs) - columns : len(pairs)]:
        axes.set_xlabel(f"seconds of {first}")
        axes.tick_params(labelbottom=True)
    for axes in panels[len(pairs) :]:
        axes.remove()
    _legend(figure, note)


def _points(
    axes: Axes, pairs: Iterable[tuple[Run, Run]], label: str, face: str, *, same: bool
) -> None:
    """The pairs of runs of the ``same`` code, or of different code."""
    points = [(one.par2, other.par2) for one, other in pairs if (one.code == other.code) is same]
    if points:
        axes.plot(*zip(*points), "o", color=COLOURS[0], mfc=face, markersize=4, label=label)


def _growth(figure: Figure, runs: Sequence[Run]) -> None:
    """Medians of the correct answers, with sizes grouped by factors of the square root of 2."""
    if axes := _lines(
        figure,
        runs,
        lambda run: round(2 * log2(run.instance.islands)),
        lambda group: RunSummary.from_runs(group).median,
    ):
        _logarithmic(axes, "x")
        axes.set_xlabel("islands")
        axes.set_ylabel("seconds, median")


def _by_islands(figure: Figure, runs: Sequence[Run]) -> None:
    published = {
        f"{name}, published": [
            (float(n), float(seconds.removeprefix("<")), True) for n, seconds in zip(ISLANDS, row)
        ]
        for name, row in PHOENIX_SMAUG.items()
    }
    runs = [run for run in runs if run.instance.cllv]
    if axes := _lines(figure, runs, lambda run: run.instance.islands, _mean, published):
        axes.set_xticks(ISLANDS)
        axes.set_xlabel("islands")
        axes.set_ylabel("seconds, mean")


def _mean(runs: Sequence[Run]) -> float | None:
    return RunSummary.from_runs(runs).mean


def _cuts(figure: Figure, runs: Sequence[Run]) -> None:
    """The distribution of the number of cuts, as in Figure 3 of Cheng and Yang."""
    hardest = [run for run in runs if run.instance.cllv == HARDEST and run.correct]
    compared = [run for run in hardest if run.method in VERSIONS[3:]]
    groups = {
        method: known(run.stat("cuts") for run in group)
        for method, group in group_by(compared, lambda run: run.method).items()
    }
    if sum(map(len, groups.values())) < MIN_PUZZLES:
        return
    axes = figure.add_subplot()
    axes.hist(
        list(groups.values()),
        bins=12,
        rwidth=0.9,
        label=list(groups),
        color=[_style(method)[0] for method in groups],
        hatch=HATCHES[: len(groups)],
        edgecolor="white",
    )
    axes.set_xlabel("cuts")
    axes.set_ylabel("puzzles")
    _legend(figure)


def _grid_time(figure: Figure, runs: Sequence[Run]) -> None:
    published = {grid: float(seconds) for grid, (seconds, _) in HCMUS_BRUTE_FORCE.items()}
    _by_grid(figure, runs, published, _mean, "seconds, mean")


def _grid_memory(figure: Figure, runs: Sequence[Run]) -> None:
    def added(group: Sequence[Run]) -> float | None:
        mean = mean_added_memory(group)
        return mean and mean / 2**10

    published = {grid: memory / 2**10 for grid, (_, memory) in HCMUS_BRUTE_FORCE.items()}
    _by_grid(figure, runs, published, added, "KB, mean")


def _by_grid(
    figure: Figure,
    runs: Sequence[Run],
    published: Mapping[tuple[int, int], float],
    value: Callable[[Sequence[Run]], float | None],
    unit: str,
) -> None:
    """A value for each method, and the published one, by the size of the grid."""
    runs = [run for run in runs if run.instance.grid]
    paper = {"brute force, published": [(prod(grid), y, True) for grid, y in published.items()]}
    if axes := _lines(figure, runs, _cells, value, paper, _cells):
        axes.set_xscale("log")
        grids = {run.instance.grid for run in runs} | set(published)
        ticks = {prod(grid): f"{grid[0]}x{grid[1]}" for grid in grids if grid}
        axes.set_xticks(list(ticks), list(ticks.values()), fontsize="small")
        axes.set_xticks([], minor=True)
        axes.set_xlabel("rows x columns")
        axes.set_ylabel(unit)


def _cells(run: Run) -> int:
    return prod(run.instance.grid or ())


def _style(name: str) -> tuple[str, str, str]:
    """Colour, marker and line style of a method, the same in every plot."""
    if name in PUBLISHED:
        return GREY, PUBLISHED[name], ":"
    at = position(name)
    return COLOURS[at % len(COLOURS)], MARKERS[at % len(MARKERS)], LINES[at % len(LINES)]


def _lines(
    figure: Figure,
    runs: Sequence[Run],
    size: Callable[[Run], int],
    value: Callable[[Sequence[Run]], float | None],
    published: Mapping[str, Line] = MappingProxyType({}),
    place: Callable[[Run], int] = lambda run: run.instance.islands,
) -> Axes | None:
    """Plot a line for each of the best methods and the published ones, with a logarithmic y axis.

    A point is a ``value`` of the runs of one ``size``, at the mean of their places. Returns None,
    and plots nothing, if the lines of all methods are too short.
    """
    methods, note = _best(runs)
    measured: dict[str, Line] = {}
    for method, group in methods.items():
        sizes = [each for _, each in sorted(group_by(group, size).items())]
        measured[method] = [
            (fmean(map(place, each)), found, all(run.correct for run in each))
            for each in sizes
            if (found := value(each))
        ]
    if max(map(len, measured.values()), default=0) < MIN_POSITIONS:
        return None
    axes = figure.add_subplot()
    lines = {**measured, **published}
    for name, line in lines.items():
        if not line:
            continue
        colour, marker, style = _style(name)
        x, y = [x for x, _, _ in line], [y for _, y, _ in line]
        axes.plot(x, y, style, color=colour, marker=marker, markersize=5, label=name)
        incomplete = [(x, y) for x, y, complete in line if not complete]
        if incomplete:
            axes.plot(*zip(*incomplete), marker, color=colour, **HOLLOW)
    if not all(complete for line in lines.values() for _, _, complete in line):
        axes.plot([], [], "o", color=GREY, label="not all correct", **HOLLOW)
    _logarithmic(axes)
    _legend(figure, note)
    return axes


def _logarithmic(axes: Axes, name: str = "y") -> None:
    """Make an axis of a chart logarithmic, with plain numbers beside each other."""
    axes.set(**{f"{name}scale": "log"})
    axis: Axis = getattr(axes, f"{name}axis")
    low, high = axis.get_view_interval()
    ticks = (1,) if high > 300 * low else (1, 2, 5) if high > 10 * low else (1, 1.5, 2, 3, 4, 6)
    axis.set_major_locator(LogLocator(subs=ticks))
    axis.set_major_formatter(PLAIN_NUMBERS)
    axis.set_minor_formatter(NullFormatter())
    axes.grid(visible=True, which="major", alpha=0.3)


def _legend(figure: Figure, note: str = "") -> None:
    """Add a legend beside a chart, in which what several panels show is named once."""
    shown = [zip(*reversed(axes.get_legend_handles_labels())) for axes in figure.axes]
    labelled = dict(chain.from_iterable(shown))
    figure.legend(
        labelled.values(),
        labelled.keys(),
        loc="outside right upper",
        handlelength=3.5,
        fontsize="small",
        title=note,
        title_fontsize="small",
    )
