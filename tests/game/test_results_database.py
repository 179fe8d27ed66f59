import os
import sqlite3
from functools import partial
from random import Random
from threading import Thread
from unittest.mock import Mock

import pytest

from hashi_gui.game import results_database
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.result import GameResult, Origin
from hashi_gui.game.results import Results
from hashi_gui.game.results_database import DamagedDatabaseError, ResultsDatabase
from hashi_gui.system.files import StorageError
from tests.processes import TIMEOUT


def result(number: int, **values) -> GameResult:
    common = {
        "puzzle": f"{number:020x}",
        "cols": 10,
        "rows": 8,
        "islands": 20,
        "max_bridges": 2,
        "level": "easy",
        "expected_seconds": 360.0,
        "origin": Origin.DAILY,
        "title": "Insel für Insel",
        "seconds": float(number),
        "finished": True,
        "begun": f"2026-11-21T19:30:{number // 1000:02}.{number % 1000:03}Z",
    }
    return GameResult(**{**common, **values})


@pytest.fixture
def file(tmp_path):
    return tmp_path / "new" / "results.sqlite"


def numbers(results) -> list[int]:
    return sorted(int(each.puzzle, 16) for each in results)


def test_what_was_put_is_read(file):
    shown = result(2, seconds=None, finished=False, solution_shown=True, hints=4)
    for first in (result(1, moves=3), result(1, moves=4)):
        database = ResultsDatabase(file)
        database.put([first, shown], {first.game: b"a game"})
        assert ResultsDatabase(file).read() == ([first, shown], "")
    assert database.games() == {first.game}
    assert database.read_game(first.game) == b"a game"
    assert database.read_game(shown.game) is None


def test_one_file_is_left_that_says_its_version(file):
    ResultsDatabase(file).put([result(1)])
    assert [path.name for path in file.parent.iterdir()] == ["results.sqlite"]
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (5,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_new_file_begins_with_the_first_results(file):
    assert ResultsDatabase(file, lambda: [result(1)]).read()[0] == [result(1)]
    assert ResultsDatabase(file, lambda: [result(2)]).read()[0] == [result(1)]


def test_a_new_file_is_left_empty_if_its_first_results_cannot_be_written(file):
    with pytest.raises(StorageError):
        ResultsDatabase(file, Mock(side_effect=OSError("the disk is gone"))).read()
    assert ResultsDatabase(file, lambda: [result(1)]).read()[0] == [result(1)]


def test_times_by_the_first_formula_become_those_of_today(file, monkeypatch):
    ResultsDatabase(file).put([result(1, level="expert"), result(2, level="")])
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 4")
    connection.close()
    with monkeypatch.context() as patch:  # As on a full disk.
        address = f"{file.as_uri()}?immutable=1"
        read_only = partial(sqlite3.connect, address, uri=True, isolation_level=None)
        patch.setattr(ResultsDatabase, "_connect", lambda *_, **__: read_only())
        assert {each.expected_seconds for each in ResultsDatabase(file).read()[0]} == {360}
    for _ in range(2):
        found, _ = ResultsDatabase(file).read()
        assert sorted(each.expected_seconds for each in found) == [360, pytest.approx(468)]


@pytest.mark.parametrize("version", [3, 6])
def test_the_file_of_another_version_is_set_aside(file, version):
    ResultsDatabase(file).put([result(1)])
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    with pytest.raises(DamagedDatabaseError, match="another version"):
        ResultsDatabase(file).read()
    other = file.read_bytes()
    results = Results(file, tuple)
    assert results.all() == []
    assert [path.name for path in results.quarantined] == ["results-damaged-1.sqlite"]
    assert results.quarantined[0].read_bytes() == other
    results.add(result(2))
    assert ResultsDatabase(file).read()[0] == [result(2)]


def other_tables() -> bytes:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE results (colour)")
        return connection.serialize()


@pytest.mark.parametrize(
    "content", [b"no database", b"\0" * 5000, b"SQLite format 3\0" * 400, other_tables()]
)
def test_a_file_that_is_no_database_of_results_is_set_aside(file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    results = Results(file, lambda: [result(1)])
    assert results.all() == [result(1)]
    (aside,) = results.quarantined
    assert aside.read_bytes()[-100:] == content[-100:]  # SQLite has changed its header.


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_damaged_the_game_goes_on(file, seed):
    rng = Random(seed)
    ResultsDatabase(file).put([result(number) for number in range(40)])
    damaged = bytearray(file.read_bytes())
    for _ in range(rng.choice([1, 5, 200])):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    file.write_bytes(damaged[: rng.choice([len(damaged), rng.randrange(len(damaged))])])
    results = Results(file, tuple)
    known = len(results.all())
    assert known == 40 or results.quarantined or not known
    added = result(1000)
    results.add(added)
    assert added in results.all()
    assert added in Results(file, tuple).all()


def test_damage_that_is_found_when_a_result_is_added_costs_no_results(file):
    results = Results(file, tuple)
    results.add(result(1))
    file.write_bytes(b"no database")
    results.add(result(2))
    assert numbers(ResultsDatabase(file).read()[0]) == [1, 2]
    assert [path.read_bytes() for path in results.quarantined] == [b"no database"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
def test_a_pipe_in_place_of_the_file_is_an_error_and_not_waited_for(file, suffix):
    file.parent.mkdir()
    os.mkfifo(f"{file}{suffix}")
    with pytest.raises(StorageError, match="it is not a file"):
        ResultsDatabase(file).read()
    assert Results(file, tuple).all() == []


def test_two_programs_that_write_at_the_same_time_lose_nothing(file, monkeypatch):
    monkeypatch.setattr(results_database, "WRITE_SECONDS", TIMEOUT)  # Writing may take long here.

    def write(first: int) -> None:
        for number in range(first, 40, 2):
            ResultsDatabase(file).put([result(number)])

    threads = [Thread(target=write, args=(first,)) for first in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert numbers(ResultsDatabase(file).read()[0]) == list(range(40))


def test_what_is_deleted_leaves_no_trace(file):
    database = ResultsDatabase(file)
    database.put([result(1)], {result(1).game: b"Zug um Zug"})
    database.put_attempts([Attempt("Inselwissen", "2026-11-21T19:00:00Z", True, 4.5)])
    database.delete_all("2026-11-21T20:00:00.000Z")
    assert database.read() == ([], "2026-11-21T20:00:00.000Z")
    assert database.games() == frozenset()
    assert database.read_attempts() == []
    content = file.read_bytes()
    assert not any(words in content for words in (b"Insel", b"Zug um Zug"))
