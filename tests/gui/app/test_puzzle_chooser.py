from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer

from hashi_gui.formats import read_path
from hashi_gui.game import Game
from hashi_gui.gui.app.settings import Settings
from hashi_gui.gui.dialogs.new_puzzle import NewPuzzleDialog
from hashi_gui.logic.levels import Level

# The offscreen platform has no size hints to give dialogs.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

A, B, C, D = PUZZLES = ("1.1", "A"), ("1..1", "B"), ("1...1", "C"), ("1....1", "D")


@pytest.fixture
def play_next(play_on, library, store):
    """Presses N on a puzzle and returns the title of the one that opens, or else the message.

    The library has four puzzles, of which those with the titles ``solved`` are solved.
    """
    files = library(*PUZZLES)

    def play_next(current, solved=""):
        for document in map(read_path, files):
            if document.info.title in solved:
                store.save(finish(document))
        player = play_on(current)
        chosen = []
        player.window.chooser.chosen.connect(chosen.append)
        player.key(Qt.Key.Key_N)
        return chosen[0].info.title if chosen else player.bar.text

    return play_next


def finish(document):
    """The document with the only bridge of its puzzle drawn."""
    game = Game.from_document(document)
    game.play(game.cycle_bridges(0))
    assert game.finished
    return game.to_document()


@pytest.mark.parametrize(("current", "title"), [(A, "B"), (B, "C"), (C, "D")])
def test_next_opens_the_puzzle_after_the_current_one(play_next, current, title):
    assert play_next(current[0]) == title


def test_next_starts_again_after_the_last_puzzle(play_next):
    assert play_next(D[0]) == "A"


@pytest.mark.parametrize(
    ("current", "solved", "title"),
    [(A, "B", "C"), (B, "AC", "D"), (B, "CD", "A"), (C, "AD", "B"), (D, "AD", "B")],
)
def test_next_skips_solved_puzzles(play_next, current, solved, title):
    assert play_next(current[0], solved) == title


def test_next_stays_at_the_current_puzzle_if_all_others_are_solved(play_next):
    assert play_next(B[0], "ACD") == "B"


def test_next_reports_when_all_puzzles_are_solved(play_next):
    assert play_next("2.2", "ABCD") == "You have solved every puzzle in the library."


def test_next_opens_the_first_puzzle_if_the_current_one_is_not_in_the_library(play_next):
    assert play_next("2.2") == "A"


def test_the_options_of_the_last_generated_puzzle_are_stored(player, qtbot, settings_file):
    """Even if the dialog is cancelled."""
    shown = []

    def choose_hard_and_cancel():
        dialog = player.window.findChild(NewPuzzleDialog)
        shown.append(dialog.page.options().level)
        with qtbot.waitSignal(dialog.generated):
            qtbot.mouseClick(dialog.quick.levels.button(Level.HARD), Qt.MouseButton.LeftButton)
        dialog.reject()

    for _ in range(2):
        QTimer.singleShot(0, choose_hard_and_cancel)
        player.window.chooser.show_new_puzzle()
    assert shown == [Level.EASY, Level.HARD]
    assert Settings(settings_file).last_options.level is Level.HARD
