"""A walk-through as text to read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from textwrap import fill

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import FormatError, draw
from hashi_gui.logic.levels import Level
from hashi_gui.logic.walkthrough import Step, Walkthrough

WIDTH = 100
"""Columns of a line."""

SPACING = 10
"""Steps between one drawing and the next, at least."""


def format_walkthrough(walkthrough: Walkthrough, *, markdown: bool = False) -> str:
    """The puzzle, every step, the board before some of the hard ones, and the board in the end."""
    end = (
        "Solved."
        if walkthrough.finished
        else "Here reasoning ends: the puzzle has several solutions, which share no more than this."
    )
    return "\n".join(
        [
            "Rows count from 1 at the top, columns from 1 at the left.",
            *_drawing(walkthrough.puzzle, Board.empty(walkthrough.puzzle), markdown),
            *_story(walkthrough, markdown),
            "",
            end,
            *_drawing(walkthrough.puzzle, walkthrough.end, markdown),
        ]
    ).rstrip()


def _story(walkthrough: Walkthrough, markdown: bool) -> Iterator[str]:
    drawn, board = 0, Board.empty(walkthrough.puzzle)
    for number, step in enumerate(walkthrough.steps, 1):
        if step.level.rank >= Level.HARD.rank and number - drawn > SPACING:
            yield from ("", f"The board before step {number}:")
            yield from _drawing(walkthrough.puzzle, board, markdown)
            drawn = number
        yield from _told(number, step, markdown)
        board = step.board


def _told(number: int, step: Step, markdown: bool) -> Iterator[str]:
    """A step as a list item, with the parts of its chain as items below it."""
    start = f"{number:3}. "
    if markdown:
        yield f"{number}. **{step.technique}** ({step.level}). {step.reason}"
        yield from (f"{' ' * len(start)}- {part}" for part in step.refutation)
    else:
        yield _wrapped(start, f"{step.technique} ({step.level}). {step.reason}")
        yield from (_wrapped(f"{' ' * len(start)}- ", part) for part in step.refutation)


def _wrapped(start: str, text: str) -> str:
    return fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def _drawing(puzzle: Puzzle, board: Board, markdown: bool) -> list[str]:
    """The board between empty lines; nothing of it where it cannot be drawn."""
    with suppress(FormatError):  # An island with the clue 0, alone.
        drawing = draw(puzzle, board)
        return ["", f"```\n{drawing}\n```" if markdown else drawing, ""]
    return [""]
