"""Answers as text and as JSON."""

from __future__ import annotations

import codecs
import io
import json
import sys
from collections.abc import Iterable
from contextlib import suppress

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import FormatError, draw
from hashi_gui.logic import Hint
from hashi_gui.logic.grading import Grade
from hashi_gui.logic.wording import bridges, edge_name
from hashi_gui.solving import Result, Status, Stopped, Verdict, VerdictKind

VERDICTS = {
    VerdictKind.UNIQUE: "The puzzle has exactly one solution:",
    VerdictKind.SEVERAL: "The puzzle has several solutions; two of them:",
    VerdictKind.NONE: "The puzzle has no solution.",
    VerdictKind.STOPPED: str(Stopped()),
}

PLAIN = str.maketrans("─═┄┈│║┆┊×", '-=%&|"%&x')
"""Bridges and marks of a drawing in ASCII."""


def solve_text(puzzle: Puzzle, result: Result) -> str:
    if result.counts is not None:
        return draw(puzzle, Board(result.counts))
    kind = VerdictKind.NONE if result.status == Status.NONE else VerdictKind.STOPPED
    return VERDICTS[kind]


def check_text(puzzle: Puzzle, board: Board, verdict: Verdict, finishable: bool | None) -> str:
    solutions = [counts for counts in (verdict.solution, verdict.second) if counts is not None]
    blocks = [VERDICTS[verdict.kind], *(draw(puzzle, Board(counts)) for counts in solutions)]
    if board != Board.empty(puzzle) and finishable is not None:
        blocks.append(
            "The board as drawn can be finished."
            if finishable
            else "The board as drawn cannot be finished; `hashi hint` says what is wrong."
        )
    return "\n\n".join(blocks)


def hint_text(puzzle: Puzzle, board: Board, hint: Hint) -> str:
    """The hint, and the board after it."""
    lines = [f"{hint.technique}: {hint.reason}" if hint.technique else hint.reason]
    for edge, state in hint.moves.edges:
        lines.append(f"- {bridges(state) if state > 0 else 'no bridge'} {edge_name(puzzle, edge)}")
    with suppress(FormatError):  # Bridges that cross cannot be drawn.
        lines += ["", draw(puzzle, board.apply(hint.moves))]
    return "\n".join(lines)


def grade_text(graded: Grade) -> str:
    """The level, and how often each technique is needed."""
    width = max((len(name) for name in graded.techniques), default=0)
    lines = [f"  {name:{width}}  {count:4}" for name, count in graded.techniques.items()]
    if not graded.solved_by_logic:
        lines.append("Reasoning does not come to an end: there is not exactly one solution.")
    return "\n".join([f"Level: {graded.level}", *lines])


def solution_json(puzzle: Puzzle, counts: bytes | None) -> list[list[int]] | None:
    """The edges of a solution that have bridges, as ``[row, col, row, col, count]``."""
    if counts is None:
        return None
    return edges_json(puzzle, ((edge, count) for edge, count in enumerate(counts) if count))


def edges_json(puzzle: Puzzle, states: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Pairs of edge and state as ``[row, col, row, col, state]``."""
    ends = ((*puzzle.ends(edge), state) for edge, state in states)
    return [[*a.cell, *b.cell, state] for a, b, state in ends]


def print_json(**answer: object) -> None:
    print_text(json.dumps(answer))


def print_text(text: str) -> None:
    # At once, so that a closed pipe is noticed here and not at exit.
    print(text, flush=True)


def draw_with_what_the_output_has() -> None:
    """Make the output fall back to ASCII where its encoding has no box drawing characters."""
    codecs.register_error("plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(PLAIN)
    return text.encode("ascii", "replace").decode(), error.end
