"""What is shown of hints and mistakes bit by bit, and of solutions that differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import quantity
from hashi_gui.logic.teaching.explanation import Explanation, lit
from hashi_gui.logic.wording import edge_name

MAX_LISTED_DIFFERENCES = 100


def where_to_look(hint: Explanation) -> Explanation:
    """Only where the step of a hint is."""
    article = "An" if hint.level and hint.level[0] in "aeiou" else "A"
    heading = f"{article} {hint.level} step"
    return Explanation(heading, [_question(hint)], lit(Role.HINT, hint.place))


def _question(hint: Explanation) -> str:
    """What to look for, or what to suppose."""
    if not hint.steps:
        return ngettext(
            "Look at the highlighted island. Which bridge is certain there, or impossible?",
            "Look at the highlighted islands. Which bridge is certain there, or impossible?",
            len(hint.highlight.islands),
        )
    supposed = hint.steps[0].highlight
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
        "Try it: suppose there were a bridge between these two.",
        "Try it: suppose there were {n} bridges between these two.",
        number,
    ).format(n=number)


def something_is_wrong() -> Explanation:
    """Only that there is a mistake."""
    return Explanation(_("Something is wrong."))


def where_it_is_wrong(puzzle: Puzzle, board: Board, mistake: Explanation) -> Explanation:
    """The region of a mistake on a board: the islands that see those of what is wrong, too."""
    ends = puzzle.ends_of(mistake.highlight.edges)
    seen = {there.id for end in ends for _edge, there in puzzle.neighbours(end)}
    reason = (
        _("It is a bridge or a mark among the highlighted islands.")
        if board.marks
        else _("It is a bridge among the highlighted islands.")
    )
    highlight = lit(Role.HINT, sorted({*ends, *seen}))
    return replace(something_is_wrong(), reasons=[reason], highlight=highlight)


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
    listed = list(highlight.edges)[:MAX_LISTED_DIFFERENCES]
    if len(listed) < len(highlight.edges):
        reasons.append(f"The first {len(listed)} differences are listed.")
    return Explanation(
        f"Two solutions differ at {quantity(len(highlight.edges), 'pair')} of islands",
        reasons,
        highlight,
        steps=[
            Explanation(
                str(number),
                [
                    f"{one[edge] or 'No'} or {two[edge] or 'no'} "
                    f"{'bridge' if max(one[edge], two[edge]) == 1 else 'bridges'} "
                    f"{edge_name(puzzle, edge)}."
                ],
                highlight,
                [end.id for end in puzzle.ends(edge)],
            )
            for number, edge in enumerate(listed, 1)
        ],
    )


def _differing(one: bytes, two: bytes) -> Highlight:
    """The edges on which two solutions differ, with both numbers."""
    pairs = {edge: pair for edge, pair in enumerate(zip(one, two)) if pair[0] != pair[1]}
    roles = {edge: Role.FIRST if a > b else Role.SECOND for edge, (a, b) in pairs.items()}
    return Highlight(edges=roles, differences=pairs)
