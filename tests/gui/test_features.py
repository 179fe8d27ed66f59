"""Each feature alone: built from a context and the features below it, without the window."""

import pytest
from PySide6.QtCore import Qt

from hashi_gui.formats import read
from hashi_gui.game.library import library_documents
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.view import ZoomableView
from hashi_gui.gui.documents.arrivals import Request
from hashi_gui.gui.documents.documents import Documents
from hashi_gui.gui.editor.editor import Editor
from hashi_gui.gui.library.library import Library
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.progress.progress import Progress
from hashi_gui.gui.settings.help import HelpWindows
from hashi_gui.gui.settings.preferences import Preferences, Settings
from hashi_gui.gui.stage import Activity
from hashi_gui.gui.teaching.teaching import Teaching
from hashi_gui.gui.widgets.actions import Actions
from hashi_gui.rendering.theme import DARK, LIGHT, ThemeSetting
from tests.gui.conftest import Frame
from tests.samples import GARDEN


@pytest.fixture
def context(qtbot, fonts, settings_file, store):
    window = Frame(Settings(settings_file), store)
    qtbot.addWidget(window)
    yield window.context
    window.context.stores.autosave.close()
    window.context.tasks.close()


@pytest.fixture
def play(context):
    play = Play(context, read(GARDEN))
    play.begin()
    yield play
    play.close()


@pytest.fixture
def library(context, play):
    return Library(context, play)


@pytest.fixture
def teaching(context, play):
    return Teaching(context, play, HelpWindows(context.messages.window, list, context.theme))


@pytest.fixture
def message(context):
    return lambda: context.messages.bar.text


def actions_of(context, feature):
    """What a feature offers, by text, in a window without anything else."""
    actions = Actions(context.messages.window, feature.actions())
    actions.update(context.stage.allowed)
    return {action.text.replace("&", ""): actions[action] for action in actions}


def test_playing_saves_itself_and_offers_undo(context, play, store):
    offered = actions_of(context, play)
    assert not offered["Undo"].isEnabled()
    play.controller.play(play.controller.game.cycle_bridges(0))
    context.stores.flushed_games()
    assert store.load_last().board.counts[0] == 1
    actions_of(context, play)["Undo"].trigger()
    assert not sum(play.controller.game.board.counts)


def test_without_a_library_the_same_puzzle_comes_next(play):
    assert play.next_puzzle()[0] == "Play again"


def test_documents_open_what_they_get(qtbot, context, play, message, tmp_path):
    documents, recipes = Documents(context, play), []
    documents.recipe_opened.connect(recipes.append)
    documents.open(Request(text="1.1"), Request(text="hashi generate --seed 3"))
    qtbot.waitUntil(lambda: not documents.unopened)
    assert len(play.in_play.game.puzzle.islands) == 2
    assert recipes[0].seed == 3
    (tmp_path / "me.jpg").write_bytes(b"\xff\xd8\xff")
    documents.open_file(tmp_path / "me.jpg")
    qtbot.waitUntil(lambda: not documents.unopened)
    assert message().startswith("That is a picture, not a puzzle. Open a .hashi file.")
    documents.close()


def test_the_library_decides_what_comes_next(play, library):
    assert play.next_puzzle()[0] == "New puzzle"
    play.in_play.open_document(library_documents()[-1])
    assert play.next_puzzle()[0] == "Next puzzle"
    before = play.in_play.game.puzzle
    play.open_next()
    assert play.in_play.game.puzzle != before
    library.close()


def test_a_past_game_takes_the_board_and_gives_it_back(qtbot, context, play, library, teaching):
    progress = Progress(context, play, library, teaching)
    solution = play.verdicts
    qtbot.waitUntil(lambda: solution.only_solution is not None)
    game = play.controller.game
    while not game.solved:
        edge = next(e for e, n in enumerate(solution.only_solution) if n > game.board.counts[e])
        play.controller.play(game.add_bridges(edge))
    (result,) = context.stores.flushed_games().results.all()
    play.in_play.open_document(read("1.1"))
    progress.past_games.replay(result)
    qtbot.waitUntil(lambda: progress.past_games.running)
    assert play.controller.game.puzzle == game.puzzle
    context.stage.leave(progress.past_games)
    assert len(play.controller.game.puzzle.islands) == 2


def test_a_puzzle_is_edited_and_played(context, play, library, teaching):
    editor = Editor(context, play, library, teaching)
    actions_of(context, editor)["Edit this puzzle"].trigger()
    assert context.stage.current is editor
    editor.controller.place_at((0, 4), 1)
    editor.play()
    assert context.stage.current is play.playing
    assert play.in_play.game.puzzle.island_at(0, 4) is not None
    editor.close()


def test_arrow_keys_and_enter_reach_the_board_of_any_activity(qtbot, context, play):
    class Sorting(Activity):
        covers = can_go_on = True
        name, clock = "Sorting", None

        def __init__(self, window):
            super().__init__(window)
            self.meant = []
            self.view = self.page = ZoomableView(BoardScene(LIGHT, window), window)
            self.go_on = lambda: self.meant.append("on")

        def walk(self, drow, dcol):
            self.meant.append((drow, dcol))

    window = context.messages.window
    actions = Actions(window, play.actions())
    sorting = Sorting(window)
    context.stage.enter(sorting)
    actions.update(context.stage.allowed)
    window.show()
    window.activateWindow()
    sorting.view.setFocus()
    qtbot.waitUntil(sorting.view.hasFocus)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(sorting.view, key)
    assert sorting.meant == [(-1, 0), (0, 1), "on"]


def test_help_and_preferences(context):
    keys = [("Play", [("H", "Show where the next step is")])]
    windows = HelpWindows(context.messages.window, lambda: keys, context.theme)
    dialog = windows.show_help()
    assert "Show where the next step is" in dialog.game.toPlainText()
    dialog.close()
    context.preferences.set(Preferences(theme=ThemeSetting.DARK))
    assert context.theme.current.water == DARK.water
