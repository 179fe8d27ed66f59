"""The methods that differ from ``sat`` in how an island's bridges add up."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.engine import Engine
from hashi_gui.solving.methods.method import Method
from hashi_gui.solving.methods.sat_variants.direct_encoding import DirectEncoding
from hashi_gui.solving.methods.sat_variants.sums import (
    Sum,
    by_dynamic_programming,
    by_pbenc,
    by_tseitin,
)

SUMS: dict[str, Sum] = {
    "sat-pb": by_pbenc,
    "sat-tseitin": by_tseitin,
    "sat-dp": by_dynamic_programming,
}


def _method(name: str, source: str, advice: str) -> Method:
    def search(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
        cancel.check()
        engine = Engine(DirectEncoding(puzzle, SUMS[name]))
        try:
            with engine.question(cancel) as token:
                return engine.solve(token)
        finally:
            stats |= asdict(engine.stats)
            engine.close()

    return Method(name, source, advice, search)


SAT_VARIANTS = (
    _method(
        "sat-pb",
        "HCMUS report, section 5.2: by PySAT's PBEnc, with the lazy cuts of sat",
        "to compare encodings: the smallest of the three; needs pindakaas",
    ),
    _method(
        "sat-tseitin",
        'HCMUS report, section 5.2: "Tseytin Transformation", with the lazy cuts of sat',
        "to compare encodings: the largest of the three",
    ),
    _method(
        "sat-dp",
        'HCMUS report, section 5.2: "Dynamic Programming", with the lazy cuts of sat',
        "to compare encodings",
    ),
)
"""Their stats are those of ``sat``."""
