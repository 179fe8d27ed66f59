"""Answers as text and as JSON."""

from __future__ import annotations

import codecs
import io
import json
import sys
from collections.abc import Iterable

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write

PLAIN = str.maketrans("─═┄┈│║┆┊×", '-=%&|"%&x')
"""Bridges and marks of a drawing in ASCII."""


def solution_json(puzzle: Puzzle, counts: bytes | None) -> list[list[int]] | None:
    """The edges of a solution that have bridges, as ``[row, col, row, col, count]``."""
    if counts is None:
        return None
    return edges_json(puzzle, ((edge, count) for edge, count in enumerate(counts) if count))


def edges_json(puzzle: Puzzle, states: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Pairs of edge and state as ``[row, col, row, col, state]``."""
    ends = ((*puzzle.ends(edge), state) for edge, state in states)
    return [[*a.cell, *b.cell, state] for a, b, state in ends]


def board_text(puzzle: Puzzle, board: Board, notation: str) -> str:
    """The board in a notation. Raises FormatError for what that cannot say."""
    return write(Document(puzzle, board, notation), notation).rstrip("\n")


def print_error(complaint: HashiError | str) -> None:
    print(f"hashi: {complaint}", file=sys.stderr, flush=True)


def report_error(name: str, error: HashiError) -> None:
    """Print a complaint about one of several puzzles, which names it in any case."""
    print_error(error if str(error).startswith(name) else f"{name}: {error}")


def print_json(**answer: object) -> None:
    print_text(json.dumps(answer))


def print_text(text: str) -> None:
    # At once, so that a closed pipe is noticed here and not at exit.
    print(text, flush=True)


def use_ascii_fallback() -> None:
    """Make the output fall back to ASCII where its encoding has no box drawing characters."""
    codecs.register_error("plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(PLAIN)
    return text.encode("ascii", "replace").decode(), error.end
