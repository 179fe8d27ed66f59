"""A game: a puzzle being played, with its board, trials and clock, and its moves with undo."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, repeat
from typing import overload

from hashi_gui.core.board import (
    MARK,
    NO_TAG,
    Board,
    LogEntry,
    LogKind,
    Move,
    Tag,
    Tags,
    board_after,
)
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.formats.document import utc_now
from hashi_gui.formats.race import Race
from hashi_gui.formats.saved_game import SavedGame, counts_of


class PastBoards(Sequence[Board]):
    """The boards before each of some moves, oldest first; computed when one is read.

    Reading costs time, so that it is left to whoever needs the boards, in a thread of theirs.
    """

    def __init__(self, start: Board, moves: tuple[Move, ...]) -> None:
        self._start = start
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> Board: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Board]: ...
    def __getitem__(self, index: int | slice) -> Board | Sequence[Board]:
        return self._boards[index]

    @cached_property
    def _boards(self) -> Sequence[Board]:
        return list(accumulate(self._moves, Board.apply, initial=self._start))[:-1]


class History:
    """The moves from a starting board, how many of them are in effect, and the resulting board.

    ``position`` is the number of moves in effect; the moves after it were undone. Each move is
    stored with its inverse, and no boards but the first and the current one, so that unlimited
    undo needs little memory.
    """

    def __init__(self, start: Board, moves: Iterable[Move] = ()) -> None:
        self.start = start
        self._moves = list(moves)
        self._inverses = _inverses(start, self._moves)
        self.position = len(self._moves)
        self.board = start.after(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, including those that were undone, which come last."""
        return tuple(self._moves)

    @property
    def past_boards(self) -> PastBoards:
        """The boards before each move in effect."""
        return PastBoards(self.start, tuple(self._moves[: self.position]))

    def inverses(self, position: int, end: int) -> Iterable[Move]:
        """The moves that lead back to a position from a later one."""
        return reversed(self._inverses[position:end])

    @property
    def can_undo(self) -> bool:
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        return self.position < len(self._moves)

    def push(self, move: Move) -> None:
        """Make a new move, and discard the moves that were undone."""
        self.clear_redo()
        self._moves.append(move)
        self._inverses.append(self.board.inverse(move))
        self.redo()

    def undo(self) -> Move:
        """Undo the last move and return its inverse; an empty move if there is none."""
        if not self.can_undo:
            return Move()
        self.position -= 1
        return self._apply(self._inverses[self.position])

    def redo(self) -> Move:
        """Redo the move that was undone last and return it; an empty move if there is none."""
        if not self.can_redo:
            return Move()
        self.position += 1
        return self._apply(self._moves[self.position - 1])

    def go_to(self, position: int) -> None:
        """Undo or redo until ``position`` moves are in effect."""
        position = min(max(position, 0), len(self._moves))
        if position < self.position:
            self.board = self.board.after(self.inverses(position, self.position))
        else:
            self.board = self.board.after(self._moves[self.position : position])
        self.position = position

    def clear_redo(self) -> None:
        """Discard the moves that were undone."""
        del self._moves[self.position :], self._inverses[self.position :]

    def _apply(self, move: Move) -> Move:
        self.board = self.board.apply(move)
        return move


def _inverses(start: Board, moves: Iterable[Move]) -> list[Move]:
    """The move that undoes each of some moves, see :meth:`Board.inverse`."""
    states: dict[int, int] = {}
    locks: dict[int, bool] = {}
    island_tags, edge_tags = dict(start.tags.islands), dict(start.tags.edges)
    tags = Tags(island_tags, edge_tags)
    inverses = []
    for move in moves:
        inverses.append(
            Move(
                tuple((e, states[e] if e in states else start.state(e)) for e, _ in move.edges),
                tuple((i, locks.get(i, i in start.locks)) for i, _ in move.locks),
                tags.of(move.tags.islands, move.tags.edges),
            )
        )
        states.update(move.edges)
        locks.update(move.locks)
        island_tags.update(move.tags.islands)
        edge_tags.update(move.tags.edges)
    return inverses


def _toggled(tags: Tag, tag: Tag) -> Tag:
    """Tags with another one, or without it if it is among them; of two colours, one is there."""
    if tag in tags:
        return tags & ~tag
    return (tags & ~Tag.COLOURS if tag in Tag.COLOURS else tags) | tag


class Clock:
    """Measures the time played: the seconds between start and pause.

    It begins at ``seconds``. ``now`` returns the time in seconds and must never go backwards.
    """

    def __init__(self, seconds: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = seconds
        self._now = now
        self._started: float | None = None
        self._stopped = False

    @property
    def seconds(self) -> float:
        running = 0.0 if self._started is None else self._now() - self._started
        return self._elapsed + running

    @property
    def running(self) -> bool:
        return self._started is not None

    def start(self) -> None:
        """Start or continue. Does nothing if the clock is running or was stopped."""
        if not (self.running or self._stopped):
            self._started = self._now()

    def pause(self) -> None:
        """Pause until the next start."""
        self._elapsed = self.seconds
        self._started = None

    def stop(self) -> None:
        """Stop for good."""
        self.pause()
        self._stopped = True


class IllegalMoveError(HashiError):
    """The player asked for a move that is not allowed; the message says what is in its way.

    ``edge`` is the edge that cannot change, None for none. In its way is the ``island`` at its end,
    or the ``bridge``, which is another edge.
    """

    def __init__(
        self,
        message: str,
        edge: int | None = None,
        *,
        island: int | None = None,
        bridge: int | None = None,
    ) -> None:
        super().__init__(message)
        self.edge, self.island, self.bridge = edge, island, bridge


class Game:
    """A puzzle being played, with everything that is saved about it.

    ``cycle_bridges``, ``add_bridges``, ``remove_bridges``, ``restart`` and all that toggles return
    the move for an action of the player, or raise IllegalMoveError; they change nothing until the
    move is played.
    ``play``, ``draw_solution``, ``undo``, ``redo``, ``go_back`` and the commands for trials change
    the game and return the move that changed the board; an empty move means that it is unchanged.

    ``revision`` increases with every change of the board but of tags, from which nothing follows;
    ``status`` follows it. ``tried`` has
    the edges whose bridges were changed in open trials, each with the number of the innermost of
    these trials, counted from 1 for the outermost one. What is counted is described at
    :class:`~hashi_gui.formats.saved_game.GameCounts`.
    ``clock`` is started and paused by the window; it stops for good when the player solves the
    puzzle for the first time, which also sets ``finished``. ``info`` is the metadata of the puzzle,
    ``race`` what the player races against.
    """

    def __init__(
        self, puzzle: Puzzle, history: History | None = None, clock: Clock | None = None
    ) -> None:
        """Start a new game, or continue one from a history and a clock."""
        self.puzzle = puzzle
        self.clock = clock or Clock()
        self.hints = self.hints_explained = self.hints_drawn = self.checks = self.undos = 0
        self.finished = self.solution_shown = False
        self.begun = self.ended = ""
        self.revision = 0
        self.info = PuzzleInfo()
        self.race: Race | None = None
        self._history = history or History(Board.empty(puzzle))
        self._log: list[LogEntry] = []
        self.status = BoardStatus(puzzle, self.board)
        self.tried: Mapping[int, int] = {}
        self._trials: list[tuple[int, str]] = []

    @classmethod
    def from_document(cls, document: Document, now: Callable[[], float] = time.monotonic) -> Game:
        """Return the game saved in a document, or a new one that starts from its board.

        ``now`` returns the time in seconds, for the clock.
        """
        saved = document.game or SavedGame(document.board)
        history = History(saved.start, saved.history)
        history.go_to(saved.position)
        game = cls(document.puzzle, history, Clock(saved.seconds, now))
        for name, value in counts_of(saved).items():
            setattr(game, name, value)
        game.info, game.race = document.info, document.race
        game._log = _log_of(saved, document.board)
        names = saved.trial_names if len(saved.trial_names) == len(saved.trials) else repeat("")
        game._trials = list(zip(saved.trials, names))
        game._close_undone_trials()
        game.tried = game._find_tried()
        if saved.finished:
            game.clock.stop()
        return game

    def to_document(self) -> Document:
        """Return the document to save."""
        saved = SavedGame(
            start=self._history.start,
            history=self._history.moves,
            position=self._history.position,
            trials=self.trials,
            seconds=self.clock.seconds,
            **counts_of(self),
            log=tuple(self._log),
            trial_names=self.trial_names if any(self.trial_names) else (),
        )
        return Document(self.puzzle, self.board, "hashi", saved, self.info, self.race)

    @property
    def board(self) -> Board:
        return self._history.board

    @property
    def solved(self) -> bool:
        """Whether the board is a solution."""
        return self.status.solved

    @property
    def past_boards(self) -> Sequence[Board]:
        """The boards before each move in effect, oldest first; computed when they are read."""
        return self._history.past_boards

    @property
    def last_move(self) -> Move:
        """The last move in effect; an empty one if there is none."""
        history = self._history
        return history.moves[history.position - 1] if history.position else Move()

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    @property
    def trials(self) -> tuple[int, ...]:
        """How many moves were in effect when each open trial began, outermost trial first."""
        return tuple(position for position, _ in self._trials)

    @property
    def trial_names(self) -> tuple[str, ...]:
        """The name that the player gave to each open trial, empty for none."""
        return tuple(name for _, name in self._trials)

    def cycle_bridges(self, *edges: int) -> Move:
        """Return the move that adds a bridge to each edge that may have more.

        If no more are allowed on any, it removes all of them. Marks on the edges are removed.
        """
        counts = self.board.counts
        more = {
            edge: counts[edge] + 1 for edge in edges if counts[edge] < self.puzzle.rules.max_bridges
        }
        return self._change_edges(more or dict.fromkeys(edges, 0))

    def add_bridges(self, *edges: int) -> Move:
        """Return the move that adds a bridge to each edge that may have more."""
        counts, limit = self.board.counts, self.puzzle.rules.max_bridges
        more = {edge: counts[edge] + 1 for edge in edges if counts[edge] < limit}
        if not more:
            text = ngettext(
                "Two islands have at most {n} bridge.",
                "Two islands have at most {n} bridges.",
                limit,
            )
            raise IllegalMoveError(text.format(n=limit), *edges[:1])
        return self._change_edges(more)

    def remove_bridges(self, *edges: int) -> Move:
        """Return the move that removes a bridge from each edge that has any.

        If none has, it toggles their marks.
        """
        fewer = {edge: self.board.counts[edge] - 1 for edge in edges if self.board.counts[edge]}
        return self._change_edges(fewer) if fewer else self.toggle_mark(*edges)

    def toggle_mark(self, *edges: int) -> Move:
        """Return the move that replaces the bridges of edges with marks.

        If all are marked, it removes the marks.
        """
        unmarked = [edge for edge in edges if edge not in self.board.marks]
        return self._change_edges(dict.fromkeys(unmarked, MARK) or dict.fromkeys(edges, 0))

    def toggle_lock(self, island: int) -> Move:
        """Return the move that locks an island, so that its edges cannot change, or unlocks it."""
        return Move(locks=((island, island not in self.board.locks),))

    def toggle_island_tag(self, island: int, tag: Tag) -> Move:
        """Return the move that gives an island a tag, instead of one of another colour, or none."""
        tags = self.board.tags.islands.get(island, NO_TAG)
        return Move(tags=Tags(islands={island: _toggled(tags, tag)}))

    def toggle_edge_tag(self, edge: int, tag: Tag) -> Move:
        """The same for an edge. "At least one" replaces a mark; it is refused beside a bridge."""
        tags, changed = self.board.tags.edges.get(edge, NO_TAG), Move()
        if tag is Tag.AT_LEAST_ONE and edge in self.board.marks:
            changed, tags = self._change_edges({edge: 0}), tags & ~tag
        elif tag is Tag.AT_LEAST_ONE and self.board.counts[edge]:
            raise IllegalMoveError(_("There is a bridge already."), edge, bridge=edge)
        return changed._replace(tags=Tags(edges={edge: _toggled(tags, tag)}))

    def change_colour(self, edge: int) -> Move:
        """Return the move that gives an edge a disc, a diamond instead of one, or no colour."""
        has_colour = Tag.COLOURS & self.board.tags.edges.get(edge, NO_TAG)
        return self.toggle_edge_tag(edge, Tag.DIAMOND if has_colour else Tag.DISC)

    def remove_tags(self) -> Move:
        """Return the move that removes all tags."""
        return self.board.move_to(self.board._replace(tags=Tags()))

    def lock_finished(self, move: Move) -> Move:
        """Return a move with a lock for each island that gets the last one of its bridges."""
        added: Counter[int] = Counter()
        for edge, state in move.edges:
            for end in self.puzzle.ends(edge):
                added[end.id] += max(state, 0) - self.board.counts[edge]
        remaining = self.status.remaining
        finished = [island for island, n in sorted(added.items()) if n and n == remaining[island]]
        return move._replace(locks=move.locks + tuple((island, True) for island in finished))

    def restart(self) -> Move:
        """Return the move that removes all that is on the board."""
        return self.board.move_to(Board.empty(self.puzzle))

    def play(self, move: Move, kind: LogKind = LogKind.MOVE) -> Move:
        """Make a move of the player, or of a hint. If it solves the puzzle, the game is finished.

        ``kind`` is what the log calls it.
        """
        solved_before = self.solved
        self._push(move, kind)
        if self.solved and not (solved_before or self.finished):
            self._finish()
        return move

    def draw_solution(self, counts: bytes) -> Move:
        """Draw the bridges of a solution as one move, regardless of locks and marks.

        This does not finish the game, because the player has not solved the puzzle.
        """
        return self._push(self.board.move_to(self.board.with_solution(counts)), LogKind.SOLUTION)

    def undo(self) -> Move:
        """Undo the last move; trials that began after it are closed."""
        move = self._history.undo()
        self.count(undos=bool(move))
        self._close_undone_trials()
        return self._changed(move, LogKind.UNDO)

    def go_back(self, position: int) -> Move:
        """Undo or redo until ``position`` moves are in effect; undone moves can be redone."""
        before = self.board
        kind = LogKind.UNDO if position < self._history.position else LogKind.REDO
        self.count(undos=max(0, self._history.position - position))
        self._history.go_to(position)
        self._close_undone_trials()
        return self._changed(before.move_to(self.board), kind)

    def redo(self) -> Move:
        return self._changed(self._history.redo(), LogKind.REDO)

    def begin_trial(self) -> Move:
        """Begin a trial, possibly nested in an open one."""
        self._trials.append((self._history.position, ""))
        return Move()

    def name_trial(self, name: str) -> Move:
        """Give the innermost trial a name."""
        self._trials.append((self._pop_trial(), name))
        return Move()

    def accept_trial(self) -> Move:
        """Close the innermost trial; its moves stay."""
        self._pop_trial()
        return self._changed(Move(), LogKind.MOVE)

    def discard_trial(self) -> Move:
        """Close the innermost trial and discard its moves; they cannot be redone."""
        before = self.board
        self._history.go_to(self._pop_trial())
        self._history.clear_redo()
        return self._changed(before.move_to(self.board), LogKind.DISCARD)

    def count(self, **events: int) -> None:
        """Add to numbers of GameCounts, such as ``hints=1``, unless the game is finished."""
        if not self.finished:
            for name, number in events.items():
                setattr(self, name, getattr(self, name) + number)

    def note_solution_shown(self) -> None:
        """Note that the program has drawn or explained the solution, unless the game is finished.

        For now, the game has ended.
        """
        if not (self.finished or self.solution_shown):
            self._begin()
            self.solution_shown, self.ended = True, utc_now()

    def _pop_trial(self) -> int:
        if not self._trials:
            raise IllegalMoveError(_("No trial is open."))
        return self._trials.pop()[0]

    def _close_undone_trials(self) -> None:
        while self._trials and self._trials[-1][0] > self._history.position:
            self._trials.pop()

    def _change_edges(self, states: Mapping[int, int]) -> Move:
        """Return the move that changes edges in this order, up to one that must not change.

        Raises IllegalMoveError if that is the first one.
        """
        changes: list[tuple[int, int]] = []
        counts = bytearray(self.board.counts)
        for edge, state in states.items():
            try:
                self._check_change(counts, edge, state)
            except IllegalMoveError:
                if not changes:
                    raise
                break
            changes.append((edge, state))
            counts[edge] = max(state, 0)
        return Move(tuple(changes))

    def _check_change(self, counts: Sequence[int], edge: int, state: int) -> None:
        for end in self.puzzle.ends(edge):
            if end.id in self.board.locks:
                text = _("The {clue} is locked. To unlock it, hold it or press Space on it.")
                raise IllegalMoveError(text.format(clue=end.clue_text), edge, island=end.id)
        for across in self.puzzle.crossings[edge]:
            if state > 0 and counts[across] and not counts[edge]:
                one, two = (end.clue_text for end in self.puzzle.ends(across))
                text = _("A bridge between the {one} and the {two} is in the way.")
                raise IllegalMoveError(text.format(one=one, two=two), edge, bridge=across)

    def _push(self, move: Move, kind: LogKind) -> Move:
        if move:
            self._begin()
            self._history.push(move)
        return self._changed(move, kind)

    def _changed(self, move: Move, kind: LogKind) -> Move:
        """Update everything that depends on the board after a move on it."""
        if logged := move.without_tags:
            self._log.append(LogEntry(round(self.clock.seconds, 1), kind, logged))
            self.revision += 1
        self.status.update(move)
        self.tried = self._find_tried()
        return move

    def _find_tried(self) -> dict[int, int]:
        """What ``tried`` is now, from the moves in open trials, the latest first."""
        tried: dict[int, int] = {}
        counts, end = self.board.counts, self._history.position
        for number in range(len(self._trials), 0, -1):
            begin, _ = self._trials[number - 1]
            before: dict[int, int] = {}
            for move in self._history.inverses(begin, end):
                before.update(move.edges)
            for edge, state in before.items():
                if max(state, 0) != counts[edge]:
                    tried.setdefault(edge, number)
            end = begin
        return tried

    def _begin(self) -> None:
        """Note when the game begins; if an earlier version has begun it, that is unknown."""
        if not (self.begun or self.can_undo or self.can_redo):
            self.begun = utc_now()

    def _finish(self) -> None:
        self.finished, self.ended = True, utc_now()
        self.clock.stop()


def _log_of(saved: SavedGame, board: Board) -> list[LogEntry]:
    """The log of a saved game; if it does not lead to the board, only that something happened."""
    board = board._replace(tags=saved.start.tags)
    if board_after(saved.start, saved.log) == board:
        return list(saved.log)
    return [LogEntry(saved.seconds, LogKind.UNKNOWN, saved.start.move_to(board))]
