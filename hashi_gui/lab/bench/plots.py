"""The charts of the papers, drawn from measured results. Needs matplotlib.

Each method has its own combination of colour, marker and line style, so that no two look the same
even in black and white. The colours are those of Okabe and Ito, which colour-blind people can
distinguish. A hollow marker means that not all puzzles were answered correctly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log2, prod
from pathlib import Path
from statistics import fmean
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from hashi_gui.lab.bench.published import (
    HARDEST,
    HCMUS_BRUTE_FORCE,
    ISLANDS,
    PHOENIX_SMAUG,
    VERSIONS,
)
from hashi_gui.lab.bench.runs import Run, RunSummary, group_by, mean_added_memory
from hashi_gui.lab.methods import METHODS

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

Line = Sequence[tuple[float, float, bool]]
"""Points x, y, and whether all puzzles of the point were answered correctly."""


def draw(runs: Sequence[Run], folder: Path) -> dict[str, str]:
    """Draw every chart that the runs have data for, as PNG and SVG.

    Returns the titles by the names of the PNG files.
    """
    charts = {
        "growth": ("Seconds by number of islands", _growth),
        "cllv": ("Average seconds on the puzzles of Coelho et al.", _by_islands),
        "cuts": ("Connectivity cuts added (n = 400, β = 75 %, α = 0 %)", _cuts),
        "grid-time": ("Average seconds by size of the grid", _grid_time),
        "grid-memory": ("Memory that solving added, by size of the grid", _grid_memory),
    }
    # With a fixed salt, the same runs make the same file.
    with mpl.rc_context({"svg.hashsalt": "hashi"}):
        return {
            f"{name}.png": title
            for name, (title, chart) in charts.items()
            if _draw_chart(folder / name, title, chart, runs)
        }


def _draw_chart(
    file: Path, title: str, chart: Callable[[Axes, Sequence[Run]], None], runs: Sequence[Run]
) -> bool:
    """Draw a chart; returns False if there was no data."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title)
    chart(axes, runs)
    if not axes.has_data():
        return False
    figure.legend(loc="outside right upper", fontsize="small")
    figure.savefig(file.with_suffix(".png"), dpi=150)
    figure.savefig(file.with_suffix(".svg"), metadata={"Date": None})
    return True


def _growth(axes: Axes, runs: Sequence[Run]) -> None:
    """Medians of the correct answers, with sizes grouped by factors of the square root of 2."""

    def points(group: Sequence[Run]) -> Line:
        sizes = group_by(group, lambda run: round(2 * log2(run.instance.islands)))
        line = []
        for size in sorted(sizes):
            summary = RunSummary.from_runs(sizes[size])
            islands = fmean(run.instance.islands for run in sizes[size])
            if summary.median:
                line.append((islands, summary.median, summary.rate == 1))
        return line

    _lines(axes, _by_method(runs, points))
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(PLAIN_NUMBERS)
    axes.set_xlabel("islands")
    axes.set_ylabel("seconds, median")


def _by_islands(axes: Axes, runs: Sequence[Run]) -> None:
    def points(group: Sequence[Run]) -> Line:
        sizes = group_by(group, lambda run: run.instance.islands)
        summaries = [(n, RunSummary.from_runs(sizes[n])) for n in sorted(sizes)]
        return [(n, each.mean, each.rate == 1) for n, each in summaries if each.mean]

    measured = _by_method([run for run in runs if run.instance.cllv], points)
    if not measured:
        return
    published = {
        f"{name}, published": [
            (float(n), float(seconds.removeprefix("<")), True) for n, seconds in zip(ISLANDS, row)
        ]
        for name, row in PHOENIX_SMAUG.items()
    }
    _lines(axes, {**measured, **published})
    axes.set_xticks(ISLANDS)
    axes.set_xlabel("islands")
    axes.set_ylabel("seconds, mean")


def _cuts(axes: Axes, runs: Sequence[Run]) -> None:
    """The distribution of the number of cuts, as in Figure 3 of Cheng and Yang."""
    hardest = [run for run in runs if run.instance.cllv == HARDEST and run.correct]
    compared = [run for run in hardest if run.method in VERSIONS[3:]]
    groups = {
        method: [added for run in group if (added := run.stat("cuts")) is not None]
        for method, group in group_by(compared, lambda run: run.method).items()
    }
    if not groups:
        return
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


def _grid_time(axes: Axes, runs: Sequence[Run]) -> None:
    published = {grid: float(seconds) for grid, (seconds, _) in HCMUS_BRUTE_FORCE.items()}
    _by_grid(axes, runs, published, lambda group: RunSummary.from_runs(group).mean)
    axes.set_ylabel("seconds, mean")


def _grid_memory(axes: Axes, runs: Sequence[Run]) -> None:
    def added(group: Sequence[Run]) -> float | None:
        mean = mean_added_memory(group)
        return mean and mean / 2**10

    published = {grid: memory / 2**10 for grid, (_, memory) in HCMUS_BRUTE_FORCE.items()}
    _by_grid(axes, runs, published, added)
    axes.set_ylabel("KB, mean")


def _by_grid(
    axes: Axes,
    runs: Sequence[Run],
    published: Mapping[tuple[int, int], float],
    value: Callable[[Sequence[Run]], float | None],
) -> None:
    """A value for each method, and the published one, by the size of the grid."""

    def points(group: Sequence[Run]) -> Line:
        grids = group_by(group, lambda run: run.instance.grid)
        values = [(grid, value(grids[grid])) for grid in sorted(grids)]
        return [
            (prod(grid), found, all(run.correct for run in grids[grid]))
            for grid, found in values
            if found
        ]

    measured = _by_method(runs, points)
    if not measured:
        return
    paper = [(prod(grid), found, True) for grid, found in published.items()]
    _lines(axes, {**measured, "brute force, published": paper})
    axes.set_xscale("log")
    grids = {run.instance.grid for run in runs} | set(published)
    ticks = {prod(grid): f"{grid[0]}x{grid[1]}" for grid in grids if grid}
    axes.set_xticks(list(ticks), list(ticks.values()), fontsize="small")
    axes.set_xticks([], minor=True)
    axes.set_xlabel("rows x columns")


def _by_method(runs: Iterable[Run], points: Callable[[Sequence[Run]], Line]) -> dict[str, Line]:
    lines = {name: points(group) for name, group in group_by(runs, lambda r: r.method).items()}
    return {name: line for name, line in lines.items() if line}


def _style(name: str) -> tuple[str, str, str]:
    """Colour, marker and line style of a method, the same in every plot."""
    if name in PUBLISHED:
        return "0.45", PUBLISHED[name], ":"
    at = list(METHODS).index(name) if name in METHODS else len(METHODS)
    return COLOURS[at % len(COLOURS)], MARKERS[at % len(MARKERS)], LINES[at % len(LINES)]


def _lines(axes: Axes, lines: Mapping[str, Line]) -> None:
    """Plot all lines, with a logarithmic vertical axis."""
    for name, line in lines.items():
        colour, marker, style = _style(name)
        x, y = [x for x, _, _ in line], [y for _, y, _ in line]
        axes.plot(x, y, style, color=colour, marker=marker, markersize=5, label=name)
        incomplete = [(x, y) for x, y, complete in line if not complete]
        if incomplete:
            axes.plot(*zip(*incomplete), marker, color=colour, **HOLLOW)
    if not all(complete for line in lines.values() for _, _, complete in line):
        axes.plot([], [], "o", color="0.45", label="not all correct", **HOLLOW)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(PLAIN_NUMBERS)
    axes.grid(visible=True, which="major", alpha=0.3)
