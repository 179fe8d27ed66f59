"""Whatever stands in a file: what is read of it can be written again and read as the same."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hashi_gui.core.board import Board, LogEntry, LogKind, Move, MoveError
from hashi_gui.core.rules import Rules
from hashi_gui.editing import Draft
from hashi_gui.editing.draft_store import DraftError, DraftStore
from hashi_gui.editing.history import DraftHistory
from hashi_gui.formats import Document, FormatError, PuzzleInfo, read, write
from hashi_gui.formats.fields import parse_object, storable
from hashi_gui.formats.race import Race
from hashi_gui.formats.saved_game import SavedGame
from hashi_gui.game import GameStore
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.result import GameResult, Origin
from hashi_gui.game.results import Results
from hashi_gui.game.results_database import ResultsDatabase
from hashi_gui.game.store import JournalEntry
from hashi_gui.generating import GeneratorOptions
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.packs.pack import PackedPuzzle, PackError
from hashi_gui.system.files import KeySet

TIME = "2026-11-21T19:30:00.000Z"
PUZZLE = read("2.2\n...\n2.2").puzzle
MOVE = Move(((0, 1),))
GAME = SavedGame(
    Board.empty(PUZZLE), (MOVE,), 1, (0,), 12.5, (LogEntry(1.5, LogKind.MOVE, MOVE),),
    begun=TIME, ended=TIME, finished=True,
)  # fmt: skip
INFO = PuzzleInfo(
    "Title", "Nemo", 12, "Think.", "Notes", "", "Source", 7, {"rows": 5}, "easy", 60,
    "2026-11-21/easy", "Pack",
    {"colour": ["red", {"a": 1}]},
)  # fmt: skip
SOLUTION = Move(tuple((edge, 1) for edge in range(4)))
RACE = Race((LogEntry(8.5, LogKind.MOVE, SOLUTION),), "Ann", 1)
DOCUMENT = Document(PUZZLE, Board.empty(PUZZLE).apply(MOVE), "hashi", GAME, INFO, RACE)
ENTRY = JournalEntry(2, 2, (0, 1), 13.5, MOVE, GAME.log, hints=1, begun=TIME)
RESULT = GameResult(
    puzzle="0" * 20, cols=9, rows=9, islands=4, max_bridges=2, level="easy", expected_seconds=60.0,
    origin=Origin.DAILY, title="Title", daily="2026-11-21/easy", seconds=12.5, moves=3,
    begun=TIME, ended=TIME, finished=True,
)  # fmt: skip
ATTEMPT = Attempt("Full house", TIME, right=True, seconds=4.5)
OPTIONS = GeneratorOptions(7, 7, 12)

JSON = st.sampled_from(
    ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e308", "1" + "0" * 25, "9" * 5000, "-1",
     "-1.5", "2147483648", "[" * 2000 + "]" * 2000, "[" * 99 + "]" * 99, r'"\ud800"', r'"\u0000"',
     r'"a\nb\u001b"', '""', "[[]]", "{}", "null", "true", "1.0", json.dumps("x" * 2000)]
) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=4,
).map(json.dumps)  # fmt: skip
"""Values as they may stand in a file."""

SQL = st.sampled_from(
    ["NULL", "9e999", "-9e999", "9223372036854775807", "-1", "0", "2", "1.5", "1e308", "''",
     "'2026-99-99T00:00:00.000Z'", "'a' || char(0) || 'b'", "x'ff'", "CAST(x'ff41' AS TEXT)",
     "CAST(x'eda080' AS TEXT)", "'../../x'", "'" + "x" * 2000 + "'"]
)  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values in JSON data."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [path, *(place for key in keys for place in places(data[key], (*path, key)))][not path :]


@st.composite
def mutated(draw: Callable[..., Any], text: str) -> str:
    """JSON in which a value is another one, or is missing."""
    data = json.loads(text)
    *path, last = draw(st.sampled_from(places(data)))
    parent = data
    for key in path:
        parent = parent[key]
    if draw(st.integers(0, 9)) == 0:
        del parent[last]
        return json.dumps(data)
    parent[last] = "the place"
    return json.dumps(data).replace('"the place"', draw(JSON))


@settings(max_examples=40)
@given(text=mutated(write(DOCUMENT, "hashi")))
def test_a_saved_game(text: str) -> None:
    try:
        document = read(text)
    except FormatError:
        return
    assert read(write(document, "hashi")) == document
    result = GameResult.of(document, "key")
    assert result is None or list(storable([result])) == [result]


@settings(max_examples=40)
@given(line=mutated(ENTRY.to_line(PUZZLE)))
def test_a_line_of_a_journal(line: str) -> None:
    try:
        entry = JournalEntry.from_line(PUZZLE, line)
        game = entry.apply(GAME)
    except (FormatError, MoveError):
        return
    assert JournalEntry.from_line(PUZZLE, entry.to_line(PUZZLE)) == entry
    board = Board.empty(PUZZLE)
    for move in game.history[: game.position]:
        board = board.apply(move)
    document = DOCUMENT._replace(game=game, board=board)
    assert read(write(document, "hashi")) == document


@settings(max_examples=12)
@given(data=st.data(), value=SQL)
def test_a_row_of_a_table(data: st.DataObject, value: str) -> None:
    table, record = data.draw(st.sampled_from([("results", RESULT), ("attempts", ATTEMPT)]))
    column = data.draw(st.sampled_from(list(asdict(record))))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "results.sqlite"
        database = ResultsDatabase(file)
        other = replace(RESULT, puzzle="1" * 20)
        database.put([RESULT, other])
        database.put_attempts([ATTEMPT])
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA ignore_check_constraints = 1")
            with suppress(sqlite3.IntegrityError):
                where = f"WHERE puzzle = '{RESULT.puzzle}'" if table == "results" else ""
                connection.execute(f"UPDATE {table} SET [{column}] = {value} {where}")
        connection.close()
        results = Results(file, tuple)
        found, attempts = results.all(), results.database.read_attempts()
        assert other in found
        lost = (2 - len(found)) + (1 - len(attempts))
        assert len(results.quarantined) == lost
        for aside in results.quarantined:
            copied = sqlite3.connect(aside)
            assert copied.execute("SELECT count(*) FROM results").fetchone() == (2,)
            copied.close()
        again = ResultsDatabase(Path(folder) / "again.sqlite")
        again.put(found)
        again.put_attempts(attempts)
        assert sorted(again.read()[0], key=str) == sorted(found, key=str)
        assert again.read_attempts() == attempts
        repaired = ResultsDatabase(file)
        assert sorted(repaired.read()[0], key=str) == sorted(found, key=str)
        assert not repaired.quarantined


def draft_file(folder: Path) -> Path:
    history = DraftHistory(Draft(3, 3, {(0, 0): 2, (0, 2): None}, info=INFO))
    history.edit(replace(history.draft, bridges={((0, 0), (0, 2)): 1}))
    history.edit(replace(history.draft, rows=5, rules=Rules(3)))
    history.undo()
    DraftStore(folder).write(folder / "a.draft", history)
    return folder / "a.draft"


@settings(max_examples=40)
@given(data=st.data())
def test_a_draft(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        file, store = draft_file(Path(folder)), DraftStore(Path(folder))
        lines = file.read_text().splitlines()
        number = data.draw(st.integers(0, len(lines) - 1))
        lines[number] = data.draw(mutated(lines[number]))
        file.write_text("".join(f"{line}\n" for line in lines))
        try:
            history, problem = store.load(file)
        except DraftError:
            assert number == 0
            return
        assert problem or len(history.changes) == 2
        store.write(file, history)
        again, problem = store.load(file)
        assert not problem
        assert (again.draft, again.changes) == (history.draft, history.changes)


@settings(max_examples=40)
@given(text=mutated(json.dumps(json.loads(PackedPuzzle.of(DOCUMENT).text))))
def test_a_line_of_a_pack(text: str) -> None:
    try:
        puzzle = PackedPuzzle.from_line(f"{'0' * 20} unique {text}")
    except PackError:
        return
    assert PackedPuzzle.from_line(puzzle.to_line()) == puzzle
    for show in (puzzle.document, partial(puzzle.corner, 5)):
        with suppress(FormatError):
            show()


@settings(max_examples=40)
@given(text=mutated(json.dumps(asdict(OPTIONS))))
def test_options_of_the_generator(text: str) -> None:
    try:
        data = parse_object(text)
    except FormatError:
        return
    options = GeneratorOptions.from_dict(data)
    assert options is None or GeneratorOptions.from_dict(asdict(options)) == options


@settings(max_examples=30)
@given(
    key=st.sampled_from(
        ["theme", "errors", "geometry", "shelf", "wish", "recent", "draft", "clicks"]
    ),
    value=JSON
    | st.sampled_from(["@ByteArray(x)", "@Variant(\\0\\0)", "a, b", "@Invalid()", "\\0"]),
)
def test_a_setting(key: str, value: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "hashi.ini"
        file.write_text(f"[General]\n{key}={value}\n", encoding="utf-8", errors="replace")
        settings = Settings(file)
        found = [settings.preferences, settings.last_options, settings.recent, settings.draft]
        settings.preferences, settings.draft = settings.preferences, settings.draft
        if settings.last_options:
            settings.last_options = settings.last_options
        assert settings.geometry is None or settings.geometry.size() >= 0
        assert isinstance(settings.category, str)
        again = [settings.preferences, settings.last_options, settings.recent, settings.draft]
        assert found == again


@settings(max_examples=30)
@given(content=st.binary())
def test_names_in_text_files(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        for name in ("solved", "last"):
            (Path(folder) / name).write_bytes(content)
        ledger = KeySet(Path(folder) / "solved")
        before = ledger.entries()
        ledger.add("abc")
        assert ledger.entries() == before | {"abc"}
        assert GameStore(Path(folder)).load_last() is None


@pytest.mark.parametrize("column", ["title", "daily", "level"])
def test_a_text_that_is_not_in_utf_8_hides_no_result(tmp_path: Path, column: str) -> None:
    database = ResultsDatabase(tmp_path / "results.sqlite")
    database.put([RESULT])
    with sqlite3.connect(database.file) as connection:
        connection.execute(f"UPDATE results SET {column} = CAST(x'41ff' AS TEXT)")
    connection.close()
    assert database.read()[0] == [replace(RESULT, **{column: "A�"})]


def test_a_result_that_cannot_be_stored_does_not_block_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    results = Results(tmp_path / "results.sqlite", tuple)
    results.add(replace(RESULT, puzzle="1" * 20, hints=10**25))
    results.add(RESULT)
    results.database.put_attempts([replace(ATTEMPT, seconds=float("nan")), ATTEMPT])
    assert caplog.text.count("cannot be stored") == 2
    assert ResultsDatabase(results.database.file).read()[0] == [RESULT]
    assert results.database.read_attempts() == [ATTEMPT]
