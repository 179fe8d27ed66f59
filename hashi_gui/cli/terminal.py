"""What a command prints in the terminal, and its exit code."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Collection
from enum import IntEnum

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import pattern, printable_lines
from hashi_gui.system import interrupts
from hashi_gui.system.progress import hidden_progress, print_note


class ExitCode(IntEnum):
    """How a command ended, as the shell sees it."""

    ANSWERED = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2
    STOPPED = 3
    WRONG = 4
    ABORTED = 5
    INTERNAL_ERROR = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141


_WORST_FIRST = (
    ExitCode.BAD_INPUT,
    ExitCode.WRONG,
    ExitCode.STOPPED,
    ExitCode.NO_SOLUTION,
    ExitCode.ANSWERED,
)


def worst(codes: Collection[ExitCode]) -> ExitCode:
    """The exit code for several puzzles that have these codes; ANSWERED if there are none."""
    return next((code for code in _WORST_FIRST if code in codes), ExitCode.ANSWERED)


ASCII_DRAWING = str.maketrans("─═┄┈│║┆┊×", '-=%&|"%&x')
"""ASCII characters for the bridges and marks of a drawing."""

_WIDE, _OPENING, _CLOSING = "\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef", "「『（", "、。」』）ー"
_PIECE = pattern(rf" *[{_OPENING}]*(?:[{_WIDE}]|[^ {_WIDE}]+)[{_CLOSING}]*")
"""What a line is not broken in: a word, or a character of a writing without spaces, with the
punctuation that belongs to it."""


class OutputError(HashiError):
    """Standard output cannot be written."""


def print_error(error: HashiError | str) -> None:
    """Print an error on standard error, as one line."""
    print_note(f"hashi: {error}")


def report_error(name: str, error: HashiError) -> None:
    """Print an error about one of several puzzles, with the puzzle's name in front."""
    print_error(error if str(error).startswith(name) else f"{name}: {error}")


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


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text with spaces after it, or before it if it is on the ``right``, in a column."""
    spaces = " " * (width - columns(text))
    return spaces + text if right else text + spaces


def wrapped(text: str, width: int) -> list[str]:
    """The words of a text in lines of so many columns."""
    lines = [""]
    for piece in _PIECE.findall(text):
        if lines[-1] and columns(lines[-1] + piece) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip(" ")
    return lines


def _write(text: str) -> None:
    if sys.stdout is None:
        raise OutputError(_("Standard output is closed."))
    try:
        with hidden_progress(sys.stdout):
            sys.stdout.write(text)
            sys.stdout.flush()  # So that an error is noticed here and not at exit.
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or error
        raise OutputError(
            _("Standard output cannot be written ({reason}).").format(reason=reason)
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
