from collections import Counter
from itertools import accumulate
from random import Random

import pytest

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
from hashi_gui.core.highlight import Role
from hashi_gui.formats import read
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import reason_easily
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import refute
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.explanation import lit
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.review import Judgement, Review, review_game
from hashi_gui.solving import Cancelled, Solver

FULL_HOUSE = "4.3\n...\n3.2"
GARDEN = "4.2..\n.3..2\n3....\n.3.1.\n3.4.3"


def log_of(puzzle, *changes) -> list[LogEntry]:
    """A log of (seconds, kind, move text)."""
    return [
        LogEntry(seconds, LogKind(kind), Move.from_text(puzzle, text))
        for seconds, kind, text in changes
    ]


def review(drawing: str, *changes) -> Review:
    puzzle = read(drawing).puzzle
    with Solver(puzzle) as solver:
        return review_game(puzzle, Board.empty(puzzle), log_of(puzzle, *changes), solver)


def judgements(drawing: str, *changes) -> list[tuple[str, str]]:
    found = review(drawing, *changes).moments
    return [(moment.judgement.value, moment.technique) for moment in found]


RING = "2.2\n...\n2.2"
FAR_AHEAD = "1..2..3\n.......\n2..3..4\n.......\n2...1.3\n.......\n1..2..2"


@pytest.mark.parametrize(
    ("drawing", "move", "judgement", "technique"),
    [
        (FULL_HOUSE, "0,0-0,2=2", "deduced", "Full house"),
        ("1.1\n...\n2.2", "0,0-0,2=x", "deduced", "Ones apart, twos apart"),
        ("max-bridges 1\n.??\n.1?", "0,1-0,2=1", "deduced", "What if"),
        ("?.?\n...\n?.?", "0,0-0,2=1", "guess", ""),
        (FAR_AHEAD, "0,6-2,6=2", "guess", ""),
        (FAR_AHEAD, "0,6-2,6=1", "deduced", "One in every direction"),
    ],
)
def test_a_right_move_is_deduced_or_a_guess(drawing, move, judgement, technique):
    assert judgements(drawing, (1, "move", move)) == [(judgement, technique)]


def test_what_no_reasoning_gives_is_a_guess(random_puzzle, partial_board):
    """Scripted: moves that neither all that follows from the board nor an assumption gives."""
    judged = Counter()
    for seed in range(150):
        random = Random(seed)
        puzzle, solution = random_puzzle(random)
        board = partial_board(random, solution)
        position = Position.from_board(puzzle, board)
        for _ in Reasoner(position, DIRECT_TECHNIQUES).run():
            pass
        for edge, count in enumerate(solution):
            assumption = Conclusion(DIRECT_TECHNIQUES[0], edge, False, count - 1, ())
            if position.low[edge] < count and not refute(position, assumption, DIRECT_TECHNIQUES):
                log = [LogEntry(1, LogKind.MOVE, Move(((edge, count),)))]
                with Solver(puzzle) as solver:
                    (moment,) = review_game(puzzle, board, log, solver).moments
                judged[moment.judgement] += 1
                break
    assert judged.keys() == {Judgement.GUESS}
    assert judged[Judgement.GUESS] > 40


@pytest.mark.parametrize(
    ("changes", "expected", "seconds_lost"),
    [
        pytest.param(
            [
                (1, "move", "0,0-0,2=1"),
                (4, "move", "0,0-0,2=2"),
                (6, "move", "2,0-2,2=1"),
                (9, "undo", "2,0-2,2=0"),
                (20, "undo", "0,0-0,2=1"),
                (21, "move", "0,2-2,2=1"),
            ],
            "deduced, wrong, after a mistake, after a mistake, correction, deduced",
            16,
            id="wrong, what follows, and the correction",
        ),
        *(
            pytest.param(
                [
                    (1, "move", "0,0-0,2=2"),
                    (4, "undo", "0,0-0,2=0"),
                    (6, back, "0,0-0,2=2"),
                    (9, "undo", "0,0-0,2=0"),
                ],
                "wrong, correction, wrong again, correction",
                6,
                id=f"a mistake that {back} brings back",
            )
            for back in ("redo", "undo")
        ),
        pytest.param(
            [
                (1, "move", "0,0-0,2=1"),
                (4, "move", "0,0-0,2=2"),
                (6, "move", "2,0-2,2=1"),
                (20, "discard", "0,0-0,2=1;2,0-2,2=0"),
                (21, "move", "0,2-2,2=1"),
            ],
            "deduced, tried, tried, other, deduced",
            0,
            id="a trial that was discarded",
        ),
        pytest.param(
            [(1, "move", "0,0-0,2=2"), (4, "move", "2,0-2,2=1"), (20, "discard", "2,0-2,2=0")],
            "wrong, tried, after a mistake",
            19,
            id="a trial on a board with a mistake",
        ),
        pytest.param(
            [(1, "move", "0,0-0,2=1"), (2, "move", "0,0-0,2=0"), (3, "move", "0,0=lock")],
            "deduced, other, other",
            0,
            id="a removed bridge and a lock",
        ),
    ],
)
def test_each_change_is_judged(changes, expected, seconds_lost):
    found = review(RING, *changes)
    assert ", ".join(moment.judgement for moment in found.moments) == expected
    assert found.seconds_lost == seconds_lost
    assert found.ends_wrong == expected.endswith("a mistake")


def test_a_game_that_ends_with_a_mistake_brought_back_ends_wrong():
    changes = (1, "move", "0,0-0,2=2"), (4, "undo", "0,0-0,2=0"), (6, "redo", "0,0-0,2=2")
    assert review(RING, *changes).ends_wrong


@pytest.mark.parametrize("kind", ["hint", "solution", "redo", "undo", "discard"])
def test_what_the_program_did_is_not_judged(kind):
    assert judgements(FULL_HOUSE, (1, kind, "0,0-0,2=2")) == [("other", "")]


def test_long_pauses_name_the_technique_that_would_have_helped():
    changes = (1, "move", "0,0-0,2=2"), (2, "move", "0,0-2,0=2"), (40, "move", "0,2-2,2=1")
    (pause,) = review(FULL_HOUSE, *changes).pauses
    assert (pause.moment.number, pause.moment.pause) == (2, 38)
    assert (pause.technique, pause.on_mistake) == ("Only one way out", False)
    assert pause.highlight == lit(Role.HINT, [1], [2])


@pytest.mark.parametrize(("usual", "shortest"), [(1, 8), (3, 12)])
def test_a_pause_is_long_from_eight_seconds_and_four_times_the_usual_on(usual, shortest):
    def pauses(last):
        times = (usual, 2 * usual, 2 * usual + last)
        moves = ("0,0-0,2=2", "0,0-2,0=2", "0,2-2,2=1")
        return review(FULL_HOUSE, *zip(times, ["move"] * 3, moves)).pauses

    assert len(pauses(shortest)) == 1
    assert not pauses(shortest - 1)


def test_a_pause_on_a_board_with_a_mistake():
    changes = (1, "move", "0,0-0,2=2"), (2, "move", "2,0-2,2=1"), (40, "undo", "0,0-0,2=1")
    (pause,) = review(RING, *changes).pauses
    assert (pause.technique, pause.on_mistake) == ("", True)


@pytest.mark.parametrize(("step", "seconds", "rushed"), [(1, 0.5, 12), (1, 1.5, 0), (-1, 0.5, 0)])
def test_fast_moves_in_reading_order_are_a_rush(step, seconds, rushed):
    puzzle = read("\n.....\n".join(["?.?.?"] * 3)).puzzle
    log = [
        LogEntry(number * seconds, LogKind.MOVE, Move(((edge.id, 1),)))
        for number, edge in enumerate(puzzle.edges[::step], 1)
    ]
    with Solver(puzzle) as solver:
        found = review_game(puzzle, Board.empty(puzzle), log, solver)
    assert len(found.rushed) == rushed


def test_a_wrong_move_comes_with_its_correction():
    changes = [(1, "move", "0,0-0,2=1"), (4, "move", "0,0-0,2=2;0,0-2,0=x")]
    _, wrong = review(RING, *changes).moments
    assert wrong.correction == Move(((0, 1),))


KEY = "2.3.4.2\n.......\n..2.2..\n3.....2\n.1.4.2.\n.......\n3..3..1"


def played(puzzle, solver, helped=0, help_kind=LogKind.HINT) -> list[LogEntry]:
    """A log of the easiest way to the solution, of which the program makes the last moves."""
    conclusions = [each for each in reason_easily(solver).conclusions if each.is_minimum]
    moves = [Move(((each.edge, each.bound),)) for each in conclusions]
    kinds = [LogKind.MOVE] * (len(moves) - helped) + [help_kind] * helped
    return [LogEntry(n, kind, move) for n, (kind, move) in enumerate(zip(kinds, moves), 1)]


def easy_bridges(puzzle, board) -> int:
    """How many bridges there are with those that follow by looking at one island at a time."""
    position = Position.from_board(puzzle, board)
    easy = [each for each in DIRECT_TECHNIQUES if each.level is Level.EASY]
    for _ in Reasoner(position, easy).run():
        pass
    return sum(position.low)


def test_after_the_key_move_most_bridges_follow_that_did_not_before():
    """Of all moves, by counting anew what follows with easy techniques."""
    puzzle = read(KEY).puzzle
    start = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        log = played(puzzle, solver)
        key = review_game(puzzle, start, log, solver).key_move
    boards = [*accumulate((entry.move for entry in log), Board.apply, initial=start)]
    known = [easy_bridges(puzzle, board) for board in boards]
    gains = [
        after - max(before, sum(board.counts))
        for before, after, board in zip(known, known[1:], boards[1:])
    ]
    assert key.bridges == max(gains) >= 3
    assert key.moment.number == gains.index(key.bridges)
    assert (key.before, key.after) == tuple(boards[key.moment.number :][:2])
    with Solver(puzzle) as solver:
        solution = solver.solution()
    assert all(count <= solution[edge] for edge, count in key.opened.items())


@pytest.mark.parametrize(
    ("grid", "helped", "kept"),
    [(FULL_HOUSE, (), 99), (KEY, (12,), 99), (KEY, (1, LogKind.SOLUTION), 99), (KEY, (), 15)],
    ids=["easy", "made of hints", "solved by the program", "unsolved"],
)
def test_some_games_have_no_key_move(grid, helped, kept):
    puzzle = read(grid).puzzle
    with Solver(puzzle) as solver:
        log = played(puzzle, solver, *helped)[:kept]
        assert review_game(puzzle, Board.empty(puzzle), log, solver).key_move is None


def test_a_key_move_is_one_bridge():
    puzzle = read(KEY).puzzle
    start = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        log = played(puzzle, solver)
        number = review_game(puzzle, start, log, solver).key_move.moment.number
        both = Move(log[number].move.edges + log[number + 1].move.edges)
        log[number : number + 2] = [LogEntry(number + 1, LogKind.MOVE, both)]
        found = review_game(puzzle, start, log, solver)
    assert found.moments[number].judgement is Judgement.DEDUCED
    assert found.key_move is None or found.key_move.moment.number != number


def test_an_empty_log_has_nothing_to_say():
    assert review(FULL_HOUSE) == Review((), (), 0)


@pytest.mark.parametrize("seed", range(30))
def test_a_game_played_by_hints_alone_has_no_guess_and_no_mistake(seed, random_puzzle):
    puzzle, _ = random_puzzle(Random(seed))
    board, log = Board.empty(puzzle), []
    with Solver(puzzle) as solver:
        while (hint := next_hint(puzzle, board, solver)).move:
            log.append(LogEntry(len(log), LogKind.MOVE, hint.move))
            board = board.apply(hint.move)
        moments = review_game(puzzle, Board.empty(puzzle), log, solver).moments
        easy = {"What if, deeper", "Proof by solving", "Several solutions"}
        board = Board.empty(puzzle)
        for moment in moments:
            hint = next_hint(puzzle, board, solver)
            if hint.heading not in easy:
                assert moment.judgement is Judgement.DEDUCED
            assert moment.judgement in (Judgement.DEDUCED, Judgement.GUESS)
            board = board.apply(moment.entry.move)


@pytest.mark.parametrize("seed", range(30))
def test_deduced_moves_are_in_every_solution(seed, random_puzzle):
    """On random games, which are wrong now and then."""
    random = Random(seed)
    puzzle = next(each for _ in range(99) if (each := random_puzzle(random)[0]).edges)
    start = Board.empty(puzzle)
    log, board = [], start
    for number in range(12):
        edge = random.randrange(len(puzzle.edges))
        state = random.choice([MARK, *range(puzzle.rules.max_bridges + 1)])
        log.append(LogEntry(number, LogKind.MOVE, Move(((edge, state),))))
    with Solver(puzzle) as solver:
        for moment in review_game(puzzle, start, log, solver).moments:
            if moment.judgement is Judgement.DEDUCED:
                bounds = solver.backbone(board)
                for edge, state in moment.entry.move.edges:
                    if state == MARK:
                        assert bounds.high[edge] == 0
                    else:
                        assert bounds.low[edge] >= state
            board = board.apply(moment.entry.move)


def test_it_can_be_cancelled(cancelled):
    puzzle = read(GARDEN).puzzle
    log = log_of(puzzle, (1, "move", "0,0-0,2=1"))
    with Solver(puzzle) as solver, pytest.raises(Cancelled):
        review_game(puzzle, Board.empty(puzzle), log, solver, cancelled)


def test_the_solver_is_asked_only_where_the_board_before_says_nothing(monkeypatch):
    asked = []
    solution = Solver.solution
    monkeypatch.setattr(Solver, "solution", lambda *args: asked.append(args) or solution(*args))
    found = judgements(
        RING,
        (1, "move", "0,0-0,2=1"),
        (2, "move", "0,0-2,0=1"),
        (3, "move", "2,0-2,2=2"),
        (4, "move", "0,2-2,2=x"),
        (5, "undo", "0,2-2,2=0"),
        (6, "undo", "2,0-2,2=0"),
        (7, "move", "2,0-2,2=1"),
    )
    assert [judgement for judgement, _ in found][2:5] == [
        "wrong",
        "after a mistake",
        "after a mistake",
    ]
    assert len(asked) == 5  # Two of them find out what is wrong.
