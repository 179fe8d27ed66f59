import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move, Tag, Tags
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, PuzzleInfo, read, read_path, write
from hashi_gui.formats.saved_game import SavedGame
from hashi_gui.system.files import PUZZLES
from tests.strategies import ANY_PUZZLE, boards, moves

PUZZLE = Puzzle.from_clues(3, 3, {(0, 0): 3, (0, 2): None, (2, 0): 10, (2, 2): 0}, Rules(4))
TOP, LEFT, BOTTOM = (PUZZLE.edge_between(*ends).id for ends in ((0, 1), (0, 2), (2, 3)))
BOARD = Board(bytes([2, 0, 0, 0]), frozenset({1}), frozenset({0}), Tags({0: Tag.DISC}))
GAME = SavedGame(
    start=Board(bytes([1, 0, 0, 0])),
    history=(
        Move(((TOP, 2),), ((0, True),)),
        Move(((LEFT, MARK),), tags=Tags({0: Tag.DISC})),
        Move(((BOTTOM, 1),)),
    ),
    position=2,
    trials=(1,),
    seconds=61.5,
    hints=1,
    finished=False,
    hints_explained=1,
    undos=4,
    begun="2026-11-21T19:30:00.000Z",
    trial_names=("If it goes left",),
)
SAVED = """{
  "format": "hashi",
  "version": 1,
  "title": "Für Frühaufsteher",
  "author": "Nemo",
  "points": 12,
  "instructions": "Think.",
  "notes": "Made at sea.",
  "lesson": "Bridges do not cross.",
  "source": "The Daily Island",
  "seed": 0,
  "options": {"rows": 3, "level": null},
  "level": "easy",
  "daily": "2026-11-21/easy",
  "colour": [
    "red",
    {"a": null}
  ],
  "max_bridges": 4,
  "puzzle": [
    "3.?",
    "...",
    "A.0"
  ],
  "bridges": [
    [0, 0, 0, 2, 2]
  ],
  "marks": [
    [0, 0, 2, 0]
  ],
  "locks": [
    [0, 0]
  ],
  "start": "0,0-0,2=1",
  "history": [
    "0,0-0,2=2;0,0=lock",
    "0,0-2,0=x",
    "2,0-2,2=1"
  ],
  "position": 2,
  "trials": [
    1
  ],
  "trial_names": [
    "If it goes left"
  ],
  "seconds": 61.5,
  "hints": 1,
  "finished": false,
  "checks": 0,
  "solution_shown": false,
  "hints_explained": 1,
  "hints_drawn": 0,
  "undos": 4,
  "begun": "2026-11-21T19:30:00.000Z",
  "ended": "",
  "log": [],
  "history_tags": [
    [1, "0,0=disc"]
  ]
}
"""
INFO = PuzzleInfo(
    title="Für Frühaufsteher",
    author="Nemo",
    points=12,
    instructions="Think.",
    notes="Made at sea.",
    lesson="Bridges do not cross.",
    source="The Daily Island",
    seed=0,
    options={"rows": 3, "level": None},
    level="easy",
    daily="2026-11-21/easy",
    extra={"colour": ["red", {"a": None}]},
)

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=8,
)  # fmt: skip


def test_a_game_and_its_file() -> None:
    document = Document(PUZZLE, BOARD, "hashi", GAME, INFO)
    assert write(document, "hashi") == SAVED
    assert read(SAVED) == document


@pytest.mark.parametrize("file", sorted(PUZZLES.rglob("*.hashi")), ids=lambda file: file.stem)
def test_shipped_puzzles_are_written_exactly_as_they_are(file) -> None:
    document = read_path(file)
    assert write(document, "hashi").encode() == file.read_bytes()
    assert document.info.title
    assert not document.info.extra


def test_a_file_written_by_hand_needs_only_the_puzzle() -> None:
    text = '{"format": "hashi", "version": 1, "puzzle": ["1.1"]}'
    document = read(text)
    assert document == Document.from_puzzle(
        Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}), "hashi"
    )
    assert document.info == PuzzleInfo()


def test_a_game_of_an_earlier_version_has_fewer_counts():
    values = json.loads(SAVED)
    for key in ("checks", "solution_shown", "hints_explained", "hints_drawn", "undos"):
        del values[key]
    del values["begun"], values["ended"], values["trial_names"], values["history_tags"]
    history = tuple(move._replace(tags=Tags()) for move in GAME.history)
    assert read(json.dumps(values)).game == replace(
        GAME, history=history, hints_explained=0, undos=0, begun="", trial_names=()
    )


def test_a_version_without_tags_may_have_changed_the_history():
    values = json.loads(SAVED) | {"history_tags": [[0, "0,0=diamond"], [7, "0,0=disc"]]}
    document = read(json.dumps(values))
    assert document.board == BOARD._replace(tags=Tags({0: Tag.DIAMOND}))


@st.composite
def games(draw, puzzle):
    start = draw(boards(puzzle))
    history = draw(st.lists(moves(puzzle), max_size=6))
    position = draw(st.integers(0, len(history)))
    board = start
    for move in history[:position]:
        board = board.apply(move)
    record = SavedGame(
        start,
        tuple(history),
        position,
        tuple(draw(st.lists(st.integers(0, position), max_size=3).map(sorted))),
        draw(st.floats(0, 1e9)),
        hints=draw(st.integers(0, 1000)),
        finished=draw(st.booleans()),
        checks=draw(st.integers(0, 1000)),
        solution_shown=draw(st.booleans()),
        ended=draw(st.sampled_from(["", "2026-11-21T19:31:00.000Z"])),
    )
    return board, record


@given(data=st.data())
def test_write_then_read_a_game(data):
    puzzle = data.draw(ANY_PUZZLE)
    board, record = data.draw(games(puzzle))
    document = Document(puzzle, board, "hashi", record)
    assert read(write(document, "hashi")) == document


@given(data=st.data())
def test_write_then_read_a_puzzle_with_metadata(data):
    puzzle = data.draw(ANY_PUZZLE)
    info = data.draw(
        st.builds(
            PuzzleInfo()._replace,
            title=st.text(),
            seed=st.none() | st.integers(),
            options=st.none() | st.dictionaries(st.text(), JSON_VALUES, max_size=3),
            extra=st.dictionaries(st.text().map("x-{}".format), JSON_VALUES, max_size=3),
        )
    )
    document = Document(puzzle, data.draw(boards(puzzle)), "hashi", info=info)
    assert read(write(document, "hashi")) == document


def test_unknown_keys_are_written_back_wherever_they_were() -> None:
    text = SAVED.replace('"position"', '"engine": {"name": [1, 2]},\n  "position"')
    assert json.loads(write(read(text), "hashi")) == json.loads(text)


@pytest.mark.parametrize(
    ("level", "by_first", "now"),
    [("expert", 100, 130), ("", 100, 100), ("extreme", 10**9, 10**9), ("easy", 0, 0)],
)
def test_a_time_by_the_first_formula_becomes_one_of_today(level, by_first, now):
    first = changed(level=level, expected_seconds=by_first)
    for document in (read(first), read(write(read(first), "hashi"))):
        assert document.info.expected_seconds == now
        assert document.info.extra == INFO.extra


def test_known_metadata_replaces_older_metadata() -> None:
    newer = PuzzleInfo(title="New", seed=0, extra={"colour": "blue", "size": 1})
    updated = INFO.updated(newer)
    assert updated == INFO._replace(title="New", seed=0, extra={"colour": "blue", "size": 1})
    assert INFO.updated(PuzzleInfo()) == INFO
    assert PuzzleInfo().updated(INFO) == INFO


def changed(**entries: object) -> str:
    """The saved game with other values; None removes a key."""
    data = json.loads(SAVED) | entries
    return json.dumps({key: value for key, value in data.items() if value is not None})


MESSAGES = {
    "{}": 'Found JSON without "format": "hashi", expected a .hashi file.',
    changed(format="sudoku"): 'Found JSON without "format": "hashi", expected a .hashi file.',
    '{"format": "hashi",\n "version" 1}': "2:12 Invalid JSON: Expecting ':' delimiter.",
    changed(version=None): "Found no 'version', expected a whole number.",
    changed(version=2, puzzle="of the future"): (
        "This file has version 2 of the .hashi format, but this version of Hashi "
        "can only read versions up to 1."
    ),
    changed(puzzle=None): "Found no 'puzzle', expected a list.",
    changed(puzzle=[]): "The grid has 0 x 0 cells; it must have 1 to 2000 rows and columns.",
    changed(puzzle=["1.1", 5]): "Found a whole number as item 1 of 'puzzle', expected text.",
    changed(puzzle=["1.1", "1"]): "Found 1 cell in row 2 of 'puzzle', expected 3.",
    changed(puzzle=["1x1"]): "Found 'x' in row 1, column 2 of 'puzzle', expected a clue or '.'.",
    changed(puzzle=["1"] * 2001): (
        "Found a grid of 2001 x 1 cells, expected at most 2000 rows and columns."
    ),
    changed(puzzle=["G.1"], max_bridges=3): (
        "The clue at row 1, column 1 is 16; with 3 bridges per pair it must be from 0 to 12."
    ),
    changed(max_bridges=5): "The bridge limit is 5; it must be from 1 to 4.",
    changed(bridges=[[0, 0, 0, 2]]): (
        "Found item 0 of 'bridges', expected a list of 5 whole numbers."
    ),
    changed(marks=[[0, 0, 0, 2], [0, 0, 2, "0"]]): (
        "Found item 1 of 'marks', expected a list of 4 whole numbers."
    ),
    changed(bridges=[[0, 0, 0, 1, 1]]): "In 'bridges': There is no island at 0,1.",
    changed(bridges=[[0, 0, 2, 2, 1]]): (
        "In 'bridges': The two islands of '0,0-2,2=1' are not neighbours."
    ),
    changed(bridges=[[0, 0, 0, 2, 5]]): (
        "In 'bridges': 5 bridges between two islands; at most 4 are allowed."
    ),
    changed(locks=[[1, 1]]): "In 'locks': There is no island at 1,1.",
    changed(start=None): "Found no 'start', expected text.",
    changed(position=None): "Found no 'position', expected a whole number.",
    changed(start="?"): (
        "In 'start': '?' is not a move; expected, for example, '0,0-0,2=1' or '0,0=lock'."
    ),
    changed(history=[1]): "Found a whole number as item 0 of 'history', expected text.",
    changed(history=["0,0-0,2=2;0,0=lock", "0,0-2,0=x", "9,9=lock"]): (
        "In 'history': There is no island at 9,9."
    ),
    changed(history_tags=[[0, "0,0=dot"]]): (
        "In 'history_tags': '0,0=dot' is not a tag; expected, for example, '0,0=disc'."
    ),
    changed(position=4): "Found 4 in 'position', expected a number of moves from 0 to 3.",
    changed(position=-1): "Found -1 in 'position', expected a number of moves from 0 to 3.",
    changed(trials=[0, 3]): "Found 3 in 'trials', expected a number of moves from 0 to 2.",
    changed(trials=[2, 1]): "Found 1 in 'trials', expected a number of moves from 2 to 2.",
    changed(trials=[0, "1"]): "Found text as item 1 of 'trials', expected a whole number.",
    changed(position=3): "The moves in 'history' do not lead from 'start' to the board.",
    changed(locks=None): "The moves in 'history' do not lead from 'start' to the board.",
    SAVED.replace("61.5", "1e999"): "Found '1e999', expected a number that is not as large.",
    SAVED.replace("61.5", "NaN"): "Found NaN, expected a number that JSON allows.",
    SAVED.replace("61.5", "-Infinity"): "Found -Infinity, expected a number that JSON allows.",
    SAVED.replace('"red"', "[" * 101 + "]" * 101): "The JSON is nested too deeply.",
    SAVED.replace('"red"', r'"\ud800"'): "The JSON has a character that cannot be saved.",
}


@pytest.mark.parametrize("text", MESSAGES)
def test_error_messages(read_error, text):
    assert read_error(text) == MESSAGES[text]


UP_TO_A_BILLION = "a number from 0 to 1000000000"


@pytest.mark.parametrize(
    ("key", "value", "found", "expected"),
    [
        ("version", "1", "text", "a whole number"),
        ("version", True, "true or false", "a whole number"),
        ("max_bridges", 2.5, "a number", "a whole number"),
        ("bridges", {}, "an object", "a list"),
        ("title", 7, "a whole number", "text"),
        ("source", ["a"], "a list", "text"),
        ("author", 1, "a whole number", "text"),
        ("points", 0, "0", "a number from 1 to 9999"),
        ("lesson", True, "true or false", "text"),
        ("seed", "one", "text", "a whole number"),
        ("seed", True, "true or false", "a whole number"),
        ("options", ["rows"], "a list", "an object"),
        ("level", {"name": "easy"}, "an object", "text"),
        ("daily", 2.5, "a number", "text"),
        ("seconds", "60", "text", "a number"),
        ("seconds", -1, "-1", UP_TO_A_BILLION),
        ("hints", -1, "-1", UP_TO_A_BILLION),
        ("checks", -1, "-1", UP_TO_A_BILLION),
        ("undos", -1, "-1", UP_TO_A_BILLION),
        ("hints", 10**25, f"{10**25}", UP_TO_A_BILLION),
        ("title", "x" * 1001, "'xxxxxxxxxxxxxxxxxxxxx...'", "at most 1000 characters"),
        ("daily", "a b", "'a b'", "a short text without spaces"),
        ("undos", "4", "text", "a whole number"),
        ("expected_seconds", -1, "-1", UP_TO_A_BILLION),
        ("expected_seconds", 10**30, f"{10**30}", UP_TO_A_BILLION),
        ("begun", 5, "a whole number", "text"),
        ("ended", "2026-11-21 19:30", "'2026-11-21 19:30'", "a time in UTC, or no text"),
        ("solution_shown", 0, "a whole number", "true or false"),
        ("finished", 0, "a whole number", "true or false"),
    ],
)
def test_each_value_has_its_type_and_range(read_error, key, value, found, expected):
    assert read_error(changed(**{key: value})) == f"Found {found} as {key!r}, expected {expected}."


def test_nothing_in_a_file_is_a_command_for_a_terminal():
    info = PuzzleInfo(title="a\x9b\x7f\u202e\u2028\U000e0041é数", extra={"\x85": ["\u2066"]})
    document = read("1.1")._replace(info=info)
    text = write(document, "hashi")
    assert all(line.isprintable() for line in text.split("\n"))
    assert "é数" in text
    assert read(text).info == info


@pytest.mark.parametrize(
    ("name", "value"),
    [("notations.hashi.MAX_LENGTH", 1200), ("fields.CHARACTER_LIMITS", {",": (150, "values")})],
)
def test_a_game_whose_log_is_too_long_to_be_read_is_saved_without_it(monkeypatch, name, value):
    document = Document(PUZZLE, BOARD, "hashi", GAME)
    redrawn = [LogEntry(1.0, LogKind.MOVE, GAME.history[0])] * 40
    longer = document._replace(game=replace(GAME, log=tuple(redrawn)))
    assert read(write(longer, "hashi")).game == longer.game
    monkeypatch.setattr(f"hashi_gui.formats.{name}", value)
    assert read(write(longer, "hashi")) == document
