"""Playing: connects the parts around the board of the game, greets, and has the actions of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, QSize

from hashi_gui.core.board import Tag
from hashi_gui.core.i18n import _
from hashi_gui.core.rules import STANDARD
from hashi_gui.core.wording import format_duration, islands_text, printable, sentences, stated
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game import Game
from hashi_gui.game.library import lesson_number
from hashi_gui.game.share import race_outcome, racer
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.view import ZOOM_STEP, BoardView
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.finish import FinishCard, FinishPresenter
from hashi_gui.gui.play.game_page import FactPresenter, FactsLine, GamePage, TrialBar
from hashi_gui.gui.play.lessons import LessonPresenter
from hashi_gui.gui.play.monitors import SolvabilityMonitor, VerdictMonitor
from hashi_gui.gui.play.playing import Companion, GameInPlay, Lesson, Playing
from hashi_gui.gui.settings.preferences import Preferences
from hashi_gui.gui.stage import Context
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.questions import SolverRunner
from hashi_gui.gui.tasks.tasks import Lane
from hashi_gui.gui.widgets.actions import (
    KEYS_ONLY,
    Action,
    ActionKind,
    Entry,
    Feature,
    Menu,
    SubMenu,
    arrow_actions,
)
from hashi_gui.gui.widgets.controls import Side
from hashi_gui.gui.widgets.dialogs import agrees
from hashi_gui.gui.widgets.messages import Button

MAX_INSTRUCTIONS = 300
"""The most characters that are shown of the instructions of a puzzle."""

move_action = partial(Action, kind=ActionKind.MOVE)


class Play(QObject, Feature):
    """The board of the game, which exercises and past games may borrow."""

    def __init__(self, context: Context, document: Document) -> None:
        super().__init__(context.messages.window)
        self._context = context
        self.scene = BoardScene(context.theme.current, self)
        self.view = BoardView(self.scene)
        self.controller = BoardController(self.scene, self.view, Game.from_document(document))
        self.page = GamePage(self.view)
        self.companions: list[Companion] = []
        self.in_play = GameInPlay(context, self.controller)
        self.next_puzzle: Callable[[], Button] = lambda: (_("Play again"), self.in_play.play_again)
        """The button that leads to another puzzle of the same kind."""
        self.runner = SolverRunner(context.tasks, Lane.SOLVER, self)
        self.verdicts = VerdictMonitor(self.controller, self.runner)
        self.solvability_monitor = SolvabilityMonitor(self.controller, context.tasks)
        self.lessons = LessonPresenter(self.controller, self.verdicts, self.in_play.open_document)
        self.facts = FactPresenter(FactsLine(), self.controller, context.stores.games.results)
        self.trials = TrialBar()
        self.finish_card = FinishCard()
        self.finish = FinishPresenter(
            self.finish_card,
            self.scene,
            self.controller,
            self.in_play,
            context.stores.games.results,
            lambda: self.next_puzzle()[0],
        )
        self.playing, self.lesson = Playing(self, context), Lesson(self, context)
        self.page.add_companion(self.finish_card, self._place_card)
        self.page.add_bar(self.facts.track, Side.ABOVE)
        context.messages.bar.add(self.trials, self.facts.line)
        self._connect()
        self._apply_preferences(context.preferences.current)
        context.stage.open(self.playing)

    def _connect(self) -> None:
        context, controller, stage = self._context, self.controller, self._context.stage
        controller.opened.connect(self._show_opened)
        controller.changed.connect(stage.end_pause)
        controller.changed.connect(stage.update)
        controller.other_board_shown.connect(stage.update)
        controller.group_shown_changed.connect(stage.updated)
        controller.solved.connect(self._say_solved)
        controller.solved.connect(self._show_facts)
        self.in_play.opened.connect(self._open_game)
        self.in_play.session.saved.connect(stage.updated)
        self.trials.named.connect(self._name_trial)
        self.trials.accept_button.clicked.connect(controller.accept_trial)
        self.trials.discard_button.clicked.connect(controller.discard_trial)
        self.page.cover.resumed.connect(stage.end_pause)
        self.view.resized.connect(self._align_track)
        stage.changed.connect(lambda: self.page.set_paused(stage.paused))
        stage.updated.connect(self._show_trials)
        stage.updated.connect(self._show_facts)
        self.verdicts.changed.connect(self.facts.show_verdict)
        self.verdicts.changed.connect(self._find_level)
        self.solvability_monitor.found.connect(self.facts.show_check)
        context.stores.records_loaded.connect(self.finish.show_again)
        context.stores.records_loaded.connect(self.facts.show_expected_time)
        self.finish_card.next_button.clicked.connect(self.open_next)
        self.finish_card.again_button.clicked.connect(self.in_play.play_again)
        self.finish_card.appearing.connect(self._show_facts)
        self.finish_card.closed.connect(self._say_solved)
        self.finish_card.closed.connect(stage.updated)
        context.preferences.changed.connect(self._apply_preferences)
        for part in (self.scene, self.trials, self.finish_card, self.facts.track):
            context.theme.changed.connect(part.set_theme)

    def begin(self) -> None:
        """Show the game that the window was opened with, once all features are there."""
        # Around all others, so that no panel makes it narrower and higher.
        self.page.add_companion(self.lessons.card, self.lessons.card.place_in)
        self.in_play.begin()
        # Last of all, because others clear their highlights and messages at each change.
        self.controller.changed.connect(self.lessons.react)
        self.controller.changed.connect(self._say_what_is_missing)
        self._open_game()

    def open_next(self) -> None:
        _, open_it = self.next_puzzle()
        open_it()

    def restart(self) -> None:
        """Clear the board, after asking if the player wants that; a finished game begins again."""
        if self.controller.game is self.in_play.game and self.in_play.game.finished:
            self.in_play.play_again()
        elif not self._context.preferences.current.confirm_restart or agrees(
            self._context.messages.window,
            _("Start over?"),
            _("This clears the board. You can undo it."),
            _("Start over"),
            can_be_undone=True,
        ):
            self.controller.restart()

    def close(self) -> None:
        self.in_play.close()
        self.facts.close()

    # What is shown

    def _place_card(self, _area: QSize) -> Side:
        """Put the finish card where the board leaves room; a lesson with a card has none."""
        if self.lessons.card.width_beside:
            return Side.LEFT
        return self.finish_card.place_at(self.view.placement)

    def _open_game(self) -> None:
        """Show the game in play; whatever has borrowed its board ends."""
        game = self.in_play.game
        is_lesson = lesson_number(game.puzzle) is not None
        self._context.stage.open(self.lesson if is_lesson else self.playing)
        self.controller.open(game)

    def _show_opened(self) -> None:
        """Show what belongs to what is on the board now: a game, an exercise or a past game."""
        self.runner.discard()
        self.facts.game_opened()
        self.verdicts.game_opened()
        self.finish.game_opened()
        self.solvability_monitor.check()
        self.lessons.game_opened()
        self._context.stage.update()
        self.view.setFocus()
        self._greet()

    def _align_track(self) -> None:
        """Let the bars of a race stand above the board."""
        middle = self.view.mapFromScene(self.view.board_rect.center())
        self.facts.track.stand_above(self.view.viewport().mapTo(self.page, middle).x())

    def _show_facts(self) -> None:
        """Show the line of facts, but not in full screen, or once a card says how it went."""
        says_card = self.finish.shows_card and not self.finish_card.waits
        full = self._context.messages.window.isFullScreen()
        shown = self._context.stage.current.shows_facts and not (says_card or full)
        self.facts.line.setVisible(shown)

    def _show_trials(self) -> None:
        is_in_sight = self._context.stage.current.page is self.page
        self.trials.show_trials(self.controller.game.trial_names if is_in_sight else ())

    def _name_trial(self, name: str) -> None:
        self.controller.name_trial(name)
        self.view.setFocus()

    def _find_level(self) -> None:
        """Find the level of a puzzle from elsewhere, if it has only one solution."""
        game = self.controller.game
        is_known = game.info.level or game.info.lesson
        if game is self.in_play.game and self.verdicts.only_solution and not is_known:
            show = partial(self._show_level, game)
            self.verdicts.counter.start(questions.level(game.to_document(), show))

    def _show_level(self, game: Game, found: PuzzleInfo) -> None:
        game.info = game.info._replace(level=found.level, expected_seconds=found.expected_seconds)
        self.facts.show_level()

    def _apply_preferences(self, preferences: Preferences) -> None:
        self.controller.set_preferences(preferences)
        self.solvability_monitor.set_enabled(preferences.check_moves)
        self.facts.set_clock_shown(preferences.show_clock)

    def _greet(self) -> None:
        """Say what the board shows, except what says so by itself, and which game was left."""
        game, left, say = self.controller.game, self.in_play.left, self._context.messages.say
        if game is not self.in_play.game:
            say("")
            return
        text, buttons = self._greeting(game, brief=left is not None)
        if left is not None:
            kept = _("Your {size} is kept in My games.").format(size=left[0].puzzle.size_text)
            text = sentences(text, kept)
            buttons = [(_("Go back"), self.in_play.go_back), *buttons]
        say(text, *buttons)

    def _greeting(self, game: Game, *, brief: bool) -> tuple[str, list[Button]]:
        """What is said of a game, and the buttons; if ``brief``, no more than is needed."""
        if self.lessons.active:
            return "", []
        if game.finished and game.solved:
            return self._praise()
        if game.can_undo:
            text = "" if brief else _("Welcome back! Everything is as you left it.")
            return text, [(_("Start over"), self.restart)]
        if game.race is not None:
            time = format_duration(game.race.seconds)
            text = _("The race is on: {name} took {time}.")
            return text.format(name=racer(game.race), time=time), []
        instructions = " ".join(game.info.shown_instructions.split())
        text = "" if brief else self._description(game)
        return printable(instructions, MAX_INSTRUCTIONS) or text, []

    def _say_solved(self) -> None:
        text, buttons = self._praise()
        self._context.messages.say(text, *buttons)

    def _praise(self) -> tuple[str, list[Button]]:
        """How long it took, and what can be next, if no card says so."""
        if self.lessons.active or self.finish.shows_card:
            return "", []
        buttons = [self.next_puzzle(), (_("Play again"), self.in_play.play_again)]
        text = _("Solved in {time}.").format(
            time=format_duration(self.controller.game.clock.seconds)
        )
        return sentences(text, race_outcome(self.controller.game)), buttons

    def _say_what_is_missing(self) -> None:
        """Say why a board is not solved that looks as if it were, also if no mistakes are shown."""
        status = self.controller.game.status
        if status.full and not (status.solved or self.lessons.active):
            self._context.messages.say(
                _("All islands have their bridges, but not all are connected.")
                if not status.connected
                else _("All islands have their bridges, but a rule is broken.")
            )

    def _description(self, game: Game) -> str:
        puzzle = game.puzzle
        facts = [puzzle.size_text, islands_text(len(puzzle.islands))]
        if puzzle.rules != STANDARD:
            facts += puzzle.rules.facts
        return stated(*facts)

    # Actions

    def actions(self) -> Iterable[Entry]:
        yield from self._moves()
        yield from self._keys()
        yield from self._looks()

    def _moves(self) -> Iterable[Entry]:
        controller, stage = self.controller, self._context.stage
        yield Action(
            _("Next of this &kind"),
            _("Once it is solved, play another one of this kind"),
            lambda: stage.current.go_on(),
            ("Return", "Enter"),
            shown_key=_("Enter"),
            place=(Menu.GAME, KEYS_ONLY),
            on=stage,
            enabled=lambda: stage.current.can_go_on,
            kind=ActionKind.GAME,
        )
        yield move_action(
            _("&Undo"),
            _("Undo the last move"),
            controller.undo,
            ("Ctrl+Z",),
            (Menu.PLAY, 100),
            ("game", 200, "undo"),
            enabled=lambda: controller.game.can_undo,
        )
        yield move_action(
            _("&Redo"),
            _("Redo the move you undid last"),
            controller.redo,
            ("Ctrl+Shift+Z", "Ctrl+Y"),
            (Menu.PLAY, 110),
            ("game", 210, "redo"),
            enabled=lambda: controller.game.can_redo,
        )
        yield Action(
            _("S&tart over"),
            _("Clear the board; you can undo this"),
            self.restart,
            ("Ctrl+R",),
            place=(Menu.PLAY, 130),
            kind=ActionKind.ANSWER,
        )
        yield Action(
            _("&Pause"),
            _("Stop the clock and hide the board"),
            stage.toggle_pause,
            ("P",),
            place=(Menu.PLAY, 200),
            checked=lambda: stage.paused,
            enabled=lambda: not controller.game.solved,
            kind=ActionKind.PAUSE,
        )
        yield SubMenu(
            _("Tr&ial"),
            (
                move_action(
                    _("&Begin a trial"),
                    _("Try moves out, then accept or discard them all at once"),
                    controller.begin_trial,
                    ("T",),
                ),
                move_action(
                    _("&Accept the trial"),
                    _("End the trial; its moves stay"),
                    controller.accept_trial,
                    ("Ctrl+T",),
                    enabled=lambda: bool(controller.game.trials),
                ),
                move_action(
                    _("&Discard the trial"),
                    _("End the trial and go back to where it began"),
                    controller.discard_trial,
                    ("Ctrl+Backspace",),
                    enabled=lambda: bool(controller.game.trials),
                ),
            ),
            place=(Menu.PLAY, 210),
            kind=ActionKind.MOVE,
        )

    def _keys(self) -> Iterable[Entry]:
        controller, stage = self.controller, self._context.stage
        yield move_action(
            _("&Lock or unlock the island"),
            _("Lock the selected island, so that its bridges cannot change"),
            controller.lock_focused,
            place=(Menu.PLAY, 220),
            shown_key=_("Space"),
        )
        yield move_action(
            _("&Name the trial"),
            _("Give the trial a name, which is shown below the board"),
            self.trials.begin_naming,
            ("Shift+T",),
            place=(Menu.PLAY, KEYS_ONLY),
            enabled=lambda: bool(controller.game.trials),
        )
        at_least_one, disc, diamond = (partial(controller.tag, tag) for tag in Tag)
        tag_action = partial(move_action, enabled=lambda: not controller.game.solved)
        yield SubMenu(
            _("Ta&gs"),
            (
                tag_action(_("&Disc"), _("Tag what you point at with a disc"), disc, ("1",)),
                tag_action(
                    _("D&iamond"), _("Tag what you point at with a diamond"), diamond, ("2",)
                ),
                tag_action(
                    _("&At least one"), _("Note “at least one bridge here”"), at_least_one, ("3",)
                ),
                move_action(
                    _("&Remove all tags"),
                    _("Clear the board of tags; you can undo this"),
                    controller.remove_tags,
                    enabled=lambda: bool(controller.game.board.tags),
                    name="remove-tags",
                ),
            ),
            place=(Menu.PLAY, 230),
            kind=ActionKind.MOVE,
        )
        building, marking = (
            partial(controller.change_towards, marking=marks) for marks in (False, True)
        )
        noting, colouring = (
            partial(controller.tag_towards, colours=colours) for colours in (False, True)
        )
        note, colour = (
            _("Note “at least one” {direction}"),
            _("Put a disc {direction}, a diamond, none"),
        )
        build, mark = (
            _("Build a bridge {direction}: one, two, none"),
            _("Mark “no bridge” {direction}"),
        )
        go, look, menu = _("Go to the next island {direction}"), ActionKind.LOOK, Menu.PLAY
        yield from arrow_actions("", go, lambda *to: stage.current.walk(*to), stage, look, menu)
        yield from arrow_actions("Shift+", build, building, self.view, ActionKind.MOVE, menu)
        yield from arrow_actions("Ctrl+", mark, marking, self.view, ActionKind.MOVE, menu)
        yield from arrow_actions("Alt+", note, noting, self.view, ActionKind.MOVE, menu)
        yield from arrow_actions("Alt+Shift+", colour, colouring, self.view, ActionKind.MOVE, menu)

    def _looks(self) -> Iterable[Entry]:
        controller, stage = self.controller, self._context.stage
        yield Action(
            _("S&top"),
            _("Stop a search, an animation or an explanation; again: hide the teacher's panel"),
            lambda: stage.current.stop(),
            ("Esc",),
            place=(Menu.SOLVE, KEYS_ONLY),
            kind=ActionKind.LOOK,
        )
        yield Action(
            _("Say how far it is"),
            _("Say the time and how many islands are finished"),
            lambda: self._context.messages.say(self.facts.progress_text),
            ("F",),
            place=(Menu.VIEW, KEYS_ONLY),
            kind=ActionKind.GAME,
        )
        yield Action(
            _("Zoom &in"),
            _("Make the board larger"),
            lambda: stage.current.view.zoom(ZOOM_STEP),
            ("Ctrl++", "Ctrl+="),
            place=(Menu.VIEW, 100),
        )
        yield Action(
            _("Zoom &out"),
            _("Make the board smaller"),
            lambda: stage.current.view.zoom(1 / ZOOM_STEP),
            ("Ctrl+-",),
            place=(Menu.VIEW, 110),
        )
        yield Action(
            _("&Fit to window"),
            _("Show the whole board"),
            lambda: stage.current.view.fit(),
            ("Ctrl+0",),
            place=(Menu.VIEW, 120),
        )
        yield Action(
            _("Highlight the &group"),
            _("Highlight everything that is connected to this island"),
            controller.toggle_group,
            ("G",),
            place=(Menu.VIEW, 210),
            checked=lambda: controller.group_shown,
            kind=ActionKind.GAME,
        )
