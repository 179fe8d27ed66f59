from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, read_path, write
from hashi_gui.game import Game
from hashi_gui.system.files import (
    KeySet,
    StorageError,
    atomic_write,
    is_on_another_computer,
    make_private,
    read_regular_file,
    write_own,
)

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")


@pytest.fixture
def game() -> Document:
    """A game with moves to undo and to redo."""
    game = Game(Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1}))
    game.play(game.cycle_bridges(0))
    game.play(game.toggle_mark(1))
    game.undo()
    return game.to_document()


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


def test_a_saved_game_can_be_read(tmp_path, game):
    path = tmp_path / "new" / "folder" / "game.hashi"
    atomic_write(path, write(game, "hashi"))
    atomic_write(path, write(game, "hashi"))
    assert read_path(path) == game
    assert names(path.parent) == {"game.hashi"}


@pytest.mark.parametrize("content", ["橋\n1\n", b"\x89PNG\r\n\x00"])
def test_content_is_written_unchanged(tmp_path, content):
    atomic_write(tmp_path / "file", content)
    assert (tmp_path / "file").read_bytes() == (
        content.encode() if isinstance(content, str) else content
    )


def test_writing_waits_for_the_disk(tmp_path, game, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    atomic_write(tmp_path / "text", "new")
    atomic_write(tmp_path / "game.hashi", write(game, "hashi"))
    assert len(synced) == (2 if os.name == "nt" else 4)  # Also the names, in the folder.


def test_the_new_file_is_complete_before_it_replaces_the_old_one(tmp_path, game, monkeypatch):
    seen = []
    original = Path.replace

    def replace(temporary: Path, target: Path) -> Path:
        seen.append((temporary.parent, read_path(temporary), target.exists()))
        return original(temporary, target)

    monkeypatch.setattr(Path, "replace", replace)
    atomic_write(tmp_path / "game.hashi", write(game, "hashi"))
    assert seen == [(tmp_path, game, False)]


def test_a_failure_leaves_only_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.hashi"
    path.write_text("old", encoding="utf-8")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError) as error:
        atomic_write(path, "new")
    assert str(error.value) == f"{path} cannot be written (No space left on device)."
    assert path.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == {"game.hashi"}


def test_a_folder_with_the_name_of_the_file_is_an_error(tmp_path):
    (tmp_path / "game.hashi").mkdir()
    with pytest.raises(StorageError, match=r"game\.hashi cannot be written \(.+\)\.$"):
        atomic_write(tmp_path / "game.hashi", "new")
    assert names(tmp_path) == {"game.hashi"}


def test_a_file_with_the_name_of_the_folder_is_an_error(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError, match=r"cannot be written"):
        atomic_write(tmp_path / "file" / "game.hashi", "new")


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need special rights on Windows")
def test_writing_to_a_symbolic_link_changes_its_target(tmp_path):
    link, target = tmp_path / "link", tmp_path / "folder" / "target"
    link.symlink_to(target)
    atomic_write(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_bytes(bytes(2**20))
    monkeypatch.setattr("hashi_gui.system.files.MAX_BYTES", 2**20)
    assert len(read_regular_file(file)) == 2**20
    file.write_bytes(bytes(2**20 + 1))
    with pytest.raises(OSError, match="it is larger than 1 MB"):
        read_regular_file(file)


@pytest.mark.parametrize(
    ("path", "refused"),
    [
        (r"\\host\share\a.hashi", True),
        ("//host/share/a.hashi", True),
        (r"/\host\share", True),
        (r"\\?\UNC\host\share", True),
        (r"\??\UNC\host\share", True),
        (r"\\.\pipe\name", True),
        (r"C:\Users\me\a.hashi", False),
        ("C:/Users//me/a.hashi", False),
        (r"\folder\a.hashi", False),
        ("a.hashi", False),
    ],
)
def test_paths_that_lead_to_another_computer_on_windows(path, refused):
    assert is_on_another_computer(path, "nt") == refused
    assert not is_on_another_computer(path, "posix")


@posix_only
def test_only_the_user_may_read_what_the_program_writes_for_itself(tmp_path):
    folder = tmp_path / "data"
    write_own(folder / "games" / "a", "x")
    atomic_write(tmp_path / "elsewhere", "x")
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "games")]
    assert modes == [0o700, 0o700]
    assert stat.S_IMODE((folder / "games" / "a").stat().st_mode) == 0o600
    (tmp_path / "as usual").touch()
    usual = (tmp_path / "as usual").stat().st_mode
    assert (tmp_path / "elsewhere").stat().st_mode == usual


@posix_only
def test_the_folder_of_an_earlier_version_is_made_private(tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("x")
    outside.chmod(0o644)
    folder = tmp_path / "data"
    (folder / "games").mkdir(parents=True)
    game = folder / "games" / "a"
    game.write_text("x")
    (folder / "link").symlink_to(outside)
    (folder / "broken").symlink_to("nothing")
    for path, mode in ((folder, 0o755), (folder / "games", 0o775), (game, 0o644)):
        path.chmod(mode)
    make_private(folder)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "games", game)]
    assert modes == [0o700, 0o700, 0o600]
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644
    make_private(tmp_path / "nothing")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "new" / "folder" / "solved"


def test_a_new_ledger_is_empty(file):
    assert KeySet(file).entries() == frozenset()
    assert not file.exists()


def test_added_entries_are_stored(file):
    KeySet(file).add("one")
    KeySet(file).add("two")
    assert KeySet(file).entries() == {"one", "two"}
    assert file.read_bytes() == b"one\ntwo\n"


def test_an_entry_is_written_once(file):
    for _ in range(3):
        KeySet(file).add("one")
    assert file.read_bytes() == b"one\n"


def test_two_ledgers_on_one_file_lose_nothing(file):
    mine, yours = KeySet(file), KeySet(file)
    mine.add("one")
    yours.add("two")
    mine.add("three")
    assert yours.entries() == {"one", "two", "three"}


@pytest.mark.parametrize("content", [b"one\nhal", b"one\n\xff\xfe", b"one\r\n\r\n"])
def test_damaged_files_are_preserved_and_appended_to(file, content):
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    KeySet(file).add("two")
    assert {"one", "two"} <= KeySet(file).entries()
    assert file.read_bytes().startswith(content)


def test_a_ledger_that_cannot_be_written_is_an_error(tmp_path):
    file = tmp_path / "folder" / "solved"
    file.parent.write_text("not a folder")
    ledger = KeySet(file)
    assert ledger.entries() == frozenset()
    with pytest.raises(StorageError) as error:
        ledger.add("one")
    assert str(error.value).startswith(f"{file} cannot be written (")
