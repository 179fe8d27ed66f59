"""Reading packs from files, folders and lists."""

import os
import re
from dataclasses import replace
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import write
from hashi_gui.generating import GeneratorOptions, Recipe
from hashi_gui.packs import Pack, PackedPuzzle, exchange
from hashi_gui.packs.exchange import (
    export_archive,
    export_folder,
    export_list,
    file_name,
    packed_documents,
    read_pack,
)
from hashi_gui.packs.pack import clean_title
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.system.files import StorageError

URL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
SAME = "5x5m2:4a2c3b23e3a1a3a4a3"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "Rainy days"
    (folder / "more").mkdir(parents=True)
    for name, text in {"10.txt": "1.1", "9.txt": "1..1", "more/Sunday.txt": "1...1"}.items():
        (folder / name).write_text(text)
    return folder


def read_from(*sources, **options):
    return read_pack([str(source) for source in sources], **options)


def test_a_folder_or_an_archive_is_a_pack_with_its_name(folder, tmp_path):
    reading = read_from(folder)
    assert reading.title == "Rainy days"
    sizes = [puzzle.cols for puzzle in reading.puzzles]
    assert sizes == [4, 3, 5]
    assert [puzzle.title for puzzle in reading.puzzles] == ["", "", "Sunday"]
    assert (reading.broken, reading.repeated) == ((), ())
    assert reading.summary == "3 puzzles imported."
    archive = tmp_path / "Wet weeks.zip"
    with ZipFile(archive, "w") as file:
        for path in folder.rglob("*.txt"):
            file.write(path, path.relative_to(tmp_path))
    assert read_from(archive) == replace(reading, title="Wet weeks")


def test_generated_puzzles_have_no_titles_but_those_that_players_give(tmp_path):
    made = Recipe(GeneratorOptions(5, 5, 6), 7).make()
    (tmp_path / "5x5-easy-7.hashi").write_text(write(made, "hashi"), encoding="utf-8")
    assert [puzzle.title for puzzle in read_from(tmp_path).puzzles] == [""]
    named = made._replace(info=made.info._replace(title="Sun"))
    (tmp_path / "5x5-easy-7.hashi").write_text(write(named, "hashi"), encoding="utf-8")
    assert [puzzle.title for puzzle in read_from(tmp_path).puzzles] == ["Sun"]


def test_a_list_is_a_pack(tmp_path):
    file = tmp_path / "urls.txt"
    file.write_text(f"# two\n{URL}\nhttps://puzz.link/p?hashi/3/1/1g1\n")
    reading = read_from(file)
    assert reading.title == "urls"
    assert [puzzle.title for puzzle in reading.puzzles] == ["", ""]
    file.write_text(f"# Pack: Süße \u2028 Rätsel\n{URL}\n{URL}\n", encoding="utf-8")
    assert read_from(file).title == "Süße Rätsel"
    file.write_bytes(f"# Pack: \xff\n{URL}\n{URL}\n".encode("latin-1"))
    assert read_from(file).title == "?"


def test_files_of_one_folder_are_a_pack_with_its_name(folder):
    assert read_from(folder / "9.txt", folder / "10.txt").title == "Rainy days"
    assert read_from(folder / "9.txt", folder / "more").title == "Rainy days"
    assert read_from(folder / "9.txt", folder / "more" / "Sunday.txt").title == "Pack"
    assert read_from(URL).title == "Pack"
    assert read_from(folder, title="Mine").title == "Mine"


def test_of_broken_puzzles_the_good_ones_are_read_and_the_others_listed(folder):
    (folder / "bad.txt").write_text("1.x\n")
    (folder / "list.txt").write_text(f"{URL}\nhttps://puzz.link/p?hashi/3/1/1!\n{SAME}\n")
    (folder / "em\x1bpty").write_text("")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    reading = read_from(folder)
    assert len(reading.puzzles) == 4
    bad, empty, line, picture = reading.broken
    assert bad.startswith("bad.txt: That text is not a puzzle.")
    assert empty == "em\\x1bpty: That is empty."
    assert line == "list.txt, line 2: That link is damaged. Copy it again as a whole."
    assert picture.startswith("picture.png")
    assert reading.repeated == ("list.txt, line 3: this is the same puzzle as list.txt, line 1.",)
    assert reading.summary == "4 puzzles imported, 4 not readable, 1 repeated."


def test_a_pack_of_which_nothing_can_be_read_is_an_error(tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()
    with pytest.raises(HashiError, match=r"The folder .*empty contains no files\."):
        read_from(folder)
    (folder / "a.txt").write_text("no puzzle")
    with pytest.raises(HashiError, match=r"^\S*a\.txt: This is not a puzzle"):
        read_from(folder)
    (folder / "b.txt").write_text("no puzzle")
    expected = "among these 2 files. a.txt: That text is not a puzzle"
    with pytest.raises(HashiError, match=expected):
        read_from(folder)
    with pytest.raises(HashiError, match="There is no file"):
        read_from(tmp_path / "missing")


def test_there_is_a_limit_to_what_a_pack_can_hold(folder, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(exchange, "MAX_PUZZLES", 2)
        with pytest.raises(HashiError, match=r"A pack can have at most 2 puzzles\."):
            read_from(folder)
        for number in range(4):
            (folder / f"{number}.txt").write_text("no puzzle")
        with pytest.raises(HashiError, match=r"More than 2 files and lines are no puzzles"):
            read_from(folder)
    size = sum(len(puzzle.text) for puzzle in read_from(folder).puzzles)
    monkeypatch.setattr(exchange, "MAX_SIZE", size)
    assert len(read_from(folder).puzzles) == 3
    monkeypatch.setattr(exchange, "MAX_SIZE", size - 1)
    with pytest.raises(HashiError, match=r"A pack can have at most 0 MB\."):
        read_from(folder)


def test_reading_can_be_cancelled(folder, tmp_path):
    (tmp_path / "words.txt").write_text("no puzzle\n" * 9)
    looking = Mock(raise_if_cancelled=Mock(side_effect=[None] * 5 + [Cancelled]))
    with pytest.raises(Cancelled):
        read_from(tmp_path / "words.txt", cancel=looking)
    token = CancelToken()
    seen = []

    def stop(number):
        seen.append(number)
        token.cancel()

    with pytest.raises(Cancelled):
        read_from(folder, cancel=token, on_read=stop)
    assert seen == [1]


@pytest.mark.skipif(os.name == "nt", reason="such names are not possible there")
def test_names_of_files_may_be_anything(tmp_path):
    folder = tmp_path / "日本\nx"
    folder.mkdir()
    for number, name in enumerate(
        ["a\nb", "con", "-x", "🧩", b"\xff\xfe".decode("utf-8", "surrogateescape")]
    ):
        (folder / name).write_text(f"1.{'.' * number}1")
    reading = read_from(folder)
    assert reading.title == "日本 x"
    assert len(reading.puzzles) == 5
    assert all(puzzle.to_line().encode() for puzzle in reading.puzzles)


FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]|[. ]$')
"""What Windows does not allow in names."""


def test_a_pack_is_imported_as_it_was_exported(tmp_path_factory, documents, titles):
    @given(made=st.lists(documents, min_size=1, max_size=5), title=titles)
    def check(made, title):
        puzzles = {puzzle.key: puzzle for puzzle in map(PackedPuzzle.of, made)}
        pack = Pack(clean_title(title), tuple(puzzles.values()))
        folder = tmp_path_factory.mktemp("exported")
        export_archive(pack, folder / "pack.zip")
        export_folder(pack, folder / "pack")
        for place in ("pack.zip", "pack"):
            reading = read_pack([str(folder / place)])
            assert (reading.title, reading.puzzles) == (pack.title, pack.puzzles)
            assert (reading.broken, reading.repeated) == ((), ())

    check()


@given(title=st.text())
def test_every_system_allows_the_names_of_files(title):
    name = file_name(title)
    assert name
    assert not FORBIDDEN.search(name)
    assert len(name.encode()) < 250
    assert name.split(".")[0].upper() not in ("CON", "NUL", "COM1", "LPT9")


@pytest.mark.parametrize(
    ("title", "name"),
    {
        "Rainy days": "Rainy days",
        "10 × 10, easy": "10x10, easy",
        "Where? Here!": "Where Here!",
        "../../etc/passwd": "etc passwd",
        "con": "con -",
        "NUL.txt": "NUL.txt -",
        "日本": "日本",
        "...": "Pack",
    }.items(),
)
def test_names_of_files(title, name):
    assert file_name(title) == name


def test_files_are_numbered_so_that_their_order_stays(packed):
    pack = Pack("Rain", packed("1.1", title="A") * 9 + packed("1..1", title="a") + packed("2.2"))
    names = [name for name, _ in packed_documents(pack)]
    assert (names[0], names[9], names[10]) == ("01 A", "10 a", "11")
    assert len({name.casefold() for name in names}) == 11


def test_the_files_of_an_archive_say_what_they_are(packed, tmp_path):
    pack = Pack("Rain", packed("1.1", title="Sun", author="Me"))
    export_archive(pack, tmp_path / "a.zip")
    with ZipFile(tmp_path / "a.zip") as archive:
        (name,) = archive.namelist()
        text = archive.read(name).decode()
    assert name == "1 Sun.hashi"
    for line in ('"title": "Sun"', '"author": "Me"', '"pack": "Rain"'):
        assert line in text


def test_a_list_has_a_line_for_each_puzzle_that_a_notation_can_express(packed, tmp_path):
    file = tmp_path / "list.txt"
    pack = Pack("Rain", packed("1.1", "3", "11\n..\n11"))
    assert export_list(pack, file) == 0
    assert file.read_text().splitlines() == [
        "# Pack: Rain",
        "https://puzz.link/p?hashi/3/1/1g1",
        "https://puzz.link/p?hashi/1/1/3",
        "https://puzz.link/p?hashi/2/3/11h11",
    ]
    reading = read_pack([str(file)])
    assert reading.title == "Rain"
    assert [puzzle.key for puzzle in reading.puzzles] == [puzzle.key for puzzle in pack.puzzles]


def test_an_export_that_fails_touches_and_leaves_nothing(packed, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(StorageError, match="File exists"):
        export_folder(Pack("Rain", packed()), folder)
    (tmp_path / "file").write_text("in the way")
    for export in (export_folder, export_archive, export_list):
        with pytest.raises(HashiError):
            export(Pack("Rain", packed()), tmp_path / "file" / "x")
    assert {path.name for path in tmp_path.rglob("*")} == {"mine", "notes.txt", "file"}
