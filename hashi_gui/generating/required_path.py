"""What a solving path must be like: where it opens, what it needs on the way, and how it ends.

In commands and files, and to players, that is a story: parts with commas between them, such as
``opens=center,needs=intersection@0.4-0.7,ends=connectivity``:

- ``opens=PLACE``: the first steps are at this place only: the bridges that techniques of the
  easiest level give on the empty board, and all that is excluded there by techniques no harder.
- ``needs=WHAT@FROM-TO``: a step in this part of the path, 0 for the first step and 1 for the last;
  without ``@FROM-TO`` anywhere. There can be several.
- ``ends=WHAT``: the last step, apart from those where an island has only one way out, which do not
  count.

WHAT is a technique or a family of techniques.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from statistics import fmean

from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import listed, sentences, shorten
from hashi_gui.generating.errors import GenerationError
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.solving_path import OutlineStep, PathOutline
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf
from hashi_gui.logic.reasoning.techniques.blocking import UnsatisfiableNeighbour
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.logic.reasoning.techniques.connectivity import (
    LoopTechnique,
    OnlyLink,
    ThreeClosedOff,
)
from hashi_gui.logic.reasoning.techniques.island_clues import CapacityTechnique, OnesAndTwosApart
from hashi_gui.logic.reasoning.techniques.technique import FORMER_NAMES, GroupTechnique, Technique

LOOPS = "loops"
"""The techniques that only puzzles without loops can need."""

_FAMILIES: Mapping[str, tuple[type[Technique], ...]] = {
    "counting": (CapacityTechnique, OnesAndTwosApart),
    "blocking": (UnsatisfiableNeighbour,),
    LOOPS: (LoopTechnique,),
    "connectivity": (ThreeClosedOff, GroupTechnique, OnlyLink),
    "assumptions": (WhatIf,),
}
"""The families of techniques."""

SIMPLEST = "only-one-way-out"
"""The technique that nearly every path ends with: little more than drawing the last bridges."""

_NEAR, _PER_STEP = 0.1, 0.1
"""How far a path is from its story at least if a step is not in its part, and for each step that
comes after the one it should end with."""

_UNUSED = 3.0
"""How far a path is from its story at least if a technique is not used: so far that a puzzle that
uses it is better in any case, for that is rare."""

_HALFWAY = 5
"""So many openings elsewhere are half as bad as no opening."""

_MAX_QUOTE_LENGTH = 60

_RANGE = re.compile(r"(0(?:\.\d{1,4})?|1(?:\.0{1,4})?)-(0(?:\.\d{1,4})?|1(?:\.0{1,4})?)", re.ASCII)


def _slug(name: str) -> str:
    words = re.findall(r"[a-z]+", name.lower().replace("can't", "cannot"))
    return "-".join(words[1:] if words[0] in ("a", "the") else words)


def _names() -> dict[str, frozenset[str]]:
    """The names of the techniques in a story, and of the families, and what they stand for."""
    explained = [technique for technique in all_techniques() if not technique.obvious]
    names = {_slug(technique.name): frozenset([technique.name]) for technique in explained}
    for family, kinds in _FAMILIES.items():
        names[family] = frozenset(each.name for each in explained if isinstance(each, kinds))
    return names


TECHNIQUES: Mapping[str, frozenset[str]] = _names()
"""What a story can ask for: names of techniques by the word in a story, the easiest first, then the
families."""

ENDINGS = tuple(what for what in TECHNIQUES if what != SIMPLEST)
"""What a path can be asked to end with."""

_FORMER_SLUGS = {_slug(former): _slug(name) for former, name in FORMER_NAMES.items()}

PLACES: Mapping[str, frozenset[tuple[int, int]]] = {
    "center": frozenset([(1, 1)]),
    "top": frozenset((0, col) for col in range(3)),
    "bottom": frozenset((2, col) for col in range(3)),
    "left": frozenset((row, 0) for row in range(3)),
    "right": frozenset((row, 2) for row in range(3)),
    "top-left": frozenset([(0, 0)]),
    "top-right": frozenset([(0, 2)]),
    "bottom-left": frozenset([(2, 0)]),
    "bottom-right": frozenset([(2, 2)]),
    "corner": frozenset((row, col) for row in (0, 2) for col in (0, 2)),
    "edge": frozenset((row, col) for row in range(3) for col in range(3)) - {(1, 1)},
}
"""The ninths of the grid that make up a place: rows and columns from 0 to 2."""

_LABELS = {
    "counting": N_("Counting"),
    "blocking": N_("Blocking"),
    LOOPS: N_("Loops"),
    "connectivity": N_("Connectivity"),
    "assumptions": N_("Assumptions"),
    "center": N_("Center"),
    "top": N_("Top"),
    "bottom": N_("Bottom"),
    "left": N_("Left"),
    "right": N_("Right"),
    "top-left": N_("Top left"),
    "top-right": N_("Top right"),
    "bottom-left": N_("Bottom left"),
    "bottom-right": N_("Bottom right"),
    "corner": N_("Corner"),
    "edge": N_("Edge"),
}


def label(word: str) -> str:
    """What players read for a place, a technique or a family; nothing for an empty word."""
    return translated(_LABELS.get(word) or "".join(TECHNIQUES.get(word, ())))


@dataclass(frozen=True, slots=True)
class Need:
    """A technique or a family that is needed in a part of the path."""

    what: str
    first: float = 0.0
    last: float = 1.0

    @property
    def text(self) -> str:
        """The technique and the part of the path in one sentence."""
        text = (
            _("The solving path needs “{technique}”.")
            if self._is_anywhere
            else _("The solving path needs “{technique}” from {first} % to {last} % of it.")
        )
        first, last = round(100 * self.first), round(100 * self.last)
        return text.format(technique=label(self.what), first=first, last=last)

    @property
    def _is_anywhere(self) -> bool:
        return (self.first, self.last) == (0, 1)

    def __str__(self) -> str:
        return self.what if self._is_anywhere else f"{self.what}@{self.first:g}-{self.last:g}"


@dataclass(frozen=True, slots=True)
class RequiredPath:
    """What a solving path should be like; empty texts ask for nothing."""

    opens: str = ""
    needs: tuple[Need, ...] = ()
    ends: str = ""

    @classmethod
    def parse(cls, text: str) -> RequiredPath:
        """The story that a text describes. Raises GenerationError."""
        found: dict[str, list[str]] = {"opens": [], "needs": [], "ends": []}
        for part in text.split(","):
            key, separator, value = part.strip().partition("=")
            if key not in found or not separator:
                text = _(
                    "{part} is not a part of a story; expected opens=PLACE, "
                    "needs=TECHNIQUE@FROM-TO or ends=TECHNIQUE."
                )
                raise GenerationError(text.format(part=_quote(part)))
            found[key].append(value)
        for key in ("opens", "ends"):
            if len(found[key]) > 1:
                raise GenerationError(_("{key}= can be given only once.").format(key=key))
        opens, ends = ("".join(found[key]) for key in ("opens", "ends"))
        if found["opens"] and opens not in PLACES:
            text = _("{place} is not a place; choose from {names}.")
            raise GenerationError(text.format(place=_quote(opens), names=listed(PLACES)))
        if found["ends"]:
            ends = _technique(ends)
            if ends == SIMPLEST:
                raise GenerationError(
                    _(
                        "A path cannot be asked to end with {technique}: nearly all end with such "
                        "steps, so they do not count."
                    ).format(technique=ends)
                )
        return cls(opens, tuple(map(_parse_need, found["needs"])), ends)

    @property
    def techniques(self) -> list[str]:
        """All techniques and families that the story mentions."""
        return [*(need.what for need in self.needs), *filter(None, [self.ends])]

    @property
    def level(self) -> Level:
        """The easiest level of puzzles that can have the story."""
        levels = map(easiest_level, self.techniques)
        return max(levels, key=lambda level: level.rank, default=Level.EASY)

    def needing(self, technique: str) -> RequiredPath:
        """The story with the need of a technique, given by its name, unless it is there already."""
        what = _slug(technique)
        known = what in self.techniques
        return self if known else replace(self, needs=(*self.needs, Need(what)))

    @property
    def text(self) -> str:
        """The story in a sentence for each part."""
        opens = _("The solving path opens at “{place}”.").format(place=label(self.opens))
        ends = _("The solving path ends with “{technique}”.").format(technique=label(self.ends))
        needs = (need.text for need in self.needs)
        return sentences(opens if self.opens else "", *needs, ends if self.ends else "")

    def __str__(self) -> str:
        parts = [f"opens={self.opens}"] if self.opens else []
        parts += [f"needs={need}" for need in self.needs]
        return ",".join([*parts, f"ends={self.ends}"] if self.ends else parts)


def _parse_need(text: str) -> Need:
    what, separator, part = text.partition("@")
    what = _technique(what)
    if not separator:
        return Need(what)
    match = _RANGE.fullmatch(part)
    if match is None or float(match[1]) > float(match[2]):
        message = _(
            "{part} is not a part of the path; expected two numbers from 0 to 1, such as 0.4-0.7."
        )
        raise GenerationError(message.format(part=_quote(part)))
    return Need(what, float(match[1]), float(match[2]))


def _technique(text: str) -> str:
    """A technique or a family as a story names it today. Raises GenerationError."""
    what = _FORMER_SLUGS.get(text, text)
    if what not in TECHNIQUES:
        message = _("{technique} is not a technique; choose from {names}.")
        raise GenerationError(message.format(technique=_quote(what), names=listed(TECHNIQUES)))
    return what


def _quote(text: str) -> str:
    return repr(shorten(text.strip(), _MAX_QUOTE_LENGTH))


def easiest_level(what: str) -> Level:
    """The level of a technique, or of the easiest one of a family."""
    names = TECHNIQUES[what]
    levels = [technique.level for technique in all_techniques() if technique.name in names]
    return min(levels, key=lambda level: level.rank)


def satisfies(story: RequiredPath, path: PathOutline) -> bool:
    """Whether a solving path is as a story wants it."""
    return (
        not (story.opens and opening_distance(story.opens, path.puzzle, path.openings))
        and all(
            any(need.first <= place <= need.last for place in positions(need.what, path))
            for need in story.needs
        )
        and (not story.ends or _steps_after(story.ends, path) == ())
    )


def distance(story: RequiredPath, path: PathOutline) -> float:
    """How far a solving path is from what a story wants; 0 if it satisfies it."""
    total = 0.0
    if story.opens:
        total += opening_distance(story.opens, path.puzzle, path.openings)
    for need in story.needs:
        used = positions(need.what, path)
        gaps = [max(need.first - place, place - need.last, 0.0) for place in used]
        total += min(
            (_NEAR + gap if gap else 0.0 for gap in gaps), default=_unused(need.what, path)
        )
    if story.ends:
        after = _steps_after(story.ends, path)
        total += _unused(story.ends, path) if after is None else min(_PER_STEP * len(after), 1.0)
    return total


def opening_distance(place: str, puzzle: Puzzle, openings: Sequence[OutlineStep]) -> float:
    """How far openings are from being at a place only; less than 1 if there are any."""
    elsewhere = len(_outside(place, puzzle, openings))
    return elsewhere / (elsewhere + _HALFWAY) if openings else 1.0


def _unused(what: str, path: PathOutline) -> float:
    """How far a path is from using a technique: less if it needs more that is as hard."""
    rank = easiest_level(what).rank
    return _UNUSED + 1 / (1 + sum(step.technique.level.rank >= rank for step in path.steps))


def trouble(story: RequiredPath, path: PathOutline) -> list[int]:
    """Islands at which the path is not as the story wants it, if that can be said."""
    steps = _outside(story.opens, path.puzzle, path.openings) if story.opens else []
    if story.ends:
        steps += _steps_after(story.ends, path) or ()
    return sorted({island for step in steps for island in step.islands})


def positions(what: str, path: PathOutline) -> list[float]:
    """Where on the path a technique is used: from 0 for the first step to 1 for the last."""
    last = max(1, len(path.steps) - 1)
    names = TECHNIQUES[what]
    return [n / last for n, step in enumerate(path.steps) if step.technique.name in names]


def _outside(place: str, puzzle: Puzzle, openings: Iterable[OutlineStep]) -> list[OutlineStep]:
    """The openings that are not at a place."""
    ninths = PLACES[place]
    return [step for step in openings if _ninth(puzzle, step.islands) not in ninths]


def _steps_after(what: str, path: PathOutline) -> tuple[OutlineStep, ...] | None:
    """The steps after the last one of a technique, but for the simplest; None if it is not used."""
    counted = [step for step in path.steps if step.technique.name not in TECHNIQUES[SIMPLEST]]
    after = tuple(
        takewhile(lambda step: step.technique.name not in TECHNIQUES[what], counted[::-1])
    )
    return None if len(after) == len(counted) else after


def _ninth(puzzle: Puzzle, islands: Iterable[int]) -> tuple[int, int]:
    """The part of the grid, by thirds of its rows and columns, in which islands are on average."""
    cells = [puzzle.islands[island].cell for island in islands]
    row, col = fmean(row for row, _ in cells), fmean(col for _, col in cells)
    return int((row + 0.5) * 3 / puzzle.rows), int((col + 0.5) * 3 / puzzle.cols)
