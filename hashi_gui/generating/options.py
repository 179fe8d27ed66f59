"""What a new puzzle should be like: the options of the generator, and the style drawn for it.

A *style* is what differs from one puzzle to the next where people make them. The distributions in
:data:`KINDS` are those of 455 puzzles published at janko.at, which were measured with
``python -m tests.measure likeness``. They are of two kinds, which hardly mix. *Woven* ones, nearly
all those on squares of 11, 13, 17 and 20 cells, are nearly symmetric and have many loops and
crossroads, short bridges, and hardly a double bridge along the border. *Branching* ones have a
solution like a tree, doubles everywhere, and few are symmetric.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, TypeVar

from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.puzzle import MAX_SIDE, Puzzle
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT, Rules
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.core.wording import listed
from hashi_gui.formats import FormatError
from hashi_gui.formats.fields import between, read_record
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.required_path import LOOPS, TECHNIQUES, RequiredPath
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level

T = TypeVar("T")

PLAIN = "plain"
"""The style without a style: no choice is made but at random."""

FORMER = "former"
"""As styles were until November 2026: the puzzles of these days stay what they were."""

MANY_ISLANDS = 10_000
"""Puzzles with more islands are plain: nobody sees so many at a time."""

LARGE = 400
"""From so many islands on, puzzles are made in faster ways. Only the regions that a change affects
are looked at again, and more is changed in each round of repairs: also at neighbours, and the best
changes only in the first rounds. What a bridge that gives way cut off is joined to the rest again,
never the rest to it.
"""


class Goals(NamedTuple):
    """What the path of a refined puzzle should be like.

    So many steps need the level ``hardest``, in expert puzzles in proportion to the islands, and
    the ``first`` of them comes no later on the path, from 0 to 1. The share ``narrow`` of the steps
    is narrow. A hard puzzle needs two techniques of its level if ``mixed``.
    """

    hardest: float = 4.0
    first: float = 0.6
    narrow: float = 0.35
    mixed: bool = True


USUAL_GOALS = Goals()


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
    more islands lie next to the border. The corners that can have an island are ``sought`` if they
    should have one. The path is refined until it meets the ``goals``.
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
    sought: bool = False
    goals: Goals = USUAL_GOALS

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


_FORMER_KINDS = {
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

KINDS = {
    Kind.WOVEN: _FORMER_KINDS[Kind.WOVEN]._replace(
        doubles=Normal(0.13, 0.05),
        loops=Normal(0.135, 0.07, most=0.3),
        border=Normal(0.25, 0.2),
        corners=(0.08, 0.08, 0.49, 0.12, 0.23),
        images=Normal(0.79, 0.08, least=0.72),
        crossroads=2.0,
        next_to_border=2.8,
    ),
    Kind.BRANCHING: _FORMER_KINDS[Kind.BRANCHING]._replace(
        doubles=Normal(0.345, 0.1),
        loops=Normal(0.01, 0.02),
        corners=(0.02, 0.16, 0.33, 0.27, 0.22),
        mixed=0.45,
        next_to_border=1.1,
    ),
}

_HARDEST = Normal(2.0, 2.5, least=1.0, most=9.0)
_FIRST = {Level.MEDIUM: Normal(0.75, 0.2), Level.HARD: Normal(0.73, 0.2)}
_NARROW = {Level.MEDIUM: Normal(0.2, 0.12), Level.HARD: Normal(0.32, 0.11)}
_MIXED = 0.5
"""From what the goals are drawn, as they are met by published puzzles of medium and hard level."""

WOVEN_SIDES = (11, 13, 17, 20)
BRANCHING_SIDES = (5, 6, 7, 8, 9, 10, 12, 14, 15, 16)
"""Sides of published squares, of one kind or the other. Other squares are as often woven as not,
and boards that are no squares are branching."""

_LARGE_SQUARE = 10
"""From this side on, branching squares have no symmetry."""

_PUBLISHED_DENSITY = 0.32
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
        if not is_field and part in (PLAIN, FORMER, *Kind) and not kind:
            kind = part
            continue
        limit = STYLE_FIELDS.get(name)
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if limit is None or name in fields or not 0 <= number <= limit:
            expected = PLAIN, *Kind, *(f"{name}=0..{most}" for name, most in STYLE_FIELDS.items())
            text = _("{part} is not a part of a style; expected one of {names}.")
            raise GenerationError(text.format(part=repr(part[:60]), names=listed(expected)))
        fields[name] = number
    if kind == PLAIN and fields:
        raise GenerationError(_("A plain style has no fields."))
    return kind, fields


STYLE_FIELDS = {"border": 2, "corners": 4, "images": 1, "loops": 1, "crossroads": 2, "short": 2}
"""The fields that can be given, with their greatest values."""


def draw_style(
    text: str, rows: int, cols: int, islands: int, rng: Rng, level: Level | None = None
) -> Style | None:
    """A random style for a board, with the kind and the fields that a text gives.

    None if it should be plain.
    """
    name, fields = parse_style(text)
    if name == PLAIN:
        return None
    is_former = name == FORMER
    kind = _draw_kind(rows, cols, rng) if is_former or not name else Kind(name)
    of = (_FORMER_KINDS if is_former else KINDS)[kind]
    rise = of.per_side * min(max(0, min(rows, cols) - 11), 9)
    fewer = min(1.0, islands / (_PUBLISHED_DENSITY * rows * cols)) ** 2
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
    if not is_former:
        style = replace(style, sought=True, goals=_draw_goals(level, rng))
    return style.with_fields(fields)


def _draw_goals(level: Level | None, rng: Rng) -> Goals:
    if level not in _FIRST:
        return USUAL_GOALS
    first, narrow = _FIRST[level].draw(rng), _NARROW[level].draw(rng)
    return Goals(round(_HARDEST.draw(rng)), first, narrow, mixed=rng.chance(_MIXED))


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


_Share = Annotated[float, between(0, 1)]

DEFAULT_DOUBLES = 0.4
"""The share of doubles in plain puzzles."""

_DENSITY = 0.3
"""The islands per cell, a little fewer than in most puzzles that people make."""

_MOST_UNKNOWN = 0.4
"""More "?" clues are hardly ever reached."""

_SMALL_GRID_CELLS, _SMALL_GRID_DENSITY = 64, 0.28
_MIRRORED_DENSITY = 0.24
"""The same where there is less room: on so few cells with a symmetry, and with two mirrors."""


_HARDEST_LEVELS = {
    1: {6: Level.EASY, 9: Level.HARD},
    2: {5: Level.EASY, 7: Level.HARD},
}
"""The hardest level of puzzles with so many islands at most, for each limit of bridges per pair, if
there are no "?" and loops are allowed. All such puzzles were graded: without empty rows and
columns, which change nothing, they have no more rows and columns together than islands and one.
"""

_LEAST_EXTREME_CELLS, _LEAST_SINGLE_EXPERT = 63, 30
"""The cells of the smallest extreme puzzle known, and the islands of the smallest expert one with
at most one bridge per pair, without "?" and with loops allowed."""


@dataclass(frozen=True, slots=True)
class GeneratorOptions:
    """What a generated puzzle must be like. Raises GenerationError for impossible values.

    The puzzle has all ``islands`` if they are up to 42 % of 81 cells or more, and always at least
    95 % of them; with a symmetry, there may be up to three more. ``doubles`` is
    the share of joined pairs with more than one bridge, if ``max_bridges`` allows that; None leaves
    it to the style. Repairs for a unique solution change it a little, upwards if there are "?"
    clues, and it falls if the level is not found with so many. ``unknown`` is the share of "?"
    clues: up to 0.2 is nearly always reached, more than 0.4 hardly ever. Without ``loops`` the
    solution is a tree; with ``forbid_loops`` that is a rule of the puzzle, too. ``level`` is the
    exact grade of the puzzle; None allows any. ``story`` is what :class:`RequiredPath` reads, empty
    for any solving path. ``style`` is what :func:`draw_style` reads, empty for any.
    """

    rows: int
    cols: int
    islands: int
    max_bridges: int = 2
    doubles: _Share | None = None
    unknown: _Share = 0.0
    symmetry: Symmetry = Symmetry.NONE
    loops: bool = True
    level: Level | None = None
    story: str = ""
    style: str = ""
    forbid_loops: bool = False

    def __post_init__(self) -> None:
        self._check("rows", 1, MAX_SIDE)
        self._check("cols", 1, MAX_SIDE)
        most = max_island_count(self.rows, self.cols)
        if not 2 <= self.islands <= most:
            text = _("There is room for 2 to {most} islands, not {n}.")
            raise GenerationError(text.format(most=most, n=self.islands))
        if not self.symmetry.fits(self.rows, self.cols):
            raise GenerationError(_("This symmetry needs a square grid."))
        self._check("max_bridges", 1, MAX_BRIDGES_LIMIT)
        if self.doubles is not None:
            self._check("doubles", 0, 1)
        self._check("unknown", 0, 1)
        if self.story:
            self._check_story(RequiredPath.parse(self.story))
        parse_style(self.style)
        if self.forbid_loops:
            object.__setattr__(self, "loops", False)

    @property
    def rules(self) -> Rules:
        """The rules of the puzzle."""
        return Rules(self.max_bridges, loops=not self.forbid_loops)

    @classmethod
    def defaults_for(cls, rows: int, cols: int, level: Level | None) -> GeneratorOptions:
        """Options that suit a size and a level.

        Hardly any puzzles with all clues and the default share of doubles are extreme. With "?"
        clues and no doubles in the first draft, one in some hundreds is, and one in fifty from
        15 x 15 cells on.
        """
        options = cls(rows, cols, default_island_count(rows, cols), level=level)
        return replace(options, doubles=0.0, unknown=0.3) if level == Level.EXTREME else options

    @classmethod
    def like(cls, puzzle: Puzzle, level: Level | None) -> GeneratorOptions:
        """Options for a puzzle of the size, the rules and the share of "?" clues of another one.

        Raises GenerationError if the other one has more islands than can be generated.
        """
        usual = cls.defaults_for(puzzle.rows, puzzle.cols, level)
        islands = len(puzzle.islands)
        unknown = sum(island.clue is None for island in puzzle.islands) / islands
        return replace(
            usual,
            islands=islands,
            max_bridges=puzzle.rules.max_bridges,
            unknown=max(usual.unknown, min(unknown, _MOST_UNKNOWN)),
            forbid_loops=not puzzle.rules.loops,
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> GeneratorOptions | None:
        """The options that ``asdict`` turned into ``data``; None for anything else."""
        if data.keys() - {field.name for field in fields(cls)}:
            return None
        try:
            return read_record(cls, data)
        except (GenerationError, FormatError):
            return None

    def refuse_level(self) -> None:
        """Raise GenerationError if no puzzle of such a size is known to have the level."""
        if self.level is None:
            return
        if self.level is Level.EXTREME and self.rows * self.cols < _LEAST_EXTREME_CELLS:
            text = _("No extreme puzzle on fewer than {n} cells is known.")
            raise GenerationError(text.format(n=_LEAST_EXTREME_CELLS))
        if self.forbid_loops or round(self.unknown * self.islands):
            return
        most = self.islands + len(self.symmetry.transforms)
        for islands, hardest in _HARDEST_LEVELS.get(self.max_bridges, {}).items():
            if most <= islands and self.level.rank > hardest.rank:
                text = ngettext(
                    "A puzzle of {n} islands without “?” and with at most {limit} bridge per pair "
                    "is never above {level}.",
                    "A puzzle of {n} islands without “?” and with at most {limit} bridges per pair "
                    "is never above {level}.",
                    self.max_bridges,
                )
                level = translated(hardest)
                raise GenerationError(text.format(n=most, limit=self.max_bridges, level=level))
        is_expert = self.level.rank >= Level.EXPERT.rank
        if self.max_bridges == 1 and is_expert and most < _LEAST_SINGLE_EXPERT:
            text = _(
                "No expert puzzle of fewer than {n} islands without “?” and with at most one "
                "bridge per pair is known."
            )
            raise GenerationError(text.format(n=_LEAST_SINGLE_EXPERT))

    def _check_story(self, story: RequiredPath) -> None:
        for what in story.techniques:
            if TECHNIQUES[what] <= TECHNIQUES[LOOPS] and not self.forbid_loops:
                raise GenerationError(
                    _("Only puzzles with the rule “no loops” can need {technique}.").format(
                        technique=what
                    )
                )

    def _check(self, name: str, least: int, most: int) -> None:
        value = getattr(self, name)
        if not least <= value <= most:
            text = _("{name} must be {least} to {most}, not {n}.")
            raise GenerationError(text.format(name=name, least=least, most=most, n=value))


def max_island_count(rows: int, cols: int) -> int:
    """The largest number of islands that do not touch: the dark squares of a chequerboard."""
    return (rows * cols + 1) // 2


def default_island_count(rows: int, cols: int, symmetry: Symmetry = Symmetry.NONE) -> int:
    """A number of islands that looks good on a grid of this size."""
    cells = rows * cols
    density = _DENSITY
    if symmetry is Symmetry.BOTH_MIRRORS:
        density = _MIRRORED_DENSITY
    elif symmetry is not Symmetry.NONE and cells <= _SMALL_GRID_CELLS:
        density = _SMALL_GRID_DENSITY
    return max(2, round(density * cells))
