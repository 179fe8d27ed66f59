"""Connects the board on screen with the game: gestures become moves, moves are shown."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtWidgets import QMenu

from hashi_gui.core.board import NO_TAG, Board, LogKind, Move, Tag
from hashi_gui.core.board_status import BoardStatus, Faults
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import listed_apart
from hashi_gui.game import Game, IllegalMoveError
from hashi_gui.game.library import broken_rule, lesson_number
from hashi_gui.gui.board.gestures import Target, step_towards
from hashi_gui.gui.board.over_board import Bubble
from hashi_gui.gui.board.picture import BoardPicture, GroupColours
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.speech import change_text, where_text
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.play.spoken_islands import SpokenIslands
from hashi_gui.gui.settings.preferences import (
    AnimationSetting,
    Clicks,
    ErrorDisplay,
    IslandClicks,
    Preferences,
    Wheel,
    allowed_animation,
)
from hashi_gui.gui.widgets.actions import key_of
from hashi_gui.gui.widgets.controls import say
from hashi_gui.rendering.geometry import UNIT, CellArea, cells_in

MAX_AWAY = 1.5
"""How far a remark on a place stays away from it, in cells, so that islands near it are seen."""


class BoardController(QObject):
    """Plays one game on one scene and view. Nothing else changes the game's board."""

    changed = Signal(object)
    """The game has changed. Carries the Move that changed the board, empty if a trial was begun,
    named or accepted."""
    opened = Signal()
    """Another game is shown."""
    solved = Signal()
    """The last move solved the puzzle."""
    group_shown_changed = Signal()
    """Groups are highlighted from now on, or not."""
    other_board_shown = Signal(bool)
    """Another board than that of the game is shown from now on, or the game again."""
    game_requested = Signal()
    """The player wants to play on while another board is shown."""

    def __init__(self, scene: BoardScene, view: BoardView, game: Game) -> None:
        super().__init__(view)
        self._scene = scene
        self._show = scene.show
        self._view = view
        self.group_shown = False
        """Whether the group of the island in focus or under the pointer is highlighted."""
        self._group_revision = 0
        self._pointed: Target | None = None
        self._just_clicked: tuple[int, ...] = ()
        self._drawn_from: int | None = None
        """The island from which the player drew a bridge last."""
        self._last_island: int | None = None
        """The island that is selected, or where a key goes on if none is."""
        self._other_board: Board | None = None
        self._other_status: BoardStatus | None = None
        self.preferences = Preferences()
        view.edges_clicked.connect(self.click_edges)
        view.island_clicked.connect(self.click_island)
        view.island_held.connect(self.lock)
        view.menu_requested.connect(self.show_menu)
        view.pointed_at.connect(self.point_at)
        view.lock_requested.connect(self.lock_focused)
        self.bubble = Bubble(view)
        """Says where the player looks why a move is refused, or what it breaks."""
        self.bubble.gone.connect(self._point_out_nothing)
        SpokenIslands(view, scene, self)
        self.open(game)

    def open(self, game: Game) -> None:
        """Show another game."""
        self.game = game
        self._pointed, self._just_clicked = None, ()
        self._drawn_from = self._last_island = None
        self._other_board = self._other_status = None
        self.bubble.hide()
        self._scene.stop_animations()
        self._colour_groups()
        self._show(self._picture(BoardPicture(game.puzzle, game.board)))
        self._view.start(self._where_player_was())
        self.opened.emit()

    def _where_player_was(self) -> QPointF | None:
        """The place of the last move; None if there is none."""
        move = self.game.last_move
        islands = self.game.puzzle.ends_of(edge for edge, _ in move.edges)
        area = self._scene.area_of(islands | {island for island, _ in move.locks})
        return None if area.isEmpty() else area.center()

    # What is shown

    @property
    def puzzle(self) -> Puzzle:
        return self.game.puzzle

    @property
    def showing_other_board(self) -> bool:
        return self._other_board is not None

    @property
    def selected(self) -> bool:
        return self._shown.focus is not None

    def set_preferences(self, preferences: Preferences) -> None:
        before, self.preferences = self.preferences, preferences
        self._scene.animation = allowed_animation(preferences.animation)
        self._view.wheel_scrolls = preferences.wheel is Wheel.SCROLL
        if preferences.colour_groups is not before.colour_groups:
            self._colour_groups()
        self._show_board()

    def show_faults_now(self) -> bool:
        """Show all faults until the next move, if the player wants to see any at all.

        Returns whether there are faults.
        """
        faults = self.game.status.faults
        if self.preferences.error_display is not ErrorDisplay.NEVER:
            self._show(replace(self._shown, faults=faults))
        return bool(faults)

    def toggle_group(self) -> None:
        self._set_group_shown(not self.group_shown)

    def highlight(self, highlight: Highlight) -> None:
        """Highlight the answer to a question and bring it into view."""
        self._show(replace(self._shown, highlight=highlight))
        self._view.show_area(self._scene.highlighted_rect())

    def clear_highlight(self) -> None:
        self.bubble.hide()
        self._show(replace(self._shown, highlight=Highlight()))

    def clear_all(self) -> None:
        """Clear the selection and every highlight: answers, the group, faults shown on request."""
        self._select(None)
        self.clear_highlight()
        self._set_group_shown(False)
        self._show_board()

    @property
    def animation(self) -> AnimationSetting:
        return self._scene.animation

    def light(self, islands: Collection[int]) -> None:
        self._show(replace(self._shown, lit=frozenset(islands)))

    def look_at(self, islands: Collection[int]) -> None:
        """Scroll to some islands, and zoom in if they are too small to see."""
        self._view.show_area(self._scene.area_of(islands))

    def cells_in_view(self) -> CellArea | None:
        """The cells that can be seen; None if all can."""
        seen = self._view.visible_area()
        return None if seen.contains(self._scene.sceneRect()) else cells_in(seen)

    def show_other_board(self, board: Board) -> None:
        """Show a board that is not the game's, until :meth:`show_own_board`."""
        self._scene.skip_reveal()
        self._set_other_board(board)

    def show_trials(self) -> None:
        """Let the bridges of trials look so also on the part of the game's board that is shown."""
        self._show(replace(self._shown, tried=self.game.tried))

    def change_text(self, before: Board) -> str:
        """What a screen reader says of what has changed since a board."""
        return change_text(before, self._shown)

    def show_own_board(self) -> None:
        """Show the game again, without highlights."""
        self._set_other_board(None)

    # Mouse and keyboard

    def click_edges(
        self, edges: tuple[int, ...], marking: bool, drawn_from: int | None = None
    ) -> None:
        """Build on the edges of a click, or of a drag from an island, or mark them."""
        self._select(None)
        self._drawn_from = drawn_from
        self._just_clicked = edges
        if drawn_from is not None:
            self._last_island = drawn_from
            for edge in edges:
                self._last_island = self.game.puzzle.edges[edge].other(self._last_island)
        elif self._last_island not in self.game.puzzle.ends_of(edges):
            self._last_island = self.game.puzzle.edges[edges[0]].a
        self._play(lambda: self._edges_move(edges, marking))

    def click_island(self, island: int) -> None:
        """Build a bridge from the selected island, or select this one or no more, or lock it."""
        wanted, selected = self.preferences.island_clicks, self._shown.focus
        edges = self._edges_meant(Target(island=island), marking=False)
        if edges:
            self._drawn_from, self._just_clicked = selected, edges
            self._play(lambda: self._edges_move(edges, marking=False))
            self._select(None)
        elif wanted is IslandClicks.SELECT:
            self._select(None if island == selected else island)
        elif wanted is IslandClicks.LOCK:
            self._select(None)
            self.lock(island)

    def lock(self, island: int) -> None:
        self._play(lambda: self.game.toggle_lock(island))

    def tag(self, tag: Tag) -> None:
        """Tag what is under the pointer, or else the selected island, or take that tag away."""
        target = self._pointed or Target(island=self._shown.focus)
        edge, island = target.edge, target.island
        if edge is not None:
            self._play(lambda: self.game.toggle_edge_tag(edge, tag))
        elif tag is Tag.AT_LEAST_ONE:
            self._refuse(
                IllegalMoveError(
                    _("Point between two islands and press {key}, or {up} on an island.").format(
                        key=key_of("3"), up=key_of("Alt+Up")
                    )
                )
            )
        elif island is None:
            text = _("Point at an island or a bridge, and press {disc} or {diamond}.")
            text = text.format(disc=key_of("1"), diamond=key_of("2"))
            self._refuse(IllegalMoveError(text))
        else:
            self._play(lambda: self.game.toggle_island_tag(island, tag))

    def remove_tags(self) -> None:
        self._play(self.game.remove_tags)

    def show_menu(self, island: int, at: QPoint) -> None:
        """Offer to lock an island, or to unlock it, and to tag it."""
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        is_locked = island in self.game.board.locks
        text = _("Unlock the {clue}") if is_locked else _("Lock the {clue}")
        text = text.format(clue=self.game.puzzle.islands[island].clue_text)
        menu.addAction(text, lambda: self.lock(island))
        tags = self.game.board.tags.islands.get(island, NO_TAG)
        for name, tag in ((_("Disc"), Tag.DISC), (_("Diamond"), Tag.DIAMOND)):
            find_move = partial(self.game.toggle_island_tag, island, tag)
            action = menu.addAction(name, partial(self._play, find_move))
            action.setCheckable(True)
            action.setChecked(tag in tags)
        menu.popup(at)

    def point_at(self, target: Target | None, marking: bool) -> None:
        """Preview what a click would do.

        Not on an edge that was just clicked, until the pointer leaves it: there the player wants
        to see the result.
        """
        self._pointed = target
        edges = self._edges_meant(target, marking)
        if set(self._just_clicked).isdisjoint(edges[-1:]):
            self._just_clicked = ()
        preview = () if self._just_clicked else self._preview(edges, marking)
        self._show(replace(self._shown, preview=preview))
        self._show_group()

    def walk(self, drow: int, dcol: int) -> None:
        """Select the next island."""
        island = self._begin_key()
        if island is not None:
            there = step_towards(self.game.puzzle, island, drow, dcol)
            if there is not None:
                self.go_to(there)

    def change_towards(self, drow: int, dcol: int, *, marking: bool) -> None:
        """Build or mark the edge that leaves the selected island in a direction."""
        self._play_towards(drow, dcol, lambda edge: self._edges_move((edge,), marking))

    def tag_towards(self, drow: int, dcol: int, *, colours: bool) -> None:
        """Tag that edge with the next colour, or with "at least one"."""
        game = self.game
        tag = partial(game.toggle_edge_tag, tag=Tag.AT_LEAST_ONE)
        self._play_towards(drow, dcol, game.change_colour if colours else tag)

    def _play_towards(self, drow: int, dcol: int, find_move: Callable[[int], Move]) -> None:
        island = self._begin_key()
        if island is None:
            return
        edge = self.game.puzzle.edge_towards(island, drow, dcol)
        if edge is None:
            self._refuse(IllegalMoveError(_("There is no island in that direction.")))
        else:
            self._drawn_from = island
            self._play(lambda: find_move(edge.id))

    def lock_focused(self) -> None:
        island = self._begin_key()
        if island is not None:
            self.lock(island)

    # Changes of the game

    def undo(self) -> None:
        self._change(self.game.undo)

    def redo(self) -> None:
        self._change(self.game.redo)

    def go_back(self, position: int) -> None:
        """Undo until ``position`` moves are in effect."""
        self._change(lambda: self.game.go_back(position))

    def begin_trial(self) -> None:
        """Begin a trial: the moves from now on can be accepted or discarded together."""
        self._change(self.game.begin_trial)

    def name_trial(self, name: str) -> None:
        self._change(lambda: self.game.name_trial(name))

    def accept_trial(self) -> None:
        """Accept the moves of the innermost open trial."""
        self._change(self.game.accept_trial)

    def discard_trial(self) -> None:
        """Go back to where the innermost open trial began."""
        self._change(self.game.discard_trial)

    def restart(self) -> None:
        self._play(self.game.restart)

    def play(self, move: Move) -> None:
        """Make the move of a hint."""
        self._play(lambda: move, LogKind.HINT)

    def draw_solution(self, counts: bytes) -> None:
        """Draw a whole solution as one undo step, in a short animation."""
        self._change(lambda: self.game.draw_solution(counts), animated=True)

    def _edges_move(self, edges: tuple[int, ...], marking: bool) -> Move:
        """The move that a click or a drag with one of the two buttons means."""
        game = self.game
        if self.preferences.clicks is Clicks.ADD_AND_REMOVE:
            return game.remove_bridges(*edges) if marking else game.add_bridges(*edges)
        return game.toggle_mark(*edges) if marking else game.cycle_bridges(*edges)

    def _set_other_board(self, board: Board | None) -> None:
        """Show another board, or the game if there is none, without highlights."""
        before, self._other_board = self._other_board, board
        if board is None:
            self._other_status = None
        elif before is None or self._other_status is None:
            self._other_status = BoardStatus(self.game.puzzle, board)
        else:
            self._other_status.update(before.move_to(board))
        if (before is None) is not (board is None):
            self.other_board_shown.emit(board is not None)
        self.clear_highlight()
        self._show_board()

    def _play(self, find_move: Callable[[], Move], kind: LogKind = LogKind.MOVE) -> None:
        """Make a move of the player, and tell if it solves the puzzle."""
        was_finished, faults = self.game.finished, self._shown.faults
        move = self._change(lambda: self.game.play(self._with_locks(find_move()), kind))
        if self.game.finished and not was_finished:
            self._select(None)
            self.solved.emit()
        self._point_out_fault(move, faults)

    def _with_locks(self, move: Move) -> Move:
        return self.game.lock_finished(move) if self.preferences.lock_finished else move

    def _change(self, change: Callable[[], Move], *, animated: bool = False) -> Move:
        """Change the game and show the result: every change goes through here.

        If it is ``animated``, the bridges appear one after the other.

        While another board is shown, nothing is changed: the game is requested back instead.
        """
        self._scene.skip_reveal()
        self.bubble.hide()
        if self.showing_other_board:
            self.game_requested.emit()
            return Move()
        before = self._state
        try:
            move = change()
        except IllegalMoveError as error:
            self._refuse(error)
            return Move()
        if self._state != before:
            self._show_change(move, animated)
        return move

    @property
    def _state(self) -> tuple[object, ...]:
        """What is another value after each change of the game."""
        game = self.game
        return game.revision, game.board.tags, game.trials, game.trial_names

    def _refuse(self, error: IllegalMoveError) -> None:
        self._point_out(str(error), error.edge, error.bridge, error.island)
        if error.bridge is not None:
            ends = self.puzzle.ends(error.bridge)
            say(self._view, listed_apart(where_text(self.puzzle, end.id) for end in ends))

    def _point_out(
        self, text: str, edge: int | None, bridge: int | None, island: int | None
    ) -> None:
        """Say something for a while where a bridge meets an edge, or else at an island.

        If there is none of all these, that is the focused one.
        """
        scene = self._scene
        place = scene.area_of([self._shown.focus or 0] if island is None else [island])
        if island is None and edge is not None:
            shown = edge if bridge is None else bridge
            place = scene.edge_rect(edge) & scene.edge_rect(shown)
            place.adjust(0, -MAX_AWAY * UNIT, 0, MAX_AWAY * UNIT)
            place &= scene.area_of(end.id for end in self.game.puzzle.ends(shown))
        at = self._view.mapFromScene(place).boundingRect()
        self.bubble.say(text, at, fades=scene.animation is not AnimationSetting.NONE)
        pointed_out = Highlight(
            {} if island is None else {island: Role.CONFLICT},
            {} if bridge is None else {bridge: Role.CONFLICT},
        )
        self._show(replace(self._shown, pointed_out=pointed_out))

    def _point_out_fault(self, move: Move, known: Faults) -> None:
        """Say what the last edge of a move has led to, if a fault is shown that was not before.

        In a lesson, its card says so.
        """
        if move.edges and self._shown.faults and lesson_number(self.game.puzzle) is None:
            text = broken_rule(self.game, known)[0]
            edge = move.edges[-1][0]
            if text:
                self._point_out(text, edge, edge, None)

    def _point_out_nothing(self) -> None:
        self._show(replace(self._shown, pointed_out=Highlight()))

    def _show_change(self, move: Move, animated: bool) -> None:
        if self._group_colours is not None:
            self._group_colours.update(self.game.puzzle.ends_of(edge for edge, _ in move.edges))
        self._show_board(animated=animated)
        self._view.refresh_pointer()
        self._show_group()
        self.changed.emit(move)

    @property
    def _shown(self) -> BoardPicture:
        return self._scene.picture

    def _show_board(self, *, animated: bool = False) -> None:
        """Show the board of the game, or the other one, as the player wants to see it."""
        picture = self._picture(self._shown)
        self._show(picture, animated=animated, grows_from=self._drawn_from)

    def _picture(self, picture: BoardPicture) -> BoardPicture:
        """A picture of the game, or of the other board, with what another one highlights."""
        game, preferences, other = self.game, self.preferences, self._other_board
        status = self._other_status or game.status
        if other is None:
            picture = replace(
                picture,
                board=game.board,
                tried=game.tried,
                group_colours=self._group_colours.numbers if self._group_colours else b"",
            )
        else:
            picture = replace(picture, board=other, tried={}, group_colours=b"", preview=())
        solved, at_once = status.solved, preferences.error_display is ErrorDisplay.AT_ONCE
        return replace(
            picture,
            faults=status.faults if at_once else Faults(),
            solved=solved,
            dims_finished=preferences.grey_finished,
            counts_down=preferences.show_remaining and not solved,
            shows_possible=preferences.show_possible,
        )

    def _colour_groups(self) -> None:
        """Give all groups new colours, if the player wants any."""
        wanted = self.preferences.colour_groups
        self._group_colours = GroupColours(self.game.puzzle, self.game.status) if wanted else None

    def _edges_meant(self, target: Target | None, marking: bool) -> tuple[int, ...]:
        """The edges that a click acts on: from the selected island, if it is on another one."""
        if target is None or target.island is None:
            return () if target is None else target.edges
        selected, wanted = self._shown.focus, self.preferences.island_clicks
        if selected is None or marking or wanted is not IslandClicks.SELECT:
            return ()
        edge = self.game.puzzle.edge_between(selected, target.island)
        return () if edge is None else (edge.id,)

    def _preview(self, edges: tuple[int, ...], marking: bool) -> tuple[tuple[int, int], ...]:
        """The changes that a click would make: edges and their new states."""
        if not edges or self.showing_other_board or self.game.solved:
            return ()
        try:
            return self._edges_move(edges, marking).edges
        except IllegalMoveError:
            return ()

    def _begin_key(self) -> int | None:
        """The island that a key acts on; None if it only shows on which one the keys begin."""
        island = self._last_island
        if island is None:
            pointed = self._pointed.island if self._pointed else None
            self.go_to(pointed or 0)
        else:
            self.go_to(island)
        return island

    def go_to(self, island: int) -> None:
        """Select an island by the keyboard, and bring it into view."""
        self._pointed = None
        self._view.rest_pointer()
        self._select(island)
        self._view.scroll_to(self._scene.island_rect(island))

    def _select(self, island: int | None) -> None:
        """Select an island, or none any more: clicks on its neighbours and keys act on it."""
        if island is not None:
            self._last_island = island
        self._show(replace(self._shown, focus=island, preview=()))
        self._show_group()

    def _set_group_shown(self, shown: bool) -> None:
        if shown != self.group_shown:
            self.group_shown = shown
            self._show_group()
            self.group_shown_changed.emit()

    def _show_group(self) -> None:
        wanted = self.group_shown and not self._shown.solved
        island = self._group_island() if wanted else None
        if island is None:
            self._show(replace(self._shown, group=Highlight()))
        elif island not in self._shown.group.islands or self._group_revision != self.game.revision:
            self._group_revision = self.game.revision
            self._show(replace(self._shown, group=self._group_of(island)))

    def _group_island(self) -> int | None:
        """An island of the group to highlight: in focus, under the pointer, or at its bridge."""
        if self._pointed is None or self._shown.focus is not None:
            return self._shown.focus
        if self._pointed.edge is None:
            return self._pointed.island
        has_bridge = self.game.board.counts[self._pointed.edge]
        return self.game.puzzle.edges[self._pointed.edge].a if has_bridge else None

    def _group_of(self, island: int) -> Highlight:
        puzzle, counts = self.game.puzzle, self.game.board.counts
        group = self.game.status.group(island)
        edges = {e for member in group for e in puzzle.incident[member] if counts[e]}
        return Highlight(dict.fromkeys(group, Role.GROUP), dict.fromkeys(edges, Role.GROUP))
