"""Icons in the colours of the theme, crisp at every pixel ratio."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from hashi_gui.paths import RESOURCES
from hashi_gui.rendering.theme import Theme

SIZES = (20, 40, 60)


def themed_icon(name: str, theme: Theme) -> QIcon:
    """An icon of ``resources/icons``, drawn in the theme's text colour, muted when disabled."""
    drawing = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    icon = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, theme.text), (QIcon.Mode.Disabled, theme.dim_ink)):
        for size in SIZES:
            icon.addPixmap(_pixmap(drawing.replace("currentColor", colour), size), mode)
    return icon


def program_icon() -> QIcon:
    """The icon of the window."""
    drawing = (RESOURCES / "hashi.svg").read_text(encoding="utf-8")
    icon = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        icon.addPixmap(_pixmap(drawing, size))
    return icon


def _pixmap(drawing: str, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
