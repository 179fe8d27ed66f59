import re
from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core import i18n
from hashi_gui.core.wording import (
    listed,
    long_number,
    natural_order,
    printable,
    printable_lines,
    sentences,
    short_number,
    shown_title,
)

DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@pytest.mark.parametrize(
    ("number", "short"),
    [
        (0, "0"),
        (1072, "1,072"),
        (75_032_882_214_914, "75,032,882,214,914"),
        (10**15 - 1, "999,999,999,999,999"),
        (10**15, "1.00 × 10¹⁵"),
        (467_999 * 10**18, "4.67 × 10²³"),
        (10**300 - 1, "9.99 × 10²⁹⁹"),
    ],
)
def test_a_number_where_there_is_little_room(number: int, short: str):
    assert short_number(number) == short


@given(st.integers(10**15, 10**400))
def test_a_short_number_is_rounded_down(number: int):
    match = re.fullmatch(r"(\d)\.(\d\d) × 10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", short_number(number))
    assert match is not None
    unit = 10 ** (int(match[3].translate(DIGITS)) - 2)
    assert int(match[1] + match[2]) == number // unit


def test_a_long_number_has_all_digits():
    assert long_number(75_032_882_214_914) == "75,032,882,214,914"


def test_natural_order():
    names = ["²", "a2", "a01c", "a1b", "a", "B", "10", "2"]
    assert sorted(names, key=natural_order) == ["2", "10", "B", "a", "a1b", "a01c", "a2", "²"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Café Привет 数独 👍", "Café Привет 数独 👍"),
        ("\x1b[31m\r\n\x9b\x7f", r"\x1b[31m\r\n\x9b\x7f"),
        ("\u202egnp.\u2066\u200f\u061c", r"\u202egnp.\u2066\u200f\u061c"),
        ("\u2028\ufeff\ue000\U000e0041\ud800", r"\u2028\ufeff\ue000\U000e0041\ud800"),
        ("a\u00a0b\u3000c", "a b c"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        (
            "e\u0301" + "o" + 50 * "\u0336\u200d",
            "e\u0301" + "o" + 4 * "\u0336\u200d" + 46 * "\u200d",
        ),
    ],
)
def test_text_from_outside_is_shown_without_commands(text: str, shown: str):
    assert printable(text) == shown


@given(st.text())
def test_what_is_printable_stays_so(text: str):
    shown = printable(text)
    assert printable(shown) == shown
    assert printable_lines(f"{text}\n{text}".replace("\n", " ")).count("\n") == 0


def test_long_text_from_outside_is_shortened():
    assert printable("x" * 10**6, 11) == "xxxx...xxxx"
    assert printable("\x1b" * 10, 11) == r"\x1b...\x1b"


class Made(NullTranslations):
    def gettext(self, message: str) -> str:
        return {"hard": "上級"}.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        texts = {("two sentences", "{one} {two}"): "{one}{two}", ("in a list", ", "): "、"}
        return (texts | {("in a number", ","): ".", ("in a number", "."): ","})[context, message]


def test_each_language_has_separators_of_its_own(monkeypatch):
    texts = ("橋。", "", "島。")
    assert (sentences(*texts), listed(texts)) == ("橋。 島。", "橋。, 島。")
    assert shown_title("5 × 5, hard", 80) == "5 × 5, hard"
    monkeypatch.setattr(i18n, "_translations", Made())
    assert (sentences(*texts), listed(texts)) == ("橋。島。", "橋。、島。")
    assert (long_number(1072), short_number(10**15)) == ("1.072", "1,00 × 10¹⁵")
    assert shown_title("5 × 5, hard", 80) == "5 × 5、上級"
    assert shown_title("Daily 2026-11-21, hard", 80) == "Daily 21 Nov 2026, 上級"
    for other in ("Bridges, hard", "Daily 2026-02-30, hard"):
        assert shown_title(other, 80) == other
