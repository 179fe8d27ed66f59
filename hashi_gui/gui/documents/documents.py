"""Opening puzzles and games from files, the clipboard and drops; saving, sharing and printing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QMimeData, QObject, QUrl, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from hashi_gui.core.board import Board
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import long_number
from hashi_gui.formats import Document, FormatError, read, read_path
from hashi_gui.formats.archive import is_archive
from hashi_gui.formats.errors import NoPuzzleError
from hashi_gui.formats.registry import NOTATIONS
from hashi_gui.formats.several import Entry as TextEntry
from hashi_gui.formats.several import find_entries
from hashi_gui.game import Game, GameStore
from hashi_gui.game.racing import question
from hashi_gui.gui.documents.arrivals import Arrivals
from hashi_gui.gui.documents.challenges import Challenges
from hashi_gui.gui.documents.clipboard import PuzzleClipboard
from hashi_gui.gui.documents.export_and_print import Exporter
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.tasks import Lane
from hashi_gui.gui.widgets import file_dialogs
from hashi_gui.gui.widgets.actions import Action, ActionKind, Entry, Feature, Menu, SubMenu
from hashi_gui.gui.widgets.controls import menu_text, plain
from hashi_gui.gui.widgets.dialogs import accepts, agrees
from hashi_gui.puzzle_input import find_puzzles
from hashi_gui.solving import Verdict
from hashi_gui.system.files import is_on_another_computer

if TYPE_CHECKING:
    from hashi_gui.logic.review import Review

Found = TypeVar("Found")

FILE_FILTER = "Puzzles and games (*.hashi *.has *.txt *.csv *.pzpr);;All files (*)"


class Documents(QObject, Feature):
    """What comes from outside the program, and what goes there."""

    recipe_opened = Signal(object)
    """The player has opened the Recipe of a puzzle, which has to be generated."""
    pack_opened = Signal(object)
    """The player has opened files or folders, in a list, that hold several puzzles."""

    def __init__(self, context: Context, play: Play) -> None:
        window = context.messages.window
        super().__init__(window)
        self._stage, self._messages, self._tasks = context.stage, context.messages, context.tasks
        self._settings, self._games = context.preferences.settings, context.stores.games
        self._play = play
        self.clipboard = PuzzleClipboard(context)
        self.exporter = Exporter(context)
        self.challenges = Challenges(context, self.clipboard)
        self.arrivals = Arrivals(window, self.open_dropped)
        self._awaited: tuple[Path, int] | None = None
        """The file that the player waits for, and the revision of the game when that began."""
        play.in_play.opened.connect(self._await_nothing)
        self.copy_image = Action(
            _("Copy as &image"),
            _("Copy a picture of the board"),
            self.exporter.copy_image,
            ("Ctrl+Shift+C",),
        )
        self.copy_in_another_notation = SubMenu(
            _("Copy in another &notation"), fill=self._add_notations
        )

    # Opening

    def open_file(self, file: Path) -> None:
        """Open a file once it is read; one that cannot be read is reported and changes nothing.

        A folder or a .zip file is a pack; for a list of puzzles, the player is asked.
        """
        in_play = self._play.in_play
        if _is_pack(file):
            self.pack_opened.emit([str(file)])
        elif in_play.session.may_leave():
            self._awaited = asked = file, in_play.game.revision
            read_it = partial(_read_game, file, self._games)
            self._tasks.run(Lane.DISK, read_it, partial(self._open_read, asked))

    def _open_read(
        self, asked: tuple[Path, int], read: Future[tuple[Document, Game | None]]
    ) -> None:
        """Open what was read, unless the player has opened something else meanwhile."""
        (file, revision), in_play = asked, self._play.in_play
        if self._awaited is not asked:
            return
        if in_play.game.revision != revision:
            self.open_file(file)  # The saved game that was read may be the one in play.
            return
        self._awaited = None
        found = self._result_of(read.result, from_file=True)
        if found is None:
            offer = partial(self._offer_import, file)
            self._tasks.run(Lane.DISK, partial(_is_list, file), offer)
            return
        document, game = found
        if game is None:
            self._open_or_race(document)
        else:
            in_play.open_game(game, document, file)
        self._settings.add_recent(file.absolute())

    def _offer_import(self, file: Path, is_list: Future[bool]) -> None:
        """Offer to import a file if it is a list of puzzles."""
        if is_list.result():
            import_it = partial(self.pack_opened.emit, [str(file)])
            text = _("{file} holds several puzzles.").format(file=file.name)
            self._messages.say(text, (_("Import as a pack"), import_it))

    def open_text(self, text: str, source: str) -> None:
        """Open a link, a game ID or a grid, or generate the puzzle of a command."""
        from hashi_gui.generating.command import recipe_from

        try:
            recipe = recipe_from(text)
        except HashiError as error:
            self._messages.say(str(error))
            return
        if recipe is not None:
            self.recipe_opened.emit(recipe)
            return
        entries = find_entries(text)
        if len(entries) > 1:
            offer = partial(self._offer_several, text, entries, source)
            self._tasks.run(Lane.DISK, partial(_readable, entries), offer)
        elif entries:
            self._open_or_report(partial(entries[0].read, source))
        else:
            self._open_or_report(partial(read, text, source))

    def _offer_several(
        self, text: str, entries: list[TextEntry], source: str, found: Future[list[TextEntry]]
    ) -> None:
        """Offer to import the puzzles of a text, or to open the only one that can be read."""
        readable = found.result()
        damaged = len(entries) - len(readable)
        if not readable:
            self._open_or_report(partial(entries[0].read, source))
            return
        words = _("That text holds {n} puzzles.")
        if damaged:
            words = _("Puzzles found: {n}. Not readable: {damaged}.")
        label = _("Import as a pack")
        act: Callable[[], object] = partial(self.pack_opened.emit, [text])
        if len(readable) == 1:
            load = partial(readable[0].read, source)
            label, act = _("Open it"), partial(self._open_or_report, load)
        n = long_number(len(readable))
        self._messages.say(words.format(n=n, damaged=long_number(damaged)), (label, act))

    def open_dropped(self, data: QMimeData) -> None:
        """Open what was dropped on the window, which comes to the front."""
        self._messages.window.activateWindow()
        self.open_data(data, "what was dropped")

    def open_data(self, data: QMimeData, source: str) -> None:
        """Open what was pasted or dropped: a file, a link or text."""
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if any(map(is_on_another_computer, files)):
            self._messages.say(_("That is on another computer. Copy it to this one first."))
        elif len(files) > 1:
            self.pack_opened.emit(files)
        elif files:
            self.open_file(Path(files[0]))
        elif data.hasUrls():
            encoded = QUrl.ComponentFormattingOption.FullyEncoded
            self.open_text(data.urls()[0].toString(encoded), source)
        elif text := _text_of(data).strip():
            self.open_text(text, source)
        else:
            self._messages.say(_("There is no puzzle on the clipboard. Copy a puzzle link first."))

    def paste(self) -> None:
        self.open_data(QGuiApplication.clipboard().mimeData() or QMimeData(), "the clipboard")

    def ask_and_open(self) -> None:
        file = file_dialogs.file_to_open(self._messages.window, _("Open"), FILE_FILTER)
        if file is not None:
            self.open_file(file)

    def export_key_move(self) -> None:
        """Look for the key move of the game on the board, and save it as an animation."""
        game, snapshot = self._play.controller.game, self._stage.current.snapshot()

        def export(review: Review) -> None:
            self.arrivals.add(partial(self.exporter.export_key_move, snapshot, review))

        self._play.runner.ask(questions.review(game, export))

    def make_card(self) -> None:
        """Look for the solution of what is on the board, and save it as a card."""
        snapshot = self.exporter.snapshot()
        if snapshot is None:
            return

        def export(verdict: Verdict) -> None:
            self.arrivals.add(partial(self.exporter.export_card, snapshot, verdict))

        self._play.runner.ask(questions.verdict(snapshot.entry.puzzle, export))

    def _show_qr_code(self) -> None:
        from hashi_gui.gui.documents.qr_dialog import QrDialog

        try:
            link = self.clipboard.link()
            dialog = QrDialog(self._messages.window, link)
        except HashiError as error:
            self._messages.say(str(error))
            return
        if accepts(dialog):
            QGuiApplication.clipboard().setImage(dialog.image)
            self._messages.say(_("QR code copied to the clipboard."))

    def close(self) -> None:
        self.arrivals.forget()

    def open_awaited(self) -> None:
        """Open at once what is still being read, so that a window that closes does not lose it."""
        if self._awaited is None:
            return
        file, _revision = self._awaited
        with suppress(HashiError):
            document, game = _read_game(file, self._games)
            if game is not None:
                self._play.in_play.open_game(game, document, file)

    @Slot()
    def _await_nothing(self) -> None:
        self._awaited = None

    def _open_or_report(self, load: Callable[[], Document]) -> None:
        """Open a puzzle that comes as text, or say why it cannot be opened."""
        document = self._result_of(load)
        if document is None:
            return
        if doubt := _doubt(document.puzzle):
            anyway = partial(self._play.in_play.open_document, document)
            self._messages.say(doubt, (_("Open anyway"), anyway))
        else:
            self._open_or_race(document)

    def _result_of(self, load: Callable[[], Found], *, from_file: bool = False) -> Found | None:
        """What was read; None if it cannot be read, which is reported."""
        try:
            return load()
        except NoPuzzleError as error:
            advice = _("Open a .hashi file.") if from_file else _("Paste a puzzle link.")
            self._messages.say(f"{error.plain} {advice}")
        except HashiError as error:
            button = _("Details"), partial(self._messages.say, str(error))
            self._messages.say(error.plain, *([button] if str(error) != error.plain else []))
        return None

    def _open_or_race(self, document: Document) -> None:
        """Open a puzzle; if it is a challenge, only if the player wants to race."""
        if document.race is not None and document.game is None:
            details = _("The clock starts at once. Above the board you see how far you both are.")
            asked, window = question(document.race), self._messages.window
            if not agrees(window, asked, details, _("Race"), can_be_undone=True):
                return
        self._play.in_play.open_document(document)

    def _list_recent(self, menu: QMenu) -> None:
        menu.clear()
        for file in self._settings.recent:
            action = menu.addAction(menu_text(file.name))
            action.setToolTip(plain(str(file)))
            action.triggered.connect(lambda _, file=file: self.open_file(file))
        if self._settings.recent:
            menu.addSeparator()
            menu.addAction(_("Clear the list")).triggered.connect(self._settings.clear_recent)
        else:
            menu.addAction(_("No recent files")).setEnabled(False)

    def _is_finished(self) -> bool:
        """Whether the board shows the solution of a game that the player has finished."""
        game = self._play.controller.game
        return game.finished and game.solved

    # Actions

    def actions(self) -> Iterable[Entry]:
        yield from self._files()
        yield self._share()
        yield from self._pictures()
        yield self._for_experts()

    def _files(self) -> Iterable[Entry]:
        stage = self._stage
        yield Action(
            _("&Open…"),
            _("Open a puzzle or a saved game"),
            self.ask_and_open,
            ("Ctrl+O",),
            place=(Menu.PUZZLE, 150),
        )
        yield SubMenu(
            _("Open &recent"),
            place=(Menu.PUZZLE, 160),
            fill=lambda menu: menu.aboutToShow.connect(partial(self._list_recent, menu)),
        )
        yield Action(
            _("&Paste puzzle"),
            _("Open the puzzle that you copied"),
            self.paste,
            ("Ctrl+V",),
            place=(Menu.PUZZLE, 185),
            kind=ActionKind.GAME,
        )
        yield Action(
            _("&Save"),
            _("Save the game with all its moves, or the puzzle that you edit"),
            lambda: stage.current.session.save(),
            ("Ctrl+S",),
            place=(Menu.PUZZLE, 200),
            kind=ActionKind.SAVE,
        )
        yield Action(
            _("Save &as…"),
            _("Save the game, or the puzzle that you edit, under another name"),
            lambda: stage.current.session.save_as(),
            ("Ctrl+Shift+S",),
            place=(Menu.PUZZLE, 210),
            kind=ActionKind.SAVE,
        )

    def _share(self) -> Entry:
        clipboard = self.clipboard
        return SubMenu(
            _("S&hare"),
            (
                Action(
                    _("Copy &result as text"),
                    _("Copy your time and a line of lanterns, without a hint at the solution"),
                    lambda: clipboard.copy_result(self._play.controller.game),
                    enabled=self._is_finished,
                    kind=ActionKind.GAME,
                ),
                self.copy_image,
                Action(
                    _("Challenge a &friend…"),
                    _("Let a friend race against this game of yours, with a link or a file"),
                    self.challenges.show_dialog,
                    enabled=self._is_finished,
                    kind=ActionKind.REVIEW,
                ),
                Action(
                    _("&Key move as an animation…"),
                    _(
                        "Save the move that opened the board, and what followed, as a moving "
                        "picture"
                    ),
                    self.export_key_move,
                    enabled=self._is_finished,
                    kind=ActionKind.REVIEW,
                ),
                None,
                Action(
                    _("Copy &link"),
                    _("Copy a link that opens this puzzle, also in a browser"),
                    clipboard.copy_link,
                    ("Ctrl+C",),
                    keys_kind=ActionKind.GAME,  # In the editor, they copy islands.
                ),
                Action(
                    _("&QR code…"),
                    _("Show the link of this puzzle as a QR code, to scan with a phone"),
                    self._show_qr_code,
                ),
                Action(
                    _("Copy the &empty board as image"),
                    _("Copy a picture of the puzzle without any bridges"),
                    self.exporter.copy_empty_image,
                ),
            ),
            _("Copy the puzzle, a picture or the result"),
            place=(Menu.PUZZLE, 190),
            button=self._play.finish_card.share_button,
        )

    def _for_experts(self) -> Entry:
        return SubMenu(
            _("For e&xperts"),
            (
                self.copy_in_another_notation,
                Action(
                    _("Copy &generate command"),
                    _("Copy the command that generates this puzzle"),
                    self.clipboard.copy_generate_command,
                    ("Ctrl+Alt+C",),
                    kind=ActionKind.GAME,
                ),
            ),
            place=(Menu.PUZZLE, 340),
        )

    def _pictures(self) -> Iterable[Entry]:
        exporter = self.exporter
        yield Action(
            _("Prin&t…"),
            _("Print the board on one page"),
            exporter.print,
            ("Ctrl+P",),
            place=(Menu.PUZZLE, 300),
        )
        yield Action(
            _("Print pre&view…"),
            _("Preview the page before printing"),
            exporter.preview,
            place=(Menu.PUZZLE, 310),
        )
        yield Action(
            _("Make a &card…"),
            _("Save a card to print and fold: words and the puzzle on it, the solution inside"),
            self.make_card,
            place=(Menu.PUZZLE, 315),
        )
        yield Action(
            _("&Export as image or PDF…"),
            _("Save the board as a PNG, SVG or PDF file"),
            exporter.export,
            ("Ctrl+E",),
            place=(Menu.PUZZLE, 320),
        )
        yield Action(
            _("Export for a ma&gazine…"),
            _("Save the empty puzzle as a PDF or SVG file, exactly as wide as a column"),
            exporter.export_column,
            place=(Menu.PUZZLE, 325),
        )
        yield Action(
            _("Export the repla&y…"),
            _("Save this game as an animated picture"),
            exporter.export_replay,
            place=(Menu.PUZZLE, 330),
            kind=ActionKind.GAME,
        )

    def _add_notations(self, menu: QMenu) -> None:
        for notation in NOTATIONS:
            action = menu.addAction(f"{notation.TITLE[0].upper()}{notation.TITLE[1:]}")
            action.triggered.connect(
                lambda _=False, name=notation.NAME: self.clipboard.copy_as(name)
            )


def _read_file(file: Path) -> Document:
    """Read the puzzle of a file, or the only one in a text around it. Raises FormatError."""
    try:
        return read_path(file)
    except FormatError:
        if not file.is_file():
            raise
        sources = list(islice(find_puzzles([str(file)], streams=False)[1], 2))
        if len(sources) != 1:
            raise
        return sources[0].read()


def _read_game(file: Path, games: GameStore) -> tuple[Document, Game | None]:
    """Read a file, and continue the saved game of its puzzle, if there is one.

    There is no game if the player must be asked first. Raises FormatError and StorageError.
    """
    document = _read_file(file)
    if document.race is not None and document.game is None:
        return document, None
    game = Game.from_document(games.resume(document))
    game.puzzle.prepare()
    return document, game


def _readable(entries: Iterable[TextEntry]) -> list[TextEntry]:
    """Those puzzles of a text that can be read."""
    readable = []
    for entry in entries:
        with suppress(FormatError):
            entry.read()
            readable.append(entry)
    return readable


def _text_of(data: QMimeData) -> str:
    """The text that was pasted or dropped; of a part of a web page, with the links behind words."""
    text, page = data.text(), f"<html>{data.html()}" if data.hasHtml() else ""
    return page if page and len(find_entries(page)) > len(find_entries(text)) else text


def _doubt(puzzle: Puzzle) -> str:
    """Why a text is hardly the puzzle that was meant; empty if it may be."""
    if len(puzzle.islands) == 1:
        return _("That is a single island. Copy a whole puzzle.")
    clues = [island.clue for island in puzzle.islands if island.clue is not None]
    # Each bridge counts at both of its ends.
    odd = len(clues) == len(puzzle.islands) and sum(clues) % 2 == 1
    if odd or BoardStatus(puzzle, Board.empty(puzzle)).faults:
        return _("That puzzle cannot be solved. Perhaps a part is missing: copy it again.")
    return ""


def _is_pack(file: Path) -> bool:
    try:
        return file.is_dir() or is_archive(file)
    except OSError:
        return False


def _is_list(file: Path) -> bool:
    try:
        return file.is_file() and find_puzzles([str(file)], streams=False)[0]
    except (OSError, HashiError):
        return False
