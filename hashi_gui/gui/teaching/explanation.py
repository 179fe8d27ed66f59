"""What the teacher's panel shows, and what the board shows with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hashi_gui.core.board import MARK, Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import quantity
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic import Hint, HintKind
from hashi_gui.logic.levels import Level
from hashi_gui.logic.practice import PRACTICABLE
from hashi_gui.logic.refutation import RefutationStep
from hashi_gui.logic.walkthrough import WalkthroughStep
from hashi_gui.logic.wording import edge_name, letters_for
from hashi_gui.rendering.looks import Highlight, Role

MAX_LISTED_DIFFERENCES = 100

KNOWN = "You know this one."
"""Said of a technique that the player has mastered in practice."""


@dataclass(frozen=True, slots=True)
class ExplanationStep:
    """One of the steps that can be played: a text that mentions islands, and what is shown then.

    ``number`` is what is written before the text. ``islands`` are those to look at. ``board`` is
    shown in place of the game's, None for that.
    """

    number: str
    text: str
    highlight: Highlight
    islands: Sequence[int]
    board: Board | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page of the teacher's panel, and the highlight of the board.

    ``reasons`` are paragraphs that mention islands. ``technique`` is a technique to read more
    about, empty if there is none; ``can_be_practised``: practice is offered, too. ``steps`` are
    listed, and played one by one. ``position`` says which page of several this is.
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

    def letters(self) -> dict[int, str]:
        """What the islands are called that the texts mention: A, B, C..."""
        return letters_for([*self.reasons, *(step.text for step in self.steps)])


def where_to_look(hint: Hint, buttons: Sequence[Button], *, known: bool = False) -> Explanation:
    """Only where the step of a hint is; ``known`` if the player has mastered its technique."""
    article = "An" if hint.level and hint.level[0] in "aeiou" else "A"
    islands = "island" if len(hint.region) == 1 else "islands"
    return Explanation(
        f"{article} {hint.level} step",
        [
            f"Look at the highlighted {islands}. Which bridge is certain there, or impossible?",
            *([KNOWN] if known else ()),
        ],
        Highlight(dict.fromkeys(hint.region, Role.HINT)),
        buttons=buttons,
    )


def explain_hint(hint: Hint, buttons: Sequence[Button], *, known: bool = False) -> Explanation:
    """Everything about a hint; ``known`` if the player has mastered its technique."""
    is_wrong = hint.kind in (HintKind.MISTAKE, HintKind.NONE)
    states = {} if is_wrong else dict(hint.moves.edges)
    edges = {edge: _edge_role(hint, states.get(edge)) for edge in hint.edges}
    islands = dict.fromkeys(hint.region, Role.CONFLICT if is_wrong else Role.HINT)
    return Explanation(
        hint.technique,
        ((KNOWN,) if known else ()) + hint.reasons,
        Highlight(
            islands,
            dict.fromkeys(hint.premises, Role.PREMISE) | edges,
            room=hint.room,
            ghosts=states,
        ),
        hint.level,
        hint.technique if hint.kind is HintKind.STEP else "",
        hint.kind is HintKind.STEP and hint.technique in PRACTICABLE,
        _refutation_steps(hint.refutation),
        buttons,
    )


def explain_step(step: WalkthroughStep, position: str, buttons: Sequence[Button]) -> Explanation:
    """A step of the walkthrough; the board after it is shown."""
    marked = step.board.marks
    edges = {e: Role.NO_BRIDGE if e in marked else Role.BUILD for e in step.edges}
    return Explanation(
        step.technique,
        [step.reason],
        Highlight(dict.fromkeys(step.region, Role.HINT), edges, room=step.room),
        step.level,
        step.technique,
        step.technique in PRACTICABLE,
        _refutation_steps(step.refutation),
        buttons,
        position,
    )


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
        "The round number is the number of bridges in one of them, the square number in the other."
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


def _edge_role(hint: Hint, state: int | None) -> Role:
    if hint.kind is HintKind.MISTAKE:
        return Role.CONFLICT
    if state is None:
        return Role.PREMISE
    return Role.NO_BRIDGE if state == MARK else Role.BUILD


def _refutation_steps(steps: Sequence[RefutationStep]) -> list[ExplanationStep]:
    """What follows from an assumption is numbered, unlike that and the contradiction."""
    numbers = ["?", *map(str, range(1, len(steps) - 1)), "!"]
    return [_refutation_step(*pair) for pair in zip(numbers, steps)]


def _refutation_step(number: str, step: RefutationStep) -> ExplanationStep:
    """A step of a refutation; at the contradiction, which has no edges, its islands are lit."""
    role = Role.HINT if step.edges else Role.CONFLICT
    edges = {
        e: Role.NO_BRIDGE if step.states.get(e, MARK) == MARK else Role.BUILD for e in step.edges
    }
    highlight = Highlight(dict.fromkeys(step.islands, role), edges, ghosts=step.states)
    return ExplanationStep(number, step.text, highlight, step.islands)
