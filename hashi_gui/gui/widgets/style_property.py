"""Properties of widgets that the style sheet depends on."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def set_style_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property, and apply the style sheet to the widget again if that changes anything."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().polish(widget)
