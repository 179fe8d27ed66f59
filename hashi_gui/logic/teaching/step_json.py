"""Steps of hints and explanations as JSON objects, for other programs to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.logic.reasoning.techniques.technique import Case
from hashi_gui.logic.teaching.explanation import NO_STEP, Explanation, ExplanationKind
from hashi_gui.logic.teaching.walkthrough import Walkthrough
from hashi_gui.logic.wording import listed_bridges, mentioned_islands, with_places

Statement = dict[str, Any]
"""A sentence, and the islands and edges that it is about."""

Bounds = tuple[int, int | None, int | None]
"""An edge, and how many bridges it has at least and at most, None if that is not said."""

_STEP = """\
  {"kind": "step", "technique": "Full house",
   "level": "easy" | "medium" | "hard" | "expert" | "extreme" | null,
   "premises": [{"reason": "...", "islands": [[row, col], ...],
                 "edges": [[row, col, row, col, least, most], ...]}, ...],
   "reason": "...", "islands": [...], "edges": [...],
   "cases": [{"fault": "shortage" | "cut off" | "loop", "islands": [...], "edges": [...]}, ...],
   "refutation": [{"reason": "...", "islands": [...], "edges": [...]}, ...],
   "moves": [[row, col, row, col, count], ...]}"""


def step_help() -> str:
    """What the objects hold, for the help of commands."""
    notes = _(
        """\
"least" and "most" are how many bridges a pair of islands has then; null if that is not said.
"cases" are numbers of bridges that the reason shows to be impossible, each with the island that
could not get its bridges, those that would be cut off, or the loop. "premises" are what must be
known first; of a mistake, what is left out, and what is on the board where it shows. "refutation"
is the way from an assumption to a contradiction, or many cases; of a mistake, why it is one.
"count" is the number of bridges after the move; -1 is the mark "no bridge here"."""
    )
    return f"{_STEP}\n{notes}"


def hint_json(puzzle: Puzzle, board: Board, hint: Explanation) -> dict[str, Any]:
    """A hint for a board; unless it is a step, nothing is said of the numbers of bridges on its
    edges.
    """
    about, argument, steps = hint.highlight, hint, hint.steps
    if hint.kind is not ExplanationKind.STEP:
        about = replace(about, ghosts={})
    if hint.why:
        argument = replace(hint.why, premises=())
        # What is shown by cases comes after them; what steps show was only their summary.
        steps = [*argument.steps, *([argument] if argument.cases or not argument.steps else [])]
    return {
        "kind": hint.kind,
        "technique": hint.technique or NO_STEP[hint.kind],
        "level": hint.level,
        "premises": (
            list(_premises_of_mistake(puzzle, board, hint.why))
            if hint.why
            else [_premise(puzzle, each) for each in hint.premises]
        ),
        **_statement(puzzle, sentences(*hint.reasons), about.islands, _bounds(about)),
        **_cases(puzzle, argument.cases),
        **_consequences(puzzle, steps, hint.move),
    }


def _premises_of_mistake(puzzle: Puzzle, board: Board, why: Explanation) -> Iterator[Statement]:
    """How the board that it is about differs from the present one, and what is on it there."""
    shown = why.board or board
    if differing := board.move_to(shown).edges:
        yield _on_board(puzzle, sentences(*why.paragraphs[: -len(why.reasons)]), differing)
    islands = {island for each in (why, *why.steps) for island in each.highlight.islands}
    near = {edge for island in islands for edge in puzzle.incident[island]}
    drawn = [(edge, shown.state(edge)) for edge in sorted(near) if shown.state(edge)]
    if drawn:
        bridges = listed_bridges(puzzle, [(edge, max(state, 0)) for edge, state in drawn])
        yield _on_board(puzzle, _("On the board: {bridges}.").format(bridges=bridges), drawn)


def _on_board(puzzle: Puzzle, text: str, states: Sequence[tuple[int, int]]) -> Statement:
    bounds = [
        (edge, None, 0) if state == MARK else (edge, state or None, None) for edge, state in states
    ]
    return _statement(puzzle, text, sorted(puzzle.ends_of(edge for edge, _state in states)), bounds)


def walkthrough_json(walkthrough: Walkthrough) -> Iterator[dict[str, Any]]:
    """The steps of a walkthrough; their premises are the limits known nearby, needed or not."""
    puzzle = walkthrough.puzzle
    said: dict[int, Statement] = {}
    for step in walkthrough.steps:
        islands, bounds = step.highlight.islands, _bounds(step.highlight)
        yield {
            "kind": step.kind,
            "technique": step.technique,
            "level": step.level,
            "premises": [said[edge] for edge in _limits_near(puzzle, step) if edge in said],
            **_statement(puzzle, step.text, islands, bounds),
            **_cases(puzzle, step.cases),
            **_consequences(puzzle, step.steps, step.move),
        }
        for edge, _least, most in bounds:
            if most:
                said[edge] = _statement(puzzle, step.text, islands, [(edge, None, most)])


def _premise(puzzle: Puzzle, premise: Explanation) -> Statement:
    (edge, most), *_ = (*premise.highlight.limits.items(), *premise.highlight.ghosts.items())
    bounds = [(edge, None, max(most, 0))]
    return _statement(puzzle, premise.text, mentioned_islands(premise.text), bounds)


def _cases(puzzle: Puzzle, cases: Iterable[Case]) -> dict[str, Any]:
    parts = [
        {
            "fault": case.fault,
            "islands": [puzzle.islands[island].cell for island in case.islands],
            "edges": [[*puzzle.coordinates(edge), *numbers] for edge, *numbers in case.bridges],
        }
        for case in cases
    ]
    return {"cases": parts}


def _limits_near(puzzle: Puzzle, step: Explanation) -> Iterator[int]:
    """The edges with limits at the islands that a step is about, or at their neighbours."""
    islands = {island for part in (step, *step.steps) for island in part.highlight.islands}
    near = puzzle.ends_of(edge for island in islands for edge in puzzle.incident[island])
    return (edge for edge in step.known.limits if near & puzzle.ends_of([edge]))


def _consequences(puzzle: Puzzle, steps: Iterable[Explanation], move: Move) -> dict[str, Any]:
    parts = [
        _statement(puzzle, each.text, each.highlight.islands, _bounds(each.highlight))
        for each in steps
    ]
    moves = [[*puzzle.coordinates(edge), state] for edge, state in move.edges]
    return {"refutation": parts, "moves": moves}


def _bounds(about: Highlight) -> list[Bounds]:
    """What states, as in a move, and limits say of the edges that are highlighted."""
    states, limits = about.ghosts, about.limits
    return [
        (edge, None, 0) if states.get(edge) == MARK else (edge, states.get(edge), limits.get(edge))
        for edge in about.edges
    ]


def _statement(
    puzzle: Puzzle, text: str, islands: Iterable[int], bounds: Iterable[Bounds]
) -> Statement:
    return {
        "reason": with_places(puzzle, text),
        "islands": [puzzle.islands[island].cell for island in islands],
        "edges": [[*puzzle.coordinates(edge), *numbers] for edge, *numbers in bounds],
    }
