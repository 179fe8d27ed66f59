from dataclasses import replace

import pytest

from hashi_gui.core.board import Board, LogEntry, LogKind, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, PuzzleInfo, read
from hashi_gui.formats.race import Race
from hashi_gui.formats.saved_game import SavedGame
from hashi_gui.game import Game, GameStore
from hashi_gui.game.share import (
    MAX_LENGTH,
    Opponent,
    caption,
    lanterns,
    race_of,
    race_outcome,
    race_question,
    result_text,
)

ROW = read("1.2.1").puzzle
ALONG = "0,0-0,2=1", "0,2-0,4=1"


def finished(puzzle, *log, info=None, **facts) -> Document:
    """A solved game of 85 seconds with a log of (kind, move text)."""
    entries = tuple(LogEntry(85, LogKind(kind), Move.from_text(puzzle, text)) for kind, text in log)
    start = Board.empty(puzzle)
    board = start.after(entry.move for entry in entries)
    game = SavedGame(start, log=entries, seconds=85.0, finished=True, **facts)
    return Document(puzzle, board, "hashi", game, info or PuzzleInfo())


def test_the_result_names_the_puzzle_the_time_and_the_help():
    info = PuzzleInfo(title="Twin piers", level="easy")
    document = finished(ROW, *(("move", text) for text in ALONG), info=info)
    assert result_text(document).splitlines() == [
        "Hashi 🏮 Twin piers · 5×1 easy · 1:25",
        "🏮🏮 no hints",
        "https://puzz.link/p?hashi/5/1/1g2g1",
    ]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"hints": 1}, "1 hint"),
        ({"hints": 2}, "2 hints"),
        ({"hints": 2, "solution_shown": True}, "after seeing the solution"),
    ],
)
def test_help_is_said(facts, text):
    assert result_text(finished(ROW, **facts)).splitlines()[1] == text


@pytest.mark.parametrize(
    ("title", "level", "facts"),
    [
        ("5 × 1, easy", "easy", ["5×1 easy"]),
        ("Daily 2026-11-21, hard", "hard", ["Daily 2026-11-21, hard", "5×1"]),
        ("", "", ["5×1"]),
    ],
)
def test_the_caption_says_nothing_twice(title, level, facts):
    document = Document.from_puzzle(ROW, "text")
    document = document._replace(info=PuzzleInfo(title=title, level=level))
    assert caption(document) == facts


@pytest.mark.parametrize(
    ("log", "signs"),
    [
        ([("move", ALONG[0]), ("hint", ALONG[1])], "🏮💡"),
        ([("move", "0,0-0,2=2"), ("undo", "0,0-0,2=0"), ("move", ";".join(ALONG))], "🌊🏮"),
        ([("move", "0,0-0,2=x"), ("move", ALONG[0]), ("move", ALONG[1])], "🌊🏮🏮"),
        ([("move", "0,0=lock"), ("move", ";".join(ALONG))], "🏮"),
        ([("move", ";".join(ALONG)), ("undo", "0,0-0,2=0"), ("move", ALONG[0])], "🏮"),
        ([("unknown", ";".join(ALONG))], ""),
    ],
    ids=["hint", "mistake", "mark", "lock", "after the end", "unknown"],
)
def test_lanterns_say_how_it_went(log, signs):
    assert lanterns(finished(ROW, *log)) == signs


def test_a_lantern_stands_for_the_worst_in_a_tenth_of_the_moves():
    """Of 25 moves, 2 or 3 are a tenth."""
    cells = {(0, 2 * n): 2 - (n in (0, 25)) for n in range(26)}
    puzzle = Puzzle.from_clues(1, 51, cells)
    moves = [("move", f"0,{2 * n}-0,{2 * n + 2}=1") for n in range(25)]
    moves[4] = ("hint", moves[4][1])
    assert lanterns(finished(puzzle, *moves)) == "🏮💡" + 8 * "🏮"


@pytest.mark.parametrize("side", [5, 14, 29, 100])
def test_the_result_is_short(side):
    cells = {(row, col): 1 for row in range(0, side, 2) for col in range(0, side, 2)}
    info = PuzzleInfo(title="a very long name " * 10)
    document = finished(Puzzle.from_clues(side, side, cells), info=info, solution_shown=True)
    assert len(result_text(document)) <= MAX_LENGTH


def test_a_puzzle_without_a_link_has_none():
    wide = Puzzle.from_clues(1, 5, {(0, 0): 3, (0, 4): 3}, Rules(3))
    assert "puzz.link" not in result_text(finished(wide))


def entry(seconds, text, kind="move") -> LogEntry:
    return LogEntry(seconds, LogKind(kind), Move.from_text(ROW, text))


LOG = entry(2, "0,0-0,2=1"), entry(5, "0,0-0,2=0", "undo"), entry(9, "0,0-0,2=1;0,2-0,4=1")
RACE = Race(LOG, "Ann")


def document(*log, **facts) -> Document:
    start = Board.empty(ROW)
    game = SavedGame(start, log=log, seconds=9.0, finished=True, **facts)
    return Document(ROW, start.after(each.move for each in log), "hashi", game)


def test_the_opponent_is_as_far_as_at_that_time():
    opponent = Opponent(ROW, RACE)
    assert [opponent.finished_at(seconds) for seconds in (0, 1.9, 2, 4, 5, 8.9, 9, 60)] == [
        0, 0, 1, 1, 0, 0, 3, 3
    ]  # fmt: skip
    assert Opponent(ROW, RACE).finished_at(4.0) == 1


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
    game = Game.from_document(document(*LOG)._replace(race=RACE))
    game.clock._elapsed = seconds
    assert race_outcome(game) == sentence
    game.solution_shown = True
    assert race_outcome(game) == "You have seen the solution, so the race does not count."


def test_the_outcome_is_the_difference_of_the_times_that_are_shown():
    race = RACE._replace(log=(*LOG[:-1], LOG[-1]._replace(seconds=9.8)))
    game = Game.from_document(document(*LOG)._replace(race=race))
    game.clock._elapsed = 14.1
    assert race_question(race) == "Race Ann's 0:09?"
    assert race_outcome(game) == "You were 0:05 behind Ann."


def test_without_a_race_or_an_end_there_is_no_outcome():
    game = Game.from_document(document(*LOG))
    assert race_outcome(game) == ""
    game.race, game.finished = RACE, False
    assert race_outcome(game) == ""


@pytest.mark.parametrize(
    ("race", "sentence"),
    [
        (RACE, "Race Ann's 0:09?"),
        (RACE._replace(name=" \n"), "Race your friend's 0:09?"),
        (RACE._replace(hints=2), "Race Ann's 0:09? It took 2 hints."),
        (RACE._replace(name="A\x1b[1mnn"), "Race A\\x1b[1mnn's 0:09?"),
    ],
)
def test_the_player_is_asked(race, sentence):
    assert race_question(race) == sentence


def test_the_race_of_a_game_ends_with_its_solution_and_has_no_locks():
    locked = entry(9, "0,0=lock")
    after = entry(12, "0,0-0,2=0", "undo"), entry(13, "0,0-0,2=1", "redo")
    assert race_of(document(LOG[0], locked, *LOG[1:], *after, hints=3)) == RACE._replace(
        name="", hints=3
    )


def test_a_race_takes_no_longer_than_the_game():
    """Though the log has rounded the time up."""
    game = document(*LOG)
    assert race_of(game._replace(game=replace(game.game, seconds=8.96))).seconds == 8.9


@pytest.mark.parametrize(
    "game",
    [
        document(*LOG, solution_shown=True),
        document(*LOG[:2]),
        document(LOG[2]._replace(kind=LogKind.UNKNOWN)),
        Document.from_puzzle(ROW, "text"),
    ],
    ids=["solution shown", "not solved", "unknown changes", "no game"],
)
def test_some_games_are_no_race(game):
    assert race_of(game) is None


def test_a_race_starts_empty_and_keeps_the_game_that_was_begun(tmp_path):
    store = GameStore(tmp_path)
    begun = Game(ROW)
    begun.play(LOG[0].move)
    store.save(begun.to_document())
    challenge = Document.from_puzzle(ROW, "puzzlink")._replace(race=RACE)
    assert store.resume(challenge) == challenge
    boards = [read(file.read_text()).board for file in tmp_path.rglob("*.hashi")]
    assert begun.board in boards
    store.save(Game.from_document(challenge).to_document())
    assert begun.board in [read(file.read_text()).board for file in tmp_path.rglob("*.hashi")]


def test_a_race_goes_on_after_the_program_has_ended(tmp_path):
    store = GameStore(tmp_path)
    game = Game.from_document(Document.from_puzzle(ROW, "puzzlink")._replace(race=RACE))
    game.play(LOG[0].move)
    store.save(game.to_document())
    again = Game.from_document(GameStore(tmp_path).resume(Document.from_puzzle(ROW, "text")))
    assert (again.race, again.board) == (RACE, game.board)
