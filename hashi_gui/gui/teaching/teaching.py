"""The teacher: its panel beside the board, and the actions for hints, answers and practice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize

from hashi_gui.core.i18n import _
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.settings.help import HelpWindows
from hashi_gui.gui.stage import Context
from hashi_gui.gui.teaching.methods import methods_dialog
from hashi_gui.gui.teaching.review import ReplayBar
from hashi_gui.gui.teaching.solver_presenter import SolverPresenter
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
from hashi_gui.gui.widgets.actions import KEYS_ONLY, Action, ActionKind, Entry, Feature, Menu
from hashi_gui.gui.widgets.controls import Side, give_room
from hashi_gui.gui.widgets.dialogs import agrees

if TYPE_CHECKING:
    from hashi_gui.gui.teaching.practice import Practice
    from hashi_gui.gui.teaching.practice_bar import PracticeBar

WHOLE_WAY = 1_000_000
"""More steps than anything has that is shown step by step."""

answer_action = partial(Action, kind=ActionKind.ANSWER)


class Teaching(QObject, Feature):
    """What the solver tells about the game, in a panel beside the board."""

    def __init__(self, context: Context, play: Play, help_windows: HelpWindows) -> None:
        super().__init__(context.messages.window)
        self._context, self._play, self._help = context, play, help_windows
        self.panel = TeacherPanel()
        self.presenter = SolverPresenter(
            play,
            context.messages.bar,
            self.panel,
            partial(self._add_bar, side=Side.BELOW),
            context.stores.games.practice.has_mastered,
        )
        play.companions.append(self.presenter)
        play.page.add_companion(self.panel, self._place_panel)
        play.controller.opened.connect(self._show_opened)
        play.controller.solved.connect(self._make_room_for_lesson)
        play.finish.card_shown.connect(self.teacher.hide)
        play.finish_card.review_button.clicked.connect(self.presenter.review)
        self.teacher.open_changed.connect(context.stage.update)
        context.stage.updated.connect(self._show_guidance)
        self.teacher.open_changed.connect(self._share_room)
        self._opens_again = False
        help_windows.example_requested.connect(
            lambda name: context.stage.current.show_example(name)
        )
        help_windows.practice_requested.connect(self.practise)
        self.connect_links(self.panel)
        context.theme.changed.connect(self.panel.set_theme)

    @cached_property
    def practice(self) -> Practice:
        """The exercises, not loaded before the first one."""
        from hashi_gui.gui.teaching.practice import Practice

        practice = Practice(self._play, self._context, self.teacher)
        self._add_bar(practice.bar, Side.ABOVE)
        return practice

    def practise(self, technique: str | None) -> None:
        """Begin exercises about a technique, or about those that should be practised next."""
        self.practice.begin(technique)

    def _add_bar(self, bar: ReplayBar | PracticeBar, side: Side) -> None:
        """Put a bar above or below the board, in the colours of the theme."""
        theme = self._context.theme
        self._play.page.add_bar(bar, side)
        bar.set_theme(theme.current)
        theme.changed.connect(bar.set_theme)

    def connect_links(self, panel: TeacherPanel) -> None:
        """Let the links in a panel lead to the help and to exercises."""
        panel.technique_requested.connect(self._help.show_technique)
        panel.practice_requested.connect(self.practise)

    @property
    def teacher(self) -> Teacher:
        """Who explains something in the panel."""
        return self.presenter.teacher

    def toggle_panel(self) -> None:
        """Open or close the panel; what it explains ends when it is closed."""
        if self.teacher.is_open:
            self.teacher.close()
        else:
            self.teacher.open()

    def set_full_screen(self, *, full: bool) -> None:
        """Close the panel for full screen; open it afterwards, unless it was used meanwhile."""
        if full:
            was_open = self.teacher.is_open
            self.teacher.hide()
            self._opens_again = was_open
        elif self._opens_again:
            self.teacher.open()

    def _after_agreement(self, show_solution: Callable[[], None]) -> None:
        """Show the solution if the player agrees, who is asked once in a game."""
        game = self._play.controller.game
        if (
            game.solved
            or game.finished
            or game.solution_shown
            or agrees(
                self._context.messages.window,
                _("See the solution?"),
                _("This game then has no best time, even if you undo the solution."),
                _("Show the solution"),
                can_be_undone=False,
            )
        ):
            show_solution()

    def _ask_for_method(self) -> None:
        def solve_by(method: str) -> None:
            self._after_agreement(partial(self.presenter.solve_by, method))

        methods_dialog(self._context.messages.window, solve_by).ask()

    def _show_opened(self) -> None:
        self.presenter.game_opened()
        self._make_room_for_lesson()

    def _show_guidance(self) -> None:
        self.teacher.set_guidance(self._context.stage.current.guidance)

    def _place_panel(self, _area: QSize) -> Side:
        """Put the panel where the card of a lesson is, or else where the board leaves room."""
        placement, width = self._play.view.placement, self._play.lessons.card.width_beside
        if width:
            return give_room(self.panel, Side.LEFT, width)
        return give_room(self.panel, placement.side, placement.panel)

    def _share_room(self) -> None:
        """Let no card stand where the panel is open."""
        self._opens_again = False
        self._play.lessons.card.give_way(self.teacher.is_open)
        self._play.finish.set_covered(self.teacher.is_open)

    def _make_room_for_lesson(self) -> None:
        """Hide the panel, which may cover the card of a lesson."""
        if self._play.lessons.active:
            self.teacher.hide()

    # Actions

    def actions(self) -> Iterable[Entry]:
        yield from self._answers()
        yield from self._solutions()
        yield Action(
            _("Practic&e…"),
            _("Train a technique on ten positions; your game waits"),
            lambda: self.practice.show_dialog(),
            ("Ctrl+K",),
            place=(Menu.PLAY, 300),
            kind=ActionKind.GAME,
        )
        yield Action(
            _("Teacher's &panel"),
            _("Show or hide the panel that explains hints and mistakes"),
            self.toggle_panel,
            ("F9",),
            place=(Menu.VIEW, 200),
            checked=lambda: self.teacher.is_open,
            kind=ActionKind.GAME,
        )

    def _answers(self) -> Iterable[Entry]:
        presenter = self.presenter
        yield Action(
            _("&Hint"),
            _("Show where the next step is; again: why; again: draw it"),
            lambda: self._context.stage.current.hint(),
            ("H",),
            (Menu.SOLVE, 100),
            ("game", 300, "hint"),
            kind=ActionKind.HINT,
            enabled=lambda: not self._play.controller.game.solved,
        )
        yield answer_action(
            _("&Explain the solution"),
            _("Walk through the whole solution, step by step"),
            lambda: self._after_agreement(presenter.explain),
            ("E",),
            place=(Menu.SOLVE, 120),
        )
        yield Action(
            _("&Review your game"),
            _("See guesses, mistakes and pauses of your game, and replay it"),
            presenter.review,
            ("R",),
            place=(Menu.SOLVE, 130),
            kind=ActionKind.REVIEW,
        )
        yield answer_action(
            _("&Check"),
            _("Check whether the board can still be finished; if not, what is wrong; again: why"),
            presenter.check,
            ("C",),
            (Menu.SOLVE, 110),
            ("game", 310, "check"),
        )
        yield answer_action(
            _("Undo to the last &correct position"),
            _("Undo the moves since the puzzle could last be finished"),
            presenter.undo_to_last_correct,
            place=(Menu.PLAY, 120),
            enabled=lambda: self._play.controller.game.can_undo,
            name="undo-to-correct",
        )

    def _solutions(self) -> Iterable[Entry]:
        presenter = self.presenter
        yield answer_action(
            _("How many s&olutions?"),
            _("Find out whether the puzzle has one solution, several or none"),
            presenter.verdict,
            ("V",),
            place=(Menu.SOLVE, 200),
        )
        yield answer_action(
            _("Show the di&fference"),
            _("Highlight where two solutions differ"),
            presenter.difference,
            ("D",),
            place=(Menu.SOLVE, 210),
        )
        yield answer_action(
            _("&Solve"),
            _("Draw the whole solution; one undo takes it back"),
            lambda: self._after_agreement(presenter.solve),
            ("S",),
            place=(Menu.SOLVE, 300),
        )
        yield answer_action(
            _("Solve by a &method…"),
            _("Choose one of many ways to solve the puzzle, and see how long it takes"),
            self._ask_for_method,
            place=(Menu.SOLVE, 310),
            name="method",
        )
        look_action = partial(
            Action,
            kind=ActionKind.LOOK,
            place=(Menu.SOLVE, KEYS_ONLY),
            on=self._play.view,
            enabled=lambda: presenter.has_pages,
        )
        yield look_action(
            _("The beginning"),
            _("Go to the beginning of the review, the replay or the explained solution"),
            lambda: presenter.walk(0, -WHOLE_WAY),
            ("Home",),
        )
        yield look_action(
            _("The end"),
            _("Go to the end of the review, the replay or the explained solution"),
            lambda: presenter.walk(0, WHOLE_WAY),
            ("End",),
        )
