"""The menu with the drafts that were edited last."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from hashi_gui.core.wording import quantity
from hashi_gui.editing import StoredDraft
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner
from hashi_gui.gui.widgets.plain_text import menu_text, plain

LISTED_DRAFTS = 12


class DraftsList(QObject):
    """Reads the drafts, outside the GUI thread, when their menu opens."""

    def __init__(self, context: Context, open_draft: Callable[[Path], object]) -> None:
        super().__init__(context.messages.window)
        self._store = context.stores.drafts
        self._open_draft = open_draft
        self._runner = TaskRunner(context.tasks, Lane.DISK, self)

    def fill(self, menu: QMenu) -> None:
        """Let a menu show the drafts as soon as they are known."""
        menu.aboutToShow.connect(partial(self._list, menu))

    def _list(self, menu: QMenu) -> None:
        if menu.isEmpty():
            menu.addAction("Looking…").setEnabled(False)
        store, show = self._store, partial(self._show, menu)
        self._runner.start(Task("", lambda _token: store.recent(LISTED_DRAFTS), show))

    def _show(self, menu: QMenu, drafts: list[StoredDraft]) -> None:
        menu.clear()
        for stored in drafts:
            action = menu.addAction(_text(stored))
            action.setToolTip(plain(str(stored.path)))
            action.triggered.connect(lambda _=False, path=stored.path: self._open_draft(path))
        if menu.isEmpty():
            menu.addAction("Nothing yet").setEnabled(False)


def _text(stored: StoredDraft) -> str:
    draft = stored.draft
    title = draft.info.shown_title or draft.size_text
    islands = quantity(len(draft.clues), "island")
    return menu_text(f"{title}, {islands} ({stored.changed:%Y-%m-%d %H:%M})")
