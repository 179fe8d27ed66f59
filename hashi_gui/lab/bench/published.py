"""The figures of papers and reports, as they print them, each with its source."""

from __future__ import annotations

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

_TABLE_3 = """\
100 25  0  33  53 100 100 100  0.43  0.49  0.45   0.51  0.73   0.05
100 25  5  60  60  83 100 100  0.53  0.67  0.65   0.55  0.72   0.04
100 25 10  66  66  90 100 100  0.51  0.63  0.65   0.51  0.69   0.04
100 25 15  63  66 100 100 100  0.50  0.63  0.64   0.51  0.68   0.03
100 50  0  10   6  53 100 100  0.53  0.66  0.66   0.62  0.88   0.11
100 50  5   3  10  66 100 100  0.53  0.65  0.65   0.96  0.80   0.10
100 50 10  23  20  83 100 100  0.54  0.67  0.68   0.54  0.83   0.11
100 50 15  26  16  83 100 100  0.53  0.65  0.66   0.58  0.77   0.09
100 75  0   0  10  43 100 100  0.56  0.69  0.69   0.64  1.08   0.22
100 75  5   0   6  46 100 100  0.57  0.70  0.70   0.63  1.06   0.39
100 75 10   0   3  76 100 100  0.60  0.72  0.73   0.77  0.76   0.39
100 75 15   0   0  76 100 100  0.56  0.69  0.71   0.63  0.82   0.36
200 25  0  10  26  90 100 100  0.61  0.73  0.73   0.61  0.80   0.16
200 25  5  40  36  86 100 100  0.61  0.75  0.75   1.05  0.79   0.15
200 25 10  46  53  93 100 100  0.68  0.82  0.74   0.66  0.81   0.13
200 25 15  63  70  96 100 100  0.60  0.73  0.75   0.66  0.78   0.13
200 50  0   0   0  30 100 100  0.69  0.70  0.81   0.80  1.23   0.52
200 50  5   0   0  46 100 100  0.73  0.87  0.90   0.93  1.66   0.53
200 50 10   3  10  50 100 100  0.71  0.85  0.83   0.81  1.27   0.49
200 50 15   3   0  80 100 100  0.73  0.87  0.87   0.85  1.14   0.44
200 75  0   0   0  10 100 100  0.94  1.04  1.03   2.01  3.40   2.13
200 75  5   0   0  43 100 100  0.88  0.98  1.00   1.66  2.55   2.87
200 75 10   0   0  43 100 100  1.00  1.04  1.02   1.47  2.75   3.15
200 75 15   0  10  73 100 100  1.13  1.13  1.04   1.12  1.21   2.91
300 25  0  10  23  66 100 100  0.71  0.84  0.84   0.75  1.08   0.43
300 25  5  16  23  80 100 100  0.72  0.85  0.85   0.77  0.97   0.38
300 25 10  16  33  90 100 100  0.72  0.85  0.85   0.72  0.94   0.40
300 25 15  40   0  86 100 100  0.74  0.87  0.87   0.76  0.97   0.35
300 50  0   0   0  20 100 100  0.98  1.13  1.21   1.79  3.60   2.34
300 50  5   0   0  43 100 100  1.11  1.14  1.16   1.63  2.59   1.86
300 50 10   0   0  33 100 100  1.01  1.13  1.20   1.43  2.27   1.89
300 50 15   0   0  63 100 100  1.30  1.39  1.23   1.48  3.01   1.69
300 75  0   0   0   3 100 100  1.55  1.65  1.78  47.25 17.36  15.38
300 75  5   0   0  13 100 100  1.94  2.01  1.99   7.07 12.04  19.35
300 75 10   0   0  20 100 100  2.40  2.31  1.91   3.70  6.77  18.14
300 75 15   0   0  46 100 100  2.45  2.44  2.02   3.10  4.80  13.66
400 25  0   6   0  83 100 100  0.82  0.95  0.95   0.90  1.12   0.92
400 25  5  10   6  83 100 100  0.85  0.99  1.01   0.92  1.17   0.85
400 25 10   3  16  96 100 100  0.84  0.95  0.98   0.89  1.05   0.73
400 25 15   3  33  93 100 100  0.88  1.02  1.03   0.88  1.12   0.80
400 50  0   0   0  20 100 100   1.4  1.66  1.61   4.98  6.28   6.89
400 50  5   0   0  20 100 100  1.58  1.73  1.61   2.58  4.93   5.71
400 50 10   3   3  43 100 100  1.62  1.59  1.49   2.65  3.55   6.55
400 50 15   0   0  46 100 100  2.63  2.91  3.21   3.89  6.63   7.05
400 75  0   0   0   3 100 100  3.57  3.54  3.70 273.68 66.04  76.65
400 75  5   0   0  20 100 100  4.32  3.87  3.99  75.36 30.13 152.18
400 75 10   0   0  16 100 100  5.24  5.28  3.31  52.78 28.78 100.68
400 75 15   0   0  33 100 100  4.10  4.10  3.06  34.02  7.74  84.32
"""
"""Islands, beta and alpha in percent, correct rates, seconds, Coelho et al."""


def _table_3() -> dict[CllvClass, ChengYang]:
    rows = [line.split() for line in _TABLE_3.splitlines()]
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
