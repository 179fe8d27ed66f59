"""How the board of the editor shows what all solutions share, and where they differ."""

from __future__ import annotations

from math import ceil

from hashi_gui.core.board import Board
from hashi_gui.rendering.looks import SHADING_LEVELS, Overlay
from hashi_gui.solving import Shares, SolutionBounds

UNKNOWN_SHADING = SHADING_LEVELS // 2
"""The shading of edges while it is not known how many solutions have a bridge there."""


def overlay_for(bounds: SolutionBounds, shares: Shares | None, board: Board) -> Overlay:
    """The overlay for the bounds of all solutions.

    The shading is the darker, the more of the solutions have more bridges than all of them have.
    """
    differing = [e for e, (low, high) in enumerate(zip(bounds.low, bounds.high)) if low < high]
    return Overlay(
        {edge: low for edge, low in enumerate(bounds.low) if low},
        {edge: _haze(edge, bounds, shares) for edge in differing},
        frozenset(e for e, high in enumerate(bounds.high) if board.counts[e] > high),
    )


def _haze(edge: int, bounds: SolutionBounds, shares: Shares | None) -> int:
    if shares is None:
        return UNKNOWN_SHADING
    more = sum(shares.edges[edge][bounds.low[edge] + 1 :])
    return min(max(ceil(more * SHADING_LEVELS), 1), SHADING_LEVELS)
