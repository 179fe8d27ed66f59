"""Texts that all parts share: numbers, times, places, and texts from outside made safe to show."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, AnyStr, cast

from hashi_gui.core.i18n import _, ngettext, pgettext, translated

if TYPE_CHECKING:
    from datetime import date


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What ``re.compile`` returns, except that a mistake in the text is found at the first use."""
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))


class _Pattern:
    """Has the methods of a pattern from their first use on."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, found)
        return found


_MAX_DIGITS = 15
"""The most digits of a number that are all shown where there is little room."""

MAX_SHOWN_LEVEL = 16
"""The most characters that are shown of a level."""

_MAX_ACCENTS = 4
"""The most accents on a character; more would cover the lines above and below it."""

_JOINERS = "\u200c\u200d"
"""Invisible characters that the writing of some languages and emoji need."""

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def long_number(number: int) -> str:
    """All digits of a number, in groups of three: ``75,032,882,214,914``."""
    return _local(f"{number:,}")


def short_number(number: int) -> str:
    """The digits of a number, or only the first if there are many: ``4.67 × 10²³``."""
    if number < 10**_MAX_DIGITS:
        return long_number(number)
    exponent = int(math.log10(number))
    # The logarithm may have been rounded up to the next whole number.
    exponent -= number < 10**exponent
    leading = number // 10 ** (exponent - 2)
    return _local(f"{leading / 100:.2f} × 10{str(exponent).translate(_SUPERSCRIPTS)}")


def decimal_number(number: float) -> str:
    """A number with one decimal: ``0.5``."""
    return _local(f"{number:.1f}")


def _local(number: str) -> str:
    separator, point = pgettext("in a number", ","), pgettext("in a number", ".")
    return number.translate({ord(","): separator, ord("."): point})


def islands_text(count: int) -> str:
    return ngettext("{n} island", "{n} islands", count).format(n=long_number(count))


def capitalized(text: str) -> str:
    """A text as it begins a line; the rest keeps its case, as that of German nouns."""
    return text[:1].upper() + text[1:]


def listed(texts: Iterable[str]) -> str:
    """Texts one after the other, without those that are empty: ``PNG, SVG, PDF``."""
    return pgettext("in a list", ", ").join(filter(None, texts))


def listed_apart(texts: Iterable[str]) -> str:
    """Texts one after the other that may have commas in themselves, such as places."""
    return pgettext("between the items of a list of places", "; ").join(texts)


def sentences(*texts: str) -> str:
    """Sentences one after the other, without those that are empty."""
    separator = pgettext("two sentences", "{one} {two}").format(one="", two="")
    return separator.join(filter(None, texts))


def stated(*facts: str) -> str:
    """Facts as a sentence."""
    return _("{facts}.").format(facts=listed(facts))


def format_duration(seconds: float) -> str:
    """Seconds as ``m:ss`` or ``h:mm:ss``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def minutes_text(seconds: float) -> str:
    """A time in words, as rough as people are: ``about 6 min``, ``about 1 h 30 min``."""
    if seconds < 60:
        return _("under a minute")
    minutes = _rounded(seconds / 60, 1 if seconds < 10 * 60 else 5)
    if minutes < 60:
        return _("about {minutes} min").format(minutes=minutes)
    hours, rest = divmod(_rounded(seconds / 60, 30), 60)
    if rest:
        return _("about {hours} h {minutes} min").format(hours=hours, minutes=rest)
    return _("about {hours} h").format(hours=hours)


def long_duration(seconds: float) -> str:
    """A duration that may be of many hours: ``40 s``, ``12 min``, ``3 h 20 min`` or ``236 h``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 100:
        return _("{hours} h").format(hours=long_number(hours))
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    if minutes:
        return _("{minutes} min").format(minutes=minutes)
    return _("{seconds} s").format(seconds=rest)


def day_text(day: date) -> str:
    """A day, such as ``21 Nov 2026``."""
    months = _("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()
    text = _("{day} {month} {year}")
    return text.format(day=day.day, month=months[day.month - 1], year=day.year)


def cell_name(row: int, col: int) -> str:
    """Name a cell as people count, from 1: ``row 1, column 1`` is the top left cell."""
    return _("row {row}, column {column}").format(row=row + 1, column=col + 1)


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


def printable(text: str, limit: int | None = None) -> str:
    """Return a text from outside, such as a title or a file name, so that it is shown in one line.

    Every text from outside goes through this on its way to a terminal, a page or a label; files
    keep what they have. Line breaks, the control sequences of terminals, changes of the direction
    of writing and all else that cannot be seen is escaped. If there is a ``limit``, the middle of
    what would have more characters is left out.
    """
    if limit is not None:
        return shorten(printable(shorten(text, limit)), limit)
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(text))


def shown_level(level: str) -> str:
    """A level as it is shown, in the language in use; that of a file may be none of ours."""
    return printable(translated(level), MAX_SHOWN_LEVEL)


def shown_title(title: str, limit: int) -> str:
    """A title as it is shown; those of generated and daily puzzles are translated."""
    if made := re.fullmatch("([0-9]+ × [0-9]+), ([a-z]+)", title):
        return listed((made[1], shown_level(made[2])))
    if daily := re.fullmatch("Daily ([0-9]{4}-[0-9]{2}-[0-9]{2}), ([a-z ]+)", title):
        from datetime import date

        with suppress(ValueError):
            day = day_text(date.fromisoformat(daily[1]))
            return _("Daily {day}, {kind}").format(day=day, kind=shown_level(daily[2]))
    return printable(title, limit)


def printable_lines(text: str) -> str:
    """Return a text of several lines, each as :func:`printable` returns it."""
    return "\n".join(map(printable, text.split("\n")))


def _visible(text: str) -> Iterator[str]:
    accents = 0
    for character in text:
        category = unicodedata.category(character)
        if character in _JOINERS:
            yield character
            continue
        accents = accents + 1 if category in ("Mn", "Me") else 0
        if category == "Zs":
            yield " "
        elif accents <= _MAX_ACCENTS:
            yield character if character.isprintable() else repr(character)[1:-1]


def _rounded(number: float, unit: int) -> int:
    """The nearest multiple of a unit; of two that are equally near, the greater one."""
    return unit * math.floor(number / unit + 0.5)
