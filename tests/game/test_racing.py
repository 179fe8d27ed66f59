from __future__ import annotations

from dataclasses import replace

import pytest

from hashi_gui.core.board import Board, LogEntry, LogKind, Move
from hashi_gui.formats import Document, SavedGame, read
from hashi_gui.formats.race import Race
from hashi_gui.game import Game, GameStore
from hashi_gui.game.share import Opponent, race_of, race_outcome, race_question

PUZZLE = read("1.2.1").puzzle


def entry(seconds, text, kind="move") -> LogEntry:
    return LogEntry(seconds, LogKind(kind), Move.from_text(PUZZLE, text))


LOG = entry(2, "0,0-0,2=1"), entry(5, "0,0-0,2=0", "undo"), entry(9, "0,0-0,2=1;0,2-0,4=1")
RACE = Race(LOG, "Ann")


def document(*log, **facts) -> Document:
    start = Board.empty(PUZZLE)
    game = SavedGame(start, log=log, seconds=9.0, finished=True, **facts)
    return Document(PUZZLE, start.after(each.move for each in log), "hashi", game)


def test_the_opponent_is_as_far_as_at_that_time():
    opponent = Opponent(PUZZLE, RACE)
    assert [opponent.finished_at(seconds) for seconds in (0, 1.9, 2, 4, 5, 8.9, 9, 60)] == [
        0, 0, 1, 1, 0, 0, 3, 3
    ]  # fmt: skip


def test_a_time_may_be_the_first_that_is_asked_for():
    assert Opponent(PUZZLE, RACE).finished_at(4.0) == 1


@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [
        (4.0, "You were 0:05 faster than Ann."),
        (8.5, "You beat Ann, by less than a second."),
        (9.0, "You and Ann took the same time."),
        (9.1, "You missed Ann by less than a second."),
        (75.2, "You were 1:06 behind Ann."),
    ],
)
def test_the_outcome_says_who_was_faster(seconds, sentence):
    game = Game.from_document(replace(document(*LOG), race=RACE))
    game.clock._elapsed = seconds
    assert race_outcome(game) == sentence


def test_the_outcome_is_the_difference_of_the_times_that_are_shown():
    race = replace(RACE, log=(*LOG[:-1], replace(LOG[-1], seconds=9.8)))
    game = Game.from_document(replace(document(*LOG), race=race))
    game.clock._elapsed = 14.1
    assert race_question(race) == "Race Ann's 0:09?"
    assert race_outcome(game) == "You were 0:05 behind Ann."


def test_without_a_race_or_an_end_there_is_no_outcome():
    game = Game.from_document(document(*LOG))
    assert race_outcome(game) == ""
    game.race, game.finished = RACE, False
    assert race_outcome(game) == ""


def test_who_has_seen_the_solution_is_in_no_race():
    game = Game.from_document(replace(document(*LOG, solution_shown=True), race=RACE))
    assert race_outcome(game) == "You have seen the solution, so the race does not count."


@pytest.mark.parametrize(
    ("race", "sentence"),
    [
        (RACE, "Race Ann's 0:09?"),
        (replace(RACE, name=" \n"), "Race your friend's 0:09?"),
        (replace(RACE, hints=2), "Race Ann's 0:09? It took 2 hints."),
        (replace(RACE, name="A\x1b[1mnn"), "Race A\\x1b[1mnn's 0:09?"),
    ],
)
def test_the_player_is_asked(race, sentence):
    assert race_question(race) == sentence


def test_the_race_of_a_game_ends_with_its_solution_and_has_no_locks():
    locked = entry(9, "0,0=lock")
    after = entry(12, "0,0-0,2=0", "undo"), entry(13, "0,0-0,2=1", "redo")
    assert race_of(document(LOG[0], locked, *LOG[1:], *after, hints=3)) == replace(
        RACE, name="", hints=3
    )


def test_a_race_takes_no_longer_than_the_game():
    """Though the log has rounded the time up."""
    game = document(*LOG)
    assert race_of(replace(game, game=replace(game.game, seconds=8.96))).seconds == 8.9


@pytest.mark.parametrize(
    "game",
    [
        document(*LOG, solution_shown=True),
        document(*LOG[:2]),
        document(replace(LOG[2], kind=LogKind.UNKNOWN)),
        Document.from_puzzle(PUZZLE, "text"),
    ],
    ids=["solution shown", "not solved", "unknown changes", "no game"],
)
def test_some_games_are_no_race(game):
    assert race_of(game) is None


def test_a_race_starts_empty_and_keeps_the_game_that_was_begun(tmp_path):
    store = GameStore(tmp_path)
    begun = Game(PUZZLE)
    begun.play(LOG[0].move)
    store.save(begun.to_document())
    challenge = replace(Document.from_puzzle(PUZZLE, "puzzlink"), race=RACE)
    assert store.resume(challenge) == challenge
    boards = [read(file.read_text()).board for file in tmp_path.rglob("*.hashi")]
    assert begun.board in boards
    store.save(Game.from_document(challenge).to_document())
    assert begun.board in [read(file.read_text()).board for file in tmp_path.rglob("*.hashi")]


def test_a_race_goes_on_after_the_program_has_ended(tmp_path):
    store = GameStore(tmp_path)
    game = Game.from_document(replace(Document.from_puzzle(PUZZLE, "puzzlink"), race=RACE))
    game.play(LOG[0].move)
    store.save(game.to_document())
    again = Game.from_document(GameStore(tmp_path).resume(Document.from_puzzle(PUZZLE, "text")))
    assert (again.race, again.board) == (RACE, game.board)
