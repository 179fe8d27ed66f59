"""The window: menus, files, and the game that is always kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMainWindow,
    QMenu,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from hashi_gui import __version__
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.rules import remaining_bridges
from hashi_gui.formats import Document, read, read_path
from hashi_gui.game import Game, GameStore, StorageError, save
from hashi_gui.gui.app.actions import Actions, add_choice
from hashi_gui.gui.app.clipboard import PuzzleClipboard
from hashi_gui.gui.app.commands import DIRECTIONS
from hashi_gui.gui.app.export_and_print import Exporter, Snapshot
from hashi_gui.gui.app.puzzle_chooser import PuzzleChooser
from hashi_gui.gui.app.settings import Settings
from hashi_gui.gui.board.controller import BoardController, ErrorDisplay
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.view import ZOOM_STEP, BoardView
from hashi_gui.gui.dialogs.help import HelpDialog
from hashi_gui.gui.panels.message_bar import Action, MessageBar, format_duration
from hashi_gui.gui.panels.methods_menu import methods_menu
from hashi_gui.gui.panels.solver_presenter import SolverPresenter
from hashi_gui.rendering.book import Entry
from hashi_gui.rendering.theme import ThemeSetting, theme_for

KEEP_MS = 500
CLOCK_MS = 250

FILTER = "Puzzles and games (*.hashi *.has *.txt *.csv *.pzpr);;All files (*)"


class MainWindow(QMainWindow):
    """One window with one game on the table."""

    def __init__(self, document: Document, settings: Settings, store: GameStore) -> None:
        super().__init__()
        self._settings = settings
        self._store = store
        self._file: Path | None = None
        self._kept: object = None
        self._help: HelpDialog | None = None
        self._theme = theme_for(settings.theme)
        self.scene = BoardScene(self._theme, self)
        self.view = BoardView(self.scene)
        self.bar = MessageBar()
        self.controller = BoardController(self.scene, self.view, Game.from_document(document))
        self.controller.set_error_display(settings.error_display)
        self.presenter = SolverPresenter(self.scene, self.controller, self.bar)
        self.puzzle_clipboard = PuzzleClipboard(self.controller, self.bar)
        self.puzzle_chooser = PuzzleChooser(
            self, self.controller, self.bar, store, settings, self._theme
        )
        self.exporter = Exporter(self._snapshot, self.bar, self)
        self.commands = Actions(self._handlers(), self, self.view)
        self._build()
        self._connect()
        self.apply_theme()
        self._restore_geometry()
        self._begin()

    @property
    def game(self) -> Game:
        return self.controller.game

    # Opening and keeping games

    def open_document(self, document: Document, file: Path | None = None) -> None:
        """Lay a puzzle on the table: a saved game goes on, a puzzle played before too."""
        self.keep()
        game = Game.from_document(self._store.resume(document))
        self._file = file if document.format == "hashi" and document.game else None
        self.controller.open(game)
        self._begin()

    def open_file(self, file: Path) -> None:
        """Open a file; a bad one is complained about and changes nothing."""
        if self._open_or_complain(lambda: read_path(file), file):
            self._settings.add_recent(file.absolute())

    def open_text(self, text: str, source: str) -> None:
        """Open a link, an ID or a grid."""
        self._open_or_complain(lambda: read(text, source), None)

    def keep(self) -> None:
        """Save the game in play, if anything has changed since the last time."""
        state = (self.game, self.game.revision, int(self.game.clock.seconds))
        if state == self._kept:
            return
        try:
            self._store.save(self.game.to_document())
        except StorageError as error:
            self.bar.show_message(str(error))
        self._kept = state

    def _open_or_complain(self, load: Callable[[], Document], file: Path | None) -> bool:
        try:
            self.open_document(load(), file)
        except HashiError as error:
            self.bar.show_message(str(error))
            return False
        return True

    def _begin(self) -> None:
        game = self.game
        self._show_name()
        self.presenter.game_opened()
        self._show_state()
        if game.finished and game.solved:
            self.bar.show_message(
                f"Solved in {format_duration(game.clock.seconds)}.", *self._after_the_end()
            )
        elif game.can_undo:
            self.bar.show_message(
                "Welcome back: the board is as you left it.",
                ("Start over", self.controller.restart),
            )
        elif lesson := game.info.lesson:
            self.bar.show_message(lesson, ("Skip the lessons", self.puzzle_chooser.skip_lessons))
        else:
            self.bar.show_message(self._greeting())
        self.keep()

    def _show_name(self) -> None:
        self.setWindowTitle(f"{self._name()} — Hashi")

    def _name(self) -> str:
        title = self.game.info.title or (self._file and self._file.stem)
        puzzle = self.game.puzzle
        return title or f"{puzzle.cols} × {puzzle.rows}"

    def _snapshot(self) -> Snapshot:
        game = self.game
        entry = Entry(game.puzzle, game.info.title, game.info.level)
        return Snapshot(entry, game.board, self._theme, self._name())

    def _greeting(self) -> str:
        puzzle = self.game.puzzle
        limit = "" if puzzle.max_bridges == 2 else f", up to {puzzle.max_bridges} bridges a pair"
        return f"{puzzle.cols} × {puzzle.rows}, {len(puzzle.islands)} islands{limit}."

    # What is shown

    def apply_theme(self) -> None:
        """Draw everything in the colours of the player's choice."""
        self._theme = theme_for(self._settings.theme)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.setPalette(self._theme.qt_palette())
        self.setStyleSheet(self._theme.style_sheet())
        self.scene.set_theme(self._theme)
        self.puzzle_chooser.theme = self._theme
        if self._help is not None:
            self._help.set_theme(self._theme)
        self.commands.set_theme(self._theme)

    def _show_state(self) -> None:
        game = self.game
        self._run_clock()
        self.commands["undo"].setEnabled(game.can_undo)
        self.commands["redo"].setEnabled(game.can_redo)
        lacking = remaining_bridges(game.puzzle, game.board.counts)
        self.bar.show_island_count(len(lacking) if game.solved else lacking.count(0), len(lacking))
        self.bar.show_trials(len(game.trials))
        self.commands["keep"].setEnabled(bool(game.trials))
        self.commands["drop"].setEnabled(bool(game.trials))
        self._show_time()

    def _show_time(self) -> None:
        self.bar.show_time(self.game.clock.seconds)

    def _celebrate(self) -> None:
        seconds = self.game.clock.seconds
        self.bar.show_message(
            f"Solved in {format_duration(seconds)}. Well done!", *self._after_the_end()
        )
        self.keep()

    def _after_the_end(self) -> list[Action]:
        return [self.puzzle_chooser.more(), ("Play again", self._play_again)]

    def _play_again(self) -> None:
        """The same puzzle from the start, with a new clock."""
        puzzle = self.game.puzzle
        self.keep()
        self._file = None
        self.controller.open(
            Game.from_document(Document(puzzle, Board.empty(puzzle), "hashi", info=self.game.info))
        )
        self._begin()

    # Building the window

    def _build(self) -> None:
        self.setMinimumSize(520, 420)
        self.setAcceptDrops(True)
        self.view.setAcceptDrops(False)
        self.view.viewport().setAcceptDrops(False)
        central = QWidget()
        layout = QVBoxLayout(central)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.bar)
        self.setCentralWidget(central)
        self._build_menus()
        self.addToolBar(self.commands.tool_bar())
        self.view.setFocus()

    def _build_menus(self) -> None:
        menus = self.commands.fill(self.menuBar())
        self._recent_menu = QMenu("Open &recent", self)
        self._recent_menu.aboutToShow.connect(self._list_recent)
        menus["&Puzzle"].insertMenu(self.commands["paste"], self._recent_menu)
        solver = menus["&Solver"]
        solver.insertMenu(self.commands["stop"], methods_menu(solver, self.presenter.solve_by))
        menus["&View"].addSeparator()
        settings = self._settings
        add_choice(menus["&View"], "&Theme", settings.theme, self._set_theme)
        add_choice(
            menus["&View"], "Show &errors", self._settings.error_display, self._set_error_display
        )

    def _handlers(self) -> dict[str, Callable[[], None]]:
        return {
            "new": self.puzzle_chooser.make_new,
            "daily": self.puzzle_chooser.show_daily,
            "library": self.puzzle_chooser.show_library,
            "next": self.puzzle_chooser.open_next,
            "open": self._ask_for_file,
            "paste": self._paste,
            "copy_link": self.puzzle_clipboard.copy_link,
            "copy_seed": self.puzzle_clipboard.copy_seed,
            "save": self._save,
            "save_as": self._save_as,
            "print": self.exporter.print,
            "preview": self.exporter.preview,
            "export": self.exporter.export,
            "copy_image": self.exporter.copy_image,
            "quit": self._quit,
            "undo": self.controller.undo,
            "redo": self.controller.redo,
            "restart": self.controller.restart,
            "try": self.controller.begin_trial,
            "keep": self.controller.accept_trial,
            "drop": self.controller.reject_trial,
            "lock": self.controller.lock_focused,
            "hint": self.presenter.hint,
            "explain": self.presenter.explain,
            "check": self.presenter.check,
            "verdict": self.presenter.verdict,
            "difference": self.presenter.difference,
            "solve": self.presenter.solve,
            "stop": self.presenter.stop,
            "zoom_in": lambda: self.view.zoom(ZOOM_STEP),
            "zoom_out": lambda: self.view.zoom(1 / ZOOM_STEP),
            "fit": self.view.fit,
            "group": self._toggle_group,
            "full_screen": self._toggle_full_screen,
            "help": self._show_help,
            "about": self._show_about,
            **self._arrow_handlers(),
        }

    def _arrow_handlers(self) -> dict[str, Callable[[], None]]:
        handlers: dict[str, Callable[[], None]] = {}
        for key, step in DIRECTIONS.items():
            arrow, change = key.lower(), self.controller.change_towards
            handlers[f"walk_{arrow}"] = partial(self._walk, *step)
            handlers[f"build_{arrow}"] = partial(change, *step, marking=False)
            handlers[f"mark_{arrow}"] = partial(change, *step, marking=True)
        return handlers

    def _walk(self, drow: int, dcol: int) -> None:
        """Go to the next island; in a walk-through, turn its pages."""
        if self.presenter.walkthrough_player.running:
            self.presenter.walkthrough_player.turn(drow + dcol)
        else:
            self.controller.walk(drow, dcol)

    def _connect(self) -> None:
        self.controller.changed.connect(self._show_state)
        self.controller.refused.connect(self.bar.show_message)
        self.controller.solved.connect(self._celebrate)
        self.puzzle_chooser.found.connect(self._open_found)
        self.presenter.verdict_changed.connect(self.bar.show_verdict)
        self._keeper = QTimer(self, interval=KEEP_MS)
        self._keeper.timeout.connect(self.keep)
        self._keeper.start()
        self._ticker = QTimer(self, interval=CLOCK_MS)
        self._ticker.timeout.connect(self._show_time)
        self._ticker.start()

    def _restore_geometry(self) -> None:
        geometry = self._settings.geometry
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(1000, 820)

    # Commands

    def _open_found(self, document: Document) -> None:
        self._open_or_complain(lambda: document, None)

    def _ask_for_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Open", "", FILTER)
        if name:
            self.open_file(Path(name))

    def _list_recent(self) -> None:
        self._recent_menu.clear()
        for file in self._settings.recent:
            action = self._recent_menu.addAction(file.name)
            action.setToolTip(str(file))
            action.triggered.connect(lambda _, file=file: self.open_file(file))
        if self._settings.recent:
            self._recent_menu.addSeparator()
            self._recent_menu.addAction("Clear the list").triggered.connect(
                lambda: self._settings.clear_recent()
            )
        else:
            self._recent_menu.addAction("No files yet").setEnabled(False)

    def _paste(self) -> None:
        self._take(QGuiApplication.clipboard().mimeData() or QMimeData(), "the clipboard")

    def _take(self, data: QMimeData, source: str) -> None:
        """Open what was pasted or dropped: a file, a link, or text."""
        files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if files:
            self.open_file(files[0])
        elif data.hasUrls():
            self.open_text(
                data.urls()[0].toString(QUrl.ComponentFormattingOption.FullyEncoded), source
            )
        elif data.hasText():
            self.open_text(data.text(), source)
        else:
            self.bar.show_message(f"There is no puzzle in {source}: copy a link or a grid first.")

    def _save(self) -> None:
        if self._file is None:
            self._save_as()
        else:
            self._save_to(self._file)

    def _save_as(self) -> None:
        proposed = str(self._file or f"{self._name()}.hashi")
        name, _ = QFileDialog.getSaveFileName(self, "Save as", proposed, "Hashi games (*.hashi)")
        if name:
            file = Path(name)
            self._save_to(file if file.suffix == ".hashi" else file.with_name(f"{file.name}.hashi"))

    def _save_to(self, file: Path) -> None:
        try:
            save(file, self.game.to_document())
        except StorageError as error:
            self.bar.show_message(str(error))
            return
        self._file = file
        self._settings.add_recent(file.absolute())
        self._show_name()
        self.bar.show_message(f"Saved as {file.name}.")

    def _quit(self) -> None:
        self.close()

    def _toggle_group(self) -> None:
        self.controller.set_group_lit(self.commands["group"].isChecked())

    def _toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def _set_theme(self, choice: ThemeSetting) -> None:
        self._settings.theme = choice
        self.apply_theme()

    def _set_error_display(self, error_display: ErrorDisplay) -> None:
        self._settings.error_display = error_display
        self.controller.set_error_display(error_display)

    def _show_help(self) -> None:
        if self._help is None:
            self._help = HelpDialog(self._theme, self)
            self._help.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._help.finished.connect(self._forget_help)
            self._help.example_wanted.connect(self.presenter.show_example)
        self._help.show()
        self._help.activateWindow()

    def _forget_help(self) -> None:
        self._help = None

    def _show_about(self) -> None:
        QMessageBox.about(
            self,
            "About Hashi",
            f"<b>Hashi {__version__}</b><p>A game and an exact solver for the bridge puzzle "
            "Hashiwokakero.<p>MIT licence. The typeface Inter is used under the SIL Open Font "
            "License. Built with Qt for Python and PySAT.",
        )

    # Events

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self._run_clock()
        elif event.type() == QEvent.Type.WindowStateChange:
            self.commands["full_screen"].setChecked(self.isFullScreen())

    def _run_clock(self) -> None:
        """The clock runs while the window is active and there is something to solve."""
        if self.isActiveWindow() and not self.game.solved:
            self.game.clock.start()
        else:
            self.game.clock.pause()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._take(event.mimeData(), "what was dropped")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing loses nothing and waits for nobody: the solver is cancelled, the game kept."""
        self._keeper.stop()
        self._ticker.stop()
        self.game.clock.pause()
        self.keep()
        self._settings.geometry = self.saveGeometry()
        self.presenter.close()
        self.exporter.close()
        super().closeEvent(event)
