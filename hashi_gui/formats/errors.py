"""The error for input that cannot be read and documents that cannot be written."""

from __future__ import annotations

from hashi_gui.core.errors import HashiError
from hashi_gui.formats.sites import other_kind

Location = tuple[int, int]
"""Line and column, both from 1 as in a text editor."""

_MAX_QUOTE_LENGTH = 24


class FormatError(HashiError):
    """Input cannot be read, or a document cannot be written in a notation.

    ``problem`` is a sentence that says what is wrong; it may begin in lower case. ``at`` is where
    in the input, ``source`` the name of the file or the like, if these are known. ``words`` say the
    same to somebody who has only seen the window, if the problem needs other words for that.
    """

    def __init__(
        self, problem: str, at: Location | None = None, source: str = "", words: str = ""
    ) -> None:
        super().__init__(problem, at, source, words)
        self.problem = problem
        self.at = at
        self.source = source
        self.words = words

    def __str__(self) -> str:
        parts = [self.source] if self.source else []
        if self.at:
            line, column = self.at
            parts += [f"line {line}" if parts else f"Line {line}", f"column {column}"]
        if parts:
            return f"{', '.join(parts)}: {self.problem}"
        return _capitalised(self.problem)

    @property
    def plain(self) -> str:
        return self.words or _capitalised(self.problem)

    def with_source(self, source: str) -> FormatError:
        """Return the same error with the name of the file, or the like, that it is about."""
        return type(self)(self.problem, self.at, source, self.words)


class NoPuzzleError(FormatError):
    """The input is something else than a puzzle."""


def unexpected_input(found: str, expected: str, at: Location | None = None) -> FormatError:
    """Return the error "found ..., expected ...". Pass parts of the input through :func:`quote`."""
    return FormatError(f"found {found}, expected {expected}.", at)


def _capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def other_puzzle(kind: str, at: Location | None = None, *, in_link: bool = False) -> NoPuzzleError:
    """Return the error for a puzzle of another type, which a notation names like this."""
    problem = unexpected_input(f"a puzzle of type {quote(kind)}", "'hashi'").problem
    return NoPuzzleError(problem, at, words=other_kind(kind, in_link=in_link))


def quote(text: str) -> str:
    """Return text in quotes, shortened and with control characters escaped, for a message."""
    if not text.strip(" "):
        return "a space" if text else "nothing"
    return repr(text if len(text) <= _MAX_QUOTE_LENGTH else f"{text[: _MAX_QUOTE_LENGTH - 3]}...")
