"""The fonts of the numbers and letters on boards."""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident

from PySide6.QtGui import QFont

from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.theme import FAMILY


def font(size: float, weight: QFont.Weight) -> QFont:
    """A font whose height is ``size`` cells."""
    return _font_of_thread(get_ident(), size, weight)


@lru_cache
def _font_of_thread(_thread: int, size: float, weight: QFont.Weight) -> QFont:
    """A font of its own for each thread, because a QFont caches what it looks up."""
    font = QFont(FAMILY)
    font.setPixelSize(round(size * UNIT))
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
