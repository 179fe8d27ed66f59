"""The process that a client analyses puzzles in."""

from __future__ import annotations

from collections.abc import Iterator

from hashi_gui.editing.analysis import AnalysisRequest, Finding, analyse
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.system.processes import serve


class AnalysisServer:
    """Answers each request with a finding, or None if there are no more."""

    def __init__(self) -> None:
        self._number = 0
        self._cancelled = 0
        self._token = CancelToken()
        self._findings: Iterator[Finding] = iter(())

    def answer(self, request: AnalysisRequest) -> Finding | None:
        if request.puzzle is not None:
            self._token = CancelToken()
            self._number = request.number
            self._findings = analyse(request.puzzle, self._token, request.drawn)
        if self._cancelled >= request.number:
            raise Cancelled
        return next(self._findings, None)

    def cancel(self, number: int) -> None:
        """Cancel the analysis with a number; another thread may call this."""
        self._cancelled = number
        if self._number == number:
            self._token.cancel()


if __name__ == "__main__":
    server = AnalysisServer()
    serve(server.answer, server.cancel)
