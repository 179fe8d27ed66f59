from __future__ import annotations

import pytest

from hashi_gui.bench import layout_statistics
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating import GeneratedPuzzle, GeneratorOptions

CORNERS = Puzzle.from_clues(5, 5, {(0, 0): 3, (0, 4): 2, (4, 0): 2, (4, 4): 1, (2, 0): 2})


def solved(puzzle, bridges):
    counts = bytearray(len(puzzle.edges))
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        counts[edge.id] = bridges.get((a.cell, b.cell), 0)
    return GeneratedPuzzle(puzzle, bytes(counts))


def test_figures_of_a_puzzle_by_hand():
    bridges = {
        ((0, 0), (0, 4)): 2,
        ((0, 0), (2, 0)): 1,
        ((2, 0), (4, 0)): 1,
        ((4, 0), (4, 4)): 1,
    }
    made = solved(CORNERS, bridges)
    figures = {title: figure(made) for title, figure in layout_statistics.FIGURES}
    assert figures["islands"] == 5
    assert figures["islands per cell"] == 0.2
    assert figures["share that reaches all four borders"]
    assert not figures["share with an empty quarter"]
    assert not figures["share with touching islands"]
    assert figures["mixture of clues, bits"] == pytest.approx(1.371, abs=0.001)
    assert figures["mean length of a bridge, cells"] == 3
    assert figures["spread of the lengths"] == 1
    assert figures["share of joined pairs with several bridges"] == 0.25


def test_flaws_are_seen():
    made = solved(Puzzle.from_clues(4, 4, {(0, 0): 1, (0, 1): 1}), {((0, 0), (0, 1)): 1})
    assert layout_statistics.has_touching_islands(made)
    assert layout_statistics.has_an_empty_quarter(made)
    assert not layout_statistics.reaches_all_borders(made)


def test_the_table_sets_generators_side_by_side():
    ours = layout_statistics.ours(GeneratorOptions(7, 7, 13), 20)
    theirs = layout_statistics.others(["https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"])
    head, *rows = layout_statistics.table([("here", ours), ("theirs", theirs)]).splitlines()
    assert head.split() == ["here", "theirs"]
    assert len(rows) == len(layout_statistics.FIGURES)
    assert rows[0].split() == ["islands", "13.000", "10.000"]
