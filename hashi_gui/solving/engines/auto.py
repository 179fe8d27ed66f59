"""The engine behind the default method: a SAT solver first, then others that reason otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from threading import Thread
from typing import Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals, OrderEncoding
from hashi_gui.solving.engines.engine import Engine, LimitedEngine
from hashi_gui.solving.engines.lazy_sat import LazySatEngine
from hashi_gui.solving.parity import necessary_clauses
from hashi_gui.solving.results import GaveUp
from hashi_gui.system.libraries import works

FIRST_TURN = 2_000
"""Conflicts of the first turn of an engine that takes turns with others."""

_LENGTH_OF_LONG = 4
"""How many times as long as others are turns in neighbourhoods and of clingo beside its first one.

On large boards, their conflicts take a fraction of the time that is counted as one elsewhere.
"""

Lane = Sequence[LimitedEngine]
"""Engines that take turns in one thread; an engine alone in its lane is never interrupted."""


def race(lanes: Sequence[Lane], token: CancelToken, assumptions: Literals) -> bytes | None:
    """Return the first answer of an engine, see :meth:`Engine.solve`, and stop all others.

    A single lane runs in the thread of the caller. Raises Cancelled.
    """
    if len(lanes) == 1:
        return _run(lanes[0], token, assumptions)
    from queue import SimpleQueue  # Only now, because most puzzles need one lane.

    tokens = [CancelToken() for _ in lanes]
    outcomes: SimpleQueue[bytes | BaseException | None] = SimpleQueue()

    def run(lane: Lane, own_token: CancelToken) -> None:
        try:
            outcomes.put(_run(lane, own_token, assumptions))
        except BaseException as error:
            outcomes.put(error)

    def cancel() -> None:
        for each in tokens:
            each.cancel()

    threads = [
        Thread(target=run, args=pair, name="engine", daemon=True) for pair in zip(lanes, tokens)
    ]
    with token.on_cancel(cancel):
        for thread in threads:
            thread.start()
        outcome = outcomes.get()
    cancel()
    for thread in threads:
        thread.join()
    token.raise_if_cancelled()
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _run(lane: Lane, token: CancelToken, assumptions: Literals) -> bytes | None:
    """Let the engines of a lane take turns, each twice as long as the one before."""
    turn = FIRST_TURN if len(lane) > 1 else None
    while True:
        for engine in lane:
            try:
                with engine.cancellable(token):
                    return engine.solve(token, assumptions, turn)
            except GaveUp:
                continue
        if turn is not None:
            turn *= 2


class DeferredEngine(LimitedEngine):
    """An engine that ``create`` makes.

    This happens at the first question. ``added`` holds all clauses added before, and grows before
    each call of :meth:`add`.
    """

    def __init__(
        self, create: Callable[[], LimitedEngine], added: Sequence[Literals], length: int = 1
    ) -> None:
        """Its turns are so many times as long as those of others."""
        self._create = create
        self._added = added
        self._length = length
        self._engine: LimitedEngine | None = None

    @property
    def stats(self) -> Mapping[str, Any]:
        return self._engine.stats if self._engine else {}

    def close(self) -> None:
        if self._engine:
            self._engine.close()

    def prefer(self, literals: Iterable[int]) -> None:
        if self._engine:
            self._engine.prefer(literals)

    def add(self, clause: Literals) -> None:
        if self._engine:
            self._engine.add(clause)

    def cancellable(self, cancel: CancelToken | None) -> AbstractContextManager[CancelToken]:
        return self.created().cancellable(cancel)

    def created(self) -> LimitedEngine:
        """Return the engine, which is created if it was not before."""
        if self._engine is None:
            self._engine = self._create()
            for clause in self._added:
                self._engine.add(clause)
        return self._engine

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        assert self._engine, "this is called within cancellable"
        return self._engine.solve(
            token, assumptions, max_conflicts and self._length * max_conflicts
        )


FIRST_CONFLICTS = 8_000
"""Conflicts after which the first engine gives up; no published puzzle needs as many.

Large puzzles take longer without being hard.
"""

_ISLANDS_PER_CONFLICT = 3
"""For so many islands, it may have one conflict more."""

MAX_LINEAR_ISLANDS = 5_000
"""With more islands, a relaxation takes longer than it gains."""

MAX_FRONTIER_ISLANDS = 10_000
"""With more islands, to prepare a frontier search takes too much memory."""

MIN_NEIGHBOURHOOD_ISLANDS, MAX_NEIGHBOURHOOD_ISLANDS = 500, 10_000
"""With fewer islands, there are only few neighbourhoods; with more, regions are faster."""


class AutoEngine(Engine):
    """An engine that is also good at hard questions.

    Nearly all questions are answered at once by a SAT solver. If it gives up, engines that reason
    otherwise join in, as far as their libraries work, and race in up to ``threads``
    threads: clingo in one of its own, in the others in turns neighbourhoods or regions of large
    boards, linear programming, whose relaxation notices numbers that do not add up, another
    configuration of clingo, and after each of these a frontier search on narrow boards and the SAT
    solver. With one thread they all take turns, clingo every other one, so that the answer does not
    depend on the speed of the machine. A ``seed`` makes other random choices in each of them that
    makes any.
    """

    def __init__(self, encoding: OrderEncoding, threads: int = 1, seed: int | None = None) -> None:
        self._encoding = encoding
        self._threads = threads
        self._seed = seed
        self._first_conflicts = (
            FIRST_CONFLICTS + len(encoding.puzzle.islands) // _ISLANDS_PER_CONFLICT
        )
        self._sat = LazySatEngine(encoding, seed)
        self._main: LimitedEngine = self._sat
        self._racers: list[LimitedEngine] = []
        self._hasty: list[LimitedEngine] = []
        """Those whose turns are short, so that they have more of them."""
        self._added: list[Literals] = []
        self._core: Literals = ()

    def close(self) -> None:
        for engine in self._engines():
            engine.close()

    @property
    def stats(self) -> Mapping[str, Any]:
        """The work done by the SAT solver, and whether a question was too ``hard`` for it."""
        return {**self._sat.stats, "hard": bool(self._racers)}

    def prefer(self, literals: Iterable[int]) -> None:
        self._sat.prefer(literals)

    def add(self, clause: Literals) -> None:
        self._added.append(clause)
        for engine in self._engines():
            engine.add(clause)

    def solve(self, token: CancelToken, assumptions: Literals = ()) -> bytes | None:
        self._core = assumptions
        try:
            with self._sat.cancellable(token):
                limit = self._first_conflicts
                if self._racers:  # After one hard question, the next ones are often hard, too.
                    limit = min(limit, FIRST_TURN)
                solution = self._sat.solve(token, assumptions, limit)
            if solution is None:
                self._core = self._sat.core()
        except GaveUp:
            solution = self._solve_hard(token, assumptions)
            if solution is not None:
                # The next question is often about a solution that differs little.
                self._sat.prefer(self._encoding.literals(solution))
        return solution

    def _solve_hard(self, token: CancelToken, assumptions: Literals) -> bytes | None:
        """Answer a question that the SAT solver has given up."""
        if not self._racers:
            self._create_racers()
        elif self._main is not self._sat:
            try:
                with self._main.cancellable(token):
                    return self._main.solve(token, assumptions, self._first_conflicts)
            except GaveUp:
                pass
        return race(self._lanes(), token, assumptions)

    def core(self) -> Literals:
        """Return assumptions of the last question that rule out all solutions, if none was found.

        They may be all of them.
        """
        return self._core

    def _lanes(self) -> list[Lane]:
        """Give one engine a thread of its own; the others take turns in those left.

        In a single thread, that engine has every other turn.
        """
        others = [engine for engine in self._racers if engine is not self._main]
        if self._threads > 1 and others:
            count = self._threads - 1
            first, *lanes = (lane for i in range(count) if (lane := others[i::count]))
            return [[self._main], _alternating(first, self._hasty), *lanes]
        return [_alternating([*others, *self._hasty], [self._main]) or [self._main]]

    def _engines(self) -> Iterator[LimitedEngine]:
        yield self._sat
        for engine in (*self._racers, *self._hasty):
            if engine is not self._sat:
                yield engine

    def _create_racers(self) -> None:
        """Prepare the engines that join in; later questions go to one of them first."""
        # Only here, because nearly all puzzles are solved without them.
        from hashi_gui.solving.engines import asp, frontier, linear, neighbourhood, regional

        for clause in necessary_clauses(self._encoding):
            self.add(clause)
        islands = len(self._encoding.puzzle.islands)
        create_asp = partial(asp.AspEngine, seed=self._seed)
        first, second = asp.best_configurations(self._encoding)
        if works(asp.LIBRARY):
            self._main = main = self._join(partial(create_asp, configuration=first))
            if self._threads > 1:
                main.created()  # This would take longer beside other engines written in Python.
        if self._encoding.loops and not asp.has_few_loops(self._encoding):
            if islands > MAX_NEIGHBOURHOOD_ISLANDS:
                self._join(regional.RegionalEngine)
            elif islands >= MIN_NEIGHBOURHOOD_ISLANDS and works(asp.LIBRARY):
                create = partial(neighbourhood.NeighbourhoodEngine, seed=self._seed)
                self._join(create, _LENGTH_OF_LONG)
        if islands <= MAX_LINEAR_ISLANDS and works(linear.LIBRARY):
            self._join(partial(linear.LinearEngine, seed=self._seed))
        if works(asp.LIBRARY):
            self._join(partial(create_asp, configuration=second), _LENGTH_OF_LONG)
        if islands <= MAX_FRONTIER_ISLANDS and works(frontier.LIBRARY):
            self._hasty.append(self._deferred(frontier.FrontierEngine))
        (self._racers if self._main is self._sat else self._hasty).append(self._sat)

    def _join(
        self, create: Callable[[OrderEncoding], LimitedEngine], length: int = 1
    ) -> DeferredEngine:
        engine = self._deferred(create, length)
        self._racers.append(engine)
        return engine

    def _deferred(
        self, create: Callable[[OrderEncoding], LimitedEngine], length: int = 1
    ) -> DeferredEngine:
        return DeferredEngine(partial(create, self._encoding), self._added, length)


def _alternating(lane: Lane, engines: Lane) -> Lane:
    """A lane with more engines, which have their turns after each of the others."""
    return [engine for other in lane for engine in (other, *engines)]
