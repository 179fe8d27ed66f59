"""An engine that is created when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals
from hashi_gui.solving.engines.engine import LimitedEngine


class DeferredEngine:
    """A :class:`~hashi_gui.solving.engines.engine.LimitedEngine` that ``create`` makes.

    This happens at the first question. ``added`` holds all clauses added before, and grows before
    each call of :meth:`add`.
    """

    def __init__(self, create: Callable[[], LimitedEngine], added: Sequence[Literals]) -> None:
        self._create = create
        self._added = added
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
        if self._engine is None:
            self._engine = self._create()
            for clause in self._added:
                self._engine.add(clause)
        return self._engine.cancellable(cancel)

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        assert self._engine, "this is called within cancellable"
        return self._engine.solve(token, assumptions, max_conflicts)
