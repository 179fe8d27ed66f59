from __future__ import annotations

import pytest

from hashi_gui.bench import layout_statistics
from hashi_gui.bench.__main__ import main
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratedPuzzle, GeneratorOptions

URL = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
CORNERS = Puzzle.from_clues(5, 5, {(0, 0): 3, (0, 4): 2, (4, 0): 2, (4, 4): 1, (2, 0): 2})


def solved(puzzle, bridges):
    counts = bytearray(len(puzzle.edges))
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        counts[edge.id] = bridges.get((a.cell, b.cell), 0)
    return GeneratedPuzzle(puzzle, bytes(counts))


def test_statistics_of_a_puzzle_checked_by_hand():
    bridges = {
        ((0, 0), (0, 4)): 2,
        ((0, 0), (2, 0)): 1,
        ((2, 0), (4, 0)): 1,
        ((4, 0), (4, 4)): 1,
    }
    made = solved(CORNERS, bridges)
    statistics = {title: statistic(made) for title, statistic in layout_statistics.STATISTICS}
    assert statistics["islands"] == 5
    assert statistics["islands per cell"] == 0.2
    assert statistics["share that reaches all four borders"]
    assert not statistics["share with an empty quarter"]
    assert not statistics["share with touching islands"]
    assert statistics["entropy of clues, bits"] == pytest.approx(1.371, abs=0.001)
    assert statistics["mean length of a bridge, cells"] == 3
    assert statistics["standard deviation of the lengths"] == 1
    assert statistics["share of connected pairs with more than one bridge"] == 0.25


def test_flaws_are_detected():
    made = solved(Puzzle.from_clues(4, 4, {(0, 0): 1, (0, 1): 1}), {((0, 0), (0, 1)): 1})
    assert layout_statistics.has_touching_islands(made)
    assert layout_statistics.has_an_empty_quarter(made)
    assert not layout_statistics.reaches_all_borders(made)


def test_the_table_has_a_column_for_each_generator():
    generated = layout_statistics.generate_all(GeneratorOptions(7, 7, 13), 20)
    others = layout_statistics.solve_all([read(URL).puzzle])
    table = layout_statistics.table([("here", generated), ("theirs", others)])
    assert table.head == ["", "here", "theirs"]
    assert len(table.rows) == len(layout_statistics.STATISTICS)
    assert table.rows[0] == ["islands", "13.000", "10.000"]


def test_the_command_compares_with_a_file(tmp_path, capsys):
    others = tmp_path / "others.txt"
    others.write_text(f"{URL}\n{URL}\n")
    command = ["layout_statistics", "--size", "7x7", "--islands", "13", "--count", "2", str(others)]
    assert main(command) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Means of 2 puzzles here, 2 puzzles others." in printed
    assert "| islands | 13.000 | 10.000 |" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "7"], "--size: must be columns x rows, such as 15x15, not '7'"),
        (["--size", "3x3", "--islands", "9"], "room for 2 to 5 islands"),
        (["--size", "5x5", "--count", "1", "missing.txt"], "no file 'missing.txt'"),
    ],
)
def test_invalid_input_of_the_command_is_one_sentence(arguments, message, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["layout_statistics", *arguments])
    assert caught.value.code == 2
    assert message in capsys.readouterr().err
