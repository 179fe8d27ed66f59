from itertools import pairwise
from pathlib import Path

import pytest

from hashi_gui.core.board import Board
from hashi_gui.formats import Document, read, write
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import draw_obvious
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.refutation import cheapest_refutation
from hashi_gui.solving import Solver, VerdictKind
from tests.measure import count, hints, likeness, proposals, times, verdicts
from tests.measure.__main__ import NAMES, main
from tests.measure.hints import (
    ProofSearch,
    TooManyPositionsError,
    fewest_sentences,
    mistakes,
    moments,
    still_refutes,
)
from tests.measure.likeness import Pair, auc, example
from tests.measure.measuring import Times, with_longest
from tests.measure.setter import Setter

pytestmark = pytest.mark.measure

SHORT = {
    "boards": "FOLDER/boards --families one-hole swapped",
    "certificates": "--generated 3",
    "count": "--count 2 --ganak 1",
    "hints": "--positions 3 --mistakes 1 --nodes 500",
    "likeness": "FOLDER/published",
    "proposals": "--count 1",
    "startup": "--count 1",
    "times": "--count 2 FOLDER/published/0.txt FOLDER/published/1.txt",
    "verdicts": "--sessions 1 --edits 60 --full 20",
    "window": "20 --count 5",
}


@pytest.fixture(scope="module")
def puzzles():
    return [generate(GeneratorOptions(7, 7, 13, style="branching"), n).puzzle for n in range(24)]


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no option makes short."""
    monkeypatch.setattr(likeness, "TREES", 40)
    monkeypatch.setattr(proposals, "TIME_LIMIT", 0.1)
    monkeypatch.setattr(times, "SIDES", (7,))
    monkeypatch.setattr(verdicts, "SIZES", ((7, 12),))


@pytest.mark.parametrize("name", NAMES)
def test_each_measurement_yields_tables(name: str, puzzles, tmp_path: Path, capsys) -> None:
    (tmp_path / "published").mkdir()
    for number, puzzle in enumerate(puzzles[:12]):
        text = write(Document.from_puzzle(puzzle, "text"), "text")
        (tmp_path / "published" / f"{number}.txt").write_text(text)
    assert main([name, *SHORT[name].replace("FOLDER", str(tmp_path)).split()]) == 0
    tables = capsys.readouterr().out.split("\n## ")[1:]
    assert tables
    assert all(len(table.split("\n| ")) > 3 for table in tables)


def test_bad_input_is_one_sentence(tmp_path: Path, puzzles, capsys) -> None:
    (tmp_path / "one.txt").write_text(write(Document.from_puzzle(puzzles[0], "text"), "text"))
    with pytest.raises(SystemExit):
        main(["likeness", str(tmp_path)])
    assert "There are 1 pairs; 10 are needed." in capsys.readouterr().err


def test_wrong_answers_are_reported(monkeypatch, capsys) -> None:
    monkeypatch.setattr(count, "KNOWN", ((4, (), 7),))
    monkeypatch.setattr(count, "SIDES", (7,))
    monkeypatch.setattr(count, "works", lambda _: True)
    monkeypatch.setattr(count, "_count_by_ganak_within", lambda *_: -1)
    assert main(["count", "--count", "2", "--ganak", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "2 wrong answers:" in lines
    assert "4x4: counted Count(solutions=6, exact=True, edges=None), known are 7" in lines
    assert any("but Ganak counts -1" in line for line in lines)


@pytest.mark.parametrize("seed", range(3))
def test_an_outside_counter_agrees(seed: int) -> None:
    pytest.importorskip("pyganak")
    puzzle = count.open_puzzle(8, seed)
    assert count.count(puzzle).solutions == count.count_by_ganak(puzzle)


def test_times_are_summarised_by_name() -> None:
    times = Times()
    times["click"] += [0.001 * n for n in range(1, 21)]
    with times.measure("start", iter([1.0, 1.5]).__next__):
        pass
    assert times.table("", "", unit=0.001).rows == [
        ["click", "20", "10.5", "19.0", "20.0"],
        ["start", "1", "500", "500", "500"],
    ]
    assert with_longest([1.0, 2.0, 9.0]) == "2.00 (9.00)"
    assert with_longest([0.5]) == "0.500"
    assert with_longest([]) == "-"


def test_what_differs_is_told_apart_and_what_is_alike_is_not(puzzles) -> None:
    examples = [example(puzzle) for puzzle in puzzles]
    alike = [Pair(one, two, 0) for one, two in zip(examples[::2], examples[1::2])]
    marked = [
        pair._replace(
            published=pair.published._replace(clues={**pair.published.clues, "mark": 0}),
            generated=pair.generated._replace(clues={**pair.generated.clues, "mark": 1}),
        )
        for pair in alike
    ]
    assert auc(alike, "all") < 0.85
    assert auc(marked, "clues") > 0.9


def test_the_features_of_a_puzzle() -> None:
    found = example(read("4.2..\n.3..2\n3....\n.3.1.\n3.4.3\n").puzzle)
    assert (found.rows, found.cols, found.islands) == (5, 5, 10)
    assert found.positions["corners used"] == 3
    assert found.clues["share of 3"] == 0.5
    assert found.clues["loops per island"] == 0
    assert len(found.features("all")) == sum(map(len, found[4:]))


@pytest.mark.parametrize("seed", range(3))
def test_a_session_of_a_setter(seed: int) -> None:
    """An edit changes or moves one island, or has no effect; there are all verdicts and kinds."""
    start = generate(GeneratorOptions(9, 9, 20), 1)
    puzzles = [start.puzzle, *Setter(start.puzzle, start.solution, seed).edits(300)]
    assert puzzles[1:] == list(Setter(start.puzzle, start.solution, seed).edits(300))
    assert puzzles[1:] != list(Setter(start.puzzle, start.solution, seed + 1).edits(300))
    for before, after in pairwise(puzzles):
        old, new = before.clues.items(), after.clues.items()
        assert max(len(old - new), len(new - old)) <= 1
    kinds = set()
    for puzzle in puzzles:
        with Solver(puzzle) as solver:
            kinds.add(solver.verdict().kind)
    assert kinds == {VerdictKind.NONE, VerdictKind.UNIQUE, VerdictKind.SEVERAL}
    assert len({len(puzzle.islands) for puzzle in puzzles}) > 1
    assert {None in puzzle.clues.values() for puzzle in puzzles} == {False, True}


EXPERT = read("2.3.4.2\n.......\n..2.2..\n3.....2\n.1.4.2.\n.......\n3..3..1")
LONG_WAY = """\
2..3.3.3.2
..........
...1.1...3
.2.....5..
4.3.2.....
.........3
4...5..3..
..1......2
..........
2.2.3.3..2
"""
WITH_PREMISE = read("1.1\n...\n2.2").puzzle


def search(puzzle, level, nodes=1000):
    board = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        position = Position(puzzle)
        draw_obvious(position)
        return ProofSearch(position, level, nodes, solver.backbone(board))


def test_a_bridge_takes_its_premises_and_its_reason():
    proved = [search(WITH_PREMISE, Level.EASY).proves(number) for number in range(3)]
    assert proved == [False, False, True]


def test_an_assumption_takes_the_steps_to_its_contradiction():
    puzzle = read("max-bridges 1\n.??\n.1?").puzzle
    assert not search(puzzle, Level.HARD).proves(3)
    assert [search(puzzle, Level.EXPERT).proves(number) for number in (1, 2)] == [False, True]


def test_a_search_can_be_given_up():
    with pytest.raises(TooManyPositionsError):
        search(WITH_PREMISE, Level.EASY, nodes=0).proves(2)


def test_moments_are_on_the_way_to_a_solution():
    found = list(moments(3, 1))
    for moment in found:
        with Solver(moment.puzzle) as solver:
            assert solver.is_solvable(moment.board)
    assert len({moment.name for moment in found}) == 3


def test_mistakes_take_steps_to_refute(monkeypatch):
    monkeypatch.setattr(hints, "generate", lambda *_: EXPERT)
    for mistake in mistakes(2, 1):
        assert cheapest_refutation(mistake.position, mistake.assumption).steps()


def test_the_reason_for_a_mistake_is_compared_with_the_shortest():
    puzzle = read("1.?.1\n.....\n?...?").puzzle
    position = Position(puzzle)
    draw_obvious(position)
    edge = puzzle.edge_between(0, 3).id
    assumption = Conclusion(WhatIf(()), edge, False, 0, position.ends[edge])
    refutation = cheapest_refutation(position, assumption)
    assert [len(step) for step in refutation.steps()] == [1, 1]
    for enough in (2, 3):
        assert fewest_sentences(position, assumption, enough, 1000) == (2, True)
    assert fewest_sentences(position, assumption, 2, 0) == (1, False)
    for step in refutation.steps():
        assert not still_refutes(position, assumption, refutation, step)
    assert still_refutes(position, assumption, refutation, [])


def test_a_long_reason_needs_every_step(monkeypatch):
    monkeypatch.setattr("hashi_gui.logic.teaching.refutation.MAX_ATTEMPTS", 0)
    puzzle = read(LONG_WAY).puzzle
    position = Position(puzzle)
    draw_obvious(position)
    edge = puzzle.edge_between(*(puzzle.island_at(9, col).id for col in (0, 2))).id
    assumption = Conclusion(WhatIf(()), edge, False, 0, position.ends[edge])
    refutation = cheapest_refutation(position, assumption)
    steps = refutation.steps()
    assert len(steps) > 5
    assert not any(still_refutes(position, assumption, refutation, step) for step in steps)
