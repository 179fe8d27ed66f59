"""Steps of hints and explanations as JSON objects, for other programs to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.reasoning.techniques.technique import Case
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind
from hashi_gui.logic.teaching.walkthrough import Walkthrough
from hashi_gui.logic.wording import mentioned_islands, with_places

Statement = dict[str, Any]
"""A sentence, and the islands and edges that it is about."""

Bounds = tuple[int, int | None, int | None]
"""An edge, and how many bridges it has at least and at most, None if that is not said."""

STEP_HELP = """\
  {"kind": "step", "technique": "Full house",
   "level": "easy" | "medium" | "hard" | "expert" | "extreme" | null,
   "premises": [{"reason": "...", "islands": [[row, col], ...],
                 "edges": [[row, col, row, col, least, most], ...]}, ...],
   "reason": "...", "islands": [...], "edges": [...],
   "cases": [{"fault": "shortage" | "cut off" | "loop", "islands": [...], "edges": [...]}, ...],
   "refutation": [{"reason": "...", "islands": [...], "edges": [...]}, ...],
   "moves": [[row, col, row, col, count], ...]}
"least" and "most" are how many bridges a pair of islands has then; null if that is not said.
"cases" are numbers of bridges that the reason shows to be impossible, each with the island that
could not get its bridges, those that would be cut off, or the loop. "premises" are what must be
known first, "refutation" is the way from an assumption to a contradiction, or many cases; of a
mistake, why it is one. "count" is the number of bridges after the move; -1 is the mark "no bridge
here"."""


def hint_json(puzzle: Puzzle, board: Board, hint: Explanation) -> dict[str, Any]:
    """A hint for a board; unless it is a step, nothing is said of the numbers of bridges on its
    edges.
    """
    why, about = hint.why, hint.why.highlight if hint.why else hint.highlight
    if hint.kind is not ExplanationKind.STEP:
        about = replace(about, ghosts={})
    answer = {
        "kind": hint.kind,
        "technique": hint.heading,
        "level": hint.level,
        "premises": [_premise(puzzle, each) for each in hint.premises],
        **_statement(puzzle, " ".join(hint.reasons), about.islands, _bounds(about)),
        **_cases(puzzle, hint.cases),
        **_consequences(puzzle, (why or hint).steps, hint.move),
    }
    if why:
        kept, corrected = board.move_to(why.board or board).edges, dict(hint.move.edges)
        bounds = [(edge, state or None, None) for edge, state in kept if edge not in corrected]
        islands = sorted(puzzle.ends_of(edge for edge, *_numbers in bounds))
        left_out = [text for each in why.premises for text in each.reasons]
        reason = " ".join(why.reasons)
        answer["premises"] = [_statement(puzzle, text, islands, bounds) for text in left_out]
        answer["refutation"] = answer["refutation"] or [
            _statement(puzzle, reason, mentioned_islands(reason) or about.islands, [])
        ]
    return answer


def walkthrough_json(walkthrough: Walkthrough) -> Iterator[dict[str, Any]]:
    """The steps of a walkthrough; their premises are the limits known nearby, needed or not."""
    puzzle = walkthrough.puzzle
    said: dict[int, Statement] = {}
    for step in walkthrough.steps:
        islands, bounds = step.highlight.islands, _bounds(step.highlight)
        yield {
            "kind": step.kind,
            "technique": step.heading,
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
