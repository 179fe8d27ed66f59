"""A walkthrough as plain text or Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from textwrap import fill

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import FormatError, draw
from hashi_gui.logic.levels import Level
from hashi_gui.logic.mentions import with_places
from hashi_gui.logic.walkthrough import Step, Walkthrough

WIDTH = 100
"""The most columns of a line of plain text."""

MIN_STEPS_BETWEEN_DRAWINGS = 10


def format_walkthrough(walkthrough: Walkthrough, *, markdown: bool = False) -> str:
    """The puzzle, every step, the board before some of the hard steps, and the final board."""
    end = (
        "Solved."
        if walkthrough.finished
        else "Reasoning ends here: the puzzle has several solutions with nothing more in common."
    )
    return "\n".join(
        [
            "Rows are counted from 1 at the top, columns from 1 on the left.",
            *_drawing(walkthrough.puzzle, Board.empty(walkthrough.puzzle), markdown),
            *_steps(walkthrough, markdown),
            "",
            end,
            *_drawing(walkthrough.puzzle, walkthrough.final_board, markdown),
        ]
    ).rstrip()


def _steps(walkthrough: Walkthrough, markdown: bool) -> Iterator[str]:
    last_drawn, board = 0, Board.empty(walkthrough.puzzle)
    for number, step in enumerate(walkthrough.steps, 1):
        is_hard = step.level.rank >= Level.HARD.rank
        if is_hard and number - last_drawn > MIN_STEPS_BETWEEN_DRAWINGS:
            yield from ("", f"The board before step {number}:")
            yield from _drawing(walkthrough.puzzle, board, markdown)
            last_drawn = number
        yield from _list_item(walkthrough.puzzle, number, step, markdown)
        board = step.board


def _list_item(puzzle: Puzzle, number: int, step: Step, markdown: bool) -> Iterator[str]:
    """A step as an item of a numbered list, with its refutation as a nested list."""
    start = f"{number:3}. "
    reason = with_places(puzzle, step.reason)
    refutation = [with_places(puzzle, part.text) for part in step.refutation[1:-1]]
    if markdown:
        yield f"{number}. **{step.technique}** ({step.level}). {reason}"
        yield from (f"{' ' * len(start)}- {part}" for part in refutation)
    else:
        yield _wrap(start, f"{step.technique} ({step.level}). {reason}")
        yield from (_wrap(f"{' ' * len(start)}- ", part) for part in refutation)


def _wrap(start: str, text: str) -> str:
    return fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def _drawing(puzzle: Puzzle, board: Board, markdown: bool) -> list[str]:
    """The board between empty lines; only an empty line if the board cannot be drawn."""
    with suppress(FormatError):  # A single island with the clue 0.
        drawing = draw(puzzle, board)
        return ["", f"```\n{drawing}\n```" if markdown else drawing, ""]
    return [""]
