"""Looks: all that can be seen on an island or a bridge, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from hashi_gui.core.board import NO_TAG, Tag
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import IdMap

GROUP_COLOURS = 6
"""How many colours there are for groups."""

SHADING_LEVELS = 8
"""How many levels of shading there are."""

LIGHT_LEVELS = 10
"""How many levels of light an island of a solved board passes, from none to a lantern."""


@dataclass(frozen=True, slots=True)
class IslandLook:
    """What the drawing of an island shows.

    ``number`` is its clue, or how many more bridges it needs; None for "?". ``satisfied``: it has
    all its bridges. ``overfull``: it has too many. ``unsatisfiable``: it can no longer get enough.
    ``isolated``: its group is cut off from the others. ``focused``: it is selected.
    ``light``, from 0 to LIGHT_LEVELS, is how much of a lantern it is, as on a solved board.
    ``pointed_at``: the player points at its name. ``group`` is the number of the colour of its
    group, None for none. ``tag`` has its disc or diamond.
    """

    number: int | None
    satisfied: bool = False
    locked: bool = False
    overfull: bool = False
    unsatisfiable: bool = False
    isolated: bool = False
    focused: bool = False
    role: Role | None = None
    light: int = 0
    pointed_at: bool = False
    group: int | None = None
    tag: Tag = NO_TAG


@dataclass(frozen=True, slots=True)
class BridgeLook:
    """What the drawing of an edge shows.

    ``count`` is the number of bridges. ``marked``: the player's "no bridge here". ``crossed``:
    its bridges cross others. ``trial``: the number of the open trial that its bridges belong
    to, counted from 1 for the outermost one; 0 if there is none. ``preview`` is the state of the
    edge that a click would lead to (MARK for a mark); None if the pointer is not on it.
    ``ghost`` is a state that an explanation speaks of; None if there is none.
    ``possible``: a first bridge can be built, which is to be seen. ``group`` is the number of the
    colour of its group, None for none. ``shared`` is the number of bridges that all solutions have
    here, shown where none are drawn, and ``shading``, from 0 to SHADING_LEVELS, how many of the
    solutions have more than these. ``tag`` has the player's tags.
    """

    count: int = 0
    marked: bool = False
    crossed: bool = False
    trial: int = 0
    preview: int | None = None
    role: Role | None = None
    ghost: int | None = None
    possible: bool = False
    group: int | None = None
    shared: int = 0
    shading: int = 0
    tag: Tag = NO_TAG

    @property
    def shown_tag(self) -> Tag:
        """The tags that can be seen: "at least one" only where nothing else says how many."""
        says_number = self.count or self.marked or self.preview
        return self.tag & ~Tag.AT_LEAST_ONE if says_number else self.tag


# There are few different looks: to find one again is much faster than to make it. With all
# arguments by position, two that are equal are the same object.
island_look = lru_cache(maxsize=4096)(IslandLook)
bridge_look = lru_cache(maxsize=4096)(BridgeLook)

NOTHING = bridge_look(0, False, False, 0, None, None, None, False, None, 0, 0, NO_TAG)
"""The look of an edge without anything."""


def empty_look(clue: int | None) -> IslandLook:
    """The look of an island without bridges."""
    return island_look(
        clue, clue == 0, False, False, False, False, False, None, 0, False, None, NO_TAG
    )


@lru_cache(maxsize=4096)
def with_light(look: IslandLook, light: int) -> IslandLook:
    """The same look with another light."""
    return replace(look, light=light)


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is known of all solutions, by edge.

    ``shared`` has the numbers of bridges that all of them have, ``shading``, from 1 to
    SHADING_LEVELS, how many of them have more, and ``impossible`` the edges with more bridges drawn
    than any has.
    """

    shared: Mapping[int, int] = field(default_factory=dict)
    shading: Mapping[int, int] = field(default_factory=dict)
    impossible: frozenset[int] = frozenset()

    def with_new_ids(self, id_map: IdMap) -> Overlay:
        """The same for another puzzle, on the edges that both have."""
        edges = id_map.edges
        return Overlay(
            edges.of_values(self.shared),
            edges.of_values(self.shading),
            edges.of_ids(self.impossible),
        )
