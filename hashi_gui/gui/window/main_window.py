"""The main window: creates context and features, shows the current page, and ends everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QCloseEvent,
    QGuiApplication,
    QPaintEvent,
    QWindowStateChangeEvent,
)
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QVBoxLayout, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.gui.documents.documents import Documents
from hashi_gui.gui.library.library import Library
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.progress.progress import Progress
from hashi_gui.gui.settings.help import HelpWindows
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.stage import Context
from hashi_gui.gui.tasks.tasks import Lane
from hashi_gui.gui.teaching.solver_presenter import SolverPresenter
from hashi_gui.gui.teaching.teaching import Teaching
from hashi_gui.gui.widgets.actions import Action, Actions, Entry, Feature, Menu, ToolBar
from hashi_gui.gui.widgets.controls import ANY_LENGTH, NO_MARGINS, bar_button, filled, say, spaced
from hashi_gui.gui.widgets.dialogs import accepts, bring_onto_screen, room_for
from hashi_gui.gui.widgets.messages import Notice

if TYPE_CHECKING:
    from hashi_gui.gui.editor.editor import Editor

FIRST_SIZE = QSize(1280, 820)
"""The size of the window at the first start, on a screen that is large enough."""

MIN_SIZE = QSize(320, 240)
"""Fixed, so that no message makes the window larger than the screen."""

LATER = "hashi_gui.gui.library.library_dialog", "hashi_gui.gui.editor.editor"
"""Modules that take too long to load when they are needed, and are not needed at first."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a window shows beside the saved game, for another one in its place."""

    files: tuple[Path | None, Path | None]
    place: tuple[float, QPointF] | None
    explains: Callable[[SolverPresenter], None] | None
    panel: bool
    preferences: bool
    paused: bool
    offers_open_game: bool


class MainWindow(QMainWindow):
    """Gives features what they need, and shows the page of the current activity."""

    closed = Signal()
    """The game is saved for the last time, and nothing can be opened any more."""

    def __init__(self, document: Document, settings: Settings, store: GameStore) -> None:
        super().__init__()
        self._ask_before_closing = True
        self._is_painted = self._is_heard = False
        self.context = context = Context.of(self, settings, store)
        context.tasks.hold()
        self.help = HelpWindows(self, lambda: self.menus.keys_by_menu(), context.theme)
        self.play = Play(context, document)
        self.library = Library(context, self.play)
        self.documents = Documents(context, self.play)
        self.teaching = Teaching(context, self.play, self.help)
        self.progress = Progress(context, self.play, self.library, self.teaching)
        self._features: list[Feature] = [
            context.preferences,
            self.help,
            self.play,
            self.library,
            self.documents,
            self.teaching,
            self.progress,
        ]
        self.documents.recipe_opened.connect(self.library.maker.make)
        self.teaching.presenter.reviews.puzzle_requested.connect(self.library.make_with)
        self.documents.pack_opened.connect(self.library.import_pack)
        self.library.packs.import_ended.connect(self.documents.import_ended)
        offered = (entry for feature in self._features for entry in feature.actions())
        self.menus = Actions(self, (*offered, *self._own_actions()))
        self._tool_bars: dict[str, ToolBar] = {}
        self._add_tool_bar("game")
        self._lay_out()
        context.stage.changed.connect(self._show_activity)
        context.stage.updated.connect(self._update)
        context.theme.changed.connect(self.menus.set_theme)
        context.preferences.keys_requested.connect(self._choose_keys)
        context.theme.apply()
        self._restore_geometry()
        self.play.begin()
        self.documents.offer_unopened()
        if context.preferences.settings.draft is not None:
            self.editor.reopen()

    @cached_property
    def editor(self) -> Editor:
        """The editor, which is not loaded before the window is shown: that takes a while."""
        from hashi_gui.gui.editor.editor import Editor

        editor = Editor(self.context, self.play, self.library, self.teaching)
        self._features.append(editor)
        self.menus.offer(editor.actions())
        self._add_tool_bar(editor.tool_bar)
        self.menus.set_theme(self.context.theme.current)
        self.menus.update(self.context.stage.allowed)
        return editor

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self, self._load_rest)  # After all else is painted.

    def _load_rest(self) -> None:
        """Load the solver, and what opens later, in other threads, then create the editor."""
        self.context.tasks.proceed()
        self.context.tasks.run(
            Lane.DISK, lambda: list(map(import_module, LATER)), lambda _: self.editor
        )

    def _lay_out(self) -> None:
        central, messages = QWidget(), self.context.messages
        self._leave_full_screen = bar_button(_("Leave full screen"))
        self._leave_full_screen.setObjectName("textButton")
        self._leave_full_screen.clicked.connect(self._toggle_full_screen)
        messages.bar.add(self._leave_full_screen)
        self._column = spaced(QVBoxLayout(central), 0, NO_MARGINS)
        filled(self._column, messages.notices, messages.bar)
        self._page: QWidget | None = None
        self.setCentralWidget(central)
        self.setMinimumSize(MIN_SIZE)

    def _add_tool_bar(self, name: str) -> None:
        self._tool_bars[name] = tool_bar = self.menus.tool_bar(name)
        self.addToolBar(tool_bar)
        tool_bar.setVisible(False)

    def _own_actions(self) -> Iterable[Entry]:
        yield Action(
            _("&Quit"),
            _("Close the window; the game is saved"),
            self.close,
            ("Ctrl+Q",),
            place=(Menu.GAME, 900),
        )
        yield Action(
            _("Full &screen"),
            _("Use the whole screen for the board, without menus and tools"),
            self._toggle_full_screen,
            ("F11",),
            place=(Menu.VIEW, 220),
            checked=self.isFullScreen,
        )

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _show_activity(self) -> None:
        activity = self.context.stage.current
        if self._column.indexOf(activity.page) < 0:
            self._column.insertWidget(1, activity.page, 1)
        if self._page is not activity.page:
            if self._page is not None:
                self._page.hide()
            self._page = activity.page
            self._page.show()
        self.menus.show_for(activity.allowed)
        self._show_bars()
        if not self.context.stage.paused:
            activity.view.setFocus()

    def _show_bars(self) -> None:
        """Show the menus and the tools of the activity, but not in full screen."""
        full = self.isFullScreen()
        # The keys of menus that are hidden would not work.
        self.menuBar().setMaximumHeight(0 if full else ANY_LENGTH)
        self._leave_full_screen.setVisible(full)
        for name, tool_bar in self._tool_bars.items():
            tool_bar.setVisible(name == self.context.stage.current.tool_bar and not full)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and QAccessible.isActive():
            self._read_out()
        if isinstance(event, QWindowStateChangeEvent) and "_tool_bars" in vars(self):
            self._show_bars()
            was_full = Qt.WindowState.WindowFullScreen in event.oldState()
            if was_full is not self.isFullScreen():
                self.teaching.set_full_screen(full=not was_full)
            self.context.stage.updated.emit()

    def _read_out(self) -> None:
        """Say, once, what was shown before a screen reader could hear it."""
        if self.isActiveWindow() and not self._is_heard:
            self._is_heard = True
            messages, card = self.context.messages, self.play.lessons.card
            for part in (messages.notices, messages.bar, card):
                say(part, part.text if part.isVisible() else "")

    def _update(self) -> None:
        self.setWindowTitle(_("{name} — Hashi").format(name=self.context.stage.current.name))
        self.menus.update(self.context.stage.allowed)

    def _choose_keys(self, before: QWidget) -> None:
        from hashi_gui.gui.settings.keys import KeysDialog

        assert self.editor  # Its actions have keys, too.
        dialog = KeysDialog(self.menus.by_menu(), before)
        if accepts(dialog):
            self.context.preferences.set_keys(dialog.own)

    def _restore_geometry(self) -> None:
        geometry = self.context.preferences.settings.geometry
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(FIRST_SIZE.boundedTo(room_for(self).size()))
        elif not (self.isMaximized() or self.isFullScreen()):
            bring_onto_screen(self)

    def kept(self) -> Kept:
        """What has to be shown again if the window is opened again."""
        return Kept(
            self.play.in_play.files,
            self.play.view.place,
            self.teaching.presenter.shown_question,
            self.teaching.teacher.is_open,
            self.context.preferences.dialog_is_open,
            self.context.stage.paused,
            self.library.offers_open_game,
        )

    def restore(self, kept: Kept) -> None:
        """Show again what another window has shown."""
        game = self.play.controller.game
        if game.can_undo and not game.finished:
            self.context.messages.say("")  # The player has not been away.
        self.play.in_play.files = kept.files
        self.library.looks_for_open_game = kept.offers_open_game
        if kept.place is not None:
            self.play.view.place = kept.place
        if kept.panel:
            self.teaching.teacher.open()
        if kept.explains is not None:
            kept.explains(self.teaching.presenter)
        if kept.preferences:
            self.context.preferences.show_dialog()
        if kept.paused:
            self.context.stage.toggle_pause()

    def report_error(self, details: str) -> None:
        """Tell the player of an error in the program, and offer the details for a bug report."""
        copy = partial(QGuiApplication.clipboard().setText, details)
        text = _("Something went wrong, but you can play on.")
        self.context.messages.notices.show_notice(
            "error", Notice(text, ((_("Copy report"), copy),))
        )

    def close_without_asking(self) -> None:
        """Save what can be saved and close, because the system wants the program to end."""
        self._ask_before_closing = False
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog):
                widget.reject()
        self.close()
        QApplication.quit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close at once: the game is saved, the solver cancelled, what is exported completed."""
        stage = self.context.stage
        stage.stop_clock()
        sessions = [self.play.in_play.session]
        if "editor" in vars(self):
            sessions.append(self.editor.session)
        stay = self._ask_before_closing and not all(each.may_leave() for each in sessions)
        if stay and self._ask_before_closing:  # Still so after the question.
            stage.run_clock()
            event.ignore()
            return
        self.closed.emit()
        self.context.preferences.settings.geometry = self.saveGeometry()
        for feature in self._features:
            feature.close()
        self.hide()  # An export may take a while.
        self.context.tasks.close()
        super().closeEvent(event)
