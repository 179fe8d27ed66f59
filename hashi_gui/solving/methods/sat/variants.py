"""The methods that differ from ``sat`` in how the bridges at an island add up to its clue."""

from __future__ import annotations

from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.methods.method import Method
from hashi_gui.solving.methods.sat.direct_encoding import DirectEncoding
from hashi_gui.solving.methods.sat.sum_encodings import SUM_ENCODINGS


def _create_method(name: str, source: str, advice: str, library: str = "") -> Method:
    def search(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
        cancel.raise_if_cancelled()
        engine = LazySatEngine(DirectEncoding(puzzle, SUM_ENCODINGS[name]))
        try:
            with engine.cancellable(cancel) as token:
                return engine.solve(token)
        finally:
            stats |= engine.stats
            engine.close()

    return Method(name, source, advice, search, library=library)


SAT_VARIANTS = (
    _create_method(
        "sat-pb",
        "HCMUS report, section 5.2: PySAT's PBEnc, with the lazy cuts of sat",
        "to compare encodings: the smallest of the three",
        library="pindakaas",
    ),
    _create_method(
        "sat-tseitin",
        'HCMUS report, section 5.2: "Tseytin Transformation", with the lazy cuts of sat',
        "to compare encodings: the largest of the three",
    ),
    _create_method(
        "sat-dp",
        'HCMUS report, section 5.2: "Dynamic Programming", with the lazy cuts of sat',
        "to compare encodings",
    ),
)
"""Their stats are those of ``sat``."""
