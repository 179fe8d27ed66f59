"""Input that would take too much time or memory is refused early."""

import gc
import json
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import Any
from unittest.mock import Mock

import pytest

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import MAX_ISLANDS
from hashi_gui.core.wording import _Pattern
from hashi_gui.formats import FormatError, read, read_path, write
from hashi_gui.formats.reading import Budget, TooMuchError, stopped_by
from hashi_gui.formats.registry import MAX_INPUT, NOTATIONS
from hashi_gui.formats.several import find_entries
from hashi_gui.generating.command import recipe_from
from tests.formats.regex_steps import CountingPattern

MB = 2**20
SIDE = 2000
FULL = ["8"] * SIDE
SAVED_GAME = (
    '{"format": "hashi", "version": 1, "puzzle": ["1.1"], "bridges": [], "start": "", '
    '"position": 0, "trials": [], "seconds": 0, "hints": 0, "finished": false, "history": ['
)
TOO_MANY = f"The puzzle has more than {MAX_ISLANDS} islands, the maximum."


def filled(head: str, unit: str, size: int) -> str:
    return head + unit * (size // len(unit))


def grid(separator: str, end: str = "\n") -> str:
    return (separator.join(FULL) + end) * SIDE


FULL_GRIDS = {
    "text": lambda: grid(""),
    "csv": lambda: grid(","),
    "has": lambda: f"{SIDE} {SIDE} {SIDE * SIDE}\n{grid(' ')}",
    "puzzlink": lambda: f"p?hashi/{SIDE}/{SIDE}/{grid('', '')}",
    "pzpr": lambda: f"pzprv3/hashikake/{SIDE}/{SIDE}/{grid(' ', '/')}",
    "kanpen": lambda: f"{SIDE}\n{SIDE}\n{grid(' ')}",
    "kanpen-url": lambda: f"hashi.html?problem={SIDE}/{SIDE}/{grid('_', '/')}",
    "sgt": lambda: f"{SIDE}x{SIDE}:" + ("1a" * 1000 + "z" * 76 + "x") * 1000,
    "hashi": lambda: json.dumps({"format": "hashi", "version": 1, "puzzle": ["8" * SIDE] * SIDE}),
    "janko": lambda: f"[problem]\n{grid(' ')}",
    "xml": lambda: (
        f'<puzzle><size row="{SIDE}" col="{SIDE}"/><board>'
        + "".join(f'<number r="{r}" c="{c}" n="8"/>' for r in range(1, 99) for c in range(1, 2000))
    ),
    "drawn": lambda: "8─" * 1000 + "8\n\n" + ("8 " * 1000 + "8\n\n") * 1999,
}


@pytest.mark.parametrize("text", FULL_GRIDS.values(), ids=FULL_GRIDS)
def test_too_many_islands_are_refused_by_every_notation(
    read_error: Callable[[str], str], text: Callable[[], str]
) -> None:
    assert read_error(text()) == TOO_MANY


@pytest.mark.parametrize(
    ("head", "unit", "megabytes", "sentence"),
    [
        ('{"a":', "[ ", 1, "The JSON is nested too deeply."),
        ('{"a": [', "[],", 4, "The JSON has more than 1000000 lists, the maximum."),
        ('{"a": [', "{},", 4, "The JSON has more than 10000 objects, the maximum."),
        ('{"a": 0', ',"b":0', 4, "The JSON has more than 100000 keys, the maximum."),
        (SAVED_GAME, '"",', 16, "The JSON has more than 4000000 values, the maximum."),
        ('{"a": ', "9", 1, "The JSON has a number with too many digits."),
        ("{", " ", 32, "Input in the notation “.hashi file” can be at most 32 MB long."),
        (
            "p?hashi/5/5/",
            "!",
            16,
            "Input in the notation “puzz.link URL” can be at most 16 MB long.",
        ),
        ("1 1 2\n1", " ", 32, "Input in the notation “.has file” can be at most 32 MB long."),
        ("1,1\n", "\n", 32, "Input in the notation “CSV grid” can be at most 32 MB long."),
        (
            "3:1a1",
            "f",
            2,
            "Input in the notation “game ID of SGT's Bridges” can be at most 2 MB long.",
        ),
        ("pzprv3", "/", 48, "Input in the notation “pzpr file” can be at most 48 MB long."),
        (
            "hashi.html?problem=",
            "/",
            16,
            "Input in the notation “PencilBox URL” can be at most 16 MB long.",
        ),
    ],
)
def test_huge_input_is_refused(
    read_error: Callable[[str], str], head: str, unit: str, megabytes: int, sentence: str
) -> None:
    assert read_error(filled(head, unit, megabytes * MB)) == sentence


@pytest.mark.parametrize("unit", ["a", "1", "1 ", "- ", ".", "?", "/", "\n", "#\n", "1\n", "─"])
def test_a_long_text_of_repeated_characters_is_refused(
    read_error: Callable[[str], str], unit: str
) -> None:
    sentence = read_error(filled("x", unit, 8 * MB))
    assert sentence.startswith("This is not a puzzle in any supported notation: ")


def test_a_file_of_100_mb_is_not_read_into_memory(tmp_path) -> None:
    file = tmp_path / "huge.has"
    with file.open("wb") as stream:
        stream.write(b"3 3 2\n")
        stream.truncate(100 * MB)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError) as caught:
            read_path(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert str(caught.value) == f"{file}: The input is larger than 64 MB, the maximum."
    assert peak < 1.1 * MAX_INPUT


def test_no_notation_allows_more_than_the_maximum_input() -> None:
    assert all(0 < notation.MAX_LENGTH <= MAX_INPUT for notation in NOTATIONS)


def test_all_puzzles_of_a_text_draw_on_one_budget() -> None:
    penpa = write(read(LINK), "penpa")
    page = f"<html>{penpa} <br> {penpa} <br> {LINK}"
    assert len(find_entries(page)) == 2
    for text, budget in [
        (page, Budget(cells=49)),
        (page, Budget(unpacked=1000)),
        ("\n\n", Budget(lines=1)),
        (TWO, Budget(looked_at=5)),
        ("10/12/2024 " * 3, Budget(looked_at=2)),
        ("1:\n" * 2, Budget(looked_at=1)),
    ]:
        with budget.spent(), pytest.raises(TooMuchError, match=r"^That is too much to be read"):
            find_entries(text)


def test_repeated_cells_of_pencilbox_draw_on_the_budget(read_error: Callable[[str], str]) -> None:
    row = '<arow row="1"><z n="2000"/></arow>'
    text = f'<puzzle><size row="1" col="2000"/><answer>{row * 40_000}'
    assert read_error(text) == "That is too much to be read at once."
    more = text.replace('<arow row="1">', '<arow row="2001">')
    assert "Found 2001, expected a number of rows" in read_error(more)


def test_reading_can_be_stopped() -> None:
    for text in (f"<html>{'<br>' * 9}", "nothing\n" * 9, "https://a/1 " * 9):
        check = Mock(side_effect=[None] * 5 + [KeyboardInterrupt])
        with stopped_by(check), pytest.raises(KeyboardInterrupt):
            find_entries(text)


LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
TWO = f"{LINK} {LINK}\n"
SHAPES = {
    "name of an attribute": ("<html><a ", "a", ">"),
    "attributes": ("<html><a ", "a=", ">"),
    "quotes in a tag": ("<html><a ", "a=\"'", ">"),
    "open tags": ("<html>", '<a "', ""),
    "open comments": ("<html>", "<!--", ""),
    "open scripts": ("<html>", "<script>", ""),
    "escapes": ("<html>", "&#1", ""),
    "links in a page": ("<html>", f'<a href="{LINK}">x</a>', ""),
    "tasks in a page": ("<html><script>", "task='", "</script>"),
    "puzzles in XML": ("", "<puzzle></puzzle>", ""),
    "beginnings in XML": ("<html>", "<puzzle ", ""),
    "beginnings": ("", "[begin]\n", ""),
    "problems": ("<html>", "[problem]\n", ""),
    "tasks": ("<html>", "task='a'", ""),
    "hosts": ("", "www.", ""),
    "protocols": ("<html>", "http://", ""),
    "questions": ("", "a?", ""),
    "empty paths": ("<html>", "https://a//", ""),
    "sizes": ("", "1x1", ""),
    "short links": ("", "https://tinyurl.com/1 ", ""),
    "ends of puzzles": ("[begin]\n[problem]\n", "end\n", ""),
    "a host": (TWO + "x https://", "a.", "/1"),
    "a path": (TWO + "x https://a/", "a/", "1"),
    "words": (TWO, "a ", ""),
    "a word": (TWO, "a", ""),
    "lines": (TWO, "a\n", ""),
    "links among words": ("x ", f"{LINK} ", ""),
    "signs behind a link": (f"x {LINK}", "*)", ""),
    "brackets": ("x ", "(1", ""),
    "kinds of pictures": ("https://a/", ".png ", "!"),
    "numbers of puzzles": ("Puzzle ID", "1,", "!"),
    "a link in links": ("", "https%3A", ""),
    "sites of Penpa": ("", "/penpa-edit/", " !"),
    "penpa": ("m=edit", "?p=http", ""),
    "penpa, spaces": ("m=edit&p=a", " a", ""),
    "puzzlink, flags": ("p?", "a=b&", ""),
    "puzzlink, cells": ("p?hashi/9/9/", "1", ""),
    "puzzlink, races": (LINK, "#race=a", ""),
    "pzpr": ("pzprv3/hashikake/", "1/", ""),
    "janko": ("[problem]\n", "1 - 1\n", ""),
    "kanpen": ("9\n1\n", ".\n", ""),
    "kanpen-url": ("hashi.html?problem=", "1/", ""),
    "kanpen-xml": ("<puzzle><answer>", '<arow row="1"><z n="9"/></arow>', ""),
    "sgt": ("2000x2000:", "z1", ""),
    "sgt, save file": ("SAVEFILE:", "1:", ""),
    "sgt-url": ("", "a/", "b.html#1"),
    "puzzle-bridges": ("task='", "1a", "'"),
    "has": ("2 2 1\n", "1 1\n", ""),
    "csv": ("1,1\n", "1,1\n", ""),
    "csv, an answer": ("", "1 - ", ""),
    "text": ("7 7\n", "1..\n", ""),
    "text, separators": ("", ". ", ""),
    "text, comments": ("", "#\n", ""),
    "text, a drawing": ("", "3─", ""),
    "hashi": ('{"format":', "[[],", ""),
    "hashi, a number": ('{"a":1.', "9", "}"),
    "a command": ("hashi generate ", "--loops ", ""),
    "a number of an argument": ("hashi generate --density ", "9", "!"),
}
"""What hostile or damaged texts begin with, repeat, and end with."""


@pytest.fixture(scope="module")
def counted_patterns() -> Iterator[None]:
    patterns = [each for each in gc.get_objects() if type(each) is _Pattern]
    with pytest.MonkeyPatch.context() as patch:
        for each in patterns:
            counting = CountingPattern(each._text, each._flags)
            for method in ("match", "fullmatch", "search", "finditer", "findall", "sub"):
                patch.setattr(each, method, getattr(counting, method), raising=False)
        yield


def work(read_text: Callable[[str], object], text: str) -> int:
    """The lines of Python in this program, and in the modules it reads with, and the steps of its
    patterns, that reading a text takes.
    """
    lines = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace if frame.f_code.co_filename not in _COUNTED_APART else None

    before, tracing = CountingPattern.steps, sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(HashiError):
            read_text(text)
    finally:
        sys.settrace(tracing)
    return lines + CountingPattern.steps - before


_COUNTED_APART = {sys.modules[CountingPattern.__module__].__file__}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("read_text", [find_entries, read, recipe_from])
@pytest.mark.usefixtures("counted_patterns")
def test_twice_the_text_is_twice_the_work(
    read_text: Callable[[str], object], shape: tuple[str, str, str]
) -> None:
    """No text may take more than its length allows.

    Time would depend on the machine, so that lines and steps are counted. The methods of strings
    are not: each takes time in proportion to the text.
    """
    head, unit, tail = shape
    texts = (head + unit * (n // len(unit)) + tail for n in (300, 600, 1200))
    _first, once, twice = (work(read_text, text) for text in texts)  # The first imports modules.
    assert twice <= 2.3 * max(once, 100)
