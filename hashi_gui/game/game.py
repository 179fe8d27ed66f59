"""One puzzle at the table: the board, how it came about, and the rules of play."""

from __future__ import annotations

import time
from collections.abc import Callable

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import blocked, is_solution, needs
from hashi_gui.formats import Document, SavedGame
from hashi_gui.game.clock import Clock
from hashi_gui.game.history import History


class IllegalMoveError(HashiError):
    """A wish that the rules of play do not allow; the message is for the status line."""


class Game:
    """A game from its first move to its last, and all that a save keeps of it.

    ``step``, ``toggle_mark``, ``toggle_lock`` and ``restart`` find the move that a wish of the
    player means, or raise IllegalMoveError; nothing happens until it is played. ``play``,
    ``draw_solution``, ``undo``, ``redo`` and ``reject_trial`` change the board and return the move
    that did it: its edges and locks are what changed, an empty move means that nothing did.

    ``revision`` grows with every change of the board. ``hints`` counts the hints taken. ``clock``
    is for the window to start and pause; it stops for good when the player solves the puzzle for
    the first time, which ``finished`` remembers. ``meta`` is the document's.
    """

    def __init__(
        self, puzzle: Puzzle, history: History | None = None, clock: Clock | None = None
    ) -> None:
        """A game with the past given, or a new one."""
        self.puzzle = puzzle
        self.clock = clock or Clock()
        self.hints = 0
        self.revision = 0
        self.finished = False
        self.meta: dict[str, object] = {}
        self._history = history or History(Board.empty(puzzle))
        self._trials: list[int] = []

    @classmethod
    def from_document(cls, document: Document, now: Callable[[], float] = time.monotonic) -> Game:
        """The game that a document holds, or a new one on its board.

        ``now`` is the clock's source of seconds. Raises MoveError for a history that does not fit
        the puzzle.
        """
        record = document.game or SavedGame(document.board)
        moves = [Move.from_text(document.puzzle, text) for text in record.history]
        history = History(record.start, moves)
        history.go_to(record.position)
        game = cls(document.puzzle, history, Clock(record.seconds, now))
        game.hints = record.hints
        game.meta = dict(document.meta)
        game._trials = list(record.trials)
        game._end_trials_ahead()
        if record.finished:
            game._finish()
        return game

    def to_document(self) -> Document:
        """All there is to save."""
        record = SavedGame(
            start=self._history.start,
            history=tuple(move.to_text(self.puzzle) for move in self._history.moves),
            position=self._history.position,
            trials=self.trials,
            seconds=self.clock.seconds,
            hints=self.hints,
            finished=self.finished,
        )
        return Document(self.puzzle, self.board, "hashi", record, self.meta)

    @property
    def board(self) -> Board:
        return self._history.board

    @property
    def solved(self) -> bool:
        """Whether the board is a solution."""
        # Most boards lack a bridge somewhere, which is quickly seen.
        return not any(needs(self.puzzle, self.board.counts)) and is_solution(
            self.puzzle, self.board.counts
        )

    @property
    def past(self) -> list[Board]:
        """The boards before each move that stands, the first one first."""
        return self._history.boards()

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    @property
    def trials(self) -> tuple[int, ...]:
        """How many moves stood when each open trial began, the outermost first."""
        return tuple(self._trials)

    @property
    def committed_board(self) -> Board:
        """The board without what is only tried: as it was when the outermost trial began."""
        return self._history.board_at(self._trials[0]) if self._trials else self.board

    def step(self, edge: int) -> Move:
        """One bridge more, or none after the most there can be; lifts a mark."""
        return self._set(edge, (self.board.counts[edge] + 1) % (self.puzzle.max_bridges + 1))

    def toggle_mark(self, edge: int) -> Move:
        """A "no bridge" mark instead of bridges, or the mark away."""
        return self._set(edge, 0 if edge in self.board.marks else MARK)

    def toggle_lock(self, island: int) -> Move:
        """A lock, or the lock away: the edges of a locked island cannot change."""
        return Move(locks=((island, island not in self.board.locks),))

    def restart(self) -> Move:
        """Everything away: bridges, marks and locks."""
        return self.board.move_to(Board.empty(self.puzzle))

    def play(self, move: Move) -> Move:
        """Make a move of the player's; the one that solves the puzzle ends the game."""
        solved_before = self.solved
        self._push(move)
        if self.solved and not (solved_before or self.finished):
            self._finish()
        return move

    def draw_solution(self, counts: bytes) -> Move:
        """Draw the bridges of a solution as one move, in spite of locks and marks in their way.

        The player has not solved the puzzle by that: the game is not finished.
        """
        marks = frozenset(edge for edge in self.board.marks if not counts[edge])
        return self._push(self.board.move_to(Board(counts, marks, self.board.locks)))

    def undo(self) -> Move:
        """Take the last move back; if a trial began after it, that trial is over."""
        move = self._history.undo()
        self._end_trials_ahead()
        return self._changed(move)

    def go_back(self, position: int) -> Move:
        """Undo until ``position`` moves stand; redo brings them back."""
        before = self.board
        self._history.go_to(position)
        self._end_trials_ahead()
        return self._changed(before.move_to(self.board))

    def redo(self) -> Move:
        return self._changed(self._history.redo())

    def begin_trial(self) -> None:
        """Try something out, within an open trial or not."""
        self._trials.append(self._history.position)

    def accept_trial(self) -> None:
        """Keep what was tried in the innermost trial."""
        self._end_trial()

    def reject_trial(self) -> Move:
        """Go back to where the innermost trial began; redo will not bring back what was tried."""
        tried = self.board
        self._history.go_to(self._end_trial())
        self._history.forget_undone()
        return self._changed(tried.move_to(self.board))

    def _end_trial(self) -> int:
        if not self._trials:
            raise IllegalMoveError("No trial is open.")
        return self._trials.pop()

    def _end_trials_ahead(self) -> None:
        self._trials = [begin for begin in self._trials if begin <= self._history.position]

    def _set(self, edge: int, state: int) -> Move:
        if any(end.id in self.board.locks for end in self.puzzle.ends(edge)):
            raise IllegalMoveError("A locked island keeps its bridges; unlock it to change them.")
        building = state > 0 and not self.board.counts[edge]
        if building and blocked(self.puzzle, self.board.counts, edge):
            raise IllegalMoveError("A bridge runs across there.")
        return Move(((edge, state),))

    def _push(self, move: Move) -> Move:
        if move:
            self._history.push(move)
        return self._changed(move)

    def _changed(self, move: Move) -> Move:
        self.revision += bool(move)
        return move

    def _finish(self) -> None:
        self.finished = True
        self.clock.stop()
