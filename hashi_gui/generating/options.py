"""What a new puzzle should be like: the options of the generator, their defaults and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT, Rules
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import FormatError
from hashi_gui.formats.fields import between, read_record
from hashi_gui.generating.errors import GenerationError
from hashi_gui.generating.story import LOOPS, TECHNIQUES, Story
from hashi_gui.generating.style import parse_style
from hashi_gui.logic.levels import Level

_Share = Annotated[float, between(0, 1)]

DEFAULT_DOUBLES = 0.4
"""The share of doubles in plain puzzles."""

_DENSITY = 0.3
"""The islands per cell, a little fewer than in most puzzles that people make."""

_SMALL_GRID_CELLS, _SMALL_GRID_DENSITY = 64, 0.28
_MIRRORED_DENSITY = 0.24
"""The same where there is less room: on so many cells at most, and with two mirrors."""


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
    exact grade of the puzzle; None allows any. ``story`` is what :class:`Story` reads, empty for
    any solving path. ``style`` is what :func:`draw_style` reads, empty for any.
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
        self._check_islands()
        self._check_symmetry()
        self._check("max_bridges", 1, MAX_BRIDGES_LIMIT)
        if self.doubles is not None:
            self._check("doubles", 0, 1)
        self._check("unknown", 0, 1)
        if self.story:
            self._check_story(Story.parse(self.story))
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
    def from_dict(cls, data: Mapping[str, object]) -> GeneratorOptions | None:
        """The options that ``dataclasses.asdict`` turned into ``data``; None for anything else."""
        if data.keys() - {field.name for field in fields(cls)}:
            return None
        try:
            return read_record(cls, data)
        except (GenerationError, FormatError):
            return None

    def _check_islands(self) -> None:
        most = max_island_count(self.rows, self.cols)
        if not 2 <= self.islands <= most:
            raise GenerationError(
                _("There is room for 2 to {most} islands, not {n}.").format(
                    most=most, n=self.islands
                )
            )

    def _check_symmetry(self) -> None:
        if not self.symmetry.fits(self.rows, self.cols):
            raise GenerationError(_("Quarter turns need a square grid."))

    def _check_story(self, story: Story) -> None:
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
            raise GenerationError(f"{name} must be {least} to {most}, not {value}.")


def max_island_count(rows: int, cols: int) -> int:
    """The largest number of islands that do not touch: the dark squares of a chequerboard."""
    return (rows * cols + 1) // 2


def default_island_count(rows: int, cols: int, symmetry: Symmetry = Symmetry.NONE) -> int:
    """A number of islands that looks good on a grid of this size."""
    cells = rows * cols
    density = _SMALL_GRID_DENSITY if cells <= _SMALL_GRID_CELLS else _DENSITY
    if symmetry is Symmetry.BOTH_MIRRORS:
        density = _MIRRORED_DENSITY
    return max(2, round(density * cells))
