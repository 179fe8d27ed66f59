import re
from collections.abc import Callable

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, read, write


@pytest.fixture(scope="session")
def read_error() -> Callable[[str | bytes], str]:
    """Return the message of the error that reading raises, with its place as LINE:COLUMN."""

    def read_error(data: str | bytes) -> str:
        with pytest.raises(FormatError) as caught:
            read(data)
        return re.sub(r"^Line (\d+), column (\d+):", r"\1:\2", str(caught.value))

    return read_error


@pytest.fixture(scope="session")
def write_error() -> Callable[..., str]:
    """Return the message of the error that writing a puzzle, or a board of it, raises."""

    def write_error(notation: str, puzzle: Puzzle, board: Board | None = None) -> str:
        with pytest.raises(FormatError) as caught:
            write(Document(puzzle, board or Board.empty(puzzle), "text"), notation)
        return str(caught.value)

    return write_error
