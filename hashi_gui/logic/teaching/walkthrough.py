"""The whole solution as a person would find it, step by step with reasons, and its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import fill

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.i18n import _, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.core.wording import shown_level
from hashi_gui.formats import FormatError, draw
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import OBVIOUS_TECHNIQUES, techniques_for
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, all_cases, joint_reason
from hashi_gui.logic.teaching.explanation import Explanation, lit_by
from hashi_gui.logic.teaching.refutation import explain_refutation, minimise_refutation
from hashi_gui.logic.wording import COUNTED, with_places
from hashi_gui.solving import CancelToken, Solver


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """The steps from the empty board; ``finished`` if they lead to a solution.

    Each step is about the board before it, and its move makes the next one, with a mark where no
    bridge turned out to be. Its highlight has the limits that it has found; those of its premise
    are all that the board does not show, these included.

    Otherwise the puzzle has several solutions, and the steps go as far as they have anything in
    common that the techniques can find.
    """

    puzzle: Puzzle
    steps: tuple[Explanation, ...]
    finished: bool

    @property
    def final_board(self) -> Board:
        """The board after the last step."""
        last = self.steps[-1] if self.steps else Explanation()
        return (last.board or Board.empty(self.puzzle)).apply(last.move)

    @property
    def ending(self) -> str:
        """A sentence about how the steps end."""
        if self.finished:
            return _("Solved.")
        return _(
            "Reasoning ends here: the puzzle has several solutions with nothing more in common."
        )


def build_walkthrough(
    puzzle: Puzzle, solver: Solver, cancel: CancelToken | None = None
) -> Walkthrough:
    """Every step of the easiest way to the solution. Raises Cancelled.

    The puzzle must have a solution. ``solver``, a solver for this puzzle, saves trying assumptions
    that are true.
    """
    reasoner = Reasoner(Position(puzzle), techniques_for(solver, cancel), cancel=cancel)
    return explain_conclusions(puzzle, reasoner.run(), cancel)


def explain_conclusions(
    puzzle: Puzzle, conclusions: Iterable[Conclusion], cancel: CancelToken | None = None
) -> Walkthrough:
    """The steps of conclusions that were drawn one after another. Raises Cancelled."""
    board = Board.empty(puzzle)
    status = BoardStatus(puzzle, board)
    limits: dict[int, int] = {}
    steps = []
    for group in group_by_reason(_minimise_all(puzzle, conclusions, cancel)):
        limits = {
            edge: most
            for edge, most in limits.items()
            if most < board.counts[edge] + status.capacities[edge]
        }
        found = {c.edge: c.bound for c in group if c.bound and not c.is_minimum}
        limits |= found
        visible = [c for c in group if c.is_minimum or c.bound == 0]
        move = Move(tuple((c.edge, c.bound or MARK) for c in visible))
        after = board.apply(move)
        changes = board.move_to(after)
        steps.append(_step(puzzle, group, found, limits, board, changes))
        board = after
        status.update(move)
    return Walkthrough(puzzle, tuple(steps), is_solution(puzzle, board.counts))


def count_steps(
    puzzle: Puzzle,
    conclusions: Iterable[Conclusion],
    least: Level,
    cancel: CancelToken | None = None,
) -> int:
    """How many of the steps of conclusions are of a level, or harder. Raises Cancelled."""
    groups = group_by_reason(_minimise_all(puzzle, conclusions, cancel))
    return sum(group[0].technique.level.rank >= least.rank for group in groups)


def _minimise_all(
    puzzle: Puzzle, conclusions: Iterable[Conclusion], cancel: CancelToken | None
) -> Iterator[Conclusion]:
    """The conclusions, drawn one after another from the start, with their refutations minimised."""
    token = cancel or CancelToken()
    position = Position(puzzle)
    for conclusion in conclusions:
        token.raise_if_cancelled()
        if isinstance(conclusion.technique, WhatIf):
            yield minimise_refutation(position, conclusion, cancel)
        else:
            yield conclusion
        conclusion.apply(position)


def group_by_reason(conclusions: Iterable[Conclusion]) -> Iterator[list[Conclusion]]:
    """Group successive conclusions of one technique at one place; leave out obvious ones."""
    explained = (c for c in conclusions if c.technique not in OBVIOUS_TECHNIQUES)
    for _key, group in groupby(explained, key=_place):
        yield list(group)


def _place(conclusion: Conclusion) -> tuple[object, ...]:
    assumed = isinstance(conclusion.technique, WhatIf) and conclusion.bound
    return conclusion.technique.name, conclusion.islands, assumed


def _step(
    puzzle: Puzzle,
    conclusions: Sequence[Conclusion],
    found: Mapping[int, int],
    known: Mapping[int, int],
    before: Board,
    changes: Move,
) -> Explanation:
    """A step that finds some limits; ``known`` are these and earlier ones."""
    first = conclusions[0]
    reason = joint_reason(puzzle, conclusions)
    edges = [conclusion.edge for conclusion in conclusions]
    highlight = lit_by(puzzle, conclusions, edges)
    return Explanation(
        first.technique.label,
        [reason],
        replace(highlight, ghosts=dict(changes.edges), limits=found),
        first.islands,
        before,
        first.technique.level,
        first.technique.name,
        premises=[Explanation(highlight=Highlight(limits=dict(known)))],
        steps=explain_refutation(puzzle, *conclusions),
        cases=all_cases(conclusions),
        move=changes,
    )


WIDTH = 100
"""The most columns of a line of plain text."""

MIN_STEPS_BETWEEN_DRAWINGS = 10


def format_walkthrough(walkthrough: Walkthrough, *, markdown: bool = False) -> str:
    """The puzzle, every step, the board before some of the hard steps, and the final board."""
    return "\n".join(
        [
            translated(COUNTED),
            *_drawing(walkthrough.puzzle, None, markdown),
            *_steps(walkthrough, markdown),
            "",
            walkthrough.ending,
            *_drawing(walkthrough.puzzle, walkthrough.final_board, markdown),
        ]
    ).rstrip()


def _steps(walkthrough: Walkthrough, markdown: bool) -> Iterator[str]:
    last_drawn = 0
    for number, step in enumerate(walkthrough.steps, 1):
        is_hard = step.level and step.level.rank >= Level.HARD.rank
        if is_hard and number - last_drawn > MIN_STEPS_BETWEEN_DRAWINGS:
            yield from ("", _("The board before step {number}:").format(number=number))
            yield from _drawing(walkthrough.puzzle, step.board, markdown)
            last_drawn = number
        yield from _list_item(walkthrough.puzzle, number, step, markdown)


def _list_item(puzzle: Puzzle, number: int, step: Explanation, markdown: bool) -> Iterator[str]:
    """A step as an item of a numbered list, with its own steps as a nested list."""
    start = f"{number:3}. "
    reason = with_places(puzzle, step.text)
    refutation = [with_places(puzzle, part.text) for part in step.steps if part.heading not in "?!"]
    heading = f"**{step.heading}**" if markdown else step.heading
    text = _("{technique} ({level}). {reason}").format(
        technique=heading, level=shown_level(step.level or ""), reason=reason
    )
    if markdown:
        yield f"{number}. {text}"
        yield from (f"{' ' * len(start)}- {part}" for part in refutation)
    else:
        yield _wrap(start, text)
        yield from (_wrap(f"{' ' * len(start)}- ", part) for part in refutation)


def _wrap(start: str, text: str) -> str:
    return fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def _drawing(puzzle: Puzzle, board: Board | None, markdown: bool) -> list[str]:
    """The board, None for the empty one, between empty lines.

    Only an empty line if the board cannot be drawn.
    """
    with suppress(FormatError):  # A single island with the clue 0.
        drawing = draw(puzzle, board or Board.empty(puzzle))
        return ["", f"```\n{drawing}\n```" if markdown else drawing, ""]
    return [""]
