import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from hashi_gui.cli import main
from hashi_gui.cli.commands import pack
from hashi_gui.formats import Document, PuzzleInfo, read, write
from hashi_gui.rendering import book
from hashi_gui.rendering.pages import Paper
from hashi_gui.solving import Cancelled, Solver

ROOT = Path(__file__).parents[3]
UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
SEVERAL = "2.3\n...\n1.2\n"
COLUMN = ["--template", "magazine", "--width", "84"]
CARD = ["--template", "card"]
NONE = "3.3\n...\n..1\n"

pytestmark = pytest.mark.usefixtures("qapp")  # Qt needs an application object to draw.


@pytest.fixture
def made(monkeypatch):
    """The books that were made, before they became PDF files."""
    books = []
    pdf = book.Book.pdf

    def record(self):
        books.append(self)
        return pdf(self)

    monkeypatch.setattr(book.Book, "pdf", record)
    return books


@pytest.fixture
def target(tmp_path):
    return tmp_path / "book.pdf"


@pytest.fixture
def folder(tmp_path):
    """A folder of puzzles with 1 to 11 cells between two islands, and a hidden folder."""
    folder = tmp_path / "puzzles"
    (folder / "more").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for cells in (10, 2, 1):
        (folder / f"row {cells}.txt").write_text(f"1{'.' * cells}1\n")
    (folder / "more" / "row 11.txt").write_text(f"1{'.' * 11}1\n")
    (folder / ".hidden" / "row.txt").write_text("1.1\n")
    return folder


def test_processes_of_their_own_print_the_library(target):
    """Without --jobs, the tests of the documents do that."""
    library = list((ROOT / "puzzles").rglob("*.hashi"))
    command = ["pack", str(ROOT / "puzzles"), "-o", str(target), "--jobs", "2"]
    result = subprocess.run(
        [sys.executable, "-m", "hashi_gui", *command], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2, result
    assert result.stdout.startswith(f"{target}: {len(library) - 1} puzzles, "), result
    assert "60x60/ocean-without-end.hashi: The puzzle is too large" in result.stderr


@pytest.mark.parametrize("options", [COLUMN, [*CARD, "--title", "पुल"]], ids=" ".join)
def test_a_process_of_its_own_prints_a_puzzle_with_instructions(target, options):
    puzzle = str(ROOT / "puzzles" / "6-showpieces" / "12x12" / "fog-bank.hashi")
    command = ["pack", puzzle, "-o", str(target), "--jobs", "2", *options]
    errors = subprocess.run(
        [sys.executable, "-m", "hashi_gui", *command], check=True, stderr=subprocess.PIPE
    ).stderr
    assert pages_in(target) == 1
    assert b"qt.text" not in errors  # Qt would name each font without Devanagari.


def pages_in(file):
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))


def test_a_book_of_one_puzzle(target, capsys):
    assert main(["pack", UNIQUE, "-o", str(target)]) == 0
    assert capsys.readouterr() == (f"{target}: 1 puzzle, 3 pages.\n", "")
    assert pages_in(target) == 3


def test_every_file_of_a_folder_and_every_line_of_a_file_is_a_puzzle(target, folder, made):
    (folder / "urls.txt").write_text(f"{UNIQUE}\n{UNIQUE}\n")
    assert main(["pack", str(folder), UNIQUE, "-o", str(target)]) == 0
    assert [entry.puzzle.cols for entry in made[0].entries] == [13, 3, 4, 12, 5, 5, 5]


def test_puzzles_that_cannot_be_used_are_reported_and_left_out(target, folder, made, capsys):
    (folder / "notes.md").write_text("Buy ink.")
    (folder / "wrong.txt").write_text(NONE)
    assert main(["pack", str(folder), "-o", str(target)]) == 2
    notes, wrong = capsys.readouterr().err.splitlines()
    assert notes.startswith(f"hashi: {folder / 'notes.md'}")
    assert wrong == f"hashi: {folder / 'wrong.txt'}: This puzzle has no solution."
    assert len(made[0].entries) == 4


def test_a_puzzle_that_is_too_large_for_a_page_is_named_and_left_out(
    target, tmp_path, made, capsys
):
    large = tmp_path / "large.txt"
    large.write_text(f"1{'.' * 98}1\n")
    assert main(["pack", UNIQUE, str(large), "-o", str(target)]) == 2
    assert capsys.readouterr().err.startswith(
        f"hashi: {large}: The puzzle is too large for A4 paper: its cells would be 2.6 mm wide"
    )
    assert len(made[0].entries) == 1
    assert main(["pack", str(large), "-o", str(tmp_path / "other.pdf")]) == 2
    assert capsys.readouterr().err.startswith(f"hashi: {large}: The puzzle is too large")


def test_a_puzzle_has_its_own_title_and_level_or_is_graded(target, tmp_path, made):
    puzzle = read(UNIQUE).puzzle
    info = PuzzleInfo(title="Jetty", level="for Anna")
    document = Document.from_puzzle(puzzle, "hashi")
    file = tmp_path / "jetty.hashi"
    file.write_text(write(Document(puzzle, document.board, "hashi", info=info), "hashi"))
    assert main(["pack", str(file), UNIQUE, "-o", str(target)]) == 0
    named = [(entry.title, entry.info.level) for entry in made[0].entries]
    assert named == [("Jetty", "for Anna"), ("", "easy")]


def test_solutions_and_hints_are_added_on_request(target, made):
    for arguments in ([], ["--solutions", "--hints"]):
        assert main(["pack", UNIQUE, "-o", str(target), "--force", *arguments]) == 0
    without, with_them = (made_book.entries[0] for made_book in made)
    assert (without.solution, without.hint) == (None, "")
    with Solver(read(UNIQUE).puzzle) as solver:
        assert with_them.solution == solver.solution()
    assert with_them.hint.startswith("Begin at row ")


def test_title_paper_and_puzzles_per_page(target, made):
    options = ["--per-page", "6", "--paper", "letter"]
    assert main(["pack", UNIQUE, "-o", str(target), "--title", "Ferries", *options]) == 0
    assert (made[0].title, made[0].per_page, made[0].paper) == ("Ferries", 6, Paper.LETTER)


def test_every_paper_can_be_chosen():
    assert tuple(paper.name.lower() for paper in Paper) == pack.PAPERS


def test_every_template_can_be_chosen(target, tmp_path, made, capsys):
    assert main(["pack", UNIQUE, "-o", str(target), "--template", "contest"]) == 0
    assert made[0].contest
    assert made[0].entries[0].info.level == ""  # It would be a hint.
    assert (
        capsys.readouterr().err
        == "1 puzzle has no points; the editor sets them (Draft > Title and author).\n"
    )
    for name in ("column.pdf", "column.svg"):
        file = tmp_path / name
        assert main(["pack", UNIQUE, "-o", str(file), "--solutions", *COLUMN]) == 0
        assert capsys.readouterr() == (f"{file}: 1 puzzle, 84 mm wide.\n", "")
    assert b'width="84mm"' in file.read_bytes()
    assert main(["pack", "1.....1", "-o", str(file), "--force", *COLUMN[:3], "20"]) == 0
    assert capsys.readouterr().err.startswith("The cells are 2.9 mm wide; below 4 mm,")


def test_a_card_has_the_title_or_the_words_that_are_given(tmp_path, capsys):
    puzzle, file = str(tmp_path / "anna.hashi"), tmp_path / "card.pdf"
    main(["generate", "--size", "5x5", "--seed", "Anna 40", "-o", puzzle])
    for words in ([], ["--title", "Für Ottilie"]):
        assert main(["pack", puzzle, "-o", str(file), "--force", *CARD, *words]) == 0
        assert capsys.readouterr().out.startswith(f"{file}: Fold the top half behind")
        title = (words or ["Anna 40"])[-1].encode("utf-16-be")
        assert title in re.sub(rb"\\([()\\])", rb"\1", file.read_bytes())
    assert pages_in(file) == 1


def test_a_puzzle_with_several_solutions_is_reported_and_not_graded(target, tmp_path, made, capsys):
    (tmp_path / "a.txt").write_text(SEVERAL)
    assert main(["pack", str(tmp_path / "a.txt"), "-o", str(target)]) == 0
    report = f"hashi: {tmp_path / 'a.txt'}: This puzzle has several solutions.\n"
    assert capsys.readouterr().err == report
    assert made[0].entries[0].info.level == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [("Buy ink.", "a.txt: This is not a puzzle"), (NONE, "a.txt: This puzzle has no solution")],
)
def test_a_single_file_must_be_a_puzzle_with_a_solution(target, tmp_path, capsys, text, problem):
    (tmp_path / "a.txt").write_text(text)
    assert main(["pack", str(tmp_path / "a.txt"), "-o", str(target)]) == 2
    assert problem in capsys.readouterr().err
    assert not target.exists()


def test_the_time_limit(target, monkeypatch, capsys):
    monkeypatch.setattr(Solver, "verdict", Mock(side_effect=Cancelled))
    assert main(["pack", UNIQUE, UNIQUE, "-o", str(target)]) == 3
    assert capsys.readouterr().out == f"{Cancelled()}\n"
    assert not target.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([UNIQUE, *CARD], "A card needs words; give them with --title."),
        ([UNIQUE, UNIQUE, *COLUMN], "takes one puzzle, and these are 2."),
        (["empty"], "The folder empty contains no files."),
    ],
)
def test_an_error_is_one_sentence(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    assert main(["pack", *arguments, "-o", "book.pdf"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not (tmp_path / "book.pdf").exists()


def test_no_book_is_made_without_puzzles(target, tmp_path, capsys):
    (tmp_path / "a.txt").write_text(NONE)
    assert main(["pack", str(tmp_path / "a.txt"), str(tmp_path / "a.txt"), "-o", str(target)]) == 2
    assert capsys.readouterr().err.splitlines()[2] == (
        "hashi: None of the puzzles can be in a book."
    )
    assert not target.exists()
