"""The language of what people read; no other module knows where translations come from.

A sentence is one literal with named fields: ``_("{file} is empty.").format(file=file)``. It is
made when it is shown, so that a change of language, which replaces ``_translations``, reaches it.
"""

from __future__ import annotations

from gettext import NullTranslations

_translations = NullTranslations()
"""The translations into the language in use; these leave all texts as they are, in English."""


def _(text: str) -> str:
    """Return a text in the language in use."""
    return _translations.gettext(text)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the form for a number: ``ngettext("{n} day", "{n} days", n).format(n=n)``."""
    return _translations.ngettext(singular, plural, count)


def pgettext(context: str, text: str) -> str:
    """Return a text that has other meanings elsewhere: ``pgettext("verb", "mark")``."""
    return _translations.pgettext(context, text)
