from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from itertools import combinations, combinations_with_replacement, product
from statistics import fmean

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, degrees, is_solution
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating import GenerationError, GeneratorOptions, default_island_count, generate
from hashi_gui.generating.options import _HARDEST_LEVELS, KINDS, Kind, draw_style
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import is_solvable_within

OPTIONS = GeneratorOptions(9, 8, 20, 3, 0.5, 0.1, Symmetry.LEFT_RIGHT, False, Level.EXPERT)


@pytest.mark.parametrize("options", [OPTIONS, GeneratorOptions(5, 5, 6)])
def test_options_survive_a_round_trip_through_json(options):
    restored = GeneratorOptions.from_dict(json.loads(json.dumps(asdict(options))))
    assert restored == options
    assert restored is not None
    assert type(restored.symmetry) is Symmetry


@pytest.mark.parametrize(
    "damage",
    [
        {"level": "impossible"},
        {"symmetry": 3},
        {"rows": "nine"},
        {"islands": 1000},
        {"colour": "red"},
    ],
)
def test_impossible_data_gives_none(damage):
    assert GeneratorOptions.from_dict(asdict(OPTIONS) | damage) is None


def test_without_data_there_are_no_options():
    assert GeneratorOptions.from_dict({}) is None


def test_the_names_of_symmetries_in_old_files_stay():
    assert [Symmetry(name) for name in ("none", "rotate", "mirror")] == [
        Symmetry.NONE,
        Symmetry.HALF_TURN,
        Symmetry.LEFT_RIGHT,
    ]


@pytest.mark.parametrize("symmetry", [Symmetry.QUARTER_TURNS, Symmetry.DIAGONAL])
def test_some_symmetries_need_a_square(symmetry):
    assert GeneratorOptions(9, 9, 20, symmetry=symmetry)
    with pytest.raises(GenerationError, match=r"^This symmetry needs a square grid"):
        GeneratorOptions(9, 8, 20, symmetry=symmetry)


@pytest.mark.parametrize(("limit", "islands"), [(1, 6), (2, 5)])
def test_the_smallest_puzzles_are_all_easy(limit, islands):
    assert _HARDEST_LEVELS[limit][islands] is Level.EASY
    puzzles = list(all_puzzles(limit, islands))
    assert puzzles
    assert all(is_solvable_within(puzzle, Level.EASY) for puzzle in puzzles)


def all_puzzles(limit, islands):
    """All puzzles with one solution, without empty rows and columns and no higher than wide."""
    for rows, cols in combinations_with_replacement(range(1, islands + 1), 2):
        if rows + cols > islands + 1:  # Then they would not be connected.
            continue
        for cells in combinations(product(range(rows), range(cols)), islands):
            sides = [len(set(line)) for line in zip(*cells)]
            board = Puzzle.from_clues(rows, cols, dict.fromkeys(cells), Rules(limit))
            if sides == [rows, cols] and len(board.edges) >= islands - 1:
                counts = product(range(limit + 1), repeat=len(board.edges))
                fitting = (degrees(board, each) for each in counts if is_solution(board, each))
                for clues, solutions in Counter(map(tuple, fitting)).items():
                    if solutions == 1:
                        yield board.with_other_clues(dict(enumerate(clues)))


@pytest.mark.parametrize("level", [None, *Level])
def test_defaults_suit_the_level(level):
    options = GeneratorOptions.defaults_for(20, 15, level)
    assert (options.rows, options.cols, options.level) == (20, 15, level)
    assert options.islands == default_island_count(20, 15)
    assert (options.unknown > 0) == (options.doubles == 0) == (level == Level.EXTREME)


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
    with pytest.raises(GenerationError, match=r"is not a part of a style; expected one of plain"):
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
