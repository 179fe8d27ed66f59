"""Wording that messages of all parts of the program share."""

from __future__ import annotations

import math
import re
from datetime import date

_MAX_DIGITS = 15
"""The most digits of a number that are all shown where there is little room."""

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def quantity(count: int, noun: str) -> str:
    """Return a number and a noun, in the plural unless the number is 1: ``2 bridges``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def long_number(number: int) -> str:
    """All digits of a number, in groups of three: ``75,032,882,214,914``."""
    return f"{number:,}"


def short_number(number: int) -> str:
    """The digits of a number, or only the first if there are many: ``4.67 × 10²³``."""
    if number < 10**_MAX_DIGITS:
        return long_number(number)
    exponent = int(math.log10(number))
    # The logarithm may have been rounded up to the next whole number.
    exponent -= number < 10**exponent
    leading = number // 10 ** (exponent - 2)
    return f"{leading / 100:.2f} × 10{str(exponent).translate(_SUPERSCRIPTS)}"


def format_duration(seconds: float) -> str:
    """Seconds as ``m:ss`` or ``h:mm:ss``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def long_duration(seconds: float) -> str:
    """A duration that may be of many hours: ``40 s``, ``12 min``, ``3 h 20 min`` or ``236 h``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 100:
        return f"{long_number(hours)} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else f"{rest} s"


def day_text(day: date) -> str:
    """A day in English, such as ``21 Nov 2026``."""
    return f"{day.day} {day:%b %Y}"


def cell_name(row: int, col: int) -> str:
    """Name a cell as people count, from 1: ``row 1, column 1`` is the top left cell."""
    return f"row {row + 1}, column {col + 1}"


def shorten(text: str, limit: int) -> str:
    """Return the text with "..." for its middle if it has more than ``limit`` characters."""
    if len(text) <= limit:
        return text
    end = (limit - 3) // 2
    return f"{text[: limit - 3 - end]}...{text[-end:]}"


def natural_order(text: str) -> list[tuple[int, str]]:
    """A key to sort names as people do: ``puzzle 9`` before ``puzzle 10``."""
    parts = re.split("([0-9]+)", text)
    parts[1::2] = [digits.lstrip("0") for digits in parts[1::2]]
    return [(len(part) if number % 2 else 0, part) for number, part in enumerate(parts)]


def printable(text: str) -> str:
    """Return a text from outside, such as a file name, so that it can be shown in one line.

    Line breaks, the control sequences of terminals, and other characters that cannot be printed
    are escaped.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
