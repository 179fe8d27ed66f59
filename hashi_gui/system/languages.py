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
from hashi_gui.core.wording import listed

ENGLISH = "en"

LANGUAGES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français (incomplet)", "ja": "日本語"}
"""The codes of all languages, and their names in themselves."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where systems say which languages a user reads, as gettext looks for them."""


def _of_environment() -> list[str]:
    return next(filter(None, map(os.environ.get, _VARIABLES)), "").split(":")


_ENVIRONMENT = _of_environment()
"""The languages that the system named before this process chose one for those that it starts."""


class LanguageError(HashiError):
    """A language that the program does not speak."""


_by_option = False


def choose(option: str | None, preference: str = "", system: Iterable[str] = ()) -> str:
    """Speak the language that the user wants, as far as it is known, and return its code.

    That is the one of an option of the command line, which stays; of the preferences; of the
    environment; or one that the system names. Raises LanguageError for an unknown option.
    """
    global _by_option
    if option is None and _by_option:
        return os.environ["LANGUAGE"]
    _by_option = option is not None
    language = option or preference or _preferred((*_ENVIRONMENT, *system))
    speak(language)
    return language


def speak(language: str) -> None:
    """Show all texts in a language, also those of processes that are started from now on.

    Raises LanguageError if it is none of ``LANGUAGES``.
    """
    if language not in LANGUAGES:
        raise LanguageError(
            _("There is no language {code!r}; choose one of: {codes}.").format(
                code=language, codes=listed(LANGUAGES)
            )
        )
    i18n.use(_translations_into(language))
    os.environ["LANGUAGE"] = language


def _preferred(codes: Iterable[str]) -> str:
    """The first language that is spoken here; codes may have parts, such as ``de_AT.UTF-8``."""
    for code in codes:
        language = code.replace("-", "_").split("_")[0].split(".")[0].lower()
        if language in LANGUAGES:
            return language
        if language in ("c", "posix"):
            break
    return ENGLISH


def _translations_into(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    from hashi_gui.system.files import RESOURCES  # In English, the command line starts without.

    file = RESOURCES / "languages" / f"{language}.mo"
    try:
        with file.open("rb") as compiled:
            return GNUTranslations(compiled)
    except FileNotFoundError:  # Only an installation compiles the translations.
        return NullTranslations()
