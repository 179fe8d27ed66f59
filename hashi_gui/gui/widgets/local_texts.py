"""Dates, levels and an order of names, in the language of the window."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from PySide6.QtCore import QCollator, QCollatorSortKey, QDate, QLocale

from hashi_gui.core.i18n import _
from hashi_gui.core.wording import capitalized, day_text, shown_level


def date_text(day: date, form: str) -> str:
    """A date in one of Qt's forms, such as ``d MMM yyyy``, which each language has its own of."""
    return QLocale().toString(qt_date(day), form)


def moment_text(moment: datetime) -> str:
    """A day and a time of it: ``21 Nov 2026, 20:15``."""
    return _("{day}, {time:%H:%M}").format(day=day_text(moment), time=moment)


def qt_date(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)


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
