import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import Document, PuzzleInfo, read, write
from hashi_gui.formats.errors import NoPuzzleError

TEXT = """[begin]
[puzzle]
hashi
[title]
Five by five
[author]
Ann
[size]
5 5
[problem]
4 - 2 - -
- 3 - - 2
3 - - - -
- 3 - 1 -
3 - 4 - 3
[solution]
- 2 - - -
b - 1 1 -
- b - - a
a - 1 - a
- 2 - 2 -
[end]
"""
DOCUMENT = read(TEXT)
HEAD, _, REST = TEXT.partition("[problem]")
BARE = REST.replace("[", "").replace("]", "")
ONE = "[problem]\n1 - 1\n"


def test_the_puzzle_its_solution_and_its_names_are_read() -> None:
    assert DOCUMENT.notation == "janko"
    assert DOCUMENT.puzzle == read("hashi/5/5/4g2i3h23k3g1g3g4g3").puzzle
    assert is_solution(DOCUMENT.puzzle, DOCUMENT.board.counts)
    assert DOCUMENT.info == PuzzleInfo(title="Five by five", author="Ann")
    assert write(DOCUMENT, "janko") == TEXT


@pytest.mark.parametrize(
    "text",
    [
        f"begin\nauthor Otto\nunit 35\nsize 5\nproblem{BARE}",
        f"begin\npuzzle hashi\nsize 5x5\nproblem{BARE}",
        f"problem{BARE}",
        f"[problem]{REST}",
        f"[BEGIN]\n[Size] 5\n[Unit] 35\n[Problem]{REST}",
        TEXT.replace(" -\n", " - \n").replace("- ", "-   "),
        TEXT.replace("[end]", "[moves]\n1,2;3,4\n[end]"),
        TEXT.partition("[end]")[0],
    ],
)
def test_all_forms_are_read(text) -> None:
    document = read(text)
    assert (document.puzzle, document.board) == (DOCUMENT.puzzle, DOCUMENT.board)


def test_a_text_without_a_solution_has_an_empty_board() -> None:
    assert read(ONE) == Document.from_puzzle(
        Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}), "janko"
    )
    assert read("begin\nsize 1 3\nproblem\n1 - 1\nend").puzzle == read(ONE).puzzle


@pytest.mark.parametrize("title", ["[end]", "end", "problem", "two\nlines", "\x1b[1mbold"])
def test_any_title_can_be_written(title) -> None:
    document = Document(DOCUMENT.puzzle, DOCUMENT.board, "", info=PuzzleInfo(title=title))
    found = read(write(document, "janko"))
    assert found.board == DOCUMENT.board
    assert found.info.title in ("", title, r"two\nlines", r"\x1b[1mbold")


@pytest.mark.parametrize("kind", ["[puzzle]\nSlitherlink\n", "[puzzle] slitherlink\n"])
def test_other_puzzles_are_named(kind) -> None:
    with pytest.raises(NoPuzzleError) as caught:
        read(kind + ONE)
    assert caught.value.plain == "That is a Slitherlink, not a Hashi."
