"""Packs: importing, changing and exporting them in the library, and the way through a pack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import listed, long_number
from hashi_gui.formats import Document
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.stage import Context
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.controls import ValueField, dialog_button, filled
from hashi_gui.gui.widgets.dialogs import (
    DIALOG_MARGINS,
    AnswerDialog,
    FittingDialog,
    accepts,
    agrees,
    form_layout,
)
from hashi_gui.gui.widgets.messages import Notice
from hashi_gui.packs import Pack, PackedPuzzle, PuzzleState
from hashi_gui.packs.exchange import (
    Reading,
    export_archive,
    export_folder,
    export_list,
    file_name,
    read_pack,
)
from hashi_gui.packs.pack import PackProgress, examine_each
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.system.files import atomic_write, unused_path

if TYPE_CHECKING:
    from hashi_gui.gui.library.library_dialog import LibraryDialog


SAVE_SECONDS = 30.0
"""How often what was found is saved."""

SHOW_SECONDS = 0.1
"""How often it is shown; easy puzzles take a few milliseconds each."""


REPORT_SIZE = QSize(620, 380)


class ExportForm(StrEnum):
    """What a pack can be exported as; the value is the text of the menu entry."""

    ARCHIVE = N_("As a .zip file…")
    FOLDER = N_("As a folder…")
    LIST = N_("As a list of links…")
    BOOK = N_("As a book…")


IMPORT_FILTER = N_(
    "Packs, lists and puzzles (*.zip *.txt *.hashi *.has *.csv *.pzpr);;All files (*)"
)
EXPORT_TYPES = {
    ExportForm.ARCHIVE: {N_(".zip files (*.zip)"): "zip"},
    ExportForm.LIST: {N_("Lists of links (*.txt)"): "txt"},
    ExportForm.BOOK: {N_("PDF documents (*.pdf)"): "pdf"},
}

REPORT_EVERY = 25
"""After how many puzzles the progress of an import is shown."""

DAMAGED_PACK = "damaged-pack"
"""A topic of notices."""


class BookStyle(NamedTuple):
    """What a book is to be like; ``paper`` is the name of a ``Paper``, ``qr`` says beside what
    QR codes are: "puzzles", "solutions" or nothing.
    """

    contest: bool
    per_page: int
    paper: str
    solutions: bool
    hints: bool
    qr: str


class BookDialog(AnswerDialog):
    """What a book of the puzzles of a pack is to be like."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(_("Make a book"), parent)
        self.contest = ValueField(
            {"": _("Book"), "contest": _("Contest, with points and boxes to write in")}
        )
        up_to = {n: _("up to {n}").format(n=n) for n in ("2", "4", "6")}
        self.per_page = ValueField({"1": "1", **up_to})
        self.per_page.value = "4"
        self.paper = ValueField({"A4": "A4", "LETTER": _("Letter")})
        self.solutions = QCheckBox(_("Solutions on the last pages"))
        self.solutions.setChecked(True)
        self.hints = QCheckBox(_("Hints at the end"))
        self.qr = ValueField(
            {"": _("None"), "puzzles": _("Beside puzzles"), "solutions": _("Beside solutions")}
        )
        self.solutions.toggled.connect(self._on_solutions)
        self.qr.currentIndexChanged.connect(self._on_qr)
        rows = (
            (_("Template"), self.contest),
            (_("Puzzles per page"), self.per_page),
            (_("Paper"), self.paper),
            ("", self.solutions),
            ("", self.hints),
            (_("QR codes"), self.qr),
        )
        self.fill(_("Save as PDF…"), form_layout(*rows))

    def _on_solutions(self, wanted: bool) -> None:
        if not wanted and self.qr.value == "solutions":
            self.qr.value = ""

    def _on_qr(self) -> None:
        if self.qr.value == "solutions":
            self.solutions.setChecked(True)

    @property
    def chosen(self) -> BookStyle:
        return BookStyle(
            bool(self.contest.value),
            int(self.per_page.value),
            self.paper.value,
            self.solutions.isChecked(),
            self.hints.isChecked(),
            self.qr.value,
        )


class ImportReport(FittingDialog):
    """Lists the files and lines that are no puzzles, and the puzzles that were there twice."""

    def __init__(self, reading: Reading, parent: QWidget | None = None) -> None:
        super().__init__(reading.title, parent, REPORT_SIZE)
        summary = QLabel(reading.summary, wordWrap=True)
        summary.setObjectName("title")
        self.list = QPlainTextEdit("\n".join([*reading.broken, *reading.repeated]), readOnly=True)
        self.copy_button = dialog_button(_("Copy"))
        self.copy_button.clicked.connect(self._copy)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        foot = filled(QHBoxLayout(), self.copy_button, None, buttons)
        layout = filled(QVBoxLayout(self), summary, self.list, foot, broad=self.list)
        layout.setContentsMargins(*DIALOG_MARGINS)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.list.toPlainText())


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of a change of the packs: a note, the title of the pack to show, what was read."""

    note: str = ""
    shown: str = ""
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class _Answer:
    """An outcome, all packs, and the key of the puzzle in play."""

    outcome: _Outcome
    all_progress: list[PackProgress]
    in_play: str


class Packs(QObject):
    """Does what the player wants with packs; whatever waits for the disk is done in a thread."""

    import_ended = Signal()
    """Whatever was imported is in the library, or will not be."""

    def __init__(self, context: Context, open_document: Callable[[Document], object]) -> None:
        """``open_document`` opens the next puzzle of a pack."""
        self._window = context.messages.window
        super().__init__(self._window)
        self._packs = context.stores.packs
        self._flushed_games = context.stores.flushed_games
        self._messages = context.messages
        self._open_document = open_document
        self._dialog: LibraryDialog | None = None
        self._in_play: Puzzle | None = None
        self._all_progress: dict[str, PackProgress] = {}
        self._runner = TaskRunner(context.tasks, Lane.PACKS, self)
        self._runner.failed.connect(self._report)
        self._runner.stopped.connect(self._show_stopped)
        for ended in (self._runner.answered, self._runner.failed, self._runner.stopped):
            ended.connect(self.import_ended)
        self._helper = TaskRunner(context.tasks, Lane.DISK, self)
        self._helper.failed.connect(self._report)
        self._examiner = TaskRunner(context.tasks, Lane.LEVELS, self)
        self._examiner.answered.connect(self._find_levels)
        self._examiner.failed.connect(self._show_activity)
        self._examiner.stopped.connect(self._show_activity)

    def attach(self, dialog: LibraryDialog, in_play: Puzzle, sources: Sequence[str] = ()) -> None:
        """Let a dialog show the packs, and do what is asked for there; import ``sources`` first."""
        self._dialog, self._in_play = dialog, in_play
        dialog.import_requested.connect(self._ask_and_import)
        dialog.pack_bar.rename_button.clicked.connect(self._ask_and_rename)
        dialog.pack_bar.remove_button.clicked.connect(self._ask_and_remove)
        dialog.pack_bar.export_pressed.connect(self._ask_and_export)
        dialog.task_bar.stop_button.clicked.connect(self._stop)
        if sources:
            self._import(sources)
        elif self._runner.current is None:
            self._start(_("Reading packs"), lambda _: _Outcome())
        else:
            self._show_activity()  # An import goes on since the dialog was open the last time.

    def detach(self) -> None:
        """The dialog is closed; what was begun there goes on."""
        self._dialog = None

    def open_next(self, title: str, puzzle: Puzzle) -> None:
        """Open the next unsolved puzzle of the pack with a title, after this one."""
        games = self._flushed_games()

        def work(_token: CancelToken) -> Document | str:
            key = puzzle_key(puzzle)
            packs = self._packs.load()
            pack = next((each for each in packs if each.title == title), None)
            pack = pack or next((each for each in packs if each.index(key) is not None), None)
            if pack is None:
                return _("The pack “{title}” is not in the library any more.").format(title=title)
            index = pack.next_unsolved(key, games.solved_puzzles())
            if index is None:
                return _("You have solved every puzzle of “{title}”.").format(title=pack.title)
            return pack.document(index)

        self._helper.start(Task(_("Next puzzle"), work, self._show_next))

    def ask_and_add(self, document: Document) -> None:
        """Ask for the title of a pack, and put a puzzle into it."""

        def work(_token: CancelToken) -> list[str]:
            return [pack.title for pack in self._packs.load()]

        self._helper.start(
            Task(_("Reading packs"), work, lambda titles: self._ask_where_to_add(document, titles))
        )

    def _ask_where_to_add(self, document: Document, titles: list[str]) -> None:
        title, agreed = QInputDialog.getItem(
            self._window, _("Add to a pack"), _("Title of the pack:"), titles or [_("My puzzles")]
        )
        if not agreed or not title.strip():
            return
        puzzle = PackedPuzzle.of(document)

        def work(_token: CancelToken) -> str:
            try:
                pack = self._packs.put(title, puzzle)
            except HashiError as error:
                return str(error)
            number = len(pack.puzzles)
            text = ngettext(
                "“{title}” has {n} puzzle now.", "“{title}” has {n} puzzles now.", number
            )
            return text.format(title=pack.title, n=number)

        self._helper.start(Task(_("Adding to a pack"), work, self._messages.say))

    # What the player asks for in the dialog

    def _ask_and_import(self, folder: bool) -> None:
        if folder:
            chosen = dialogs.folder_to_open(self._parent, _("Import a folder"))
            files = [] if chosen is None else [chosen]
        else:
            files = dialogs.files_to_open(self._parent, _("Import a pack"), IMPORT_FILTER)
        if files:
            self._import([str(file) for file in files])

    def _import(self, sources: Sequence[str]) -> None:
        def act(token: CancelToken) -> _Outcome:
            reading = read_pack(sources, cancel=token, on_read=partial(self._on_read, token))
            pack = self._packs.add(reading.title, reading.puzzles)
            note = f"“{pack.title}”: {reading.summary}"
            return _Outcome(note, pack.title, replace(reading, title=pack.title))

        self._start(_("Importing a pack"), act)

    def _ask_and_rename(self) -> None:
        pack = self._shown_pack()
        if pack is None:
            return
        title, agreed = QInputDialog.getText(
            self._parent, _("Rename pack"), _("New title:"), text=pack.title
        )
        if agreed and title.strip() and title != pack.title:

            def act(_token: CancelToken) -> _Outcome:
                return _Outcome(shown=self._packs.rename(pack.name, title))

            self._start(_("Rename pack"), act)

    def _ask_and_remove(self) -> None:
        pack = self._shown_pack()
        if pack is None:
            return
        question = _("Remove “{title}” from the library?").format(title=pack.title)
        details = _(
            "Unless you have exported it, its puzzles are lost. Your games and results stay."
        )
        if agrees(self._parent, question, details, _("Remove"), can_be_undone=False):

            def act(_token: CancelToken) -> _Outcome:
                self._packs.remove(pack.name)
                return _Outcome(_("“{title}” is removed.").format(title=pack.title))

            self._start(_("Remove pack"), act)

    def _ask_and_export(self, form: ExportForm) -> None:
        pack = self._shown_pack()
        style = None
        if form is ExportForm.BOOK:
            dialog = BookDialog(self._parent)
            if not accepts(dialog):
                return
            style = dialog.chosen
        target = None if pack is None else self._ask_where_to_export(pack, form)
        if pack is None or target is None:
            return
        if style is None:
            self._start(_("Exporting the pack"), lambda _: _Outcome(_export(pack, form, target)))
        else:
            self._start(
                _("Making the book"),
                lambda token: _Outcome(_export_book(pack, target, style, token)),
            )

    def _ask_where_to_export(self, pack: Pack, form: ExportForm) -> Path | None:
        name = file_name(pack.title)
        if form is ExportForm.FOLDER:
            parent = dialogs.folder_to_open(self._parent, _("Export into"))
            return parent and parent / name
        types = EXPORT_TYPES[form]
        proposed = f"{name}.{next(iter(types.values()))}"
        return dialogs.file_to_save(self._parent, _("Export pack"), proposed, types)

    def _stop(self) -> None:
        if self._runner.current is not None:
            self._runner.stop()
        else:
            self._examiner.stop()

    # Work, and what is shown of it

    @property
    def _parent(self) -> QWidget:
        """What questions are asked in front of."""
        return self._dialog or self._window

    def _shown_pack(self) -> Pack | None:
        pack_progress = self._dialog and self._dialog.pack_progress
        return pack_progress.pack if pack_progress else None

    def _start(self, label: str, act: Callable[[CancelToken], _Outcome]) -> None:
        """Do something with the packs, then show them, and what came of it."""
        games, in_play = self._flushed_games(), self._in_play

        def work(token: CancelToken) -> _Answer:
            try:
                outcome = act(token)
            except Cancelled:
                raise
            except HashiError as error:
                outcome = _Outcome(error.plain)
            all_progress = [PackProgress.of(pack, games) for pack in self._packs.load()]
            return _Answer(outcome, all_progress, puzzle_key(in_play) if in_play else "")

        self._runner.start(Task(label, work, self._show))
        self._show_activity()

    def _on_read(self, token: CancelToken, number: int) -> None:
        """In the worker thread."""
        if number % REPORT_EVERY == 0:
            self._runner.report(token, partial(self._show_read, number))

    def _show_read(self, number: int) -> None:
        task = self._runner.current
        if self._dialog is not None and task is not None:
            text = _("{task}: {n} puzzles read").format(task=task.label, n=long_number(number))
            self._dialog.task_bar.show_activity(text)

    def _show(self, answer: _Answer) -> None:
        outcome = answer.outcome
        self._all_progress = {
            pack_progress.pack.name: pack_progress for pack_progress in answer.all_progress
        }
        if self._dialog is not None:
            self._dialog.show_packs(answer.all_progress, answer.in_play, outcome.shown)
        self._find_levels()
        self._show_damaged()
        self._say(outcome.note)
        reading = outcome.reading
        if reading is not None and (reading.broken or reading.repeated):
            self._show_report(reading)

    def _show_report(self, reading: Reading) -> None:
        if self._dialog is None:
            show = partial(ImportReport(reading, self._window).exec)
            self._messages.say(reading.summary, (_("See what is missing"), show))
        else:
            report = ImportReport(reading, self._dialog)
            report.exec()
            report.deleteLater()

    def _show_activity(self) -> None:
        """Show what is going on: a change of packs, or else the search for levels."""
        dialog = self._dialog
        if dialog is None:
            return
        current = self._runner.current
        dialog.set_busy(current is not None)
        if current is not None:
            dialog.task_bar.show_activity(f"{current.label}…")
        elif self._examiner.current is not None:
            puzzles = [
                each
                for pack_progress in self._all_progress.values()
                for each in pack_progress.pack.puzzles
            ]
            known = sum(puzzle.state is not PuzzleState.UNKNOWN for puzzle in puzzles)
            text = _("Finding levels: {known} of {total}").format(
                known=long_number(known), total=long_number(len(puzzles))
            )
            dialog.task_bar.show_activity(text, known, len(puzzles))
        else:
            dialog.task_bar.show_activity("")

    def _find_levels(self) -> None:
        """Find the levels of puzzles that were not looked at, some of them perhaps imported now."""
        packs = [pack_progress.pack for pack_progress in self._all_progress.values()]
        if self._examiner.current is None and any(map(_unknown, packs)):

            def work(token: CancelToken) -> None:
                for pack in packs:
                    self._examine(pack, token)

            self._examiner.start(Task(_("Finding levels"), work, lambda _: None))
        self._show_activity()

    def _examine(self, pack: Pack, token: CancelToken) -> None:
        """Find the levels of a pack, one after the other, and save them; in the worker thread."""
        indexes = _unknown(pack)
        found: dict[str, PackedPuzzle] = {}
        not_shown: dict[int, PackedPuzzle] = {}

        def show() -> None:
            self._examiner.report(token, partial(self._show_found, pack.name, not_shown))

        shown = saved = monotonic()
        try:
            waiting = (pack.puzzles[index] for index in indexes)
            for index, puzzle in zip(indexes, examine_each(waiting, token), strict=True):
                found[puzzle.key] = not_shown[index] = puzzle
                now = monotonic()
                if now - shown > SHOW_SECONDS:
                    show()
                    not_shown, shown = {}, now
                if now - saved > SAVE_SECONDS:
                    self._packs.update(pack.name, found)
                    saved = now
        finally:
            show()
            if found:
                self._packs.update(pack.name, found)

    def _show_found(self, name: str, found: dict[int, PackedPuzzle]) -> None:
        """Show what was found out of puzzles of a pack, by their indexes."""
        pack_progress = self._all_progress.get(name)
        if pack_progress is None:
            return
        puzzles = list(pack_progress.pack.puzzles)
        for index, puzzle in found.items():
            puzzles[index] = puzzle
        pack_progress = replace(
            pack_progress, pack=replace(pack_progress.pack, puzzles=tuple(puzzles))
        )
        self._all_progress[name] = pack_progress
        if self._dialog is not None:
            self._dialog.puzzles_examined(pack_progress, found)
            self._show_activity()

    def _show_next(self, answer: Document | str) -> None:
        if isinstance(answer, Document):
            self._open_document(answer)
        else:
            self._messages.say(answer)

    def _show_damaged(self) -> None:
        """Tell the player, once, of packs that could not be read."""
        files = self._packs.quarantined
        if files:
            names = listed(file.name for file in files)
            text = _("A pack is damaged or from a newer Hashi. It is still there: {files}.").format(
                files=names
            )
            self._messages.notices.show_notice(DAMAGED_PACK, Notice(text))
            files.clear()

    def _say(self, text: str) -> None:
        if self._dialog is not None:
            self._dialog.show_message(text)
        elif text:
            self._messages.say(text)

    def _show_stopped(self, task: Task[object]) -> None:
        self._show_activity()
        self._say(_("Stopped. Nothing has changed."))

    def _report(self, task: Task[object], error: str) -> None:
        self._show_activity()
        self._say(_("Something went wrong. ({error})").format(error=error))


def _export(pack: Pack, form: ExportForm, target: Path) -> str:
    """Export a pack and return what to say about it. Raises HashiError."""
    if form is ExportForm.ARCHIVE:
        export_archive(pack, target)
    elif form is ExportForm.FOLDER:
        target = unused_path(target) if target.exists() else target
        export_folder(pack, target)
    elif missing := export_list(pack, target):
        text = ngettext(
            "Saved as {file}, without {n} puzzle that fits no link.",
            "Saved as {file}, without {n} puzzles that fit no link.",
            missing,
        )
        return text.format(file=target.name, n=missing)
    return _("Saved as {file}.").format(file=target.name)


def _export_book(pack: Pack, target: Path, style: BookStyle, token: CancelToken) -> str:
    """Write a book of a pack and return what to say about it. Raises HashiError."""
    from hashi_gui.logic.rating.grading import reason_easily
    from hashi_gui.logic.rating.solving_path import written_hint
    from hashi_gui.rendering.book import Book, check_size, with_code
    from hashi_gui.rendering.entry import BookError, Entry
    from hashi_gui.rendering.pages import Paper, check_codes
    from hashi_gui.solving import Solver

    if style.qr:
        check_codes()
    paper, entries = Paper[style.paper], []
    for packed in pack.puzzles:
        document = packed.document()
        entry = Entry(document.puzzle, document.info)
        try:
            check_size(entry, paper)
        except BookError:
            continue
        with Solver(entry.puzzle) as solver:
            solution = solver.solution(token)
            if style.hints and solution is not None:
                entry = replace(entry, hint=written_hint(reason_easily(solver, token)))
        if solution is not None:
            entry = replace(entry, solution=solution if style.solutions else None)
            if style.qr:
                entry, _missing = with_code(entry, paper, beside_solution=style.qr == "solutions")
            entries.append(entry.for_contest() if style.contest else entry)
    if not entries:
        raise BookError(_("None of the puzzles can be in a book."))
    check = token.raise_if_cancelled
    book, _pages = Book(pack.title, entries, style.per_page, paper, style.contest, check).pdf()
    atomic_write(target, book)
    missing = len(pack.puzzles) - len(entries)
    if not missing:
        return _("Saved as {file}.").format(file=target.name)
    text = ngettext(
        "Saved as {file}, without {n} puzzle that is too large or has no solution.",
        "Saved as {file}, without {n} puzzles that are too large or have no solution.",
        missing,
    )
    return text.format(file=target.name, n=missing)


def _unknown(pack: Pack) -> list[int]:
    """The indexes of the puzzles that were not looked at."""
    return [n for n, puzzle in enumerate(pack.puzzles) if puzzle.state is PuzzleState.UNKNOWN]
