from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, read, write

SAMPLE = "3 4 4\r\n 1  0  2 0 \r\n 0 0 0  0\r\n 2 0 0 5 \r\n\r\n"


def test_numbers_may_be_padded() -> None:
    document = read(SAMPLE)
    clues = {(0, 0): 1, (0, 2): 2, (2, 0): 2, (2, 3): 5}
    assert document == Document.from_puzzle(Puzzle.from_clues(3, 4, clues), "has")
    assert write(document, "has") == "3 4 4\n1 0 2 0\n0 0 0 0\n2 0 0 5\n"
