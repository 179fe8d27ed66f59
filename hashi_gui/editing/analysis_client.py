"""Analysing puzzles in another process, so that the window never waits for the interpreter.

The process stays warm between edits. What was found out about the last puzzles is remembered, so
that undo and redo show it at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.analysis import Finding
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.system.processes import ServerProcess

_MODULE = "hashi_gui.editing.analysis_server"

MEMORY = 200
"""The number of puzzles whose findings are remembered."""


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """The request for the next finding; with a puzzle, for the first.

    All requests about one puzzle have the same number, which is larger than those before. With a
    puzzle comes the solution that is ``drawn``, see :func:`hashi_gui.editing.analysis.analyse`.
    """

    number: int
    puzzle: Puzzle | None = None
    drawn: bytes | None = None


class AnalysisClient:
    """Analyses one puzzle after the other. Use it from one thread at a time."""

    _numbers = count(1)
    """One for each analysis, whichever client it is for."""

    def __init__(self) -> None:
        self._process: ServerProcess | None = None
        self._known: OrderedDict[Hashable, tuple[Finding, ...]] = OrderedDict()

    @property
    def process_id(self) -> int | None:
        """The id of the process; None if it does not run."""
        return self._process.id if self._process else None

    def start(self) -> None:
        """Start the process, if it does not run, so that the first analysis need not wait."""
        if self._process is None:
            self._process = ServerProcess(_MODULE, "The process that analyses puzzles")

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def analyse(
        self,
        puzzle: Puzzle,
        token: CancelToken,
        report: Callable[[Finding], None],
        drawn: bytes | None = None,
    ) -> None:
        """Report each finding as soon as it is known, see :data:`Finding`; nothing once cancelled.

        ``drawn`` is the solution that the setter has drawn, None if it is not a whole one.

        Raises Cancelled, and WorkerLostError if the process ends too early; the next analysis then
        starts another one.
        """
        key = puzzle.rows, puzzle.cols, puzzle.rules, puzzle.islands, drawn
        found = []
        with closing(self._findings(puzzle, drawn, token, self._known.get(key))) as findings:
            for finding in findings:
                token.raise_if_cancelled()
                report(finding)
                found.append(finding)
        self._remember(key, found)

    def _remember(self, key: Hashable, findings: Iterable[Finding]) -> None:
        self._known[key] = tuple(findings)
        self._known.move_to_end(key)
        if len(self._known) > MEMORY:
            self._known.popitem(last=False)

    def _findings(
        self,
        puzzle: Puzzle,
        drawn: bytes | None,
        token: CancelToken,
        known: Sequence[Finding] | None,
    ) -> Generator[Finding, None, None]:
        """Yield what is known, or else what the process finds out."""
        if known is not None:
            yield from known
            return
        self.start()
        process = self._process
        assert process is not None
        number = next(self._numbers)
        try:
            with process.stoppable(number) as stop, token.on_cancel(stop):
                finding = process.ask(AnalysisRequest(number, puzzle, drawn))
                while finding is not None:
                    yield finding
                    finding = process.ask(AnalysisRequest(number))
        except Cancelled:
            raise
        except Exception:
            self.close()
            token.raise_if_cancelled()  # If so, the process may have been killed.
            raise
