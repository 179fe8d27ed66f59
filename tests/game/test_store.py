import os
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread
from unittest.mock import Mock

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, PuzzleInfo, read
from hashi_gui.game import Game, GameStore
from hashi_gui.game.store import JournalEntry, puzzle_key
from hashi_gui.system.files import StorageError, read_regular_file, write_own

ROW = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
ROW_KEY = "6cf4e084b47f33c9b02e"
LINE = Puzzle.from_clues(1, 7, {(0, 0): 1, (0, 3): 2, (0, 6): 1})
PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})


def played(puzzle: Puzzle, *edges: int) -> Document:
    """A game with a bridge added on each of the edges."""
    game = Game(puzzle)
    for edge in edges:
        game.play(game.cycle_bridges(edge))
    return game.to_document()


def save_a_move(store):
    """Save a new game and a move in it as a change; returns both games."""
    new = Game(ROW).to_document()
    store.save(new)
    game = Game(ROW)
    game.play(game.cycle_bridges(0))
    after = game.to_document()
    store.save_change(after, JournalEntry(1, 1, (), 0.0, after.game.history[0]), durable=True)
    return new, after


def empty(puzzle: Puzzle) -> Document:
    return Document.from_puzzle(puzzle, "text")


def game_files(folder: Path) -> list[Path]:
    return sorted((folder / "games").glob("*.hashi"))


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch):
    monkeypatch.setattr("hashi_gui.game.game.utc_now", lambda: "2026-11-21T19:30:00.000Z")


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    return GameStore(tmp_path)


def test_the_last_game_is_loaded_at_the_next_start(store, tmp_path):
    store.save(played(PAIR, 0))
    store.save(played(ROW, 0))
    assert GameStore(tmp_path).load_last() == played(ROW, 0)
    store.save(played(PAIR))
    assert GameStore(tmp_path).load_last() == played(PAIR)
    store.save_as_last(ROW)
    assert GameStore(tmp_path).load_last() == played(ROW, 0)


def test_the_files_of_a_store(store, tmp_path):
    """Their names must not change: games that were saved by an older version would be lost."""
    store.save(daily(played(ROW, 0, 1)))
    files = {
        file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()
    }
    assert files == {
        f"games/{ROW_KEY}.hashi",
        f"games/{ROW_KEY}.journal",
        "last",
        "solved",
        "dailies",
        "begun-dailies",
        "results.sqlite",
    }
    assert (tmp_path / "last").read_text() == ROW_KEY
    assert (tmp_path / "solved").read_text() == f"{ROW_KEY}\n"
    assert (tmp_path / "dailies").read_text() == "2026-11-21/hard\n"


def test_only_unfinished_games_with_moves_are_in_progress(store):
    for edges, in_progress in (((), False), ((0,), True), ((0, 1), False)):
        store.save(played(ROW, *edges))
        assert store.is_in_progress(ROW) == in_progress


def test_a_damaged_game_that_cannot_be_renamed_is_ignored(store, tmp_path, monkeypatch):
    store.save(played(ROW, 0))
    (file,) = game_files(tmp_path)
    file.write_bytes(b"damaged")
    monkeypatch.setattr(Path, "rename", Mock(side_effect=PermissionError))
    assert store.load_last() is None
    assert store.quarantined == []


def test_the_last_game_is_only_looked_for_in_the_folder_of_games(store, tmp_path):
    store.save(played(ROW, 0))
    (file,) = game_files(tmp_path)
    file.rename(tmp_path / "outside.hashi")
    (tmp_path / "last").write_text("../outside")
    assert GameStore(tmp_path).load_last() is None


def test_every_puzzle_is_resumed_where_it_was_left(store):
    store.save(played(PAIR, 0))
    store.save(played(ROW, 0))
    assert store.resume(empty(PAIR)) == played(PAIR, 0)
    assert store.resume(empty(ROW)) == played(ROW, 0)
    assert store.is_in_progress(PAIR)


def test_a_saved_game_belongs_to_its_clues_and_bridge_limit(store):
    again = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
    other = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1}, rules=Rules(3))
    store.save(played(ROW, 0))
    assert store.is_in_progress(again)
    assert not store.is_in_progress(other)


def test_a_finished_puzzle_starts_again_and_is_recorded_as_solved(store, tmp_path):
    store.save(played(ROW, 0, 1))
    assert store.resume(empty(ROW)) == empty(ROW)
    store.save(played(ROW))
    assert GameStore(tmp_path).was_solved(ROW)
    assert not store.was_solved(PAIR)


def test_a_game_that_was_finished_before_a_crash_is_recorded_before_it_starts_again(
    store, tmp_path
):
    store.save(played(ROW, 0, 1))
    for name in ("results.sqlite", "solved"):
        (tmp_path / name).unlink()
    after = GameStore(tmp_path)
    assert after.resume(empty(ROW)) == empty(ROW)
    assert after.was_solved(ROW)
    assert len(GameStore(tmp_path).results.all()) == 1


def test_a_document_with_a_board_does_not_overwrite_the_saved_game(store, tmp_path):
    store.save(played(ROW, 0))
    opened = Document(ROW, Board(bytes([0, 1])), "pzpr")
    assert store.resume(opened) == opened
    store.save(Game.from_document(opened).to_document())
    assert len(game_files(tmp_path)) == 2


def test_a_game_whose_folder_was_away_when_its_puzzle_was_opened_is_not_overwritten(
    store, tmp_path
):
    store.save(played(ROW, 0))
    games = tmp_path / "games"
    away = games.rename(tmp_path / "away")
    after = GameStore(tmp_path)
    opened = after.resume(empty(ROW))
    assert opened == empty(ROW)
    away.rename(games)
    for edges in ((), (1,)):
        after.save(played(ROW, *edges))
    assert after.resume(empty(ROW)) == played(ROW, 1)
    saved = [read(file.read_bytes()) for file in game_files(tmp_path)]
    assert len(saved) == 2
    assert played(ROW, 0) in saved


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe\x00", b'{"format": "hashi"', b"[" * 100_000])
def test_a_damaged_game_is_renamed(store, tmp_path, damage):
    for number in (1, 2):
        store.save(played(ROW, 0))
        (file,) = (f for f in game_files(tmp_path) if "damaged" not in f.name)
        file.write_bytes(damage)
        assert GameStore(tmp_path).load_last() is None
        assert not file.exists()
        assert file.with_stem(f"{file.stem}-damaged-{number}").read_bytes() == damage


def test_a_truncated_game_is_renamed(store, tmp_path):
    store.save(played(ROW, 0))
    (file,) = game_files(tmp_path)
    whole = file.read_bytes().rstrip()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert store.load_last() is None
        assert not file.exists()


@pytest.mark.parametrize(
    "name", [ROW_KEY.encode(), b"", b"../../elsewhere", b"\xff", b"unknown", b"a" * 300]
)
def test_the_last_game_or_the_newest_one_that_can_be_read_is_loaded(store, tmp_path, name):
    store.save(played(PAIR, 0))
    os.utime(game_files(tmp_path)[0], (0, 0))
    for edges in ((0,), (0, 1)):
        store.save(played(ROW, *edges))
    (tmp_path / "last").write_bytes(name)
    (file,) = (f for f in game_files(tmp_path) if f.stem == ROW_KEY)
    for expected in (played(ROW, 0, 1), played(ROW, 0)):
        again = GameStore(tmp_path)
        assert again.load_last() == expected
        file.write_bytes(b"damaged")
    assert [aside.read_bytes() for aside in again.quarantined] == [b"damaged"]
    file.with_suffix(".previous").unlink()
    assert GameStore(tmp_path).load_last() == played(PAIR, 0)


# Daily puzzles


def daily(document: Document, name: str = "2026-11-21/hard") -> Document:
    return document._replace(info=PuzzleInfo(title="Daily", daily=name))


def test_a_daily_puzzle_is_recorded_when_it_is_solved(store, tmp_path):
    store.save(daily(played(ROW, 0)))
    assert store.solved_dailies() == frozenset()
    store.save(played(ROW, 0, 1))
    assert store.was_solved(ROW)
    assert store.solved_dailies() == frozenset()
    store.save(daily(played(ROW, 0, 1)))
    store.save(daily(played(PAIR, 0, 0), "2026-11-22/easy"))
    assert GameStore(tmp_path).solved_dailies() == {"2026-11-21/hard", "2026-11-22/easy"}


def test_a_game_with_other_metadata_is_resumed_as_the_daily_puzzle(store):
    store.save(played(ROW, 0))
    resumed = store.resume(daily(empty(ROW)))
    assert resumed.board == played(ROW, 0).board
    assert resumed.info.daily == "2026-11-21/hard"


# What a month of use brings


@pytest.mark.skipif(os.name == "nt", reason="Windows has neither named pipes nor free links")
@pytest.mark.parametrize(
    "make", [lambda path: os.mkfifo(path), Path.mkdir, lambda path: path.symlink_to(path)]
)
@pytest.mark.parametrize("name", ["last", "solved", "dailies", "games", f"games/{ROW_KEY}.hashi"])
def test_nothing_in_the_place_of_a_file_stops_the_store(tmp_path, make, name):
    path = tmp_path / "store" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    make(path)
    store = GameStore(tmp_path / "store")
    assert store.load_last() is None
    assert store.resume(empty(ROW)) == empty(ROW)
    assert not store.was_solved(ROW)
    with suppress(StorageError):
        store.save(played(ROW, 0, 1))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_counts_as_empty(store, tmp_path):
    store.save(played(ROW, 0))
    (tmp_path / "games").chmod(0)
    try:
        assert store.load_last() is None
        assert store.resume(empty(ROW)) == empty(ROW)
    finally:
        (tmp_path / "games").chmod(0o700)


def test_exchanged_files_are_set_aside_instead_of_opening_the_wrong_puzzle(store, tmp_path):
    store.save(played(PAIR, 0))
    store.save(played(ROW, 0))
    one, two = game_files(tmp_path)
    contents = {file.read_bytes() for file in (one, two)}
    one.rename(tmp_path / "third")
    two.rename(one)
    (tmp_path / "third").rename(two)
    again = GameStore(tmp_path)
    assert again.resume(empty(ROW)) == empty(ROW)
    assert again.load_last() is None
    assert {file.read_bytes() for file in again.quarantined} == contents


def test_saved_games_are_listed_with_the_unsolved_ones_first(store, tmp_path):
    for document in (played(ROW, 0, 1), played(PAIR, 0), played(LINE, 0)):
        store.save(document)
    row, pair, line = (puzzle_key(puzzle) for puzzle in (ROW, PAIR, LINE))
    times = {row: (50, 900), pair: (300, 200), line: (100, 700)}
    for key, (saved, changed) in times.items():
        os.utime(tmp_path / "games" / f"{key}.hashi", (saved, saved))
        os.utime(tmp_path / "games" / f"{key}.journal", (changed, changed))
    (tmp_path / "games" / f"{pair}.hashi").write_text("damaged")
    os.utime(tmp_path / "games" / f"{pair}.hashi", (300, 300))
    assert list(store.saved_games().items()) == [(line, 700), (pair, 300), (row, 900)]
    assert store.saved_game(line) == played(LINE, 0)
    assert store.saved_game(pair) is None
    assert [file.name for file in store.quarantined] == [f"{pair}-damaged-1.hashi"]


def test_deleted_games_come_back_as_they_were(store, tmp_path):
    _, after = save_a_move(store)
    store.save(played(PAIR, 0))
    keys = ROW_KEY, puzzle_key(PAIR)
    before = {file: file.read_bytes() for file in (tmp_path / "games").iterdir()}
    for second, key in enumerate(keys):
        store.delete(key)
        os.utime(tmp_path / "games" / f"{key}.deleted", (second, second))
    later = GameStore(tmp_path)
    assert not later.saved_games()
    assert later.load_last() is None
    assert later.resume(empty(ROW)) == empty(ROW)
    assert later.deleted_games() == [*reversed(keys)]
    for key in keys:
        later.restore(key)
    assert {file: file.read_bytes() for file in (tmp_path / "games").iterdir()} == before
    assert later.resume(empty(ROW)).board == after.board


def save_another_move(store):
    after = played(ROW, 0, 1)
    change = JournalEntry(2, 2, (), 0.0, after.game.history[1])
    store.save_change(after, change, durable=True)


@pytest.mark.parametrize("plays_on", [save_another_move, lambda store: store.save(played(ROW, 1))])
def test_a_game_that_is_played_on_is_not_deleted(store, tmp_path, plays_on):
    """By another program that has it in play, or begun again."""
    save_a_move(store)
    GameStore(tmp_path).delete(ROW_KEY)
    plays_on(store)
    assert list(GameStore(tmp_path).saved_games()) == [ROW_KEY]
    assert len(game_files(tmp_path)) == 1


def test_games_are_erased_a_month_after_they_were_deleted(store, tmp_path):
    games = tmp_path / "games"
    for puzzle, days in ((ROW, 31), (PAIR, 29)):
        store.save(played(puzzle, 0))
        store.delete(puzzle_key(puzzle))
        deleted = time.time() - days * 24 * 3600
        os.utime(games / f"{puzzle_key(puzzle)}.deleted", (deleted, deleted))
    store.save(played(LINE, 0))
    (games / "*.deleted").touch()
    os.utime(games / "*.deleted", (0, 0))
    store.erase_deleted()
    assert store.deleted_games() == [puzzle_key(PAIR)]
    assert list(store.saved_games()) == [puzzle_key(LINE)]
    assert not list(games.glob(f"{ROW_KEY}*"))


def test_incomplete_files_of_a_crash_are_removed(store, tmp_path, monkeypatch):
    store.save(played(ROW, 0))
    before = set(tmp_path.rglob("*"))
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: None)  # As if killed while writing.
        patch.setattr(os, "fsync", Mock(side_effect=OSError("no room")))
        with pytest.raises(StorageError):
            store.save(played(ROW, 1))
    assert set(tmp_path.rglob("*")) > before
    store.remove_partial_files()
    assert set(tmp_path.rglob("*")) == before


def test_a_game_is_not_replaced_while_another_thread_reads_it(store, monkeypatch):
    before, between, after = (played(ROW, *[0] * moves) for moves in (1, 2, 3))
    store.save(before)

    def save_more() -> None:
        store.save(between)
        change = JournalEntry(3, 3, (), 0.0, after.game.history[-1])
        store.save_change(after, change, durable=False)

    saving = Thread(target=save_more)

    def read_while_saving(path: Path) -> bytes:
        content = read_regular_file(path)
        if path.suffix == ".hashi" and not saving.ident:
            saving.start()
            saving.join(0.2)
        return content

    monkeypatch.setattr("hashi_gui.game.store.read_regular_file", read_while_saving)
    assert store.load_last().board == before.board
    saving.join()
    assert store.load_last().board == after.board
    assert not store.quarantined


def test_changes_before_the_same_puzzle_was_begun_again_do_not_come_back(tmp_path):
    store = GameStore(tmp_path)
    new, _ = save_a_move(store)
    store.save(new)
    journal = tmp_path / "games" / f"{ROW_KEY}.journal"
    journal.write_bytes(b"")  # The power has failed before its first line was on the disk.
    assert GameStore(tmp_path).load_last().board == new.board


def test_older_changes_do_not_come_back_either(tmp_path, monkeypatch):
    store = GameStore(tmp_path)
    new, after = save_a_move(store)
    store.save(after)

    def write_and_crash(*arguments, **options):
        write_own(*arguments, **options)
        raise StorageError("the power has failed")

    with monkeypatch.context() as patch:
        patch.setattr("hashi_gui.game.store.write_own", write_and_crash)
        with pytest.raises(StorageError):
            store.save(new)
    assert GameStore(tmp_path).load_last().board == new.board
