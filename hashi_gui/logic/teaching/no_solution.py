"""Why a puzzle has no solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from hashi_gui.core.board import Board
from hashi_gui.core.highlight import Role
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components
from hashi_gui.core.wording import sentences
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation, opposite_of, refute
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES, all_techniques
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind, lit
from hashi_gui.logic.teaching.refutation import (
    explain_refutation,
    minimise_refutation,
    with_needed_steps,
)
from hashi_gui.logic.wording import mention
from hashi_gui.solving import Cancelled, CancelToken, VerdictKind
from hashi_gui.solving.clue_sets import ClueConflict, find_clue_conflicts, find_crossing_conflict

MAX_SECONDS = 2.0
"""How long a player waits at most for a smallest set of contradicting clues."""


def explain_no_solution(puzzle: Puzzle, cancel: CancelToken | None = None) -> Explanation:
    """Why a puzzle without a solution has none, as far as that is known. Raises Cancelled."""
    token = cancel or CancelToken()
    reason = _contradiction(puzzle, ClueConflict(_clues(puzzle)))
    with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
        for better in find_reasons(puzzle, limited):
            reason = better
    token.raise_if_cancelled()
    reasons = (VerdictKind.NONE.sentence, reason.text)
    kind = ExplanationKind.NONE
    return replace(reason, heading=kind.heading, reasons=reasons, kind=kind)


def find_reasons(puzzle: Puzzle, token: CancelToken) -> Iterator[Explanation]:
    """Yield reasons why a puzzle without a solution has none, each one better than the one before.

    One or two sentences each. Of a contradiction of clues, :func:`find_contradiction` finds the
    steps. Raises Cancelled.
    """
    reason = _too_little_room(puzzle) or _odd_sum(puzzle) or _separate_part(puzzle)
    if reason:
        yield reason
        return
    for conflict in find_clue_conflicts(puzzle, token):
        if not conflict.islands:
            yield _crossing_reason(puzzle, token)
            return
        yield _contradiction(puzzle, conflict)


def find_contradiction(
    puzzle: Puzzle, islands: Collection[int], token: CancelToken
) -> Iterator[tuple[Explanation, ...]]:
    """Yield the steps from the empty board of a puzzle without a solution to a contradiction, then
    perhaps fewer steps.

    They begin at ``islands`` whose clues contradict each other, and use the easiest techniques that
    lead to a contradiction; none are found if no technique does. Raises Cancelled.
    """
    position = Position(puzzle)
    nested_what_if = all_techniques(cancel=token)[-1]
    # "An edge has at least 0 bridges" assumes nothing: what refutes it refutes the puzzle.
    nothing = Conclusion(nested_what_if, 0, False, -1, position.ends[0])
    refutation = _refutation_near(position, opposite_of(nothing), islands, token)
    if refutation is not None:
        yield _steps(puzzle, nothing, refutation)
        refutation = with_needed_steps(position, opposite_of(nothing), refutation, token)
    else:
        refutation = minimise_refutation(position, nothing, token).facts
    if refutation is not None:
        yield _steps(puzzle, nothing, refutation)


def _refutation_near(
    position: Position, assumption: Conclusion, islands: Collection[int], token: CancelToken
) -> Refutation | None:
    """A refutation by direct techniques that begins at some islands, or else around them."""
    puzzle, begin = position.puzzle, set[int]()
    further = set(islands)
    while not further <= begin:
        begin |= further
        refutation = refute(position, assumption, DIRECT_TECHNIQUES, token, sorted(begin))
        if refutation is not None:
            return refutation
        further = {there.id for island in begin for _edge, there in puzzle.neighbours(island)}
    return None


def _steps(puzzle: Puzzle, nothing: Conclusion, facts: Refutation) -> tuple[Explanation, ...]:
    """The steps without the assumption, which assumes nothing; each is about the empty board."""
    _assumption, *steps, last = explain_refutation(puzzle, nothing._replace(facts=facts))
    empty, heading = Board.empty(puzzle), _("Why there is no solution")
    return (
        *(replace(step, heading=heading, board=empty) for step in steps),
        replace(last, heading=_("A contradiction"), board=empty),
    )


def _reason(text: str, islands: Sequence[int] = (), edges: Sequence[int] = ()) -> Explanation:
    """A reason about some islands, or about all, and about edges where bridges would cross."""
    highlight = lit(Role.CONFLICT, islands, edges)
    return Explanation(reasons=(text,), highlight=highlight, kind=ExplanationKind.NONE)


def _too_little_room(puzzle: Puzzle) -> Explanation | None:
    position = Position(puzzle)
    for island, capacity in enumerate(position.island_capacity):
        if capacity < position.min_need[island]:
            return _reason(_needs_more(puzzle, island, capacity), [island])
    return None


def _needs_more(puzzle: Puzzle, island: int, room: int) -> str:
    if not puzzle.incident[island]:
        text = _("{island} sees no other island.")
    elif room:
        text = ngettext(
            "{island} needs {need}; only {room} fits.",
            "{island} needs {need}; only {room} fit.",
            room,
        )
    else:
        text = _("{island} has no room for a bridge.")
    need = puzzle.islands[island].clue
    return text.format(island=mention([island]), need=need, room=room)


def _odd_sum(puzzle: Puzzle) -> Explanation | None:
    total = sum(island.clue or 0 for island in puzzle.islands)
    if total % 2 == 0 or len(_clues(puzzle)) < len(puzzle.islands):
        return None
    text = _(
        "All its numbers add up to {total}. Each bridge counts at both of its ends, so the sum "
        "would have to be even."
    )
    return _reason(text.format(total=total))


def _separate_part(puzzle: Puzzle) -> Explanation | None:
    """The islands that no bridges can ever join to the others: the smaller part of the two."""
    first, *others = components(puzzle, Position(puzzle).high)
    if not others:
        return None
    rest = sorted(chain(*others))
    part = first if len(first) < len(rest) else rest
    text = _("{group} can never be connected to the others.")
    return _reason(text.format(group=mention(part)), part)


def _crossing_reason(puzzle: Puzzle, token: CancelToken) -> Explanation:
    """Which parts can only be joined by bridges that cross. Raises Cancelled."""
    links = {edge for pair in find_crossing_conflict(puzzle, token) for edge in pair}
    parts = components(puzzle, bytes(edge.id not in links for edge in puzzle.edges))
    text = _(
        "Its islands cannot all be connected, whatever their numbers are: {n} parts could only be "
        "joined by bridges within {islands}, and too many of these cross."
    ).format(n=len(parts), islands=mention(sorted(puzzle.ends_of(links))))
    return _reason(text, edges=sorted(links))


def _contradiction(puzzle: Puzzle, conflict: ClueConflict) -> Explanation:
    islands = sorted(conflict.islands)
    reason = _reason(_contradiction_text(puzzle, islands), islands)
    kind = ExplanationKind.CONTRADICTION
    return replace(reason, kind=kind, is_final=conflict.smallest)


def _contradiction_text(puzzle: Puzzle, islands: Sequence[int]) -> str:
    if not islands:
        return _("Its islands cannot all be connected without crossing bridges.")
    if len(islands) == 1:
        text = _("The number of {island} cannot be right.")
    elif len(islands) == 2:
        text = _("These two clues cannot both be right.")
    else:
        text = ngettext(
            "These {n} clues cannot all be right.",
            "These {n} clues cannot all be right.",
            len(islands),
        )
    text = text.format(n=len(islands), island=mention(islands))
    others = len(_clues(puzzle)) - len(islands)
    whatever = ngettext(
        "It does not matter what the other one is.",
        "It does not matter what the others are.",
        others,
    )
    return sentences(text, whatever if others else "")


def _clues(puzzle: Puzzle) -> frozenset[int]:
    """The islands with a clue."""
    return frozenset(island.id for island in puzzle.islands if island.clue is not None)
