"""The method ``cp-sat``."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.cp.model import Answer
from hashi_gui.solving.methods.method import Method, Search
from hashi_gui.solving.results import UnsupportedPuzzleError
from hashi_gui.system.processes import WorkerLostError
from hashi_gui.system.servers import ServerPool

_servers = ServerPool("hashi_gui.solving.methods.cp.worker", "The process of CP-SAT")
"""To start a process takes longer than most puzzles."""


def _search(
    threads: int, puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    if find_spec("ortools") is None:
        raise UnsupportedPuzzleError("CP-SAT needs OR-Tools: pip install 'hashi-gui[cp]'")
    cancel.raise_if_cancelled()
    if not puzzle.edges:
        return b"" if is_solution(puzzle, b"") else None
    try:
        with _servers.process() as process:
            with cancel.on_cancel(process.kill):
                answer: Answer = process.ask((puzzle, threads))
            cancel.raise_if_cancelled()  # If so, the process was killed after its answer.
    except WorkerLostError:
        cancel.raise_if_cancelled()
        raise
    counts, found = answer
    stats |= found
    return counts


def _search_in_threads(threads: int) -> Search:
    return partial(_search, threads)


CP_SAT = Method(
    "cp-sat",
    "OR-Tools, CP-SAT; connectivity as a tree with ranks, Miller, Tucker and Zemlin, 1960",
    "to compare constraint programming; sees at once where clues cannot add up",
    _search_in_threads(1),
    library="ortools",
    search_in_threads=_search_in_threads,
)
"""Its stats are the ``engine``, the ``variables`` and ``constraints`` of its model, and the
``branches`` and ``conflicts`` of the search.
"""
