import ast
import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest

from hashi_gui.core import i18n
from hashi_gui.core.i18n import _, ngettext, pgettext

TEXTS = {"_": 1, "N_": 1, "ngettext": 2, "pgettext": 2}
"""How many of the arguments of each function are texts."""

PACKAGE = Path(i18n.__file__).parents[1]

MARKED = [
    "cli",
    "core",
    "editing",
    "formats",
    "game",
    "generating",
    "gui",
    "logic",
    "packs",
    "rendering",
    "solving/cancel.py",
    "system",
]
"""The packages and modules all of whose words are marked."""

ENGLISH = {
    "cli/commands/bench.py",
    "editing/search.py",
    "formats/drawing.py",
    "formats/errors.py",
    "formats/notations/kanpen_xml.py",
    "formats/notations/penpa.py",
    "formats/notations/puzzle_bridges.py",
    "formats/notations/sgt.py",
    "formats/notations/text.py",
    "formats/race.py",
    "formats/sources.py",
    "game/results_database.py",
    "game/store.py",
    "generating/daily.py",
    "generating/generator.py",
    "gui/documents/arrivals.py",
    "gui/settings/help.py",
    "gui/settings/preferences.py",
    "gui/teaching/teacher_panel.py",
    "gui/window/start.py",
    "logic/reasoning/techniques/technique.py",
    "logic/teaching/examples.py",
    "logic/teaching/review.py",
    "logic/teaching/step_json.py",
    "rendering/display_check.py",
    "rendering/pages.py",
    "rendering/resources.py",
    "rendering/theme.py",
    "system/files.py",
}
"""Modules of these with words that are for researchers, or are data."""


class German(NullTranslations):
    def gettext(self, message: str) -> str:
        return {"island": "Insel"}[message]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return {("{n} bridge", "{n} bridges"): ("{n} Brücke", "{n} Brücken")}[msgid1, msgid2][n > 1]

    def pgettext(self, context: str, message: str) -> str:
        return {("verb", "mark"): "markieren", ("noun", "mark"): "Markierung"}[context, message]


def faults(source: str) -> Iterator[ast.Call]:
    """The calls with a text that cannot be found in a catalogue, or with fields without a name.

    Nothing in an f-string is found.
    """
    tree = ast.parse(source)
    inside = {
        n for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) for n in ast.walk(each)
    }
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Name(name) | ast.Attribute(ast.Name("i18n"), name)):
                texts = call.args[: TEXTS.get(name, 0)]
                is_good = texts and all(map(is_text, texts)) and call not in inside
                forms = texts[name == "pgettext" :]
                if name in TEXTS and not (is_good and len(set(map(fields_of, forms))) == 1):
                    yield call


def is_text(argument: ast.expr) -> bool:
    match argument:
        case ast.Constant(str()):
            return all(map(str.isidentifier, fields_of(argument)))
    return False


def fields_of(text: ast.expr) -> frozenset[str]:
    assert isinstance(text, ast.Constant)
    return frozenset(field for _, field, _, _ in Formatter().parse(text.value) if field is not None)


def unmarked(source: str) -> Iterator[ast.expr]:
    """Words, other than docstrings, that are no text of a catalogue."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        match waiting.pop():
            case ast.Expr(ast.Constant()) | ast.Call(func=ast.Attribute(ast.Name("logging"))):
                pass
            case ast.Call(func=ast.Name(name)) if name in TEXTS:
                pass
            case ast.Constant(str(text)) as found if re.search(
                "[A-Za-z] [A-Za-z]|[a-z] $|^ [a-z]", text
            ):
                yield found
            case other:
                waiting += ast.iter_child_nodes(other)


def test_texts_are_english_until_there_are_translations():
    assert _("island") == "island"
    assert [ngettext("{n} day", "{n} days", n).format(n=n) for n in (1, 2)] == ["1 day", "2 days"]
    assert pgettext("verb", "mark") == "mark"


def test_a_change_of_language_reaches_every_text(monkeypatch):
    monkeypatch.setattr(i18n, "_translations", German())
    assert _("island") == "Insel"
    assert ngettext("{n} bridge", "{n} bridges", 2).format(n=2) == "2 Brücken"
    assert pgettext("verb", "mark") == "markieren"


def test_texts_are_literals_with_named_fields():
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.parent.glob(".ci/*.py")]
    sources = {file: file.read_text(encoding="utf-8") for file in files}
    users = {file: source for file, source in sources.items() if "i18n" in source}
    assert users
    assert not [(file, call.lineno) for file in users for call in faults(users[file])]


@pytest.mark.parametrize("place", MARKED)
def test_all_texts_are_marked(place):
    files = {PACKAGE / place} if place.endswith(".py") else {*(PACKAGE / place).rglob("*.py")}
    files -= {PACKAGE / file for file in ENGLISH}
    found = [(file, each.lineno) for file in files for each in unmarked(file.read_text("utf-8"))]
    assert files
    assert found == []


def test_texts_that_are_not_marked_are_found():
    assert list(unmarked("def f(): return f'Row {row} is full.'"))
    assert list(unmarked("TITLE = 'Row and column'"))
    assert not list(unmarked("TITLE = N_('Row and column')"))


@pytest.mark.parametrize(
    "source",
    [
        "_(f'{name} is empty.')",
        "f'{name}: {_(\"empty\")}'",
        "_('{} is empty.').format(name)",
        "_('{0} is empty.').format(name)",
        "_('{file.name} is empty.').format(file=file)",
        "_(name + ' is empty.')",
        "_(text)",
        "_()",
        "i18n._(text)",
        "ngettext('{n} day', plural, n)",
        "ngettext('One day', '{n} days', n)",
        "pgettext('verb', word)",
    ],
)
def test_other_texts_are_found(source):
    assert list(faults(source))


def test_literals_with_named_fields_may_be_long():
    source = "_('{name} is ' 'empty.').format(name=name); ngettext('{n} day', '{n} days', n)"
    assert not list(faults(source))
