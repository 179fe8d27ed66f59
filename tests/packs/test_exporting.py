"""Writing packs to files, and reading them again."""

from __future__ import annotations

import re
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.errors import HashiError
from hashi_gui.packs import Pack, PackedPuzzle
from hashi_gui.packs.exchange import (
    export_archive,
    export_folder,
    export_list,
    file_name,
    packed_documents,
    read_pack,
)
from hashi_gui.packs.pack import clean_title
from hashi_gui.system.files import StorageError

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
    [
        ("Rainy days", "Rainy days"),
        ("10 × 10, easy", "10x10, easy"),
        ("Where? Here!", "Where Here!"),
        ("../../etc/passwd", "etc passwd"),
        ("con", "con -"),
        ("NUL.txt", "NUL.txt -"),
        ("日本", "日本"),
        ("...", "Pack"),
    ],
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


def test_a_folder_that_exists_is_not_touched(packed, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(StorageError, match="File exists"):
        export_folder(Pack("Rain", packed()), folder)
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "notes.txt"]


def test_an_export_that_fails_leaves_nothing(packed, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for export in (export_folder, export_archive, export_list):
        with pytest.raises(HashiError):
            export(Pack("Rain", packed()), tmp_path / "file" / "x")
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]
