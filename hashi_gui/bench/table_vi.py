"""Table VI of Yen et al. ("Hashi Solver"), repeated on puzzles made for it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from hashi_gui.generating import Options, generate
from hashi_gui.logic.techniques import DIRECT
from hashi_gui.methods import solve
from hashi_gui.solving import Result

LIKE_THEIRS = Options(25, 25, 150)
"""Of their puzzles, the paper tells no more than the size."""

CONNECTION = {technique.name for technique in DIRECT}
"""Techniques 1 to 14. Whatever else gave something counts as elimination search."""

PUBLISHED = """\
                      information  seconds a puzzle  seconds per 1 %
Yen et al., MATLAB 2009 on an AMD E8400: 1000 puzzles, 0.0342 s at the mean
  connection              98.900%          0.032700         0.000331
  elimination search       1.100%          0.001500         0.001364
  76.6% solved by connection alone"""


def deduce(seed: int) -> Result:
    """The puzzle of a seed, solved by deduction."""
    return solve(generate(LIKE_THEIRS, seed).puzzle, "deduction")


def table(results: Sequence[Result]) -> str:
    """The published table, and ours: means over all puzzles."""
    seconds = [result.seconds for result in results]
    alone = fmean(_sum(result, "conclusions", connection=False) == 0 for result in results)
    return "\n".join(
        [
            PUBLISHED,
            f"Here: {len(results)} puzzles, {fmean(seconds):.4f} s at the mean, "
            f"{max(seconds):.4f} s at most",
            _row("connection", results, connection=True),
            _row("elimination search", results, connection=False),
            f"  {alone:.1%} solved by connection alone",
        ]
    )


def _row(name: str, results: Sequence[Result], *, connection: bool) -> str:
    share = fmean(_sum(result, "share", connection=connection) for result in results)
    seconds = fmean(_sum(result, "seconds", connection=connection) for result in results)
    per_percent = f"{seconds / share / 100:17.6f}" if share else "-"
    return f"  {name:20} {share:10.3%} {seconds:17.6f} {per_percent:>16}"


def _sum(result: Result, figure: str, *, connection: bool) -> float:
    """A figure of the techniques of one kind, added up."""
    figures: float = sum(
        given[figure]
        for name, given in result.stats["techniques"].items()
        if (name in CONNECTION) == connection
    )
    return figures
