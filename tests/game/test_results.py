import sqlite3
import zlib
from dataclasses import replace
from random import Random
from unittest.mock import Mock

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.formats.saved_game import SavedGame
from hashi_gui.game import Game, GameStore, results_database
from hashi_gui.game import results as module
from hashi_gui.game.calibration import MAX_GAMES, MIN_GAMES, calibrate, games_that_count
from hashi_gui.game.library import library_documents
from hashi_gui.game.mastery import RECENT, Attempt, mastery_of
from hashi_gui.game.result import GameResult, Help, Origin, PuzzleKind
from hashi_gui.game.results import PracticeLog, Results
from hashi_gui.game.results_database import ResultsDatabase, compress_game
from hashi_gui.game.store import puzzle_key
from hashi_gui.solving import solve
from hashi_gui.system.files import StorageError

ROW = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
PAIR = Puzzle.from_clues(1, 5, {(0, 0): 2, (0, 4): 2})
KIND = PuzzleKind(5, 1, "very easy")
NEXT_DAY = "2999-11-22T19:30:00.000Z"


def ended(puzzle=ROW, daily="", **game):
    """A game that has ended, saved."""
    board = Board.empty(puzzle)
    values = {"finished": True, "seconds": 60.0, **game}
    info = PuzzleInfo(level=KIND.level, daily=daily)
    return Document(puzzle, board, "hashi", SavedGame(board, **values), info)


def result(**values):
    found = GameResult.of(ended(**values), "key")
    assert found is not None
    return found


@pytest.fixture
def results(tmp_path):
    return Results(tmp_path / "results.sqlite", tuple)


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ({}, Help.NONE),
        ({"checks": 3}, Help.NONE),
        ({"hints": 1}, Help.HINTS),
        ({"hints": 1, "solution_shown": True}, Help.SOLUTION),
        ({"solution_shown": True, "finished": False}, Help.SOLUTION),
    ],
)
def test_a_result_says_how_much_the_program_has_helped(game, given):
    assert result(**game).help is given
    assert (
        GameResult.of(ended(**{**game, "finished": False, "solution_shown": False}), "key") is None
    )
    assert GameResult.of(ended(**game)._replace(game=None), "key") is None


def test_a_result_has_everything_about_a_game():
    game = Game(ROW)
    game.info = PuzzleInfo(title="A row", level="easy", expected_seconds=20, options={"cols": 5})
    game.count(hints=2, hints_explained=1)
    for edge in (0, 1):
        game.play(game.toggle_mark(edge))
        game.undo()
        game.play(game.cycle_bridges(edge))
    found = GameResult.of(game.to_document(), "key")
    assert found == GameResult(
        puzzle="key",
        cols=5,
        rows=1,
        islands=3,
        max_bridges=2,
        level="easy",
        expected_seconds=20,
        origin=Origin.MADE,
        title="A row",
        seconds=game.clock.seconds,
        moves=2,
        undos=2,
        hints=2,
        hints_explained=1,
        finished=True,
        begun=game.begun,
        ended=game.ended,
    )


def test_expected_times_are_calibrated_by_the_results(tmp_path, results):
    info = PuzzleInfo(level="easy", expected_seconds=60)
    for number in range(20):
        assert results.calibration.seconds(info) == 60
        document = ended(begun=f"2026-11-21T19:{number:02}:00.000Z", seconds=90.0)
        found = GameResult.of(document._replace(info=info), f"key{number}")
        results.add(found)
    assert results.calibration.seconds(info) == pytest.approx(90)
    again = Results(tmp_path / "results.sqlite", tuple)
    assert again.calibration.seconds(info) == 60
    again.load()
    assert again.calibration == results.calibration
    again.delete_all()
    assert again.calibration.games == 0


def test_a_new_puzzle_calibrates_by_few_results_but_like_all(results, monkeypatch):
    looked_at: list[int] = []

    def counting(games):
        looked_at.append(len(games))
        return games_that_count(games)

    monkeypatch.setattr(ResultsDatabase, "put", lambda *_: None)
    monkeypatch.setattr(module, "games_that_count", counting)
    random, played = Random(1), set[str]()
    for number in range(2 * MAX_GAMES):
        added = replace(
            result(
                begun=f"{number}", ended=f"{random.random()}", seconds=60 + 60 * random.random()
            ),
            puzzle=str(random.randrange(300)),
            level=random.choice(("easy", "hard")),
            expected_seconds=60.0,
        )
        results.add(added)
        assert results.calibration == calibrate(results.all())
        assert added.puzzle in played or looked_at[-1] <= MAX_GAMES + 1
        played.add(added.puzzle)
    assert results.calibration.games > MIN_GAMES


def test_where_a_puzzle_comes_from():
    shipped = library_documents()
    lesson = next(document for document in shipped if document.info.lesson)
    other = next(document for document in shipped if not document.info.lesson)
    plain = ended()
    made = plain._replace(info=PuzzleInfo(options={"cols": 5}))
    documents = (lesson, other, ended(daily="2026-11-21/easy"), made, plain)
    assert [Origin.of(document).value for document in documents] == [
        "lesson",
        "library",
        "daily",
        "made",
        "imported",
    ]


def test_of_a_daily_puzzle_the_least_help_and_the_latest_game_are_known(results):
    results.add(result(daily="2026-11-21/hard", seconds=61.0))
    results.add(result(daily="2026-11-21/hard", hints=1, seconds=62.0))
    results.add(result(daily="2026-11-21/easy", seconds=63.0))
    assert results.help_with_daily("2026-11-21/hard") is Help.NONE
    assert results.help_with_daily("2026-11-21/easy") is Help.HINTS  # The same puzzle once more.
    assert results.help_with_daily("2026-11-21/large") is None
    assert results.latest("2026-11-21/large") is None
    for day in (3, 1, 2):
        time = f"2026-11-2{day}T19:40:00.000Z"
        results.add(result(daily="2026-11-21/large", begun=time, ended=time))
    assert results.latest("2026-11-21/large").ended.startswith("2026-11-23")


def test_results_are_read_again_in_the_order_of_time(results, tmp_path):
    late, early, unknown = (
        result(begun="2026-11-21T19:30:00.000Z", ended="2026-11-21T19:40:00.000Z"),
        result(begun="2026-11-21T19:20:00.000Z", ended="2026-11-21T19:30:00.000Z", hints=3),
        result(seconds=12.25),
    )
    for each in (late, early, unknown):
        results.add(each)
    late = replace(late, helped_before=Help.HINTS)
    assert Results(tmp_path / "results.sqlite", tuple).all() == [unknown, early, late]


def test_the_result_of_a_game_that_goes_on_after_the_solution_was_shown_is_replaced(results):
    shown = result(
        begun="2026-11-21T19:30:00.000Z",
        ended="2026-11-21T19:40:00.000Z",
        solution_shown=True,
        finished=False,
    )
    solved = replace(shown, ended="3", finished=True, seconds=80.0)
    played_on = replace(solved, moves=7)
    for each in (shown, solved, played_on):
        results.add(each)
    assert results.all() == [solved]


def test_what_cannot_be_written_or_read_is_written_or_read_later(tmp_path):
    folder, file = tmp_path / "data", tmp_path / "data" / "results.sqlite"
    folder.write_text("in the way")
    results = Results(file, tuple)
    with pytest.raises(StorageError, match="cannot be written"):
        results.add(result())
    assert results.all() == [result()]
    folder.unlink()
    results.add(result(seconds=61.0))
    aside = file.rename(tmp_path / "aside")
    file.mkdir()
    results = Results(file, tuple)
    with pytest.raises(StorageError):
        results.add(result(seconds=62.0))
    assert (results.unread, results.all()) == (True, [result(seconds=62.0)])
    file.rmdir()
    aside.rename(file)
    results.read()
    assert not results.unread
    assert sorted(each.seconds for each in results.all()) == [60.0, 61.0, 62.0]


def test_deleted_results_do_not_come_back(results, tmp_path):
    before = result(begun="2026-11-21T19:30:00.000Z", ended="2026-11-21T19:40:00.000Z")
    old = result(seconds=12.25)
    later = result(begun="2999-11-21T19:30:00.000Z", ended="2999-11-21T19:40:00.000Z")
    results.add(before)
    results.add(old)
    results.delete_all()
    assert (results.all(), results.times(KIND), results.best_seconds("key")) == ([], [], None)
    again = Results(tmp_path / "results.sqlite", tuple)
    for each in (before, old, later):
        again.add(each)
    assert again.all() == Results(tmp_path / "results.sqlite", tuple).all() == [later]


def test_a_deletion_while_the_clock_was_wrong_deletes_nothing_later(results, tmp_path, monkeypatch):
    now = "2999-01-01T00:00:00.000Z"
    monkeypatch.setattr("hashi_gui.game.results.utc_now", lambda: now)
    before = result(begun="2026-11-21T19:30:00.000Z", ended="2026-11-21T19:40:00.000Z")
    results.add(before)
    results.delete_all()
    now = "2026-11-22T00:00:00.000Z"
    soon = result(begun="2026-11-21T23:30:00.000Z", ended="2026-11-21T23:40:00.000Z")
    for each in (before, soon):
        results.add(each)
    assert results.all() == [soon]
    again = Results(tmp_path / "results.sqlite", tuple)
    later = result(begun="2026-11-22T19:30:00.000Z", ended="2026-11-22T19:40:00.000Z")
    for each in (before, later):
        again.add(each)
    assert again.all() == Results(tmp_path / "results.sqlite", tuple).all() == [soon, later]


def test_the_store_records_a_game_once(tmp_path):
    """The times of a kind are those without help."""
    store = GameStore(tmp_path)
    assert store.results.times(KIND) == []
    for seconds, puzzle in ((60.0, ROW), (60.0, ROW), (50.0, ROW), (20.0, PAIR)):
        store.save(ended(puzzle, seconds=seconds))
    store.save(ended(seconds=61.0, checks=2))
    for game in ({"seconds": 9.0, "hints": 1}, {"seconds": 3.0, "solution_shown": True}, {}):
        store.save(ended(**{"seconds": 40.0, **game}))
    assert store.best_seconds(ROW) == 50.0
    assert GameStore(tmp_path).best_seconds(PAIR) == 20.0
    assert sorted(GameStore(tmp_path).results.times(KIND)) == [20.0, 50.0, 60.0, 61.0]
    assert store.results.times(PuzzleKind(5, 1, "hard")) == []


# The games themselves


def played(puzzle=PAIR, wrong_first=False):
    """A game that was just finished."""
    game = Game(puzzle)
    if wrong_first:
        game.play(game.toggle_mark(0))
        game.undo()
    while not game.finished:
        game.play(game.cycle_bridges(0))
    return game


@pytest.fixture
def lock(tmp_path):
    """Another program that uses the file of results, until the function that is returned."""
    GameStore(tmp_path).results.load()
    connection = sqlite3.connect(tmp_path / "results.sqlite", isolation_level=None)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    yield connection.close
    connection.close()


def test_what_ends_while_another_program_uses_the_file_is_recorded_at_the_next_start(
    tmp_path, lock, monkeypatch
):
    monkeypatch.setattr(results_database, "WRITE_SECONDS", 0.0)
    monkeypatch.setattr(results_database, "READ_SECONDS", 0.0)
    attempt = Attempt("Full house", "2026-11-21T19:30:00.001Z", True, 3.5)
    game = played().to_document()
    store = GameStore(tmp_path)
    for _ in range(2):  # The player goes on, or starts again, while it is locked.
        store.save(game)
        store.load_records()
    store.practice.add(attempt)
    store.practice.write()
    lock()
    for _ in range(2):
        store = GameStore(tmp_path)
        store.load_records()
        assert store.results.all() == [GameResult.of(game, puzzle_key(PAIR))]
        assert store.results.document(store.results.all()[0]) is not None
        assert store.practice.all() == [attempt]
    assert not list((tmp_path / "unrecorded").iterdir())
    assert not (tmp_path / "unrecorded-attempts").exists()


def test_a_game_stays_as_it_has_ended_when_its_puzzle_is_played_again(tmp_path):
    games = [played(wrong_first=True), played()]
    documents = [game.to_document()._replace(info=PuzzleInfo(title="Pair")) for game in games]
    next_day = replace(documents[1].game, begun=NEXT_DAY, ended=NEXT_DAY)
    documents[1] = documents[1]._replace(game=next_day)
    store = GameStore(tmp_path)
    for document in documents:
        store.save(document)
    played_on = Game.from_document(documents[1])
    played_on.undo()
    store.save(played_on.to_document())
    again = GameStore(tmp_path)
    found = [again.past_game(each) for each in again.results.all()]
    assert sorted(found, key=lambda each: each.game.begun) == documents
    assert again.results.stored_games() == {each.game for each in again.results.all()}
    assert again.results.latest(puzzle_key(PAIR)).begun == NEXT_DAY
    assert again.results.latest(puzzle_key(ROW)) is None


def test_a_game_of_an_earlier_version_is_found_while_it_is_the_saved_one(tmp_path):
    document = played().to_document()
    GameStore(tmp_path).save(document)
    store = GameStore(tmp_path)
    (ended_then,) = store.results.all()
    store.results = Results(tmp_path / "without games.sqlite", tuple)
    assert store.past_game(ended_then) == document
    begun_later = replace(document.game, begun=NEXT_DAY)
    store.save(document._replace(game=begun_later))
    assert store.past_game(ended_then) is None


def test_a_stored_game_that_is_damaged_is_none(tmp_path, caplog):
    results = Results(tmp_path / "results.sqlite", tuple)
    document = played().to_document()
    found = GameResult.of(document, "key")
    results.add(found, document)
    whole = compress_game(document)
    for damaged in (b"", b"no game", whole[:-20], zlib.compress(b"\xff"), zlib.compress(b"{}")):
        ResultsDatabase(tmp_path / "results.sqlite").put([], {found.game: damaged})
        assert results.document(found) is None
    assert caplog.text.count("cannot be read") == 5


def test_a_game_is_small(tmp_path):
    for shipped in library_documents()[::8]:
        game = Game.from_document(shipped)
        counts = solve(shipped.puzzle).counts
        for edge, count in enumerate(counts):
            for _ in range(count):
                game.play(game.cycle_bridges(edge))
        bridges = sum(counts)
        assert len(compress_game(game.to_document())) < 600 + 20 * bridges


def test_deleted_records_are_the_results_and_what_was_practised(tmp_path):
    store = GameStore(tmp_path)
    store.save(played().to_document())
    attempt = Attempt("Full house", "2026-11-21T20:00:00Z", right=True, seconds=4.5)
    store.practice.add(attempt)
    store.practice.write()
    store.practice.add(attempt)
    store.delete_records()
    store.practice.write()
    for each in (store, GameStore(tmp_path)):
        assert each.results.all() == []
        assert each.results.latest(puzzle_key(PAIR)) is None
        assert each.practice.all() == []
        assert each.practice.mastery() == {}


def test_new_results_begin_with_those_of_the_saved_games(tmp_path):
    store = GameStore(tmp_path)
    store.save(ended(ROW, seconds=60.5))
    store.save(ended(PAIR, seconds=20.0, hints=1))
    known = store.results.all()
    (tmp_path / "results.sqlite").write_bytes(b"no database")
    for _ in range(2):
        store = GameStore(tmp_path)
        assert sorted(store.results.all(), key=lambda each: each.hints) == known
    store.save(ended(ROW, seconds=60.5))
    assert len(store.results.all()) == 2


FORMER = "The general count"
ATTEMPTS = [
    Attempt("Full house", "2026-11-21T20:00:09Z", right=True, seconds=4.5),
    Attempt("Full house", "2026-11-21T20:00:00Z", right=False, seconds=0.0),  # The clock went back.
]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "results.sqlite"


def log_in(file) -> PracticeLog:
    return PracticeLog(ResultsDatabase(file))


def test_attempts_are_read_as_they_were_written(file):
    log = log_in(file)
    for attempt in ATTEMPTS:
        log.add(attempt)
        log.write()
    log.write()
    assert log.all() == log_in(file).all() == ATTEMPTS
    assert log.mastery() == log_in(file).mastery() == mastery_of(ATTEMPTS)


def test_attempts_that_cannot_be_written_are_written_later(file, monkeypatch):
    log = log_in(file)
    log.load()

    with monkeypatch.context() as patch:
        patch.setattr(ResultsDatabase, "put_attempts", Mock(side_effect=StorageError("full")))
        log.add(ATTEMPTS[0])
        with pytest.raises(StorageError):
            log.write()
    log.add(ATTEMPTS[1])
    log.write()
    assert log_in(file).all() == ATTEMPTS


@pytest.mark.parametrize("time", ["yesterday", "2026-11-21T20:00:00", b"\xff"])
def test_an_attempt_with_a_time_that_is_none_hides_no_others(file, time):
    log = log_in(file)
    log.add(ATTEMPTS[0])
    log.write()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA ignore_check_constraints = 1")
        connection.execute("INSERT INTO attempts VALUES ('Full house', ?, 1, 4.5)", (time,))
    connection.close()
    assert log_in(file).all() == ATTEMPTS[:1]
    with sqlite3.connect(file.with_stem("results-damaged-1")) as connection:
        assert connection.execute("SELECT count(*) FROM attempts").fetchone() == (2,)
    connection.close()


def test_attempts_at_a_technique_that_had_another_name_still_count(file):
    log = log_in(file)
    for second in range(RECENT):
        log.add(Attempt(FORMER, f"2026-11-21T20:00:0{second}Z", right=True, seconds=4.5))
    log.write()
    assert log_in(file).has_mastered("What the rest can't take")


@pytest.mark.parametrize("by_practice", [True, False])
def test_whoever_finds_the_file_damaged_nothing_in_memory_is_lost(tmp_path, by_practice):
    store = GameStore(tmp_path)
    first, second = (
        GameResult(puzzle="0" * 20, cols=5, rows=5, islands=4, max_bridges=2, begun=attempt.ended)
        for attempt in ATTEMPTS
    )
    store.results.add(first)
    store.practice.add(ATTEMPTS[0])
    store.practice.write()
    store.results.database.file.write_bytes(b"no database")
    store.practice.add(ATTEMPTS[1])
    if by_practice:
        store.practice.write()
    store.results.add(second)
    store.practice.write()
    again = GameStore(tmp_path)
    assert sorted(again.results.all(), key=lambda each: each.begun) == [second, first]
    assert again.practice.all() == ATTEMPTS
    assert [file.read_bytes() for file in store.results.quarantined] == [b"no database"]
