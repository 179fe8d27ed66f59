"""The figures of papers and reports, as they print them, each with its source."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hashi_gui.lab.bench.runs import CllvClass

ISLANDS = (100, 200, 300, 400)
"""The sizes of the puzzles of Coelho, Laporte, Lindbeck and Vidal."""

PHOENIX_SMAUG_SOURCE = (
    'PhoenixSmaug/hashi (Mia Müßig), README, "Lazy Constraints": average runtime; CLLV is the '
    "branch and cut of Coelho, Laporte, Lindbeck and Vidal, 2019, lazy-solve uses Gurobi"
)
PHOENIX_SMAUG = {
    "CLLV": ("0.16", "1.13", "6.32", "36.94"),
    "lazy-solve": ("<0.01", "0.04", "0.12", "1.48"),
}
"""Seconds for each of ISLANDS."""


class ChengYang(NamedTuple):
    """A row of Table 3: for versions 1 to 5 the correct rate in percent and the average seconds,
    and the seconds of Coelho et al.
    """

    correct: tuple[str, ...]
    seconds: tuple[str, ...]
    coelho: str


CHENG_YANG_SOURCE = (
    "Cheng and Yang, Incremental Constraints for Integer Linear Programming to Solve "
    "Hashiwokakero, Table 3: cbc on Google Colab; the column of Coelho et al. is their own"
)
VERSIONS = ("ilp-v1", "ilp-v2", "ilp-v3", "ilp-v4", "ilp-v5")
"""The methods that implement versions 1 to 5 of the paper."""

HARDEST = CllvClass(400, 75, 0)
"""The class of Figure 3."""


def _table_3() -> dict[CllvClass, ChengYang]:
    """From a file of islands, beta and alpha in percent, correct rates, seconds, Coelho et al."""
    table = Path(__file__).with_name("cheng_yang_table_3.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in table.splitlines()]
    return {
        CllvClass(*map(int, row[:3])): ChengYang(tuple(row[3:8]), tuple(row[8:13]), row[13])
        for row in rows
    }


CHENG_YANG = _table_3()

HCMUS_SOURCE = (
    "Ngo, Bui and Nguyen, Project 02: Hashiwokakero, HCMUS, Table 1: brute force, in Python. The "
    "charts of the other algorithms have no numbers"
)
HCMUS_BRUTE_FORCE = {
    (3, 3): ("0.02", 11704),
    (5, 5): ("413.68", 75176),
    (7, 7): ("879.78", 125816),
}
"""Seconds, and peak memory in bytes, by the size of the grid."""

YEN_SOURCE = (
    "Yen, Chiu, Chou and Su, Hashi Solver, Table VI and section IV: 25x25, MATLAB 2009 on an AMD "
    "E8400"
)
YEN_TABLE_VI = (
    *("1000", "0.0342"),
    *("98.9", "0.0327", "0.00033064"),
    *("1.1", "0.0015", "0.00136364"),
    "76.6",
)
"""The number of puzzles and the seconds per puzzle; for connection and for elimination search, the
percentage of the information, the seconds per puzzle and the seconds per percent; the percentage of
the puzzles that connection solves alone.
"""
