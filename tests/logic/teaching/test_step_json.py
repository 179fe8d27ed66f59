"""What ``--json`` says of hints and explanations follows from the islands that it lists."""

import json
import re
from gettext import NullTranslations
from random import Random
from typing import Any

import pytest

from hashi_gui.cli import main
from hashi_gui.core import i18n
from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import Document, read, read_path, write
from hashi_gui.logic.teaching import mistakes, refutation
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.step_json import hint_json
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Solver
from hashi_gui.system.files import PUZZLES
from tests.logic.arguments import Known, Verdicts
from tests.processes import TIMEOUT

WHIRLPOOL = read_path(PUZZLES / "4-expert" / "07x07" / "whirlpool.hashi").puzzle
LIMITED = read("2.2\n...\n1.1").puzzle

each_puzzle = pytest.mark.parametrize("puzzle", [WHIRLPOOL, LIMITED], ids=["what if", "limit"])

Json = dict[str, Any]


def ask(capsys: pytest.CaptureFixture[str], command: str, puzzle: Puzzle, board: Board) -> Json:
    text = write(Document(puzzle, board, "hashi"), "hashi")
    assert main([command, "--json", text]) == 0
    return json.loads(capsys.readouterr().out)


def edge_at(puzzle: Puzzle, cells: list[int]) -> int:
    """The edge between two cells: row, column, row, column."""
    ends = (tuple(cells[:2]), tuple(cells[2:]))
    return next(
        edge.id for edge in puzzle.edges if tuple(i.cell for i in puzzle.ends(edge.id)) == ends
    )


def about(puzzle: Puzzle, statement: Json) -> Highlight:
    """What a statement lights, and what its numbers say."""
    cells = {island.cell: island.id for island in puzzle.islands}
    numbers = {edge_at(puzzle, [*c]): (least, most) for *c, least, most in statement["edges"]}
    return Highlight(
        dict.fromkeys((cells[row, col] for row, col in statement["islands"]), Role.HINT),
        dict.fromkeys(numbers, Role.HINT),
        ghosts={e: least or MARK for e, (least, most) in numbers.items() if least or most == 0},
        limits={e: most for e, (_least, most) in numbers.items() if most},
    )


def explanation_of(puzzle: Puzzle, statement: Json) -> Explanation:
    """What a statement says, but for places, numbers and lists in its text."""
    refutation = statement.get("refutation", ())
    return Explanation(
        reasons=[re.sub(r"[\d:]", "", statement["reason"])],
        highlight=about(puzzle, statement),
        steps=[explanation_of(puzzle, part) for part in refutation],
    )


def judge(known: Known, step: Json) -> Known:
    """What is known after a step whose numbers follow from the islands that it lists."""
    puzzle, verdicts = known.puzzle, Verdicts()
    for statement in (*step["premises"], step):
        known = verdicts.page(known, explanation_of(puzzle, statement))
    assert step["edges"]
    assert [
        [*cells, least or MARK] for *cells, least, most in step["edges"] if least or most == 0
    ] == (step["moves"])
    assert verdicts.false == []
    return known


def moves_of(puzzle: Puzzle, step: Json) -> Move:
    return Move(tuple((edge_at(puzzle, cells), count) for *cells, count in step["moves"]))


@each_puzzle
def test_explanations(puzzle, capsys):
    board = Board.empty(puzzle)
    known = Known.on(puzzle, board)
    answer = ask(capsys, "explain", puzzle, board)
    for step in answer["steps"]:
        known = judge(known, step)
        board = board.apply(moves_of(puzzle, step))
    assert answer["end"] == "Solved."
    assert is_solution(puzzle, board.counts)


@each_puzzle
def test_hints(puzzle, capsys):
    board = Board.empty(puzzle)
    while not is_solution(puzzle, board.counts):
        hint = ask(capsys, "hint", puzzle, board)
        judge(Known.on(puzzle, board), hint)
        board = board.apply(moves_of(puzzle, hint))


@pytest.mark.parametrize("seed", range(12))
def test_a_mistake_has_its_reason(seed, capsys, monkeypatch):
    """Seen at once or in steps, with one wrong edge or two."""
    for module, limit in (
        (mistakes, "MAX_SECONDS"),
        (mistakes, "HURRIED_SECONDS"),
        (refutation, "MAX_SECONDS"),
    ):
        monkeypatch.setattr(module, limit, TIMEOUT)
    with Solver(WHIRLPOOL) as solver:
        solution = solver.solution()
        right = Board(solution) if seed % 3 else Board.empty(WHIRLPOOL)
        wrong = Random(seed).sample(range(len(solution)), 1 + seed % 2)
        board = right.apply(Move(tuple((e, MARK if solution[e] else 1) for e in wrong)))
        said = next_hint(WHIRLPOOL, board, solver)
    hint = ask(capsys, "hint", WHIRLPOOL, board)
    assert said.why is not None
    *left_out, why = said.why.paragraphs
    texts = [*left_out, *([step.text for step in said.why.steps] or [why])]
    parts = [*hint["premises"], *hint["refutation"]]
    *_, drawn = hint["premises"]
    assert drawn["reason"].startswith("On the board: ")
    parts.remove(drawn)
    assert [part["reason"] for part in parts] == [with_places(WHIRLPOOL, text) for text in texts]
    assert all(part["islands"] for part in (*parts, drawn))
    edges = hint["moves"] + [e for part in hint["premises"] if part != drawn for e in part["edges"]]
    assert {edge_at(WHIRLPOOL, edge[:4]) for edge in edges} == set(wrong)


def test_both_have_the_same_shape(capsys):
    hint = ask(capsys, "hint", LIMITED, Board.empty(LIMITED))
    first, second, _ = ask(capsys, "explain", LIMITED, Board.empty(LIMITED))["steps"]
    assert list(first) == list(hint)
    assert first["edges"] == [[0, 0, 0, 2, None, 1]]
    assert list(second["premises"][0]) == list(hint["premises"][0])


class Brackets(NullTranslations):
    def gettext(self, message: str) -> str:
        return f"[{message}]"


def test_names_are_the_same_in_every_language(monkeypatch):
    monkeypatch.setattr(i18n, "_translations", Brackets())
    puzzle = read("2.3\n...\n..1").puzzle
    with Solver(puzzle) as solver:
        hint = next_hint(puzzle, Board.empty(puzzle), solver)
        finished = next_hint(puzzle, Board(solver.solution()), solver)
    assert (hint.heading, finished.heading) == ("[Only one way out]", "[Finished]")
    found = [hint_json(puzzle, Board.empty(puzzle), each) for each in (hint, finished)]
    assert [(each["technique"], each["level"]) for each in found] == [
        ("Only one way out", "easy"),
        ("Finished", None),
    ]
