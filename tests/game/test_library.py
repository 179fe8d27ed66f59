from pathlib import Path

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, read, read_path
from hashi_gui.game import Game
from hashi_gui.game.library import (
    FIRST_PUZZLE,
    Mood,
    categories,
    first_puzzle,
    lesson_number,
    lessons,
    library_document,
    library_documents,
    library_files,
    remark_on,
)
from hashi_gui.logic.rating.grading import grade
from hashi_gui.solving import solve
from hashi_gui.system.files import PUZZLES

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


SQUARE = "1.2\n...\n1.2"
TRIANGLE = "2.4.1\n.....\n3....\n.....\n3.3.."


@pytest.fixture
def remark():
    """The remark on a grid after clicks between pairs of cells; a mark is a pair of three."""

    def remark(grid, *pairs, known=True):
        game = Game.from_document(read(grid))
        for one, two, *marked in pairs:
            edge = edge_of(game.puzzle, one, two)
            game.play(game.toggle_mark(edge) if marked else game.cycle_bridges(edge))
        return remark_on(game, solve(game.puzzle).counts if known else None)

    return remark


def edge_of(puzzle, one, two):
    ends = [puzzle.island_at(*cell).id for cell in (one, two)]
    return puzzle.edge_between(*ends).id


def test_a_loop_where_loops_are_forbidden(remark):
    around = [((0, 0), (0, 2)), ((0, 2), (2, 2)), ((2, 0), (2, 2)), ((0, 0), (2, 0))]
    grid = "4.4\n...\n4.4"
    assert remark(grid, *around).mood is not Mood.WRONG
    said = remark(f"no-loops\n{grid}", *around)
    assert said.text == "The red bridges form a loop. Take one of them back."


@pytest.mark.parametrize(
    ("grid", "pairs", "mood", "text"),
    [
        (SQUARE, [], Mood.NONE, ""),
        (SQUARE, [((0, 0), (2, 0))], Mood.WRONG, "These 2 islands are cut off"),
        (SQUARE, [((0, 2), (2, 2))] * 2, Mood.WRONG, "These 2 islands are cut off"),
        (
            "1.2.1\n.....\n1...1",
            [((0, 0), (0, 2)), ((0, 2), (0, 4))],
            Mood.WRONG,
            "These 3 islands are cut off",
        ),
        (SQUARE, [((0, 0), (0, 2))] * 2, Mood.WRONG, "Too many bridges: the 1 has 2."),
        (
            "..2..\n2...1\n.....\n.....\n3.5.3",
            [((1, 0), (1, 4))],
            Mood.WRONG,
            "The 2 can no longer get 2 bridges",
        ),
        (SQUARE, [((0, 0), (0, 2))], Mood.RIGHT, "Right so far. 3 islands still need bridges."),
        ("1.1", [((0, 0), (0, 2))], Mood.DONE, "Done!"),
    ],
)
def test_what_is_said(remark, grid, pairs, mood, text):
    said = remark(grid, *pairs)
    assert said.mood is mood
    assert said.text.startswith(text)


@pytest.mark.parametrize(
    ("grid", "pairs"),
    [(TRIANGLE, [((4, 0), (4, 2))] * 2), (SQUARE, [((0, 0), (0, 2), "marked")])],
)
def test_what_is_wrong_but_breaks_no_rule_is_shown_if_the_solution_is_known(remark, grid, pairs):
    said = remark(grid, *pairs)
    assert said.mood is Mood.WRONG
    assert said.edges == {edge_of(read(grid).puzzle, *pairs[0][:2])}
    assert remark(grid, *pairs, known=False).mood is Mood.NONE


def test_a_solution_of_the_program_is_not_praised():
    game = Game.from_document(read("1.1"))
    game.draw_solution(bytes([1]))
    assert remark_on(game, bytes([1])).mood is Mood.RIGHT


def test_every_lesson_has_its_number():
    puzzles = [document.puzzle for document in lessons()]
    assert [lesson_number(puzzle) for puzzle in puzzles] == list(range(12))
    assert lesson_number(Puzzle.from_clues(1, 4, {(0, 0): 1, (0, 3): 1})) is None


def test_the_puzzle_after_the_lessons_is_small_and_needs_what_they_teach():
    document = first_puzzle()
    assert (PUZZLES / FIRST_PUZZLE).is_file()
    assert document in library_documents()
    assert document.puzzle.rows == document.puzzle.cols == 6
    assert set(grade(document.puzzle).techniques) >= {
        "Only one way out",
        "Full house",
        "One in every direction",
        "Ones apart, twos apart",
        "Blocked",
    }


def test_without_that_puzzle_another_one_is_opened(monkeypatch):
    monkeypatch.setattr("hashi_gui.game.library.FIRST_PUZZLE", PUZZLES / "gone.hashi")
    document = first_puzzle()
    assert isinstance(document, Document)
    assert not document.info.lesson
