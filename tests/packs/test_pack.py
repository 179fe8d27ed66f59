"""Packs in memory and as text."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from random import Random
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import Board
from hashi_gui.core.errors import WorkerLostError
from hashi_gui.core.wording import printable
from hashi_gui.formats import FormatError, read
from hashi_gui.game import Game, GameStore
from hashi_gui.game.store import puzzle_key
from hashi_gui.packs.pack import (
    MAX_TITLE,
    Pack,
    PackedPuzzle,
    PackError,
    PackProgress,
    PackStore,
    PuzzleState,
    clean_title,
    examine,
    examine_each,
    unused_title,
)
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.system.files import StorageError


@given(data=st.data())
def test_a_pack_is_read_as_it_was_written(data, documents, titles):
    made = data.draw(st.lists(documents, max_size=4))
    pack = Pack(clean_title(data.draw(titles)), tuple(map(PackedPuzzle.of, made)))
    assert Pack.from_text(pack.to_text()) == (pack, 0)
    for puzzle, original in zip(pack.puzzles, made, strict=True):
        again = puzzle.document()
        assert again.puzzle == original.puzzle
        assert puzzle.key == puzzle_key(original.puzzle)
        assert puzzle.title == again.info.title == original.info.title
        assert puzzle.islands == len(original.puzzle.islands)
        assert (puzzle.rows, puzzle.cols) == (original.puzzle.rows, original.puzzle.cols)
        assert again.info.extra == original.info.extra
        assert not again.info.daily
        assert not again.info.lesson
        assert again.info.level == puzzle.level != "nonsense"


def test_what_is_drawn_is_left_out():
    drawn = read("1───1")
    assert drawn.board != Board.empty(drawn.puzzle)
    again = PackedPuzzle.of(drawn).document()
    assert again.board == Board.empty(drawn.puzzle)
    assert again.game is None


@pytest.mark.parametrize(
    ("info", "state"),
    [
        ({"level": "hard", "expected_seconds": 60}, PuzzleState.UNIQUE),
        ({"level": "hard"}, PuzzleState.UNKNOWN),
        ({"expected_seconds": 60}, PuzzleState.UNKNOWN),
        ({"level": "fiendish", "expected_seconds": 60}, PuzzleState.UNKNOWN),
    ],
)
def test_only_a_puzzle_with_level_and_time_is_known_to_be_unique(packed, info, state):
    (puzzle,) = packed("1.1", **info)
    assert puzzle.state is state


def test_a_line_without_the_formula_has_a_time_by_the_first_one(packed):
    (puzzle,) = packed("1.1", level="expert", expected_seconds=60)
    former = puzzle.to_line().replace('"time_formula": 2,', "")
    found = PackedPuzzle.from_line(former)
    assert found.expected_seconds == found.document().info.expected_seconds == 78


def test_a_puzzle_knows_its_pack_and_has_a_number_for_a_title(packed):
    pack = Pack("Rainy days", packed("1.1") + packed("1..1", title="Sun"))
    infos = [pack.document(index).info for index in range(2)]
    assert [info.title for info in infos] == ["Rainy days 1", "Sun"]
    assert {info.pack for info in infos} == {"Rainy days"}


@pytest.mark.parametrize(
    "header",
    [
        "",
        "1.1",
        "[]",
        "{}",
        '{"format": "hashi", "version": 1, "title": "x"}',
        '{"format": "hashi-pack", "version": 1}',
        '{"format": "hashi-pack", "version": 1, "title": 7}',
        pytest.param("[" * 100_000, id="deep"),
        '{"format": "hashi-pack", "version": 2, "title": "x"}',
    ],
)
def test_a_text_without_the_first_line_of_a_pack_is_an_error(header):
    said = "newer version" if '"version": 2' in header else "not that of a pack"
    with pytest.raises(PackError, match=said):
        Pack.from_text(f"{header}\n")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "x unique",
        "x unique {",
        "x unique []",
        "x unique {}",
        'x nonsense {"puzzle": ["1.1"]}',
        'x unique {"puzzle": 7}',
        'x unique {"puzzle": []}',
        pytest.param("x unique " + "[" * 100_000, id="deep"),
    ],
)
def test_lines_that_cannot_be_read_are_counted(line, packed):
    pack = Pack("Rainy days", packed("1.1", "1..1"))
    header, first, second = pack.to_text().splitlines()
    assert Pack.from_text("\n".join([header, first, line, second]) + "\n") == (pack, 1)


@given(solved=st.sets(st.integers(0, 4)), here=st.integers(0, 5))
def test_the_next_unsolved_puzzle(solved, here, packed):
    pack = Pack("Rainy days", packed())
    keys = [puzzle.key for puzzle in pack.puzzles]
    key = [*keys, "other"][here]
    found = pack.next_unsolved(key, frozenset(keys[index] for index in solved))
    order = [index % 5 for index in range(here + 1, here + 6)] if here < 5 else range(5)
    assert found == next((index for index in order if index not in solved), None)


@given(st.text())
def test_titles_are_one_line_of_limited_length(title):
    clean = clean_title(title)
    assert 0 < len(clean) <= MAX_TITLE
    assert printable(clean) == clean
    assert clean_title(clean) == clean


def test_a_title_that_exists_gets_a_number():
    packs = [Pack(title, ()) for title in ("Rain", "SUN", "sun (2)")]
    assert unused_title("Snow", packs) == "Snow"
    assert unused_title("rain", packs) == "rain (2)"
    assert unused_title("Sun", packs) == "Sun (3)"
    assert unused_title("Sun (2)", packs) == "Sun (3)"


def test_the_corner_of_a_puzzle_is_read_without_the_rest(packed):
    (puzzle,) = packed("1.4.\n....\n?...\n...1")
    corner = puzzle.corner(3)
    assert (corner.rows, corner.cols) == (3, 3)
    assert [(island.cell, island.clue) for island in corner.islands] == [
        ((0, 0), 1), ((0, 2), 4), ((2, 0), None),
    ]  # fmt: skip
    assert puzzle.corner(9).islands == puzzle.document().puzzle.islands
    (empty,) = packed("...\n...\n..1")
    with pytest.raises(FormatError):
        empty.corner(2)


def contents(packs: PackStore) -> list[tuple[str, int]]:
    """What a program that starts now finds."""
    return [(pack.title, len(pack.puzzles)) for pack in PackStore(packs.folder).load()]


def test_packs_stay_and_come_in_natural_order_of_their_titles(packs, packed):
    for title in ("Week 10", "week 9", "Ärger", "日本"):
        packs.add(title, packed())
    assert packs.load() == PackStore(packs.folder).load()
    assert [title for title, _ in contents(packs)] == ["week 9", "Week 10", "Ärger", "日本"]


def test_two_packs_never_have_the_same_title(packs, packed):
    first, second, third = (packs.add(title, packed()) for title in ("A", "a", "b"))
    packs.rename(third.name, "A")
    packs.rename(first.name, "A")
    assert [title for title, _ in contents(packs)] == ["A", "a (2)", "A (3)"]
    assert second.title == "a (2)"


def test_a_puzzle_is_put_into_a_new_pack_or_into_one_that_is_there(packs, packed):
    [one], [other] = packed("1.1"), packed("2.2")
    assert [packs.put(title, one).title for title in ("Mine", " mine\n")] == ["Mine", "Mine"]
    assert contents(packs) == [("Mine", 1)]
    packs.put("MINE", other)
    packs.put("Theirs", other)
    assert contents(packs) == [("Mine", 2), ("Theirs", 1)]


def test_a_pack_is_renamed_and_removed(packs, packed):
    rain, sun = packs.add("Rain", packed()), packs.add("Sun", packed("1.1"))
    packs.rename(rain.name, " Heavy\nrain ")
    packs.remove(sun.name)
    assert contents(packs) == [("Heavy rain", 5)]
    packs.remove(sun.name)
    packs.rename(sun.name, "Gone")
    assert contents(packs) == [("Heavy rain", 5)]


def test_what_was_found_out_is_stored_and_the_rest_stays(packs, packed):
    puzzles = packed()
    pack = packs.add("Rain", puzzles)
    packs.rename(pack.name, "Snow")
    known = examine(puzzles[1])
    packs.update(pack.name, {known.key: known})
    (stored,) = PackStore(packs.folder).load()
    assert stored.puzzles == (puzzles[0], known, *puzzles[2:])
    assert stored.title == "Snow"


def test_what_another_program_has_changed_is_read(packs, packed):
    pack = packs.add("Rain", packed())
    other = PackStore(packs.folder)
    other.rename(pack.name, "Sunshine")
    other.add("Wind", packed("1.1"))
    assert [pack.title for pack in packs.load()] == ["Sunshine", "Wind"]
    other.remove(pack.name)
    assert [pack.title for pack in packs.load()] == ["Wind"]


def test_files_that_have_not_changed_are_not_read_again(packs, packed, monkeypatch):
    packs.add("Rain", packed())
    before = packs.load()
    monkeypatch.setattr("hashi_gui.packs.pack.read_regular_file", None)
    assert packs.load()[0] is before[0]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"nonsense", b'{"format": "hashi-pack"}'])
def test_what_cannot_be_read_is_set_aside_and_other_files_are_left_alone(packs, packed, content):
    pack = packs.add("Rain", packed())
    packs.add("Sun", packed())
    file = packs.folder / f"{pack.name}.pack"
    file.write_bytes(content)
    (packs.folder / "mine.pack").write_text("mine")
    (packs.folder / f"{'0' * 32}.pack").mkdir()
    assert [pack.title for pack in packs.load()] == ["Sun"]
    assert [aside.read_bytes() for aside in packs.quarantined if aside.is_file()] == [content]
    assert len(packs.quarantined) == 2
    assert contents(packs) == [("Sun", 5)]
    assert (packs.folder / "mine.pack").read_text() == "mine"


def test_of_a_damaged_file_stays_what_can_be_read(packs, packed, monkeypatch):
    pack = packs.add("Rain", packed())
    file = packs.folder / f"{pack.name}.pack"
    damaged = file.read_bytes()[:-40]
    file.write_bytes(damaged)
    with monkeypatch.context() as full_disk:
        full_disk.setattr("os.fsync", Mock(side_effect=OSError("full")))
        assert contents(packs) == [("Rain", 4)]
        assert [each.read_bytes() for each in packs.folder.iterdir()] == [damaged]
    packs = PackStore(packs.folder)
    assert [len(pack.puzzles) for pack in packs.load()] == [4]
    (aside,) = packs.quarantined
    assert aside.read_bytes() == damaged
    assert contents(packs) == [("Rain", 4)]


def test_a_pack_that_cannot_be_written_is_an_error(packs, packed):
    packs.folder.write_text("in the way")
    with pytest.raises(StorageError):
        packs.add("Rain", packed())
    assert packs.load() == []


WRITE_FOR_EVER = """
import sys
from pathlib import Path
from hashi_gui.packs import PackStore
packs = PackStore(Path(sys.argv[1]))
(pack,) = packs.load()
print(flush=True)
while True:
    packs.rename(pack.name, "Rain and wind")
    packs.rename(pack.name, "Rain")
    new = packs.add("New", pack.puzzles)
    packs.remove(new.name)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_program_that_is_killed_leaves_whole_packs(packs, packed):
    rain = packs.add("Rain", packed(*(f"1{'.' * gap}1" for gap in range(1, 200))))
    random = Random(1)
    for _ in range(8):
        command = [sys.executable, "-c", WRITE_FOR_EVER, str(packs.folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(random.random() / 5)
            process.send_signal(signal.SIGKILL)
        now = PackStore(packs.folder)
        now.remove_partial_files()
        found = {pack.name: pack for pack in now.load()}
        assert {len(pack.puzzles) for pack in found.values()} == {199}
        assert found.pop(rain.name).title in ("Rain", "Rain and wind")
        assert {pack.title for pack in found.values()} <= {"New"}
        assert now.quarantined == []
        assert {file.suffix for file in packs.folder.iterdir()} == {".pack"}
        for name in found:
            now.remove(name)


def test_solved_and_begun_puzzles_of_a_pack_are_known(packed, tmp_path):
    pack = Pack("Rain", packed("1.1", "1..1", "1.2.1"))
    games = GameStore(tmp_path)
    assert PackProgress.of(pack, games) == PackProgress(pack, frozenset(), frozenset())
    for index, moves in ((0, 1), (2, 1)):
        game = Game.from_document(pack.document(index))
        for _ in range(moves):
            game.play(game.cycle_bridges(0))
        games.save(game.to_document())
    solved, _, begun = (puzzle.key for puzzle in pack.puzzles)
    pack_progress = PackProgress.of(pack, games)
    assert pack_progress == PackProgress(pack, frozenset({solved}), frozenset({begun}))
    assert pack_progress.progress_text == "1 of 3 solved"
    (result,) = games.results.all()
    assert result.origin == "library"


@pytest.mark.parametrize(
    ("text", "state", "level"),
    [
        ("1.1", PuzzleState.UNIQUE, "easy"),
        ("3.3\n...\n3.3", PuzzleState.SEVERAL, ""),
        ("1.2.2", PuzzleState.NONE, ""),
    ],
)
def test_solutions_and_level_are_found_and_written(packed, text, state, level):
    (puzzle,) = packed(text, title="A")
    found = examine(puzzle)
    info = found.document().info
    assert (found.key, found.state, found.level) == (puzzle.key, state, level)
    assert (info.title, info.level) == ("A", level)
    assert info.expected_seconds == found.expected_seconds
    assert PackedPuzzle.from_line(found.to_line()) == found


def test_a_puzzle_that_takes_too_long_is_not_looked_at_again(packed, monkeypatch):
    def grade(_puzzle, token):
        while True:
            token.raise_if_cancelled()

    monkeypatch.setattr("hashi_gui.logic.rating.grading.grade", grade)
    (puzzle,) = packed("1.1")
    assert examine(puzzle, seconds=0.01).state is PuzzleState.HARD


def test_each_puzzle_is_examined_in_another_process(packed):
    puzzles = packed("1.1", "1.2.2")
    damaged = replace(puzzles[0], text="{}")
    found = list(examine_each([*puzzles, damaged, puzzles[0]], CancelToken()))
    assert [each.state for each in found] == [
        PuzzleState.UNIQUE,
        PuzzleState.NONE,
        PuzzleState.HARD,
        PuzzleState.UNIQUE,
    ]
    assert found[0].level == "easy"


def test_a_process_that_ends_too_early_does_not_stop_the_others(packed, monkeypatch):
    puzzles = packed("1.1", "1..1")
    wait_for = CancelToken.wait_for
    outcomes = [WorkerLostError("It ended.")]

    def wait(token, examined):
        if outcomes:
            raise outcomes.pop()
        return wait_for(token, examined)

    monkeypatch.setattr(CancelToken, "wait_for", wait)
    found = list(examine_each(puzzles, CancelToken()))
    assert [each.state for each in found] == [PuzzleState.HARD, PuzzleState.UNIQUE]


def test_examining_can_be_cancelled(packed):
    token = CancelToken()
    found = examine_each(packed(), token)
    next(found)
    token.cancel()
    with pytest.raises(Cancelled):
        next(found)
