"""What the solvers answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.solving.cancel import Cancelled


class SolverError(Exception):
    """A solver gave a wrong answer. Never the fault of the user or of the puzzle."""


class VerdictKind(StrEnum):
    """How many solutions a puzzle has."""

    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    STOPPED = "stopped"

    @property
    def sentence(self) -> str:
        """The verdict in one sentence, for the window and the command line."""
        match self:
            case VerdictKind.UNIQUE:
                return "This puzzle has exactly one solution."
            case VerdictKind.SEVERAL:
                return "This puzzle has several solutions."
            case VerdictKind.NONE:
                return "This puzzle has no solution."
            case VerdictKind.STOPPED:
                return str(Cancelled())


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many solutions there are, with the first and a second one where they exist.

    A solution is the number of bridges on each edge, its index the edge's id.
    """

    kind: VerdictKind
    solution: bytes | None = None
    second: bytes | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Per edge, the smallest and the largest number of bridges in any solution considered."""

    low: bytes
    high: bytes


@dataclass(frozen=True, slots=True)
class Stats:
    """The work behind the answers of the SAT solver.

    ``rounds``: calls of the engine; ``cuts``: connectivity cuts added; ``clauses`` and
    ``variables``: the size of the formula, the cuts included.
    """

    rounds: int = 0
    cuts: int = 0
    clauses: int = 0
    variables: int = 0


class Status(StrEnum):
    """How solving ended; "wrong" with an answer that breaks a rule the method leaves out."""

    SOLVED = "solved"
    NONE = "none"
    STOPPED = "stopped"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Result:
    """What a method made of a puzzle, in ``seconds`` from the finished Puzzle to the answer.

    ``stats`` is the work behind it in numbers and words for JSON; each method has its own.
    """

    method: str
    status: Status
    counts: bytes | None
    seconds: float
    stats: Mapping[str, Any]


def checked(puzzle: Puzzle, counts: bytes) -> bytes:
    """``counts`` itself. Raises SolverError unless it is a solution of the puzzle."""
    fault = solution_fault(puzzle, counts)
    if fault is not None:
        raise SolverError(f"This is a bug in the solver, its answer is no solution. {fault}")
    return counts
