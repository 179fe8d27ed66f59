"""What the window says of input that is no puzzle, or not quite one."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from hashi_gui.formats import FormatError, read, read_path
from hashi_gui.formats.archive import is_archive
from hashi_gui.formats.errors import NoPuzzleError

SGT = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"


def plain(data: str | bytes) -> str:
    with pytest.raises(FormatError) as caught:
        read(data, "a/b.txt")
    return caught.value.plain


def zipped(*names: str) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for name in names:
            archive.writestr(name, "text")
    return content.getvalue()


@pytest.mark.parametrize(
    ("data", "thing"),
    [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a picture"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "a picture"),
        (b"\0\0\0\x18ftypheic\0\0", "a picture"),
        ('<?xml version="1.0"?>\n<svg width="9">', "a picture"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        ("\n<!DOCTYPE html><p>", "a web page"),
        (zipped("[Content_Types].xml", "word/document.xml"), "a document"),
        (r"{\rtf1 words}", "a document"),
        (b"\0\0\0\x18ftypmp42", "a video"),
        (b"ID3\x04", "a sound file"),
        (b"\x7fELF\x02", "a program"),
        ("https://puzz.link/p?slither/5/5/abc", "link is a Slitherlink"),
        ("http://www.kanpen.net/sudoku.html?problem=9/", "link is a Sudoku"),
        ("pzprv3\nnurikabe\n1\n1\n1", "a Nurikabe"),
        ("https://puzz.link/p?unheard/5/5/abc", "link is a puzzle of another kind"),
        ("https://www.puzzle-loop.com/?pl=abc", "link is a Slitherlink"),
        ("https://www.puzzle-light-up.com/", "link is a Light Up"),
        ("https://fr.puzzle-unheard.com/", "link is a puzzle of another kind"),
        ("https://www.janko.at/Raetsel/Slitherlink/001.a.htm", "link is a Slitherlink"),
        (f"{SGT}solo.html#3x3:a1", "link is a Sudoku"),
        (f"{SGT}pattern.html", "link is a Nonogram"),
        ("https://example.com/hashi/7.png", "link is a picture"),
        ("https://example.com/photo.JPEG?width=600", "link is a picture"),
    ],
)
def test_what_it_is_is_named(data, thing):
    assert re.fullmatch(rf"That (is )?{thing}, not a (puzzle|Hashi)\.", plain(data))


@pytest.mark.parametrize(
    "data",
    [
        "",
        "Dear Ann, hello.",
        "https://example.com/",
        "www.example.com/bridges",
        "www." * 999,
        "[1, 2]",
        b"1.1\0",
        b"1.\xe9",
        zipped("1"),
        "{}",
    ],
)
def test_anything_else_is_no_puzzle_either(data):
    with pytest.raises(NoPuzzleError) as caught:
        read(data)
    assert re.fullmatch(r"T[^\n]{,70}\.", caught.value.plain)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("1.1\n1x1", "in row “1x1”"),
        ('{"format": "hashi", "version": 1', "damaged"),
        ('{"format": "hashi", "version": 999}', "newer version"),
        ("https://puzz.link/p?hashi/5/1/!", "link is damaged"),
        ("5x5#123", "colon"),
        (b" " * (64 * 2**20 + 1), "too large"),
        ("." * 5000, "too large"),
    ],
    ids=lambda value: str(value[:20]),
)
def test_a_puzzle_with_a_mistake_needs_no_line_or_column(data, words):
    sentence = plain(data)
    assert words in sentence
    assert not re.search(r"\b(line|column|byte|b\.txt)\b", sentence)


def test_a_file_that_is_gone_is_named(tmp_path):
    with pytest.raises(FormatError) as caught:
        read_path(tmp_path / "gone.hashi")
    assert caught.value.plain.startswith("gone.hashi is not there")


def test_a_document_in_a_zip_file_is_no_pack(tmp_path):
    for name, entry in (("letter.docx", "[Content_Types].xml"), ("pack.zip", "a.hashi")):
        (tmp_path / name).write_bytes(zipped(entry))
    assert [is_archive(tmp_path / name) for name in ("letter.docx", "pack.zip")] == [False, True]


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
