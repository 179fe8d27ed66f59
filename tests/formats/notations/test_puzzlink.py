from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, draw, read, write

SMALL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
UNKNOWN = "https://puzz.link/p?hashi/6/6/3g1g2.g.g2h.g2g.h.g4g3h4g.g2g.h2"
TOUCHING = (
    "https://puzz.link/p?hashi/19/14/2g2g3g3g2i2g3g2q2g2g1h3g2g3h2v2i3g2h1g2h1g2g3p2g23g2g2g2j2g"
    "2i2h2g3g3g33zh2h3g1h2g32h1g2g2h2j4g3h1h2l2g1j23g2h4g2g1h2h3g2o1g2h2p2g2i2k1g2g3g4j3h22g3h2"
)


def test_the_small_sample() -> None:
    document = read(SMALL)
    assert document.notation == "puzzlink"
    assert draw(document.puzzle, document.board).split() == [
        "4.2..",
        ".3..2",
        "3....",
        ".3.1.",
        "3.4.3",
    ]


REAL = (
    SMALL,
    UNKNOWN,
    TOUCHING,
    "https://puzz.link/p?hashi/9/9/h2g3g.q.g1i3g.o2i1i2o.g2i2g1q.g3g3h",
    "https://puzz.link/p?hashi/15/21/.g3g2g3g3g2g3g3w3h.i3h3zh2g3g3m4i3g.i2h2i2h.h3i.l.g2q2i2m3i4g"
    ".i2l2h.h3l2i.g2i4m2i2q.g2l.i3h.h2i2h2i4g.i3m1g2g3zh2h2i.h2w2g3g4g4g2g4g2g./",
)


@pytest.mark.parametrize("url", REAL)
def test_samples_are_written_as_they_were_read(url) -> None:
    assert write(read(url), "puzzlink") == url


def test_the_width_comes_first() -> None:
    puzzle = read(TOUCHING).puzzle
    assert (puzzle.rows, puzzle.cols) == (14, 19)


@pytest.mark.parametrize(
    "url",
    [
        "hashi/5/5/4g2i3h23k3g1g3g4g3",
        "p?hashi/5/5/4g2i3h23k3g1g3g4g3",
        "\n\t https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3 \n",
        "http://pzv.jp/p.html?hashikake/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?bridges/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?hashi_edit/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?hashi_play/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?type=editor&hashi/5/5/4g2i3h23k3g1g3g4g3",
        "hashi/5/5/4g2ggg-03h2+003k3g1g3g4g3",
        "https://puzz.link/p?type=player&from=list&hashi/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3/",
        "https://puzz.link/p?bridges/v:/5/5/4g2i3h23k3g1g3g4g3",
        "http://www.kanpen.net/hashi.html?pzpr=/5/5/4g2i3h23k3g1g3g4g3",
        "hashi.html?pzpr=5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?hashi/v:/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?hashi/c/5/5/4g2i3h23k3g1g3g4g3",
        "http://www.kanpen.net/hashi.html?hashi//5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3/?from=list",
        "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3&from=list",
        "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3#top",
    ],
)
def test_all_forms_of_a_url_are_read(url) -> None:
    assert read(url).puzzle == read(SMALL).puzzle


WIDE = (
    "https://puzz.link/p?bridges/17/13/l2h1w2i3h2i3zi1h3p1g2k2g1h3r1k4g4h4h4i3h2u1g2l1g3n1g3y1j.g3g3g"
    "3h3r2j.h3g.g2"
)


def test_another_name_of_the_kind_is_written_as_hashi() -> None:
    assert write(read(WIDE), "puzzlink") == WIDE.replace("bridges", "hashi")


@pytest.mark.parametrize(
    "wrapping",
    [
        "https://swaroopg92.github.io/penpa-edit/?m=solve&p={}",
        "https://www.google.com/url?q={}&sa=D&source=docs",
        "https://web.archive.org/web/2024/{}",
    ],
)
def test_a_link_wrapped_in_another_is_read(wrapping) -> None:
    assert read(wrapping.format(SMALL)) == read(SMALL)


@pytest.mark.parametrize("times", [1, 2])
def test_a_percent_encoded_link_in_another_is_read(times) -> None:
    link = SMALL
    for _ in range(times):
        link = quote(link, safe="")
    safe = f"https://eur01.safelinks.protection.outlook.com/?url={link}&data=05%7C"
    assert read(safe) == read(link) == read(SMALL)


def test_a_link_around_another_kind_of_puzzle_or_none(read_error) -> None:
    assert "'slither'" in read_error(
        "https://l.example/?u=https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F5%2F5"
    )
    assert "any supported" in read_error("https://l.example/?u=https%3A%2F%2Fexample.com")


def test_missing_cells_are_water_and_so_is_what_runs_over_the_end() -> None:
    puzzle = Puzzle.from_clues(2, 3, {(0, 0): 1, (0, 2): 1})
    assert read("hashi/3/2/1g1").puzzle == read("hashi/3/2/1g1z").puzzle == puzzle


@given(st.integers(1, 90), st.integers(0, 90))
def test_runs_of_water_are_chained(before, after):
    puzzle = Puzzle.from_clues(1, before + 1 + after, {(0, before): 3})
    document = Document.from_puzzle(puzzle, "puzzlink")
    assert read(write(document, "puzzlink")) == document
