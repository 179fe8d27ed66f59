"""Steps of hints and explanations as JSON objects, for other programs to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.teaching.hint import Hint, HintKind
from hashi_gui.logic.teaching.refutation import RefutationStep
from hashi_gui.logic.teaching.walkthrough import Walkthrough, WalkthroughStep
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
   "refutation": [{"reason": "...", "islands": [...], "edges": [...]}, ...],
   "moves": [[row, col, row, col, count], ...]}
"least" and "most" are how many bridges a pair of islands has then; null if that is not said.
"premises" are what must be known first, "refutation" is the way from an assumption to a
contradiction; of a mistake, why it is one. "count" is the number of bridges after the move; -1 is
the mark "no bridge here"."""


def hint_json(puzzle: Puzzle, board: Board, hint: Hint) -> dict[str, Any]:
    """A hint for a board; unless it is a step, nothing is said of the numbers of bridges on its
    edges.
    """
    states = dict(hint.moves.edges) if hint.kind is HintKind.STEP else {}
    premises = [
        _statement(puzzle, reason, mentioned_islands(reason), [(edge, None, most)])
        for reason, (edge, most) in zip(hint.reasons, hint.premises)
    ]
    reason = " ".join(hint.reasons[len(premises) :])
    answer = {
        "kind": hint.kind,
        "technique": hint.technique,
        "level": hint.level,
        "premises": premises,
        **_statement(puzzle, reason, hint.region, _bounds(hint.edges, states, hint.limits)),
        **_consequences(puzzle, hint.refutation, hint.moves),
    }
    if hint.why:
        *left_out, why = hint.why
        kept, corrected = board.move_to(hint.board or board).edges, dict(hint.moves.edges)
        bounds = [(edge, state or None, None) for edge, state in kept if edge not in corrected]
        islands = sorted(puzzle.ends_of(edge for edge, *_numbers in bounds))
        answer["premises"] = [_statement(puzzle, text, islands, bounds) for text in left_out]
        answer["refutation"] = answer["refutation"] or [
            _statement(puzzle, why, mentioned_islands(why) or hint.region, [])
        ]
    return answer


def walkthrough_json(walkthrough: Walkthrough) -> Iterator[dict[str, Any]]:
    """The steps of a walkthrough; their premises are the limits known nearby, needed or not."""
    puzzle = walkthrough.puzzle
    said: dict[int, Statement] = {}
    known: Mapping[int, int] = {}
    for step in walkthrough.steps:
        move = step.before.move_to(step.board)
        new, known = dict(step.limits.items() - known.items()), step.limits
        bounds = _bounds(step.edges, dict(move.edges), new)
        yield {
            "kind": HintKind.STEP,
            "technique": step.technique,
            "level": step.level,
            "premises": [said[edge] for edge in _limits_near(puzzle, step) if edge in said],
            **_statement(puzzle, step.reason, step.region, bounds),
            **_consequences(puzzle, step.refutation, move),
        }
        for edge, _least, most in bounds:
            if most:
                said[edge] = _statement(puzzle, step.reason, step.region, [(edge, None, most)])


def _limits_near(puzzle: Puzzle, step: WalkthroughStep) -> Iterator[int]:
    """The edges with limits at the islands that a step is about, or at their neighbours."""
    islands = {*step.region, *(island for part in step.refutation for island in part.islands)}
    near = puzzle.ends_of(edge for island in islands for edge in puzzle.incident[island])
    return (edge for edge in step.limits if near & puzzle.ends_of([edge]))


def _consequences(
    puzzle: Puzzle, refutation: Iterable[RefutationStep], move: Move
) -> dict[str, Any]:
    parts = [
        _statement(puzzle, each.text, each.islands, _bounds(each.edges, each.states, each.limits))
        for each in refutation
    ]
    return {
        "refutation": parts,
        "moves": [[*puzzle.coordinates(edge), state] for edge, state in move.edges],
    }


def _bounds(
    edges: Iterable[int], states: Mapping[int, int], limits: Mapping[int, int]
) -> list[Bounds]:
    """What states, as in a move, and limits say of some edges."""
    return [
        (edge, None, 0) if states.get(edge) == MARK else (edge, states.get(edge), limits.get(edge))
        for edge in edges
    ]


def _statement(
    puzzle: Puzzle, text: str, islands: Iterable[int], bounds: Iterable[Bounds]
) -> Statement:
    return {
        "reason": with_places(puzzle, text),
        "islands": [puzzle.islands[island].cell for island in islands],
        "edges": [[*puzzle.coordinates(edge), *numbers] for edge, *numbers in bounds],
    }
