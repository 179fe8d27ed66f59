"""Files in .zip files."""

from pathlib import Path
from random import Random
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import FormatError
from hashi_gui.formats.archive import archive_entries, is_archive

LIMIT = 1000


@pytest.fixture
def archive(tmp_path):
    """Makes a .zip file of names and contents."""

    def make(files: dict[str, bytes]) -> Path:
        path = tmp_path / "files.zip"
        with ZipFile(path, "w", ZIP_DEFLATED) as file:
            for name, content in files.items():
                file.writestr(name, content)
        return path

    return make


def names(path):
    return [entry.name for entry in archive_entries(path)]


def test_files_come_in_natural_order(archive):
    path = archive({"b/10.txt": b"", "b/9.txt": b"", "a.txt": b"", "B.txt": b""})
    assert names(path) == ["B.txt", "a.txt", "b/9.txt", "b/10.txt"]


def test_folders_and_hidden_files_are_left_out(archive):
    path = archive({"d/": b"", ".x": b"", "d/.y/z": b"", "__MACOSX/d/a": b"", "d/a": b""})
    assert names(path) == ["d/a"]


def test_a_name_that_leads_elsewhere_is_only_a_name(archive, tmp_path):
    path = archive({"../../evil.hashi": b"1.1", "/etc/evil.hashi": b"2.2"})
    contents = {entry.name: entry.read(LIMIT) for entry in archive_entries(path)}
    assert contents == {"../../evil.hashi": b"1.1", "/etc/evil.hashi": b"2.2"}
    assert list(tmp_path.rglob("evil.hashi")) == []


def test_of_an_enormous_file_only_the_beginning_is_read(archive):
    for entry in archive_entries(archive({"bomb": bytes(10**8)})):
        assert entry.read(LIMIT) == bytes(LIMIT)


def test_an_archive_is_recognised_by_its_content(archive, tmp_path):
    path = archive({"a": b"1.1"})
    assert is_archive(path.rename(tmp_path / "puzzles.txt"))
    assert is_archive(archive({}))
    other = tmp_path / "other.zip"
    other.write_bytes(b"PK is not enough")
    assert not is_archive(other)
    assert not is_archive(tmp_path)


def test_an_empty_archive_is_an_error(archive):
    with pytest.raises(HashiError, match=r"The \.zip file .*files\.zip contains no files\."):
        names(archive({"folder/": b""}))


def test_an_archive_that_is_cut_off_is_an_error(archive):
    path = archive({"a": b"1.1"})
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(HashiError, match=r"is not a complete \.zip file"):
        names(path)


def test_a_damaged_file_is_an_error_when_it_is_read(archive):
    path = archive({"a": b"1.1" * 100, "b": b"2.2"})
    data = bytearray(path.read_bytes())
    data[32] ^= 0xFF
    path.write_bytes(bytes(data))
    entries = archive_entries(path)
    with pytest.raises(FormatError, match=r"a: This cannot be read \("):
        next(entries).read(LIMIT)
    assert next(entries).read(LIMIT) == b"2.2"


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_whatever_is_damaged_is_an_error_in_a_sentence(method, tmp_path):
    whole = tmp_path / "whole.zip"
    with ZipFile(whole, "w", method) as file:
        for name in "abc":
            file.writestr(name, "4.2..\n.3..2\n" * 20)
    data, damaged, seen = whole.read_bytes(), tmp_path / "damaged.zip", set()
    for seed in range(300):
        random, changed = Random(seed), bytearray(data)
        for _ in range(random.randint(1, 4)):
            changed[random.randrange(len(changed))] = random.randrange(256)
        damaged.write_bytes(bytes(changed[: random.choice([None, None, random.randrange(1, 99)])]))
        try:
            for entry in archive_entries(damaged):
                entry.read(LIMIT)
        except (HashiError, OSError) as error:
            seen.add(type(error))
    assert FormatError in seen


@pytest.mark.parametrize(
    ("limit", "value", "sentence"),
    [
        ("MAX_FILES", 1, "contains more than 1 files"),
        ("MAX_FILE_BYTES", 2**20, "contains more than 1 MB"),
        ("MAX_FILES", 0, "is too long"),
        ("MAX_DIRECTORY", 90, "is too long"),
    ],
)
def test_an_archive_with_too_much_is_refused(archive, monkeypatch, limit, value, sentence):
    path = archive({"a": bytes(2**20), "b": b"1"})
    assert names(path) == ["a", "b"]
    monkeypatch.setattr(f"hashi_gui.formats.archive.{limit}", value)
    with pytest.raises(HashiError, match=rf"files\.zip {sentence}\.$"):
        names(path)


@pytest.mark.parametrize(
    ("places", "value", "sentence"),
    [
        ((6, 8), 1, "protected by a password"),
        ((8, 10), 250, r"a: This cannot be read \(.*not supported"),
    ],
    ids=["password", "compression"],
)
def test_a_file_that_needs_more_than_we_have_is_an_error(archive, places, value, sentence):
    """The flags, or the way of compression, of the entry itself and of that in the list."""
    path = archive({"a": b"1.1"})
    data = bytearray(path.read_bytes())
    for start, place in zip((b"PK\x03\x04", b"PK\x01\x02"), places):
        data[data.index(start) + place] = value
    path.write_bytes(bytes(data))
    entries = archive_entries(path)
    with pytest.raises(FormatError, match=sentence):
        next(entries).read(LIMIT)
