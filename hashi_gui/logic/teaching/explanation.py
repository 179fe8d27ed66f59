"""Explanation: what is said of a board and lit on it; and those made of others, bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.techniques.technique import Case, Conclusion, Fault, all_cases
from hashi_gui.logic.wording import letters_for, mentioned_islands, pair

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

    @property
    def heading(self) -> str:
        """What stands above a hint that is no step."""
        return translated(NO_STEP[self])


NO_STEP = {
    ExplanationKind.MISTAKE: N_("Mistake"),
    ExplanationKind.CHOICE: N_("Several solutions"),
    ExplanationKind.FINISHED: N_("Finished"),
    ExplanationKind.NONE: N_("No solution"),
}
"""What other programs get for the technique of a hint that is no step."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hint, a step, a mistake or a contradiction, or whatever else is said of a board.

    ``reasons`` are paragraphs that mention islands. ``highlight`` is what they are about: islands
    and edges, the states that edges have then (``ghosts``), and limits that cannot be drawn.
    ``place`` are the islands to look at first. ``board`` is the one on which all that is true, None
    for the present one. ``level`` is how hard it is to spot, ``technique`` the name of a technique
    to read about, empty if there is none. ``premises`` are what must be known before, and ``steps``
    what is said one after the other: from an assumption to a contradiction, many cases, the
    solutions' differences, or the moments of a game. ``cases`` are what the reasons show to be
    impossible.

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
    cases: Sequence[Case] = ()
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
        return sentences(*self.paragraphs, *(self.why.paragraphs if self.why else ()))

    def letters(self) -> dict[int, str]:
        """What the islands are called that the texts mention: A, B, C..."""
        return letters_for([*self.paragraphs, *(step.text for step in self.steps)])

    @property
    def can_be_played(self) -> bool:
        """Whether the steps are the reason: they lead to a contradiction, or are its cases."""
        return any(step.heading == "?" or step.cases for step in self.steps)

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


def lit_by(
    puzzle: Puzzle, conclusions: Sequence[Conclusion], edges: Sequence[int] = ()
) -> Highlight:
    """All that the reasons for conclusions about edges need."""
    parts: dict[int, Role] = {}
    for each in conclusions:
        for role, part in zip((Role.FIRST, Role.SECOND), each.parts()):
            parts |= dict.fromkeys(part, role)
    reasons = [each.reason(puzzle) for each in conclusions]
    return lit_by_texts(reasons, all_cases(conclusions), edges, parts)


def lit_by_texts(
    texts: Sequence[str],
    cases: Collection[Case],
    edges: Sequence[int],
    parts: Mapping[int, Role] = MappingProxyType({}),
) -> Highlight:
    """The islands that texts name, those of the groups that they speak of, of which some may be
    told apart as ``parts``, and of loops; what would be blocked, and the edges.
    """
    loops = [island for case in cases if case.fault is Fault.LOOP for island in case.islands]
    groups = dict.fromkeys((*mentioned_islands(" ".join(texts)), *loops), Role.GROUP)
    blocked = dict.fromkeys((edge for case in cases for edge in case.blocked), Role.CONFLICT)
    return Highlight(
        {**groups, **parts, **dict.fromkeys(letters_for(texts), Role.HINT)},
        {**blocked, **dict.fromkeys(edges, Role.HINT)},
    )


MAX_LISTED_DIFFERENCES = 100


def where_to_look(hint: Explanation) -> Explanation:
    """Only where the step of a hint is."""
    headings = {
        Level.EASY: _("An easy step"),
        Level.MEDIUM: _("A medium step"),
        Level.HARD: _("A hard step"),
        Level.EXPERT: _("An expert step"),
        Level.EXTREME: _("An extreme step"),
    }
    if hint.steps and hint.steps[0].heading == "?":
        reason = _supposition(hint.steps[0].highlight)
    else:
        reason = ngettext(
            "Look at the highlighted island. Which bridge is certain there, or impossible?",
            "Look at the highlighted islands. Which bridge is certain there, or impossible?",
            len(hint.place),
        )
    heading = headings[hint.level] if hint.level else _("A step")
    return Explanation(heading, [reason], lit(Role.HINT, hint.place), hint.place)


def _supposition(supposed: Highlight) -> str:
    """What to suppose of an edge that is highlighted."""
    (edge,) = supposed.edges
    if most := supposed.limits.get(edge):
        text = ngettext(
            "Try it: suppose there were no more than {n} bridge between these two.",
            "Try it: suppose there were no more than {n} bridges between these two.",
            most,
        )
        return text.format(n=most)
    number = supposed.ghosts[edge]
    if number == MARK:
        return _("Try it: suppose there were no bridge between these two.")
    return ngettext(
        "Try it: suppose there were {n} bridge between these two.",
        "Try it: suppose there were {n} bridges between these two.",
        number,
    ).format(n=number)


def why_it_is_wrong(heading: str, what: Sequence[str], why: Explanation) -> Explanation:
    """Why something is a mistake, after what it is, with the steps to the contradiction."""
    return replace(why, heading=heading, premises=[Explanation(reasons=what), *why.premises])


def solution_page(solution: bytes, first: bytes, position: str, *, drawn: bool) -> Explanation:
    """One of several solutions, compared with the first one, which the setter has ``drawn``."""
    page = Explanation(board=Board(solution), position=position)
    differing = _differing(solution, first)
    if not differing.edges:
        heading = _("Your solution") if drawn else _("The first solution")
        reasons = [_("The others follow, those that differ least from it first.")]
        return replace(page, heading=heading, reasons=reasons)
    number = len(differing.edges)
    heading = ngettext("{n} place differs", "{n} places differ", number).format(n=number)
    numbers = (
        _("Round: the bridges here. Square: yours.")
        if drawn
        else _("Round: the bridges here. Square: those of the first solution.")
    )
    return replace(page, heading=heading, reasons=[numbers], highlight=differing)


def difference_page(puzzle: Puzzle, one: bytes, two: bytes) -> Explanation:
    """Where two solutions differ, place by place."""
    highlight = _differing(one, two)
    reasons = [
        _(
            "The round number is the number of bridges in one of them, the square number in the "
            "other."
        )
    ]
    listed = list(highlight.differences.items())[:MAX_LISTED_DIFFERENCES]
    if len(listed) < len(highlight.edges):
        reasons.append(_("The first {n} differences are listed.").format(n=len(listed)))
    heading = ngettext(
        "Two solutions differ at {n} pair of islands",
        "Two solutions differ at {n} pairs of islands",
        len(highlight.edges),
    ).format(n=len(highlight.edges))
    steps = [
        Explanation(
            str(number),
            [_difference(puzzle, edge, *numbers)],
            highlight,
            [end.id for end in puzzle.ends(edge)],
        )
        for number, (edge, numbers) in enumerate(listed, 1)
    ]
    return Explanation(heading, reasons, highlight, steps=steps)


def _difference(puzzle: Puzzle, edge: int, one: int, two: int) -> str:
    return ngettext(
        "{pair}: {one} or {two} bridge.", "{pair}: {one} or {two} bridges.", max(one, two)
    ).format(pair=pair(puzzle, edge), one=one, two=two)


def _differing(one: bytes, two: bytes) -> Highlight:
    """The edges on which two solutions differ, with both numbers."""
    pairs = {edge: pair for edge, pair in enumerate(zip(one, two)) if pair[0] != pair[1]}
    roles = {edge: Role.FIRST if a > b else Role.SECOND for edge, (a, b) in pairs.items()}
    return Highlight(edges=roles, differences=pairs)
