"""The languages of the program, and which of them a process speaks.

A process that it starts speaks the same: it finds the language in ``LANGUAGE``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from gettext import GNUTranslations, NullTranslations

from hashi_gui.core import i18n
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.system.files import RESOURCES

ENGLISH = "en"

LANGUAGES = {ENGLISH: "English", "de": "Deutsch", "ja": "日本語"}
"""The codes of all languages, and their names in themselves."""

_FOLDER = RESOURCES / "languages"

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where systems say which languages a user reads, as gettext looks for them."""


class LanguageError(HashiError):
    """A language that the program does not speak."""


def speak(language: str) -> None:
    """Show all texts in a language, also those of processes that are started from now on.

    Raises LanguageError if it is none of ``LANGUAGES``.
    """
    if language not in LANGUAGES:
        raise LanguageError(
            _("There is no language {code!r}; choose one of: {codes}.").format(
                code=language, codes=", ".join(LANGUAGES)
            )
        )
    i18n.use(_translations_into(language))
    os.environ["LANGUAGE"] = language


def preferred(codes: Iterable[str] = ()) -> str:
    """The first language that is spoken here of those that the environment and ``codes`` name.

    Codes may name a country and an encoding, such as ``de_AT.UTF-8``.
    """
    for code in (*_of_environment(), *codes):
        language = code.replace("-", "_").split("_")[0].split(".")[0].lower()
        if language in LANGUAGES:
            return language
        if language in ("c", "posix"):
            break
    return ENGLISH


def _of_environment() -> Iterable[str]:
    for variable in _VARIABLES:
        if value := os.environ.get(variable):
            return value.split(":")
    return ()


def _translations_into(language: str) -> NullTranslations:
    try:
        with (_FOLDER / f"{language}.mo").open("rb") as file:
            return GNUTranslations(file)
    except FileNotFoundError:  # English, or a checkout that was not installed.
        return NullTranslations()
