"""Exporting the board as a picture, and printing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QSize
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from hashi_gui.core.board import Board, LogEntry, LogKind, Move
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.gui.stage import Context, Snapshot
from hashi_gui.gui.tasks.tasks import Lane
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.controls import ValueField, muted
from hashi_gui.gui.widgets.dialogs import (
    AnswerButtons,
    AnswerDialog,
    Choice,
    ListDialog,
    accepts,
    form_layout,
    room_for,
)
from hashi_gui.rendering.theme import PRINT
from hashi_gui.solving import Verdict
from hashi_gui.system.files import atomic_write

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from hashi_gui.logic.teaching.review import Review
    from hashi_gui.rendering.picture import Animation

EXPORTED_CELL = 8.0
COPIED_CELL = 5.0
"""The size of a cell in exported and copied pictures, in millimetres."""

MAX_COPIED_SIDE = 500.0
"""The longest side of a copied picture in millimetres; the cells of a large board are smaller."""

USUAL_COLUMN = 84.0
"""The width of a column that is offered, in millimetres."""

WORDS_WIDTH = 300
PREVIEW_SIZE = QSize(980, 760)

EXTENSIONS = {
    N_("PNG image (*.png)"): "png",
    N_("SVG drawing (*.svg)"): "svg",
    N_("PDF page (*.pdf)"): "pdf",
}
COLUMN_EXTENSIONS = {N_("PDF page (*.pdf)"): "pdf", N_("SVG drawing (*.svg)"): "svg"}
CARD_EXTENSIONS = {N_("PDF page (*.pdf)"): "pdf"}
ANIMATIONS = {
    N_("Animated GIF (*.gif)"): "gif",
    N_("Animated WebP (*.webp)"): "webp",
    N_("Animated PNG (*.png)"): "png",
}
"""The file types to choose from, and the extension for a file name without one."""


class Exporter(QObject):
    """Copies, exports and prints the board, and reports the outcome in the message bar."""

    def __init__(self, context: Context) -> None:
        self._window = context.messages.window
        super().__init__(self._window)
        self._stage, self._messages, self._tasks = context.stage, context.messages, context.tasks
        self._copied: QMimeData | None = None
        self._tasks.closed.connect(self._let_go_of_clipboard)

    def copy_image(self, *, with_bridges: bool = True) -> None:
        """Copy a picture of the board to the clipboard, with a line that says what it is."""
        from hashi_gui.rendering.picture import Picture, Postcard, png_file

        snapshot = self.snapshot()
        if snapshot is None:
            return
        puzzle = snapshot.entry.puzzle
        board = snapshot.board if with_bridges else Board.empty(puzzle)
        cell = min(COPIED_CELL, MAX_COPIED_SIDE / max(puzzle.rows, puzzle.cols))
        title, *facts = snapshot.caption
        postcard = Postcard(Picture(puzzle, board, snapshot.theme, cell), title, facts)
        self._messages.say(_("Drawing the image…"))

        def draw() -> str:
            image = postcard.image()
            self._tasks.call(partial(self._copy, image, png_file(image)))
            return _("Image copied to the clipboard.")

        self._tasks.run(Lane.PICTURES, draw, self._show_outcome)

    def _copy(self, image: QImage, png: bytes) -> None:
        self._copied = QMimeData()
        self._copied.setImageData(image)
        # Otherwise Qt would encode it in this thread when another program asks for it.
        self._copied.setData("image/png", png)
        QGuiApplication.clipboard().setMimeData(self._copied)

    def export(self, snapshot: Snapshot) -> None:
        """Ask for a file and draw the board into it.

        A PDF is drawn for printing; other pictures have the colours of the window.
        """
        from hashi_gui.rendering.picture import Picture, save_picture

        def draw(file: Path) -> str:
            theme = PRINT if file.suffix.lower() == ".pdf" else snapshot.theme
            puzzle, board = snapshot.entry.puzzle, snapshot.board
            save_picture(file, Picture(puzzle, board, theme, EXPORTED_CELL))
            return _exported(file)

        self._draw(_("Export as image or PDF"), snapshot.name, EXTENSIONS, draw)

    def export_column(self, snapshot: Snapshot) -> None:
        """Ask for the width of a column and a file, and draw the empty puzzle for a magazine."""
        title = _("Export for a magazine")
        width, agreed = QInputDialog.getDouble(
            self._window, title, _("Width of the column in mm:"), USUAL_COLUMN, 20, 500, 1
        )

        def draw(file: Path) -> str:
            from hashi_gui.rendering.entry import Column

            column = Column(snapshot.entry, width)
            is_svg = file.suffix.lower() == ".svg"
            atomic_write(file, column.svg() if is_svg else column.pdf())
            return _exported(file)

        if agreed:
            self._draw(title, f"{snapshot.name}-column", COLUMN_EXTENSIONS, draw)

    def export_card(self, snapshot: Snapshot, verdict: Verdict) -> None:
        """Ask for the words and a file, and draw the empty puzzle and its solution as a card."""
        if verdict.solution is None:
            self._messages.say(verdict.kind.sentence)
            return
        entry = replace(snapshot.entry, solution=verdict.solution)
        dialog = CardDialog(self._window, snapshot.entry.title)
        if not accepts(dialog):
            return
        words, paper = dialog.words.text().strip(), dialog.paper.value

        def draw(file: Path) -> str:
            from hashi_gui.rendering.entry import FOLDING, Card
            from hashi_gui.rendering.pages import Paper

            atomic_write(file, Card(entry, words, Paper[paper]).pdf())
            return _("Saved as {file}. {folding}").format(
                file=file.name, folding=translated(FOLDING)
            )

        self._draw(_("Save the card"), f"{snapshot.name}-card", CARD_EXTENSIONS, draw)

    def export_replay(self, snapshot: Snapshot) -> None:
        """Ask for a file, and draw all that happened in the game into it, as an animation."""
        from hashi_gui.rendering.picture import Animation

        game, puzzle = snapshot.game, snapshot.entry.puzzle
        animation = Animation(puzzle, game.start, game.log, snapshot.theme)
        self._animate(_("Export the replay as an animation"), snapshot.name, animation)

    def export_key_move(self, snapshot: Snapshot, review: Review) -> None:
        """Ask for a file, and draw the move that opened the board into it, as an animation."""
        from hashi_gui.rendering.picture import KeyMoveAnimation

        key = review.key_move
        if key is None:
            self._messages.say(_("No single move of yours opened this board."))
            return
        moves = [Move((each,)) for each in key.opened.items()]
        log = [key.moment.entry, *(LogEntry(0, LogKind.UNKNOWN, move) for move in moves)]
        puzzle, theme = snapshot.entry.puzzle, snapshot.theme
        animation = KeyMoveAnimation(puzzle, key.before, log, theme)
        title = _("Export the key move as an animation")
        self._animate(title, f"{snapshot.name}-key-move", animation)

    def _animate(self, title: str, stem: str, animation: Animation) -> None:
        from hashi_gui.rendering.picture import save_animation

        def draw(file: Path) -> str:
            save_animation(file, animation)
            return _exported(file)

        if self._draw(title, stem, ANIMATIONS, draw):
            self._messages.say(_("Drawing the animation…"))

    def _draw(
        self, title: str, stem: str, extensions: Mapping[str, str], draw: Callable[[Path], str]
    ) -> bool:
        """Ask for a file and draw into it, in a lane; what ``draw`` returns is said then.

        Returns False if the player has cancelled.
        """
        file = dialogs.file_to_save(self._window, title, stem, extensions)
        return file is not None and self._tasks.run(
            Lane.PICTURES, partial(draw, file), self._show_outcome
        )

    def ask_and_print(self) -> None:
        """Ask what to print on one page; it can be seen before."""
        snapshot = self.snapshot()
        if snapshot is None:
            return
        empty = replace(snapshot, board=Board.empty(snapshot.entry.puzzle))
        pages = (
            (_("The board"), _("As it stands, on one page."), snapshot),
            (_("The empty puzzle"), _("Without bridges, on one page."), empty),
        )
        choices = [
            Choice(title, partial(str, about), partial(self._print, page))
            for title, about, page in pages
        ]
        dialog = ListDialog(_("Print"), self._window, _("Print…"), choices)
        preview = dialog.buttons.addButton(_("Preview…"), AnswerButtons.ButtonRole.ActionRole)
        preview.clicked.connect(lambda: self._preview(pages[dialog.list.currentRow()][-1]))
        dialog.ask()

    def _print(self, snapshot: Snapshot) -> None:
        """Ask for a printer, and print on it."""
        from PySide6.QtPrintSupport import QPrintDialog

        printer = _printer(snapshot)
        dialog = QPrintDialog(printer, self._window)
        if dialog.exec():
            self._print_on(printer, snapshot)
        dialog.deleteLater()

    def _preview(self, snapshot: Snapshot) -> None:
        """Show a preview of the page, from which it can be printed."""
        from PySide6.QtPrintSupport import QPrintPreviewDialog

        printer = _printer(snapshot)  # It has to outlive the dialog.
        dialog = QPrintPreviewDialog(printer, self._window)
        dialog.setWindowTitle(_("Print preview"))
        dialog.resize(PREVIEW_SIZE.boundedTo(room_for(dialog).size()))
        dialog.paintRequested.connect(lambda printer: self._print_on(printer, snapshot))
        dialog.exec()
        dialog.deleteLater()

    def _let_go_of_clipboard(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if self._copied is not None and clipboard.mimeData() is self._copied:
            # The clipboard may outlive Python, whose objects it must not hold then.
            clipboard.setImage(self._copied.imageData())

    def snapshot(self) -> Snapshot | None:
        """What is to be drawn; if it is not a puzzle, the reason is shown."""
        try:
            return self._stage.current.snapshot()
        except HashiError as error:
            self._messages.say(str(error))
            return None

    def _print_on(self, printer: QPrinter, snapshot: Snapshot) -> None:
        from hashi_gui.rendering.book import draw_single
        from hashi_gui.rendering.pages import PagePainter

        painter = QPainter()
        if not painter.begin(printer):
            self._messages.say(_("Nothing is printed: the printer or the file is not available."))
            return
        draw_single(PagePainter(printer, painter), snapshot.entry, snapshot.board)
        painter.end()

    def _show_outcome(self, drawn: Future[str]) -> None:
        """Show the message of what was drawn, or the error."""
        try:
            message = drawn.result()
        except HashiError as error:
            message = str(error)
        except Exception as error:  # any error must reach the player
            message = _("The picture could not be drawn ({kind}: {error}).").format(
                kind=type(error).__name__, error=error
            )
        self._messages.say(message)


class CardDialog(AnswerDialog):
    """Asks for the words on a card, and for its paper."""

    def __init__(self, parent: QWidget, words: str) -> None:
        from hashi_gui.rendering.entry import MAX_WORDS

        super().__init__(_("Make a card"), parent)
        self.words = QLineEdit(words, maxLength=MAX_WORDS)
        self.words.setPlaceholderText(_("Happy birthday, Anna!"))
        self.words.setMinimumWidth(WORDS_WIDTH)
        self.paper = ValueField({"A4": "A4", "LETTER": _("Letter")})
        about = muted(_("The puzzle is on the front, its solution inside."))
        fields = form_layout((_("Words"), self.words), (_("Paper"), self.paper))
        self.fill(_("Save as PDF…"), about, fields)


def _exported(file: Path) -> str:
    return _("Exported as {file}.").format(file=file.name)


def _printer(snapshot: Snapshot) -> QPrinter:
    """A printer that proposes a file with the name of the board."""
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(True)
    printer.setDocName(dialogs.file_stem(snapshot.name))
    return printer
