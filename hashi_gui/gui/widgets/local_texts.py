"""Numbers, dates and amounts as people write them where the language of the window is spoken."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from PySide6.QtCore import QCollator, QCollatorSortKey, QDate, QLocale

from hashi_gui.core.i18n import _, ngettext, pgettext
from hashi_gui.core.wording import long_number, short_number, shown_level


def number_text(number: int) -> str:
    """All digits of a number, in groups of three: ``75,032,882,214,914``."""
    return _local(long_number(number))


def rough_number_text(number: int) -> str:
    """The digits of a number, or only the first if there are many: ``4.67 × 10²³``."""
    return _local(short_number(number))


def decimal_text(number: float) -> str:
    """A number with one decimal: ``0.5``."""
    return _local(f"{number:.1f}")


def _local(number: str) -> str:
    locale = QLocale()
    return number.translate({ord(","): locale.groupSeparator(), ord("."): locale.decimalPoint()})


def date_text(day: date, form: str) -> str:
    """A date in one of Qt's forms, such as ``d MMM yyyy``, which each language has its own of."""
    return QLocale().toString(qt_date(day), form)


def day_text(day: date) -> str:
    """A day, such as ``21 Nov 2026``."""
    return date_text(day, pgettext("date", "d MMM yyyy"))


def moment_text(moment: datetime) -> str:
    """A day and a time of it: ``21 Nov 2026, 20:15``."""
    return _("{day}, {time:%H:%M}").format(day=day_text(moment), time=moment)


def qt_date(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)


def islands_text(count: int) -> str:
    return ngettext("{n} island", "{n} islands", count).format(n=number_text(count))


def sort_key(text: str) -> QCollatorSortKey:
    """A key to sort names as people do in their language, ``puzzle 9`` before ``puzzle 10``."""
    return _collator(QLocale()).sortKey(text)


@lru_cache(maxsize=1)
def _collator(locale: QLocale) -> QCollator:
    collator = QCollator(locale)
    collator.setNumericMode(True)
    return collator


def level_name(level: str | None) -> str:
    """A level as a label: ``Easy``; None is any level."""
    return _("Any") if level is None else capitalized(shown_level(level))


def capitalized(text: str) -> str:
    """A text as it begins a line; the rest keeps its case, as that of German nouns."""
    return text[:1].upper() + text[1:]
