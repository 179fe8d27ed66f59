"""Between the board on screen and the game: gestures become moves, moves become looks."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from hashi_gui.core.board import Board, Move
from hashi_gui.core.rules import Faults, components, find_faults
from hashi_gui.game import Game, IllegalMoveError
from hashi_gui.gui.board.gestures import Target, step_towards
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.view import BoardView
from hashi_gui.rendering.painting import Highlight, Role


class ErrorDisplay(StrEnum):
    """When the board shows what breaks a rule."""

    NEVER = "never"
    ASKED = "asked"
    AT_ONCE = "at once"


class BoardController(QObject):
    """Plays one game on one scene and view. The only one that changes the board."""

    changed = Signal()
    """The board has changed, or another game has begun."""
    refused = Signal(str)
    """A move that the rules of play do not allow, in one sentence."""
    solved = Signal()
    """The last move finished the puzzle."""
    game_wanted = Signal()
    """The player has turned to the game while something else was on the board."""

    def __init__(self, scene: BoardScene, view: BoardView, game: Game) -> None:
        super().__init__(view)
        self._scene = scene
        self._view = view
        self._group_lit = False
        self._pointed: Target | None = None
        self._settled: int | None = None
        self._elsewhere = False
        self._groups: list[list[int]] | None = None
        self.error_display = ErrorDisplay.AT_ONCE
        self.game = game
        view.edge_clicked.connect(self.click_edge)
        view.island_clicked.connect(self.click_island)
        view.pointed_at.connect(self.point_at)
        view.lock_wanted.connect(self.lock_focused)
        self.open(game)

    def open(self, game: Game) -> None:
        """Lay another game on the table."""
        self.game = game
        self._pointed = self._settled = self._groups = None
        self._elsewhere = False
        self._scene.set_puzzle(game.puzzle, game.board)
        self._view.start()
        self._show_board()
        self.changed.emit()

    def set_error_display(self, error_display: ErrorDisplay) -> None:
        self.error_display = error_display
        self._show_faults()

    def show_faults_now(self) -> bool:
        """Show what is wrong until the next move, if the dial allows; whether there is any."""
        found = find_faults(self.game.puzzle, self.game.board)
        if self.error_display is not ErrorDisplay.NEVER:
            self._scene.set_faults(found)
        return bool(found)

    def set_group_lit(self, lit: bool) -> None:
        """Whether the group of the island under the pointer, or in focus, is lit."""
        self._group_lit = lit
        self._light_group()

    def light(self, highlight: Highlight) -> None:
        """Light the answer to a question, and bring it into sight."""
        self._scene.set_highlight(highlight)
        self._view.bring_into_sight(self._scene.lit_rect())

    def show_elsewhere(self, board: Board, highlight: Highlight) -> None:
        """Show another board than the game's, until :meth:`show_game`."""
        self._elsewhere = True
        self._scene.skip_reveal()
        self._scene.set_preview(None)
        self._scene.set_faults(Faults())
        self._scene.show_board(board)
        self.light(highlight)

    def show_game(self) -> None:
        """Show the game again, with nothing lit."""
        self._elsewhere = False
        self._scene.set_highlight(Highlight())
        self._show_board()

    def click_edge(self, edge: int, marking: bool) -> None:
        self._scene.set_focus(None)
        self._settled = edge
        self._try(lambda: self._edge_move(edge, marking))

    def click_island(self, island: int) -> None:
        self._scene.set_focus(None)
        self._try(lambda: self.game.toggle_lock(island))

    def point_at(self, target: Target | None, marking: bool) -> None:
        """Preview what a click would do, but not on the edge that was just clicked.

        There the player wants to see what it has become; the pointer must leave it first.
        """
        self._pointed = target
        if target is None or target.edge != self._settled:
            self._settled = None
        self._scene.set_preview(self._preview(target, marking))
        self._light_group()

    def walk(self, drow: int, dcol: int) -> None:
        """Move the keyboard's focus; the first step only shows where it is."""
        if self._scene.focus is None:
            self._focus(self._first_focus())
            return
        there = step_towards(self.game.puzzle, self._scene.focus, drow, dcol)
        if there is not None:
            self._focus(there)

    def change_towards(self, drow: int, dcol: int, *, marking: bool) -> None:
        """Build or mark the edge that leaves the focused island in a direction."""
        if self._scene.focus is None:
            self._focus(self._first_focus())
            return
        edge = self.game.puzzle.edge_towards(self._scene.focus, drow, dcol)
        if edge is None:
            self.refused.emit("There is no island in that direction.")
        else:
            self._try(lambda: self._edge_move(edge.id, marking))

    def lock_focused(self) -> None:
        island = self._scene.focus
        if island is None:
            self._focus(self._first_focus())
        else:
            self._try(lambda: self.game.toggle_lock(island))

    def undo(self) -> None:
        self._take(self.game.undo)

    def redo(self) -> None:
        self._take(self.game.redo)

    def begin_trial(self) -> None:
        """Try something out: what is drawn from now on can be kept or thrown away as one."""
        self.game.begin_trial()
        self._board_changed()

    def accept_trial(self) -> None:
        """Keep what was tried last; there must be an open trial."""
        self.game.accept_trial()
        self._board_changed()

    def reject_trial(self) -> None:
        """Go back to where the last trial began; there must be an open one."""
        self.game.reject_trial()
        self._board_changed()

    def go_back(self, position: int) -> None:
        """Undo until ``position`` moves stand."""
        self._take(lambda: self.game.go_back(position))

    def restart(self) -> None:
        self._try(self.game.restart)

    def play(self, move: Move) -> None:
        """Make a move that was found elsewhere: a hint."""
        self._try(lambda: move)

    def draw_solution(self, counts: bytes) -> None:
        """Draw a whole solution, as one step of undo, in a short animation."""
        move = self._take(lambda: self.game.draw_solution(counts))
        self._scene.reveal(edge for edge, _ in move.edges)

    def _edge_move(self, edge: int, marking: bool) -> Move:
        return self.game.toggle_mark(edge) if marking else self.game.cycle_bridges(edge)

    def _try(self, find: Callable[[], Move]) -> None:
        """Make the move that ``find`` returns, unless it is refused."""
        was_finished = self.game.finished
        try:
            move = self._take(lambda: self.game.play(find()))
        except IllegalMoveError as refusal:
            self.refused.emit(str(refusal))
            return
        if self.game.finished and not was_finished:
            self._scene.celebrate(self.game.puzzle.edges[move.edges[-1][0]].b)
            self.solved.emit()

    def _take(self, change: Callable[[], Move]) -> Move:
        """Show what a change of the board has done.

        While something else is on the board, the player's turning to the game only brings it back.
        """
        self._scene.skip_reveal()
        if self._elsewhere:
            self.game_wanted.emit()
            return Move()
        move = change()
        if move:
            self._board_changed()
        return move

    def _board_changed(self) -> None:
        self._groups = None
        self._show_board()
        if self._scene.focus is None:
            self._view.refresh_pointer()
        self._light_group()
        self.changed.emit()

    def _show_board(self) -> None:
        self._scene.show_board(self.game.board, self.game.committed_board)
        self._show_faults()

    def _show_faults(self) -> None:
        at_once = self.error_display is ErrorDisplay.AT_ONCE
        game = self.game
        self._scene.set_faults(find_faults(game.puzzle, game.board) if at_once else Faults())

    def _preview(self, target: Target | None, marking: bool) -> tuple[int, int] | None:
        if target is None or target.edge in (None, self._settled) or self._elsewhere:
            return None
        try:
            return self._edge_move(target.edge, marking).edges[0]
        except IllegalMoveError:
            return None

    def _focus(self, island: int) -> None:
        self._scene.set_focus(island)
        self._scene.set_preview(None)
        self._view.bring_into_sight(self._scene.island_items[island].sceneBoundingRect())
        self._light_group()

    def _first_focus(self) -> int:
        """The island the pointer is on, else the first one."""
        if self._pointed is not None and self._pointed.island is not None:
            return self._pointed.island
        return 0

    def _light_group(self) -> None:
        self._scene.set_group(self._group_of(self._group_root()))

    def _group_root(self) -> int | None:
        if not self._group_lit:
            return None
        if self._pointed is None or self._scene.focus is not None:
            return self._scene.focus
        if self._pointed.edge is None:
            return self._pointed.island
        drawn = self.game.board.counts[self._pointed.edge]
        return self.game.puzzle.edges[self._pointed.edge].a if drawn else None

    def _group_of(self, root: int | None) -> Highlight:
        if root is None:
            return Highlight()
        puzzle, counts = self.game.puzzle, self.game.board.counts
        if self._groups is None:
            self._groups = components(puzzle, counts)
        group = next(group for group in self._groups if root in group)
        edges = {e for island in group for e in puzzle.incident[island] if counts[e]}
        return Highlight(dict.fromkeys(group, Role.GROUP), dict.fromkeys(edges, Role.GROUP))
