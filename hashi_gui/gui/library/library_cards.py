"""The puzzles that the library offers, and their list of cards; only those in sight are drawn."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import (
    QItemSelectionModel,
    QMargins,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QIcon, QLinearGradient, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem

from hashi_gui.core.board import Board
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.core.wording import (
    format_duration,
    islands_text,
    listed,
    shown_level,
    shown_title,
)
from hashi_gui.editing import Draft
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game import GameStore
from hashi_gui.game.calibration import Calibration
from hashi_gui.game.library import library_document
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.widgets.local_texts import moment_text
from hashi_gui.packs import PackedPuzzle, PuzzleState
from hashi_gui.packs.pack import PackProgress
from hashi_gui.rendering.board_painter import BoardPainter
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.looks import BridgeLook
from hashi_gui.rendering.painting import draw_sheet, fit_board, painting_on, transparent_pixmap
from hashi_gui.rendering.theme import Theme, text_growth
from hashi_gui.system.files import StorageError, file_time

MAX_TITLE = 48
"""The most characters of a title; they fit in two lines."""

STATES = {
    PuzzleState.SEVERAL: N_("several solutions"),
    PuzzleState.NONE: N_("no solution"),
    PuzzleState.HARD: N_("too hard to grade"),
}
"""What is said of a puzzle in place of its level."""


class PictureCard(Protocol):
    """A puzzle with a picture, and what is said of it; ``key`` is another one for each card."""

    @property
    def key(self) -> str: ...

    @property
    def expected_seconds(self) -> int | None: ...

    def caption(self, calibration: Calibration) -> str: ...

    def corner(self, side: int) -> tuple[Puzzle, Board]:
        """At least so many rows and columns, as far as there are any, with what is drawn there.

        Raises HashiError.
        """


class ShippedCard:
    """A puzzle that ships with the program."""

    def __init__(self, document: Document, games: GameStore) -> None:
        self._document = document
        self._games = games

    @property
    def key(self) -> str:
        return puzzle_key(self._document.puzzle)

    @property
    def longer_side(self) -> int:
        return max(self._document.puzzle.rows, self._document.puzzle.cols)

    @property
    def expected_seconds(self) -> int | None:
        return self._document.info.expected_seconds

    def caption(self, calibration: Calibration) -> str:
        puzzle, info, games = self._document.puzzle, self._document.info, self._games
        best = games.best_seconds(puzzle)
        return _caption(
            info.shown_title,
            puzzle.size_text,
            len(puzzle.islands),
            [calibration.text(info), *puzzle.rules.extra_facts],
            _progress_text(games.was_solved(puzzle), best, games.is_in_progress(puzzle)),
        )

    def corner(self, _side: int) -> tuple[Puzzle, Board]:
        return _empty(self._document.puzzle)

    def document(self) -> Document:
        return self._document


class PackCard:
    """A puzzle of a pack, which is not read before it is needed.

    ``corner`` and ``document`` raise FormatError.
    """

    def __init__(self, pack_progress: PackProgress, index: int, games: GameStore) -> None:
        self._pack_progress = pack_progress
        self._index = index
        self._games = games

    @property
    def _puzzle(self) -> PackedPuzzle:
        return self._pack_progress.pack.puzzles[self._index]

    @property
    def key(self) -> str:
        return self._puzzle.key

    @property
    def longer_side(self) -> int:
        return max(self._puzzle.rows, self._puzzle.cols)

    @property
    def expected_seconds(self) -> int | None:
        return self._puzzle.expected_seconds

    def caption(self, calibration: Calibration) -> str:
        puzzle, pack_progress = self._puzzle, self._pack_progress
        info = PuzzleInfo(level=puzzle.level, expected_seconds=puzzle.expected_seconds)
        state = STATES.get(puzzle.state)
        grade = translated(state) if state else shown_level(puzzle.level)
        best = self._games.results.best_seconds(puzzle.key)
        return _caption(
            own_title(puzzle.title, puzzle.size_text) or _("No. {n}").format(n=self._index + 1),
            puzzle.size_text,
            puzzle.islands,
            [grade, calibration.text(info), *Rules(loops=puzzle.loops).extra_facts],
            _progress_text(
                puzzle.key in pack_progress.solved, best, puzzle.key in pack_progress.begun
            ),
        )

    def corner(self, side: int) -> tuple[Puzzle, Board]:
        return _empty(self._puzzle.corner(side))

    def document(self) -> Document:
        return self._pack_progress.pack.document(self._index)


class GameCard:
    """A saved game of the player, with the board as it stands."""

    expected_seconds: int | None = None

    def __init__(self, key: str, document: Document, changed: float, games: GameStore) -> None:
        """``changed`` is the time of its last change, in seconds since 1970."""
        puzzle, info, game = document.puzzle, document.info, document.game
        assert game is not None
        status = BoardStatus(puzzle, document.board)
        self.key, self.changed = key, changed
        self.longer_side = max(puzzle.rows, puzzle.cols)
        self.is_finished = game.finished or status.solved
        time = format_duration(game.seconds)
        total = len(puzzle.islands)
        if game.finished:
            progress = _("✓ solved in {time}")
        elif status.solved:
            progress = _("solution shown after {time}")
        else:
            progress = ngettext(
                "{n} of {total} island, {time}", "{n} of {total} islands, {time}", total
            )
        self.title = own_title(info.title, puzzle.size_text)
        facts = puzzle.size_text, shown_level(info.level), *puzzle.rules.extra_facts
        self._lines = (
            self.title,
            listed(facts),
            progress.format(n=status.finished, total=total, time=time),
        )
        typed_size = f"{puzzle.cols}x{puzzle.rows}"
        origin = info.title, info.author, info.source, info.pack, info.daily
        self._words = " ".join((*origin, *self._lines, typed_size)).casefold()
        self._draft = Draft.from_document(document)  # Much smaller than the puzzle.
        self._games = games

    @property
    def name(self) -> str:
        """The title, or else the size."""
        return self.title or self._draft.size_text

    def caption(self, _calibration: Calibration) -> str:
        return "\n".join(filter(None, (*self._lines, moment_text(file_time(self.changed)))))

    def corner(self, side: int) -> tuple[Puzzle, Board]:
        return corner_of(self._draft, side)

    def matches(self, words: str) -> bool:
        """Whether all words are in what is known of the game, in part and in any order."""
        return all(word in self._words for word in words.casefold().split())

    def document(self) -> Document:
        """The game as it is now. Raises StorageError if another program has deleted it."""
        document = self._games.saved_game(self.key)
        if document is None:
            raise StorageError(_("This game is not there any more."))
        return document


Card = ShippedCard | PackCard | GameCard
"""A puzzle that can be chosen, and what is said of it."""


def shipped_cards(files: Sequence[Path], games: GameStore) -> Iterator[Card]:
    """The cards of a category, read one by one; files that cannot be read are left out."""
    for file in files:
        document = library_document(file)
        if document is not None:
            yield ShippedCard(document, games)


def pack_cards(pack_progress: PackProgress, games: GameStore) -> Iterator[Card]:
    return (
        PackCard(pack_progress, index, games) for index in range(len(pack_progress.pack.puzzles))
    )


def corner_of(draft: Draft, side: int) -> tuple[Puzzle, Board]:
    """At most so many rows and columns of a draft, as they are drawn."""
    rows, cols = min(draft.rows, side), min(draft.cols, side)
    part = Draft(rows, cols, rules=draft.rules)
    clues = {cell: clue for cell, clue in draft.clues.items() if part.contains(cell)}
    puzzle = Puzzle.unchecked(rows, cols, clues, draft.rules)
    return puzzle, draft.board_on(puzzle, (0, 0))


def _empty(puzzle: Puzzle) -> tuple[Puzzle, Board]:
    return puzzle, Board.empty(puzzle)


def own_title(title: str, size: str) -> str:
    """A title as cards show it; empty for the generator's, which begins with the size."""
    return "" if title.startswith(size) else shown_title(title, MAX_TITLE)


def _caption(title: str, size: str, islands: int, facts: Iterable[str], progress: str) -> str:
    size = listed((size, islands_text(islands)))
    return "\n".join(filter(None, [title, size, listed(facts), progress]))


def _progress_text(solved: bool, best: float | None, begun: bool) -> str:
    """Whether a puzzle is solved, the best time, and whether it is begun."""
    parts = []
    if solved:
        text = _("✓ solved") if best is None else _("✓ solved in {time}")
        parts.append(text.format(time=format_duration(best or 0)))
    if begun:
        parts.append(_("… begun"))
    return "   ".join(parts)


MIN_CELL = 12.5
"""The smallest cell, in pixels. Of a board that does not fit then, the top left corner is shown."""

FADE = 0.22
"""Where the board goes on, the picture fades: over this share of its width or height."""

THUMBNAIL_SIZE = QSize(172, 172)
CARD_SIZE, CARD_GROWTH = QSize(212, 268), QSize(72, 96)
"""The size of a card, and by how much it grows for texts of twice the size, in pixels."""
CARD_MARGINS = QMargins(9, 3, 9, 3)

SECONDS_AT_ONCE = 0.004
"""How long cards are added before the window does something else."""

MOST_CELLS = ceil(THUMBNAIL_SIZE.width() / MIN_CELL) + 1
"""How many rows and columns a thumbnail shows at most."""

MANY = 500
"""So many cards are also removed a few at a time."""

FIRST_PICTURES = 100
"""Among so many cards at the beginning of the list are those that are in sight at first."""

MOST_PICTURES = 400
"""How many pictures stay in memory."""

AnyCard = TypeVar("AnyCard", bound=PictureCard)

_CARD = Qt.ItemDataRole.UserRole


def thumbnail(puzzle: Puzzle, board: Board, size: QSize, ratio: float, theme: Theme) -> QIcon:
    """A picture of a puzzle with the bridges of a board, the same for selected items.

    ``ratio`` is that of the screen.
    """
    pixmap = transparent_pixmap(size, ratio)
    space = QRectF(QPointF(), size.toSizeF())
    whole = board_rect(puzzle)
    needed = whole.size() * (MIN_CELL / UNIT)
    cut = needed.width() > space.width(), needed.height() > space.height()
    with painting_on(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        if any(cut):
            painter.scale(MIN_CELL / UNIT, MIN_CELL / UNIT)
            painter.translate(-whole.topLeft())
        else:
            fit_board(painter, space, puzzle)
        draw_sheet(painter, whole, theme)
        visible = painter.transform().inverted()[0].mapRect(QRectF(QPointF(), space.size() * ratio))
        board_painter = BoardPainter(puzzle, theme)
        drawn = {edge: BridgeLook(count) for edge, count in enumerate(board.counts) if count}
        board_painter.set_bridges(drawn)
        board_painter.draw(painter, visible & whole)
        painter.restore()
        _fade(painter, space, *cut)
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon


def _fade(painter: QPainter, space: QRectF, right: bool, bottom: bool) -> None:
    """Fade what is drawn towards the right and the bottom."""
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    for wanted, end in ((right, space.topRight()), (bottom, space.bottomLeft())):
        if wanted:
            gradient = QLinearGradient(space.topLeft(), end)
            gradient.setColorAt(1 - FADE, Qt.GlobalColor.black)
            gradient.setColorAt(1, Qt.GlobalColor.transparent)
            painter.fillRect(space, gradient)


class CardList(QListWidget, Generic[AnyCard]):
    """Shows cards in rows, a few at a time, so that the window stays responsive.

    ``shows_times`` says whether one of them has an expected time.
    """

    filled = Signal()
    """All cards are in the list; their pictures may follow."""

    def __init__(self, theme: Theme, calibration: Calibration) -> None:
        super().__init__()
        self._theme = theme
        self._calibration = calibration
        self._waiting: Iterator[AnyCard] = iter(())
        self._in_play = ""
        self._outdated = 0
        self.shows_times = False
        self._items: dict[str, QListWidgetItem] = {}
        self._drawn: dict[str, QListWidgetItem] = {}
        self._filler = QTimer(self, interval=0)
        self._filler.timeout.connect(self._add_cards)
        self._drawer = QTimer(self, interval=0)
        self._drawer.timeout.connect(self._draw_next)
        self._no_picture = QIcon(transparent_pixmap(THUMBNAIL_SIZE))
        self.verticalScrollBar().valueChanged.connect(self._draw_soon)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setUniformItemSizes(True)
        self.setIconSize(THUMBNAIL_SIZE)
        self.setGridSize(CARD_SIZE + CARD_GROWTH * (text_growth() - 1))
        self.setSpacing(6)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)

    def show_cards(self, cards: Iterator[AnyCard], in_play: str) -> None:
        """Show other cards; the one of the puzzle with the key ``in_play`` is selected."""
        self._items.clear()
        self._drawn.clear()
        self._outdated = self.count()
        if self._outdated < MANY:
            self._outdated = 0
            self.clear()
        self._waiting, self._in_play = cards, in_play
        self.shows_times = False
        self._filler.start()

    def add_cards(self, cards: Iterator[AnyCard]) -> None:
        self._waiting = chain(self._waiting, cards)
        self._filler.start()

    def card_of(self, item: QListWidgetItem | None) -> AnyCard | None:
        return None if item is None else item.data(_CARD)

    def remove_card(self, key: str) -> None:
        """Take a card out of the list; the one beside it is selected."""
        item = self._items.pop(key, None)
        if item is not None:
            self._drawn.pop(key, None)
            self.takeItem(self.row(item))
            self._draw_soon()

    def replace_card(self, card: AnyCard) -> None:
        """Show what has become known of a puzzle, if it is in the list."""
        item = self._items.get(card.key)
        if item is not None:
            item.setData(_CARD, card)
            item.setText(card.caption(self._calibration))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw_soon()

    def _draw_soon(self) -> None:
        self._drawer.start()

    def _add_cards(self) -> None:
        end = perf_counter() + SECONDS_AT_ONCE
        while perf_counter() < end:
            if self._outdated:
                self._outdated -= 1
                self.takeItem(self._outdated)
                continue
            card = next(self._waiting, None)
            if card is None:
                self._filler.stop()
                self._draw_soon()
                self.scrollToItem(self.currentItem())
                self.filled.emit()
                return
            self._add(card)

    def _add(self, card: AnyCard) -> None:
        item = QListWidgetItem(self._no_picture, card.caption(self._calibration))
        item.setData(_CARD, card)
        item.setSizeHint(self.gridSize().shrunkBy(CARD_MARGINS))
        item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.addItem(item)
        self._items[card.key] = item
        self.shows_times |= card.expected_seconds is not None
        if self.count() == 1 or card.key == self._in_play:
            self.setCurrentItem(item, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if self.count() <= FIRST_PICTURES:
            self._draw_soon()

    def _draw_next(self) -> None:
        """Draw one of the missing pictures in sight."""
        for item in self._items_in_sight():
            card = self.card_of(item)
            if card is not None and self._drawn.get(card.key) is not item:
                self._draw(item, card)
                return
        self._drawer.stop()

    def _draw(self, item: QListWidgetItem, card: AnyCard) -> None:
        self._drawn[card.key] = item
        with suppress(HashiError):
            puzzle, board = card.corner(MOST_CELLS)
            ratio = self.devicePixelRatioF()
            item.setIcon(thumbnail(puzzle, board, THUMBNAIL_SIZE, ratio, self._theme))
        if len(self._drawn) > MOST_PICTURES:
            oldest = next(iter(self._drawn))
            self._drawn.pop(oldest).setIcon(self._no_picture)

    def _items_in_sight(self) -> Iterator[QListWidgetItem]:
        """The items that can be seen, which follow each other."""
        rows = range(self.count())
        first = bisect_left(rows, 0, key=lambda row: self._rect(row).bottom())
        for row in rows[first:]:
            if self._rect(row).top() > self.viewport().height():
                return
            yield self.item(row)

    def _rect(self, row: int) -> QRect:
        return self.visualItemRect(self.item(row))
