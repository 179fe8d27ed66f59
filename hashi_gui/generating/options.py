"""What can be asked of the generator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import MAX_BRIDGES_LIMIT, MAX_SIDE
from hashi_gui.logic.levels import Level

_SMALL_GRID = 64


class GenerationError(HashiError):
    """A wish for a puzzle that cannot be, or that none was found for."""


class Symmetry(StrEnum):
    """How the places of the islands repeat: after half a turn, or left and right."""

    NONE = "none"
    ROTATE = "rotate"
    MIRROR = "mirror"


@dataclass(frozen=True, slots=True)
class GeneratorOptions:
    """The wish for a puzzle. Raises GenerationError for one that cannot be.

    At least 95 % of ``islands`` will be there; with a symmetry there may be one more, where they
    come in pairs. ``doubles`` is the share of joined pairs that have more than one bridge where
    ``max_bridges`` allows it; the need for a single solution moves it a little, and with "?" clues
    upwards. ``unknown`` is the share of "?" clues: up to 0.2 is nearly always met, more than 0.4
    hardly ever. Without ``loops`` the solution is a tree. ``level`` is the grade that the puzzle
    must have; None leaves it open.
    """

    rows: int
    cols: int
    islands: int
    max_bridges: int = 2
    doubles: float = 0.4
    unknown: float = 0.0
    symmetry: Symmetry = Symmetry.NONE
    loops: bool = True
    level: Level | None = None

    def __post_init__(self) -> None:
        self._check("rows", 1, MAX_SIDE)
        self._check("cols", 1, MAX_SIDE)
        self._check_room()
        self._check("max_bridges", 1, MAX_BRIDGES_LIMIT)
        self._check("doubles", 0, 1)
        self._check("unknown", 0, 1)

    @classmethod
    def defaults_for(cls, rows: int, cols: int, level: Level | None) -> GeneratorOptions:
        """What suits a size and a level.

        Of puzzles with every clue and the usual doubles hardly any is extreme. With "?" clues and
        no doubles to begin with, one in some hundreds is, from 15 x 15 cells on one in fifty.
        """
        options = cls(rows, cols, default_island_count(rows, cols), level=level)
        return replace(options, doubles=0.0, unknown=0.3) if level == Level.EXTREME else options

    @classmethod
    def from_dict(cls, data: object) -> GeneratorOptions | None:
        """The options that ``dataclasses.asdict`` turned into this; None for anything else."""
        if not isinstance(data, Mapping):
            return None
        level = data.get("level")
        try:
            kinds = {
                "symmetry": Symmetry(data.get("symmetry", Symmetry.NONE)),
                "level": None if level is None else Level(level),
            }
            return cls(**{**data, **kinds})
        except (GenerationError, TypeError, ValueError):
            return None

    def _check_room(self) -> None:
        """Islands that do not touch are at most as many as the dark squares of a chequerboard."""
        most = (self.rows * self.cols + 1) // 2
        if not 2 <= self.islands <= most:
            raise GenerationError(
                f"A grid of {self.rows} x {self.cols} cells has room for 2 to {most} islands that "
                f"do not touch, not {self.islands}."
            )

    def _check(self, name: str, least: int, most: int) -> None:
        value = getattr(self, name)
        if not least <= value <= most:
            raise GenerationError(f"{name} must be {least} to {most}, not {value}.")


def default_island_count(rows: int, cols: int) -> int:
    """A number of islands that looks good on a grid of that size: small grids are fuller."""
    cells = rows * cols
    return max(2, round(cells * (0.28 if cells <= _SMALL_GRID else 0.24)))
