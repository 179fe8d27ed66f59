import os
import re
import sqlite3
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QHelpEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QToolButton, QWidget

from hashi_gui import __version__
from hashi_gui.core import i18n
from hashi_gui.core.board import MARK, Board
from hashi_gui.formats import Document, PuzzleInfo, read, read_path
from hashi_gui.game import GameStore
from hashi_gui.game.result import GameResult
from hashi_gui.game.results_database import ResultsDatabase
from hashi_gui.gui.editor.editor import Editor
from hashi_gui.gui.settings.keys import with_wasd
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.stage import ON_A_BOARD
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.actions import ToolBar
from hashi_gui.gui.widgets.dialogs import room_for
from hashi_gui.gui.window.main_window import FIRST_SIZE, MainWindow
from hashi_gui.system.files import PUZZLES
from hashi_gui.system.languages import ENGLISH, LANGUAGES, speak
from tests.gui.conftest import answer_next
from tests.menus import action, menu_titled
from tests.mouse import data_of
from tests.samples import GARDEN

RIGHT = Qt.MouseButton.RightButton
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier

TOP = (0, 0), (0, 2)
SIDE = (0, 0), (2, 0)

ROW = "1.2.1"
ROW_LINK = "https://puzz.link/p?hashi/5/1/1g2g1"


def clues(player):
    return [island.clue for island in player.puzzle.islands]


def trigger(player, text):
    action(player.window, text).trigger()


@pytest.fixture
def row_file(tmp_path):
    file = tmp_path / "row.txt"
    file.write_text(ROW, encoding="utf-8")
    return file


@pytest.fixture
def bad_file(tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text("1.2\n.x.\n", encoding="utf-8")
    return file


@pytest.fixture
def picked(monkeypatch):
    """Decides what the file dialogs return."""

    def picked(file):
        for name in ("file_to_open", "file_to_save"):
            monkeypatch.setattr(dialogs, name, lambda *_: file)

    return picked


# Opening


def test_a_new_puzzle_is_greeted_and_its_expected_time_is_said_once(play_on):
    timed = read("1.2.1")._replace(info=PuzzleInfo(level="easy", expected_seconds=360))
    player = play_on(timed)
    assert player.bar.text == "5 × 1, 3 islands."
    assert player.facts[1] == "about 6 min"
    player.open(read("1.2.2")._replace(info=PuzzleInfo(instructions="Begin\nat the left.")))
    assert player.bar.text == "Begin at the left."


def test_an_opened_file_is_listed_as_recent(player, row_file, picked, settings_file):
    picked(None)
    before = player.game
    player.key(Qt.Key.Key_O, CTRL)
    assert player.game is before
    picked(row_file)
    player.key(Qt.Key.Key_O, CTRL)
    player.wait_for_disk()
    assert clues(player) == [1, 2, 1]
    assert player.bar.text == "5 × 1, 3 islands."
    assert Settings(settings_file).recent == [row_file]


def test_a_bad_file_is_reported_and_changes_nothing(player, bad_file, picked, settings_file):
    player.click(0, 1)
    before = player.game
    picked(bad_file)
    for reason in ("in row “.x.”", "bad.txt is not there"):
        player.key(Qt.Key.Key_O, CTRL)
        player.wait_for_disk()
        assert player.game is before
        assert player.state(*TOP) == 1
        assert reason in player.bar.text
        assert Settings(settings_file).recent == []
        bad_file.unlink(missing_ok=True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_opened_from_wherever_it_comes(player, tmp_path, picked, settings_file):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    before = player.game
    picked(pipe)
    for open_it in (
        lambda: player.key(Qt.Key.Key_O, CTRL),
        lambda: player.window.documents.open_dropped(data_of(pipe)),
        lambda: player.window.documents.open_file(pipe),
    ):
        player.bar.show_message("")
        open_it()
        player.wait_for_disk()
        assert player.bar.text == "pipe cannot be opened (it is not a file)."
    assert player.game is before
    assert Settings(settings_file).recent == []


def test_a_grid_or_a_link_or_a_file_is_pasted(player, row_file):
    for pasted in (ROW, ROW_LINK, f"\n  {ROW_LINK}\n", data_of(row_file)):
        player.paste(pasted)
        assert clues(player) == [1, 2, 1]
        player.open_text("1.1")


def test_a_link_or_a_file_is_dropped(player, row_file, settings_file):
    text, url = QMimeData(), QMimeData()
    text.setText(ROW_LINK)
    url.setUrls([QUrl(ROW_LINK)])
    for data in (text, url, data_of(row_file)):
        player.drop(data)
        assert clues(player) == [1, 2, 1]
        player.open_text("1.1")
    assert Settings(settings_file).recent == [row_file]


def test_recent_files_are_listed_opened_and_cleared(player, row_file, settings_file, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("2.2\n...\n2.2", encoding="utf-8")
    player.open_file(row_file)
    player.open_file(other)
    player.open_file(row_file)
    player.open_file(other)
    menu = menu_titled(player.window, "Open &recent")
    menu.aboutToShow.emit()
    entries = [action.text() for action in menu.actions()]
    assert entries == ["other.txt", "row.txt", "", "Clear the list"]
    assert menu.actions()[1].toolTip() == str(row_file)
    menu.actions()[1].trigger()
    player.wait_for_disk()
    assert clues(player) == [1, 2, 1]
    menu.aboutToShow.emit()
    menu.actions()[-1].trigger()
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == ["No recent files"]
    assert Settings(settings_file).recent == []


def test_another_puzzle_is_shown_completely(player, row_file):
    player.key(Qt.Key.Key_Right)
    player.view.zoom(2)
    player.open_file(row_file)
    assert player.scene.picture.focus is None
    assert player.scene.picture.highlight.edges == {}
    assert player.view.viewport().rect().contains(player.at(0, 4))


def test_the_window_has_the_title_of_the_puzzle_or_the_name_of_the_file(
    player, row_file, picked, tmp_path
):
    assert player.window.windowTitle() == "5 × 5 — Hashi"
    player.open_file(PUZZLES / "1-easy" / "05x05" / "first-crossing.hashi")
    assert player.window.windowTitle() == "First crossing — Hashi"
    player.open_file(row_file)
    assert player.window.windowTitle() == "row.txt — Hashi"
    picked(tmp_path / "game.hashi")
    player.key(Qt.Key.Key_S, CTRL)
    assert player.window.windowTitle() == "game.hashi — Hashi"
    player.open_text(ROW)
    assert player.window.windowTitle() == "5 × 1 — Hashi"


# Saving


def test_a_game_is_saved_with_its_history_and_saved_again(player, picked, tmp_path, settings_file):
    file = tmp_path / "game"
    player.click(0, 1)
    player.click(1, 0, RIGHT)
    player.key(Qt.Key.Key_Z, CTRL)
    picked(file)
    player.key(Qt.Key.Key_S, CTRL)
    saved = tmp_path / "game.hashi"
    assert player.bar.text == "Saved as game.hashi."
    assert Settings(settings_file).recent == [saved]
    document = read_path(saved)
    assert document.board == player.game.board
    assert len(document.game.history) == 2
    picked(tmp_path / "nowhere.hashi")
    player.click(1, 0)
    player.key(Qt.Key.Key_S, CTRL)  # without a dialog
    assert read_path(saved).board == player.game.board
    assert not (tmp_path / "nowhere.hashi").exists()
    player.key(Qt.Key.Key_S, CTRL | SHIFT)
    assert read_path(tmp_path / "nowhere.hashi").board == player.game.board


def test_a_saved_game_continues_in_another_window(player, picked, tmp_path, row_file):
    picked(tmp_path / "game.hashi")
    player.click(0, 1)
    player.key(Qt.Key.Key_S, CTRL)
    played = player.game.board
    player.open_file(row_file)
    player.open_file(tmp_path / "game.hashi")
    assert player.game.board == played
    assert player.window.windowTitle() == "game.hashi — Hashi"
    player.key(Qt.Key.Key_Z, CTRL)
    assert player.state(*TOP) == 0


def test_a_file_that_cannot_be_written_is_reported(player, picked, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    picked(tmp_path / "file" / "game.hashi")
    player.key(Qt.Key.Key_S, CTRL)
    assert "game.hashi cannot be written" in player.bar.text


# Autosave


def test_a_game_is_saved_by_itself_and_resumed_where_it_was_left(player, play_on, store):
    player.click(0, 1)
    player.click(1, 0, RIGHT)
    player.click(3, 3)
    player.key(Qt.Key.Key_Space)
    player.key(Qt.Key.Key_Z, CTRL)
    left = player.game.to_document()
    player.flushed_games()
    saved = GameStore(store.folder).load_last()  # as after a crash
    assert (saved.board, saved.game.history) == (left.board, left.game.history)
    player.window.close()
    again = play_on(store.load_last())
    assert again.game.board == left.board
    assert again.game.clock.seconds >= left.game.seconds
    assert again.bar.text.startswith("Welcome back!")
    again.key(Qt.Key.Key_Y, CTRL)
    assert again.game.board.locks == {again.island((3, 3))}
    for _ in range(3):
        again.key(Qt.Key.Key_Z, CTRL)
    assert again.game.board == Board.empty(again.puzzle)
    assert not again.game.can_undo


def test_a_resumed_game_can_be_started_over(player, play_on, store):
    player.click(0, 1)
    player.window.close()
    again = play_on(store.load_last())
    again.accept("Start over")
    assert again.game.board == Board.empty(again.puzzle)
    again.key(Qt.Key.Key_Z, CTRL)
    assert again.state(*TOP) == 1


def test_each_puzzle_has_a_saved_game_of_its_own(player, row_file, garden):
    player.click(0, 1)
    player.open_file(row_file)
    player.click(0, 1)
    player.open(Document.from_puzzle(garden, "text"))
    assert player.state(*TOP) == 1
    player.open_file(row_file)
    assert player.game.board.counts == bytes([1, 0])


def test_a_notice_says_that_the_game_is_not_saved_until_it_is(
    play_on, garden, tmp_path, qtbot, store
):
    player = play_on(garden)
    player.flushed_games()
    (tmp_path / "store" / "games").rename(tmp_path / "elsewhere")
    (tmp_path / "store" / "games").write_text("in the way", encoding="utf-8")
    player.click(0, 1)
    notices = player.notices
    player.wait(lambda: "Your game is not saved." in notices.text)
    assert "cannot be written" in notices.text
    player.click(0, 1)
    assert player.state(*TOP) == 2
    (tmp_path / "store" / "games").unlink()
    qtbot.mouseClick(notices.button("Try again"), Qt.MouseButton.LeftButton)
    player.wait(lambda: not notices.isVisible())
    assert store.load_last().board == player.game.board


# Settings


def test_the_window_fits_the_screen_at_the_first_start(qtbot, fonts, settings_file, store, garden):
    window = MainWindow(Document.from_puzzle(garden, "text"), Settings(settings_file), store)
    qtbot.addWidget(window)
    available = window.screen().availableGeometry().size()
    assert window.size() == room_for(window).size()
    assert window.height() < available.height() < FIRST_SIZE.height()


def test_size_and_full_screen_are_restored_and_full_screen_can_be_left(player, play_on, garden):
    player.window.resize(QSize(600, 500))
    player.window.close()
    player = play_on(garden)
    assert player.window.size() == QSize(600, 500)
    player.window.teaching.teacher.open()
    player.key(Qt.Key.Key_F11)
    player.wait(lambda: player.window.menuBar().height() == 0)
    assert not player.panel.isVisible()
    assert not player.window.play.facts.line.isVisible()
    assert not any(bar.isVisible() for bar in player.window.findChildren(ToolBar))
    for _ in range(2):
        player.key(Qt.Key.Key_F11)
        player.wait(lambda: player.panel.isHidden() is player.window.isFullScreen())
    player.window.close()
    again = play_on(garden)
    assert again.window.isFullScreen()
    assert action(again.window, "Full screen").isChecked()
    again.qtbot.mouseClick(again.window._leave_full_screen, Qt.MouseButton.LeftButton)
    assert not again.window.isFullScreen()
    assert not again.window._leave_full_screen.isVisible()
    again.wait(lambda: again.window.menuBar().height())
    assert again.window.play.facts.line.isVisible()
    assert any(bar.isVisible() for bar in again.window.findChildren(ToolBar))
    assert not action(again.window, "Full screen").isChecked()


# The clock and the end


def test_the_clock_runs_while_the_window_is_active(player, qtbot):
    clock = player.game.clock
    assert clock.running
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    with qtbot.waitActive(other):
        other.activateWindow()
    assert not clock.running
    with qtbot.waitActive(player.window):
        player.window.activateWindow()
    assert clock.running


def test_a_puzzle_is_solved_by_the_mouse_alone_and_the_bar_counts_islands(play_on, qtbot):
    player = play_on("1.2.?")
    assert "0 / 3" in player.facts
    player.click(0, 1)
    assert "1 / 3" in player.facts
    with qtbot.waitSignal(player.controller.solved):
        player.click(0, 3)
    assert player.finish_card.isVisible()
    assert not player.game.clock.running
    assert "3 / 3" in player.facts


def test_the_next_puzzle_is_the_next_unsolved_one_that_can_be_read(play_on, library):
    files = library((ROW, "First"), (ROW, "Damaged"), ("1.1", "Third"))
    player = play_on(read_path(files[0]))
    files[1].write_text("nothing that could be read", encoding="utf-8")
    player.wait_for_solver()
    player.finish()
    player.qtbot.mouseClick(player.finish_card.next_button, LEFT)
    assert clues(player) == [1, 1]
    assert player.window.windowTitle() == "Third — Hashi"
    player.finish()
    player.qtbot.mouseClick(player.finish_card.next_button, LEFT)
    assert player.bar.text == "You have solved every puzzle in the library."


def test_play_again_is_a_new_game(player):
    player.finish()
    player.qtbot.mouseClick(player.finish_card.again_button, LEFT)
    assert player.game.board == Board.empty(player.puzzle)
    assert not player.game.finished
    assert not player.game.can_undo
    assert player.game.clock.running
    player.click(0, 1)
    assert player.state(*TOP) == 1


# Actions


@pytest.mark.parametrize("wasd", [False, True])
def test_no_two_actions_share_a_key_or_are_called_alike(player, wasd):
    actions = list(player.window.menus)
    keys_of = with_wasd(actions) if wasd else {action: action.keys for action in actions}
    everywhere = [action for action in actions if action.kind in ON_A_BOARD]
    in_the_editor = [
        action for action in actions if action.kind | action.keys_kind in Editor.allowed
    ]
    for there in (everywhere, in_the_editor):
        keys = [QKeySequence(key).toString() for action in there for key in keys_of[action]]
        assert len(keys) == len(set(keys))
        assert all(keys)
        assert all(one.meets(other) for one in there for other in there)
    ids = [action.id for action in actions if action.id]
    assert len(ids) == len(set(ids))
    assert {action.text for action in actions if not action.id} == {
        "Next of this &kind", "&Lock or unlock the island", "S&top", "Number", "Place or remove",
        "Apply the proposal", "Select nothing",
    }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_entries_of_a_menu_share_a_letter(play_on, monkeypatch, language):
    monkeypatch.setenv("LANGUAGE", ENGLISH)
    monkeypatch.setattr(i18n, "_translations", NullTranslations())
    speak(language)
    window = play_on(GARDEN).window
    for enter in (lambda: None, window.editor.edit_game):
        enter()
        for menu in window.findChildren(QMenu):
            menu.aboutToShow.emit()
            letters = [
                match[1].lower()
                for action in menu.actions()
                for match in re.finditer("&([^&])", action.text().split("\t")[0])
            ]
            assert len(letters) == len(set(letters)), (menu.title(), letters)
            assert letters or menu.title() not in map(i18n._, ("&Theme", "Show mistak&es"))


def rows(menu):
    """The entries of a menu, and those of its submenus."""
    menu.aboutToShow.emit()
    for entry in menu.actions():
        if not entry.isSeparator():
            yield entry
            yield from rows(entry.menu()) if entry.menu() else ()


def test_the_menu_bar_is_short_and_belongs_to_the_activity(player):
    window = player.window
    seen = set()
    for enter, most, titles in (
        (lambda: None, 75, "Game Play Solve View Help"),
        (window.editor.edit_game, 90, "Game Edit Draft View Help"),
        (window.editor.leave, 75, "Game Play Solve View Help"),
    ):
        enter()
        menus = [each.menu() for each in window.menuBar().actions() if each.isVisible()]
        assert " ".join(menu.title().replace("&", "") for menu in menus) == titles
        entries = [entry for menu in menus for entry in rows(menu)]
        assert len(entries) + len(menus) <= most
        for menu in (*menus, *filter(None, (entry.menu() for entry in entries))):
            assert sum(not entry.isSeparator() for entry in menu.actions()) <= 16
        allowed = window.context.stage.current.allowed
        named = {window.menus[spec]: spec for spec in window.menus}
        assert all(named[each].kind in allowed for each in entries if each in named)
        seen |= {named[each] for each in entries if each in named}
    assert {spec.text for spec in seen} > {"&Undo", "&Hint", "Cu&t", "Make it &unique"}
    assert all(spec.keys_text for spec in window.menus if spec not in seen)


def test_every_action_has_its_keys_and_a_tip(player):
    for spec in player.window.menus:
        shown_action = player.window.menus[spec]
        assert spec.tip in shown_action.toolTip()
        assert spec.keys_text in shown_action.toolTip()
        assert [key.toString() for key in shown_action.shortcuts()] == [
            QKeySequence(key).toString() for key in spec.keys
        ]


@pytest.mark.parametrize("edge", ["left", "right"])
def test_the_tip_of_an_entry_covers_no_other_one(player, edge):
    menu, screen = menu_titled(player.window, "&Solve"), player.window.screen().geometry()
    menu.popup(QPoint(screen.left() if edge == "left" else screen.right(), 10))
    place = menu.actionGeometry(menu.actions()[0]).center()
    QApplication.sendEvent(menu, QHelpEvent(QEvent.Type.ToolTip, place, menu.mapToGlobal(place)))
    (tip,) = (each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel"))
    assert tip.isVisible()
    assert not tip.geometry().adjusted(1, 0, -1, 0).intersects(menu.geometry())
    menu.close()


def test_the_tips_in_the_toolbars_show_the_keys(player):
    player.window.editor.edit_game()
    tips = [
        button.toolTip()
        for button in player.window.findChildren(QToolButton)
        if button.defaultAction() is not None and button.defaultAction().menu() is None
    ]
    assert len(tips) > 10
    assert "Show where the next step is; again: why; again: draw it (H)" in tips
    assert all(tip.endswith(")") for tip in tips)


def test_the_game_can_be_played_with_actions(player):
    undo, redo = action(player.window, "Undo"), action(player.window, "Redo")
    assert not undo.isEnabled()
    assert not redo.isEnabled()
    trigger(player, "Go to the next island right")
    trigger(player, "Build a bridge right: one, two, none")
    assert undo.isEnabled()
    undo.trigger()
    assert not undo.isEnabled()
    redo.trigger()
    assert player.state(*TOP) == 1
    trigger(player, "Mark “no bridge” down")
    assert player.state(*SIDE) == MARK
    trigger(player, "Lock or unlock the island")
    assert player.game.board.locks == {0}


def test_quit_closes_the_window_before_an_export_ends_and_saves_the_game(player, store):
    seen = []
    player.window.context.tasks.closing.connect(lambda: seen.append(player.window.isVisible()))
    player.click(0, 1)
    player.key(Qt.Key.Key_Q, CTRL)
    assert seen == [False]
    assert store.load_last().board == player.game.board


def test_about_names_the_version_and_the_licences(player, monkeypatch, tmp_path):
    (tmp_path / "LICENCES.txt").touch()
    monkeypatch.setattr("hashi_gui.gui.settings.help.RESOURCES", tmp_path)
    said = []
    monkeypatch.setattr(QMessageBox, "about", staticmethod(lambda *words: said.extend(words)))
    trigger(player, "About Hashi")
    assert __version__ in said[-1]
    assert "MIT" in said[-1]
    assert "SIL Open Font License" in said[-1]
    assert str(tmp_path / "LICENCES.txt") in said[-1]
    for name in ("Python", "Qt", "PySAT", "clingo", "HiGHS"):
        assert re.search(rf"{name} \d+\.\d+", said[-1])


# Notices


def test_a_damaged_game_is_announced_with_a_way_to_its_folder(play_on, store, garden, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    first = play_on(garden)
    first.click(0, 1)
    first.window.close()
    (file,) = (store.folder / "games").glob("*.hashi")
    file.write_text("damaged")
    file.with_suffix(".previous").unlink()
    player = play_on(store.resume(Document.from_puzzle(garden, "text")))
    notices = player.notices
    assert notices.isVisible()
    assert "damaged" in notices.text
    assert store.quarantined == []
    player.qtbot.mouseClick(notices.button("Open folder"), Qt.MouseButton.LeftButton)
    assert [Path(url.toLocalFile()) for url in opened] == [store.folder]
    player.qtbot.mouseClick(notices.button("Dismiss"), Qt.MouseButton.LeftButton)
    assert not notices.isVisible()


def test_one_damaged_result_is_announced_and_the_others_stay(play_on, store, garden):
    good = GameResult(puzzle="1" * 20, cols=5, rows=5, seconds=9.0, finished=True)
    file = store.folder / "results.sqlite"
    ResultsDatabase(file).put([good, replace(good, puzzle="2" * 20)])
    with sqlite3.connect(file) as connection:
        connection.execute(f"UPDATE results SET seconds = -1 WHERE puzzle = {'2' * 20!r}")
    connection.close()
    player = play_on(garden)
    notices = player.notices
    player.wait(lambda: notices.isVisible())
    assert "results-damaged-1.sqlite" in notices.text
    assert player.flushed_games().results.all() == [good]


def test_damaged_results_are_announced_and_recording_goes_on(play_on, store, garden):
    store.folder.mkdir()
    (store.folder / "results.sqlite").write_text("damaged")
    player = play_on(garden)
    notices = player.notices
    player.wait(notices.isVisible)
    assert "results-damaged-1.sqlite" in notices.text
    player.finish()
    player.wait(lambda: store.best_seconds(garden) is not None)
    player.window.close()
    assert GameStore(store.folder).best_seconds(garden) is not None


@pytest.fixture
def unsaved(player, tmp_path):
    """A game that cannot be saved."""
    player.flushed_games()
    (tmp_path / "store" / "games").rename(tmp_path / "elsewhere")
    (tmp_path / "store" / "games").write_text("in the way")
    player.click(0, 1)
    player.wait(lambda: player.notices.text)
    yield player
    (tmp_path / "store" / "games").unlink(missing_ok=True)


def test_a_game_that_is_not_saved_is_only_left_after_a_question(unsaved, picked, tmp_path):
    for leave in (unsaved.window.close, unsaved.window.play.in_play.play_again):
        board = unsaved.game.board
        answer_next("Cancel")
        assert not leave()
        assert unsaved.game.board == board
    unsaved.click(0, 1)
    assert unsaved.state(*TOP) == 2
    picked(tmp_path / "rescued.hashi")
    answer_next("Save elsewhere…")
    assert unsaved.window.close()
    assert read_path(tmp_path / "rescued.hashi").board == unsaved.game.board


def test_opening_another_puzzle_asks_if_the_game_is_not_saved(unsaved, row_file):
    board = unsaved.game.board
    answer_next("Cancel")
    unsaved.open_file(row_file)
    assert unsaved.game.board == board
    answer_next("Leave without saving")
    unsaved.open_file(row_file)
    assert clues(unsaved) == [1, 2, 1]
    unsaved.window.close_without_asking()


def test_the_system_can_close_the_window_while_a_dialog_is_open(unsaved):
    QTimer.singleShot(0, unsaved.window.close_without_asking)
    unsaved.window.close()  # Asks, because the game is not saved.
    assert not unsaved.window.isVisible()


def test_an_uncaught_error_can_be_copied(player):
    player.window.report_error("Hashi 0.1.0\n\nTraceback")
    notices = player.notices
    assert notices.text == "Something went wrong, but you can play on."
    player.qtbot.mouseClick(notices.button("Copy report"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Hashi 0.1.0\n\nTraceback"
