from __future__ import annotations

import pytest

from hashi_gui.game import StorageError
from hashi_gui.game.ledger import Ledger


@pytest.fixture
def file(tmp_path):
    return tmp_path / "new" / "folder" / "solved"


def test_a_new_ledger_is_empty(file):
    assert Ledger(file).entries() == frozenset()
    assert not file.exists()


def test_added_entries_are_stored(file):
    Ledger(file).add("one")
    Ledger(file).add("two")
    assert Ledger(file).entries() == {"one", "two"}
    assert file.read_bytes() == b"one\ntwo\n"


def test_an_entry_is_written_once(file):
    for _ in range(3):
        Ledger(file).add("one")
    assert file.read_bytes() == b"one\n"


def test_two_ledgers_on_one_file_lose_nothing(file):
    mine, yours = Ledger(file), Ledger(file)
    mine.add("one")
    yours.add("two")
    mine.add("three")
    assert yours.entries() == {"one", "two", "three"}


@pytest.mark.parametrize("content", [b"one\nhal", b"one\n\xff\xfe", b"one\r\n\r\n"])
def test_damaged_files_are_preserved_and_appended_to(file, content):
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    Ledger(file).add("two")
    assert {"one", "two"} <= Ledger(file).entries()
    assert file.read_bytes().startswith(content)


def test_a_ledger_that_cannot_be_written_is_an_error(tmp_path):
    file = tmp_path / "folder" / "solved"
    file.parent.write_text("not a folder")
    ledger = Ledger(file)
    assert ledger.entries() == frozenset()
    with pytest.raises(StorageError) as error:
        ledger.add("one")
    assert str(error.value).startswith(f"{file} cannot be written (")
