"""The main window: board, menus, toolbar and message bar, and the events of the window."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QSize, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QMainWindow,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.wording import format_duration, quantity
from hashi_gui.editing import DraftStore
from hashi_gui.formats import Document
from hashi_gui.game import Game, GameStore
from hashi_gui.gui.app.action_spec import ActionSpec
from hashi_gui.gui.app.actions import FULL_SCREEN, GROUP, PANEL, PAUSE
from hashi_gui.gui.app.clipboard import PuzzleClipboard
from hashi_gui.gui.app.editor_actions import BRIDGES_TOOL, ISLANDS_TOOL, LIMITS, SYMMETRIES
from hashi_gui.gui.app.editor_control import EditorControl
from hashi_gui.gui.app.export_and_print import Exporter, Snapshot
from hashi_gui.gui.app.file_dialogs import file_stem
from hashi_gui.gui.app.game_files import GameFiles
from hashi_gui.gui.app.help_windows import HelpWindows
from hashi_gui.gui.app.lesson_guide import LessonGuide
from hashi_gui.gui.app.menus import (
    EDITOR_CONTEXT,
    EDITOR_TOOLBAR,
    SHARE,
    TOOLBAR,
    board_actions,
    editing_actions,
    keys_by_menu,
    past_game_actions,
    play_actions,
    withheld_actions,
    withheld_from_editor,
)
from hashi_gui.gui.app.notations_menu import notations_menu
from hashi_gui.gui.app.pack_control import PackControl
from hashi_gui.gui.app.past_games import PastGames
from hashi_gui.gui.app.practice_control import PracticeControl
from hashi_gui.gui.app.preference_control import PreferenceControl
from hashi_gui.gui.app.puzzle_chooser import PuzzleChooser
from hashi_gui.gui.app.puzzle_maker import PuzzleMaker
from hashi_gui.gui.app.settings import Settings
from hashi_gui.gui.app.statistics_control import StatisticsControl
from hashi_gui.gui.app.window_actions import WindowActions
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.board.zoomable_view import ZoomableView
from hashi_gui.gui.dialogs.fitting import bring_onto_screen, room_for
from hashi_gui.gui.dialogs.question import agrees
from hashi_gui.gui.editor.gestures import Tool
from hashi_gui.gui.panels.board_area import BoardArea
from hashi_gui.gui.panels.fact_presenter import FactPresenter
from hashi_gui.gui.panels.finish_card import FinishCard
from hashi_gui.gui.panels.finish_presenter import FinishPresenter
from hashi_gui.gui.panels.message_bar import MessageBar
from hashi_gui.gui.panels.methods_menu import methods_menu
from hashi_gui.gui.panels.move_checker import MoveChecker
from hashi_gui.gui.panels.notice_bar import Notice, NoticeBar
from hashi_gui.gui.panels.pause_cover import PauseCover
from hashi_gui.gui.panels.replay_bar import ReplayBar
from hashi_gui.gui.panels.solver_presenter import SolverPresenter
from hashi_gui.gui.panels.teacher_panel import TeacherPanel
from hashi_gui.packs import PackStore
from hashi_gui.rendering.book import Entry
from hashi_gui.rendering.widget_style import qt_palette, style_sheet

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

    scene: BoardScene
    view: BoardView
    editor: EditorControl
    bar: MessageBar
    notices: NoticeBar
    panel: TeacherPanel
    controller: BoardController
    presenter: SolverPresenter
    move_checker: MoveChecker
    files: GameFiles
    clipboard: PuzzleClipboard
    chooser: PuzzleChooser
    exporter: Exporter
    help: HelpWindows
    past_games: PastGames
    practice: PracticeControl
    preferences: PreferenceControl
    statistics: StatisticsControl

    def __init__(self, document: Document, settings: Settings, store: GameStore) -> None:
        super().__init__()
        self._settings = settings
        self._results = store.results
        self._ask_before_closing = True
        self.preferences = PreferenceControl(settings, self)
        self._theme = self.preferences.current.board_theme()
        self.scene = BoardScene(self._theme, self)
        self.view = BoardView(self.scene)
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
        self._facts = FactPresenter(self.bar.facts, self.controller, self._results)
        self.help = HelpWindows(self, keys_by_menu(), self._theme)
        self.lessons = LessonGuide(self.controller, self.presenter.verdicts)
        self.files = GameFiles(self, self.controller, self.bar, self.notices, store, settings)
        self.practice = PracticeControl(
            self, self.controller, self.presenter.teacher, self.files, store.practice
        )
        self.past_games = PastGames(self.controller, self.presenter, self.files, store, self.bar)
        self.editor = EditorControl(
            self,
            self.controller,
            self.files,
            self.bar,
            self.notices,
            settings,
            DraftStore(store.folder / "drafts"),
            self._theme,
        )
        self.clipboard = PuzzleClipboard(self.controller, self._document, self.bar)
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
            lambda: self._theme,
            self.maker,
            self.packs,
        )
        self.statistics = StatisticsControl(self, self.files.up_to_date_store, lambda: self._theme)
        self.exporter = Exporter(self._snapshot, self.bar, self)
        self._pause_cover = PauseCover()
        self.window_actions = WindowActions(self, self)
        self.finish_card = FinishCard(self.view, self.window_actions.menu(SHARE))
        self._finish = FinishPresenter(
            self.finish_card,
            self.controller,
            self._results,
            lambda: self.files.game,
            lambda: self.files.name,
            lambda: self.chooser.next_of_kind()[0],
        )
        self._build()
        self._connect()
        self.apply_theme()
        self._apply_preferences()
        self._restore_geometry()
        self.files.autosave_from_now_on()
        self._start_game()
        self.editor.reopen()

    @property
    def game(self) -> Game:
        return self.controller.game

    @property
    def name(self) -> str:
        """What the game on the board is called."""
        if self.editor.running:
            return self.editor.name
        if self.game is self.files.game:
            return self.files.name
        return self.game.info.title or self.game.puzzle.size_text

    @property
    def paused(self) -> bool:
        """Whether the board is covered until the player goes on."""
        return not self._pause_cover.isHidden()

    @property
    def shown_view(self) -> ZoomableView:
        """The board that is shown: that of the game or that of the editor."""
        return self.editor.page.view if self.editor.running else self.view

    # What is shown

    def apply_theme(self) -> None:
        """Draw everything in the colours of the theme that the player has set."""
        self._theme = self.preferences.current.board_theme()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.setPalette(qt_palette(self._theme))
        self.setStyleSheet(style_sheet(self._theme))
        self.scene.set_theme(self._theme)
        self.bar.trial_controls.set_theme(self._theme)
        self.replay_bar.set_theme(self._theme)
        self.practice.bar.set_theme(self._theme)
        self.panel.set_theme(self._theme)
        self.finish_card.set_theme(self._theme)
        self.editor.page.set_theme(self._theme)
        self.help.set_theme(self._theme)
        self.statistics.set_theme(self._theme)
        self.window_actions.set_theme(self._theme)

    def _apply_preferences(self) -> None:
        preferences = self.preferences.current
        if preferences.board_theme() != self._theme:
            self.apply_theme()
        self.controller.set_preferences(preferences)
        self.move_checker.set_enabled(preferences.check_moves)
        self._facts.set_clock_shown(preferences.show_clock)

    def _start_game(self) -> None:
        game = self.game
        self._show_name()
        self._set_paused(False)
        self._facts.game_opened()
        self.presenter.game_opened()
        self._finish.game_opened()
        self.move_checker.check()
        self.lessons.game_opened()
        self.bar.facts.setVisible(not self.lessons.active)
        self._show_state()
        self.view.setFocus()
        if game is not self.files.game:
            self.bar.show_message("")
        elif self.lessons.active:
            self._hide_panel()
            self.bar.show_message("")
        elif game.finished and game.solved:
            self._show_solved()
        elif game.can_undo:
            self.bar.show_message(
                "Welcome back: the board is as you left it.",
                ("Start over", self.restart),
            )
        else:
            self.bar.show_message(self._greeting())

    def _show_name(self) -> None:
        self.setWindowTitle(f"{self.name} — Hashi")

    def _document(self) -> Document:
        """The puzzle that the window shows. Raises HashiError for a draft that is none."""
        return self.editor.document() if self.editor.running else self.game.to_document()

    def _snapshot(self) -> Snapshot:
        game = Game.from_document(self.editor.document()) if self.editor.running else self.game
        entry = Entry(game.puzzle, game.info.title, game.info.level)
        saved = game.to_document().game
        assert saved is not None
        stem = self.files.file_stem if game is self.files.game else file_stem(self.name)
        return Snapshot(entry, game.board, self._theme, stem, saved)

    def _greeting(self) -> str:
        puzzle, results = self.game.puzzle, self._results
        facts = [puzzle.size_text, f"{len(puzzle.islands)} islands"]
        if puzzle.max_bridges != 2:
            facts.append(f"up to {quantity(puzzle.max_bridges, 'bridge')} per pair")
        if results.loaded and (time := results.calibration.text_with_whose(self.game.info)):
            facts.append(time)
        return f"{', '.join(facts)}."

    def _show_state(self) -> None:
        self._run_clock()
        self.window_actions.update_enabled(self._unavailable())
        self.bar.trial_controls.show_trials(len(self.game.trials))

    def _unavailable(self) -> set[ActionSpec]:
        """The actions that are not for what the window shows at present."""
        if self.editor.running:
            return withheld_from_editor()
        unavailable = editing_actions()
        if self.paused:
            return unavailable | board_actions()
        if self.past_games.running:
            return unavailable | (play_actions() - past_game_actions())
        return unavailable | (withheld_actions() if self.practice.running else set())

    def _on_change(self) -> None:
        """Show what a move has changed; it ends a pause, because the board is played on."""
        if self.paused:
            self._set_paused(False)
        self._show_state()

    def _show_solved(self) -> None:
        """Tell the player; the message has the buttons of the finish card if that is hidden."""
        if self.lessons.active:
            self._hide_panel()  # It may cover the card, which says that the lesson is done.
            return
        offers = [self.chooser.next_of_kind(), ("Play again", self.files.play_again)]
        text = f"Solved in {format_duration(self.game.clock.seconds)}."
        self.bar.show_message(text, *(offers if self.finish_card.isHidden() else ()))

    # Building the window

    def _build(self) -> None:
        self.setMinimumSize(MIN_SIZE)
        self.setAcceptDrops(True)
        self.view.setAcceptDrops(False)
        self.view.viewport().setAcceptDrops(False)
        central = QWidget()
        layout = QVBoxLayout(central)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notices)
        layout.addWidget(self.practice.bar)
        card, panel = self.lessons.card, self.panel
        board = BoardArea(self.view, card, card.place_in)
        self._board_area = BoardArea(board, panel, panel.place_in)
        layout.addWidget(self._board_area, 1)
        layout.addWidget(self.editor.page, 1)
        layout.addWidget(self.replay_bar)
        layout.addWidget(self._pause_cover, 1)
        layout.addWidget(self.bar)
        self.setCentralWidget(central)
        self.window_actions.fill_menu_bar()
        self._tool_bar = self.window_actions.tool_bar(TOOLBAR)
        self._editor_tool_bar = self.window_actions.tool_bar(EDITOR_TOOLBAR)
        self.addToolBar(self._tool_bar)
        self.addToolBar(self._editor_tool_bar)
        self._editor_tool_bar.hide()
        self.view.setFocus()

    def _connect(self) -> None:
        self.preferences.changed.connect(self._apply_preferences)
        self.editor.toggled.connect(self._show_editor)
        self.editor.changed.connect(self._show_draft)
        self.editor.pack_wanted.connect(self.packs.ask_and_add)
        self.editor.page.view.menu_requested.connect(self._show_editor_menu)
        self.controller.changed.connect(self._on_change)
        self._pause_cover.resumed.connect(self.toggle_pause)
        self.controller.refused.connect(self.bar.show_message)
        self.controller.solved.connect(self._show_solved)
        self.finish_card.next_pressed.connect(self.chooser.open_next_of_kind)
        self.finish_card.review_pressed.connect(self.presenter.review)
        self.finish_card.again_pressed.connect(self.files.play_again)
        self.finish_card.closed.connect(self._show_solved)
        self._finish.card_shown.connect(self._hide_panel)
        self.files.recipe_opened.connect(self.maker.make)
        self.files.opened.connect(self.maker.discard)
        self.files.pack_opened.connect(self.chooser.import_pack)
        self.files.records_loaded.connect(self._finish.results_loaded)
        self.files.records_loaded.connect(self._facts.show_expected_time)
        self.maker.made.connect(self.files.open_chosen)
        self.controller.group_shown_changed.connect(self.window_actions[GROUP].setChecked)
        for choice in (self.chooser, self.lessons):
            choice.chosen.connect(self.files.open_chosen)
        self.files.opened.connect(self._start_game)
        self.practice.presenter.board_opened.connect(self._start_game)
        self.practice.presenter.beginning.connect(self.past_games.leave)
        self.past_games.board_opened.connect(self._start_game)
        self.past_games.beginning.connect(self.practice.presenter.end)
        for guest in (self.past_games, self.practice.presenter):
            guest.beginning.connect(self.editor.leave)
        self.controller.game_requested.connect(self._play_on)
        self.chooser.review_requested.connect(self.past_games.review)
        self.statistics.review_requested.connect(self.past_games.review)
        self.statistics.replay_requested.connect(self.past_games.replay)
        self.statistics.puzzle_requested.connect(self.past_games.open_puzzle)
        for practised in (self.statistics, self.panel, self.help):
            practised.practice_requested.connect(self.practice.presenter.begin)
        self.files.renamed.connect(self._show_name)
        self.presenter.teacher.shown.connect(self._show_panel)
        self.presenter.teacher.closed.connect(self._hide_panel)
        self.panel.technique_requested.connect(self.help.show_technique)
        self.help.example_requested.connect(self._show_example)
        self.presenter.verdicts.changed.connect(self._facts.show_verdict)
        self.move_checker.found.connect(self._facts.show_check)
        self.bar.trial_controls.accepted.connect(self.controller.accept_trial)
        self.bar.trial_controls.discarded.connect(self.controller.discard_trial)

    def _restore_geometry(self) -> None:
        geometry = self._settings.geometry
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(FIRST_SIZE.boundedTo(room_for(self).size()))
        elif not (self.isMaximized() or self.isFullScreen()):
            bring_onto_screen(self)

    # The editor

    def _show_editor(self, shown: bool) -> None:
        """Show the editor in place of the game, or the game again."""
        self._set_paused(False)
        self.presenter.stop()
        self._hide_panel()
        self._board_area.setHidden(shown)
        self.bar.facts.setHidden(shown or self.lessons.active)
        self._tool_bar.setHidden(shown)
        self._editor_tool_bar.setVisible(shown)
        self._show_name()
        self._show_state()
        self.shown_view.setFocus()

    def _show_draft(self) -> None:
        """Show what of the draft is to be seen in menus and in the title."""
        if not self.editor.running:
            return
        controller, actions = self.editor.controller, self.window_actions
        for symmetry, spec in SYMMETRIES.items():
            actions[spec].setChecked(symmetry is controller.symmetry)
        for limit, spec in enumerate(LIMITS, start=1):
            actions[spec].setChecked(limit == controller.draft.max_bridges)
        actions[ISLANDS_TOOL].setChecked(controller.tool is Tool.ISLANDS)
        actions[BRIDGES_TOOL].setChecked(controller.tool is Tool.BRIDGES)
        self._show_name()
        self._show_state()

    def _show_editor_menu(self, _x: float, _y: float, at: QPoint) -> None:
        self.window_actions.menu(EDITOR_CONTEXT).popup(at)

    def save(self) -> None:
        """Save the game, or the puzzle that is edited."""
        (self.editor if self.editor.running else self.files).save()

    def save_as(self) -> None:
        """Ask for a file, and save the game or the puzzle that is edited."""
        (self.editor if self.editor.running else self.files).save_as()

    # Actions of the window itself

    def walk(self, drow: int, dcol: int) -> None:
        """Go to the next island, or, while an explanation has steps, to the next or previous step.

        During a walkthrough, Left and Right turn its pages; during a replay, they step through it.
        """
        teacher, player = self.presenter.teacher, self.presenter.walkthrough_player
        if self.replay_bar.isVisible() and dcol:
            self.replay_bar.turn(dcol)
        elif teacher.has_steps and not (player.running and dcol):
            teacher.turn(drow + dcol)
        elif player.running:
            player.turn(drow + dcol)
        else:
            self.controller.walk(drow, dcol)

    def toggle_panel(self) -> None:
        """Show or hide the teacher's panel; what it explains ends when it is hidden."""
        if self.panel.isVisible():
            self.panel.closed.emit()
        else:
            self._show_panel()

    def _show_panel(self) -> None:
        self.panel.show()
        self.window_actions[PANEL].setChecked(True)

    def _hide_panel(self) -> None:
        self.panel.hide()
        self.window_actions[PANEL].setChecked(False)

    def _play_on(self) -> None:
        """Show the game again in place of its replay; a past game stays."""
        if self.past_games.running:
            self.past_games.say_so()
        else:
            self.presenter.reviews.close()

    def _show_example(self, technique: str) -> None:
        self.past_games.leave()
        self.presenter.show_example(technique)

    def go_on(self) -> None:
        """Open the next lesson, or the next puzzle of the same kind."""
        if self.practice.running:
            self.practice.presenter.go_on()
        elif self.lessons.active:
            self.lessons.go_on()
        else:
            self.chooser.open_next_of_kind()

    def stop(self) -> None:
        """Stop what is going on; if nothing is, clear the highlights."""
        if not self.maker.stop():
            self.presenter.stop()

    def toggle_group(self) -> None:
        self.controller.set_group_shown(self.window_actions[GROUP].isChecked())

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

    def toggle_pause(self) -> None:
        self._set_paused(not self.paused)

    def _set_paused(self, paused: bool) -> None:
        """Cover the board and stop the clock, or go on."""
        self._pause_cover.setVisible(paused)
        self._board_area.setVisible(not paused)
        self.window_actions[PAUSE].setChecked(paused)
        (self._pause_cover.button if paused else self.view).setFocus()
        self._show_state()

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
        if event.type() == QEvent.Type.ActivationChange:
            self._run_clock()
        elif event.type() == QEvent.Type.WindowStateChange:
            self.window_actions[FULL_SCREEN].setChecked(self.isFullScreen())

    def _run_clock(self) -> None:
        """Run the clock while the window is active, and the puzzle neither solved nor paused."""
        covered = self.paused or self.editor.running
        if self.isActiveWindow() and not self.game.solved and not covered:
            self.game.clock.start()
        else:
            self.game.clock.pause()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.files.open_data(event.mimeData(), "what was dropped")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close at once: the game is saved, the solver cancelled."""
        self.game.clock.pause()
        stay = self._ask_before_closing and not self._may_leave()
        if stay and self._ask_before_closing:  # Still so after the question.
            self._run_clock()
            event.ignore()
            return
        self.files.close()
        self.closed.emit()
        self._facts.close()
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
