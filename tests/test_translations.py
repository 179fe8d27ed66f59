"""The translations are complete, and say what the English texts say, with all their fields."""

import sys
from gettext import GNUTranslations
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from hashi_gui.core.i18n import N_
from hashi_gui.game.library import lessons
from hashi_gui.system.languages import ENGLISH, LANGUAGES

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / ".ci"))
import messages  # noqa: E402

COMPLETE = ("de", "ja")

FILES = sorted(messages.LANGUAGES.glob("*.po"))


@pytest.fixture(scope="module")
def template() -> Catalog:
    return messages.extract()


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def catalog(request) -> Catalog:
    return messages.read(request.param)


def fields(text: str) -> set[str]:
    return {f"{name}:{form}" for _, name, form, _ in Formatter().parse(text) if name is not None}


def texts(value: str | tuple[str, ...]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def ends(text: str) -> tuple[bool, bool]:
    """Whether a text begins, and ends, with a space."""
    return text[0].isspace(), text[-1].isspace()


def translated(catalog: Catalog) -> list[tuple[Message, list[str]]]:
    """The messages that have translations, with these."""
    return [(each, texts(each.string)) for each in catalog if each.id and any(texts(each.string))]


def test_each_language_has_a_file():
    assert {file.stem for file in FILES} | {ENGLISH} == set(LANGUAGES)


def test_the_texts_are_those_of_the_program(catalog, template):
    """Otherwise, ``make messages`` brings them up to date."""
    assert {(m.id, m.context) for m in catalog} == {(m.id, m.context) for m in template}


def test_lessons_are_among_the_texts(template):
    infos = [lesson.info for lesson in lessons()]
    assert infos
    assert {m.id for m in template}.issuperset(chain(*((i.title, i.lesson) for i in infos)))


@pytest.mark.parametrize("language", COMPLETE)
def test_no_text_is_missing_or_uncertain(language):
    catalog = messages.read(messages.LANGUAGES / f"{language}.po")
    assert [message.id for message in messages.untranslated(catalog)] == []
    assert [message.id for message in catalog if message.id and message.fuzzy] == []


def test_fields_are_kept(catalog):
    for message, found in translated(catalog):
        *_, plural = texts(message.id)
        for text in found:
            assert fields(text) <= fields(plural), text
        assert fields(found[-1]) == fields(plural), found


def test_each_number_has_its_form(catalog):
    for message, found in translated(catalog):
        assert len(found) == (catalog.num_plurals if message.pluralizable else 1), message.id


def test_letters_of_menus_and_spaces_at_the_ends_are_kept(catalog):
    for message, found in translated(catalog):
        english, text = texts(message.id)[-1], found[-1]
        assert english.replace("&&", "").count("&") == text.replace("&&", "").count("&"), text
        is_separator = not any(map(str.isalpha, english))
        assert is_separator or ends(english) == ends(text), text
        assert english.count("\n") == 0 or "\n" in text, text


def test_a_text_that_is_not_translated_is_found_and_stays_english(tmp_path):
    catalog = Catalog(locale="fr")
    catalog.add(N_("Island"), "Île")
    catalog.add("Bridge")
    catalog.add(("{n} bridge", "{n} bridges"), ("{n} pont", ""))
    assert [texts(each.id)[0] for each in messages.untranslated(catalog)] == [
        "Bridge",
        "{n} bridge",
    ]
    with (tmp_path / "fr.po").open("wb") as file:
        messages.write_po(file, catalog)
    with messages.compile_file(tmp_path / "fr.po").open("rb") as compiled:
        french = GNUTranslations(compiled)
    assert french.gettext("Island") == "Île"
    assert french.ngettext("{n} bridge", "{n} bridges", 0) == "{n} bridges"
