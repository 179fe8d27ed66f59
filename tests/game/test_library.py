from __future__ import annotations

from pathlib import Path

import pytest

from hashi_gui.formats import read_path
from hashi_gui.game.library import categories, library_document, library_documents, library_files

GRID = "1.1\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder instead of the library that ships with the program."""
    monkeypatch.setattr("hashi_gui.game.library.PUZZLES", tmp_path)
    return tmp_path


def add(folder: Path, *names: str, text: str = GRID) -> list[Path]:
    files = [folder / name for name in names]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return files


def test_every_shipped_puzzle_can_be_read() -> None:
    assert len(library_documents()) == len(library_files()) > 0


def test_files_are_sorted_by_folder_and_name(folder: Path) -> None:
    files = add(folder, "1-easy/2.hashi", "1-easy/10.hashi", "0-tutorial/a.hashi")
    add(folder, "1-easy/notes.txt")
    assert library_files() == [files[2], files[1], files[0]]


def test_categories_are_folder_names_without_numbers(folder: Path) -> None:
    alone, easy, expert = add(folder, "alone.hashi", "1-easy/a.hashi", "10-expert/a.hashi")
    assert categories() == {"Easy": [easy], "Expert": [expert], "Puzzles": [alone]}


def test_a_file_that_cannot_be_read_is_skipped(folder: Path) -> None:
    [good] = add(folder, "a.hashi")
    [bad] = add(folder, "b.hashi", text="not a puzzle")
    assert library_document(bad) is None
    assert library_documents() == [read_path(good)]


def test_a_file_is_read_once(folder: Path) -> None:
    [file] = add(folder, "a.hashi")
    document = library_document(file)
    file.unlink()
    assert library_document(file) is document
    assert document is not None
