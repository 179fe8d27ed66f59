"""A board of the suite, and how it is written to a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo, write


@dataclass(frozen=True, slots=True)
class HardBoard:
    """A board, made by calling ``make`` with the parameters ``options``.

    ``solvable`` says whether there is a solution where that is known, by construction or by a
    proof; otherwise it is None.
    """

    family: str
    name: str
    make: Callable[..., Puzzle]
    options: Mapping[str, Any]
    solvable: bool | None = None

    def puzzle(self) -> Puzzle:
        return self.make(**self.options)

    def write(self, path: Path) -> None:
        """Write the board to a .hashi file, with what is known about it."""
        info = PuzzleInfo(
            title=f"{self.family}, {self.name}",
            source="hashi_gui.bench.hard",
            seed=self.options.get("seed"),
            options={key: value for key, value in self.options.items() if key != "seed"},
            extra={} if self.solvable is None else {"solvable": self.solvable},
        )
        document = replace(Document.from_puzzle(self.puzzle(), "hashi"), info=info)
        path.write_text(write(document, "hashi"), encoding="utf-8")
