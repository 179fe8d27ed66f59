import json
from contextlib import nullcontext
from pathlib import Path

import pytest

from hashi_gui.cli import main
from hashi_gui.cli.commands import count
from hashi_gui.formats import Document, write
from hashi_gui.solving import Count
from tests.measure.count import grid_of_twos

UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
RECTANGLE = "2.3.2\n.....\n2.3.2"
NONE = "3.3\n...\n..1"


@pytest.fixture
def ask(capsys):
    """Run `hashi count`; returns its exit code and its output."""

    def run(*arguments: str) -> tuple[int, str]:
        code = main(["count", *arguments])
        captured = capsys.readouterr()
        assert captured.err == ""
        return code, captured.out

    return run


def grid(tmp_path: Path, side: int) -> str:
    file = tmp_path / "grid.has"
    file.write_text(write(Document.from_puzzle(grid_of_twos(side), "has"), "has"))
    return str(file)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([UNIQUE], "exactly one solution"),
        ([RECTANGLE], "3 solutions"),
        ([NONE], "no solution"),
        ([NONE, "--edges"], "no solution"),
    ],
)
def test_the_number_of_solutions(ask, arguments, text):
    assert ask(*arguments) == (0, f"This puzzle has {text}.\n")


def test_a_large_number_has_separators_in_a_sentence_and_none_in_a_line(ask, tmp_path):
    puzzle = grid(tmp_path, 8)
    assert ask(puzzle) == (0, "This puzzle has 4,638,576 solutions.\n")
    code, text = ask(puzzle, UNIQUE)
    assert (code, text) == (0, f"{puzzle}: 4638576\n{UNIQUE}: 1\n")


def test_the_shares_of_the_edges(ask):
    code, text = ask(RECTANGLE, "--edges")
    assert code == 0
    assert text.splitlines()[:4] == [
        "This puzzle has 3 solutions.",
        "Share of the solutions with bridges:         0         1         2",
        "row 1, column 1 - row 1, column 3          0 %   66.67 %   33.33 %",
        "row 1, column 3 - row 1, column 5          0 %   66.67 %   33.33 %",
    ]
    assert len(text.splitlines()) == 9


def test_json(ask):
    code, text = ask(RECTANGLE, "--edges", "--json")
    answer = json.loads(text)
    assert code == 0
    assert answer.pop("seconds") >= 0
    assert answer == {
        "solutions": 3,
        "exact": True,
        "edges": [
            [0, 0, 0, 2, [0, 2, 1]],
            [0, 2, 0, 4, [0, 2, 1]],
            [0, 0, 2, 0, [1, 2, 0]],
            [0, 2, 2, 2, [2, 1, 0]],
            [2, 0, 2, 2, [0, 2, 1]],
            [0, 4, 2, 4, [1, 2, 0]],
            [2, 2, 2, 4, [0, 2, 1]],
        ],
    }
    assert json.loads(ask(RECTANGLE, "--json")[1])["edges"] is None


def test_numbers_of_any_length(ask, monkeypatch):
    solutions = 10**5000 + 1
    monkeypatch.setattr(
        count,
        "count_solutions",
        lambda *_, **__: Count(solutions, True, ((1, solutions - 1, 0),)),
    )
    code, text = ask("1.1", "--edges", "--json")
    assert code == 0
    assert json.loads(text)["solutions"] == solutions
    code, text = ask("1.1", "--edges")
    assert text.startswith("This puzzle has 100,000,")
    assert text.endswith("   <0.01 %   99.99 %       0 %\n")


@pytest.mark.parametrize("options", [[], ["--edges"]])
def test_the_time_limit_gives_a_lower_bound(ask, tmp_path, options):
    puzzle = grid(tmp_path, 40)
    code, text = ask(puzzle, "--time-limit", "0", *options)
    assert code == 3
    assert text == (
        "This puzzle has an unknown number of solutions.\nCounting was stopped by the time limit.\n"
    )
    code, text = ask(puzzle, "--time-limit", "0", "--json", *options)
    answer = json.loads(text)
    assert (code, answer["solutions"], answer["exact"], answer["edges"]) == (3, 0, False, None)


def test_short_memory_gives_a_lower_bound(ask, tmp_path, monkeypatch):
    count_solutions = count.count_solutions
    monkeypatch.setattr(
        count,
        "count_solutions",
        lambda *args, **options: count_solutions(*args, **{**options, "memory": 4_000}),
    )
    puzzle = grid(tmp_path, 8)
    code, text = ask(puzzle)
    first, second = text.splitlines()
    assert code == 3
    assert first.startswith("This puzzle has at least ")
    assert second == "Counting all of them would need more than 2 GB of memory, divided by --jobs."
    code, text = ask(puzzle, UNIQUE)
    assert code == 3
    assert text.startswith(f"{puzzle}: at least ")


def test_progress_is_shown_on_a_terminal(ask, tmp_path, monkeypatch):
    shown = []
    monkeypatch.setattr(count, "progress_text", lambda: nullcontext(shown.append))
    ask(grid(tmp_path, 6))
    assert shown[-1].startswith("Counting: edge ")
    assert shown[-1].endswith(" states")
