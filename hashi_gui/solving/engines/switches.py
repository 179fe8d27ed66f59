"""Clauses that hold only on request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hashi_gui.solving.encoding import Literals
from hashi_gui.solving.engines.engine import Engine


class Switches:
    """New variables of an engine, each of which switches clauses on.

    The clauses of a switch have an effect only on questions that assume the switch.
    """

    def __init__(self, engine: Engine, variables: int) -> None:
        """``variables`` is the number of variables that the engine has so far."""
        self._engine = engine
        self._variables = variables

    def create(self) -> int:
        """Return a new switch, without clauses."""
        self._variables += 1
        return self._variables

    def add(self, switch: int, clause: Literals) -> None:
        """Add a clause to a switch."""
        self._engine.add([-switch, *clause])

    @contextmanager
    def temporary(self, clause: Literals) -> Iterator[int]:
        """Yield a switch with this clause, which cannot be assumed after the block."""
        switch = self.create()
        self.add(switch, clause)
        try:
            yield switch
        finally:
            self._engine.add([-switch])
