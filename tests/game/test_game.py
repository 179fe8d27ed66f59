import itertools
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move, Tag, Tags, board_after
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.formats.saved_game import SavedGame
from hashi_gui.game import Clock, Game, History, IllegalMoveError

# .1.
# 2.2
# .1.   the vertical and the horizontal bridge cross
CROSS = Puzzle.from_clues(3, 3, {(0, 1): 1, (1, 0): 2, (1, 2): 2, (2, 1): 1})
DOWN, ACROSS = 1, 0

# 1.2.1
ROW = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
LEFT, RIGHT = 0, 1
SOLVED = bytes([1, 1])


def draw(game: Game, *edges: int) -> None:
    for edge in edges:
        game.play(game.cycle_bridges(edge))


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_cycle_bridges_goes_through_all_numbers_of_bridges(limit):
    puzzle = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}, Rules(limit))
    game = Game(puzzle)
    states = []
    for _ in range(limit + 2):
        draw(game, 0)
        states.append(game.board.state(0))
    assert states == [*range(1, limit + 1), 0, 1]


def test_finding_a_move_changes_nothing():
    game = Game(ROW)
    moves = [game.cycle_bridges(0), game.toggle_mark(0), game.toggle_lock(0)]
    assert all(moves)
    assert game.board == Board.empty(ROW)
    assert game.revision == 0
    assert not game.can_undo


def test_a_bridge_is_not_built_across_another():
    game = Game(CROSS)
    draw(game, DOWN)
    with pytest.raises(
        IllegalMoveError, match=r"^A bridge between the 1 and the 1 is in the way\.$"
    ):
        game.cycle_bridges(ACROSS)
    game.play(game.toggle_mark(ACROSS))
    with pytest.raises(IllegalMoveError, match="in the way"):
        game.cycle_bridges(ACROSS)
    draw(game, DOWN, DOWN, ACROSS)
    assert game.board.state(ACROSS) == 1
    game = Game.from_document(Document(CROSS, Board(bytes([1, 1])), "pzpr"))
    draw(game, DOWN, DOWN)
    assert game.board.state(DOWN) == 0


def test_bridges_and_marks_replace_each_other():
    game = Game(ROW)
    game.play(game.toggle_mark(LEFT))
    assert game.board.state(LEFT) == MARK
    draw(game, LEFT)
    assert game.board.state(LEFT) == 1
    game.play(game.toggle_mark(LEFT))
    assert game.board.state(LEFT) == MARK
    game.play(game.toggle_mark(LEFT))
    assert game.board.state(LEFT) == 0


def test_tags_are_undone_like_bridges_and_change_none():
    game = Game(ROW)
    game.play(game.toggle_mark(LEFT))
    draw(game, RIGHT)
    with pytest.raises(IllegalMoveError, match=r"^There is a bridge already\.$"):
        game.toggle_edge_tag(RIGHT, Tag.AT_LEAST_ONE)
    game.begin_trial()
    for edge, tag, state, tags in (
        (LEFT, Tag.AT_LEAST_ONE, 0, Tag.AT_LEAST_ONE),  # Instead of the mark.
        (LEFT, Tag.DISC, 0, Tag.AT_LEAST_ONE | Tag.DISC),
        (LEFT, Tag.DIAMOND, 0, Tag.AT_LEAST_ONE | Tag.DIAMOND),
        (LEFT, Tag.DIAMOND, 0, Tag.AT_LEAST_ONE),
        (RIGHT, Tag.DISC, 1, Tag.DISC),
    ):
        game.play(game.toggle_edge_tag(edge, tag))
        assert (game.board.state(edge), game.board.tags.edges[edge]) == (state, tags)
    game.play(game.toggle_island_tag(0, Tag.DIAMOND))
    assert game.board.tags.islands == {0: Tag.DIAMOND}
    for remove in (game.remove_tags, game.restart):
        before = game.board
        game.play(remove())
        assert not game.board.tags
        game.undo()
        assert game.board == before
    game.discard_trial()
    assert game.board == Board(bytes([0, 1]), frozenset({LEFT}))


def test_the_edges_of_a_locked_island_cannot_change():
    game = Game(ROW)
    game.play(game.toggle_lock(2))
    for find in (game.cycle_bridges, game.toggle_mark):
        with pytest.raises(IllegalMoveError) as error:
            find(RIGHT)
        assert str(error.value) == "The 1 is locked. To unlock it, hold it or press Space on it."
    draw(game, LEFT)
    game.play(game.toggle_lock(2))
    draw(game, RIGHT)
    assert game.board == Board(SOLVED)


def test_a_restart_removes_everything_and_can_be_undone():
    game = Game(ROW)
    draw(game, LEFT)
    game.play(game.toggle_mark(RIGHT))
    game.play(game.toggle_lock(0))
    before = game.board
    game.play(game.restart())
    assert game.board == Board.empty(ROW)
    game.undo()
    assert game.board == before


def test_drawing_the_solution_is_one_move_regardless_of_locks():
    game = Game(CROSS)
    game.play(game.toggle_mark(ACROSS))
    game.play(game.toggle_mark(DOWN))
    game.play(game.toggle_lock(0))
    before = game.board
    game.draw_solution(bytes([0, 2]))
    assert game.board == Board(bytes([0, 2]), frozenset({ACROSS}), frozenset({0}))
    game.undo()
    assert game.board == before


def test_drawing_the_solution_does_not_finish_the_game():
    game = Game(ROW)
    game.draw_solution(SOLVED)
    assert game.solved
    assert not game.finished
    game.undo()
    game.redo()
    assert not game.finished
    game.undo()
    draw(game, LEFT, RIGHT)
    assert game.finished == game.solved
    opened = Game.from_document(Document(ROW, Board(SOLVED), "pzpr"))
    assert (opened.solved, opened.finished) == (True, False)


def test_a_move_that_changes_nothing_is_not_recorded():
    game = Game(ROW)
    assert not game.play(game.restart())
    assert not game.undo()
    assert not game.redo()
    assert game.revision == 0
    assert not game.can_undo


def test_every_change_is_returned_and_increases_the_revision():
    game = Game(ROW)
    changes = [
        game.play(game.cycle_bridges(LEFT)),
        game.play(game.toggle_lock(0)),
        game.undo(),
        game.undo(),
        game.redo(),
    ]
    assert changes == [
        Move(((LEFT, 1),)),
        Move(locks=((0, True),)),
        Move(locks=((0, False),)),
        Move(((LEFT, 0),)),
        Move(((LEFT, 1),)),
    ]
    assert game.revision == 5


def test_solving_the_puzzle_stops_the_clock_for_good():
    time = 0.0
    game = Game.from_document(Document(ROW, Board.empty(ROW), "text"), now=lambda: time)
    game.clock.start()
    time = 30.0
    draw(game, LEFT)
    assert not game.solved
    assert not game.finished
    draw(game, RIGHT)
    assert game.solved
    assert game.finished
    game.undo()
    game.clock.start()
    time = 90.0
    assert not game.solved
    assert game.finished
    assert game.clock.seconds == 30
    again = Game.from_document(game.to_document())
    again.clock.start()
    assert (again.finished, again.clock.running, again.clock.seconds) == (True, False, 30)


def test_a_discarded_trial_is_gone_and_an_accepted_one_stays():
    game = Game(ROW)
    draw(game, LEFT)
    game.begin_trial()
    draw(game, LEFT)
    game.begin_trial()
    draw(game, RIGHT, RIGHT)
    game.name_trial("If the left one goes up")
    assert (game.trials, game.trial_names) == ((1, 2), ("", "If the left one goes up"))
    assert game.discard_trial() == Move(((RIGHT, 0),))
    assert game.board.counts == bytes([2, 0])
    assert not game.can_redo
    game.begin_trial()
    draw(game, RIGHT)
    game.accept_trial()
    assert game.trials == (1,)
    game.discard_trial()
    assert game.trials == ()
    assert game.board.counts == bytes([1, 0])
    assert game.can_undo
    game.begin_trial()
    draw(game, RIGHT)
    game.accept_trial()
    assert game.board.counts == bytes([1, 1])


def test_tried_edges_are_those_changed_in_open_trials():
    game = Game(ROW)
    draw(game, LEFT)
    game.begin_trial()
    assert game.tried == {}
    draw(game, RIGHT)
    game.begin_trial()
    draw(game, LEFT)
    assert game.tried == {LEFT: 2, RIGHT: 1}
    assert Game.from_document(game.to_document()).tried == {LEFT: 2, RIGHT: 1}
    game.discard_trial()
    assert game.tried == {RIGHT: 1}
    game.accept_trial()
    assert game.tried == {}


def test_a_tried_edge_belongs_to_the_innermost_trial_that_changed_it():
    game = Game(ROW)
    game.begin_trial()
    draw(game, LEFT)
    game.begin_trial()
    draw(game, LEFT)
    assert game.tried == {LEFT: 2}
    game.undo()
    assert game.tried == {LEFT: 1}
    game.redo()
    game.accept_trial()
    assert game.tried == {LEFT: 1}
    game.undo()
    game.undo()
    assert game.tried == {}


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(MARK, 2), st.booleans()), max_size=12))
def test_the_tried_edges_of_an_opened_game_are_those_of_the_game(steps):
    game = Game(ROW)
    boards = []
    for edge, state, begins in steps:
        if begins:
            game.begin_trial()
            boards.append(game.board)
        game.play(Move(((edge, state),)))
    changed = [
        [edge for edge in (LEFT, RIGHT) if b.counts[edge] != game.board.counts[edge]]
        for b in boards
    ]
    innermost = {edge: n for n, edges in enumerate(changed, 1) for edge in edges}
    assert game.tried == innermost
    assert Game.from_document(game.to_document()).tried == innermost


def test_a_game_with_many_moves_trials_and_entries_is_opened_at_once(monkeypatch):
    moves = tuple(Move(((LEFT, n % 3),), tags=Tags({0: Tag(n % 2)})) for n in range(3000))
    log = tuple(LogEntry(1.0, LogKind.MOVE, Move(move.edges)) for move in moves)
    board = Board.empty(ROW).after(moves[:2000])
    saved = SavedGame(Board.empty(ROW), moves, 2000, tuple(range(2000)), 1.0, log[:2000])
    applied = []
    for cls in (Board, Tags):
        apply = lambda *args, apply=cls.apply: applied.append(args) or apply(*args)  # noqa: E731
        monkeypatch.setattr(cls, "apply", apply)
    game = Game.from_document(Document(ROW, board, "hashi", saved))
    assert len(game.trials) == 2000
    assert game.board == board
    assert len(applied) < 9


def test_trials_that_begin_after_the_position_are_closed():
    moves = (Move(((LEFT, 1),)), Move(((RIGHT, 1),)))
    record = SavedGame(Board.empty(ROW), moves, position=1, trials=(0, 1, 2))
    game = Game.from_document(Document(ROW, Board(bytes([1, 0])), "hashi", record))
    assert game.trials == (0, 1)
    game.undo()
    assert game.trials == (0,)
    draw(game, LEFT)
    game.begin_trial()
    game.undo()
    assert game.trials == (0,)


def test_accepting_and_discarding_need_an_open_trial():
    game = Game(ROW)
    for end in (game.accept_trial, game.discard_trial):
        with pytest.raises(IllegalMoveError, match=r"^No trial is open\.$"):
            end()


ACTIONS = st.sampled_from(
    ["cycle_bridges", "toggle_mark", "toggle_lock", "tag", "undo", "redo", "begin_trial"]
)


def perform(game: Game, action: str, edge: int) -> None:
    """Perform one action of a player; one that is not allowed changes nothing."""
    with suppress(IllegalMoveError):
        match action:
            case "undo" | "redo" | "begin_trial":
                getattr(game, action)()
            case "tag":
                game.play(game.toggle_edge_tag(edge, Tag.AT_LEAST_ONE))
            case _:
                game.play(getattr(game, action)(edge))


@given(actions=st.lists(st.tuples(ACTIONS, st.sampled_from([DOWN, ACROSS])), max_size=20))
def test_a_game_is_restored_from_its_document(actions):
    game = Game(CROSS)
    for action, edge in actions:
        perform(game, action, edge)
        logged = board_after(Board.empty(CROSS), game.to_document().game.log)
        assert logged == game.board._replace(tags=Tags())
    game.clock = Clock(12.5)
    game.hints = 3
    game.info = PuzzleInfo(title="A cross")
    document = game.to_document()
    assert (document.game.seconds, document.game.hints) == (12.5, 3)
    again = Game.from_document(document)
    assert again.board == game.board
    assert again.to_document() == document
    while game.can_undo:
        assert again.undo() == game.undo()
        assert again.trials == game.trials
    while game.can_redo:
        assert again.redo() == game.redo()
    assert again.board == game.board


def test_going_back_can_be_redone():
    game = Game(ROW)
    draw(game, LEFT, RIGHT, RIGHT)
    boards = [*game.past_boards, game.board]
    assert game.go_back(1) == Move(((RIGHT, 0),))
    assert game.board == boards[1]
    assert list(game.past_boards) == boards[:1]
    game.redo()
    game.redo()
    assert game.board == boards[3]


def test_a_move_can_lock_the_islands_that_it_finishes():
    puzzle = Puzzle.from_clues(1, 7, {(0, 0): 1, (0, 2): 3, (0, 4): 2, (0, 6): None})
    game = Game(puzzle)
    assert game.lock_finished(Move(((0, 1),))) == Move(((0, 1),), ((0, True),))
    assert game.lock_finished(Move(((1, 2),))) == Move(((1, 2),), ((2, True),))
    game.play(Move(((1, 2),)))
    assert game.lock_finished(Move(((0, 1),))) == Move(((0, 1),), ((0, True), (1, True)))
    assert game.lock_finished(Move(((1, 1),))) == Move(((1, 1),))
    assert game.lock_finished(Move(((1, 1), (2, 1)))) == Move(((1, 1), (2, 1)))
    assert game.lock_finished(game.restart()) == game.restart()


def test_bridges_can_be_added_and_removed_one_by_one():
    game = Game(Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2}))
    for count in (1, 2):
        game.play(game.add_bridges(0))
        assert game.board.counts[0] == count
    with pytest.raises(IllegalMoveError, match="at most 2 bridges"):
        game.add_bridges(0)
    for count in (1, 0):
        game.play(game.remove_bridges(0))
        assert game.board.counts[0] == count
    game.play(game.remove_bridges(0))
    assert game.board.marks == {0}
    game.play(game.remove_bridges(0))
    assert not game.board.marks
    game.play(game.remove_bridges(0))
    game.play(game.add_bridges(0))
    assert game.board.state(0) == 1
    game = Game(Puzzle.from_clues(1, 5, {(0, 0): 2, (0, 2): 4, (0, 4): 2}))
    game.play(Move(((0, 2),)))
    game.play(game.add_bridges(0, 1))
    assert list(game.board.counts) == [2, 1]
    for counts in ([1, 0], [0, 0]):
        game.play(game.remove_bridges(0, 1))
        assert list(game.board.counts) == counts


# The log


def test_the_log_has_every_change_with_its_time():
    now = [0.0]
    game = Game.from_document(Document.from_puzzle(ROW, "text"), now=lambda: now[0])
    game.clock.start()
    for now[0], change in (
        (1.0, lambda: draw(game, LEFT)),
        (2.5, game.undo),
        (3.0, game.redo),
        (4.0, game.begin_trial),
        (5.0, lambda: game.play(game.toggle_mark(RIGHT))),
        (6.0, game.discard_trial),
        (7.0, lambda: game.play(game.toggle_lock(0), LogKind.HINT)),
        (8.0, lambda: game.draw_solution(bytes([1, 2]))),
        (9.0, lambda: game.go_back(0)),
    ):
        change()
    log = game.to_document().game.log
    assert [(entry.seconds, entry.kind.value) for entry in log] == [
        (1.0, "move"),
        (2.5, "undo"),
        (3.0, "redo"),
        (5.0, "move"),
        (6.0, "discard"),
        (7.0, "hint"),
        (8.0, "solution"),
        (9.0, "undo"),
    ]
    assert board_after(Board.empty(ROW), log) == game.board


@pytest.mark.parametrize("log", [(), (LogEntry(1.0, LogKind.MOVE, Move(((LEFT, 2),))),)])
def test_a_game_whose_log_does_not_fit_has_a_new_one(log):
    record = SavedGame(Board.empty(ROW), (Move(((LEFT, 1),)),), position=1, seconds=30.0, log=log)
    game = Game.from_document(Document(ROW, Board(bytes([1, 0])), "hashi", record))
    assert game.to_document().game.log == (LogEntry(30.0, LogKind.UNKNOWN, Move(((LEFT, 1),))),)


# What is counted


@pytest.fixture
def times(monkeypatch):
    """The times that games note are "1", "2" and so on."""
    numbers = itertools.count(1)
    monkeypatch.setattr("hashi_gui.game.game.utc_now", lambda: str(next(numbers)))


def test_a_game_begins_with_the_first_move_and_ends_with_the_solution(times):
    game = Game(ROW)
    assert (game.begun, game.ended) == ("", "")
    game.play(game.cycle_bridges(0))
    game.undo()
    game.play(game.cycle_bridges(0))
    assert (game.begun, game.ended) == ("1", "")
    game.play(game.cycle_bridges(1))
    assert (game.begun, game.ended) == ("1", "2")
    again = Game.from_document(game.to_document())
    assert (again.begun, again.ended) == ("1", "2")


def test_a_game_that_an_earlier_version_has_begun_has_no_beginning(times):
    saved = SavedGame(Board.empty(ROW), (Move(((0, 1),)),), position=1)
    game = Game.from_document(Document(ROW, Board(bytes([1, 0])), "hashi", saved))
    game.play(game.cycle_bridges(1))
    assert (game.begun, game.ended) == ("", "1")


def test_the_player_who_goes_on_after_seeing_the_solution_ends_the_game_later(times):
    game = Game(ROW)
    game.note_solution_shown()
    game.note_solution_shown()
    assert (game.solution_shown, game.finished) == (True, False)
    assert (game.begun, game.ended) == ("1", "2")
    for edge in (0, 1):
        game.play(game.cycle_bridges(edge))
    assert (game.solution_shown, game.finished, game.ended) == (True, True, "3")


def test_moves_undone_are_counted_until_the_puzzle_is_solved():
    game = Game(ROW)
    game.undo()
    game.play(game.toggle_mark(0))
    game.play(game.toggle_mark(1))
    game.undo()
    game.redo()
    game.go_back(0)
    game.go_back(1)
    assert game.undos == 3
    game.play(game.restart())
    for edge in (0, 1):
        game.play(game.cycle_bridges(edge))
    game.undo()
    game.count(hints=1)
    assert (game.undos, game.hints) == (3, 0)


def test_the_clock_measures_only_the_time_between_start_and_pause():
    time = 1000.0
    clock = Clock(12.5, lambda: time)
    for act, running, seconds in (
        (clock.pause, False, 12.5),
        (clock.start, True, 13.5),
        (clock.start, True, 14.5),
        (clock.pause, False, 14.5),
        (clock.pause, False, 14.5),
        (clock.start, True, 15.5),
        (clock.stop, False, 15.5),
        (clock.start, False, 15.5),
    ):
        act()
        time += 1
        assert (clock.running, clock.seconds) == (running, seconds)


SQUARE = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2})

MOVES = st.builds(
    lambda edges, locks: Move(tuple(edges.items()), tuple(locks.items())),
    st.dictionaries(st.integers(0, 3), st.integers(MARK, 2)),
    st.dictionaries(st.integers(0, 3), st.booleans()),
)


class CompareWithListOfBoards(RuleBasedStateMachine):
    """Compares a history with a list of all boards."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History(Board.empty(SQUARE))
        self.boards = [Board.empty(SQUARE)]
        self.moves: list[Move] = []
        self.position = 0

    @rule(move=MOVES)
    def push(self, move: Move) -> None:
        self.history.push(move)
        self.boards = [*self.boards[: self.position + 1], self.history.board]
        self.moves = [*self.moves[: self.position], move]
        self.position += 1
        assert self.boards[-1] == self.boards[-2].apply(move)

    @rule()
    def undo(self) -> None:
        before, move = self.history.board, self.history.undo()
        self.position = max(self.position - 1, 0)
        assert before.apply(move) == self.history.board

    @rule()
    def redo(self) -> None:
        before, move = self.history.board, self.history.redo()
        self.position = min(self.position + 1, len(self.moves))
        assert before.apply(move) == self.history.board

    @rule(position=st.integers(-1, 9))
    def go_to(self, position: int) -> None:
        self.history.go_to(position)
        self.position = min(max(position, 0), len(self.moves))

    @rule()
    def clear_redo(self) -> None:
        self.history.clear_redo()
        del self.moves[self.position :], self.boards[self.position + 1 :]

    @invariant()
    def agrees(self) -> None:
        assert self.history.board == self.boards[self.position]
        assert self.history.start == self.boards[0]
        assert self.history.moves == tuple(self.moves)
        assert self.history.position == self.position
        assert list(self.history.past_boards) == self.boards[: self.position]
        assert self.history.can_undo == (self.position > 0)
        assert self.history.can_redo == (self.position < len(self.moves))


TestHistory = CompareWithListOfBoards.TestCase
