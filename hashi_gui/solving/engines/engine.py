"""What engines have in common, and clauses of them that hold only on request."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals, OrderEncoding


class Engine(Protocol):
    """The clauses of a puzzle in a solver, which answers question after question.

    What it learns for one answer stays true for all later ones. Use an engine from one thread at a
    time; only its token may be cancelled from another. What is not abstract suits most engines.
    """

    @property
    @abstractmethod
    def stats(self) -> Mapping[str, Any]:
        """All work done so far, in values that can be written as JSON."""

    def close(self) -> None:
        """Free the memory. The engine cannot be used afterwards."""
        return

    @abstractmethod
    def add(self, clause: Literals) -> None:
        """Add a clause permanently. It may contain new variables."""

    def prefer(self, literals: Iterable[int]) -> None:  # noqa: ARG002 - not every engine can
        """Try these literals before their negations, if the engine has a choice."""
        return

    def cancellable(self, cancel: CancelToken | None) -> AbstractContextManager[CancelToken]:
        """Let ``cancel``, or a new token if it is None, interrupt :meth:`solve` in this block."""
        return nullcontext(cancel or CancelToken())

    @abstractmethod
    def solve(self, token: CancelToken, assumptions: Literals = ()) -> bytes | None:
        """Return the number of bridges on each edge in a solution, or None if there is none.

        The solution satisfies all clauses and assumptions. Use the method within
        :meth:`cancellable`, with the token of that block. Raises Cancelled.
        """


class LimitedEngine(Engine, Protocol):
    """An engine that can stop after a certain amount of work, and continue later."""

    @abstractmethod
    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        """Do the same as :meth:`Engine.solve`, but only for a limited time.

        Raises GaveUp after about ``max_conflicts`` conflicts, or as much work of another kind.
        """


class AddedClauses:
    """What was added to an engine that looks for bridges without a solver of clauses."""

    def __init__(self, encoding: OrderEncoding) -> None:
        self._encoding = encoding
        self.clauses: list[Literals] = []

    def add(self, clause: Literals) -> None:
        self.clauses.append(clause)

    def bounds(self, assumptions: Literals) -> Iterator[tuple[int, int, int]]:
        """Yield edges, with the least and the most bridges that a single literal leaves them.

        If that is not possible, the least are more than the most.
        """
        meanings = {
            variable: (edge, count, len(variables))
            for edge, variables in enumerate(self._encoding.edge_variables)
            for count, variable in enumerate(variables, 1)
        }
        for literal in [*assumptions, *(each[0] for each in self.clauses if len(each) == 1)]:
            if abs(literal) in meanings:
                edge, count, most = meanings[abs(literal)]
                yield (edge, count, most) if literal > 0 else (edge, 0, count - 1)
            elif 0 < literal <= self._encoding.variables:
                yield 0, 1, 0  # Of these variables, the others are always false.

    def allow(self, counts: bytes, assumptions: Literals) -> bool:
        """Return whether all clauses are satisfied by bridges within the bounds."""
        true = {literal for literal in self._encoding.literals(counts) if literal > 0}
        # Other variables are selectors, which are false unless they are assumed.
        true.update(literal for literal in assumptions if literal > self._encoding.variables)
        clauses = [*self.clauses, *([literal] for literal in assumptions)]
        return all(any((abs(x) in true) is (x > 0) for x in clause) for clause in clauses)


class Selectors:
    """New variables of an engine, each of which turns clauses on.

    The clauses of a selector have an effect only on questions that assume the selector.
    """

    def __init__(self, engine: Engine, variables: int) -> None:
        """``variables`` is the number of variables that the engine has so far."""
        self._engine = engine
        self._variables = variables

    def create(self) -> int:
        """Return a new selector, without clauses."""
        self._variables += 1
        return self._variables

    def add(self, selector: int, clause: Literals) -> None:
        """Add a clause to a selector."""
        self._engine.add([-selector, *clause])

    @contextmanager
    def temporary(self, clause: Literals) -> Iterator[int]:
        """Yield a selector with this clause, which cannot be assumed after the block."""
        selector = self.create()
        self.add(selector, clause)
        try:
            yield selector
        finally:
            self._engine.add([-selector])
