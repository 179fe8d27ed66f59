"""Explanation: what is said of a board, and what is lit on it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING

from hashi_gui.core.board import Board, Move
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.logic.levels import Level
from hashi_gui.logic.wording import letters_for

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.examples import Example


class ExplanationKind(StrEnum):
    """What an explanation is about. Hints are of all kinds but the last."""

    STEP = "step"
    MISTAKE = "mistake"
    CHOICE = "choice"
    FINISHED = "finished"
    NONE = "none"
    CONTRADICTION = "contradiction"
    """Clues that cannot all be right, though none of them shows it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hint, a step, a mistake or a contradiction, or whatever else is said of a board.

    ``reasons`` are paragraphs that mention islands. ``highlight`` is what they are about: islands
    and edges, the states that edges have then (``ghosts``), and limits that cannot be drawn.
    ``place`` are the islands to look at first. ``board`` is the one on which all that is true, None
    for the present one. ``level`` is how hard it is to spot, ``technique`` the name of a technique
    to read about, empty if there is none. ``premises`` are what must be known before, and ``steps``
    what is said one after the other: from an assumption to a contradiction, the solutions'
    differences, or the moments of a game.

    ``move`` does what a hint says; it is empty if there is nothing to draw. A mistake has the
    reason ``why`` it is one, and ``correct_moves``, the number of moves made before the one since
    which it is there, None if that is unknown. ``is_final`` is False if something easier, or the
    reason of a mistake, may be found by looking longer.

    The window adds ``buttons`` (a text, and what to call), the ``position`` among several, and an
    ``example`` of the first reason; ``practised``: the technique is practised already, so practice
    is not offered.
    """

    heading: str = ""
    reasons: Sequence[str] = ()
    highlight: Highlight = field(default_factory=Highlight)
    place: Sequence[int] = ()
    board: Board | None = None
    level: Level | None = None
    technique: str = ""
    premises: Sequence[Explanation] = ()
    steps: Sequence[Explanation] = ()
    kind: ExplanationKind = ExplanationKind.STEP
    move: Move = field(default_factory=Move)
    why: Explanation | None = None
    correct_moves: int | None = None
    is_final: bool = True
    buttons: Sequence[tuple[str, Callable[[], object]]] = ()
    position: str = ""
    example: Example | None = None
    practised: bool = False

    @property
    def paragraphs(self) -> list[str]:
        """The reasons of the premises and its own, each once."""
        said = (reason for each in self.premises for reason in each.reasons)
        return list(dict.fromkeys((*said, *self.reasons)))

    @property
    def text(self) -> str:
        """All paragraphs as one text, and why a mistake is one."""
        return " ".join([*self.paragraphs, *(self.why.paragraphs if self.why else ())])

    def letters(self) -> dict[int, str]:
        """What the islands are called that the texts mention: A, B, C..."""
        return letters_for([*self.paragraphs, *(step.text for step in self.steps)])

    @property
    def known(self) -> Highlight:
        """What the premises say, which stays on the board while steps are shown."""
        return reduce(lambda known, each: each.highlight.over(known), self.premises, Highlight())

    @property
    def shown(self) -> Highlight:
        """What the board shows: the highlight and what the premises say."""
        return self.highlight.over(self.known)


def lit(role: Role, islands: Sequence[int], edges: Sequence[int] = ()) -> Highlight:
    """Islands and edges highlighted for the same reason."""
    return Highlight(dict.fromkeys(islands, role), dict.fromkeys(edges, role))
