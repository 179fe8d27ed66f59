"""Choosing the next puzzle: the library, packs, daily and new puzzles, one of the same kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from hashi_gui.core.i18n import _
from hashi_gui.formats import Document
from hashi_gui.game import Game
from hashi_gui.game.library import library_document, library_documents, library_file, library_files
from hashi_gui.gui.library.generation import PuzzleGeneration
from hashi_gui.gui.library.my_games import MyGames
from hashi_gui.gui.library.packs import Packs
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.stage import Context
from hashi_gui.gui.widgets.actions import Action, ActionKind, Entry, Feature, Menu
from hashi_gui.gui.widgets.dialogs import accepts
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic.levels import Level

if TYPE_CHECKING:
    from hashi_gui.generating import GeneratorOptions, Recipe
    from hashi_gui.gui.library.daily import DailyDialog
    from hashi_gui.gui.library.library_dialog import LibraryDialog
    from hashi_gui.gui.library.new_puzzle import NewPuzzleDialog

PRELOAD_INTERVAL_MS = 20

MIN_SIDE, MAX_SIDE = 7, 12
"""How many rows and columns a puzzle has that is made for a technique."""

AHEAD_MS = 5000
"""How long after a game was opened the next puzzle of its kind is made in advance."""


class NextPuzzle(NamedTuple):
    """A puzzle to be made: its recipe, and what adds to its metadata."""

    recipe: Recipe
    complete: Callable[[Document], Document] = lambda document: document


class Library(QObject, Feature):
    """Lets the player choose another puzzle."""

    review_requested = Signal(object)
    """The player wants to see the game with a Result again."""

    def __init__(self, context: Context, play: Play) -> None:
        self._window = context.messages.window
        super().__init__(self._window)
        self._context = context
        self._stores, self._settings = context.stores, context.preferences.settings
        self._controller, self._open = play.controller, play.in_play.open_document
        self.maker = PuzzleGeneration(context, self._open)
        self.packs = Packs(context, self._open)
        self.my_games = MyGames(context, play.in_play)
        play.companions.append(self.maker)
        self._finish = play.finish
        play.next_puzzle = self._next_or_open
        play.in_play.opened.connect(self.maker.discard)
        self._ahead = QTimer(self, singleShot=True, interval=AHEAD_MS)
        self._ahead.timeout.connect(self._prepare_next)
        play.in_play.opened.connect(self._ahead.start)
        self._open_game: tuple[Game, Document] | None = None
        """What the player had finished at the start, and an unfinished game."""
        self.looks_for_open_game = True
        self._followed: Game | None = None
        self._following: NextPuzzle | None = None
        self._not_loaded: list[Path] | None = None
        self._preloader = QTimer(self, interval=PRELOAD_INTERVAL_MS)
        self._preloader.timeout.connect(self._load_next)
        QTimer.singleShot(0, self._preloader, self._preloader.start)  # The window is shown first.

    def show_library(self) -> None:
        """Let the player choose a puzzle that ships with the program or is in a pack."""
        self.import_pack(())

    def show_games(self) -> None:
        """Let the player choose a game that was begun before."""
        from hashi_gui.gui.library.library_dialog import MY_GAMES

        self._show_shelf(MY_GAMES)

    def import_pack(self, sources: Sequence[str]) -> None:
        """Show the library while these files and folders are imported as a pack."""
        game = self._controller.game
        in_play = None if game.info.pack else library_file(game.puzzle)
        self._show_shelf(game.info.pack or self._settings.category, in_play, sources)

    def _show_shelf(
        self, category: str, in_play: Path | None = None, sources: Sequence[str] = ()
    ) -> None:
        """Let the player choose on a shelf of the library, or on that of the file ``in_play``."""
        from hashi_gui.gui.library.library_dialog import LibraryDialog

        dialog = LibraryDialog(
            self._context.theme.current,
            self._stores.flushed_games(),
            category,
            in_play,
            self._window,
        )
        self._let_review(dialog)
        self.packs.attach(dialog, self._controller.game.puzzle, sources)
        self.my_games.attach(dialog)
        document = dialog.chosen if accepts(dialog) else None
        self.packs.detach()
        self.my_games.detach()
        if not dialog.shows_games:
            self._settings.category = dialog.category
        if document is not None:
            self._open(document)

    def show_daily(self) -> None:
        from hashi_gui.gui.library.daily import DailyDialog

        dialog = DailyDialog(
            self._context.theme.current,
            self._stores.flushed_games(),
            self._context.tasks,
            self._window,
        )
        self._let_review(dialog)
        self._choose_in(dialog)

    def show_new_puzzle(self) -> None:
        from hashi_gui.gui.library.new_puzzle import NewPuzzleDialog

        dialog = NewPuzzleDialog(
            self._context.theme.current,
            self._context.tasks,
            self._settings.last_options,
            self._stores.flushed_games().results.calibration,
            self._window,
        )
        dialog.generated.connect(self._save_options)
        self._choose_in(dialog)

    def open_next(self) -> None:
        """Open the next unsolved puzzle of the library or of the pack, after the current one.

        A lesson follows only on a lesson.
        """
        game = self._controller.game
        if game.info.pack:
            self.packs.open_next(game.info.pack, game.puzzle)
            return
        documents = [
            document
            for document in library_documents()
            if game.info.lesson or not document.info.lesson
        ]
        puzzles = [document.puzzle for document in documents]
        here = puzzles.index(game.puzzle) if game.puzzle in puzzles else -1
        store = self._stores.flushed_games()
        for document in documents[here + 1 :] + documents[: here + 1]:
            if not store.was_solved(document.puzzle):
                self._open(document)
                return
        self._context.messages.say(_("You have solved every puzzle in the library."))

    def make_with(self, technique: str) -> None:
        """Make a puzzle of about the size of the one in play, with its story if it has one, that
        needs a technique.
        """
        from hashi_gui.generating import (
            SEED_LIMIT,
            GeneratorOptions,
            Recipe,
            RequiredPath,
            default_island_count,
        )
        from hashi_gui.generating.required_path import LOOPS, TECHNIQUES

        game = self._controller.game
        puzzle, recipe = game.puzzle, Recipe.from_document(game.to_document())
        known = recipe.options.story if recipe else ""
        story = (RequiredPath.parse(known) if known else RequiredPath()).needing(technique)
        rows, cols = (max(MIN_SIDE, min(n, MAX_SIDE)) for n in (puzzle.rows, puzzle.cols))
        options = GeneratorOptions(
            rows,
            cols,
            default_island_count(rows, cols),
            puzzle.rules.max_bridges,
            level=story.level,
            story=str(story),
            forbid_loops=not puzzle.rules.loops or technique in TECHNIQUES[LOOPS],
        )
        self.maker.make(Recipe(options, randbelow(SEED_LIMIT)))

    def next_of_kind(self) -> Button:
        """The button that leads to another puzzle of the same kind as the current one."""
        game = self._controller.game
        if game.info.daily:
            return _("Next daily puzzle"), self._make_another
        if self._next_to_make() is not None:
            return _("New puzzle"), self._make_another
        return _("Next puzzle"), self.open_next

    def actions(self) -> Iterable[Entry]:
        yield Action(
            _("&New…"),
            _("Make a new puzzle of any size and level"),
            self.show_new_puzzle,
            ("Ctrl+N",),
            (Menu.GAME, 100),
            ("game", 100, "new"),
        )
        yield Action(
            _("&Daily…"),
            _("New puzzles every day"),
            self.show_daily,
            ("Ctrl+D",),
            (Menu.GAME, 130),
            ("game", 110, "daily"),
        )
        yield Action(
            _("&Library…"),
            _("Choose a puzzle that comes with the program, or one of your packs"),
            self.show_library,
            ("Ctrl+L",),
            (Menu.GAME, 140),
            ("game", 120, "library"),
        )
        yield Action(
            _("&My games…"),
            _("Go on with a game that you began before"),
            self.show_games,
            ("Ctrl+Shift+L",),
            place=(Menu.GAME, 120),
        )
        yield Action(
            _("&Another like this"),
            _("Play another one of this kind, or the next unsolved one of the library or the pack"),
            lambda: self.next_of_kind()[1](),
            ("N",),
            place=(Menu.GAME, 110),
            kind=ActionKind.GAME,
        )

    def close(self) -> None:
        self._preloader.stop()
        self._ahead.stop()

    def _prepare_next(self) -> None:
        following = self._next_to_make()
        if following is not None:
            self.maker.prepare(following.recipe)

    @property
    def offers_open_game(self) -> bool:
        """Whether an unfinished game is next, because the window has opened on a finished one."""
        return self._open_game is not None and self._open_game[0] is self._controller.game

    def _offer_open_game(self, document: Document) -> None:
        self._open_game = self._controller.game, document
        self._finish.show_again()

    def _next_or_open(self) -> Button:
        if self._open_game is None or not self.offers_open_game:
            return self.next_of_kind()
        document = self._open_game[1]
        text = _("Continue your {size}").format(size=document.puzzle.size_text)
        return text, lambda: self._open(document)

    def _make_another(self) -> None:
        """Open the puzzle that comes next; the calendar if all daily puzzles are solved."""
        following = self._next_to_make()
        if following is None:
            self.show_daily()
        else:
            self.maker.make(*following)

    def _next_to_make(self) -> NextPuzzle | None:
        """What follows the game in play if it is not in the library; the same until then."""
        game = self._controller.game
        if self._followed is not game:
            self._followed = game
            self._following = self._next_daily() if game.info.daily else self._one_of_this_kind()
        return self._following

    def _one_of_this_kind(self) -> NextPuzzle | None:
        """None if the next one is in the library or in a pack."""
        from hashi_gui.generating import SEED_LIMIT, GenerationError, GeneratorOptions, Recipe

        game = self._controller.game
        if game.info.pack or library_file(game.puzzle):
            return None
        recipe = Recipe.from_document(game.to_document())
        level = next((each for each in Level if each == game.info.level), None)
        try:
            options = recipe.options if recipe else GeneratorOptions.like(game.puzzle, level)
        except GenerationError:
            return None
        return NextPuzzle(Recipe(options, randbelow(SEED_LIMIT)))

    def _next_daily(self) -> NextPuzzle | None:
        """The next unsolved puzzle of the same day, None if there is none."""
        from hashi_gui.generating.daily import daily_puzzles, day_of

        info = self._controller.game.info
        day, done = day_of(info.daily), self._stores.flushed_games().solved_dailies()
        puzzles = daily_puzzles(day).values() if day else ()
        left = (each for each in puzzles if each.name not in done and each.name != info.daily)
        daily = next(left, None)
        return None if daily is None else NextPuzzle(daily.recipe, daily.with_metadata)

    def _load_next(self) -> None:
        """Load one puzzle of the library in advance, so that the library opens quickly later."""
        if self._not_loaded is None:
            self._not_loaded = library_files()
            if self._controller.game.finished and self.looks_for_open_game:
                self.my_games.find_open(self._offer_open_game)
        elif self._not_loaded:
            library_document(self._not_loaded.pop())
        else:
            self._preloader.stop()

    def _let_review(self, dialog: LibraryDialog | DailyDialog) -> None:
        """Close a dialog when a game is to be reviewed."""
        dialog.review_requested.connect(dialog.reject)
        dialog.review_requested.connect(self.review_requested)

    def _choose_in(self, dialog: NewPuzzleDialog | DailyDialog) -> None:
        if accepts(dialog) and dialog.chosen is not None:
            self._open(dialog.chosen)

    def _save_options(self, options: GeneratorOptions) -> None:
        self._settings.last_options = options
