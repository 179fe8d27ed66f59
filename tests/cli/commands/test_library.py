"""The packs in the library, on the command line."""

import json
from zipfile import ZIP_LZMA, ZipFile

import pytest

from hashi_gui.cli import main
from hashi_gui.cli.commands import library
from hashi_gui.formats import read_path
from hashi_gui.game import Game, GameStore
from hashi_gui.packs import PackStore

URLS = "https://puzz.link/p?hashi/3/1/1g1\nhttps://puzz.link/p?hashi/5/1/1i1\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The folder of the player's data."""
    monkeypatch.setattr(library, "data_folder", lambda: tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def urls(tmp_path):
    file = tmp_path / "Rainy days.txt"
    file.write_text(URLS)
    return str(file)


def run(capsys, *arguments):
    code = main(["library", *arguments])
    return code, *capsys.readouterr()


def test_an_empty_library(capsys, home):
    assert run(capsys) == (0, "There are no packs in the library.\n", "")
    assert run(capsys, "--json") == (0, '{"packs": []}\n', "")
    assert not home.exists()


def test_packs_are_imported_and_listed_with_progress(capsys, home, urls):
    assert run(capsys, "--import", urls) == (0, "Rainy days: 2 puzzles imported.\n", "")
    assert run(capsys, "--import", urls, "--title", "rainy days")[1] == (
        "rainy days (2): 2 puzzles imported.\n"
    )
    pack = PackStore(home / "packs").load()[0]
    game = Game.from_document(pack.document(0))
    game.play(game.cycle_bridges(0))
    GameStore(home).save(game.to_document())
    listed = "Rainy days: 2 puzzles, 1 solved\nrainy days (2): 2 puzzles, 1 solved\n"
    assert run(capsys) == (0, listed, "")
    (first, _) = json.loads(run(capsys, "--json")[1])["packs"]
    assert first == {"title": "Rainy days", "puzzles": 2, "solved": 1}


def test_what_cannot_be_imported_is_reported(capsys, home, tmp_path, urls):
    (tmp_path / "bad.txt").write_text("no puzzle")
    code, out, err = run(capsys, "--import", str(tmp_path), "--title", "All")
    assert (code, out) == (2, "All: 2 puzzles imported, 1 not readable.\n")
    assert err.startswith("hashi: bad.txt: That text is not a puzzle")
    code, out, err = run(capsys, "--import", str(tmp_path / "bad.txt"))
    assert (code, out) == (2, "")
    assert len(PackStore(home / "packs").load()) == 1


def test_packs_are_exported(capsys, home, urls, tmp_path):
    run(capsys, "--import", urls)
    assert run(capsys, "--export", "rainy DAYS") == (0, URLS, "")
    assert run(capsys, "--export", "Rainy days", "-o", f"{tmp_path}/out.zip")[0] == 0
    assert run(capsys, "--export", "Rainy days", "-o", f"{tmp_path}/out/")[0] == 0
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == ["1.hashi", "2.hashi"]
    assert read_path(files[0]).info.pack == "Rainy days"
    code, out, _ = run(capsys, "--import", f"{tmp_path}/out.zip")
    assert (code, out) == (0, "Rainy days: 2 puzzles imported.\n")
    assert len(PackStore(home / "packs").load()) == 1


def test_a_pack_that_is_not_there(capsys, home):
    code, out, err = run(capsys, "--export", "Nothing")
    assert (code, out) == (2, "")
    assert "There is no pack 'Nothing' in the library" in err


def test_a_damaged_pack_is_reported(capsys, home, urls):
    run(capsys, "--import", urls)
    (file,) = (home / "packs").iterdir()
    file.write_text("nonsense")
    code, out, err = run(capsys)
    assert (code, out) == (0, "There are no packs in the library.\n")
    assert "A pack is damaged" in err


def test_a_damaged_entry_of_an_archive_is_reported(tmp_path, capsys, home):
    archive = tmp_path / "puzzles.zip"
    with ZipFile(archive, "w", ZIP_LZMA) as file:
        file.writestr("a.txt", "1.1" * 100)
        file.writestr("b.txt", "2.2\n...\n2.2")
    data = bytearray(archive.read_bytes())
    data[50] ^= 0xFF
    archive.write_bytes(data)
    assert main(["library", "--import", str(archive)]) == 2
    output = capsys.readouterr()
    assert "puzzles: 1 puzzle" in output.out
    assert "a.txt: It is damaged." in output.err
