"""How much reading may take: a few characters can stand for a large grid, or unpack to much more.

All readers draw on one budget: that of a puzzle, or of the text or the archive it is found in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.formats.errors import FormatError

MAX_CELLS = 16 * MAX_SIDE**2
"""The most cells of all grids."""

MAX_UNPACKED = 32 * 2**20
"""The most bytes that all links unpack to."""

MAX_LINES = 3_000_000
"""The most lines: enough for 100,000 grids of 30 rows."""

MAX_LOOKED_AT = 500_000
"""How many words and lines may look like puzzles; one that is a puzzle counts up to three times."""

MAX_FILES = 200_000
"""The most files in an archive."""

MAX_FILE_BYTES = 256 * 2**20
"""The most bytes of all files in an archive."""

MAX_DIRECTORY = 64 * 2**20
"""The most bytes of the list of files in an archive."""


class TooMuchError(FormatError):
    """What is read takes more than its budget."""


@dataclass
class Budget:
    """What may still be drawn."""

    cells: int = MAX_CELLS
    unpacked: int = MAX_UNPACKED
    lines: int = MAX_LINES
    looked_at: int = MAX_LOOKED_AT

    @contextmanager
    def spent(self) -> Iterator[None]:
        """Let readers in the block draw on this budget, or on that of a block around it."""
        token = _spent.set(_spent.get() or self)
        try:
            yield
        finally:
            _spent.reset(token)


_spent: ContextVar[Budget | None] = ContextVar("budget", default=None)
_check: ContextVar[Callable[[], object]] = ContextVar("check", default=lambda: None)


@contextmanager
def stopped_by(check: Callable[[], object]) -> Iterator[None]:
    """Call ``check`` often while something is read in the block; what it raises stops that."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def draw(*, cells: int = 0, unpacked: int = 0, lines: int = 0, looked_at: int = 0) -> None:
    """Draw on the budget that is being spent, if there is one. Raises TooMuchError."""
    _check.get()()
    if budget := _spent.get():
        budget.cells -= cells
        budget.unpacked -= unpacked
        budget.lines -= lines
        budget.looked_at -= looked_at
        if min(budget.cells, budget.unpacked, budget.lines, budget.looked_at) < 0:
            raise TooMuchError(_("That is too much to be read at once."))
