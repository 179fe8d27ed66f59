"""Hints: of which kind, where to look, why, and the move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hashi_gui.core.board import Board, Move
from hashi_gui.logic.levels import Level
from hashi_gui.logic.teaching.refutation import RefutationStep


class HintKind(StrEnum):
    """What a hint is about."""

    STEP = "step"
    MISTAKE = "mistake"
    CHOICE = "choice"
    FINISHED = "finished"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Hint:
    """Where to look, why, and what to do there.

    ``reasons`` are sentences that mention islands: first what must be known, at last the reason of
    the hint itself. ``region`` holds the islands that they are about, ``edges`` the edges that the
    hint is about, and ``premises`` what the first reasons say: edges, and the most bridges on each.
    ``technique`` is a name for players; ``level`` is how hard the technique is, None if there is
    none. ``moves`` does what the hint says; it is empty if there is nothing to draw, and ``limits``
    are then the most bridges on edges. For a mistake, ``correct_moves`` is the number of moves made
    before the one since which it is there, ``why`` says why it is one, and ``board`` is the board
    on which that is true, None for the present one. If something was assumed, ``refutation`` has
    the steps to the contradiction. ``is_easiest`` is False if an easier step, or
    the reason of a mistake, may be found by looking longer.
    """

    kind: HintKind
    technique: str
    reasons: tuple[str, ...]
    region: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    moves: Move = field(default_factory=Move)
    level: Level | None = None
    premises: tuple[tuple[int, int], ...] = ()
    correct_moves: int | None = None
    why: tuple[str, ...] = ()
    board: Board | None = None
    refutation: tuple[RefutationStep, ...] = ()
    limits: Mapping[int, int] = field(default_factory=dict)
    is_easiest: bool = True

    @property
    def place(self) -> tuple[int, ...]:
        """The islands to look at; if something was assumed, only those that this is about."""
        return self.refutation[0].islands if self.refutation else self.region

    @property
    def reason(self) -> str:
        """All reasons as one text."""
        return " ".join(self.reasons + self.why)
