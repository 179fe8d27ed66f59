"""The main window: board, menus, toolbar and message bar, and the events of the window."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QSize, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QMainWindow,
    QMenu,
)

from hashi_gui.editing import DraftStore
from hashi_gui.formats import Document
from hashi_gui.game import Game, GameStore
from hashi_gui.game.lessons import lesson_number
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.documents.arrivals import Arrivals
from hashi_gui.gui.documents.clipboard import PuzzleClipboard
from hashi_gui.gui.documents.drops import Drops
from hashi_gui.gui.documents.export_and_print import Exporter
from hashi_gui.gui.documents.game_files import GameFiles
from hashi_gui.gui.documents.notations_menu import notations_menu
from hashi_gui.gui.editor.editor_control import EditorControl
from hashi_gui.gui.library.pack_control import PackControl
from hashi_gui.gui.library.puzzle_chooser import PuzzleChooser
from hashi_gui.gui.library.puzzle_maker import PuzzleMaker
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.fact_presenter import FactPresenter
from hashi_gui.gui.play.finish_card import FinishCard
from hashi_gui.gui.play.finish_presenter import FinishPresenter
from hashi_gui.gui.play.greeter import Greeter
from hashi_gui.gui.play.lesson_guide import LessonGuide
from hashi_gui.gui.play.move_checker import MoveChecker
from hashi_gui.gui.play.pause_cover import PauseCover
from hashi_gui.gui.play.playing import GameBoard, Lesson, Playing
from hashi_gui.gui.progress.past_games import PastGames
from hashi_gui.gui.progress.statistics_control import StatisticsControl
from hashi_gui.gui.settings.help_windows import HelpWindows
from hashi_gui.gui.settings.preference_control import PreferenceControl
from hashi_gui.gui.settings.settings import Settings
from hashi_gui.gui.settings.theme_control import ThemeControl
from hashi_gui.gui.stage.stage import Stage
from hashi_gui.gui.teaching.methods_menu import methods_menu
from hashi_gui.gui.teaching.practice_control import PracticeControl
from hashi_gui.gui.teaching.replay_bar import ReplayBar
from hashi_gui.gui.teaching.solver_presenter import SolverPresenter
from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
from hashi_gui.gui.widgets.board_area import BoardArea
from hashi_gui.gui.widgets.fitting import bring_onto_screen, room_for
from hashi_gui.gui.widgets.message_bar import MessageBar
from hashi_gui.gui.widgets.notice_bar import Notice, NoticeBar
from hashi_gui.gui.widgets.question import agrees
from hashi_gui.gui.window.connections import connect_parts
from hashi_gui.gui.window.menus import EDITOR_CONTEXT, SHARE, keys_by_menu
from hashi_gui.gui.window.window_actions import WindowActions
from hashi_gui.gui.window.window_layout import WindowLayout
from hashi_gui.packs import PackStore

FIRST_SIZE = QSize(1000, 820)
"""The size of the window at the first start, on a screen that is large enough."""

LOW_WINDOW = 480
"""Below this height, in pixels, the message bar is lower, too."""

MIN_SIZE = QSize(320, 240)
"""Fixed, so that no message makes the window larger than the screen."""


class MainWindow(QMainWindow):
    """One window with one game. Its parts are what the actions act on."""

    closed = Signal()
    """The game is saved for the last time, and nothing can be opened any more."""

    def __init__(self, document: Document, settings: Settings, store: GameStore) -> None:
        super().__init__()
        self._settings = settings
        self._ask_before_closing = True
        self.preferences = PreferenceControl(settings, self)
        self.theme = ThemeControl(self.preferences, self)
        self.scene = BoardScene(self.theme.current, self)
        self.view = BoardView(self.scene)
        self.stage = Stage(self)
        self.bar = MessageBar()
        self.notices = NoticeBar()
        self.controller = BoardController(self.scene, self.view, Game.from_document(document))
        self.panel = TeacherPanel()
        self.replay_bar = ReplayBar()
        self.presenter = SolverPresenter(
            self.scene,
            self.controller,
            self.bar,
            self.panel,
            self.replay_bar,
            store.practice.has_mastered,
        )
        self.move_checker = MoveChecker(self.controller)
        self.facts = FactPresenter(self.bar.facts, self.controller, store.results)
        self.help = HelpWindows(self, keys_by_menu(), self.theme.current)
        self.lessons = LessonGuide(self.controller, self.presenter.verdicts)
        self.files = GameFiles(self, self.controller, self.bar, self.notices, store, settings)
        game_board = GameBoard(
            self.controller, self.view, self.presenter, self.replay_bar, self.files, self.theme
        )
        self.practice = PracticeControl(self, self.stage, game_board, self.bar, store.practice)
        self.past_games = PastGames(self.stage, game_board, store, self.bar)
        self.editor = EditorControl(
            self,
            self.stage,
            self.controller,
            self.files,
            self.bar,
            self.notices,
            settings,
            DraftStore(store.folder / "drafts"),
            self.theme,
        )
        self.clipboard = PuzzleClipboard(
            self.controller, lambda: self.stage.current.document(), self.bar
        )
        self.maker = PuzzleMaker(self.bar, self)
        self.packs = PackControl(
            self,
            PackStore.beside(store),
            self.files.up_to_date_store,
            self.bar,
            self.notices,
        )
        self.chooser = PuzzleChooser(
            self,
            self.controller,
            self.bar,
            self.files.up_to_date_store,
            settings,
            lambda: self.theme.current,
            self.maker,
            self.packs,
        )
        self.statistics = StatisticsControl(
            self, self.files.up_to_date_store, lambda: self.theme.current
        )
        self.playing = Playing(game_board, self.chooser)
        self.lesson = Lesson(game_board, self.chooser, self.lessons)
        self.stage.open(self.playing)
        self.exporter = Exporter(lambda: self.stage.current.snapshot(), self.bar, self)
        card = self.lessons.card
        board = BoardArea(self.view, card, card.place_in)
        self.board_area = BoardArea(board, self.panel, self.panel.place_in)
        self.pause_cover = PauseCover()
        self.window_actions = WindowActions(self, self)
        self.finish_card = FinishCard(self.view, self.window_actions.menu(SHARE))
        self.finish = FinishPresenter(
            self.finish_card,
            self.controller,
            store.results,
            lambda: self.files.game,
            lambda: self.files.name,
            lambda: self.chooser.next_of_kind()[0],
        )
        self._greeter = Greeter(
            self.bar,
            self.controller,
            self.files,
            self.lessons,
            self.chooser,
            store.results,
            self.finish_card,
            self.restart,
        )
        self._layout = WindowLayout(self)
        self.setMinimumSize(MIN_SIZE)
        self.drops = Drops(self)
        self.arrivals = Arrivals(self)
        connect_parts(self)
        self.preferences.changed.connect(self._apply_preferences)
        self.theme.apply()
        self._apply_preferences()
        self._restore_geometry()
        self.files.autosave_from_now_on()
        self.open_game()
        self.editor.reopen()

    @property
    def game(self) -> Game:
        return self.controller.game

    # What is shown

    def _apply_preferences(self) -> None:
        preferences = self.preferences.current
        self.controller.set_preferences(preferences)
        self.move_checker.set_enabled(preferences.check_moves)
        self.facts.set_clock_shown(preferences.show_clock)

    def open_game(self) -> None:
        """Show the game in play, which is another one from now on."""
        is_lesson = lesson_number(self.game.puzzle) is not None
        self.stage.open(self.lesson if is_lesson else self.playing)
        self.show_opened()

    def show_opened(self) -> None:
        """Show what the board holds from now on: a game, an exercise or a past game."""
        self.facts.game_opened()
        self.presenter.game_opened()
        self.finish.game_opened()
        self.move_checker.check()
        self.lessons.game_opened()
        self.show_name()
        self.show_state()
        self.stage.current.view.setFocus()
        if self.stage.current is self.lesson:
            self.hide_panel()
        self._greeter.greet()

    def show_stage(self) -> None:
        """Show which activity is current, and what is possible."""
        activity = self.stage.current
        self._layout.show(activity.view, paused=self.stage.paused)
        self.bar.facts.setVisible(activity.shows_facts)
        self.show_name()
        self.show_state()

    def show_name(self) -> None:
        self.setWindowTitle(f"{self.stage.current.name} — Hashi")

    def show_state(self) -> None:
        """Show what is possible at present."""
        self.stage.run_clock()
        self.window_actions.update()
        self.bar.trial_controls.show_trials(len(self.game.trials))

    def show_solved(self) -> None:
        """Tell the player, if the card of a lesson does not."""
        if self.lessons.active:
            self.hide_panel()  # It may cover the card.
        else:
            self._greeter.say_solved()

    def show_example(self, technique: str) -> None:
        """Show on the board where a technique applies."""
        self.stage.current.show_example(technique)

    def show_editor_menu(self, _x: float, _y: float, at: QPoint) -> None:
        self.window_actions.menu(EDITOR_CONTEXT).popup(at)

    def show_panel(self) -> None:
        self.panel.show()
        self.window_actions.update()

    def hide_panel(self) -> None:
        self.panel.hide()
        self.window_actions.update()

    def _restore_geometry(self) -> None:
        geometry = self._settings.geometry
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(FIRST_SIZE.boundedTo(room_for(self).size()))
        elif not (self.isMaximized() or self.isFullScreen()):
            bring_onto_screen(self)

    # Actions of the window itself

    def toggle_panel(self) -> None:
        """Show or hide the teacher's panel; what it explains ends when it is hidden."""
        if self.panel.isVisible():
            self.panel.closed.emit()
        else:
            self.show_panel()

    def restart(self) -> None:
        """Clear the board, after asking if the player wants to be asked."""
        if not self.preferences.current.confirm_restart or agrees(
            self,
            "Start over?",
            "All bridges, marks and locks go. You can undo this.",
            "Start over",
            can_be_undone=True,
        ):
            self.controller.restart()

    def toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def notations_menu(self) -> QMenu:
        return notations_menu(self, self.clipboard.copy_as)

    def methods_menu(self) -> QMenu:
        return methods_menu(self, self.presenter.solve_by)

    def report_error(self, error: str, details: str) -> None:
        """Tell the player of an error in the program, and offer the details for a bug report."""
        copy = partial(QGuiApplication.clipboard().setText, details)
        text = f"Something went wrong, but you can play on. ({error})"
        self.notices.show_notice("error", Notice(text, (("Copy report", copy),)))

    def close_without_asking(self) -> None:
        """Save what can be saved and close, because the system wants the program to end."""
        self._ask_before_closing = False
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog):
                widget.reject()
        self.close()
        QApplication.quit()

    def _may_leave(self) -> bool:
        return self.files.may_leave() and self.editor.may_leave()

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.bar.set_low(self.height() < LOW_WINDOW)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.window_actions.update()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close at once: the game is saved, the solver cancelled."""
        self.stage.stop_clock()
        stay = self._ask_before_closing and not self._may_leave()
        if stay and self._ask_before_closing:  # Still so after the question.
            self.stage.run_clock()
            event.ignore()
            return
        self.files.close()
        self.closed.emit()
        self.facts.close()
        self._settings.geometry = self.saveGeometry()
        self.presenter.close()
        self.move_checker.close()
        self.maker.close()
        self.practice.close()
        self.past_games.close()
        self.packs.close()
        self.exporter.close()
        self.editor.close()
        super().closeEvent(event)
