"""Links and IDs that hold no puzzle."""

import pytest

from hashi_gui.formats import FormatError, read
from hashi_gui.formats.errors import NoPuzzleError

SGT = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("https://tinyurl.com/2p8abcde", "short link"),
        ("https://www.puzzle-bridges.com/?size=5", "Save its page"),
        ("de.puzzle-bridges.com", "Save its page"),
        ("https://www.janko.at/Raetsel/Hashi/001.a.htm", "Save its page"),
        ("7x7 Hashi Normal Puzzle ID: 3,175,539", "Save the page of the puzzle"),
        ("Puzzle ID: 3175539", "Save the page of the puzzle"),
        ("https://www.brainbashers.com/showbridges.asp?date=1", "editor (F2)"),
        ("http://www.menneske.no/hashi/7x7/eng/", "editor (F2)"),
        (f"{SGT}bridges.html", "“by game ID”"),
        ("https://swaroopg92.github.io/penpa-edit/", "In Penpa"),
        ("https://puzz.link/list.html", "Open a puzzle there"),
    ],
)
def test_what_to_do_instead_is_said_in_place_of_any_other_advice(text, words) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert words in caught.value.plain
    assert type(caught.value) is FormatError


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("https://www.puzzle-loop.com/?pl=abc", "a Slitherlink, not a Hashi"),
        ("https://www.puzzle-light-up.com/", "a Light Up, not a Hashi"),
        ("https://fr.puzzle-unheard.com/", "a puzzle of another kind, not a Hashi"),
        ("https://www.janko.at/Raetsel/Slitherlink/001.a.htm", "a Slitherlink, not a Hashi"),
        (f"{SGT}solo.html#3x3:a1", "a Sudoku, not a Hashi"),
        (f"{SGT}pattern.html", "a Nonogram, not a Hashi"),
        ("https://example.com/hashi/7.png", "a picture, not a puzzle"),
        ("https://example.com/photo.JPEG?width=600", "a picture, not a puzzle"),
    ],
)
def test_what_is_no_hashi_is_named(text, thing) -> None:
    with pytest.raises(NoPuzzleError) as caught:
        read(text)
    assert caught.value.plain == f"That link is {thing}."


@pytest.mark.parametrize("text", ["https://example.com/", "www.example.com/bridges", "www." * 999])
def test_any_other_link_has_no_puzzle(text) -> None:
    with pytest.raises(NoPuzzleError):
        read(text)
