"""The stage with its activities, their sessions, and the context that features are given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.formats import Document, write
from hashi_gui.formats.registry import NOTATIONS
from hashi_gui.formats.saved_game import SavedGame
from hashi_gui.game import GameStore
from hashi_gui.game.autosave import Autosave
from hashi_gui.game.game import Clock, Game
from hashi_gui.game.share import caption
from hashi_gui.gui.board.view import ZoomableView
from hashi_gui.gui.settings.current_preferences import CurrentPreferences, CurrentTheme
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.tasks.tasks import Tasks
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.actions import ActionKind
from hashi_gui.gui.widgets.dialogs import may_leave_unsaved
from hashi_gui.gui.widgets.messages import MessageBar, Messages, Notice, NoticeBar
from hashi_gui.packs import PackStore
from hashi_gui.rendering.theme import Theme
from hashi_gui.system.files import StorageError, atomic_write

if TYPE_CHECKING:
    from hashi_gui.editing import DraftStore
    from hashi_gui.rendering.entry import Entry

HASHI = "hashi"

RETRY_MS = 5_000
"""How long to wait before saving is tried again after an error."""


class Saver(Protocol):
    """Saves each change of a game or a draft by itself, in another thread."""

    def save_whole(self) -> None:
        """Save all of it, for example once more after an error."""

    def save_now(self) -> StorageError | None:
        """Wait until it is saved, if need be with another attempt; the error if that fails."""


class Session(QObject):
    """What the player saves: in the program's own folder by itself, in a file when asked to.

    As long as the first of these fails, a notice says so, and it is tried again.
    """

    saved = Signal(object)
    """The player has saved it in a file; carries its path."""

    def __init__(
        self,
        thing: str,
        saver: Saver,
        document: Callable[[], Document],
        file_stem: Callable[[], str],
        file_types: Mapping[str, str],
        context: Context,
    ) -> None:
        """``thing`` is "game" or "draft". ``document`` raises HashiError if it cannot be saved.

        ``file_stem`` returns a name to propose. ``file_types`` has the extensions to choose from.
        """
        super().__init__(context.messages.window)
        self._thing = thing
        self._saver = saver
        self._document = document
        self._file_stem = file_stem
        self._file_types = file_types
        self._messages, self._settings = context.messages, context.preferences.settings
        self.file: Path | None = None
        """Where the player has saved it."""
        self._retry = QTimer(self, interval=RETRY_MS, singleShot=True)
        self._retry.timeout.connect(saver.save_whole)

    def open(self, file: Path | None) -> None:
        """Something else is saved from now on, in this file if the player wants to."""
        self.end()
        self.file = file

    def save(self) -> None:
        """Save it in the file where it was saved before, or in another one."""
        if self.file is None:
            self.save_as()
        else:
            self._save_to(self.file)

    def save_as(self) -> bool:
        """Ask for a file and save it there; return whether that was done."""
        try:
            self._document()
        except HashiError as error:
            self._messages.say(str(error))
            return False
        proposed = str(self.file or f"{self._file_stem()}.{HASHI}")
        file = dialogs.file_to_save(self._messages.window, _("Save as"), proposed, self._file_types)
        if file is None:
            return False
        known = file.suffix.removeprefix(".") in self._file_types.values()
        return self._save_to(file if known else file.with_name(f"{file.name}.{HASHI}"))

    def may_leave(self) -> bool:
        """Whether all is saved, or the player gives up what is not."""
        error = self._saver.save_now()
        window = self._messages.window
        return error is None or may_leave_unsaved(window, self._problem(error), self.save_as)

    @Slot(object)
    def show_attempt(self, error: StorageError | None) -> None:
        """Show what came of an attempt to save; None if it has succeeded."""
        if error is None:
            self._messages.notices.remove(self._topic)
            return
        actions = ((_("Save elsewhere…"), self.save_as), (_("Try again"), self._saver.save_whole))
        notice = Notice(self._problem(error), actions, lasting=True)
        self._messages.notices.show_notice(self._topic, notice)
        self._retry.start()

    def end(self) -> None:
        """Show nothing of what could not be saved, and try no more."""
        self._retry.stop()
        self._messages.notices.remove(self._topic)

    def _problem(self, error: StorageError) -> str:
        if self._thing == "game":
            return _("Your game is not saved. {problem}").format(problem=error)
        return _("Your draft is not saved. {problem}").format(problem=error)

    @property
    def _topic(self) -> str:
        return f"{self._thing}-not-saved"

    def _save_to(self, file: Path) -> bool:
        notation = next(n.NAME for n in reversed(NOTATIONS) if file.suffix == n.SUFFIX)
        try:
            document = self._document()
            if notation != HASHI:  # Other notations have no bridges, or only at times.
                document = Document.from_puzzle(document.puzzle, HASHI)
            atomic_write(file, write(document, notation))
        except HashiError as error:
            self._messages.say(str(error))
            return False
        self.file = file
        self._settings.add_recent(file.absolute())
        self.saved.emit(file)
        self._messages.say(_("Saved as {file}.").format(file=file.name))
        return True


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A board to draw and its game, as they were at one moment.

    ``name`` suits a file, ``caption`` says what is drawn.
    """

    entry: Entry
    board: Board
    theme: Theme
    name: str
    game: SavedGame
    caption: Sequence[str]

    @classmethod
    def of(cls, document: Document, theme: Theme, name: str) -> Snapshot:
        from hashi_gui.rendering.entry import Entry

        game = document.game or Game.from_document(document).to_document().game
        assert game is not None
        entry = Entry(document.puzzle, document.info)
        return cls(entry, document.board, theme, name, game, caption(document))


ON_A_BOARD = ~ActionKind.EDIT
"""All that is possible with the board of a game."""

IN_A_PAUSE = ActionKind.PAUSE | ActionKind.SAVE | ActionKind.GAME
"""What needs no board in sight."""


class Activity(QObject):
    """Playing, an exercise, a past game, editing: one of them is current on the :class:`Stage`.

    ``allowed`` are the kinds of actions that it allows, ``tool_bar`` is the name of its toolbar.
    ``covers`` says whether what is below waits unchanged, because the activity has a board of its
    own. ``shows_facts`` says whether the line of facts about the game is shown. ``session`` has the
    file in which it is saved, ``page`` is what the window shows between its bars, and ``view`` the
    board there.
    """

    allowed = ON_A_BOARD
    tool_bar = "game"
    covers = False
    shows_facts = True
    session: Session
    page: QWidget
    view: ZoomableView

    @property
    def name(self) -> str:
        """What the title of the window says."""
        raise NotImplementedError

    @property
    def guidance(self) -> str:
        """What the player can do next, said where nothing is explained; empty for nothing."""
        return ""

    @property
    def clock(self) -> Clock | None:
        """The clock that runs while the board is in sight; None if none does."""
        return None

    def document(self) -> Document:
        """The puzzle with its board. Raises HashiError for a draft that is no puzzle."""
        raise NotImplementedError

    def snapshot(self) -> Snapshot:
        """What can be exported. Raises HashiError for a draft that is no puzzle."""
        raise NotImplementedError

    def show_example(self, technique: str) -> None:
        """Show on the board where a technique applies."""
        raise NotImplementedError

    def hint(self) -> None:
        """Help with the next step."""
        raise NotImplementedError

    def walk(self, drow: int, dcol: int) -> None:
        """What an arrow key does."""
        raise NotImplementedError

    @property
    def can_go_on(self) -> bool:
        """Whether this is finished, and Enter goes on."""
        return False

    def go_on(self) -> None:
        """What Enter does once this is finished."""

    def stop(self) -> None:
        """What Esc does."""
        raise NotImplementedError

    def entered(self) -> None:
        """Begin: the activity is current from now on."""

    def suspended(self, by: Activity) -> None:
        """Wait: another activity is current from now on."""

    def resumed(self) -> None:
        """Go on: the activity is current again."""

    def left(self) -> None:
        """End: the activity is on the stage no more."""


class Stage(QObject):
    """One current activity, and a stack of others that wait; the lowest is the game in play.

    An activity without a board of its own takes the place of all others but the lowest. Nobody else
    starts and pauses clocks: that of the current activity runs while the window is active and there
    is no pause. ``paused``: the board is covered until the player goes on.
    """

    changed = Signal()
    """Another activity is current, or there is a pause from now on, or no more."""
    updated = Signal()
    """Something else may be possible from now on, or have another name."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._stack: list[Activity] = []
        self.paused = self._changing = False
        self._running: Clock | None = None
        self._keys: list[QAction] = []
        window.installEventFilter(self)

    @property
    def current(self) -> Activity:
        return self._stack[-1]

    @property
    def allowed(self) -> ActionKind:
        """The kinds of actions that are possible at present."""
        return self.current.allowed & IN_A_PAUSE if self.paused else self.current.allowed

    def addAction(self, action: QAction) -> None:
        """Let the keys of an action work on the board of whatever activity is current."""
        self._keys.append(action)
        for activity in self._stack:
            activity.view.addAction(action)

    def has(self, activity: Activity) -> bool:
        """Whether an activity is current or waits."""
        return activity in self._stack

    def open(self, lowest: Activity) -> None:
        """Another game is in play: whatever is above it ends."""
        with self._change():
            self._end_above(0)
            self._stack = [lowest]
            lowest.view.addActions(self._keys)

    def enter(self, activity: Activity) -> None:
        """Begin an activity, or go back to it if it waits."""
        if activity in self._stack:
            self._go_back_to(self._stack.index(activity))
            return
        with self._change():
            if not activity.covers and self._end_above(0):
                self.current.resumed()
            self._stack.append(activity)
            activity.view.addActions(self._keys)
            self._stack[-2].suspended(activity)
            activity.entered()

    def leave(self, activity: Activity) -> None:
        """End an activity, if it has begun, and those above it."""
        if activity in self._stack[1:]:
            self._go_back_to(self._stack.index(activity) - 1)

    def toggle_pause(self) -> None:
        """Cover the board and stop the clock, or go on."""
        self.paused = not self.paused
        self.changed.emit()
        self.update()

    def end_pause(self) -> None:
        """Go on, because the board is played on."""
        if self.paused:
            self.toggle_pause()

    def update(self) -> None:
        """Run the clock that has to run, and show what is possible."""
        self.run_clock()
        self.updated.emit()

    def run_clock(self) -> None:
        """Run the clock that has to run at present, and no other."""
        visible = self._window.isActiveWindow() and not (self.paused or self._changing)
        clock = self.current.clock if visible else None
        if self._running is not None and self._running is not clock:
            self._running.pause()
        self._running = clock
        if clock is not None:
            clock.start()

    def stop_clock(self) -> None:
        """Pause the clock, until :meth:`run_clock` is called."""
        if self._running is not None:
            self._running.pause()

    def eventFilter(self, window: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ActivationChange and self._stack:
            self.run_clock()
        return super().eventFilter(window, event)

    def _go_back_to(self, index: int) -> None:
        if index < len(self._stack) - 1:
            with self._change():
                self._end_above(index)
                self.current.resumed()

    def _end_above(self, index: int) -> bool:
        """End the activities above one, the upper first; whether there were any."""
        ended, self._stack = self._stack[index + 1 :], self._stack[: index + 1]
        for activity in reversed(ended):
            activity.left()
        return bool(ended)

    @contextmanager
    def _change(self) -> Iterator[None]:
        """No clock runs until the change is complete."""
        self.paused, self._changing = False, True
        self.stop_clock()
        yield
        self._changing = False
        self.run_clock()
        self.changed.emit()
        self.updated.emit()


class Stores(QObject):
    """The player's games with their results, packs and drafts, and what saves the game in play."""

    save_attempted = Signal(object)
    """A StorageError or None; emitted in the saving thread."""
    records_loaded = Signal()
    """Results can be used without waiting for the disk; emitted in the saving thread."""

    def __init__(self, games: GameStore, parent: QObject) -> None:
        super().__init__(parent)
        self.games = games
        self.packs = PackStore.beside(games)
        self.autosave = Autosave(games, self.save_attempted.emit)
        self.autosave.run(self._load_records)

    @cached_property
    def drafts(self) -> DraftStore:
        """The drafts; the folder is read when the editor is loaded."""
        from hashi_gui.editing import DraftStore

        return DraftStore(self.games.folder / "drafts")

    def flushed_games(self) -> GameStore:
        """The games once everything so far is saved."""
        self.autosave.save()
        self.autosave.wait()
        return self.games

    def _load_records(self) -> None:
        try:
            self.games.load_records()
        finally:
            self.records_loaded.emit()


@dataclass(frozen=True, slots=True)
class Context:
    """The services that features use; everything else they have from features below them."""

    stage: Stage
    tasks: Tasks
    messages: Messages
    stores: Stores
    preferences: CurrentPreferences
    theme: CurrentTheme

    @classmethod
    def of(cls, window: QWidget, settings: Settings, games: GameStore) -> Context:
        """New services for a window."""
        preferences, stage = CurrentPreferences(settings, window), Stage(window)
        preferences.changed.connect(stage.updated)
        return cls(
            stage,
            Tasks(window),
            Messages(window, MessageBar(), NoticeBar()),
            Stores(games, window),
            preferences,
            CurrentTheme(preferences, window),
        )
