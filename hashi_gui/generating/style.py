"""How puzzles look: what differs from one to the next where people make them, drawn at random.

The distributions in :data:`KINDS` are those of 455 puzzles published at janko.at, which were
measured with ``python -m tests.measure likeness``. They are of two kinds, which hardly mix.
*Woven* ones, nearly all those on squares of 11, 13, 17 and 20 cells, are nearly symmetric and have
many loops and crossroads, short bridges, and hardly a double bridge along the border. *Branching*
ones have a solution like a tree, doubles everywhere, and few are symmetric.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.rng import Rng

T = TypeVar("T")

PLAIN = "plain"
"""The style without a style: no choice is made but at random."""

MANY_ISLANDS = 2_000
"""Puzzles with more islands are plain: nobody sees so many at a time."""


class Kind(StrEnum):
    """The kinds of puzzles that people make."""

    WOVEN = "woven"
    BRANCHING = "branching"


@dataclass(frozen=True, slots=True)
class Style:
    """What a puzzle should look like, where its options leave that open.

    ``doubles`` is the share of joined pairs with more than one bridge, except along the border,
    where it is ``border`` times that. No more than ``corners`` corners have an island. About the
    share ``images`` of the islands has an image under ``symmetry``. For each island there are so
    many ``loops``; the larger ``crossroads``, the more of them meet at islands with four
    neighbours. The larger ``short``, the fewer bridges are long. The larger ``mixed``, the more a
    single and a double bridge meet, rather than two of a kind. The larger ``next_to_border``, the
    more islands lie next to the border.
    """

    kind: Kind
    doubles: float
    border: float
    corners: int
    images: float
    symmetry: Symmetry
    loops: float
    crossroads: float
    short: float
    mixed: float
    next_to_border: float

    @property
    def sought_images(self) -> float:
        """The share of the islands to be placed in pairs of images; others have one by chance."""
        if self.kind is Kind.BRANCHING:
            return self.images
        return max(0.0, (self.images - _CHANCE) / (1 - _CHANCE))

    def with_fields(self, fields: Mapping[str, float]) -> Style:
        """The style with other values; corners are rounded, and images have a half turn."""
        values: dict[str, Any] = dict(fields)
        if "corners" in fields:
            values["corners"] = round(fields["corners"])
        if fields.get("images") and self.symmetry is Symmetry.NONE:
            values["symmetry"] = Symmetry.HALF_TURN
        return replace(self, **values)


class Normal(NamedTuple):
    """A normal distribution, cut off at ``least`` and ``most``."""

    mean: float
    spread: float = 0.0
    least: float = 0.0
    most: float = 1.0

    def draw(self, rng: Rng) -> float:
        """A random number: the sum of twelve even ones is nearly normal."""
        deviation = sum(rng.fraction() for _ in range(12)) - 6
        return min(max(self.mean + deviation * self.spread, self.least), self.most)


class Distributions(NamedTuple):
    """From what the style of a kind of puzzle is drawn.

    ``per_side`` is added to the mean of ``doubles`` and of ``loops`` for each row of more than 11.
    ``corners`` has the shares of puzzles with 0 to 4 corners, and ``symmetries`` those of puzzles
    with a symmetry; ``images`` holds for these.
    """

    doubles: Normal
    loops: Normal
    per_side: float
    border: Normal
    corners: Sequence[float]
    symmetries: Mapping[Symmetry, float]
    images: Normal
    crossroads: float
    short: float
    mixed: float
    next_to_border: float


KINDS = {
    Kind.WOVEN: Distributions(
        doubles=Normal(0.15, 0.05),
        loops=Normal(0.08, 0.05, most=0.25),
        per_side=0.013,
        border=Normal(0.4, 0.2),
        corners=(0.08, 0.05, 0.47, 0.12, 0.28),
        symmetries={
            Symmetry.HALF_TURN: 0.96,
            Symmetry.LEFT_RIGHT: 0.01,
            Symmetry.TOP_BOTTOM: 0.01,
            Symmetry.BOTH_MIRRORS: 0.01,
            Symmetry.QUARTER_TURNS: 0.01,
        },
        images=Normal(0.76, 0.08, least=0.5),
        crossroads=1.0,
        short=1.0,
        mixed=-0.2,
        next_to_border=3.5,
    ),
    Kind.BRANCHING: Distributions(
        doubles=Normal(0.36, 0.1),
        loops=Normal(0.02, 0.02),
        per_side=0.0,
        border=Normal(0.95, 0.2, most=2.0),
        corners=(0.0, 0.06, 0.3, 0.33, 0.31),
        symmetries={
            Symmetry.HALF_TURN: 0.3,
            Symmetry.LEFT_RIGHT: 0.02,
            Symmetry.TOP_BOTTOM: 0.02,
            Symmetry.BOTH_MIRRORS: 0.01,
            Symmetry.QUARTER_TURNS: 0.01,
        },
        images=Normal(1.0),
        crossroads=0.0,
        short=0.15,
        mixed=0.3,
        next_to_border=1.5,
    ),
}

WOVEN_SIDES = (11, 13, 17, 20)
BRANCHING_SIDES = (5, 6, 7, 8, 9, 10, 12, 14, 15, 16)
"""Sides of published squares, of one kind or the other. Other squares are as often woven as not,
and boards that are no squares are branching."""

_LARGE_SQUARE = 10
"""From this side on, branching squares have no symmetry."""

_DENSITY = 0.32
"""The islands per cell of most published puzzles; sparser ones have fewer loops."""

_CHANCE = 0.6
"""The share of islands with an image in woven puzzles even where none was sought: many islands are
two cells apart."""


def parse_style(text: str) -> tuple[str, dict[str, float]]:
    """The kind in a text such as ``woven,loops=0.1``, empty if there is none, and the fields.

    Raises GenerationError.
    """
    kind, fields = "", {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, is_field, value = part.partition("=")
        if not is_field and part in (PLAIN, *Kind) and not kind:
            kind = part
            continue
        limit = _FIELDS.get(name)
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if limit is None or name in fields or not 0 <= number <= limit:
            raise GenerationError(
                f"{part[:60]!r} is not a part of a style; expected {PLAIN}, {', '.join(Kind)} or "
                f"one of {', '.join(f'{name}=0..{most}' for name, most in _FIELDS.items())}."
            )
        fields[name] = number
    if kind == PLAIN and fields:
        raise GenerationError("A plain style has no fields.")
    return kind, fields


_FIELDS = {"border": 2, "corners": 4, "images": 1, "loops": 1, "crossroads": 2, "short": 2}
"""The fields that can be given, with their greatest values."""


def draw_style(text: str, rows: int, cols: int, islands: int, rng: Rng) -> Style | None:
    """A random style for a board, with the kind and the fields that a text gives.

    None if it should be plain.
    """
    name, fields = parse_style(text)
    if name == PLAIN:
        return None
    kind = Kind(name) if name else _draw_kind(rows, cols, rng)
    of = KINDS[kind]
    rise = of.per_side * min(max(0, min(rows, cols) - 11), 9)
    fewer = min(1.0, islands / (_DENSITY * rows * cols)) ** 2
    symmetry = _draw(of.symmetries, rng, Symmetry.NONE)
    if kind is Kind.BRANCHING and rows == cols >= _LARGE_SQUARE:
        symmetry = Symmetry.NONE
    if not symmetry.fits(rows, cols):
        symmetry = Symmetry.HALF_TURN
    style = Style(
        kind,
        doubles=of.doubles._replace(mean=of.doubles.mean + rise).draw(rng),
        border=of.border.draw(rng),
        corners=_draw(dict(enumerate(of.corners)), rng, 4),
        images=of.images.draw(rng) if symmetry.transforms else 0.0,
        symmetry=symmetry,
        loops=of.loops._replace(mean=of.loops.mean + rise).draw(rng) * fewer,
        crossroads=of.crossroads,
        short=of.short,
        mixed=of.mixed,
        next_to_border=of.next_to_border,
    )
    return style.with_fields(fields)


def _draw_kind(rows: int, cols: int, rng: Rng) -> Kind:
    if rows != cols or rows in BRANCHING_SIDES:
        return Kind.BRANCHING
    return Kind.WOVEN if rows in WOVEN_SIDES or rng.chance(0.5) else Kind.BRANCHING


def _draw(shares: Mapping[T, float], rng: Rng, rest: T) -> T:
    """A random key by its share; ``rest`` if they do not add up to 1."""
    place = rng.fraction()
    for key, share in shares.items():
        place -= share
        if place < 0:
            return key
    return rest
