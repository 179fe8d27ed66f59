from __future__ import annotations

import pytest

from hashi_gui.formats import Document, read, write

URL = (
    "http://www.kanpen.net/hashi.html?problem=5/5/"
    "4_._2_._._/._3_._._2_/3_._._._._/._3_._1_._/3_._4_._9_/"
)
PUZZLE = read("hashi/5/5/4g2i3h23k3g1g3g4g.").puzzle


@pytest.mark.parametrize(
    "url",
    [
        URL,
        f"\n {URL}\n",
        URL.removesuffix("/"),
        URL.replace("_/", "/"),
        f"{URL}&time=1",
        URL.replace("http://www.", "https://"),
        URL.removeprefix("http://www.kanpen.net/"),
    ],
)
def test_all_forms_of_a_url_are_read(url) -> None:
    assert read(url) == Document.from_puzzle(PUZZLE, "kanpen-url")
    assert write(read(url), "kanpen-url") == URL


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "http://www.kanpen.net/slitherlink.html?problem=1/1/./",
            "1:23 found a puzzle of type 'slitherlink', expected 'hashi'.",
        ),
        ("hashi.html?problem=", "1:1 found the end after 0 lines, expected 2."),
        (
            "hashi.html?problem=x/2/1_1/",
            "1:20 found 'x', expected a number of rows from 1 to 2000.",
        ),
        ("hashi.html?problem=1_2/2/1_1/", "1:22 found '2', expected a row of 1 number."),
        ("hashi.html?problem=2/2/1_1/", "1:27 found the end after 1 row, expected 2."),
        ("hashi.html?problem=1/2/1_1_1/", "1:28 found '1', expected a row of 2 cells."),
        ("hashi.html?problem=1/2/1_0", "1:26 found the clue 0, expected 1 to 8, or 9 for '?'."),
    ],
)
def test_error_messages(read_error, text, sentence):
    assert read_error(text) == sentence
