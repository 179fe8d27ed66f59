import gc
import io
import json
import re
import sys
from collections.abc import Callable
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from hashi_gui.cli import main, parser, play_main
from hashi_gui.cli.commands import check, grade, hint
from hashi_gui.cli.commands import solve as solve_command
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
from hashi_gui.gui import window
from hashi_gui.lab import methods
from hashi_gui.lab.methods import Method
from hashi_gui.logic.levels import Level
from hashi_gui.rendering import display_check
from hashi_gui.solving import CancelToken, MethodResult, Solver, Verdict, VerdictKind, cancel, solve

UNIQUE = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
SEVERAL = "2.3\n...\n1.2"
NONE = "3.3\n...\n..1"
FINISHABLE = "4═══2 . .\n\n. 3 . . 2\n\n3 . . . .\n\n. 3 . 1 .\n\n3 . 4 . 3"
MISTAKEN = FINISHABLE.replace("3 . . 2", "3═════2")
MISTAKE = (
    "The board in the input cannot be completed. One bridge too many at row 2, columns 2–5. "
    "Row 4, column 2 needs 3 more; only 2 fit."
)
CHOICE = "2───3\n    │\n. . │\n    │\n1 . 2"
FINISHED = "1─1"

Run = Callable[..., tuple[int, dict[str, object]]]


@pytest.fixture
def ask_json(capsys) -> Run:
    """Run a command with --json; returns its exit code and its answer."""

    def run(*arguments: str) -> tuple[int, dict[str, object]]:
        code = main([*arguments, "--json"])
        captured = capsys.readouterr()
        assert captured.err == ""
        assert captured.out.count("\n") == 1
        return code, json.loads(captured.out)

    return run


@pytest.fixture
def ask_text(capsys) -> Callable[..., tuple[int, str]]:
    """Run a command; returns its exit code and its output."""

    def run(*arguments: str) -> tuple[int, str]:
        code = main(arguments)
        captured = capsys.readouterr()
        assert captured.err == ""
        return code, captured.out

    return run


def counts_of(puzzle: Puzzle, bridges: list[list[int]]) -> bytes:
    counts = bytearray(len(puzzle.edges))
    for *cells, count in bridges:
        one, two = puzzle.island_at(*cells[:2]), puzzle.island_at(*cells[2:])
        edge = puzzle.edge_between(one.id, two.id)
        assert count > 0
        counts[edge.id] = count
    return bytes(counts)


def test_solve(ask_json: Run) -> None:
    code, answer = ask_json("solve", UNIQUE)
    assert code == 0
    assert list(answer) == ["status", "method", "seconds", "bridges", "stats"]
    assert (answer["status"], answer["method"]) == ("solved", "auto")
    assert isinstance(answer["seconds"], float)
    assert list(answer["stats"]) == ["rounds", "cuts", "clauses", "variables", "hard"]
    puzzle = read(UNIQUE).puzzle
    assert is_solution(puzzle, counts_of(puzzle, answer["bridges"]))


def test_solve_by_deduction_counts_the_conclusions_of_each_technique(ask_json: Run) -> None:
    code, answer = ask_json("solve", UNIQUE, "--method", "deduction")
    assert (code, answer["status"], answer["method"]) == (0, "solved", "deduction")
    puzzle = read(UNIQUE).puzzle
    assert is_solution(puzzle, counts_of(puzzle, answer["bridges"]))
    given = answer["stats"]["techniques"]
    assert given["Only one way out"]["conclusions"] > 0
    assert all(list(each) == ["conclusions", "seconds", "share"] for each in given.values())


def test_solve_without_solution(ask_json: Run, ask_text: Run) -> None:
    code, answer = ask_json("solve", NONE)
    assert code == 1
    assert (answer["status"], answer["bridges"]) == ("none", [])
    assert ask_text("solve", NONE) == (1, "This puzzle has no solution.\n")


def test_check_unique(ask_json: Run) -> None:
    code, answer = ask_json("check", UNIQUE)
    assert code == 0
    assert list(answer) == ["verdict", "seconds", "solution", "second", "finishable", "solved"]
    assert answer["verdict"] == "unique"
    puzzle = read(UNIQUE).puzzle
    assert is_solution(puzzle, counts_of(puzzle, answer["solution"]))
    assert answer["second"] is None
    assert answer["finishable"] is True


def test_check_several(ask_json: Run) -> None:
    code, answer = ask_json("check", SEVERAL)
    assert (code, answer["verdict"], answer["finishable"]) == (1, "several", True)
    puzzle = read(SEVERAL).puzzle
    solution, second = (counts_of(puzzle, answer[key]) for key in ("solution", "second"))
    assert is_solution(puzzle, solution)
    assert is_solution(puzzle, second)
    assert solution != second


def test_check_none(ask_json: Run) -> None:
    code, answer = ask_json("check", NONE)
    assert (code, answer["verdict"], answer["finishable"]) == (1, "none", False)
    assert (answer["solution"], answer["second"]) == (None, None)


def test_check_tells_whether_the_board_can_be_completed_or_is_a_solution(ask_json: Run) -> None:
    states = {
        puzzle: (answer["finishable"], answer["solved"])
        for puzzle in (UNIQUE, FINISHABLE, MISTAKEN, FINISHED)
        for answer in [ask_json("check", puzzle)[1]]
    }
    assert states == {
        UNIQUE: (True, False),
        FINISHABLE: (True, False),
        MISTAKEN: (False, False),
        FINISHED: (True, True),
    }


@pytest.mark.parametrize(
    ("puzzle", "sentences"),
    [
        (UNIQUE, ["This puzzle has exactly one solution."]),
        (SEVERAL, ["This puzzle has several solutions. Two of them:"]),
        (NONE, ["This puzzle has no solution."]),
        (FINISHABLE, ["exactly one solution", "The board in the input can be completed."]),
        (MISTAKEN, ["exactly one solution", MISTAKE]),
        (FINISHED, ["exactly one solution", "The board in the input is a solution."]),
    ],
)
def test_check_in_text(ask_text: Run, puzzle: str, sentences: list[str]) -> None:
    code, text = ask_text("check", puzzle)
    assert code == (puzzle in (SEVERAL, NONE))
    assert all(sentence in text for sentence in sentences)
    assert ("board in the input" in text) == (len(sentences) == 2)


@pytest.mark.parametrize(
    ("puzzle", "kind"),
    [
        (FINISHABLE, "step"),
        (MISTAKEN, "mistake"),
        ("1.1\n...\n1.1", "none"),
        (CHOICE, "choice"),
        (FINISHED, "finished"),
    ],
)
def test_hint(ask_json: Run, puzzle: str, kind: str) -> None:
    code, answer = ask_json("hint", puzzle)
    assert code == 0
    assert (puzzle == MISTAKEN) == (answer["moves"] == [[1, 1, 1, 4, 1]])
    assert (answer["level"] is not None) == (kind == "step")
    assert answer["kind"] == kind
    assert bool(answer["moves"]) == (kind in ("step", "mistake", "choice"))
    islands = read(puzzle).puzzle
    assert all(islands.island_at(*cell) for cell in answer["islands"])


def test_grade(ask_json: Run) -> None:
    code, answer = ask_json("grade", UNIQUE)
    assert code == 0
    assert list(answer) == [
        *("level", "techniques", "hardest", "path", "solved_by_logic", "seconds", "verdict")
    ]
    assert answer["verdict"] == "unique"
    assert answer["level"] in list(Level)
    assert answer["hardest"] == list(answer["techniques"])[-1]
    assert answer["solved_by_logic"] is True
    path = answer["path"]
    assert path["steps"] >= path["hardest"] >= path["techniques"] >= 1
    assert all(0 <= path[name] <= 1 for name in ("first", "narrow"))
    assert 0 < answer["seconds"] < 600


@pytest.mark.parametrize(
    ("puzzle", "code", "verdict"), [(SEVERAL, 0, "several"), (NONE, 1, "none")]
)
def test_a_puzzle_without_a_unique_solution_has_no_level(
    ask_json: Run, ask_text: Run, puzzle: str, code: int, verdict: str
) -> None:
    nothing = {
        "level": None,
        "techniques": {},
        "hardest": "",
        "path": None,
        "solved_by_logic": False,
        "seconds": None,
    }
    assert ask_json("grade", puzzle) == (code, {**nothing, "verdict": verdict})
    sentence = VerdictKind(verdict).sentence
    text = f"{sentence} Only a puzzle with exactly one has a level.\n"
    assert ask_text("grade", puzzle) == (code, text)


def test_a_huge_puzzle_is_graded_only_with_a_time_limit(ask_text: Run, monkeypatch, capsys) -> None:
    monkeypatch.setattr("hashi_gui.cli.commands.grade.MAX_GRADED_ISLANDS", 2)
    assert main(["grade", UNIQUE]) == 2
    assert capsys.readouterr().err == (
        "hashi: To grade a puzzle with more than 2 islands takes very long. With --time-limit "
        "it is tried for so many seconds.\n"
    )
    assert ask_text("grade", UNIQUE, "--time-limit", "60")[0] == 0


def test_grade_in_text(ask_text: Run) -> None:
    code, text = ask_text("grade", UNIQUE)
    assert code == 0
    first, second, *_ = text.splitlines()
    assert first == "Level: easy, under a minute for practised players"
    assert re.match(r"\d+ steps of this level on a way of \d+, the first at 0 % of it\.", second)
    lines = ask_text("grade", UNIQUE, UNIQUE)[1].splitlines()
    assert {line.rpartition(": ")[2] for line in lines} == {"easy, under a minute"}


def test_explain(ask_text: Run) -> None:
    code, text = ask_text("explain", UNIQUE)
    assert code == 0
    numbers = [int(number) for number in re.findall(r"^ *(\d+)\. [A-Z]", text, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert "Solved." in text
    assert "1. **" in ask_text("explain", "--markdown", UNIQUE)[1]


def test_explain_without_exactly_one_solution(ask_text: Run, ask_json: Run) -> None:
    code, text = ask_text("explain", SEVERAL)
    assert code == 0
    assert "Reasoning ends here: the puzzle has several solutions" in text
    assert ask_text("explain", NONE) == (1, "This puzzle has no solution.\n")
    assert ask_json("explain", NONE) == (1, {"steps": [], "end": "This puzzle has no solution."})


def test_hint_in_text_shows_the_board_after_it(ask_text: Run) -> None:
    code, text = ask_text("hint", MISTAKEN)
    assert code == 0
    reason, move, legend, blank, *drawing = text.splitlines()
    assert reason.startswith("Mistake: ")
    assert (move, legend, blank) == (
        "- A–B: 1 bridge",
        "Row, column: A (2, 2), B (2, 5), C (4, 2)",
        "",
    )
    assert drawing == FINISHABLE.replace("3 . . 2", "3─────2").splitlines()


def test_hint_about_crossing_bridges_has_no_drawing(ask_text: Run) -> None:
    crossing = "pzprv3/hashikake/3/3/. 1 . /1 . 1 /. 1 . /0 0 /1 1 /0 0 /0 1 0 /0 1 0 /"
    code, text = ask_text("hint", crossing)
    assert code == 0
    first, *others = text.splitlines()
    assert first.startswith("No solution: ")
    assert all(line.startswith("Row, column: ") for line in others)


@pytest.fixture
def endless(monkeypatch) -> None:
    """Make every solver wait until it is cancelled."""

    def wait(token: CancelToken) -> None:
        while not token.cancelled:
            pass

    def endless_solve(puzzle: Puzzle, token: CancelToken, threads: int) -> MethodResult:
        wait(token)
        return solve(puzzle, token)

    class EndlessSolver(Solver):
        def verdict(self, cancel: CancelToken | None = None) -> Verdict:
            wait(cancel)
            return super().verdict(cancel)

        def solution(
            self, cancel: CancelToken | None = None, board: Board | None = None
        ) -> bytes | None:
            wait(cancel)
            return super().solution(cancel, board)

    monkeypatch.setattr(solve_command, "solve", endless_solve)
    for module in (check, hint, grade):
        monkeypatch.setattr(module, "Solver", EndlessSolver)


@pytest.mark.usefixtures("endless")
def test_time_limit_stops_every_command(ask_json: Run) -> None:
    code, answer = ask_json("solve", UNIQUE, "--time-limit", "0.01")
    assert (code, answer["status"], answer["bridges"]) == (3, "stopped", [])
    code, answer = ask_json("check", UNIQUE, "--time-limit", "0.01")
    assert (code, answer["verdict"], answer["finishable"]) == (3, "stopped", None)
    assert (answer["solution"], answer["second"]) == (None, None)
    code, answer = ask_json("hint", UNIQUE, "--time-limit", "0.01")
    assert (code, answer["kind"], answer["moves"]) == (3, "none", [])
    code, answer = ask_json("grade", UNIQUE, "--time-limit", "0.01")
    assert (code, answer["verdict"], answer["level"]) == (3, "stopped", None)


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("command", ["solve", "check", "hint", "grade"])
def test_time_limit_in_text(ask_text: Run, command: str) -> None:
    code, text = ask_text(command, UNIQUE, "--time-limit", "0.01")
    assert code == 3
    assert text.startswith("Stopped before an answer was found.\n")


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("command", ["solve", "check", "count", "hint", "grade"])
def test_ctrl_c_prints_nothing(ask_text: Run, monkeypatch, command: str) -> None:
    monkeypatch.setattr(cancel, "monotonic", Mock(side_effect=KeyboardInterrupt))
    assert ask_text(command, UNIQUE) == (130, "")


def test_puzzle_from_standard_input(ask_json: Run, monkeypatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(SEVERAL.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert ask_json("check", "-")[1]["verdict"] == "several"


def test_puzzle_longer_than_any_file_name(ask_json: Run) -> None:
    assert ask_json("solve", f"1{'.' * 300}1")[1]["bridges"] == [[0, 0, 0, 301, 1]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "missing.has"], "There is no file 'missing.has', and this is not the URL"),
        (["explain", "."], ". is a folder, where one puzzle is expected."),
        (["check", "https://puzz.link/p?hashi/5"], "expected a number of rows"),
        (["hint", "1.1\n.x."], "line 2, column 2"),
        (["solve", "2.2.2." * 12, "--method", "brute-force"], "at most 2^34 are supported."),
        (["check"], "see `hashi check --help`"),
    ],
)
def test_bad_input_is_one_sentence(capsys, arguments: list[str], message: str) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("hashi: ")
    assert captured.err.count("\n") == 1
    assert message.lower() in captured.err.lower()


def test_play_opens_the_puzzle_in_the_window(monkeypatch) -> None:
    opened = []

    def run(source: str | None, says_all: bool) -> int:
        opened.append(source)
        return 0

    monkeypatch.setattr(window, "start", SimpleNamespace(run=run), raising=False)
    monkeypatch.setattr(display_check, "check_display", lambda: None)
    assert [main([]), main(["a.has"]), main(["play", "b.has"])] == [0, 0, 0]
    assert opened == [None, "a.has", "b.has"]


def test_without_a_console_an_error_is_shown_in_a_window(monkeypatch) -> None:
    shown: list[str] = []

    def run(source: str | None, says_all: bool) -> int:
        raise HashiError(f"{source} is not a puzzle.")

    start = SimpleNamespace(run=run, show_error=shown.append)
    monkeypatch.setattr(window, "start", start, raising=False)
    monkeypatch.setattr(display_check, "check_display", lambda: None)
    assert main(["play", "a.has"]) == 2
    assert shown == []
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["play", "a.has"]) == 2
    assert shown == ["a.has is not a puzzle."]


def test_hashi_gui_is_the_play_command(monkeypatch) -> None:
    monkeypatch.setattr(sys, "argv", ["hashi-gui", "solve"])
    monkeypatch.setattr(gc, "disable", lambda: None)
    calls = []
    monkeypatch.setattr(parser, "run", lambda arguments, loaded: calls.append(arguments))
    play_main()
    assert calls == [["play", "--say-all", "solve"]]


def test_a_wrong_answer_names_the_broken_rule(ask_json: Run, ask_text: Run, monkeypatch) -> None:
    pairs = "1.1\n...\n1.1"
    apart = bytes(edge.horizontal for edge in read(pairs).puzzle.edges)
    careless = Method("careless", "", "", lambda puzzle, cancel, stats: apart, complete=False)
    monkeypatch.setattr(methods, "METHODS", {"careless": careless})
    assert ask_text("solve", pairs, "--method", "careless") == (
        4,
        "1───1\n\n. . .\n\n1───1\n\nThis is not a solution. The islands form 2 separate groups.\n",
    )
    code, answer = ask_json("solve", pairs, "--method", "careless")
    assert (code, answer["status"]) == (4, "wrong")
    assert answer["bridges"] == [[0, 0, 0, 2, 1], [2, 0, 2, 2, 1]]
