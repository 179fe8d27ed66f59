import os
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from hashi_gui.core import i18n
from hashi_gui.system import languages
from hashi_gui.system.languages import LANGUAGES, LanguageError, choose


@pytest.fixture(autouse=True)
def _english_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(languages, "_by_option", False)
    yield
    i18n.use(NullTranslations())


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        (["de_AT.UTF-8"], "de"),
        (["fi", "ja_JP"], "ja"),
        (["pt-BR", "de"], "de"),
        (["C.UTF-8", "de"], "en"),
        (["xx"], "en"),
        ([""], "en"),
    ],
)
def test_the_environment_chooses(monkeypatch, environment, language):
    monkeypatch.setattr(languages, "_ENVIRONMENT", environment)
    choose(None)
    assert os.environ["LANGUAGE"] == language


def test_a_preference_counts_more_than_the_system_and_an_option_more_than_both(monkeypatch):
    monkeypatch.setattr(languages, "_ENVIRONMENT", [])
    choose(None, system=["ja-JP"])
    assert os.environ["LANGUAGE"] == "ja"
    choose(None, "de", ["ja-JP"])
    assert os.environ["LANGUAGE"] == "de"
    choose("ja")
    choose(None, "de")
    assert os.environ["LANGUAGE"] == "ja"


def test_unknown_languages_are_refused_with_a_list():
    with pytest.raises(LanguageError, match=", ".join(LANGUAGES)):
        choose("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_can_be_spoken(language):
    choose(language)
    assert i18n._("Undo the last move")
