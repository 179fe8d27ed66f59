"""The menu of the drafts that were edited last."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from hashi_gui.core.wording import quantity
from hashi_gui.editing import DraftStore, StoredDraft
from hashi_gui.gui.tasks.task_runner import Task, TaskRunner
from hashi_gui.gui.widgets.plain_text import menu_text, plain

LISTED_DRAFTS = 12


class DraftsMenu(QMenu):
    """Reads the drafts in another thread when it opens; it is filled as soon as they are known."""

    chosen = Signal(object)
    """The path of a draft."""

    def __init__(self, store: DraftStore, window: QWidget) -> None:
        super().__init__("Dra&fts", window)
        self._store = store
        self._lister = TaskRunner(self)
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._list)

    def stop_listing(self) -> None:
        """Stop the thread, for good."""
        self._lister.close()

    def _list(self) -> None:
        if self.isEmpty():
            self.addAction("Looking…").setEnabled(False)
        store = self._store
        self._lister.start(Task("", lambda _token: store.recent(LISTED_DRAFTS), self._show))

    def _show(self, drafts: list[StoredDraft]) -> None:
        self.clear()
        for stored in drafts:
            action = self.addAction(_text(stored))
            action.setToolTip(plain(str(stored.path)))
            action.triggered.connect(partial(self._choose, stored.path))
        if self.isEmpty():
            self.addAction("Nothing yet").setEnabled(False)

    def _choose(self, path: Path, _checked: bool = False) -> None:
        self.chosen.emit(path)


def _text(stored: StoredDraft) -> str:
    draft = stored.draft
    title = draft.info.shown_title or draft.size_text
    islands = quantity(len(draft.clues), "island")
    return menu_text(f"{title}, {islands} ({stored.changed:%Y-%m-%d %H:%M})")
