"""Wording that messages of all parts of the program share."""

from __future__ import annotations


def quantity(count: int, noun: str) -> str:
    """Return a number and a noun, in the plural unless the number is 1: ``2 bridges``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def cell_name(row: int, col: int) -> str:
    """Name a cell as people count, from 1: ``row 1, column 1`` is the top left cell."""
    return f"row {row + 1}, column {col + 1}"


def shorten(text: str, limit: int) -> str:
    """Return the text with "..." for its middle if it has more than ``limit`` characters."""
    if len(text) <= limit:
        return text
    end = (limit - 3) // 2
    return f"{text[: limit - 3 - end]}...{text[-end:]}"


def printable(text: str) -> str:
    """Return a text from outside, such as a file name, so that it can be shown in one line.

    Line breaks, the control sequences of terminals, and other characters that cannot be printed
    are escaped.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
