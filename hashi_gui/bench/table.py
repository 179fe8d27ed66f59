"""A table of texts, written as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; ``note`` says what the numbers mean and where they come from.

    The first ``names`` columns are left-aligned.
    """

    title: str
    note: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1

    def markdown(self) -> str:
        """The table as Markdown, with columns aligned so that it is readable as plain text."""
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
