"""Puzzles and packs to test with."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, PuzzleInfo, read
from hashi_gui.packs import PackedPuzzle, PackStore

TEXTS = ("1.1", "1..1", "1...1", "1....1", "1.....1")

NAMES = ["CON", "con", "nul.txt", "a/b", "..", ".", "x.", " ", "A", "a", "Ä", "日本語", "é", "🧩"]
"""Titles of which not every system allows files."""

Packed = Callable[..., tuple[PackedPuzzle, ...]]


@pytest.fixture(scope="session")
def packed() -> Packed:
    """Makes puzzles of a pack from texts, of five if there are none, all with the same metadata."""

    def packed(*texts: str, **info: object) -> tuple[PackedPuzzle, ...]:
        metadata = PuzzleInfo(**info)  # type: ignore[arg-type]
        return tuple(PackedPuzzle.of(read(text)._replace(info=metadata)) for text in texts or TEXTS)

    return packed


@pytest.fixture
def packs(tmp_path: Path) -> PackStore:
    return PackStore(tmp_path / "packs")


@pytest.fixture(scope="session")
def titles() -> st.SearchStrategy[str]:
    """Texts of any characters."""
    return st.sampled_from(NAMES) | st.text(st.characters(codec="utf-8"), max_size=100)


@pytest.fixture(scope="session")
def documents(titles: st.SearchStrategy[str]) -> st.SearchStrategy[Document]:
    """Small puzzles with all kinds of metadata."""
    cells = st.tuples(st.integers(0, 4), st.integers(0, 4))
    clues = st.dictionaries(cells, st.none() | st.integers(1, 4), min_size=1, max_size=8)
    limits = st.integers(1, 4)
    infos = st.builds(
        PuzzleInfo()._replace,
        title=titles,
        author=titles,
        source=titles,
        level=st.sampled_from(["", "easy", "expert", "nonsense"]),
        seed=st.none() | st.integers(0, 100),
        daily=st.sampled_from(["", "2026-11-21/easy"]),
        lesson=st.sampled_from(["", "Look!"]),
        extra=st.dictionaries(st.sampled_from(["a", "b"]), st.integers()),
    )

    def document(
        found: dict[tuple[int, int], int | None], limit: int, info: PuzzleInfo
    ) -> Document:
        puzzle = Puzzle.from_clues(5, 5, found, Rules(limit))
        return Document.from_puzzle(puzzle, "hashi")._replace(info=info)

    return st.builds(document, clues, limits, infos)
