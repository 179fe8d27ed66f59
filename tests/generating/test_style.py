from __future__ import annotations

from statistics import fmean

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating import GenerationError, GeneratorOptions, generate
from hashi_gui.generating.attempts import BridgePlacer, _joined, best_layout, missed_goals
from hashi_gui.generating.options import KINDS, Kind, draw_style
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.solving import CancelToken


def styles(text="", side=17, count=200):
    rng = Rng(1)
    return [draw_style(text, side, side, side * side // 3, rng) for _ in range(count)]


def cells(options, seed):
    return {island.cell for island in generate(options, seed).puzzle.islands}


@pytest.mark.parametrize("kind", Kind)
def test_a_style_is_drawn_from_its_distributions(kind):
    drawn = styles(kind, side=9)
    of = KINDS[kind]
    assert fmean(style.doubles for style in drawn) == pytest.approx(of.doubles.mean, abs=0.02)
    assert fmean(style.border for style in drawn) == pytest.approx(of.border.mean, abs=0.05)
    corners = [style.corners for style in drawn]
    for number, share in enumerate(of.corners):
        assert corners.count(number) / len(drawn) == pytest.approx(share, abs=0.1)
    turned = [style.symmetry is Symmetry.HALF_TURN for style in drawn]
    assert fmean(turned) == pytest.approx(of.symmetries[Symmetry.HALF_TURN], abs=0.1)


def test_large_branching_squares_have_no_symmetry():
    assert {style.symmetry for style in styles("branching", side=10)} == {Symmetry.NONE}


@pytest.mark.parametrize(
    ("rows", "cols", "share"), [(17, 17, 1), (10, 10, 0), (9, 17, 0), (21, 21, 0.5)]
)
def test_the_kind_depends_on_the_size(rows, cols, share):
    rng = Rng(2)
    kinds = [draw_style("", rows, cols, rows * cols // 3, rng).kind for _ in range(100)]
    assert kinds.count(Kind.WOVEN) / 100 == pytest.approx(share, abs=0.15)


def test_quarter_turns_are_for_squares_only():
    rng = Rng(3)
    drawn = [draw_style("branching", 10, 12, 40, rng) for _ in range(500)]
    assert Symmetry.QUARTER_TURNS not in {style.symmetry for style in drawn}


def test_fields_are_as_given():
    for style in styles("woven,corners=1,loops=0.2,border=0,images=0.9"):
        assert (style.kind, style.corners, style.loops) == (Kind.WOVEN, 1, 0.2)
        assert (style.border, style.images) == (0, 0.9)
    assert Symmetry.NONE not in {style.symmetry for style in styles("branching,images=0.9")}


@pytest.mark.parametrize(
    "text",
    ["wavy", "loops", "loops=2", "loops=x", "loops=nan", "loops=0.1,loops=0.2", "a=1", "x" * 99],
)
def test_anything_else_is_no_style(text):
    with pytest.raises(GenerationError, match=r"is not a part of a style; expected plain, woven"):
        GeneratorOptions(9, 9, 20, style=text)


def test_a_plain_style_has_no_fields():
    with pytest.raises(GenerationError, match="plain"):
        GeneratorOptions(9, 9, 20, style="plain,loops=0.1")


@pytest.mark.parametrize("corners", [0, 2])
def test_there_are_no_more_corners_than_wanted(corners):
    options = GeneratorOptions(11, 11, 38, style=f"woven,corners={corners}")
    ends = {(row, col) for row in (0, 10) for col in (0, 10)}
    assert all(len(cells(options, seed) & ends) <= corners for seed in range(5))


def test_images_are_met_approximately():
    def share(images):
        options = GeneratorOptions(13, 13, 55, style=f"woven,images={images}")
        boards = [cells(options, seed) for seed in range(6)]
        return fmean(fmean((12 - r, 12 - c) in board for r, c in board) for board in boards)

    assert share(1) > 0.9
    assert 0.6 < share(0.8) < 0.9


def test_an_exact_symmetry_stays_exact():
    options = GeneratorOptions(11, 11, 36, style="woven", symmetry=Symmetry.TOP_BOTTOM)
    board = cells(options, 1)
    assert board == {(10 - row, col) for row, col in board}


def test_a_woven_solution_has_more_loops_and_fewer_doubles_along_the_border():
    def figures(style):
        loops, doubles = [], []
        for seed in range(6):
            puzzle, solution = options_for(style, seed)
            used = [edge for edge, count in enumerate(solution) if count]
            loops.append((len(used) - len(puzzle.islands) + 1) / len(puzzle.islands))
            along = [edge for edge in used if {a.row for a in puzzle.ends(edge)} in ({0}, {12})]
            doubles.append(fmean(solution[edge] > 1 for edge in along))
        return fmean(loops), fmean(doubles)

    def options_for(style, seed):
        generated = generate(GeneratorOptions(13, 13, 55, style=style), seed)
        return generated.puzzle, generated.solution

    (woven_loops, woven_doubles), (loops, doubles) = figures("woven"), figures("branching")
    assert woven_loops > loops + 0.03
    assert woven_doubles < doubles


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("style", Kind)
def test_woven_bridges_join_all_islands_and_cross_nothing(style, loops):
    options = GeneratorOptions(13, 13, 50, max_bridges=3, loops=loops)
    for seed in range(5):
        rng = Rng(seed)
        drawn = draw_style(style, 13, 13, 56, rng)
        layout = best_layout(options, rng, CancelToken(), drawn)
        puzzle, joined = _joined(layout, options)
        counts, _missing = BridgePlacer(puzzle, drawn, rng, loops=loops).place(joined)
        assert len(components(puzzle, counts)) == 1
        assert not any(
            counts[e] and counts[x] for e in range(len(counts)) for x in puzzle.crossings[e]
        )
        if not loops:
            assert sum(map(bool, counts)) == len(puzzle.islands) - 1


@pytest.mark.parametrize("loops", [True, False])
def test_solutions_alike_have_about_as_many_loops_and_doubles(loops):
    cells = [(0, 0), (0, 2), (0, 4), (2, 0), (2, 2), (4, 4)]
    puzzle = Puzzle.from_clues(6, 6, dict.fromkeys(cells))
    drawn = draw_style("branching", 6, 6, 6, Rng(1))
    edges = {tuple(end.cell for end in puzzle.ends(e)): e for e in range(len(puzzle.edges))}
    solution = bytearray([1] * len(edges))
    border, inside = edges[(0, 0), (0, 2)], edges[(2, 0), (2, 2)]
    solution[border] = 2
    is_like = BridgePlacer(puzzle, drawn, Rng(1), loops=loops).like(bytes(solution))

    def with_counts(counts):
        changed = bytearray(solution)
        for edge, count in counts.items():
            changed[edge] = count
        return bytes(changed)

    assert is_like(bytes(solution))
    assert is_like(with_counts({border: 1}))
    assert not is_like(with_counts({border: 1, inside: 2}))
    assert not is_like(with_counts({edges[(0, 2), (0, 4)]: 2}))
    assert is_like(with_counts({inside: 0})) == loops


def test_the_path_of_a_puzzle_with_a_style_is_better():
    def missed(style):
        options = GeneratorOptions(10, 10, 30, level=Level.HARD, style=style)
        puzzles = [generate(options, seed).puzzle for seed in range(12)]
        return fmean(missed_goals(puzzle, Level.HARD, CancelToken()) for puzzle in puzzles)

    assert missed("branching") < missed("plain")
