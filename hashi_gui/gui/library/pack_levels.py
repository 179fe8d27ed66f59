"""Finds out how hard the puzzles of packs are, in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

from PySide6.QtCore import QObject, Signal, Slot

from hashi_gui.core.i18n import _
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner, Tasks
from hashi_gui.packs import Pack, PackedPuzzle, PackStore, PuzzleState
from hashi_gui.packs.pack import examine_each
from hashi_gui.solving import CancelToken

SAVE_SECONDS = 30.0
"""How often what was found is saved."""

SHOW_SECONDS = 0.1
"""How often it is shown; easy puzzles take a few milliseconds each."""


@dataclass(slots=True)
class Batch:
    """Puzzles of a pack by their indexes."""

    puzzles: dict[int, PackedPuzzle] = field(default_factory=dict)


class PackLevels(QObject):
    """Looks at one puzzle after the other, until all levels are known or it is stopped."""

    found = Signal(str, object)
    """The name of a pack, and its puzzles with what was found out, by their indexes in a Batch."""
    finished = Signal()
    """All puzzles of the packs were looked at."""
    stopped = Signal()
    """The rest of the puzzles is not looked at."""

    def __init__(self, packs: PackStore, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._packs = packs
        self._runner = TaskRunner(tasks, Lane.LEVELS, self)
        self._runner.stopped.connect(self.stopped)
        self._runner.failed.connect(self.stopped)
        self._runner.answered.connect(self.finished)

    @property
    def running(self) -> bool:
        return self._runner.current is not None

    def find(self, packs: Sequence[Pack]) -> None:
        """Look at all puzzles of these packs that were not looked at, unless it is running."""
        if not self.running and any(_unknown(pack) for pack in packs):

            def work(token: CancelToken) -> None:
                for pack in packs:
                    self._examine(pack, token)

            self._runner.start(Task(_("Finding levels"), work, lambda _: None))

    @Slot()
    def stop(self) -> None:
        self._runner.stop()

    def _examine(self, pack: Pack, token: CancelToken) -> None:
        """Look at the puzzles of a pack; in the worker thread."""
        indexes = _unknown(pack)
        found: dict[str, PackedPuzzle] = {}
        batch = Batch()
        shown = saved = monotonic()
        try:
            waiting = (pack.puzzles[index] for index in indexes)
            for index, puzzle in zip(indexes, examine_each(waiting, token), strict=True):
                found[puzzle.key] = batch.puzzles[index] = puzzle
                now = monotonic()
                if now - shown > SHOW_SECONDS:
                    self._show(pack, batch, token)
                    batch, shown = Batch(), now
                if now - saved > SAVE_SECONDS:
                    self._packs.update(pack.name, found)
                    saved = now
        finally:
            self._show(pack, batch, token)
            if found:
                self._packs.update(pack.name, found)

    def _show(self, pack: Pack, batch: Batch, token: CancelToken) -> None:
        self._runner.report(token, partial(self.found.emit, pack.name, batch))


def _unknown(pack: Pack) -> list[int]:
    """The indexes of the puzzles that were not looked at."""
    return [n for n, puzzle in enumerate(pack.puzzles) if puzzle.state is PuzzleState.UNKNOWN]
