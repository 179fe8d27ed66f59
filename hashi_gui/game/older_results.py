"""The results that earlier versions have recorded, in a text file with a JSON object per line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from hashi_gui.formats import Document, FormatError
from hashi_gui.formats.fields import parse_object, read_record, read_value
from hashi_gui.game.ledger import Ledger
from hashi_gui.game.result import Help, Origin, Result


def older_results(
    recorded: Ledger, solved: Ledger, load: Callable[[str], Document | None]
) -> Iterator[Result]:
    """Yield what was recorded, and what can be said of other puzzles that were solved.

    ``load`` returns the saved game of the puzzle with a key, or None.
    """
    keys = set()
    for line in sorted(recorded.entries()):
        result = _parse(line)
        if result is not None:
            keys.add(result.puzzle)
            yield _with_puzzle(result, load(result.puzzle))
    for key in sorted(solved.entries() - keys):
        document = load(key)
        solution = None if document is None else Result.of(document, key)
        if solution is not None:
            yield solution


def _parse(line: str) -> Result | None:
    """The result on a line; None if it is not one."""
    try:
        values = parse_object(line)
        return read_record(
            Result,
            values,
            *("level", "daily", "seconds", "hints", "checks"),
            origin=Origin.DAILY if values.get("daily") else Origin.UNKNOWN,
            finished=values.get("seconds") is not None,
            solution_shown=read_value(values, "help", Help) is Help.SOLUTION,
        )
    except FormatError:
        return None


def _with_puzzle(result: Result, document: Document | None) -> Result:
    """Return a result with what the saved game knows about the puzzle."""
    if document is None:
        return result
    puzzle = document.puzzle
    return replace(
        result,
        islands=len(puzzle.islands),
        max_bridges=puzzle.rules.max_bridges,
        expected_seconds=document.info.expected_seconds,
        origin=Origin.of(document),
        title=document.info.title,
    )
