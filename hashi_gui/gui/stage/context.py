"""The context: the six services that each feature is given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from hashi_gui.game import GameStore
from hashi_gui.game.autosave import Autosave
from hashi_gui.gui.settings.current_preferences import CurrentPreferences, CurrentTheme
from hashi_gui.gui.settings.settings import Settings
from hashi_gui.gui.stage.stage import Stage
from hashi_gui.gui.tasks.tasks import Tasks
from hashi_gui.gui.widgets.messages import MessageBar, Messages, NoticeBar
from hashi_gui.packs import PackStore

if TYPE_CHECKING:
    from hashi_gui.editing import DraftStore


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
        preferences = CurrentPreferences(settings, window)
        return cls(
            Stage(window),
            Tasks(window),
            Messages(window, MessageBar(), NoticeBar()),
            Stores(games, window),
            preferences,
            CurrentTheme(preferences, window),
        )
