import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import Board, Tag
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document
from hashi_gui.game import Game, GameStore
from hashi_gui.game.autosave import MIN_SECONDS, Autosave
from hashi_gui.game.game import Clock
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.results_database import ResultsDatabase
from hashi_gui.system.files import StorageError

GRID = Puzzle.from_clues(5, 5, {(r, c): 4 for r in range(0, 5, 2) for c in range(0, 5, 2)})
PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})


class Saver:
    """An autosave, the outcomes of its attempts, and what a new start would find."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: list[StorageError | None] = []
        self.autosave = Autosave(GameStore(folder), self.outcomes.append)

    def play(self, game: Game, *edges: int) -> None:
        """Build a bridge on each edge, and save after each."""
        for edge in edges:
            play(game, edge)
            self.autosave.save()

    def open(self, *edges: int) -> Game:
        """Open a game, and play and save it."""
        game = Game(GRID)
        self.autosave.open(game)
        self.play(game, *edges)
        self.autosave.wait()
        return game

    def loaded(self) -> Document | None:
        self.autosave.wait()
        return GameStore(self.folder).load_last()


@pytest.fixture
def saver(tmp_path: Path):
    saver = Saver(tmp_path / "store")
    yield saver
    saver.autosave.close()


def same_game(one: Document | None, two: Document) -> bool:
    """Whether two documents hold the same game, apart from tenths of seconds."""
    assert one is not None
    assert one.game is not None
    assert two.game is not None
    assert abs(one.game.seconds - two.game.seconds) < 0.2
    games = (replace(each.game, seconds=0.0, log=()) for each in (one, two))
    return one.board == two.board and next(games) == next(games)


ACTIONS = {
    "build": lambda game, random: game.play(
        game.cycle_bridges(random.choice(free_edges(game)) if free_edges(game) else 0)
    ),
    "mark": lambda game, random: game.play(
        game.toggle_mark(random.randrange(len(game.puzzle.edges)))
    ),
    "tag": lambda game, random: game.play(
        game.toggle_edge_tag(random.randrange(len(game.puzzle.edges)), Tag.DISC)
    ),
    "undo": lambda game, _: game.undo(),
    "redo": lambda game, _: game.redo(),
    "restart": lambda game, _: game.play(game.restart()),
    "go back": lambda game, random: game.go_back(random.randrange(3)),
    "begin": lambda game, _: game.begin_trial(),
    "name": lambda game, _: game.name_trial("up") if game.trials else None,
    "accept": lambda game, _: game.accept_trial() if game.trials else None,
    "discard": lambda game, _: game.discard_trial() if game.trials else None,
    "hint": lambda game, _: setattr(game, "hints", game.hints + 1),
}


def free_edges(game: Game) -> list[int]:
    return [e.id for e in GRID.edges if not any(game.board.counts[c] for c in GRID.crossings[e.id])]


@given(actions=st.lists(st.sampled_from(sorted(ACTIONS)), max_size=25), seed=st.integers(0, 999))
def test_a_new_start_finds_the_game_after_every_change(tmp_path_factory, actions, seed):
    folder = tmp_path_factory.mktemp("home")
    saver, random, game = Saver(folder), Random(seed), Game(GRID)
    saver.autosave.open(game)
    for action in actions:
        ACTIONS[action](game, random)
        saver.autosave.save()
        assert same_game(saver.loaded(), game.to_document())
    saver.autosave.close()
    assert set(saver.outcomes) == {None}
    shutil.rmtree(folder)


def play(game: Game, *edges: int) -> None:
    for edge in edges:
        game.play(game.cycle_bridges(edge))


def test_a_change_is_appended_at_a_cost_that_does_not_depend_on_the_board(saver):
    game = saver.open(0)
    files = {file: file.stat() for file in (saver.folder / "games").iterdir()}
    saver.play(game, 1, 2, 3)
    assert same_game(saver.loaded(), game.to_document())
    (journal,) = (f for f, stat in files.items() if f.stat().st_mtime_ns != stat.st_mtime_ns)
    assert journal.suffix == ".journal"
    assert len(journal.read_text().splitlines()) == 1 + 3
    assert journal.stat().st_ino == files[journal].st_ino


def test_a_game_that_is_not_changed_here_is_not_written(saver, tmp_path):
    older = Game(GRID)
    saver.autosave.open(older)
    saver.autosave.wait()
    other = Saver(saver.folder)
    newer = Game.from_document(older.to_document())
    other.autosave.open(newer)
    play(newer, *range(8))
    other.autosave.close()
    saver.autosave.save()
    saver.autosave.open(Game(PAIR))
    saver.autosave.wait()
    saved = GameStore(saver.folder).resume(Document.from_puzzle(GRID, "text"))
    assert same_game(saved, newer.to_document())


def test_the_time_alone_is_saved_if_it_is_long_enough(saver):
    now = 0.0
    game = Game(GRID, clock=Clock(now=lambda: now))
    game.clock.start()
    saver.autosave.open(game)
    now = MIN_SECONDS / 2
    saver.autosave.save()
    assert saver.loaded().game.seconds == 0
    now = 90.0
    saver.autosave.save()
    assert saver.loaded().game.seconds == 90


def test_several_moves_between_two_saves_are_saved(saver):
    game = saver.open(0)
    play(game, 1, 2, 3)
    saver.autosave.save()
    assert same_game(saver.loaded(), game.to_document())


def test_after_an_error_the_whole_game_is_saved(saver):
    game = saver.open(0)
    assert saver.autosave.error is None
    games = saver.folder / "games"
    games.rename(saver.folder / "elsewhere")
    games.write_text("in the way")
    for edge in (1, 2):
        play(game, edge)
        saver.autosave.save()
        saver.autosave.wait()
        assert "cannot be written" in str(saver.autosave.error)
    games.unlink()
    saver.play(game, 3)
    assert same_game(saver.loaded(), game.to_document())
    assert saver.autosave.error is None


def test_an_unexpected_error_is_reported_and_saving_goes_on(saver, monkeypatch, caplog):
    game = Game(GRID)
    saver.autosave.open(game)
    with monkeypatch.context() as patch:
        patch.setattr(GameStore, "save", lambda *_: 1 / 0)
        play(game, 0)
        saver.autosave.save()
        saver.autosave.wait()
    assert "division by zero" in str(saver.autosave.error)
    assert "ZeroDivisionError" in caplog.text
    saver.play(game, 1)
    assert same_game(saver.loaded(), game.to_document())


def test_nothing_waits_for_a_slow_disk_but_closing(saver, monkeypatch):
    released = Event()
    original = GameStore.save
    monkeypatch.setattr(GameStore, "save", lambda *a: (released.wait(), original(*a)))
    game = Game(GRID)
    saver.autosave.open(game)
    saver.play(game, *range(6))
    assert GameStore(saver.folder).load_last() is None
    released.set()
    saver.autosave.close()
    assert same_game(GameStore(saver.folder).load_last(), game.to_document())


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"no JSON",
        b"[1]",
        b'{"length": 9, "position": 1, "trials": [], "seconds": 1, "hints": 0, "finished": 0}',
        b'{"length": 2, "position": 3, "trials": [], "seconds": 1, "hints": 0, "finished": 0}',
        b'{"length": 3, "position": 3, "trials": [], "seconds": 1, "hints": 0, "finished": 0,'
        b' "move": "9,9-9,9=1"}',
        b"\xff",
        b"[" * 2000,
        *(
            b'{"length": 2, "position": 2, "trials": [], "seconds": 1, ' + field + b"}"
            for field in (
                b'"move": 5',
                b'"hints": 1e400',
                b'"hints": 10000000000000000000000000',
                b'"hints": -1',
                b'"begun": "today"',
                b'"log": ["1e308 move 0,0-0,2=1"]',
                b'"seconds": NaN',
                b'"seconds": 1e999',
                b'"seconds": -1',
                b'"length": -1, "position": -1',
                b'"trials": [3]',
                b'"trials": [-1]',
                b'"trials": [1, 0]',
                b'"trials": [0.5]',
            )
        ),
    ],
)
def test_a_damaged_journal_is_set_aside_and_the_game_loaded_as_far_as_possible(saver, line):
    saver.open(0, 1)
    (journal,) = (saver.folder / "games").glob("*.journal")
    damaged = journal.read_bytes() + line + b"\n"
    journal.write_bytes(damaged)
    store = GameStore(saver.folder)
    loaded = store.load_last()
    assert len(loaded.game.history) == 2
    assert [file.read_bytes() for file in store.quarantined] == [damaged]


def test_the_previous_version_is_loaded_with_its_journal(saver):
    game = saver.open(0, 1, 2)
    before = game.to_document()
    again = Game.from_document(before)
    saver.autosave.open(again)
    saver.play(again, 3)
    assert len(saver.loaded().game.history) == 4
    (file,) = (saver.folder / "games").glob("*.hashi")
    file.write_bytes(b"damaged")
    assert same_game(GameStore(saver.folder).load_last(), before)


@pytest.fixture
def file_with_journal(saver) -> Path:
    """The file of a game with one move, whose journal has another one."""
    saver.open(0, 1)
    (file,) = (saver.folder / "games").glob("*.hashi")
    return file


def test_a_journal_of_another_saved_game_is_set_aside(saver, file_with_journal):
    changes = file_with_journal.with_suffix(".journal").read_bytes()
    file_with_journal.write_bytes(file_with_journal.read_bytes() + b"\n")
    store = GameStore(saver.folder)
    assert len(store.load_last().game.history) == 1
    assert [file.read_bytes() for file in store.quarantined] == [changes]


@pytest.mark.parametrize("damaged", [b"\0\0\0\1", b"no journal\n", b"\xff\n\n"])
def test_what_is_no_journal_is_set_aside(saver, file_with_journal, damaged):
    file_with_journal.with_suffix(".journal").write_bytes(damaged)
    store = GameStore(saver.folder)
    assert len(store.load_last().game.history) == 1
    assert [file.read_bytes() for file in store.quarantined] == [damaged]


def test_incomplete_lines_and_zeros_after_a_power_failure_are_no_changes(saver, file_with_journal):
    changes = file_with_journal.with_suffix(".journal")
    whole = changes.read_bytes()
    cut = (whole[:length] for length in range(len(whole)))
    for content in (*cut, whole + bytes(99), whole + b'{"length"'):
        changes.write_bytes(content)
        store = GameStore(saver.folder)
        assert len(store.load_last().game.history) == max(content.count(b"\n"), 1)
        assert store.quarantined == []


def test_a_journal_whose_changes_were_just_saved_is_ignored(saver, file_with_journal):
    """As after a crash between the two files."""
    outdated = file_with_journal.with_suffix(".journal").read_bytes()
    game = Game.from_document(saver.loaded())
    saver.autosave.open(game)
    saver.play(game, 2)
    assert len(saver.loaded().game.history) == 3
    file_with_journal.with_suffix(".journal").write_bytes(outdated)
    store = GameStore(saver.folder)
    assert len(store.load_last().game.history) == 3
    assert store.quarantined == []


def test_a_journal_without_a_saved_game_is_set_aside(saver, file_with_journal):
    changes = file_with_journal.with_suffix(".journal").read_bytes()
    for suffix in (".hashi", ".previous"):
        file_with_journal.with_suffix(suffix).unlink()
    store = GameStore(saver.folder)
    assert store.resume(Document.from_puzzle(GRID, "text")).game is None
    assert [file.read_bytes() for file in store.quarantined] == [changes]


def test_a_game_whose_journal_is_deleted_is_saved_as_a_whole(saver, file_with_journal):
    game = Game.from_document(saver.loaded())
    saver.autosave.open(game)
    saver.play(game, 2, 3)
    saver.autosave.wait()
    file_with_journal.with_suffix(".journal").unlink()
    saver.play(game, 4)
    saver.autosave.wait()
    assert isinstance(saver.outcomes[-1], StorageError)
    saver.autosave.save_whole()
    assert len(saver.loaded().game.history) == 5
    assert saver.outcomes[-1] is None


def test_a_game_is_saved_when_it_is_opened_and_waiting_after_closing_ends_at_once(saver):
    saver.autosave.open(Game(PAIR))
    assert saver.loaded().board == Board.empty(PAIR)
    saver.autosave.close()
    saver.autosave.wait()
    assert saver.loaded().puzzle == PAIR


def test_the_newer_of_two_journals_counts_if_both_versions_are_the_same(saver):
    game = Game(GRID)
    saver.autosave.open(game)
    saver.autosave.save_whole()
    saver.play(game, 0)
    game.undo()
    saver.autosave.save()
    changed = Game.from_document(game.to_document())
    saver.autosave.open(changed)
    for _ in range(2):
        saver.autosave.save_whole()
        changed.redo()
        saver.autosave.save()
        changed.undo()
        saver.autosave.save()
    saver.autosave.save_whole()
    changed.redo()
    saver.autosave.save()
    assert same_game(saver.loaded(), changed.to_document())


def test_what_else_is_saved_does_not_end_an_error_of_the_game(saver, monkeypatch):
    game = Game(GRID)
    saver.autosave.open(game)
    for edge, problem in enumerate((None, StorageError("full"), None)):
        play(game, edge)
        with monkeypatch.context() as patch:
            if problem is not None:
                patch.setattr(GameStore, "save_change", Mock(side_effect=problem))
            saver.autosave.save()
            saver.autosave.save_practice()
            saver.autosave.wait()
        assert saver.autosave.error is problem
    assert same_game(saver.loaded(), game.to_document())


def test_an_attempt_that_was_not_saved_is_saved_with_the_game(saver, monkeypatch):
    saver.autosave.open(Game(GRID))
    practice = saver.autosave._store.practice
    practice.add(Attempt("full island", "2026-11-21T19:30:00.000Z", True, 1.0))
    with monkeypatch.context() as patch:
        patch.setattr(ResultsDatabase, "put_attempts", Mock(side_effect=StorageError("full")))
        saver.autosave.save_practice()
        saver.autosave.wait()
    assert saver.autosave.error is not None
    saver.autosave.save_whole()
    saver.autosave.wait()
    assert saver.autosave.error is None
    assert GameStore(saver.folder).practice.all() == practice.all()
