from __future__ import annotations

import sqlite3

import pytest

from hashi_gui.game import GameStore
from hashi_gui.game.mastery import RECENT, Attempt, mastery_of
from hashi_gui.game.result import GameResult
from hashi_gui.game.results import PracticeLog
from hashi_gui.game.results_database import ResultsDatabase
from hashi_gui.system.files import StorageError

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

    def fail(*_):
        raise StorageError("full")

    with monkeypatch.context() as patch:
        patch.setattr(ResultsDatabase, "put_attempts", fail)
        log.add(ATTEMPTS[0])
        with pytest.raises(StorageError):
            log.write()
    log.add(ATTEMPTS[1])
    log.write()
    assert log_in(file).all() == ATTEMPTS


def test_without_a_readable_file_there_are_no_attempts(file, caplog):
    file.write_bytes(b"no database at all" * 100)
    assert log_in(file).all() == []
    assert "cannot be read" in caplog.text


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


def test_the_store_has_results_and_attempts_in_one_file(tmp_path):
    store = GameStore(tmp_path)
    store.results.load()
    store.practice.add(ATTEMPTS[0])
    store.practice.write()
    assert GameStore(tmp_path).practice.all() == ATTEMPTS[:1]
    with sqlite3.connect(tmp_path / "results.sqlite") as connection:
        assert connection.execute("SELECT count(*) FROM attempts").fetchone() == (1,)
    connection.close()
