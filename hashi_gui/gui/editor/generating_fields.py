"""Fields of the dialogs in which the setter asks for a generated board."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.generating import max_island_count
from hashi_gui.gui.widgets.number_field import NumberField

USUAL_DENSITY = 0.3
"""The share of the cells with islands that is offered."""

NOTE_WIDTH = 320
"""The smallest width of the text above the fields, in pixels."""


def islands_field(draft: Draft, least: int) -> NumberField:
    """A field for the number of islands on the grid of a draft."""
    most = max(max_island_count(draft.rows, draft.cols), least)
    usual = round(draft.rows * draft.cols * USUAL_DENSITY)
    return NumberField(least, most, min(max(usual, least), most))


def note(text: str, symmetry: Symmetry) -> QLabel:
    """What the dialog is about, above its fields."""
    if symmetry is not Symmetry.NONE:
        text += f" The symmetry “{symmetry.label}” is kept."
    label = QLabel(text, wordWrap=True)
    label.setMinimumWidth(NOTE_WIDTH)
    return label
