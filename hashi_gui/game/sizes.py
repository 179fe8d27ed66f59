"""The sizes of puzzles in a few classes, as they are offered and counted."""

from __future__ import annotations

from functools import lru_cache

from hashi_gui.core.puzzle import MAX_SIDE

SIZES = {
    "Up to 7 × 7": range(1, 8),
    "8 × 8 to 10 × 10": range(8, 11),
    "11 × 11 to 15 × 15": range(11, 16),
    "16 × 16 to 20 × 20": range(16, 21),
    "Over 20 × 20": range(21, MAX_SIDE + 1),
}
"""The classes, each with the lengths of the longer side."""


@lru_cache(maxsize=1024)
def size_class(cols: int, rows: int) -> str:
    """The name of the class of a size."""
    return next(name for name, sides in SIZES.items() if max(cols, rows) in sides)
