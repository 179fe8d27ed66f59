from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import Rules, degrees
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing.minimal_changes import change_level, make_unique
from hashi_gui.editing.proposal import UNRESTRICTED, ChangeKind, Proposal, Restrictions
from hashi_gui.editing.proposed_draft import fewest_clues
from hashi_gui.editing.search import MAX_PROPOSALS, NO_DEMANDS, Demands
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.generating.layout import grow
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade, reason_easily
from hashi_gui.logic.rating.solving_path import build_solving_path
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from tests.editing.boards import (
    assert_does_what_it_says,
    fewest_by_brute_force,
    tiny_puzzles,
    verdict_of,
    with_clues,
    without_clues,
)

Solved = tuple[Puzzle, bytes]


def best_of(puzzle: Puzzle, *args: object) -> tuple[Proposal, ...]:
    """The last result; () if there is none."""
    results = list(make_unique(puzzle, *args))  # type: ignore[arg-type]
    return results[-1] if results else ()


def drawn_puzzle(seed: int, side: int = 8, islands: int = 18) -> Solved:
    """Clues that count the bridges of a random drawing, which need not be the only solution."""
    rng = Rng(seed)
    layout = grow(GeneratorOptions(side, side, islands), rng)
    bare = Puzzle.from_clues(side, side, dict.fromkeys(layout.islands))
    ends = [tuple(end.cell for end in bare.ends(edge.id)) for edge in bare.edges]
    drawn = bytes((1 + rng.index(2)) * (pair in layout.bridges) for pair in ends)
    return with_clues(bare, dict(enumerate(degrees(bare, drawn)))), drawn


def ambiguous(seeds: range) -> list[Solved]:
    solved = [drawn_puzzle(seed) for seed in seeds]
    return [each for each in solved if verdict_of(each[0]).kind == VerdictKind.SEVERAL]


AMBIGUOUS = ambiguous(range(6))
"""Puzzles with several solutions, and one of them."""


@st.composite
def edited_puzzles(draw: DrawFn) -> Puzzle:
    """Puzzles as they are while they are set: some clues are wrong, some are "?"."""
    puzzle = generate(GeneratorOptions(6, 6, 10), draw(st.integers(0, 30))).puzzle
    clues = st.dictionaries(st.integers(0, len(puzzle.islands) - 1), st.none() | st.integers(1, 6))
    edited = with_clues(puzzle, draw(clues))
    return edited._replace(rules=Rules(loops=draw(st.booleans())))


@settings(max_examples=15)
@given(edited_puzzles())
def test_every_result_holds_what_it_promises(puzzle: Puzzle) -> None:
    is_unique = verdict_of(puzzle).kind == VerdictKind.UNIQUE
    results = list(make_unique(puzzle))
    assert is_unique <= (not results)
    for best in results:
        assert 1 <= len(best) <= MAX_PROPOSALS
        assert [each.cost for each in best] == sorted(each.cost for each in best)
        for proposal in best:
            assert_does_what_it_says(proposal, puzzle)
            assert ChangeKind.HIDE not in proposal.kinds


@pytest.mark.parametrize("number", range(len(AMBIGUOUS)))
def test_several_solutions_become_one_and_no_islands_come_to_touch(number: int) -> None:
    puzzle, drawn = AMBIGUOUS[number]
    for best in (best_of(puzzle), best_of(puzzle, drawn)):
        assert best
        for proposal in best:
            assert_does_what_it_says(proposal, puzzle)
            assert some_touch(puzzle) or not some_touch(proposal.puzzle)


def some_touch(puzzle: Puzzle) -> bool:
    cells = puzzle.clues
    return any((row + 1, col) in cells or (row, col + 1) in cells for row, col in cells)


@pytest.mark.parametrize("seed", range(3))
def test_one_number_that_would_do_is_found(seed: int) -> None:
    """The only "?" of a puzzle that was unique before: its number is a smallest change."""
    puzzle = generate(GeneratorOptions(7, 7, 14), seed).puzzle
    for island in range(len(puzzle.islands)):
        hidden = with_clues(puzzle, {island: None})
        if verdict_of(hidden).kind == VerdictKind.SEVERAL:
            assert best_of(hidden)[0].cost == 1


@settings(max_examples=15)
@given(tiny_puzzles())
def test_as_few_question_marks_as_possible_become_numbers(puzzle: Puzzle) -> None:
    bare = without_clues(puzzle)
    assume(verdict_of(bare).kind == VerdictKind.SEVERAL)
    shown = [each for each in best_of(bare) if each.kinds == {ChangeKind.SHOW}]
    for proposal in shown:
        assert_does_what_it_says(proposal, bare)
        clues = degrees(bare, proposal.solution)
        full = with_clues(bare, dict(enumerate(clues)))
        assert proposal.cost >= fewest_by_brute_force(full, proposal.solution)


@pytest.mark.parametrize("seed", range(2))
def test_a_board_of_question_marks_gets_as_few_numbers_as_a_reduction_leaves(seed: int) -> None:
    puzzle = generate(GeneratorOptions(7, 7, 14), seed).puzzle
    drawn = verdict_of(puzzle).solution
    *_, fewest = fewest_clues(puzzle)
    kept = [each for each in best_of(without_clues(puzzle), drawn) if each.solution == drawn]
    assert min(each.cost for each in kept if each.kinds == {ChangeKind.SHOW}) == fewest.clues


def test_a_large_board_of_question_marks_is_answered() -> None:
    """Not all numbers of the first solution that is found leave it as the only one."""
    puzzle = without_clues(generate(GeneratorOptions(20, 20, 96), 0).puzzle)
    (proposal, *_) = next(make_unique(puzzle))
    assert_does_what_it_says(proposal, puzzle)


def test_a_drawn_solution_or_a_part_of_it_is_kept_if_numbers_can_be_shown() -> None:
    puzzle = generate(GeneratorOptions(7, 7, 14), 2).puzzle
    bare = with_clues(puzzle, dict.fromkeys(range(0, len(puzzle.islands), 2)))
    drawn = verdict_of(puzzle).solution
    assert verdict_of(bare).kind == VerdictKind.SEVERAL
    assert any(each.solution == drawn and not each.disturbed for each in best_of(bare, drawn))
    assert drawn is not None
    part = drawn[:8] + bytes(len(drawn) - 8)
    assert not min(each.disturbed for each in best_of(bare, part))


@pytest.mark.parametrize("seed", range(2))
def test_a_wrong_clue_is_corrected(seed: int) -> None:
    puzzle = generate(GeneratorOptions(8, 8, 18), seed).puzzle
    wrong = with_clues(puzzle, {4: (puzzle.islands[4].clue or 0) + 1})
    assert verdict_of(wrong).kind == VerdictKind.NONE
    assert best_of(wrong)[0].cost == 1


def test_islands_that_nothing_can_connect_are_moved_or_joined_by_an_island() -> None:
    apart = Puzzle.from_clues(5, 5, {(0, 0): 1, (0, 2): 1, (3, 3): 1})
    assert verdict_of(apart).kind == VerdictKind.NONE
    best = best_of(apart)
    assert best
    for proposal in best:
        assert_does_what_it_says(proposal, apart)


@pytest.mark.parametrize("seed", range(3))
def test_an_island_that_nobody_needs_is_removed(seed: int) -> None:
    puzzle = generate(GeneratorOptions(8, 8, 16), seed).puzzle
    cells = puzzle.clues
    room = [
        (row, col)
        for row in range(8)
        for col in range(8)
        if not any(abs(row - r) + abs(col - c) < 2 for r, c in cells)
    ]
    broken = Puzzle.from_clues(8, 8, {**cells, room[seed % len(room)]: 7})
    assert verdict_of(broken).kind is VerdictKind.NONE
    best = best_of(broken)
    assert best[0].cost == 1
    removal = next(each for each in best if each.kinds == {ChangeKind.REMOVE})
    assert_does_what_it_says(removal, broken)
    assert removal.cost == 1


def test_clues_that_were_drawn_are_proposed_if_there_is_no_solution() -> None:
    puzzle = generate(GeneratorOptions(8, 8, 18), 3).puzzle
    drawn = verdict_of(puzzle).solution
    wrong = with_clues(puzzle, {2: 8, 7: 8})
    assert verdict_of(wrong).kind == VerdictKind.NONE
    gentlest = min(best_of(wrong, drawn), key=lambda each: each.disturbed)
    assert (gentlest.solution, gentlest.disturbed) == (drawn, 0)
    assert gentlest.cost <= 2


@settings(max_examples=10)
@given(st.sampled_from(AMBIGUOUS), st.data())
def test_what_is_to_be_kept_is_kept(solved: Solved, data: st.DataObject) -> None:
    puzzle, _ = solved
    kept = data.draw(st.frozensets(st.sampled_from([i.cell for i in puzzle.islands]), max_size=14))
    clues = puzzle.clues
    for proposal in best_of(puzzle, None, Restrictions(kept)):
        after = proposal.puzzle.clues
        assert all(after.get(cell) == clues[cell] for cell in kept)


def test_kept_water_stays_water_and_nothing_is_proposed_if_everything_is_kept() -> None:
    puzzle, drawn = AMBIGUOUS[0]
    every = frozenset((row, col) for row in range(puzzle.rows) for col in range(puzzle.cols))
    for proposal in best_of(puzzle, None, Restrictions(every - puzzle.clues.keys())):
        assert proposal.puzzle.clues.keys() == puzzle.clues.keys()
    for board in (puzzle, with_clues(puzzle, {0: 8})):
        assert best_of(board, drawn, Restrictions(every)) == ()


def rotated(cell: Cell, puzzle: Puzzle) -> Cell:
    return puzzle.rows - 1 - cell[0], puzzle.cols - 1 - cell[1]


@pytest.mark.parametrize("seed", range(2))
def test_what_is_symmetric_stays_symmetric(seed: int) -> None:
    options = GeneratorOptions(9, 9, 20, symmetry=Symmetry.HALF_TURN)
    puzzle = generate(options, seed).puzzle
    pairs = [
        (island.id, other.id)
        for island in puzzle.islands
        if (other := puzzle.island_at(*rotated(island.cell, puzzle)))
    ]
    hidden = with_clues(puzzle, dict.fromkeys(i for pair in pairs[::2] for i in pair))
    if verdict_of(hidden).kind == VerdictKind.UNIQUE:
        hidden = with_clues(puzzle, dict.fromkeys(range(len(puzzle.islands))))
    best = best_of(hidden, None, Restrictions(symmetry=Symmetry.HALF_TURN))
    assert best
    for proposal in best:
        assert_does_what_it_says(proposal, hidden)
        clues = proposal.puzzle.clues
        for cell, clue in clues.items():
            assert (clues[rotated(cell, puzzle)] is None) == (clue is None)


def test_the_same_seed_gives_the_same_proposals() -> None:
    puzzle, drawn = AMBIGUOUS[1]
    assert best_of(puzzle, drawn) == best_of(puzzle, drawn)


# Other levels

RESULTS = 2
"""How many results a test waits for."""


def puzzle_of(level: Level, seed: int = 0) -> Puzzle:
    return generate(GeneratorOptions(8, 8, 18, level=level, style="plain"), seed).puzzle


def best_at_level(
    puzzle: Puzzle,
    level: Level,
    restrictions: Restrictions = UNRESTRICTED,
    demands: Demands = NO_DEMANDS,
) -> tuple[Proposal, ...]:
    results = list(islice(change_level(puzzle, level, restrictions, demands), RESULTS))
    return results[-1] if results else ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Level.EASY, Level.MEDIUM),
        (Level.EASY, Level.HARD),
        (Level.MEDIUM, Level.HARD),
        (Level.HARD, Level.EXPERT),
        (Level.MEDIUM, Level.EASY),
        (Level.HARD, Level.EASY),
        (Level.HARD, Level.MEDIUM),
        (Level.EXPERT, Level.HARD),
    ],
)
def test_proposals_have_exactly_the_level_that_was_asked_for(before: Level, after: Level) -> None:
    puzzle = puzzle_of(before)
    results = list(islice(change_level(puzzle, after), RESULTS))
    assert results
    for proposal in results[-1]:
        assert_does_what_it_says(proposal, puzzle)
        assert proposal.level == after
        assert grade(proposal.puzzle).level == after
    for best in results:
        assert [each.cost for each in best] == sorted(each.cost for each in best)


def test_a_hidden_number_that_made_the_puzzle_harder_is_shown_again() -> None:
    easy = generate(GeneratorOptions(10, 10, 25, level=Level.EASY), 1).puzzle
    harder = next(
        each for each in best_at_level(easy, Level.HARD) if each.kinds == {ChangeKind.HIDE}
    )
    back = best_at_level(harder.puzzle, Level.EASY)
    assert back[0].cost <= harder.cost
    assert any(each.kinds == {ChangeKind.SHOW} for each in back)


def test_the_level_that_the_puzzle_has_and_an_impossible_one_are_not_proposed() -> None:
    assert best_at_level(puzzle_of(Level.MEDIUM), Level.MEDIUM) == ()
    two_islands = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})  # They are always easy.
    assert best_at_level(two_islands, Level.HARD) == ()


def test_what_is_to_be_kept_is_kept_at_another_level() -> None:
    puzzle = puzzle_of(Level.EASY)
    kept = frozenset(island.cell for island in puzzle.islands[::4])
    best = best_at_level(puzzle, Level.HARD, Restrictions(kept))
    assert best
    for proposal in best:
        after = proposal.puzzle.clues
        assert all(after[cell] == clue for cell, clue in puzzle.clues.items() if cell in kept)


@pytest.mark.parametrize("level", [Level.EASY, Level.HARD])
def test_symmetric_islands_stay_symmetric(level: Level) -> None:
    options = GeneratorOptions(9, 9, 20, symmetry=Symmetry.HALF_TURN, level=Level.MEDIUM)
    puzzle = generate(options, 1).puzzle
    best = best_at_level(puzzle, level, Restrictions(symmetry=Symmetry.HALF_TURN))
    assert best
    for proposal in best:
        clues = proposal.puzzle.clues
        for (row, col), clue in clues.items():
            assert (clues[8 - row, 8 - col] is None) == (clue is None)


def test_no_question_mark_but_a_kept_one() -> None:
    easy = generate(GeneratorOptions(8, 8, 18, level=Level.EASY, unknown=0.2), 2).puzzle
    first, *others = (island.cell for island in easy.islands if island.clue is None)
    assert others
    best = best_at_level(
        easy, Level.MEDIUM, Restrictions(frozenset({first})), Demands(no_unknown=True)
    )
    assert best
    for proposal in best:
        clues = proposal.puzzle.clues
        assert [cell for cell, clue in clues.items() if clue is None] == [first]


@pytest.mark.parametrize(
    ("before", "after"), [(Level.MEDIUM, Level.HARD), (Level.HARD, Level.MEDIUM)]
)
def test_as_many_hard_steps_as_asked_for(before: Level, after: Level) -> None:
    best = best_at_level(puzzle_of(before), after, demands=Demands(hard_steps=3))
    assert best
    for proposal in best:
        with Solver(proposal.puzzle) as solver:
            path = build_solving_path(reason_easily(solver))
        assert sum(each.level.rank >= after.rank for each in path.steps) >= 3


def test_a_puzzle_with_several_solutions_is_refused() -> None:
    puzzle = puzzle_of(Level.EASY)
    bare = with_clues(puzzle, dict.fromkeys(range(len(puzzle.islands))))
    with pytest.raises(ValueError, match="exactly one"):
        next(change_level(bare, Level.HARD))


@pytest.mark.parametrize(
    "search",
    [
        lambda token: make_unique(AMBIGUOUS[0][0], cancel=token),
        lambda token: change_level(puzzle_of(Level.EASY), Level.HARD, cancel=token),
    ],
)
def test_a_search_can_be_cancelled_before_it_begins_and_between_two_proposals(
    search: Callable[[CancelToken], Iterator[tuple[Proposal, ...]]],
) -> None:
    token = CancelToken()
    results = search(token)
    assert next(results)
    token.cancel()
    for cancelled in (results, search(token)):
        with pytest.raises(Cancelled):
            next(cancelled)
