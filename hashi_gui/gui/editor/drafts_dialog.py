"""The dialog with all drafts: their pictures, names and folders, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from enum import Enum, auto
from functools import partial
from pathlib import Path
from time import perf_counter, sleep

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QHBoxLayout,
    QInputDialog,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import (
    islands_text,
    listed,
    long_number,
    printable,
    shorten,
)
from hashi_gui.editing import Damage, DraftError, DraftStore, StoredDraft
from hashi_gui.game.calibration import UNCALIBRATED, Calibration
from hashi_gui.gui.editor.drafts import DraftFiles
from hashi_gui.gui.library.library_cards import CardList, corner_of, own_title
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner, Tasks
from hashi_gui.gui.widgets.actions import key_of
from hashi_gui.gui.widgets.controls import (
    ComboBox,
    ValueField,
    dialog_button,
    filled,
    menu_text,
    search_field,
    spaced,
)
from hashi_gui.gui.widgets.dialogs import BUTTON_SPACING, DIALOG_MARGINS, FittingDialog, agrees
from hashi_gui.gui.widgets.local_texts import moment_text, sort_key
from hashi_gui.gui.widgets.messages import Button, MessageBar
from hashi_gui.rendering.theme import Theme
from hashi_gui.solving import CancelToken, VerdictKind

WANTED_SIZE = QSize(930, 720)

FIRST_DRAFTS = 60
"""So many are shown before all of them are read."""

PAUSE = 0.001
"""How many seconds the window gets after each file that is read: both need the interpreter."""

MAX_FOLDER = 24
"""The most characters of a folder's name that are shown."""

BY_CHANGE, BY_NAME, BY_SIZE = "change", "name", "size"


class _Place(Enum):
    """What can be shown beside the folders of the setter's."""

    ALL = auto()
    NO_FOLDER = auto()
    DELETED = auto()


class DraftCard:
    """A draft, and what is said of it."""

    expected_seconds: int | None = None

    def __init__(self, stored: StoredDraft) -> None:
        self.stored = stored
        name = stored.path.stem if self.is_lost else stored.draft.info.title
        self.title = own_title(name, stored.draft.size_text)
        """What the draft is called, perhaps nothing."""

    @property
    def key(self) -> str:
        return str(self.stored.path)

    @property
    def searched(self) -> str:
        return f"{self.title}\n{self.stored.draft.size_text}"

    @property
    def is_lost(self) -> bool:
        """Whether nothing of the draft can be read."""
        return self.stored.damage in (Damage.ALL, Damage.NEWER)

    def caption(self, _calibration: Calibration = UNCALIBRATED) -> str:
        stored, draft = self.stored, self.stored.draft
        damage = {
            Damage.NONE: "",
            Damage.LAST_EDITS: _("The last edits are damaged."),
            Damage.ALL: _("Damaged: it cannot be opened."),
            Damage.NEWER: _("From a newer Hashi: it cannot be opened."),
        }[stored.damage]
        facts = listed((draft.size_text, islands_text(len(draft.clues))))
        folder = shorten(printable(stored.folder), MAX_FOLDER)
        verdicts: dict[str, str] = {
            VerdictKind.SEVERAL: _("several solutions"),
            VerdictKind.NONE: _("no solution"),
        }
        found = verdicts.get(stored.found, stored.found)
        lines = (self.title, "" if self.is_lost else facts, found, moment_text(stored.changed))
        return "\n".join(filter(None, (*lines, folder, damage)))

    def corner(self, side: int) -> tuple[Puzzle, Board]:
        if self.is_lost:
            raise DraftError(self.caption())
        return corner_of(self.stored.draft, side)


class DraftsDialog(FittingDialog):
    """Shows all drafts, also damaged ones, and those that were deleted in a place of their own.

    ``chosen`` is the file of the draft to open; None for a new one. Whatever waits for the disk
    is done in the lane for that.
    """

    def __init__(
        self,
        theme: Theme,
        files: DraftFiles,
        tasks: Tasks,
        parent: QWidget | None = None,
        *,
        is_edited: bool = False,
        rename_current: Callable[[str], None] = lambda _title: None,
    ) -> None:
        """The editor has the draft of ``files``, which is perhaps edited now, and renames it."""
        super().__init__(_("Set a puzzle"), parent, WANTED_SIZE)
        self.chosen: Path | None = None
        self._files, self._store = files, files.store
        self._is_edited, self._rename_current = is_edited, rename_current
        self._drafts: list[DraftCard] = []
        self._deleted: list[Path] = []
        self._says = False
        self._is_changing = self._is_closed = False
        self._tasks = tasks
        self._arrange(theme)
        self._runner = TaskRunner(tasks, Lane.DISK, self)
        self._connect()
        self._read()
        self.list.setFocus()

    def done(self, result: int) -> None:
        self._is_closed = True
        self._runner.discard()
        super().done(result)

    def _arrange(self, theme: Theme) -> None:
        self.search = search_field(_("Search by name"))
        self.place = ComboBox()
        self.place.setAccessibleName(_("Folder"))
        self.place.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.order = ValueField(
            {
                BY_CHANGE: _("Last changed first"),
                BY_NAME: _("By name"),
                BY_SIZE: _("Smallest first"),
            }
        )
        self.order.setAccessibleName(_("Order"))
        self.list = CardList[DraftCard](theme, UNCALIBRATED)
        self.list.setAccessibleName(_("Drafts"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.rename_button = dialog_button(_("Rename…"), _("Give the draft another name (F2)"))
        self.folder_button = dialog_button(_("Folder"), _("Put the selected drafts into a folder"))
        self.folder_menu = QMenu(self)
        self.folder_button.setMenu(self.folder_menu)
        self.delete_button = dialog_button(_("Delete"), _("Delete the selected drafts (Del)"))
        self.restore_button = dialog_button(_("Restore"), _("Bring the selected drafts back"))
        self.message = MessageBar()
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        self.open_button = buttons.button(QDialogButtonBox.StandardButton.Open)
        self.new_button = dialog_button(_("New…"), _("Begin with an empty grid"))
        self.new_button.clicked.connect(self.accept)
        head = spaced(QHBoxLayout(), BUTTON_SPACING)
        filled(head, self.search, self.place, self.order, self.new_button, broad=self.search)
        foot = spaced(QHBoxLayout(), BUTTON_SPACING)
        filled(foot, *self._own_buttons, None, buttons)
        layout = spaced(QVBoxLayout(self), 8, DIALOG_MARGINS)
        filled(layout, head, self.list, self.message, foot, broad=self.list)

    @property
    def _own_buttons(self) -> Sequence[QPushButton]:
        return self.rename_button, self.folder_button, self.delete_button, self.restore_button

    def _connect(self) -> None:
        self._runner.failed.connect(self._report)
        for choice in (
            self.search.textChanged,
            self.place.currentIndexChanged,
            self.order.currentIndexChanged,
        ):
            choice.connect(self._show_chosen)
        self.list.filled.connect(self._explain)
        self.list.itemActivated.connect(self._choose)
        self.list.itemSelectionChanged.connect(self._enable)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.rename_button.clicked.connect(self._ask_and_rename)
        self.delete_button.clicked.connect(self._delete)
        self.restore_button.clicked.connect(self._restore)
        self.folder_menu.aboutToShow.connect(self._fill_folder_menu)
        standard, in_widget = QKeySequence.StandardKey, Qt.ShortcutContext.WidgetShortcut
        QShortcut(QKeySequence(standard.Find), self, self.search.setFocus)
        QShortcut(QKeySequence(standard.Undo), self.list, self._undo, context=in_widget)
        QShortcut(QKeySequence("F2"), self, self._ask_and_rename)
        QShortcut(QKeySequence("Del"), self.list, self._delete, context=in_widget)
        QShortcut(QKeySequence("Backspace"), self.list, self._delete, context=in_widget)
        QShortcut(QKeySequence("Down"), self.search, self.list.setFocus, context=in_widget)

    # What is shown

    @property
    def selected(self) -> list[StoredDraft]:
        """The drafts that are selected, in their order in the list."""
        rows = sorted(index.row() for index in self.list.selectedIndexes())
        cards = (self.list.card_of(self.list.item(row)) for row in rows)
        return [card.stored for card in cards if card is not None]

    @property
    def folders(self) -> list[str]:
        """The folders of the setter's; one without drafts is none any more."""
        folders = {card.stored.folder for card in self._drafts}
        return sorted(filter(None, folders), key=sort_key)

    @property
    def _shown_folder(self) -> str:
        """The folder of the setter's that is shown; empty if there is none."""
        place = self.place.currentData()
        return "" if place is None or isinstance(place, _Place) else str(place)

    def _cards(self) -> list[DraftCard]:
        """The cards of the drafts that are to be shown, in their order."""
        place, folder = self.place.currentData(), self._shown_folder
        wanted = self.search.text().strip().casefold()
        cards = [
            card
            for card in self._drafts
            if card.stored.is_deleted == (place is _Place.DELETED)
            and (card.stored.folder == folder or not (folder or place is _Place.NO_FOLDER))
        ]
        if wanted:
            cards = [card for card in cards if wanted in card.searched.casefold()]
        if self.order.value == BY_NAME:
            cards.sort(key=lambda card: (not card.title, sort_key(card.title)))
        elif self.order.value == BY_SIZE:
            cards.sort(
                key=lambda card: (card.is_lost, card.stored.draft.rows * card.stored.draft.cols)
            )
        return cards

    def _show_chosen(self) -> None:
        """Show other drafts, and no more what has been said of those before."""
        self._say("")
        self._show()

    def _show(self, selected: Path | None = None) -> None:
        """Show what has been chosen, and select a draft, by default the one that is selected."""
        card = self.list.card_of(self.list.currentItem())
        key = str(selected) if selected else card.key if card else ""
        self.list.show_cards(iter(self._cards()), key)
        self._enable()

    def _list_places(self) -> None:
        """Let the setter choose among the folders that there are; the one that is shown stays."""
        shown = self.place.currentData()
        places: dict[object, str] = {_Place.ALL: _("All drafts")}
        if self.folders:
            places[_Place.NO_FOLDER] = _("In no folder")
            places |= {each: shorten(printable(each), MAX_FOLDER) for each in self.folders}
        if any(card.stored.is_deleted for card in self._drafts):
            places[_Place.DELETED] = _("Deleted")
        self.place.blockSignals(True)
        self.place.clear()
        for place, text in places.items():
            self.place.addItem(text, place)
        self.place.setCurrentIndex([*places].index(shown) if shown in places else 0)
        self.place.blockSignals(False)

    def _explain(self) -> None:
        """Say how many drafts are shown, or why there are none, unless something else is said."""
        number = self.list.count()
        if number:
            text = ngettext("{n} draft", "{n} drafts", number).format(n=long_number(number))
        elif self.search.text().strip():
            text = _("No draft has this in its name.")
        else:
            text = _("Nothing yet: every puzzle that you set is saved here.")
        if not self._says:
            self.message.show_message(text)
        self._enable()

    def _enable(self) -> None:
        """Offer what can be done with the drafts that are selected."""
        selected = self.selected
        in_bin = self.place.currentData() is _Place.DELETED
        one_is_whole = [each.damage for each in selected] == [Damage.NONE]
        self.rename_button.setEnabled(one_is_whole and not in_bin)
        self.folder_button.setEnabled(bool(selected or self._shown_folder))
        self.delete_button.setEnabled(bool(selected))
        self.delete_button.setText(_("Erase…") if in_bin else _("Delete"))
        self.restore_button.setEnabled(bool(selected))
        self.restore_button.setVisible(in_bin)
        self.rename_button.setVisible(not in_bin)
        self.folder_button.setVisible(not in_bin)
        self.open_button.setEnabled(len(selected) == 1 and not in_bin)

    def _show_menu(self, place: QPoint) -> None:
        if self.list.itemAt(place) is None:
            return
        menu = QMenu(self)
        menu.addAction(_("Open")).triggered.connect(self._choose)
        for button in self._own_buttons:
            if button.isHidden():
                continue
            action = menu.addAction(button.text())
            action.setEnabled(button.isEnabled())
            if button is self.folder_button:
                self._fill_folder_menu()
                action.setMenu(self.folder_menu)
            else:
                action.triggered.connect(button.click)
        menu.exec(self.list.viewport().mapToGlobal(place))
        menu.deleteLater()

    def _say(self, text: str, *buttons: Button) -> None:
        self._says = bool(text)
        self.message.show_message(text, *buttons)

    def _report(self, _task: object, error: str) -> None:
        self._say(_("Something went wrong. ({error})").format(error=error))

    # Reading, and changing files

    def _read(self) -> None:
        """Read all drafts, and show the first ones before the others are read."""
        files, runner = self._files, self._runner

        def work(token: CancelToken) -> list[DraftCard]:
            files.wait()
            cards: list[DraftCard] = []
            for card in _cards_of(files.store):
                token.raise_if_cancelled()
                cards.append(card)
                if len(cards) == FIRST_DRAFTS:
                    runner.report(token, partial(self._show_first, cards[:]))
            return cards

        self._runner.start(Task(_("Reading drafts"), work, self._show_all))

    def _show_first(self, drafts: list[DraftCard]) -> None:
        self._drafts = drafts
        self._list_places()
        self._show(self._files.path)

    def _show_all(self, drafts: list[DraftCard]) -> None:
        before, self._drafts = self._drafts, drafts
        self._list_places()
        as_read = (self.place.currentIndex(), self.order.value, self.search.text())
        if before and as_read == (0, BY_CHANGE, ""):
            shown = sum(not card.stored.is_deleted for card in before)
            self.list.add_cards(iter(self._cards()[shown:]))
        else:
            self._show(None if before else self._files.path)
        self._tell_of_damage()

    def _change(self, act: Callable[[], Path | None]) -> None:
        """Change files, then show what is there, with the draft selected that ``act`` returns.

        What is asked for while files are being changed is dropped: it is about an old list.
        """
        if self._is_changing:
            return
        files, beside = self._files, self._draft_beside

        def work() -> tuple[list[DraftCard], Path | None, str]:
            files.wait()
            path, problem = beside, ""
            try:
                path = act() or beside
            except HashiError as error:
                problem = error.plain
            return list(_cards_of(files.store)), path, problem

        self._runner.discard()
        self._is_changing = self._tasks.run(Lane.DISK, work, self._show_change)

    def _show_change(self, done: Future[tuple[list[DraftCard], Path | None, str]]) -> None:
        self._is_changing = False
        if self._is_closed:
            return
        self._drafts, path, problem = done.result()
        self._list_places()
        self.list.setFocus()
        self._show(path)
        if problem:
            self._say(problem)
        self._tell_of_damage()

    def _tell_of_damage(self) -> None:
        """Tell the setter, once, that not all folders could be read."""
        files = self._store.quarantined
        if files:
            text = _("The list of your folders is damaged. It is still there: {files}.")
            self._say(text.format(files=listed(file.name for file in files)))
            files.clear()

    @property
    def _draft_beside(self) -> Path | None:
        """The draft that comes after those that are selected, or before them."""
        rows = [index.row() for index in self.list.selectedIndexes()]
        if not rows:
            return None
        last = self.list.count() - 1
        card = self.list.card_of(
            self.list.item(max(rows) + 1 if max(rows) < last else min(rows) - 1)
        )
        return card.stored.path if card else None

    # What the setter asks for

    def _choose(self) -> None:
        card = self.list.card_of(self.list.currentItem())
        if card is None or self.chosen is not None:
            return
        stored = card.stored
        if card.is_lost:
            text = (
                _("This draft is from a newer Hashi. Its file stays as it is: {file}")
                if stored.damage is Damage.NEWER
                else _("This draft is damaged. Its file stays as it is: {file}")
            )
            self._say(text.format(file=printable(stored.path.name)))
        elif stored.is_deleted:
            self._say(_("Restore this draft first."))
        else:
            self.chosen = stored.path
            self.accept()

    def _ask_and_rename(self) -> None:
        if not self.rename_button.isEnabled() or self.rename_button.isHidden():
            return
        (stored,) = self.selected
        before = stored.draft.info.title
        title, agreed = QInputDialog.getText(self, _("Rename"), _("New name:"), text=before)
        title = title.strip()
        if not agreed or title == before:
            return
        if stored.path == self._files.path:
            self._rename_current(title)

        def act() -> Path:
            if stored.path != self._files.path:
                self._store.rename(stored.path, title)
            return stored.path

        self._change(act)

    def _delete(self) -> None:
        selected = self.selected
        if not selected or self._is_changing:
            return
        if selected[0].is_deleted:
            self._ask_and_erase(selected)
            return
        paths = [each.path for each in selected]
        if self._files.path in paths:
            if self._is_edited:
                text = _("You are editing this draft. Leave the editor first ({key}).")
                self._say(text.format(key=key_of("edit:Ctrl+W")))
                return
            self._files.forget()
        if len(paths) == 1:
            title = DraftCard(selected[0]).title or selected[0].draft.size_text
            text = _("“{title}” is deleted.").format(title=title)
        else:
            text = ngettext("{n} draft is deleted.", "{n} drafts are deleted.", len(paths))
        self._deleted = []

        def act() -> None:
            for path in paths:
                self._deleted.append(self._store.delete(path))

        self._change(act)
        self._say(text.format(n=len(paths)), (_("Undo"), self._undo))

    def _undo(self) -> None:
        if self._deleted and not self._is_changing:
            self._bring_back(self._deleted)
            self._deleted = []
            self._say("")

    def _restore(self) -> None:
        self._bring_back([each.path for each in self.selected])

    def _bring_back(self, paths: Sequence[Path]) -> None:
        def act() -> Path | None:
            restored = [self._store.restore(path) for path in paths]
            return restored[0]

        self._change(act)

    def _ask_and_erase(self, drafts: Sequence[StoredDraft]) -> None:
        question = ngettext(
            "Erase {n} draft for good?", "Erase {n} drafts for good?", len(drafts)
        ).format(n=len(drafts))
        if agrees(self, question, "", _("Erase"), can_be_undone=False):

            def act() -> None:
                for each in drafts:
                    self._store.erase(each.path)

            self._change(act)

    def _fill_folder_menu(self) -> None:
        menu, shown = self.folder_menu, self._shown_folder
        menu.clear()
        inside = {each.folder for each in self.selected}
        if inside:
            for folder in self.folders:
                if inside == {folder}:
                    continue
                text = _("Put into “{folder}”").format(
                    folder=shorten(printable(folder), MAX_FOLDER)
                )
                menu.addAction(menu_text(text)).triggered.connect(partial(self._move, folder))
            menu.addAction(_("Put into a new folder…")).triggered.connect(self._ask_and_move)
            if any(inside):
                menu.addAction(_("Take out of the folder")).triggered.connect(
                    partial(self._move, "")
                )
        if shown:
            menu.addSeparator()
            menu.addAction(_("Rename this folder…")).triggered.connect(self._ask_and_rename_folder)
            remove = menu.addAction(_("Remove this folder; its drafts stay"))
            remove.triggered.connect(partial(self._rename_folder, ""))

    def _move(self, folder: str, *_: object) -> None:
        selected = self.selected
        paths = [each.path for each in selected]

        def act() -> Path:
            self._store.move(paths, folder)
            return paths[0]

        self._change(act)

    def _ask_and_move(self) -> None:
        name, agreed = QInputDialog.getText(self, _("New folder"), _("Name of the folder:"))
        if agreed and name.strip():
            self._move(name.strip())

    def _ask_and_rename_folder(self) -> None:
        before = self._shown_folder
        name, agreed = QInputDialog.getText(
            self, _("Rename this folder"), _("Name of the folder:"), text=before
        )
        if agreed and name.strip():
            self._rename_folder(name.strip())

    def _rename_folder(self, name: str, *_: object) -> None:
        before = self._shown_folder
        self.place.setItemData(self.place.currentIndex(), name or _Place.ALL)
        self._change(partial(self._store.rename_folder, before, name))


def _cards_of(store: DraftStore) -> Iterator[DraftCard]:
    """The cards of all drafts; whoever reads many new files lets the window go on meanwhile."""
    begin = perf_counter()
    for stored in store.all():
        yield DraftCard(stored)
        if perf_counter() - begin > PAUSE / 2:
            sleep(PAUSE)
        begin = perf_counter()
