"""Reviewing a game: what its log says about guesses, mistakes and pauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate, chain, pairwise
from operator import attrgetter
from statistics import median

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.puzzle import Edge, Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Checkpoint, Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf, refute
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    TECHNIQUE_LEVELS,
    draw_obvious,
)
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.logic.teaching.explanation import ExplanationKind, lit
from hashi_gui.logic.teaching.hints import PROOF_TECHNIQUE, next_hint
from hashi_gui.logic.teaching.mistakes import right_part
from hashi_gui.solving import CancelToken, Solver

MAX_PAUSES = 3
"""How many of the longest pauses are looked at."""

MIN_PAUSE_SECONDS, MIN_PAUSE_FACTOR = 8.0, 4.0
"""A pause is at least so long, and so many times as long as half of all times between moves."""

RUSH_SECONDS, MIN_RUSH = 1.0, 8
"""Who makes so many moves in reading order, with such pauses at most, does not reason."""

LOOK_AHEAD = 3
"""How many steps that follow from each other a player may have in mind before drawing one."""

MAX_STEPS = 6
"""How long a refutation may be in the head of a player who need not assume anything yet."""

MIN_OPENED = 3
"""A move after which fewer bridges follow has not opened the board."""

EASY_TECHNIQUES = tuple(each for each in DIRECT_TECHNIQUES if each.level is Level.EASY)
"""Those that look at one island at a time."""


class Judgement(StrEnum):
    """What can be said of a change of the board."""

    DEDUCED = "deduced"
    """A technique gives it."""
    GUESS = "guess"
    """It was right, but the board did not show it yet."""
    WRONG = "wrong"
    """After it, the board could not be finished any more."""
    WRONG_AGAIN = "wrong again"
    """Undo or redo brought a mistake back."""
    AFTER_MISTAKE = "after a mistake"
    """It was made on a board that could not be finished."""
    CORRECTION = "correction"
    """After it, the board could be finished again."""
    TRIED = "tried"
    """It was made in a trial that was discarded, so that it does not count."""
    OTHER = "other"
    """It added nothing, or the program made it."""


_UNFINISHABLE = (Judgement.WRONG, Judgement.WRONG_AGAIN, Judgement.AFTER_MISTAKE)
"""After a change with such a judgement, the board cannot be finished."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A change of the board, and what can be said of it.

    ``number`` is its place in the log, from 0. ``pause`` is the time since the change before it,
    ``technique`` the name of the technique that gives it, empty if none does. ``correction`` takes
    back what is wrong with a wrong move.
    """

    number: int
    entry: LogEntry
    pause: float
    judgement: Judgement
    technique: str = ""
    correction: Move = field(default_factory=Move)


@dataclass(frozen=True, slots=True)
class Pause:
    """A long pause before a change, and what would have helped at that time.

    ``technique`` is the name of one that gives a step, empty if none does; ``highlight`` is where
    it does. ``on_mistake``: the board could not be finished.
    """

    moment: Moment
    technique: str = ""
    highlight: Highlight = field(default_factory=Highlight)
    on_mistake: bool = False

    @property
    def begin(self) -> float:
        """The playing time at which it began, in seconds."""
        return self.moment.entry.seconds - self.moment.pause


@dataclass(frozen=True, slots=True)
class KeyMove:
    """The move that opened the board: after it, the most bridges followed with easy techniques.

    ``before`` is the board before the move, ``opened`` has the numbers of bridges that followed on
    edges, in the order in which they did, and did not follow before.
    """

    moment: Moment
    before: Board
    opened: Mapping[int, int]

    @property
    def after(self) -> Board:
        return self.before.apply(self.moment.entry.move)

    @property
    def bridges(self) -> int:
        """How many bridges followed."""
        drawn = self.after.counts
        return sum(count - drawn[edge] for edge, count in self.opened.items())


@dataclass(frozen=True, slots=True)
class Review:
    """All moments of a game, and its longest pauses, the longest first.

    ``seconds_lost`` is the time from each wrong move until the board could be finished again.
    ``rushes`` are moves in reading order that came faster than anyone can reason. ``key_move`` is
    None if the puzzle is not solved, if the program has drawn most of it, or if no move opened it.
    """

    moments: tuple[Moment, ...]
    pauses: tuple[Pause, ...]
    seconds_lost: float
    rushes: tuple[tuple[Moment, ...], ...] = ()
    key_move: KeyMove | None = None

    @property
    def rushed(self) -> list[Moment]:
        """The moves of all rushes."""
        return list(chain.from_iterable(self.rushes))

    @property
    def own_moves(self) -> list[Moment]:
        """The moves that the player has made."""
        return [moment for moment in self.moments if moment.entry.kind is LogKind.MOVE]

    @property
    def is_made_of_hints(self) -> bool:
        """Whether hints have made more moves than the player."""
        return self.number_of(LogKind.HINT) > len(self.own_moves)

    @property
    def ends_wrong(self) -> bool:
        """Whether the last board cannot be finished."""
        return any(each.judgement in _UNFINISHABLE for each in self.moments[-1:])

    def number_of(self, kind: LogKind) -> int:
        """How many changes something has made."""
        return sum(moment.entry.kind is kind for moment in self.moments)

    def with_judgement(self, judgement: Judgement) -> list[Moment]:
        return [moment for moment in self.moments if moment.judgement is judgement]


def review_game(
    puzzle: Puzzle,
    start: Board,
    log: Sequence[LogEntry],
    solver: Solver,
    cancel: CancelToken | None = None,
) -> Review:
    """Judge every change of a game. Raises Cancelled.

    A board that can be finished stays so unless a move is wrong. A move is deduced if some
    technique gives it on the board as it was, or after few other steps that the player may have had
    in mind. Of techniques that assume something, only one assumption about the edge itself is
    tried; its refutation must be short, unless nothing else was left to do.
    """
    cancel = cancel or CancelToken()
    boards = list(accumulate((entry.move for entry in log), Board.apply, initial=start))
    finishable = _finishable(boards, solver, cancel)
    tried = _tried(log, boards)
    for number, begin in tried.items():
        finishable[number + 1] = finishable[begin]
    positions = _Positions(puzzle, OBVIOUS_TECHNIQUES)
    moments = []
    for number, entry in enumerate(log):
        board = boards[number]
        judgement, technique = (
            (Judgement.TRIED, "")
            if number in tried
            else _judge(positions, board, entry, finishable[number], finishable[number + 1], cancel)
        )
        correction = (
            _correction(board, boards[number + 1], solver, cancel)
            if judgement is Judgement.WRONG
            else Move()
        )
        before = log[number - 1].seconds if number else 0.0
        pause = entry.seconds - before
        moments.append(Moment(number, entry, pause, judgement, technique, correction))
    pauses = [
        _pause(puzzle, boards[moment.number], moment, solver, cancel)
        for moment in _longest_pauses(moments)
    ]
    lost = _seconds_lost(log, finishable)
    review = Review(tuple(moments), tuple(pauses), lost, tuple(_rushes(puzzle, moments)))
    drawn_by_program = review.is_made_of_hints or review.number_of(LogKind.SOLUTION)
    if drawn_by_program or not is_solution(puzzle, boards[-1].counts):
        return review
    return replace(review, key_move=_key_move(puzzle, boards, moments, cancel))


def _key_move(
    puzzle: Puzzle, boards: Sequence[Board], moments: Sequence[Moment], cancel: CancelToken
) -> KeyMove | None:
    """The deduced bridges that opened most; what an easy technique gives opens nothing."""
    positions = _Positions(puzzle, EASY_TECHNIQUES)
    best: KeyMove | None = None
    for moment in moments:
        cancel.raise_if_cancelled()
        changed = moment.entry.move.edges
        if (
            moment.judgement is not Judgement.DEDUCED
            or TECHNIQUE_LEVELS[moment.technique] is Level.EASY
            or len(changed) > 1
            or changed[0][1] == MARK
        ):
            continue
        before, after = boards[moment.number : moment.number + 2]
        positions.show(before)
        known = list(map(max, positions.closed.low, after.counts))
        positions.show(after)
        opened = {e: low for e, low in enumerate(positions.closed.low) if low > known[e]}
        found = KeyMove(moment, before, opened)
        if found.bridges >= (best.bridges + 1 if best else MIN_OPENED):
            best = found
    return best and replace(best, opened=_in_order(puzzle, best, cancel))


def _in_order(puzzle: Puzzle, key: KeyMove, cancel: CancelToken) -> dict[int, int]:
    """What a move has opened, in an order in which it follows."""
    ((edge, _state),) = key.moment.entry.move.edges
    position = Position.from_board(puzzle, key.after, puzzle.edges[edge].a)
    reasoner = Reasoner(position, EASY_TECHNIQUES, cancel=cancel)
    order = [conclusion.edge for conclusion in reasoner.run() if conclusion.is_minimum]
    return {edge: key.opened[edge] for edge in order if edge in key.opened}


def _finishable(boards: Sequence[Board], solver: Solver, cancel: CancelToken) -> list[bool]:
    """Whether each board can be finished; the solver is asked only where that is not clear.

    What adds to a board that cannot be finished cannot be finished, either; what is part of a known
    solution can.
    """
    finishable: list[bool] = []
    solution: Board | None = None
    for number, board in enumerate(boards):
        if solution is not None and solution.extends(board):
            finishable.append(True)
        elif finishable and not finishable[-1] and board.extends(boards[number - 1]):
            finishable.append(False)
        else:
            found = solver.solution(cancel, board)
            if found is not None:
                solution = Board(found, frozenset(e for e, count in enumerate(found) if not count))
            finishable.append(found is not None)
    return finishable


def _tried(log: Sequence[LogEntry], boards: Sequence[Board]) -> dict[int, int]:
    """The changes in trials that were discarded, each with the number of the board before it.

    The log does not say when a trial has begun: at the latest board like that after it.
    """
    tried: dict[int, int] = {}
    if any(entry.kind is LogKind.DISCARD for entry in log):
        latest: dict[Board, int] = {}
        for end, entry in enumerate(log):
            latest[boards[end]] = end
            if entry.kind is LogKind.DISCARD:
                begin = latest.get(boards[end + 1], 0)
                tried.update(dict.fromkeys(range(begin, end), begin))
    return tried


def _judge(
    positions: _Positions,
    board: Board,
    entry: LogEntry,
    finishable: bool,
    finishable_after: bool,
    cancel: CancelToken,
) -> tuple[Judgement, str]:
    if entry.kind is LogKind.UNKNOWN:
        return Judgement.OTHER, ""
    if finishable and not finishable_after:
        is_move = entry.kind is LogKind.MOVE
        return (Judgement.WRONG if is_move else Judgement.WRONG_AGAIN), ""
    if finishable_after and not finishable:
        return Judgement.CORRECTION, ""
    if not finishable:
        return Judgement.AFTER_MISTAKE, ""
    added = _added(board, entry.move)
    if entry.kind is not LogKind.MOVE or not added:
        return Judgement.OTHER, ""
    technique = _justification(positions, board, added, cancel)
    return (Judgement.GUESS, "") if technique is None else (Judgement.DEDUCED, technique)


def _correction(before: Board, after: Board, solver: Solver, cancel: CancelToken) -> Move:
    """What takes back the first edge that is wrong after a move."""
    changed = before.move_to(after).edges
    kept = before.apply(Move(tuple((edge, 0) for edge, _ in changed)))
    _, wrong = right_part(kept, after, [edge for edge, _ in changed], solver, cancel)
    return Move((wrong[0],))


def _added(board: Board, move: Move) -> dict[int, int]:
    """The states of the edges that got bridges or marks."""
    return {
        edge: state
        for edge, state in move.edges
        if state > board.counts[edge] or (state == MARK and edge not in board.marks)
    }


class _Positions:
    """The positions that successive boards show; what two boards share is worked out once.

    ``drawn`` is a board as it is, ``closed`` the same with what some techniques give.
    """

    def __init__(self, puzzle: Puzzle, techniques: Sequence[Technique]) -> None:
        self.puzzle = puzzle
        self._techniques = techniques
        self.drawn, self.closed = Position(puzzle), Position(puzzle)
        self._steps: list[tuple[Board, Checkpoint, Checkpoint]] = []
        Reasoner(self.closed, techniques).finish()
        self._note(Board.empty(puzzle))

    def show(self, board: Board) -> None:
        """Change both positions to those of a board that can be finished."""
        while not board.extends(self._steps[-1][0]):
            self._steps.pop()
        before, drawn, closed = self._steps[-1]
        self.drawn.rollback(drawn)
        self.closed.rollback(closed)
        for edge, state in before.move_to(board).edges:
            for position in (self.drawn, self.closed):
                if state == MARK:
                    position.lower_high(edge, 0)
                else:
                    position.raise_low(edge, state)
        Reasoner(self.closed, self._techniques, closed[1]).finish()
        self._note(board)

    def _note(self, board: Board) -> None:
        self._steps.append((board, self.drawn.checkpoint(), self.closed.checkpoint()))


def _justification(
    positions: _Positions, board: Board, added: dict[int, int], cancel: CancelToken
) -> str | None:
    """The hardest of the techniques that give some states; None if not all are given."""
    puzzle = positions.puzzle
    ends = [end.id for edge in added for end in puzzle.ends(edge)]
    across = [end.id for edge in added for e in puzzle.crossings[edge] for end in puzzle.ends(e)]
    positions.show(board)
    obvious = [*found_at(positions.drawn, ends + across, OBVIOUS_TECHNIQUES, cancel)]
    position = positions.closed
    begin = position.checkpoint()
    for steps in range(1, LOOK_AHEAD + 1):  # One step looks at few islands, and mostly suffices.
        position.rollback(begin)
        missing = dict(added)
        found = []
        for conclusion in chain(obvious, look_ahead(position, ends, steps, cancel)):
            if _gives(conclusion, missing.get(conclusion.edge)):
                found.append(conclusion.technique)
                del missing[conclusion.edge]
                if not missing:
                    return max(found, key=lambda each: each.level.rank).name
    position.rollback(begin)
    longest = MAX_STEPS if _gives_a_bridge(position, cancel) else None
    # The length of a refutation depends on the order in which the position was drawn.
    position = Position.from_board(puzzle, board, ends[0])
    draw_obvious(position)
    for _ in look_ahead(position, ends, LOOK_AHEAD, cancel):
        pass
    if all(_is_refutable(position, *each, longest, cancel) for each in missing.items()):
        return WhatIf.name
    return None


def _gives(conclusion: Conclusion, state: int | None) -> bool:
    """Whether a conclusion about an edge gives a state; never if that is None."""
    if state is None or conclusion.is_minimum is (state == MARK):
        return False
    return conclusion.bound == 0 if state == MARK else conclusion.bound >= state


def _gives_a_bridge(position: Position, cancel: CancelToken) -> bool:
    """Whether a technique that assumes nothing gives a bridge anywhere; changes the position."""
    reasoner = Reasoner(position, DIRECT_TECHNIQUES, cancel=cancel)
    return any(conclusion.is_minimum for conclusion in reasoner.run())


def _is_refutable(
    position: Position, edge: int, state: int, longest: int | None, cancel: CancelToken
) -> bool:
    """Whether assuming the opposite of a state leads to a contradiction, after so many steps at
    most.
    """
    bound, is_minimum = (1, True) if state == MARK else (state - 1, False)
    assumption = Conclusion(DIRECT_TECHNIQUES[0], edge, is_minimum, bound, position.ends[edge])
    refutation = refute(position, assumption, DIRECT_TECHNIQUES, cancel)
    return refutation is not None and (longest is None or len(refutation.steps()) <= longest)


def _longest_pauses(moments: Sequence[Moment]) -> list[Moment]:
    """The moments before which the player made no move for a long time, the longest first."""
    if not moments:
        return []
    usual = median(moment.pause for moment in moments)
    shortest = max(MIN_PAUSE_SECONDS, MIN_PAUSE_FACTOR * usual)
    long = [moment for moment in moments if moment.pause >= shortest]
    return sorted(long, key=lambda moment: -moment.pause)[:MAX_PAUSES]


def _rushes(puzzle: Puzzle, moments: Sequence[Moment]) -> list[tuple[Moment, ...]]:
    """Successive moves of the player that come too fast, and on edges in reading order.

    That is the order of their upper left ends, or of the other ends.
    """
    runs: list[list[tuple[Moment, Edge]]] = [[]]
    orders = _READING_ORDERS
    for moment in moments:
        changed = moment.entry.move.edges if moment.entry.kind is LogKind.MOVE else ()
        edge = puzzle.edges[changed[0][0]] if changed and moment.pause <= RUSH_SECONDS else None
        last = runs[-1][-1][1] if runs[-1] else edge
        orders = [end for end in orders if edge and last and end(last) <= end(edge)]
        if not orders:
            runs.append([])
            orders = _READING_ORDERS
        if edge:
            runs[-1].append((moment, edge))
    return [
        tuple(moment for moment, _ in run)
        for run in runs
        if len({edge.id for _, edge in run}) >= MIN_RUSH
    ]


_READING_ORDERS: list[Callable[[Edge], int]] = [attrgetter("a"), attrgetter("b")]


def _pause(
    puzzle: Puzzle, board: Board, moment: Moment, solver: Solver, cancel: CancelToken
) -> Pause:
    hint = next_hint(puzzle, board, solver, cancel)
    if hint.kind is ExplanationKind.STEP and hint.technique != PROOF_TECHNIQUE:
        return Pause(
            moment, hint.technique, lit(Role.HINT, hint.place, tuple(hint.highlight.edges))
        )
    return Pause(moment, on_mistake=hint.kind is ExplanationKind.MISTAKE)


def _seconds_lost(log: Sequence[LogEntry], finishable: Sequence[bool]) -> float:
    """The time during which the board could not be finished."""
    times = zip(pairwise(log), finishable[1:])
    return sum(later.seconds - earlier.seconds for (earlier, later), good in times if not good)


_TECHNIQUES = [each for each in DIRECT_TECHNIQUES if not each.obvious]


def look_ahead(
    position: Position, islands: Iterable[int], steps: int, cancel: CancelToken | None = None
) -> Iterator[Conclusion]:
    """What follows near some islands in so many steps at most, the fewest and easiest first.

    What follows in one step is applied to the position before the next step is looked for; a step
    is taken to look no further than two edges. What is obvious after it takes no step; what is
    obvious before must be known already. Only the techniques that assume nothing are used. Raises
    Cancelled.
    """
    cancel = cancel or CancelToken()
    obvious = Reasoner(position, OBVIOUS_TECHNIQUES, len(position.touched), cancel)
    for left in range(steps, 0, -1):
        yield from obvious.run()
        near = _within(position.puzzle, islands, 2 * left - 1)
        found = []
        for conclusion in found_at(position, near, _TECHNIQUES, cancel):
            found.append(conclusion)
            yield conclusion
        for conclusion in found:
            conclusion.apply(position)


def found_at(
    position: Position,
    islands: Sequence[int],
    techniques: Iterable[Technique],
    cancel: CancelToken,
) -> Iterator[Conclusion]:
    """What each technique gives at some islands, from the position as it is. Raises Cancelled."""
    for technique in techniques:
        cancel.raise_if_cancelled()
        yield from technique.find_new(position, islands)


def _within(puzzle: Puzzle, islands: Iterable[int], steps: int) -> list[int]:
    """The islands that can be reached over so many edges, the nearest first."""
    reached = newest = dict.fromkeys(islands)
    for _ in range(steps):
        edges = {edge for island in newest for edge in puzzle.incident[island]}
        ends = dict.fromkeys(end.id for edge in sorted(edges) for end in puzzle.ends(edge))
        newest = {island: None for island in ends if island not in reached}
        reached = reached | newest
    return list(reached)
