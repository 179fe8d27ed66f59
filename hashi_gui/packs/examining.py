"""Finding out whether a puzzle has one solution, and how hard it is."""

from __future__ import annotations

from threading import Timer

from hashi_gui.logic.grading import Grade, grade
from hashi_gui.packs.pack import PackedPuzzle, State
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, VerdictKind

SECONDS = 20.0
"""How long to look at one puzzle."""

_STATES = {VerdictKind.NONE: State.NONE, VerdictKind.SEVERAL: State.SEVERAL}


def examine(puzzle: PackedPuzzle, seconds: float = SECONDS) -> PackedPuzzle:
    """Return a puzzle with what can be found out in that time. Raises FormatError."""
    token = CancelToken()
    timer = Timer(seconds, token.cancel)
    timer.start()
    try:
        state, found = _examine(puzzle, token)
    except Cancelled:
        state, found = State.HARD, None
    finally:
        timer.cancel()
        timer.join()
    return puzzle.examined(state, found)


def _examine(packed: PackedPuzzle, token: CancelToken) -> tuple[State, Grade | None]:
    puzzle = packed.document().puzzle
    with SatSolver(puzzle) as solver:
        kind = solver.verdict(token).kind
    if kind is not VerdictKind.UNIQUE:
        return _STATES[kind], None
    return State.UNIQUE, grade(puzzle, token)
