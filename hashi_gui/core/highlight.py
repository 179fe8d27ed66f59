"""What is highlighted on a board, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum


class Role(Enum):
    """Why something is highlighted. Each role has its own shape beside its own colour."""

    HINT = "hint"
    CONFLICT = "conflict"
    GROUP = "group"
    FIRST = "first"
    SECOND = "second"
    SELECTED = "selected"


@dataclass(frozen=True, slots=True)
class Highlight:
    """The islands and edges that are highlighted, by id, and why.

    ``differences`` holds the numbers of bridges in two solutions on the edges where they differ,
    ``letters`` what islands are called, ``ghosts`` the states of edges that are not drawn, but
    spoken of, and ``limits`` the most bridges on edges of which no more than that is known.
    """

    islands: Mapping[int, Role] = field(default_factory=dict)
    edges: Mapping[int, Role] = field(default_factory=dict)
    differences: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    letters: Mapping[int, str] = field(default_factory=dict)
    ghosts: Mapping[int, int] = field(default_factory=dict)
    limits: Mapping[int, int] = field(default_factory=dict)

    def over(self, known: Highlight) -> Highlight:
        """The same, while what another one says of edges stays on the board."""
        return replace(
            self,
            edges={**self.edges, **known.edges},
            ghosts={**known.ghosts, **self.ghosts},
            limits={**known.limits, **self.limits},
        )
