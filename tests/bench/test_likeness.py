from __future__ import annotations

import pytest

from hashi_gui.bench import likeness
from hashi_gui.bench.__main__ import main
from hashi_gui.bench.likeness import Pair, auc, example
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate

GRID = """\
4.2..
.3..2
3....
.3.1.
3.4.3
"""


@pytest.fixture(autouse=True)
def few_trees(monkeypatch):
    monkeypatch.setattr(likeness, "TREES", 40)


@pytest.fixture(scope="module")
def puzzles():
    return [generate(GeneratorOptions(7, 7, 13, style="branching"), n).puzzle for n in range(24)]


def test_the_features_of_a_puzzle():
    found = example(read(GRID.encode()).puzzle)
    assert (found.rows, found.cols, found.islands) == (5, 5, 10)
    assert found.positions["corners used"] == 3
    assert found.clues["share of 3"] == 0.5
    assert found.clues["loops per island"] == 0
    assert len(found.features("all")) == sum(map(len, found[4:]))


def test_a_puzzle_with_several_solutions_has_no_features():
    assert example(Puzzle.from_clues(1, 3, {(0, 0): None, (0, 2): None})) is None


def test_what_differs_is_told_apart_and_what_is_alike_is_not(puzzles):
    examples = [example(puzzle) for puzzle in puzzles]
    alike = [Pair(one, two, 0) for one, two in zip(examples[::2], examples[1::2])]
    marked = [
        pair._replace(generated=pair.generated._replace(clues={**pair.generated.clues, "mark": 1}))
        for pair in alike
    ]
    marked = [
        pair._replace(published=pair.published._replace(clues={**pair.published.clues, "mark": 0}))
        for pair in marked
    ]
    assert auc(alike, "all") < 0.85
    assert auc(marked, "clues") > 0.9


def test_a_folder_is_compared(puzzles, tmp_path, capsys):
    for number, puzzle in enumerate(puzzles[:12]):
        rows = [["."] * 7 for _ in range(7)]
        for island in puzzle.islands:
            rows[island.row][island.col] = str(island.clue)
        (tmp_path / f"{number}.txt").write_text("\n".join(map("".join, rows)))
    assert main(["likeness", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "AUC of a random forest" in output
    assert "published" in output


def test_too_few_puzzles_are_refused(puzzles, tmp_path, capsys):
    (tmp_path / "one.txt").write_text(GRID)
    with pytest.raises(SystemExit):
        main(["likeness", str(tmp_path)])
    assert "There are 1 pairs; 10 are needed." in capsys.readouterr().err
