"""The stage alone, with activities that only say what happens to them; then with the real ones."""

import shutil
from itertools import permutations, product

import pytest
from PySide6.QtWidgets import QWidget

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game import GameStore
from hashi_gui.game.autosave import MIN_SECONDS
from hashi_gui.game.game import Clock
from hashi_gui.gui.stage import ActionKind, Activity, Stage

IN_PLAY = Puzzle.from_clues(3, 3, {(0, 0): 1, (0, 2): 2, (2, 2): 1})
TECHNIQUE = "Only one way out"


class Told(Activity):
    def __init__(self, told, word, *, covers=False, clock=None):
        super().__init__()
        self.view = QWidget()
        self.told, self.word, self.covers, self._clock = told, word, covers, clock

    @property
    def clock(self):
        return self._clock

    def entered(self):
        self.told.append(f"{self.word} entered")

    def suspended(self, by):
        self.told.append(f"{self.word} waits for {by.word}")

    def resumed(self):
        self.told.append(f"{self.word} resumed")

    def left(self):
        self.told.append(f"{self.word} left")


class Window(QWidget):
    active = True

    def isActiveWindow(self):
        return self.active


@pytest.fixture
def window(qtbot):
    window = Window()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def told():
    return []


@pytest.fixture
def clocks():
    return Clock(), Clock()


@pytest.fixture
def activities(told, clocks):
    """The game, two that use its board, the first with a clock, and one that has its own."""
    return {
        "game": Told(told, "game", clock=clocks[0]),
        "one": Told(told, "one", clock=clocks[1]),
        "two": Told(told, "two"),
        "editor": Told(told, "editor", covers=True),
    }


@pytest.fixture
def stage(window, activities):
    stage = Stage(window)
    stage.open(activities["game"])
    return stage


def test_an_activity_with_the_board_of_the_game_takes_the_place_of_the_others(
    stage, activities, told
):
    for word in ("one", "editor", "two"):
        stage.enter(activities[word])
    assert told == [
        *("game waits for one", "one entered", "one waits for editor", "editor entered"),
        *("editor left", "one left", "game resumed", "game waits for two", "two entered"),
    ]


def test_an_activity_that_waits_is_gone_back_to(stage, activities, told):
    stage.enter(activities["one"])
    stage.enter(activities["editor"])
    told.clear()
    stage.enter(activities["one"])
    assert told == ["editor left", "one resumed"]
    assert stage.current is activities["one"]
    stage.enter(activities["one"])
    assert len(told) == 2


def test_leaving_ends_what_is_above(stage, activities, told):
    stage.enter(activities["one"])
    stage.enter(activities["editor"])
    told.clear()
    stage.leave(activities["one"])
    assert told == ["editor left", "one left", "game resumed"]
    stage.leave(activities["one"])
    stage.leave(activities["game"])
    assert stage.current is activities["game"]
    assert len(told) == 3


def test_another_game_ends_everything_and_nothing_is_resumed(stage, activities, told):
    stage.enter(activities["one"])
    stage.enter(activities["editor"])
    told.clear()
    stage.open(activities["game"])
    assert told == ["editor left", "one left"]


def test_only_the_clock_of_the_current_activity_runs(stage, activities, clocks, window):
    def running():
        return [clock.running for clock in clocks]

    assert running() == [True, False]
    stage.enter(activities["one"])
    assert running() == [False, True]
    stage.enter(activities["editor"])
    assert running() == [False, False]
    stage.leave(activities["editor"])
    assert running() == [False, True]
    stage.toggle_pause()
    assert running() == [False, False]
    stage.toggle_pause()
    window.active = False
    stage.run_clock()
    assert running() == [False, False]
    window.active = True
    stage.leave(activities["one"])
    assert running() == [True, False]
    stage.stop_clock()
    assert running() == [False, False]
    stage.run_clock()
    assert running() == [True, False]


def test_a_pause_ends_with_what_is_shown_and_allows_less(stage, activities):
    stage.toggle_pause()
    assert stage.paused
    assert ActionKind.PAUSE in stage.allowed
    assert ActionKind.MOVE not in stage.allowed
    stage.enter(activities["editor"])
    assert not stage.paused
    assert stage.allowed is activities["editor"].allowed


@pytest.fixture
def playing(player, garden):
    """A game with one bridge, after another one that was solved."""
    titled = Document.from_puzzle(garden, "hashi")._replace(info=PuzzleInfo(title="Garden"))
    player.open(titled)
    player.finish()
    player.open(Document.from_puzzle(IN_PLAY, "hashi"))
    player.click(0, 1)
    player.wait_for_solver()
    player.flushed_games()
    return player


def begin(player, store, word):
    window = player.window
    match word:
        case "practice":
            window.teaching.practice.begin(TECHNIQUE)
            player.wait(lambda: window.teaching.practice.asks)
        case "past game":
            (result,) = store.results.all()
            window.progress.past_games.replay(result)
            player.wait(lambda: window.context.stage.current is window.progress.past_games)
        case "editor":
            window.editor.edit_game()
            assert window.context.stage.current is window.editor


def check_that_the_game_waits(player, seconds):
    game = player.window.play.in_play.game
    assert game.puzzle == IN_PLAY
    assert sum(game.board.counts) == 1
    assert not game.clock.running
    assert game.clock.seconds == seconds


def check_what_the_next_start_finds(folder, seconds):
    saved = GameStore(folder).load_last()
    assert saved.puzzle == IN_PLAY
    assert sum(saved.board.counts) == 1
    assert saved.game.seconds == pytest.approx(seconds, abs=MIN_SECONDS)


def test_every_activity_on_every_other_leaves_the_game_as_it_was(playing, store):
    window = playing.window
    of = {
        "practice": window.teaching.practice,
        "past game": window.progress.past_games,
        "editor": window.editor,
    }
    for words, leave_upper_first in product(permutations(of, 2), (True, False)):
        begin(playing, store, words[0])
        seconds = window.play.in_play.game.clock.seconds
        check_that_the_game_waits(playing, seconds)
        begin(playing, store, words[1])
        check_that_the_game_waits(playing, seconds)
        is_edited = words[1] == "editor"
        assert [of[word].running for word in words] == [is_edited, True]
        assert playing.view.isVisible() is not is_edited
        for word in reversed(words) if leave_upper_first else words:
            window.context.stage.leave(of[word])
        assert window.context.stage.current is window.play.playing
        assert playing.game is window.play.in_play.game
        assert sum(playing.scene.picture.board.counts) == 1
        assert playing.view.isVisible()
        assert window.play.in_play.game.clock.running


@pytest.mark.parametrize("word", ["practice", "past game", "editor"])
def test_closing_saves_the_game_that_waits(playing, store, word):
    begin(playing, store, word)
    seconds = playing.window.play.in_play.game.clock.seconds
    playing.window.close()
    check_that_the_game_waits(playing, seconds)
    check_what_the_next_start_finds(store.folder, seconds)


def test_a_crash_during_any_activity_leaves_the_game_as_it_was(playing, store, tmp_path):
    """The next start finds what is on the disk while the window is still open."""
    window = playing.window
    for words in (
        *(("practice",), ("past game",), ("editor",)),
        *(("practice", "editor"), ("past game", "editor")),
    ):
        window.play.in_play.game.clock._elapsed += 100
        for word in words:
            begin(playing, store, word)
            if word == "practice":
                window.play.controller.click_edges((0,), False)
            if word == "editor":
                window.editor.controller.place_at((1, 1), 1)
                window.editor.drafts.wait()
        seconds = window.play.in_play.game.clock.seconds
        check_that_the_game_waits(playing, seconds)
        window.context.stores.flushed_games()
        crashed = shutil.copytree(store.folder, tmp_path / " ".join(words))
        check_what_the_next_start_finds(crashed, seconds)
        window.context.stage.open(window.play.playing)
