"""The complaint about a text that cannot be read, or a document that cannot be written."""

from __future__ import annotations

from hashi_gui.core.errors import HashiError

Place = tuple[int, int]
"""Line and column, both from 1 as an editor shows them."""

_LONGEST_QUOTE = 24


class FormatError(HashiError):
    """One sentence: where (source, line, column), what was found, what was expected."""

    def __init__(self, problem: str, at: Place | None = None, source: str = "") -> None:
        super().__init__(problem, at, source)
        self.problem = problem
        self.at = at
        self.source = source

    def __str__(self) -> str:
        where = [self.source] if self.source else []
        if self.at:
            line, column = self.at
            where += [f"line {line}" if where else f"Line {line}", f"column {column}"]
        if where:
            return f"{', '.join(where)}: {self.problem}"
        return self.problem[:1].upper() + self.problem[1:]

    def within(self, source: str) -> FormatError:
        """The same complaint, naming the file or address it is about."""
        return FormatError(self.problem, self.at, source)


def unexpected_input(found: str, expected: str, at: Place | None = None) -> FormatError:
    """The complaint "found this, expected that"; quote what comes from the input."""
    return FormatError(f"found {found}, expected {expected}.", at)


def quote(text: str) -> str:
    """A piece of input for a complaint: cut to a readable length, control characters escaped."""
    if not text.strip(" "):
        return "a space" if text else "nothing"
    return repr(text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}...")


def quantity(count: int, noun: str) -> str:
    """A number of things, in the singular where it is one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
