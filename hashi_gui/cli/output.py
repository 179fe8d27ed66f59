"""Printing answers as text and as JSON, and errors."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterable
from typing import TypeVar

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import printable_lines
from hashi_gui.formats import Document, write
from hashi_gui.system import interrupts
from hashi_gui.system.progress import hidden_progress, print_note

T = TypeVar("T")

ASCII_DRAWING = str.maketrans("─═┄┈│║┆┊×", '-=%&|"%&x')
"""ASCII characters for the bridges and marks of a drawing."""


class OutputError(HashiError):
    """Standard output cannot be written."""


def solution_json(puzzle: Puzzle, counts: bytes | None) -> list[list[int]] | None:
    """The bridges of a solution as ``[row, col, row, col, count]``, one list per edge."""
    if counts is None:
        return None
    return edges_json(puzzle, ((edge, count) for edge, count in enumerate(counts) if count))


def edges_json(puzzle: Puzzle, values: Iterable[tuple[int, T]]) -> list[list[int | T]]:
    """Pairs of an edge and what is said of it as ``[row, col, row, col, value]``."""
    ends = ((*puzzle.ends(edge), value) for edge, value in values)
    return [[*a.cell, *b.cell, value] for a, b, value in ends]


def board_text(puzzle: Puzzle, board: Board, notation: str) -> str:
    """The board in a notation. Raises FormatError if the notation cannot express it."""
    return document_text(Document(puzzle, board, notation), notation)


def document_text(document: Document, notation: str) -> str:
    """The document in a notation, without a line end after the last line. Raises FormatError."""
    return write(document, notation).rstrip("\n")


def print_error(error: HashiError | str) -> None:
    """Print an error on standard error, as one line."""
    print_note(f"hashi: {error}")


def report_error(name: str, error: HashiError) -> None:
    """Print an error about one of several puzzles, with the puzzle's name in front."""
    print_error(error if str(error).startswith(name) else f"{name}: {error}")


def print_json(**answer: object) -> None:
    print_data(json.dumps(answer))


def print_text(text: str) -> None:
    """Print lines for people on standard output; they may contain names and parts of files.

    They appear at once. Raises OutputError and BrokenPipeError.
    """
    print_data(printable_lines(text))


def print_data(text: str) -> None:
    """Print lines that programs read, in which nothing must change, as :func:`print_text` does.

    Whoever writes them escapes what a terminal would take for a command.
    """
    with interrupts.deferred():
        _write(text + "\n")


def flush_output() -> None:
    """Write what standard output has not written yet. Raises OutputError and BrokenPipeError."""
    _write("")


def _write(text: str) -> None:
    if sys.stdout is None:
        raise OutputError("Standard output is closed.")
    try:
        with hidden_progress(sys.stdout):
            sys.stdout.write(text)
            sys.stdout.flush()  # So that an error is noticed here and not at exit.
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(
            f"Standard output cannot be written ({error.strerror or error})."
        ) from error


def discard_output() -> None:
    """Discard what cannot be written: at exit Python would try again, and end with code 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def use_ascii_fallback() -> None:
    """Print ASCII instead of box drawing characters where the output encoding has none."""
    codecs.register_error("ascii-drawing", _ascii_drawing)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="ascii-drawing")


def _ascii_drawing(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(ASCII_DRAWING)
    return text.encode("ascii", "replace").decode(), error.end
