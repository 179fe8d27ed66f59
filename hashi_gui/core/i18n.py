"""The language of what people read; no other module knows where translations come from.

A sentence is one literal with named fields: ``_("{file} is empty.").format(file=file)``. It is
made when it is shown, so that a change of language, by ``use``, reaches it. A text of a table,
which is made when its module is imported, is marked there by ``N_`` and looked up by
``translated`` when it is shown.
"""

from __future__ import annotations

from gettext import NullTranslations

_translations = NullTranslations()
"""The translations into the language in use; these leave all texts as they are, in English."""


def use(translations: NullTranslations) -> None:
    """Show all texts by these translations from now on."""
    global _translations
    _translations = translations


def _(text: str) -> str:
    """Return a text in the language in use."""
    return _translations.gettext(text)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the form for a number: ``ngettext("{n} day", "{n} days", n).format(n=n)``."""
    return _translations.ngettext(singular, plural, count)


def pgettext(context: str, text: str) -> str:
    """Return a text that has other meanings elsewhere: ``pgettext("verb", "mark")``."""
    return _translations.pgettext(context, text)


def N_(text: str) -> str:
    """Mark a text for translation, and return it as it is, in English."""
    return text


def translated(text: str) -> str:
    """Return a text that was marked by ``N_``, in the language in use; an empty one stays empty."""
    return text and _translations.gettext(text)
