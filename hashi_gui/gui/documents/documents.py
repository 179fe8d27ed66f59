"""Opening puzzles and games from files, the clipboard and drops; saving, sharing and printing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from hashi_gui.core.board import Board
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import long_number, sentences
from hashi_gui.formats import Document, FormatError, read, read_path
from hashi_gui.formats.archive import is_archive
from hashi_gui.formats.errors import NoPuzzleError
from hashi_gui.formats.reading import stopped_by
from hashi_gui.formats.several import Entry as TextEntry
from hashi_gui.formats.several import find_entries
from hashi_gui.formats.sources import find_puzzles
from hashi_gui.game import Game
from hashi_gui.game.share import race_question
from hashi_gui.gui.documents.arrivals import Arrivals, Request, load_unopened, save_unopened
from hashi_gui.gui.documents.export_and_print import Exporter
from hashi_gui.gui.documents.sharing import Sharing
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.play.playing import Companion
from hashi_gui.gui.stage import Context, Snapshot
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.actions import Action, ActionKind, Entry, Feature, Menu, SubMenu
from hashi_gui.gui.widgets.controls import menu_text, plain
from hashi_gui.gui.widgets.dialogs import Choice, ListDialog, agrees
from hashi_gui.gui.widgets.messages import Notice
from hashi_gui.solving import CancelToken, Verdict
from hashi_gui.system.files import is_on_another_computer

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.review import Review

UNOPENED, DAMAGED_UNOPENED = "unopened", "damaged-unopened"
"""Topics of notices."""

FILE_FILTER = N_("Puzzles and games (*.hashi *.has *.txt *.csv *.pzpr);;All files (*)")


class Documents(QObject, Feature, Companion):
    """What comes from outside the program, and what goes there."""

    recipe_opened = Signal(object)
    """The player has opened the Recipe of a puzzle, which has to be generated."""
    pack_opened = Signal(object)
    """The player has opened files or folders, in a list, that hold several puzzles."""

    def __init__(self, context: Context, play: Play) -> None:
        window = context.messages.window
        super().__init__(window)
        self._stage, self._messages = context.stage, context.messages
        self._settings, self._stores = context.preferences.settings, context.stores
        self._play = play
        self.sharing = Sharing(context)
        self.exporter = Exporter(context)
        self.arrivals = Arrivals(window, self.open_dropped)
        self._waiting: deque[Request] = deque()
        self._opening: Request | None = None
        self._importing: Request | None = None
        self._offered: list[Request] = []
        self._unopened_file = context.stores.games.folder / "unopened.json"
        self._reader = TaskRunner(context.tasks, Lane.READING, self)
        self._reader.busy_changed.connect(self._show_busy)
        self._reader.failed.connect(self._show_failure)
        play.companions.append(self)
        play.in_play.opened.connect(self._forget_what_is_read)

    # Opening

    def open_file(self, file: Path) -> None:
        """Open a file; a folder or a .zip file is imported as a pack."""
        self.open(Request((file,)))

    def open_text(self, text: str, source: str) -> None:
        """Open a link, a game ID or a grid, or generate the puzzle of a command."""
        self.open(Request(text=text, source=source))

    def open_dropped(self, data: QMimeData) -> None:
        """Open what was dropped on the window, which comes to the front."""
        self._messages.window.activateWindow()
        self.open_data(data, N_("what was dropped"))

    def open_data(self, data: QMimeData, source: str) -> None:
        """Open what was pasted or dropped: files, a link or text."""
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if any(map(is_on_another_computer, files)):
            self._messages.say(_("That is on another computer. Copy it to this one first."))
        elif files:
            self.open(Request(tuple(map(Path, files))))
        elif data.hasUrls():
            encoded = QUrl.ComponentFormattingOption.FullyEncoded
            self.open_text(data.urls()[0].toString(encoded), source)
        elif (text := data.text()).strip() or data.hasHtml():
            self.open(Request(text=text, page=data.html(), source=source))
        else:
            self._messages.say(_("There is no puzzle on the clipboard. Copy a puzzle link first."))

    def paste(self) -> None:
        self.open_data(QGuiApplication.clipboard().mimeData() or QMimeData(), N_("the clipboard"))

    def ask_and_open(self) -> None:
        file = dialogs.file_to_open(self._messages.window, _("Open"), FILE_FILTER)
        if file is not None:
            self.open_file(file)

    def open(self, *requests: Request) -> None:
        """Open these after all that was asked for before, each once it is read in another thread.

        What cannot be read is reported and changes nothing.
        """
        self._waiting.extend(requests)
        self._open_next()

    @property
    def unopened(self) -> list[Request]:
        """What is being opened or imported, and what waits for that."""
        return [*filter(None, (self._importing, self._opening)), *self._waiting]

    @property
    def kept(self) -> list[Request]:
        """What the next start offers if the window is closed now."""
        offered = self._offered if self._messages.notices.shows(UNOPENED) else []
        return [*offered, *self.unopened]

    def stop(self) -> bool:
        """Open nothing of what the player waits for."""
        if not self._reader.busy:
            return False
        self._waiting.clear()
        self._reader.discard()
        self._end_opening()
        return True

    def _open_next(self) -> None:
        if self._opening is None and self._waiting:
            self._opening = request = self._waiting.popleft()
            self._stores.autosave.save()
            game = self._play.in_play.game
            find = partial(self._find, request, (game, game.revision))
            self._reader.start(Task(_("Opening"), find, self._open_found))

    def _open_found(self, open_it: Callable[[], None]) -> None:
        """Open what was read, as soon as no dialog is open."""
        self.arrivals.add(partial(self._finish, open_it))

    def _finish(self, open_it: Callable[[], None]) -> None:
        try:
            open_it()
        except HashiError as error:
            self._report(error)
        finally:
            self._end_opening()

    def _end_opening(self) -> None:
        self._opening = None
        self._open_next()

    def _import(self, request: Request) -> None:
        self._importing, self._opening = request, None
        self.pack_opened.emit([str(file) for file in request.files])

    def import_ended(self) -> None:
        """The pack that was opened last is imported, or cannot be, or the player has stopped."""
        self._importing = None

    def _forget_what_is_read(self) -> None:
        """The player has opened something else meanwhile."""
        if self._reader.current is not None:
            self._reader.discard()
            self._end_opening()

    def _show_busy(self, busy: bool) -> None:
        self._messages.say_whether_reading(busy, self.stop)

    def _show_failure(self, _task: object, error: str) -> None:
        self._messages.say(error)
        self._end_opening()

    # In the thread of the reader: each returns what is to be done in that of the window

    def _find(
        self, request: Request, since: tuple[Game, int], token: CancelToken
    ) -> Callable[[], None]:
        """What was asked for; ``since`` is the game in play, and its revision then."""
        try:
            with stopped_by(token.raise_if_cancelled):
                if request.files:
                    return self._find_in_files(request, since)
                return self._find_in_text(request, since, token)
        except HashiError as error:
            token.raise_if_cancelled()  # A reader may have taken that for damage.
            return partial(self._report, error, from_file=bool(request.files))

    def _find_in_files(self, request: Request, since: tuple[Game, int]) -> Callable[[], None]:
        file = request.files[0]
        if len(request.files) > 1 or _is_pack(file):
            return partial(self._import, request)
        try:
            document = _read_file(file)
        except FormatError:
            if _is_list(file):
                return partial(self._offer_import, file)
            raise
        return self._find_game(document, since, file)

    def _find_in_text(
        self, request: Request, since: tuple[Game, int], token: CancelToken
    ) -> Callable[[], None]:
        from hashi_gui.generating.command import recipe_from

        text, source = _text_of(request), translated(request.source)
        if recipe := recipe_from(text):
            return partial(self.recipe_opened.emit, recipe)
        entries = find_entries(text)
        if len(entries) > 1 and (documents := list(_documents(entries, source, token))):
            only = self._find_puzzle(documents[0], since) if len(documents) == 1 else None
            return partial(self._offer_several, text, len(entries), len(documents), only)
        if entries:
            return self._find_puzzle(entries[0].read(source), since)
        return self._find_puzzle(read(text, source), since)

    def _find_puzzle(self, document: Document, since: tuple[Game, int]) -> Callable[[], None]:
        """The puzzle of a text; if it is hardly the one that was meant, the player is asked."""
        if doubt := _doubt(document.puzzle):
            anyway = partial(self._play.in_play.open_document, document)
            return partial(self._messages.say, doubt, (_("Open anyway"), anyway))
        return self._find_game(document, since)

    def _find_game(
        self, document: Document, since: tuple[Game, int], file: Path | None = None
    ) -> Callable[[], None]:
        if document.race is not None and document.game is None:
            return partial(self._open_or_race, document, file)
        self._stores.autosave.wait()
        game = self._resume(document)
        game.puzzle.prepare()
        return partial(self._open_game, document, game, since, file)

    def _resume(self, document: Document) -> Game:
        """The game of a document, or the saved one of its puzzle. Raises StorageError."""
        return Game.from_document(self._stores.games.resume(document))

    # In the thread of the window again

    def _open_game(
        self, document: Document, game: Game, since: tuple[Game, int], file: Path | None
    ) -> None:
        in_play = self._play.in_play
        if not in_play.session.may_leave():
            return
        now = in_play.game
        if now.puzzle == game.puzzle and (now, now.revision) != since:
            game = self._resume(document)  # It has gone on while it was read.
        in_play.open_game(game, document, file)
        self._note(file)

    def _open_or_race(self, document: Document, file: Path | None) -> None:
        assert document.race is not None
        details = _("The clock starts at once. Above the board you see how far you both are.")
        asked, window = race_question(document.race), self._messages.window
        if agrees(window, asked, details, _("Race"), can_be_undone=True):
            self._play.in_play.open_document(document)
        self._note(file)

    def _note(self, file: Path | None) -> None:
        if file is not None:
            self._settings.add_recent(file.absolute())

    def _offer_import(self, file: Path) -> None:
        import_it = partial(self.pack_opened.emit, [str(file)])
        text = _("{file} holds several puzzles.").format(file=file.name)
        self._messages.say(text, (_("Import as a pack"), import_it))

    def _offer_several(
        self, text: str, found: int, readable: int, only: Callable[[], None] | None
    ) -> None:
        """Offer to import the puzzles of a text, or to open the only one that can be read."""
        words = _("That text holds {n} puzzles.")
        if readable < found:
            words = _("Puzzles found: {n}. Not readable: {damaged}.")
        button = _("Import as a pack"), partial(self.pack_opened.emit, [text])
        if only is not None:
            button = _("Open it"), partial(self.arrivals.add, only)
        n, damaged = long_number(readable), long_number(found - readable)
        self._messages.say(words.format(n=n, damaged=damaged), button)

    def _report(self, error: HashiError, *, from_file: bool = False) -> None:
        if isinstance(error, NoPuzzleError):
            advice = _("Open a .hashi file.") if from_file else _("Paste a puzzle link.")
            self._messages.say(sentences(error.plain, advice))
        else:
            button = _("Details"), partial(self._messages.say, str(error))
            self._messages.say(error.plain, *([button] if str(error) != error.plain else []))

    def ask_and_export(self) -> None:
        """Ask what to export of the board."""
        exporter, allowed = self.exporter, self._stage.current.allowed
        snapshot = exporter.snapshot()
        if snapshot is None:
            return

        def about_replay() -> str:
            if not snapshot.game.log:
                raise HashiError(_("There is nothing to replay yet: make a move first."))
            return _("The whole game, as an animated GIF, WebP or PNG file.")

        def about_key_move() -> str:
            if not self._is_finished():
                raise HashiError(_("Solve the puzzle first."))
            return _("The move that opened the board, as an animated GIF, WebP or PNG file.")

        card = _("To print and fold: your words and the puzzle on it, the solution inside.")
        kinds: list[tuple[str, Callable[[], str], Callable[[Snapshot], None]]] = [
            (_("The board"), lambda: _("As it stands: PNG, SVG or PDF."), exporter.export),
            (_("A card"), lambda: card, self._make_card),
            (
                _("A column of a magazine"),
                lambda: _("The empty puzzle, exactly as wide as the column: PDF or SVG."),
                exporter.export_column,
            ),
        ]
        if ActionKind.GAME in allowed:
            kinds.append((_("The replay"), about_replay, exporter.export_replay))
        if ActionKind.REVIEW in allowed:
            kinds.append((_("The key move"), about_key_move, self._export_key_move))
        choices = [Choice(title, about, partial(run, snapshot)) for title, about, run in kinds]
        ListDialog(_("Export"), self._messages.window, _("Export…"), choices).ask()

    def _export_key_move(self, snapshot: Snapshot) -> None:
        """Look for the key move of the game on the board, and save it as an animation."""

        def export(review: Review) -> None:
            self.arrivals.add(partial(self.exporter.export_key_move, snapshot, review))

        self._play.runner.ask(questions.review(self._play.controller.game, export))

    def _make_card(self, snapshot: Snapshot) -> None:
        """Look for the solution of what is on the board, and save it as a card."""

        def export(verdict: Verdict) -> None:
            self.arrivals.add(partial(self.exporter.export_card, snapshot, verdict))

        self._play.runner.ask(questions.verdict(snapshot.entry.puzzle, export))

    def offer_unopened(self) -> None:
        """Offer what was not open yet when the window was closed the last time."""
        requests, damaged = load_unopened(self._unopened_file)
        if damaged is not None:
            text = _(
                "What was not open yet is damaged or from a newer Hashi. It is still there: {file}."
            )
            notice = Notice(text.format(file=damaged.name))
            self._messages.notices.show_notice(DAMAGED_UNOPENED, notice)
        if not requests:
            return

        def open_them() -> None:
            self._messages.notices.remove(UNOPENED)
            self.open(*requests)

        self._offered = requests
        text = (
            _("{name} was not open yet when Hashi was closed.")
            if len(requests) == 1
            else ngettext(
                "{n} puzzle was not open yet when Hashi was closed.",
                "{n} puzzles were not open yet when Hashi was closed.",
                len(requests),
            )
        )
        text = text.format(name=requests[0].name, n=long_number(len(requests)))
        self._messages.notices.show_notice(UNOPENED, Notice(text, ((_("Open"), open_them),)))

    def close(self) -> None:
        """Open nothing any more; what was not open yet is offered at the next start."""
        self.arrivals.forget()
        save_unopened(self._unopened_file, self.kept)

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
        yield from self._pages()

    def _files(self) -> Iterable[Entry]:
        stage = self._stage
        yield Action(
            _("&Open…"),
            _("Open a puzzle or a saved game"),
            self.ask_and_open,
            ("Ctrl+O",),
            place=(Menu.GAME, 200),
        )
        yield SubMenu(
            _("Open &recent"),
            place=(Menu.GAME, 210),
            fill=lambda menu: menu.aboutToShow.connect(partial(self._list_recent, menu)),
        )
        yield Action(
            _("&Paste puzzle"),
            _("Open the puzzle that you copied"),
            self.paste,
            ("Ctrl+V",),
            place=(Menu.GAME, 220),
            kind=ActionKind.GAME,
        )
        yield Action(
            _("&Save"),
            _("Save the game with all its moves, or the puzzle that you edit"),
            lambda: stage.current.session.save(),
            ("Ctrl+S",),
            place=(Menu.GAME, 310),
            kind=ActionKind.SAVE,
        )
        yield Action(
            _("Sa&ve as…"),
            _("Save the game, or the puzzle that you edit, under another name"),
            lambda: stage.current.session.save_as(),
            ("Ctrl+Shift+S",),
            place=(Menu.GAME, 320),
            kind=ActionKind.SAVE,
        )

    def _share(self) -> Entry:
        sharing = self.sharing
        return SubMenu(
            _("S&hare"),
            (
                Action(
                    _("Copy &link"),
                    _("Copy a link that opens this puzzle, also in a browser"),
                    sharing.copy_link,
                    ("Ctrl+C",),
                    keys_kind=ActionKind.GAME,  # In the editor, they copy islands.
                ),
                Action(
                    _("Copy as &image"),
                    _("Copy a picture of the board"),
                    self.exporter.copy_image,
                    ("Ctrl+Shift+C",),
                ),
                Action(
                    _("Copy the &empty board as image"),
                    _("Copy a picture of the puzzle without any bridges"),
                    partial(self.exporter.copy_image, with_bridges=False),
                    name="copy-empty",
                ),
                Action(
                    _("&QR code…"),
                    _("Show the link of this puzzle as a QR code, to scan with a phone"),
                    sharing.show_qr_code,
                    name="qr-code",
                ),
                None,
                Action(
                    _("Copy &result as text"),
                    _("Copy your time and a line of lanterns, without a hint at the solution"),
                    lambda: sharing.copy_result(self._play.controller.game),
                    enabled=self._is_finished,
                    kind=ActionKind.GAME,
                    name="copy-result",
                ),
                Action(
                    _("Challenge a &friend…"),
                    _("Let a friend race against this game of yours, with a link or a file"),
                    sharing.challenge,
                    enabled=self._is_finished,
                    kind=ActionKind.REVIEW,
                    name="challenge",
                ),
                None,
                Action(
                    _("More &notations…"),
                    _("Copy the puzzle in any notation, or the command that generates it"),
                    sharing.choose_notation,
                    ("Ctrl+Alt+C",),
                ),
            ),
            _("Copy the puzzle, a picture or the result"),
            place=(Menu.GAME, 300),
            button=self._play.finish_card.share_button,
        )

    def _pages(self) -> Iterable[Entry]:
        yield Action(
            _("Prin&t…"),
            _("Print the board or the empty puzzle on one page"),
            self.exporter.ask_and_print,
            ("Ctrl+P",),
            place=(Menu.GAME, 330),
        )
        yield Action(
            _("&Export…"),
            _("Save the board as a picture, a page, a card or an animation"),
            self.ask_and_export,
            ("Ctrl+E",),
            place=(Menu.GAME, 340),
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


def _documents(entries: Iterable[TextEntry], source: str, token: CancelToken) -> Iterator[Document]:
    """Those puzzles of a text that can be read."""
    for entry in entries:
        token.raise_if_cancelled()
        with suppress(FormatError):
            yield entry.read(source)


def _text_of(request: Request) -> str:
    """The text of a request; of a part of a web page, with the links behind words."""
    text, page = request.text, request.page and f"<html>{request.page}"
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
