"""What the teacher's panel shows, and what the board shows with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import quantity
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic.wording import edge_name, letters_for

if TYPE_CHECKING:
    from hashi_gui.logic.levels import Level
    from hashi_gui.logic.teaching.examples import Example
    from hashi_gui.logic.teaching.hint import Hint
    from hashi_gui.logic.teaching.refutation import RefutationStep
    from hashi_gui.logic.teaching.walkthrough import Walkthrough, WalkthroughStep

MAX_LISTED_DIFFERENCES = 100

KNOWN = "You know this one."
"""Said of a technique that the player has mastered in practice."""


@dataclass(frozen=True, slots=True)
class ExplanationStep:
    """One of the steps that can be played: a text that mentions islands, and what is shown then.

    ``number`` is what is written before the text. ``islands`` are those to look at. ``board`` is
    shown in place of the game's, None for that. ``button`` stands after the text.
    """

    number: str
    text: str
    highlight: Highlight
    islands: Sequence[int]
    board: Board | None = None
    button: Button | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page of the teacher's panel, and the highlight of the board.

    ``reasons`` are paragraphs that mention islands. ``technique`` is a technique to read more
    about, empty if there is none; ``can_be_practised``: practice is offered, too. ``example`` shows
    what the first reason says. ``steps`` are listed, and played one by one. ``position`` says which
    page of several this is. ``board`` is shown in place of the game's, None for that.
    """

    heading: str
    reasons: Sequence[str]
    highlight: Highlight = field(default_factory=Highlight)
    level: Level | None = None
    technique: str = ""
    can_be_practised: bool = False
    steps: Sequence[ExplanationStep] = ()
    buttons: Sequence[Button] = ()
    position: str = ""
    example: Example | None = None
    board: Board | None = None

    def letters(self) -> dict[int, str]:
        """What the islands are called that the texts mention: A, B, C..."""
        return letters_for([*self.reasons, *(step.text for step in self.steps)])


def where_to_look(hint: Hint, buttons: Sequence[Button], *, known: bool = False) -> Explanation:
    """Only where the step of a hint is; ``known`` if the player has mastered its technique."""
    article = "An" if hint.level and hint.level[0] in "aeiou" else "A"
    return Explanation(
        f"{article} {hint.level} step",
        [_question(hint), *([KNOWN] if known else ())],
        Highlight(dict.fromkeys(hint.place, Role.HINT)),
        buttons=buttons,
    )


def _question(hint: Hint) -> str:
    """What to look for, or what to suppose."""
    if not hint.refutation:
        return ngettext(
            "Look at the highlighted island. Which bridge is certain there, or impossible?",
            "Look at the highlighted islands. Which bridge is certain there, or impossible?",
            len(hint.region),
        )
    (edge,), first = hint.refutation[0].edges, hint.refutation[0]
    if most := first.limits.get(edge):
        text = ngettext(
            "Try it: suppose there were no more than {n} bridge between these two.",
            "Try it: suppose there were no more than {n} bridges between these two.",
            most,
        )
        return text.format(n=most)
    number = first.states[edge]
    if number == MARK:
        return _("Try it: suppose there were no bridge between these two.")
    return ngettext(
        "Try it: suppose there were a bridge between these two.",
        "Try it: suppose there were {n} bridges between these two.",
        number,
    ).format(n=number)


def explain_hint(hint: Hint, buttons: Sequence[Button], *, known: bool = False) -> Explanation:
    """Everything about a hint, unless it is about a mistake; ``known`` if the player has mastered
    its technique.
    """
    from hashi_gui.logic.teaching.hint import HintKind
    from hashi_gui.logic.teaching.practice import PRACTICABLE

    role = Role.CONFLICT if hint.kind is HintKind.NONE else Role.HINT
    context = _context(hint)
    return Explanation(
        hint.technique,
        ((KNOWN,) if known else ()) + hint.reasons,
        replace(
            context,
            islands=dict.fromkeys(hint.region, role),
            edges=dict.fromkeys(hint.edges, role),
            ghosts={**context.ghosts, **dict(hint.moves.edges)},
            limits={**context.limits, **hint.limits},
        ),
        hint.level,
        hint.technique if hint.kind is HintKind.STEP else "",
        hint.kind is HintKind.STEP and hint.technique in PRACTICABLE,
        _refutation_steps(hint.refutation, context),
        buttons,
    )


def something_is_wrong(buttons: Sequence[Button]) -> Explanation:
    """Only that there is a mistake."""
    return Explanation(_("Something is wrong."), (), buttons=buttons)


def where_it_is_wrong(
    puzzle: Puzzle, board: Board, mistake: Hint, buttons: Sequence[Button]
) -> Explanation:
    """The region of a mistake on a board: the islands that see those of what is wrong, too."""
    ends = puzzle.ends_of(mistake.edges)
    seen = {there.id for end in ends for _edge, there in puzzle.neighbours(end)}
    return Explanation(
        _("Something is wrong."),
        [
            _("It is a bridge or a mark among the highlighted islands.")
            if board.marks
            else _("It is a bridge among the highlighted islands.")
        ],
        Highlight(dict.fromkeys(sorted({*ends, *seen}), Role.HINT)),
        buttons=buttons,
    )


def what_is_wrong(puzzle: Puzzle, mistake: Hint, buttons: Sequence[Button]) -> Explanation:
    """What a mistake is, without the reason."""
    islands = dict.fromkeys(sorted(puzzle.ends_of(mistake.edges)), Role.CONFLICT)
    highlight = Highlight(islands, _conflict(mistake))
    return Explanation(mistake.technique, mistake.reasons, highlight, buttons=buttons)


def why_it_is_wrong(
    heading: str,
    what: Sequence[str],
    mistake: Hint,
    board: Board | None,
    buttons: Sequence[Button],
) -> Explanation:
    """Why something is a mistake, on a board, with the steps to the contradiction."""
    wrong = _conflict(mistake)
    return Explanation(
        heading,
        (*what, *mistake.why),
        Highlight(dict.fromkeys(mistake.region, Role.CONFLICT), wrong),
        steps=_refutation_steps(mistake.refutation, Highlight(edges=wrong)),
        buttons=buttons,
        board=board,
    )


def _conflict(mistake: Hint) -> dict[int, Role]:
    return dict.fromkeys(mistake.edges, Role.CONFLICT)


def explain_step(step: WalkthroughStep, position: str, buttons: Sequence[Button]) -> Explanation:
    """A step of the walkthrough; the board before it is shown."""
    from hashi_gui.logic.teaching.practice import PRACTICABLE

    return Explanation(
        step.technique,
        [step.reason],
        Highlight(
            dict.fromkeys(step.region, Role.HINT),
            dict.fromkeys(step.edges, Role.HINT),
            ghosts=dict(step.before.move_to(step.board).edges),
            limits=step.limits,
        ),
        step.level,
        step.technique,
        step.technique in PRACTICABLE,
        _refutation_steps(step.refutation, Highlight(limits=step.limits)),
        buttons,
        position,
    )


def explain_contradiction(
    step: RefutationStep, position: str, buttons: Sequence[Button]
) -> Explanation:
    """A step from the empty board to the contradiction of a puzzle without a solution."""
    shown = _refutation_step("", step, Highlight())
    heading = _("Why there is no solution") if step.edges else _("A contradiction")
    return Explanation(heading, [step.text], shown.highlight, buttons=buttons, position=position)


def explain_solution(
    solution: bytes, first: bytes, position: str, buttons: Sequence[Button], *, drawn: bool
) -> Explanation:
    """One of several solutions, compared with the first one, which the setter has ``drawn``."""
    differing = [edge for edge in range(len(first)) if solution[edge] != first[edge]]
    if not differing:
        heading = _("Your solution") if drawn else _("The first solution")
        reasons = [_("The others follow, those that differ least from it first.")]
        return Explanation(heading, reasons, buttons=buttons, position=position)
    heading = ngettext("{n} place differs", "{n} places differ", len(differing))
    numbers = (
        _("Round: the bridges here. Square: yours.")
        if drawn
        else _("Round: the bridges here. Square: those of the first solution.")
    )
    return Explanation(
        heading.format(n=len(differing)),
        [numbers],
        Highlight(
            edges={e: Role.FIRST if solution[e] > first[e] else Role.SECOND for e in differing},
            differences={e: (solution[e], first[e]) for e in differing},
        ),
        buttons=buttons,
        position=position,
    )


def explain_walkthrough(
    walkthrough: Walkthrough, number: int, buttons: Sequence[Button]
) -> Explanation:
    """A step of a walkthrough, counted from 1; after the last one, how it ends."""
    steps = walkthrough.steps
    if number <= len(steps):
        position = _("Step {number} of {steps}").format(number=number, steps=len(steps))
        return explain_step(steps[number - 1], position, buttons)
    return Explanation(walkthrough.ending, (), buttons=buttons)


def explain_difference(
    puzzle: Puzzle, one: bytes, two: bytes, buttons: Sequence[Button] = ()
) -> Explanation:
    """Where two solutions differ."""
    differing = [edge for edge in range(len(one)) if one[edge] != two[edge]]
    highlight = Highlight(
        edges={e: Role.FIRST if one[e] > two[e] else Role.SECOND for e in differing},
        differences={e: (one[e], two[e]) for e in differing},
    )
    reasons = [
        _(
            "The round number is the number of bridges in one of them, the square number in the "
            "other."
        )
    ]
    listed = differing[:MAX_LISTED_DIFFERENCES]
    if len(listed) < len(differing):
        reasons.append(f"The first {len(listed)} differences are listed.")
    return Explanation(
        f"Two solutions differ at {quantity(len(differing), 'pair')} of islands",
        reasons,
        highlight,
        steps=[
            ExplanationStep(
                str(number),
                f"{one[edge] or 'No'} or {two[edge] or 'no'} "
                f"{'bridge' if max(one[edge], two[edge]) == 1 else 'bridges'} "
                f"{edge_name(puzzle, edge)}.",
                highlight,
                [end.id for end in puzzle.ends(edge)],
            )
            for number, edge in enumerate(listed, 1)
        ],
        buttons=buttons,
    )


def _context(hint: Hint) -> Highlight:
    """What the premises of a hint say."""
    return Highlight(
        ghosts={edge: MARK for edge, most in hint.premises if not most},
        limits={edge: most for edge, most in hint.premises if most},
    )


def _refutation_steps(steps: Sequence[RefutationStep], context: Highlight) -> list[ExplanationStep]:
    """What follows from an assumption is numbered, unlike that and the contradiction.

    ``context`` stays highlighted meanwhile.
    """
    numbers = ["?", *map(str, range(1, len(steps) - 1)), "!"]
    return [_refutation_step(*pair, context) for pair in zip(numbers, steps)]


def _refutation_step(number: str, step: RefutationStep, context: Highlight) -> ExplanationStep:
    """A step of a refutation; at the contradiction, which has no edges, its islands are lit."""
    role = Role.HINT if step.edges else Role.CONFLICT
    highlight = Highlight(
        dict.fromkeys(step.islands, role),
        {**dict.fromkeys(step.edges, role), **context.edges},
        ghosts={**context.ghosts, **step.states},
        limits={**context.limits, **step.limits},
    )
    return ExplanationStep(number, step.text, highlight, step.islands)
